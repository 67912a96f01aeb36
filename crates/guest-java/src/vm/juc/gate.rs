//! Operations on one cell of the library's own memory: the field that says how things stand with a task or a pool.
//!
//! What such an operation does to the object's other fields only it and its like do. So it shows as an access to that cell, like the
//! steps of which the library's own code consists there: those of its methods that are not modelled, and those that are, agree on what
//! depends on what, and threads learn from each other what they would.

use deadheat_event::{AccessKind, BlockedOn, Done, FieldId, Location, ObjectId, Value};

use super::plan::{Act, Deed, Patience, Plan};
use super::queue::{QueueEntry, QueuePolicy};
use crate::vm::Vm;
use crate::vm::memory::layout::{self, Ref};
use crate::vm::natives::field_at;
use crate::vm::threads::thread::{T_WAKE, W_TIMEOUT};

/// A field that holds an `int`.
#[derive(Clone, Copy)]
pub struct Cell {
    object: Ref,
    place: u32,
}

impl Cell {
    /// The field at this place of an object.
    pub fn new(object: Ref, place: u32) -> Cell {
        Cell { object, place }
    }

    /// What it holds.
    pub fn value(self, vm: &Vm) -> i32 {
        vm.field(self.object, self.place) as u32 as i32
    }

    /// Gives it a value.
    pub fn set(self, vm: &mut Vm, value: i32) {
        vm.set(self.object + self.place, u64::from(value as u32));
    }

    fn location(self, vm: &Vm) -> Option<Location> {
        let field = field_at(vm, self.object, u64::from(self.place) * 8)?;
        Some(Location::Field { object: ObjectId(self.object), field: FieldId(field.id) })
    }

    /// That it is read.
    pub fn read(self, vm: &Vm) -> Option<Done> {
        let value = Some(Value::Int(self.value(vm)));
        Some(Done::Read { location: self.location(vm)?, access: AccessKind::Synchronised, value })
    }

    /// That it is given a value; the same one, if an operation only looks and has to come before or after others.
    pub fn update(self, vm: &Vm, new: i32) -> Option<Done> {
        let old = self.value(vm);
        let (before, after) = (Some(Value::Int(old)), Some(Value::Int(new)));
        Some(Done::Update { location: self.location(vm)?, old: before, new: after, wrote: old != new })
    }
}

/// A call that waits until a cell has a certain value. It looks at the value first, at the thread's interrupt flag then, and last at the
/// time.
pub struct Gate {
    /// The object that must be shared for other threads to notice.
    pub subject: Ref,
    /// What shows.
    pub kind: Done,
    /// Whether the thread may go on.
    pub open: bool,
    /// How long it waits.
    pub patience: Patience,
    /// For what.
    pub blocked: BlockedOn,
    /// What it does when its time is over.
    pub late: Act,
}

impl Gate {
    /// The plan of the thread that is asked about.
    pub fn plan(self, vm: &Vm) -> Plan {
        let tid = vm.asked_thread();
        let waiting = vm.asked_phase() != 0;
        let nanos = if let Patience::Nanos(nanos) = self.patience { Some(nanos) } else { None };
        let goes_on = self.open || vm.is_interrupted(tid) || (!waiting && nanos.is_some_and(|nanos| nanos <= 0));
        if goes_on {
            return Plan::visible(self.subject, self.kind, Act::Body);
        }
        if waiting && vm.get(layout::thread(tid) + T_WAKE) == W_TIMEOUT {
            return Plan::visible(self.subject, self.kind, self.late);
        }
        if nanos.is_some() && !waiting {
            let (policy, mode) = (QueuePolicy::Any, deadheat_event::LockMode::Exclusive);
            let entry = QueueEntry { subject: self.subject, policy, mode, nanos };
            return Plan::visible(self.subject, self.kind, Act::Queue(entry));
        }
        Plan::visible(self.subject, self.kind, Act::Body).blocked(self.blocked)
    }
}

impl Plan {
    /// The same, which has to wait.
    pub fn blocked(mut self, blocked: BlockedOn) -> Plan {
        if let Some(seen) = &mut self.seen {
            seen.blocked = Some(blocked);
        }
        self
    }

    /// The same, with one more access.
    pub fn and(self, done: Done) -> Plan {
        self.then(Deed { event: done, book: None })
    }
}
