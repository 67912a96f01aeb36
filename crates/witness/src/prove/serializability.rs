//! Whether a block was really not serialisable in a run: a cycle in the conflict graph of its transactions.
//!
//! After Flanagan, Freund and Yi's *Velodrome* (PLDI 2008), for one block: a thread that does something which conflicts with what the
//! block has done so far comes after the block; so does everything that conflicts with what such a thread did since. If the
//! block then does something that conflicts with *that*, it comes both before and after: no serial order exists.
//!
//! Only conflicts on data count, so what is found is an error whatever locks did; a cycle over locks alone is not seen.

use deadheat_analysis::Atomicity;
use deadheat_event::{
    CodeOwner, Context, Done, Event, EventKind, Location, Mark, Observer, SiteId, SourcePos, SyncId, ThreadId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What was done to a location.
#[derive(Clone, Copy, Debug, Default)]
struct Accesses {
    read: bool,
    wrote: bool,
}

impl Accesses {
    fn conflicts(self, writes: bool) -> bool {
        self.wrote || (writes && self.read)
    }

    fn add(&mut self, writes: bool) {
        if writes {
            self.wrote = true;
        } else {
            self.read = true;
        }
    }
}

/// A block that a thread is in.
#[derive(Debug, Default)]
struct Open {
    /// The lock that ends it; none for marks.
    lock: Option<SyncId>,
    /// Blocks inside it that end alike.
    depth: u32,
    mine: FxHashMap<Location, Accesses>,
    after: FxHashSet<ThreadId>,
    theirs: FxHashMap<Location, Accesses>,
}

/// Watches one block.
#[derive(Debug)]
pub struct Serializability {
    /// The instruction that begins the block, in the numbers of the machines that warned.
    site: Option<SiteId>,
    place: SourcePos,
    open: FxHashMap<ThreadId, Open>,
    /// The thread whose block was broken, and the threads that broke it.
    pub broken: Option<(ThreadId, Vec<ThreadId>)>,
}

impl Serializability {
    /// Watches the block that a warning is about.
    #[must_use]
    pub fn of(atomicity: &Atomicity) -> Self {
        Self { site: Some(atomicity.begins_site), ..Self::at(atomicity.begins.clone()) }
    }

    /// Watches the block that begins at a place.
    #[must_use]
    pub fn at(place: SourcePos) -> Self {
        Self { site: None, place, open: FxHashMap::default(), broken: None }
    }

    /// Whether the thread is in the block and has touched memory there.
    #[must_use]
    pub fn is_inside(&self, thread: ThreadId) -> bool {
        self.open.get(&thread).is_some_and(|open| !open.mine.is_empty())
    }

    fn access(&mut self, thread: ThreadId, location: Location, writes: bool) {
        location.cells().for_each(|cell| self.access_cell(thread, cell, writes));
    }

    fn access_cell(&mut self, thread: ThreadId, location: Location, writes: bool) {
        for (owner, open) in &mut self.open {
            let conflicts = |done: Option<&Accesses>| done.is_some_and(|done| done.conflicts(writes));
            if *owner == thread {
                if self.broken.is_none() && conflicts(open.theirs.get(&location)) {
                    let mut intruders: Vec<ThreadId> = open.after.iter().copied().collect();
                    intruders.sort_unstable();
                    self.broken = Some((thread, intruders));
                }
                open.mine.entry(location).or_default().add(writes);
                continue;
            }
            if conflicts(open.mine.get(&location)) || conflicts(open.theirs.get(&location)) {
                open.after.insert(thread);
            }
            if open.after.contains(&thread) {
                open.theirs.entry(location).or_default().add(writes);
            }
        }
    }

    fn begin(&mut self, event: &Event, lock: Option<SyncId>, context: &dyn Context) {
        if let Some(open) = self.open.get_mut(&event.thread) {
            open.depth += u32::from(open.lock == lock && lock.is_none());
        } else if self.site.is_none_or(|site| site == event.site) && self.is_here(event, context) {
            self.open.insert(event.thread, Open { lock, ..Open::default() });
        }
    }

    /// Whether the innermost frame outside the annotations is where the block begins: marks have one site for all blocks.
    fn is_here(&self, event: &Event, context: &dyn Context) -> bool {
        let mut stack = Vec::new();
        context.stack_sites(event.thread, &mut stack);
        let mut frames = stack.into_iter().map(|site| context.source(site));
        frames.find(|frame| frame.owner != CodeOwner::Annotations).is_some_and(|frame| frame == self.place)
    }

    fn end(&mut self, thread: ThreadId, lock: Option<SyncId>) {
        let Some(open) = self.open.get_mut(&thread).filter(|open| open.lock == lock) else { return };
        if open.depth > 0 {
            open.depth -= 1;
        } else {
            self.open.remove(&thread);
        }
    }
}

impl Observer for Serializability {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        match event.kind {
            EventKind::Noted(Mark::AtomicBegin) => self.begin(event, None, context),
            EventKind::Noted(Mark::AtomicEnd) => self.end(event.thread, None),
            EventKind::Noted(_) => {}
            EventKind::Did(Done::Acquire { lock, reentrant: false, .. }) => self.begin(event, Some(lock), context),
            EventKind::Did(Done::Release { lock, reentrant: false, .. }) => self.end(event.thread, Some(lock)),
            // A thread that waits lets others in.
            EventKind::Did(Done::Wait { lock, .. }) => self.end(event.thread, Some(lock)),
            EventKind::Did(ref done) => {
                if let Some(access) = done.access() {
                    self.access(event.thread, access.location, access.writes);
                }
            }
        }
    }
}
