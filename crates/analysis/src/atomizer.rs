//! Atomizer: blocks that should be atomic and are not.
//!
//! Flanagan and Freund, *Atomizer: A Dynamic Atomicity Checker* (seed 002), by Lipton's theory of reduction. A block is serialisable
//! if it is a row of right-movers, at most one non-mover, and a row of left-movers. Taking a lock is a right-mover, giving it
//! back a left-mover; an access is a both-mover if lock sets say that it is free of races, else a non-mover; so is any other
//! visible operation that talks to other threads (volatiles, latches, permits). A wait ends a block and begins another.
//!
//! The paper's extensions are here: re-entrant locks and locks that only one thread ever took (also after a hand-over by start or
//! join: *thread-local 2*) are both-movers, as are locks that are only taken under one and the same other lock (*protected*); in
//! a reader/writer lock, each mode moves like a lock. An access is judged at the end of the run, when it is known whether its
//! location ever raced: nothing is classified too early.
//!
//! Departure, against the paper's main source of false alarms: a block that is not reducible is reported only if another
//! thread's accesses could make it unserialisable: two accesses of the block, one on each side of the broken point, and an
//! intruder that conflicts with the first, then (in its own order) with the second, without a lock that the block held all
//! the while. That is a cycle in the conflict graph.
//!
//! *It can miss* blocks whose harm is in operations that the run did not make, and, per block, signatures beyond the
//! [`MOST_SHAPES`] first ones. *It can report wrongly* where the intruder cannot run at that moment for other reasons.

use deadheat_event::{
    AccessKind, Context, Event, Location, LockId, LockMode, Mark, ObjectId, OpKind, SiteId, ThreadId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lock_set::{Held, LockSetId, LockSets};
use crate::names;
use crate::scope::Scope;
use crate::segments::{SegmentId, Segments};
use crate::stack_table::StackId;
use crate::threads::{LockChange, Threads};
use crate::warning::{Atomicity, Conflict, Operation};

/// How many different rows of operations are kept per block.
const MOST_SHAPES: usize = 64;

/// How many operations of a block are kept. A longer block is judged by its beginning.
const LONGEST: usize = 512;

/// Which blocks count as atomic beside those that the guest marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heuristic {
    /// Synchronized methods and blocks.
    #[default]
    Synchronized,
    /// Only what is marked (the machine marks public methods when asked to).
    Marked,
}

/// What an operation of a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum What {
    /// An access, plain or protected.
    Access { location: Location, writes: bool, plain: bool },
    /// Takes a lock.
    Take(LockId, LockMode),
    /// Gives a lock back.
    Give(LockId, LockMode),
    /// Talks to other threads in another way.
    Signal,
}

impl What {
    fn object(self) -> Option<ObjectId> {
        match self {
            Self::Access { location, .. } => location.object(),
            Self::Take(lock, _) | Self::Give(lock, _) => Some(lock.0),
            Self::Signal => None,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Step {
    what: What,
    site: SiteId,
    stack: StackId,
    seq: u64,
    held: Held,
    /// The call of a trusted synchroniser that it belongs to: all its operations are one.
    call: Option<SiteId>,
}

/// A block that a thread is in.
#[derive(Debug)]
struct Open {
    site: SiteId,
    stack: StackId,
    /// The lock whose release ends it; none for marks.
    lock: Option<LockId>,
    segment: SegmentId,
    steps: Vec<Step>,
}

/// A block that was left, one for all with the same row of operations.
#[derive(Debug)]
struct Shape {
    thread: ThreadId,
    segment: SegmentId,
    site: SiteId,
    stack: StackId,
    steps: Vec<Step>,
    count: u64,
}

/// Reads, or writes, of a location by one thread.
#[derive(Clone, Copy, Debug)]
struct Range {
    first: u64,
    last: u64,
    /// The locks held at all of them.
    held: Held,
}

/// What a thread did to a location in one segment of its life.
#[derive(Clone, Copy, Debug)]
struct Use {
    thread: ThreadId,
    segment: SegmentId,
    reads: Option<Range>,
    writes: Option<Range>,
}

/// How a lock is used.
#[derive(Clone, Copy, Debug)]
struct LockLife {
    /// Its only taker, or the last of several that handed it over by start and join.
    only: Option<(ThreadId, SegmentId)>,
    /// The locks under which it was always taken.
    under: LockSetId,
}

/// The analysis.
#[derive(Debug)]
pub struct Atomizer {
    heuristic: Heuristic,
    open: FxHashMap<ThreadId, Vec<Open>>,
    shapes: FxHashMap<SiteId, FxHashMap<u64, Shape>>,
    uses: FxHashMap<Location, Vec<Use>>,
    locks: FxHashMap<LockId, LockLife>,
    monitors: FxHashMap<LockId, bool>,
}

/// What the analysis asks about the moment of an event.
pub struct Around<'a> {
    /// The locks and stacks of all threads.
    pub threads: &'a mut Threads,
    /// What can be at the same time.
    pub segments: &'a mut Segments,
    /// Whose code is whose.
    pub scope: &'a mut Scope,
    /// For names.
    pub context: &'a dyn Context,
}

/// How an operation moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mover {
    Both,
    Right,
    Left,
    Non,
}

impl Atomizer {
    /// The analysis with this heuristic.
    #[must_use]
    pub fn new(heuristic: Heuristic) -> Self {
        Self {
            heuristic,
            open: FxHashMap::default(),
            shapes: FxHashMap::default(),
            uses: FxHashMap::default(),
            locks: FxHashMap::default(),
            monitors: FxHashMap::default(),
        }
    }

    /// The object begins a new life.
    pub fn forget(&mut self, object: ObjectId) {
        self.uses.retain(|location, _| location.object() != Some(object));
    }

    /// Forgets all objects but those that stay. A block that touched another is forgotten with it.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        self.uses.retain(|location, _| location.object().is_none_or(stays));
        self.locks.retain(|lock, _| stays(lock.0));
        self.monitors.retain(|lock, _| stays(lock.0));
        for shapes in self.shapes.values_mut() {
            shapes.retain(|_, shape| shape.steps.iter().all(|step| step.what.object().is_none_or(stays)));
        }
    }

    /// Looks at an event, of which the others have already taken note; `change` is what it did to locks.
    pub fn event(&mut self, event: &Event, change: LockChange, around: &mut Around<'_>) {
        let thread = event.thread;
        match event.kind {
            OpKind::Mark(Mark::AtomicBegin) => self.begin(event, None, around),
            OpKind::Mark(Mark::AtomicEnd) => self.end(thread, None),
            OpKind::Mark(_) => {}
            OpKind::Wait { .. } => self.pause(thread),
            OpKind::Wake { .. } => {}
            _ => match change {
                LockChange::Taken(lock, mode) => self.taken(event, lock, mode, around),
                LockChange::Given { lock, mode, .. } => {
                    self.step(event, What::Give(lock, mode), around);
                    self.end(thread, Some(lock));
                }
                LockChange::None => self.other(event, around),
            },
        }
    }

    fn taken(&mut self, event: &Event, lock: LockId, mode: LockMode, around: &mut Around<'_>) {
        let thread = event.thread;
        let threads = &mut *around.threads;
        // The locks under which it was taken: all held now but itself.
        let holds: Vec<LockId> =
            threads.get(thread).holds.iter().map(|hold| hold.lock).filter(|l| *l != lock).collect();
        let under = threads.sets.intern(holds);
        let segment = around.segments.current(thread);
        let life = self.locks.entry(lock).or_insert(LockLife { only: Some((thread, segment)), under });
        let mine = |(owner, last)| owner == thread || !around.segments.concurrent(last, segment);
        life.only = life.only.filter(|only| mine(*only)).map(|_| (thread, segment));
        life.under = threads.sets.intersection(life.under, under);
        self.step(event, What::Take(lock, mode), around);
        let outermost = self.open.get(&thread).is_none_or(Vec::is_empty);
        if self.heuristic == Heuristic::Synchronized
            && outermost
            && matches!(event.kind, OpKind::Acquire { .. })
            && self.is_monitor(lock, event.site, around.context)
        {
            self.begin(event, Some(lock), around);
        }
    }

    /// Whether the lock is taken by `synchronized`, and not made by hand.
    fn is_monitor(&mut self, lock: LockId, site: SiteId, context: &dyn Context) -> bool {
        *self.monitors.entry(lock).or_insert_with(|| {
            let class = context.object_class(lock.0);
            let taken_in = context.source(site).class;
            // A guest's own subclass of a library's lock is such a lock.
            let by_hand = ["deadheat.", "java.util.concurrent."].iter().any(|package| taken_in.starts_with(package));
            !by_hand && !class.starts_with("java.util.concurrent.") && !class.starts_with("java.io.")
        })
    }

    fn other(&mut self, event: &Event, around: &mut Around<'_>) {
        let thread = event.thread;
        if let Some(access) = event.kind.access() {
            let plain = access.kind == AccessKind::Plain;
            self.used(event, access.location, access.writes, around);
            let what = What::Access { location: access.location, writes: access.writes, plain };
            self.step(event, what, around);
            return;
        }
        match event.kind {
            OpKind::Join { .. }
            | OpKind::Unpark { .. }
            | OpKind::Park { .. }
            | OpKind::LatchAwait { .. }
            | OpKind::LatchCountDown { .. }
            | OpKind::SemaphoreAcquire { .. }
            | OpKind::SemaphoreRelease { .. } => self.step(event, What::Signal, around),
            OpKind::End => {
                self.open.remove(&thread);
            }
            _ => {}
        }
    }

    fn used(&mut self, event: &Event, location: Location, writes: bool, around: &mut Around<'_>) {
        let (thread, seq) = (event.thread, event.seq);
        let segment = around.segments.current(thread);
        let held = around.threads.held(thread);
        let uses = self.uses.entry(location).or_default();
        let at = uses.iter().position(|known| known.thread == thread && known.segment == segment);
        let at = at.unwrap_or_else(|| {
            uses.push(Use { thread, segment, reads: None, writes: None });
            uses.len() - 1
        });
        let range = if writes { &mut uses[at].writes } else { &mut uses[at].reads };
        let range = range.get_or_insert(Range { first: seq, last: seq, held });
        range.last = seq;
        if range.held != held {
            let sets = &mut around.threads.sets;
            range.held.any = sets.intersection(range.held.any, held.any);
            range.held.exclusive = sets.intersection(range.held.exclusive, held.exclusive);
        }
    }

    fn begin(&mut self, event: &Event, lock: Option<LockId>, around: &mut Around<'_>) {
        let stack = around.threads.stack(event.thread, around.context);
        let segment = around.segments.current(event.thread);
        let open = self.open.entry(event.thread).or_default();
        open.push(Open { site: event.site, stack, lock, segment, steps: Vec::new() });
    }

    /// Ends the innermost block that ends so, and all inside it.
    fn end(&mut self, thread: ThreadId, lock: Option<LockId>) {
        let Some(open) = self.open.get_mut(&thread) else { return };
        let Some(at) = open.iter().rposition(|block| block.lock == lock) else { return };
        for block in open.drain(at..).rev() {
            keep(&mut self.shapes, thread, &block);
        }
    }

    /// A thread that waits says that others shall come between: what comes after is another block.
    fn pause(&mut self, thread: ThreadId) {
        for block in self.open.get_mut(&thread).into_iter().flatten() {
            keep(&mut self.shapes, thread, block);
            block.steps.clear();
        }
    }

    fn step(&mut self, event: &Event, what: What, around: &mut Around<'_>) {
        let Some(open) = self.open.get_mut(&event.thread).filter(|open| !open.is_empty()) else { return };
        let held = around.threads.held(event.thread);
        let mut found = None;
        for block in open {
            let again = block.steps.last().is_some_and(|last| last.what == what && last.site == event.site);
            if block.steps.len() < LONGEST && !again {
                let (stack, call) = *found.get_or_insert_with(|| {
                    let stack = around.threads.stack(event.thread, around.context);
                    (stack, around.scope.trusted_call(around.threads.stacks.sites(stack), around.context))
                });
                block.steps.push(Step { what, site: event.site, stack, seq: event.seq, held, call });
            }
        }
    }

    /// The broken blocks found so far, each error once, with how often. `racy` are the locations that a race is on.
    pub fn broken(&self, racy: &FxHashSet<Location>, around: &mut Around<'_>) -> Vec<(Atomicity, u64)> {
        let mut found: Vec<(Atomicity, u64)> = Vec::new();
        let mut shapes: Vec<&Shape> = self.shapes.values().flat_map(FxHashMap::values).collect();
        shapes.sort_by_key(|shape| (shape.steps.first().map(|step| step.seq), shape.site));
        for shape in shapes {
            let Some((commit, broken)) = self.broken_at(shape, racy, &mut around.threads.sets) else { continue };
            let Some((intruder, before, after)) =
                self.intruder(shape, broken, around.segments, &mut around.threads.sets)
            else {
                continue;
            };
            let Some(atomicity) = describe(shape, [commit, broken, before, after], intruder, around) else {
                continue;
            };
            let same = |(other, _): &&mut (Atomicity, u64)| {
                other.block == atomicity.block && other.broken_by.place == atomicity.broken_by.place
            };
            match found.iter_mut().find(same) {
                Some((_, count)) => *count += shape.count,
                None => found.push((atomicity, shape.count)),
            }
        }
        found
    }

    /// The commit point and the step that should have come before it, if the block cannot be reduced.
    fn broken_at(&self, shape: &Shape, racy: &FxHashSet<Location>, sets: &mut LockSets) -> Option<(usize, usize)> {
        let mut commit: Option<usize> = None;
        for (at, step) in shape.steps.iter().enumerate() {
            // The operations of a call that is one operation come after the first for nothing.
            let same_call = |at: usize| step.call.is_some() && shape.steps[at].call == step.call;
            match (self.mover(step, racy, sets), commit) {
                (Mover::Both, _) | (Mover::Right, None) | (Mover::Left, Some(_)) => {}
                (Mover::Left | Mover::Non, None) => commit = Some(at),
                (Mover::Right | Mover::Non, Some(commit)) if (commit..at).all(same_call) => {}
                (Mover::Right | Mover::Non, Some(commit)) => return Some((commit, at)),
            }
        }
        None
    }

    fn mover(&self, step: &Step, racy: &FxHashSet<Location>, sets: &mut LockSets) -> Mover {
        match step.what {
            What::Access { location, plain, .. } => {
                if !self.is_shared(location) || (plain && !racy.contains(&location)) { Mover::Both } else { Mover::Non }
            }
            What::Take(lock, _) if self.moves_freely(lock, step, sets) => Mover::Both,
            What::Give(lock, _) if self.moves_freely(lock, step, sets) => Mover::Both,
            What::Take(..) => Mover::Right,
            What::Give(..) => Mover::Left,
            What::Signal => Mover::Non,
        }
    }

    fn is_shared(&self, location: Location) -> bool {
        self.uses.get(&location).is_some_and(|uses| uses.iter().any(|known| known.thread != uses[0].thread))
    }

    /// Locks of one thread only, and locks that are only taken under a lock that is held here, too.
    fn moves_freely(&self, lock: LockId, step: &Step, sets: &mut LockSets) -> bool {
        let Some(life) = self.locks.get(&lock) else { return false };
        life.only.is_some() || !sets.disjoint(life.under, step.held.exclusive)
    }

    /// Another thread that can come between a step before `broken` and one from there on.
    fn intruder(
        &self,
        shape: &Shape,
        broken: usize,
        segments: &Segments,
        sets: &mut LockSets,
    ) -> Option<(ThreadId, usize, usize)> {
        for before in (0..broken).rev() {
            let What::Access { location: here, writes: wrote, .. } = shape.steps[before].what else { continue };
            for after in broken..shape.steps.len() {
                let What::Access { location: there, writes: writing, .. } = shape.steps[after].what else { continue };
                if shape.steps[before].call.is_some() && shape.steps[before].call == shape.steps[after].call {
                    continue;
                }
                // The locks held from the one access to the other keep out whoever needs them.
                let mut kept = shape.steps[before].held;
                for step in &shape.steps[before..=after] {
                    kept.any = sets.intersection(kept.any, step.held.any);
                    kept.exclusive = sets.intersection(kept.exclusive, step.held.exclusive);
                }
                let uses = |location| {
                    let uses = self.uses.get(&location).into_iter().flatten();
                    uses.filter(|known| {
                        known.thread != shape.thread && segments.concurrent(shape.segment, known.segment)
                    })
                };
                for at_here in uses(here) {
                    for at_there in uses(there).filter(|known| known.thread == at_here.thread) {
                        let first = at_here.conflicts(wrote).filter(|range| !range.held.excludes(kept, sets));
                        let first = first.map(|range| range.first).min();
                        let last = at_there.conflicts(writing).filter(|range| !range.held.excludes(kept, sets));
                        let last = last.map(|range| range.last).max();
                        if first.zip(last).is_some_and(|(first, last)| first <= last) {
                            return Some((at_here.thread, before, after));
                        }
                    }
                }
            }
        }
        None
    }
}

impl Use {
    /// What conflicts with a read or write.
    fn conflicts(&self, with_write: bool) -> impl Iterator<Item = &Range> {
        self.reads.iter().filter(move |_| with_write).chain(&self.writes)
    }
}

fn keep(shapes: &mut FxHashMap<SiteId, FxHashMap<u64, Shape>>, thread: ThreadId, block: &Open) {
    let shape = signature(&block.steps);
    let shapes = shapes.entry(block.site).or_default();
    if let Some(known) = shapes.get_mut(&shape) {
        known.count += 1;
    } else if shapes.len() < MOST_SHAPES {
        let steps = block.steps.clone();
        shapes.insert(
            shape,
            Shape { thread, segment: block.segment, site: block.site, stack: block.stack, steps, count: 1 },
        );
    }
}

/// A number for a row of operations at their places, whatever the objects.
fn signature(steps: &[Step]) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    for step in steps {
        step.site.hash(&mut hasher);
        std::mem::discriminant(&step.what).hash(&mut hasher);
    }
    hasher.finish()
}

fn describe(shape: &Shape, steps: [usize; 4], intruder: ThreadId, around: &mut Around<'_>) -> Option<Atomicity> {
    let Around { threads, scope, context, .. } = around;
    let context = *context;
    let mut operations = Vec::with_capacity(steps.len());
    for at in steps {
        let step = &shape.steps[at];
        let site = scope.calling_frame(threads.stacks.sites(step.stack), context)?;
        let (what, place) = (words(step.what, context), context.source(site));
        operations.push(Operation { what, place, site: step.site, seq: step.seq });
    }
    let operations: [Operation; 4] = operations.try_into().ok()?;
    let [_, _, before, after] = steps;
    let begins = block_frame(shape.stack, threads, context)?;
    let location = |at: usize| match shape.steps[at].what {
        What::Access { location, .. } => Some(location),
        _ => None,
    };
    let (before_at, after_at) = (location(before)?, location(after)?);
    if !scope.wants(&operations[1].place) {
        return None;
    }
    let [commit, broken_by, before, after] = operations;
    Some(Atomicity {
        thread: names::thread(shape.thread, threads, context),
        block: format!("{}.{}", begins.class, begins.method),
        begins,
        begins_site: shape.site,
        commit,
        broken_by,
        intruder: names::thread(intruder, threads, context),
        conflict: Conflict { before, before_at, after, after_at },
    })
}

/// The method that a block is, or is in: the innermost frame that is not of the annotation library.
fn block_frame(stack: StackId, threads: &Threads, context: &dyn Context) -> Option<deadheat_event::SourcePos> {
    threads.stacks.sources(stack, context).into_iter().find(|source| !source.class.starts_with("deadheat."))
}

fn words(what: What, context: &dyn Context) -> String {
    match what {
        What::Access { location, writes, .. } => {
            format!("{} {}", if writes { "writes" } else { "reads" }, names::target(location, context))
        }
        What::Take(lock, _) => format!("takes {}", names::lock(lock, context)),
        What::Give(lock, _) => format!("gives back {}", names::lock(lock, context)),
        What::Signal => "talks to another thread".to_owned(),
    }
}
