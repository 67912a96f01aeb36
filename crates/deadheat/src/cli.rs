//! Deadheat's own options.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::analyze::AnalysisOptions;
use crate::argv::{self, JavaOptions, Target};
use crate::check_options::CheckOptions;
use crate::explore_options::ExploreOptions;
use crate::failure::Failure;
use crate::replay::ReplayOptions;
use crate::report_options::ReportOptions;
use crate::show_options::ShowOptions;
use crate::size;

/// Finds data races, deadlocks and lost signals in programs, and proves them by a schedule to replay.
#[derive(Debug, Parser)]
#[command(name = "deadheat", version, disable_help_subcommand = true, subcommand_required = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run a program once, as `java` would, under a schedule that can be recorded and replayed.
    #[command(
        override_usage = "deadheat run [OPTIONS] (-jar FILE | [-cp PATH] CLASS | FILE.java) [ARGUMENTS]...",
        after_help = JAVA_HELP
    )]
    Run(RunOptions),
    /// Search all schedules of a program for dead heats, deadlocks, uncaught exceptions and livelocks.
    #[command(
        override_usage = "deadheat explore [OPTIONS] (-jar FILE | [-cp PATH] CLASS | FILE.java) [ARGUMENTS]...",
        after_help = EXPLORE_HELP
    )]
    Explore(ExploreOptions),
    /// Predict errors from a run, and prove each with a schedule that replays.
    #[command(
        override_usage = "deadheat check [OPTIONS] (-jar FILE | [-cp PATH] CLASS | FILE.java) [ARGUMENTS]...",
        after_help = CHECK_HELP
    )]
    Check(CheckOptions),
    /// Replay a witness, and show what happens in it.
    Replay(ReplayOptions),
    /// Show a saved result again, as text, JSON, SARIF, a page or a trace, or compare two.
    Report(ReportOptions),
}

macro_rules! java_help {
    () => {
        "\
Options as for `java`:
  -jar FILE                    Run the main class of this jar
  -cp, -classpath, --class-path PATH
                               Where classes are (default: CLASSPATH, else the current folder)
  -DKEY=VALUE                  Set a system property
  -ea, -da                     Enable (the default) or disable assertions
  -XmxSIZE, -XssSIZE           Same as --heap and --stack
  --add-opens, --add-exports MODULE/PACKAGE=TARGET, --add-reads MODULE=TARGET
                               Let code reach into modules
"
    };
}

const EXPLORE_HELP: &str = concat!(
    java_help!(),
    "
Exit code: 0 when nothing was found, 1 when something was, 2 for an error in the command line or a file, 3 for a fault of
deadheat. The last line says whether everything was seen, or which bound ended the search."
);

const CHECK_HELP: &str = concat!(
    java_help!(),
    "
Exit code: 0 when nothing was witnessed, 1 when something was (see --fail-on), 2 for an error in the command line or a file, 3
for a fault of deadheat."
);

const JAVA_HELP: &str = concat!(
    java_help!(),
    "
Exit code: the program's own; 1 after a deadlock; 2 for an error in the command line or a file; 3 for a fault of deadheat;
4 when a limit or the schedule's end stopped the program."
);

/// How large a guest's heap is, unless it is told.
pub const DEFAULT_HEAP: &str = "1g";
/// How large each thread's stack is, unless it is told.
pub const DEFAULT_STACK: &str = "1m";
/// How many threads there may be at a time, unless it is told.
pub const DEFAULT_THREADS: u32 = 2000;

/// What a guest may use: options of every command that runs one.
#[derive(Clone, Debug, Args)]
pub struct GuestOptions {
    /// The size of the program's heap
    #[arg(long, value_name = "SIZE", default_value = DEFAULT_HEAP, value_parser = size::parse)]
    pub heap: u64,
    /// The size of each thread's stack
    #[arg(long, value_name = "SIZE", default_value = DEFAULT_STACK, value_parser = size::parse)]
    pub stack: u64,
    /// The most threads at a time
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_THREADS, value_parser = clap::value_parser!(u32).range(1..))]
    pub threads: u32,
}

/// Options of `deadheat run`.
#[derive(Clone, Debug, Args)]
pub struct RunOptions {
    /// Who decides which thread goes next
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
    /// Write the events of this run to a file
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write the run as a trace for ui.perfetto.dev; of a long one the beginning and the end
    #[arg(long, value_name = "FILE")]
    pub perfetto: Option<PathBuf>,
    /// Tell at the end what the run took
    #[arg(long)]
    pub stats: bool,
    /// Run the program twice at once on one schedule and compare
    #[arg(long)]
    pub check_determinism: bool,
    /// Write the warnings in every form, and the run as a trace, into this folder
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub analysis: AnalysisOptions,
    /// Tell of suppressed warnings, too
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub show: ShowOptions,
    /// What the guest may use
    #[command(flatten)]
    pub guest: GuestOptions,
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

/// A guest, as a command line names it.
#[derive(Clone, Debug)]
pub struct GuestCommand {
    /// What it may use.
    pub options: GuestOptions,
    /// Java's options.
    pub java: JavaOptions,
    /// What to run.
    pub target: Target,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// A complete command: deadheat's options, and a guest.
#[derive(Clone, Debug)]
pub struct GuestAnd<O> {
    /// The command's options.
    pub options: O,
    /// What to run.
    pub guest: GuestCommand,
}

/// A complete `deadheat run` command.
pub type RunCommand = GuestAnd<RunOptions>;
/// A complete `deadheat check` command.
pub type CheckCommand = GuestAnd<CheckOptions>;
/// A complete `deadheat explore` command.
pub type ExploreCommand = GuestAnd<ExploreOptions>;

/// What a command line came to.
#[derive(Clone, Debug)]
pub enum Parsed {
    /// A program to run.
    Run(Box<RunCommand>),
    /// A program to search.
    Explore(Box<ExploreCommand>),
    /// A program to check.
    Check(Box<CheckCommand>),
    /// Help or the version was asked for, and told.
    Told,
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|&seconds| seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| format!("`{text}` is not a number of seconds above 0"))
}

/// Whether the option of a command has its value as the next argument.
fn takes_value(command: &str, option: &str) -> bool {
    let cli = Cli::command();
    let command = cli.find_subcommand(command);
    let mut arguments = command.into_iter().flat_map(clap::Command::get_arguments);
    arguments.any(|arg| arg.get_action().takes_values() && option.strip_prefix("--") == arg.get_long())
}

/// Reads the arguments after `deadheat run`.
///
/// # Errors
/// If they make no sense.
pub fn parse_run(args: &[String]) -> Result<Parsed, Failure> {
    parse("run", args)
}

/// Reads the arguments after the name of a command that takes a guest.
///
/// # Errors
/// If they make no sense.
pub fn parse(command: &str, args: &[String]) -> Result<Parsed, Failure> {
    let split = argv::split(args, |option| takes_value(command, option))?;
    let own = ["deadheat", command].into_iter().map(str::to_owned).chain(split.own);
    let parsed = match Cli::try_parse_from(own) {
        Ok(Cli { command }) => command,
        Err(error) => return tell(command, &error).map(|()| Parsed::Told),
    };
    let target = split.target.ok_or_else(|| {
        Failure::usage(
            "there is no program to run",
            format!("name a class, a .java file, or a jar with -jar; see `deadheat {command} --help`"),
        )
    })?;
    let (java, arguments) = (split.java, split.guest);
    let guest = |mut options: GuestOptions| {
        options.heap = java.heap.unwrap_or(options.heap);
        options.stack = java.stack.unwrap_or(options.stack);
        GuestCommand { options, java, target, arguments }
    };
    Ok(match parsed {
        Command::Run(options) => {
            let guest = guest(options.guest.clone());
            Parsed::Run(Box::new(GuestAnd { options, guest }))
        }
        Command::Explore(options) => {
            options.check()?;
            let guest = guest(options.guest.clone());
            Parsed::Explore(Box::new(GuestAnd { options, guest }))
        }
        Command::Check(options) => {
            let guest = guest(options.guest.clone());
            Parsed::Check(Box::new(GuestAnd { options, guest }))
        }
        Command::Replay(_) | Command::Report(_) => {
            return Err(Failure::Internal(format!("`{command}` takes no guest")));
        }
    })
}

/// Reads the arguments after `deadheat replay`; none when help was asked for, and told.
///
/// # Errors
/// If they make no sense.
pub fn parse_replay(args: &[String]) -> Result<Option<ReplayOptions>, Failure> {
    let own = ["deadheat", "replay"].into_iter().map(str::to_owned).chain(args.iter().cloned());
    match Cli::try_parse_from(own) {
        Ok(Cli { command: Command::Replay(options) }) => Ok(Some(options)),
        Ok(_) => Err(Failure::Internal("`replay` was not recognised".to_owned())),
        Err(error) => tell("replay", &error).map(|()| None),
    }
}

/// Reads a command line that does not start with a command.
///
/// # Errors
/// Unless help or the version was asked for.
pub fn parse_top(args: &[String]) -> Result<u8, Failure> {
    let args = std::iter::once("deadheat".to_owned()).chain(args.iter().cloned());
    match Cli::try_parse_from(args) {
        Ok(_) => Err(Failure::Internal("a command was not recognised".to_owned())),
        Err(error) => tell("", &error).map(|()| 0),
    }
}

/// Prints help and version; everything else becomes an error of one line.
fn tell(command: &str, error: &clap::Error) -> Result<(), Failure> {
    use clap::error::ErrorKind;
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // Whoever reads may have seen enough: a closed pipe is no fault.
            let _ = write!(std::io::stdout(), "{error}");
            Ok(())
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Err(Failure::usage("there is nothing to do", "write `deadheat run PROGRAM`, or see `deadheat --help`"))
        }
        _ => {
            let text = error.to_string();
            let problem = text.lines().next().unwrap_or_default();
            let problem = problem.strip_prefix("error: ").unwrap_or(problem).trim_end_matches(':');
            let space = if command.is_empty() { "" } else { " " };
            Err(Failure::usage(problem, format!("see `deadheat{space}{command} --help`")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Parsed, Failure> {
        parse_run(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
        let takes_value = |option| takes_value("run", option);
        assert!(takes_value("--seed") && takes_value("--record") && !takes_value("--stats") && !takes_value("--x"));
    }

    #[test]
    fn options_reach_their_places() {
        let Ok(Parsed::Run(run)) = parse("--scheduler pct --seed 9 --timeout 1.5 --heap 1k -Xmx2k Main a b") else {
            panic!("not parsed")
        };
        assert_eq!((run.options.scheduler, run.options.seed), (SchedulerKind::Pct, 9));
        assert_eq!((run.options.timeout, run.guest.options.heap), (Duration::from_millis(1500), 2048));
        assert_eq!((run.guest.target, run.guest.arguments.len()), (Target::Class("Main".into()), 2));
    }

    #[test]
    fn errors_are_one_line() {
        for (line, part) in [
            ("", "there is no program to run"),
            ("--sed 1 Main", "'--sed'"),
            ("--seed x Main", "'--seed <NUMBER>'"),
            ("--timeout 0 Main", "seconds"),
            ("--timeout inf Main", "seconds"),
            ("--threads 0 Main", "'--threads <NUMBER>'"),
            ("--schedule f --seed 1 Main", "cannot be used with"),
            ("--seed", "'--seed <NUMBER>'"),
        ] {
            let text = parse(line).unwrap_err().to_string();
            assert!(text.contains(part) && !text.contains('\n'), "{line}: {text}");
        }
    }
}
