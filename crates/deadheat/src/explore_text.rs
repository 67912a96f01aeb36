//! What `deadheat explore` says: a block for each error, a summary, statistics.

use std::fmt::Write as _;
use std::path::Path;

use deadheat_event::{LockMode, SourcePos};
use deadheat_search::{Finding, Involved, Kind, Report, Sight, Verdict};

use crate::terminal::quoted;

/// A block about an error. `file`: where its schedule is; `command`: what replays it, without the schedule.
#[must_use]
pub fn finding(number: usize, finding: &Finding, file: Option<&Path>, command: &str) -> String {
    let mut text = format!("{number}. {}: {}{}", finding.kind, finding.what, threads(&finding.threads));
    let steps = finding.schedule.steps();
    if finding.kind == Kind::Livelock {
        let _ = write!(text, "\n   the last {} steps of the schedule repeat for ever", finding.circle);
    }
    let moment = finding.moment;
    let _ = write!(
        text,
        "\n   after {steps} steps; found after {:.2} s, {} states",
        moment.elapsed.as_secs_f64(),
        moment.states
    );
    match file {
        Some(file) => {
            let _ =
                write!(text, "\n   replay: deadheat run --schedule {} {command}", quoted(&file.display().to_string()));
        }
        None => {
            let _ = write!(text, "\n   to replay it, search again with --output DIR");
        }
    }
    text
}

/// An error in the state that a replay has reached.
#[must_use]
pub fn sight(sight: &Sight) -> String {
    format!("{}: {}{}", sight.kind, sight.what, threads(&sight.threads))
}

fn threads(threads: &[Involved]) -> String {
    let mut text = String::new();
    for thread in threads {
        let _ = write!(text, "\n   {} \"{}\" {}", thread.thread, thread.name, thread.doing);
        for position in places(thread) {
            let _ = write!(text, "\n      at {position}");
        }
        if !thread.locks.is_empty() {
            let _ = write!(text, "\n      holding {}", locks(thread));
        }
    }
    text
}

/// A stack without the library's own frames above the guest's.
fn places(thread: &Involved) -> &[SourcePos] {
    const LIBRARY: &[&str] = &["java.", "jdk.", "sun.", "javax."];
    const MOST: usize = 8;
    let is_guest = |place: &SourcePos| !LIBRARY.iter().any(|prefix| place.class.starts_with(prefix));
    let first = thread.stack.iter().position(is_guest).unwrap_or(0);
    let last = thread.stack.iter().rposition(is_guest).map_or(thread.stack.len(), |last| last + 1);
    &thread.stack[first..last.min(first + MOST)]
}

fn locks(thread: &Involved) -> String {
    let name = |(class, mode): &(String, LockMode)| match mode {
        LockMode::Exclusive => class.clone(),
        LockMode::Shared => format!("{class} (shared)"),
    };
    thread.locks.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// The last line: what was found, and whether everything was seen.
#[must_use]
pub fn summary(report: &Report) -> String {
    let found = match report.findings.len() {
        0 => "nothing found".to_owned(),
        1 => "1 error found".to_owned(),
        n => format!("{n} errors found"),
    };
    let states = report.counts.states;
    let seen = match &report.verdict {
        Verdict::Complete => format!("complete: all {states} states were explored"),
        Verdict::Stopped(bounds) => {
            let why: Vec<String> = bounds.iter().map(ToString::to_string).collect();
            format!("not complete after {states} states: {}", why.join(", "))
        }
    };
    format!("{found}; {seen}")
}

/// What the search took, for `--stats`.
#[must_use]
pub fn statistics(report: &Report, workers: usize) -> String {
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
