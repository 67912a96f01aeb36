//! What a schedule needs beside an order of the threads.

use std::time::Duration;

use deadheat_event::Choice;
use deadheat_machine::Machine;

use crate::result::Condition;

/// Shorter waits end while others go on in any run.
const LONG: Duration = Duration::from_secs(1);

/// Adds what a choice, which the machine is about to make, needs.
pub fn add<M: Machine>(known: &mut Option<Condition>, choice: Choice, open: &[Choice], machine: &M) {
    let can_move = |choice: &Choice| matches!(choice, Choice::Thread(_) | Choice::Wake { .. } | Choice::Value { .. });
    match choice {
        Choice::Spurious(_) => *known = Some(Condition::SpuriousWakeUp),
        Choice::Timeout(thread) if *known != Some(Condition::SpuriousWakeUp) && open.iter().any(can_move) => {
            let delay = machine.delay(thread).filter(|delay| *delay >= LONG);
            let longest = match *known {
                Some(Condition::Timeout { millis }) => millis,
                _ => 0,
            };
            if let Some(delay) = delay {
                *known = Some(Condition::Timeout { millis: longest.max(delay.as_millis() as u64) });
            }
        }
        _ => {}
    }
}
