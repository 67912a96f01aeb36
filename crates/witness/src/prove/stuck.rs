//! Whether threads that seem stuck are so for ever.

use deadheat_event::{Choice, Pending, ThreadId};
use deadheat_machine::{Machine, StepError, brake};

/// How far the others go on before a cycle is believed to last.
const BEYOND: u64 = 500_000;

/// Steps of one turn.
const TURN: u64 = 1_000;

/// Whether threads that are stuck stay so while all others go on, in turn and as time passes. A wait may end by an interrupt, and
/// no state shows whether one will come: a cycle is a deadlock if it outlasts the run. `None` when time is over before that is known.
///
/// # Errors
/// If the machine is at fault.
pub fn stay<M: Machine>(machine: &mut M, threads: &[ThreadId]) -> Result<Option<bool>, StepError> {
    let standing: Vec<Option<Pending>> = threads.iter().map(|thread| machine.pending(*thread)).collect();
    let mut choices: Vec<Choice> = Vec::new();
    let (mut steps, mut turn) = (0, 0);
    while steps < BEYOND {
        machine.choices(&mut choices);
        let moves = choices.iter().filter(|choice| !matches!(choice, Choice::Timeout(_) | Choice::Spurious(_)));
        let moves: Vec<Choice> = moves.copied().collect();
        let next = if moves.is_empty() { choices.first() } else { moves.get(turn % moves.len()) };
        let Some(next) = next.copied() else { break };
        let ran = machine.run(next, TURN, None)?;
        if brake::is_pulled() {
            return Ok(None);
        }
        (steps, turn) = (steps + ran.steps, turn + 1);
        if !threads.iter().zip(&standing).all(|(thread, stood)| machine.pending(*thread) == *stood) {
            return Ok(Some(false));
        }
        if !ran.outcome.is_running() {
            break;
        }
    }
    Ok(Some(true))
}
