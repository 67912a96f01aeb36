//! Whether a block was really not serialisable in a run: a cycle in the conflict graph of its transactions.
//!
//! After Flanagan, Freund and Yi's *Velodrome* (PLDI 2008), for one block: a thread that does something which conflicts with what the
//! block has done so far comes after the block; so does everything that conflicts with what such a thread did since. If the
//! block then does something that conflicts with *that*, it comes both before and after: no serial order exists.
//!
//! Only conflicts on data count, so what is found is an error whatever locks did; a cycle over locks alone is not seen.
//!
//! A departure from Velodrome: a cycle of conflicts that nothing shows is no error. Conflicts ask whether operations touch the same
//! memory; what counts here is what was *seen*. So when a cycle closes, the block as a whole is put before, between and
//! behind the operations of the other threads (which keep their order; what one of them did at a stretch stays together), and the
//! accesses are done again on paper: if in one of these serial orders every read has the value that it had, and memory ends as it did,
//! that order explains the run, and the block is not broken. A value that is written over unread, or written as it was, breaks
//! nothing. Where it is not known what memory held before it was first written, it may have been whatever is read. Runs that are too
//! long to be done again are judged by conflicts alone.

use deadheat_analysis::{Atomicity, Conflict, Operation, frames};
use deadheat_event::{
    CodeOwner, Context, Done, Event, EventKind, Location, Mark, Observer, SiteId, SourcePos, SyncId, ThreadId, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::result::BlockAct;

/// No more accesses are done again on paper.
const MOST_LOGGED: usize = 1_024;

/// No block is looked at more often.
const MOST_CHECKS: u32 = 32;

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

/// An access with what was seen.
#[derive(Clone, Copy, Debug)]
struct Logged {
    thread: ThreadId,
    location: Location,
    /// That it read, and what.
    read: Option<Option<Value>>,
    /// That it wrote, and what.
    wrote: Option<Option<Value>>,
}

/// An access of a block, to be shown.
#[derive(Clone, Debug)]
struct Shown {
    location: Location,
    writes: bool,
    site: SiteId,
    place: SourcePos,
    seq: u64,
    step: u64,
}

/// A block that a thread is in.
#[derive(Debug, Default)]
struct Open {
    /// The lock that ends it; none for marks.
    lock: Option<SyncId>,
    /// Blocks inside it that end alike.
    depth: u32,
    mine: FxHashMap<Location, (Accesses, Option<Shown>)>,
    after: FxHashSet<ThreadId>,
    theirs: FxHashMap<Location, Accesses>,
    /// The location over which the first other thread came after the block.
    via: Option<Location>,
    /// What all threads did since it began.
    log: Vec<Logged>,
    touched: FxHashSet<Location>,
    /// What was in memory when each location was first touched, as far as that is known.
    initial: FxHashMap<Location, Value>,
    checks: u32,
}

impl Open {
    /// Whether putting the block of this thread as a whole somewhere between the operations of the others explains what was seen.
    fn is_explained(&mut self, owner: ThreadId) -> bool {
        self.checks += 1;
        if self.log.len() > MOST_LOGGED || self.checks > MOST_CHECKS {
            return false;
        }
        let (block, others): (Vec<usize>, Vec<usize>) =
            (0..self.log.len()).partition(|at| self.log[*at].thread == owner);
        let actual = self.replay(0..self.log.len());
        // What one thread did without the block going on in between stays together: it may be a block, too.
        let may_split = |position: usize| match (position.checked_sub(1).map(|at| others[at]), others.get(position)) {
            (Some(before), Some(&after)) => {
                self.log[before].thread != self.log[after].thread || block.iter().any(|at| (before..after).contains(at))
            }
            _ => true,
        };
        (0..=others.len()).filter(|position| may_split(*position)).any(|position| {
            let order = others[..position].iter().chain(&block).chain(&others[position..]);
            let serial = self.replay(order.copied());
            // The same writes seen, or writes of the same values. What was only read stays as it was.
            serial.is_some() && serial == actual
        })
    }

    /// What memory holds after the accesses are done in this order; none if one of them reads something else than it did.
    fn replay(&self, order: impl Iterator<Item = usize>) -> Option<FxHashMap<Location, Value>> {
        let mut memory = self.initial.clone();
        for Logged { location, read, wrote, .. } in order.map(|at| self.log[at]) {
            if let Some(seen) = read
                && *memory.entry(location).or_insert(seen?) != seen?
            {
                return None;
            }
            match wrote {
                Some(Some(value)) => {
                    memory.insert(location, value);
                }
                // What cannot be known cannot be compared.
                Some(None) => return None,
                None => {}
            }
        }
        Some(memory)
    }
}

/// A block that was broken.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The thread in the block.
    pub owner: ThreadId,
    /// The threads that broke it.
    pub intruders: Vec<ThreadId>,
    before: Option<Shown>,
    after: Option<Shown>,
}

impl Broken {
    /// The two accesses of the block between which the others came.
    #[must_use]
    pub fn conflict(&self, context: &dyn Context) -> Option<Conflict> {
        let operation = |shown: &Shown| {
            let target = context.target_name(shown.location);
            let act = if shown.writes { BlockAct::Writes { target } } else { BlockAct::Reads { target } };
            let Shown { place, site, seq, step, .. } = shown.clone();
            Operation { act, place, site, seq, step }
        };
        let (before, after) = (self.before.as_ref()?, self.after.as_ref()?);
        let (before_at, after_at) = (before.location, after.location);
        Some(Conflict { before: operation(before), before_at, after: operation(after), after_at })
    }
}

/// Watches one block.
#[derive(Debug)]
pub struct Serializability {
    /// The instruction that begins the block, in the numbers of the machines that warned.
    site: Option<SiteId>,
    place: SourcePos,
    open: FxHashMap<ThreadId, Open>,
    /// The values that memory was last seen to hold.
    memory: FxHashMap<Location, Value>,
    /// The first block that was broken.
    pub broken: Option<Broken>,
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
        let (open, memory) = (FxHashMap::default(), FxHashMap::default());
        Self { site: None, place, open, memory, broken: None }
    }

    /// Whether the thread is in the block and has touched memory there.
    #[must_use]
    pub fn is_inside(&self, thread: ThreadId) -> bool {
        self.open.get(&thread).is_some_and(|open| !open.mine.is_empty())
    }

    fn access(&mut self, event: &Event, location: Location, done: &Done, context: &dyn Context) {
        let (read, wrote) = match *done {
            Done::Read { value, .. } => (Some(value), None),
            Done::Write { value, .. } => (None, Some(value)),
            Done::Update { old, new, wrote, .. } => (Some(old), wrote.then_some(new)),
            _ => return,
        };
        for location in location.cells() {
            self.access_cell(event, Logged { thread: event.thread, location, read, wrote }, context);
            match wrote.or(read).flatten() {
                Some(value) => self.memory.insert(location, value),
                None => self.memory.remove(&location),
            };
        }
    }

    fn access_cell(&mut self, event: &Event, access: Logged, context: &dyn Context) {
        let Logged { thread, location, wrote, .. } = access;
        let writes = wrote.is_some();
        for (owner, open) in &mut self.open {
            let known =
                self.memory.get(&location).copied().or(access.read.flatten()).or_else(|| context.value(location));
            if open.touched.insert(location)
                && let Some(value) = known
            {
                open.initial.insert(location, value);
            }
            if open.log.len() <= MOST_LOGGED {
                open.log.push(access);
            }
            let conflicts = |done: Option<&Accesses>| done.is_some_and(|done| done.conflicts(writes));
            if *owner == thread {
                if self.broken.is_none() && conflicts(open.theirs.get(&location)) && !open.is_explained(thread) {
                    let mut intruders: Vec<ThreadId> = open.after.iter().copied().collect();
                    intruders.sort_unstable();
                    let before = open.via.and_then(|via| open.mine.get(&via)).and_then(|(_, shown)| shown.clone());
                    let after = shown(event, location, writes, context);
                    self.broken = Some(Broken { owner: thread, intruders, before, after });
                }
                let mine = open
                    .mine
                    .entry(location)
                    .or_insert_with(|| (Accesses::default(), shown(event, location, writes, context)));
                mine.0.add(writes);
                continue;
            }
            let by_block = conflicts(open.mine.get(&location).map(|(mine, _)| mine));
            if by_block || conflicts(open.theirs.get(&location)) {
                open.after.insert(thread);
                if by_block {
                    open.via.get_or_insert(location);
                }
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
        let mut frames = context.sites(event.thread).into_iter().map(|site| context.source(site));
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
            // Addresses come again.
            EventKind::Noted(Mark::Collect) => self.memory.clear(),
            EventKind::Noted(_) => {}
            EventKind::Did(Done::Acquire { lock, reentrant: false, .. }) => self.begin(event, Some(lock), context),
            EventKind::Did(Done::Release { lock, reentrant: false, .. }) => self.end(event.thread, Some(lock)),
            // A thread that waits lets others in.
            EventKind::Did(Done::Wait { lock, .. }) => self.end(event.thread, Some(lock)),
            EventKind::Did(ref done) => {
                if let Some(access) = done.access() {
                    self.access(event, access.location, done, context);
                }
            }
        }
    }
}

/// An access of a block, where the program makes it.
fn shown(event: &Event, location: Location, writes: bool, context: &dyn Context) -> Option<Shown> {
    let mut stack = vec![event.site];
    if !context.owner(event.site).is_program() {
        context.stack_sites(event.thread, &mut stack);
    }
    let site = frames::program_frame(&stack, context)?;
    let place = context.source(site);
    Some(Shown { location, writes, site, place, seq: event.seq, step: event.step })
}
