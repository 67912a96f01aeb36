//! The command line: wiring, options and exit codes.
//!
//! [`argv`] separates what is meant for deadheat from what is meant for the guest; [`cli`] holds deadheat's own options;
//! [`guest`] turns both into a [`GuestSpec`](guest::GuestSpec), with the help of [`jdk`] and [`source`]; [`run`] runs it, and
//! [`explore`] searches it.

pub mod analyze;
pub mod argv;
pub mod check;
pub mod check_options;
pub mod cli;
pub mod command_line;
pub mod digest;
pub mod explore;
pub mod explore_options;
pub mod failure;
pub mod guest;
pub mod interrupt;
pub mod jdk;
pub mod outcome;
pub mod panic;
pub mod progress;
pub mod rabbit_watch;
pub mod replay;
pub mod report;
pub mod report_options;
pub mod results;
pub mod run;
pub mod show_options;
pub mod size;
pub mod source;
pub mod terminal;
pub mod warnings;

use std::ffi::OsString;
use std::process::ExitCode;

use failure::Failure;

/// Everything between the command line (without the program's name) and the exit code.
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.collect();
    let code = panic::catch(|| command(args)).unwrap_or_else(|failure| {
        eprintln!("deadheat: {failure}");
        failure.exit_code()
    });
    ExitCode::from(code)
}

/// Finds out what is asked for, and does it.
fn command(args: Vec<OsString>) -> Result<u8, Failure> {
    let args = argv::as_text(args)?;
    match args.split_first() {
        Some((first, rest)) if matches!(&**first, "run" | "explore" | "check") => match cli::parse(first, rest)? {
            cli::Parsed::Run(command) => run::run(*command),
            cli::Parsed::Explore(command) => explore::explore(&command),
            cli::Parsed::Check(command) => check::check(&command),
            cli::Parsed::Told => Ok(0),
        },
        Some((first, rest)) if first == "replay" => match cli::parse_replay(rest)? {
            Some(options) => replay::replay(&options),
            None => Ok(0),
        },
        Some((first, rest)) if first == "report" => {
            report_options::parse(rest)?.map_or(Ok(0), |options| report::report(&options))
        }
        _ => cli::parse_top(&args),
    }
}
