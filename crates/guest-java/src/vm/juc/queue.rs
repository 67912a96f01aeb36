//! Which thread goes first of those that wait for the same synchroniser.
//!
//! Where the library promises an order, getting in line is a step of its own (a try that fails), because the order in which
//! threads arrive is the scheduler's choice. A thread in line has its place in `T_TICKET` and the synchroniser in `T_WAIT_ON`.

use deadheat_event::{BlockedOn, LockMode};

use super::interrupted::WAITS;
use crate::vm::memory::layout::{self, Ref};
use crate::vm::threads::thread::{S_RUNNABLE, T_STATUS, T_TICKET, T_WAIT_ON};
use crate::vm::threads::visible::synchroniser;
use crate::vm::{Vm, VmResult};

/// Which thread goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueuePolicy {
    /// Any thread: no line is kept.
    Any,
    /// First come, first served, but a thread that comes while the way is free need not line up; except a reader when a writer
    /// stands at the head of the line (`ReentrantReadWriteLock`'s way to not starve writers).
    Barging,
    /// First come, first served.
    Fair,
}

/// Whether a thread may go ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It may.
    Now,
    /// It must get in line.
    Arrive,
    /// It must wait.
    Wait,
}

/// How a thread lines up.
pub struct QueueEntry {
    /// The synchroniser's state object.
    pub subject: Ref,
    /// Its policy.
    pub policy: QueuePolicy,
    /// What for.
    pub mode: LockMode,
    /// For how long.
    pub nanos: Option<i64>,
}

/// Whether thread `tid` may have what it asks for, of which the synchroniser's state says that it is `possible`.
pub fn admission(vm: &Vm, subject: Ref, tid: u32, possible: bool, policy: QueuePolicy, mode: LockMode) -> Admission {
    if policy == QueuePolicy::Any {
        return if possible { Admission::Now } else { Admission::Wait };
    }
    let line = line(vm, subject);
    let first = line.iter().min();
    if line.iter().any(|(_, queued)| *queued == tid) {
        let next = first.is_some_and(|(_, first)| *first == tid);
        return if possible && next { Admission::Now } else { Admission::Wait };
    }
    let free = match (policy, mode, first) {
        (_, _, None) => true,
        (QueuePolicy::Fair, ..) => false,
        (_, LockMode::Exclusive, _) => true,
        (_, LockMode::Shared, Some((ticket, _))) => ticket_mode(*ticket) == LockMode::Shared,
    };
    if possible && free { Admission::Now } else { Admission::Arrive }
}

/// The threads in line, with their tickets.
pub fn line(vm: &Vm, subject: Ref) -> Vec<(u64, u32)> {
    let ticket = |tid: u32| {
        let record = layout::thread(tid);
        let here = vm.get(record + T_STATUS) == S_RUNNABLE && vm.get(record + T_WAIT_ON) as Ref == subject;
        here.then(|| vm.get(record + T_TICKET)).filter(|ticket| *ticket != 0)
    };
    vm.waiting_on(subject).into_iter().filter_map(|tid| Some((ticket(tid)?, tid))).collect()
}

/// A ticket is a number with the mode in its lowest bit.
fn ticket_mode(ticket: u64) -> LockMode {
    if ticket & 1 == 0 { LockMode::Exclusive } else { LockMode::Shared }
}

impl Vm {
    /// Puts a thread at the end of the line.
    pub(super) fn line_up(&mut self, tid: u32, subject: Ref, mode: LockMode) {
        let last = line(self, subject).into_iter().map(|(ticket, _)| ticket >> 1).max().unwrap_or(0);
        let record = layout::thread(tid);
        self.set(record + T_WAIT_ON, u64::from(subject));
        self.set(record + T_TICKET, (last + 1) << 1 | u64::from(mode == LockMode::Shared));
    }

    /// The running thread begins to wait before its atomic call.
    pub(super) fn join_queue(&mut self, entry: &QueueEntry) {
        if entry.policy != QueuePolicy::Any {
            self.line_up(self.tid, entry.subject, entry.mode);
        }
        if let Some(nanos) = entry.nanos {
            self.set_deadline(nanos, true);
        }
        self.set_phase(WAITS);
    }

    /// The running thread waits no longer before its atomic call.
    pub(super) fn leave_queue(&mut self) {
        if self.phase() != 0 {
            self.set_phase(0);
            self.end_timed_wait();
            self.leave_line();
        }
    }

    /// The running thread is in no line; those behind it move up, so that equal lines look alike.
    pub(super) fn leave_line(&mut self) {
        let ticket = self.thread_word(T_TICKET);
        let subject = self.thread_word(T_WAIT_ON) as Ref;
        self.set_thread_word(T_WAIT_ON, 0);
        self.set_thread_word(T_TICKET, 0);
        if ticket != 0 {
            for (theirs, tid) in line(self, subject).into_iter().filter(|(theirs, _)| *theirs > ticket) {
                self.set(layout::thread(tid) + T_TICKET, theirs - 2);
            }
        }
    }
}

/// The threads that are kept waiting by the synchroniser that users know as `object`, the longest first where a line is
/// kept; with what they want.
pub fn waiting_for(vm: &Vm, object: Ref) -> Vec<(u32, LockMode)> {
    let id = synchroniser(object);
    let mut waiting: Vec<(u64, u32, LockMode)> = Vec::new();
    for tid in vm.live_threads().into_iter().filter(|tid| *tid != vm.tid) {
        let Some(op) = vm.pending_of(tid) else { continue };
        let here = match op.blocked {
            Some(BlockedOn::Lock { lock, .. }) => lock == id,
            Some(BlockedOn::Permits { semaphore }) => semaphore == id,
            _ => false,
        };
        if here {
            use deadheat_event::Op::{Acquire, TryAcquire};
            let mode = match op.op {
                Acquire { mode, .. } | TryAcquire { mode, .. } => mode,
                _ => LockMode::Exclusive,
            };
            waiting.push((vm.get(layout::thread(tid) + T_TICKET), tid, mode));
        }
    }
    waiting.sort_unstable_by_key(|(ticket, tid, _)| (*ticket, *tid));
    waiting.into_iter().map(|(_, tid, mode)| (tid, mode)).collect()
}

/// Answers `hasQueuedThreads()`.
pub fn has_queued_threads(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    Ok(u64::from(!waiting_for(vm, args[0] as Ref).is_empty()))
}

/// Answers `getQueueLength()`.
pub fn queue_length(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    Ok(waiting_for(vm, args[0] as Ref).len() as u64)
}

/// Answers `hasQueuedThread(Thread)`.
pub fn has_queued_thread(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let thread = args[1] as Ref;
    Ok(u64::from(waiting_for(vm, args[0] as Ref).iter().any(|(tid, _)| vm.thread_object(*tid) == thread)))
}

/// Answers `getQueuedThreads()`.
pub fn queued_threads(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let threads: Vec<u32> = waiting_for(vm, args[0] as Ref).into_iter().map(|(tid, _)| tid).collect();
    vm.list_of_threads(&threads)
}

/// Answers `getQueuedReaderThreads()`.
pub fn queued_readers(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    queued_for(vm, args, LockMode::Shared)
}

/// Answers `getQueuedWriterThreads()`.
pub fn queued_writers(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    queued_for(vm, args, LockMode::Exclusive)
}

fn queued_for(vm: &mut Vm, args: &[u64], wanted: LockMode) -> VmResult<u64> {
    let threads = waiting_for(vm, args[0] as Ref).into_iter().filter(|(_, mode)| *mode == wanted);
    let threads: Vec<u32> = threads.map(|(tid, _)| tid).collect();
    vm.list_of_threads(&threads)
}

impl Vm {
    /// A `java.util.ArrayList` of threads.
    pub(super) fn list_of_threads(&mut self, threads: &[u32]) -> VmResult<u64> {
        self.tell_apart();
        let objects: Vec<Ref> = threads.iter().map(|tid| self.thread_object(*tid)).collect();
        let array = self.new_ref_array(self.known.object(), &objects)?;
        let class = self.load_boot("java/util/ArrayList")?;
        let list = self.new_object(class)?;
        self.set(list + crate::vm::classes::known::instance_field(class, "elementData")?.place, u64::from(array));
        self.set(list + crate::vm::classes::known::instance_field(class, "size")?.place, objects.len() as u64);
        Ok(u64::from(list))
    }
}
