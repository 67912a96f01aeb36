//! The conditions of `ReentrantLock` and of a write lock: waiting as in `Object.wait`, on a lock of the library.
//!
//! A thread that waits has given its lock back in full (`T_SAVED_COUNT` keeps the synchroniser's state), and stands in the
//! wait set of the condition object (`T_WAIT_ON`, in the order of `T_TICKET`). Unlike `notify`, `signal` wakes the thread that
//! has waited longest: `ReentrantLock.newCondition` promises it. Conditions of a guest's own synchronisers run the
//! library's code.
//!
//! What this leaves out: the library tells a `ForkJoinPool` when one of its workers waits here, so that it may start another;
//! we don't, and a pool whose workers all wait for tasks in its queue stands still where the JDK's might not.

use deadheat_event::LockMode::Exclusive;
use deadheat_event::{BlockedOn, Done, LockMode, ThreadId};

use super::plan::{Acquirable, Act, Patience, Plan};
use super::queue::{self, Admission, QueueEntry, QueuePolicy};
use super::{AtomicCall, aqs, call, read_write_lock};
use crate::vm::memory::layout::{self, Ref};
use crate::vm::natives::wake_reason;
use crate::vm::threads::thread::{
    S_RUNNABLE, S_WAITING, T_DEADLINE, T_DEAF, T_SAVED_COUNT, T_STATUS, T_TICKET, T_WAIT_ON, T_WAKE, W_INTERRUPTED,
    W_NONE, W_TIMEOUT,
};
use crate::vm::threads::visible::synchroniser;
use crate::vm::{Vm, VmResult, raise};

const CONDITION: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";

pub(super) static CALLS: &[AtomicCall] = &[
    call(CONDITION, "await", "()V", |vm, args| wait(vm, args, Patience::Interruptible, Answer::Nothing)),
    call(CONDITION, "awaitUninterruptibly", "()V", |vm, args| wait(vm, args, Patience::Endless, Answer::Nothing)),
    call(CONDITION, "awaitNanos", "(J)J", |vm, args| {
        wait(vm, args, Patience::Nanos(args[1] as i64), Answer::NanosLeft)
    }),
    call(CONDITION, "await", "(JLjava/util/concurrent/TimeUnit;)Z", |vm, args| {
        wait(vm, args, Patience::Nanos(aqs::nanos(vm, args[1], args[2])?), Answer::InTime)
    }),
    call(CONDITION, "awaitUntil", "(Ljava/util/Date;)Z", |vm, args| {
        wait(vm, args, Patience::Nanos(until(vm, args[1] as Ref)?), Answer::InTime)
    }),
    call(CONDITION, "signal", "()V", |vm, args| signal(vm, args, false)),
    call(CONDITION, "signalAll", "()V", |vm, args| signal(vm, args, true)),
    call(CONDITION, "hasWaiters", "", |vm, args| {
        question(vm, args, |vm, args| Ok(u64::from(!vm.waiters(args[0] as Ref).is_empty())))
    }),
    call(CONDITION, "getWaitQueueLength", "", |vm, args| {
        question(vm, args, |vm, args| Ok(vm.waiters(args[0] as Ref).len() as u64))
    }),
    call(CONDITION, "getWaitingThreads", "", |vm, args| {
        question(vm, args, |vm, args| {
            let threads = vm.waiters(args[0] as Ref);
            vm.list_of_threads(&threads)
        })
    }),
];

/// What a wait answers.
#[derive(Clone, Copy)]
pub enum Answer {
    /// Nothing.
    Nothing,
    /// Whether time was left.
    InTime,
    /// How much.
    NanosLeft,
}

/// A wait that begins.
pub struct Wait {
    sync: Ref,
    lock: Ref,
    condition: Ref,
    patience: Patience,
}

/// A wait that ends.
pub struct Wake {
    sync: Ref,
    lock: Ref,
    answer: Answer,
}

/// A signal.
pub struct Signal {
    sync: Ref,
    condition: Ref,
    all: bool,
}

/// The synchroniser of a condition, if it is one of the library's locks.
fn sync_of(vm: &Vm, condition: Ref) -> Option<Ref> {
    let sync = vm.ref_field(condition, vm.known.condition_sync);
    let class = vm.class_of(sync);
    let modelled = class.is_subclass_of(vm.known.reentrant_sync()) || class.is_subclass_of(vm.known.read_write_sync());
    modelled.then_some(sync)
}

/// The synchroniser, if thread `tid` owns it and no thread waits in the library itself. Otherwise the method's own code is right,
/// and will complain if there is cause.
fn owned_sync(vm: &Vm, condition: Ref, tid: u32) -> Option<Ref> {
    let sync = sync_of(vm, condition)?;
    let ours = aqs::is_ours(vm, sync) && vm.ref_field(condition, vm.known.condition_first) == 0;
    (ours && aqs::is_owner(vm, sync, tid)).then_some(sync)
}

fn policy(vm: &Vm, sync: Ref) -> QueuePolicy {
    let read_write = vm.class_of(sync).is_subclass_of(vm.known.read_write_sync());
    if read_write { read_write_lock::policy(vm, sync) } else { aqs::policy(vm, sync) }
}

/// Nanoseconds until a date.
fn until(vm: &Vm, date: Ref) -> Option<i64> {
    let millis = if date == 0 { return None } else { vm.field(date, vm.known.date_time) as i64 };
    Some(millis.saturating_sub(vm.current_millis()).saturating_mul(1_000_000))
}

fn wait(vm: &Vm, args: &[u64], patience: Patience, answer: Answer) -> Option<Plan> {
    let condition = args[0] as Ref;
    let tid = vm.asked_thread();
    if vm.asked_phase() != 0 {
        return wake(vm, condition, tid, answer);
    }
    let sync = owned_sync(vm, condition, tid)?;
    if patience != Patience::Endless && vm.is_interrupted(tid) {
        return Some(Plan::visible(sync, Done::Interrupted, Act::Body));
    }
    let id = aqs::facade(vm, sync);
    let timed = matches!(patience, Patience::Nanos(_));
    let kind = Done::Wait { lock: synchroniser(id), condition: synchroniser(condition), timed };
    Some(Plan::visible(sync, kind, Act::Wait(Wait { sync, lock: id, condition, patience })))
}

fn wake(vm: &Vm, condition: Ref, tid: u32, answer: Answer) -> Option<Plan> {
    let sync = sync_of(vm, condition)?;
    let id = aqs::facade(vm, sync);
    let record = layout::thread(tid);
    if vm.leaves_wait(tid) {
        let kind = Done::LeaveWait { lock: synchroniser(id), condition: synchroniser(condition) };
        return Some(Plan::visible(sync, kind, Act::LeaveWait));
    }
    let how = wake_reason(vm.get(record + T_WAKE));
    let kind = Done::Wake { lock: synchroniser(id), condition: synchroniser(condition), how };
    let mut plan = Plan::visible(sync, kind, Act::Wake(Wake { sync, lock: id, answer }));
    let blocked = if vm.get(record + T_STATUS) == S_WAITING {
        Some(BlockedOn::Notify { lock: synchroniser(id), condition: synchroniser(condition) })
    } else {
        let policy = policy(vm, sync);
        match queue::admission(vm, sync, tid, aqs::state(vm, sync) == 0, policy, Exclusive) {
            Admission::Now => None,
            Admission::Wait => {
                let owner = aqs::owner(vm, sync).map(ThreadId);
                Some(BlockedOn::Lock { lock: synchroniser(id), owner, interruptible: false })
            }
            Admission::Arrive => {
                let entry = QueueEntry { subject: sync, policy, mode: Exclusive, nanos: None };
                let wanted = Acquirable::Lock { lock: id, mode: LockMode::Exclusive, again: false };
                return Some(wanted.arrival(entry));
            }
        }
    };
    if let Some(seen) = &mut plan.seen {
        seen.blocked = blocked;
    }
    Some(plan)
}

fn signal(vm: &Vm, args: &[u64], all: bool) -> Option<Plan> {
    let condition = args[0] as Ref;
    let sync = owned_sync(vm, condition, vm.asked_thread())?;
    // Whom it will wake matters when it is done.
    let mut woken: Vec<ThreadId> =
        if vm.is_asked() { Vec::new() } else { vm.waiters(condition).into_iter().map(ThreadId).collect() };
    if !all {
        woken.truncate(1);
    }
    let kind =
        Done::Notify { lock: synchroniser(aqs::facade(vm, sync)), condition: synchroniser(condition), all, woken };
    Some(Plan::visible(sync, kind, Act::Signal(Signal { sync, condition, all })))
}

/// A question about the waiters, which only the owner of the lock may ask.
fn question(vm: &Vm, args: &[u64], answer: fn(&mut Vm, &[u64]) -> VmResult<u64>) -> Option<Plan> {
    let sync = owned_sync(vm, args[0] as Ref, vm.asked_thread())?;
    Some(Plan::hidden(sync, Act::Answer(answer)))
}

impl Vm {
    /// Gives the lock back and begins to wait.
    pub(super) fn begin_await(&mut self, wait: &Wait) {
        let last = self.waiters(wait.condition).last().map_or(0, |last| self.get(layout::thread(*last) + T_TICKET));
        let saved = self.field(wait.sync, self.known.aqs_state);
        self.set(wait.sync + self.known.aqs_state, 0);
        self.set(wait.sync + self.known.aqs_owner, 0);
        self.unhold(synchroniser(wait.lock), Exclusive);
        self.set_thread_word(T_SAVED_COUNT, saved);
        self.set_thread_word(T_WAIT_ON, u64::from(wait.condition));
        self.set_thread_word(T_TICKET, last + 1);
        self.set_thread_word(T_WAKE, W_NONE);
        self.set_thread_word(T_DEAF, u64::from(wait.patience == Patience::Endless));
        let nanos = if let Patience::Nanos(nanos) = wait.patience { Some(nanos) } else { None };
        self.set_deadline(nanos.unwrap_or(0), nanos.is_some());
        self.set_thread_word(T_STATUS, S_WAITING);
        self.set_phase(1);
    }

    /// Takes the lock again as it was, and answers how the wait ended.
    pub(super) fn end_await(&mut self, wake: &Wake) -> VmResult<u64> {
        let saved = self.thread_word(T_SAVED_COUNT);
        let me = self.current_thread();
        self.set(wake.sync + self.known.aqs_state, saved);
        self.set_ref_field(wake.sync, self.known.aqs_owner, me);
        self.hold(synchroniser(wake.lock), Exclusive);
        let how = self.thread_word(T_WAKE);
        let left = self.thread_word(T_DEADLINE).saturating_sub(self.get(layout::G_CLOCK));
        self.leave_line();
        for word in [T_SAVED_COUNT, T_WAKE, T_DEADLINE, T_DEAF] {
            self.set_thread_word(word, 0);
        }
        if how == W_INTERRUPTED {
            self.take_interrupt();
            return raise("java/lang/InterruptedException", "");
        }
        Ok(match wake.answer {
            Answer::Nothing => 0,
            Answer::InTime => u64::from(how != W_TIMEOUT),
            Answer::NanosLeft if how == W_TIMEOUT => 0,
            Answer::NanosLeft => left,
        })
    }

    /// Wakes the longest waiter, or all; where a line is kept for the lock, they stand in it from now on.
    pub(super) fn signal(&mut self, signal: &Signal) {
        let mut woken = self.waiters(signal.condition);
        if !signal.all {
            woken.truncate(1);
        }
        let keeps_line = policy(self, signal.sync) != QueuePolicy::Any;
        for tid in woken {
            self.wake(tid, crate::vm::threads::thread::W_NOTIFIED);
            debug_assert_eq!(self.get(layout::thread(tid) + T_STATUS), S_RUNNABLE);
            if keeps_line {
                self.line_up(tid, signal.sync, Exclusive);
            }
        }
    }
}
