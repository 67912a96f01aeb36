//! Threads that warnings name go first: guided search (Oliveira, *Rabbit: A novel approach to find data-races during state-space
//! exploration*, 2012, §4.2.1).
//!
//! States in which more of the moves were made by these threads come first, among them those with fewer steps.

use std::collections::BTreeSet;

use deadheat_event::{Choice, ThreadId};

use super::{Shape, Situation, Strategy, take_turns};

/// Prefers some threads.
#[derive(Clone, Debug, Default)]
pub struct Guided {
    threads: BTreeSet<ThreadId>,
}

impl Guided {
    /// Prefers these threads.
    pub fn new(threads: impl IntoIterator<Item = ThreadId>) -> Self {
        Self { threads: threads.into_iter().collect() }
    }
}

impl Strategy for Guided {
    fn name(&self) -> &'static str {
        "guided"
    }

    fn shape(&self) -> Shape {
        Shape::Ranked
    }

    fn arrange(&self, at: &Situation<'_>, choices: &mut Vec<Choice>) {
        take_turns(at, choices);
        choices.sort_by_key(|choice| !self.threads.contains(&choice.thread()));
    }

    fn rank(&self, at: &Situation<'_>) -> i64 {
        at.steps as i64 - 16 * at.preferred as i64
    }

    fn prefers(&self, thread: ThreadId) -> bool {
        self.threads.contains(&thread)
    }
}
