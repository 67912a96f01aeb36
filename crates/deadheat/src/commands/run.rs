//! `deadheat run`.

use std::time::Instant;

use deadheat_event::trace::TraceWriter;
use deadheat_event::{Observer, Schedule};
use deadheat_machine::determinism::DeterminismCheck;
use deadheat_machine::scheduler::{Pct, Random, RoundRobin};
use deadheat_machine::{
    Driver, DriverError, Guest, Machine, MachineOptions, Outcome, Replay, RunReport, Scheduler, States, Statistics,
};
use deadheat_report::{safe, words};
use deadheat_search::violations;
use deadheat_witness::result::{Effort, Moment};
use deadheat_witness::{Narrator, Ownership};

use super::files::{self, Folder, NewFile};
use super::witness_file::{self, KEPT, STATES};
use super::{show_idle_pools, show_needs, warnings};
use crate::guests::{GuestCommand, Task};
use crate::options::analyses::AtomicBlocks;
use crate::options::run::{RunArgs, SchedulerKind};
use crate::terminal::failure::{EXIT_ERROR_FOUND, Failure};
use crate::terminal::{bundle, interrupt, outcome};

/// Runs a guest once, and gives its exit code.
///
/// # Errors
/// If it cannot be run, or deadheat is at fault.
pub fn run(options: &RunArgs, guest: &GuestCommand) -> Result<u8, Failure> {
    let schedule = options.schedule.as_deref().map(files::read_schedule).transpose()?;
    let public_blocks = options.analysis.atomic == AtomicBlocks::Public;
    let machines = MachineOptions { live_output: true, public_blocks, ..MachineOptions::default() };
    guest.with(machines, schedule.as_ref(), Run { options, schedule: schedule.as_ref(), line: guest.line() })?
}

/// A run to be made.
pub struct Run<'a> {
    /// How.
    pub options: &'a RunArgs,
    /// The schedule to be followed.
    pub schedule: Option<&'a Schedule>,
    /// The guest as the command line names it.
    pub line: String,
}

impl Task for Run<'_> {
    type Output = Result<u8, Failure>;

    fn perform<G: Guest>(self, guest: &G) -> Self::Output {
        let kept = self.schedule.is_some_and(|schedule| schedule.fact(STATES) == Some(KEPT));
        let states = if kept { States::Kept } else { States::Dropped };
        let mut machine = guest.start(states)?;
        if self.options.check_determinism {
            let mut both = DeterminismCheck::new(machine, guest.start_silent(states)?);
            return self.drive(&mut both, guest);
        }
        self.drive(&mut machine, guest)
    }
}

impl Run<'_> {
    /// Runs a machine as the options say: schedules, limits, files, messages.
    fn drive<M: Machine, G: Guest>(&self, machine: &mut M, guest: &G) -> Result<u8, Failure> {
        let options = self.options;
        let mut scheduler = self.scheduler();
        let mut suppressions = options.analysis.suppressions()?;
        let mut analyses = options.analysis.analyses()?;
        // The files are made before the run: a long one should not end in a message that it could not be saved.
        let create = |path: &Option<_>| path.as_deref().map(NewFile::create).transpose();
        let record = create(&options.record)?;
        let mut trace = create(&options.trace)?.map(|file| TraceWriter::new(file, &guest.label().kind.to_string()));
        let json = create(&options.analysis.warnings)?;
        let perfetto = create(&options.perfetto)?;
        let folder = options.output.as_deref().map(Folder::open).transpose()?;

        let stop = if analyses.is_some() { interrupt::flag() } else { None };
        let mut story = (perfetto.is_some() || options.output.is_some()).then(Narrator::default);
        let mut observers: Vec<&mut dyn Observer> = Vec::new();
        observers.extend(trace.as_mut().map(|trace| trace as &mut dyn Observer));
        observers.extend(analyses.as_mut().map(|analyses| analyses as &mut dyn Observer));
        observers.extend(story.as_mut().map(|story| story as &mut dyn Observer));
        // An observer that is not there costs nothing, and one alone is asked without a detour.
        let observer: Option<&mut dyn Observer> = match &mut *observers {
            [] => None,
            [one] => Some(&mut **one),
            _ => Some(&mut observers),
        };
        let report = Driver::new(machine, &mut *scheduler)
            .observer(observer)
            .stop(stop)
            .max_steps(options.max_steps)
            .deadline(Instant::now().checked_add(options.timeout))
            .record(record.is_some() || options.show.bundle.is_some())
            .run();
        if report.end.is_err() {
            bundle::add("schedule", report.schedule.to_string());
        }

        if let Some(file) = record {
            file.fill(&self.labelled(report.schedule.clone(), guest).to_string())?;
        }
        if let (Some(trace), Some(path)) = (trace, &options.trace) {
            trace.finish(machine.context()).map_err(|error| files::cannot_write(path, &error))?.finish()?;
        }
        let drawn = story.map(|story| {
            let (threads, mut moments) = story.finish(machine.context());
            if options.show.no_values {
                moments.iter_mut().for_each(Moment::hide_values);
            }
            deadheat_report::perfetto::run(&guest.label().name, &threads, &moments)
        });
        if let (Some(file), Some(drawn)) = (perfetto, &drawn) {
            file.fill(drawn)?;
        }
        let Statistics { steps, elapsed, .. } = report.statistics;
        let effort = Effort { seconds: elapsed.as_secs_f64(), runs: 1, steps, ..Effort::default() };
        if let Ok(outcome) = &report.end
            && !guest.tells_of_deaths()
            && let Some(crash) = outcome::crash(outcome, machine)
        {
            eprintln!("deadheat: {crash}");
        }
        let code = conclude(machine, options, report)?;
        let found = match &mut analyses {
            Some(analyses) => warnings::collect(analyses, &mut suppressions, options.stats, machine.context()),
            None => Vec::new(),
        };
        if let Some(file) = json {
            file.fill(&warnings::json(&found))?;
        }
        let spec = if options.output.is_some() { guest.spec() } else { guest.label() };
        let next = format!("deadheat check {}", self.line);
        let mut result = warnings::result(&found, &suppressions, effort, spec, &next);
        (result.needs, result.idle_pools) = (guest.needs(), guest.idle_pools());
        result.blind_spots = guest.blind_spots();
        let scope = options.analysis.scope();
        warnings::fold_libraries(&mut result, &Ownership::new(guest, &scope));
        options.show.prepare(&mut result);
        warnings::show(&result, options, guest.sources(&options.show.source))?;
        if let (Some(folder), Some(drawn)) = (&folder, &drawn) {
            // There are no witnesses to draw, but there is the run itself.
            files::write(&folder.file("trace.json"), drawn)?;
        }
        show_needs(&result.needs);
        show_idle_pools(&result.idle_pools);
        Ok(code)
    }

    fn scheduler(&self) -> Box<dyn Scheduler> {
        if let Some(schedule) = self.schedule {
            return Box::new(Replay::new(schedule.clone()));
        }
        let seed = self.options.seed;
        match self.options.scheduler {
            SchedulerKind::RoundRobin => Box::new(RoundRobin::default()),
            SchedulerKind::Random => Box::new(Random::new(seed)),
            SchedulerKind::Pct => Box::new(Pct::new(seed, Pct::DEFAULT_DEPTH)),
        }
    }

    /// The recorded schedule, with what a person and a replay must know of it.
    fn labelled<G: Guest>(&self, mut schedule: Schedule, guest: &G) -> Schedule {
        for (key, value) in witness_file::guest_facts(&guest.label()) {
            schedule.set_fact(key, value);
        }
        if let Some(followed) = self.schedule {
            schedule.set_fact("scheduler", "replay");
            followed.fact(STATES).into_iter().for_each(|value| schedule.set_fact(STATES, value));
            guest.facts().iter().for_each(|(key, value)| schedule.set_fact(key, value));
        } else {
            schedule.set_fact("scheduler", self.options.scheduler.name());
            schedule.set_fact("seed", self.options.seed);
        }
        schedule
    }
}

/// Says what there is to say of a run that is over.
fn conclude<M: Machine>(machine: &M, options: &RunArgs, report: RunReport) -> Result<u8, Failure> {
    let outcome = report.end.map_err(|error| match error {
        DriverError::Departure(departure) => Failure::usage(departure.to_string(), ""),
        other => Failure::Internal(other.to_string()),
    })?;
    let values = options.show.values();
    let found = if outcome.is_running() { violations(machine, &outcome) } else { Vec::new() };
    for violation in &found {
        crate::note!("deadheat: the schedule ends in: {}", outcome::violation(violation, machine.context(), values));
    }
    if let Some(message) = outcome::message(&outcome, machine, values).filter(|_| found.is_empty()) {
        crate::note!("deadheat: {message}");
    }
    // A guest that does not come back from a step has met a limit that is no option's.
    let unseen = words::blind_spots(&machine.blind_spots()).filter(|_| matches!(outcome, Outcome::Limit(_)));
    if let Some(unseen) = unseen {
        crate::note!("deadheat: {}", safe::line(&unseen));
    }
    if options.stats {
        crate::note!("{}", outcome::statistics(&report.statistics, machine.threads().len(), &outcome, values));
    }
    Ok(if found.is_empty() { outcome::exit_code(&outcome) } else { EXIT_ERROR_FOUND })
}
