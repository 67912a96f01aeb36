//! Depth first: the newest state first.
//!
//! Needs little memory and reaches ends, hence errors that take long paths, early. Threads take turns, because what goes wrong
//! between threads goes wrong when they are interleaved; the schedules found are far from the shortest.

use deadheat_event::Choice;

use super::{Shape, Situation, Strategy, take_turns};

/// Depth first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dfs;

impl Strategy for Dfs {
    fn name(&self) -> &'static str {
        "dfs"
    }

    fn shape(&self) -> Shape {
        Shape::Stack
    }

    fn arrange(&self, at: &Situation<'_>, choices: &mut Vec<Choice>) {
        take_turns(at, choices);
    }
}
