//! How a run ended, for a person and as an exit code.

use std::fmt::Write as _;

use deadheat_event::{Context, ErrorKind, Pending, ThreadId};
use deadheat_machine::{Limit, Machine, Outcome, Statistics};
use deadheat_report::{safe, words};
use deadheat_search::{Involved, Names, ObservedViolation};
use deadheat_witness::Namer;
use deadheat_witness::goal::exception_type;

use super::failure::{EXIT_ERROR_FOUND, EXIT_STOPPED, EXIT_USAGE};

/// Whether values of the program, and what its exceptions say, are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// They are.
    Shown,
    /// They are not.
    Hidden,
}

/// The exit code that goes with an outcome.
#[must_use]
pub fn exit_code(outcome: &Outcome) -> u8 {
    match outcome {
        // The operating system keeps the lowest eight bits, as it does for `java`.
        Outcome::Finished { exit_code } => *exit_code as u8,
        Outcome::Deadlocked { .. } | Outcome::Uncaught { .. } => EXIT_ERROR_FOUND,
        Outcome::Limit(Limit::Needs) => EXIT_USAGE,
        Outcome::Limit(_) | Outcome::Running => EXIT_STOPPED,
    }
}

/// What deadheat says of the end; `None` when the guest ended by itself and has said all there is to say.
#[must_use]
pub fn message<M: Machine>(outcome: &Outcome, machine: &M, values: Values) -> Option<String> {
    let remedy = match outcome {
        Outcome::Finished { .. } => return None,
        Outcome::Running => return Some("the schedule ended before the program did".to_owned()),
        Outcome::Deadlocked { threads } => return Some(deadlock(threads, machine, values)),
        Outcome::Uncaught { .. } => "",
        Outcome::Limit(limit) => match limit {
            Limit::Steps => "; raise it with --max-steps",
            Limit::Time => "; raise it with --timeout",
            Limit::Heap => "; raise it with --heap",
            Limit::Threads => "; raise it with --threads",
            Limit::Stack => "; raise it with --stack",
            Limit::Patience | Limit::Steady => "",
            // What it needs is said apart.
            Limit::Needs => return None,
        },
    };
    Some(format!("{}{remedy}", safe::line(&said(outcome, values))))
}

/// An outcome in words.
fn said(outcome: &Outcome, values: Values) -> String {
    match outcome {
        Outcome::Uncaught { thread, message } if values == Values::Hidden => {
            format!("uncaught exception in {thread}: {}", exception_type(message))
        }
        other => other.to_string(),
    }
}

/// Of what a thread of a native program died, if that has ended the program: the system would say no more than "killed".
#[must_use]
pub fn crash<M: Machine>(outcome: &Outcome, machine: &M) -> Option<String> {
    const KILLED: i32 = 128;
    if !matches!(outcome, Outcome::Finished { exit_code } if *exit_code > KILLED) {
        return None;
    }
    let mut dead =
        machine.threads().into_iter().filter_map(|thread| machine.uncaught(thread.id).map(|death| (thread, death)));
    let (thread, death) = dead.next()?;
    let mut text = format!("{} \"{}\" dies of {}", thread.id, safe::line(&thread.name), safe::line(&death.message));
    for position in &death.stack {
        let _ = write!(text, "\n      at {}", safe::line(&position.to_string()));
    }
    Some(text)
}

/// What a thread is about to do, or waits for.
#[must_use]
pub fn situation(pending: &Pending, namer: &mut Namer, context: &dyn Context, values: Values) -> String {
    let mut doing = namer.situation(pending, context);
    if values == Values::Hidden {
        doing.hide_values();
    }
    words::doing(&doing)
}

/// Which thread waits for what, and where.
fn deadlock<M: Machine>(threads: &[ThreadId], machine: &M, values: Values) -> String {
    let context = machine.context();
    let mut text = match threads.len() {
        1 => "deadlock: a thread waits for ever".to_owned(),
        n => format!("deadlock: {n} threads wait for ever"),
    };
    let mut namer = Namer::default();
    for &thread in threads {
        let pending = machine.pending(thread);
        let waits = |pending: Pending| situation(&pending, &mut namer, context, values);
        let what = pending.map_or_else(|| "waits".to_owned(), waits);
        let (name, what) = (context.thread_name(thread), safe::line(&what));
        let _ = write!(text, "\n  {thread} \"{}\" {what}", safe::line(&name));
        for position in context.stack(thread) {
            let _ = write!(text, "\n      at {}", safe::line(&position.to_string()));
        }
    }
    text
}

/// A violation in one line: what it is, and on what.
#[must_use]
pub fn title(kind: ErrorKind, involved: &[Involved], names: &Names, partial: bool, values: Values) -> String {
    let word = match kind {
        ErrorKind::Race => "dead heat",
        ErrorKind::Deadlock => "deadlock",
        ErrorKind::LostSignal => "lost signal",
        ErrorKind::Atomicity => "broken atomicity",
        ErrorKind::Uncaught => "uncaught exception",
        ErrorKind::Livelock => return "livelock: the same states again and again".to_owned(),
        ErrorKind::Target => "target reached",
        ErrorKind::FailingTest => "failing test",
        ErrorKind::DifferingOutput => "differing output",
    };
    let subject = |one| {
        let subject = names.subject(one)?;
        let shows_values = matches!(kind, ErrorKind::Uncaught | ErrorKind::FailingTest | ErrorKind::DifferingOutput);
        let is_message = shows_values && values == Values::Hidden;
        Some(if is_message { exception_type(subject) } else { subject })
    };
    let mut subjects: Vec<&str> = involved.iter().filter_map(subject).collect();
    subjects.sort_unstable();
    subjects.dedup();
    let scope = if partial { "while other threads run on: " } else { "" };
    format!("{word}: {scope}{}", safe::line(&subjects.join(", ")))
}

/// An error in the state that a schedule has led to, with the threads in it.
#[must_use]
pub fn violation(found: &ObservedViolation, context: &dyn Context, values: Values) -> String {
    let ObservedViolation { kind, involved, names, partial, .. } = found;
    let mut text = title(*kind, involved, names, *partial, values);
    let mut namer = Namer::default();
    for Involved { thread, name, pending, stack, locks, exception } in involved {
        let doing = match (exception, pending) {
            (Some(_), _) => match kind {
                ErrorKind::FailingTest => "ends the test so".to_owned(),
                ErrorKind::DifferingOutput => "ends the program so".to_owned(),
                _ => "dies of it".to_owned(),
            },
            (None, Some(pending)) => situation(pending, &mut namer, context, values),
            (None, None) => "has ended".to_owned(),
        };
        let _ = write!(text, "\n   {thread} \"{}\" {}", safe::line(name), safe::line(&doing));
        let stack = exception.as_ref().map_or(stack, |exception| &exception.stack);
        for position in stack {
            let _ = write!(text, "\n      at {}", safe::line(&position.to_string()));
        }
        for (lock, mode) in locks {
            let _ = write!(text, "\n      holding {} ({mode})", safe::line(&namer.sync(*lock, context)));
        }
    }
    text
}

/// What a run took, for `--stats`.
#[must_use]
pub fn statistics(statistics: &Statistics, threads: usize, outcome: &Outcome, values: Values) -> String {
    let Statistics { steps, switches, elapsed } = *statistics;
    let seconds = elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { steps as f64 / seconds } else { 0.0 };
    format!(
        "outcome:  {}\nthreads:  {threads}\nsteps:    {steps}\nswitches: {switches}\ntime:     {seconds:.3} s \
         ({rate:.0} steps/s)",
        said(outcome, values)
    )
}
