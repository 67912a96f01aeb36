//! Warnings as text and as JSON.

use std::fmt::Write as _;

use deadheat_analysis::{AccessPoint, Atomicity, CycleEdge, PossibleError, Race, Warning};
use deadheat_event::{LockMode, SourcePos};

/// The version of the JSON form.
pub const VERSION: u32 = 1;

/// Everything that a person needs of the warnings; empty when there are none.
#[must_use]
pub fn text(warnings: &[Warning]) -> String {
    let mut text = String::new();
    let shown: Vec<&Warning> = warnings.iter().filter(|warning| warning.suppressed_by.is_none()).collect();
    for warning in &shown {
        match &warning.error {
            PossibleError::Race(found) => race(&mut text, found),
            PossibleError::Deadlock(found) => {
                let locks: Vec<&str> = found.cycle.iter().map(|edge| &*edge.wants.name).collect();
                let _ = writeln!(text, "\nwarning: possible deadlock between {}", locks.join(" and "));
                found.cycle.iter().for_each(|found| edge(&mut text, found));
            }
            PossibleError::Atomicity(found) => atomicity(&mut text, found),
        }
        if warning.count > 1 {
            let _ = writeln!(text, "  seen {} times", warning.count);
        }
    }
    let hidden = warnings.len() - shown.len();
    if !warnings.is_empty() {
        let plural = if shown.len() == 1 { "" } else { "s" };
        let _ = write!(text, "\ndeadheat: {} warning{plural}", shown.len());
        let _ = if hidden > 0 { writeln!(text, ", {hidden} suppressed") } else { writeln!(text) };
    }
    text
}

fn race(text: &mut String, race: &Race) {
    let happened = if race.happened == Some(true) { " (nothing ordered the two in this run)" } else { "" };
    let _ = writeln!(text, "\nwarning: possible race on {}{happened}", race.target);
    access(text, &race.first);
    access(text, &race.second);
}

fn access(text: &mut String, access: &AccessPoint) {
    let what = if access.writes { "writes" } else { "reads" };
    let locks: Vec<String> = access
        .locks
        .iter()
        .map(|(lock, mode)| match mode {
            LockMode::Exclusive => lock.name.clone(),
            LockMode::Shared => format!("{} (shared)", lock.name),
        })
        .collect();
    let locks = if locks.is_empty() { "no lock".to_owned() } else { locks.join(", ") };
    let _ = writeln!(text, "  {} {what} it, holding {locks}", access.thread);
    stack(text, &access.stack);
    started(text, &access.thread.started_at);
}

fn edge(text: &mut String, edge: &CycleEdge) {
    let _ = writeln!(text, "  {} holds {}, taken", edge.thread, edge.holds);
    stack(text, &edge.held_at);
    let _ = writeln!(text, "    and takes {}", edge.wants);
    stack(text, &edge.wanted_at);
    started(text, &edge.thread.started_at);
}

fn atomicity(text: &mut String, found: &Atomicity) {
    let _ = writeln!(text, "\nwarning: {} may not be atomic", found.block);
    let _ = writeln!(text, "  {} begins it at {}", found.thread, found.begins);
    let _ = writeln!(text, "  it {} at {}: from here on others can see it", found.commit.what, found.commit.place);
    let _ =
        writeln!(text, "  it {} at {}: too late to be the same operation", found.broken_by.what, found.broken_by.place);
    let conflict = &found.conflict;
    let _ = writeln!(
        text,
        "  {} can come between: after the block {} at {}, before it {} at {}",
        found.intruder, conflict.before.what, conflict.before.place, conflict.after.what, conflict.after.place
    );
}

fn stack(text: &mut String, stack: &[SourcePos]) {
    for frame in stack {
        let _ = writeln!(text, "      at {frame}");
    }
}

fn started(text: &mut String, stack: &[SourcePos]) {
    if let Some(frame) = stack.iter().find(|frame| !deadheat_analysis::scope::is_library(&frame.class)) {
        let _ = writeln!(text, "    started at {frame}");
    }
}

/// The warnings for tools, suppressed ones too.
#[must_use]
pub fn json(warnings: &[Warning]) -> String {
    let value = serde_json::json!({ "version": VERSION, "warnings": warnings });
    format!("{value:#}\n")
}
