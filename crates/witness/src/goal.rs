//! What a witness must end in.

use deadheat_analysis::scope::is_library;
use deadheat_event::{Observer, SourcePos, ThreadId};
use deadheat_machine::{Machine, Outcome};
use serde::{Deserialize, Serialize};

use crate::race::{Heat, guest_place};
use crate::serial::Serial;
use crate::stuck;

/// An error to be reached. It can be written down: names and places are the same in every process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// A dead heat at these places.
    Race(Heat),
    /// Threads stuck at these places (sorted); any, when none are given.
    Stuck(Vec<SourcePos>),
    /// A broken block, which begins at this place.
    Atomicity(SourcePos),
    /// An exception that nobody caught, thrown by code at this place.
    Uncaught(Option<SourcePos>),
}

/// A goal on its way: some can only be seen from the events on the way.
pub struct Pursuit<'g> {
    goal: &'g Goal,
    serial: Option<Serial>,
}

impl Goal {
    /// The same for a machine that was made anew.
    #[must_use]
    pub fn by_name(&self) -> Self {
        match self {
            Self::Race(heat) => Self::Race(heat.by_name()),
            other => other.clone(),
        }
    }

    /// Begins at a program's start.
    #[must_use]
    pub fn pursue(&self) -> Pursuit<'_> {
        let serial = match self {
            Self::Atomicity(place) => Some(Serial::at(place.clone())),
            _ => None,
        };
        Pursuit { goal: self, serial }
    }
}

impl Pursuit<'_> {
    /// Who must watch the steps.
    pub fn observer(&mut self) -> Option<&mut dyn Observer> {
        self.serial.as_mut().map(|serial| serial as &mut dyn Observer)
    }

    /// The threads that are in the error, if the state now is the goal.
    pub fn met<M: Machine>(&self, machine: &M, outcome: &Outcome) -> Option<Vec<ThreadId>> {
        match self.goal {
            Goal::Race(heat) => heat.find(machine).map(Vec::from),
            Goal::Stuck(places) => {
                let stuck = stuck::find(machine, outcome)?;
                (places.is_empty() || stuck_places(&stuck.threads, machine) == *places).then_some(stuck.threads)
            }
            Goal::Atomicity(_) => {
                let (owner, intruders) = self.serial.as_ref()?.broken.as_ref()?;
                Some(std::iter::once(*owner).chain(intruders.iter().copied()).collect())
            }
            Goal::Uncaught(place) => {
                let thrown = thrower(machine, outcome)?;
                (place.is_none() || thrown_at(thrown, machine) == *place).then(|| vec![thrown])
            }
        }
    }
}

/// Where threads are stuck, sorted.
pub fn stuck_places<M: Machine>(threads: &[ThreadId], machine: &M) -> Vec<SourcePos> {
    let mut places: Vec<SourcePos> =
        threads.iter().filter_map(|thread| guest_place(*thread, machine.context())).collect();
    places.sort();
    places.dedup();
    places
}

/// Where the exception that the thread dies of was made: the guest's innermost frame.
pub fn thrown_at<M: Machine>(thread: ThreadId, machine: &M) -> Option<SourcePos> {
    machine.uncaught(thread)?.stack.into_iter().find(|frame| !is_library(&frame.class))
}

/// The thread that dies of an exception now.
pub fn thrower<M: Machine>(machine: &M, outcome: &Outcome) -> Option<ThreadId> {
    if let Outcome::Uncaught { thread, .. } = outcome {
        return Some(*thread);
    }
    let threads = machine.threads();
    threads.iter().map(|info| info.id).find(|thread| machine.uncaught(*thread).is_some())
}
