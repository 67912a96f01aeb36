//! Numbers, names and operations as bytes, both ways. Each `put` stands beside its `get`.

use std::io::Read;

use super::LONGEST_NAME;
use super::reader::TraceError;
use crate::{AccessKind, FieldId, Location, LockId, LockMode, Mark, ObjectId, OpKind, ThreadId, Value, WakeReason};

/// Bytes being written.
#[derive(Default)]
pub struct Sink(pub Vec<u8>);

/// Bytes being read.
pub struct Source<R>(pub R);

impl Sink {
    pub fn number(&mut self, value: impl Into<u64>) {
        let mut value = value.into();
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn signed(&mut self, value: i64) {
        self.number(((value << 1) ^ (value >> 63)) as u64);
    }

    fn flag(&mut self, value: bool) {
        self.0.push(value.into());
    }

    pub fn option<T>(&mut self, value: Option<T>, put: impl FnOnce(&mut Self, T)) {
        self.flag(value.is_some());
        if let Some(value) = value {
            put(self, value);
        }
    }

    pub fn name(&mut self, name: &str) {
        let name = &name[..name.floor_char_boundary(LONGEST_NAME)];
        self.number(name.len() as u64);
        self.0.extend_from_slice(name.as_bytes());
    }

    fn location(&mut self, location: Location) {
        match location {
            Location::Field { object, field } => {
                self.number(0u8);
                self.number(object.0);
                self.number(field.0);
            }
            Location::Static { field } => {
                self.number(1u8);
                self.number(field.0);
            }
            Location::Element { array, index } => {
                self.number(2u8);
                self.number(array.0);
                self.number(index);
            }
        }
    }

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

    fn lock(&mut self, lock: LockId, mode: LockMode) {
        self.number(lock.0.0);
        self.flag(mode == LockMode::Shared);
    }

    fn mark(&mut self, mark: Mark) {
        let (kind, object) = match mark {
            Mark::IgnoreOn => (0u8, None),
            Mark::IgnoreOff => (1, None),
            Mark::AtomicBegin => (2, None),
            Mark::AtomicEnd => (3, None),
            Mark::Reuse(object) => (4, Some(object)),
            Mark::InitBegin(class) => (5, Some(class)),
            Mark::InitEnd(class) => (6, Some(class)),
            Mark::Collect => (7, None),
        };
        self.number(kind);
        if let Some(object) = object {
            self.number(object.0);
        }
    }

    /// What the operation has, without its kind.
    pub fn operands(&mut self, op: &OpKind) {
        match *op {
            OpKind::Begin | OpKind::End | OpKind::Interrupted | OpKind::Sleep | OpKind::Yield => {}
            OpKind::Read { location, access, value } | OpKind::Write { location, access, value } => {
                self.location(location);
                self.number(access as u8);
                self.option(value, Self::value);
            }
            OpKind::Update { location, old, new, wrote } => {
                self.location(location);
                self.option(old, Self::value);
                self.option(new, Self::value);
                self.flag(wrote);
            }
            OpKind::Acquire { lock, mode, reentrant } | OpKind::Release { lock, mode, reentrant } => {
                self.lock(lock, mode);
                self.flag(reentrant);
            }
            OpKind::TryAcquire { lock, mode, acquired } => {
                self.lock(lock, mode);
                self.option(acquired, Self::flag);
            }
            OpKind::Wait { lock, condition, timed } => {
                self.number(lock.0.0);
                self.number(condition.0);
                self.flag(timed);
            }
            OpKind::Wake { lock, condition, how } => {
                self.number(lock.0.0);
                self.number(condition.0);
                self.number(how as u8);
            }
            OpKind::Notify { lock, condition, all, ref woken } => {
                self.number(lock.0.0);
                self.number(condition.0);
                self.flag(all);
                self.number(woken.len() as u64);
                woken.iter().for_each(|thread| self.number(thread.0));
            }
            OpKind::Start { thread } | OpKind::Unpark { thread } | OpKind::Interrupt { thread } => {
                self.number(thread.0);
            }
            OpKind::Join { thread, timed } => {
                self.number(thread.0);
                self.flag(timed);
            }
            OpKind::Park { timed } => self.flag(timed),
            OpKind::ClassInit { class: object }
            | OpKind::LatchAwait { latch: object }
            | OpKind::LatchCountDown { latch: object }
            | OpKind::Throw { exception: object } => self.number(object.0),
            OpKind::SemaphoreAcquire { semaphore, permits } | OpKind::SemaphoreRelease { semaphore, permits } => {
                self.number(semaphore.0);
                self.number(permits);
            }
            OpKind::Choose { options, chosen } => {
                self.number(options);
                self.option(chosen, Self::number);
            }
            OpKind::Mark(mark) => self.mark(mark),
        }
    }
}

/// The number of an operation's kind in the format. New kinds go at the end, with a new version.
pub fn kind_number(op: &OpKind) -> u64 {
    match op {
        OpKind::Begin => 0,
        OpKind::End => 1,
        OpKind::Read { .. } => 2,
        OpKind::Write { .. } => 3,
        OpKind::Update { .. } => 4,
        OpKind::Acquire { .. } => 5,
        OpKind::TryAcquire { .. } => 6,
        OpKind::Release { .. } => 7,
        OpKind::Wait { .. } => 8,
        OpKind::Wake { .. } => 9,
        OpKind::Notify { .. } => 10,
        OpKind::Start { .. } => 11,
        OpKind::Join { .. } => 12,
        OpKind::Park { .. } => 13,
        OpKind::Unpark { .. } => 14,
        OpKind::Interrupt { .. } => 15,
        OpKind::Interrupted => 16,
        OpKind::Sleep => 17,
        OpKind::Yield => 18,
        OpKind::ClassInit { .. } => 19,
        OpKind::LatchAwait { .. } => 20,
        OpKind::LatchCountDown { .. } => 21,
        OpKind::SemaphoreAcquire { .. } => 22,
        OpKind::SemaphoreRelease { .. } => 23,
        OpKind::Choose { .. } => 24,
        OpKind::Throw { .. } => 25,
        OpKind::Mark(_) => 26,
    }
}

type Got<T> = Result<T, TraceError>;

impl<R: Read> Source<R> {
    fn byte(&mut self) -> Got<u8> {
        let mut byte = [0];
        self.0.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    pub fn long(&mut self) -> Got<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(TraceError::Corrupt("a number is too large"))
    }

    pub fn number(&mut self) -> Got<u32> {
        u32::try_from(self.long()?).map_err(|_| TraceError::Corrupt("a number is too large"))
    }

    fn signed(&mut self) -> Got<i64> {
        let value = self.long()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    fn flag(&mut self) -> Got<bool> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(TraceError::Corrupt("a flag is neither 0 nor 1")),
        }
    }

    pub fn option<T>(&mut self, get: impl FnOnce(&mut Self) -> Got<T>) -> Got<Option<T>> {
        if self.flag()? { get(self).map(Some) } else { Ok(None) }
    }

    pub fn name(&mut self) -> Got<String> {
        let length = self.long()?;
        if length > LONGEST_NAME as u64 {
            return Err(TraceError::Corrupt("a name is too long"));
        }
        let mut bytes = vec![0; length as usize];
        self.0.read_exact(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| TraceError::Corrupt("a name is not UTF-8"))
    }

    fn object(&mut self) -> Got<ObjectId> {
        self.number().map(ObjectId)
    }

    pub fn thread(&mut self) -> Got<ThreadId> {
        self.number().map(ThreadId)
    }

    fn location(&mut self) -> Got<Location> {
        Ok(match self.byte()? {
            0 => Location::Field { object: self.object()?, field: FieldId(self.number()?) },
            1 => Location::Static { field: FieldId(self.number()?) },
            2 => Location::Element { array: self.object()?, index: self.number()? },
            _ => return Err(TraceError::Corrupt("a location is of no known kind")),
        })
    }

    fn access(&mut self) -> Got<AccessKind> {
        Ok(match self.byte()? {
            0 => AccessKind::Plain,
            1 => AccessKind::Volatile,
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

    fn mode(&mut self) -> Got<LockMode> {
        Ok(if self.flag()? { LockMode::Shared } else { LockMode::Exclusive })
    }

    fn lock(&mut self) -> Got<LockId> {
        self.object().map(LockId)
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
            4 => Mark::Reuse(self.object()?),
            5 => Mark::InitBegin(self.object()?),
            6 => Mark::InitEnd(self.object()?),
            7 => Mark::Collect,
            _ => return Err(TraceError::Corrupt("a mark is of no known kind")),
        })
    }

    /// As many threads as the file says, but memory only for those that it holds.
    fn threads(&mut self) -> Got<Vec<ThreadId>> {
        (0..self.number()?).map(|_| self.thread()).collect()
    }

    /// The operation of this kind, from its operands.
    pub fn operation(&mut self, kind: u64) -> Got<OpKind> {
        Ok(match kind {
            0 => OpKind::Begin,
            1 => OpKind::End,
            2 => OpKind::Read { location: self.location()?, access: self.access()?, value: self.option(Self::value)? },
            3 => OpKind::Write { location: self.location()?, access: self.access()?, value: self.option(Self::value)? },
            4 => OpKind::Update {
                location: self.location()?,
                old: self.option(Self::value)?,
                new: self.option(Self::value)?,
                wrote: self.flag()?,
            },
            5 => OpKind::Acquire { lock: self.lock()?, mode: self.mode()?, reentrant: self.flag()? },
            6 => OpKind::TryAcquire { lock: self.lock()?, mode: self.mode()?, acquired: self.option(Self::flag)? },
            7 => OpKind::Release { lock: self.lock()?, mode: self.mode()?, reentrant: self.flag()? },
            8 => OpKind::Wait { lock: self.lock()?, condition: self.object()?, timed: self.flag()? },
            9 => OpKind::Wake { lock: self.lock()?, condition: self.object()?, how: self.reason()? },
            10 => OpKind::Notify {
                lock: self.lock()?,
                condition: self.object()?,
                all: self.flag()?,
                woken: self.threads()?,
            },
            11 => OpKind::Start { thread: self.thread()? },
            12 => OpKind::Join { thread: self.thread()?, timed: self.flag()? },
            13 => OpKind::Park { timed: self.flag()? },
            14 => OpKind::Unpark { thread: self.thread()? },
            15 => OpKind::Interrupt { thread: self.thread()? },
            16 => OpKind::Interrupted,
            17 => OpKind::Sleep,
            18 => OpKind::Yield,
            19 => OpKind::ClassInit { class: self.object()? },
            20 => OpKind::LatchAwait { latch: self.object()? },
            21 => OpKind::LatchCountDown { latch: self.object()? },
            22 => OpKind::SemaphoreAcquire { semaphore: self.object()?, permits: self.number()? },
            23 => OpKind::SemaphoreRelease { semaphore: self.object()?, permits: self.number()? },
            24 => OpKind::Choose { options: self.number()?, chosen: self.option(Self::number)? },
            25 => OpKind::Throw { exception: self.object()? },
            26 => OpKind::Mark(self.mark()?),
            _ => return Err(TraceError::Corrupt("a record is of no known kind")),
        })
    }
}
