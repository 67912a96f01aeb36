//! What a witness must end in.

use deadheat_analysis::Conflict;
use deadheat_event::{Context, Observer, Pending, SourcePos, ThreadId};
use deadheat_machine::{Machine, Outcome};
use deadheat_search::deadlocks;
use serde::{Deserialize, Serialize};

use crate::prove::Serializability;
use crate::race_pair::{RacePair, program_place};

/// An error to be reached. It can be written down: names and places are the same in every process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// A dead heat at these places.
    Race(RacePair),
    /// Threads stuck at these places (sorted); any, when none are given.
    Stuck(Vec<SourcePos>),
    /// A broken block, which begins at this place.
    Atomicity(SourcePos),
    /// Any exception that its thread did not catch, thrown by code at this place, or anywhere.
    Uncaught(Option<SourcePos>),
    /// An exception of this type that its thread did not catch, thrown by code at this place of the program: a line can throw more
    /// than one.
    Thrown {
        /// The type.
        exception: String,
        /// The place; none if no frame is the program's.
        place: Option<SourcePos>,
    },
    /// A cycle of so many steps at the end. It shows in no single state: see [`CycleWatch`](crate::prove::CycleWatch).
    #[serde(alias = "circle")]
    Cycle(u64),
    /// A thread about to do something that others can notice, at this place.
    Reached(SourcePos),
}

/// A goal on its way: some can only be seen from the events on the way.
pub struct GoalWatch<'g> {
    goal: &'g Goal,
    serializability: Option<Serializability>,
}

impl Goal {
    /// The same for a machine that does not share the numbers of the one that warned.
    #[must_use]
    pub fn by_name(&self) -> Self {
        match self {
            Self::Race(pair) => Self::Race(pair.by_name()),
            other => other.clone(),
        }
    }

    /// Begins at a program's start.
    #[must_use]
    pub fn watch(&self) -> GoalWatch<'_> {
        let serializability = match self {
            Self::Atomicity(place) => Some(Serializability::at(place.clone())),
            _ => None,
        };
        GoalWatch { goal: self, serializability }
    }
}

impl GoalWatch<'_> {
    /// The observer that must watch the steps.
    pub fn observer(&mut self) -> Option<&mut dyn Observer> {
        self.serializability.as_mut().map(|watch| watch as &mut dyn Observer)
    }

    /// For a broken block: the two accesses between which others came.
    #[must_use]
    pub fn conflict(&self, context: &dyn Context) -> Option<Conflict> {
        self.serializability.as_ref()?.broken.as_ref()?.conflict(context)
    }

    /// The threads that are in the error, if the state now is the goal.
    pub fn met<M: Machine>(&self, machine: &M, outcome: &Outcome) -> Option<Vec<ThreadId>> {
        match self.goal {
            Goal::Race(pair) => pair.find(machine).map(Vec::from),
            Goal::Stuck(places) => {
                let fits = |stuck: &Vec<ThreadId>| places.is_empty() || stuck_places(stuck, machine) == *places;
                deadlocks(machine, outcome).into_iter().find(fits)
            }
            Goal::Atomicity(_) => {
                let broken = self.serializability.as_ref()?.broken.as_ref()?;
                Some(std::iter::once(broken.owner).chain(broken.intruders.iter().copied()).collect())
            }
            Goal::Uncaught(place) => {
                let fits = |thread: &ThreadId| place.is_none() || thrown_at(*thread, machine) == *place;
                dead(machine, outcome).into_iter().find(fits).map(|thread| vec![thread])
            }
            Goal::Thrown { exception, place } => {
                let dies_so = |thread: &ThreadId| {
                    let death = machine.uncaught(*thread);
                    death.is_some_and(|death| exception_type(&death.message) == exception)
                        && thrown_at(*thread, machine) == *place
                };
                dead(machine, outcome).into_iter().find(dies_so).map(|thread| vec![thread])
            }
            Goal::Cycle(_) => None,
            Goal::Reached(place) => {
                let mut live = Vec::new();
                machine.live(&mut live);
                let is_there = |thread: &ThreadId| {
                    let pending = machine.pending(*thread).filter(Pending::is_enabled);
                    pending.is_some_and(|pending| machine.context().source(pending.site) == *place)
                };
                live.into_iter().find(is_there).map(|thread| vec![thread])
            }
        }
    }
}

/// Where threads are stuck, sorted.
pub fn stuck_places<M: Machine>(threads: &[ThreadId], machine: &M) -> Vec<SourcePos> {
    let mut places: Vec<SourcePos> =
        threads.iter().filter_map(|thread| program_place(*thread, machine.context())).collect();
    places.sort();
    places.dedup();
    places
}

/// The type of an exception, of which a guest shows the message behind it. That often has values that differ from schedule to
/// schedule.
#[must_use]
pub fn exception_type(message: &str) -> &str {
    message.split(':').next().unwrap_or_default()
}

/// Where the exception that the thread dies of was made: the program's innermost frame.
pub fn thrown_at<M: Machine>(thread: ThreadId, machine: &M) -> Option<SourcePos> {
    machine.uncaught(thread)?.stack.into_iter().find(|frame| frame.owner.is_program())
}

/// The threads that have died of an exception; first the one of which the program dies.
fn dead<M: Machine>(machine: &M, outcome: &Outcome) -> Vec<ThreadId> {
    let of_all = if let Outcome::Uncaught { thread, .. } = outcome { Some(*thread) } else { None };
    let others = machine.threads().into_iter().map(|info| info.id).filter(|id| machine.uncaught(*id).is_some());
    of_all.into_iter().chain(others).collect()
}
