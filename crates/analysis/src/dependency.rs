//! Which thread depends on which: the race window of a warning and its extension.
//!
//! Havelund 2000, §4, Figure 11. The window of a warning is the set of its threads. A search that runs only these needs also the
//! threads that started them, and those that write what they read, and so on to a fix-point. All others may stay frozen.
//!
//! Beside reading and writing, being woken is depending: a thread that notifies, unparks or interrupts another, counts a latch down
//! that it waits for, or is joined by it, is needed, too.
//!
//! A departure: of a thread that is needed only because it started another, only what it depended on until then counts. The main
//! thread of most programs joins all others in the end; that does not make all others matter.
//!
//! *It can miss* dependencies that only other schedules have: a search in a window may find nothing where the whole program has an
//! error. It proves nothing by itself; what is found in a window is replayed in the whole program.

use deadheat_event::{Access, Done, Event, FieldId, Location, ObjectId, ThreadId};
use rustc_hash::FxHashMap;

use crate::recent::Recent;
use crate::short_list::ShortList;

/// Something that one thread does and another sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Medium {
    Object(ObjectId),
    Global(FieldId),
}

/// A point of the run: how many events came before it.
type EventCount = u64;

/// For each thread, those that it depends on, and since when.
type Wakers = FxHashMap<ThreadId, FxHashMap<ThreadId, EventCount>>;

/// Who uses a medium.
#[derive(Debug, Default)]
struct MediumUse {
    /// Who has read it, and when first.
    readers: ShortList<(ThreadId, EventCount)>,
    writers: ShortList<ThreadId>,
}

impl MediumUse {
    /// Whoever reads it depends on whoever writes it.
    fn add_to(&self, wakers: &mut Wakers) {
        for (reader, since) in self.readers.iter().filter(|_| !self.writers.is_empty()) {
            let known = wakers.entry(*reader).or_default();
            for writer in self.writers.iter() {
                let first = known.entry(*writer).or_insert(*since);
                *first = (*first).min(*since);
            }
        }
    }
}

/// The analysis.
#[derive(Debug, Default)]
pub struct Dependency {
    /// The thread that started a thread, and when.
    parents: FxHashMap<ThreadId, (ThreadId, EventCount)>,
    media: FxHashMap<Medium, MediumUse>,
    /// The threads that acted on a thread directly, or by an object that is gone, and when first.
    wakers: Wakers,
    now: EventCount,
    /// Accesses that were taken note of: most repeat one of them.
    noted: Noted,
}

/// How a medium is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Reads,
    Writes,
    Both,
}

/// Who has used what, and how.
#[derive(Debug, Default)]
struct Noted(Recent<(ThreadId, Medium, Use), (), { 1 << 11 }>);

impl Noted {
    /// Whether it is new.
    #[inline]
    fn add(&mut self, thread: ThreadId, medium: Medium, how: Use) -> bool {
        let (Medium::Object(ObjectId(number)) | Medium::Global(FieldId(number))) = medium;
        let hash = (number.rotate_left(5) ^ thread.0 << 2 ^ how as u32).wrapping_mul(0x9e37_79b1);
        let now = (thread, medium, how);
        let is_new = self.0.get(hash >> 15, &now).is_none();
        if is_new {
            self.0.set(hash >> 15, now, ());
        }
        is_new
    }
}

impl Dependency {
    /// Takes note of an event.
    pub fn event(&mut self, event: &Event) {
        let thread = event.thread;
        self.now += 1;
        let Some(done) = event.done() else { return };
        match *done {
            Done::Start { thread: child } => {
                self.parents.insert(child, (thread, self.now));
            }
            Done::Join { thread: other, .. } | Done::Inspect { thread: other } => self.wakes(other, thread),
            Done::Unpark { thread: other } | Done::Interrupt { thread: other } => self.wakes(thread, other),
            Done::Notify { ref woken, .. } => woken.iter().for_each(|other| self.wakes(thread, *other)),
            Done::LatchCountDown { latch } | Done::SemaphoreRelease { semaphore: latch, .. } => {
                self.writes(thread, Medium::Object(latch.object));
            }
            // Its starter may be any thread: it is known by the handle.
            Done::Unstarted { handle } => self.reads(thread, Medium::Object(handle.object)),
            Done::LatchAwait { latch } | Done::SemaphoreAcquire { semaphore: latch, .. } => {
                self.reads(thread, Medium::Object(latch.object));
            }
            _ => {
                if let Some(access) = done.access() {
                    self.access(thread, access, done);
                }
            }
        }
    }

    #[inline]
    fn access(&mut self, thread: ThreadId, access: Access, done: &Done) {
        let medium = match access.location {
            Location::Field { object, .. }
            | Location::Element { array: object, .. }
            | Location::Bytes { object, .. } => Medium::Object(object),
            Location::Global { field } => Medium::Global(field),
        };
        let how = match done {
            Done::Write { .. } => Use::Writes,
            _ if access.writes => Use::Both,
            _ => Use::Reads,
        };
        if !self.noted.add(thread, medium, how) {
            return;
        }
        if how != Use::Reads {
            self.writes(thread, medium);
        }
        if how != Use::Writes {
            self.reads(thread, medium);
        }
    }

    fn reads(&mut self, thread: ThreadId, medium: Medium) {
        let readers = &mut self.media.entry(medium).or_default().readers;
        if readers.iter().all(|(reader, _)| *reader != thread) {
            readers.push((thread, self.now));
        }
    }

    fn writes(&mut self, thread: ThreadId, medium: Medium) {
        let writers = &mut self.media.entry(medium).or_default().writers;
        if writers.iter().all(|writer| *writer != thread) {
            writers.push(thread);
        }
    }

    fn wakes(&mut self, waker: ThreadId, thread: ThreadId) {
        self.wakers.entry(thread).or_default().entry(waker).or_insert(self.now);
    }

    /// How many objects and globals are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.media.len()
    }

    /// Whether none is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.media.is_empty()
    }

    /// Forgets all objects but those that stay. Who depended on whom by them is known for good.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        let Self { media, wakers, noted, .. } = self;
        noted.0.clear();
        media.retain(|medium, used| {
            let stays = if let Medium::Object(object) = medium { stays(*object) } else { true };
            if !stays {
                used.add_to(wakers);
            }
            stays
        });
        media.shrink_to_fit();
    }

    /// Who depends on whom, so far.
    #[must_use]
    pub fn windows(&self) -> Windows<'_> {
        let mut wakers = self.wakers.clone();
        self.media.values().for_each(|used| used.add_to(&mut wakers));
        Windows { parents: &self.parents, wakers }
    }

    /// The threads that the given ones depend on, themselves included, sorted.
    #[must_use]
    pub fn extend(&self, window: &[ThreadId]) -> Vec<ThreadId> {
        self.windows().extend(window)
    }
}

/// Who depends on whom at some moment.
#[derive(Debug)]
pub struct Windows<'a> {
    parents: &'a FxHashMap<ThreadId, (ThreadId, EventCount)>,
    wakers: Wakers,
}

impl Windows<'_> {
    /// The threads that the given ones depend on, themselves included, sorted.
    #[must_use]
    pub fn extend(&self, window: &[ThreadId]) -> Vec<ThreadId> {
        // Each thread with the moment until which it matters.
        let mut all: FxHashMap<ThreadId, EventCount> = FxHashMap::default();
        let mut work: Vec<(ThreadId, EventCount)> = window.iter().map(|thread| (*thread, EventCount::MAX)).collect();
        while let Some((thread, until)) = work.pop() {
            let known = all.entry(thread).or_default();
            if *known >= until {
                continue;
            }
            *known = until;
            let wakers = self.wakers.get(&thread).into_iter().flatten();
            let wakers = wakers.filter(|(_, since)| **since <= until).map(|(waker, _)| waker);
            work.extend(wakers.map(|other| (*other, EventCount::MAX)));
            work.extend(self.parents.get(&thread));
        }
        let mut all: Vec<ThreadId> = all.into_keys().collect();
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use deadheat_event::{AccessKind, SiteId};

    use super::*;

    fn event(thread: u32, done: Done) -> Event {
        Event { seq: 0, step: 0, thread: ThreadId(thread), site: SiteId(0), kind: done.into() }
    }

    fn field(object: u32) -> Location {
        Location::Field { object: ObjectId(object), field: FieldId(1) }
    }

    #[test]
    fn the_window_reaches_a_fix_point() {
        let mut dependency = Dependency::default();
        let access = AccessKind::Plain;
        for thread in 1..=5 {
            dependency.event(&event(0, Done::Start { thread: ThreadId(thread) }));
        }
        // 3 writes what 2 reads, 4 writes what 3 reads; 5 is on its own.
        dependency.event(&event(3, Done::Write { location: field(7), access, value: None }));
        dependency.event(&event(2, Done::Read { location: field(7), access, value: None }));
        dependency.event(&event(4, Done::Write { location: field(8), access, value: None }));
        dependency.event(&event(3, Done::Read { location: field(8), access, value: None }));
        dependency.event(&event(5, Done::Write { location: field(9), access, value: None }));
        assert_eq!(dependency.extend(&[ThreadId(1), ThreadId(2)]), [0, 1, 2, 3, 4].map(ThreadId));
        assert_eq!(dependency.extend(&[ThreadId(5)]), [0, 5].map(ThreadId));
        // That 0 waits for all in the end matters to threads that wait for 0, not to those that it started before.
        for thread in 1..=5 {
            dependency.event(&event(0, Done::Join { thread: ThreadId(thread), timed: false }));
        }
        assert_eq!(dependency.extend(&[ThreadId(5)]), [0, 5].map(ThreadId));
        assert_eq!(dependency.extend(&[ThreadId(0)]), [0, 1, 2, 3, 4, 5].map(ThreadId));
    }
}
