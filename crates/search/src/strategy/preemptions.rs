//! Fewest preemptions first: iterative context bounding.
//!
//! Musuvathi, Qadeer: "Iterative context bounding for systematic testing of multithreaded programs", PLDI 2007. Most errors need few
//! switches away from a thread that could have gone on; all schedules with none come first, then those with one, and so on. In place of
//! iterations there is one frontier ranked by the number of preemptions. The first schedule found for an error is one that a
//! person can follow.

use deadheat_event::Choice;

use super::{Shape, Situation, Strategy};

/// Fewest preemptions first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Preemptions;

impl Strategy for Preemptions {
    fn name(&self) -> &'static str {
        "preemptions"
    }

    fn shape(&self) -> Shape {
        Shape::Ranked
    }

    fn arrange(&self, at: &Situation<'_>, choices: &mut Vec<Choice>) {
        choices.sort_by_key(|choice| Some(choice.thread()) != at.last);
    }

    fn rank(&self, at: &Situation<'_>) -> i64 {
        i64::from(at.preemptions)
    }
}
