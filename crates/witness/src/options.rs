//! What a check may spend, and which techniques it may use.

use std::time::Duration;

use crate::result::Techniques;

/// What a check may spend, and which techniques it may use.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The time for one warning.
    pub each: Duration,
    /// The time for all.
    pub total: Duration,
    /// The time for searches where nothing was found or feared before. As much as otherwise, when none is given.
    pub quiet: Option<Duration>,
    /// How many runs are recorded.
    pub runs: u32,
    /// What random schedules start from.
    pub seed: u64,
    /// The command that spends more, reported with what stays unresolved.
    pub next: String,
    /// The most steps of a run.
    pub max_steps: u64,
    /// The least steps in which a run reaches nothing new, after which its recording ends.
    pub steady: u64,
    /// How many warnings are worked on at once.
    pub workers: usize,
    /// Bytes that a search may keep.
    pub memory: u64,
    /// States that a search may visit; as many as its time allows, when none are given.
    pub states: Option<u64>,
    /// Steps that a search may make on one path; as many as there are, when none are given.
    pub depth: Option<u64>,
    /// The techniques.
    pub techniques: Techniques,
}

/// A stretch of a run that tells enough of a program that never ends, unless another length is given.
pub const STEADY: u64 = 1_000_000;

impl Default for CheckOptions {
    fn default() -> Self {
        Self {
            each: Duration::from_secs(10),
            total: Duration::from_secs(120),
            quiet: None,
            runs: 1,
            seed: 0,
            max_steps: 1_000_000_000,
            steady: STEADY,
            workers: 1,
            memory: 4 << 30,
            states: None,
            depth: None,
            next: "deadheat check --budget 60,600 --runs 5".to_owned(),
            techniques: Techniques::all(),
        }
    }
}
