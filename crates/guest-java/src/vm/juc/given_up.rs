//! Objects whose methods are single operations, until one is called that is not modelled: then they are *given up*, and threads take the library's steps.
//!
//! The object has a word for that, which the VM adds. Every call of a method that would be an operation looks at it first, and giving up changes
//! it. So a call on an object that was given up begins with a look that shows, at the place that the operations show at, and only then takes its
//! steps. Without this look a reduction could not tell that the two depend on each other: what an operation does inside it does not show, and
//! the steps need not come by the place that stands for it. It might do operations of one thread and give the object up after them, always before
//! another thread comes, and never learn that the other would have met the operations.

use crate::vm::Vm;

/// Methods are single operations.
pub(super) const MODELLED: u64 = 1;
/// They were, and are no longer.
pub(super) const GIVEN_UP: u64 = 1 << 2;

impl Vm {
    /// Whether the call that is asked about is part of another one in the tables, which has looked already.
    pub(super) fn has_looked(&self) -> bool {
        self.frame_method(self.caller(self.asked_frame()).0).atomic.is_some()
    }
}
