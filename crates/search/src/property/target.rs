//! A thread about to do what is looked for.

use deadheat_event::{PendingOp, ThreadId};

use super::{Classes, Property, Symptom, View, doing};
use crate::Kind;

/// Looks for a thread that is enabled to do an operation.
pub struct Target<F> {
    wanted: F,
}

impl<F: Fn(ThreadId, &PendingOp) -> bool + Send + Sync> Target<F> {
    /// Looks for a thread whose next operation `wanted` says yes to.
    pub fn new(wanted: F) -> Self {
        Self { wanted }
    }
}

impl<F: Fn(ThreadId, &PendingOp) -> bool + Send + Sync> Property for Target<F> {
    fn step(&self, view: &View<'_>, symptoms: &mut Vec<Symptom>) {
        // Where a search starts nobody has moved: all are looked at.
        for standing in view.standings {
            let looked_at = view.moved.is_none_or(|thread| thread == standing.thread) || standing.may_change();
            if looked_at && standing.is_enabled() && (self.wanted)(standing.thread, &standing.pending) {
                let sites = [standing.pending.site];
                symptoms.push(Symptom::new(Kind::Target, vec![standing.thread], &sites, standing.thread));
            }
        }
    }

    fn describe(&self, symptom: &Symptom, view: &View<'_>) -> String {
        let standing = symptom.threads.first().and_then(|thread| view.standing(*thread));
        standing.map_or_else(String::new, |standing| {
            format!("{} {}", standing.thread, doing(&standing.pending, &mut Classes(view.context)))
        })
    }
}
