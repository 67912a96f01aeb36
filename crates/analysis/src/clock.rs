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

/// So many slots lie in a clock itself: most programs have no more threads at a time.
const FEW: usize = 8;

/// For each slot, how much of it is known.
#[derive(Clone, Debug, Default)]
pub struct VectorClock {
    few: [u32; FEW],
    /// The slots after these.
    more: Box<[u32]>,
}

impl VectorClock {
    /// What is known of a slot.
    #[inline]
    #[must_use]
    pub fn get(&self, slot: ClockSlot) -> u32 {
        let at = slot.0 as usize;
        self.few.get(at).or_else(|| self.more.get(at - FEW)).copied().unwrap_or(0)
    }

    /// Sets what is known of a slot.
    pub fn set(&mut self, slot: ClockSlot, time: u32) {
        let at = slot.0 as usize;
        if let Some(known) = self.few.get_mut(at) {
            *known = time;
            return;
        }
        self.reserve(at - FEW + 1);
        self.more[at - FEW] = time;
    }

    fn reserve(&mut self, length: usize) {
        if self.more.len() < length {
            let mut more = std::mem::take(&mut self.more).into_vec();
            more.resize(length, 0);
            self.more = more.into();
        }
    }

    /// Learns everything that `other` knows. Whether any of it was not known.
    #[inline]
    pub fn join(&mut self, other: &VectorClock) -> bool {
        let mut is_news = join(&mut self.few, &other.few);
        if !other.more.is_empty() {
            self.reserve(other.more.len());
            is_news |= join(&mut self.more, &other.more);
        }
        is_news
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
        let mut slots = self.few.iter().chain(&self.more).enumerate();
        slots.all(|(at, time)| *time <= other.get(ClockSlot(at as u32)))
    }
}

/// Two clocks are the same if they know the same: how many slots they have room for does not matter.
impl PartialEq for VectorClock {
    fn eq(&self, other: &Self) -> bool {
        self.is_within(other) && other.is_within(self)
    }
}

impl Eq for VectorClock {}

#[inline]
fn join(mine: &mut [u32], theirs: &[u32]) -> bool {
    let mut is_news = false;
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        is_news |= *mine < *theirs;
        *mine = (*mine).max(*theirs);
    }
    is_news
}
