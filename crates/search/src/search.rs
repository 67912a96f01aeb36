//! A search to be made.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use deadheat_event::{ErrorKind, Schedule, ThreadId};
use deadheat_machine::{Brake, Fingerprint, Machine, brake};

use crate::account::Account;
use crate::discipline::Discipline;
use crate::fault::{SearchError, message};
use crate::frontier::Frontier;
use crate::livelock::SMALL_SEARCH;
use crate::moves::Moves;
use crate::node::Node;
use crate::own_line::OwnLine;
use crate::parts::{Assumptions, Departure, Notes, Part, PartReport, PartRun, Retraced, Split, retrace, thread_names};
use crate::property::{DeadHeat, Deadlock, Property, UncaughtException};
use crate::shared::{Cut, Hopeless, OnViolation, Pass, Plan, Shared, lock};
use crate::strategy::{Bfs, Dfs, Shape, Strategy};
use crate::twins::Twins;
use crate::visited::Visited;
use crate::worker::{Over, Worker};
use crate::{
    Bound, Bounds, Counterexample, Counts, Coverage, Progress, SearchReport, Watch, ranked, scout, stack, walk,
};

/// How often [`Search::on_progress`] is called.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// A search to be made.
///
/// ```
/// use deadheat_event::ErrorKind;
/// use deadheat_search::Search;
/// use deadheat_search::property::{DeadHeat, Deadlock};
/// use deadheat_testing::toy::{Act, Toy};
///
/// // Two threads that take two locks in opposite orders.
/// let machine = Toy::new(vec![
///     vec![Act::Lock(0), Act::Lock(1), Act::Unlock(1), Act::Unlock(0)],
///     vec![Act::Lock(1), Act::Lock(0), Act::Unlock(0), Act::Unlock(1)],
/// ]);
/// // Two machines: two workers.
/// let report = Search::new(vec![machine.clone(), machine]).property(DeadHeat).property(Deadlock::default()).run()?;
/// assert!(report.coverage.is_complete());
/// let [found] = &report.counterexamples[..] else { panic!("the deadlock, and no race") };
/// assert_eq!((found.kind, found.schedule.steps()), (ErrorKind::Deadlock, 2));
/// # Ok::<(), deadheat_search::SearchError>(())
/// ```
///
/// The machines must be alike, made with [`States::Kept`](deadheat_machine::States), and share their snapshots; each is one
/// worker's. The search starts in the state of the first one, unless it is told [another](Self::from).
pub struct Search<'a, M: Machine> {
    machines: Vec<M>,
    root: Option<M::Snapshot>,
    part: Option<Part>,
    assumptions: Assumptions,
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
            starts_unseen: false,
            twins: false,
            livelocks: false,
            frozen: BTreeSet::new(),
            prefix: Schedule::new(),
            order: Arc::default(),
            resume: None,
            split: None,
            stop_at_first: false,
            watch: None,
            on_violation: None,
            start: Instant::now(),
        };
        let assumptions = Assumptions::default();
        Self { machines, root: None, part: None, assumptions, cut: None, plan, stop: None, progress: None }
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

    /// Looks for every kind of error. This is the one list of them: all commands that search use it, so that they agree on what an
    /// error is.
    #[must_use]
    pub fn errors(self) -> Self {
        self.property(DeadHeat).property(Deadlock::default()).property(UncaughtException).livelocks(true)
    }

    /// Whether cycles of states are reported, as livelocks.
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

    /// Whether of threads that are alike only one is moved, where that is possible: see [`twins`](crate::twins). Only where it does not matter to
    /// properties which of them it is.
    #[must_use]
    pub fn twins(mut self, twins: bool) -> Self {
        self.plan.twins = twins;
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

    /// Objects that the reduction must not take for safe, because another part of the search, or an earlier one, has seen that they are not.
    #[must_use]
    pub fn assume(mut self, assumptions: Assumptions) -> Self {
        self.assumptions = assumptions;
        self
    }

    /// Searches a part of another search, on machines at the program's start. Properties and bounds must be those of the other search. See
    /// [`parts`](crate::parts).
    #[must_use]
    pub fn part(mut self, part: Part) -> Self {
        self.plan.eager = part.reduction;
        self.plan.sleep = part.reduction;
        self.assumptions = part.assumptions.clone();
        self.part = Some(part);
        self
    }

    /// Whether the first error ends the search.
    #[must_use]
    pub fn stop_at_first(mut self, stop: bool) -> Self {
        self.plan.stop_at_first = stop;
        self
    }

    /// Sees every step that is explored.
    #[must_use]
    pub fn watch(mut self, watch: Option<&'a dyn Watch>) -> Self {
        self.plan.watch = watch;
        self
    }

    /// Called for each error when it is found first, with the context of its state.
    #[must_use]
    pub fn on_violation(mut self, tell: OnViolation<'a>) -> Self {
        self.plan.on_violation = Some(tell);
        self
    }

    /// Called ten times a second with how far the search is.
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
    /// If there is no machine, or if a machine or a worker fails. The error has what was found until then.
    pub fn run(self) -> Result<SearchReport, SearchError> {
        self.run_and_return().0
    }

    /// Makes the search, and gives the machines back; not those whose worker panicked, which may be in any state.
    pub fn run_and_return(self) -> (Result<SearchReport, SearchError>, Vec<M>) {
        self.make(|_, _, report, _| report)
    }

    /// Makes the search, a [part](Self::part) of another or not, and says what is to be put together with other parts.
    ///
    /// # Errors
    /// As for [`run`](Self::run); also where the part's schedule leads nowhere, because it is of another guest.
    pub fn run_part(self) -> Result<PartRun, SearchError> {
        self.make(|shared, machine, report, _| part_run(shared, machine, report)).0
    }

    /// Explores, breadth first, until at least `target` states wait to be explored, and makes a part of each of them. The parts are a
    /// function of the guest: one machine makes them.
    ///
    /// # Errors
    /// As for [`run`](Self::run).
    pub fn split(mut self, target: usize) -> Result<Split, SearchError> {
        self.machines.truncate(1);
        self.plan.strategy = Box::new(Bfs);
        self.plan.split = Some(target.max(1));
        self.make(|shared, machine, report, open| {
            let threads = thread_names(report.counts.last_thread, machine.context());
            let reduction = shared.plan.eager || shared.plan.sleep;
            let part = |node: Node<M>| {
                let prefix = node.path.schedule(&shared.plan.prefix, &[]);
                Part::of(node, prefix, reduction, &threads)
            };
            let parts = open.into_iter().map(part).collect();
            Split { parts, so_far: part_run(shared, machine, report) }
        })
        .0
    }

    /// Makes the search; `finish` is handed the first machine, what was found, and what was left to be explored.
    fn make<T>(
        mut self,
        finish: impl FnOnce(&Shared<'_>, &M, SearchReport, Vec<Node<M>>) -> T,
    ) -> (Result<T, SearchError>, Vec<M>) {
        self.plan.start = Instant::now();
        // Leaving out orders that are covered by others needs more preemptions than were asked for.
        let walks = self.plan.strategy.shape() == Shape::Walks;
        self.plan.sleep &= self.plan.bounds.preemptions.is_none() && !walks;
        // Walks make no second pass, so they assume nothing.
        self.plan.eager &= !walks;
        let mut machines = self.machines;
        let Some(first) = machines.first_mut() else {
            return (Err(SearchError::NoMachine), machines);
        };
        self.plan.starts_unseen = first.starts_unseen();
        // A part does not know what others leave out, and a bound may cut what the one that is moved stands for.
        self.plan.twins &= self.plan.eager
            && self.part.is_none()
            && self.plan.split.is_none()
            && self.plan.frozen.is_empty()
            && self.cut.is_none()
            && self.plan.bounds.preemptions.is_none()
            && !first.compares_ends();
        let discipline = Discipline::new(self.assumptions, self.part.is_some() || self.plan.split.is_some());
        let mut departure = None;
        if let Some(part) = &self.part {
            let _brake = Brake::until(end_of(&self.plan)).apply();
            match retrace(first, part) {
                Ok(Retraced { prefix, order, parents, resume }) => {
                    parents.into_iter().for_each(|(parent, child)| discipline.parent(parent, child));
                    (self.plan.prefix, self.plan.order, self.plan.resume) = (prefix, order, Some(resume));
                }
                Err(why) => departure = Some(why),
            }
        }
        let root = self.root.unwrap_or_else(|| first.snapshot());
        let shared = Shared {
            plan: self.plan,
            discipline,
            twins: Twins::default(),
            counterexamples: Mutex::new(BTreeMap::new()),
            told: Mutex::new(BTreeSet::new()),
            bounds_hit: Mutex::new(BTreeSet::new()),
            fault: Mutex::new(None),
            panicked: Mutex::default(),
            stopped: AtomicBool::new(false),
            steps: OwnLine::default(),
            walks: AtomicU64::new(0),
            last_thread: AtomicU32::new(0),
            account: Account::default(),
            peak: AtomicU64::new(0),
        };
        if !shared.plan.frozen.is_empty() {
            shared.note(Bound::Frozen);
        }
        if walks {
            shared.note(Bound::Walks);
        }
        match departure {
            None => {}
            Some(Departure::Fault(fault)) => shared.fail(fault),
            Some(Departure::Stopped(bound)) => shared.stop(bound),
        }
        let (report, open) = passes(&shared, &root, self.cut.as_deref(), &mut machines, self.stop, self.progress);
        let fault = lock(&shared.fault).take();
        let result = match fault {
            None => Ok(finish(&shared, &machines[0], report, open)),
            Some(fault) => Err(SearchError::Fault { fault, so_far: Box::new(report) }),
        };
        for number in lock(&shared.panicked).iter().rev() {
            machines.remove(*number);
        }
        (result, machines)
    }
}

/// When the time of a search is over.
fn end_of(plan: &Plan<'_>) -> Option<Instant> {
    let end = plan.bounds.time.and_then(|most| plan.start.checked_add(most));
    [end, brake::deadline()].into_iter().flatten().min()
}

/// What is to be put together with other parts.
fn part_run<M: Machine>(shared: &Shared<'_>, machine: &M, search: SearchReport) -> PartRun {
    let notes = Notes::of(&shared.discipline, machine.context());
    debug_assert!(!search.coverage.is_complete() || !shared.discipline.is_broken(), "a broken pass is made again");
    let report = PartReport { coverage: search.coverage.clone(), counts: search.counts, notes };
    PartRun { search, report }
}

/// Makes passes until one breaks no assumption, or a bound is hit. What was found, and what the last one left to be explored.
fn passes<M: Machine + Send>(
    shared: &Shared<'_>,
    root: &M::Snapshot,
    cut: Option<Cut<'_, M>>,
    machines: &mut [M],
    stop: Option<&AtomicBool>,
    progress: Option<&(dyn Fn(&Progress) + Sync)>,
) -> (SearchReport, Vec<Node<M>>) {
    let mut number = 0;
    let mut most_states = 0;
    loop {
        number += 1;
        if number == 1 && scout::are_sent(&shared.plan) {
            let scouts = Pass { scouts: true, ..new_pass(shared, root, cut, machines.len(), number) };
            run_pass(&scouts, machines, stop, progress);
        }
        let before: BTreeSet<Bound> = lock(&shared.bounds_hit).clone();
        let at_least = 2 * most_states;
        let pass = Pass { at_least, ..new_pass(shared, root, cut, machines.len(), number) };
        run_pass(&pass, machines, stop, progress);
        let stopped = shared.stopped.load(Ordering::Relaxed);
        if shared.twins.are_used() && pass.moves.are_wanted() && !pass.moves.have_no_cycle() {
            shared.twins.give_up();
        }
        let twins_hold = shared.twins.hold(&shared.discipline, machines);
        if (shared.discipline.is_broken() || !twins_hold) && !stopped {
            // What this pass left out the next one may explore.
            *lock(&shared.bounds_hit) = before;
            most_states = most_states.max(pass.states.load(Ordering::Relaxed));
            continue;
        }
        if machines.iter().any(|machine| !machine.blind_spots().is_empty()) {
            shared.note(Bound::BlindSpot);
        }
        let report = conclude(&pass);
        let is_small = report.coverage.is_complete() && report.counts.states <= SMALL_SEARCH;
        // Where no state was met again there is no cycle.
        if !shared.plan.livelocks || !is_small || shared.plan.split.is_some() || report.counts.met_again == 0 {
            return (report, pass.frontier.drain());
        }
        lock(&shared.counterexamples).retain(|_, counterexample| counterexample.kind != ErrorKind::Livelock);
        if pass.moves.have_no_cycle() {
            return (conclude(&pass), pass.frontier.drain());
        }
        drop(pass);
        let in_full = Moves::new(true, true);
        let lone = Pass { sleeps: false, moves: in_full, ..new_pass(shared, root, cut, 1, number + 1) };
        run_pass(&lone, &mut machines[..1], stop, progress);
        if shared.stopped.load(Ordering::Relaxed) || shared.discipline.is_broken() {
            return (report, Vec::new());
        }
        go_round_cycles(&lone, &mut machines[0]);
        return (conclude(&lone), Vec::new());
    }
}

/// Goes round the fair cycles among the moves of a pass, and reports them.
fn go_round_cycles<M: Machine>(pass: &Pass<'_, '_, M>, machine: &mut M) {
    let _brake = Brake::until(end_of(&pass.shared.plan)).apply();
    let mut worker = Worker::new(pass, machine);
    let result = catch_unwind(AssertUnwindSafe(|| {
        let cycles = pass.moves.fair_cycles();
        // It ends where the search is over.
        let _ = cycles.iter().try_for_each(|cycle| worker.go_round(cycle));
    }));
    // These steps were made, and counted, before.
    worker.uncount_steps();
    if let Err(panic) = result {
        lock(&pass.shared.panicked).insert(0);
        worker.fail(message(&*panic));
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
        discipline_violations: shared.discipline.violations(),
        number,
        scouts: false,
        sleeps: shared.plan.sleep,
        moves: Moves::new(shared.plan.livelocks, false),
        states: OwnLine::default(),
        met_again: OwnLine::default(),
        first_step: shared.steps.load(Ordering::Relaxed),
        depth: AtomicU64::new(0),
        ends: Mutex::default(),
        at_least: 0,
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
    let plan = &pass.shared.plan;
    let end = end_of(plan);
    std::thread::scope(|scope| {
        for (number, machine) in machines.iter_mut().enumerate() {
            let (working, done) = (&working, &done);
            scope.spawn(move || {
                let _leave = Leave { working, done };
                let _brake = Brake::until(end).apply();
                let mut worker = Worker::new(pass, machine);
                // What the worker has reported is kept elsewhere, and whole; nothing else of it is used after a panic.
                let result = catch_unwind(AssertUnwindSafe(|| explore(&mut worker, number == 0)));
                worker.flush();
                pass.moves.add(std::mem::take(&mut worker.made));
                if let Err(panic) = &result {
                    lock(&pass.shared.panicked).insert(number);
                    worker.fail(message(&**panic));
                }
                if !matches!(result, Ok(Ok(()))) {
                    pass.frontier.close();
                }
            });
        }
        let _stop = StopOnPanic(pass);
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

/// Tells that a worker has ended, however it does.
struct Leave<'p> {
    working: &'p Mutex<usize>,
    done: &'p Condvar,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        *lock(self.working) -= 1;
        self.done.notify_all();
    }
}

/// Ends the work when what hears of the progress panics: that panic goes on only when all workers have ended.
struct StopOnPanic<'p, 's, 'a, M: Machine>(&'p Pass<'s, 'a, M>);

impl<M: Machine> Drop for StopOnPanic<'_, '_, '_, M> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.shared.stop(Bound::Fault);
            self.0.frontier.close();
        }
    }
}

fn explore<M: Machine>(worker: &mut Worker<'_, '_, '_, M>, is_first: bool) -> Result<(), Over> {
    if worker.pass.scouts {
        return scout::explore(worker);
    }
    let shape = worker.pass.shared.plan.strategy.shape();
    let first = worker.start(is_first)?;
    match shape {
        Shape::Stack => stack::explore(worker, first),
        Shape::Ranked => ranked::explore(worker, first),
        Shape::Walks => walk::explore(worker, is_first),
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

fn conclude<M: Machine>(pass: &Pass<'_, '_, M>) -> SearchReport {
    let shared = pass.shared;
    let bounds: Vec<Bound> = lock(&shared.bounds_hit).iter().copied().collect();
    let mut ends: Vec<Fingerprint> = lock(&pass.ends).iter().map(|state| Fingerprint(*state)).collect();
    ends.sort_unstable();
    let mut counterexamples: Vec<Counterexample> = lock(&shared.counterexamples).values().cloned().collect();
    counterexamples.sort_by(|a, b| a.listing().cmp(&b.listing()));
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
        last_thread: shared.last_thread.load(Ordering::Relaxed),
        visited_bytes: pass.visited.bytes(),
        frontier_bytes: shared.peak.load(Ordering::Relaxed),
    };
    let coverage = if bounds.is_empty() { Coverage::Complete } else { Coverage::Partial(bounds) };
    SearchReport { counterexamples, coverage, counts, elapsed: shared.plan.start.elapsed(), ends }
}
