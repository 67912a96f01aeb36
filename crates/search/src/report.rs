//! What became of a search.

use std::time::Duration;

use deadheat_machine::Fingerprint;
use serde::{Deserialize, Serialize};

use crate::{Bound, Counterexample};

/// What became of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// The errors found, each once, with the shortest schedule seen; in the order of kind and of what they are about.
    pub counterexamples: Vec<Counterexample>,
    /// Whether everything was seen.
    pub coverage: Coverage,
    /// What was seen and done.
    pub counts: Counts,
    /// The time that it took.
    pub elapsed: Duration,
    /// The states in which the guest had ended by itself, in order.
    pub ends: Vec<Fingerprint>,
}

/// Whether a search has seen everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coverage {
    /// Every state that the guest can reach was explored, or is equivalent to one that was.
    Complete,
    /// Not so, for these reasons.
    Partial(Vec<Bound>),
}

impl Coverage {
    /// Whether everything was seen.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        *self == Self::Complete
    }

    /// Why not everything was seen; nothing if it was.
    #[must_use]
    pub fn bounds(&self) -> &[Bound] {
        match self {
            Self::Complete => &[],
            Self::Partial(bounds) => bounds,
        }
    }
}

/// What a search has seen and done. States, ends and depth are those of the last pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Different states.
    pub states: u64,
    /// States met again.
    pub met_again: u64,
    /// Steps made, in all passes.
    pub steps: u64,
    /// Steps made in the last pass.
    pub last_steps: u64,
    /// Passes, of which each but the last found that an assumption of the reduction does not hold.
    pub passes: u32,
    /// Different states in which the guest had ended by itself.
    pub ends: u64,
    /// The longest path, in steps.
    pub depth: u64,
    /// Walks made.
    pub walks: u64,
    /// The highest number that a thread had.
    pub last_thread: u32,
    /// Bytes for the visited states.
    pub visited_bytes: u64,
    /// The most bytes for what was still to be explored, as far as it was looked at.
    pub frontier_bytes: u64,
}

impl Counts {
    /// Those of two searches together: sums, and the greater of what is no number of things.
    #[must_use]
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self {
            states: self.states + other.states,
            met_again: self.met_again + other.met_again,
            steps: self.steps + other.steps,
            last_steps: self.last_steps + other.last_steps,
            passes: self.passes.max(other.passes),
            ends: self.ends + other.ends,
            depth: self.depth.max(other.depth),
            walks: self.walks + other.walks,
            last_thread: self.last_thread.max(other.last_thread),
            visited_bytes: self.visited_bytes.max(other.visited_bytes),
            frontier_bytes: self.frontier_bytes.max(other.frontier_bytes),
        }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Different states, of the present pass.
    pub states: u64,
    /// Steps, of all passes.
    pub steps: u64,
    /// States waiting to be explored.
    pub frontier: u64,
    /// The longest path so far.
    pub depth: u64,
    /// Errors found.
    pub counterexamples: u64,
    /// The pass, from 1.
    pub pass: u32,
    /// Bytes in use.
    pub memory: u64,
    /// Time passed.
    pub elapsed: Duration,
}
