//! Following a schedule: what was done before, again.
//!
//! [`Replay`] is the one follower of schedules. It knows where in the schedule a run is and says what comes next; the
//! [`Driver`](crate::Driver) runs it as a scheduler, and code that steps a machine by hand asks it for one [`Pick`] after the other.
//! Followed strictly, a run that does not do what the schedule says is an error that names the first difference. Followed
//! leniently, choices that are not open are left out: that is how schedules are made shorter.

use std::borrow::Cow;
use std::fmt;

use deadheat_event::{Choice, Schedule};

use crate::scheduler::{Pick, Scheduler, View};
use crate::{Machine, Outcome};

/// A position in a schedule that is being followed.
#[derive(Clone, Debug)]
pub struct Replay<'s> {
    schedule: Cow<'s, Schedule>,
    /// The run of choices that is being followed, and how many of its choices were taken.
    run: usize,
    taken: u64,
    /// The choices taken or left out so far.
    passed: u64,
    /// The step at which this scheduler was last asked.
    asked: Option<u64>,
}

impl Replay<'static> {
    /// Follows this schedule from its start.
    #[must_use]
    pub fn new(schedule: Schedule) -> Self {
        Self { schedule: Cow::Owned(schedule), run: 0, taken: 0, passed: 0, asked: None }
    }
}

impl<'s> Replay<'s> {
    /// Follows this schedule from its start.
    #[must_use]
    pub fn of(schedule: &'s Schedule) -> Self {
        Self { schedule: Cow::Borrowed(schedule), run: 0, taken: 0, passed: 0, asked: None }
    }

    /// The same, from behind its first `steps` choices on.
    #[must_use]
    pub fn from_step(mut self, steps: u64) -> Self {
        self.advance(steps);
        self
    }

    /// How many choices were taken or left out so far.
    #[must_use]
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// How many runs of choices are left, the present one included.
    #[must_use]
    pub fn runs_left(&self) -> usize {
        self.schedule.runs().len() - self.run
    }

    /// What the schedule says next, and how often in a row; `None` at its end.
    #[must_use]
    pub fn upcoming(&self) -> Option<Pick> {
        let run = self.schedule.runs().get(self.run)?;
        Some(Pick { choice: run.choice, budget: run.count - self.taken })
    }

    /// What comes next if it is open, at most `most` steps of it; `None` at the schedule's end.
    ///
    /// # Errors
    /// If it is not open.
    pub fn pick(&self, open: &[Choice], most: u64) -> Result<Option<Pick>, Departure> {
        let Some(Pick { choice, budget }) = self.upcoming() else { return Ok(None) };
        if !open.contains(&choice) {
            return Err(Departure { step: self.passed, expected: choice, found: Offered::Choices(open.to_vec()) });
        }
        Ok(Some(Pick { choice, budget: budget.min(most) }))
    }

    /// What comes next if it is open on a machine, at most `most` steps of it; `None` at the schedule's end.
    ///
    /// # Errors
    /// If it is not open.
    pub fn pick_on<M: Machine>(&self, machine: &M, most: u64) -> Result<Option<Pick>, Departure> {
        let Some(Pick { choice, budget }) = self.upcoming() else { return Ok(None) };
        if !machine.is_open(choice) {
            let mut open = Vec::new();
            machine.choices(&mut open);
            return Err(Departure { step: self.passed, expected: choice, found: Offered::Choices(open) });
        }
        Ok(Some(Pick { choice, budget: budget.min(most) }))
    }

    /// The next choice that is open; those before it are left out. `None` when there is none left.
    pub fn pick_open(&mut self, is_open: impl Fn(Choice) -> bool) -> Option<Pick> {
        while let Some(pick) = self.upcoming() {
            if is_open(pick.choice) {
                return Some(pick);
            }
            self.advance(pick.budget);
        }
        None
    }

    /// Takes note of steps made.
    pub fn advance(&mut self, mut steps: u64) {
        while let Some(Pick { budget, .. }) = self.upcoming() {
            if steps < budget {
                self.taken += steps;
                self.passed += steps;
                return;
            }
            steps -= budget;
            self.passed += budget;
            self.run += 1;
            self.taken = 0;
        }
    }

    /// Follows the schedule strictly, on a machine that stands where it begins, for up to `steps` more steps. Gives the outcome.
    ///
    /// # Errors
    /// If the machine does not do what the schedule says, or is at fault.
    pub fn play<M: Machine>(&mut self, machine: &mut M, steps: u64) -> Result<Outcome, crate::DriverError> {
        let mut left = steps;
        let mut outcome = Outcome::Running;
        while left > 0 {
            let Some(pick) = self.pick_on(machine, left)? else { break };
            let ran = machine
                .run(pick.choice, pick.budget, None)
                .map_err(|error| crate::DriverError::Step { step: self.passed, error })?;
            self.advance(ran.steps);
            left -= ran.steps.min(left);
            outcome = ran.outcome;
        }
        Ok(outcome)
    }

    /// Moves on by the steps made since the last question.
    fn catch_up(&mut self, view: &dyn View) {
        let steps = view.steps() - self.asked.unwrap_or(view.steps());
        self.asked = Some(view.steps());
        self.advance(steps);
    }
}

impl Scheduler for Replay<'_> {
    fn next(&mut self, choices: &[Choice], view: &dyn View) -> Result<Option<Pick>, Departure> {
        self.catch_up(view);
        self.pick(choices, u64::MAX)
    }

    fn finish(&mut self, outcome: &Outcome, view: &dyn View) -> Result<(), Departure> {
        self.catch_up(view);
        let over = !matches!(outcome, Outcome::Running | Outcome::Limit(_));
        match self.upcoming() {
            Some(Pick { choice, .. }) if over => {
                Err(Departure { step: view.steps(), expected: choice, found: Offered::End(outcome.clone()) })
            }
            _ => Ok(()),
        }
    }
}

/// The first difference between a schedule and a run that should have followed it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the run departs from its schedule at step {step}: expected `{expected}`, found {found}; is it the same guest, with \
     the same arguments, platform and deadheat?"
)]
pub struct Departure {
    /// The number of the step, from 0.
    pub step: u64,
    /// What the schedule says.
    pub expected: Choice,
    /// What the run says.
    pub found: Offered,
}

/// What a run offered in place of the expected choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offered {
    /// Other choices.
    Choices(Vec<Choice>),
    /// The end of the run.
    End(Outcome),
}

impl fmt::Display for Offered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 8;
        let choices = match self {
            Self::End(outcome) => return write!(f, "the end of the run ({outcome})"),
            Self::Choices(choices) => choices,
        };
        f.write_str("only ")?;
        for (i, choice) in choices.iter().take(MOST).enumerate() {
            write!(f, "{}`{choice}`", if i == 0 { "" } else { ", " })?;
        }
        match choices.len().saturating_sub(MOST) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
