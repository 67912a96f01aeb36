//! What is known of variables, shared by those of which the same is known.
//!
//! A loop over an array makes the same accesses to each element: the same thread, at the same moment of all clocks, with the same locks, at the same place. So
//! the elements go through the same states, and differ only in the numbers of the events. A state is therefore kept once, with *slots* in place of
//! these numbers, and a cell has the number of its state and what is in its slots ([`cells`](crate::cells)).
//!
//! What an access makes of a state depends on nothing but the state and the [moment](Moment) of the access, as long as nothing is to be reported and nothing
//! is asked about the object. So it is remembered: *(state, moment) → state*, in a table of fixed size, from which older entries fall out. A cell in a
//! state that was met before at this moment goes on to the state that came of it, and nothing is computed. What is remembered is only a hint: without it the
//! state is made anew, equal to the other. So nothing can be missed or invented by it; two cells may then have two equal states, which costs memory.
//!
//! A state lives as long as a cell or an entry of the table refers to it. One that only one cell refers to is changed in place: no other cell can be in it, nor ever
//! come to it. So it becomes the cell's *own*, and has the numbers of the events themselves in place of slots. Nor is the first access at a moment remembered, for
//! most moments have no second.

use deadheat_event::ThreadId;

use crate::access::AccessRecord;
use crate::atomizer::LocationUse;
use crate::clock::Epoch;
use crate::eraser::ShadowWord;
use crate::happens_before::VarState;
use crate::recent::Recent;
use crate::segments::SegmentId;

/// A state in [`States`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateId(u32);

impl StateId {
    /// Nothing was done to the variable.
    pub const VIRGIN: StateId = StateId(0);

    /// The state that a word of a cell names.
    #[inline]
    pub fn of(word: u32) -> Self {
        Self(word)
    }

    /// A word that names the state.
    #[inline]
    pub fn word(self) -> u32 {
        self.0
    }
}

/// What all analyses know of one variable. The records have slots in place of numbers of events, unless it is the variable's own, and the distance between both
/// numbers in place of the number of the step.
#[derive(Debug, Default, PartialEq)]
#[repr(C)]
pub struct Knowledge {
    /// Of threads that use it.
    pub uses: Vec<LocationUse>,
    /// Of lock sets; without a past when no access was looked at.
    pub eraser: ShadowWord,
    /// Of happens-before.
    pub happens_before: VarState,
}

/// Which access it is, but for the variable and the number of the event: all that its effect on a state depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The access as it is remembered by lock sets, with the distance between event and step, and no slot.
    pub record: AccessRecord,
    /// What the thread knew, on the clocks of lock sets and of happens-before.
    pub known: [u64; 2],
    /// When it was on the clocks of happens-before.
    pub when: Epoch,
    /// The stretch of the thread's life.
    pub segment: Option<SegmentId>,
    /// Whether races are looked for.
    pub races: bool,
}

/// What is looked at first for each access comes first, so that it lies together.
#[derive(Debug, Default)]
#[repr(C, align(64))]
struct State {
    /// How many cells and entries refer to it.
    users: u32,
    /// Whether it has numbers of events in place of slots.
    is_own: bool,
    knowledge: Knowledge,
}

/// What came of a state at a moment.
#[derive(Clone, Copy, Debug)]
struct Transition {
    to: StateId,
    /// Where the number of the event goes.
    slot: Option<u32>,
}

/// So many states that nobody is in keep their memory for others.
const SPARE: usize = 1 << 14;

/// All states.
#[derive(Debug)]
pub struct States {
    list: Vec<State>,
    free: Vec<u32>,
    /// What came of which state at the moment of which number.
    transitions: Recent<(StateId, u64), Transition, { 1 << 10 }>,
    /// The numbers of moments.
    moments: Recent<Moment, u64, { 1 << 8 }>,
    /// How many moments there were.
    count: u64,
}

impl Default for States {
    fn default() -> Self {
        let virgin = State { users: 1, ..State::default() };
        Self {
            list: vec![virgin],
            free: Vec::new(),
            transitions: Recent::default(),
            moments: Recent::default(),
            count: 0,
        }
    }
}

/// In place of a slot: the access that is looked at has none yet.
pub const PENDING: u64 = u64::MAX;

/// A moment that has a number.
#[derive(Clone, Copy, Debug)]
pub struct Numbered {
    number: u64,
    /// No access was made at it before.
    is_new: bool,
}

impl Numbered {
    /// Whether no access was made at it before.
    pub fn is_new(self) -> bool {
        self.is_new
    }

    /// For another access at the moment.
    pub fn again(self) -> Self {
        Self { is_new: false, ..self }
    }
}

impl States {
    /// What a state says.
    #[inline]
    pub fn get(&self, state: StateId) -> &Knowledge {
        &self.list[state.0 as usize].knowledge
    }

    /// Gives the moment a number. Equal ones may have different numbers, different ones never the same.
    #[inline]
    pub fn number(&mut self, moment: &Moment) -> Numbered {
        let record = &moment.record;
        let hash =
            record.site.0 ^ record.site.0 >> 32 ^ u64::from(record.thread.0) << 4 ^ u64::from(record.writes) << 7;
        if let Some(number) = self.moments.get(hash as u32, moment) {
            return Numbered { number, is_new: false };
        }
        self.count += 1;
        self.moments.set(hash as u32, *moment, self.count);
        Numbered { number: self.count, is_new: true }
    }

    /// What came of the state at this moment, if that is remembered: the next state, and the slot for the number of the event.
    #[inline]
    pub fn next(&self, from: StateId, moment: Numbered) -> Option<(StateId, Option<u32>)> {
        if moment.is_new {
            return None;
        }
        let Transition { to, slot } = self.transitions.get(hash(from, moment.number), &(from, moment.number))?;
        Some((to, slot))
    }

    /// A cell goes from one state to another that is known.
    #[inline]
    pub fn moves(&mut self, from: StateId, to: StateId) {
        if from != to {
            self.list[to.0 as usize].users += 1;
            self.release(from);
        }
    }

    /// Whether only one cell is in the state.
    #[inline]
    pub fn is_alone(&self, state: StateId) -> bool {
        state != StateId::VIRGIN && self.list[state.0 as usize].users == 1
    }

    /// Makes a state that only one cell is in the cell's own; `seq` gives the number of the event that is in a slot.
    #[inline]
    pub fn own(&mut self, state: StateId, seq: impl Fn(u64) -> u64) -> &mut Knowledge {
        let State { knowledge, is_own, .. } = &mut self.list[state.0 as usize];
        if !*is_own {
            *is_own = true;
            knowledge.each_slot_mut(|slot| *slot = seq(*slot));
        }
        knowledge
    }

    /// A cell's own state, of which nothing is known yet.
    pub fn begin(&mut self) -> (StateId, &mut Knowledge) {
        let state = self.copy(StateId::VIRGIN);
        (state, self.own(state, |slot| slot))
    }

    /// Whether the state has numbers of events in place of slots.
    pub fn is_own(&self, state: StateId) -> bool {
        self.list[state.0 as usize].is_own
    }

    /// Changes the state of a cell that is not alone in it. `change` is given what is known, has [`PENDING`] for the slot of the access, and says whether it depends on nothing but the
    /// state and the moment. The answer is the cell's state afterwards, and the slot for the number of the event, if it is kept.
    pub fn change(
        &mut self,
        from: StateId,
        moment: Numbered,
        change: impl FnOnce(&mut Knowledge) -> bool,
    ) -> (StateId, Option<u32>) {
        let mut to = self.copy(from);
        let knowledge = &mut self.list[to.0 as usize].knowledge;
        let is_pure = change(knowledge);
        let slot = knowledge.place_pending();
        if *self.get(from) == *self.get(to) {
            self.release(to);
            to = from;
        }
        // Most moments are over with their first access.
        if is_pure && !moment.is_new {
            self.remember(from, moment.number, Transition { to, slot });
        }
        if to != from {
            self.release(from);
        }
        (to, slot)
    }

    /// A cell is gone.
    pub fn release(&mut self, state: StateId) {
        if state == StateId::VIRGIN {
            return;
        }
        let known = &mut self.list[state.0 as usize];
        known.users -= 1;
        if known.users == 0 {
            self.free.push(state.0);
        }
    }

    fn remember(&mut self, from: StateId, moment: u64, transition: Transition) {
        for state in [from, transition.to] {
            if state != StateId::VIRGIN {
                self.list[state.0 as usize].users += 1;
            }
        }
        if let Some(((from, _), old)) = self.transitions.set(hash(from, moment), (from, moment), transition) {
            self.release(from);
            self.release(old.to);
        }
    }

    /// A copy for one cell.
    fn copy(&mut self, from: StateId) -> StateId {
        let to = self.free.pop().unwrap_or_else(|| {
            self.list.push(State::default());
            self.list.len() as u32 - 1
        });
        if let Ok([copy, known]) = self.list.get_disjoint_mut([to as usize, from.0 as usize]) {
            copy.knowledge.copy(&known.knowledge);
            (copy.users, copy.is_own) = (1, false);
        }
        StateId(to)
    }

    /// The memory that all states take.
    pub fn bytes(&self) -> usize {
        let own = self.list.iter().map(|state| state.knowledge.bytes()).sum::<usize>();
        own + self.list.capacity() * size_of::<State>() + self.free.capacity() * size_of::<u32>()
    }

    /// Gives memory back that no state needs. Some is kept for the next ones.
    pub fn shrink(&mut self) {
        // The lowest are taken first.
        self.free.sort_unstable_by(|a, b| b.cmp(a));
        let too_many = self.free.len().saturating_sub(SPARE);
        for state in &self.free[..too_many] {
            self.list[*state as usize].knowledge = Knowledge::default();
        }
    }
}

#[inline]
fn hash(from: StateId, moment: u64) -> u32 {
    (u64::from(from.0).wrapping_mul(0x9e37_79b1).wrapping_add(moment.wrapping_mul(0x85eb_ca6b)) >> 4) as u32
}

impl Knowledge {
    /// Whether races were looked for.
    pub fn is_looked_at(&self) -> bool {
        self.eraser.is_known() || self.happens_before.is_known()
    }

    fn copy(&mut self, other: &Self) {
        self.eraser.copy(&other.eraser);
        self.happens_before.copy(&other.happens_before);
        self.uses.clone_from(&other.uses);
    }

    fn each_slot(&self, mut act: impl FnMut(u64)) {
        self.eraser.records().for_each(|record| act(record.seq));
        self.happens_before.records().for_each(|record| act(record.seq));
        for range in self.uses.iter().flat_map(LocationUse::ranges) {
            act(range.first);
            act(range.last);
        }
    }

    fn each_slot_mut(&mut self, mut act: impl FnMut(&mut u64)) {
        self.eraser.records_mut().for_each(|record| act(&mut record.seq));
        self.happens_before.records_mut().for_each(|record| act(&mut record.seq));
        for range in self.uses.iter_mut().flat_map(LocationUse::ranges_mut) {
            act(&mut range.first);
            act(&mut range.last);
        }
    }

    /// Gives the access that was looked at the first slot that is free, if anything is kept of it.
    fn place_pending(&mut self) -> Option<u32> {
        let mut is_kept = false;
        let mut used = 0u64;
        let mut others = Vec::new();
        self.each_slot(|slot| match slot {
            PENDING => is_kept = true,
            0..64 => used |= 1 << slot,
            _ => others.push(slot),
        });
        if !is_kept {
            return None;
        }
        let mut free = u64::from(used.trailing_ones());
        while free >= 64 && others.contains(&free) {
            free += 1;
        }
        self.each_slot_mut(|slot| {
            if *slot == PENDING {
                *slot = free;
            }
        });
        Some(free as u32)
    }

    /// The slot of the thread's last read or write in its last use, and whether it means nothing else.
    pub fn last_slot(&self, thread: ThreadId, writes: bool) -> Option<(u64, bool)> {
        let last = self.uses.iter().rev().find(|known| known.thread == thread)?;
        let slot = last.range(writes)?.last;
        let mut count = 0;
        self.each_slot(|used| count += usize::from(used == slot));
        Some((slot, count == 1))
    }

    fn bytes(&self) -> usize {
        self.eraser.bytes() + self.happens_before.bytes() + self.uses.capacity() * size_of::<LocationUse>()
    }
}
