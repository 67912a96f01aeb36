//! A thread that is about to do what is looked for.

use deadheat_event::{ErrorKind, Pending, ThreadId};

use super::{Property, StateView, Violation};

/// Looks for a thread that is enabled to do an operation.
pub struct Reach<F> {
    wanted: F,
}

impl<F: Fn(ThreadId, &Pending) -> bool + Send + Sync> Reach<F> {
    /// Looks for a thread whose next operation `wanted` says yes to.
    pub fn new(wanted: F) -> Self {
        Self { wanted }
    }
}

impl<F: Fn(ThreadId, &Pending) -> bool + Send + Sync> Property for Reach<F> {
    fn step(&self, view: &StateView<'_>, violations: &mut Vec<Violation>) {
        // Where a search starts no thread has moved: all are looked at.
        for one in view.threads {
            let looked_at = view.moved.is_none_or(|thread| thread == one.thread) || one.may_change();
            if looked_at && one.is_enabled() && (self.wanted)(one.thread, &one.pending) {
                let sites = [one.pending.site];
                violations.push(Violation::new(ErrorKind::Target, vec![one.thread], &sites, one.thread));
            }
        }
    }
}
