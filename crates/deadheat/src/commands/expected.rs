//! What the end of a program should be, as the user says it or as the first run shows it.

use std::sync::Arc;

use deadheat_event::Schedule;
use deadheat_machine::scheduler::RoundRobin;
use deadheat_machine::{Driver, Expectation, Guest, GuestKind, MOST_OUTPUT, Machine, Outcome, States};

use super::files::{self, Folder};
use super::{check, witness_file};
use crate::guests::{GuestCommand, Task};
use crate::note;
use crate::options::check::CheckArgs;
use crate::terminal::failure::Failure;

/// The name of the file in the folder of results that has the schedule of the first run.
const FIRST: &str = "first.schedule";

/// What is expected of a guest. The schedule of the run that it comes from is kept in the folder of results, if there is one.
///
/// # Errors
/// If that cannot be read, or the first run does not end.
pub fn expectation(options: &CheckArgs, guest: &GuestCommand, folder: Option<&Folder>) -> Result<Expectation, Failure> {
    let CheckArgs { expect_exit: exit_code, expect_output, same_output, .. } = options;
    if exit_code.is_none() && expect_output.is_none() && !same_output {
        return Ok(Expectation::default());
    }
    if guest.kind() != GuestKind::Java {
        let remedy = "use --fail-on-exit, or let the program itself check what it writes";
        return Err(Failure::usage("what native programs write is not compared", remedy));
    }
    if options.show.no_values && (*same_output || expect_output.is_some()) {
        return Err(Failure::usage("a witness would have in it what is compared", "leave --no-values out"));
    }
    if *same_output {
        return guest.with(check::machines(options), None, FirstRun { options, folder })?;
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
    Ok(Expectation { exit_code: *exit_code, output })
}

/// The run with which others are compared.
struct FirstRun<'a> {
    options: &'a CheckArgs,
    folder: Option<&'a Folder>,
}

impl Task for FirstRun<'_> {
    type Output = Result<Expectation, Failure>;

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
        if let Some(folder) = self.folder {
            keep(guest, report.schedule, folder)?;
        }
        Ok(Expectation { exit_code: Some(exit_code), output: Some(Arc::from(output)) })
    }
}

/// An error of this kind is between two schedules: the other one is in its witness.
fn keep<G: Guest>(guest: &G, mut schedule: Schedule, folder: &Folder) -> Result<(), Failure> {
    witness_file::label(&mut schedule, guest);
    let file = folder.file(FIRST);
    files::write(&file, &schedule.to_string())?;
    let line = guest.label().line();
    note!("deadheat: others are compared with the first run: deadheat run --schedule {} {line}", file.display());
    Ok(())
}
