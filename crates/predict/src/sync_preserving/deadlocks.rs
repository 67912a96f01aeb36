//! Deadlocks: cycles of requests, found among abstract ones first.
//!
//! An *abstract request* is a thread, a lock that it takes, and the locks that it holds then; it stands for all the events that are like this.
//! Cycles are looked for among these: a program that takes the same locks in the same way a million times has few of them. Each
//! abstract cycle is then walked through as two lists of accesses are: whatever a closure has taken in is passed by.

use rustc_hash::{FxHashMap, FxHashSet};

use super::SyncPreserving;
use crate::closure::Closure;
use crate::history::{EventId, Lock, Mode, Place, Thread};
use crate::lock_sets::{LockSetId, LockSets};
use crate::reordering::{PredictedError, Reordering};

/// No more chains of abstract requests are followed.
const MOST_CHAINS: usize = 2_000_000;

/// A thread that takes a lock while it holds others.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Request {
    thread: Thread,
    wants: Lock,
    mode: Mode,
    held: LockSetId,
}

impl SyncPreserving<'_> {
    /// The deadlocks, one for each set of places, those of few threads first; at most so many.
    #[must_use]
    pub fn deadlocks(&self, most: usize) -> Vec<Reordering> {
        let mut sets = LockSets::new(self.history);
        let mut numbers: FxHashMap<Request, usize> = FxHashMap::default();
        let mut requests: Vec<(Request, Vec<EventId>)> = Vec::new();
        for (event, done) in self.history.numbered() {
            let (thread, held) = (done.thread, sets.held(done.thread));
            if let Some((wants, mode)) = done.action.takes().filter(|_| done.action.requests())
                && !sets.locks(held).is_empty()
            {
                let request = Request { thread, wants, mode, held };
                let at = *numbers.entry(request).or_insert_with(|| {
                    requests.push((request, Vec::new()));
                    requests.len() - 1
                });
                requests[at].1.push(event);
            }
            sets.event(thread, done.action);
        }
        let mut known: FxHashSet<Vec<Place>> = FxHashSet::default();
        let mut found = Vec::new();
        let mut closure = self.closure();
        let graph = LockGraph::new(&sets, requests.iter().map(|(request, _)| *request).collect());
        graph.cycles(&mut |cycle| {
            let lists: Vec<&[EventId]> = cycle.iter().map(|at| &*requests[*at].1).collect();
            closure.clear();
            if let Some(cycle) = walk(&mut closure, &lists) {
                let mut places: Vec<Place> = cycle.iter().map(|event| self.history.event(*event).place).collect();
                places.sort_unstable();
                if known.insert(places) {
                    found.push(self.recorded(closure.cut(), PredictedError::Deadlock(cycle)));
                }
            }
            found.len() >= most
        });
        found
    }
}

/// The first events of the lists, one of each, that no closure of all that comes before them takes in.
pub fn walk(closure: &mut Closure<'_>, lists: &[&[EventId]]) -> Option<Vec<EventId>> {
    let mut at = vec![0; lists.len()];
    loop {
        let next: Option<Vec<EventId>> = lists.iter().zip(&at).map(|(list, at)| list.get(*at).copied()).collect();
        let next = next?;
        next.iter().for_each(|event| closure.add_before(*event));
        closure.close();
        let mut passed = false;
        for (event, at) in next.iter().zip(&mut at) {
            if closure.has(*event) {
                (*at, passed) = (*at + 1, true);
            }
        }
        if !passed {
            return Some(next);
        }
    }
}

/// Which abstract request wants what which other holds.
struct LockGraph<'s> {
    sets: &'s LockSets,
    requests: Vec<Request>,
    /// The requests at which each lock is held.
    holders: FxHashMap<Lock, Vec<usize>>,
}

impl<'s> LockGraph<'s> {
    fn new(sets: &'s LockSets, requests: Vec<Request>) -> Self {
        let mut this = Self { sets, requests, holders: FxHashMap::default() };
        for at in this.on_cycles() {
            for (lock, _) in sets.locks(this.requests[at].held) {
                this.holders.entry(*lock).or_default().push(at);
            }
        }
        this
    }

    /// The requests that can be a part of a cycle: somebody wants what they hold, somebody holds what they want, again and again.
    fn on_cycles(&self) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.requests.len()).collect();
        loop {
            let held: FxHashSet<Lock> =
                left.iter().flat_map(|at| self.sets.locks(self.requests[*at].held)).map(|(lock, _)| *lock).collect();
            let wanted: FxHashSet<Lock> = left.iter().map(|at| self.requests[*at].wants).collect();
            let before = left.len();
            left.retain(|at| {
                let request = &self.requests[*at];
                held.contains(&request.wants)
                    && self.sets.locks(request.held).iter().any(|(lock, _)| wanted.contains(lock))
            });
            if left.len() == before {
                return left;
            }
        }
    }

    /// Tells of the cycles, short ones first, until the function says that it is enough.
    fn cycles(&self, found: &mut dyn FnMut(&[usize]) -> bool) {
        let mut starts: Vec<usize> = self.holders.values().flatten().copied().collect();
        starts.sort_unstable();
        starts.dedup();
        let threads: FxHashSet<Thread> = starts.iter().map(|at| self.requests[*at].thread).collect();
        let mut chains = 0;
        for length in 2..=threads.len() {
            let mut longer = false;
            for start in &starts {
                let mut chain = vec![*start];
                if self.extend(&mut chain, length, &mut chains, &mut longer, found) {
                    return;
                }
            }
            if !longer {
                return;
            }
        }
    }

    /// Extends a chain, in which each wants what the next one holds, to cycles of this length; a cycle is found from its lowest request
    /// only. Says whether to stop.
    fn extend(
        &self,
        chain: &mut Vec<usize>,
        length: usize,
        chains: &mut usize,
        longer: &mut bool,
        found: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        for next in self.holders.get(&self.requests[last].wants).into_iter().flatten() {
            *chains += 1;
            if *chains > MOST_CHAINS {
                return true;
            }
            if *next <= first || !self.waits_for(last, *next) || chain.iter().any(|at| self.apart(*at, *next)) {
                continue;
            }
            chain.push(*next);
            let closes = self.waits_for(*next, first);
            let stop = match (closes, chain.len() == length) {
                (true, true) => found(chain),
                (false, true) => {
                    *longer = true;
                    false
                }
                (false, false) => self.extend(chain, length, chains, longer, found),
                // Found already, as a shorter cycle.
                (true, false) => false,
            };
            chain.pop();
            if stop {
                return true;
            }
        }
        false
    }

    fn waits_for(&self, one: usize, other: usize) -> bool {
        let one = &self.requests[one];
        let holds = self.sets.locks(self.requests[other].held);
        holds.iter().any(|(lock, mode)| *lock == one.wants && one.mode.excludes(*mode))
    }

    /// Whether the two cannot be part of one cycle: the same thread, or a lock that both hold.
    fn apart(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.requests[one], &self.requests[other]);
        one.thread == other.thread || self.sets.exclude(one.held, other.held)
    }
}
