//! Results without the program's values: what is read and written, and what exceptions say. Names, places, the order of events and the
//! schedules stay, so an error can still be understood and replayed.

use super::{Act, CheckResult, Doing, Finding, FoundError, Moment};
use crate::goal::exception_type;

impl CheckResult {
    /// Takes all values of the program out of it.
    pub fn hide_values(&mut self) {
        self.findings.iter_mut().for_each(Finding::hide_values);
    }
}

impl Finding {
    /// Takes all values of the program out of it.
    pub fn hide_values(&mut self) {
        match &mut self.error {
            FoundError::Uncaught { message } => shorten(message),
            FoundError::FailingTest { message, expected, actual, .. }
            | FoundError::DifferingOutput { message, expected, actual, .. } => {
                shorten(message);
                (*expected, *actual) = (None, None);
            }
            _ => {}
        }
        self.participants.iter_mut().for_each(|part| part.doing.hide_values());
        let courses = [
            self.witness.as_mut().map(|witness| &mut witness.interleaving),
            self.reordering.as_mut().map(|reordering| &mut reordering.interleaving),
        ];
        courses.into_iter().flatten().flatten().for_each(Moment::hide_values);
    }
}

impl Moment {
    /// Takes all values of the program out of it.
    pub fn hide_values(&mut self) {
        self.act.hide_values();
        if let Some(switch) = &mut self.switch {
            switch.doing.hide_values();
        }
    }
}

impl Act {
    fn hide_values(&mut self) {
        match self {
            Self::Read { value, .. } | Self::Write { value, .. } => *value = None,
            Self::Update { old, new, .. } => (*old, *new) = (None, None),
            Self::Throw { exception } => shorten(exception),
            Self::About { doing } => doing.hide_values(),
            Self::Text { what } => what.clear(),
            _ => {}
        }
    }
}

impl Doing {
    /// Takes all values of the program out of it.
    pub fn hide_values(&mut self) {
        match self {
            Self::About { next } => next.hide_values(),
            Self::Dying { message } | Self::Failing { message } => shorten(message),
            Self::Text { text } => text.clear(),
            _ => {}
        }
    }
}

/// Leaves only the type of an exception.
fn shorten(message: &mut String) {
    *message = exception_type(message).to_owned();
}
