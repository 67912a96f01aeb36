//! Broken blocks: from every state in which another thread's access can come after the first of a block's two, all that can follow.
//!
//! Which three events are a broken block is read off the table at the top of `blocks.rs`, by looking at all of them.

use deadheat_predict::history::{Event, EventId, KnownValue};
use deadheat_predict::{Action, PredictedError, ReadsFrom};
use rustc_hash::FxHashSet;

use super::{Oracle, State};

/// Before, between, after.
pub type Triple = [EventId; 3];

/// How three accesses are one of the four cases.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    /// It is enough that the second is between the others.
    Anyway,
    /// It must also see what the first wrote.
    IfSeen,
}

impl Oracle<'_> {
    /// All triples that would be a broken block in the right order.
    pub fn triples(&self) -> Vec<Triple> {
        if self.history.bounds().is_empty() {
            return Vec::new();
        }
        let accesses: Vec<EventId> =
            self.history.numbered().filter(|(_, e)| e.action.access().is_some()).map(|(id, _)| id).collect();
        let all = accesses.iter().flat_map(|before| accesses.iter().map(move |after| (*before, *after)));
        let pairs: Vec<_> = all.filter(|(before, after)| self.is_one_block(*before, *after)).collect();
        let all =
            pairs.into_iter().flat_map(|(before, after)| accesses.iter().map(move |between| [before, *between, after]));
        all.filter(|triple| self.case(*triple).is_some()).collect()
    }

    /// The triples that some reordering puts in their order, up to where the last comes next.
    pub fn broken_blocks(&self) -> FxHashSet<Triple> {
        let triples = self.triples();
        let mut states = Vec::new();
        if !triples.is_empty() {
            self.explore(|state| states.push(*state));
        }
        triples.into_iter().filter(|triple| self.can_break(*triple, &states)).collect()
    }

    fn can_break(&self, triple: Triple, states: &[State]) -> bool {
        let [owner, intruder, _] = triple.map(|event| self.history.event(event).thread);
        let mut seen = FxHashSet::default();
        let mut open: Vec<(State, bool)> = Vec::new();
        for state in states.iter().filter(|state| self.is_inside(state, triple)) {
            open.extend(self.intrude(state, triple[1]).filter(|after| seen.insert(*after)));
        }
        let mut next = Vec::new();
        while let Some((state, stopped)) = open.pop() {
            if self.next(&state, owner) == Some(triple[2]) {
                return true;
            }
            for thread in self.history.threads().filter(|thread| !stopped || *thread != intruder) {
                self.step(&state, thread, &mut next);
                open.extend(next.drain(..).map(|state| (state, stopped)).filter(|after| seen.insert(*after)));
            }
        }
        false
    }

    /// Whether the block has done the first and not the last, and what comes between is wrong now.
    fn is_inside(&self, state: &State, triple: Triple) -> bool {
        let [before, between, after] = triple;
        let thread = self.history.event(between).thread;
        self.is_done(state, before)
            && !self.is_done(state, after)
            && self.is_forked(state, thread)
            && self.next(state, thread) == Some(between)
            && self.is_wrong(state, triple)
    }

    /// Whether such a read must see what it saw.
    fn keeps(&self, action: Action) -> bool {
        match self.rule.reads {
            ReadsFrom::Kept => true,
            ReadsFrom::KeptIfSynchronised => !action.is_plain(),
            ReadsFrom::Free => false,
        }
    }

    /// Whether what comes between is wrong in this state.
    fn is_wrong(&self, state: &State, triple: Triple) -> bool {
        let [before, between, _] = triple.map(|event| self.history.event(event));
        let knows = self.keeps(between.action);
        let variable = before.action.access().map(|(variable, _)| variable);
        match self.case(triple) {
            Some(Case::Anyway) => true,
            Some(Case::IfSeen) => !knows || variable.is_some_and(|variable| state.writer(variable) == Some(triple[0])),
            None => false,
        }
    }

    /// The states after an access that may read anything, and whether its thread must stop there.
    pub(super) fn intrude(&self, state: &State, between: EventId) -> impl Iterator<Item = (State, bool)> + use<> {
        let Event { thread, action, .. } = *self.history.event(between);
        let mut after = Vec::new();
        if !self.is_forked(state, thread) {
        } else if self.can(state, between) {
            self.step(state, thread, &mut after);
        } else {
            let mut strayed = *state;
            strayed.advance(thread);
            if let Some((variable, true)) = action.access() {
                strayed.write_other(variable);
            }
            return vec![(strayed, true)].into_iter();
        }
        after.into_iter().map(|state| (state, false)).collect::<Vec<_>>().into_iter()
    }

    /// What comes between, if it may read anything: it is the last of its thread.
    pub(super) fn may_stray(&self, order: &[EventId], error: &PredictedError) -> Option<EventId> {
        let PredictedError::Atomicity { between, .. } = error else { return None };
        let event = self.history.event(*between);
        let mut own = order.iter().filter(|other| self.history.event(**other).thread == event.thread);
        (event.action.reads().is_some() && own.next_back() == Some(between)).then_some(*between)
    }

    /// Whether the order is the one that breaks the block, if it is about one.
    pub(super) fn has_order(&self, order: &[EventId], error: &PredictedError) -> bool {
        let PredictedError::Atomicity { before, between, after } = error else { return true };
        let triple = [*before, *between, *after];
        let at = |event: &EventId| order.iter().position(|other| other == event);
        let Some(intrusion) = at(between) else { return false };
        let is_after = at(before).is_some_and(|before| before < intrusion) && at(after).is_none();
        let then = self.replay_with(&order[..intrusion], None).unwrap_or_default();
        is_after && self.is_one_block(*before, *after) && then.iter().any(|state| self.is_wrong(state, triple))
    }

    /// Whether both are in some block of one thread, the first before the second, without a wait between them.
    fn is_one_block(&self, before: EventId, after: EventId) -> bool {
        let thread = self.history.event(before).thread;
        let own = |(id, event): &(EventId, &Event)| event.thread == thread && *id > before && *id < after;
        let mut between = self.history.numbered().filter(own);
        self.history.event(after).thread == thread
            && before < after
            && self.least_depth(before, after) > 0
            && !between.any(|(_, event)| matches!(event.action, Action::Wait { .. }))
    }

    /// In how many blocks a thread is at least on the way from one of its events to another: if in any, then in the same one all the way.
    fn least_depth(&self, from: EventId, to: EventId) -> i32 {
        let thread = self.history.event(from).thread;
        let (mut depth, mut least) = (0, i32::MAX);
        let bounds = self.history.bounds().iter().filter(|bound| bound.thread == thread && bound.at <= to.0);
        for bound in bounds {
            if bound.at > from.0 {
                least = least.min(depth);
            }
            depth += if bound.begins { 1 } else { -1 };
        }
        least.min(depth)
    }

    /// Which of the four cases it is, if any.
    fn case(&self, triple: Triple) -> Option<Case> {
        let [before, between, after] = triple.map(|event| self.history.event(event));
        let variable = before.action.access()?.0;
        let is_it = |event: &&Event| event.action.access().is_some_and(|(other, _)| other == variable);
        if ![between, after].iter().all(is_it) || between.thread == before.thread || self.history.is_quiet(variable) {
            return None;
        }
        let reads = |event: &Event| matches!(event.action, Action::Read { .. } | Action::Update { .. });
        let writes = |event: &Event| matches!(event.action, Action::Write { .. } | Action::Update { .. });
        // What the block itself does to the variable between the two.
        let all = self
            .history
            .numbered()
            .filter(|(id, event)| *id > triple[0] && *id < triple[2] && event.thread == before.thread);
        let own: Vec<&Event> = all.map(|(_, event)| event).filter(is_it).collect();
        let same = |one: Option<KnownValue>, other: Option<KnownValue>| one.is_some() && one == other;
        let is_update = matches!(between.action, Action::Update { .. });
        let second_read = reads(after) && own.is_empty();
        let lost_write = reads(before) && writes(after) && !own.iter().any(|event| reads(event));
        // What a read saw that may see anything else now counts only if it cannot have seen this write.
        let stays = !reads(before) || self.keeps(before.action) || triple[0] < triple[1];
        let is_there = stays && !is_update && same(before.value, between.value);
        if writes(between) && !is_there && (second_read || lost_write) {
            return Some(Case::Anyway);
        }
        let half_done = writes(before) && writes(after) && !own.iter().any(|event| writes(event));
        let shows = reads(between) && (is_update || !same(before.value, after.value));
        (half_done && shows).then_some(Case::IfSeen)
    }
}
