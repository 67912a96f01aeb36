//! The last word: a schedule replayed from the program's start on a fresh machine.

use deadheat_analysis::Conflict;
use deadheat_event::{Context, Event, Observer, Schedule};
use deadheat_machine::{Machine, Outcome, Replay, StepError, Uncaught, brake};

use super::cycle::CycleWatch;
use super::{condition, describe, stuck};
use crate::goal::Goal;
use crate::result::{Participant, Witness};
use crate::story::Narrator;

/// Changes from thread to thread are explained in so many steps from the start, and in those that are told one by one.
const HEAD: u64 = 1_000;

/// A longer schedule is told step by step only from so many steps before its end.
const TAIL: u64 = 20_000;

/// What a replay has shown.
#[derive(Clone)]
pub struct Proof {
    /// The witness.
    pub witness: Witness,
    /// The threads that are in the error.
    pub participants: Vec<Participant>,
    /// What the error is on, by name: locks, for a deadlock.
    pub names: Vec<String>,
    /// Whether the threads wait for each other.
    pub cycle: bool,
    /// What a thread died of.
    pub death: Option<Uncaught>,
    /// Of a broken block, the two accesses between which others came.
    pub conflict: Option<Conflict>,
}

/// Replays a schedule on a machine that keeps states and stands at the program's start; `None` when it does not reach the goal,
/// or when the time of the [brake] is over.
///
/// # Errors
/// If the machine is at fault.
pub fn confirm<M: Machine>(machine: &mut M, goal: &Goal, schedule: &Schedule) -> Result<Option<Proof>, StepError> {
    let goal = goal.by_name();
    let mut watch = goal.watch();
    let mut narrator = Narrator::default();
    let mut outcome = Outcome::Running;
    let mut choices = Vec::new();
    let mut needed = None;
    let total = schedule.steps();
    let mut cycle = match goal {
        Goal::Cycle(round) => Some(CycleWatch::from(total.saturating_sub(round))),
        _ => None,
    };
    // From here on every step counts.
    let slow = cycle.as_ref().map_or(u64::MAX, |cycle| cycle.begins).min(total.saturating_sub(TAIL));
    let mut replay = Replay::of(schedule);
    while replay.passed() < total {
        let step = replay.passed();
        machine.choices(&mut choices);
        let turn = if step < slow { slow - step } else { 1 };
        let Ok(Some(pick)) = replay.pick(&choices, turn) else { return Ok(None) };
        if !outcome.is_running() {
            return Ok(None);
        }
        if let Some(cycle) = &mut cycle {
            cycle.before(step, machine, &choices, pick.choice);
        }
        condition::add(&mut needed, pick.choice, &choices, machine);
        narrator.turn(pick.choice.thread(), machine, step < HEAD || step >= slow);
        let mut both = Both(watch.observer(), &mut narrator);
        let ran = machine.run(pick.choice, pick.budget, Some(&mut both))?;
        outcome = ran.outcome;
        replay.advance(ran.steps);
        if brake::is_pulled() {
            return Ok(None);
        }
    }
    let threads = match cycle {
        Some(cycle) => cycle.closed(machine),
        None => watch.met(machine, &outcome),
    };
    let Some(threads) = threads else { return Ok(None) };
    if matches!(goal, Goal::Stuck(_)) && outcome.is_running() {
        let here = machine.snapshot();
        let stays = stuck::stay(machine, &threads)?;
        machine.restore(&here);
        if stays != Some(true) {
            return Ok(None);
        }
    }
    let mut proof = describe::proof(machine, &goal, schedule, &threads, narrator);
    proof.witness.condition = needed;
    proof.conflict = watch.conflict(machine.context());
    Ok(Some(proof))
}

/// Two observers, one of which may be absent.
struct Both<'a>(Option<&'a mut dyn Observer>, &'a mut Narrator);

impl Observer for Both<'_> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        if let Some(observer) = &mut self.0 {
            observer.event(event, context);
        }
        self.1.event(event, context);
    }
}
