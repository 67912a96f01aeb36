//! What all analyses keep for each variable: one look into one table for an access, whichever of them look at it.
//!
//! Variables of which the same is known share it ([`states`](crate::states)); where it is found says [`cells`](crate::cells). Bytes are kept by each
//! analysis itself, in stretches ([`shadow_table`](crate::shadow_table)).

use deadheat_event::{AccessKind, Location, ObjectId, SiteId, ThreadId};

use crate::access::{AccessRecord, NewAccess, Touched};
use crate::atomizer::{self, LocationUse, NewUse};
use crate::cells::{CellTable, Cells};
use crate::clock::{ClockSlot, Epoch};
use crate::eraser::{AccessContext, Eraser, Pair};
use crate::lock_set::HeldSets;
use crate::order::SyncOrder;
use crate::repeats::LastTouch;
use crate::segments::SegmentId;
use crate::stack_table::StackId;
use crate::states::{Knowledge, Moment, Numbered, PENDING, StateId, States};

/// The memory of all analyses.
#[derive(Debug, Default)]
pub struct Memory {
    cells: CellTable,
    states: States,
}

/// Who looks at an access.
pub struct Lookers<'a> {
    /// Lock sets, with their clocks.
    pub eraser: Option<&'a mut (Eraser, SyncOrder)>,
    /// The clocks of happens-before.
    pub happens_before: Option<&'a mut SyncOrder>,
    /// Reduction: the stretch of the thread's life.
    pub segment: Option<SegmentId>,
}

impl Lookers<'_> {
    /// Nobody asks whether the access races.
    pub fn without_races(self) -> Self {
        Self { eraser: None, happens_before: None, ..self }
    }

    /// The access as it is remembered by lock sets, without the number of its event, and when it was on the clocks of happens-before.
    #[inline]
    fn record(&mut self, access: &mut NewAccess, around: &mut AccessContext<'_>) -> (AccessRecord, Epoch) {
        let (thread, races) = (access.thread, self.eraser.is_some() || self.happens_before.is_some());
        let at = |order: Option<&mut SyncOrder>| order.map_or(BEGINNING, |order| access.when(order));
        let (when, later) = (at(self.eraser.as_mut().map(|(_, order)| order)), at(self.happens_before.as_deref_mut()));
        // Where it is matters to reports of races only.
        let (site, stack) =
            if races { (access.site, access.stack(around.threads, around.context)) } else { (NOWHERE, StackId::EMPTY) };
        let record = AccessRecord {
            thread,
            when,
            held: access.held,
            site,
            stack,
            seq: 0,
            step: access.seq.wrapping_sub(access.step),
            writes: access.writes,
            plain: !access.kind.is_protected(),
        };
        (record, later)
    }

    /// Which access it is: `record` and `when` are what [`record`](Self::record) has made of it.
    fn moment(&mut self, record: AccessRecord, when: Epoch) -> Moment {
        let (thread, races) = (record.thread, self.eraser.is_some() || self.happens_before.is_some());
        let version = |order: Option<&mut SyncOrder>| order.map_or(0, |order| order.version(thread));
        let eraser = version(self.eraser.as_mut().map(|(_, order)| order));
        let happens_before = version(self.happens_before.as_deref_mut());
        Moment { record, known: [eraser, happens_before], when, segment: self.segment, races }
    }

    /// All look at the access and what is known of the variable. `record` is what is remembered of it by lock sets, with the number of the event or what stands
    /// for it; by happens-before the same, at the moment `when`. `real` tells an earlier access from its record. Whether the outcome depends on nothing else.
    #[inline]
    fn look(
        self,
        access: &NewAccess,
        record: &AccessRecord,
        when: Epoch,
        known: &mut Knowledge,
        real: &dyn Fn(&AccessRecord) -> AccessRecord,
        around: &mut AccessContext<'_>,
    ) -> bool {
        let pair = Pair { touched: Touched::all_of(access.location), seq: access.seq, step: access.step, real };
        let mut is_pure = true;
        if let Some((eraser, order)) = self.eraser {
            let looked = eraser.look(&mut known.eraser, record, &pair, order, around);
            is_pure &= looked.is_pure;
            eraser.explain_look(access, looked, around);
        }
        if let Some(order) = self.happens_before {
            is_pure &= known.happens_before.look(record, when, &pair, order, around);
        }
        if let Some(segment) = self.segment {
            let now = NewUse { thread: access.thread, segment, writes: access.writes, held: access.held };
            atomizer::note_use(&mut known.uses, now, record.seq, &mut around.threads.sets);
        }
        is_pure
    }
}

const BEGINNING: Epoch = Epoch { slot: ClockSlot(0), time: 0 };
const NOWHERE: SiteId = SiteId(u64::MAX);

/// A record with the number of its event, and of its step.
fn real(record: &AccessRecord, cells: &Cells, at: usize) -> AccessRecord {
    let seq = cells.seq(at, record.seq as usize);
    AccessRecord { seq, step: seq.wrapping_sub(record.step), ..*record }
}

/// A record that has the number of its event, with that of its step.
fn numbered(record: &AccessRecord) -> AccessRecord {
    AccessRecord { step: record.seq.wrapping_sub(record.step), ..*record }
}

impl Memory {
    /// An access to a variable that is like an earlier one. Whether anything was changed by it; none where nothing is known of such an access, or `is_same`,
    /// which is asked only where it matters, says that it is not like it.
    #[inline]
    pub fn access_again(
        &mut self,
        location: Location,
        moment: Numbered,
        seq: u64,
        is_same: impl FnOnce() -> bool,
    ) -> Option<bool> {
        let (cells, at) = self.cells.cell(location);
        let from = cells.state(at);
        let (to, slot) = self.states.next(from, moment)?;
        if to != from {
            if !is_same() {
                return None;
            }
            self.states.moves(from, to);
        }
        cells.set(at, to, slot, seq);
        Some(to != from)
    }

    /// An access to a variable. Its moment, if others can be like it.
    #[inline]
    pub fn access(
        &mut self,
        access: &mut NewAccess,
        lookers: Lookers<'_>,
        around: &mut AccessContext<'_>,
    ) -> Option<(Numbered, StackId)> {
        let mut lookers = if access.kind == AccessKind::Synchronised { lookers.without_races() } else { lookers };
        if lookers.eraser.is_none() && lookers.happens_before.is_none() && lookers.segment.is_none() {
            return None;
        }
        let (mut record, when) = lookers.record(access, around);
        let (cells, at) = self.cells.cell(access.location);
        let from = cells.state(at);
        if !self.states.is_alone(from) {
            return Some(shared_access(access, (record, when), lookers, (cells, at), &mut self.states, around));
        }
        // No other variable can profit from it, so what came of it need not be remembered.
        let known = self.states.own(from, |slot| cells.seq(at, slot as usize));
        record.seq = access.seq;
        lookers.look(access, &record, when, known, &numbered, around);
        None
    }

    /// The same for a plain access, where it is known what is remembered of it: `record` by lock sets, with the distance between the numbers of its event and its step
    /// in place of the latter; by happens-before the same, at the moment `when`. Nobody wants to have its variable explained.
    #[inline(always)]
    pub fn plain_access(
        &mut self,
        location: Location,
        record: AccessRecord,
        when: Epoch,
        lookers: Lookers<'_>,
        around: &mut AccessContext<'_>,
    ) -> Option<(Numbered, StackId)> {
        let (cells, at) = self.cells.cell(location);
        let from = cells.state(at);
        let AccessRecord { thread, held, site, stack, seq, writes, .. } = record;
        let step = seq.wrapping_sub(record.step);
        if !self.states.is_alone(from) {
            let (kind, stack) = (AccessKind::Plain, Some(stack));
            let access = NewAccess { thread, location, kind, writes, held, site, stack, seq, step };
            let record = AccessRecord { seq: 0, ..record };
            return Some(shared_access(&access, (record, when), lookers, (cells, at), &mut self.states, around));
        }
        let known = self.states.own(from, |slot| cells.seq(at, slot as usize));
        let pair = Pair { touched: Touched::all_of(location), seq, step, real: &numbered };
        if let Some((eraser, order)) = lookers.eraser {
            eraser.look(&mut known.eraser, &record, &pair, order, around);
        }
        if let Some(order) = lookers.happens_before {
            known.happens_before.look(&record, when, &pair, order, around);
        }
        if let Some(segment) = lookers.segment {
            let now = NewUse { thread, segment, writes, held };
            atomizer::note_use(&mut known.uses, now, seq, &mut around.threads.sets);
        }
        None
    }

    /// A thread has touched a variable again, as it did before.
    pub fn touched(&mut self, touch: &LastTouch) {
        // It may be of an object that is out of reach, and forgotten.
        let Some((cells, at)) = self.cells.find_mut(touch.location) else { return };
        for (writes, seq) in [(false, touch.read), (true, touch.written)].into_iter().filter(|(_, seq)| *seq > 0) {
            let from = cells.state(at);
            if self.states.is_alone(from) {
                let known = self.states.own(from, |slot| cells.seq(at, slot as usize));
                let last = known.uses.iter_mut().rev().find(|known| known.thread == touch.thread);
                let range = last.and_then(|last| last.range_mut(writes));
                range.into_iter().for_each(|range| range.last = range.last.max(seq));
                continue;
            }
            let Some((last, is_alone)) = self.states.get(from).last_slot(touch.thread, writes) else { continue };
            if cells.seq(at, last as usize) >= seq {
                continue;
            }
            if is_alone {
                cells.set_seq(at, last as usize, seq);
                continue;
            }
            let number = self.states.number(&touching(touch.thread, writes));
            let (to, slot) = match self.states.next(from, number) {
                Some((to, slot)) => {
                    self.states.moves(from, to);
                    (to, slot)
                }
                None => self.states.change(from, number, |known| {
                    let mut uses = known.uses.iter_mut().rev();
                    let last = uses.find(|known| known.thread == touch.thread);
                    last.and_then(|last| last.range_mut(writes)).into_iter().for_each(|range| range.last = PENDING);
                    true
                }),
            };
            cells.set(at, to, slot, seq);
        }
    }

    /// Whether it may be new that the thread reads or writes something of the object of this access, which was just looked at.
    #[inline]
    pub fn touches(&mut self, location: Location, thread: ThreadId, writes: bool) -> bool {
        self.cells.touches(location, thread, !writes, writes)
    }

    /// What threads did to a variable.
    pub fn uses(&self, location: Location) -> Vec<LocationUse> {
        let Some((cells, at)) = self.cells.find(location) else { return Vec::new() };
        let state = cells.state(at);
        let mut uses = self.states.get(state).uses.clone();
        if self.states.is_own(state) {
            return uses;
        }
        for range in uses.iter_mut().flat_map(LocationUse::ranges_mut) {
            range.first = cells.seq(at, range.first as usize);
            range.last = cells.seq(at, range.last as usize);
        }
        uses
    }

    /// Whether races on the variable were looked for.
    pub fn knows(&self, location: Location) -> bool {
        self.cells.find(location).is_some_and(|(cells, at)| self.states.get(cells.state(at)).is_looked_at())
    }

    /// The object begins a new life.
    pub fn forget(&mut self, object: ObjectId) {
        let Self { cells, states } = self;
        cells.forget(object, |state| states.release(state));
    }

    /// Forgets all objects but those that stay.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        let Self { cells, states } = self;
        cells.retain(stays, |state| states.release(state));
        states.shrink();
    }

    /// How many objects are known.
    pub fn objects(&self) -> usize {
        self.cells.objects()
    }

    /// How many variables are known, and the memory that they take.
    pub fn size(&self) -> (usize, usize) {
        let known = |state: &StateId| self.states.get(*state).is_looked_at();
        (self.cells.states().filter(known).count(), self.cells.bytes() + self.states.bytes())
    }
}

/// An access to a variable that shares what is known of it with others, or can come to share it.
#[inline(never)]
fn shared_access(
    access: &NewAccess,
    (record, when): (AccessRecord, Epoch),
    mut lookers: Lookers<'_>,
    (cells, at): (&mut Cells, usize),
    states: &mut States,
    around: &mut AccessContext<'_>,
) -> (Numbered, StackId) {
    let moment = lookers.moment(record, when);
    let from = cells.state(at);
    let number = states.number(&moment);
    if from == StateId::VIRGIN && number.is_new() {
        // Mostly the only variable that is first touched at this moment.
        let (to, known) = states.begin();
        let record = AccessRecord { seq: access.seq, ..moment.record };
        lookers.look(access, &record, moment.when, known, &numbered, around);
        cells.set(at, to, None, 0);
        return (number, moment.record.stack);
    }
    let change = |known: &mut Knowledge| {
        let record = AccessRecord { seq: PENDING, ..moment.record };
        lookers.look(access, &record, moment.when, known, &|record| real(record, cells, at), around)
    };
    let (to, slot) = match states.next(from, number) {
        Some((to, slot)) => {
            states.moves(from, to);
            (to, slot)
        }
        None => states.change(from, number, change),
    };
    cells.set(at, to, slot, access.seq);
    (number, moment.record.stack)
}

/// The moment of accesses that only repeat others, and that nobody looks at.
fn touching(thread: ThreadId, writes: bool) -> Moment {
    let (when, held) = (BEGINNING, HeldSets::NOTHING);
    let (site, stack, plain) = (NOWHERE, StackId::EMPTY, true);
    let record = AccessRecord { thread, when, held, site, stack, seq: 0, step: 0, writes, plain };
    Moment { record, known: [0; 2], when, segment: None, races: false }
}
