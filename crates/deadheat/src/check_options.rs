//! Options of `deadheat check`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use deadheat_witness::{Options, Stages};

use crate::analyze::AnalysisOptions;
use crate::cli::{GuestOptions, seconds};
use crate::show_options::ShowOptions;
use crate::size;

/// Options of `deadheat check`.
#[derive(Clone, Debug, Args)]
pub struct CheckOptions {
    /// The time for one warning, and for all
    #[arg(long, value_name = "SECONDS[,SECONDS]", default_value = "10,120", value_parser = budget)]
    pub budget: Budget,
    /// Record so many runs; all but the first are random
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub runs: u32,
    /// What random schedules start from
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    /// Work on so many warnings at a time (default: one per processor)
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,
    /// Cut a run after so many steps
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000_000)]
    pub max_steps: u64,
    /// Let searches keep so much in memory
    #[arg(long, value_name = "SIZE", default_value = "2g", value_parser = size::parse)]
    pub max_memory: u64,
    /// Don't use these means, so that their effect can be measured
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub without: Vec<StageName>,
    /// When the exit code is 1
    #[arg(long, value_enum, default_value = "witnessed")]
    pub fail_on: FailOn,
    /// Write result.json, reports and one witness per error into this folder
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Tell at the end what the check took
    #[arg(long)]
    pub stats: bool,
    /// Show findings, too, that are refuted or suppressed
    #[arg(long)]
    pub all: bool,
    /// How it is shown
    #[command(flatten)]
    pub show: ShowOptions,
    /// What is looked for
    #[command(flatten)]
    pub analysis: AnalysisOptions,
    /// What the guest may use
    #[command(flatten)]
    pub guest: GuestOptions,
}

/// The time for one warning, and for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// One.
    pub each: Duration,
    /// All.
    pub total: Duration,
}

/// The means of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StageName {
    /// Looking at the run itself
    Run,
    /// Extending a prefix of the run with one thread held back
    Extension,
    /// Driving threads to where they meet
    Driving,
    /// Trying races that a hand-over of the run speaks against
    Suspicion,
    /// Searching from a prefix of the run for the second access
    Target,
    /// Leaving the first thread out of that search
    Exclusion,
    /// Moving the second thread first in that search
    Hint,
    /// Leaving states out of that search from which the second access cannot be reached any more
    Chopping,
    /// Freezing threads that do not matter
    Window,
    /// Searching the whole program
    Search,
}

/// When a check fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// When an error was witnessed
    Witnessed,
    /// When a warning is unresolved, too
    Warning,
}

fn budget(text: &str) -> Result<Budget, String> {
    let (each, total) = match text.split_once(',') {
        Some((each, total)) => (seconds(each)?, seconds(total)?),
        None => (seconds(text)?, seconds(text)? * 12),
    };
    if each > total {
        return Err(format!("`{text}`: one warning cannot have more time than all together"));
    }
    Ok(Budget { each, total })
}

impl CheckOptions {
    /// How many workers.
    #[must_use]
    pub fn worker_count(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.workers.map_or_else(processors, usize::from)
    }

    /// The command that spends more on a guest than this check: six times as much on each warning, and some more runs.
    fn next(&self, guest: &str) -> String {
        let (each, total) = (self.budget.each.as_secs_f64() * 6.0, self.budget.total.as_secs_f64() * 5.0);
        format!("deadheat check --budget {each},{} --runs {} {guest}", total.max(each), self.runs.saturating_add(4))
    }

    /// The options of the check itself, of a guest that the command line names so.
    #[must_use]
    pub fn options(&self, guest: &str) -> Options {
        let with = |stage| !self.without.contains(&stage);
        Options {
            each: self.budget.each,
            total: self.budget.total,
            runs: self.runs,
            seed: self.seed,
            max_steps: self.max_steps,
            workers: self.worker_count(),
            memory: self.max_memory,
            next: self.next(guest),
            stages: Stages {
                run: with(StageName::Run),
                extension: with(StageName::Extension),
                driving: with(StageName::Driving),
                suspicion: with(StageName::Suspicion),
                target: with(StageName::Target),
                exclusion: with(StageName::Exclusion),
                hint: with(StageName::Hint),
                chopping: with(StageName::Chopping),
                window: with(StageName::Window),
                search: with(StageName::Search),
            },
        }
    }
}
