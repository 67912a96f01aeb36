//! `deadheat explore`.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use deadheat_analysis::rabbit::Rabbit;
use deadheat_analysis::{Race, Scope};
use deadheat_event::{Context, PendingOp, SiteId, ThreadId};
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::StepError;
use deadheat_report::safe;
use deadheat_search::property::{DeadHeat, Deadlock, Target, Uncaught};
use deadheat_search::{Finding, Report, Search, Watch};
use deadheat_witness::result::{CheckResult, GuestInfo};
use deadheat_witness::{Prover, add_predictions};

use crate::cli::ExploreCommand;
use crate::explore_options::{ExploreOptions, Line};
use crate::failure::{EXIT_ERROR_FOUND, Failure};
use crate::guest::Guest;
use crate::rabbit_watch::{self, RabbitWatch};
use crate::results::{self, Results};
use crate::{interrupt, progress, run};

/// Searches a guest, and gives the exit code.
///
/// # Errors
/// If it cannot be run, or deadheat is at fault.
pub fn explore(command: &ExploreCommand) -> Result<u8, Failure> {
    let guest = Guest::prepare(&command.guest, |name| std::env::var_os(name))?;
    let options = &command.options;
    results::make_folder(options.output.as_deref())?;
    let mut config = run::config(&guest.spec)?;
    config.live_output = false;
    config.spurious = options.spurious;
    config.choose_random = options.choose_random;
    let info = results::guest_info(&guest.spec)?;
    let mut first = run::boot(&config)?;
    let Searched { report, machines, predicted } = search(&mut first, options)?;
    machines.iter().for_each(run::tell_missing);
    config.thread_names = first.thread_names();
    let (mut result, fault) = prove(first, &config, info, &report);
    let code = if result.findings.is_empty() { 0 } else { EXIT_ERROR_FOUND };
    add_predictions(&mut result, predicted, &format!("deadheat check {}", command.guest.line()));
    let told = Results { result: &result, command: &command.guest, guest: &guest, config: &config };
    told.tell(options.output.as_deref(), &options.show, options.all)?;
    if options.stats {
        eprintln!("{}", statistics(&report, machines.len()));
    }
    // The result stands, but it is not all that there could be.
    fault.map_or(Ok(code), |fault| Err(Failure::Internal(fault.to_string())))
}

/// Proves what a search has found, on machines that know what this one knows.
fn prove(machine: Jvm, config: &Config, info: GuestInfo, report: &Report) -> (CheckResult, Option<StepError>) {
    let machine = Mutex::new(machine);
    let fork = || {
        let mut machine = machine.lock().unwrap_or_else(PoisonError::into_inner);
        machine.fork().map_err(|error| StepError::Internal(format!("no memory for another machine: {error}")))
    };
    let boot = || Jvm::new(config).map_err(|error| StepError::Internal(error.to_string()));
    Prover { fork: &fork, boot: &boot, stop: interrupt::flag() }.discovered(info, report)
}

/// What a search came to.
struct Searched {
    report: Report,
    machines: Vec<Jvm>,
    /// The races that were predicted on the way.
    predicted: Vec<Race>,
}

/// Makes the search, on machines like this one, which stays at the program's start.
fn search(first: &mut Jvm, options: &ExploreOptions) -> Result<Searched, Failure> {
    let mut fork = || {
        let remedy = "use fewer --workers, or raise the limit on virtual memory";
        first.fork().map_err(|error| Failure::usage(format!("no memory for another worker: {error}"), remedy))
    };
    let machines: Vec<Jvm> = (0..options.worker_count()).map(|_| fork()).collect::<Result<_, _>>()?;
    let reader = options.target.as_ref().map(|_| fork()).transpose()?;

    let line = progress::Line::new();
    let on_finding = |finding: &Finding| {
        let moment = finding.moment;
        let seconds = moment.elapsed.as_secs_f64();
        let what = safe::line(&finding.what);
        line.say(&format!("{}: {what} ({seconds:.2} s, {} states)", finding.kind, moment.states));
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
    let predicted = Mutex::new(Vec::new());
    let tell = |race: &Race| {
        predicted.lock().unwrap_or_else(PoisonError::into_inner).push(race.clone());
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
    let predicted = predicted.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Searched { report, machines, predicted })
}

/// Whether an operation is in a line of the source. Positions are looked up by a machine of its own.
fn at_line(wanted: Line, reader: Jvm) -> impl Fn(ThreadId, &PendingOp) -> bool + Send + Sync {
    let reader = Mutex::new((reader, std::collections::HashMap::<SiteId, bool>::new()));
    move |_, op| {
        let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
        let (jvm, known) = &mut *reader;
        *known.entry(op.site).or_insert_with(|| {
            let place = jvm.vm().source(op.site);
            place.file.as_deref() == Some(&*wanted.file) && place.line == Some(wanted.line)
        })
    }
}

/// What the search took, for `--stats`.
fn statistics(report: &Report, workers: usize) -> String {
    let counts = &report.counts;
    let seconds = report.elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { counts.steps as f64 / seconds } else { 0.0 };
    let per_state = counts.visited_bytes as f64 / counts.states.max(1) as f64;
    let mut text = format!(
        "states:    {}\nmet again: {}\nsteps:     {} ({} in the last of {} passes)\nends:      {}\ndepth:     {}\nworkers:   \
         {workers}\nmemory:    {per_state:.0} bytes per visited state, {} bytes at most for the frontier\ntime:      \
         {seconds:.3} s ({rate:.0} steps/s)",
        counts.states,
        counts.met_again,
        counts.steps,
        counts.last_steps,
        counts.passes,
        counts.ends,
        counts.depth,
        counts.frontier_bytes,
    );
    if counts.walks > 0 {
        let _ = write!(text, "\nwalks:     {}", counts.walks);
    }
    text
}
