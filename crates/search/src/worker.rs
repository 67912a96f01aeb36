//! A worker: one machine that goes from state to state.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use deadheat_event::schedule::Run;
use deadheat_event::{Choice, Observer, Op, Schedule, ThreadId};
use deadheat_machine::{Forecast, Machine, Outcome, ThreadInfo, Uncaught, brake};
use rustc_hash::FxHashSet;

use crate::account::Sheet;
use crate::dependence::is_dependent;
use crate::discipline::{GuardedAccess, SharedObject, Violations, number, touched};
use crate::eager::{LONGEST_CHAIN, SUSPECT_CHAIN, is_eager};
use crate::fair_cycles::FairCycle;
use crate::livelock::{Recent, StateCycle};
use crate::moves::{Made, Move};
use crate::node::Node;
use crate::parts::{Namer, Resume};
use crate::path::{self, Path, bit};
use crate::pending_thread::find;
use crate::property::StateView;
use crate::reporting::{Reporter, Way};
use crate::shared::{Pass, lock};
use crate::start_join_order::StartJoinOrder;
use crate::strategy::{Situation, be_fair};
use crate::visited::Visit;
use crate::{Bound, Fault, PendingThread, Watcher};

/// So many steps a worker makes before it adds them to those of all: workers that count on one sheet wait for each other.
const FEW: u64 = 64;

/// So many steps a worker makes before it looks at the clock. A machine looks for itself within longer ones.
const FEW_FOR_THE_CLOCK: u64 = 16;

/// The search was stopped, or a machine failed: the worker ends.
pub struct Over;

/// A machine, and what its worker knows of its present state.
pub struct Worker<'w, 's, 'a, M: Machine> {
    pub pass: &'w Pass<'s, 'a, M>,
    pub machine: &'w mut M,
    pub threads: Vec<PendingThread>,
    pub order: Arc<StartJoinOrder>,
    pub outcome: Outcome,
    pub choices: Vec<Choice>,
    watcher: Option<Box<dyn Watcher + 'w>>,
    live: Vec<ThreadId>,
    /// Those that lived before the last step.
    lived: Vec<ThreadId>,
    /// Those whose next operation another thread's step has changed.
    changed: Vec<ThreadId>,
    /// Those whose wait can end by itself.
    patient: Vec<ThreadId>,
    /// Those of which none is like another, in the present state.
    firsts: Vec<ThreadId>,
    /// Those that this worker has left out, each with the one that was moved for it: all workers know of these.
    left_out: FxHashSet<(ThreadId, ThreadId)>,
    /// The choices of the present move: the one taken, and the eager ones after it.
    pub chain: Vec<Run>,
    /// Whether a thread has yielded in it.
    pub yielded: bool,
    /// Whether the chain was cut.
    pub cut: bool,
    /// Whether the move began with waiting for the end of all threads that the guest waits for.
    waits_for_all: bool,
    /// The path to the state before the present move.
    pub path: Arc<Path>,
    /// What is unsafe, as far as this pass knows.
    discipline_violations: Arc<Violations>,
    /// The objects that were looked up among those known to be unsafe before the search, and how many of these all workers had met.
    looked_up: FxHashSet<SharedObject>,
    met: usize,
    /// What was noted already of the locking discipline, by [`number`].
    noted: FxHashSet<u64>,
    reporter: Reporter<'w, 's, 'a, M>,
    pub recent: Recent,
    /// Where this worker counts bytes.
    pub sheet: Arc<Sheet>,
    /// Steps, and states met again, that are not yet counted among those of all workers.
    steps: u64,
    met_again: u64,
    /// The moves made, if that is asked for.
    pub made: Made,
    /// The choice that is being taken: without it a panic could not be repeated.
    taking: Option<Choice>,
    /// Whether nobody needs to look at steps to states that were visited before.
    may_leave_unseen: bool,
    /// A step that was made and not looked at: what is known of threads is as of the state before it, at the end of the path.
    unseen: Option<Step>,
}

/// A step, made.
struct Step {
    thread: ThreadId,
    /// The thread whose end it has seen.
    joins: Option<ThreadId>,
    /// Whether the thread was dying before.
    died_before: bool,
}

/// Which thread moved last, and what the moves of a path add up to.
#[derive(Clone, Copy)]
pub struct Manner {
    pub last: Option<ThreadId>,
    pub yielded: bool,
    pub on_end: u32,
    pub preemptions: u32,
    pub preferred: u64,
}

impl<'w, 's, 'a, M: Machine> Worker<'w, 's, 'a, M> {
    pub fn new(pass: &'w Pass<'s, 'a, M>, machine: &'w mut M) -> Self {
        let (sheet, plan) = (pass.shared.account.open(), &pass.shared.plan);
        let path = Path::root(0, 0, sheet.clone());
        Self {
            pass,
            machine,
            threads: Vec::new(),
            order: Arc::default(),
            outcome: Outcome::Running,
            choices: Vec::new(),
            watcher: None,
            live: Vec::new(),
            lived: Vec::new(),
            changed: Vec::new(),
            patient: Vec::new(),
            firsts: Vec::new(),
            left_out: FxHashSet::default(),
            chain: Vec::new(),
            yielded: false,
            cut: false,
            waits_for_all: false,
            path,
            discipline_violations: pass.discipline_violations.clone(),
            looked_up: FxHashSet::default(),
            met: 0,
            noted: FxHashSet::default(),
            reporter: Reporter::new(pass),
            recent: Recent::default(),
            sheet,
            steps: 0,
            met_again: 0,
            made: Made::default(),
            taking: None,
            may_leave_unseen: !plan.eager
                && plan.watch.is_none()
                && !plan.properties.iter().any(|property| property.looks_at_every_step()),
            unseen: None,
        }
    }

    /// Goes to the state in which the search starts, and looks at it: the first node.
    pub fn start(&mut self, is_first: bool) -> Result<Option<Node<M>>, Over> {
        self.watcher = self.pass.shared.plan.watch.map(|watch| watch.watcher());
        let (root, plan) = (self.pass.root, &self.pass.shared.plan);
        self.restore(root, plan.order.clone(), None);
        if !is_first {
            return Ok(None);
        }
        self.note_all();
        self.chain.clear();
        if let Some(resume) = &plan.resume {
            return Ok(Some(self.resume(resume)));
        }
        self.look_at_step(None, None);
        self.close()?;
        let manner = Manner { last: None, yielded: false, on_end: 0, preemptions: 0, preferred: 0 };
        let first = self.arrive(0, manner);
        // What is eager from the start is no move.
        self.made = Made::default();
        first
    }

    /// Goes round a fair cycle once, and reports it as a livelock.
    pub fn go_round(&mut self, cycle: &FairCycle) -> Result<(), Over> {
        let plan = &self.pass.shared.plan;
        self.restore(self.pass.root, plan.order.clone(), None);
        self.set_path(Path::root(0, 0, self.sheet.clone()));
        if let Some(resume) = &plan.resume {
            let first = self.resume(resume).path;
            self.set_path(first);
        } else {
            self.close()?;
            self.go_on();
        }
        let mut entered = self.path.clone();
        for (at, choice) in cycle.way.iter().chain(&cycle.around).enumerate() {
            if at > 0 {
                self.go_on();
            }
            if at == cycle.way.len() {
                entered = self.path.clone();
            }
            if !self.outcome.is_running() || !self.choices.contains(choice) {
                return Ok(());
            }
            self.advance(*choice)?;
        }
        if self.machine.fingerprint().0 == entered.state {
            let steps = Way { path: &self.path, chain: &self.chain }.steps() - entered.steps;
            self.report_cycle(&StateCycle { threads: cycle.threads, steps });
        }
        Ok(())
    }

    /// The path goes on to the present state.
    fn go_on(&mut self) {
        self.open_choices();
        let (state, open) = (self.machine.fingerprint().0, self.open_threads());
        let path = self.path.then(&self.chain, state, open, &self.sheet);
        self.set_path(path);
    }

    /// Notes what all threads are about to do in the state in which the search starts.
    pub fn note_all(&mut self) {
        let threads: Vec<ThreadId> = self.threads.iter().map(|one| one.thread).collect();
        for thread in threads {
            self.pass.shared.discipline.lives(thread);
            self.note(thread);
        }
    }

    /// The first node of a part of a search: its state was looked at, and counted, when the part was made, and is not entered into the visited
    /// set, because it is not explored wholly here.
    fn resume(&mut self, resume: &Resume) -> Node<M> {
        let state = self.machine.fingerprint().0;
        self.open_choices();
        let path = Path::resumed(state, self.open_threads(), resume.steps, self.sheet.clone());
        self.recent.enter(&path, true);
        let Manner { last, yielded, on_end, preemptions, preferred } = resume.manner;
        let (order, todo, sleep) = (self.order.clone(), resume.todo.clone(), resume.sleep);
        Node { snapshot: None, path, order, todo, sleep, last, yielded, on_end, preemptions, preferred }
    }

    /// The threads that have an open choice. One beyond the first 64 counts as all: no cycle can be called fair then.
    fn open_threads(&self) -> u64 {
        let of = |thread| if bit(thread) == 0 { u64::MAX } else { bit(thread) };
        self.choices.iter().fold(0, |mask, choice| mask | of(choice.thread()))
    }

    /// Goes to a state that was left before.
    pub fn restore(&mut self, snapshot: &M::Snapshot, order: Arc<StartJoinOrder>, path: Option<Arc<Path>>) {
        self.machine.restore(snapshot);
        self.order = order;
        // Behind a step that was not looked at, all that is known of threads is still that of the state before it.
        let is_known = self.unseen.take().is_some() && path.as_ref().is_some_and(|path| Arc::ptr_eq(path, &self.path));
        if let Some(path) = path {
            self.set_path(path);
        }
        self.outcome = Outcome::Running;
        if !is_known {
            self.look_around();
        }
        if self.met != self.pass.shared.discipline.met() {
            self.learn_violations();
        }
        if let Some(watcher) = &mut self.watcher {
            watcher.enter(&self.live);
        }
    }

    /// The machine is told what will be chosen.
    pub fn foresee(&mut self, forecast: Forecast) {
        self.machine.foresee(forecast, self.watcher.is_some());
    }

    /// The present state is the end of this path: the next move begins here.
    pub fn set_path(&mut self, path: Arc<Path>) {
        self.path = path;
        self.chain.clear();
    }

    /// Looks what threads will do next.
    fn look_around(&mut self) {
        self.machine.live(&mut self.live);
        // Workers look at it all the time, and hardly ever change it.
        let known = &self.pass.shared.last_thread;
        if let Some(last) = self.live.last().filter(|last| last.0 > known.load(Ordering::Relaxed)) {
            known.fetch_max(last.0, Ordering::Relaxed);
        }
        self.threads.clear();
        for thread in &self.live {
            if let Some(pending) = self.machine.pending(*thread) {
                let frozen = self.pass.shared.plan.frozen.contains(thread);
                self.threads.push(PendingThread { thread: *thread, pending, frozen });
            }
        }
    }

    /// The same after a step of one of them, where most others stay as they are.
    fn look_again(&mut self, moved: ThreadId) {
        self.changed.clear();
        self.machine.live(&mut self.live);
        let same = self.live.len() == self.threads.len()
            && self.live.iter().zip(&self.threads).all(|(thread, one)| *thread == one.thread);
        if !same {
            let before = std::mem::take(&mut self.threads);
            self.look_around();
            let is_new = |one: &&PendingThread| {
                one.thread != moved && find(&before, one.thread).is_none_or(|old| old.pending.op != one.pending.op)
            };
            self.changed.extend(self.threads.iter().filter(is_new).map(|one| one.thread));
            return;
        }
        for one in &mut self.threads {
            let is_asked = one.thread == moved || one.may_change();
            let differs = is_asked && self.machine.pending_again(one.thread, &mut one.pending);
            if differs && one.thread != moved {
                self.changed.push(one.thread);
            }
        }
    }

    fn pending(&self, thread: ThreadId) -> Option<&PendingThread> {
        find(&self.threads, thread)
    }

    fn is_live(&self, thread: ThreadId) -> bool {
        self.live.binary_search(&thread).is_ok()
    }

    /// Makes one step, and looks at it.
    fn step(&mut self, choice: Choice) -> Result<(), Over> {
        let step = self.make(choice)?;
        self.see(&step);
        Ok(())
    }

    /// Makes one step.
    fn make(&mut self, choice: Choice) -> Result<Step, Over> {
        let thread = choice.thread();
        let op = self.pending(thread).map(|one| &one.pending.op);
        let died_before = self.machine.uncaught(thread).is_some();
        let joins = op.and_then(|op| StartJoinOrder::joins(thread, op, &self.live));
        let watcher = self.watcher.as_mut().map(|watcher| {
            let observer: &mut dyn Observer = &mut **watcher;
            observer
        });
        self.taking = Some(choice);
        let ran = if self.may_leave_unseen {
            self.machine.run_unsettled(choice, watcher)
        } else {
            self.machine.run(choice, 1, watcher)
        };
        match ran {
            Ok(ran) => {
                self.outcome = ran.outcome;
                self.yielded |= ran.yielded;
            }
            Err(error) => {
                self.pass.shared.fail(Fault::Step { choice, error, schedule: Box::new(self.schedule()) });
                return Err(Over);
            }
        }
        self.taking = None;
        if brake::was_found_pulled() || (self.steps.is_multiple_of(FEW_FOR_THE_CLOCK) && brake::is_pulled()) {
            // The step may have been left in its middle: nothing is made of it.
            self.pass.shared.stop(if brake::is_interrupted() { Bound::Interrupted } else { Bound::Time });
            return Err(Over);
        }
        self.steps += 1;
        path::push(&mut self.chain, choice);
        Ok(Step { thread, joins, died_before })
    }

    /// Looks at a step.
    fn see(&mut self, step: &Step) {
        let Step { thread, joins, died_before } = *step;
        if self.may_leave_unseen {
            self.outcome = self.machine.settle(std::mem::replace(&mut self.outcome, Outcome::Running));
        }
        self.lived.clone_from(&self.live);
        self.look_again(thread);
        if let Some(ended) = joins {
            Arc::make_mut(&mut self.order).join(thread, ended);
        }
        if self.live != self.lived {
            self.welcome(thread);
        }
        self.note(thread);
        for at in 0..self.changed.len() {
            self.note(self.changed[at]);
        }
        let died = if died_before { None } else { self.machine.uncaught(thread) };
        self.look_at_step(Some(thread), died.as_ref());
    }

    /// Looks at the last step, if that was not done.
    fn see_last(&mut self) {
        if let Some(step) = self.unseen.take() {
            self.see(&step);
            self.note_end(step.thread, false);
        }
    }

    /// Takes note of threads that a step has started.
    fn welcome(&mut self, parent: ThreadId) {
        for child in self.live.iter().filter(|thread| self.lived.binary_search(thread).is_err()) {
            Arc::make_mut(&mut self.order).start(parent, *child);
            self.pass.shared.discipline.parent(parent, *child);
            self.pass.shared.discipline.lives(*child);
        }
    }

    /// Takes over what is unsafe by now. Not within a pass that is to count.
    pub fn learn_violations(&mut self) {
        self.learn(self.pass.shared.discipline.present_violations());
    }

    /// Takes over what is unsafe.
    fn learn(&mut self, violations: Arc<Violations>) {
        self.met = self.pass.shared.discipline.met();
        self.discipline_violations = violations;
    }

    /// Looks whether what a thread is about to do concerns an object that was known to be unsafe before the search: by name, because only now it has
    /// a number here.
    fn meet_assumptions(&mut self, thread: ThreadId, op: &Op) {
        let discipline = &self.pass.shared.discipline;
        let of_join = match op {
            Op::Join { thread, .. } => Some(SharedObject::Thread(*thread)),
            _ => None,
        };
        for object in touched(op).map(|(object, _)| object).chain(SharedObject::of_thread(thread)).chain(of_join) {
            if self.looked_up.insert(object)
                && Namer::new(self.machine.context())
                    .shared(object)
                    .is_some_and(|name| discipline.assumptions().contains(name))
            {
                let violations = discipline.meet(object);
                self.learn(violations);
            }
        }
    }

    /// Notes what a thread is about to touch.
    fn note(&mut self, thread: ThreadId) {
        if !self.pass.shared.plan.eager {
            return;
        }
        if !self.pass.shared.discipline.assumptions().is_empty()
            && let Some(op) = self.pending(thread).map(|one| one.pending.op.clone())
        {
            self.meet_assumptions(thread, &op);
        }
        let Some(PendingThread { pending, .. }) = self.pending(thread) else { return };
        let may_come_before_start = match pending.op {
            Op::Unstarted { .. } => true,
            Op::Join { thread: other, .. }
            | Op::Unpark { thread: other }
            | Op::Interrupt { thread: other }
            | Op::Inspect { thread: other } => !self.order.has_met(thread, other),
            _ => false,
        };
        if may_come_before_start
            && self.pass.shared.plan.starts_unseen
            && self.pass.shared.discipline.note_unsafe(SharedObject::Starts)
        {
            self.pass.count_broken();
        }
        // A thread that can be interrupted asks, by joining another, whether that has ended yet.
        let asked = match pending.op {
            Op::Join { thread: other, .. } if !self.discipline_violations.is_safe(SharedObject::Thread(thread)) => {
                Some((SharedObject::Thread(other), true))
            }
            _ => None,
        };
        for (object, writes) in touched(&pending.op).chain(asked) {
            if !self.discipline_violations.concerns(object, thread, writes) {
                continue;
            }
            let access = GuardedAccess {
                thread,
                writes,
                locks: self.machine.context().locks(thread).into_boxed_slice(),
                joined: self.order.joined(thread),
                started: self.order.started(thread),
            };
            if self.noted.insert(number(object, &access)) && self.pass.shared.discipline.note(object, access) {
                self.pass.count_broken();
            }
        }
    }

    /// Makes a move: a choice, and the eager operations after it.
    pub fn advance(&mut self, choice: Choice) -> Result<(), Over> {
        self.begin_move(choice);
        self.step(choice)?;
        self.note_end(choice.thread(), false);
        self.close()
    }

    /// The same, where [`Worker::arrive`] follows: if that has been in the new state before, nobody needs to know what can be done there. But whoever dies on the
    /// way is reported, for this may be the shortest one.
    pub fn advance_and_arrive(&mut self, choice: Choice, sleep: u64, manner: Manner) -> Result<Option<Node<M>>, Over> {
        if self.may_leave_unseen {
            self.begin_move(choice);
            let step = self.make(choice)?;
            if step.died_before || self.machine.uncaught(step.thread).is_none() {
                self.unseen = Some(step);
            } else {
                self.see(&step);
            }
        } else {
            self.advance(choice)?;
        }
        self.arrive(sleep, Manner { yielded: self.yielded, ..manner })
    }

    fn begin_move(&mut self, choice: Choice) {
        self.chain.clear();
        self.yielded = false;
        self.cut = false;
        self.waits_for_all = self.pending(choice.thread()).is_some_and(PendingThread::waits_for_all);
    }

    /// Notes what a step that has ended the guest has cut short. `eager`: nothing else was tried in its place.
    fn note_end(&mut self, thread: ThreadId, eager: bool) {
        let (Outcome::Finished { .. } | Outcome::Uncaught { .. }) = self.outcome else { return };
        if !self.pass.shared.plan.eager && !self.pass.shared.plan.sleep {
            return;
        }
        let discipline = &self.pass.shared.discipline;
        if eager && !self.waits_for_all && self.lived.len() > 1 && discipline.note_unsafe(SharedObject::EndBy(thread)) {
            self.pass.count_broken();
        }
        let joined = self.order.joined(thread);
        let may_be_cut = |other: &ThreadInfo| {
            other.id != thread && joined & bit(other.id) == 0 && (other.daemon || !self.waits_for_all)
        };
        if self.machine.compares_ends()
            && self.machine.threads().iter().any(may_be_cut)
            && discipline.note_unsafe(SharedObject::Ends)
        {
            self.pass.count_broken();
        }
    }

    /// Does eager operations until no thread is about to do one.
    fn close(&mut self) -> Result<(), Over> {
        if !self.pass.shared.plan.eager {
            return Ok(());
        }
        let mut length = 0;
        let mut mark = None;
        while self.outcome.is_running()
            && let Some(thread) = self.next_eager()
        {
            length += 1;
            if length >= SUSPECT_CHAIN {
                let state = self.machine.fingerprint();
                if mark == Some(state) || length > LONGEST_CHAIN {
                    self.cut = true;
                    return Ok(());
                }
                if u32::is_power_of_two(length) {
                    mark = Some(state);
                }
            }
            self.step(Choice::Thread(thread))?;
            self.note_end(thread, true);
        }
        Ok(())
    }

    fn next_eager(&self) -> Option<ThreadId> {
        let is_live = |thread: ThreadId| self.is_live(thread);
        let starts_unseen = self.pass.shared.plan.starts_unseen;
        let eager = self.threads.iter().find(|one| is_eager(one, &self.discipline_violations, starts_unseen, is_live));
        eager.map(|one| one.thread)
    }

    /// The state after a move: a node, if there is something to explore from it.
    pub fn arrive(&mut self, sleep: u64, manner: Manner) -> Result<Option<Node<M>>, Over> {
        if self.steps >= FEW {
            self.flush();
        }
        let plan = &self.pass.shared.plan;
        let state = self.machine.fingerprint().0;
        let steps = Way { path: &self.path, chain: &self.chain }.steps();
        if self.pass.moves.are_wanted() {
            self.note_move(state);
        } else if !self.made.ends.is_empty() {
            self.made = Made::default();
        }
        let name = self.name(state, manner);
        let visit = self.pass.visited.visit(name, if self.cut { 0 } else { sleep });
        let (wake, sleep) = match visit {
            Visit::New => (u64::MAX, if self.cut { 0 } else { sleep }),
            Visit::Again { wake, sleep } => (wake, sleep),
            Visit::Known => {
                self.met_again += 1;
                if plan.livelocks {
                    self.look_for_cycle(state);
                }
                return Ok(None);
            }
        };
        self.see_last();
        if visit == Visit::New {
            self.pass.count_state(steps);
            if let Outcome::Finished { .. } = self.outcome {
                lock(&self.pass.ends).insert(state);
            }
        } else {
            self.met_again += 1;
        }
        self.open_choices();
        if visit == Visit::New {
            self.look_at_state();
        }
        if self.pass.is_over() {
            return Err(Over);
        }
        if !self.outcome.is_running() {
            return Ok(None);
        }
        let open = self.open_threads();
        self.choices.retain(|choice| match choice {
            Choice::Thread(thread) => {
                let bit = bit(*thread);
                if wake == u64::MAX { sleep & bit == 0 } else { wake & bit != 0 }
            }
            _ => wake == u64::MAX,
        });
        self.leave_out_twins();
        if self.choices.is_empty() || self.is_hopeless() {
            return Ok(None);
        }
        if plan.bounds.depth.is_some_and(|most| steps >= most) {
            self.pass.shared.note(Bound::Depth);
            return Ok(None);
        }
        let Manner { last, yielded, on_end, preemptions, preferred } = manner;
        let mut todo = self.choices.clone();
        let at = Situation { threads: &self.threads, last, yielded, on_end, steps, preemptions, preferred };
        plan.strategy.arrange(&at, &mut todo);
        be_fair(&at, &mut todo);
        todo.reverse();
        let path = self.path.then(&self.chain, state, open, &self.sheet);
        // Where more is in a name than the state, the same state can be new several times. Of the order among threads nothing is in it at first, and once
        // there is, there always is on that path: so no path comes from there to a state that bears its own name.
        self.recent.enter(&path, visit == Visit::New && name == state);
        let order = self.order.clone();
        Ok(Some(Node { snapshot: None, path, order, todo, sleep, last, yielded, on_end, preemptions, preferred }))
    }

    /// Writes the last move down.
    fn note_move(&mut self, state: u128) {
        self.made.ends.push([self.path.state as u64, state as u64]);
        if self.pass.moves.are_wanted_in_full()
            && let Some(first) = self.chain.first()
        {
            let threads = self.chain.iter().fold(0, |mask, run| mask | bit(run.choice.thread()));
            self.made.moves.push(Move { open: self.path.open, threads, choice: first.choice });
        }
    }

    /// Leaves one of the threads that are alike among the choices: see [`twins`](crate::twins).
    fn leave_out_twins(&mut self) {
        let twins = &self.pass.shared.twins;
        if self.choices.len() < 2 || !self.pass.shared.plan.twins || twins.are_given_up() {
            return;
        }
        if self.machine.tells_threads_apart() {
            twins.give_up();
            return;
        }
        let (machine, order, firsts) = (&mut *self.machine, &*self.order, &mut self.firsts);
        let left_out = &mut self.left_out;
        firsts.clear();
        self.choices.retain(|choice| {
            let Choice::Thread(thread) = *choice else { return true };
            let are_twins = |first: &ThreadId| {
                order.joined(*first) == order.joined(thread)
                    && order.started(*first) == order.started(thread)
                    && machine.are_interchangeable(*first, thread)
            };
            let twin = firsts.iter().copied().find(are_twins);
            match twin {
                Some(first) if left_out.insert((thread, first)) => twins.leave_out(thread, first),
                Some(_) => {}
                None => firsts.push(thread),
            }
            twin.is_none()
        });
    }

    /// Whether the search was told that nothing is to be found from here on.
    pub fn is_hopeless(&self) -> bool {
        let hopeless = self.pass.cut.is_some_and(|hopeless| hopeless(self.machine));
        if hopeless {
            self.pass.shared.note(Bound::Cut);
        }
        hopeless
    }

    /// The state after a move of a walk: counted and looked at.
    pub fn visit_on_walk(&mut self) {
        self.flush();
        self.pass.count_state(Way { path: &self.path, chain: &self.chain }.steps());
        if let Outcome::Finished { .. } = self.outcome {
            let end = self.machine.fingerprint().0;
            lock(&self.pass.ends).insert(end);
        }
        self.open_choices();
        self.look_at_state();
    }

    /// What a state is visited as. Where preemptions are bounded, which thread moved last and how often is part of it.
    fn name(&self, state: u128, manner: Manner) -> u128 {
        // The order of threads matters to eager operations only.
        let mut name = if self.pass.shared.plan.eager { state ^ self.order.mark() } else { state };
        if self.pass.shared.plan.bounds.preemptions.is_some() {
            let last = manner.last.map_or(0, |thread| u128::from(thread.0) + 1);
            let mix = last << 32 | u128::from(manner.preemptions) << 1 | u128::from(manner.yielded);
            name ^= mix.wrapping_add(1).wrapping_mul(0xDA94_2042_E4DD_58B5_94D0_49BB_1331_11EB);
        }
        name
    }

    /// The choices that are open to the search here.
    pub fn open_choices(&mut self) {
        self.machine.choices(&mut self.choices);
        let waits = |choice: &&Choice| matches!(choice, Choice::Timeout(_) | Choice::Spurious(_));
        self.patient.clear();
        self.patient.extend(self.choices.iter().filter(waits).map(|choice| choice.thread()));
        let frozen = &self.pass.shared.plan.frozen;
        if !frozen.is_empty() {
            self.choices.retain(|choice| !frozen.contains(&choice.thread()));
        }
    }

    /// How a state is reached by a choice of a node: the manner, and what sleeps there; none where a bound forbids it.
    /// The machine is in the node's state.
    pub fn manner(&self, node: &Node<M>, choice: Choice) -> Option<(Manner, u64)> {
        let plan = &self.pass.shared.plan;
        let thread = choice.thread();
        let same = node.last == Some(thread);
        let could_go_on = node.last.is_some_and(|last| self.pending(last).is_some_and(PendingThread::is_enabled));
        let preempts = !same && could_go_on && !node.yielded;
        let preemptions = node.preemptions + u32::from(preempts);
        if plan.bounds.preemptions.is_some_and(|most| preemptions > most) {
            self.pass.shared.note(Bound::Preemptions);
            return None;
        }
        let manner = Manner {
            last: Some(thread),
            yielded: false,
            on_end: if same { node.on_end + 1 } else { 0 },
            preemptions,
            preferred: node.preferred + u64::from(plan.strategy.prefers(thread)),
        };
        let sleep = if self.pass.sleeps { self.still_asleep(node.sleep, choice) } else { 0 };
        Some((manner, sleep))
    }

    /// The threads of a sleep set that a choice does not wake.
    fn still_asleep(&self, sleep: u64, choice: Choice) -> u64 {
        if sleep == 0 || !self.discipline_violations.is_safe(SharedObject::Ends) {
            return 0;
        }
        let Some(mover) = self.pending(choice.thread()) else { return 0 };
        let sleeps_on = |one: &&PendingThread| {
            sleep & bit(one.thread) != 0 && !is_dependent(one.thread, &one.pending.op, choice, &mover.pending.op)
        };
        self.threads.iter().filter(sleeps_on).fold(0, |mask, one| mask | bit(one.thread))
    }

    /// Lets the properties look at a step of `moved`, which now dies of `died`.
    fn look_at_step(&mut self, moved: Option<ThreadId>, died: Option<&Uncaught>) {
        if self.pass.scouts {
            return;
        }
        let (outcome, context) = (&self.outcome, self.machine.context());
        let view = StateView { threads: &self.threads, patient: &[], outcome, moved, died, context };
        self.reporter.step(&view, Way { path: &self.path, chain: &self.chain });
    }

    /// Lets the properties look at the present state, whose choices are known.
    fn look_at_state(&mut self) {
        let (patient, outcome, context) = (&self.patient, &self.outcome, self.machine.context());
        let view = StateView { threads: &self.threads, patient, outcome, moved: None, died: None, context };
        self.reporter.state(&view, Way { path: &self.path, chain: &self.chain });
    }

    /// Reports a cycle of states as a livelock, if it is one.
    fn look_for_cycle(&mut self, state: u128) {
        let Some(cycle) = self.recent.cycle(&self.path, &self.chain, state) else { return };
        if self.pass.shared.twins.are_used() {
            self.pass.shared.twins.give_up();
            return;
        }
        self.see_last();
        self.report_cycle(&cycle);
    }

    fn report_cycle(&mut self, cycle: &StateCycle) {
        let (outcome, context) = (&self.outcome, self.machine.context());
        let view = StateView { threads: &self.threads, patient: &[], outcome, moved: None, died: None, context };
        self.reporter.cycle(cycle, &view, Way { path: &self.path, chain: &self.chain });
    }

    /// A panic has ended the work.
    pub fn fail(&self, message: String) {
        let fault = Fault::Panic { choice: self.taking, message, schedule: Box::new(self.schedule()) };
        self.pass.shared.fail(fault);
    }

    /// The choices that lead to the present state, from the program's start.
    fn schedule(&self) -> Schedule {
        self.path.schedule(&self.pass.shared.plan.prefix, &self.chain)
    }

    /// The steps that were made last are not counted: another worker has made them, too.
    pub fn uncount_steps(&mut self) {
        self.steps = 0;
    }

    /// Adds this worker's counts to those of all.
    pub fn flush(&mut self) {
        self.pass.met_again.fetch_add(std::mem::take(&mut self.met_again), Ordering::Relaxed);
        self.pass.shared.steps.fetch_add(std::mem::take(&mut self.steps), Ordering::Relaxed);
    }
}
