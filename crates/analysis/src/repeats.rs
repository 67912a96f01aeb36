//! Accesses that repeat: most of them, and nothing new is learned from them.
//!
//! A thread that touches a location again, at the same place in the code, when nothing but plain accesses were its own doing since and nobody
//! else has touched the location, is at the same moment of all clocks, holds the same locks, and meets the same past. So it is enough that
//! the analyses looked at the first such access, unless there is a race on the location: then each one counts. Only when a location
//! was last touched is not the same, and that is [told](LastTouch) when an access comes that does not repeat.
//!
//! The table forgets: a location has one place in it, which it shares with many. What is forgotten is looked at again. Where few accesses repeat, because
//! locks change hands all the time or each variable is touched once in a round, the table is only work: then it is emptied, as when somebody asks for warnings, and
//! left alone for a while.

use deadheat_event::{Access, Event, FieldId, Location, ObjectId, SiteId, ThreadId};

/// So many locations are known at a time.
const ENTRIES: usize = 1 << 12;
/// So many places in the code are known for each.
const PLACES: usize = 4;
/// Bytes that share an entry: two accesses that overlap meet there.
const GRANULE_BITS: u32 = 4;
/// With more bytes than this it is simpler to forget everything.
const MOST_BYTES: u32 = 1 << 12;

/// After so many accesses that repeat none it is looked how many others did.
const TRIAL: u32 = if cfg!(test) { 40 } else { 1 << 15 };
/// There must be one for so many of these, or nothing is noted for a while.
const WORTH: u32 = 5;
/// So many accesses are then not noted.
const PAUSE: u32 = if cfg!(test) { 32 } else { 1 << 18 };

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
    fn of(location: &Location) -> Self {
        let key = |object: u32, within: u32, kind| Self { place: u64::from(object) << 32 | u64::from(within), kind };
        match location {
            Location::Field { object, field } => key(object.0, field.0, Self::FIELD),
            Location::Global { field } => key(0, field.0, Self::GLOBAL),
            Location::Element { array, index } => key(array.0, *index, Self::ELEMENT),
            Location::Bytes { object, offset, length } => key(object.0, *offset, Self::BYTES | *length << 2),
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

/// A location and where its entry is, found out once for an access.
#[derive(Clone, Copy, Debug)]
pub struct Lookup {
    key: Key,
    index: Option<usize>,
}

impl Lookup {
    /// That of a location.
    #[inline]
    pub fn of(location: &Location) -> Self {
        let key = Key::of(location);
        Self { key, index: key.index() }
    }
}

/// A moment of a thread's life: the thread, and how often it did something beside plain accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Generation(u64);

impl Generation {
    /// That of no thread.
    const NONE: Self = Self(u64::MAX);

    #[inline]
    fn of(thread: ThreadId, generation: u32) -> Self {
        Self(u64::from(thread.0) << 32 | u64::from(generation))
    }

    fn thread(self) -> ThreadId {
        ThreadId((self.0 >> 32) as u32)
    }
}

/// All that is looked at for an access lies in one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Entry {
    /// The location, as of its key.
    place: u64,
    /// When it was looked at; none where nothing is known.
    generation: Generation,
    /// Where it was touched.
    places: [SiteId; PLACES],
    /// The last read and write that were not looked at, as [`Repeats::since`] has them; 0 for none.
    last: [u32; 2],
    kind: u32,
    /// How many `places` are known.
    count: u8,
    /// Whether it was written to, a bit for each of these.
    writes: u8,
    /// Whether it was repeated since another location wanted the place.
    is_wanted: bool,
}

impl Entry {
    const EMPTY: Self = Self {
        place: 0,
        generation: Generation::NONE,
        places: [SiteId(0); PLACES],
        last: [0; 2],
        kind: 0,
        count: 0,
        writes: 0,
        is_wanted: false,
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
    /// For each entry, what was known of objects handed over when the reference in it was loaded last, see [`Repeats::loaded`]; 0 for nothing.
    loaded: Box<[u64; ENTRIES]>,
    /// Counts, of each thread, what it did beside plain accesses.
    generations: Vec<u32>,
    /// Accesses until it is looked whether the table is worth its while, or until it is tried again; those that repeat others are not counted.
    rest: u32,
    /// How many others were repeated.
    repeated: u32,
    /// Whether accesses are noted. If not, the table is empty.
    is_noting: bool,
    /// Entries keep numbers of events as their distance from this one.
    begin: u64,
}

impl Default for Repeats {
    fn default() -> Self {
        let entries = vec![Entry::EMPTY; ENTRIES].try_into().expect("as many entries");
        let loaded = vec![0; ENTRIES].try_into().expect("as many entries");
        Self { entries, loaded, generations: Vec::new(), rest: TRIAL, repeated: 0, is_noting: true, begin: 0 }
    }
}

impl Repeats {
    /// Whether the access repeats one that was looked at. If not, [`is_over`](Self::is_over) is to be told of it.
    #[inline]
    pub fn is_repeated(&mut self, event: &Event, lookup: &Lookup, writes: bool) -> bool {
        if !self.is_noting {
            return false;
        }
        let Lookup { key, index: Some(index) } = *lookup else { return false };
        let since = self.since(event);
        let entry = &mut self.entries[index];
        let generation = self.generations.get(event.thread.0 as usize).copied().unwrap_or(0);
        let is_same = entry.key() == key && entry.generation == Generation::of(event.thread, generation);
        if !is_same || !entry.has(event.site, writes) {
            return false;
        }
        let Some(since) = since else { return false };
        entry.last[usize::from(writes)] = since;
        entry.is_wanted = true;
        self.repeated += 1;
        true
    }

    /// A number to be kept with the location of an access that was just repeated, until the location is touched by something that is no repetition; 0 at first. As long as it
    /// is kept, all references that are loaded from the location are the same: a store of one is never noted, and begins another generation of its thread.
    #[inline]
    pub fn loaded(&mut self, lookup: &Lookup) -> Option<&mut u64> {
        lookup.index.map(|index| &mut self.loaded[index])
    }

    /// An access comes that repeats none: what was not looked at so far is told before it is.
    #[inline]
    pub fn is_over(&mut self, event: &Event, lookup: &Lookup, mut tell: impl FnMut(LastTouch)) {
        self.rest -= 1;
        if self.rest == 0 {
            self.try_again(&mut tell);
        }
        if !self.is_noting {
            return;
        }
        if self.since(event).is_none() {
            self.forget(&mut tell);
            self.begin = event.seq;
        }
        let Lookup { key, index: Some(index) } = *lookup else {
            return self.forget_stretch(lookup.key.location(), tell);
        };
        let now = Generation::of(event.thread, self.generation(event.thread));
        let entry = &mut self.entries[index];
        if entry.generation == Generation::NONE {
            return;
        }
        // A location that is touched again and again keeps its place, so that a walk through a large array does not drive it out. It can stay whatever is done to
        // others; only bytes may overlap others by another name.
        let is_other = entry.key() != key;
        if is_other && std::mem::take(&mut entry.is_wanted) && !entry.key().is_bytes() && !key.is_bytes() {
            let thread = entry.generation.thread();
            let generation = self.generations.get(thread.0 as usize).copied();
            if generation.is_some_and(|generation| entry.generation == Generation::of(thread, generation)) {
                return;
            }
        }
        entry.last_touch(self.begin).into_iter().for_each(tell);
        entry.last = [0; 2];
        if is_other || entry.generation != now {
            entry.generation = Generation::NONE;
        }
    }

    /// Accesses are noted from here on, or are not.
    #[cold]
    fn try_again(&mut self, tell: impl FnMut(LastTouch)) {
        let was_noting = std::mem::replace(&mut self.is_noting, true);
        if was_noting && self.repeated < TRIAL / WORTH {
            self.forget(tell);
            self.is_noting = false;
        }
        (self.rest, self.repeated) = (if self.is_noting { TRIAL } else { PAUSE }, 0);
    }

    /// The access was looked at.
    #[inline]
    pub fn looked_at(&mut self, event: &Event, access: Access) {
        if !self.is_noting {
            return;
        }
        let key = Key::of(&access.location);
        let Some(index) = key.index() else { return };
        let now = Generation::of(event.thread, self.generation(event.thread));
        let entry = &mut self.entries[index];
        if entry.generation == Generation::NONE {
            *entry = Entry { place: key.place, kind: key.kind, generation: now, ..Entry::EMPTY };
            self.loaded[index] = 0;
        } else if entry.key() != key {
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
        if !self.is_noting {
            return;
        }
        let key = Key::of(&location);
        let Some(entry) = key.index().map(|index| &mut self.entries[index]) else { return };
        if entry.key() == key || entry.key().is_bytes() || key.is_bytes() {
            entry.generation = Generation::NONE;
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
        (0..self.generations.len() as u32).for_each(|thread| self.moves_on(ThreadId(thread)));
    }

    /// Forgets everything, and tells what was not looked at.
    pub fn forget(&mut self, tell: impl FnMut(LastTouch)) {
        let touches = self.entries.iter_mut().filter_map(|entry| entry.take(self.begin));
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
            self.entries[slot(object.0, granule)].take(self.begin).into_iter().for_each(&mut tell);
        }
    }

    /// The distance of an event from the one that they are counted from; none where it is too long.
    #[inline]
    fn since(&self, event: &Event) -> Option<u32> {
        u32::try_from(event.seq.wrapping_sub(self.begin)).ok()
    }

    /// Whether accesses are noted at present.
    #[inline]
    pub fn is_noting(&self) -> bool {
        self.is_noting
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
    fn key(&self) -> Key {
        Key { place: self.place, kind: self.kind }
    }

    #[inline]
    fn has(&self, place: SiteId, writes: bool) -> bool {
        let known = &self.places[..usize::from(self.count)];
        known.iter().enumerate().any(|(at, known)| *known == place && (self.writes >> at & 1 != 0) == writes)
    }

    /// Makes it empty. What was not looked at is the answer.
    fn take(&mut self, begin: u64) -> Option<LastTouch> {
        let touch = self.last_touch(begin);
        self.generation = Generation::NONE;
        touch
    }

    fn last_touch(&self, begin: u64) -> Option<LastTouch> {
        // One by one: each was written so, and a load of both would have to wait for it.
        let [read, written] = self.last;
        let is_touched = self.generation != Generation::NONE && (read != 0 || written != 0);
        let number = |since: u32| if since == 0 { 0 } else { begin + u64::from(since) };
        is_touched.then(|| LastTouch {
            thread: self.generation.thread(),
            location: self.key().location(),
            read: number(read),
            written: number(written),
        })
    }
}

/// Neighbours in one object are neighbours here.
#[inline]
fn slot(object: u32, within: u32) -> usize {
    (object.wrapping_mul(0x9e37_79b1) >> 7).wrapping_add(within) as usize % ENTRIES
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use deadheat_event::{AccessKind, Done, Value};
    use proptest::prelude::*;

    use super::*;

    /// What is known of a location: who touched it at which moment, at which places, and what of that was not looked at.
    #[derive(Default)]
    struct Touched {
        by: Option<(u32, u32)>,
        places: Vec<(u64, bool)>,
        untold: [u64; 2],
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

        /// Whatever the table forgets and whenever it is left alone: what counts as repeated is, and what was not looked at is told.
        #[test]
        fn what_is_repeated_was_looked_at(
            acts in prop::collection::vec((0u32..3, 0u32..6, 0u64..3, any::<bool>(), 0u32..30, 1usize..40), 1..60),
        ) {
            let mut repeats = Repeats::default();
            let mut model: BTreeMap<u32, Touched> = BTreeMap::new();
            let mut generations = [0u32; 3];
            let mut seq = u64::from(u32::MAX) - 300;
            for (thread, at, line, writes, what, often) in acts {
                if what == 0 {
                    repeats.moves_on(ThreadId(thread));
                    generations[thread as usize] += 1;
                }
                for _ in 0..often {
                    seq += 1;
                    // Two and two want the same place.
                    let field = FieldId(at % 3 + at / 3 * ENTRIES as u32);
                    let location = Location::Field { object: ObjectId(1), field };
                    let access = AccessKind::Plain;
                    let value = Some(Value::Int(1));
                    let done = if writes { Done::Write { location, access, value } } else { Done::Read { location, access, value } };
                    let event = Event { seq, step: seq, thread: ThreadId(thread), site: SiteId(line), kind: done.into() };
                    let access = Access { location, kind: access, writes };
                    let mut told = Vec::new();
                    let lookup = Lookup::of(&location);
                    let is_repeated = repeats.is_repeated(&event, &lookup, writes);
                    if !is_repeated {
                        repeats.is_over(&event, &lookup, |touch| told.push(touch));
                    }
                    for touch in told {
                        let number = touch.location.field().map_or(0, |field| field.0 % ENTRIES as u32 + field.0 / ENTRIES as u32 * 3);
                        let known = model.entry(number).or_default();
                        prop_assert_eq!(known.by.map(|by| by.0), Some(touch.thread.0));
                        prop_assert_eq!(known.untold, [touch.read, touch.written]);
                        known.untold = [0; 2];
                    }
                    let known = model.entry(at).or_default();
                    let now = (thread, generations[thread as usize]);
                    if is_repeated {
                        prop_assert!(known.by == Some(now) && known.places.contains(&(line, writes)));
                        known.untold[usize::from(writes)] = seq;
                        continue;
                    }
                    prop_assert_eq!(known.untold, [0; 2], "nobody is looked at before what came earlier was told");
                    if known.by != Some(now) {
                        (known.by, known.places) = (Some(now), Vec::new());
                    }
                    known.places.push((line, writes));
                    repeats.looked_at(&event, access);
                }
            }
            let mut told = 0;
            repeats.forget(|touch| told += u32::from(touch.read > 0) + u32::from(touch.written > 0));
            let untold: u32 = model.values().flat_map(|known| known.untold).map(|seq| u32::from(seq > 0)).sum();
            prop_assert_eq!(told, untold);
        }
    }
}
