//! `deadheat explore`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use deadheat_analysis::rabbit::Rabbit;
use deadheat_analysis::{Race, Scope};
use deadheat_event::{Context, PendingOp, Schedule, SiteId, ThreadId};
use deadheat_jvm::Jvm;
use deadheat_search::property::{DeadHeat, Deadlock, Target, Uncaught};
use deadheat_search::{Finding, Report, Search, Watch};

use crate::cli::{ExploreCommand, GuestCommand};
use crate::explore_options::{ExploreOptions, Line};
use crate::explore_text;
use crate::failure::{EXIT_ERROR_FOUND, Failure};
use crate::guest::{Guest, GuestSpec};
use crate::rabbit_watch::{self, RabbitWatch};
use crate::run::{self, CHOOSE_RANDOM, KEPT, SPURIOUS, STATES, THREADS};
use crate::terminal::quoted;
use crate::{argv, interrupt, progress};

/// Searches a guest, and gives the exit code.
///
/// # Errors
/// If it cannot be run, or deadheat is at fault.
pub fn explore(command: &ExploreCommand) -> Result<u8, Failure> {
    let guest = Guest::prepare(&command.guest, |name| std::env::var_os(name))?;
    let options = &command.options;
    // Made before the search: a long one should not end in a message that its results could not be saved.
    if let Some(folder) = &options.output {
        fs::create_dir_all(folder).map_err(|error| run::cannot_write(folder, &error))?;
    }
    let (report, machines) = search(&guest.spec, options)?;
    let threads = machines.first().and_then(|machine| run::thread_facts(&machine.thread_names()));
    let files = save(&report.findings, options, &guest.spec, threads.as_deref())?;
    let replay = command_line(&command.guest);
    let mut out = std::io::stdout().lock();
    for (number, (finding, file)) in report.findings.iter().zip(&files).enumerate() {
        // Whoever reads may have seen enough: a closed pipe is no fault.
        let _ = writeln!(out, "{}\n", explore_text::finding(number + 1, finding, file.as_deref(), &replay));
    }
    let _ = writeln!(out, "{}", explore_text::summary(&report));
    drop(out);
    if options.stats {
        eprintln!("{}", explore_text::statistics(&report, machines.len()));
    }
    machines.iter().for_each(run::tell_missing);
    Ok(if report.findings.is_empty() { 0 } else { EXIT_ERROR_FOUND })
}

/// Makes the search.
fn search(spec: &GuestSpec, options: &ExploreOptions) -> Result<(Report, Vec<Jvm>), Failure> {
    let mut config = run::config(spec)?;
    config.live_output = false;
    config.spurious = options.spurious;
    config.choose_random = options.choose_random;
    let mut first = run::boot(&config)?;
    let mut fork = || {
        let remedy = "use fewer --workers, or raise the limit on virtual memory";
        first.fork().map_err(|error| Failure::usage(format!("no memory for another worker: {error}"), remedy))
    };
    let forks: Vec<Jvm> = (1..options.worker_count()).map(|_| fork()).collect::<Result<_, _>>()?;
    let reader = options.target.as_ref().map(|_| fork()).transpose()?;
    let machines: Vec<Jvm> = std::iter::once(first).chain(forks).collect();

    let line = progress::Line::new();
    let on_finding = |finding: &Finding| {
        let moment = finding.moment;
        let seconds = moment.elapsed.as_secs_f64();
        line.say(&format!("{}: {} ({seconds:.2} s, {} states)", finding.kind, finding.what, moment.states));
    };
    let states = AtomicU64::new(0);
    let on_progress = |progress: &deadheat_search::Progress| {
        states.store(progress.states, Ordering::Relaxed);
        line.show(progress);
    };
    static NEVER: AtomicBool = AtomicBool::new(false);
    let interrupted = interrupt::flag().unwrap_or(&NEVER);
    let began = Instant::now();
    let rabbit = Rabbit::new(options.filters(), Scope::default());
    let tell = |race: &Race| {
        let (seconds, states) = (began.elapsed().as_secs_f64(), states.load(Ordering::Relaxed));
        line.say(&format!("{} ({seconds:.2} s, {states} states)", rabbit_watch::line(race)));
    };
    let watched = RabbitWatch::new(&rabbit, &tell);
    let watch = (!options.no_rabbit).then_some(&watched as &dyn Watch);

    let mut search = Search::new(machines)
        .boxed_strategy(options.make_strategy())
        .bounds(options.bounds())
        .reduction(!options.no_reduction)
        .stop_at_first(options.stop_at_first)
        .freeze(options.freeze.iter().copied())
        .property(DeadHeat)
        .property(Deadlock::default())
        .property(Uncaught)
        .livelocks(true)
        .watch(watch)
        .on_finding(&on_finding)
        .on_progress(&on_progress)
        .stop_flag(interrupted);
    if let (Some(wanted), Some(reader)) = (&options.target, reader) {
        search = search.property(Target::new(at_line(wanted.clone(), reader)));
    }
    let (report, machines) = search.run_and_return();
    line.clear();
    let report = report.map_err(|error| Failure::Internal(error.to_string()))?;
    if options.stats && !options.no_rabbit {
        let cost = watched.cost().as_secs_f64();
        let share = 100.0 * cost / (report.elapsed.as_secs_f64() * machines.len() as f64).max(1e-9);
        eprintln!("rabbit:    {} warnings, {cost:.3} s of all workers' time ({share:.1} %)", rabbit.told());
    }
    Ok((report, machines))
}

/// Whether an operation is in a line of the source. Positions are looked up by a machine of its own.
fn at_line(wanted: Line, reader: Jvm) -> impl Fn(ThreadId, &PendingOp) -> bool + Send + Sync {
    let reader = Mutex::new((reader, std::collections::HashMap::<SiteId, bool>::new()));
    move |_, op| {
        let mut reader = reader.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (jvm, known) = &mut *reader;
        *known.entry(op.site).or_insert_with(|| {
            let place = jvm.vm().source(op.site);
            place.file.as_deref() == Some(&*wanted.file) && place.line == Some(wanted.line)
        })
    }
}

/// Writes the schedules, if that was asked for.
fn save(
    findings: &[Finding],
    options: &ExploreOptions,
    spec: &GuestSpec,
    threads: Option<&str>,
) -> Result<Vec<Option<PathBuf>>, Failure> {
    let Some(folder) = &options.output else { return Ok(vec![None; findings.len()]) };
    let write = |(number, finding): (usize, &Finding)| {
        let name = format!("{:02}-{}.schedule", number + 1, finding.kind.to_string().replace(' ', "-"));
        let file = folder.join(name);
        let mut schedule = labelled(finding, options, spec);
        threads.into_iter().for_each(|threads| schedule.set_fact(THREADS, threads));
        write_file(&file, &schedule.to_string())?;
        Ok(Some(file))
    };
    findings.iter().enumerate().map(write).collect()
}

pub(crate) fn write_file(file: &Path, text: &str) -> Result<(), Failure> {
    run::create(file)?.write_all(text.as_bytes()).map_err(|error| run::cannot_write(file, &error))
}

/// A schedule that says where it came from, and what a replay must know.
fn labelled(finding: &Finding, options: &ExploreOptions, spec: &GuestSpec) -> Schedule {
    let mut schedule = finding.schedule.clone();
    for (key, value) in run::facts(spec) {
        schedule.set_fact(key, value);
    }
    schedule.set_fact("finding", format!("{}: {}", finding.kind, finding.what));
    schedule.set_fact("strategy", options.make_strategy().name());
    schedule.set_fact(STATES, KEPT);
    if options.spurious {
        schedule.set_fact(SPURIOUS, "yes");
    }
    if options.choose_random {
        schedule.set_fact(CHOOSE_RANDOM, "yes");
    }
    schedule
}

/// The part of a command line that names the guest.
pub(crate) fn command_line(guest: &GuestCommand) -> String {
    command_words(guest).iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// The same, word by word.
pub(crate) fn command_words(guest: &GuestCommand) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    if !guest.java.assertions {
        words.push("-da".to_owned());
    }
    words.extend(guest.java.properties.iter().map(|(key, value)| format!("-D{key}={value}")));
    if let Some(path) = &guest.java.class_path {
        words.extend(["-cp".to_owned(), path.clone()]);
    }
    match &guest.target {
        argv::Target::Class(name) | argv::Target::Source(name) => words.push(name.clone()),
        argv::Target::Jar(file) => words.extend(["-jar".to_owned(), file.clone()]),
    }
    words.extend(guest.arguments.iter().cloned());
    words
}
