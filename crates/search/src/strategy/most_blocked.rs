//! States with the most blocked threads first: Groce and Visser ("Heuristics for model checking Java programs", STTT 2004). Made for deadlocks.

use deadheat_event::Choice;

use super::{Shape, Situation, Strategy, take_turns};

/// Most blocked threads first.
#[derive(Clone, Copy, Debug, Default)]
pub struct MostBlocked;

impl Strategy for MostBlocked {
    fn name(&self) -> &'static str {
        "most-blocked"
    }

    fn shape(&self) -> Shape {
        Shape::Ranked
    }

    fn arrange(&self, at: &Situation<'_>, choices: &mut Vec<Choice>) {
        take_turns(at, choices);
    }

    fn rank(&self, at: &Situation<'_>) -> i64 {
        let blocked = at.threads.iter().filter(|one| !one.is_enabled()).count() as i64;
        -blocked
    }
}
