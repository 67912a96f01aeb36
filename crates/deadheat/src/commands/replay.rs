//! `deadheat replay`.

use std::fmt::Write as _;

use deadheat_event::Schedule;
use deadheat_machine::{Guest, Machine, MachineOptions, Replay, States, surroundings};
use deadheat_report::{safe, text, words};
use deadheat_witness::result::{Finding, Moment, Technique};
use deadheat_witness::{Namer, confirm, finding};

use super::witness_file::WitnessFile;
use super::{files, show_needs};
use crate::guests::Task;
use crate::options::replay::ReplayArgs;
use crate::options::show::Stream;
use crate::terminal::failure::{EXIT_ERROR_FOUND, Failure};
use crate::terminal::outcome::{self, Values};
use crate::terminal::stdout;

/// Replays a witness, and gives the exit code.
///
/// # Errors
/// If the witness or its program cannot be used, or deadheat is at fault.
pub fn replay(options: &ReplayArgs) -> Result<u8, Failure> {
    let path = &options.witness;
    let witness = WitnessFile::read(path, files::read_schedule(path)?)?;
    let schedule = witness.schedule.clone();
    let command = witness.command.clone();
    command.with(MachineOptions::default(), Some(&schedule), ReplayTask { options, witness })?
}

struct ReplayTask<'a> {
    options: &'a ReplayArgs,
    witness: WitnessFile,
}

impl Task for ReplayTask<'_> {
    type Output = Result<u8, Failure>;

    fn perform<G: Guest>(self, guest: &G) -> Self::Output {
        let Self { options, witness: WitnessFile { schedule, goal, digest, .. } } = self;
        let shown = options.witness.display();
        match digest {
            Some(digest) if digest != guest.spec().digest && !options.force => {
                let mut problem = format!("{shown} is a witness of another program: its code has changed since");
                for difference in differences(&schedule, guest) {
                    let _ = write!(problem, "; {}", safe::line(&difference));
                }
                return Err(Failure::usage(problem, "check the program again, or try all the same with --force"));
            }
            Some(_) => {}
            None => {
                crate::note!("deadheat: {shown} is of an older version: whether the program has changed is not known")
            }
        }
        let mut machine = guest.start(States::Kept)?;
        if let Some(step) = options.stop_at {
            return stop_at(&mut machine, &schedule, step, options.show.values());
        }
        let proof = confirm(&mut machine, &goal, &schedule).map_err(|error| Failure::Internal(error.to_string()))?;
        // What a witness says of its error may have a value in it; its id has none.
        let said = if options.show.no_values { "finding" } else { "error" };
        let error = safe::line(schedule.fact(said).unwrap_or("unknown"));
        let Some(proof) = proof else {
            show_needs(&guest.needs());
            let differences = differences(&schedule, guest);
            if differences.is_empty() && schedule.fact(surroundings::ENVIRONMENT).is_some() {
                crate::note!(
                    "deadheat: values of environment variables are not kept; does the program look at one that is another now?"
                );
            }
            for difference in differences {
                crate::note!("deadheat: {}", safe::line(&difference));
            }
            stdout::print(&format!("the witness does not end in its error: {error}\n"))?;
            return Ok(EXIT_ERROR_FOUND);
        };
        if options.check {
            stdout::print(&format!("confirmed: {error}\n"))?;
            return Ok(0);
        }
        let page = if options.steps {
            let mut finding = finding::of_proof(&goal, proof, Technique::Run, Vec::new());
            if options.show.no_values {
                finding.hide_values();
            }
            steps(&finding)
        } else {
            let form = options.show.text(Stream::Stdout, true, guest.sources(&options.show.source), String::new());
            let mut finding = finding::of_proof(&goal, proof, Technique::Run, Vec::new());
            finding.id = schedule.fact("finding").unwrap_or(&finding.id).to_owned();
            if options.show.no_values {
                finding.hide_values();
            }
            text::render_replay(&finding, &form)
        };
        stdout::print(&page)?;
        Ok(0)
    }
}

/// What is not as it was when the witness was made, and could not be made so again.
fn differences<G: Guest>(schedule: &Schedule, guest: &G) -> Vec<String> {
    // A witness that shows no input has its length.
    let shows = |values: bool| surroundings::differences(schedule, &guest.surroundings(values));
    let hidden = shows(false);
    shows(true).into_iter().filter(|difference| hidden.contains(difference)).collect()
}

/// Everything that happens, a line each.
fn steps(finding: &Finding) -> String {
    let moments = finding.witness.iter().flat_map(|witness| &witness.interleaving);
    moments.map(|moment| format!("{}\n", safe::line(&line(moment)))).collect()
}

fn line(moment: &Moment) -> String {
    let place = moment.place.as_ref().map(|place| format!("  {place}")).unwrap_or_default();
    format!("{:>8} {:<4} {}{place}", moment.step, moment.thread.to_string(), words::moment(moment))
}

/// Goes up to a step, and shows every thread.
fn stop_at<M: Machine>(machine: &mut M, schedule: &Schedule, step: u64, values: Values) -> Result<u8, Failure> {
    let mut replay = Replay::of(schedule);
    replay.play(machine, step).map_err(|error| Failure::usage(error.to_string(), "the program may have changed"))?;
    let next = replay.upcoming().map(|pick| pick.choice.thread());
    let context = machine.context();
    let mut namer = Namer::default();
    let mut page = String::new();
    for info in machine.threads() {
        let Some(pending) = machine.pending(info.id) else { continue };
        let mark = if next == Some(info.id) { " (goes next)" } else { "" };
        let doing = outcome::situation(&pending, &mut namer, context, values);
        let _ = writeln!(page, "{} \"{}\"{mark}: {}", info.id, safe::line(&info.name), safe::line(&doing));
        for (lock, mode) in context.locks(info.id) {
            let _ = writeln!(page, "  holds {} ({mode})", safe::line(&namer.sync(lock, context)));
        }
        for frame in context.stack(info.id) {
            let _ = writeln!(page, "      at {}", safe::line(&frame.to_string()));
        }
    }
    stdout::print(&page)?;
    Ok(0)
}
