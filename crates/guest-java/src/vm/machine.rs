//! [`Machine`] for Java: stepping threads, the choices that are open, snapshots, and names for observers.

use std::sync::Arc;
use std::time::Duration;

use deadheat_event::{BlockedOn, Choice, Context, Done, ObjectId, Observer, Op, Pending, SiteId, ThreadId};
use deadheat_machine::{
    Expectation, Fingerprint, Limit, Machine, Outcome, PoolKind, Ran, States, StepError, ThreadInfo, ThreadStatus,
    Uncaught, brake,
};

use crate::host::HostState;
use crate::host::output::Stream;
use crate::vm::Vm;
use crate::vm::alike;
use crate::vm::boot::{self, BootError};
use crate::vm::config::Config;
use crate::vm::exec::interp::Stop;
use crate::vm::memory::arena::{Node, PAGE_WORDS};
use crate::vm::memory::layout::{self, Ref};
use crate::vm::threads::standing::{Stand, Standing};
use crate::vm::threads::thread::{
    F_BOTTOM, HANDLED, OF_GAP, S_NEW, S_PARKED, S_RUNNABLE, S_SLEEPING, S_TERMINATED, S_WAITING, T_BETWEEN, T_DAEMON,
    T_DEADLINE, T_DEATH, T_HELD, T_STACK, T_STATUS, T_WAKE, W_SPURIOUS, W_TIMEOUT,
};
use crate::vm::threads::visible::{site_id, site_index, site_method};

mod beginning;

use beginning::Beginning;

/// The life of a thread after its `run` has ended.
pub(crate) mod stage {
    /// In `run` (or `main`).
    pub const RUN: u64 = 0;
    /// In `dispatchUncaughtException`.
    pub const DISPATCH: u64 = 1;
    /// In `Thread.exit`.
    pub const EXIT: u64 = 2;
    /// The main thread: waits for the others.
    pub const DESTROY: u64 = 3;
    /// The main thread: in `Shutdown.shutdown`.
    pub const SHUTDOWN: u64 = 4;
    /// Behind `exit`, not yet at its end.
    pub const END: u64 = 5;
}

/// A Java guest under control.
pub struct Jvm {
    vm: Vm,
    outcome: Outcome,
    /// The thread whose step was the guest's last.
    last: ThreadId,
    /// The program's first steps, if this is a fork.
    beginning: Option<Arc<Beginning>>,
    /// Pages of stacks, with the slots that they are of, while they are cleaned.
    pages: Vec<(u32, u32)>,
    /// What is remembered of threads that may change places.
    alike: alike::Memory,
}

/// A state of a guest: cheap to keep, and can be given to another worker.
#[derive(Clone)]
pub struct Snapshot {
    node: Arc<Node>,
    host: Arc<HostState>,
    heap_used: u64,
    outcome: Outcome,
    last: ThreadId,
    /// How far the path is: events and steps. Where a state is on its path is no part of what it is.
    progress: (u64, u64),
}

impl Snapshot {
    /// Bytes that this snapshot adds to its parent's.
    pub fn size(&self) -> usize {
        self.node.size() + size_of::<Snapshot>()
    }
}

impl Jvm {
    /// Boots the class library and stands before the guest's `main`.
    pub fn new(config: &Config) -> Result<Jvm, BootError> {
        let mut own = config.clone();
        // What each machine finds is its own.
        own.harness.iter_mut().for_each(|harness| harness.found = Default::default());
        let shared = boot::open(own)?;
        shared.registry.lock().name_threads(&config.thread_names);
        let (outcome, last, beginning) = (Outcome::Running, ThreadId(0), None);
        let (vm, alike) = (Vm::boot(&shared)?, alike::Memory::default());
        let mut jvm = Jvm { vm, outcome, last, beginning, pages: Vec::new(), alike };
        if let Some(harness) = &config.harness {
            jvm.run_to_choice()?;
            if let Some(name) = &harness.chosen {
                jvm.choose_by_name(name)?;
            }
        }
        if config.states == States::Kept {
            jvm.keep_states()?;
        }
        Ok(jvm)
    }

    /// From here on states are kept: each step ends with a local collection, so objects get other addresses than in a plain run.
    fn keep_states(&mut self) -> std::io::Result<()> {
        self.clean_stacks();
        self.vm.arena.commit().map(drop)
    }

    /// A second machine in the same state, for another worker. The two share classes, names and the tree of snapshots, so
    /// that a snapshot of one can be restored by the other; both keep states from here on.
    ///
    /// # Errors
    /// If there is no address space for a second arena.
    pub fn fork(&mut self) -> std::io::Result<Jvm> {
        self.keep_states()?;
        let beginning = self.beginning.get_or_insert_default().clone();
        let mut vm = self.vm.fork()?;
        vm.host.restore(&self.vm.host.save());
        (vm.events, vm.steps) = (self.vm.events, self.vm.steps);
        let (outcome, last, beginning) = (self.outcome.clone(), self.last, Some(beginning));
        Ok(Jvm { vm, outcome, last, beginning, pages: Vec::new(), alike: alike::Memory::default() })
    }

    /// The machine behind the trait.
    pub fn vm(&self) -> &Vm {
        &self.vm
    }

    /// The same, to be changed.
    pub(crate) fn vm_mut(&mut self) -> &mut Vm {
        self.vm.note_move(None);
        &mut self.vm
    }

    /// What is remembered of threads that may change places.
    pub(crate) fn memory_of_alike(&mut self) -> &mut alike::Memory {
        &mut self.alike
    }

    /// Lets a thread do what it stands before, whether or not anybody would choose it.
    pub(crate) fn go_on(&mut self, tid: u32) -> Result<(), StepError> {
        self.vm.remember_standing();
        self.run_thread(tid, true, 1)
    }

    /// The program's start is here: steps and events are counted from now on. Where there are threads already, their part was not searched.
    pub(crate) fn begin_here(&mut self) {
        (self.vm.events, self.vm.steps) = (0, 0);
        if self.vm.multi {
            self.vm.shared.config.blind_spots.add("threads that were started while tests were looked for".to_owned());
        }
    }

    /// The names given to threads so far, on all paths: see [`Config::thread_names`].
    pub fn thread_names(&self) -> Vec<(u32, u32, u32)> {
        self.vm.shared.registry.lock().thread_names()
    }

    /// The name of the `number`th thread that `parent` starts: it is given one if it has none yet.
    pub fn name_thread(&self, parent: u32, number: u32) -> u32 {
        self.vm.shared.registry.lock().thread(parent, number)
    }

    /// Shows what is still buffered of the guest's output.
    pub fn flush(&mut self) {
        self.vm.host.flush();
    }

    fn status(&self, tid: u32) -> u64 {
        self.vm.get(layout::thread(tid) + T_STATUS)
    }

    /// Whether there is any choice.
    fn can_go_on(&self) -> bool {
        let standing = self.vm.standing();
        !standing.enabled().is_empty() || standing.timed().next().is_some() || self.spurious(&standing).next().is_some()
    }

    /// The threads that may wake for no reason, where that was asked for.
    fn spurious<'a>(&'a self, standing: &'a Standing) -> impl Iterator<Item = u32> {
        let live = if self.vm.shared.config.spurious { standing.live() } else { &[] };
        live.iter().copied().filter(|tid| matches!(self.status(*tid), S_WAITING | S_PARKED))
    }

    fn stage(&self, tid: u32) -> u64 {
        self.vm.get(layout::thread(tid) + crate::vm::threads::thread::T_STAGE)
    }

    /// Runs one thread, which stands at a visible operation or does not, for up to `permits` of them.
    fn run_thread(&mut self, tid: u32, sees: bool, permits: u64) -> Result<(), StepError> {
        let vm = &mut self.vm;
        vm.switch_to(tid);
        // While states are kept each step ends with a local collection, whether or not the thread goes on.
        let mut rest = if vm.arena.is_tracking() { permits - 1 } else { 0 };
        vm.permits = permits - rest;
        vm.fill_fuel();
        vm.forfeited = 0;
        vm.yielded = None;
        if self.status(tid) == S_NEW {
            self.vm.set_thread_word(T_STATUS, S_RUNNABLE);
            self.vm.take_permit();
            if self.vm.observing {
                self.vm.emit(Done::Begin);
            }
        } else if self.stage(tid) == stage::DESTROY {
            self.vm.take_permit();
            self.enter_stage(tid, stage::SHUTDOWN, None)?;
        } else if !sees {
            // A thread that was cut, or has not begun `main`, yields, and one behind `exit` ends: its next visible operation
            // is a step of its own.
            self.vm.set_thread_word(T_BETWEEN, 0);
            self.vm.take_permit();
        }
        loop {
            let stop = if self.stage(tid) == stage::END { Stop::Ended(None) } else { self.vm.interpret() };
            match stop {
                Stop::Fuel if self.vm.refuel() => {}
                Stop::Pending if rest > 0 && self.vm.yielded.is_none() && !brake::is_pulled() => {
                    self.end_step(tid)?;
                    self.vm.switch_to(tid);
                    rest -= 1;
                    self.vm.permits = 1;
                }
                Stop::Pending | Stop::Blocked => break,
                Stop::Fuel => {
                    // The thread will yield in a step of its own.
                    self.vm.yield_now();
                    self.vm.set_thread_word(T_BETWEEN, 1);
                    break;
                }
                Stop::Ended(_) if self.stops_before_its_end(tid) => {
                    self.vm.set_thread_word(crate::vm::threads::thread::T_STAGE, stage::END);
                    (self.vm.frame, self.vm.pc) = (0, 0);
                    if self.vm.permits == 0 {
                        if rest == 0 || brake::is_pulled() {
                            break;
                        }
                        self.end_step(tid)?;
                        self.vm.switch_to(tid);
                        rest -= 1;
                        self.vm.permits = 1;
                    }
                    self.vm.take_permit();
                }
                Stop::Ended(exception) => {
                    if self.thread_ended(tid, exception)? {
                        break;
                    }
                }
                Stop::Exit(code) => {
                    self.outcome = Outcome::Finished { exit_code: code };
                    break;
                }
                Stop::Internal(why) => return Err(StepError::Internal(why)),
            }
        }
        self.vm.permits += rest + std::mem::take(&mut self.vm.forfeited);
        self.end_step(tid)
    }

    /// What the thread dies of that has ended the guest with a code which says that it failed, where that is an error.
    fn failed_exit(&self, thread: ThreadId) -> Option<Uncaught> {
        let Outcome::Finished { exit_code: code } = self.outcome else { return None };
        let expect = &self.vm.shared.config.expect;
        if thread == self.last && *expect != Expectation::default() {
            let output = self.output().unwrap_or_default();
            return expect.broken_by(code, &output, self.vm.stack(thread));
        }
        let halts = |(frame, _): &(u32, u32)| &*self.vm.frame_method(*frame).name == "halt0";
        if !self.vm.frames(thread.0).first().is_some_and(halts) {
            return None;
        }
        if self.vm.is_in_test() {
            return Some(self.vm.exit_of_test(code, self.vm.stack(thread)));
        }
        let is_failure = code != 0 && self.vm.shared.config.fail_on_exit;
        is_failure.then(|| Uncaught::of_exit(code, self.vm.stack(thread)))
    }

    /// Whether others may go first now that a thread has run `exit`: that it is no longer alive can be seen.
    fn stops_before_its_end(&self, tid: u32) -> bool {
        self.vm.multi && self.stage(tid) == stage::EXIT
    }

    /// The running thread stands still: all its references are in the arena.
    fn end_step(&mut self, tid: u32) -> Result<(), StepError> {
        if self.status(tid) != S_TERMINATED {
            self.vm.break_off_atomic();
            self.vm.park_registers();
        }
        self.vm.audit_step();
        // No thread runs at which an OutOfMemoryError could be thrown: the thread that allocates next will see it.
        let _ = self.vm.collect_if_wanted();
        if self.vm.arena.is_tracking() {
            self.vm.collect_young().map_err(|trap| StepError::Internal(self.vm.explain(trap)))?;
        }
        Ok(())
    }

    /// Goes on to what follows `run`: the handler of an uncaught exception, `exit`, and the end. `true` when the thread
    /// is to stop here.
    fn thread_ended(&mut self, tid: u32, exception: Option<Ref>) -> Result<bool, StepError> {
        let (stage, exception) = match (self.stage(tid), exception) {
            (stage::RUN, Some(exception)) => {
                let handled = u64::from(self.has_handler(tid)) * HANDLED;
                let gap = if handled == 0 || self.vm.failure_of_test(ThreadId(tid)).is_some() {
                    self.vm.gap_of(exception)
                } else {
                    None
                };
                let of_gap = u64::from(gap.is_some()) * OF_GAP;
                self.vm.set_thread_word(T_DEATH, u64::from(exception) | handled | of_gap);
                if let Some((kind, name)) = gap {
                    self.vm.shared.config.needs.add_fatal(kind, name);
                }
                if self.vm.observing {
                    self.vm.emit(Done::Throw { exception: ObjectId(exception) });
                }
                (stage::DISPATCH, Some(exception))
            }
            (stage::DISPATCH, _) if self.vm.thread_word(T_DEATH) & OF_GAP != 0 => {
                // What would follow is no property of the program. Its message is out, and that is all.
                self.outcome = Outcome::Limit(Limit::Needs);
                return Ok(true);
            }
            (stage::RUN | stage::DISPATCH, _) => (stage::EXIT, None),
            (stage::EXIT | stage::END, _) => {
                self.detach(tid);
                if tid != 0 {
                    self.bury(tid);
                    return Ok(true);
                }
                // Whether the others are done is for the next step to see, not for the end of this one.
                self.vm.set_thread_word(crate::vm::threads::thread::T_STAGE, stage::DESTROY);
                return Ok(true);
            }
            _ => {
                let died = self.vm.thread_word(T_DEATH) != 0;
                self.outcome = Outcome::Finished { exit_code: i32::from(died) };
                return Ok(true);
            }
        };
        self.enter_stage(tid, stage, exception)?;
        Ok(false)
    }

    /// Whether the guest has said what shall become of exceptions that the thread does not catch.
    fn has_handler(&self, tid: u32) -> bool {
        let (vm, class) = (&self.vm, self.vm.known.thread());
        let own = class.field_named("uncaughtExceptionHandler").map(|field| vm.thread_object(tid) + field.place);
        let default = class.field_named("defaultUncaughtExceptionHandler").map(|field| field.place);
        own.into_iter().chain(default).any(|place| vm.get(place) as Ref != 0)
    }

    fn enter_stage(&mut self, tid: u32, stage: u64, exception: Option<Ref>) -> Result<(), StepError> {
        let vm = &mut self.vm;
        vm.set_thread_word(crate::vm::threads::thread::T_STAGE, stage);
        let slot = (vm.thread_word(T_STACK) as u32).saturating_sub(1);
        vm.frame = 0;
        vm.pc = 0;
        vm.sp = layout::stack(slot) + layout::HELD_WORDS;
        let thread = u64::from(vm.thread_object(tid));
        let class = vm.class_of(thread as Ref);
        let pushed = match stage {
            stage::DISPATCH => crate::vm::classes::known::method(
                vm.known.thread(),
                "dispatchUncaughtException",
                "(Ljava/lang/Throwable;)V",
            )
            .and_then(|m| vm.push_frame(m, &[thread, u64::from(exception.unwrap_or(0))], F_BOTTOM)),
            stage::EXIT => crate::vm::classes::known::method(class, "exit", "()V")
                .and_then(|m| vm.push_frame(m, &[thread], F_BOTTOM)),
            _ => vm
                .load_boot("java/lang/Shutdown")
                .and_then(|c| crate::vm::classes::known::method(c, "shutdown", "()V"))
                .and_then(|m| vm.push_frame(m, &[], F_BOTTOM)),
        };
        pushed.map_err(|trap| StepError::Internal(vm.explain(trap)))
    }

    /// The thread is no longer alive to the guest; threads that join it may go on.
    fn detach(&mut self, tid: u32) {
        let vm = &mut self.vm;
        let thread = vm.thread_object(tid);
        let offset = vm.known.thread_eetop;
        vm.set(thread + offset, 0);
        vm.set_thread_status(thread, 2);
        vm.notify_waiters(thread, true);
        if vm.observing {
            vm.emit(Done::End);
        }
    }

    /// Frees a dead thread's stack: zero words don't count in fingerprints.
    fn bury(&mut self, tid: u32) {
        let vm = &mut self.vm;
        vm.store_region();
        vm.set_thread_word(T_STATUS, S_TERMINATED);
        let slot = (vm.thread_word(T_STACK) as u32).saturating_sub(1);
        let base = layout::stack(slot);
        // Of the list of locks nothing but what is in use is not zero: `unhold` sees to that.
        let held = (vm.get(layout::thread(tid) + T_HELD) as u32).min(layout::HELD_WORDS);
        vm.arena.zero(base, held);
        let frames = base + layout::HELD_WORDS;
        let high = vm.arena.high_water(base).min(base + layout::stack_room(slot) - 1);
        if high >= frames {
            vm.arena.clear(frames, high - frames + 1);
        }
        vm.set(layout::LIVE + slot, 0);
        let record = layout::thread(tid);
        for word in [
            crate::vm::threads::thread::T_FRAME,
            crate::vm::threads::thread::T_SP,
            crate::vm::threads::thread::T_PC,
            T_STACK,
            T_HELD,
        ] {
            vm.set(record + word, 0);
        }
    }

    /// Ends a thread's timed wait, moving the clock to its deadline.
    fn fire_timeout(&mut self, tid: u32, how: u64) {
        let record = layout::thread(tid);
        let deadline = self.vm.get(record + T_DEADLINE);
        if how == W_TIMEOUT {
            let now = self.vm.get(layout::G_CLOCK).max(deadline);
            self.vm.set(layout::G_CLOCK, now);
        }
        self.vm.set(record + T_DEADLINE, 0);
        self.vm.set(record + T_WAKE, how);
        if matches!(self.status(tid), S_WAITING | S_PARKED | S_SLEEPING) {
            self.vm.wake(tid, how);
        }
    }

    /// Zeroes what lies above the stack pointers, so that equal states have equal words.
    fn clean_stacks(&mut self) {
        let sp_of = |vm: &Vm, tid: u32| vm.get(layout::thread(tid) + crate::vm::threads::thread::T_SP) as u32;
        if self.vm.arena.is_gathered() {
            // They were cleaned for the fingerprint.
            return;
        }
        if self.vm.arena.is_tracking() {
            let mut pages = std::mem::take(&mut self.pages);
            let written = |page: u32| Some((page, layout::stack_slot(page)?));
            pages.extend(self.vm.arena.dirty_pages().filter_map(written));
            for (page, slot) in pages.drain(..) {
                let Some(tid) = (self.vm.get(layout::LIVE + slot) as u32).checked_sub(1) else { continue };
                let (from, end) = (page.max(sp_of(&self.vm, tid)), page + PAGE_WORDS as u32);
                if from < end {
                    self.vm.arena.zero_dead(from, end - from);
                }
            }
            self.pages = pages;
            return;
        }
        for tid in self.vm.live_threads() {
            let sp = sp_of(&self.vm, tid);
            let slot = (self.vm.get(layout::thread(tid) + T_STACK) as u32).saturating_sub(1);
            let (base, room) = (layout::stack(slot), layout::stack_room(slot));
            let high = self.vm.arena.high_water(base).min(base + room - 1);
            if high >= sp {
                self.vm.arena.clear(sp, high - sp + 1);
            }
        }
    }

    /// Takes a choice, and lets its thread go on.
    fn advance(&mut self, choice: Choice, budget: u64, observer: Option<&mut dyn Observer>) -> Result<Ran, StepError> {
        let ran = self.advance_unsettled(choice, budget, observer)?;
        Ok(Ran { outcome: self.settle(ran.outcome), ..ran })
    }

    /// The same, without looking whether anything can go on.
    fn advance_unsettled(
        &mut self,
        choice: Choice,
        budget: u64,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Ran, StepError> {
        if !self.outcome.is_running() {
            return Err(StepError::NotPossible(choice));
        }
        self.vm.watch(observer);
        let ran = self.take(choice, budget.max(1));
        self.vm.watch(None);
        self.vm.note_move(Some(choice.thread().0));
        let ran = ran?;
        self.last = choice.thread();
        Ok(Ran { outcome: self.outcome.clone(), ..ran })
    }

    /// Does what a choice says, if it is open.
    fn take(&mut self, choice: Choice, budget: u64) -> Result<Ran, StepError> {
        let tid = choice.thread().0;
        let before = self.vm.steps;
        let can_answer = |stand: &Stand| stand.enabled && can_answer(stand, choice);
        let (can_go_on, sees, can_time_out) = match self.vm.standing().of(tid) {
            Some(stand) => (can_answer(stand), stand.sees, stand.deadline != 0),
            None => (false, false, false),
        };
        self.vm.remember_standing();
        let mut ran = Ran { outcome: Outcome::Running, steps: 1, yielded: false };
        match choice {
            Choice::Timeout(_) if can_time_out => self.fire_timeout(tid, W_TIMEOUT),
            Choice::Spurious(_) if matches!(self.status(tid), S_WAITING | S_PARKED) => {
                self.fire_timeout(tid, W_SPURIOUS)
            }
            Choice::Thread(_) | Choice::Wake { .. } | Choice::Value { .. } if can_go_on => {
                self.vm.chosen_value = match choice {
                    Choice::Value { value, .. } => Some(value),
                    _ => None,
                };
                self.vm.chosen_waiter = match choice {
                    Choice::Wake { waiter, .. } => Some(waiter.0),
                    _ => None,
                };
                self.run_thread(tid, sees, budget)?;
                self.vm.chosen_waiter = None;
                self.vm.chosen_value = None;
                ran.yielded = self.vm.yielded.is_some();
                let left = self.vm.permits + self.vm.yielded.unwrap_or(0);
                ran.steps = (budget - left.min(budget)).max(1);
            }
            _ => return Err(StepError::NotPossible(choice)),
        }
        self.vm.steps = before + ran.steps;
        Ok(ran)
    }

    /// When nothing can go on: the threads that wait for ever. Workers without work, servers without clients, and a main thread that has ended but for
    /// them, wait for no thread: where no other is left that the guest should wait for, it has done all that it will do.
    fn standstill(&self) -> Outcome {
        let is_daemon = |tid: u32| self.vm.get(layout::thread(tid) + T_DAEMON) != 0;
        let threads = self.vm.live_threads().into_iter().filter(|tid| *tid != 0 || self.stage(0) != stage::DESTROY);
        let (idle, stuck): (Vec<u32>, Vec<u32>) = threads.partition(|tid| self.vm.idle_in(*tid).is_some());
        // To wait for the end of a server is to serve.
        let serves = |tid: u32| matches!(self.vm.idle_in(tid), Some((PoolKind::Server, _)));
        let waits_for_server = |tid: &u32| match self.vm.pending_of(*tid).and_then(|pending| pending.blocked) {
            Some(BlockedOn::Join { thread }) => serves(thread.0),
            _ => false,
        };
        let stuck: Vec<u32> = stuck.into_iter().filter(|tid| !waits_for_server(tid)).collect();
        if idle.is_empty() || !stuck.iter().all(|tid| is_daemon(*tid)) {
            return Outcome::Deadlocked { threads: stuck.into_iter().map(ThreadId).collect() };
        }
        for tid in idle.into_iter().filter(|tid| !is_daemon(*tid)) {
            if let Some((kind, pool)) = self.vm.idle_in(tid) {
                self.vm.shared.config.idle_pools.add(ThreadId(tid), || self.vm.idle_pool(kind, pool));
            }
        }
        let died = self.vm.get(layout::thread(0) + T_DEATH) != 0;
        Outcome::Finished { exit_code: i32::from(died) }
    }
}

/// Whether the choice gives a value where, and only where, the thread asks for one.
fn can_answer(stand: &Stand, choice: Choice) -> bool {
    match (stand.pending.as_ref().map(|pending| &pending.op), choice) {
        (Some(Op::Choose { options }), Choice::Value { value, .. }) => value < *options,
        (Some(Op::Choose { .. }), _) | (_, Choice::Value { .. }) => false,
        _ => true,
    }
}

impl Machine for Jvm {
    type Snapshot = Snapshot;

    fn threads(&self) -> Vec<ThreadInfo> {
        let info = |tid: u32| {
            let timed = self.vm.get(layout::thread(tid) + T_DEADLINE) != 0;
            let status = match self.status(tid) {
                S_TERMINATED => ThreadStatus::Terminated,
                S_WAITING | S_PARKED | S_SLEEPING if timed => ThreadStatus::TimedWaiting,
                S_WAITING | S_PARKED | S_SLEEPING => ThreadStatus::Waiting,
                _ => match self.vm.pending_of(tid).and_then(|p| p.blocked) {
                    None => ThreadStatus::Runnable,
                    Some(BlockedOn::Lock { .. } | BlockedOn::Initialise { .. }) => ThreadStatus::Blocked,
                    Some(_) if timed => ThreadStatus::TimedWaiting,
                    Some(_) => ThreadStatus::Waiting,
                },
            };
            let daemon = self.vm.get(layout::thread(tid) + T_DAEMON) != 0;
            ThreadInfo { id: ThreadId(tid), name: self.vm.thread_name(ThreadId(tid)), status, daemon }
        };
        self.vm.thread_ids().into_iter().map(info).collect()
    }

    fn live(&self, out: &mut Vec<ThreadId>) {
        out.clear();
        out.extend(self.vm.standing().live().iter().copied().map(ThreadId));
    }

    #[inline]
    fn uncaught(&self, thread: ThreadId) -> Option<Uncaught> {
        let death = self.vm.get(layout::thread(thread.0) + T_DEATH);
        let exception = death as Ref;
        // Asked behind each step, and hardly ever with more to say.
        if exception == 0 && self.outcome.is_running() {
            return None;
        }
        // Whether a test fails says its engine, whatever handlers for exceptions the program has.
        let failed = self.vm.failure_of_test(thread);
        let handled = if failed.is_some() { OF_GAP } else { HANDLED | OF_GAP };
        if exception == 0 || death & handled != 0 {
            return self.failed_exit(thread);
        }
        let site = |(method, pc): (crate::vm::classes::class::MethodRef, u32)| self.vm.source(site_id(method.id, pc));
        let stack = self.vm.backtrace(exception).into_iter().map(site).collect();
        let message = failed.as_ref().and_then(|_| self.vm.message_of_failure());
        let message = message.unwrap_or_else(|| self.vm.describe_exception(exception));
        Some(Uncaught { message, stack, failed })
    }

    fn pending(&self, thread: ThreadId) -> Option<Pending> {
        self.vm.standing().of(thread.0).and_then(|stand| stand.pending.clone())
    }

    fn pending_again(&self, thread: ThreadId, known: &mut Pending) -> bool {
        let standing = self.vm.standing();
        let Some(pending) = standing.of(thread.0).and_then(|stand| stand.pending.as_ref()) else { return false };
        if pending == known {
            return false;
        }
        let differs = pending.op != known.op;
        known.clone_from(pending);
        differs
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        out.clear();
        if !self.outcome.is_running() {
            return;
        }
        let standing = self.vm.standing();
        // Where each can go on in one way only, what they will do need not be looked at.
        let (plain, open) =
            if standing.has_open() { (&[][..], standing.enabled()) } else { (standing.enabled(), &[][..]) };
        out.extend(plain.iter().map(|tid| Choice::Thread(ThreadId(*tid))));
        for tid in open {
            let thread = ThreadId(*tid);
            let pending = standing.of(*tid).and_then(|stand| stand.pending.as_ref());
            let waiters = match pending.map(|pending| &pending.op) {
                Some(Op::Choose { options }) => {
                    out.extend((0..*options).map(|value| Choice::Value { thread, value }));
                    continue;
                }
                // A monitor's `notify` wakes any waiter; a condition's `signal` the one that has waited longest.
                Some(Op::Notify { lock, condition, all: false }) if lock == condition => {
                    standing.waiters(&self.vm.arena, condition.object.0)
                }
                _ => Vec::new(),
            };
            if waiters.len() < 2 {
                out.push(Choice::Thread(thread));
            } else {
                out.extend(waiters.into_iter().map(|w| Choice::Wake { notifier: thread, waiter: ThreadId(w) }));
            }
        }
        out.extend(standing.timed().map(|tid| Choice::Timeout(ThreadId(tid))));
        out.extend(self.spurious(&standing).map(|tid| Choice::Spurious(ThreadId(tid))));
    }

    fn is_open(&self, choice: Choice) -> bool {
        if !self.outcome.is_running() {
            return false;
        }
        let standing = self.vm.standing();
        let Some(stand) = standing.of(choice.thread().0) else { return false };
        let waiters = || match stand.pending.as_ref().map(|pending| &pending.op) {
            Some(Op::Notify { lock, condition, all: false }) if lock == condition => {
                standing.waiters(&self.vm.arena, condition.object.0)
            }
            _ => Vec::new(),
        };
        match choice {
            Choice::Timeout(_) => stand.deadline != 0,
            Choice::Spurious(thread) => {
                self.vm.shared.config.spurious && matches!(self.status(thread.0), S_WAITING | S_PARKED)
            }
            Choice::Thread(_) => stand.enabled && can_answer(stand, choice) && waiters().len() < 2,
            Choice::Value { .. } => stand.enabled && can_answer(stand, choice),
            Choice::Wake { waiter, .. } => {
                let waiters = waiters();
                stand.enabled && waiters.len() > 1 && waiters.contains(&waiter.0)
            }
        }
    }

    fn blocked(&self, out: &mut Vec<(ThreadId, BlockedOn)>) {
        let standing = self.vm.standing();
        let why = |tid: &u32| Some((ThreadId(*tid), standing.of(*tid)?.pending.as_ref()?.blocked?));
        out.clear();
        out.extend(standing.live().iter().filter_map(why));
    }

    fn step(&mut self, choice: Choice, observer: Option<&mut dyn Observer>) -> Result<Outcome, StepError> {
        self.run(choice, 1, observer).map(|ran| ran.outcome)
    }

    fn run(&mut self, choice: Choice, budget: u64, mut observer: Option<&mut dyn Observer>) -> Result<Ran, StepError> {
        let (mut choice, mut made) = (choice, 0);
        while let Some(begun) = self.begin(choice, observer.as_mut().map(|observer| &mut **observer as _)) {
            let ran = begun?;
            made += ran.steps;
            choice = Choice::Thread(choice.thread());
            if made >= budget || ran.yielded || !self.is_open(choice) {
                return Ok(Ran { steps: made, ..ran });
            }
        }
        let ran = self.advance(choice, budget - made, observer)?;
        Ok(Ran { steps: made + ran.steps, ..ran })
    }

    fn run_unsettled(&mut self, choice: Choice, observer: Option<&mut dyn Observer>) -> Result<Ran, StepError> {
        // Whether a thread dies of the guest's end depends on how that ends, where something is expected of it.
        if !self.vm.multi || self.vm.shared.config.expect != Expectation::default() {
            return self.run(choice, 1, observer);
        }
        self.advance_unsettled(choice, 1, observer)
    }

    fn settle(&mut self, _: Outcome) -> Outcome {
        if self.outcome.is_running() && !self.can_go_on() {
            self.outcome = self.standstill();
        }
        self.outcome.clone()
    }

    fn snapshot(&mut self) -> Snapshot {
        self.clean_stacks();
        let node = self.vm.arena.commit().expect("the dirty map is small");
        let (host, outcome, progress) = (self.vm.host.save(), self.outcome.clone(), (self.vm.events, self.vm.steps));
        Snapshot { node, host, heap_used: self.vm.heap_used, outcome, last: self.last, progress }
    }

    fn size(snapshot: &Snapshot) -> usize {
        snapshot.size()
    }

    fn unsaved(&self) -> usize {
        self.vm.arena.rewritten_bytes()
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        self.vm.arena.restore(&snapshot.node);
        self.vm.host.restore(&snapshot.host);
        self.vm.heap_used = snapshot.heap_used;
        (self.outcome, self.last) = (snapshot.outcome.clone(), snapshot.last);
        (self.vm.events, self.vm.steps) = snapshot.progress;
        // The registers belong to the state that was left.
        self.vm.switch_to(self.vm.tid);
        self.vm.note_move(None);
        self.vm.restore_standing(&snapshot.node);
    }

    fn fingerprint(&mut self) -> Fingerprint {
        if !self.vm.arena.is_tracking() {
            self.keep_states().expect("the dirty map is small");
        }
        self.clean_stacks();
        self.vm.arena.commit_if_much().expect("the dirty map is small");
        Fingerprint(self.vm.arena.hash().unwrap_or_default())
    }

    fn delay(&self, thread: ThreadId) -> Option<Duration> {
        let deadline = self.vm.get(layout::thread(thread.0) + T_DEADLINE);
        (deadline != 0).then(|| Duration::from_nanos(deadline.saturating_sub(self.vm.get(layout::G_CLOCK))))
    }

    fn may_reach(&self, thread: ThreadId, sites: &[SiteId]) -> bool {
        self.vm.may_reach(thread.0, sites)
    }

    fn same_line(&self, site: SiteId) -> Vec<SiteId> {
        let place = self.vm.source(site);
        let at = |index: u32| site_id(site_method(site), index);
        let mut sites = vec![site];
        if place.line.is_some() {
            let has_line = |index: &u32| self.vm.source(at(*index)).line.is_some();
            let on_line = |index: &u32| *index != site_index(site) && self.vm.source(at(*index)) == place;
            sites.extend((0..).take_while(has_line).filter(on_line).map(at));
        }
        sites
    }

    fn output(&self) -> Option<Vec<u8>> {
        Some(self.vm.host.output().text(Stream::Out))
    }

    fn compares_ends(&self) -> bool {
        self.vm.shared.config.expect.output.is_some()
    }

    fn starts_unseen(&self) -> bool {
        true
    }

    fn are_interchangeable(&mut self, one: ThreadId, other: ThreadId) -> bool {
        self.may_change_places(one.0, other.0)
    }

    fn tells_threads_apart(&self) -> bool {
        self.vm.shared.alike.are_told_apart()
    }

    fn owner_among_alike(&self, object: ObjectId) -> Option<ThreadId> {
        self.vm.shared.alike.owner(object.0).map(ThreadId)
    }

    fn blind_spots(&self) -> Vec<String> {
        self.vm.shared.config.blind_spots.names()
    }

    fn context(&self) -> &dyn Context {
        &self.vm
    }
}
