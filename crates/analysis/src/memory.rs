//! What all analyses keep for each variable: one look into one table for an access, whichever of them look at it.
//!
//! Variables of which the same is known share it ([`states`](crate::states)); where it is found says [`cells`](crate::cells). Bytes are kept by each
//! analysis itself, in stretches ([`shadow_table`](crate::shadow_table)).

use deadheat_event::{AccessKind, Location, ObjectId, SiteId, ThreadId};

use crate::access::{AccessRecord, NewAccess};
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

    fn moment(&mut self, access: &mut NewAccess, around: &mut AccessContext<'_>) -> Moment {
        let (thread, races) = (access.thread, self.eraser.is_some() || self.happens_before.is_some());
        let at = |order: Option<&mut SyncOrder>| {
            order.map_or((BEGINNING, 0), |order| (access.when(order), order.version(thread)))
        };
        let (when, eraser) = at(self.eraser.as_mut().map(|(_, order)| order));
        let (later, happens_before) = at(self.happens_before.as_deref_mut());
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
        Moment { record, known: [eraser, happens_before], when: later, segment: self.segment, races }
    }
}

const BEGINNING: Epoch = Epoch { slot: ClockSlot(0), time: 0 };
const NOWHERE: SiteId = SiteId(u64::MAX);

/// A record with the number of its event, and of its step.
fn real(record: &AccessRecord, cells: &Cells, at: usize) -> AccessRecord {
    let seq = cells.seq(at, record.seq as usize);
    AccessRecord { seq, step: seq.wrapping_sub(record.step), ..*record }
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
            cells.set_state(at, to);
        }
        if let Some(slot) = slot {
            cells.set_seq(at, slot as usize, seq);
        }
        Some(to != from)
    }

    /// An access to a variable. Its moment, if others can be like it.
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
        let moment = lookers.moment(access, around);
        let (cells, at) = self.cells.cell(access.touched.location);
        let from = cells.state(at);
        let change = |known: &mut Knowledge| {
            let now = AccessRecord { seq: PENDING, ..moment.record };
            let told = AccessRecord { seq: access.seq, step: access.step, ..moment.record };
            let real = |record: &AccessRecord| real(record, cells, at);
            let pair = Pair { touched: access.touched, now: &told, real: &real };
            let mut is_pure = true;
            if let Some((eraser, order)) = lookers.eraser {
                let looked = eraser.look(&mut known.eraser, &now, &pair, order, around);
                is_pure &= looked.is_pure;
                eraser.explain_look(access, looked, around);
            }
            if let Some(order) = lookers.happens_before {
                let now = AccessRecord { when: moment.when, ..now };
                let told = AccessRecord { when: moment.when, ..told };
                let pair = Pair { now: &told, ..pair };
                is_pure &= known.happens_before.look(&now, &pair, order, around);
            }
            if let Some(segment) = lookers.segment {
                let now = NewUse { thread: access.thread, segment, writes: access.writes, held: access.held };
                atomizer::note_use(&mut known.uses, now, PENDING, &mut around.threads.sets);
            }
            is_pure
        };
        if self.states.is_alone(from) {
            // No other variable can profit from it, so what came of it need not be remembered.
            if let Some(slot) = self.states.change_alone(from, change) {
                cells.set_seq(at, slot as usize, access.seq);
            }
            return None;
        }
        let number = self.states.number(&moment);
        let (to, slot) = match self.states.next(from, number) {
            Some((to, slot)) => {
                self.states.moves(from, to);
                (to, slot)
            }
            None => self.states.change(from, number, change),
        };
        if to != from {
            cells.set_state(at, to);
        }
        if let Some(slot) = slot {
            cells.set_seq(at, slot as usize, access.seq);
        }
        Some((number, moment.record.stack))
    }

    /// A thread has touched a variable again, as it did before.
    pub fn touched(&mut self, touch: &LastTouch) {
        // It may be of an object that is out of reach, and forgotten.
        let Some((cells, at)) = self.cells.find_mut(touch.location) else { return };
        for (writes, seq) in [(false, touch.read), (true, touch.written)] {
            let from = cells.state(at);
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
            cells.set_state(at, to);
            slot.into_iter().for_each(|slot| cells.set_seq(at, slot as usize, seq));
        }
    }

    /// What threads did to a variable.
    pub fn uses(&self, location: Location) -> Vec<LocationUse> {
        let Some((cells, at)) = self.cells.find(location) else { return Vec::new() };
        let mut uses = self.states.get(cells.state(at)).uses.clone();
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

/// The moment of accesses that only repeat others, and that nobody looks at.
fn touching(thread: ThreadId, writes: bool) -> Moment {
    let (when, held) = (BEGINNING, HeldSets::NOTHING);
    let (site, stack, plain) = (NOWHERE, StackId::EMPTY, true);
    let record = AccessRecord { thread, when, held, site, stack, seq: 0, step: 0, writes, plain };
    Moment { record, known: [0; 2], when, segment: None, races: false }
}
