//! Plain accesses to variables: nearly all events are one of these, so what is done for each of them is done here, and no more.
//!
//! To such an access nothing matters but its place, its variable, and its thread's locks and clocks. As long as a thread makes nothing but plain accesses that
//! store no reference, and no initialiser is found to be over, its locks and clocks stay as they are. So they are asked for once in each such stretch of its life,
//! its *present*. Most accesses are like an earlier one of the same present: see [`likeness`](crate::likeness).

use deadheat_event::{Access, AccessKind, Context, Event, Location, SiteId, ThreadId};

use super::{Analyses, Looks, is_reference};
use crate::access::{AccessRecord, NewAccess};
use crate::clock::{ClockSlot, Epoch};
use crate::eraser::AccessContext;
use crate::lock_set::HeldSets;
use crate::memory::Lookers;
use crate::order::SyncOrder;
use crate::repeats::Lookup;
use crate::segments::SegmentId;
use crate::stack_table::StackId;

/// What is the same for all plain accesses of a thread until it does something else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Present {
    /// No other has it.
    number: u64,
    /// What the thread did beside plain accesses, counted.
    generation: u32,
    /// How often all presents were over.
    era: u32,
    /// Its locks.
    held: HeldSets,
    /// The moment on the clocks of lock sets and of happens-before.
    when: [Epoch; 2],
    /// The stretch of its life between starts and joins, where somebody asks for it.
    segment: Option<SegmentId>,
}

/// The presents of all threads that are in nothing special: none is there for a thread that was not seen yet, is in an initialiser, or asked to be ignored.
#[derive(Debug, Default)]
pub(super) struct Presents {
    of_threads: Vec<Option<Present>>,
    count: u64,
    era: u32,
}

impl Presents {
    /// Something has happened that may concern all threads: another one was started, or an initialiser is over.
    pub(super) fn are_over(&mut self) {
        self.era = self.era.wrapping_add(1);
    }

    /// The thread's, if it is not over.
    #[inline]
    fn get(&self, thread: ThreadId, generation: u32) -> Option<&Present> {
        let present = self.of_threads.get(thread.0 as usize)?.as_ref()?;
        (present.generation == generation && present.era == self.era).then_some(present)
    }
}

impl Analyses {
    /// An access that repeats no other. Not a part of `event`, which is short for those that do.
    #[inline(never)]
    pub(super) fn new_access(&mut self, event: &Event, lookup: &Lookup, context: &dyn Context) {
        self.repeats_are_over(event, lookup);
        let Some(access) = event.access() else { return };
        if access.kind != AccessKind::Plain || matches!(access.location, Location::Bytes { .. }) {
            return self.any_event(event, context);
        }
        let thread = event.thread;
        let generation = self.repeats.generation(thread);
        let present = match self.presents.get(thread, generation) {
            Some(present) => present.number,
            None if self.threads.get(thread).is_plain() => self.begin_present(thread).number,
            None => return self.any_event(event, context),
        };
        if self.is_like_before(event, access, present, context) {
            return;
        }
        if !self.optimistic.is_empty() {
            return self.any_event(event, context);
        }
        self.plain_access(event, access, context);
    }

    /// Asks for all that stays the same.
    #[inline(never)]
    fn begin_present(&mut self, thread: ThreadId) -> Present {
        const BEGINNING: Epoch = Epoch { slot: ClockSlot(0), time: 0 };
        let generation = self.repeats.generation(thread);
        let when = |order: Option<&mut SyncOrder>| order.map_or(BEGINNING, |order| order.now(thread));
        let eraser = when(self.eraser.as_mut().map(|(_, order)| order));
        let happens_before = when(self.happens_before.as_mut().map(|(_, order)| order));
        let segment = self.atomizer.as_ref().map(|_| self.segments.current(thread));
        let presents = &mut self.presents;
        presents.count += 1;
        let (number, era, held) = (presents.count, presents.era, self.threads.held(thread));
        let at = thread.0 as usize;
        if presents.of_threads.len() <= at {
            presents.of_threads.resize(at + 1, None);
        }
        let present = Present { number, generation, era, held, when: [eraser, happens_before], segment };
        presents.of_threads[at] = Some(present);
        present
    }

    /// Whether the access is like an earlier one. Then it has been looked at.
    #[inline]
    fn is_like_before(&mut self, event: &Event, access: Access, present: u64, context: &dyn Context) -> bool {
        let location = access.location;
        let Some((moment, stack)) = self.likenesses.get(event, access, present) else { return false };
        let Self { memory, threads, .. } = self;
        let stacks = &mut threads.stacks;
        let is_same = || stacks.is(stack, event.thread, context) && !context.is_benign(location);
        let Some(is_changed) = memory.access_again(location, moment, event.seq, is_same) else { return false };
        threads.is_like_before();
        if is_reference(event) {
            self.hand_over(event);
        }
        self.note_step(event, access, context);
        // What it depends on was known when the state was reached that it leaves as it is.
        if let Some(dependency) = self.dependency.as_mut().filter(|_| is_changed)
            && self.memory.touches(access.location, event.thread, access.writes)
        {
            dependency.event(event);
        }
        self.note_access(event, access);
        true
    }

    /// All analyses look at the access: the same as for any event, without what concerns others only.
    fn plain_access(&mut self, event: &Event, access: Access, context: &dyn Context) {
        self.threads.plain_access(event.thread, access.writes);
        let mut has_learned = false;
        if let Some((_, order)) = &mut self.eraser {
            has_learned |= order.find_initialised(event, context);
        }
        if let Some((_, order)) = &mut self.happens_before {
            has_learned |= order.find_initialised(event, context);
        }
        let is_explained = self.eraser.as_ref().is_some_and(|(eraser, _)| eraser.explains());
        if is_explained || context.is_benign(access.location) {
            let looked = NewAccess::of(event, access, &mut self.threads);
            let races = !context.is_benign(access.location);
            self.access(looked, Looks { races, uses: true }, context);
        } else {
            let generation = self.repeats.generation(event.thread);
            let known = self.presents.get(event.thread, generation).filter(|_| !has_learned).copied();
            let present = known.unwrap_or_else(|| self.begin_present(event.thread));
            self.look_at_plain(event, access, present, context);
        }
        if is_reference(event) {
            self.hand_over(event);
        }
        self.note_step(event, access, context);
        if let Some(dependency) = &mut self.dependency
            && self.memory.touches(access.location, event.thread, access.writes)
        {
            dependency.event(event);
        }
        self.note_access(event, access);
    }

    /// All look at an access that may race.
    #[inline]
    fn look_at_plain(&mut self, event: &Event, access: Access, present: Present, context: &dyn Context) {
        const NOWHERE: SiteId = SiteId(u64::MAX);
        let thread = event.thread;
        let Self { threads, scope, races, memory, eraser, happens_before, .. } = self;
        let Present { number, held, when, segment, .. } = present;
        if eraser.is_none() && happens_before.is_none() && segment.is_none() {
            return;
        }
        debug_assert_eq!(held, threads.held(thread), "nothing but plain accesses has changed since");
        debug_assert!(eraser.as_mut().is_none_or(|(_, order)| order.now(thread) == when[0]));
        debug_assert!(happens_before.as_mut().is_none_or(|(_, order)| order.now(thread) == when[1]));
        // Where it is matters to reports of races only.
        let (site, stack) = if eraser.is_some() || happens_before.is_some() {
            (event.site, threads.stack(thread, context))
        } else {
            (NOWHERE, StackId::EMPTY)
        };
        let (seq, step) = (event.seq, event.seq.wrapping_sub(event.step));
        let (writes, plain) = (access.writes, true);
        let record = AccessRecord { thread, when: when[0], held, site, stack, seq, step, writes, plain };
        let happens_before = happens_before.as_mut().map(|(_, order)| order);
        let lookers = Lookers { eraser: eraser.as_mut(), happens_before, segment };
        let mut around = AccessContext { threads, scope, races, context };
        if let Some((moment, stack)) = memory.plain_access(access.location, record, when[1], lookers, &mut around) {
            self.likenesses.set(event, access, number, moment, stack);
        }
    }
}
