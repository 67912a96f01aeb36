//! Exceptions that their threads did not catch, failed assertions and failing tests among them.
//!
//! Reported when a thread begins to die of one, whether or not a handler is told of it then. Nothing is reported that did not happen; an
//! exception that the guest catches is its own business.

use super::{Property, StateView, Violation};

/// Looks for uncaught exceptions.
#[derive(Clone, Copy, Debug, Default)]
pub struct UncaughtException;

impl Property for UncaughtException {
    fn looks_at_every_step(&self) -> bool {
        false
    }

    fn step(&self, view: &StateView<'_>, violations: &mut Vec<Violation>) {
        let (Some(thread), Some(exception)) = (view.moved, view.died) else { return };
        // Messages may hold values that differ from schedule to schedule; type and position don't.
        let exception_type = exception.message.split(':').next().unwrap_or_default();
        // The library's own line is the same for all its callers.
        let position = exception.stack.iter().find(|frame| frame.owner.is_program()).or(exception.stack.first());
        violations.push(Violation::new(exception.kind(), vec![thread], &[], (exception_type, position)));
    }
}
