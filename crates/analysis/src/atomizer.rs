//! Atomizer: blocks that should be atomic and are not.
//!
//! Flanagan 2004 (Atomizer), by Lipton's theory of reduction (Lipton 1975). A block is serialisable if it is a row of right-movers,
//! at most one non-mover, and a row of left-movers. Taking a lock is a right-mover, giving it back a left-mover; an access is a
//! both-mover if lock sets say that it is free of races, else a non-mover; so is any other visible operation that communicates with
//! other threads (synchronised variables, latches, permits). A wait ends a block and begins another.
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
//! `MOST_SHAPES` first ones. *It can report wrongly* where the intruder cannot run at that moment for other reasons.

use deadheat_event::{
    Access, Context, Done, Event, EventKind, Location, LockMode, Mark, ObjectId, SiteId, SyncId, ThreadId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::frames;
use crate::lock_set::{HeldSets, LockSetId, LockSets};
use crate::memory::Memory;
use crate::names;
use crate::repeats::LastTouch;
use crate::scope::Scope;
use crate::segments::{SegmentId, Segments};
use crate::shadow_table::{ShadowTable, push_tight};
use crate::stack_table::StackId;
use crate::sync_table::SyncTable;
use crate::threads::{LockChange, Threads};
use crate::warning::{Atomicity, BlockAct, Conflict, Operation};

/// How many different rows of operations are kept per block.
const MOST_SHAPES: usize = 64;

/// How many operations of a block are kept. A longer block is judged by its beginning.
const LONGEST: usize = 512;

/// Which blocks count as atomic beside those that the guest marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Heuristic {
    /// Functions and blocks under a lock that guards a block ([`Context::guards_block`]).
    #[default]
    Synchronized,
    /// Only what is marked (a machine can mark public functions when asked to).
    Marked,
}

/// What an operation of a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum BlockOp {
    /// An access, plain or protected.
    Access { location: Location, writes: bool, plain: bool },
    /// Takes a lock.
    Take(SyncId, LockMode),
    /// Gives a lock back.
    Give(SyncId, LockMode),
    /// Communicates with other threads in another way.
    Signal,
}

impl BlockOp {
    fn object(self) -> Option<ObjectId> {
        match self {
            Self::Access { location, .. } => location.object(),
            Self::Take(lock, _) | Self::Give(lock, _) => Some(lock.object),
            Self::Signal => None,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct BlockStep {
    what: BlockOp,
    site: SiteId,
    stack: StackId,
    seq: u64,
    step: u64,
    held: HeldSets,
    /// The call of a library's synchroniser that it belongs to: all its operations are one.
    call: Option<SiteId>,
}

/// A block that a thread is in.
#[derive(Debug)]
struct OpenBlock {
    site: SiteId,
    stack: StackId,
    /// The lock whose release ends it; none for marks.
    lock: Option<SyncId>,
    segment: SegmentId,
    steps: Vec<BlockStep>,
}

/// A block that was left, one for all with the same row of operations.
#[derive(Debug)]
struct BlockShape {
    thread: ThreadId,
    segment: SegmentId,
    site: SiteId,
    stack: StackId,
    steps: Vec<BlockStep>,
    count: u64,
}

/// Reads, or writes, of a location by one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessRange {
    /// The number of the first event, or the slot that has it.
    pub first: u64,
    /// The number of the last one, or the slot that has it.
    pub last: u64,
    /// The locks held at all of them.
    held: HeldSets,
}

/// What a thread did to a location in one segment of its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocationUse {
    /// The thread.
    pub thread: ThreadId,
    segment: SegmentId,
    reads: Option<AccessRange>,
    writes: Option<AccessRange>,
}

/// A use of a location.
#[derive(Clone, Copy, Debug)]
pub struct NewUse {
    /// The thread.
    pub thread: ThreadId,
    /// The stretch of its life.
    pub segment: SegmentId,
    /// Whether it writes.
    pub writes: bool,
    /// With what locks.
    pub held: HeldSets,
}

/// What is known of a lock.
#[derive(Debug, Default)]
struct LockLife {
    /// None where it was not taken.
    usage: Option<LockUsage>,
    /// Whether taking it opens a block; asked once.
    guards: Option<bool>,
}

/// How a lock is used.
#[derive(Clone, Copy, Debug)]
struct LockUsage {
    /// The only thread that takes it, or the last of several that handed it over by start and join.
    only: Option<(ThreadId, SegmentId)>,
    /// The locks under which it was always taken.
    under: LockSetId,
}

/// The analysis.
#[derive(Debug)]
pub struct Atomizer {
    heuristic: Heuristic,
    /// The blocks that each thread is in.
    open: Vec<Vec<OpenBlock>>,
    /// The memory of blocks that were left.
    spare: Vec<Vec<BlockStep>>,
    shapes: FxHashMap<SiteId, FxHashMap<u64, BlockShape>>,
    /// How bytes are used.
    uses: ShadowTable<Vec<LocationUse>>,
    locks: SyncTable<LockLife>,
}

/// What the analysis asks about the moment of an event.
pub struct BlockContext<'a> {
    /// The locks and stacks of all threads.
    pub threads: &'a mut Threads,
    /// What can be at the same time.
    pub segments: &'a mut Segments,
    /// What the user wants to hear of.
    pub scope: &'a Scope,
    /// How variables are used.
    pub memory: &'a Memory,
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
            open: Vec::new(),
            spare: Vec::new(),
            shapes: FxHashMap::default(),
            uses: ShadowTable::default(),
            locks: SyncTable::default(),
        }
    }

    /// The object begins a new life.
    pub fn forget(&mut self, object: ObjectId) {
        self.uses.forget(object);
    }

    /// Forgets all objects but those that stay. A block that touched another is forgotten with it.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        self.forget_others(stays);
        for shapes in self.shapes.values_mut() {
            shapes.retain(|_, shape| shape.steps.iter().all(|step| step.what.object().is_none_or(stays)));
        }
    }

    /// The objects that blocks touched, which are judged in the end.
    pub fn objects(&self) -> FxHashSet<ObjectId> {
        let shapes = self.shapes.values().flat_map(FxHashMap::values).map(|shape| &shape.steps);
        let open = self.open.iter().flatten().map(|block| &block.steps);
        shapes.chain(open).flatten().filter_map(|step| step.what.object()).collect()
    }

    /// Forgets all objects but those that stay, of which no block is told.
    pub fn forget_others(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        self.uses.retain(stays);
        self.locks.retain(stays);
    }

    /// Looks at an event, of which the others have already taken note; `change` is what it did to locks.
    pub fn event(&mut self, event: &Event, change: LockChange, around: &mut BlockContext<'_>) {
        let thread = event.thread;
        let done = match &event.kind {
            EventKind::Noted(Mark::AtomicBegin) => return self.begin(event, None, around),
            EventKind::Noted(Mark::AtomicEnd) => return self.end(thread, None),
            EventKind::Noted(_) => return,
            EventKind::Did(done) => done,
        };
        match done {
            Done::Wait { .. } => self.pause(thread),
            Done::Wake { .. } => {}
            _ => match change {
                LockChange::Taken(lock, mode) => self.taken(event, lock, mode, around),
                LockChange::Given { lock, mode, .. } => {
                    self.step(event, BlockOp::Give(lock, mode), around);
                    self.end(thread, Some(lock));
                }
                LockChange::None => self.other(event, done, around),
            },
        }
    }

    fn taken(&mut self, event: &Event, lock: SyncId, mode: LockMode, around: &mut BlockContext<'_>) {
        let thread = event.thread;
        let threads = &mut *around.threads;
        let under = under(threads, thread, lock);
        let segment = around.segments.current(thread);
        let usage = self.locks.entry(lock).usage.get_or_insert(LockUsage { only: Some((thread, segment)), under });
        let mine = |(owner, last)| owner == thread || !around.segments.concurrent(last, segment);
        usage.only = usage.only.filter(|only| mine(*only)).map(|_| (thread, segment));
        usage.under = threads.sets.intersection(usage.under, under);
        self.step(event, BlockOp::Take(lock, mode), around);
        let outermost = self.blocks(thread).is_empty();
        if self.heuristic == Heuristic::Synchronized
            && outermost
            && matches!(event.kind, EventKind::Did(Done::Acquire { .. }))
            && self.guards_block(lock, event.site, around.context)
        {
            self.begin(event, Some(lock), around);
        }
    }

    /// Whether the lock is one whose holder takes its block for atomic.
    fn guards_block(&mut self, lock: SyncId, site: SiteId, context: &dyn Context) -> bool {
        *self.locks.entry(lock).guards.get_or_insert_with(|| context.guards_block(lock, site))
    }

    /// An access to a variable. How variables are used is kept elsewhere.
    #[inline]
    pub fn access(&mut self, event: &Event, access: Access, around: &mut BlockContext<'_>) {
        let plain = !access.kind.is_protected();
        self.step(event, BlockOp::Access { location: access.location, writes: access.writes, plain }, around);
    }

    fn other(&mut self, event: &Event, done: &Done, around: &mut BlockContext<'_>) {
        let thread = event.thread;
        if let Some(access) = done.access() {
            if let Location::Bytes { .. } = access.location {
                self.used(event, access.location, access.writes, around);
            }
            return self.access(event, access, around);
        }
        match done {
            Done::Join { .. }
            | Done::Inspect { .. }
            | Done::Unstarted { .. }
            | Done::Unpark { .. }
            | Done::Park { .. }
            | Done::LatchAwait { .. }
            | Done::LatchCountDown { .. }
            | Done::SemaphoreAcquire { .. }
            | Done::SemaphoreRelease { .. } => self.step(event, BlockOp::Signal, around),
            Done::End => {
                self.blocks(thread).clear();
            }
            _ => {}
        }
    }

    fn used(&mut self, event: &Event, location: Location, writes: bool, around: &mut BlockContext<'_>) {
        let thread = event.thread;
        let now =
            NewUse { thread, segment: around.segments.current(thread), writes, held: around.threads.held(thread) };
        self.uses.visit(location, Vec::new, |_, uses| note_use(uses, now, event.seq, &mut around.threads.sets));
    }

    /// A thread has touched bytes again, as it did before.
    pub fn touched(&mut self, touch: &LastTouch) {
        self.uses.visit(touch.location, Vec::new, |_, uses| {
            let Some(known) = uses.iter_mut().rev().find(|known| known.thread == touch.thread) else { return };
            for (range, last) in [(&mut known.reads, touch.read), (&mut known.writes, touch.written)] {
                range.iter_mut().for_each(|range| range.last = range.last.max(last));
            }
        });
    }

    /// What threads did to a location, part by part.
    fn uses_of(&self, location: Location, memory: &Memory) -> Vec<Vec<LocationUse>> {
        match location {
            Location::Bytes { .. } => self.uses.get(location).cloned().collect(),
            _ => vec![memory.uses(location)],
        }
    }

    /// Whether the thread is in a block that should be atomic, and of which more is kept.
    #[inline]
    pub fn is_in_block(&self, thread: ThreadId) -> bool {
        let open = self.open.get(thread.0 as usize);
        open.is_some_and(|open| open.iter().any(|block| block.steps.len() < LONGEST))
    }

    /// The blocks that the thread is in.
    #[inline]
    fn blocks(&mut self, thread: ThreadId) -> &mut Vec<OpenBlock> {
        let at = thread.0 as usize;
        if self.open.len() <= at {
            self.open.resize_with(at + 1, Vec::new);
        }
        &mut self.open[at]
    }

    fn begin(&mut self, event: &Event, lock: Option<SyncId>, around: &mut BlockContext<'_>) {
        let stack = around.threads.stack(event.thread, around.context);
        let segment = around.segments.current(event.thread);
        let steps = self.spare.pop().unwrap_or_default();
        self.blocks(event.thread).push(OpenBlock { site: event.site, stack, lock, segment, steps });
    }

    /// Ends the innermost block that ends so, and all inside it.
    fn end(&mut self, thread: ThreadId, lock: Option<SyncId>) {
        let Self { open, shapes, spare, .. } = self;
        let Some(open) = open.get_mut(thread.0 as usize) else { return };
        let Some(at) = open.iter().rposition(|block| block.lock == lock) else { return };
        for mut block in open.drain(at..).rev() {
            keep(shapes, thread, &block);
            block.steps.clear();
            spare.push(block.steps);
        }
    }

    /// A thread that waits lets others come between on purpose: what comes after is another block.
    fn pause(&mut self, thread: ThreadId) {
        for block in self.open.get_mut(thread.0 as usize).into_iter().flatten() {
            keep(&mut self.shapes, thread, block);
            block.steps.clear();
        }
    }

    fn step(&mut self, event: &Event, what: BlockOp, around: &mut BlockContext<'_>) {
        let Some(open) = self.open.get_mut(event.thread.0 as usize).filter(|open| !open.is_empty()) else { return };
        let held = around.threads.held(event.thread);
        let mut found = None;
        for block in open {
            let again = block.steps.last().is_some_and(|last| last.site == event.site && last.what == what);
            if block.steps.len() < LONGEST && !again {
                let (stack, call) = *found.get_or_insert_with(|| {
                    let stack = around.threads.stack(event.thread, around.context);
                    (stack, around.threads.stacks.synchroniser_call(stack, around.context))
                });
                let (seq, step) = (event.seq, event.step);
                block.steps.push(BlockStep { what, site: event.site, stack, seq, step, held, call });
            }
        }
    }

    /// The broken blocks found so far, each error once, with how often. `racy` are the locations that a race is on.
    pub fn broken(&self, racy: &FxHashSet<Location>, around: &mut BlockContext<'_>) -> Vec<(Atomicity, u64)> {
        let mut found: Vec<(Atomicity, u64)> = Vec::new();
        let mut shapes: Vec<&BlockShape> = self.shapes.values().flat_map(FxHashMap::values).collect();
        shapes.sort_by_key(|shape| (shape.steps.first().map(|step| step.seq), shape.site));
        for shape in shapes {
            let Some((commit, broken)) = self.broken_at(shape, racy, around) else { continue };
            let Some((intruder, before, after)) = self.intruder(shape, broken, around) else { continue };
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
    fn broken_at(
        &self,
        shape: &BlockShape,
        racy: &FxHashSet<Location>,
        around: &mut BlockContext<'_>,
    ) -> Option<(usize, usize)> {
        let mut commit: Option<usize> = None;
        for (at, step) in shape.steps.iter().enumerate() {
            // The operations of a call that is one operation come after the first for nothing.
            let same_call = |at: usize| step.call.is_some() && shape.steps[at].call == step.call;
            match (self.mover(step, racy, around), commit) {
                (Mover::Both, _) | (Mover::Right, None) | (Mover::Left, Some(_)) => {}
                (Mover::Left | Mover::Non, None) => commit = Some(at),
                (Mover::Right | Mover::Non, Some(commit)) if (commit..at).all(same_call) => {}
                (Mover::Right | Mover::Non, Some(commit)) => return Some((commit, at)),
            }
        }
        None
    }

    fn mover(&self, step: &BlockStep, racy: &FxHashSet<Location>, around: &mut BlockContext<'_>) -> Mover {
        let sets = &mut around.threads.sets;
        match step.what {
            BlockOp::Access { location, plain, .. } => {
                let is_racy = || location.cells().any(|cell| racy.contains(&cell));
                if !self.is_shared(location, around.memory) || (plain && !is_racy()) { Mover::Both } else { Mover::Non }
            }
            BlockOp::Take(lock, _) if self.moves_freely(lock, step, sets) => Mover::Both,
            BlockOp::Give(lock, _) if self.moves_freely(lock, step, sets) => Mover::Both,
            BlockOp::Take(..) => Mover::Right,
            BlockOp::Give(..) => Mover::Left,
            BlockOp::Signal => Mover::Non,
        }
    }

    fn is_shared(&self, location: Location, memory: &Memory) -> bool {
        let by_several = |uses: &Vec<LocationUse>| uses.iter().any(|known| known.thread != uses[0].thread);
        self.uses_of(location, memory).iter().any(by_several)
    }

    /// Locks of one thread only, and locks that are only taken under a lock that is held here, too.
    fn moves_freely(&self, lock: SyncId, step: &BlockStep, sets: &mut LockSets) -> bool {
        let Some(usage) = self.locks.find(lock).and_then(|life| life.usage) else { return false };
        usage.only.is_some() || !sets.disjoint(usage.under, step.held.exclusive)
    }

    /// Another thread that can come between a step before `broken` and one from there on.
    fn intruder(
        &self,
        shape: &BlockShape,
        broken: usize,
        around: &mut BlockContext<'_>,
    ) -> Option<(ThreadId, usize, usize)> {
        let BlockContext { threads, segments, memory, .. } = around;
        let sets = &mut threads.sets;
        for before in (0..broken).rev() {
            let BlockOp::Access { location: here, writes: wrote, .. } = shape.steps[before].what else { continue };
            for after in broken..shape.steps.len() {
                let BlockOp::Access { location: there, writes: writing, .. } = shape.steps[after].what else {
                    continue;
                };
                if shape.steps[before].call.is_some() && shape.steps[before].call == shape.steps[after].call {
                    continue;
                }
                // The locks held from the one access to the other keep out all threads that need them.
                let mut kept = shape.steps[before].held;
                for step in &shape.steps[before..=after] {
                    kept = kept.intersection(step.held, sets);
                }
                let uses = |location: Location| {
                    let mut uses: Vec<LocationUse> = self.uses_of(location, memory).into_iter().flatten().collect();
                    uses.retain(|known| {
                        known.thread != shape.thread && segments.concurrent(shape.segment, known.segment)
                    });
                    uses
                };
                let there = uses(there);
                for at_here in uses(here) {
                    for at_there in there.iter().filter(|known| known.thread == at_here.thread) {
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

/// Takes note of a use; `seq` is the number of the event, or the slot that has it.
#[inline]
pub fn note_use(uses: &mut Vec<LocationUse>, now: NewUse, seq: u64, sets: &mut LockSets) {
    let NewUse { thread, segment, writes, held } = now;
    let at = uses.iter().position(|known| known.thread == thread && known.segment == segment);
    let at = at.unwrap_or_else(|| {
        push_tight(uses, LocationUse { thread, segment, reads: None, writes: None });
        uses.len() - 1
    });
    let range = if writes { &mut uses[at].writes } else { &mut uses[at].reads };
    let range = range.get_or_insert(AccessRange { first: seq, last: seq, held });
    range.last = seq;
    if range.held != held {
        range.held = range.held.intersection(held, sets);
    }
}

impl LocationUse {
    /// The reads and the writes.
    pub fn ranges(&self) -> impl Iterator<Item = &AccessRange> {
        self.reads.iter().chain(&self.writes)
    }

    /// The reads and the writes, to be changed.
    pub fn ranges_mut(&mut self) -> impl Iterator<Item = &mut AccessRange> {
        self.reads.iter_mut().chain(&mut self.writes)
    }

    /// The reads or the writes.
    pub fn range(&self, writes: bool) -> Option<&AccessRange> {
        if writes { self.writes.as_ref() } else { self.reads.as_ref() }
    }

    /// The reads or the writes, to be changed.
    pub fn range_mut(&mut self, writes: bool) -> Option<&mut AccessRange> {
        if writes { self.writes.as_mut() } else { self.reads.as_mut() }
    }

    /// What conflicts with a read or write.
    fn conflicts(&self, with_write: bool) -> impl Iterator<Item = &AccessRange> {
        self.reads.iter().filter(move |_| with_write).chain(&self.writes)
    }
}

/// The locks under which the thread has just taken one: all held now but itself.
fn under(threads: &mut Threads, thread: ThreadId, lock: SyncId) -> LockSetId {
    let holds = &threads.get(thread).holds;
    let before = holds.last().filter(|taken| taken.lock == lock).map(|taken| taken.before.any);
    if let Some(before) = before.filter(|before| !threads.sets.locks(*before).contains(&lock)) {
        return before;
    }
    let others: Vec<SyncId> = threads.get(thread).holds.iter().map(|hold| hold.lock).filter(|l| *l != lock).collect();
    threads.sets.intern(others)
}

fn keep(shapes: &mut FxHashMap<SiteId, FxHashMap<u64, BlockShape>>, thread: ThreadId, block: &OpenBlock) {
    let shape = signature(&block.steps);
    let shapes = shapes.entry(block.site).or_default();
    if let Some(known) = shapes.get_mut(&shape) {
        known.count += 1;
    } else if shapes.len() < MOST_SHAPES {
        let steps = block.steps.clone();
        shapes.insert(
            shape,
            BlockShape { thread, segment: block.segment, site: block.site, stack: block.stack, steps, count: 1 },
        );
    }
}

/// A number for a row of operations at their places, whatever the objects.
fn signature(steps: &[BlockStep]) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    for step in steps {
        step.site.hash(&mut hasher);
        std::mem::discriminant(&step.what).hash(&mut hasher);
    }
    hasher.finish()
}

fn describe(
    shape: &BlockShape,
    steps: [usize; 4],
    intruder: ThreadId,
    around: &mut BlockContext<'_>,
) -> Option<Atomicity> {
    let BlockContext { threads, scope, context, .. } = around;
    let context = *context;
    let mut operations = Vec::with_capacity(steps.len());
    for at in steps {
        let step = &shape.steps[at];
        let site = frames::calling_frame(threads.stacks.sites(step.stack), context)?;
        let (act, place) = (named(step.what, context), context.source(site));
        operations.push(Operation { act, place, site: step.site, seq: step.seq, step: step.step });
    }
    let operations: [Operation; 4] = operations.try_into().ok()?;
    let [_, _, before, after] = steps;
    let begins = context.source(frames::block_frame(threads.stacks.sites(shape.stack), context)?);
    let location = |at: usize| match shape.steps[at].what {
        BlockOp::Access { location, .. } => Some(location),
        _ => None,
    };
    let (before_at, after_at) = (location(before)?, location(after)?);
    if !scope.wants(&operations[1].place) {
        return None;
    }
    let [commit, broken_by, before, after] = operations;
    Some(Atomicity {
        thread: names::thread(shape.thread, threads, context),
        block: begins.full_name(),
        begins,
        begins_site: shape.site,
        commit,
        broken_by,
        intruder: names::thread(intruder, threads, context),
        conflict: Conflict { before, before_at, after, after_at },
    })
}

fn named(what: BlockOp, context: &dyn Context) -> BlockAct {
    match what {
        BlockOp::Access { location, writes: true, .. } => BlockAct::Writes { target: context.target_name(location) },
        BlockOp::Access { location, .. } => BlockAct::Reads { target: context.target_name(location) },
        BlockOp::Take(lock, _) => BlockAct::Takes { lock: context.sync_name(lock) },
        BlockOp::Give(lock, _) => BlockAct::GivesBack { lock: context.sync_name(lock) },
        BlockOp::Signal => BlockAct::Signals,
    }
}
