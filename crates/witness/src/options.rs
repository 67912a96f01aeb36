//! What a check may spend, and which means it may use.

use std::time::Duration;

use crate::result::Means;

/// What a check may spend, and which means it may use.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time for one warning.
    pub each: Duration,
    /// The time for all.
    pub total: Duration,
    /// How many runs are recorded.
    pub runs: u32,
    /// What random schedules start from.
    pub seed: u64,
    /// The command that spends more, told with what stays unresolved.
    pub next: String,
    /// The most steps of a run.
    pub max_steps: u64,
    /// How many warnings are worked on at once.
    pub workers: usize,
    /// Bytes that a search may keep.
    pub memory: u64,
    /// The means.
    pub stages: Stages,
}

/// Which means are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    /// Looking at the run itself.
    pub run: bool,
    /// Extending a prefix of the run with one thread held back (seed 000, Figure 2.9).
    pub extension: bool,
    /// Driving threads to where they meet.
    pub driving: bool,
    /// Trying races that are no warnings, because the run handed something over between the two accesses.
    pub suspicion: bool,
    /// Searching from a prefix for the other access.
    pub target: bool,
    /// Leaving the first thread out of that search.
    pub exclusion: bool,
    /// Moving the second thread first in it.
    pub hint: bool,
    /// Leaving out of it states from which no thread can come to the other access any more (seed 000, §2.6.2).
    pub chopping: bool,
    /// Freezing the threads that the warning's do not depend on.
    pub window: bool,
    /// Searching the whole program.
    pub search: bool,
}

impl Default for Stages {
    fn default() -> Self {
        Self {
            run: true,
            extension: true,
            driving: true,
            suspicion: true,
            target: true,
            exclusion: true,
            hint: true,
            chopping: true,
            window: true,
            search: true,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            each: Duration::from_secs(10),
            total: Duration::from_secs(120),
            runs: 1,
            seed: 0,
            max_steps: 1_000_000_000,
            workers: 1,
            memory: 4 << 30,
            next: "deadheat check --budget 60,600 --runs 5".to_owned(),
            stages: Stages::default(),
        }
    }
}

impl Means {
    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Run => "the run itself",
            Self::PrefixExtension => "prefix extension",
            Self::Driving => "driving",
            Self::TargetSearch => "target search",
            Self::Window => "window search",
            Self::Search => "plain search",
        }
    }
}
