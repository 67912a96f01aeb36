//! What the end of a program should be, as the user says it or as the first run shows it.

use std::sync::Arc;

use deadheat_event::Schedule;
use deadheat_machine::scheduler::RoundRobin;
use deadheat_machine::{Driver, Expectation, Guest, MOST_OUTPUT, Machine, MachineOptions, Outcome, States, shell};
use deadheat_witness::result::{Finding, FoundError};

use super::files::{self, Folder};
use super::{check, witness_file};
use crate::guests::{GuestCommand, Task};
use crate::options::check::CheckArgs;
use crate::terminal::failure::Failure;

/// The name of the file in the folder of results that has the schedule of the first run.
const FIRST: &str = "first.schedule";

/// What is expected of the end of a guest.
#[derive(Default)]
pub struct Expected {
    /// What it is.
    pub end: Expectation,
    /// The command that shows the run that it comes from, where its schedule is kept.
    pub first: Option<String>,
}

impl Expected {
    /// Tells in a finding with what its end is compared.
    pub fn add_to(&self, finding: &mut Finding) {
        if let FoundError::DifferingOutput { first, .. } = &mut finding.error {
            first.clone_from(&self.first);
        }
    }
}

/// What is expected of a guest. The schedule of the run that it comes from is kept in the folder of results, if there is one.
///
/// # Errors
/// If that cannot be read, or the first run does not end.
pub fn expected(options: &CheckArgs, guest: &GuestCommand, folder: Option<&Folder>) -> Result<Expected, Failure> {
    let CheckArgs { expect_exit: exit_code, expect_output, same_output, .. } = options;
    if exit_code.is_none() && expect_output.is_none() && !same_output {
        return Ok(Expected::default());
    }
    if options.show.no_values && (*same_output || expect_output.is_some()) {
        return Err(Failure::usage("a witness would have in it what is compared", "leave --no-values out"));
    }
    if *same_output {
        let machines = MachineOptions { keeps_output: true, ..check::machines(options) };
        return guest.with(machines, None, FirstRun { options, folder })?;
    }
    let output = match expect_output {
        Some(path) => {
            let most = MOST_OUTPUT as u64;
            let bytes = files::read(path, most).map_err(|error| {
                let problem = format!("cannot read what is expected from {}: {error}", path.display());
                Failure::usage(problem, format!("name a file of at most {} KB", MOST_OUTPUT >> 10))
            })?;
            Some(Arc::from(bytes))
        }
        None => None,
    };
    Ok(Expected { end: Expectation { exit_code: *exit_code, output }, first: None })
}

/// The run with which others are compared.
struct FirstRun<'a> {
    options: &'a CheckArgs,
    folder: Option<&'a Folder>,
}

impl Task for FirstRun<'_> {
    type Output = Result<Expected, Failure>;

    fn perform<G: Guest>(self, guest: &G) -> Self::Output {
        let mut machine = guest.start_silent(States::Kept)?;
        let mut scheduler = RoundRobin::default();
        let report = Driver::new(&mut machine, &mut scheduler).max_steps(self.options.max_steps).record(true).run();
        let exit_code = match report.end {
            Ok(Outcome::Finished { exit_code }) => exit_code,
            Ok(other) => {
                let problem = format!("the first run, with which others would be compared, has no end: {other}");
                return Err(Failure::usage(problem, "leave --same-output out"));
            }
            Err(error) => return Err(Failure::Internal(error.to_string())),
        };
        let output = machine.output().unwrap_or_default();
        if output.len() > MOST_OUTPUT {
            let problem = format!("the first run writes more than {} KB, which are not compared", MOST_OUTPUT >> 10);
            return Err(Failure::usage(problem, "let it write less"));
        }
        let first = self.folder.map(|folder| keep(guest, report.schedule, folder)).transpose()?;
        let end = Expectation { exit_code: Some(exit_code), output: Some(Arc::from(output)) };
        Ok(Expected { end, first })
    }
}

/// An error of this kind is between two schedules: the other one is in its witness. Gives the command that follows this one.
fn keep<G: Guest>(guest: &G, mut schedule: Schedule, folder: &Folder) -> Result<String, Failure> {
    witness_file::label(&mut schedule, guest);
    let file = folder.file(FIRST);
    files::write(&file, &schedule.to_string())?;
    let words = ["deadheat", "run", "--schedule"].map(str::to_owned);
    Ok(format!("{} {}", shell::line(&[&words[..], &[file.display().to_string()]].concat()), guest.label().line()))
}
