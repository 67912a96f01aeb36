//! Shorter witnesses: fewest switches first, then fewest steps.
//!
//! Delta debugging on the runs of a schedule. A shorter schedule is tried by following it as far as it goes: choices that are not open
//! are left out. What reaches the goal is a witness, whatever it left out.

use std::time::{Duration, Instant};

use deadheat_event::{Choice, Schedule, ThreadId};
use deadheat_machine::{Machine, Replay, StepError};

use crate::goal::Goal;
use crate::stage::Stage;

/// The goal is looked for in the last so many runs of a schedule, step by step where they are short.
const NEAR_END: usize = 24;
const SHORT_RUN: u64 = 512;

/// A witness that takes longer is not tried often: the goal is looked for only behind the states that are known, and all tries together may
/// take …
const LONG: Duration = Duration::from_millis(300);
/// … this part of its time.
const PART: u32 = 4;

/// A run of choices of one thread.
type Piece = (Choice, u64);

/// The shortest witness found until the stage's time is over.
///
/// # Errors
/// If the machine is at fault.
pub fn minimise<M: Machine>(stage: &mut Stage<'_, M>, goal: &Goal, witness: &Schedule) -> Result<Schedule, StepError> {
    let is_long = stage.known_cost(witness) > LONG;
    let Some(mut best) = attempt(stage, goal, &pieces(witness), is_long)? else { return Ok(witness.clone()) };
    let is_long = stage.cost() > LONG;
    if is_long {
        stage.end_within(stage.cost() / PART);
    }
    let improve = |stage: &mut Stage<'_, M>, best: &mut Schedule, pieces: &[Piece], tries: &mut usize| {
        improve(stage, goal, best, pieces, (tries, is_long))
    };
    let began = Instant::now();
    // One replay tells what a try costs; a long run is not tried often.
    let mut tries = 400usize;
    if witness.steps() > 100_000 {
        tries = 12;
    }
    for thread in threads(&best) {
        let without: Vec<Piece> = pieces(&best).into_iter().filter(|(choice, _)| choice.thread() != thread).collect();
        improve(stage, &mut best, &without, &mut tries)?;
    }
    let mut changed = true;
    while changed && tries > 0 && !stage.is_late() && began.elapsed().as_secs() < 5 {
        changed = false;
        let mut at = pieces(&best).len();
        while at > 0 && tries > 0 && !stage.is_late() {
            at -= 1;
            let now = pieces(&best);
            if at >= now.len() {
                continue;
            }
            let mut without = now.clone();
            without.remove(at);
            if improve(stage, &mut best, &without, &mut tries)? {
                changed = true;
                continue;
            }
            // Brings two runs of one thread together: the first waits, or the second is early.
            let same = |piece: &Piece| piece.0.thread() == now[at].0.thread();
            let Some(next) = now[at + 1..].iter().position(same).map(|after| at + 1 + after) else { continue };
            let moves = [(at, next - 1), (next, at + 1)];
            for (from, to) in moves.into_iter().filter(|(from, to)| from != to) {
                let mut moved = now.clone();
                let piece = moved.remove(from);
                moved.insert(to, piece);
                if improve(stage, &mut best, &moved, &mut tries)? {
                    changed = true;
                    break;
                }
            }
        }
    }
    Ok(best)
}

fn pieces(schedule: &Schedule) -> Vec<Piece> {
    schedule.runs().iter().map(|run| (run.choice, run.count)).collect()
}

fn threads(schedule: &Schedule) -> Vec<ThreadId> {
    let mut threads: Vec<ThreadId> = schedule.runs().iter().map(|run| run.choice.thread()).collect();
    threads.sort_unstable();
    threads.dedup();
    threads
}

/// What a person finds short: few switches, then few steps.
fn length(schedule: &Schedule) -> (u64, u64) {
    (switches(schedule), schedule.steps())
}

/// How often the schedule changes from one thread to another.
#[must_use]
pub fn switches(schedule: &Schedule) -> u64 {
    let runs = schedule.runs();
    runs.windows(2).filter(|pair| pair[0].choice.thread() != pair[1].choice.thread()).count() as u64
}

/// Tries a schedule, and keeps it if it is shorter and still a witness.
fn improve<M: Machine>(
    stage: &mut Stage<'_, M>,
    goal: &Goal,
    best: &mut Schedule,
    pieces: &[Piece],
    (tries, is_long): (&mut usize, bool),
) -> Result<bool, StepError> {
    if *tries == 0 || stage.is_late() {
        return Ok(false);
    }
    *tries -= 1;
    match attempt(stage, goal, pieces, is_long)? {
        Some(found) if length(&found) < length(best) => {
            *best = found;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Follows pieces from the start, leaving out what is not open, until the goal is met; what was done then.
fn attempt<M: Machine>(
    stage: &mut Stage<'_, M>,
    goal: &Goal,
    pieces: &[Piece],
    is_long: bool,
) -> Result<Option<Schedule>, StepError> {
    stage.rewind();
    let mut watch = goal.watch();
    let mut schedule = Schedule::new();
    pieces.iter().for_each(|(choice, count)| schedule.push(*choice, *count));
    // Where the goal is looked for, each step is made.
    let near = if is_long { 0 } else { NEAR_END };
    let far = schedule.runs().iter().rev().skip(near).map(|run| run.count).sum();
    let known = if watch.observer().is_none() { stage.skip(&schedule, far) } else { 0 };
    let mut replay = Replay::of(&schedule).from_step(known);
    while stage.outcome().is_running() && !stage.is_late() {
        let Some(pick) = replay.pick_open(|choice| stage.machine.is_open(choice)) else { break };
        // Where the goal can only be near the end, it is looked for there; a long way is gone at full speed.
        let near = replay.runs_left() <= NEAR_END;
        let turn = if near && pick.budget <= SHORT_RUN { 1 } else { pick.budget };
        let steps = stage.run(pick.choice, turn, watch.observer())?;
        replay.advance(steps.min(pick.budget));
        if near && watch.met(&*stage.machine, stage.outcome()).is_some() {
            return Ok(Some(stage.path().clone()));
        }
    }
    Ok(watch.met(&*stage.machine, stage.outcome()).map(|_| stage.path().clone()))
}
