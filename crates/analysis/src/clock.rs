//! Vector clocks and epochs.
//!
//! A clock has one component per *slot*. A slot belongs to a thread as long as some thread may not know all that it did;
//! after that it is given to a new thread, which counts on from where the old one ended. So a program that starts threads
//! for ever does not make clocks grow for ever.

/// A component of vector clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClockSlot(pub u32);

/// A moment in a thread's life: the slot's own component then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Epoch {
    /// The slot of the thread.
    pub slot: ClockSlot,
    /// When.
    pub time: u32,
}

/// For each slot, how much of it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VectorClock(Vec<u32>);

impl VectorClock {
    /// What is known of a slot.
    #[inline]
    #[must_use]
    pub fn get(&self, slot: ClockSlot) -> u32 {
        self.0.get(slot.0 as usize).copied().unwrap_or(0)
    }

    /// Sets what is known of a slot.
    pub fn set(&mut self, slot: ClockSlot, time: u32) {
        let at = slot.0 as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] = time;
    }

    /// Learns everything that `other` knows.
    pub fn join(&mut self, other: &VectorClock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }

    /// Whether the moment is known: it happened before.
    #[inline]
    #[must_use]
    pub fn knows(&self, epoch: Epoch) -> bool {
        epoch.time <= self.get(epoch.slot)
    }

    /// Whether everything known here is known there.
    #[must_use]
    pub fn is_within(&self, other: &VectorClock) -> bool {
        self.0.iter().enumerate().all(|(at, time)| *time <= other.get(ClockSlot(at as u32)))
    }
}
