//! A context in which everything is named after its number.

use std::cell::Cell;

use deadheat_event::{
    CodeOwner, Context, Event, EventKind, Location, LockMode, Mark, ObjectId, SiteId, SourcePos, SyncId, ThreadId,
};

const OWNERS: [CodeOwner; 11] = [
    CodeOwner::Program,
    CodeOwner::Library,
    CodeOwner::Annotations,
    CodeOwner::Synchroniser,
    CodeOwner::Lock,
    CodeOwner::Atomic,
    CodeOwner::Producer,
    CodeOwner::Barrier,
    CodeOwner::OptimisticBegin,
    CodeOwner::OptimisticValidate,
    CodeOwner::Access,
];

/// Its answers change with the run: objects end at each `Collect`, and others get their ids.
#[derive(Default)]
pub struct Numbered {
    site: Cell<u64>,
    collections: Cell<u64>,
    collecting: Cell<bool>,
}

impl Numbered {
    /// Stands at this event.
    pub fn at(&self, event: &Event) {
        self.site.set(event.site.0);
        self.collections.set(self.collections.get() + u64::from(self.collecting.get()));
        self.collecting.set(event.kind == EventKind::Noted(Mark::Collect));
    }

    /// Objects with an even id end at each collection: which of those that have had its id this one is.
    fn life(&self, object: ObjectId) -> u64 {
        if object.0.is_multiple_of(2) { self.collections.get() } else { 0 }
    }
}

impl Context for Numbered {
    fn stack_sites(&self, thread: ThreadId, out: &mut Vec<SiteId>) {
        let site = self.site.get();
        out.clear();
        // Some events are at another site than the stack's innermost, and some have no stack.
        let inner = if site.is_multiple_of(4) { site / 2 } else { site };
        let depth = if site.is_multiple_of(7) { 0 } else { 1 + (site % 3) as usize };
        out.extend([inner, u64::from(thread.0), 3].map(SiteId).into_iter().take(depth));
    }
    fn source(&self, site: SiteId) -> SourcePos {
        SourcePos {
            container: format!("C{}", site.0 / 16).into(),
            function: "é".repeat(site.0 as usize % 2048).into(),
            file: (!site.0.is_multiple_of(5)).then(|| "A.java".into()),
            line: (!site.0.is_multiple_of(3)).then_some(site.0 as u32),
            owner: self.owner(site),
        }
    }
    fn owner(&self, site: SiteId) -> CodeOwner {
        OWNERS[(site.0 % 10) as usize]
    }
    fn is_entry(&self, site: SiteId) -> bool {
        site.0.is_multiple_of(2)
    }
    fn locks(&self, thread: ThreadId) -> Vec<(SyncId, LockMode)> {
        (0..thread.0 % 3).map(|number| (SyncId::of(ObjectId(number)), LockMode::Shared)).collect()
    }
    fn thread_name(&self, thread: ThreadId) -> String {
        format!("thread-{}", thread.0)
    }
    fn type_name(&self, object: ObjectId) -> String {
        format!("Type{}", (u64::from(object.0) + self.life(object)) % 6)
    }
    fn location_name(&self, location: Location) -> String {
        match location {
            Location::Field { field, .. } | Location::Global { field } => format!("Some.field{}", field.0),
            Location::Element { array, index } => format!("{}[{index}]", self.type_name(array)),
            Location::Bytes { .. } => format!("bytes {location}"),
        }
    }
    fn target_name(&self, location: Location) -> String {
        match location {
            // As for fields of a collection.
            Location::Field { object, field } if field.0.is_multiple_of(4) => self.type_name(object),
            // As if no variable held it; what does is found in other tests.
            Location::Element { array, .. } => self.type_name(array),
            Location::Bytes { .. } => format!("target of {location}"),
            _ => self.location_name(location),
        }
    }
    fn sync_name(&self, sync: SyncId) -> String {
        format!("lock {sync} of life {}", self.life(sync.object))
    }
    fn is_benign(&self, location: Location) -> bool {
        match location {
            Location::Field { field, .. } | Location::Global { field } => field.0.is_multiple_of(3),
            Location::Element { array, .. } => array.0.is_multiple_of(3),
            Location::Bytes { offset, .. } => offset.is_multiple_of(3),
        }
    }
    fn guards_block(&self, lock: SyncId, site: SiteId) -> bool {
        (u64::from(lock.object.0) + site.0 % 2).is_multiple_of(2)
    }
    fn initialised(&self, site: SiteId, location: Option<Location>) -> [Option<SyncId>; 2] {
        let of_site = (!site.0.is_multiple_of(3)).then_some(SyncId::of(ObjectId(site.0 as u32)));
        let of_field = match location {
            Some(Location::Global { field }) => Some(SyncId::of(ObjectId(field.0 / 2))),
            _ => None,
        };
        [of_site, of_field]
    }
    fn survives(&self, object: ObjectId) -> bool {
        !object.0.is_multiple_of(2)
    }
    fn permits(&self, semaphore: SyncId) -> Option<i64> {
        (!semaphore.object.0.is_multiple_of(3)).then_some(i64::from(semaphore.object.0) - 5)
    }
}
