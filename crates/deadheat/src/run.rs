//! `deadheat run`.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use deadheat_event::trace::TraceWriter;
use deadheat_event::{Context, Event, Observer, Schedule};
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::nondeterminism::Twins;
use deadheat_machine::scheduler::{Pct, Random, Replay, RoundRobin};
use deadheat_machine::{Driver, DriverError, Machine, Report, Scheduler, Statistics};
use deadheat_search::look;
use deadheat_witness::Narrator;
use deadheat_witness::result::Effort;

use crate::analyze::{self, AtomicBlocks};
use crate::cli::{RunCommand, RunOptions, SchedulerKind};
use crate::failure::{EXIT_ERROR_FOUND, Failure};
use crate::guest::{Guest, GuestSpec, Main};
use crate::warnings::{self, About};
use crate::{interrupt, outcome, results};

/// The fact in a schedule that says whether it was made while states were kept.
pub const STATES: &str = "states";
/// Its value if so.
pub const KEPT: &str = "kept";
/// The fact in a schedule of a guest whose waits may end for no reason.
pub const SPURIOUS: &str = "spurious";
/// The fact in a schedule of a guest whose random values are choices.
pub const CHOOSE_RANDOM: &str = "choose-random";
/// The fact in a schedule that says which methods are blocks that should be atomic, beside those that say so themselves.
pub const BLOCKS: &str = "blocks";
/// Its value for all public ones.
pub const PUBLIC: &str = "public";
/// The fact in a schedule that says who its threads are, where that is not plain: see [`thread_names`].
pub const THREADS: &str = "threads";

/// Runs a guest once, and gives its exit code.
///
/// # Errors
/// If it cannot be run, or deadheat is at fault.
pub fn run(command: RunCommand) -> Result<u8, Failure> {
    let guest = Guest::prepare(&command.guest, |name| std::env::var_os(name))?;
    let (spec, options) = (&guest.spec, &command.options);
    let about = About {
        info: if options.output.is_some() { results::guest_info(spec)? } else { results::guest_name(spec) },
        line: command.guest.line(),
        sources: results::sources(spec, &command.guest, &options.show.source),
    };
    let mut config = config(spec)?;
    config.public_blocks = options.analysis.atomic == AtomicBlocks::Public;
    if let Some(path) = &options.schedule {
        heed(&mut config, &read_schedule(path)?);
    }
    let mut jvm = boot(&config)?;
    let facts = facts(spec);
    if options.check_determinism {
        let twin = boot(&Config { live_output: false, ..config })?;
        let mut twins = Twins::new(jvm, twin);
        drive(&mut twins, options, &facts, about)
    } else {
        let code = drive(&mut jvm, options, &facts, about);
        tell_missing(&jvm);
        code
    }
}

/// Makes the machine the one on which a schedule was found.
pub(crate) fn heed(config: &mut Config, schedule: &Schedule) {
    config.spurious = schedule.fact(SPURIOUS).is_some();
    config.choose_random = schedule.fact(CHOOSE_RANDOM).is_some();
    config.public_blocks |= schedule.fact(BLOCKS) == Some(PUBLIC);
    config.thread_names = schedule.fact(THREADS).map(thread_names).unwrap_or_default();
}

/// What [`heed`] reads: what is special about the machine on which a schedule was found.
pub(crate) fn machine_facts(config: &Config) -> Vec<(&'static str, String)> {
    let when = |is: bool, fact: (&'static str, &str)| is.then(|| (fact.0, fact.1.to_owned()));
    let facts = [
        when(config.spurious, (SPURIOUS, "yes")),
        when(config.choose_random, (CHOOSE_RANDOM, "yes")),
        when(config.public_blocks, (BLOCKS, PUBLIC)),
        thread_facts(&config.thread_names).map(|threads| (THREADS, threads)),
    ];
    facts.into_iter().flatten().collect()
}

/// Reads `T3=T1.0 T4=T2.0`: T3 is the first thread that T1 starts. What makes no sense is left out; the replay will then depart.
#[must_use]
pub fn thread_names(text: &str) -> Vec<(u32, u32, u32)> {
    let thread = |text: &str| text.strip_prefix('T')?.parse::<u32>().ok().filter(|id| *id < 1 << 19);
    let name = |word: &str| {
        let (id, rest) = word.split_once('=')?;
        let (parent, number) = rest.split_once('.')?;
        Some((thread(parent)?, number.parse().ok()?, thread(id)?))
    };
    text.split_whitespace().filter_map(name).collect()
}

/// Writes what [`thread_names`] reads; nothing where threads are numbered as a plain run would.
#[must_use]
pub fn thread_facts(names: &[(u32, u32, u32)]) -> Option<String> {
    let plain = names.iter().zip(1..).all(|((parent, number, id), n)| (*parent, number + 1, *id) == (0, n, n));
    let words = names.iter().map(|(parent, number, id)| format!("T{id}=T{parent}.{number}"));
    (!plain).then(|| words.collect::<Vec<_>>().join(" "))
}

pub(crate) fn boot(config: &Config) -> Result<Jvm, Failure> {
    Jvm::new(config).map_err(|error| Failure::usage(error.to_string(), ""))
}

/// Natives that the guest asked for in vain: the first thing to look at when it failed.
pub(crate) fn tell_missing(jvm: &Jvm) {
    let missing = jvm.missing_natives();
    if !missing.is_empty() {
        eprintln!("deadheat: the guest called native methods that deadheat does not have:");
        for name in missing {
            eprintln!("  {name}");
        }
    }
}

pub(crate) fn config(spec: &GuestSpec) -> Result<Config, Failure> {
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
    let found = deadheat_guest_java::classpath::ClassPath::main_class(jar)
        .map_err(|error| Failure::usage(error.to_string(), ""))?;
    found.ok_or_else(|| {
        let remedy = "name one with -cp JAR MainClass";
        Failure::usage(format!("no main manifest attribute, in {}", jar.display()), remedy)
    })
}

/// What is recorded of a guest in a schedule, so that a person can find it again.
#[must_use]
pub fn facts(spec: &GuestSpec) -> Vec<(&'static str, String)> {
    let mut facts = vec![
        ("deadheat", env!("CARGO_PKG_VERSION").to_owned()),
        ("guest", results::guest_name(spec).name),
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
    about: About,
) -> Result<u8, Failure> {
    let schedule = options.schedule.as_deref().map(read_schedule).transpose()?;
    if schedule.as_ref().is_some_and(|schedule| schedule.fact(STATES) == Some(KEPT)) {
        // Where a search keeps states objects have other addresses: see `Machine::snapshot`.
        machine.snapshot();
    }
    let mut scheduler = scheduler(options, schedule.as_ref());
    let mut suppressions = options.analysis.suppressions()?;
    let mut analyses = options.analysis.analyses()?;
    // The files are made before the run: a long one should not end in a message that it could not be saved.
    let mut record = options.record.as_deref().map(create).transpose()?;
    let mut trace = options.trace.as_deref().map(create).transpose()?.map(TraceWriter::new);
    let mut warnings = options.analysis.warnings.as_deref().map(create).transpose()?;

    results::make_folder(options.output.as_deref())?;

    let stop = if analyses.is_some() { interrupt::flag() } else { None };

    let mut perfetto = options.perfetto.as_deref().map(create).transpose()?;
    let mut story = (perfetto.is_some() || options.output.is_some()).then(Story::default);
    let mut observers: Vec<&mut dyn Observer> = Vec::new();
    observers.extend(trace.as_mut().map(|trace| trace as &mut dyn Observer));
    observers.extend(analyses.as_mut().map(|analyses| analyses as &mut dyn Observer));
    observers.extend(story.as_mut().map(|story| story as &mut dyn Observer));
    let mut all = Observers(observers);
    // An observer that is not there costs nothing, and one alone is asked without a detour.
    let observer: Option<&mut dyn Observer> = match &mut *all.0 {
        [] => None,
        [one] => Some(&mut **one),
        _ => Some(&mut all),
    };
    let report = Driver::new(machine, &mut *scheduler)
        .observer(observer)
        .stop(stop)
        .max_steps(options.max_steps)
        .deadline(Instant::now().checked_add(options.timeout))
        .record(record.is_some())
        .run();

    if let (Some(file), Some(path)) = (&mut record, &options.record) {
        let schedule = labelled(report.schedule.clone(), options, schedule.as_ref(), facts);
        file.write_all(schedule.to_string().as_bytes()).map_err(|error| cannot_write(path, &error))?;
    }
    if let (Some(trace), Some(path)) = (trace, &options.trace) {
        trace.finish().map_err(|error| cannot_write(path, &error))?;
    }
    let told = story.map(|story| {
        let (threads, moments) = story.narrator.finish(machine.context());
        deadheat_report::perfetto::run(&about.info.name, &threads, &moments)
    });
    if let (Some(file), Some(told), Some(path)) = (&mut perfetto, &told, &options.perfetto) {
        file.write_all(told.as_bytes()).map_err(|error| cannot_write(path, &error))?;
    }
    let Statistics { steps, elapsed, .. } = report.statistics;
    let effort = Effort { seconds: elapsed.as_secs_f64(), runs: 1, steps, ..Effort::default() };
    let code = conclude(machine, options, report)?;
    let found = match &mut analyses {
        Some(analyses) => analyze::conclude(analyses, &mut suppressions, options.stats, machine.context()),
        None => Vec::new(),
    };
    if let (Some(file), Some(path)) = (&mut warnings, &options.analysis.warnings) {
        file.write_all(warnings::json(&found).as_bytes()).map_err(|error| cannot_write(path, &error))?;
    }
    let result = warnings::result(&found, &suppressions, effort, &about);
    warnings::tell(&result, options, about.sources)?;
    if let (Some(folder), Some(told)) = (&options.output, &told) {
        // There are no witnesses to draw, but there is the run itself.
        results::write_file(&folder.join("trace.json"), told)?;
    }
    Ok(code)
}

/// Several observers, asked in order.
struct Observers<'a>(Vec<&'a mut dyn Observer>);

impl Observer for Observers<'_> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        self.0.iter_mut().for_each(|observer| observer.event(event, context));
    }
}

/// A run told with names, its events numbered.
#[derive(Default)]
struct Story {
    narrator: Narrator,
    events: u64,
}

impl Observer for Story {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        self.narrator.at_step(self.events);
        self.narrator.event(event, context);
        self.events += 1;
    }
}

/// Says what there is to say of a run that is over.
fn conclude<M: Machine>(machine: &M, options: &RunOptions, report: Report) -> Result<u8, Failure> {
    let outcome = report.end.map_err(|error| match error {
        DriverError::Departure(departure) => Failure::usage(departure.to_string(), ""),
        other => Failure::Internal(other.to_string()),
    })?;
    let sights = if outcome.is_running() { look(machine, &outcome) } else { Vec::new() };
    for sight in &sights {
        eprintln!("deadheat: the schedule ends in: {}", outcome::sight(sight));
    }
    if let Some(message) = outcome::message(&outcome, machine).filter(|_| sights.is_empty()) {
        eprintln!("deadheat: {message}");
    }
    if options.stats {
        eprintln!("{}", outcome::statistics(&report.statistics, machine.threads().len(), &outcome));
    }
    Ok(if sights.is_empty() { outcome::exit_code(&outcome) } else { EXIT_ERROR_FOUND })
}

fn scheduler(options: &RunOptions, schedule: Option<&Schedule>) -> Box<dyn Scheduler> {
    if let Some(schedule) = schedule {
        return Box::new(Replay::new(schedule.clone()));
    }
    match options.scheduler {
        SchedulerKind::RoundRobin => Box::new(RoundRobin::default()),
        SchedulerKind::Random => Box::new(Random::new(options.seed)),
        SchedulerKind::Pct => Box::new(Pct::new(options.seed, Pct::DEFAULT_DEPTH)),
    }
}

fn read_schedule(path: &Path) -> Result<Schedule, Failure> {
    let shown = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| {
        Failure::usage(format!("cannot read the schedule {shown}: {error}"), "make one with --record FILE")
    })?;
    Schedule::parse(&shown, &String::from_utf8_lossy(&bytes)).map_err(|error| Failure::usage(error.to_string(), ""))
}

fn labelled(
    mut schedule: Schedule,
    options: &RunOptions,
    followed: Option<&Schedule>,
    facts: &[(&'static str, String)],
) -> Schedule {
    for (key, value) in facts {
        schedule.set_fact(key, value);
    }
    if let Some(followed) = followed {
        schedule.set_fact("scheduler", "replay");
        for fact in [STATES, SPURIOUS, CHOOSE_RANDOM, BLOCKS, THREADS] {
            followed.fact(fact).into_iter().for_each(|value| schedule.set_fact(fact, value));
        }
    } else {
        schedule.set_fact("scheduler", options.scheduler.name());
        schedule.set_fact("seed", options.seed);
    }
    schedule
}

pub(crate) fn create(path: &Path) -> Result<File, Failure> {
    File::create(path).map_err(|error| cannot_write(path, &error))
}

pub(crate) fn cannot_read(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot read {}: {error}", path.display()), "check its name and rights")
}

pub(crate) fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()), "check the folder, its rights and its space")
}
