//! `deadheat run`.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use deadheat_event::trace::TraceWriter;
use deadheat_event::{Observer, Schedule};
use deadheat_jvm::{Config, Jvm};
use deadheat_machine::nondeterminism::Twins;
use deadheat_machine::scheduler::{Pct, Random, Replay, RoundRobin};
use deadheat_machine::{Driver, DriverError, Machine, Report, Scheduler};

use crate::analyze::{self, AtomicBlocks};
use crate::cli::{RunCommand, RunOptions, SchedulerKind};
use crate::failure::Failure;
use crate::guest::{Guest, GuestSpec, Main};
use crate::{interrupt, outcome, warnings};

/// Runs a guest once, and gives its exit code.
///
/// # Errors
/// If it cannot be run, or deadheat is at fault.
pub fn run(command: RunCommand) -> Result<u8, Failure> {
    let guest = Guest::prepare(&command, |name| std::env::var_os(name))?;
    launch(&guest.spec, &command.options)
}

/// Boots the machine for this guest and runs it.
///
/// # Errors
/// If the machine cannot be booted, or the run fails.
pub fn launch(spec: &GuestSpec, options: &RunOptions) -> Result<u8, Failure> {
    let mut config = config(spec)?;
    config.public_blocks = options.analysis.atomic == AtomicBlocks::Public;
    let mut jvm = boot(&config)?;
    let facts = facts(spec);
    if options.check_determinism {
        let twin = boot(&Config { live_output: false, ..config })?;
        let mut twins = Twins::new(jvm, twin);
        drive(&mut twins, options, &facts)
    } else {
        let code = drive(&mut jvm, options, &facts);
        tell_missing(&jvm);
        code
    }
}

fn boot(config: &Config) -> Result<Jvm, Failure> {
    Jvm::new(config).map_err(|error| Failure::usage(error.to_string(), ""))
}

/// Natives that the guest asked for in vain: the first thing to look at when it failed.
fn tell_missing(jvm: &Jvm) {
    let missing = jvm.missing_natives();
    if !missing.is_empty() {
        eprintln!("deadheat: the guest called native methods that deadheat does not have:");
        for name in missing {
            eprintln!("  {name}");
        }
    }
}

fn config(spec: &GuestSpec) -> Result<Config, Failure> {
    let main = match &spec.main {
        Main::Class(name) => name.clone(),
        Main::Jar(jar) => main_class(jar)?,
    };
    let mut config = Config::new(spec.jdk.home.clone(), spec.class_path.clone(), &main);
    config.args.clone_from(&spec.arguments);
    config.properties.clone_from(&spec.properties);
    config.assertions = spec.assertions;
    config.heap = spec.limits.heap;
    config.stack = spec.limits.stack;
    config.max_threads = spec.limits.threads;
    config.live_output = true;
    Ok(config)
}

fn main_class(jar: &Path) -> Result<String, Failure> {
    let found =
        deadheat_jvm::classpath::ClassPath::main_class(jar).map_err(|error| Failure::usage(error.to_string(), ""))?;
    found.ok_or_else(|| {
        let remedy = "name one with -cp JAR MainClass";
        Failure::usage(format!("no main manifest attribute, in {}", jar.display()), remedy)
    })
}

/// What is recorded of a guest in a schedule, so that a person can find it again.
#[must_use]
pub fn facts(spec: &GuestSpec) -> Vec<(&'static str, String)> {
    let guest = match &spec.main {
        Main::Class(name) => name.clone(),
        Main::Jar(file) => file.display().to_string(),
    };
    let mut facts = vec![
        ("deadheat", env!("CARGO_PKG_VERSION").to_owned()),
        ("guest", guest),
        ("jdk", spec.jdk.feature.to_string()),
    ];
    if !spec.arguments.is_empty() {
        facts.push(("arguments", spec.arguments.join(" ")));
    }
    facts
}

/// Runs a machine as the options say: schedules, limits, files, messages.
///
/// # Errors
/// If a file cannot be used, the run departs from its schedule, or the machine is at fault.
pub fn drive<M: Machine>(
    machine: &mut M,
    options: &RunOptions,
    facts: &[(&'static str, String)],
) -> Result<u8, Failure> {
    let mut scheduler = scheduler(options)?;
    let mut suppressions = options.analysis.suppressions()?;
    let mut analyses = options.analysis.analyses()?;
    // The files are made before the run: a long one should not end in a message that it could not be saved.
    let mut record = options.record.as_deref().map(create).transpose()?;
    let mut trace = options.trace.as_deref().map(create).transpose()?.map(TraceWriter::new);
    let mut warnings = options.analysis.warnings.as_deref().map(create).transpose()?;

    let stop = if analyses.is_some() { interrupt::flag() } else { None };

    let mut both = (trace.as_mut(), analyses.as_mut());
    let observer: Option<&mut dyn Observer> = match &mut both {
        (None, None) => None,
        (Some(trace), None) => Some(*trace),
        (None, Some(analyses)) => Some(*analyses),
        both => Some(both),
    };
    let report = Driver::new(machine, &mut *scheduler)
        .observer(observer)
        .stop(stop)
        .max_steps(options.max_steps)
        .deadline(Instant::now().checked_add(options.timeout))
        .record(record.is_some())
        .run();

    if let (Some(file), Some(path)) = (&mut record, &options.record) {
        let schedule = labelled(report.schedule.clone(), options, facts);
        file.write_all(schedule.to_string().as_bytes()).map_err(|error| cannot_write(path, &error))?;
    }
    if let (Some(trace), Some(path)) = (trace, &options.trace) {
        trace.finish().map_err(|error| cannot_write(path, &error))?;
    }
    let code = conclude(machine, options, report)?;
    let found = match &mut analyses {
        Some(analyses) => analyze::conclude(analyses, &mut suppressions, options.stats, machine.context()),
        None => Vec::new(),
    };
    if let (Some(file), Some(path)) = (&mut warnings, &options.analysis.warnings) {
        file.write_all(warnings::json(&found).as_bytes()).map_err(|error| cannot_write(path, &error))?;
    }
    Ok(code)
}

/// Says what there is to say of a run that is over.
fn conclude<M: Machine>(machine: &M, options: &RunOptions, report: Report) -> Result<u8, Failure> {
    let outcome = report.end.map_err(|error| match error {
        DriverError::Departure(departure) => Failure::usage(departure.to_string(), ""),
        other => Failure::Internal(other.to_string()),
    })?;
    if let Some(message) = outcome::message(&outcome, machine) {
        eprintln!("deadheat: {message}");
    }
    if options.stats {
        eprintln!("{}", outcome::statistics(&report.statistics, machine.threads().len(), &outcome));
    }
    Ok(outcome::exit_code(&outcome))
}

fn scheduler(options: &RunOptions) -> Result<Box<dyn Scheduler>, Failure> {
    if let Some(path) = &options.schedule {
        return Ok(Box::new(Replay::new(read_schedule(path)?)));
    }
    Ok(match options.scheduler {
        SchedulerKind::RoundRobin => Box::new(RoundRobin::default()),
        SchedulerKind::Random => Box::new(Random::new(options.seed)),
        SchedulerKind::Pct => Box::new(Pct::new(options.seed, Pct::DEFAULT_DEPTH)),
    })
}

fn read_schedule(path: &Path) -> Result<Schedule, Failure> {
    let shown = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| {
        Failure::usage(format!("cannot read the schedule {shown}: {error}"), "make one with --record FILE")
    })?;
    Schedule::parse(&shown, &String::from_utf8_lossy(&bytes)).map_err(|error| Failure::usage(error.to_string(), ""))
}

fn labelled(mut schedule: Schedule, options: &RunOptions, facts: &[(&'static str, String)]) -> Schedule {
    for (key, value) in facts {
        schedule.set_fact(key, value);
    }
    if options.schedule.is_some() {
        schedule.set_fact("scheduler", "replay");
    } else {
        schedule.set_fact("scheduler", options.scheduler.name());
        schedule.set_fact("seed", options.seed);
    }
    schedule
}

fn create(path: &Path) -> Result<File, Failure> {
    File::create(path).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()), "check the folder, its rights and its space")
}
