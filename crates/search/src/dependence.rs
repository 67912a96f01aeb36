//! Which operations of two threads depend on each other.
//!
//! Two enabled operations are independent if doing one leaves the other enabled, and both orders lead to the same state. The
//! relation here is conservative: when in doubt, dependent. Beside what an operation does itself it has to cover what
//! else happens in its step: monitors that are left (no thread can notice *when*, because none can only try to enter one), and the end
//! of the thread (an operation that joins a thread, asks whether it lives, interrupts or unparks it depends on all that the thread does).
//!
//! Only plain moves ([`Choice::Thread`]) are ever independent of anything but values: the end of a wait by time moves the clock, which any
//! step may read, and which waiter is woken is a choice of its own.

use deadheat_event::{Choice, Op, SyncId, ThreadId};

/// Whether the plain move of one thread depends on a choice of another thread, whose operation is `other`.
#[must_use]
#[inline]
pub fn is_dependent(thread: ThreadId, op: &Op, choice: Choice, other: &Op) -> bool {
    match choice {
        Choice::Timeout(_) | Choice::Spurious(_) => true,
        Choice::Thread(_) | Choice::Wake { .. } | Choice::Value { .. } => {
            let mover = choice.thread();
            thread == mover
                || concerns(op) == Some(mover)
                || concerns(other) == Some(thread)
                || (concerns(op).is_some() && concerns(op) == concerns(other))
                || accesses_conflict(op, other)
                || share_a_lock(op, other)
                || share_a_synchroniser(op, other)
                || is_about_starting(op, other)
                || matches!((op, other), (Op::Initialise { .. }, Op::Initialise { .. }))
        }
    }
}

/// The other thread that an operation is about.
fn concerns(op: &Op) -> Option<ThreadId> {
    match *op {
        Op::Join { thread, .. }
        | Op::Inspect { thread }
        | Op::Start { thread }
        | Op::Unpark { thread }
        | Op::Interrupt { thread } => Some(thread),
        _ => None,
    }
}

fn accesses_conflict(a: &Op, b: &Op) -> bool {
    match (a.access(), b.access()) {
        (Some(a), Some(b)) => a.conflicts_with(&b),
        _ => false,
    }
}

/// The lock and the condition that an operation is about.
fn locks(op: &Op) -> [Option<SyncId>; 2] {
    let condition = match *op {
        Op::Wait { condition, .. }
        | Op::LeaveWait { condition, .. }
        | Op::Wake { condition, .. }
        | Op::Notify { condition, .. } => Some(condition),
        _ => None,
    };
    [op.lock(), condition]
}

fn share_a_lock(a: &Op, b: &Op) -> bool {
    let (a, b) = (locks(a), locks(b));
    a.into_iter().flatten().any(|sync| b.contains(&Some(sync)))
}

fn synchroniser(op: &Op) -> Option<SyncId> {
    match *op {
        Op::LatchAwait { latch } | Op::LatchCountDown { latch } => Some(latch),
        Op::SemaphoreAcquire { semaphore, .. } | Op::SemaphoreRelease { semaphore, .. } => Some(semaphore),
        _ => None,
    }
}

fn share_a_synchroniser(a: &Op, b: &Op) -> bool {
    matches!((synchroniser(a), synchroniser(b)), (Some(a), Some(b)) if a.meets(b))
}

/// Whether one has to do with a thread that is not started, and the other may start it, or leave word for it, too. Which thread a
/// handle becomes is not known before: any start counts.
fn is_about_starting(a: &Op, b: &Op) -> bool {
    let unstarted = |op: &Op| matches!(op, Op::Unstarted { .. });
    let starts = |op: &Op| unstarted(op) || matches!(op, Op::Start { .. });
    (unstarted(a) && starts(b)) || (starts(a) && unstarted(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadheat_event::{AccessKind, FieldId, Location, LockMode, ObjectId};

    fn dependent(a: &Op, b: &Op) -> bool {
        let there = is_dependent(ThreadId(1), a, Choice::Thread(ThreadId(2)), b);
        let back = is_dependent(ThreadId(2), b, Choice::Thread(ThreadId(1)), a);
        assert_eq!(there, back, "{a:?} and {b:?}");
        there
    }

    #[test]
    fn accesses() {
        let at = |field| Location::Global { field: FieldId(field) };
        let read = |field| Op::Read { location: at(field), access: AccessKind::Plain };
        let write = |field| Op::Write { location: at(field), access: AccessKind::Synchronised, value: None };
        assert!(!dependent(&read(1), &read(1)) && !dependent(&read(1), &write(2)));
        assert!(dependent(&read(1), &write(1)) && dependent(&write(1), &write(1)));
    }

    #[test]
    fn locks_threads_and_time() {
        let sync = |n| SyncId::of(ObjectId(n));
        let acquire = |n| Op::Acquire { lock: sync(n), mode: LockMode::Exclusive, reentrant: false };
        let notify = Op::Notify { lock: sync(1), condition: sync(7), all: false };
        let other = Op::Wait { lock: sync(2), condition: sync(7), timed: false };
        assert!(dependent(&acquire(1), &acquire(1)) && !dependent(&acquire(1), &acquire(2)));
        assert!(dependent(&acquire(1), &notify) && dependent(&notify, &other));
        let interrupt = |n| Op::Interrupt { thread: ThreadId(n) };
        assert!(dependent(&interrupt(2), &acquire(1)), "it concerns the other thread");
        assert!(!dependent(&interrupt(3), &acquire(1)));
        assert!(dependent(&interrupt(3), &Op::Join { thread: ThreadId(3), timed: true }));
        assert!(dependent(&interrupt(3), &Op::Inspect { thread: ThreadId(3) }));
        assert!(is_dependent(ThreadId(1), &Op::Yield, Choice::Timeout(ThreadId(2)), &Op::Sleep));
        let unstarted = Op::Unstarted { handle: sync(9) };
        assert!(dependent(&unstarted, &Op::Start { thread: ThreadId(7) }) && dependent(&unstarted, &unstarted));
        assert!(!dependent(&unstarted, &acquire(1)));
        assert!(dependent(&Op::LeaveWait { lock: sync(2), condition: sync(7) }, &notify));
        assert!(dependent(&Op::Initialise { once: sync(1) }, &Op::Initialise { once: sync(2) }));
    }
}
