//! A long turn of a thread, in pieces: whoever wants to look at the machine now and then can do so, and the run is the same.

use std::time::{Duration, Instant};

use deadheat_event::{Choice, Observer};

use crate::{Machine, Ran, StepError, brake};

/// Steps of the first piece.
const FIRST: u64 = 8;
/// A piece that takes less is followed by a longer one. Most steps are short, but some take milliseconds each.
const SHORT: Duration = Duration::from_millis(2);

/// Like [`Machine::run`]. Behind each piece it is said which choice it began with, and what came of it.
///
/// # Errors
/// As for [`Machine::run`].
pub fn run_in_pieces<M: Machine>(
    machine: &mut M,
    choice: Choice,
    budget: u64,
    mut observer: Option<&mut dyn Observer>,
    mut behind: impl FnMut(&mut M, Choice, &Ran),
) -> Result<Ran, StepError> {
    let (mut choice, mut made) = (choice, 0);
    // A machine that goes ahead is not where it would be looked at.
    let mut longest = if machine.goes_ahead() { budget } else { FIRST };
    loop {
        let (piece, began) = (longest.min(budget - made), Instant::now());
        let observer: Option<&mut dyn Observer> = match observer {
            Some(ref mut observer) => Some(&mut **observer),
            None => None,
        };
        let ran = machine.run(choice, piece, observer)?;
        made += ran.steps;
        longest = if began.elapsed() < SHORT { longest.saturating_mul(2) } else { longest.div_ceil(2) };
        behind(machine, choice, &ran);
        choice = Choice::Thread(choice.thread());
        let is_over = ran.steps < piece || ran.yielded || !ran.outcome.is_running() || brake::is_pulled();
        if is_over || made >= budget {
            return Ok(Ran { steps: made, ..ran });
        }
        if !machine.is_open(choice) {
            return Ok(Ran { steps: made, ..ran });
        }
    }
}
