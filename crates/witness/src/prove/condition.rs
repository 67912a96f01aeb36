//! What a schedule needs beside an order of the threads.

use std::time::Duration;

use deadheat_event::{Choice, ThreadId};
use deadheat_machine::Machine;

use crate::result::Condition;

/// Shorter waits end while others go on in any run.
const LONG: Duration = Duration::from_secs(1);

/// Adds what a choice, which the machine is about to make, needs.
pub fn add<M: Machine>(known: &mut Option<Condition>, choice: Choice, open: &[Choice], machine: &M) {
    match choice {
        Choice::Spurious(_) => *known = Some(Condition::SpuriousWakeUp),
        Choice::Timeout(thread) if *known != Some(Condition::SpuriousWakeUp) => {
            let longest = match *known {
                Some(Condition::Timeout { millis }) => millis,
                _ => 0,
            };
            if let Some(delay) = machine.delay(thread).filter(|delay| held_back(*delay, thread, open, machine) >= LONG)
            {
                *known = Some(Condition::Timeout { millis: longest.max(delay.as_millis() as u64) });
            }
        }
        _ => {}
    }
}

/// How long another thread does nothing, though it could, while this one's time passes: all the while if one can move now, and from then on if one
/// waits for a time that comes sooner.
fn held_back<M: Machine>(delay: Duration, thread: ThreadId, open: &[Choice], machine: &M) -> Duration {
    let idle = |choice: &Choice| match *choice {
        Choice::Thread(_) | Choice::Wake { .. } | Choice::Value { .. } => Some(delay),
        Choice::Timeout(other) if other != thread => Some(delay.saturating_sub(machine.delay(other)?)),
        _ => None,
    };
    open.iter().filter_map(idle).max().unwrap_or_default()
}
