//! `java.util.concurrent` synchronisers as single operations.
//!
//! Inside, `lock()` is a dance of compare-and-set loops, queue nodes and parking. To a search that is noise, and to an
//! analysis it hides that a lock was taken. So the methods listed in the tables below begin with an instruction of ours
//! (`ATOMIC`, put there by the decoder), where a thread stands until its operation is possible. Then it runs **the library's
//! own bytecode** to the end without a switch: a `lock()` whose lock is free takes it on its first compare-and-set, and all
//! fields are as they would be in any JVM. No thread ever queues inside the library.
//!
//! What a call is about to do is a [`Plan`]: a function of the state, made by a `fn(&Vm, &[u64]) -> Option<Plan>` per method
//! and read both for the pending operation and by the thread that goes ahead. `None` means that the method
//! is not modelled in this state (a user's own `AbstractQueuedSynchronizer`, arguments that will be refused …): its code
//! then runs with all its visible operations.
//!
//! Three rules that are not obvious:
//! - **Giving a lock back is a place to stop**, unlike leaving a monitor. A monitor can only be waited for, so no thread can tell
//!   *when* within a step it was left; a `tryLock` can fail because its owner has published something but not unlocked yet.
//! - **Looking at a lock is a try that takes nothing.** `isLocked`, `validate`, `getQueueLength` show as `TryAcquire` that
//!   did not acquire (`SemaphoreAcquire` of no permits, `LatchAwait`), so that a reduction sees that they depend on the lock.
//! - **A call that stops midway is no longer atomic.** Nothing in a modelled call can block, and no guest code runs in one;
//!   should it happen all the same (the initialiser of a class, a monitor held outside), [`Vm::leave_atomic`] turns the rest
//!   of the call into ordinary code. The library's code is complete in itself, so this costs steps and nothing else.
//!
//! **Pools, tasks and blocking queues** (`thread_pool.rs`, `pool_worker.rs`, `future_task.rs`, `blocking_queue.rs`) are modelled only where states are kept: a
//! plain `run` takes the library's steps. Their operations may last longer than the call that begins them ([`Plan::with_caller`]), and
//! end early, before code that is not the library's (`cuts.rs`). `ConcurrentHashMap` and `ConcurrentLinkedQueue` are, too: their operations are
//! one step each, of which all parts show (`told.rs`); and so are places where threads meet and park in the midst of an operation (`meeting.rs`), and
//! fork/join pools (`fork_join.rs`), of which operations may also begin in the midst of a method. Whatever is not modelled any more is *given up*, for good (`given_up.rs`).
//!
//! What this can miss: the queue of an unfair `ReentrantLock`, `Semaphore` or `StampedLock` is not modelled (a thread that finds it
//! free may take it), so a thread that asks an unfair semaphore for many permits never holds up one that asks for few, as
//! the JDK's queue would make it do. Queries of queues depend on where other threads stand, which no reduction knows of.
//! A thread that is woken in the library late may be left with a permit that it did not ask for, so that a `park` of its own ends at once; here none is (`--spurious`
//! lets parks end for no reason). Other collections are not made atomic, because they are not (`ConcurrentLinkedDeque`), or because they are small enough as they are.

mod aqs;
mod blocking_queue;
mod bookkeeping;
mod completable_future;
mod concurrent_map;
mod condition;
mod cuts;
mod fork_join;
mod future_task;
mod gate;
mod given_up;
mod interrupted;
mod latch;
mod linked_queue;
mod meeting;
mod parking;
mod plan;
mod pool_worker;
mod print_stream;
mod queue;
mod random;
mod read_write_lock;
mod reentrant_lock;
mod semaphore;
mod stamped_lock;
mod thread_pool;
mod told;

use std::sync::LazyLock;

use deadheat_machine::States;
use rustc_hash::FxHashMap;

use crate::vm::classes::class::MethodRef;
use crate::vm::exec::interp::Stop;
use crate::vm::memory::layout;
use crate::vm::threads::thread::{F_ATOMIC, T_ATOMIC, W_INTERRUPTED};
use crate::vm::{Vm, VmResult};
pub use cuts::{Cut, cuts};
pub use fork_join::ForkJoin;
use given_up::GIVEN_UP;
use plan::{Act, Plan};
pub use semaphore::permits;

/// Makes the plan of a call, for the thread that is asked about; none when it is ordinary code.
type PlanFn = fn(&Vm, &[u64]) -> Option<Plan>;

/// A library method that is one visible operation.
pub struct AtomicCall {
    class: &'static str,
    name: &'static str,
    /// Empty for every overload.
    descriptor: &'static str,
    plan: PlanFn,
    /// Remembers something about the arguments, whatever the mode.
    note: Option<fn(&mut Vm, &[u64])>,
    /// Whether it is no part of the operation that it is called in: that ends here.
    apart: fn(&Vm) -> bool,
    /// It has its plan inside of other operations, too.
    always: bool,
    /// A thread may park in its midst: the operation ends there, and what follows is another one (`meeting.rs`).
    parks: bool,
}

impl AtomicCall {
    const fn apart(self) -> AtomicCall {
        self.apart_if(|_| true)
    }

    const fn apart_if(mut self, apart: fn(&Vm) -> bool) -> AtomicCall {
        self.apart = apart;
        self
    }

    const fn always(mut self) -> AtomicCall {
        self.always = true;
        self
    }

    const fn parks(mut self) -> AtomicCall {
        self.parks = true;
        self
    }
}

/// How an atomic call goes on.
pub enum Begun {
    /// With the method's own code.
    Body,
    /// It is done, with this result.
    Return(u64),
    /// Not now.
    Stop(Stop),
}

/// A row of a table.
const fn call(class: &'static str, name: &'static str, descriptor: &'static str, plan: PlanFn) -> AtomicCall {
    AtomicCall { class, name, descriptor, plan, note: None, apart: |_| false, always: false, parks: false }
}

/// A method whose arguments are worth remembering, and no operation of its own.
pub(super) const fn note(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    note: fn(&mut Vm, &[u64]),
) -> AtomicCall {
    AtomicCall { note: Some(note), ..call(class, name, descriptor, |_, _| None) }
}

static ALL: &[&[AtomicCall]] = &[
    reentrant_lock::CALLS,
    read_write_lock::CALLS,
    stamped_lock::CALLS,
    condition::CALLS,
    semaphore::CALLS,
    latch::CALLS,
    print_stream::CALLS,
    bookkeeping::CALLS,
    crate::vm::alike::CALLS,
    random::CALLS,
    future_task::CALLS,
    thread_pool::CALLS,
    pool_worker::CALLS,
    blocking_queue::CALLS,
    &blocking_queue::LINKED_CALLS,
    &blocking_queue::ARRAY_CALLS,
    completable_future::CALLS,
    fork_join::CALLS,
    concurrent_map::CALLS,
    linked_queue::CALLS,
    meeting::CALLS,
    parking::CALLS,
];

static TABLE: LazyLock<FxHashMap<(&'static str, &'static str), Vec<&'static AtomicCall>>> = LazyLock::new(|| {
    let mut table: FxHashMap<_, Vec<&'static AtomicCall>> = FxHashMap::default();
    for call in ALL.iter().copied().flatten() {
        table.entry((call.class, call.name)).or_default().push(call);
    }
    table
});

/// The atomic call that a method of the JDK is, if it is one.
pub fn find(class: &str, name: &str, descriptor: &str, access: u16) -> Option<&'static AtomicCall> {
    let fits = |call: &&AtomicCall| call.descriptor.is_empty() || call.descriptor == descriptor;
    let listed = TABLE.get(&(class, name)).and_then(|list| list.iter().copied().find(fits));
    let others = [
        thread_pool::other,
        fork_join::other,
        blocking_queue::other,
        concurrent_map::other,
        linked_queue::other,
        meeting::other,
    ];
    listed.or_else(|| others.into_iter().find_map(|other| other(class, name, access)))
}

/// What a thread that stands before an atomic call will do.
pub fn pending(vm: &Vm, call: &AtomicCall, args: &[u64]) -> Option<crate::vm::natives::Seen> {
    (call.plan)(vm, args)?.seen
}

/// What a thread that stands before the beginning of an operation in the midst of a method will do.
pub fn pending_section(vm: &Vm) -> Option<crate::vm::natives::Seen> {
    fork_join::pending_section(vm)
}

/// Whether a thread that stands before an atomic call has to wait, until it is interrupted.
pub fn waits_interruptibly(vm: &Vm, call: &AtomicCall, args: &[u64]) -> bool {
    (call.plan)(vm, args).is_some_and(|plan| plan.interruptible)
}

/// Arguments of the widest method in the tables.
const MAX_ARGS: usize = 8;

/// Calls and backward jumps that an atomic call may make on top of what its step has left.
const ATOMIC_FUEL: u64 = 1 << 16;

impl Vm {
    /// At the first instruction of an atomic call, with registers spilled.
    pub(crate) fn begin_atomic(&mut self, method: MethodRef) -> VmResult<Begun> {
        let Some(call) = method.atomic else { return Ok(Begun::Body) };
        let mut buffer = [0; MAX_ARGS];
        let count = (method.args as usize).min(MAX_ARGS);
        let locals = self.frame_locals(self.frame);
        for (at, arg) in (locals..).zip(&mut buffer[..count]) {
            *arg = self.get(at);
        }
        let args = &buffer[..count];
        if let Some(note) = call.note {
            note(self, args);
        }
        if self.loose {
            self.break_off_atomic();
        }
        if self.thread_word(T_ATOMIC) != 0 {
            if (call.apart)(self) {
                self.leave_atomic();
            } else if !call.always {
                // Part of another operation.
                return Ok(Begun::Body);
            }
        }
        let Some(plan) = (call.plan)(self, args) else { return Ok(Begun::Body) };
        match plan.act {
            Act::Choose(options) => return Ok(self.choose(options)),
            Act::Notice => return Ok(self.notice_interrupt()),
            Act::Pick(options) => return Ok(self.pick_queue(options)),
            _ => {}
        }
        let visible = self.multi && self.is_shared(plan.subject);
        if let Act::Surrender(word) = plan.act
            && !visible
        {
            self.set(word, GIVEN_UP);
            return self.begin_atomic(method);
        }
        if plan.seen.as_ref().is_some_and(|seen| seen.blocked.is_some()) {
            return Ok(Begun::Stop(Stop::Blocked));
        }
        if visible && self.switching && plan.stops && plan.seen.is_some() {
            if self.permits == 0 {
                return Ok(Begun::Stop(Stop::Pending));
            }
            self.take_permit();
        }
        for deed in plan.deeds.into_iter().flatten() {
            self.enter_in_books(&deed);
            if visible && self.observing {
                self.emit(deed.event);
            }
        }
        let frame = if plan.with_caller { self.caller(self.frame).0 } else { self.frame };
        let begun = self.act(plan.act, args, visible.then_some(frame))?;
        if plan.with_caller && visible && matches!(begun, Begun::Return(_)) && self.thread_word(T_ATOMIC) == 0 {
            self.enter_atomic(frame);
        }
        Ok(begun)
    }

    /// `visible`: the frame that an operation which others can notice lasts as long as.
    fn act(&mut self, act: Act, args: &[u64], visible: Option<u32>) -> VmResult<Begun> {
        match act {
            Act::Body => {
                self.leave_queue();
                if let Some(frame) = visible {
                    self.enter_atomic(frame);
                }
                Ok(Begun::Body)
            }
            Act::Steps(cleared) => {
                self.leave_queue();
                if let Some(word) = cleared {
                    self.set(word, GIVEN_UP);
                }
                Ok(Begun::Body)
            }
            Act::Surrender(word) => {
                self.set(word, GIVEN_UP);
                Ok(Begun::Stop(Stop::Blocked))
            }
            Act::Again(phase) => {
                self.take_interrupt();
                self.leave_queue();
                self.set_phase(phase);
                Ok(Begun::Stop(Stop::Blocked))
            }
            Act::Leave => {
                self.leave_atomic();
                Ok(Begun::Body)
            }
            Act::Last => {
                self.leave_atomic();
                self.enter_atomic(self.frame);
                Ok(Begun::Body)
            }
            Act::Told => {
                if let Some(frame) = visible {
                    self.enter_told(frame);
                }
                Ok(Begun::Body)
            }
            Act::GoOn => {
                self.go_on(visible.is_some());
                Ok(Begun::Return(0))
            }
            Act::ReturnTold => {
                self.leave_queue();
                if let Some(frame) = visible {
                    self.enter_told(frame);
                }
                Ok(Begun::Return(0))
            }
            Act::Look(phase) => {
                self.set_phase(phase);
                Ok(Begun::Stop(Stop::Blocked))
            }
            Act::Pick(options) => Ok(self.pick_queue(options)),
            Act::Begin(chosen) => {
                self.leave_queue();
                self.begin_scan(chosen);
                if let Some(frame) = visible {
                    self.enter_told(frame);
                }
                Ok(Begun::Body)
            }
            Act::QueueUntil(place) => {
                self.join_queue(&place);
                self.forget_deadline();
                Ok(Begun::Stop(Stop::Blocked))
            }
            Act::Hush => {
                (self.switching, self.telling) = (false, false);
                Ok(Begun::Body)
            }
            Act::GiveUpForkJoin => {
                self.set(layout::G_FORK_JOIN_STEPS, GIVEN_UP);
                Ok(Begun::Body)
            }
            Act::BreakOff => {
                self.break_off_atomic();
                Ok(Begun::Body)
            }
            Act::BodyUnheeding => {
                self.leave_queue();
                self.enter_unheeding();
                Ok(Begun::Body)
            }
            Act::Return(value) => {
                self.leave_queue();
                Ok(Begun::Return(value))
            }
            Act::Queue(place) => {
                self.join_queue(&place);
                Ok(Begun::Stop(Stop::Blocked))
            }
            Act::Wait(wait) => {
                self.begin_await(&wait);
                Ok(Begun::Stop(Stop::Blocked))
            }
            Act::LeaveWait => {
                self.wake(self.tid, W_INTERRUPTED);
                Ok(Begun::Stop(Stop::Blocked))
            }
            Act::Wake(wake) => self.end_await(&wake).map(Begun::Return),
            Act::Signal(signal) => {
                self.signal(&signal);
                Ok(Begun::Return(0))
            }
            Act::Answer(answer) => answer(self, args).map(Begun::Return),
            Act::Choose(options) => Ok(self.choose(options)),
            Act::Notice => Ok(self.notice_interrupt()),
        }
    }

    /// The top frame is to run without switches, unless it is part of such a call already.
    pub(crate) fn try_enter_atomic(&mut self) {
        if self.multi && self.thread_word(T_ATOMIC) == 0 {
            self.enter_atomic(self.frame);
        }
    }

    /// Whether pools and tasks of the library are single operations: where states are kept, which is where that matters.
    pub(crate) fn models_pools(&self) -> bool {
        let config = &self.shared.config;
        (config.states == States::Kept || self.arena.is_tracking()) && !config.library_steps
    }

    /// From now on, until this frame of its ends, the running thread does not stop.
    pub(crate) fn enter_atomic(&mut self, frame: u32) {
        let word = self.get(frame + 1);
        self.set(frame + 1, word | F_ATOMIC << 32);
        self.set_thread_word(T_ATOMIC, u64::from(frame) + 1);
        self.switching = false;
        // A cut in the middle would end the call's atomicity.
        self.fuel = self.fuel.max(ATOMIC_FUEL.saturating_sub(self.fuel_rest));
    }

    /// An atomic call has returned or thrown.
    pub(crate) fn end_atomic(&mut self) {
        self.set_thread_word(T_ATOMIC, 0);
        self.heed_again();
        self.switching = self.multi;
        (self.telling, self.loose) = (false, false);
    }

    /// The running thread has stopped inside an atomic call, if it is in one: the rest of the call is ordinary code.
    pub(crate) fn leave_atomic(&mut self) {
        if let Some(frame) = (self.thread_word(T_ATOMIC) as u32).checked_sub(1) {
            let word = self.get(frame + 1);
            self.set(frame + 1, word & !(F_ATOMIC << 32));
            self.end_atomic();
        }
    }
}
