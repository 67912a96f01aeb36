//! Happens-before: the races of the run itself.
//!
//! Flanagan 2009 (FastTrack): of each location only the last write's epoch is kept and the reads since, one epoch as long as they
//! are ordered, one per thread when they are not. The clocks have every edge of the language and its library
//! ([`Edges::All`](crate::order::Edges)).
//!
//! Departures: reads are kept with their source (a report shows both accesses), so an ordered read still replaces earlier ones
//! but unordered ones are a short list, not a vector clock.
//!
//! *It can miss* every race that the run's accidental order hides: that is what lock sets are for. After a location's first race
//! later ones on the same location may be masked, as in the paper.
//! *It never reports wrongly*: what it reports was ordered by nothing in this very run.

use deadheat_event::{AccessKind, Location, ObjectId};

use crate::access::{AccessRecord, NewAccess, Touched};
use crate::clock::{Epoch, VectorClock};
use crate::eraser::{AccessContext, Pair};
use crate::order::SyncOrder;
use crate::races::RaceDetector;
use crate::shadow_table::{ShadowTable, push_tight};

/// What is known of a location.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VarState {
    write: Option<AccessRecord>,
    /// Reads since the last write, none of which is ordered before another; and the writer's own of the same moment.
    reads: Vec<AccessRecord>,
}

/// The analysis.
#[derive(Debug, Default)]
pub struct HappensBefore {
    shadows: ShadowTable<VarState>,
}

impl HappensBefore {
    /// How many locations are known, and the memory that they take.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.shadows.size(|shadow| shadow.reads.capacity() * size_of::<AccessRecord>())
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
    }

    /// Looks at an access to bytes. `order` has all edges, those of this event included.
    pub fn access(&mut self, access: &mut NewAccess, order: &mut SyncOrder, around: &mut AccessContext<'_>) {
        if access.kind == AccessKind::Synchronised {
            return;
        }
        let location = access.location;
        let now = access.record(access.when(order), around.threads, around.context);
        self.shadows.visit(location, VarState::default, |part, shadow| {
            let touched = Touched::part_of(location, part);
            let pair = Pair { touched, seq: now.seq, step: now.step, real: &|record| *record };
            shadow.look(&now, now.when, &pair, order, around);
        });
    }
}

impl VarState {
    /// Whether an access was looked at.
    pub fn is_known(&self) -> bool {
        self.write.is_some() || !self.reads.is_empty()
    }

    /// Becomes the same as another, in the memory that it has.
    pub fn copy(&mut self, other: &Self) {
        self.write = other.write;
        self.reads.clone_from(&other.reads);
    }

    /// The accesses that are remembered.
    pub fn records(&self) -> impl Iterator<Item = &AccessRecord> {
        self.write.iter().chain(&self.reads)
    }

    /// The same, to be changed.
    pub fn records_mut(&mut self) -> impl Iterator<Item = &mut AccessRecord> {
        self.write.iter_mut().chain(&mut self.reads)
    }

    /// The memory that it takes beside itself.
    pub fn bytes(&self) -> usize {
        self.reads.capacity() * size_of::<AccessRecord>()
    }

    /// Looks at an access, made at the moment `when`. `order` has all edges, those of this event included. Whether nothing was reported.
    #[inline]
    pub fn look(
        &mut self,
        now: &AccessRecord,
        when: Epoch,
        pair: &Pair<'_>,
        order: &mut SyncOrder,
        around: &mut AccessContext<'_>,
    ) -> bool {
        self.is_repeated(&when, now.writes) || self.look_closely(now, when, pair, order, around)
    }

    fn look_closely(
        &mut self,
        now: &AccessRecord,
        when: Epoch,
        pair: &Pair<'_>,
        order: &mut SyncOrder,
        around: &mut AccessContext<'_>,
    ) -> bool {
        let mut is_pure = true;
        let now = AccessRecord { when, ..*now };
        self.advance(&now, order.clock(now.thread), |past| {
            is_pure = false;
            pair.report(RaceDetector::HappensBefore, past, &now, around);
        });
        is_pure
    }

    /// The paper's same-epoch rules.
    #[inline]
    fn is_repeated(&self, when: &Epoch, writes: bool) -> bool {
        if writes {
            let is_same = |access: &AccessRecord| access.when == *when;
            self.write.as_ref().is_some_and(is_same) && self.reads.iter().all(is_same)
        } else {
            self.reads.iter().any(|read| read.when == *when)
        }
    }

    /// Takes the access in, and tells of each earlier one that it races with.
    #[inline]
    fn advance(&mut self, now: &AccessRecord, clock: &VectorClock, mut race: impl FnMut(&AccessRecord)) {
        let mut check = |past: &AccessRecord| {
            if past.conflicts(now) && !clock.knows(past.when) {
                race(past);
            }
        };
        if let Some(write) = &self.write {
            check(write);
        }
        if now.writes {
            self.reads.iter().for_each(&mut check);
            // As in the paper, a read of the same moment stays: who races with the write races with it.
            self.reads.retain(|read| read.when == now.when);
            self.write = Some(*now);
        } else if let [read] = &mut *self.reads
            && clock.knows(read.when)
        {
            // Nearly always: the last one to read is the only one, and this thread knows of it.
            *read = *now;
        } else {
            self.reads.retain(|read| !clock.knows(read.when));
            push_tight(&mut self.reads, *now);
        }
    }
}
