//! Exceptions that nobody caught, failed assertions among them.
//!
//! Reported when a thread begins to die of one, whether or not a handler is told of it then. Nothing is reported that did not happen; an
//! exception that the guest catches is its own business.

use super::{Property, Symptom, View};
use crate::Kind;

/// Looks for uncaught exceptions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uncaught;

impl Property for Uncaught {
    fn step(&self, view: &View<'_>, symptoms: &mut Vec<Symptom>) {
        let (Some(thread), Some(exception)) = (view.moved, view.died) else { return };
        // Messages may hold values that differ from schedule to schedule; class and place don't.
        let class = exception.message.split(':').next().unwrap_or_default();
        let place = exception.stack.first();
        symptoms.push(Symptom::new(Kind::Uncaught, vec![thread], &[], (class, place)));
    }

    fn describe(&self, _: &Symptom, view: &View<'_>) -> String {
        view.died.map_or_else(String::new, |exception| exception.message.clone())
    }
}
