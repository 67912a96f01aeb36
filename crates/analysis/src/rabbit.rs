//! Rabbit: races predicted across the paths of a search.
//!
//! Seed 001, §3. A history of accesses, kept over *all* paths that a search explores, each with its thread, its locks and the threads
//! alive at the time. A new access warns when it conflicts with an old one of another thread, perhaps on another path, and
//! they share no lock. Objects must have the same ids on all paths on which they are the same objects; the machine sees to
//! that.
//!
//! Two filters, each of which can be switched off: *live* (both threads must have been alive at each other's access: a simple form of
//! causality) and *symmetry* (the same instructions and field, by other threads, is the same warning).
//!
//! The history depends on no order of events, so workers of a search can share it: each has a [`Scout`] that passes on only what it
//! has not seen before.
//!
//! *It can miss* nothing that the search does, within the limits of lock sets. *It can report wrongly* whatever something else than
//! locks orders: it is meant to be quick, and confirmed by the search.

use std::sync::Mutex;

use deadheat_event::{AccessKind, Context, Event, Location, LockMode, Observer, SiteId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access::Past;
use crate::clock::{Epoch, Slot};
use crate::lock_set::Held;
use crate::races::{Finder, Races};
use crate::scope::Scope;
use crate::threads::Threads;
use crate::warning::{PossibleError, Race, Warning};

/// The filters.
#[derive(Clone, Copy, Debug)]
pub struct Filters {
    /// Both threads must have been alive at each other's access.
    pub live: bool,
    /// The same code in other threads is the same warning.
    pub symmetry: bool,
}

impl Default for Filters {
    fn default() -> Self {
        Self { live: true, symmetry: true }
    }
}

#[derive(Debug)]
struct Remembered {
    past: Past,
    live: u32,
}

#[derive(Debug, Default)]
struct History {
    threads: Threads,
    scope: Scope,
    races: Races,
    accesses: FxHashMap<Location, Vec<Remembered>>,
    live_sets: Vec<Box<[ThreadId]>>,
    live_numbers: FxHashMap<Box<[ThreadId]>, u32>,
    /// Pairs of threads that a warning was told for, when symmetric ones are told apart.
    pairs: FxHashSet<(SiteId, SiteId, ThreadId, ThreadId)>,
    told: u64,
}

/// The history, shared by the workers of a search.
#[derive(Debug, Default)]
pub struct Rabbit {
    filters: Filters,
    history: Mutex<History>,
}

/// A new warning, as it appears.
pub type Tell<'a> = dyn Fn(&Race) + Sync + 'a;

/// One worker's ears.
pub struct Scout<'a> {
    rabbit: &'a Rabbit,
    tell: &'a Tell<'a>,
    /// What was passed on already.
    seen: FxHashSet<(Location, ThreadId, SiteId, bool, u64)>,
    live: Vec<ThreadId>,
}

impl Rabbit {
    /// An empty history.
    #[must_use]
    pub fn new(filters: Filters, scope: Scope) -> Self {
        Self { filters, history: Mutex::new(History { scope, ..History::default() }) }
    }

    /// An observer for one worker; `tell` hears of each warning when it appears.
    pub fn scout<'a>(&'a self, tell: &'a Tell<'a>) -> Scout<'a> {
        Scout { rabbit: self, tell, seen: FxHashSet::default(), live: Vec::new() }
    }

    /// All warnings so far.
    pub fn warnings(&self) -> Vec<Warning> {
        let history = self.history.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let races = history.races.list.iter();
        races
            .map(|(race, count)| Warning {
                error: PossibleError::Race(race.clone()),
                count: *count,
                window: Vec::new(),
                suppressed_by: None,
            })
            .collect()
    }

    /// How many warnings were told, with those that the symmetry filter would hide.
    pub fn told(&self) -> u64 {
        self.history.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).told
    }
}

impl Observer for Scout<'_> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        let Some(access) = event.kind.access() else { return };
        if access.kind == AccessKind::Volatile {
            return;
        }
        if let Location::Field { field, .. } | Location::Static { field } = access.location
            && context.is_benign(field)
        {
            return;
        }
        let locks = context.locks(event.thread);
        context.live_threads(&mut self.live);
        let surroundings = digest(&locks, &self.live);
        if self.seen.insert((access.location, event.thread, event.site, access.writes, surroundings)) {
            let mut history = self.rabbit.history.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            history.add(event, access.location, &locks, &self.live, self.rabbit.filters, self.tell, context);
        }
    }
}

fn digest(locks: &[(deadheat_event::LockId, LockMode)], live: &[ThreadId]) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    (locks, live).hash(&mut hasher);
    hasher.finish()
}

impl History {
    #[allow(clippy::too_many_arguments, reason = "one access with all that is known of it")]
    fn add(
        &mut self,
        event: &Event,
        location: Location,
        locks: &[(deadheat_event::LockId, LockMode)],
        live: &[ThreadId],
        filters: Filters,
        tell: &Tell<'_>,
        context: &dyn Context,
    ) {
        let Some(access) = event.kind.access() else { return };
        let any = self.threads.sets.intern(locks.iter().map(|(lock, _)| *lock));
        let alone = locks.iter().filter(|(_, mode)| *mode == LockMode::Exclusive);
        let exclusive = self.threads.sets.intern(alone.map(|(lock, _)| *lock));
        let now = Past {
            thread: event.thread,
            // Paths have no common time.
            when: Epoch { slot: Slot(0), time: 0 },
            held: Held { any, exclusive },
            site: event.site,
            stack: self.threads.stacks.capture(event.thread, context),
            seq: event.seq,
            writes: access.writes,
            plain: access.kind == AccessKind::Plain,
        };
        let live = self.live_set(live);
        let known = self.accesses.entry(location).or_default();
        let is_same = |old: &Remembered| {
            let past = &old.past;
            past.thread == now.thread
                && past.site == now.site
                && past.writes == now.writes
                && past.held == now.held
                && old.live == live
        };
        if known.iter().any(is_same) {
            return;
        }
        let alive = |thread: ThreadId, set: u32| self.live_sets[set as usize].binary_search(&thread).is_ok();
        for old in known.iter() {
            if !old.past.conflicts(&now)
                || old.past.held.excludes(now.held, &mut self.threads.sets)
                || (filters.live && !(alive(old.past.thread, live) && alive(now.thread, old.live)))
            {
                continue;
            }
            let Self { races, scope, threads, .. } = self;
            let before = races.list.len();
            races.report(Finder::LockSets, location, [&old.past, &now], scope, threads, context);
            let (low, high) = if old.past.site <= now.site { (&old.past, &now) } else { (&now, &old.past) };
            let pair = (low.site, high.site, low.thread, high.thread);
            let is_new = races.list.len() > before;
            let is_new_pair = self.pairs.insert(pair);
            if is_new || (!filters.symmetry && is_new_pair) {
                self.told += 1;
                if let Some((race, _)) = races.list.last().filter(|_| is_new) {
                    tell(race);
                }
            }
        }
        self.accesses.entry(location).or_default().push(Remembered { past: now, live });
    }

    fn live_set(&mut self, live: &[ThreadId]) -> u32 {
        if let Some(number) = self.live_numbers.get(live) {
            return *number;
        }
        let number = self.live_sets.len() as u32;
        self.live_sets.push(live.into());
        self.live_numbers.insert(live.into(), number);
        number
    }
}
