//! Breadth first: the states nearest to the start first.
//!
//! Finds the shortest schedules, and keeps a snapshot of every state at the border.

use super::{Shape, Situation, Strategy};

/// Breadth first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bfs;

impl Strategy for Bfs {
    fn name(&self) -> &'static str {
        "bfs"
    }

    fn shape(&self) -> Shape {
        Shape::Ranked
    }

    fn rank(&self, at: &Situation<'_>) -> i64 {
        at.steps as i64
    }
}
