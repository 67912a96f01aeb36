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
//! one thread under more different lock sets than are kept of it (`past.rs`); what never happens in the run.
//! *It can report wrongly*: a pair that control flow keeps apart: a flag under a lock, a hand-made barrier of plain variables.
//! It never reports accesses that share a lock, or that start, join, wait/notify, synchronised variables or a library's
//! synchronisers order.

use deadheat_event::{AccessKind, Context, Done, Event, EventKind, Location, ObjectId, ThreadId, Value};
use serde::{Deserialize, Serialize};

use crate::access::{AccessRecord, NewAccess, Touched};
use crate::clock::VectorClock;
use crate::lock_set::{HeldSets, LockSetId, LockSets};
use crate::order::SyncOrder;
use crate::past::Past;
use crate::publications::Publications;
use crate::races::{RaceDetector, Races};
use crate::scope::Scope;
use crate::shadow_table::ShadowTable;
use crate::threads::Threads;

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

/// What is known of a location; without a past when no access was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct ShadowWord {
    state: LocationState,
    candidates: LockSetId,
    /// The locks that protected every access of all, the first thread's too. While there is one, no pair violates.
    always: LockSetId,
    /// Whether it was ever written to. If not, no pair conflicts.
    is_written: bool,
    /// What was done.
    past: Past,
    /// Whether it was reported (pure mode reports a location once).
    reported: bool,
    /// Whether none of the newest accesses, those of one thread at one moment with the same locks, violated with an earlier one.
    is_clean: bool,
}

impl Default for ShadowWord {
    fn default() -> Self {
        Self {
            state: LocationState::Exclusive(ThreadId(0)),
            candidates: LockSetId::EMPTY,
            always: LockSetId::EMPTY,
            is_written: false,
            past: Past::default(),
            reported: false,
            is_clean: false,
        }
    }
}

/// What came of a look at an access.
#[derive(Clone, Copy, Debug)]
pub struct Looked {
    /// Whether nothing was reported and nothing asked about the object: it depends on what is known and on the access only.
    pub is_pure: bool,
    /// Where the location is in its life, if that has changed.
    changed: Option<(LocationState, LockSetId)>,
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

/// The two sides of a race: what is touched, the numbers of the access that is looked at, and how an earlier one is told from what is known of it.
pub struct Pair<'a> {
    /// What is touched.
    pub touched: Touched,
    /// The number of the event.
    pub seq: u64,
    /// The number of its step.
    pub step: u64,
    /// A record with the number of its event.
    pub real: &'a dyn Fn(&AccessRecord) -> AccessRecord,
}

impl Pair<'_> {
    /// Reports a race of the access that is looked at with an earlier one.
    #[cold]
    pub fn report(
        &self,
        detector: RaceDetector,
        past: &AccessRecord,
        now: &AccessRecord,
        around: &mut AccessContext<'_>,
    ) {
        let AccessContext { threads, scope, races, context } = around;
        let now = AccessRecord { seq: self.seq, step: self.step, ..*now };
        races.report(detector, self.touched, [&(self.real)(past), &now], scope, threads, *context);
    }
}

impl Eraser {
    /// The analysis in this mode; `explain` names a variable whose candidate sets are logged.
    #[must_use]
    pub fn new(mode: EraserMode, explain: Option<String>) -> Self {
        Self { mode, shadows: ShadowTable::default(), publications: Publications::default(), explain, log: Vec::new() }
    }

    /// Whether a variable's candidate sets are logged.
    #[inline]
    #[must_use]
    pub fn explains(&self) -> bool {
        self.explain.is_some()
    }

    /// How many bytes are known, and the memory that they take.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.shadows.size(|shadow| shadow.past.bytes())
    }

    /// How many objects were handed over.
    #[must_use]
    pub fn handed_over(&self) -> usize {
        self.publications.len()
    }

    /// Another number when more is known of objects that were handed over; never 0. As long as it is the same, a thread that loads a reference from where it loaded the
    /// same before learns nothing by it.
    #[inline]
    #[must_use]
    pub fn handed_over_version(&self) -> u64 {
        self.publications.version() + 1
    }

    /// Whether an access to the bytes was seen.
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

    /// Looks at an access to bytes. `order` has the hand-over edges.
    pub fn access(&mut self, access: &mut NewAccess, order: &mut SyncOrder, around: &mut AccessContext<'_>) {
        if access.kind == AccessKind::Synchronised {
            return;
        }
        let location = access.location;
        let now = access.record(access.when(order), around.threads, around.context);
        let mut shadows = std::mem::take(&mut self.shadows);
        let mut last = None;
        shadows.visit(location, ShadowWord::default, |part, shadow| {
            let touched = Touched::part_of(location, part);
            let pair = Pair { touched, seq: now.seq, step: now.step, real: &|record| *record };
            last = self.look(shadow, &now, &pair, order, around).changed.or(last);
        });
        self.shadows = shadows;
        self.explain(access, last, around);
    }

    /// Looks at an access and what is known of a variable or a stretch of bytes.
    #[inline]
    pub fn look(
        &mut self,
        shadow: &mut ShadowWord,
        now: &AccessRecord,
        pair: &Pair<'_>,
        order: &mut SyncOrder,
        around: &mut AccessContext<'_>,
    ) -> Looked {
        // The same again: nothing can have changed.
        if let Some(last) = shadow.past.newest()
            && is_same_moment(last, now)
            && last.site == now.site
            && last.writes == now.writes
        {
            return Looked { is_pure: true, changed: None };
        }
        if shadow.moves_place(now) {
            return Looked { is_pure: self.explain.is_none(), changed: None };
        }
        self.look_closely(shadow, now, pair, order, around)
    }

    fn look_closely(
        &mut self,
        shadow: &mut ShadowWord,
        now: &AccessRecord,
        pair: &Pair<'_>,
        order: &mut SyncOrder,
        around: &mut AccessContext<'_>,
    ) -> Looked {
        // A virgin location has no past.
        let before = (!shadow.past.is_empty()).then_some((shadow.state, shadow.candidates));
        let is_another_moment = shadow.past.newest().is_none_or(|last| !is_same_moment(last, now));
        shadow.refine(now.thread, now.writes, now.held, around.threads);
        let after = (shadow.state, shadow.candidates);
        let is_pure = match self.mode {
            EraserMode::Hybrid | EraserMode::Suspicious if !shadow.always.is_empty() || !shadow.is_written => true,
            EraserMode::Hybrid | EraserMode::Suspicious => {
                shadow.report_pairs(pair, now, order.clock(now.thread), &self.publications, around)
            }
            EraserMode::Pure => shadow.report_violation(pair, now, around),
        };
        shadow.past.remember(*now);
        shadow.is_clean = is_pure && (shadow.is_clean || is_another_moment);
        let changed = (before != Some(after)).then_some(after);
        Looked { is_pure: is_pure && self.explain.is_none(), changed }
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

    /// Logs the change, if the user wants to see it.
    #[inline]
    pub fn explain_look(&mut self, access: &NewAccess, looked: Looked, around: &mut AccessContext<'_>) {
        if self.explain.is_some() {
            self.explain(access, looked.changed, around);
        }
    }

    fn explain(
        &mut self,
        access: &NewAccess,
        changed: Option<(LocationState, LockSetId)>,
        around: &mut AccessContext<'_>,
    ) {
        let Some((state, candidates)) = changed.filter(|_| self.explain.is_some()) else { return };
        let location = access.location;
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

/// Whether both accesses are of one thread, at one moment of its life, with the same locks.
#[inline]
fn is_same_moment(past: &AccessRecord, now: &AccessRecord) -> bool {
    past.thread == now.thread && past.when == now.when && past.held == now.held
}

impl ShadowWord {
    /// Whether an access was looked at.
    pub fn is_known(&self) -> bool {
        !self.past.is_empty()
    }

    /// Becomes the same as another, in the memory that it has.
    pub fn copy(&mut self, other: &Self) {
        (self.state, self.candidates, self.always) = (other.state, other.candidates, other.always);
        (self.reported, self.is_written) = (other.reported, other.is_written);
        self.is_clean = other.is_clean;
        self.past.copy(&other.past);
    }

    /// The accesses that are remembered.
    pub fn records(&self) -> impl Iterator<Item = &AccessRecord> {
        self.past.iter()
    }

    /// The same, to be changed.
    pub fn records_mut(&mut self) -> impl Iterator<Item = &mut AccessRecord> {
        self.past.iter_mut()
    }

    /// The memory that it takes beside itself.
    pub fn bytes(&self) -> usize {
        self.past.bytes()
    }

    /// Whether the access is like one of the newest in all but its place, and takes its place.
    ///
    /// It does that where nothing can come of a look at it. All accesses since that one are of the same thread, at the same moment of its life, with the same
    /// locks; so what the location knows of sets and its state took these locks in already, which is done once (each set that is refined by them is a part of
    /// them). And no earlier access of another thread violated with any of them: there are the same of these, or fewer, and the thread knows of no less.
    #[inline]
    fn moves_place(&mut self, now: &AccessRecord) -> bool {
        if !self.is_clean {
            return false;
        }
        for age in 0..2 {
            let Some(past) = self.past.of_age(age).filter(|past| is_same_moment(past, now)) else { return false };
            if past.writes == now.writes && past.plain == now.plain {
                self.past.renew(age, *now);
                return true;
            }
        }
        false
    }

    /// The paper's state machine (its Figure 4).
    fn refine(&mut self, thread: ThreadId, writes: bool, held: HeldSets, threads: &mut Threads) {
        let locks = if writes { held.exclusive } else { held.any };
        if !self.is_known() {
            (self.state, self.always) = (LocationState::Exclusive(thread), locks);
        }
        let always = self.always;
        self.always = threads.sets.intersection(always, locks);
        self.is_written |= writes;
        self.state = match self.state {
            LocationState::Exclusive(first) if first == thread => return,
            LocationState::Exclusive(_) => {
                self.candidates = locks;
                if writes { LocationState::SharedModified } else { LocationState::Shared }
            }
            state => {
                // Mostly there is no difference between the two.
                let is_same = self.candidates == always;
                self.candidates = if is_same { self.always } else { threads.sets.intersection(self.candidates, locks) };
                if writes { LocationState::SharedModified } else { state }
            }
        };
    }

    /// Whether nothing was asked about the object, and so nothing reported.
    fn report_pairs(
        &mut self,
        pair: &Pair<'_>,
        now: &AccessRecord,
        clock: &VectorClock,
        publications: &Publications,
        around: &mut AccessContext<'_>,
    ) -> bool {
        let violates = |past: &AccessRecord, sets: &mut LockSets| {
            past.conflicts(now) && !clock.knows(past.when) && !past.held.excludes(now.held, sets)
        };
        if !self.past.may_conflict(now) || !self.past.iter().any(|past| violates(past, &mut around.threads.sets)) {
            return true;
        }
        for past in self.past.newest_first() {
            if violates(past, &mut around.threads.sets)
                && !publications.orders(now.thread, pair.touched.location, past.when)
            {
                pair.report(RaceDetector::LockSets, past, now, around);
            }
        }
        false
    }

    /// Whether nothing was reported.
    fn report_violation(&mut self, pair: &Pair<'_>, now: &AccessRecord, around: &mut AccessContext<'_>) -> bool {
        if self.state != LocationState::SharedModified || !self.candidates.is_empty() || self.reported {
            return true;
        }
        let sets = &mut around.threads.sets;
        let conflicting = || self.past.newest_first().filter(|past| past.conflicts(now));
        let best = conflicting().find(|past| !past.held.excludes(now.held, sets)).or_else(|| conflicting().next());
        let Some(past) = best else { return true };
        pair.report(RaceDetector::LockSets, past, now, around);
        self.reported = true;
        false
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use deadheat_event::{CodeOwner, FieldId, LockMode, SiteId, SourcePos, SyncId};
    use proptest::prelude::*;

    use super::*;
    use crate::frames::LockRole;
    use crate::order::Edges;
    use crate::threads::LockChange;

    /// A guest in which all is at the line of the present event.
    struct At(Cell<u64>);

    impl Context for At {
        fn stack_sites(&self, _: ThreadId, out: &mut Vec<SiteId>) {
            out.clear();
            out.push(SiteId(self.0.get()));
        }
        fn source(&self, site: SiteId) -> SourcePos {
            SourcePos { line: Some(site.0 as u32), ..SourcePos::unknown() }
        }
        fn owner(&self, _: SiteId) -> CodeOwner {
            CodeOwner::Program
        }
        fn locks(&self, _: ThreadId) -> Vec<(SyncId, LockMode)> {
            Vec::new()
        }
        fn thread_name(&self, thread: ThreadId) -> String {
            thread.to_string()
        }
        fn type_name(&self, object: ObjectId) -> String {
            object.to_string()
        }
        fn location_name(&self, location: Location) -> String {
            location.to_string()
        }
        fn sync_name(&self, sync: SyncId) -> String {
            sync.to_string()
        }
    }

    #[derive(Clone, Copy, Debug)]
    enum Act {
        /// At a line, with these locks, of which the first may be shared.
        Access {
            line: u64,
            writes: bool,
            plain: bool,
            locks: u32,
            is_shared: bool,
        },
        /// The thread's next moment begins.
        Tick,
        /// Another thread will know what this one does, once it parks.
        Unpark(u32),
        Park,
    }

    fn act() -> impl Strategy<Value = Act> {
        let access = (0u64..3, any::<bool>(), prop::bool::weighted(0.9), 0u32..8, prop::bool::weighted(0.2));
        prop_oneof![
            8 => access.prop_map(|(line, writes, plain, locks, is_shared)| Act::Access { line, writes, plain, locks, is_shared }),
            1 => Just(Act::Tick),
            1 => (0u32..3).prop_map(Act::Unpark),
            1 => Just(Act::Park),
        ]
    }

    /// What is known of a location in the end, and the races, with how often each was met.
    fn looked_at(acts: &[(u32, Act)], mode: EraserMode, closely: bool) -> (ShadowWord, Vec<String>) {
        let (mut threads, mut races, mut shadow) = (Threads::default(), Races::default(), ShadowWord::default());
        let (scope, context) = (Scope::default(), At(Cell::new(0)));
        let edges = if mode == EraserMode::Suspicious { Edges::StartJoin } else { Edges::HandOver };
        let (mut eraser, mut order) = (Eraser::new(mode, None), SyncOrder::new(edges));
        for (seq, (thread, act)) in (1u64..).zip(acts) {
            let thread = ThreadId(*thread);
            let mut tell = |done: Done| {
                let event = Event { seq, step: seq, thread, site: SiteId(0), kind: done.into() };
                order.event(&event, LockChange::None, LockRole::Own, &context);
            };
            let Act::Access { line, writes, plain, locks, is_shared } = *act else {
                match act {
                    Act::Unpark(other) => tell(Done::Unpark { thread: ThreadId(*other) }),
                    Act::Park => tell(Done::Park { timed: false }),
                    _ => order.tick(thread),
                }
                continue;
            };
            let set = |from: u32| (from..3).filter(|at| locks >> at & 1 != 0).map(|at| SyncId::of(ObjectId(at)));
            let (any, exclusive) = (threads.sets.intern(set(0)), threads.sets.intern(set(u32::from(is_shared))));
            context.0.set(line + 1);
            let stack = threads.stacks.capture(thread, &context);
            let (when, held, site) = (order.now(thread), HeldSets { any, exclusive }, SiteId(line + 1));
            let now = AccessRecord { thread, when, held, site, stack, seq, step: seq, writes, plain };
            let location = Location::Global { field: FieldId(1) };
            let pair = Pair { touched: Touched::all_of(location), seq, step: seq, real: &|record| *record };
            let mut around =
                AccessContext { threads: &mut threads, scope: &scope, races: &mut races, context: &context };
            let is_again = shadow
                .past
                .newest()
                .is_some_and(|last| is_same_moment(last, &now) && last.site == now.site && last.writes == now.writes);
            if !closely {
                eraser.look(&mut shadow, &now, &pair, &mut order, &mut around);
            } else if !is_again {
                eraser.look_closely(&mut shadow, &now, &pair, &mut order, &mut around);
            }
        }
        (shadow, races.list.iter().map(|race| format!("{race:?}")).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

        #[test]
        fn an_access_that_only_moves_its_place_need_not_be_looked_at_closely(
            acts in prop::collection::vec((0u32..3, act(), 1usize..3), 1..50),
            mode in prop::sample::select(vec![EraserMode::Pure, EraserMode::Hybrid, EraserMode::Suspicious]),
            same_locks in any::<bool>(),
        ) {
            // A thread makes several accesses in a row, often with the same locks.
            let mut all = Vec::new();
            for (thread, act, often) in acts {
                all.extend(std::iter::repeat_n((thread, act), often));
                if let (Act::Access { line, writes, plain, locks, is_shared }, true) = (act, same_locks) {
                    let other = |line, writes| Act::Access { line, writes, plain, locks, is_shared };
                    all.extend([(thread, other(line + 1, writes)), (thread, other(line, !writes)), (thread, other(line + 2, writes))]);
                }
            }
            prop_assert_eq!(looked_at(&all, mode, false), looked_at(&all, mode, true));
        }
    }
}
