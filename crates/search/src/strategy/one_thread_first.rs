//! Towards an operation of one thread: advance that thread first, the hint of Shacham (*Scaling Model Checking of Dataraces Using
//! Dynamic Information*, 2004, §3.3).
//!
//! Depth first, with the wanted thread before all others; when it cannot go on, the thread that holds what it waits for, and so on
//! along the chain of owners.

use deadheat_event::{BlockedOn, Choice, ThreadId};

use super::{Shape, Situation, Strategy, take_turns};

/// Advances one thread first.
#[derive(Clone, Copy, Debug)]
pub struct OneThreadFirst {
    thread: ThreadId,
}

impl OneThreadFirst {
    /// Advances this thread first.
    #[must_use]
    pub fn new(thread: ThreadId) -> Self {
        Self { thread }
    }

    /// The thread to advance here: the wanted one, or the one that it waits for.
    fn next(&self, at: &Situation<'_>) -> Option<ThreadId> {
        let mut thread = self.thread;
        for _ in 0..at.threads.len() {
            thread = match at.thread(thread)?.pending.blocked {
                None => return Some(thread),
                Some(BlockedOn::Lock { owner: Some(owner), .. } | BlockedOn::Initialise { owner, .. }) => owner,
                Some(BlockedOn::Join { thread }) => thread,
                Some(_) => return None,
            };
        }
        None
    }
}

impl Strategy for OneThreadFirst {
    fn name(&self) -> &'static str {
        "target"
    }

    fn shape(&self) -> Shape {
        Shape::Stack
    }

    fn arrange(&self, at: &Situation<'_>, choices: &mut Vec<Choice>) {
        take_turns(at, choices);
        if let Some(next) = self.next(at) {
            choices.sort_by_key(|choice| choice.thread() != next);
        }
    }
}
