//! Eraser: races by lock sets.
//!
//! Savage 1997 (Eraser), as adapted to Java by Havelund 2000, §2. Every location has a candidate set, the locks that were held at
//! all its accesses so far, and a state: virgin, exclusive to its first thread, shared (read by several), shared-modified. Reads
//! refine the set with all locks held, writes with those held alone; a set that gets empty in the shared-modified state is a
//! violation.
//!
//! Three modes:
//! - [`EraserMode::Pure`] is the paper's algorithm, with its false alarms (anything handed over without a lock) and its blind spot (what
//!   happens in the exclusive state is forgotten).
//! - [`EraserMode::Hybrid`] looks at pairs instead of candidate sets: a new access is compared with what each other thread did to the
//!   location last, under each set of locks. A pair violates when it conflicts, no lock of the one excludes the other, and
//!   nothing but the order in which locks were taken orders them ([`Edges::HandOver`](crate::order::Edges)). Getting an object
//!   through a reference that another thread stored orders, too, for accesses to this object (see `publications.rs`).
//!   There is no need for the exclusive state: initialisation is ordered by the edges.
//! - [`EraserMode::Suspicious`] does the same with fewer edges.
//!
//! *It can miss*: a race hidden by a hand-over that another schedule would not make (a flag that happened to be set); accesses of
//! one thread under more than `DEPTH` different lock sets; what never happens in the run.
//! *It can report wrongly*: a pair that control flow keeps apart: a flag under a lock, a hand-made barrier of plain variables.
//! It never reports accesses that share a lock, or that start, join, wait/notify, synchronised variables or a library's
//! synchronisers order.

use deadheat_event::{AccessKind, Context, Done, Event, EventKind, Location, ObjectId, ThreadId, Value};
use serde::{Deserialize, Serialize};

use crate::access::{AccessRecord, NewAccess, Touched};
use crate::clock::VectorClock;
use crate::lock_set::{HeldSets, LockSetId};
use crate::order::SyncOrder;
use crate::publications::Publications;
use crate::races::{RaceDetector, Races};
use crate::scope::Scope;
use crate::shadow_table::{ShadowTable, push_tight};
use crate::threads::Threads;

/// How many accesses are remembered per location.
const DEPTH: usize = 16;

/// What counts as a violation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EraserMode {
    /// The paper's algorithm.
    Pure,
    /// Pairs without a common lock that only the order of locks orders.
    #[default]
    Hybrid,
    /// Pairs without a common lock that only start and join keep apart: what a run handed over need not be handed over in another. Good for
    /// suspicions to be followed up, too noisy to be shown.
    Suspicious,
}

/// Where a location is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LocationState {
    /// Touched by its first thread only.
    Exclusive(ThreadId),
    /// Read by several.
    Shared,
    /// Written by one of several.
    SharedModified,
}

#[derive(Clone, Debug, PartialEq)]
struct ShadowWord {
    state: LocationState,
    candidates: LockSetId,
    /// The locks that protected every access of all, the first thread's too. While there is one, no pair violates.
    always: LockSetId,
    /// What was done, newest last; at most one entry per thread, lock set and kind of access.
    past: Vec<AccessRecord>,
    /// Whether it was reported (pure mode reports a location once).
    reported: bool,
}

/// A change of the candidate set that the user asked to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refinement {
    /// The event's number.
    pub seq: u64,
    /// In words.
    pub text: String,
}

/// The analysis.
#[derive(Debug)]
pub struct Eraser {
    mode: EraserMode,
    shadows: ShadowTable<ShadowWord>,
    publications: Publications,
    /// The variable whose candidate sets are logged, by name: `Class.field`.
    explain: Option<String>,
    /// The log.
    pub log: Vec<Refinement>,
}

/// What an access is compared with.
pub struct AccessContext<'a> {
    /// The locks and stacks of all threads.
    pub threads: &'a mut Threads,
    /// What the user wants to hear of.
    pub scope: &'a Scope,
    /// Where races go.
    pub races: &'a mut Races,
    /// For names.
    pub context: &'a dyn Context,
}

impl Eraser {
    /// The analysis in this mode; `explain` names a variable whose candidate sets are logged.
    #[must_use]
    pub fn new(mode: EraserMode, explain: Option<String>) -> Self {
        Self { mode, shadows: ShadowTable::default(), publications: Publications::default(), explain, log: Vec::new() }
    }

    /// How many locations are known, and the memory that they take.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.shadows.size(|shadow| shadow.past.capacity() * size_of::<AccessRecord>())
    }

    /// Whether an access to the location was seen.
    #[must_use]
    pub fn knows(&self, location: Location) -> bool {
        self.shadows.knows(location)
    }

    /// The object begins a new life.
    pub fn forget(&mut self, object: ObjectId) {
        self.shadows.forget(object);
    }

    /// Forgets all objects but those that stay.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        self.shadows.retain(stays);
        self.publications.retain(stays);
    }

    /// Looks at an access. `order` has the hand-over edges.
    pub fn access(&mut self, access: &mut NewAccess, order: &mut SyncOrder, around: &mut AccessContext<'_>) {
        if access.kind == AccessKind::Synchronised {
            return;
        }
        let (thread, held, location) = (access.thread, access.held, access.touched.location);
        let when = access.when(order);
        let Self { mode, shadows, publications, explain, .. } = self;
        let mut changed = None;
        let locks = if access.writes { held.exclusive } else { held.any };
        let virgin = || ShadowWord {
            state: LocationState::Exclusive(thread),
            candidates: LockSetId::EMPTY,
            always: locks,
            past: Vec::new(),
            reported: false,
        };
        shadows.visit(location, virgin, |part, shadow| {
            // The same again: nothing can have changed.
            if let Some(last) = shadow.past.last()
                && last.thread == thread
                && last.when == when
                && last.held == held
                && last.site == access.site
                && last.writes == access.writes
            {
                return;
            }
            // A virgin location has no past.
            let before = (!shadow.past.is_empty()).then_some((shadow.state, shadow.candidates));
            shadow.refine(thread, access.writes, held, around.threads);
            let after = (shadow.state, shadow.candidates);
            let touched = Touched::part_of(location, part);
            let now = access.record(when, around.threads, around.context);
            match mode {
                EraserMode::Hybrid | EraserMode::Suspicious if !shadow.always.is_empty() => {}
                EraserMode::Hybrid | EraserMode::Suspicious => {
                    shadow.report_pairs(touched, &now, order.clock(thread), publications, around);
                }
                EraserMode::Pure => shadow.report_violation(touched, &now, around),
            }
            shadow.remember(now);
            if before != Some(after) && explain.is_some() {
                changed = Some(after);
            }
        });
        if let Some(after) = changed {
            self.explain(access, after, around);
        }
    }

    /// References stored and loaded hand objects over. To be called after [`access`](Self::access).
    pub fn hand_over(&mut self, event: &Event, order: &mut SyncOrder) {
        if self.mode == EraserMode::Pure {
            return;
        }
        let EventKind::Did(done) = &event.kind else { return };
        match *done {
            Done::Write { value: Some(Value::Ref(Some(object))), .. }
            | Done::Update { new: Some(Value::Ref(Some(object))), wrote: true, .. } => {
                self.publications.store(event.thread, object, order);
            }
            Done::Read { location, value: Some(Value::Ref(Some(object))), .. } => {
                self.publications.load(event.thread, location, object);
            }
            _ => {}
        }
    }

    fn explain(
        &mut self,
        access: &NewAccess,
        (state, candidates): (LocationState, LockSetId),
        around: &mut AccessContext<'_>,
    ) {
        let location = access.touched.location;
        let wanted = self.explain.as_deref().unwrap_or_default();
        let name = match location {
            Location::Field { .. } | Location::Global { .. } => around.context.location_name(location),
            Location::Element { .. } | Location::Bytes { .. } => around.context.target_name(location),
        };
        if name != wanted {
            return;
        }
        let context = around.context;
        let names = |set: LockSetId, threads: &Threads| {
            let names = threads.sets.locks(set).iter().map(|lock| context.sync_name(*lock));
            format!("{{{}}}", names.collect::<Vec<_>>().join(", "))
        };
        let what = if access.writes { "writes" } else { "reads" };
        let state = match state {
            LocationState::Exclusive(thread) => format!("exclusive to {thread}"),
            LocationState::Shared => format!("shared, candidates {}", names(candidates, around.threads)),
            LocationState::SharedModified => {
                format!("shared-modified, candidates {}", names(candidates, around.threads))
            }
        };
        // There may be many objects with such a field.
        let of_object = match location {
            Location::Field { object, .. } => format!(" of {object}"),
            _ => String::new(),
        };
        let text = format!(
            "{name}{of_object}: {} {what} it at {} holding {}: {state}",
            access.thread,
            context.source(access.site),
            names(access.held.any, around.threads),
        );
        self.log.push(Refinement { seq: access.seq, text });
    }
}

impl ShadowWord {
    /// The paper's state machine (its Figure 4).
    fn refine(&mut self, thread: ThreadId, writes: bool, held: HeldSets, threads: &mut Threads) {
        let locks = if writes { held.exclusive } else { held.any };
        self.always = threads.sets.intersection(self.always, locks);
        self.state = match self.state {
            LocationState::Exclusive(first) if first == thread => return,
            LocationState::Exclusive(_) => {
                self.candidates = locks;
                if writes { LocationState::SharedModified } else { LocationState::Shared }
            }
            state => {
                self.candidates = threads.sets.intersection(self.candidates, locks);
                if writes { LocationState::SharedModified } else { state }
            }
        };
    }

    fn report_pairs(
        &self,
        touched: Touched,
        now: &AccessRecord,
        clock: &VectorClock,
        publications: &Publications,
        around: &mut AccessContext<'_>,
    ) {
        for past in self.past.iter().rev() {
            if past.conflicts(now)
                && !clock.knows(past.when)
                && !past.held.excludes(now.held, &mut around.threads.sets)
                && !publications.orders(now.thread, touched.location, past.when)
            {
                let AccessContext { threads, scope, races, context } = around;
                races.report(RaceDetector::LockSets, touched, [past, now], scope, threads, *context);
            }
        }
    }

    fn report_violation(&mut self, touched: Touched, now: &AccessRecord, around: &mut AccessContext<'_>) {
        if self.state != LocationState::SharedModified || !self.candidates.is_empty() || self.reported {
            return;
        }
        let sets = &mut around.threads.sets;
        let conflicting = || self.past.iter().rev().filter(|past| past.conflicts(now));
        let best = conflicting().find(|past| !past.held.excludes(now.held, sets)).or_else(|| conflicting().next());
        if let Some(past) = best {
            let AccessContext { threads, scope, races, context } = around;
            races.report(RaceDetector::LockSets, touched, [past, now], scope, threads, *context);
            self.reported = true;
        }
    }

    /// Keeps the access in place of one that it makes superfluous: same thread, locks and kind, but earlier.
    fn remember(&mut self, now: AccessRecord) {
        let same = |past: &AccessRecord| {
            past.thread == now.thread && past.held == now.held && past.writes == now.writes && past.plain == now.plain
        };
        if let Some(at) = self.past.iter().position(same) {
            self.past.remove(at);
        } else if self.past.len() >= DEPTH {
            self.past.remove(0);
        }
        push_tight(&mut self.past, now);
    }
}
