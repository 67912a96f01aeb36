//! Events as bytes, both ways: the number of an operation's kind, and its operands.

use std::io::Read;

use super::TraceError;
use super::bytes::{Got, Sink, Source};
use crate::{AccessKind, Done, EventKind, Mark, SyncId, ThreadId, Value, WakeReason};

impl Sink {
    fn value(&mut self, value: Value) {
        match value {
            Value::Int(v) => {
                self.number(0u8);
                self.signed(v.into());
            }
            Value::Long(v) => {
                self.number(1u8);
                self.signed(v);
            }
            Value::Float(bits) => {
                self.number(2u8);
                self.number(bits);
            }
            Value::Double(bits) => {
                self.number(3u8);
                self.number(bits);
            }
            Value::Ref(None) => self.number(4u8),
            Value::Ref(Some(object)) => {
                self.number(5u8);
                self.number(object.0);
            }
        }
    }

    fn mark(&mut self, mark: Mark) {
        let (kind, sync) = match mark {
            Mark::IgnoreOn => (0u8, None),
            Mark::IgnoreOff => (1, None),
            Mark::AtomicBegin => (2, None),
            Mark::AtomicEnd => (3, None),
            Mark::Reuse(object) => (4, Some(SyncId::of(object))),
            Mark::InitBegin(once) => (5, Some(once)),
            Mark::InitEnd(once) => (6, Some(once)),
            Mark::Collect => (7, None),
        };
        self.number(kind);
        if let Some(sync) = sync {
            self.sync(sync);
        }
    }

    /// What the operation has, without its kind.
    pub fn operands(&mut self, kind: &EventKind) {
        let done = match kind {
            EventKind::Did(done) => done,
            EventKind::Noted(mark) => return self.mark(*mark),
        };
        match *done {
            Done::Begin | Done::End | Done::Interrupted | Done::Sleep | Done::Yield => {}
            Done::Read { location, access, value } | Done::Write { location, access, value } => {
                self.location(location);
                self.number(access as u8);
                self.option(value, Self::value);
            }
            Done::Update { location, old, new, wrote } => {
                self.location(location);
                self.option(old, Self::value);
                self.option(new, Self::value);
                self.flag(wrote);
            }
            Done::Acquire { lock, mode, reentrant } | Done::Release { lock, mode, reentrant } => {
                self.lock(lock, mode);
                self.flag(reentrant);
            }
            Done::TryAcquire { lock, mode, acquired } => {
                self.lock(lock, mode);
                self.flag(acquired);
            }
            Done::Wait { lock, condition, timed } => {
                self.sync(lock);
                self.sync(condition);
                self.flag(timed);
            }
            Done::LeaveWait { lock, condition } => {
                self.sync(lock);
                self.sync(condition);
            }
            Done::Wake { lock, condition, how } => {
                self.sync(lock);
                self.sync(condition);
                self.number(how as u8);
            }
            Done::Notify { lock, condition, all, ref woken } => {
                self.sync(lock);
                self.sync(condition);
                self.flag(all);
                self.number(woken.len() as u64);
                woken.iter().for_each(|thread| self.number(thread.0));
            }
            Done::Start { thread }
            | Done::Unpark { thread }
            | Done::Interrupt { thread }
            | Done::Inspect { thread } => {
                self.number(thread.0);
            }
            Done::Join { thread, timed } => {
                self.number(thread.0);
                self.flag(timed);
            }
            Done::Park { timed } => self.flag(timed),
            Done::Unstarted { handle: sync }
            | Done::Initialise { once: sync }
            | Done::LatchAwait { latch: sync }
            | Done::LatchCountDown { latch: sync } => self.sync(sync),
            Done::Throw { exception } => self.number(exception.0),
            Done::SemaphoreAcquire { semaphore, permits } | Done::SemaphoreRelease { semaphore, permits } => {
                self.sync(semaphore);
                self.number(permits);
            }
            Done::Choose { options, chosen } => {
                self.number(options);
                self.number(chosen);
            }
        }
    }
}

/// The number of an event's kind in the format. New kinds go at the end, with a new version.
pub fn kind_number(kind: &EventKind) -> u64 {
    let done = match kind {
        EventKind::Did(done) => done,
        EventKind::Noted(_) => return 26,
    };
    match done {
        Done::Begin => 0,
        Done::End => 1,
        Done::Read { .. } => 2,
        Done::Write { .. } => 3,
        Done::Update { .. } => 4,
        Done::Acquire { .. } => 5,
        Done::TryAcquire { .. } => 6,
        Done::Release { .. } => 7,
        Done::Wait { .. } => 8,
        Done::Wake { .. } => 9,
        Done::Notify { .. } => 10,
        Done::Start { .. } => 11,
        Done::Join { .. } => 12,
        Done::Park { .. } => 13,
        Done::Unpark { .. } => 14,
        Done::Interrupt { .. } => 15,
        Done::Interrupted => 16,
        Done::Sleep => 17,
        Done::Yield => 18,
        Done::Initialise { .. } => 19,
        Done::LatchAwait { .. } => 20,
        Done::LatchCountDown { .. } => 21,
        Done::SemaphoreAcquire { .. } => 22,
        Done::SemaphoreRelease { .. } => 23,
        Done::Choose { .. } => 24,
        Done::Throw { .. } => 25,
        Done::Inspect { .. } => 27,
        Done::Unstarted { .. } => 28,
        Done::LeaveWait { .. } => 29,
    }
}

impl<R: Read> Source<R> {
    fn access(&mut self) -> Got<AccessKind> {
        Ok(match self.byte()? {
            0 => AccessKind::Plain,
            1 => AccessKind::Synchronised,
            2 => AccessKind::Atomic,
            _ => return Err(TraceError::Corrupt("an access is of no known kind")),
        })
    }

    fn value(&mut self) -> Got<Value> {
        Ok(match self.byte()? {
            0 => Value::Int(i32::try_from(self.signed()?).map_err(|_| TraceError::Corrupt("an int is too large"))?),
            1 => Value::Long(self.signed()?),
            2 => Value::Float(self.number()?),
            3 => Value::Double(self.long()?),
            4 => Value::Ref(None),
            5 => Value::Ref(Some(self.object()?)),
            _ => return Err(TraceError::Corrupt("a value is of no known kind")),
        })
    }

    fn reason(&mut self) -> Got<WakeReason> {
        Ok(match self.byte()? {
            0 => WakeReason::Notified,
            1 => WakeReason::TimedOut,
            2 => WakeReason::Interrupted,
            3 => WakeReason::Spurious,
            _ => return Err(TraceError::Corrupt("a waking is of no known kind")),
        })
    }

    fn mark(&mut self) -> Got<Mark> {
        Ok(match self.byte()? {
            0 => Mark::IgnoreOn,
            1 => Mark::IgnoreOff,
            2 => Mark::AtomicBegin,
            3 => Mark::AtomicEnd,
            4 => Mark::Reuse(self.sync()?.object),
            5 => Mark::InitBegin(self.sync()?),
            6 => Mark::InitEnd(self.sync()?),
            7 => Mark::Collect,
            _ => return Err(TraceError::Corrupt("a mark is of no known kind")),
        })
    }

    /// As many threads as the file says, but memory only for those that it holds.
    fn threads(&mut self) -> Got<Vec<ThreadId>> {
        (0..self.number()?).map(|_| self.thread()).collect()
    }

    /// The event of this kind, from its operands.
    pub fn event(&mut self, kind: u64) -> Got<EventKind> {
        let done = match kind {
            0 => Done::Begin,
            1 => Done::End,
            2 => Done::Read { location: self.location()?, access: self.access()?, value: self.option(Self::value)? },
            3 => Done::Write { location: self.location()?, access: self.access()?, value: self.option(Self::value)? },
            4 => Done::Update {
                location: self.location()?,
                old: self.option(Self::value)?,
                new: self.option(Self::value)?,
                wrote: self.flag()?,
            },
            5 => Done::Acquire { lock: self.sync()?, mode: self.mode()?, reentrant: self.flag()? },
            6 => Done::TryAcquire { lock: self.sync()?, mode: self.mode()?, acquired: self.flag()? },
            7 => Done::Release { lock: self.sync()?, mode: self.mode()?, reentrant: self.flag()? },
            8 => Done::Wait { lock: self.sync()?, condition: self.sync()?, timed: self.flag()? },
            9 => Done::Wake { lock: self.sync()?, condition: self.sync()?, how: self.reason()? },
            10 => {
                Done::Notify { lock: self.sync()?, condition: self.sync()?, all: self.flag()?, woken: self.threads()? }
            }
            11 => Done::Start { thread: self.thread()? },
            12 => Done::Join { thread: self.thread()?, timed: self.flag()? },
            13 => Done::Park { timed: self.flag()? },
            14 => Done::Unpark { thread: self.thread()? },
            15 => Done::Interrupt { thread: self.thread()? },
            16 => Done::Interrupted,
            17 => Done::Sleep,
            18 => Done::Yield,
            19 => Done::Initialise { once: self.sync()? },
            20 => Done::LatchAwait { latch: self.sync()? },
            21 => Done::LatchCountDown { latch: self.sync()? },
            22 => Done::SemaphoreAcquire { semaphore: self.sync()?, permits: self.number()? },
            23 => Done::SemaphoreRelease { semaphore: self.sync()?, permits: self.number()? },
            24 => Done::Choose { options: self.number()?, chosen: self.number()? },
            25 => Done::Throw { exception: self.object()? },
            26 => return self.mark().map(EventKind::Noted),
            27 => Done::Inspect { thread: self.thread()? },
            28 => Done::Unstarted { handle: self.sync()? },
            29 => Done::LeaveWait { lock: self.sync()?, condition: self.sync()? },
            _ => return Err(TraceError::Corrupt("a record is of no known kind")),
        };
        Ok(EventKind::Did(done))
    }
}
