//! The choices that deadheat's schedulers are expected to make: random walks (`deadheat-search`, `strategy/random.rs`) and PCT
//! (`deadheat-machine`, `scheduler/pct.rs`), made anew here, because nothing of deadheat's can be had in a guest. A test sees to it that they
//! are the same. What is rare is left out: where choices are beyond this, the guest does not go ahead.

use crate::protocol::{Run, choice};
use crate::threads::{self, Thread};
use crate::{condition, control};

/// Threads with higher numbers are beyond this.
const THREADS: usize = 64;
/// So many change points at most.
const CHANGES: usize = 16;

/// A scheduler.
#[derive(Clone, Copy)]
pub struct Forecast {
    random: u64,
    pct: Option<Pct>,
}

#[derive(Clone, Copy)]
struct Pct {
    depth: usize,
    /// By thread; 0 for those that have none yet.
    priorities: [i64; THREADS],
    lowest: i64,
    /// Change points still to come in this stretch, latest first.
    changes: [u64; CHANGES],
    change_count: usize,
    stretch: u64,
    counted: u64,
    on_end: u64,
}

/// As the scheduler has them.
const STRETCHES: core::ops::RangeInclusive<u64> = 64..=1 << 20;
const PATIENCE: u64 = 2_000;

impl Forecast {
    /// A random walk with random numbers from this state; where there is a depth, PCT.
    pub const fn new(seed: u64, depth: u32) -> Self {
        let pct = Pct {
            depth: depth as usize,
            priorities: [0; THREADS],
            lowest: 0,
            changes: [0; CHANGES],
            change_count: 0,
            stretch: 0,
            counted: 0,
            on_end: 0,
        };
        Self { random: seed, pct: if depth == 0 { None } else { Some(pct) } }
    }

    /// A random number below this one, as `deadheat-machine`'s `Rng` makes it.
    fn below(&mut self, bound: u64) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ (self.random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ (mixed >> 31)) * u128::from(bound)) >> 64) as u64
    }

    /// The next choice. `last`: the thread that moved last, and whether it yielded.
    pub fn choose(&mut self, last: Option<(u32, bool)>) -> Option<Run> {
        match self.pct.take() {
            None => self.walk(last),
            Some(mut pct) => {
                let run = self.follow(&mut pct, last);
                self.pct = Some(pct);
                run
            }
        }
    }

    fn walk(&mut self, last: Option<(u32, bool)>) -> Option<Run> {
        let count = live().map(|thread| ways(thread).max(u64::from(is_patient(thread)))).sum();
        if count == 0 || control::header().spurious != 0 {
            return None;
        }
        let yielded = last.filter(|(_, yielded)| *yielded).map(|(thread, _)| thread);
        let mut run = nth(self.below(count))?;
        if Some(run.thread) == yielded {
            run = nth(self.below(count))?;
        }
        Some(run)
    }

    fn follow(&mut self, pct: &mut Pct, last: Option<(u32, bool)>) -> Option<Run> {
        if pct.stretch == 0 {
            pct.stretch = *STRETCHES.start();
            self.draw_changes(pct)?;
        }
        for thread in live().filter(|thread| ways(thread) > 0) {
            let priority = pct.priorities.get_mut(thread.id as usize)?;
            if *priority == 0 {
                *priority = ((self.below(1 << 30) + 1) << 32) as i64 | i64::from(thread.id);
            }
        }
        match last {
            Some((thread, true)) => pct.drop_below_all(thread)?,
            Some((thread, false)) if live().any(|other| other.id != thread && ways(other) > 0) => {
                self.count(pct, thread)?;
            }
            _ => {}
        }
        let movable = live().filter(|thread| ways(thread) > 0);
        let Some(thread) = movable.max_by_key(|thread| pct.priorities[thread.id as usize % THREADS]) else {
            return first_timeout();
        };
        if last.is_none_or(|(before, _)| before != thread.id) {
            pct.on_end = 0;
        }
        let way = self.below(ways(thread));
        run_of(thread, way)
    }

    fn draw_changes(&mut self, pct: &mut Pct) -> Option<()> {
        pct.counted = 0;
        pct.change_count = pct.depth - 1;
        for at in 0..pct.change_count {
            *pct.changes.get_mut(at)? = self.below(pct.stretch);
        }
        pct.changes[..pct.change_count].sort_unstable_by(|one, other| other.cmp(one));
        Some(())
    }

    /// Counts a step at which others could have gone.
    fn count(&mut self, pct: &mut Pct, thread: u32) -> Option<()> {
        pct.counted += 1;
        pct.on_end += 1;
        let changes = pct.change_count > 0 && pct.changes[pct.change_count - 1] < pct.counted;
        pct.change_count -= usize::from(changes);
        if changes || pct.on_end > PATIENCE {
            pct.drop_below_all(thread)?;
        }
        if pct.counted >= pct.stretch {
            pct.stretch = (pct.stretch * 2).min(*STRETCHES.end());
            self.draw_changes(pct)?;
        }
        Some(())
    }
}

impl Pct {
    fn drop_below_all(&mut self, thread: u32) -> Option<()> {
        self.lowest -= 1;
        *self.priorities.get_mut(thread as usize)? = self.lowest;
        Some(())
    }
}

fn live() -> impl Iterator<Item = &'static Thread> {
    threads::live().iter().filter_map(|id| threads::get(*id)).map(|thread| &*thread)
}

/// In how many ways a thread can go on.
fn ways(thread: &Thread) -> u64 {
    if control::is_open(thread, choice::THREAD) {
        1
    } else if control::is_open(thread, choice::WAKE) {
        condition::waiters_to_choose_from(thread).into()
    } else {
        0
    }
}

fn is_patient(thread: &Thread) -> bool {
    control::is_open(thread, choice::TIMEOUT)
}

fn run(kind: u32, thread: &Thread, other: u32) -> Run {
    Run { choice: kind, thread: thread.id, other, pad: 0, steps: 1 }
}

/// One of the ways in which a thread can go on.
fn run_of(thread: &Thread, way: u64) -> Option<Run> {
    if control::is_open(thread, choice::THREAD) {
        return Some(run(choice::THREAD, thread, 0));
    }
    Some(run(choice::WAKE, thread, condition::waiter_to_choose(thread, way as u32)?))
}

/// The choice with this number, in the order in which deadheat lists them: threads, then timeouts by their deadlines.
fn nth(mut number: u64) -> Option<Run> {
    for thread in live() {
        let ways = ways(thread);
        if number < ways {
            return run_of(thread, number);
        }
        number -= ways;
    }
    let mut after = (0, 0);
    loop {
        let rest = live().filter(|thread| is_patient(thread) && (thread.pending.deadline, thread.id) > after);
        let next = rest.min_by_key(|thread| (thread.pending.deadline, thread.id))?;
        if number == 0 {
            return Some(run(choice::TIMEOUT, next, 0));
        }
        number -= 1;
        after = (next.pending.deadline, next.id);
    }
}

fn first_timeout() -> Option<Run> {
    let first = live().filter(|thread| is_patient(thread)).min_by_key(|thread| (thread.pending.deadline, thread.id))?;
    Some(run(choice::TIMEOUT, first, 0))
}
