//! How a run ended, told to a person and as an exit code.

use std::fmt::Write as _;

use deadheat_event::ThreadId;
use deadheat_machine::{Machine, Outcome, Statistics};
use deadheat_report::safe;
use deadheat_search::property::{Classes, doing};
use deadheat_search::{Involved, Sight};

use crate::failure::{EXIT_ERROR_FOUND, EXIT_STOPPED};

/// The exit code that goes with an outcome.
#[must_use]
pub fn exit_code(outcome: &Outcome) -> u8 {
    match outcome {
        // The operating system keeps the lowest eight bits, as it does for `java`.
        Outcome::Finished { exit_code } => *exit_code as u8,
        Outcome::Deadlocked { .. } | Outcome::Uncaught { .. } => EXIT_ERROR_FOUND,
        Outcome::Limit(_) | Outcome::Running => EXIT_STOPPED,
    }
}

/// What deadheat says of the end; `None` when the guest ended by itself and has said all there is to say.
#[must_use]
pub fn message<M: Machine>(outcome: &Outcome, machine: &M) -> Option<String> {
    let remedy = match outcome {
        Outcome::Finished { .. } => return None,
        Outcome::Running => return Some("the schedule ended before the program did".to_owned()),
        Outcome::Deadlocked { threads } => return Some(deadlock(threads, machine)),
        Outcome::Uncaught { .. } => "",
        Outcome::Limit(limit) => match limit {
            deadheat_machine::Limit::Steps => "; raise it with --max-steps",
            deadheat_machine::Limit::Time => "; raise it with --timeout",
            deadheat_machine::Limit::Heap => "; raise it with --heap",
            deadheat_machine::Limit::Threads => "; raise it with --threads",
            deadheat_machine::Limit::Stack => "; raise it with --stack",
            deadheat_machine::Limit::Patience => "",
        },
    };
    Some(format!("{}{remedy}", safe::line(&outcome.to_string())))
}

/// Who waits for what, and where.
fn deadlock<M: Machine>(threads: &[ThreadId], machine: &M) -> String {
    let context = machine.context();
    let mut text = match threads.len() {
        1 => "deadlock: a thread waits for ever".to_owned(),
        n => format!("deadlock: {n} threads wait for ever"),
    };
    for &thread in threads {
        let what = machine.pending(thread).map_or_else(|| "waits".to_owned(), |op| doing(&op, &mut Classes(context)));
        let (name, what) = (context.thread_name(thread), safe::line(&what));
        let _ = write!(text, "\n  {thread} \"{}\" {what}", safe::line(&name));
        for position in context.stack(thread) {
            let _ = write!(text, "\n      at {}", safe::line(&position.to_string()));
        }
    }
    text
}

/// An error in the state that a schedule has led to.
#[must_use]
pub fn sight(sight: &Sight) -> String {
    let mut text = format!("{}: {}", sight.kind, safe::line(&sight.what));
    for thread in &sight.threads {
        let Involved { thread, name, doing, stack, locks, .. } = thread;
        let _ = write!(text, "\n   {thread} \"{}\" {}", safe::line(name), safe::line(doing));
        for position in stack {
            let _ = write!(text, "\n      at {}", safe::line(&position.to_string()));
        }
        for (_, class, mode) in locks {
            let _ = write!(text, "\n      holding {} ({mode})", safe::line(class));
        }
    }
    text
}

/// What a run took, for `--stats`.
#[must_use]
pub fn statistics(statistics: &Statistics, threads: usize, outcome: &Outcome) -> String {
    let Statistics { steps, switches, elapsed } = *statistics;
    let seconds = elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { steps as f64 / seconds } else { 0.0 };
    format!(
        "outcome:  {outcome}\nthreads:  {threads}\nsteps:    {steps}\nswitches: {switches}\ntime:     {seconds:.3} s \
         ({rate:.0} steps/s)"
    )
}
