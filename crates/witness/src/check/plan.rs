//! Following a planned schedule on a program that may not do as planned.

use deadheat_event::{Choice, Observer, Schedule, ThreadId};
use deadheat_machine::{Machine, Replay, StepError};

use crate::active::Target;
use crate::stage::Stage;

/// Follows a plan as far as the program does. A thread that cannot go on where it should is left behind, and catches up when it can.
///
/// # Errors
/// If the machine is at fault.
pub fn follow_plan<M: Machine>(
    stage: &mut Stage<'_, M>,
    plan: &Schedule,
    target: &mut dyn Target<M>,
) -> Result<(), StepError> {
    let known = if target.observer().is_none() { stage.skip(plan, plan.steps()) } else { 0 };
    let mut replay = Replay::of(plan).from_step(known);
    let mut behind: Vec<(ThreadId, u64)> = Vec::new();
    while let Some(pick) = replay.upcoming() {
        if stage.is_late() || !stage.outcome().is_running() {
            return Ok(());
        }
        let thread = pick.choice.thread();
        for (late, owed) in std::mem::take(&mut behind) {
            let made = advance(stage, Choice::Thread(late), owed, target.observer())?;
            if made < owed {
                behind.push((late, owed - made));
            }
        }
        let waits = behind.iter_mut().find(|(late, _)| *late == thread);
        let made = if waits.is_some() { 0 } else { advance(stage, pick.choice, pick.budget, target.observer())? };
        let missing = pick.budget - made;
        match waits {
            Some((_, owed)) => *owed += missing,
            None if missing > 0 => behind.push((thread, missing)),
            None => {}
        }
        replay.advance(pick.budget);
    }
    for (late, owed) in behind {
        advance(stage, Choice::Thread(late), owed, target.observer())?;
    }
    Ok(())
}

/// Lets a thread make up to so many steps, as the choice says or in the way that is open to it; says how many it made.
fn advance<M: Machine>(
    stage: &mut Stage<'_, M>,
    choice: Choice,
    count: u64,
    mut observer: Option<&mut dyn Observer>,
) -> Result<u64, StepError> {
    let mut made = 0;
    while made < count && stage.outcome().is_running() && !stage.is_late() {
        let open = stage.choices();
        let is_move = |other: &&Choice| {
            other.thread() == choice.thread() && !matches!(other, Choice::Timeout(_) | Choice::Spurious(_))
        };
        let exact = open.iter().find(|other| **other == choice);
        let Some(next) = exact.or_else(|| open.iter().find(is_move)).copied() else { break };
        let observer: Option<&mut dyn Observer> = match observer {
            Some(ref mut observer) => Some(&mut **observer),
            None => None,
        };
        made += stage.run(next, count - made, observer)?;
    }
    Ok(made)
}
