//! Numbers, flags and ids as bytes, both ways.

use std::io::Read;

use super::{LONGEST_NAME, MOST_THREADS, TraceError};
use crate::{FieldId, Location, LockMode, ObjectId, SyncId, ThreadId};

/// Bytes being written.
#[derive(Default)]
pub struct Sink(pub Vec<u8>);

/// Bytes being read.
pub struct Source<R>(pub R);

/// What was read, or why it could not be.
pub type Got<T> = Result<T, TraceError>;

impl Sink {
    pub fn number(&mut self, value: impl Into<u64>) {
        let mut value = value.into();
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    pub fn signed(&mut self, value: i64) {
        self.number(((value << 1) ^ (value >> 63)) as u64);
    }

    pub fn flag(&mut self, value: bool) {
        self.0.push(value.into());
    }

    pub fn option<T>(&mut self, value: Option<T>, put: impl FnOnce(&mut Self, T)) {
        self.flag(value.is_some());
        if let Some(value) = value {
            put(self, value);
        }
    }

    /// A name, cut to the greatest length.
    pub fn name(&mut self, name: &str) {
        let name = &name[..name.floor_char_boundary(LONGEST_NAME)];
        self.number(name.len() as u64);
        self.0.extend_from_slice(name.as_bytes());
    }

    pub fn sync(&mut self, sync: SyncId) {
        self.number(sync.object.0);
        self.number(sync.part);
    }

    pub fn lock(&mut self, lock: SyncId, mode: LockMode) {
        self.sync(lock);
        self.flag(mode == LockMode::Shared);
    }

    pub fn location(&mut self, location: Location) {
        match location {
            Location::Field { object, field } => {
                self.number(0u8);
                self.number(object.0);
                self.number(field.0);
            }
            Location::Global { field } => {
                self.number(1u8);
                self.number(field.0);
            }
            Location::Element { array, index } => {
                self.number(2u8);
                self.number(array.0);
                self.number(index);
            }
            Location::Bytes { object, offset, length } => {
                self.number(3u8);
                self.bytes(object, offset, length);
            }
        }
    }

    pub fn bytes(&mut self, object: ObjectId, offset: u32, length: u32) {
        self.number(object.0);
        self.number(offset);
        self.number(length);
    }
}

impl<R: Read> Source<R> {
    pub fn byte(&mut self) -> Got<u8> {
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

    pub fn signed(&mut self) -> Got<i64> {
        let value = self.long()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    pub fn flag(&mut self) -> Got<bool> {
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

    pub fn object(&mut self) -> Got<ObjectId> {
        self.number().map(ObjectId)
    }

    pub fn field(&mut self) -> Got<FieldId> {
        self.number().map(FieldId)
    }

    pub fn thread(&mut self) -> Got<ThreadId> {
        match self.number()? {
            id if id < MOST_THREADS => Ok(ThreadId(id)),
            _ => Err(TraceError::Corrupt("a thread's id is too large")),
        }
    }

    pub fn sync(&mut self) -> Got<SyncId> {
        Ok(SyncId { object: self.object()?, part: self.number()? })
    }

    pub fn mode(&mut self) -> Got<LockMode> {
        Ok(if self.flag()? { LockMode::Shared } else { LockMode::Exclusive })
    }

    pub fn location(&mut self) -> Got<Location> {
        Ok(match self.byte()? {
            0 => Location::Field { object: self.object()?, field: self.field()? },
            1 => Location::Global { field: self.field()? },
            2 => Location::Element { array: self.object()?, index: self.number()? },
            3 => self.bytes()?,
            _ => return Err(TraceError::Corrupt("a location is of no known kind")),
        })
    }

    pub fn bytes(&mut self) -> Got<Location> {
        let location = Location::Bytes { object: self.object()?, offset: self.number()?, length: self.number()? };
        if location.is_valid() { Ok(location) } else { Err(TraceError::Corrupt("an access has too many bytes")) }
    }
}
