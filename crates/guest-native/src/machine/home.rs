//! How a machine comes back to a state that has a process: its own process goes back there, or it takes a copy.

use std::sync::Arc;

use super::path::Path;
use crate::process::{Process, ProcessError};

/// After so many checkpoints to which the process could not go back, no more are made: the program changes what only the kernel knows of.
const USELESS: u32 = 3;

/// Where a machine's process can go back to.
#[derive(Default)]
pub struct Home {
    /// The state from which the machine's process was made.
    state: Option<Arc<Path>>,
    /// Whether checkpoints are wanted.
    goes_back: bool,
    /// Whether the process has one.
    has_checkpoint: bool,
    /// So many checkpoints were of no use, one after the other.
    useless: u32,
    /// How often its process went back, and how often a copy took its place.
    pub returns: Returns,
}

/// How a machine came to the states that it was told to restore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Returns {
    /// Its process went back.
    pub back: u64,
    /// It took a copy of a process that was kept.
    pub copies: u64,
    /// Steps that its process had made already when they were asked for.
    pub ahead: u64,
}

impl Home {
    /// For a machine whose processes may go back by themselves, or may not.
    #[must_use]
    pub fn new(goes_back: bool) -> Self {
        Self { goes_back, ..Self::default() }
    }

    /// For another machine over the same program.
    #[must_use]
    pub fn fresh(&self) -> Self {
        Self::new(self.goes_back && self.useless < USELESS)
    }

    /// Whether processes may do more than copies do.
    #[must_use]
    pub fn goes_back(&self) -> bool {
        self.goes_back
    }

    /// A process that stands at a state that has one. `left`: the machine's process until now.
    ///
    /// # Errors
    /// If there is none to be had.
    pub fn stand_at(&mut self, state: &Arc<Path>, left: Option<Process>) -> Result<Process, ProcessError> {
        let is_same = self.state.as_ref().is_some_and(|known| Arc::ptr_eq(known, state));
        if let Some(process) = left.filter(|_| is_same && self.has_checkpoint) {
            if process.can_go_back() && process.go_back().is_ok() {
                self.useless = 0;
                self.returns.back += 1;
                return Ok(process);
            }
            self.useless += 1;
        }
        self.state = Some(state.clone());
        self.returns.copies += 1;
        // The process that is left has made room for the one that comes.
        let process = state.copy()?;
        // What is come back to once will be come back to again.
        self.has_checkpoint = self.goes_back && is_same && self.useless < USELESS;
        if !self.has_checkpoint {
            return Ok(process);
        }
        process.checkpoint()?;
        if process.can_go_back() {
            return Ok(process);
        }
        self.has_checkpoint = false;
        self.useless += 1;
        drop(process);
        state.copy()
    }
}
