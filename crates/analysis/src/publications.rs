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

/// Per slot, up to when the object's history is known. Short: only threads that had a reference to it.
type KnownUntil = Vec<(ClockSlot, u32)>;

/// What each thread knows of which object.
#[derive(Debug, Default)]
pub struct Publications {
    /// What is learned with a reference to the object.
    stored: FxHashMap<ObjectId, KnownUntil>,
    /// What a thread has learned of an object.
    learned: FxHashMap<(ThreadId, ObjectId), KnownUntil>,
}

impl Publications {
    /// Forgets all objects but those that stay.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        self.stored.retain(|object, _| stays(*object));
        self.learned.retain(|(_, object), _| stays(*object));
    }

    /// A thread stores a reference.
    pub fn store(&mut self, thread: ThreadId, object: ObjectId, order: &mut SyncOrder) {
        let now = order.now(thread);
        let known = self.stored.entry(object).or_default();
        learn(known, now.slot, now.time);
        if let Some(learned) = self.learned.get(&(thread, object)) {
            for (slot, time) in learned {
                learn(known, *slot, *time);
            }
        }
        // What the thread does to the object from now on is not passed on with this reference.
        order.tick(thread);
    }

    /// A thread loads a reference.
    pub fn load(&mut self, thread: ThreadId, from: Location, object: ObjectId) {
        let inherited = from.object().and_then(|container| self.learned.get(&(thread, container))).cloned();
        let stored = self.stored.get(&object);
        if stored.is_none() && inherited.is_none() {
            return;
        }
        let learned = self.learned.entry((thread, object)).or_default();
        for (slot, time) in stored.into_iter().flatten().copied().chain(inherited.into_iter().flatten()) {
            learn(learned, slot, time);
        }
    }

    /// Whether the thread got at the location's object through a reference stored after that moment.
    #[must_use]
    pub fn orders(&self, thread: ThreadId, location: Location, when: Epoch) -> bool {
        let Some(object) = location.object() else { return false };
        let learned = self.learned.get(&(thread, object));
        learned.is_some_and(|learned| learned.iter().any(|(slot, time)| *slot == when.slot && when.time <= *time))
    }
}

fn learn(known: &mut KnownUntil, slot: ClockSlot, time: u32) {
    match known.iter_mut().find(|(of, _)| *of == slot) {
        Some((_, old)) => *old = (*old).max(time),
        None => known.push((slot, time)),
    }
}
