//! `java.lang.Object`: identity, copies, and the wait sets of monitors.

use deadheat_event::{BlockedOn, Done, LockMode, ThreadId, WakeReason};

use super::{Native, Seen, bulk, native, steady};
use crate::vm::memory::layout::{self, Ref};
use crate::vm::threads::thread::{
    S_WAITING, T_DEADLINE, T_SAVED_COUNT, T_STATUS, T_TICKET, T_WAIT_ON, T_WAKE, W_INTERRUPTED, W_NONE, W_NOTIFIED,
    W_SPURIOUS, W_TIMEOUT,
};
use crate::vm::threads::visible::monitor;
use crate::vm::{Trap, Vm, VmResult, raise};

const OBJECT_CLASS: &str = "java/lang/Object";

pub(super) static NATIVES: &[Native] = &[
    native(OBJECT_CLASS, "getClass", "", |vm, args| {
        let class = vm.class_of(args[0] as Ref);
        Ok(u64::from(vm.mirror(class)))
    }),
    native(OBJECT_CLASS, "hashCode", "", |vm, args| Ok(u64::from(vm.identity_hash(args[0] as Ref)))),
    native("java/lang/System", "identityHashCode", "", |vm, args| Ok(u64::from(vm.identity_hash(args[0] as Ref)))),
    steady(OBJECT_CLASS, "clone", "", bulk::clone_pending, bulk::clone),
    steady(OBJECT_CLASS, "wait", "(J)V", wait_pending, wait),
    steady(OBJECT_CLASS, "notify", "", |vm, args| notify_pending(vm, args, false), |vm, args| notify(vm, args, false)),
    steady(OBJECT_CLASS, "notifyAll", "", |vm, args| notify_pending(vm, args, true), |vm, args| notify(vm, args, true)),
];

impl Vm {
    /// The identity hash of an object: a function of its label, so the same on all paths and in all processes.
    pub fn identity_hash(&self, object: Ref) -> u32 {
        if object == 0 {
            return 0;
        }
        self.tell_apart_by(object);
        let label = self.shared.registry.lock().label(object);
        ((label >> 33) as u32).max(1)
    }

    /// The running thread's interrupt flag, which is cleared.
    pub fn take_interrupt(&mut self) -> bool {
        let thread = self.current_thread();
        let interrupted = self.field(thread, self.known.thread_interrupted) != 0;
        if interrupted {
            let offset = self.known.thread_interrupted;
            self.set(thread + offset, 0);
        }
        interrupted
    }
}

fn wait_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let object = args[0] as Ref;
    let condition = monitor(object);
    let tid = vm.asked_thread();
    let record = layout::thread(tid);
    if vm.asked_phase() == 0 {
        return Some(Seen {
            kind: Done::Wait { lock: monitor(object), condition, timed: args[1] != 0 },
            blocked: None,
        });
    }
    if vm.leaves_wait(tid) {
        return Some(Seen { kind: Done::LeaveWait { lock: monitor(object), condition }, blocked: None });
    }
    let how = wake_reason(vm.get(record + T_WAKE));
    let kind = Done::Wake { lock: monitor(object), condition, how };
    let blocked = if vm.get(record + T_STATUS) == S_WAITING {
        Some(BlockedOn::Notify { lock: monitor(object), condition })
    } else {
        let owner = vm.monitor_owner(object).filter(|owner| *owner != tid);
        owner.map(|owner| BlockedOn::Lock { lock: monitor(object), owner: Some(ThreadId(owner)), interruptible: false })
    };
    Some(Seen { kind, blocked })
}

/// The reason in a thread's `T_WAKE` word.
pub fn wake_reason(word: u64) -> WakeReason {
    match word {
        W_TIMEOUT => WakeReason::TimedOut,
        W_INTERRUPTED => WakeReason::Interrupted,
        W_SPURIOUS => WakeReason::Spurious,
        _ => WakeReason::Notified,
    }
}

fn wait(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let object = args[0] as Ref;
    if vm.phase() == 0 {
        let millis = args[1] as i64;
        if millis < 0 {
            return raise("java/lang/IllegalArgumentException", "timeout value is negative");
        }
        if vm.monitor_owner(object) != Some(vm.tid) {
            return raise("java/lang/IllegalMonitorStateException", "current thread is not owner");
        }
        if vm.take_interrupt() {
            return raise("java/lang/InterruptedException", "");
        }
        let count = vm.get(object + 1) >> 32;
        let ticket = vm.waiters(object).last().map_or(1, |last| vm.get(layout::thread(*last) + T_TICKET) + 1);
        vm.set_thread_word(T_SAVED_COUNT, count);
        vm.set(object + 1, 0);
        vm.unhold(monitor(object), LockMode::Exclusive);
        vm.set_thread_word(T_WAIT_ON, u64::from(object));
        vm.set_thread_word(T_TICKET, ticket);
        vm.set_thread_word(T_WAKE, W_NONE);
        vm.set_deadline(millis.saturating_mul(1_000_000), millis != 0);
        vm.set_thread_word(T_STATUS, S_WAITING);
        vm.set_phase(1);
        return Err(Trap::Block);
    }
    if vm.leaves_wait(vm.tid) {
        vm.wake(vm.tid, W_INTERRUPTED);
        return Err(Trap::Block);
    }
    if vm.thread_word(T_STATUS) == S_WAITING || !vm.monitor_free_for(object, vm.tid) {
        return Err(Trap::Block);
    }
    vm.monitor_try_enter(object);
    let count = vm.thread_word(T_SAVED_COUNT);
    let me = u64::from(vm.tid) + 1;
    vm.set(object + 1, me | count << 32);
    let woken = vm.thread_word(T_WAKE);
    for word in [T_WAIT_ON, T_SAVED_COUNT, T_WAKE, T_DEADLINE] {
        vm.set_thread_word(word, 0);
    }
    if woken == W_INTERRUPTED {
        vm.take_interrupt();
        return raise("java/lang/InterruptedException", "");
    }
    Ok(0)
}

fn notify_pending(vm: &Vm, args: &[u64], all: bool) -> Option<Seen> {
    let object = args[0] as Ref;
    // Whom it will wake matters when it is done.
    let mut woken: Vec<ThreadId> =
        if vm.is_asked() { Vec::new() } else { vm.waiters(object).into_iter().map(ThreadId).collect() };
    if !all {
        match vm.chosen_waiter {
            Some(chosen) => woken.retain(|w| w.0 == chosen),
            None => woken.truncate(1),
        }
    }
    let kind = Done::Notify { lock: monitor(object), condition: monitor(object), all, woken };
    Some(Seen { kind, blocked: None })
}

fn notify(vm: &mut Vm, args: &[u64], all: bool) -> VmResult<u64> {
    let object = args[0] as Ref;
    if vm.monitor_owner(object) != Some(vm.tid) {
        return raise("java/lang/IllegalMonitorStateException", "current thread is not owner");
    }
    vm.notify_waiters(object, all);
    Ok(0)
}

impl Vm {
    /// Wakes the waiters of an object: all, or the one chosen, or the one that has waited longest.
    pub fn notify_waiters(&mut self, object: Ref, all: bool) {
        let waiters = self.waiters(object);
        if all {
            self.wake_all(&waiters, W_NOTIFIED);
            return;
        }
        let chosen = self.chosen_waiter.take().filter(|chosen| waiters.contains(chosen));
        if let Some(waiter) = chosen.or_else(|| waiters.first().copied()) {
            self.wake(waiter, W_NOTIFIED);
        }
    }

    /// Sets when the running thread's wait ends by time; `false` for never.
    pub fn set_deadline(&mut self, nanos: i64, timed: bool) {
        let now = self.get(layout::G_CLOCK);
        let deadline = if timed { now.saturating_add(nanos.max(0) as u64).max(1) } else { 0 };
        self.set_thread_word(T_DEADLINE, deadline);
    }
}
