//! What is wrong in one state: for those who replay a schedule and want to see where it has led.

use deadheat_event::{Choice, ThreadId};
use deadheat_machine::{Machine, Outcome};

use crate::finding::Key;
use crate::property::{DeadHeat, Deadlock, Property, Symptom, Uncaught, View, deadlocked};
use crate::worker::involved;
use crate::{Finding, Involved, Kind, Standing};

/// An error in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// What kind of error.
    pub kind: Kind,
    /// What it is about.
    pub what: String,
    /// The threads involved.
    pub threads: Vec<Involved>,
    key: Key,
}

impl Sight {
    /// Whether it is the error that a search has found, on a machine that shares its names with the search's.
    #[must_use]
    pub fn is(&self, finding: &Finding) -> bool {
        self.key == finding.key
    }
}

/// Where all threads of a machine stand.
struct State {
    standings: Vec<Standing>,
    patient: Vec<ThreadId>,
}

impl State {
    fn of<M: Machine>(machine: &M) -> Self {
        let mut live = Vec::new();
        machine.live(&mut live);
        let stands =
            |thread: &ThreadId| Some(Standing { thread: *thread, pending: machine.pending(*thread)?, frozen: false });
        let mut choices = Vec::new();
        machine.choices(&mut choices);
        let waits = |choice: &&Choice| matches!(choice, Choice::Timeout(_) | Choice::Spurious(_));
        let patient = choices.iter().filter(waits).map(|choice| choice.thread()).collect();
        Self { standings: live.iter().filter_map(stands).collect(), patient }
    }

    fn view<'a, M: Machine>(&'a self, machine: &'a M, outcome: &'a Outcome) -> View<'a> {
        let context = machine.context();
        View { standings: &self.standings, patient: &self.patient, outcome, moved: None, died: None, context }
    }
}

/// The threads that make a deadlock in the state in which a machine stands; none when there is no deadlock.
pub fn deadlock<M: Machine>(machine: &M, outcome: &Outcome) -> Option<Vec<ThreadId>> {
    let state = State::of(machine);
    let found = deadlocked(&state.view(machine, outcome), |_| false);
    (!found.is_empty()).then(|| found.iter().map(|standing| standing.thread).collect())
}

/// The dead heats, deadlocks and uncaught exceptions in the state in which a machine stands.
pub fn look<M: Machine>(machine: &M, outcome: &Outcome) -> Vec<Sight> {
    let state = State::of(machine);
    let view = state.view(machine, outcome);
    let mut sights = Vec::new();
    let mut see = |property: &dyn Property, view: &View<'_>, symptoms: Vec<Symptom>| {
        sights.extend(symptoms.into_iter().map(|symptom| Sight {
            kind: symptom.kind,
            what: property.describe(&symptom, view),
            threads: symptom.threads.iter().map(|thread| involved(*thread, view)).collect(),
            key: symptom.key,
        }));
    };
    let properties: [&dyn Property; 2] = [&DeadHeat, &Deadlock::default()];
    for property in properties {
        let mut symptoms = Vec::new();
        property.state(&view, &mut symptoms);
        see(property, &view, symptoms);
    }
    for thread in machine.threads() {
        let Some(exception) = machine.uncaught(thread.id) else { continue };
        let died = View { moved: Some(thread.id), died: Some(&exception), ..view };
        let mut symptoms = Vec::new();
        Uncaught.step(&died, &mut symptoms);
        see(&Uncaught, &died, symptoms);
    }
    sights
}
