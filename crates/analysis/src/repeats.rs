//! Accesses that repeat: most of them, and nothing new is learned from them.
//!
//! A thread that touches a location again, at the same place in the code, when nothing but plain accesses were its own doing since and nobody
//! else has touched the location, is at the same moment of all clocks, holds the same locks, and meets the same past. So it is enough that
//! the analyses looked at the first such access, unless there is a race on the location: then each one counts. Only when a location
//! was last touched is not the same, and that is [told](LastTouch) when an access comes that does not repeat.
//!
//! The table forgets: a location has one place in it, which it shares with many. What is forgotten is looked at again.

use deadheat_event::{Access, Event, Location, SiteId, ThreadId};

/// So many locations are known at a time.
const ENTRIES: usize = 1 << 12;
/// So many places in the code are known for each.
const PLACES: usize = 4;
/// Bytes that share an entry: two accesses that overlap meet there.
const GRANULE_BITS: u32 = 4;
/// With more bytes than this it is simpler to forget everything.
const MOST_BYTES: u32 = 1 << 12;

#[derive(Clone, Copy, Debug)]
struct Entry {
    location: Location,
    thread: ThreadId,
    /// Of the thread: see [`Repeats::generations`].
    generation: u32,
    era: u32,
    /// Where it was touched; of which the first `count` are known, and the bits of `writes` say whether there it was written to.
    places: [SiteId; PLACES],
    count: u8,
    writes: u8,
    /// The last read and write that were not looked at; 0 for none.
    last: [u64; 2],
    /// Whether it was repeated since another location wanted the place.
    is_wanted: bool,
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
    entries: Vec<Option<Entry>>,
    /// Counts, of each thread, what it did beside plain accesses.
    generations: Vec<u32>,
    /// Counts what concerns all threads: lives of objects.
    era: u32,
}

impl Default for Repeats {
    fn default() -> Self {
        Self { entries: vec![None; ENTRIES], generations: Vec::new(), era: 0 }
    }
}

impl Repeats {
    /// Whether the access repeats one that was looked at. If not, what was not looked at so far is told before it is.
    #[inline]
    pub fn is_repeated(&mut self, event: &Event, access: Access, mut tell: impl FnMut(LastTouch)) -> bool {
        let Some(index) = index(access.location) else {
            self.forget_stretch(access.location, tell);
            return false;
        };
        let (now, era) = (self.generation(event.thread), self.era);
        let place = &mut self.entries[index];
        let Some(entry) = place else { return false };
        let is_same_moment = entry.location == access.location
            && (entry.thread, entry.generation, entry.era) == (event.thread, now, era);
        if is_same_moment && entry.has(event.site, access.writes) {
            entry.last[usize::from(access.writes)] = event.seq;
            entry.is_wanted = true;
            return true;
        }
        // A location that is touched again and again keeps its place, so that a walk through a large array does not drive it out. It can stay whatever is done to
        // others; only bytes may overlap others by another name.
        let is_other = entry.location != access.location;
        if is_other && std::mem::take(&mut entry.is_wanted) && !entry.has_bytes() && !is_bytes(access.location) {
            let generation = self.generations.get(entry.thread.0 as usize);
            if generation == Some(&entry.generation) && entry.era == era {
                return false;
            }
        }
        entry.last_touch().into_iter().for_each(&mut tell);
        entry.last = [0; 2];
        if !is_same_moment {
            *place = None;
        }
        false
    }

    /// The access was looked at.
    pub fn looked_at(&mut self, event: &Event, access: Access) {
        let Some(index) = index(access.location) else { return };
        let (generation, era) = (self.generation(event.thread), self.era);
        let entry = self.entries[index].get_or_insert(Entry {
            location: access.location,
            thread: event.thread,
            generation,
            era,
            places: [event.site; PLACES],
            count: 0,
            writes: 0,
            last: [0; 2],
            is_wanted: false,
        });
        if entry.location != access.location {
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
        let Some(place) = index(location).map(|index| &mut self.entries[index]) else { return };
        *place = place.filter(|entry| entry.location != location && !entry.has_bytes() && !is_bytes(location));
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
        let entries = self.entries.iter_mut().filter_map(Option::take);
        entries.filter_map(|entry| entry.last_touch()).for_each(tell);
    }

    /// Forgets all that overlaps a long stretch of bytes.
    fn forget_stretch(&mut self, location: Location, mut tell: impl FnMut(LastTouch)) {
        let Location::Bytes { object, offset, length } = location else { return };
        if length > MOST_BYTES {
            return self.forget(tell);
        }
        let granules = offset >> GRANULE_BITS..=offset.saturating_add(length.saturating_sub(1)) >> GRANULE_BITS;
        for granule in granules {
            let entry = self.entries[slot(object.0, granule)].take();
            entry.and_then(|entry| entry.last_touch()).into_iter().for_each(&mut tell);
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

    #[inline]
    fn has_bytes(&self) -> bool {
        is_bytes(self.location)
    }

    fn last_touch(&self) -> Option<LastTouch> {
        let [read, written] = self.last;
        (self.last != [0; 2]).then_some(LastTouch { thread: self.thread, location: self.location, read, written })
    }
}

#[inline]
fn is_bytes(location: Location) -> bool {
    matches!(location, Location::Bytes { .. })
}

/// Where a location has its place; none for one that would have several.
#[inline]
fn index(location: Location) -> Option<usize> {
    Some(match location {
        Location::Field { object, field } => slot(object.0, field.0),
        Location::Element { array, index } => slot(array.0, index),
        Location::Global { field } => slot(0, field.0),
        Location::Bytes { object, offset, length } => {
            let (first, last) =
                (offset >> GRANULE_BITS, offset.saturating_add(length.saturating_sub(1)) >> GRANULE_BITS);
            if first != last {
                return None;
            }
            slot(object.0, first)
        }
    })
}

/// Neighbours in one object are neighbours here.
#[inline]
fn slot(object: u32, within: u32) -> usize {
    (object.wrapping_mul(0x9e37_79b1) >> 7).wrapping_add(within) as usize % ENTRIES
}
