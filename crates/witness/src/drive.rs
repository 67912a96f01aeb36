//! Driving: a run in which threads are held back at chosen operations, so that they meet there.
//!
//! After Sen's and Joshi's active testing (*RaceFuzzer*, *DeadlockFuzzer*), with the recorded run or dice to say who goes next. Whatever
//! it does is a real run: nothing has to be shown to be feasible, as seed 000 (Figure 2.9) must for operations that it
//! replays without executing them.

use deadheat_event::{Choice, Observer, PendingOp, Schedule, ThreadId};
use deadheat_machine::{Machine, Rng, StepError};

use crate::stage::Stage;

/// How many steps a thread outside the window makes at a time.
const OUTSIDE_TURN: u64 = 4096;

/// What a drive is for.
pub trait Aim<M: Machine> {
    /// Whether the thread, which could go on, should be held back here.
    fn holds(&mut self, thread: ThreadId, op: &PendingOp, machine: &M) -> bool;

    /// Whether those who are held back shall go, all at once: everybody is where they should be.
    fn lets_go(&mut self, held: &[ThreadId]) -> bool {
        let _ = held;
        false
    }

    /// Whether the state now is what was wanted. `moved` made the last step, or was just held back.
    fn reached(&mut self, moved: ThreadId, stage: &Stage<'_, M>) -> bool;

    /// Who watches the steps.
    fn observer(&mut self) -> Option<&mut dyn Observer> {
        None
    }
}

/// Who goes next.
pub enum Order<'a> {
    /// As in this recording, from this step on; then everybody in turn.
    Recorded(&'a Schedule, u64),
    /// As the dice say, at each step.
    Random(Rng),
    /// By rank, and the dice deal the ranks: some threads get far before others begin, which dice at each step hardly ever do.
    Ranked(Ranks),
    /// This thread if possible, else everybody in turn.
    Prefer(ThreadId),
}

/// Ranks of threads, after Burckhardt et al., *A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs* (ASPLOS 2010). How
/// long a run will be is not known, so that ranks change at random, seldom.
pub struct Ranks {
    rng: Rng,
    ranks: Vec<u64>,
    /// The next rank below all others.
    lowest: u64,
}

impl Ranks {
    /// A step in so many makes its thread the last.
    const CHANGES: u64 = 300;

    /// Ranks that these dice deal.
    #[must_use]
    pub fn new(rng: Rng) -> Self {
        Self { rng, ranks: Vec::new(), lowest: u64::MAX / 2 }
    }

    fn rank(&mut self, thread: ThreadId) -> u64 {
        while self.ranks.len() <= thread.0 as usize {
            self.ranks.push(self.rng.next_u64() | (1 << 63));
        }
        self.ranks[thread.0 as usize]
    }

    fn pick(&mut self, open: &[Choice]) -> Choice {
        let threads = open.iter().map(|choice| choice.thread());
        let first = threads.max_by_key(|thread| self.rank(*thread)).unwrap_or(open[0].thread());
        if self.rng.below(Self::CHANGES) == 0 {
            self.ranks[first.0 as usize] = self.lowest;
            self.lowest -= 1;
        }
        let of_first: Vec<Choice> = open.iter().copied().filter(|choice| choice.thread() == first).collect();
        self.rng.pick(&of_first)
    }
}

/// Rules of a drive.
pub struct Rules<'a> {
    /// Who goes next.
    pub order: Order<'a>,
    /// The threads that matter: the others go only when none of these can; none given, all matter.
    pub window: &'a [ThreadId],
    /// Threads that never go.
    pub excluded: &'a [ThreadId],
    /// Who comes to where it should be held back may pass, as these dice say, all but once in so many times: the first time that it comes
    /// by may not be the one that counts.
    pub passes: Option<(Rng, u64)>,
    /// The most steps.
    pub max_steps: u64,
}

/// Drives until the aim is reached, or nothing more can be done; says whether it was.
///
/// # Errors
/// If the machine is at fault.
pub fn drive<M: Machine>(
    stage: &mut Stage<'_, M>,
    aim: &mut dyn Aim<M>,
    mut rules: Rules<'_>,
) -> Result<bool, StepError> {
    let mut held: Vec<ThreadId> = Vec::new();
    // A thread that was let go must move once before it can be held back again.
    let mut released: Vec<ThreadId> = Vec::new();
    let mut script = Script::new(&rules.order);
    let mut turn = ThreadId(0);
    let mut outside_turn = ThreadId(0);
    let end = stage.steps + rules.max_steps;
    while stage.outcome().is_running() && stage.steps < end && !stage.is_late() {
        let choices: Vec<Choice> = {
            let excluded =
                |choice: &Choice| rules.excluded.contains(&choice.thread()) || held.contains(&choice.thread());
            stage.choices().iter().copied().filter(|choice| !excluded(choice)).collect()
        };
        let is_inside = |choice: &Choice| rules.window.is_empty() || rules.window.contains(&choice.thread());
        let inside: Vec<Choice> =
            choices.iter().copied().filter(|choice| is_move(choice) && is_inside(choice)).collect();
        if let Some(choice) = pick(&inside, &mut rules.order, &mut script, &mut turn) {
            let thread = choice.thread();
            if !released.contains(&thread)
                && let Some(op) = stage.enabled(thread)
                && aim.holds(thread, &op, stage.machine)
                && rules.passes.as_mut().is_none_or(|(rng, times)| rng.below(*times) == 0)
            {
                held.push(thread);
                if aim.reached(thread, stage) {
                    return Ok(true);
                }
                if aim.lets_go(&held) {
                    released.append(&mut held);
                }
                continue;
            }
            released.retain(|other| *other != thread);
            stage.step(choice, aim.observer())?;
            script.advance();
            if aim.reached(thread, stage) {
                return Ok(true);
            }
        } else if !held.is_empty() {
            // Nobody else who matters can go on: whoever was held back longest goes.
            released.push(held.remove(0));
        } else if let Some(choice) = next_in_turn(&outside(&choices, is_inside), &mut outside_turn) {
            stage.run(choice, OUTSIDE_TURN, aim.observer())?;
            if aim.reached(choice.thread(), stage) {
                return Ok(true);
            }
        } else if let Some(timeout) = choices.iter().find(|choice| !is_move(choice)) {
            stage.step(*timeout, aim.observer())?;
            if aim.reached(timeout.thread(), stage) {
                return Ok(true);
            }
        } else {
            return Ok(false);
        }
    }
    Ok(false)
}

fn outside(choices: &[Choice], is_inside: impl Fn(&Choice) -> bool) -> Vec<Choice> {
    choices.iter().copied().filter(|choice| is_move(choice) && !is_inside(choice)).collect()
}

fn is_move(choice: &Choice) -> bool {
    !matches!(choice, Choice::Timeout(_) | Choice::Spurious(_))
}

/// What a recording says next.
struct Script<'a> {
    schedule: Option<&'a Schedule>,
    run: usize,
    left: u64,
}

impl<'a> Script<'a> {
    fn new(order: &Order<'a>) -> Self {
        let Order::Recorded(schedule, from) = order else { return Self { schedule: None, run: 0, left: 0 } };
        let (mut run, mut skip) = (0, *from);
        while let Some(next) = schedule.runs().get(run).filter(|next| next.count <= skip) {
            skip -= next.count;
            run += 1;
        }
        let left = schedule.runs().get(run).map_or(0, |next| next.count - skip);
        Self { schedule: Some(schedule), run, left }
    }

    /// The next choice that can be made; what cannot is left out.
    fn next(&mut self, open: &[Choice]) -> Option<Choice> {
        let runs = self.schedule?.runs();
        while let Some(run) = runs.get(self.run) {
            if self.left > 0 && open.contains(&run.choice) {
                return Some(run.choice);
            }
            self.run += 1;
            self.left = runs.get(self.run).map_or(0, |run| run.count);
        }
        None
    }

    fn advance(&mut self) {
        self.left = self.left.saturating_sub(1);
    }
}

fn pick(open: &[Choice], order: &mut Order<'_>, script: &mut Script<'_>, turn: &mut ThreadId) -> Option<Choice> {
    if open.is_empty() {
        return None;
    }
    match order {
        Order::Recorded(..) => script.next(open).or_else(|| next_in_turn(open, turn)),
        Order::Random(rng) => Some(rng.pick(open)),
        Order::Ranked(ranks) => Some(ranks.pick(open)),
        Order::Prefer(thread) => {
            let preferred = open.iter().find(|choice| choice.thread() == *thread).copied();
            preferred.or_else(|| next_in_turn(open, turn))
        }
    }
}

fn next_in_turn(open: &[Choice], turn: &mut ThreadId) -> Option<Choice> {
    let next = open.iter().find(|choice| choice.thread() >= *turn).or(open.first()).copied()?;
    *turn = ThreadId(next.thread().0 + 1);
    Some(next)
}
