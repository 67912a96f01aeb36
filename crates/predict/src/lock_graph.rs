//! Cycles of lock requests, among abstract ones.
//!
//! An *abstract request* is a thread, a lock that it takes, and the locks that it holds then; it stands for all the events that are like this. Cycles
//! are looked for among these: a program that takes the same locks in the same way a million times has few of them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::history::{Event, EventId, Lock, Mode, Thread};
use crate::lock_sets::{LockSetId, LockSets};

/// No more chains of abstract requests are followed.
const MOST_CHAINS: usize = 2_000_000;

/// A thread that takes a lock while it holds others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Request {
    thread: Thread,
    wants: Lock,
    mode: Mode,
    held: LockSetId,
}

/// Which abstract request wants what which other holds.
#[derive(Debug)]
pub struct LockGraph<'s> {
    sets: &'s LockSets,
    /// With the events that are like this, in their order.
    requests: Vec<(Request, Vec<EventId>)>,
    /// The requests at which each lock is held.
    holders: FxHashMap<Lock, Vec<usize>>,
}

impl<'s> LockGraph<'s> {
    /// The graph of these events, each with the locks that its thread held before.
    pub fn new<'e>(sets: &'s LockSets, events: impl Iterator<Item = (EventId, &'e Event, LockSetId)>) -> Self {
        let mut numbers: FxHashMap<Request, usize> = FxHashMap::default();
        let mut requests: Vec<(Request, Vec<EventId>)> = Vec::new();
        for (id, event, held) in events {
            let Some((wants, mode)) = event.action.takes().filter(|_| event.action.requests()) else { continue };
            if sets.locks(held).is_empty() {
                continue;
            }
            let request = Request { thread: event.thread, wants, mode, held };
            let at = *numbers.entry(request).or_insert_with(|| {
                requests.push((request, Vec::new()));
                requests.len() - 1
            });
            requests[at].1.push(id);
        }
        let mut this = Self { sets, requests, holders: FxHashMap::default() };
        for at in this.on_cycles() {
            for (lock, _) in sets.locks(this.request(at).held) {
                this.holders.entry(*lock).or_default().push(at);
            }
        }
        this
    }

    /// The events that an abstract request stands for, in their order.
    #[must_use]
    pub fn events(&self, request: usize) -> &[EventId] {
        &self.requests[request].1
    }

    fn request(&self, at: usize) -> &Request {
        &self.requests[at].0
    }

    /// The requests that can be a part of a cycle: somebody wants what they hold, somebody holds what they want, again and again.
    fn on_cycles(&self) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.requests.len()).collect();
        loop {
            let held: FxHashSet<Lock> =
                left.iter().flat_map(|at| self.sets.locks(self.request(*at).held)).map(|(lock, _)| *lock).collect();
            let wanted: FxHashSet<Lock> = left.iter().map(|at| self.request(*at).wants).collect();
            let before = left.len();
            left.retain(|at| {
                let request = self.request(*at);
                let is_wanted = self.sets.locks(request.held).iter().any(|(lock, _)| wanted.contains(lock));
                is_wanted && held.contains(&request.wants)
            });
            if left.len() == before {
                return left;
            }
        }
    }

    /// Tells of the cycles, short ones first, until the function says that it is enough.
    pub fn cycles(&self, found: &mut dyn FnMut(&[usize]) -> bool) {
        let mut starts: Vec<usize> = self.holders.values().flatten().copied().collect();
        starts.sort_unstable();
        starts.dedup();
        let threads: FxHashSet<Thread> = starts.iter().map(|at| self.request(*at).thread).collect();
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
        for next in self.holders.get(&self.request(last).wants).into_iter().flatten() {
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
        let one = self.request(one);
        let holds = self.sets.locks(self.request(other).held);
        holds.iter().any(|(lock, mode)| *lock == one.wants && one.mode.excludes(*mode))
    }

    /// Whether the two cannot be part of one cycle: the same thread, or a lock that both hold.
    fn apart(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.request(one), self.request(other));
        one.thread == other.thread || self.sets.exclude(one.held, other.held)
    }
}
