//! Rabbit: races predicted across the paths of a search.
//!
//! Oliveira 2012, §3.2. A history of accesses, kept over *all* paths that a search explores, each with its thread, its locks and
//! the threads alive at the time. A new access warns when it conflicts with an old one of another thread, perhaps on another path,
//! and they share no lock. Objects must have the same ids on all paths on which they are the same objects; the machine sees to
//! that.
//!
//! Two filters, each of which can be switched off: *live* (both threads must have been alive at each other's access: a simple form of
//! causality) and *symmetry* (the same instructions and field, by other threads, is the same warning).
//!
//! The history depends on no order of events, so workers of a search can share it: each has a [`RabbitObserver`] that passes on
//! only what it has not seen before.
//!
//! *It can miss* nothing that the search does, within the limits of lock sets. *It can report wrongly* whatever something else than
//! locks orders: it is meant to be quick, and confirmed by the search.

use std::sync::Mutex;

use deadheat_event::{Access, AccessKind, Context, Event, Location, LockMode, Observer, SiteId, SyncId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access::{AccessRecord, Touched};
use crate::clock::{ClockSlot, Epoch};
use crate::lock_set::HeldSets;
use crate::races::{RaceDetector, Races};
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
struct HistoryEntry {
    access: AccessRecord,
    live: u32,
}

#[derive(Debug, Default)]
struct History {
    threads: Threads,
    scope: Scope,
    races: Races,
    accesses: FxHashMap<Location, Vec<HistoryEntry>>,
    live_sets: Vec<Box<[ThreadId]>>,
    live_numbers: FxHashMap<Box<[ThreadId]>, u32>,
    /// Pairs of threads that a warning was reported for, when symmetric ones are told apart.
    pairs: FxHashSet<(SiteId, SiteId, ThreadId, ThreadId)>,
    reported: u64,
}

/// The history, shared by the workers of a search.
#[derive(Debug, Default)]
pub struct Rabbit {
    filters: Filters,
    history: Mutex<History>,
}

/// A new warning, as it appears.
pub type OnRace<'a> = dyn Fn(&Race) + Sync + 'a;

/// One worker's observer, which fills the history.
pub struct RabbitObserver<'a> {
    rabbit: &'a Rabbit,
    on_race: &'a OnRace<'a>,
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

    /// An observer for one worker; `on_race` is called with each warning when it appears.
    pub fn observer<'a>(&'a self, on_race: &'a OnRace<'a>) -> RabbitObserver<'a> {
        RabbitObserver { rabbit: self, on_race, seen: FxHashSet::default(), live: Vec::new() }
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

    /// How many warnings were reported, with those that the symmetry filter would hide.
    pub fn reported(&self) -> u64 {
        self.history.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).reported
    }
}

impl Observer for RabbitObserver<'_> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        let Some(access) = event.access() else { return };
        if access.kind == AccessKind::Synchronised || context.is_benign(access.location) {
            return;
        }
        let locks = context.locks(event.thread);
        context.live_threads(&mut self.live);
        let surroundings = digest(&locks, &self.live);
        if self.seen.insert((access.location, event.thread, event.site, access.writes, surroundings)) {
            let mut history = self.rabbit.history.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            history.add(event, access, &locks, &self.live, self.rabbit.filters, self.on_race, context);
        }
    }
}

fn digest(locks: &[(SyncId, LockMode)], live: &[ThreadId]) -> u64 {
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
        access: Access,
        locks: &[(SyncId, LockMode)],
        live: &[ThreadId],
        filters: Filters,
        on_race: &OnRace<'_>,
        context: &dyn Context,
    ) {
        let any = self.threads.sets.intern(locks.iter().map(|(lock, _)| *lock));
        let alone = locks.iter().filter(|(_, mode)| *mode == LockMode::Exclusive);
        let exclusive = self.threads.sets.intern(alone.map(|(lock, _)| *lock));
        let now = AccessRecord {
            thread: event.thread,
            // Paths have no common time.
            when: Epoch { slot: ClockSlot(0), time: 0 },
            held: HeldSets { any, exclusive },
            site: event.site,
            stack: self.threads.stacks.capture(event.thread, context),
            seq: event.seq,
            step: event.step,
            writes: access.writes,
            plain: !access.kind.is_protected(),
        };
        let live = self.live_set(live);
        let location = access.location;
        for cell in location.cells() {
            self.add_to_cell(Touched::part_of(location, cell), now, live, filters, on_race, context);
        }
    }

    fn add_to_cell(
        &mut self,
        touched: Touched,
        now: AccessRecord,
        live: u32,
        filters: Filters,
        on_race: &OnRace<'_>,
        context: &dyn Context,
    ) {
        let known = self.accesses.entry(touched.cell()).or_default();
        let is_same = |old: &HistoryEntry| {
            let past = &old.access;
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
            if !old.access.conflicts(&now)
                || old.access.held.excludes(now.held, &mut self.threads.sets)
                || (filters.live && !(alive(old.access.thread, live) && alive(now.thread, old.live)))
            {
                continue;
            }
            let Self { races, scope, threads, .. } = self;
            let before = races.list.len();
            races.report(RaceDetector::LockSets, touched, [&old.access, &now], scope, threads, context);
            let (low, high) = if old.access.site <= now.site { (&old.access, &now) } else { (&now, &old.access) };
            let pair = (low.site, high.site, low.thread, high.thread);
            let is_new = races.list.len() > before;
            let is_new_pair = self.pairs.insert(pair);
            if is_new || (!filters.symmetry && is_new_pair) {
                self.reported += 1;
                if let Some((race, _)) = races.list.last().filter(|_| is_new) {
                    on_race(race);
                }
            }
        }
        self.accesses.entry(touched.cell()).or_default().push(HistoryEntry { access: now, live });
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
