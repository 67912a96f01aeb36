//! Objects handed over by reference.
//!
//! A thread that gets at an object only through a reference which another thread stored cannot do so earlier in any schedule.
//! So what the other did to *this object* before it stored the reference comes before what the thread does to it. The
//! knowledge travels with the reference: through a chain of threads, and from a container to what is found in it.
//!
//! Only accesses to the object itself are ordered this way, nothing else that the two threads do. A thread that had another
//! way to the object all the time is wrongly believed; a race is then missed, none is invented.

use deadheat_event::{Location, ObjectId, ThreadId};
use rustc_hash::FxHashMap;

use crate::clock::{ClockSlot, Epoch};
use crate::order::SyncOrder;
use crate::short_list::ShortList;

/// So many loads are known to teach nothing, at first and at most.
const LOADS: [usize; 2] = [1 << 10, 1 << 15];

/// Per slot, up to when the object's history is known. Short: only threads that had a reference to it, and mostly one.
#[derive(Debug, Default)]
struct KnownUntil(ShortList<(ClockSlot, u32)>);

impl KnownUntil {
    fn iter(&self) -> impl Iterator<Item = (ClockSlot, u32)> {
        self.0.iter().copied()
    }

    /// Learns the slot's history until then; `true` if that was not known.
    fn learn(&mut self, (slot, time): (ClockSlot, u32)) -> bool {
        if let Some((_, old)) = self.0.iter_mut().find(|(of, _)| *of == slot) {
            let is_news = *old < time;
            *old = time.max(*old);
            return is_news;
        }
        self.0.push((slot, time));
        true
    }
}

/// What is known of an object that was handed over.
#[derive(Debug, Default)]
struct Publication {
    /// What is learned with a reference to it.
    stored: KnownUntil,
    /// What threads have learned of it.
    learned: ShortList<(ThreadId, KnownUntil)>,
}

impl Publication {
    fn learned(&self, thread: ThreadId) -> Option<&KnownUntil> {
        self.learned.iter().find(|(by, _)| *by == thread).map(|(_, learned)| learned)
    }

    /// The thread learns something; `true` if that was not known.
    fn learn(&mut self, thread: ThreadId, news: impl Iterator<Item = (ClockSlot, u32)>) -> bool {
        learn(&mut self.learned, thread, news)
    }
}

fn learn(
    learned: &mut ShortList<(ThreadId, KnownUntil)>,
    thread: ThreadId,
    news: impl Iterator<Item = (ClockSlot, u32)>,
) -> bool {
    let mut is_news = false;
    if let Some((_, learned)) = learned.iter_mut().find(|(by, _)| *by == thread) {
        news.for_each(|known| is_news |= learned.learn(known));
        return is_news;
    }
    let mut known = KnownUntil::default();
    news.for_each(|news| is_news |= known.learn(news));
    learned.push((thread, known));
    is_news
}

/// A load that was looked at: of which object, by whom, out of which one.
type Load = (ThreadId, Option<ObjectId>, ObjectId);

/// What each thread knows of which object.
#[derive(Debug)]
pub struct Publications {
    objects: FxHashMap<ObjectId, Publication>,
    /// Counts what is learned.
    version: u64,
    /// Loads, each with the version at which it taught nothing that was not known.
    loads: Vec<(Option<Load>, u64)>,
    /// Loads that taught nothing and were not among these.
    not_found: usize,
    /// What the thread that loads knows of where it does.
    inherited: Vec<(ClockSlot, u32)>,
}

impl Default for Publications {
    fn default() -> Self {
        Self {
            objects: FxHashMap::default(),
            version: 0,
            loads: vec![(None, 0); LOADS[0]],
            not_found: 0,
            inherited: Vec::new(),
        }
    }
}

impl Publications {
    /// How many objects are known.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Counts what is learned.
    #[inline]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Forgets all objects but those that stay.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        self.version += 1;
        self.objects.retain(|object, _| stays(*object));
        self.objects.shrink_to_fit();
    }

    /// A thread stores a reference.
    pub fn store(&mut self, thread: ThreadId, object: ObjectId, order: &mut SyncOrder) {
        let now = order.now(thread);
        self.version += 1;
        let Publication { stored, learned } = self.objects.entry(object).or_default();
        stored.learn((now.slot, now.time));
        if let Some((_, learned)) = learned.iter().find(|(by, _)| *by == thread) {
            for known in learned.iter() {
                stored.learn(known);
            }
        }
        // What the thread does to the object from now on is not passed on with this reference.
        order.tick(thread);
    }

    /// A thread loads a reference.
    pub fn load(&mut self, thread: ThreadId, from: Location, object: ObjectId) {
        let load = (thread, from.object(), object);
        let hash = object.0 ^ from.object().map_or(0, |container| container.0.rotate_left(7)) ^ thread.0 << 3;
        let place = (hash.wrapping_mul(0x9e37_79b1) >> 12) as usize & (self.loads.len() - 1);
        if self.loads[place] == (Some(load), self.version) {
            return;
        }
        let Self { objects, inherited, .. } = self;
        let container = from.object().and_then(|container| objects.get(&container));
        inherited.clear();
        inherited
            .extend(container.and_then(|container| container.learned(thread)).into_iter().flat_map(KnownUntil::iter));
        let mut is_news = false;
        if !inherited.is_empty() {
            let publication = objects.entry(object).or_default();
            is_news |= publication.learn_stored(thread);
            is_news |= publication.learn(thread, inherited.iter().copied());
        } else if let Some(publication) = objects.get_mut(&object) {
            is_news |= publication.learn_stored(thread);
        }
        self.version += u64::from(is_news);
        self.not_found += usize::from(!is_news);
        if self.not_found > 2 * self.loads.len() && self.loads.len() < LOADS[1] {
            (self.loads, self.not_found) = (vec![(None, 0); 2 * self.loads.len()], 0);
            return;
        }
        self.loads[place] = (Some(load), self.version);
    }

    /// Whether the thread got at the location's object through a reference stored after that moment.
    #[must_use]
    pub fn orders(&self, thread: ThreadId, location: Location, when: Epoch) -> bool {
        let publication = location.object().and_then(|object| self.objects.get(&object));
        let learned = publication.and_then(|publication| publication.learned(thread));
        learned.is_some_and(|learned| learned.iter().any(|(slot, time)| slot == when.slot && when.time <= time))
    }
}

impl Publication {
    /// The thread learns what comes with a reference; `true` if that was not known.
    fn learn_stored(&mut self, thread: ThreadId) -> bool {
        if self.stored.0.is_empty() {
            return false;
        }
        let Self { stored, learned } = self;
        learn(learned, thread, stored.iter())
    }
}
