//! Where an operation ends in the middle of a method: before what is not the library's own affair.
//!
//! The decoder puts a `CUT` before instructions that name these members (see `exec::decode`); the thread is no longer in an
//! atomic call there, if it was in one.

use crate::vm::Vm;

/// Ends the operation.
pub const ALWAYS: u16 = 0;
/// Ends it unless a worker of a modelled pool runs the task: see `future_task.rs`.
pub const UNLESS_POOL: u16 = 1;

/// Class, method and member, and the operand of the `CUT`.
const CUTS: &[(&str, &str, &str, u16)] = &[
    ("java/util/concurrent/FutureTask", "run", "callable", UNLESS_POOL),
    ("java/util/concurrent/FutureTask", "run", "call", ALWAYS),
    ("java/util/concurrent/ThreadPoolExecutor", "runWorker", "run", ALWAYS),
    ("java/util/concurrent/ThreadPoolExecutor", "addWorker", "start", ALWAYS),
];

/// The members before whose uses a method of the JDK's is cut.
pub fn cuts(class: &str, method: &str) -> impl Iterator<Item = (&'static str, u16)> {
    let here = move |cut: &&(&str, &str, &str, u16)| cut.0 == class && cut.1 == method;
    CUTS.iter().filter(here).map(|(_, _, member, how)| (*member, *how))
}

impl Vm {
    /// At a `CUT`.
    pub(crate) fn cut_atomic(&mut self, how: u16) {
        if how == ALWAYS || !self.is_run_by_pool() {
            self.leave_atomic();
        }
    }
}
