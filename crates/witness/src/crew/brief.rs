//! What all jobs of a check have in common.

use std::time::Duration;

use deadheat_analysis::{AnalysisOptions, Scope};
use deadheat_machine::Guest;
use serde::{Deserialize, Serialize};

use crate::check::Checker;
use crate::options::CheckOptions;
use crate::result::Techniques;

/// What all jobs of a check have in common, beside the guest.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Brief {
    /// What random schedules start from.
    pub seed: u64,
    /// The most steps of a run.
    pub max_steps: u64,
    /// The least steps in which a run reaches nothing new, after which its recording ends.
    pub steady: u64,
    /// Bytes that a search may keep.
    pub memory: u64,
    /// States that a search may visit.
    pub states: Option<u64>,
    /// Steps that a search may make on one path.
    pub depth: Option<u64>,
    /// The techniques.
    pub techniques: Techniques,
    /// Which analyses watch the runs.
    pub analyses: AnalysisOptions,
    /// Which parts of the program are of interest.
    pub scope: Scope,
    /// The time that a recording may take.
    pub recording: Duration,
}

impl Brief {
    /// The brief of a check.
    #[must_use]
    pub fn of(options: &CheckOptions, analyses: &AnalysisOptions, scope: &Scope) -> Self {
        Self {
            seed: options.seed,
            max_steps: options.max_steps,
            steady: options.steady,
            memory: options.memory,
            states: options.states,
            depth: options.depth,
            techniques: options.techniques,
            analyses: analyses.clone(),
            scope: scope.clone(),
            recording: options.total / 2,
        }
    }

    /// A checker that does jobs of this check on its guest, so many at a time: they share the memory.
    #[must_use]
    pub fn checker<'a, G: Guest>(&self, guest: &'a G, hands: usize) -> Checker<'a, G> {
        let options = CheckOptions {
            seed: self.seed,
            max_steps: self.max_steps,
            steady: self.steady,
            memory: self.memory / hands.max(1) as u64,
            states: self.states,
            depth: self.depth,
            techniques: self.techniques,
            total: self.recording * 2,
            ..CheckOptions::default()
        };
        Checker::new(guest).options(options).analyses(self.analyses.clone()).scope(self.scope.clone())
    }
}
