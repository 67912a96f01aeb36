//! A search to be made.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use deadheat_event::{Choice, Schedule, ThreadId};
use deadheat_machine::{Fingerprint, Machine, StepError};

use crate::discipline::Discipline;
use crate::frontier::Frontier;
use crate::property::Property;
use crate::shared::{Cut, Hopeless, Pass, Plan, Shared, lock};
use crate::strategy::{Dfs, Shape, Strategy};
use crate::visited::Visited;
use crate::worker::{Over, Worker};
use crate::{Bound, Bounds, Counts, Finding, Kind, Progress, Report, Verdict, Watch, ranked, stack, walk};

/// A search that could not go on, through no fault of the guest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// There is no machine to search with.
    #[error("a search needs at least one machine")]
    NoMachine,
    /// A step failed.
    #[error("step {} of a path, `{choice}`: {error}", schedule.steps())]
    Step {
        /// The choice taken.
        choice: Choice,
        /// Why it failed.
        error: StepError,
        /// The path up to it.
        schedule: Box<Schedule>,
    },
}

/// How often those who wait for a search are told how it stands.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// A search to be made: `Search::new(machines).property(DeadHeat).run()`.
///
/// The machines must be alike and share their snapshots; each is one worker's. The search starts in the state of the first one,
/// unless it is told [another](Self::from).
pub struct Search<'a, M: Machine> {
    machines: Vec<M>,
    root: Option<M::Snapshot>,
    cut: Option<Hopeless<'a, M>>,
    plan: Plan<'a>,
    stop: Option<&'a AtomicBool>,
    progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
}

impl<'a, M: Machine + Send> Search<'a, M> {
    /// A depth-first search without properties or bounds, with all reductions.
    pub fn new(machines: Vec<M>) -> Self {
        let plan = Plan {
            strategy: Box::new(Dfs),
            properties: Vec::new(),
            bounds: Bounds::default(),
            eager: true,
            sleep: true,
            livelocks: false,
            frozen: BTreeSet::new(),
            prefix: Schedule::new(),
            stop_at_first: false,
            watch: None,
            on_finding: None,
            start: Instant::now(),
        };
        Self { machines, root: None, cut: None, plan, stop: None, progress: None }
    }

    /// What is explored first.
    #[must_use]
    pub fn strategy(mut self, strategy: impl Strategy + 'a) -> Self {
        self.plan.strategy = Box::new(strategy);
        self
    }

    /// The same, for a strategy that is chosen at run time.
    #[must_use]
    pub fn boxed_strategy(mut self, strategy: Box<dyn Strategy + 'a>) -> Self {
        self.plan.strategy = strategy;
        self
    }

    /// One more thing to look for.
    #[must_use]
    pub fn property(mut self, property: impl Property + 'a) -> Self {
        self.plan.properties.push(Box::new(property));
        self
    }

    /// Whether circles of states are reported.
    #[must_use]
    pub fn livelocks(mut self, livelocks: bool) -> Self {
        self.plan.livelocks = livelocks;
        self
    }

    /// What the search may use.
    #[must_use]
    pub fn bounds(mut self, bounds: Bounds) -> Self {
        self.plan.bounds = bounds;
        self
    }

    /// Whether what cannot make a difference is left out: see [`eager`](crate::eager) and [`dependence`](crate::dependence).
    #[must_use]
    pub fn reduction(mut self, reduction: bool) -> Self {
        self.plan.eager = reduction;
        self.plan.sleep = reduction;
        self
    }

    /// Threads that are never moved. Such a search is never complete.
    #[must_use]
    pub fn freeze(mut self, threads: impl IntoIterator<Item = ThreadId>) -> Self {
        self.plan.frozen.extend(threads);
        self
    }

    /// Does not go on from states of which this says that they are hopeless. A search that has left any out is not complete.
    #[must_use]
    pub fn cut(mut self, hopeless: impl Fn(&M) -> bool + Sync + 'a) -> Self {
        self.cut = Some(Box::new(hopeless));
        self
    }

    /// Starts in this state, which the choices of `prefix` lead to from the program's start.
    #[must_use]
    pub fn from(mut self, state: M::Snapshot, prefix: Schedule) -> Self {
        self.root = Some(state);
        self.plan.prefix = prefix;
        self
    }

    /// Whether the first error ends the search.
    #[must_use]
    pub fn stop_at_first(mut self, stop: bool) -> Self {
        self.plan.stop_at_first = stop;
        self
    }

    /// Who watches.
    #[must_use]
    pub fn watch(mut self, watch: Option<&'a dyn Watch>) -> Self {
        self.plan.watch = watch;
        self
    }

    /// Who is told of each error when it is found first.
    #[must_use]
    pub fn on_finding(mut self, tell: &'a (dyn Fn(&Finding) + Sync)) -> Self {
        self.plan.on_finding = Some(tell);
        self
    }

    /// Who is told, ten times a second, how the search stands.
    #[must_use]
    pub fn on_progress(mut self, tell: &'a (dyn Fn(&Progress) + Sync)) -> Self {
        self.progress = Some(tell);
        self
    }

    /// A flag that stops the search when it is set.
    #[must_use]
    pub fn stop_flag(mut self, flag: &'a AtomicBool) -> Self {
        self.stop = Some(flag);
        self
    }

    /// Makes the search.
    ///
    /// # Errors
    /// If there is no machine, or a machine fails.
    pub fn run(self) -> Result<Report, SearchError> {
        self.run_and_return().0
    }

    /// Makes the search, and gives the machines back.
    pub fn run_and_return(mut self) -> (Result<Report, SearchError>, Vec<M>) {
        self.plan.start = Instant::now();
        // Leaving out orders that are covered by others needs more preemptions than were asked for.
        let walks = self.plan.strategy.shape() == Shape::Walks;
        self.plan.sleep &= self.plan.bounds.preemptions.is_none() && !walks;
        // Walks make no second pass, so they assume nothing.
        self.plan.eager &= !walks;
        let mut machines = self.machines;
        // Addresses depend on whether states are kept: every machine keeps them from the start.
        let states: Vec<M::Snapshot> = machines.iter_mut().map(Machine::snapshot).collect();
        let Some(root) = self.root.or_else(|| states.first().cloned()) else {
            return (Err(SearchError::NoMachine), machines);
        };
        drop(states);
        let shared = Shared {
            plan: self.plan,
            discipline: Discipline::default(),
            findings: Mutex::new(BTreeMap::new()),
            told: Mutex::new(BTreeSet::new()),
            bounds_hit: Mutex::new(BTreeSet::new()),
            failure: Mutex::new(None),
            stopped: AtomicBool::new(false),
            steps: AtomicU64::new(0),
            walks: AtomicU64::new(0),
            account: Arc::new(AtomicU64::new(0)),
            peak: AtomicU64::new(0),
        };
        if !shared.plan.frozen.is_empty() {
            shared.note(Bound::Frozen);
        }
        if walks {
            shared.note(Bound::Walks);
        }
        let report = passes(&shared, &root, self.cut.as_deref(), &mut machines, self.stop, self.progress);
        let failure = lock(&shared.failure).take();
        (failure.map_or(Ok(report), Err), machines)
    }
}

/// A complete search of no more states is repeated for livelocks. They show where a path comes back to itself, and the paths of several
/// workers cut each other off: one worker alone finds the same every time.
const SMALL: u64 = 200_000;

/// Makes passes until one breaks no assumption, or a bound is hit.
fn passes<M: Machine + Send>(
    shared: &Shared<'_>,
    root: &M::Snapshot,
    cut: Option<Cut<'_, M>>,
    machines: &mut [M],
    stop: Option<&AtomicBool>,
    progress: Option<&(dyn Fn(&Progress) + Sync)>,
) -> Report {
    let mut number = 0;
    loop {
        number += 1;
        let before: BTreeSet<Bound> = lock(&shared.bounds_hit).clone();
        let pass = new_pass(shared, root, cut, machines.len(), number);
        run_pass(&pass, machines, stop, progress);
        let stopped = shared.stopped.load(Ordering::Relaxed);
        if shared.discipline.is_broken() && !stopped {
            // What this pass left out the next one may explore.
            *lock(&shared.bounds_hit) = before;
            continue;
        }
        let report = conclude(&pass);
        let repeatable = report.verdict.is_complete() && report.counts.states <= SMALL && machines.len() > 1;
        // Where no state was met again there is no circle.
        if !shared.plan.livelocks || !repeatable || report.counts.met_again == 0 {
            return report;
        }
        drop(pass);
        let lone = new_pass(shared, root, cut, 1, number + 1);
        lock(&shared.findings).retain(|_, finding| finding.kind != Kind::Livelock);
        run_pass(&lone, &mut machines[..1], stop, progress);
        let undone = shared.stopped.load(Ordering::Relaxed) || shared.discipline.is_broken();
        return if undone { report } else { conclude(&lone) };
    }
}

fn new_pass<'s, 'a, M: Machine>(
    shared: &'s Shared<'a>,
    root: &'s M::Snapshot,
    cut: Option<Cut<'s, M>>,
    workers: usize,
    number: u32,
) -> Pass<'s, 'a, M> {
    Pass {
        shared,
        root,
        cut,
        visited: Visited::new(),
        frontier: Frontier::new(workers),
        given_up: shared.discipline.given_up(),
        number,
        states: AtomicU64::new(0),
        met_again: AtomicU64::new(0),
        first_step: shared.steps.load(Ordering::Relaxed),
        depth: AtomicU64::new(0),
        ends: Mutex::default(),
        give_up_at: AtomicU64::new(0),
        over: AtomicBool::new(false),
    }
}

fn run_pass<M: Machine + Send>(
    pass: &Pass<'_, '_, M>,
    machines: &mut [M],
    stop: Option<&AtomicBool>,
    progress: Option<&(dyn Fn(&Progress) + Sync)>,
) {
    let working = Mutex::new(machines.len());
    let done = Condvar::new();
    std::thread::scope(|scope| {
        for (number, machine) in machines.iter_mut().enumerate() {
            let (working, done) = (&working, &done);
            scope.spawn(move || {
                let _leave = Leave { working, done, pass };
                let mut worker = Worker::new(pass, machine);
                let result = explore(&mut worker, number == 0);
                worker.flush();
                if result.is_err() {
                    pass.frontier.close();
                }
            });
        }
        let mut left = lock(&working);
        while *left > 0 {
            (left, _) = done.wait_timeout(left, TELL_EVERY).unwrap_or_else(std::sync::PoisonError::into_inner);
            if *left == 0 {
                break;
            }
            look_at_bounds(pass, stop);
            if let Some(tell) = progress {
                tell(&pass.progress());
            }
        }
    });
}

/// Tells that a worker has gone home, also when it panics.
struct Leave<'p, 's, 'a, M: Machine> {
    working: &'p Mutex<usize>,
    done: &'p Condvar,
    pass: &'p Pass<'s, 'a, M>,
}

impl<M: Machine> Drop for Leave<'_, '_, '_, M> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.pass.frontier.close();
        }
        *lock(self.working) -= 1;
        self.done.notify_all();
    }
}

fn explore<M: Machine>(worker: &mut Worker<'_, '_, '_, M>, is_first: bool) -> Result<(), Over> {
    let shape = worker.pass.shared.plan.strategy.shape();
    let first = worker.start(is_first)?;
    match shape {
        Shape::Stack => stack::explore(worker, first),
        Shape::Ranked => ranked::explore(worker, first),
        Shape::Walks => walk::explore(worker),
    }
}

fn look_at_bounds<M: Machine>(pass: &Pass<'_, '_, M>, stop: Option<&AtomicBool>) {
    let shared = pass.shared;
    if stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
        shared.stop(Bound::Interrupted);
    }
    if shared.plan.bounds.time.is_some_and(|most| shared.plan.start.elapsed() >= most) {
        shared.stop(Bound::Time);
    }
    pass.look_at_memory();
    if shared.stopped.load(Ordering::Relaxed) {
        pass.frontier.close();
    }
}

fn conclude<M: Machine>(pass: &Pass<'_, '_, M>) -> Report {
    let shared = pass.shared;
    let bounds: Vec<Bound> = lock(&shared.bounds_hit).iter().copied().collect();
    let mut ends: Vec<Fingerprint> = lock(&pass.ends).iter().map(|state| Fingerprint(*state)).collect();
    ends.sort_unstable();
    let mut findings: Vec<Finding> = lock(&shared.findings).values().cloned().collect();
    findings.sort_by(|a, b| (a.kind, &a.what, a.schedule.steps()).cmp(&(b.kind, &b.what, b.schedule.steps())));
    let steps = shared.steps.load(Ordering::Relaxed);
    let counts = Counts {
        states: pass.states.load(Ordering::Relaxed),
        met_again: pass.met_again.load(Ordering::Relaxed),
        steps,
        last_steps: steps - pass.first_step,
        passes: pass.number,
        ends: ends.len() as u64,
        depth: pass.depth.load(Ordering::Relaxed),
        walks: shared.walks.load(Ordering::Relaxed),
        visited_bytes: pass.visited.bytes(),
        frontier_bytes: shared.peak.load(Ordering::Relaxed),
    };
    let verdict = if bounds.is_empty() { Verdict::Complete } else { Verdict::Stopped(bounds) };
    Report { findings, verdict, counts, elapsed: shared.plan.start.elapsed(), ends }
}
