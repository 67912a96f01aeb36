//! Active testing: a run in which threads are paused at chosen operations, so that they meet there.
//!
//! After Sen, *Race Directed Random Testing of Concurrent Programs* (PLDI 2008), and Joshi, Park, Sen, Naik, *A Randomized Dynamic
//! Program Analysis Technique for Detecting Real Deadlocks* (PLDI 2009); the recorded run or dice say which thread goes next.
//! Whatever it does is a real run: nothing has to be shown to be feasible, as Shacham (Figure 2.9) must for operations that are
//! replayed without being executed.

mod atomicity_intrusion;
mod lock_cycle;
mod lost_notify;
mod order;
mod race_meeting;

use deadheat_event::{Choice, Observer, Pending, ThreadId};
use deadheat_machine::{Machine, Rng, StepError};

use crate::stage::Stage;
pub use atomicity_intrusion::AtomicityIntrusion;
pub use lock_cycle::LockCycle;
pub use lost_notify::LostNotify;
pub use order::{Order, Ranks};
pub use race_meeting::RaceMeeting;

/// How many steps a thread outside the window makes at a time.
const OUTSIDE_TURN: u64 = 4096;

/// What a test is for: where threads are paused, and what shall come of it.
pub trait Target<M: Machine> {
    /// Whether the thread, which could go on, should be paused here.
    fn pauses(&mut self, thread: ThreadId, pending: &Pending, machine: &M) -> bool;

    /// Whether the paused threads shall go on, all at once: all are where they should be.
    fn releases(&mut self, paused: &[ThreadId]) -> bool {
        let _ = paused;
        false
    }

    /// Whether the state now is what was wanted. `moved` made the last step, or was just paused.
    fn reached(&mut self, moved: ThreadId, stage: &Stage<'_, M>) -> bool;

    /// The observer of the steps.
    fn observer(&mut self) -> Option<&mut dyn Observer> {
        None
    }
}

/// Rules of a test.
pub struct Rules<'a> {
    /// Which thread goes next.
    pub order: Order<'a>,
    /// The threads that matter: the others go only when none of these can; none given, all matter.
    pub window: &'a [ThreadId],
    /// Threads that never go.
    pub excluded: &'a [ThreadId],
    /// A thread that comes to where it should be paused may pass, as these dice say, all but once in so many times: the first time
    /// that it comes by may not be the one that counts.
    pub passes: Option<(Rng, u64)>,
    /// The most steps.
    pub max_steps: u64,
}

/// Runs until the target is reached, or nothing more can be done; says whether it was.
///
/// # Errors
/// If the machine is at fault.
pub fn active_testing<M: Machine>(
    stage: &mut Stage<'_, M>,
    target: &mut dyn Target<M>,
    mut rules: Rules<'_>,
) -> Result<bool, StepError> {
    let window = ThreadSet::of(rules.window);
    let mut paused: Vec<ThreadId> = Vec::new();
    // Those that are paused, and those that never go. None is both: who never goes is never picked.
    let mut held = ThreadSet::of(rules.excluded);
    // A thread that was released must move once before it can be paused again.
    let mut released: Vec<ThreadId> = Vec::new();
    let mut outside_turn = ThreadId(0);
    let mut inside: Vec<Choice> = Vec::new();
    let end = stage.steps + rules.max_steps;
    while stage.outcome().is_running() && stage.steps < end && !stage.is_late() {
        let is_inside = |choice: &Choice| rules.window.is_empty() || window.has(choice.thread());
        let is_open = |choice: &Choice| !held.has(choice.thread());
        let may_go = |choice: &Choice| is_move(choice) && is_inside(choice) && is_open(choice);
        let foregone = rules.order.foregone(|choice| may_go(&choice) && stage.machine.is_open(choice));
        let next = foregone.or_else(|| {
            inside.clear();
            inside.extend(stage.choices().iter().copied().filter(may_go));
            rules.order.pick(&inside)
        });
        if let Some(choice) = next {
            let thread = choice.thread();
            if !released.contains(&thread)
                && let Some(pending) = stage.enabled(thread)
                && target.pauses(thread, &pending, stage.machine)
                && rules.passes.as_mut().is_none_or(|(rng, times)| rng.below(*times) == 0)
            {
                paused.push(thread);
                held.add(thread);
                if target.reached(thread, stage) {
                    return Ok(true);
                }
                if target.releases(&paused) {
                    paused.iter().for_each(|thread| held.remove(*thread));
                    released.append(&mut paused);
                }
                continue;
            }
            released.retain(|other| *other != thread);
            stage.step(choice, target.observer())?;
            rules.order.advance();
            if target.reached(thread, stage) {
                return Ok(true);
            }
        } else if !paused.is_empty() {
            // No other thread that matters can go on: the one that was paused longest goes.
            let longest = paused.remove(0);
            held.remove(longest);
            released.push(longest);
        } else {
            let choices: Vec<Choice> = stage.choices().iter().copied().filter(is_open).collect();
            if let Some(choice) = order::next_in_turn(&outside(&choices, is_inside), &mut outside_turn) {
                stage.run(choice, OUTSIDE_TURN, target.observer())?;
                if target.reached(choice.thread(), stage) {
                    return Ok(true);
                }
            } else if let Some(timeout) = choices.iter().find(|choice| !is_move(choice)) {
                stage.step(*timeout, target.observer())?;
                if target.reached(timeout.thread(), stage) {
                    return Ok(true);
                }
            } else {
                return Ok(false);
            }
        }
    }
    Ok(false)
}

/// Threads, of which is asked at each step.
#[derive(Default)]
struct ThreadSet(Vec<u64>);

impl ThreadSet {
    fn of(threads: &[ThreadId]) -> Self {
        let mut set = Self::default();
        threads.iter().for_each(|thread| set.add(*thread));
        set
    }

    fn place(thread: ThreadId) -> (usize, u64) {
        ((thread.0 / u64::BITS) as usize, 1 << (thread.0 % u64::BITS))
    }

    fn has(&self, thread: ThreadId) -> bool {
        let (at, bit) = Self::place(thread);
        self.0.get(at).is_some_and(|word| word & bit != 0)
    }

    fn add(&mut self, thread: ThreadId) {
        let (at, bit) = Self::place(thread);
        let words = self.0.len().max(at + 1);
        self.0.resize(words, 0);
        self.0[at] |= bit;
    }

    fn remove(&mut self, thread: ThreadId) {
        let (at, bit) = Self::place(thread);
        self.0.iter_mut().skip(at).take(1).for_each(|word| *word &= !bit);
    }
}

fn outside(choices: &[Choice], is_inside: impl Fn(&Choice) -> bool) -> Vec<Choice> {
    choices.iter().copied().filter(|choice| is_move(choice) && !is_inside(choice)).collect()
}

fn is_move(choice: &Choice) -> bool {
    !matches!(choice, Choice::Timeout(_) | Choice::Spurious(_))
}
