//! What was done before, again.

use std::fmt;

use deadheat_event::{Choice, Schedule};

use super::{Pick, Scheduler, View};
use crate::Outcome;

/// Follows a schedule. Stops the run where the schedule ends; a run that does not do what the schedule says is an error.
#[derive(Clone, Debug)]
pub struct Replay {
    schedule: Schedule,
    /// The run of choices that is being followed, and how many of its choices were taken.
    run: usize,
    taken: u64,
    /// The step at which this scheduler was last asked.
    asked: Option<u64>,
}

impl Replay {
    /// A scheduler that follows this schedule from its start.
    #[must_use]
    pub fn new(schedule: Schedule) -> Self {
        Self { schedule, run: 0, taken: 0, asked: None }
    }

    /// Moves on by the steps made since the last question. A pick never goes beyond one run of choices.
    fn advance(&mut self, view: &dyn View) {
        self.taken += view.steps() - self.asked.unwrap_or(view.steps());
        self.asked = Some(view.steps());
        if self.schedule.runs().get(self.run).is_some_and(|run| self.taken >= run.count) {
            self.run += 1;
            self.taken = 0;
        }
    }
}

impl Scheduler for Replay {
    fn next(&mut self, choices: &[Choice], view: &dyn View) -> Result<Option<Pick>, Departure> {
        self.advance(view);
        let Some(run) = self.schedule.runs().get(self.run) else {
            return Ok(None);
        };
        if !choices.contains(&run.choice) {
            let found = Found::Choices(choices.to_vec());
            return Err(Departure { step: view.steps(), expected: run.choice, found });
        }
        Ok(Some(Pick { choice: run.choice, budget: run.count - self.taken }))
    }

    fn finish(&mut self, outcome: &Outcome, view: &dyn View) -> Result<(), Departure> {
        self.advance(view);
        let over = !matches!(outcome, Outcome::Running | Outcome::Limit(_));
        match self.schedule.runs().get(self.run) {
            Some(run) if over => {
                let found = Found::End(outcome.clone());
                Err(Departure { step: view.steps(), expected: run.choice, found })
            }
            _ => Ok(()),
        }
    }
}

/// The first difference between a schedule and a run that should have followed it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the run departs from its schedule at step {step}: expected `{expected}`, found {found}; is it the same guest, with \
     the same arguments, JDK and deadheat?"
)]
pub struct Departure {
    /// The number of the step, from 0.
    pub step: u64,
    /// What the schedule says.
    pub expected: Choice,
    /// What the run says.
    pub found: Found,
}

/// What a run offered in place of the expected choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Other choices.
    Choices(Vec<Choice>),
    /// The end of the run.
    End(Outcome),
}

impl fmt::Display for Found {
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
