//! The command line: wiring, options and exit codes.
//!
//! [`options`] reads a command line, with the help of [`guests`], which knows the kinds of guests, and of [`project`], which knows the options of a
//! project; [`commands`] does what it says;
//! [`terminal`] shows progress, failures and how runs ended.

pub mod commands;
pub mod guests;
pub mod options;
pub mod project;
pub mod terminal;

use std::ffi::OsString;
use std::process::ExitCode;

use options::Parsed;
use terminal::failure::Failure;

/// Everything between the command line (without the program's name) and the exit code.
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.collect();
    let code = terminal::panic::catch(|| command(args.clone())).unwrap_or_else(|failure| {
        if failure != Failure::ClosedPipe {
            note!("deadheat: {failure}");
        }
        if let Failure::Internal(fault) = &failure {
            terminal::bundle::write(&args, fault);
        }
        failure.exit_code()
    });
    ExitCode::from(code)
}

/// Finds out what is asked for, and does it.
fn command(args: Vec<OsString>) -> Result<u8, Failure> {
    let parsed = options::parse(args)?;
    terminal::bundle::wanted(parsed.show().and_then(|show| show.bundle.clone()));
    match parsed {
        Parsed::Run(options, guest) => commands::run::run(&options, &guest),
        Parsed::Explore(options, guest) => commands::explore::explore(&options, &guest),
        Parsed::Check(options, guest) => commands::check::check(&options, &guest),
        Parsed::Worker(options) => commands::swarm::worker::worker(&options),
        Parsed::Test(options, split) => commands::build::test(&options, *split),
        Parsed::Predict(options) => commands::predict::predict(&options),
        Parsed::Convert(options) => commands::convert::convert(&options),
        Parsed::Replay(options) => commands::replay::replay(&options),
        Parsed::Report(options) => commands::report::report(&options),
        Parsed::Compile(call) => commands::compilers::call(&call),
        Parsed::Cargo(options, line) => commands::cargo::cargo(&options, &line),
        Parsed::Doctor(guest) => commands::doctor::doctor(guest.as_ref()),
        Parsed::Init(options) => commands::init::init(&options),
        Parsed::Completions(options) => commands::completions::completions(&options),
        Parsed::Man(options) => commands::man::man(&options),
        Parsed::Shown => Ok(0),
    }
}
