//! What a witness must end in.

use deadheat_analysis::scope::is_library;
use deadheat_event::{Observer, PendingOp, SourcePos, ThreadId};
use deadheat_machine::{Machine, Outcome};
use deadheat_search::deadlock;
use serde::{Deserialize, Serialize};

use crate::race::{Heat, guest_place};
use crate::serial::Serial;

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
    /// A circle of so many steps at the end. It shows in no single state: see [`Circle`](crate::circle::Circle).
    Circle(u64),
    /// A thread about to do something that others can notice, at this place.
    Reached(SourcePos),
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
                let stuck = deadlock(machine, outcome)?;
                (places.is_empty() || stuck_places(&stuck, machine) == *places).then_some(stuck)
            }
            Goal::Atomicity(_) => {
                let (owner, intruders) = self.serial.as_ref()?.broken.as_ref()?;
                Some(std::iter::once(*owner).chain(intruders.iter().copied()).collect())
            }
            Goal::Uncaught(place) => {
                let fits = |thread: &ThreadId| place.is_none() || thrown_at(*thread, machine) == *place;
                dead(machine, outcome).into_iter().find(fits).map(|thread| vec![thread])
            }
            Goal::Circle(_) => None,
            Goal::Reached(place) => {
                let mut live = Vec::new();
                machine.live(&mut live);
                let is_there = |thread: &ThreadId| {
                    let op = machine.pending(*thread).filter(PendingOp::is_enabled);
                    op.is_some_and(|op| machine.context().source(op.site) == *place)
                };
                live.into_iter().find(is_there).map(|thread| vec![thread])
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

/// The threads that have died of an exception; first the one of which the program dies.
fn dead<M: Machine>(machine: &M, outcome: &Outcome) -> Vec<ThreadId> {
    let of_all = if let Outcome::Uncaught { thread, .. } = outcome { Some(*thread) } else { None };
    let others = machine.threads().into_iter().map(|info| info.id).filter(|id| machine.uncaught(*id).is_some());
    of_all.into_iter().chain(others).collect()
}
