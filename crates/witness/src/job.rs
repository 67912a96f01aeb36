//! Work that can be shipped: a job says everything that another process needs to do a part of a check, and its result can be
//! [merged](crate::result::CheckResult::merge) with others.

use std::time::Duration;

use deadheat_machine::{Guest, GuestSpec};
use serde::{Deserialize, Serialize};

use crate::check::{Checked, Checker};
use crate::error::CheckError;
use crate::goal::Goal;
use crate::options::CheckOptions;
use crate::result::{Technique, Techniques};

/// A part of a check: one technique, on one goal or on all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The guest. What it is called, and what its files are, must mean the same where the job is done.
    pub guest: GuestSpec,
    /// What is to be proved; everything that is found, when none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// How.
    pub technique: Technique,
    /// What random schedules start from.
    pub seed: u64,
    /// What it may spend.
    pub bounds: JobBounds,
}

/// What a job may spend.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobBounds {
    /// Seconds on the wall clock.
    pub seconds: f64,
    /// Steps of a run.
    pub steps: u64,
    /// States of a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// Bytes that a search may keep.
    pub memory: u64,
}

impl Job {
    /// The techniques that the job uses: its own, and those that are a part of it.
    #[must_use]
    pub fn techniques(&self) -> Techniques {
        let mut list = vec![self.technique];
        if matches!(self.technique, Technique::Target | Technique::Window) {
            // A search for a place uses all that makes it fast.
            list.extend([Technique::Target, Technique::Exclusion, Technique::Hint, Technique::Chopping]);
        }
        Techniques::from(list)
    }

    /// Does the job on its guest, which the caller has opened from [`Job::guest`].
    ///
    /// # Errors
    /// If not even a run can be made.
    pub fn perform<G: Guest>(&self, guest: &G) -> Result<Checked, CheckError> {
        let time = Duration::try_from_secs_f64(self.bounds.seconds).unwrap_or_default();
        let options = CheckOptions {
            each: time,
            total: time,
            seed: self.seed,
            max_steps: self.bounds.steps,
            memory: self.bounds.memory,
            states: self.bounds.states,
            techniques: self.techniques(),
            ..CheckOptions::default()
        };
        Checker::new(guest).options(options).only(self.goal.clone()).check()
    }
}
