//! Most preemptions first: the opposite of [`Preemptions`](super::Preemptions), after the interleaving heuristic of Groce and Visser ("Heuristics
//! for model checking Java programs", STTT 2004). Threads are mixed as finely as can be.

use deadheat_event::Choice;

use super::{Shape, Situation, Strategy, take_turns};

/// Most preemptions first.
#[derive(Clone, Copy, Debug, Default)]
pub struct MaxPreemptions;

impl Strategy for MaxPreemptions {
    fn name(&self) -> &'static str {
        "max-preemptions"
    }

    fn shape(&self) -> Shape {
        Shape::Ranked
    }

    fn arrange(&self, at: &Situation<'_>, choices: &mut Vec<Choice>) {
        take_turns(at, choices);
    }

    fn rank(&self, at: &Situation<'_>) -> i64 {
        -i64::from(at.preemptions)
    }
}
