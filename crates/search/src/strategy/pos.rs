//! Partial order sampling: walks in which orders of dependent operations, not of threads, are drawn by dice.
//!
//! Yuan, Yang, Gu: *Partial Order Aware Concurrency Sampling* (CAV 2018). Every operation that a thread is about to do gets a random
//! priority, and the highest goes first. When an operation was done, those that depend on it draw again: the order in which
//! operations meet at one place says nothing about the order at the next. Plain dice at each step are far from that: among many
//! threads, one that has to do a few operations while all others stand still hardly ever gets to do so.
//!
//! Where this departs from the paper:
//! - In every second walk threads that start others go first. A thread that starts a hundred others, one by one, is as slow as
//!   any of them: those that it starts first would have ended before the last are there, and what all of them can do together would
//!   never show.
//! - In every second pair of walks one thread of each *family* goes before all others of it: threads that are started at the same place by
//!   threads of one family do the same, so that it hardly matters which of them it is. A hundred threads of two families are then two
//!   threads, to begin with.
//! - Time passes when no thread can go on, and now and then before: the paper knows no time.
//!
//! It misses what chance leaves out, and can never say that there is nothing.

use deadheat_event::{Choice, Op, SiteId, ThreadId};
use deadheat_machine::scheduler::Pick;
use deadheat_machine::{Departure, Rng, Scheduler, View};
use rustc_hash::FxHashMap;

use super::random::walk_seed;
use super::{Shape, Strategy};
use crate::dependence::is_dependent;

/// One move in so many is the end of a wait by time, where one is open.
const TIMEOUTS: u64 = 64;

/// So many moves of one walk may go to the first members of families before others: they may wait for one of those.
const PATIENCE: u32 = 2_000;

/// Walks by partial order sampling.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pos {
    seed: u64,
}

impl Pos {
    /// Walks from this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl Strategy for Pos {
    fn name(&self) -> &'static str {
        "pos"
    }

    fn shape(&self) -> Shape {
        Shape::Walks
    }

    fn walk(&self, number: u64) -> Option<Box<dyn Scheduler>> {
        let rng = Rng::new(walk_seed(self.seed, number));
        let families = (number % 4 < 2).then(Families::default);
        Some(Box::new(Walk { rng, priorities: FxHashMap::default(), starts_first: number.is_multiple_of(2), families }))
    }
}

struct Walk {
    rng: Rng,
    /// The priority of what each thread is about to do.
    priorities: FxHashMap<ThreadId, u64>,
    starts_first: bool,
    families: Option<Families>,
}

/// Where a thread was started, and by a thread of which family.
type Family = (u32, Vec<SiteId>);

/// Families of threads, each with the member that goes first.
#[derive(Default)]
struct Families {
    /// The family of each thread, by number; that of the main thread is 0.
    of: FxHashMap<ThreadId, u32>,
    numbers: FxHashMap<Family, u32>,
    /// The first member of each family, and how many it has.
    first: FxHashMap<u32, (ThreadId, u64)>,
    /// The moves that went to first members.
    favours: u32,
}

impl Families {
    /// A thread is about to be started. The dice say whether it is the first of its family.
    fn welcome(&mut self, parent: ThreadId, child: ThreadId, stack: Vec<SiteId>, rng: &mut Rng) {
        let parent = self.of.get(&parent).copied().unwrap_or(0);
        let next = self.numbers.len() as u32 + 1;
        let family = *self.numbers.entry((parent, stack)).or_insert(next);
        self.of.insert(child, family);
        let (first, members) = self.first.entry(family).or_insert((child, 0));
        *members += 1;
        if rng.below(*members) == 0 {
            *first = child;
        }
    }

    /// Whether the thread goes before others of its family.
    fn is_first(&self, thread: ThreadId) -> bool {
        let family = self.of.get(&thread).copied().unwrap_or(0);
        self.first.get(&family).is_none_or(|(first, _)| *first == thread)
    }
}

impl Walk {
    /// The choice to be made, of those that are no ends of waits.
    fn pick(&mut self, moves: &[Choice], view: &dyn View) -> Option<Choice> {
        if self.starts_first {
            let next = |choice: &Choice| view.pending(choice.thread()).map(|pending| pending.op);
            let starts = |choice: &&Choice| matches!(next(choice), Some(Op::Start { .. }));
            if let Some(first) = moves.iter().find(starts) {
                return Some(*first);
            }
        }
        for choice in moves {
            let rng = &mut self.rng;
            self.priorities.entry(choice.thread()).or_insert_with(|| rng.next_u64());
        }
        self.families.take_if(|families| families.favours > PATIENCE);
        let goes_first = |thread: &ThreadId| self.families.as_ref().is_some_and(|families| families.is_first(*thread));
        let rank = |thread: &ThreadId| (goes_first(thread), self.priorities[thread]);
        let first = moves.iter().map(|choice| choice.thread()).max_by_key(rank)?;
        if let Some(families) = &mut self.families {
            families.favours += u32::from(families.is_first(first));
        }
        let of_first: Vec<Choice> = moves.iter().copied().filter(|choice| choice.thread() == first).collect();
        Some(self.rng.pick(&of_first))
    }

    /// What depends on the operation that is done next draws again, and so does its thread.
    fn draw_again(&mut self, done: Choice, view: &dyn View) {
        let mover = done.thread();
        let Some(pending) = view.pending(mover) else { return };
        if let (Op::Start { thread }, Some(families)) = (&pending.op, &mut self.families) {
            families.welcome(mover, *thread, view.stack(mover), &mut self.rng);
        }
        let stays = |thread: ThreadId| {
            let other = view.pending(thread)?;
            Some(!is_dependent(thread, &other.op, done, &pending.op))
        };
        self.priorities.retain(|thread, _| *thread != mover && stays(*thread) == Some(true));
    }
}

impl Scheduler for Walk {
    fn next(&mut self, choices: &[Choice], view: &dyn View) -> Result<Option<Pick>, Departure> {
        let ends_wait = |choice: &Choice| matches!(choice, Choice::Timeout(_) | Choice::Spurious(_));
        let (waits, moves): (Vec<Choice>, Vec<Choice>) = choices.iter().partition(|choice| ends_wait(choice));
        let by_time = !waits.is_empty() && (moves.is_empty() || self.rng.below(TIMEOUTS) == 0);
        let picked = if by_time { Some(self.rng.pick(&waits)) } else { self.pick(&moves, view) };
        if let Some(choice) = picked {
            self.draw_again(choice, view);
        }
        Ok(picked.map(|choice| Pick { choice, budget: 1 }))
    }
}
