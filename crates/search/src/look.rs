//! What is wrong in one state: for replays of a schedule, which want to see where it has led.

use deadheat_event::{Choice, ThreadId};
use deadheat_machine::{Machine, Outcome};

use crate::property::{DeadHeat, Deadlock, Property, StateView, UncaughtException, deadlocked, is_chained};
use crate::{ObservedViolation, PendingThread, pending_threads};

/// The present state of a machine, as properties see it.
struct State {
    threads: Vec<PendingThread>,
    patient: Vec<ThreadId>,
}

impl State {
    fn of<M: Machine>(machine: &M) -> Self {
        let mut choices = Vec::new();
        machine.choices(&mut choices);
        let waits = |choice: &&Choice| matches!(choice, Choice::Timeout(_) | Choice::Spurious(_));
        let patient = choices.iter().filter(waits).map(|choice| choice.thread()).collect();
        Self { threads: pending_threads(machine), patient }
    }

    fn view<'a, M: Machine>(&'a self, machine: &'a M, outcome: &'a Outcome) -> StateView<'a> {
        let context = machine.context();
        StateView { threads: &self.threads, patient: &self.patient, outcome, moved: None, died: None, context }
    }
}

/// The threads that make each deadlock in the present state of a machine. Threads that wait for each other in two cycles make two.
pub fn deadlocks<M: Machine>(machine: &M, outcome: &Outcome) -> Vec<Vec<ThreadId>> {
    // Asked behind many steps, and seldom with more to say: what all threads will do is not asked for that.
    if outcome.is_running() {
        let mut blocked = Vec::new();
        machine.blocked(&mut blocked);
        let standing = |thread| machine.pending(thread).map(|pending| pending.blocked);
        if !is_chained(blocked.into_iter().map(|(_, blocked)| blocked), standing) {
            return Vec::new();
        }
    }
    let state = State::of(machine);
    let found = deadlocked(&state.view(machine, outcome), |_| false);
    found.iter().map(|threads| threads.iter().map(|thread| thread.thread).collect()).collect()
}

/// The dead heats, deadlocks and uncaught exceptions in the present state of a machine.
pub fn violations<M: Machine>(machine: &M, outcome: &Outcome) -> Vec<ObservedViolation> {
    let state = State::of(machine);
    let view = state.view(machine, outcome);
    let mut found = Vec::new();
    DeadHeat.state(&view, &mut found);
    Deadlock::default().state(&view, &mut found);
    let mut observed: Vec<ObservedViolation> =
        found.drain(..).map(|violation| ObservedViolation::new(&violation, &view)).collect();
    for thread in machine.threads() {
        let Some(exception) = machine.uncaught(thread.id) else { continue };
        let died = StateView { moved: Some(thread.id), died: Some(&exception), ..view };
        UncaughtException.step(&died, &mut found);
        observed.extend(found.drain(..).map(|violation| ObservedViolation::new(&violation, &died)));
    }
    observed
}
