//! Command lines of `deadheat cargo`: options of a check, then what cargo is asked for.

use std::time::Duration;

use clap::Args;

use super::check::CheckArgs;
use super::seconds;

/// Options of `deadheat cargo`.
#[derive(Clone, Debug, Args)]
pub struct CargoArgs {
    /// The time for all tests; what is not reached then is not checked (default: as long as it takes)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub total: Option<Duration>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub check: CheckArgs,
}

/// How it is written.
pub(super) const USAGE: &str = "\
deadheat cargo [OPTIONS] test [CARGO'S OPTIONS] [NAME] [-- TEST OPTIONS]
       deadheat cargo [OPTIONS] run [CARGO'S OPTIONS] [-- ARGUMENTS]
       deadheat cargo build [CARGO'S OPTIONS]";

/// What help says of it.
pub(super) const HELP: &str = "\
`test` builds the tests and checks each that NAME fits, as a program of its own; with --output each has a folder. `run` builds the program
and checks it. `build` only builds, for `deadheat check`. All build into target/deadheat; other builds stay as they are.
Exit code: that of the worst check, see `deadheat check --help`; of `build` cargo's own.";

/// Cuts the arguments where cargo's begin.
pub(super) fn split(args: &[String], takes_value: impl Fn(&str) -> bool) -> (&[String], &[String]) {
    let mut at = 0;
    while let Some(option) = args.get(at).filter(|word| word.starts_with('-')) {
        at += if takes_value(option) { 2 } else { 1 };
    }
    args.split_at(at.min(args.len()))
}
