//! `deadheat explore`.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use deadheat_analysis::rabbit::Rabbit;
use deadheat_analysis::{Race, Scope};
use deadheat_event::{Context, Pending, SiteId, ThreadId};
use deadheat_machine::{Guest, Machine};
use deadheat_search::property::Reach;
use deadheat_search::{Counterexample, Search, SearchError, SearchReport, Watch};
use deadheat_witness::Prover;
use deadheat_witness::result::{Finding, Unresolved, Verdict};

use super::rabbit_watch::{self, RabbitWatch};
use super::{exit_code, files, results};
use crate::guests::{GuestCommand, Task};
use crate::options::explore::{ExploreArgs, Line};
use crate::terminal::failure::{EXIT_ERROR_FOUND, Failure};
use crate::terminal::{interrupt, outcome, progress};

/// Searches a guest, and gives the exit code.
///
/// # Errors
/// If it cannot be run, or deadheat is at fault.
pub fn explore(options: &ExploreArgs, guest: &GuestCommand) -> Result<u8, Failure> {
    files::make_folder(options.output.as_deref())?;
    guest.with(options.nondeterminism.machines(), None, Explore { options, line: guest.line() })?
}

struct Explore<'a> {
    options: &'a ExploreArgs,
    /// The guest as the command line names it.
    line: String,
}

/// What a search came to.
struct Searched {
    report: SearchReport,
    /// What went wrong, if anything did.
    fault: Option<String>,
    /// The races that were predicted on the way.
    predicted: Vec<Race>,
}

impl Task for Explore<'_> {
    type Output = Result<u8, Failure>;

    fn perform<G: Guest>(self, guest: &G) -> Self::Output {
        let Self { options, line } = self;
        let Searched { report, fault, predicted } = search(guest, options)?;
        let prover = Prover { guest, stop: interrupt::flag(), deadline: None };
        let (result, unproved) = prover.result(&report, predicted, &format!("deadheat check {line}"));
        let counts = |finding: &Finding| is_found(finding) && (options.show.has_libraries() || !finding.in_library);
        let found = if result.findings.iter().any(counts) { EXIT_ERROR_FOUND } else { 0 };
        let code = exit_code(found, &result.needs);
        results::show(&result, guest, options.output.as_deref(), &options.show, options.all)?;
        if options.stats {
            eprintln!("{}", statistics(&report, options.worker_count()));
        }
        // The result stands, but it is not all that there could be.
        let fault = fault.or_else(|| unproved.map(|error| error.to_string()));
        fault.map_or(Ok(code), |fault| Err(Failure::Internal(fault)))
    }
}

/// Whether the search has found it, and did not only predict it.
fn is_found(finding: &Finding) -> bool {
    match finding.verdict {
        Verdict::Witnessed { .. } | Verdict::Follows { .. } => true,
        Verdict::Unresolved { reason, .. } => reason == Unresolved::ReplayFailed,
        Verdict::Predicted { .. } | Verdict::Refuted => false,
    }
}

/// Makes the search.
fn search<G: Guest>(guest: &G, options: &ExploreArgs) -> Result<Searched, Failure> {
    let machines = (0..options.worker_count()).map(|_| guest.fork()).collect::<Result<Vec<_>, _>>()?;
    let reader = options.target.as_ref().map(|_| guest.fork()).transpose()?;

    let line = progress::Line::new();
    let on_violation = |found: &Counterexample, _: &dyn Context| {
        let seconds = found.found_at.elapsed.as_secs_f64();
        let title = outcome::title(found.kind, &found.involved, &found.names, found.partial);
        line.say(&format!("{title} ({seconds:.2} s, {} states)", found.found_at.states));
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
        .errors()
        .watch(watch)
        .on_violation(&on_violation)
        .on_progress(&on_progress)
        .stop_flag(interrupted);
    if let (Some(wanted), Some(reader)) = (&options.target, reader) {
        search = search.property(Reach::new(at_line(wanted.clone(), reader)));
    }
    let report = search.run();
    line.clear();
    let (report, fault) = match report {
        Ok(report) => (report, None),
        // What was found until then is not lost.
        Err(SearchError::Fault { fault, so_far }) => (*so_far, Some(fault.to_string())),
        Err(error) => return Err(Failure::Internal(error.to_string())),
    };
    if options.stats && !options.no_rabbit {
        let cost = watched.cost().as_secs_f64();
        let share = 100.0 * cost / (report.elapsed.as_secs_f64() * options.worker_count() as f64).max(1e-9);
        eprintln!("rabbit:    {} warnings, {cost:.3} s of all workers' time ({share:.1} %)", rabbit.reported());
    }
    let predicted = predicted.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Searched { report, fault, predicted })
}

/// Whether an operation is in a line of the source. Positions are looked up by a machine of its own.
fn at_line<M: Machine + Send>(wanted: Line, reader: M) -> impl Fn(ThreadId, &Pending) -> bool + Send + Sync {
    let reader = Mutex::new((reader, std::collections::HashMap::<SiteId, bool>::new()));
    move |_, pending| {
        let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
        let (machine, known) = &mut *reader;
        *known.entry(pending.site).or_insert_with(|| {
            let place = machine.context().source(pending.site);
            place.file.as_deref() == Some(&*wanted.file) && place.line == Some(wanted.line)
        })
    }
}

/// What the search took, for `--stats`.
fn statistics(report: &SearchReport, workers: usize) -> String {
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
