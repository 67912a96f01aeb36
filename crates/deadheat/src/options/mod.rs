//! Deadheat's own options, and the command line as a whole.

pub mod about;
pub mod analyses;
pub mod build;
pub mod cargo;
pub mod check;
pub mod compilers;
pub mod config;
pub mod convert;
pub mod explore;
pub mod guest;
pub mod nondeterminism;
pub mod predict;
pub mod replay;
pub mod report;
pub mod run;
pub mod show;
pub mod swarm;
pub mod test;

use std::ffi::OsString;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};

use deadheat_guest_native::front::CargoLine;
use deadheat_machine::Limits;

use crate::guests::{self, GuestCommand, Split};
use crate::project::ProjectOptions;
use crate::project::keys::Taker;
use crate::terminal::failure::Failure;
use crate::terminal::stdout;
use about::{CompletionsArgs, InitArgs, ManArgs};
use cargo::CargoArgs;
use check::CheckCommand;
use compilers::{CompilerArgs, CompilerCall};
use config::{ConfigArgs, project_options};
use convert::ConvertArgs;
use explore::ExploreArgs;
use predict::PredictArgs;
use replay::ReplayArgs;
use report::ReportArgs;
use run::RunArgs;
use show::ShowArgs;
use swarm::WorkerArgs;
use test::TestArgs;

/// Finds data races, deadlocks and lost signals in programs, and proves them by a schedule to replay.
#[derive(Debug, Parser)]
#[command(name = "deadheat", version, disable_help_subcommand = true, subcommand_required = true, after_help = BEGINNING)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Predict errors from a run, and prove each with a schedule that replays.
    #[command(override_usage = guests::usage("check"), after_help = guests::help(CHECK_EXIT))]
    Check(Box<CheckCommand>),
    /// Check each test of JUnit 4 and 5 and of TestNG: whether it passes, under whatever schedule.
    #[command(
        override_usage = "deadheat test [OPTIONS] [-cp PATH]\n       deadheat test [OPTIONS] (--maven | --gradle)",
        after_help = guests::help_of_tests(TEST_EXIT)
    )]
    Test(Box<TestArgs>),
    /// Run a program once under a schedule that can be recorded and replayed, and warn.
    #[command(override_usage = guests::usage("run"), after_help = guests::help(RUN_EXIT))]
    Run(Box<RunArgs>),
    /// Search all schedules of a program for dead heats, deadlocks, uncaught exceptions and livelocks.
    #[command(override_usage = guests::usage("explore"), after_help = guests::help(EXPLORE_EXIT))]
    Explore(Box<ExploreArgs>),
    /// Do jobs of checks and searches that other machines make with --nats.
    #[command(after_help = WORKER)]
    Worker(Box<WorkerArgs>),
    /// Replay a witness, and show what happens in it.
    Replay(ReplayArgs),
    /// Show a saved result again, as text, JSON, SARIF, a page or a trace, or compare two.
    #[command(
        override_usage = "deadheat report [OPTIONS] RESULT\n       deadheat report --diff OLD NEW",
        after_help = "Exit code: 0; 2 for an error in the command line or a file."
    )]
    Report(ReportArgs),
    /// Predict races, deadlocks and broken atomicity from a trace, without its program.
    #[command(after_help = PREDICT_EXIT)]
    Predict(PredictArgs),
    /// Write a trace as text, one event a line, as public tools read it.
    #[command(after_help = "Exit code: 0; 2 for an error in the command line or a file.")]
    Convert(ConvertArgs),
    /// Build a Rust package for deadheat, and check its tests or its program.
    #[command(override_usage = cargo::USAGE, after_help = cargo::HELP)]
    Cargo(Box<CargoArgs>),
    /// Compile C for deadheat: as gcc or clang, whose arguments it takes.
    #[command(override_usage = "deadheat cc [--compiler NAME] [ARGUMENTS]...", after_help = COMPILERS)]
    Cc(CompilerArgs),
    /// Compile C++ for deadheat: as g++ or clang++, whose arguments it takes.
    #[command(name = "c++", override_usage = "deadheat c++ [--compiler NAME] [ARGUMENTS]...", after_help = COMPILERS)]
    Cxx(CompilerArgs),
    /// Compile Rust for deadheat: as rustc, whose arguments it takes.
    #[command(override_usage = "deadheat rustc [--compiler NAME] [ARGUMENTS]...", after_help = COMPILERS)]
    Rustc(CompilerArgs),
    /// Show what there is to run programs with, and what of a program cannot be run.
    #[command(override_usage = doctor_usage(), after_help = DOCTOR)]
    Doctor(ConfigArgs),
    /// Write a deadheat.toml for the project in this folder: options that all commands read.
    #[command(after_help = "Exit code: 0; 2 if there is such a file already, or it cannot be written.")]
    Init(InitArgs),
    /// Print a script that completes deadheat's commands and options in a shell.
    #[command(after_help = COMPLETIONS)]
    Completions(CompletionsArgs),
    /// Print the manual page, or write the pages of all commands into a folder.
    #[command(after_help = "Exit code: 0; 2 if the pages cannot be written.")]
    Man(ManArgs),
}

const BEGINNING: &str = "\
Begin with one of these, and see `deadheat COMMAND --help`:
  deadheat check -jar app.jar                      a Java program, named as for `java`
  deadheat check -cp build/classes com.example.Main
  deadheat test -cp target/classes:target/test-classes:lib/*
                                                   each test of JUnit or TestNG
  deadheat check account.c                         a C, C++ or Rust program
  deadheat cargo test                              each test of a Rust package
  deadheat init                                    options that all commands then read
  deadheat doctor                                  what there is to run programs with";

fn doctor_usage() -> String {
    format!("deadheat doctor\n       {}", guests::usage("doctor"))
}

const DOCTOR: &str = "\
The program is named as for `deadheat check`. Only its files are looked at: what stands against it may be something that it never uses.
Exit code: 0; 1 when something of the program cannot be run; 2 for an error in the command line or a file, or when there is nothing
to run programs with; 3 for a fault of deadheat.";

const COMPLETIONS: &str = "\
For bash: deadheat completions bash >~/.local/share/bash-completion/completions/deadheat
For zsh, in a folder of $fpath: deadheat completions zsh >~/.zfunc/_deadheat
For fish: deadheat completions fish >~/.config/fish/completions/deadheat.fish";

const COMPILERS: &str = "\
All other arguments are the compiler's, and so are its messages and its exit code: `make CC=\"deadheat cc\" CXX=\"deadheat c++\"`
builds a program that `deadheat check ./PROGRAM` can run. DEADHEAT_CC, DEADHEAT_CXX and RUSTC name other compilers, too.";

const EXPLORE_EXIT: &str = "\
Exit code: 0 when nothing was found, 1 when something was, 2 for an error in the command line or a file, 3 for a fault of
deadheat. The last line says whether everything was seen, or which bound ended the search.";

const CHECK_EXIT: &str = "\
Exit code: 0 when nothing was witnessed, 1 when something was (see --fail-on), 2 for an error in the command line or a file, 3
for a fault of deadheat.";

const TEST_EXIT: &str = "\
Exit code: 0 when no test fails and nothing was witnessed, 1 when one does or something was (see --fail-on), 2 for an error in the command
line or a file, or a test that cannot be run here, 3 for a fault of deadheat.";

const PREDICT_EXIT: &str = "\
A trace is what `deadheat run --trace FILE` writes, or a text with an event on each line, T0|r(V1)|345, plain or in gzip.
Exit code: 0 when nothing is predicted, 1 when something is, 2 for an error in the command line or the trace, 3 for a fault of
deadheat.";

const RUN_EXIT: &str = "\
Exit code: the program's own; 1 after a deadlock; 2 for an error in the command line or a file; 3 for a fault of deadheat;
4 when a limit or the schedule's end stopped the program.";

const WORKER: &str = "\
Start one on each machine, as often as you like; they serve all campaigns on the server. Ctrl-C gives jobs back that are not done. Java programs
are as isolated as in a check of your own; native ones have the rights of the worker, so it runs them only with --native.
Exit code: 0; 2 when there is no such server, or for an error in the command line.";

/// A complete command.
#[derive(Clone, Debug)]
pub enum Parsed {
    /// A program to run.
    Run(Box<RunArgs>, GuestCommand),
    /// A program to search.
    Explore(Box<ExploreArgs>, GuestCommand),
    /// A program to check.
    Check(Box<CheckCommand>, GuestCommand),
    /// A worker to be.
    Worker(Box<WorkerArgs>),
    /// Tests to check.
    Test(Box<TestArgs>, Box<Split>),
    /// A trace to predict from.
    Predict(PredictArgs),
    /// A trace to write as text.
    Convert(ConvertArgs),
    /// A witness to replay.
    Replay(ReplayArgs),
    /// A result to show.
    Report(ReportArgs),
    /// A compiler to call.
    Compile(CompilerCall),
    /// A Rust package to build and check.
    Cargo(Box<CargoArgs>, CargoLine),
    /// A look at what is there, and at a program's files.
    Doctor(Option<GuestCommand>),
    /// A file of options to write.
    Init(InitArgs),
    /// A script for a shell.
    Completions(CompletionsArgs),
    /// Pages of the manual.
    Man(ManArgs),
    /// Help or the version was asked for, and shown.
    Shown,
}

impl Parsed {
    /// How its results are shown, if it has any.
    #[must_use]
    pub fn show(&self) -> Option<&ShowArgs> {
        match self {
            Self::Run(options, _) => Some(&options.show),
            Self::Explore(options, _) => Some(&options.show),
            Self::Check(options, _) => Some(&options.check.show),
            Self::Cargo(options, _) => Some(&options.check.show),
            Self::Test(options, _) => Some(&options.check.show),
            Self::Predict(options) => Some(&options.show),
            Self::Replay(options) => Some(&options.show),
            Self::Report(options) => Some(&options.show),
            Self::Convert(_) | Self::Compile(_) | Self::Doctor(_) | Self::Shown => None,
            Self::Worker(_) | Self::Init(_) | Self::Completions(_) | Self::Man(_) => None,
        }
    }
}

/// The command line as clap knows it.
#[must_use]
pub fn definition() -> clap::Command {
    Cli::command()
}

/// Reads a command line, without the program's name.
///
/// # Errors
/// If it makes no sense.
pub fn parse(args: Vec<OsString>) -> Result<Parsed, Failure> {
    if let Some(call) = CompilerCall::read(&args)? {
        return Ok(Parsed::Compile(call));
    }
    let args = as_text(args)?;
    match args.split_first() {
        Some((name, rest)) if takes_guest(name) => parse_with_guest(name, rest),
        Some((name, rest)) if name == "cargo" => parse_cargo(name, rest),
        Some((name, rest)) if name == "doctor" => parse_doctor(name, rest),
        name => {
            let name = name.map_or("", |(name, _)| name);
            let own = args.get(1..).unwrap_or_default();
            match read(name, &project_options(name, own)?, own)? {
                None => Ok(Parsed::Shown),
                Some(Command::Predict(options)) => Ok(Parsed::Predict(options)),
                Some(Command::Convert(options)) => Ok(Parsed::Convert(options)),
                Some(Command::Replay(options)) => Ok(Parsed::Replay(options)),
                Some(Command::Report(options)) => Ok(Parsed::Report(options)),
                Some(Command::Worker(options)) => Ok(Parsed::Worker(options)),
                Some(Command::Init(options)) => Ok(Parsed::Init(options)),
                Some(Command::Completions(options)) => Ok(Parsed::Completions(options)),
                Some(Command::Man(options)) => Ok(Parsed::Man(options)),
                Some(
                    Command::Run(_)
                    | Command::Explore(_)
                    | Command::Check(_)
                    | Command::Test(_)
                    | Command::Cargo(_)
                    | Command::Doctor(_),
                ) => Err(Failure::Internal(format!("`{name}` was read without its guest"))),
                Some(Command::Cc(_) | Command::Cxx(_) | Command::Rustc(_)) => {
                    Err(Failure::Internal(format!("the arguments of `{name}` are the compiler's")))
                }
            }
        }
    }
}

pub(crate) fn takes_guest(command: &str) -> bool {
    matches!(command, "run" | "explore" | "check" | "test")
}

/// Reads a command that takes a guest: everything from the guest's name on is the guest's.
fn parse_with_guest(name: &str, args: &[String]) -> Result<Parsed, Failure> {
    let (split, project) = split_guest(name, args)?;
    let Some(command) = read(name, &project, split.own())? else { return Ok(Parsed::Shown) };
    if let Command::Test(options) = command {
        return Ok(Parsed::Test(options, Box::new(split)));
    }
    let limits = match &command {
        Command::Run(options) => &options.limits,
        Command::Explore(options) => {
            options.check()?;
            &options.limits
        }
        Command::Check(options) => &options.check.limits,
        _ => return Err(Failure::Internal(format!("`{name}` takes no guest"))),
    };
    let guest = split
        .command(limits.limits())
        .map_err(|error| Failure::usage(error.problem, format!("{}; see `deadheat {name} --help`", error.remedy)))?;
    Ok(match command {
        Command::Run(options) => Parsed::Run(options, guest),
        Command::Explore(options) => Parsed::Explore(options, guest),
        Command::Check(options) => Parsed::Check(options, guest),
        _ => return Err(Failure::Internal(format!("`{name}` takes no guest"))),
    })
}

/// Cuts the arguments of a command that takes a guest, with what the project's options say of guests of its kind.
fn split_guest(name: &str, args: &[String]) -> Result<(Split, ProjectOptions), Failure> {
    let takes_value = |option: &str| takes_value(name, option);
    let project = project_options(name, &guests::own_options(args, takes_value)?)?;
    let split = guests::split(args, &project, takes_value)?;
    Ok((split, project))
}

/// Reads a command that may name a guest, and has no options of its own.
fn parse_doctor(name: &str, args: &[String]) -> Result<Parsed, Failure> {
    let (split, project) = split_guest(name, args)?;
    if read(name, &project, split.own())?.is_none() {
        return Ok(Parsed::Shown);
    }
    let guest = split.names_guest().then(|| split.command(Limits::default())).transpose()?;
    Ok(Parsed::Doctor(guest))
}

/// Reads a command for cargo: the options of a check, then everything from the action on.
fn parse_cargo(name: &str, args: &[String]) -> Result<Parsed, Failure> {
    let (own, line) = cargo::split(args, |option| takes_value(name, option));
    match read(name, &project_options(name, own)?, own)? {
        None => Ok(Parsed::Shown),
        Some(Command::Cargo(options)) => Ok(Parsed::Cargo(options, CargoLine::read(line)?)),
        Some(_) => Err(Failure::Internal("`cargo` was read as another command".to_owned())),
    }
}

/// Lets clap read a command and its own options, behind those of the project; none when help or the version was asked for, and shown.
fn read(name: &str, project: &ProjectOptions, own: &[String]) -> Result<Option<Command>, Failure> {
    let words = std::iter::once(name.to_owned()).filter(|name| !name.is_empty());
    let words = words.chain(project.words(|taker| taker == Taker::Own)).chain(own.iter().cloned());
    let error = match Cli::try_parse_from(std::iter::once("deadheat".to_owned()).chain(words)) {
        Ok(Cli { command }) => return Ok(Some(command)),
        Err(error) => error,
    };
    use clap::error::ErrorKind;
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            stdout::print(&error.to_string())?;
            Ok(None)
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Err(Failure::usage("there is nothing to do", "write `deadheat check PROGRAM`, or see `deadheat --help`"))
        }
        ErrorKind::MissingRequiredArgument if matches!(name, "predict" | "convert") => Err(Failure::usage(
            "there is no trace to read",
            format!("name one of `deadheat run --trace FILE`, or a text; see `deadheat {name} --help`"),
        )),
        ErrorKind::MissingRequiredArgument if name == "report" => Err(Failure::usage(
            "there is no result to show",
            "name the result.json of `deadheat check --output DIR`; see `deadheat report --help`",
        )),
        _ => Err(mistake(name, project, &error)),
    }
}

/// What is wrong in one line, where it is if the project's options are to blame, and what may be meant.
fn mistake(name: &str, project: &ProjectOptions, error: &clap::Error) -> Failure {
    use clap::error::{ContextKind, ContextValue};
    let text = error.to_string();
    let problem = text.lines().next().unwrap_or_default();
    let problem = problem.strip_prefix("error: ").unwrap_or(problem).trim_end_matches(':');
    let strings = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let options = [ContextKind::InvalidArg, ContextKind::PriorArg].map(strings).concat();
    let problem = match options.iter().find_map(|option| project.place(option)) {
        Some(place) => format!("{place}: {problem}"),
        None => problem.to_owned(),
    };
    let meant = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue]
        .map(strings)
        .concat();
    let values = strings(ContextKind::ValidValue);
    let known = Cli::command().find_subcommand(name).is_some();
    let help = if known { format!("see `deadheat {name} --help`") } else { "see `deadheat --help`".to_owned() };
    let remedy = match (meant.first(), &values[..]) {
        (Some(meant), _) => format!("did you mean `{meant}`? Otherwise {help}"),
        (None, []) => help,
        (None, values) => format!("write one of {}; {help}", values.join(", ")),
    };
    Failure::usage(problem, remedy)
}

/// Whether the option of a command has its value as the next argument.
fn takes_value(command: &str, option: &str) -> bool {
    let cli = Cli::command();
    let command = cli.find_subcommand(command);
    let mut arguments = command.into_iter().flat_map(clap::Command::get_arguments);
    arguments.any(|arg| arg.get_action().takes_values() && option.strip_prefix("--") == arg.get_long())
}

/// The command line as text.
fn as_text(args: Vec<OsString>) -> Result<Vec<String>, Failure> {
    args.into_iter()
        .map(|arg| {
            arg.into_string().map_err(|arg| {
                let problem = format!("the argument `{}` is not UTF-8", arg.to_string_lossy());
                Failure::usage(problem, "rename the file, or set a UTF-8 locale")
            })
        })
        .collect()
}

/// Reads a number of seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|&seconds| seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| format!("`{text}` is not a number of seconds above 0"))
}

/// As many as the processors can serve, if each keeps so many of them busy; unless a number is given.
pub(crate) fn worker_count(given: Option<u16>, processors: usize) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    given.map_or_else(|| (all() / processors.max(1)).max(1), usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use run::SchedulerKind;

    pub(super) fn read_line(line: &str) -> Result<Parsed, Failure> {
        parse(line.split_whitespace().map(OsString::from).collect())
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
        let takes_value = |option| takes_value("run", option);
        assert!(takes_value("--seed") && takes_value("--record") && !takes_value("--stats") && !takes_value("--x"));
    }

    #[test]
    fn options_reach_their_places() {
        let line = "run --scheduler pct --seed 9 --timeout 1.5 --heap 1k -Xmx2k Main a b";
        let Ok(Parsed::Run(options, guest)) = read_line(line) else { panic!("not parsed") };
        assert_eq!((options.scheduler, options.seed), (SchedulerKind::Pct, 9));
        assert_eq!(options.timeout, Duration::from_millis(1500));
        assert_eq!(guest.line(), "--heap 2048 Main a b");
    }

    #[test]
    fn native_programs_are_known_by_their_files() {
        for (line, expected) in [
            ("check --seed 1 --opt 0 account.c 1 2", "--opt 0 account.c 1 2"),
            ("run --cflags -DN=1 p/main.rs", "--cflags -DN=1 p/main.rs"),
            ("run --heap 1k ./no-such-program -jar x", "--heap 1024 ./no-such-program -jar x"),
            ("explore -- -x.cc", "-- -x.cc"),
        ] {
            let (Parsed::Check(_, guest) | Parsed::Run(_, guest) | Parsed::Explore(_, guest)) =
                read_line(line).unwrap()
            else {
                panic!("{line}")
            };
            assert!(matches!(guest, GuestCommand::Native(_)), "{line}: {guest:?}");
            assert_eq!(guest.line(), expected);
        }
        for line in ["run Main a.c", "run -cp x a/Main a.c", "run -jar app.jar a.rs", "run a/B.java ./x"] {
            assert!(matches!(read_line(line), Ok(Parsed::Run(_, GuestCommand::Java(_)))), "{line}");
        }
    }

    #[test]
    fn options_of_a_check_go_before_the_action_of_cargo() {
        let Ok(Parsed::Cargo(options, line)) =
            read_line("cargo --seed 3 --total 9 --stats test --release pool -- --ignored")
        else {
            panic!("not parsed")
        };
        assert_eq!((options.check.seed, options.check.stats), (3, true));
        assert_eq!(options.total, Some(Duration::from_secs(9)));
        assert_eq!((line.options.join(" ").as_str(), line.name.as_deref()), ("--release", Some("pool")));
    }

    #[test]
    fn errors_are_one_line() {
        for (line, part) in [
            ("", "there is nothing to do"),
            ("frobnicate", "frobnicate"),
            ("run", "there is no program to run"),
            ("run --sed 1 Main", "'--sed'"),
            ("run --seed x Main", "'--seed <NUMBER>'"),
            ("run --timeout 0 Main", "seconds"),
            ("run --timeout inf Main", "seconds"),
            ("run --threads 0 Main", "'--threads <NUMBER>'"),
            ("run --schedule f --seed 1 Main", "cannot be used with"),
            ("run --seed", "'--seed <NUMBER>'"),
            ("report", "there is no result to show"),
            ("report r --format xml", "xml"),
            ("report r --width 3", "--width"),
            ("report --diff a", "--diff"),
            ("report r --diff a b", "cannot be used with"),
            ("replay", "required arguments"),
            ("predict", "there is no trace to read"),
            ("predict t --engine magic", "magic"),
            ("predict t --window 0", "--window"),
            ("convert", "there is no trace to read"),
            ("cc --compiler", "write `--compiler clang-19`"),
            ("cargo", "there is nothing for cargo to do"),
            ("cargo --seed x test", "'--seed <NUMBER>'"),
            ("cargo clippy", "makes no program to check"),
            ("check --opt 9 a.c", "from 0 to 3"),
            ("check --env A a.c", "NAME=VALUE"),
        ] {
            let text = read_line(line).unwrap_err().to_string();
            assert!(text.contains(part) && !text.contains('\n'), "{line}: {text}");
        }
    }
}
