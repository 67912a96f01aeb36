//! Numbers for names, in the order of their first appearance.
//!
//! A trace has a few names on each of its millions of lines, nearly all of them seen before. So a look-up allocates nothing, and a
//! name is kept once: the table has numbers only. Text is checked when a name is new; bytes that equal a known name are known to be text.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::error::Problem;

/// Names of one kind, numbered.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbering {
    names: Vec<String>,
    /// Open addressing; a power of two, never full.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: Key,
    number: u32,
}

const FREE: Slot = Slot { key: Key { start: 0, tag: 0 }, number: u32::MAX };

/// What a name is compared by first, so that most of the others are never looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    /// The first bytes.
    start: u64,
    /// The length, if it is less than 256, and a part of the hash.
    tag: u32,
}

impl Key {
    /// The key of a name, and where it belongs.
    #[inline]
    fn of(name: &[u8]) -> (Self, usize) {
        let mut hasher = FxHasher::default();
        let start = if let Some(start) = name.first_chunk() {
            hasher.write(name);
            u64::from_le_bytes(*start)
        } else {
            let start = name.iter().rev().fold(0, |start, byte| start << 8 | u64::from(*byte));
            hasher.write_u64(start);
            start
        };
        let hash = hasher.finish();
        let tag = (hash >> 32) as u32 & !0xff | name.len().min(0xff) as u32;
        (Self { start, tag }, hash as usize)
    }
}

impl Slot {
    fn is_free(self) -> bool {
        self.number == FREE.number
    }
}

impl Numbering {
    /// The name's number: a new one if it is new.
    #[inline]
    pub fn number(&mut self, name: &[u8]) -> Result<u32, Problem> {
        if self.names.len() * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let (key, hash) = Key::of(name);
        let is_short = name.len() <= size_of_val(&key.start);
        let is_it = |slot: Slot| slot.key == key && (is_short || self.names[slot.number as usize].as_bytes() == name);
        let at = self.find(hash, is_it);
        if !self.slots[at].is_free() {
            return Ok(self.slots[at].number);
        }
        let number = u32::try_from(self.names.len()).ok().filter(|number| *number < FREE.number);
        let number = number.ok_or(Problem::TooManyNames)?;
        self.names.push(text(name)?.to_owned());
        self.slots[at] = Slot { key, number };
        Ok(number)
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The name of a number.
    pub fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    /// Forgets all but the oldest so many names.
    ///
    /// Nothing that is kept was put behind one that is forgotten: what came first found its slot first, also when the table grew.
    pub fn truncate(&mut self, count: usize) {
        while self.names.len() > count {
            let number = self.names.len() as u32 - 1;
            let (_, hash) = Key::of(self.name(number).as_bytes());
            let at = self.find(hash, |slot| slot.number == number);
            self.slots[at] = FREE;
            self.names.pop();
        }
    }

    /// All names.
    pub fn into_names(self) -> Vec<String> {
        self.names
    }

    /// The slot that fits, or the free one where it would be.
    #[inline]
    fn find(&self, hash: usize, fits: impl Fn(Slot) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash & mask;
        while !self.slots[at].is_free() && !fits(self.slots[at]) {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![FREE; (self.slots.len() * 2).max(16)];
        for number in 0..self.names.len() {
            let (key, hash) = Key::of(self.names[number].as_bytes());
            let at = self.find(hash, |_| false);
            self.slots[at] = Slot { key, number: number as u32 };
        }
    }
}

/// The bytes as text that can be shown.
fn text(name: &[u8]) -> Result<&str, Problem> {
    let text = std::str::from_utf8(name).ok();
    text.filter(|text| !text.chars().any(char::is_control)).ok_or(Problem::NotText)
}
