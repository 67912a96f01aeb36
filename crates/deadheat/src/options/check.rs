//! Options of `deadheat check`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use deadheat_machine::limits::parse_size;
use deadheat_witness::result::{Technique, Techniques};
use deadheat_witness::{CheckOptions, STEADY};

use super::analyses::AnalysesArgs;
use super::config::ConfigArgs;
use super::guest::LimitArgs;
use super::nondeterminism::NondeterminismArgs;
use super::show::ShowArgs;
use super::swarm::SwarmArgs;
use super::{seconds, worker_count};

/// Options of `deadheat check`.
#[derive(Clone, Debug, Args)]
pub struct CheckCommand {
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub check: CheckArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub swarm: SwarmArgs,
}

/// Options of every check.
#[derive(Clone, Debug, Args)]
pub struct CheckArgs {
    /// The time for one warning, and for all (default: 10,120; 5,10 for each test of `deadheat test`)
    #[arg(long, value_name = "SECONDS[,SECONDS]", value_parser = budget)]
    pub budget: Option<Budget>,
    /// Record so many runs; all but the first are random
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub runs: u32,
    /// What random schedules start from
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    /// Work on so many warnings at a time (default: one per processor; for native programs, one per two)
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,
    /// Cut a run after so many steps
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000_000)]
    pub max_steps: u64,
    /// End a recording after so many steps in which it reaches no new code and no new fields
    #[arg(long, value_name = "NUMBER", default_value_t = STEADY, value_parser = clap::value_parser!(u64).range(1..))]
    pub steady: u64,
    /// Let searches keep so much in memory
    #[arg(long, value_name = "SIZE", default_value = "2g", value_parser = parse_size)]
    pub max_memory: u64,
    /// Let each search visit so many states (default: as many as its time allows)
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_states: Option<u64>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub nondeterminism: NondeterminismArgs,
    /// Call it an error if the program ends with another exit code than this
    #[arg(long, value_name = "CODE", allow_hyphen_values = true, conflicts_with = "fail_on_exit")]
    pub expect_exit: Option<i32>,
    /// Call it an error if the program writes something else to its standard output than is in this file
    #[arg(long, value_name = "FILE", conflicts_with = "same_output")]
    pub expect_output: Option<PathBuf>,
    /// Call it an error if the program writes something else, or ends with another exit code, than in the first run
    #[arg(long, conflicts_with = "expect_exit")]
    pub same_output: bool,
    /// Don't use these techniques, so that their effect can be measured
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = techniques())]
    pub without: Vec<Technique>,
    /// When the exit code is 1
    #[arg(long, value_enum, default_value = "witnessed")]
    pub fail_on: FailOn,
    /// Hide what is in this result.json of an earlier check, and don't fail because of it
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write result.json, reports and one witness per error into this folder
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Go on from what is in the folder of --output: witnesses there are replayed, not looked for again
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// Show at the end what the check took
    #[arg(long)]
    pub stats: bool,
    /// Show findings, too, that are refuted or suppressed
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub show: ShowArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub config: ConfigArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub analysis: AnalysesArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub limits: LimitArgs,
}

/// The time for one warning, and for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// One.
    pub each: Duration,
    /// All.
    pub total: Duration,
}

impl Budget {
    /// What a program gets unless the user says otherwise.
    pub const OF_PROGRAM: Self = Self { each: Duration::from_secs(10), total: Duration::from_secs(120) };
    /// What each of many tests gets.
    pub const OF_TEST: Self = Self { each: Duration::from_secs(5), total: Duration::from_secs(10) };
}

/// When a check fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// When an error was witnessed
    Witnessed,
    /// When a warning is unresolved, too
    Warning,
    /// Never because of what was found
    Never,
}

/// Techniques by name. `driving` is what active testing was called before.
fn techniques() -> impl TypedValueParser<Value = Technique> {
    let name = |technique: Technique| {
        let value = PossibleValue::new(technique.id());
        if technique == Technique::ActiveTesting { value.alias("driving") } else { value }
    };
    PossibleValuesParser::new(Technique::ALL.map(name)).map(|given| {
        let named = Technique::ALL.into_iter().find(|technique| technique.id() == given);
        // The parser lets only names and the alias through.
        named.unwrap_or(Technique::ActiveTesting)
    })
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

impl CheckArgs {
    /// The command that spends more on a guest than this check: six times as much on each warning, and some more runs.
    fn next(&self, guest: &str) -> String {
        let Budget { each, total } = self.budget.unwrap_or(Budget::OF_PROGRAM);
        let (each, total) = (each.as_secs_f64() * 6.0, total.as_secs_f64() * 5.0);
        format!("deadheat check --budget {each},{} --runs {} {guest}", total.max(each), self.runs.saturating_add(4))
    }

    /// The options of the check itself, of a guest that the command line names so and whose machines keep so many processors busy.
    #[must_use]
    pub fn options(&self, guest: &str, processors: usize) -> CheckOptions {
        let Budget { each, total } = self.budget.unwrap_or(Budget::OF_PROGRAM);
        CheckOptions {
            each,
            total,
            quiet: None,
            runs: self.runs,
            seed: self.seed,
            max_steps: self.max_steps,
            steady: self.steady,
            workers: worker_count(self.workers, processors),
            memory: self.max_memory,
            states: self.max_states,
            depth: None,
            next: self.next(guest),
            techniques: self.without.iter().fold(Techniques::all(), |all, technique| all.without(*technique)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Parsed, tests::read_line};
    use super::*;

    #[test]
    fn techniques_are_left_out_by_name() {
        let Ok(Parsed::Check(options, _)) = read_line("check --without hint,driving Main") else {
            panic!("not parsed")
        };
        let techniques = options.check.options("Main", 1).techniques;
        assert!(!techniques.has(Technique::Hint) && !techniques.has(Technique::ActiveTesting));
        assert!(techniques.has(Technique::Search));
        let error = read_line("check --without magic Main").unwrap_err().to_string();
        assert!(error.contains("magic"), "{error}");
    }
}
