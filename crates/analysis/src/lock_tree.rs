//! Lock trees: deadlocks by lock order.
//!
//! Havelund 2000, §3 (GoodLock), widened as in Agarwal 2010. Each thread has a tree of the locks that it took: a node is a lock
//! taken while those on the way to the root were held. A deadlock is possible when threads can stand before nodes such that each
//! wants a lock that the next one holds.
//!
//! Havelund's limits that are gone here: cycles have any number of threads; all kinds of locks and modes count (two readers do not
//! block each other); a lock taken by an attempt (`TryAcquire`) blocks others but its taker never waits for it; locks need not nest
//! (a lock given back before a later one is taken out of the path).
//! As in the paper, a *gate lock* that two of the threads hold on the way makes a cycle harmless, if it excludes them from each
//! other. Threads of which one can only begin after the other ended (start, join) do not meet, so nodes carry the thread's
//! *segment*: the stretch of its life between two starts or joins.
//!
//! Short cycles are looked for first. Locks that are not on any cycle, whichever threads take them, are put aside before: in a program that
//! takes its locks in order nothing is left to search.
//!
//! *It can miss* locks that the run never nested, and the longest cycles of programs that nest locks in millions of ways
//! (`MOST_CHAINS`).
//! *It can report wrongly*: threads that something else keeps apart: a latch, a queue, a semaphore with
//! fewer permits than the cycle has threads. It never reports a cycle within one
//! thread, one guarded by a gate, or one between threads ordered by start and join.

use deadheat_event::{Context, Done, Event, EventKind, LockMode, ObjectId, SiteId, SyncId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::recent::Recent;
use crate::scope::Scope;
use crate::segments::{SegmentId, Segments};
use crate::stack_table::StackId;
use crate::threads::{HeldLock, Threads};
use crate::warning::{CycleEdge, Deadlock};
use crate::{frames, names};

/// No more chains are followed: what was found until then is reported.
const MOST_CHAINS: usize = 2_000_000;

/// A lock taken while others were held.
#[derive(Debug)]
struct LockNode {
    thread: ThreadId,
    segment: SegmentId,
    lock: SyncId,
    mode: LockMode,
    /// The way to the root: locks held, with where each was taken.
    path: Box<[HeldLock]>,
    stack: StackId,
    site: SiteId,
    seq: u64,
    step: u64,
}

/// What tells nodes apart: the same locks taken at the same places in the same segment are one.
type NodeKey = (ThreadId, SegmentId, SyncId, LockMode, SiteId, WayId);

/// A row of locks held, with where each was taken. Equal rows have equal numbers; a longer one has a higher number than its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WayId(u32);

impl WayId {
    /// No lock is held.
    const ROOT: WayId = WayId(0);
}

/// A row of locks and one more.
type Branch = (WayId, SyncId, LockMode, StackId);

/// A number for a lock that is taken so, mostly another one for others.
#[inline]
fn hash(lock: SyncId, way: WayId, thread: ThreadId) -> u32 {
    let hash = lock.object.0 ^ lock.part << 9 ^ way.0 << 5 ^ thread.0 << 12;
    hash.wrapping_mul(0x9e37_79b1) >> 17
}

/// The analysis.
#[derive(Debug, Default)]
pub struct LockTree {
    nodes: Vec<LockNode>,
    known: FxHashSet<NodeKey>,
    ways: FxHashMap<Branch, WayId>,
    /// Most locks are taken as they were before. What is here is above, too.
    recent_nodes: Recent<NodeKey, (), { 1 << 10 }>,
    recent_ways: Recent<Branch, WayId, { 1 << 10 }>,
    /// How many there were.
    count: u32,
}

impl LockTree {
    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no lock was taken under another.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Forgets all locks but those that stay.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        self.nodes.retain(|node| stays(node.lock.object) && node.path.iter().all(|hold| stays(hold.lock.object)));
        let mut ways: Vec<(WayId, Branch)> = self.ways.iter().map(|(branch, way)| (*way, *branch)).collect();
        ways.sort_unstable_by_key(|(way, _)| *way);
        let mut gone: FxHashSet<WayId> = FxHashSet::default();
        for (way, (before, lock, ..)) in ways {
            if gone.contains(&before) || !stays(lock.object) {
                gone.insert(way);
            }
        }
        self.ways.retain(|_, way| !gone.contains(way));
        self.known.retain(|(_, _, lock, _, _, way)| stays(lock.object) && !gone.contains(way));
        self.recent_nodes.clear();
        self.recent_ways.clear();
    }

    /// The row of these locks.
    fn way(&mut self, path: &mut [HeldLock]) -> WayId {
        let mut way = WayId::ROOT;
        for hold in path {
            way = match hold.way {
                Some(known) => known,
                None => *hold.way.insert(self.longer((way, hold.lock, hold.mode, hold.stack))),
            };
        }
        way
    }

    /// The row of these locks and one more.
    #[inline]
    fn longer(&mut self, branch: Branch) -> WayId {
        let (before, lock, ..) = branch;
        let hash = hash(lock, before, ThreadId(0));
        if let Some(way) = self.recent_ways.get(hash, &branch) {
            return way;
        }
        let Self { ways, count, .. } = self;
        let way = *ways.entry(branch).or_insert_with(|| {
            *count += 1;
            WayId(*count)
        });
        self.recent_ways.set(hash, branch, way);
        way
    }

    /// Looks at an event, of which `threads` and `segments` have already taken note.
    pub fn event(&mut self, event: &Event, segments: &mut Segments, threads: &mut Threads) {
        let EventKind::Did(done) = &event.kind else { return };
        match *done {
            Done::Acquire { lock, mode, .. } => self.acquire(event, lock, mode, segments, threads),
            // A thread that wakes takes the lock again, with all that it kept while it waited.
            Done::Wake { lock, .. } => self.acquire(event, lock, LockMode::Exclusive, segments, threads),
            _ => {}
        }
    }

    fn acquire(&mut self, event: &Event, lock: SyncId, mode: LockMode, segments: &mut Segments, threads: &mut Threads) {
        let thread = event.thread;
        let holds = &mut threads.get(thread).holds;
        let Some((taken, path)) = holds.split_last_mut() else { return };
        // Taken again, or alone: no thread waits because of it.
        let again = taken.depth != 1 && !matches!(event.kind, EventKind::Did(Done::Wake { .. }));
        if taken.lock != lock || taken.mode != mode || again || path.is_empty() {
            return;
        }
        if path.iter().any(|hold| hold.lock == lock && hold.mode == LockMode::Exclusive) {
            return;
        }
        let segment = segments.current(thread);
        let way = self.way(path);
        let node = (thread, segment, lock, mode, event.site, way);
        let hash = hash(lock, way, thread);
        if self.recent_nodes.get(hash, &node).is_some() {
            return;
        }
        self.recent_nodes.set(hash, node, ());
        if self.known.insert(node) {
            let (stack, path) = (taken.stack, (*path).into());
            let Event { seq, step, site, .. } = *event;
            self.nodes.push(LockNode { thread, segment, lock, mode, path, stack, site, seq, step });
        }
    }

    /// The cycles found so far, each error once, with how often.
    pub fn cycles(
        &self,
        segments: &Segments,
        scope: &Scope,
        threads: &mut Threads,
        context: &dyn Context,
    ) -> Vec<(Deadlock, u64)> {
        let nodes = self.on_cycles();
        let mut holders: FxHashMap<SyncId, Vec<usize>> = FxHashMap::default();
        for at in &nodes {
            for hold in &self.nodes[*at].path {
                holders.entry(hold.lock).or_default().push(*at);
            }
        }
        let mut search =
            CycleSearch { tree: self, segments, holders: &holders, chains: 0, cut: true, found: Vec::new() };
        let mut length = 2;
        while std::mem::take(&mut search.cut) {
            for first in &nodes {
                search.extend(&mut vec![*first], length);
            }
            length += 1;
        }
        let found = search.found;
        self.merge(found, scope, threads, context)
    }

    /// The nodes that can be on a cycle: what each wants is held by one of them, and what it holds is wanted by one.
    fn on_cycles(&self) -> Vec<usize> {
        let mut nodes: Vec<usize> = (0..self.nodes.len()).collect();
        loop {
            let before = nodes.len();
            let wanted: FxHashSet<SyncId> = nodes.iter().map(|at| self.nodes[*at].lock).collect();
            let held: FxHashSet<SyncId> =
                nodes.iter().flat_map(|at| &self.nodes[*at].path).map(|hold| hold.lock).collect();
            nodes.retain(|at| {
                let node = &self.nodes[*at];
                held.contains(&node.lock) && node.path.iter().any(|hold| wanted.contains(&hold.lock))
            });
            if nodes.len() == before {
                return nodes;
            }
        }
    }

    /// Cycles at the same places over locks of the same names are one error, whichever the threads are.
    fn merge(
        &self,
        found: Vec<Vec<usize>>,
        scope: &Scope,
        threads: &mut Threads,
        context: &dyn Context,
    ) -> Vec<(Deadlock, u64)> {
        let mut merged: Vec<(Deadlock, u64)> = Vec::new();
        let mut by_sites: FxHashMap<Vec<(SiteId, StackId)>, Option<usize>> = FxHashMap::default();
        let mut by_name = FxHashMap::default();
        for cycle in found {
            let mut sites: Vec<_> = cycle.iter().map(|at| (self.nodes[*at].site, self.nodes[*at].stack)).collect();
            sites.sort_unstable();
            let at = *by_sites.entry(sites).or_insert_with(|| {
                let deadlock = self.describe(&cycle, scope, threads, context)?;
                let mut name: Vec<_> =
                    deadlock.cycle.iter().map(|edge| (edge.wants.name.clone(), edge.place.clone())).collect();
                name.sort();
                Some(*by_name.entry(name).or_insert_with(|| {
                    merged.push((deadlock, 0));
                    merged.len() - 1
                }))
            });
            if let Some(at) = at {
                merged[at].1 += 1;
            }
        }
        merged
    }

    fn describe(
        &self,
        cycle: &[usize],
        scope: &Scope,
        threads: &mut Threads,
        context: &dyn Context,
    ) -> Option<Deadlock> {
        let mut edges = Vec::with_capacity(cycle.len());
        for (i, at) in cycle.iter().enumerate() {
            let node = &self.nodes[*at];
            // The one before in the cycle waits for what this one holds.
            let wanted = &self.nodes[cycle[(i + cycle.len() - 1) % cycle.len()]];
            let hold = node.path.iter().find(|hold| hold.lock == wanted.lock)?;
            let sites = threads.stacks.sites(node.stack);
            let place = context.source(frames::calling_frame(sites, context)?);
            edges.push(CycleEdge {
                thread: names::thread(node.thread, threads, context),
                holds: names::lock(hold.lock, context),
                held_mode: hold.mode,
                held_at: threads.stacks.sources(hold.stack, context),
                wants: names::lock(node.lock, context),
                wanted_mode: node.mode,
                wanted_at: threads.stacks.sources(node.stack, context),
                place,
                site: node.site,
                seq: node.seq,
                step: node.step,
            });
        }
        edges.iter().any(|edge| scope.wants(&edge.place)).then_some(Deadlock { cycle: edges })
    }

    /// Whether threads can stand before these two nodes at once.
    fn compatible(a: &LockNode, b: &LockNode, segments: &Segments) -> bool {
        a.thread != b.thread && segments.concurrent(a.segment, b.segment) && !gated(a, b)
    }
}

/// Whether a lock that both hold keeps them apart.
fn gated(a: &LockNode, b: &LockNode) -> bool {
    a.path.iter().any(|mine| {
        b.path.iter().any(|theirs| {
            mine.lock == theirs.lock && (mine.mode == LockMode::Exclusive || theirs.mode == LockMode::Exclusive)
        })
    })
}

/// Whether a thread that wants a lock so must wait for one that holds it so.
fn blocks(wanted: LockMode, held: LockMode) -> bool {
    wanted == LockMode::Exclusive || held == LockMode::Exclusive
}

struct CycleSearch<'a> {
    tree: &'a LockTree,
    segments: &'a Segments,
    /// Nodes by the locks held at them.
    holders: &'a FxHashMap<SyncId, Vec<usize>>,
    chains: usize,
    /// Whether a chain was cut that might be a part of a longer cycle.
    cut: bool,
    found: Vec<Vec<usize>>,
}

impl CycleSearch<'_> {
    /// Extends a chain, in which each node wants a lock that the next one holds, to cycles of this length, in every way. A
    /// cycle is found from its lowest node only.
    fn extend(&mut self, chain: &mut Vec<usize>, length: usize) {
        let nodes = &self.tree.nodes;
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        for next in self.holders.get(&nodes[last].lock).into_iter().flatten() {
            self.chains += 1;
            if self.chains > MOST_CHAINS {
                self.cut = false;
                return;
            }
            let node = &nodes[*next];
            let held = node.path.iter().find(|hold| hold.lock == nodes[last].lock);
            if *next <= first
                || !held.is_some_and(|hold| blocks(nodes[last].mode, hold.mode))
                || !chain.iter().all(|at| LockTree::compatible(&nodes[*at], node, self.segments))
            {
                continue;
            }
            chain.push(*next);
            let closing = nodes[first].path.iter().find(|hold| hold.lock == node.lock);
            let closes = closing.is_some_and(|hold| blocks(node.mode, hold.mode));
            match (closes, chain.len() == length) {
                (true, true) => self.found.push(chain.clone()),
                (false, true) => self.cut = true,
                (false, false) => self.extend(chain, length),
                // Found already, as a shorter cycle.
                (true, false) => {}
            }
            chain.pop();
        }
    }
}
