//! `java.lang.Thread`, parking, and the ends of threads.

use deadheat_event::{BlockedOn, Done, ThreadId};
use deadheat_machine::NeedKind;

use super::{Native, Seen, native, nothing, steady};
use crate::vm::classes::known;
use crate::vm::memory::layout::{self, Ref};
use crate::vm::threads::thread::{
    S_PARKED, S_RUNNABLE, S_SLEEPING, S_TERMINATED, S_WAITING, T_CHILDREN, T_DAEMON, T_DEADLINE, T_PERMIT, T_STATUS,
    T_WAKE, W_INTERRUPTED, W_NONE, W_NOTIFIED, W_TIMEOUT,
};
use crate::vm::threads::visible::{SYNCHRONISER, monitor};
use crate::vm::{Trap, Vm, VmResult, raise};

const THREAD: &str = "java/lang/Thread";
const TRACKING: &str = "jdk/internal/vm/ThreadContainers$RootContainer$TrackingRootContainer";
const COUNTING: &str = "jdk/internal/vm/ThreadContainers$RootContainer$CountingRootContainer";
const UNSAFE: &str = "jdk/internal/misc/Unsafe";

/// Threads of the platform that we do without: the collector does their work.
const NOT_STARTED: &[&str] = &["java/lang/ref/Reference$ReferenceHandler", "java/lang/ref/Finalizer$FinalizerThread"];

pub(super) static NATIVES: &[Native] = &[
    native(THREAD, "currentThread", "", |vm, _| {
        vm.tell_apart_by_identity();
        Ok(u64::from(vm.current_thread()))
    }),
    // Virtual threads are threads like all others here: see `ContinuationSupport` below.
    native(THREAD, "currentCarrierThread", "", |vm, _| Ok(u64::from(vm.current_thread()))),
    native(THREAD, "setCurrentThread", "", nothing),
    native("jdk/internal/vm/ContinuationSupport", "isSupported0", "", nothing),
    // The platform's books of its virtual threads, which only thread dumps read: each start would be one more
    // operation that threads meet at.
    native(TRACKING, "onStart", "", nothing),
    native(TRACKING, "onExit", "", nothing),
    native(COUNTING, "onStart", "", nothing),
    native(COUNTING, "onExit", "", nothing),
    native(THREAD, "getNextThreadIdOffset", "", |_, _| Ok(u64::from(layout::G_NEXT_THREAD_ID) * 8)),
    // Scoped values are looked up each time.
    native(THREAD, "scopedValueCache", "", nothing),
    native(THREAD, "setScopedValueCache", "", nothing),
    native("java/lang/ScopedValue$Cache", "put", "", nothing),
    native(THREAD, "ensureMaterializedForStackWalk", "", nothing),
    native(THREAD, "findScopedValueBindings", "", scoped_values),
    steady(THREAD, "start0", "", start_pending, start),
    steady(THREAD, "isAlive", "", alive_pending, |vm, args| Ok(u64::from(vm.is_alive(args[0] as Ref)))),
    steady(THREAD, "join", "(J)V", join_pending, join),
    steady(THREAD, "sleep", "(J)V", sleep_pending, |vm, args| sleep(vm, (args[0] as i64).saturating_mul(1_000_000))),
    steady(THREAD, "sleep0", "(J)V", sleep_pending, |vm, args| sleep(vm, args[0] as i64)),
    steady(THREAD, "sleepNanos0", "(J)V", sleep_pending, |vm, args| sleep(vm, args[0] as i64)),
    steady(THREAD, "yield", "", yield_pending, yield_now),
    steady(THREAD, "onSpinWait", "", yield_pending, yield_now),
    steady(THREAD, "interrupt", "()V", interrupt_pending, interrupt).replacing(),
    steady(THREAD, "isInterrupted", "()Z", flag_pending, |vm, args| {
        if vm.asks_about_worker(args[0] as Ref) {
            vm.note_undeclared();
        }
        Ok(vm.field(args[0] as Ref, vm.known.thread_interrupted))
    }),
    steady(THREAD, "interrupted", "()Z", own_flag_pending, |vm, _| Ok(u64::from(vm.take_interrupt()))),
    native(THREAD, "clearInterruptEvent", "", nothing),
    native(THREAD, "setPriority0", "", nothing),
    native(THREAD, "setNativeName", "", nothing),
    native(THREAD, "stop0", "", |_, _| raise("java/lang/UnsupportedOperationException", "Thread.stop"))
        .refusing(NeedKind::NativeMethod),
    native(THREAD, "suspend0", "", |_, _| raise("java/lang/UnsupportedOperationException", "Thread.suspend"))
        .refusing(NeedKind::NativeMethod),
    native(THREAD, "resume0", "", nothing),
    native(THREAD, "holdsLock", "", |vm, args| {
        if args[0] == 0 {
            return raise("java/lang/NullPointerException", "");
        }
        Ok(u64::from(vm.monitor_owner(args[0] as Ref) == Some(vm.tid)))
    }),
    native(THREAD, "getState", "", state),
    native(THREAD, "threadState", "", state),
    native(THREAD, "getThreads", "", |vm, _| {
        vm.tell_apart();
        let threads: Vec<Ref> = vm.live_threads().into_iter().map(|t| vm.thread_object(t)).collect();
        Ok(u64::from(vm.new_ref_array(vm.known.thread(), &threads)?))
    }),
    native(THREAD, "dumpThreads", "", super::throwable::dump_threads),
    native(THREAD, "getStackTrace0", "", super::throwable::dump_thread),
    steady(UNSAFE, "park", "", park_pending, park),
    steady(UNSAFE, "unpark", "", unpark_pending, unpark),
];

impl Vm {
    /// The `java.lang.Thread` of a thread.
    pub fn thread_object(&self, tid: u32) -> Ref {
        self.get(layout::thread(tid) + crate::vm::threads::thread::T_OBJECT) as Ref
    }

    /// Whether a `java.lang.Thread` was started and has not ended.
    pub fn is_alive(&self, thread: Ref) -> bool {
        !self.all_have_ended && self.tid_of(thread).is_some()
    }

    /// Whether a thread is to stop waiting because it was interrupted.
    pub fn is_interrupted(&self, tid: u32) -> bool {
        self.field(self.thread_object(tid), self.known.thread_interrupted) != 0
    }
}

fn start_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let _ = args;
    let parent = vm.asked_thread();
    let number = vm.get(layout::thread(parent) + T_CHILDREN) as u32;
    let child = vm.shared.registry.lock().thread(parent, number);
    Some(Seen { kind: Done::Start { thread: ThreadId(child) }, blocked: None })
}

fn start(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let thread = args[0] as Ref;
    let class = vm.class_of(thread);
    if NOT_STARTED.contains(&&*class.name) || vm.is_common_cleaner(thread) {
        return Ok(0);
    }
    if vm.tid_of(thread).is_some() {
        return raise("java/lang/IllegalThreadStateException", "");
    }
    let number = vm.thread_word(T_CHILDREN);
    let tid = vm.shared.registry.lock().thread(vm.tid, number as u32);
    let run = known::method(class, "run", "()V")?;
    vm.new_thread(tid, thread, run, &[u64::from(thread)])?;
    vm.set_thread_word(T_CHILDREN, number + 1);
    let daemon = vm.field(vm.thread_details(thread), vm.known.details_daemon);
    vm.set(layout::thread(tid) + T_DAEMON, daemon);
    let offset = vm.known.thread_eetop;
    vm.set(thread + offset, u64::from(tid) + 1);
    vm.set_thread_status(thread, 5);
    if !vm.multi {
        vm.become_multithreaded();
        vm.switching = true;
        if vm.observing {
            vm.emit(Done::Start { thread: ThreadId(tid) });
        }
    }
    if !vm.is_shared(thread) {
        vm.publish(thread);
    }
    Ok(0)
}

impl Vm {
    /// The cleaner thread of the platform itself; its phantom references are of no concern to a guest.
    fn is_common_cleaner(&self, thread: Ref) -> bool {
        let name = self.ref_field(thread, self.known.thread_name);
        &*self.class_of(thread).name == "jdk/internal/misc/InnocuousThread" && self.string(name) == "Common-Cleaner"
    }
}

/// The thread that an operation is about, if it was ever started. One that has ended counts too: whether a thread stops
/// before the operation must not depend on where another thread stands.
fn target(vm: &Vm, thread: Ref) -> Option<ThreadId> {
    let thread = Some(thread).filter(|thread| *thread != 0)?;
    vm.started_tid_of(thread).map(ThreadId)
}

/// An operation on a thread: what it is if that was started, and, if it was not, that. Only the maker of a thread that is neither
/// started nor shared can have to do with it, so nothing shows then.
fn on_thread(vm: &Vm, thread: Ref, operation: impl FnOnce(ThreadId) -> Seen) -> Option<Seen> {
    match target(vm, thread) {
        Some(started) => Some(operation(started)),
        None if thread != 0 && vm.is_shared(thread) => {
            Some(Seen { kind: Done::Unstarted { handle: monitor(thread) }, blocked: None })
        }
        None => None,
    }
}

fn alive_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    on_thread(vm, args[0] as Ref, |thread| Seen { kind: Done::Join { thread, timed: true }, blocked: None })
}

fn join_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let tid = vm.asked_thread();
    let timed = args[1] != 0;
    on_thread(vm, args[0] as Ref, |thread| {
        let woken = vm.get(layout::thread(tid) + T_WAKE) != W_NONE;
        let interrupted = vm.is_interrupted(tid);
        let waits = vm.is_alive(args[0] as Ref) && !woken && !interrupted && (vm.asked_phase() == 1 || !timed);
        // A thread that is interrupted already (by itself, or before it was started) does not wait: it throws if the other
        // lives. That is a question, as a join with a time limit is one.
        let asks = timed || interrupted;
        Seen { kind: Done::Join { thread, timed: asks }, blocked: waits.then_some(BlockedOn::Join { thread }) }
    })
}

/// One visible operation that is possible when the other thread has ended. (The library's is a loop of waits.)
fn join(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let millis = args[1] as i64;
    if millis < 0 {
        return raise("java/lang/IllegalArgumentException", "timeout value is negative");
    }
    let timed_out = vm.thread_word(T_WAKE) == W_TIMEOUT;
    if !vm.is_alive(args[0] as Ref) || timed_out {
        vm.end_timed_wait();
        return Ok(0);
    }
    if vm.take_interrupt() {
        vm.end_timed_wait();
        return raise("java/lang/InterruptedException", "");
    }
    if vm.phase() == 0 && millis != 0 {
        vm.set_deadline(millis.saturating_mul(1_000_000), true);
        vm.set_phase(1);
    }
    Err(Trap::Block)
}

impl Vm {
    /// Clears what a timed wait of the running thread has left in its record.
    pub fn end_timed_wait(&mut self) {
        self.set_thread_word(T_WAKE, W_NONE);
        self.set_thread_word(T_DEADLINE, 0);
    }
}

fn sleep_pending(vm: &Vm, _: &[u64]) -> Option<Seen> {
    let sleeping = vm.get(layout::thread(vm.asked_thread()) + T_STATUS) == S_SLEEPING;
    Some(Seen { kind: Done::Sleep, blocked: sleeping.then_some(BlockedOn::Time) })
}

fn sleep(vm: &mut Vm, nanos: i64) -> VmResult<u64> {
    if vm.phase() == 0 {
        if nanos < 0 {
            return raise("java/lang/IllegalArgumentException", "timeout value is negative");
        }
        if vm.take_interrupt() {
            return sleep_interrupted(vm);
        }
        vm.yield_now();
        if nanos == 0 {
            return Ok(0);
        }
        vm.set_deadline(nanos, true);
        vm.set_thread_word(T_STATUS, S_SLEEPING);
        vm.set_phase(1);
        return Err(Trap::Block);
    }
    if vm.thread_word(T_STATUS) == S_SLEEPING {
        return Err(Trap::Block);
    }
    let interrupted = vm.thread_word(T_WAKE) == W_INTERRUPTED;
    vm.end_timed_wait();
    if interrupted {
        vm.take_interrupt();
        return sleep_interrupted(vm);
    }
    Ok(0)
}

fn sleep_interrupted(vm: &Vm) -> VmResult<u64> {
    let is_virtual = &*vm.class_of(vm.current_thread()).name == "java/lang/ThreadBuilders$BoundVirtualThread";
    raise("java/lang/InterruptedException", if is_virtual { "" } else { "sleep interrupted" })
}

fn yield_pending(_: &Vm, _: &[u64]) -> Option<Seen> {
    Some(Seen { kind: Done::Yield, blocked: None })
}

fn yield_now(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    vm.yield_now();
    Ok(0)
}

fn interrupt_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    on_thread(vm, args[0] as Ref, |thread| Seen { kind: Done::Interrupt { thread }, blocked: None })
}

/// Sets the flag and ends the sleep, as one operation. (The library's method sets the flag first.) A thread that waits notices it
/// by itself: see [`Vm::leaves_wait`] and `juc/interrupted.rs`. The channel operation in which a thread waits is told, and told
/// again by JDKs that close the channel only then.
fn interrupt(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if vm.phase() != 0 {
        let told = vm.scratch(0) as Ref;
        let again = if vm.phase() == 1 { vm.class_of(told).find_method("postInterrupt", "()V") } else { None };
        return again.map_or(Ok(0), |again| Err(Trap::Call(again, vec![u64::from(told)])));
    }
    let thread = args[0] as Ref;
    let started = vm.tid_of(thread);
    if thread != vm.current_thread() {
        // It may end a `join` too early.
        vm.tell_apart();
    }
    if let Some(tid) = started {
        vm.interrupt_waiter(tid);
    }
    let offset = vm.known.thread_interrupted;
    vm.set(thread + offset, 1);
    if let Some(tid) = started {
        let record = layout::thread(tid);
        if matches!(vm.get(record + T_STATUS), S_SLEEPING | S_PARKED) {
            vm.wake(tid, W_INTERRUPTED);
        }
    }
    match blocker(vm, thread) {
        0 => Ok(0),
        blocker => {
            let interrupt = known::method(vm.class_of(blocker), "interrupt", "(Ljava/lang/Thread;)V")?;
            vm.set_scratch(0, u64::from(blocker));
            Err(Trap::Call(interrupt, vec![u64::from(blocker), args[0]]))
        }
    }
}

/// The channel operation in which the thread waits, if any.
fn blocker(vm: &Vm, thread: Ref) -> Ref {
    let class = vm.known.thread();
    let field = ["blocker", "nioBlocker"].into_iter().find_map(|name| class.field_named(name));
    field.filter(|field| !field.is_static()).map_or(0, |field| vm.ref_field(thread, field.place))
}

/// A look at a thread's flag: one's own, or, which depends on all that the other does, another's.
fn flag_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    on_thread(vm, args[0] as Ref, |thread| {
        let own = thread.0 == vm.asked_thread();
        let kind = if own { Done::Interrupted } else { Done::Inspect { thread } };
        Seen { kind, blocked: None }
    })
}

fn own_flag_pending(_: &Vm, _: &[u64]) -> Option<Seen> {
    Some(Seen { kind: Done::Interrupted, blocked: None })
}

fn park_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let parked = vm.get(layout::thread(vm.asked_thread()) + T_STATUS) == S_PARKED;
    let timed = args[1] != 0 || args[2] != 0;
    Some(Seen { kind: Done::Park { timed }, blocked: parked.then_some(BlockedOn::Unpark) })
}

fn park(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (absolute, time) = (args[1] != 0, args[2] as i64);
    if vm.phase() == 0 {
        if vm.thread_word(T_PERMIT) != 0 {
            vm.set_thread_word(T_PERMIT, 0);
            return Ok(0);
        }
        let past = time < 0 || (absolute && time <= vm.current_millis());
        if vm.is_interrupted(vm.tid) || past {
            return Ok(0);
        }
        let nanos = if absolute { (time - vm.current_millis()).saturating_mul(1_000_000) } else { time };
        vm.set_deadline(nanos, time != 0);
        vm.set_thread_word(T_WAKE, W_NONE);
        vm.set_thread_word(T_STATUS, S_PARKED);
        vm.set_phase(1);
        return Err(Trap::Block);
    }
    if vm.thread_word(T_STATUS) == S_PARKED {
        return Err(Trap::Block);
    }
    vm.end_timed_wait();
    Ok(0)
}

fn unpark_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    on_thread(vm, args[1] as Ref, |thread| Seen { kind: Done::Unpark { thread }, blocked: None })
}

fn unpark(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let thread = args[1] as Ref;
    if thread == 0 {
        return Ok(0);
    }
    if let Some(tid) = vm.tid_of(thread) {
        let record = layout::thread(tid);
        if vm.get(record + T_STATUS) == S_PARKED {
            vm.wake(tid, W_NOTIFIED);
        } else {
            vm.set(record + T_PERMIT, 1);
        }
    }
    Ok(0)
}

/// The scoped values in force: what the innermost `runWith` was given to remember.
fn scoped_values(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    let remembers = |frame: &u32| {
        let method = vm.frame_method(*frame);
        &*method.name == "runWith" && matches!(&*method.class().name, THREAD | "java/lang/ScopedValue$Carrier")
    };
    let innermost = vm.frames(vm.tid).into_iter().map(|(frame, _)| frame).find(remembers);
    Ok(innermost.map_or(0, |frame| vm.get(vm.frame_locals(frame) + 1)))
}

/// `Thread.getState`, from what the thread is doing.
fn state(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if vm.phase() == 1 {
        return Ok(vm.call_result());
    }
    let thread = args[0] as Ref;
    let status = match vm.tid_of(thread) {
        None => vm.field(vm.thread_details(thread), vm.known.details_status),
        Some(tid) => {
            if tid != vm.tid {
                // What another thread is doing depends on everything, and is no operation that a search orders.
                vm.note_undeclared();
            }
            java_status(vm, tid)
        }
    };
    let class = vm.load_boot("jdk/internal/misc/VM")?;
    let convert = known::method(class, "toThreadState", "(I)Ljava/lang/Thread$State;")?;
    Err(Trap::Call(convert, vec![status]))
}

/// The status in the terms of `jdk.internal.misc.VM`.
pub(super) fn java_status(vm: &Vm, tid: u32) -> u64 {
    let record = layout::thread(tid);
    let timed = vm.get(record + T_DEADLINE) != 0;
    let waiting = if timed { 0x21 } else { 0x11 };
    match vm.get(record + T_STATUS) {
        S_TERMINATED => 2,
        S_WAITING | S_PARKED | S_SLEEPING => waiting,
        S_RUNNABLE if tid != vm.tid => match vm.pending_of(tid).and_then(|p| p.blocked) {
            None => 5,
            // A thread that waits for a lock of the library is parked in it.
            Some(BlockedOn::Lock { lock, .. }) if lock.part == SYNCHRONISER => waiting,
            Some(BlockedOn::Lock { .. } | BlockedOn::Initialise { .. }) => 0x401,
            Some(_) => waiting,
        },
        _ => 5,
    }
}
