//! Options of `deadheat run`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::analyses::AnalysesArgs;
use super::config::ConfigArgs;
use super::guest::LimitArgs;
use super::seconds;
use super::show::ShowArgs;

/// Options of `deadheat run`.
#[derive(Clone, Debug, Args)]
pub struct RunArgs {
    /// What decides which thread goes next
    #[arg(long, value_enum, default_value = "round-robin")]
    pub scheduler: SchedulerKind,
    /// What the random and the PCT scheduler start from
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    /// Stop after so many steps
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000_000_000)]
    pub max_steps: u64,
    /// Stop after so much time
    #[arg(long, value_name = "SECONDS", default_value = "3600", value_parser = seconds)]
    pub timeout: Duration,
    /// Write the schedule of this run to a file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Follow the schedule in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scheduler", "seed"])]
    pub schedule: Option<PathBuf>,
    /// Write the events of this run to a file, with the values that predictions need
    #[arg(long, value_name = "FILE", conflicts_with = "no_values")]
    pub trace: Option<PathBuf>,
    /// Write the run as a trace for ui.perfetto.dev; of a long one the beginning and the end
    #[arg(long, value_name = "FILE")]
    pub perfetto: Option<PathBuf>,
    /// Show at the end what the run took
    #[arg(long)]
    pub stats: bool,
    /// Run the program twice at once on one schedule and compare
    #[arg(long)]
    pub check_determinism: bool,
    /// Write the warnings in every form, and the run as a trace, into this folder
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Show suppressed warnings, too
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub analysis: AnalysesArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub show: ShowArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub config: ConfigArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub limits: LimitArgs,
}

/// The plain schedulers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchedulerKind {
    /// Each thread in its turn
    RoundRobin,
    /// Any thread, at every step
    Random,
    /// Priorities that change at random moments
    Pct,
}

impl SchedulerKind {
    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Random => "random",
            Self::Pct => "pct",
        }
    }
}
