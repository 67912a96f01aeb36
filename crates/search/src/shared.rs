//! What the workers of a search share.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use deadheat_event::{Context, Schedule, ThreadId};
use deadheat_machine::Machine;
use rustc_hash::FxHashSet;

use crate::account::Account;
use crate::discipline::{Discipline, Violations};
use crate::frontier::Frontier;
use crate::livelock::SMALL_SEARCH;
use crate::moves::Moves;
use crate::node::Node;
use crate::own_line::OwnLine;
use crate::parts::Resume;
use crate::property::Property;
use crate::start_join_order::StartJoinOrder;
use crate::strategy::Strategy;
use crate::twins::Twins;
use crate::visited::Visited;
use crate::{Bound, Bounds, Counterexample, Fault, FoundAt, Progress, ViolationKey, Watch};

/// Says of a state that nothing is to be found from it on.
pub type Hopeless<'a, M> = Box<dyn Fn(&M) -> bool + Sync + 'a>;

/// The same, lent to a pass.
pub type Cut<'s, M> = &'s (dyn Fn(&M) -> bool + Sync + 's);

/// Hears of each error when it is found first.
pub type OnViolation<'a> = &'a (dyn Fn(&Counterexample, &dyn Context) + Sync);

/// What never changes during a search.
pub struct Plan<'a> {
    pub strategy: Box<dyn Strategy + 'a>,
    pub properties: Vec<Box<dyn Property + 'a>>,
    pub bounds: Bounds,
    /// Whether eager operations are done at once.
    pub eager: bool,
    /// Whether sleep sets are used.
    pub sleep: bool,
    /// Whether starting a thread commutes with all that others do, as long as they have nothing to do with it before: see
    /// [`Machine::starts_unseen`].
    pub starts_unseen: bool,
    /// Whether of threads that are alike only one is moved.
    pub twins: bool,
    pub livelocks: bool,
    pub frozen: BTreeSet<ThreadId>,
    pub prefix: Schedule,
    /// The order among the threads where the search starts.
    pub order: Arc<StartJoinOrder>,
    /// If the search is a part of another: where it goes on.
    pub resume: Option<Resume>,
    /// If the search is to be split: when so much waits to be explored.
    pub split: Option<usize>,
    pub stop_at_first: bool,
    pub watch: Option<&'a dyn Watch>,
    pub on_violation: Option<OnViolation<'a>>,
    pub start: Instant,
}

/// What lasts for the whole search.
pub struct Shared<'a> {
    pub plan: Plan<'a>,
    pub discipline: Discipline,
    pub twins: Twins,
    pub counterexamples: Mutex<BTreeMap<ViolationKey, Counterexample>>,
    /// Those that [`Plan::on_violation`] has heard of.
    pub told: Mutex<BTreeSet<ViolationKey>>,
    pub bounds_hit: Mutex<BTreeSet<Bound>>,
    /// The first fault of a machine or a worker.
    pub fault: Mutex<Option<Fault>>,
    /// The machines whose workers panicked, by number.
    pub panicked: Mutex<BTreeSet<usize>>,
    pub stopped: AtomicBool,
    pub steps: OwnLine<AtomicU64>,
    pub walks: AtomicU64,
    /// The highest number that a thread had.
    pub last_thread: AtomicU32,
    /// Bytes for snapshots and paths.
    pub account: Account,
    pub peak: AtomicU64,
}

/// What lasts for one pass.
pub struct Pass<'s, 'a, M: Machine> {
    pub shared: &'s Shared<'a>,
    pub root: &'s M::Snapshot,
    /// Which states are without hope.
    pub cut: Option<Cut<'s, M>>,
    pub visited: Visited,
    pub frontier: Frontier<Node<M>>,
    pub discipline_violations: Arc<Violations>,
    pub number: u32,
    /// Whether it only scouts.
    pub scouts: bool,
    /// Whether sleep sets leave moves out.
    pub sleeps: bool,
    pub moves: Moves,
    pub states: OwnLine<AtomicU64>,
    pub met_again: OwnLine<AtomicU64>,
    pub first_step: u64,
    pub depth: AtomicU64,
    pub ends: Mutex<FxHashSet<u128>>,
    /// A pass that breaks an assumption goes on to at least so many states: twice as many as any before it had.
    pub at_least: u64,
    /// The number of states at which a pass that has broken an assumption gives up.
    pub give_up_at: AtomicU64,
    pub over: AtomicBool,
}

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared<'_> {
    /// Ends the search before it is complete.
    pub fn stop(&self, why: Bound) {
        self.note(why);
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Notes that something was left out.
    pub fn note(&self, why: Bound) {
        lock(&self.bounds_hit).insert(why);
    }

    /// Ends the search because a machine or a worker failed.
    pub fn fail(&self, fault: Fault) {
        lock(&self.fault).get_or_insert(fault);
        self.stop(Bound::Fault);
    }

    /// Takes in a counterexample, if its error is new or it is better than the one known. `context` is that of its state.
    pub fn report(&self, counterexample: Counterexample, context: &dyn Context) {
        let mut counterexamples = lock(&self.counterexamples);
        let known = counterexamples.get(&counterexample.key);
        if known.is_some_and(|known| known.rank() <= counterexample.rank()) {
            return;
        }
        let found_at = known.map_or(counterexample.found_at, |known| known.found_at);
        let key = counterexample.key;
        let counterexample = Counterexample { found_at, ..counterexample };
        // Kept before it is told: what hears of it may panic.
        let kept = counterexamples.entry(key).insert_entry(counterexample);
        if lock(&self.told).insert(key)
            && let Some(tell) = self.plan.on_violation
        {
            tell(kept.get(), context);
        }
        drop(counterexamples);
        if self.plan.stop_at_first {
            self.stop(Bound::FirstViolation);
        }
    }
}

impl<M: Machine> Pass<'_, '_, M> {
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.shared.stopped.load(Ordering::Relaxed)
    }

    /// Counts a new state, and looks at the bounds that go with it.
    pub fn count_state(&self, steps: u64) {
        let states = self.states.fetch_add(1, Ordering::Relaxed) + 1;
        if steps > self.depth.load(Ordering::Relaxed) {
            self.depth.fetch_max(steps, Ordering::Relaxed);
        }
        if self.shared.plan.bounds.states.is_some_and(|most| states >= most) {
            self.shared.stop(Bound::States);
        }
        if states.is_multiple_of(1024) {
            self.look_at_memory();
            if states > SMALL_SEARCH {
                self.moves.give_up();
            }
        }
        if self.shared.discipline.is_broken() && states > self.give_up_at.load(Ordering::Relaxed) {
            self.over.store(true, Ordering::Relaxed);
            self.frontier.close();
        }
    }

    /// An assumption was broken. The pass goes on for a while: it may break more.
    pub fn count_broken(&self) {
        let states = self.states.load(Ordering::Relaxed);
        self.give_up_at.store((2 * states + 64).max(self.at_least), Ordering::Relaxed);
    }

    pub fn look_at_memory(&self) {
        let frontier = self.shared.account.bytes();
        self.shared.peak.fetch_max(frontier, Ordering::Relaxed);
        if self.shared.plan.bounds.memory.is_some_and(|most| frontier + self.visited.bytes() >= most) {
            self.shared.stop(Bound::Memory);
        }
    }

    pub fn found_at(&self) -> FoundAt {
        FoundAt {
            states: self.states.load(Ordering::Relaxed),
            steps: self.shared.steps.load(Ordering::Relaxed),
            elapsed: self.shared.plan.start.elapsed(),
        }
    }

    pub fn progress(&self) -> Progress {
        let FoundAt { states, steps, elapsed } = self.found_at();
        Progress {
            states,
            steps,
            frontier: self.frontier.kept.load(Ordering::Relaxed) as u64,
            depth: self.depth.load(Ordering::Relaxed),
            counterexamples: lock(&self.shared.counterexamples).len() as u64,
            pass: self.number,
            memory: self.shared.account.bytes() + self.visited.bytes(),
            elapsed,
        }
    }
}
