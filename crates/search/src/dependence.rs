//! Which operations of two threads depend on each other.
//!
//! Two enabled operations are independent if doing one leaves the other enabled, and both orders lead to the same state. The
//! relation here is conservative: when in doubt, dependent. Beside what an operation does itself it has to cover what
//! else happens in its step: monitors that are left (nobody can notice *when*, because nobody can only try to enter one), and the end of the thread
//! (whoever joins a thread, asks whether it lives, interrupts or unparks it depends on all that it does).
//!
//! Only plain moves ([`Choice::Thread`]) are ever independent of anything but values: the end of a wait by time moves the clock, which any
//! step may read, and which waiter is woken is a choice of its own.

use deadheat_event::{Choice, LockId, ObjectId, OpKind, ThreadId};

/// Whether the plain move of one thread depends on a choice of another thread, whose operation is `other`.
#[must_use]
pub fn is_dependent(thread: ThreadId, kind: &OpKind, choice: Choice, other: &OpKind) -> bool {
    match choice {
        Choice::Timeout(_) | Choice::Spurious(_) => true,
        Choice::Thread(_) | Choice::Wake { .. } | Choice::Value { .. } => {
            let mover = choice.thread();
            thread == mover
                || concerns(kind) == Some(mover)
                || concerns(other) == Some(thread)
                || (concerns(kind).is_some() && concerns(kind) == concerns(other))
                || accesses_conflict(kind, other)
                || share_a_lock(kind, other)
                || share_a_synchroniser(kind, other)
                || matches!((kind, other), (OpKind::ClassInit { .. }, OpKind::ClassInit { .. }))
        }
    }
}

/// The other thread that an operation is about.
fn concerns(kind: &OpKind) -> Option<ThreadId> {
    match *kind {
        OpKind::Join { thread, .. }
        | OpKind::Start { thread }
        | OpKind::Unpark { thread }
        | OpKind::Interrupt { thread } => Some(thread),
        _ => None,
    }
}

fn accesses_conflict(a: &OpKind, b: &OpKind) -> bool {
    match (a.access(), b.access()) {
        (Some(a), Some(b)) => a.location == b.location && (a.writes || b.writes),
        _ => false,
    }
}

/// The locks and conditions that an operation is about.
fn locks(kind: &OpKind) -> [Option<ObjectId>; 2] {
    let condition = match *kind {
        OpKind::Wait { condition, .. } | OpKind::Wake { condition, .. } | OpKind::Notify { condition, .. } => {
            Some(condition)
        }
        _ => None,
    };
    [kind.lock().map(|LockId(object)| object), condition]
}

fn share_a_lock(a: &OpKind, b: &OpKind) -> bool {
    let (a, b) = (locks(a), locks(b));
    a.into_iter().flatten().any(|object| b.contains(&Some(object)))
}

fn synchroniser(kind: &OpKind) -> Option<ObjectId> {
    match *kind {
        OpKind::LatchAwait { latch } | OpKind::LatchCountDown { latch } => Some(latch),
        OpKind::SemaphoreAcquire { semaphore, .. } | OpKind::SemaphoreRelease { semaphore, .. } => Some(semaphore),
        _ => None,
    }
}

fn share_a_synchroniser(a: &OpKind, b: &OpKind) -> bool {
    synchroniser(a).is_some() && synchroniser(a) == synchroniser(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadheat_event::{AccessKind, FieldId, Location, LockMode};

    fn dependent(a: &OpKind, b: &OpKind) -> bool {
        let there = is_dependent(ThreadId(1), a, Choice::Thread(ThreadId(2)), b);
        let back = is_dependent(ThreadId(2), b, Choice::Thread(ThreadId(1)), a);
        assert_eq!(there, back, "{a} and {b}");
        there
    }

    #[test]
    fn accesses() {
        let at = |field| Location::Static { field: FieldId(field) };
        let read = |field| OpKind::Read { location: at(field), access: AccessKind::Plain, value: None };
        let write = |field| OpKind::Write { location: at(field), access: AccessKind::Volatile, value: None };
        assert!(!dependent(&read(1), &read(1)) && !dependent(&read(1), &write(2)));
        assert!(dependent(&read(1), &write(1)) && dependent(&write(1), &write(1)));
    }

    #[test]
    fn locks_threads_and_time() {
        let lock = |n| LockId(ObjectId(n));
        let acquire = |n| OpKind::Acquire { lock: lock(n), mode: LockMode::Exclusive, reentrant: false };
        let notify = OpKind::Notify { lock: lock(1), condition: ObjectId(7), all: false, woken: vec![] };
        let other = OpKind::Wait { lock: lock(2), condition: ObjectId(7), timed: false };
        assert!(dependent(&acquire(1), &acquire(1)) && !dependent(&acquire(1), &acquire(2)));
        assert!(dependent(&acquire(1), &notify) && dependent(&notify, &other));
        let interrupt = |n| OpKind::Interrupt { thread: ThreadId(n) };
        assert!(dependent(&interrupt(2), &acquire(1)), "it concerns the other thread");
        assert!(!dependent(&interrupt(3), &acquire(1)));
        assert!(dependent(&interrupt(3), &OpKind::Join { thread: ThreadId(3), timed: true }));
        assert!(is_dependent(ThreadId(1), &OpKind::Yield, Choice::Timeout(ThreadId(2)), &OpKind::Sleep));
        assert!(dependent(&OpKind::ClassInit { class: ObjectId(1) }, &OpKind::ClassInit { class: ObjectId(2) }));
    }
}
