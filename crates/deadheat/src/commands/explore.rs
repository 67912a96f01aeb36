//! `deadheat explore`.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use deadheat_analysis::rabbit::Rabbit;
use deadheat_analysis::{PossibleError, Race, Scope, Warning};
use deadheat_event::{Context, Pending, SiteId, ThreadId};
use deadheat_machine::{Guest, Machine};
use deadheat_report::words;
use deadheat_search::property::Reach;
use deadheat_search::{Bound, Counterexample, Search, SearchError, SearchReport, Watch};
use deadheat_witness::crew::Brief;
use deadheat_witness::result::{CheckResult, Effort, Finding, Unresolved, Verdict};
use deadheat_witness::{Checked, Checker, Prover, finding, prove};

use super::files::Folder;
use super::rabbit_watch::{self, RabbitWatch};
use super::store::{Earlier, Store};
use super::swarm::coordinator::Coordinator;
use super::{check, exit_code, results};
use crate::guests::{GuestCommand, Task};
use crate::options::explore::{ExploreArgs, Line};
use crate::terminal::failure::{EXIT_ERROR_FOUND, Failure};
use crate::terminal::outcome::{self, Values};
use crate::terminal::{bundle, interrupt, progress};

/// How often it is looked whether a search is over.
const LISTEN_EVERY: Duration = Duration::from_millis(10);

/// Searches a guest, and gives the exit code.
///
/// # Errors
/// If it cannot be run, or deadheat is at fault.
pub fn explore(options: &ExploreArgs, guest: &GuestCommand) -> Result<u8, Failure> {
    let folder = options.output.as_deref().map(Folder::open).transpose()?;
    let earlier = match &folder {
        Some(folder) if options.resume => Some(Earlier::read(folder, guest)?),
        _ => None,
    };
    let coordinator = Coordinator::begin(&options.swarm)?;
    let task = Explore { options, line: guest.line(), folder, earlier, coordinator };
    guest.with(options.nondeterminism.machines(), None, task)?
}

struct Explore<'a> {
    options: &'a ExploreArgs,
    /// The guest as the command line names it.
    line: String,
    folder: Option<Folder>,
    /// What is gone on from.
    earlier: Option<Earlier>,
    /// The campaign, if others do the work.
    coordinator: Option<Coordinator>,
}

/// What a search came to.
struct Searched {
    report: SearchReport,
    /// What went wrong, if anything did.
    fault: Option<String>,
    /// The races that were predicted on the way.
    predicted: Vec<Race>,
    /// What was proved on the way.
    kept: Vec<Finding>,
    /// What is still to be said of what was found, when it is on the disk.
    unsaid: Vec<String>,
}

impl Task for Explore<'_> {
    type Output = Result<u8, Failure>;

    fn perform<G: Guest>(self, guest: &G) -> Self::Output {
        let Self { options, line, folder, earlier, coordinator } = self;
        if let Some(coordinator) = coordinator {
            return by_swarm(guest, options, &line, (folder.as_ref(), earlier), coordinator);
        }
        let began = Instant::now();
        let store = folder.as_ref().map(|folder| Store::new(folder, guest, &options.show));
        let known = earlier.as_ref().map(|earlier| earlier.findings.clone()).unwrap_or_default();
        if let Some(store) = &store {
            known.iter().for_each(|finding| store.keep(finding));
        }
        let Searched { report, fault, predicted, kept, unsaid } = search(guest, options, store.as_ref())?;
        let deadline = options.max_time.and_then(|time| began.checked_add(time));
        let grace = options.max_time.map(prove::grace).unwrap_or_default();
        let prover = Prover { guest, stop: interrupt::flag(), deadline, grace, landmarks: None };
        let (result, unproved) = prover.result(&report, predicted, (&known, &kept), &format!("deadheat check {line}"));
        let (result, code) = finish(result, earlier, options);
        let shown = results::show(&result, guest, folder.as_ref(), &options.show, options.all);
        unsaid.iter().for_each(|line| crate::note!("{line}"));
        shown?;
        store.map_or(Ok(()), Store::done)?;
        if options.stats {
            crate::note!("{}", statistics(&report, options.worker_count(guest)));
        }
        if let Err(failure) = options.check_threads(report.counts.last_thread) {
            // In a search that was not stopped there is no such thread at all.
            if report.coverage.bounds().iter().all(|bound| matches!(bound, Bound::Frozen | Bound::BlindSpot)) {
                return Err(failure);
            }
            crate::note!("deadheat: {failure}");
        }
        // The result stands, but it is not all that there could be.
        let fault = fault.or_else(|| unproved.map(|error| error.to_string()));
        fault.map_or(Ok(code), |fault| Err(Failure::Internal(fault)))
    }
}

/// Searches by workers elsewhere, and gives the exit code.
fn by_swarm<G: Guest>(
    guest: &G,
    options: &ExploreArgs,
    line: &str,
    (folder, earlier): (Option<&Folder>, Option<Earlier>),
    coordinator: Coordinator,
) -> Result<u8, Failure> {
    let progress_line = progress::Line::new();
    let store = folder.map(|folder| Store::new(folder, guest, &options.show));
    let keep = |finding: &Finding| {
        store.iter().for_each(|store| store.keep(finding));
        progress_line.say(&words::headline(finding));
    };
    let known = earlier.as_ref().map(|earlier| earlier.findings.clone()).unwrap_or_default();
    store.iter().for_each(|store| known.iter().for_each(|finding| store.keep(finding)));
    let tell = |what| {
        progress_line.note(&progress::check(what));
        coordinator.tell_refusals();
    };
    let announce = |brief: &Brief| coordinator.announce(guest, brief);
    let checked = Checker::new(guest)
        .options(options.check_options(line))
        .known(known)
        .search_only()
        .swarm(coordinator.swarm(), &announce)
        .stop_flag(interrupt::flag())
        .on_finding(&keep)
        .on_progress(&tell)
        .check();
    progress_line.clear();
    coordinator.end();
    let Checked { result, faults } = checked.map_err(check::failure)?;
    let (result, code) = finish(result, earlier, options);
    results::show(&result, guest, folder, &options.show, options.all)?;
    store.map_or(Ok(()), Store::done)?;
    if options.stats {
        let Effort { seconds, steps, states, .. } = result.effort;
        crate::note!("states:    {states}\nsteps:     {steps}\ntime:      {seconds:.3} s");
    }
    // The result stands, but it is not all that there could be.
    faults.into_iter().next().map_or(Ok(code), |fault| Err(check::failure(fault)))
}

/// A result as it is shown, with what an earlier search has found, and the exit code that it stands for.
fn finish(result: CheckResult, earlier: Option<Earlier>, options: &ExploreArgs) -> (CheckResult, u8) {
    let mut result = match earlier {
        Some(earlier) => earlier.merge_into(result),
        None => result,
    };
    options.show.prepare(&mut result);
    let counts = |finding: &Finding| is_found(finding) && (options.show.has_libraries() || !finding.in_library);
    let found = if result.findings.iter().any(counts) { EXIT_ERROR_FOUND } else { 0 };
    let code = exit_code(found, &result.needs);
    (result, code)
}

/// Whether the search has found it, and did not only predict it.
fn is_found(finding: &Finding) -> bool {
    match finding.verdict {
        Verdict::Witnessed { .. } | Verdict::Follows { .. } => true,
        Verdict::Unresolved { reason, .. } => reason == Unresolved::ReplayFailed || finding::is_unreplayed(finding),
        Verdict::Predicted { .. } | Verdict::Refuted => false,
    }
}

/// Makes the search. Where there is a store, each error is replayed and kept while the search goes on, and then said.
fn search<G: Guest>(guest: &G, options: &ExploreArgs, store: Option<&Store<'_, G>>) -> Result<Searched, Failure> {
    let machines = (0..options.worker_count(guest)).map(|_| guest.fork()).collect::<Result<Vec<_>, _>>()?;
    let reader = options.target.as_ref().map(|_| guest.fork()).transpose()?;

    let line = progress::Line::new();
    let (heard, to_keep) = mpsc::channel::<Heard>();
    let over = AtomicBool::new(false);
    let on_violation = |counterexample: &Counterexample, _: &dyn Context| match store {
        // Whoever receives it says it, too.
        Some(_) => drop(heard.send(Heard::Met(counterexample.clone()))),
        None => line.say(&title(counterexample, options.show.values())),
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
        let title = format!("{} ({seconds:.2} s, {states} states)", rabbit_watch::line(race));
        match store {
            Some(_) => drop(heard.send(Heard::Predicted(Box::new(race.clone()), title))),
            None => line.say(&title),
        }
    };
    let watched = RabbitWatch::new(&rabbit, &tell);
    let watch = (!options.no_rabbit).then_some(&watched as &dyn Watch);

    let mut search = Search::new(machines)
        .boxed_strategy(options.make_strategy())
        .bounds(options.bounds())
        .reduction(!options.no_reduction)
        .twins(true)
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
    let (report, (kept, unsaid)) = std::thread::scope(|scope| {
        let keeper = scope.spawn(|| keep(guest, store, to_keep, &over, &line));
        let report = search.run();
        over.store(true, Ordering::Relaxed);
        (report, keeper.join().unwrap_or_default())
    });
    line.clear();
    let (report, fault) = match report {
        Ok(report) => (report, None),
        // What was found until then is not lost.
        Err(SearchError::Fault { fault, so_far }) => {
            bundle::add("schedule", fault.schedule().to_string());
            (*so_far, Some(fault.to_string()))
        }
        Err(error) => return Err(Failure::Internal(error.to_string())),
    };
    if options.stats && !options.no_rabbit {
        let cost = watched.cost().as_secs_f64();
        let share = 100.0 * cost / (report.elapsed.as_secs_f64() * options.worker_count(guest) as f64).max(1e-9);
        crate::note!("rabbit:    {} warnings, {cost:.3} s of all workers' time ({share:.1} %)", rabbit.reported());
    }
    let predicted = predicted.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Searched { report, fault, predicted, kept, unsaid })
}

/// What is heard of a search while it goes on.
enum Heard {
    /// An error was met.
    Met(Counterexample),
    /// A race was predicted, which is said so.
    Predicted(Box<Race>, String),
}

/// An error that was just found, in a line.
fn title(found: &Counterexample, values: Values) -> String {
    let seconds = found.found_at.elapsed.as_secs_f64();
    let title = outcome::title(found.kind, &found.involved, &found.names, found.partial, values);
    format!("{title} ({seconds:.2} s, {} states)", found.found_at.states)
}

/// Replays what a search finds, keeps it, and then says it, until the search is over; what is left then is said later. Gives what was
/// kept, and what is still to be said.
fn keep<G: Guest>(
    guest: &G,
    store: Option<&Store<'_, G>>,
    heard: mpsc::Receiver<Heard>,
    over: &AtomicBool,
    line: &progress::Line,
) -> (Vec<Finding>, Vec<String>) {
    let (mut kept, mut unsaid) = (Vec::new(), Vec::new());
    let Some(store) = store else { return (kept, unsaid) };
    let prover = Prover { guest, stop: Some(over), deadline: None, grace: Duration::ZERO, landmarks: None };
    loop {
        let counterexample = match heard.recv_timeout(LISTEN_EVERY) {
            Ok(Heard::Met(counterexample)) => counterexample,
            Ok(Heard::Predicted(race, title)) if over.load(Ordering::Relaxed) => {
                drop(race);
                unsaid.push(title);
                continue;
            }
            Ok(Heard::Predicted(race, title)) => {
                let error = PossibleError::Race(*race);
                let warning = Warning { error, count: 1, window: Vec::new(), suppressed_by: None };
                store.keep(&finding::of_prediction(&warning, ""));
                line.say(&title);
                continue;
            }
            Err(_) if over.load(Ordering::Relaxed) => break,
            Err(_) => continue,
        };
        let title = title(&counterexample, store.values());
        if over.load(Ordering::Relaxed) {
            unsaid.push(title);
            continue;
        }
        // What is no error after all, or is not proved by this, the end of the search will tell.
        match prover.at_once(&counterexample) {
            Ok(Some(finding)) => {
                store.keep(&finding);
                kept.push(finding);
                line.say(&title);
            }
            Ok(None) | Err(_) => unsaid.push(title),
        }
    }
    (kept, unsaid)
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
