//! Whether what came between two accesses of a block breaks it, as [`blocks`](crate::blocks) defines it; found out anew.

use super::{State, Validator};
use crate::history::{Action, EventId, History, KnownValue};
use crate::reordering::{PredictedError, Reordering};

/// How the access that comes between is done.
#[derive(Clone, Copy, Default)]
pub(super) struct Intrusion {
    /// The access, and whether its thread does nothing after it.
    expected: Option<(EventId, bool)>,
    before: Option<EventId>,
    /// Whether the block had made its first access by then; none if it was not done.
    done: Option<bool>,
    /// What the variable held.
    saw: Option<EventId>,
    /// Whether it read something else than in the trace.
    strayed: bool,
}

impl Intrusion {
    /// The one that the order should have.
    pub fn expected(reordering: &Reordering, order: &[EventId], history: &History) -> Self {
        let PredictedError::Atomicity { before, between, .. } = reordering.error else { return Self::default() };
        let thread = history.event(between).thread;
        let last = order.iter().rev().find(|event| history.event(**event).thread == thread);
        Self { expected: Some((between, last == Some(&between))), before: Some(before), ..Self::default() }
    }

    /// Whether the event may read anything.
    pub fn may_stray(&self, event: EventId) -> bool {
        self.expected == Some((event, true))
    }

    /// Whether what this one wrote is something that no read of the trace saw.
    pub fn has_strayed(&self, writer: Option<EventId>) -> bool {
        self.strayed && writer.is_some() && writer == self.expected.map(|(event, _)| event)
    }

    /// Whether it was done, and after this.
    pub fn came_after(&self, before: EventId) -> bool {
        self.before == Some(before) && self.done == Some(true)
    }
}

impl Validator<'_> {
    /// Takes note of what comes between when it is done.
    pub(super) fn intrude(&self, id: EventId, strays: bool, state: &mut State) {
        let (Some((between, _)), Some(before)) = (state.intrusion.expected, state.intrusion.before) else { return };
        if id != between {
            return;
        }
        let owner = self.history.event(before).thread;
        state.intrusion.done = Some(self.history.position(before) < state.done[owner.at()]);
        let variable = self.history.event(between).action.access();
        state.intrusion.saw = variable.and_then(|(variable, _)| state.writers[variable.at()]);
        state.intrusion.strayed = strays;
    }

    /// Whether the three are one of the four cases.
    pub(super) fn is_broken(&self, triple: [EventId; 3], intrusion: &Intrusion) -> bool {
        let [before, between, after] = triple.map(|event| self.history.event(event));
        let variables = [before, between, after].map(|event| event.action.access().map(|(variable, _)| variable));
        let Some(variable) = variables[0] else { return false };
        if variables != [Some(variable); 3]
            || before.thread != after.thread
            || before.thread == between.thread
            || self.history.is_quiet(variable)
            || !self.is_one_block(triple[0], triple[2])
        {
            return false;
        }
        let reads = |action: Action| action.reads() == Some(variable);
        let writes = |action: Action| action.access() == Some((variable, true));
        let positions = self.history.position(triple[0]) as usize + 1..self.history.position(triple[2]) as usize;
        let own =
            || self.history.of_thread(before.thread)[positions.clone()].iter().map(|id| self.history.event(*id).action);
        let same = |one: Option<KnownValue>, other: Option<KnownValue>| one.is_some() && one == other;
        let is_update = matches!(between.action, Action::Update { .. });
        let changes = writes(between.action) && (is_update || !same(before.value, between.value));
        let torn = reads(after.action) && !own().any(|action| reads(action) || writes(action));
        let lost = reads(before.action) && writes(after.action) && !own().any(reads);
        let half = writes(before.action) && writes(after.action) && !own().any(writes);
        let shows = reads(between.action) && (is_update || !same(before.value, after.value));
        (changes && (torn || lost)) || (shows && half && intrusion.saw == Some(triple[0]))
    }

    /// Whether a thread does both in one block, without a wait between them.
    fn is_one_block(&self, first: EventId, second: EventId) -> bool {
        let thread = self.history.event(first).thread;
        let of_thread = self.history.of_thread(thread);
        let (from, to) = (self.history.position(first), self.history.position(second));
        let mut open: Vec<u32> = Vec::new();
        for bound in self.history.bounds().iter().filter(|bound| bound.thread == thread && bound.at <= second.0) {
            if bound.begins {
                open.push(of_thread.partition_point(|event| event.0 < bound.at) as u32);
            } else {
                open.pop();
            }
        }
        let is_wait = |event: &EventId| matches!(self.history.event(*event).action, Action::Wait { .. });
        from < to
            && open.first().is_some_and(|begin| *begin <= from)
            && !of_thread[from as usize..to as usize].iter().any(is_wait)
    }
}
