//! Lets properties look at steps and states, and reports what they see: each error once, with the best schedule to it.

use std::sync::Arc;

use deadheat_event::schedule::Run;
use deadheat_event::{ErrorKind, SiteId, ThreadId};
use deadheat_machine::Machine;
use rustc_hash::FxHashMap;

use crate::livelock::StateCycle;
use crate::path::{Path, bit};
use crate::property::{Property, StateView};
use crate::shared::Pass;
use crate::violation::is_partial;
use crate::{Counterexample, ObservedViolation, PendingThread, Violation, ViolationKey, place};

/// What one worker has reported.
pub struct Reporter<'w, 's, 'a, M: Machine> {
    pass: &'w Pass<'s, 'a, M>,
    /// The best of each error, as [`Counterexample::rank`] counts: others are not worth building.
    best: FxHashMap<ViolationKey, (bool, u64)>,
    /// What a property has just seen.
    seen: Vec<Violation>,
    /// What the functions of sites are called.
    functions: FxHashMap<SiteId, [Arc<str>; 2]>,
}

/// The way to a state: the path to the state before the present move, and the choices since.
#[derive(Clone, Copy)]
pub struct Way<'a> {
    pub path: &'a Path,
    pub chain: &'a [Run],
}

impl<'w, 's, 'a, M: Machine> Reporter<'w, 's, 'a, M> {
    pub fn new(pass: &'w Pass<'s, 'a, M>) -> Self {
        Self { pass, best: FxHashMap::default(), seen: Vec::new(), functions: FxHashMap::default() }
    }

    /// Looks at a step.
    pub fn step(&mut self, view: &StateView<'_>, way: Way<'_>) {
        self.look(view, way, |property, seen| property.step(view, seen));
    }

    /// Looks at a state.
    pub fn state(&mut self, view: &StateView<'_>, way: Way<'_>) {
        self.look(view, way, |property, seen| property.state(view, seen));
    }

    fn look(&mut self, view: &StateView<'_>, way: Way<'_>, look: impl Fn(&dyn Property, &mut Vec<Violation>)) {
        let mut seen = std::mem::take(&mut self.seen);
        for property in &self.pass.shared.plan.properties {
            look(&**property, &mut seen);
            for violation in seen.drain(..) {
                self.report(&violation, view, way, 0);
            }
        }
        self.seen = seen;
    }

    /// Reports a cycle of states, as a livelock.
    pub fn cycle(&mut self, cycle: &StateCycle, view: &StateView<'_>, way: Way<'_>) {
        let in_cycle = |one: &&PendingThread| cycle.threads & bit(one.thread) != 0;
        let threads: Vec<&PendingThread> = view.threads.iter().filter(in_cycle).collect();
        // The thread may be met anywhere in its loop: the function is what stays the same.
        let mut functions: Vec<[Arc<str>; 2]> = Vec::new();
        for one in &threads {
            let site = place::standing_site(one, view.context);
            let function = self.functions.entry(site).or_insert_with(|| {
                let source = view.context.source(site);
                [source.container, source.function]
            });
            functions.push(function.clone());
        }
        functions.sort_unstable();
        functions.dedup();
        let threads: Vec<ThreadId> = threads.iter().map(|one| one.thread).collect();
        let violation = Violation::new(ErrorKind::Livelock, threads, &[], functions);
        self.report(&violation, view, way, cycle.steps);
    }

    /// Gives a violation its schedule, unless a better one is known.
    fn report(&mut self, violation: &Violation, view: &StateView<'_>, way: Way<'_>, cycle_steps: u64) {
        let rank = (is_partial(violation, view), way.steps());
        let best = self.best.entry(violation.key).or_insert((true, u64::MAX));
        if *best <= rank {
            return;
        }
        *best = rank;
        let schedule = way.path.schedule(&self.pass.shared.plan.prefix, way.chain);
        let observed = ObservedViolation::new(violation, view);
        let counterexample = Counterexample::new(observed, schedule, cycle_steps, self.pass.found_at());
        self.pass.shared.report(counterexample, view.context);
    }
}

impl Way<'_> {
    /// Its steps, from the start of the search.
    #[inline]
    pub fn steps(self) -> u64 {
        self.path.steps + self.chain.iter().map(|run| run.count).sum::<u64>()
    }
}
