//! Accesses that repeat: most of them, and nothing new is learned from them.
//!
//! A thread that touches a location again, at the same place in the code, when nothing but plain accesses were its own doing since and nobody
//! else has touched the location, is at the same moment of all clocks, holds the same locks, and meets the same past. So it is enough that
//! the analyses looked at the first such access, unless there is a race on the location: then each one counts. Only when a location
//! was last touched is not the same, and that is [told](LastTouch) when an access comes that does not repeat.
//!
//! The table forgets: a location has one place in it, which it shares with many. What is forgotten is looked at again.

use deadheat_event::{Access, Event, FieldId, Location, ObjectId, SiteId, ThreadId};

/// So many locations are known at a time.
const ENTRIES: usize = 1 << 12;
/// So many places in the code are known for each.
const PLACES: usize = 4;
/// Bytes that share an entry: two accesses that overlap meet there.
const GRANULE_BITS: u32 = 4;
/// With more bytes than this it is simpler to forget everything.
const MOST_BYTES: u32 = 1 << 12;

/// A location as it is compared: all of it, in words that are compared at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    /// The object or array, and the field, the element, or where the bytes begin.
    place: u64,
    /// Which of these it is; above that, the number of bytes.
    kind: u32,
}

impl Key {
    const FIELD: u32 = 0;
    const GLOBAL: u32 = 1;
    const ELEMENT: u32 = 2;
    const BYTES: u32 = 3;

    #[inline]
    fn of(location: Location) -> Self {
        let key = |object: u32, within: u32, kind| Self { place: u64::from(object) << 32 | u64::from(within), kind };
        match location {
            Location::Field { object, field } => key(object.0, field.0, Self::FIELD),
            Location::Global { field } => key(0, field.0, Self::GLOBAL),
            Location::Element { array, index } => key(array.0, index, Self::ELEMENT),
            Location::Bytes { object, offset, length } => key(object.0, offset, Self::BYTES | length << 2),
        }
    }

    #[inline]
    fn is_bytes(self) -> bool {
        self.kind & 3 == Self::BYTES
    }

    fn location(self) -> Location {
        let (object, within) = (ObjectId((self.place >> 32) as u32), self.place as u32);
        match self.kind & 3 {
            Self::FIELD => Location::Field { object, field: FieldId(within) },
            Self::GLOBAL => Location::Global { field: FieldId(within) },
            Self::ELEMENT => Location::Element { array: object, index: within },
            _ => Location::Bytes { object, offset: within, length: self.kind >> 2 },
        }
    }

    /// Where a location has its place; none for one that would have several.
    #[inline]
    fn index(self) -> Option<usize> {
        let (object, within) = ((self.place >> 32) as u32, self.place as u32);
        if !self.is_bytes() {
            return Some(slot(object, within));
        }
        let last = within.saturating_add((self.kind >> 2).saturating_sub(1));
        (within >> GRANULE_BITS == last >> GRANULE_BITS).then(|| slot(object, within >> GRANULE_BITS))
    }
}

/// What tells whether an entry is the one comes first, so that it lies together.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Entry {
    location: Key,
    thread: ThreadId,
    /// Of the thread: see [`Repeats::generations`].
    generation: u32,
    era: u32,
    /// How many `places` are known; 0 where nothing is known.
    count: u8,
    /// Whether it was written to, a bit for each of these.
    writes: u8,
    /// Whether it was repeated since another location wanted the place.
    is_wanted: bool,
    /// Where it was touched.
    places: [SiteId; PLACES],
    /// The last read and write that were not looked at; 0 for none.
    last: [u64; 2],
}

impl Entry {
    const EMPTY: Self = Self {
        location: Key { place: 0, kind: 0 },
        thread: ThreadId(0),
        generation: 0,
        era: 0,
        count: 0,
        writes: 0,
        is_wanted: false,
        places: [SiteId(0); PLACES],
        last: [0; 2],
    };
}

/// When a thread touched a location last, beyond what the analyses have looked at.
#[derive(Clone, Copy, Debug)]
pub struct LastTouch {
    /// The thread.
    pub thread: ThreadId,
    /// The location.
    pub location: Location,
    /// The number of the last event that read it; 0 for none.
    pub read: u64,
    /// The number of the last event that wrote it; 0 for none.
    pub written: u64,
}

/// The accesses that were looked at and may repeat.
#[derive(Debug)]
pub struct Repeats {
    entries: Box<[Entry; ENTRIES]>,
    /// Counts, of each thread, what it did beside plain accesses.
    generations: Vec<u32>,
    /// Counts what concerns all threads: lives of objects.
    era: u32,
}

impl Default for Repeats {
    fn default() -> Self {
        let entries = vec![Entry::EMPTY; ENTRIES].try_into().expect("as many entries");
        Self { entries, generations: Vec::new(), era: 0 }
    }
}

impl Repeats {
    /// Whether the access repeats one that was looked at. If not, what was not looked at so far is told before it is.
    #[inline]
    pub fn is_repeated(&mut self, event: &Event, access: Access, tell: impl FnMut(LastTouch)) -> bool {
        let key = Key::of(access.location);
        let Some(index) = key.index() else {
            self.forget_stretch(access.location, tell);
            return false;
        };
        let (now, era) = (self.generation(event.thread), self.era);
        let entry = &mut self.entries[index];
        if entry.count == 0 {
            return false;
        }
        let is_same_moment =
            entry.location == key && (entry.thread, entry.generation, entry.era) == (event.thread, now, era);
        if is_same_moment && entry.has(event.site, access.writes) {
            entry.last[usize::from(access.writes)] = event.seq;
            entry.is_wanted = true;
            return true;
        }
        self.is_over(index, key, is_same_moment, tell);
        false
    }

    /// An access comes that does not repeat what the entry at its place knows.
    fn is_over(&mut self, index: usize, key: Key, is_same_moment: bool, tell: impl FnMut(LastTouch)) {
        let entry = &mut self.entries[index];
        // A location that is touched again and again keeps its place, so that a walk through a large array does not drive it out. It can stay whatever is done to
        // others; only bytes may overlap others by another name.
        let is_other = entry.location != key;
        if is_other && std::mem::take(&mut entry.is_wanted) && !entry.location.is_bytes() && !key.is_bytes() {
            let generation = self.generations.get(entry.thread.0 as usize);
            if generation == Some(&entry.generation) && entry.era == self.era {
                return;
            }
        }
        entry.last_touch().into_iter().for_each(tell);
        entry.last = [0; 2];
        if !is_same_moment {
            entry.count = 0;
        }
    }

    /// The access was looked at.
    #[inline]
    pub fn looked_at(&mut self, event: &Event, access: Access) {
        let key = Key::of(access.location);
        let Some(index) = key.index() else { return };
        let (generation, era) = (self.generation(event.thread), self.era);
        let entry = &mut self.entries[index];
        if entry.count == 0 {
            (entry.location, entry.thread, entry.generation, entry.era) = (key, event.thread, generation, era);
            (entry.writes, entry.is_wanted, entry.last) = (0, false, [0; 2]);
        } else if entry.location != key {
            return;
        }
        if let Some(place) = entry.places.get_mut(usize::from(entry.count)) {
            *place = event.site;
            entry.writes |= u8::from(access.writes) << entry.count;
            entry.count += 1;
        }
    }

    /// No access to the location may be left out: what was known of it is forgotten.
    pub fn must_be_looked_at(&mut self, location: Location) {
        let key = Key::of(location);
        let Some(entry) = key.index().map(|index| &mut self.entries[index]) else { return };
        if entry.location == key || entry.location.is_bytes() || key.is_bytes() {
            entry.count = 0;
        }
    }

    /// The thread does something else, and is at another moment afterwards.
    #[inline]
    pub fn moves_on(&mut self, thread: ThreadId) {
        let next = self.generation(thread).wrapping_add(1);
        self.generations[thread.0 as usize] = next;
    }

    /// An object begins a new life: what was done to it before means nothing now.
    pub fn begins_anew(&mut self) {
        self.era = self.era.wrapping_add(1);
    }

    /// Forgets everything, and tells what was not looked at.
    pub fn forget(&mut self, tell: impl FnMut(LastTouch)) {
        let touches = self.entries.iter_mut().filter_map(Entry::take);
        touches.for_each(tell);
    }

    /// Forgets all that overlaps a long stretch of bytes.
    fn forget_stretch(&mut self, location: Location, mut tell: impl FnMut(LastTouch)) {
        let Location::Bytes { object, offset, length } = location else { return };
        if length > MOST_BYTES {
            return self.forget(tell);
        }
        let granules = offset >> GRANULE_BITS..=offset.saturating_add(length.saturating_sub(1)) >> GRANULE_BITS;
        for granule in granules {
            self.entries[slot(object.0, granule)].take().into_iter().for_each(&mut tell);
        }
    }

    /// Counts, of the thread, what it did beside plain accesses.
    #[inline]
    pub fn generation(&mut self, thread: ThreadId) -> u32 {
        let at = thread.0 as usize;
        if self.generations.len() <= at {
            self.generations.resize(at + 1, 0);
        }
        self.generations[at]
    }
}

impl Entry {
    #[inline]
    fn has(&self, place: SiteId, writes: bool) -> bool {
        let known = &self.places[..usize::from(self.count)];
        known.iter().enumerate().any(|(at, known)| *known == place && (self.writes >> at & 1 != 0) == writes)
    }

    /// Makes it empty. What was not looked at is the answer.
    fn take(&mut self) -> Option<LastTouch> {
        let touch = self.last_touch();
        self.count = 0;
        touch
    }

    fn last_touch(&self) -> Option<LastTouch> {
        let [read, written] = self.last;
        let is_touched = self.count > 0 && self.last != [0; 2];
        is_touched.then(|| LastTouch { thread: self.thread, location: self.location.location(), read, written })
    }
}

/// Neighbours in one object are neighbours here.
#[inline]
fn slot(object: u32, within: u32) -> usize {
    (object.wrapping_mul(0x9e37_79b1) >> 7).wrapping_add(within) as usize % ENTRIES
}
