//! From what a process tells to operations with names.

use deadheat_event::{
    AccessKind, BlockedOn, Done, Location, LockMode, Mark, ObjectId, Op, SyncId, ThreadId, Value, WakeReason,
};
use deadheat_native_runtime::protocol::{self, EventRecord, NO_THREAD, Place, ThreadRecord, blocked, flag, op};

/// Gives names to places in memory.
pub trait Names {
    /// The object that a place is in, and where in it.
    fn object(&self, place: &Place) -> (ObjectId, u32);

    /// A lock, condition, semaphore, latch or initialiser.
    fn sync(&self, place: &Place) -> SyncId {
        let (object, part) = self.object(place);
        SyncId { object, part }
    }

    /// A stretch of memory.
    fn location(&self, place: &Place, size: u32) -> Location {
        let (object, offset) = self.object(place);
        let length = size.clamp(1, Location::MOST_BYTES).min(u32::MAX - offset);
        Location::Bytes { object, offset, length: length.max(1) }
    }
}

fn mode(flags: u32) -> LockMode {
    if flags & flag::SHARED == 0 { LockMode::Exclusive } else { LockMode::Shared }
}

fn access(flags: u32) -> AccessKind {
    if flags & flag::ATOMIC == 0 { AccessKind::Plain } else { AccessKind::Atomic }
}

fn how(flags: u32) -> WakeReason {
    if flags & flag::TIMED_OUT != 0 {
        WakeReason::TimedOut
    } else if flags & flag::SPURIOUS != 0 {
        WakeReason::Spurious
    } else {
        WakeReason::Notified
    }
}

/// A number of so many bytes. Whether it is signed, a pointer or floating is the matter of its type, which is asked when it is shown.
#[must_use]
pub fn value(bits: u64, size: u32) -> Value {
    match size {
        1 => Value::Int(i32::from(bits as u8)),
        2 => Value::Int(i32::from(bits as i16)),
        3 | 4 => Value::Int(bits as i32),
        _ => Value::Long(bits as i64),
    }
}

/// The condition's lock; the condition itself where it is not known.
fn lock_of(names: &dyn Names, lock: &Place, condition: SyncId) -> SyncId {
    if lock.address == 0 { condition } else { names.sync(lock) }
}

/// What a thread will do.
#[must_use]
pub fn operation(record: &ThreadRecord, names: &dyn Names) -> Op {
    let ThreadRecord { flags, size, .. } = *record;
    let place = &record.place;
    let reentrant = flags & flag::REENTRANT != 0;
    let timed = flags & flag::TIMED != 0;
    let thread = ThreadId(record.other);
    match record.op {
        op::BEGIN => Op::Begin,
        op::END => Op::End,
        op::READ => Op::Read { location: names.location(place, size), access: access(flags) },
        op::WRITE => Op::Write { location: names.location(place, size), access: access(flags), value: None },
        op::UPDATE => Op::Update { location: names.location(place, size) },
        op::ACQUIRE => Op::Acquire { lock: names.sync(place), mode: mode(flags), reentrant },
        op::TRY_ACQUIRE => Op::TryAcquire { lock: names.sync(place), mode: mode(flags) },
        op::RELEASE => Op::Release { lock: names.sync(place), mode: mode(flags), reentrant },
        op::WAIT => {
            let condition = names.sync(place);
            Op::Wait { lock: lock_of(names, &record.lock, condition), condition, timed }
        }
        op::WAKE => {
            let condition = names.sync(place);
            Op::Wake { lock: lock_of(names, &record.lock, condition), condition, how: how(flags) }
        }
        op::NOTIFY => {
            let condition = names.sync(place);
            let all = flags & flag::ALL != 0;
            Op::Notify { lock: lock_of(names, &record.lock, condition), condition, all }
        }
        op::START => Op::Start { thread },
        op::JOIN => Op::Join { thread, timed },
        op::INSPECT => Op::Inspect { thread },
        op::PARK => Op::Park { timed },
        op::UNPARK => Op::Unpark { thread },
        op::SLEEP => Op::Sleep,
        op::INITIALISE => Op::Initialise { once: names.sync(place) },
        op::LATCH_AWAIT => Op::LatchAwait { latch: names.sync(place) },
        op::LATCH_COUNT_DOWN => Op::LatchCountDown { latch: names.sync(place) },
        op::SEMAPHORE_ACQUIRE => Op::SemaphoreAcquire { semaphore: names.sync(place), permits: size },
        op::SEMAPHORE_RELEASE => Op::SemaphoreRelease { semaphore: names.sync(place), permits: size },
        _ => Op::Yield,
    }
}

/// What keeps it from doing so.
#[must_use]
pub fn obstacle(record: &ThreadRecord, names: &dyn Names) -> Option<BlockedOn> {
    let owner = (record.owner != NO_THREAD).then_some(ThreadId(record.owner));
    let place = &record.place;
    Some(match record.blocked {
        blocked::LOCK => {
            // Who was woken waits for its lock, not for its condition.
            let lock = if record.op == op::WAKE { &record.lock } else { place };
            BlockedOn::Lock { lock: names.sync(lock), owner, interruptible: false }
        }
        blocked::NOTIFY => {
            let condition = names.sync(place);
            BlockedOn::Notify { lock: lock_of(names, &record.lock, condition), condition }
        }
        blocked::JOIN => BlockedOn::Join { thread: ThreadId(record.owner) },
        blocked::UNPARK => BlockedOn::Unpark,
        blocked::INITIALISE => BlockedOn::Initialise { once: names.sync(place), owner: ThreadId(record.owner) },
        blocked::PERMITS => BlockedOn::Permits { semaphore: names.sync(place) },
        blocked::LATCH => BlockedOn::Latch { latch: names.sync(place) },
        blocked::TIME => BlockedOn::Time,
        _ => return None,
    })
}

/// What an event means.
pub enum Happened {
    /// An operation was done.
    Did(Done),
    /// Something was noted.
    Noted(Mark),
    /// One more thread is woken by the notification before.
    Woken(ThreadId),
}

/// What happened.
#[must_use]
pub fn happened(event: &EventRecord, names: &dyn Names) -> Happened {
    let EventRecord { flags, size, .. } = *event;
    let place = &event.place;
    let known = |flag: u32, bits: u64| (flags & flag != 0 && size <= 8).then(|| value(bits, size));
    let reentrant = flags & flag::REENTRANT != 0;
    let timed = flags & flag::TIMED != 0;
    let thread = ThreadId(event.other);
    let is_done = flags & flag::DONE != 0;
    Happened::Did(match event.op {
        op::BEGIN => Done::Begin,
        op::END => Done::End,
        op::READ => Done::Read {
            location: names.location(place, size),
            access: access(flags),
            value: known(flag::VALUE, event.value),
        },
        op::WRITE => Done::Write {
            location: names.location(place, size),
            access: access(flags),
            value: known(flag::VALUE, event.value),
        },
        op::UPDATE => Done::Update {
            location: names.location(place, size),
            old: known(flag::OLD, event.old),
            new: known(flag::VALUE, event.value),
            wrote: is_done,
        },
        op::ACQUIRE => Done::Acquire { lock: names.sync(place), mode: mode(flags), reentrant },
        op::TRY_ACQUIRE => Done::TryAcquire { lock: names.sync(place), mode: mode(flags), acquired: is_done },
        op::RELEASE => Done::Release { lock: names.sync(place), mode: mode(flags), reentrant },
        op::WAIT => {
            let condition = names.sync(place);
            Done::Wait { lock: lock_of(names, &event.lock, condition), condition, timed }
        }
        op::WAKE => {
            let condition = names.sync(place);
            Done::Wake { lock: lock_of(names, &event.lock, condition), condition, how: how(flags) }
        }
        op::NOTIFY => {
            let condition = names.sync(place);
            let all = flags & flag::ALL != 0;
            Done::Notify { lock: lock_of(names, &event.lock, condition), condition, all, woken: Vec::new() }
        }
        op::START => Done::Start { thread },
        op::JOIN => Done::Join { thread, timed },
        op::INSPECT => Done::Inspect { thread },
        op::PARK => Done::Park { timed },
        op::UNPARK => Done::Unpark { thread },
        op::SLEEP => Done::Sleep,
        op::INITIALISE => Done::Initialise { once: names.sync(place) },
        op::LATCH_AWAIT => Done::LatchAwait { latch: names.sync(place) },
        op::LATCH_COUNT_DOWN => Done::LatchCountDown { latch: names.sync(place) },
        op::SEMAPHORE_ACQUIRE => Done::SemaphoreAcquire { semaphore: names.sync(place), permits: size },
        op::SEMAPHORE_RELEASE => Done::SemaphoreRelease { semaphore: names.sync(place), permits: size },
        protocol::op::INIT_BEGIN => return Happened::Noted(Mark::InitBegin(names.sync(place))),
        protocol::op::INIT_END => return Happened::Noted(Mark::InitEnd(names.sync(place))),
        protocol::op::WOKEN => return Happened::Woken(thread),
        _ => Done::Yield,
    })
}
