//! The bounds of blocks that should be atomic, as the program or whoever wrote the trace says.

use super::{HistoryBuilder, IllFormed, Label, Place, Thread, Variable};

/// Where a block begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// How many events of the trace come before it.
    pub at: u32,
    /// The thread whose block it is.
    pub thread: Thread,
    /// Where in the program.
    pub place: Place,
    /// What the block is called, if it is.
    pub label: Option<Label>,
    /// Whether it begins one; else it ends the last that was begun.
    pub begins: bool,
}

impl HistoryBuilder {
    /// A thread begins a block. One that it never ends ends with the trace.
    ///
    /// # Errors
    /// If the thread cannot do anything.
    pub fn begin_block(&mut self, thread: Thread, place: Place, label: Option<Label>) -> Result<(), IllFormed> {
        self.thread(thread);
        self.alive(thread, None)?;
        let state = &mut self.threads[thread.at()];
        (state.blocks, state.marked) = (state.blocks + 1, true);
        self.bound(thread, place, label, true);
        Ok(())
    }

    /// A thread ends the last block that it has begun.
    ///
    /// # Errors
    /// If it is in none, or cannot do anything.
    pub fn end_block(&mut self, thread: Thread, place: Place, label: Option<Label>) -> Result<(), IllFormed> {
        self.thread(thread);
        self.alive(thread, None)?;
        let blocks = &mut self.threads[thread.at()].blocks;
        *blocks = blocks.checked_sub(1).ok_or(IllFormed::NoBlock { thread })?;
        self.bound(thread, place, label, false);
        Ok(())
    }

    /// Says that no block is broken by what is done to the variable.
    pub fn quiet(&mut self, variable: Variable) {
        let quiet = &mut self.history.quiet;
        if variable.at() >= quiet.len() {
            quiet.resize(variable.at() + 1, false);
        }
        quiet[variable.at()] = true;
    }

    fn bound(&mut self, thread: Thread, place: Place, label: Option<Label>, begins: bool) {
        // There are fewer events than that.
        let at = self.history.events.len() as u32;
        self.history.bounds.push(Bound { at, thread, place, label, begins });
    }
}
