//! Faults that end a search.

use std::any::Any;

use deadheat_event::{Choice, Schedule};
use deadheat_machine::StepError;

use crate::SearchReport;

/// A search that could not go on, through no fault of the guest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// There is no machine to search with.
    #[error("a search needs at least one machine")]
    NoMachine,
    /// A machine or a worker failed.
    #[error("{fault}")]
    Fault {
        /// The first fault.
        fault: Fault,
        /// What the search had found and seen until then.
        so_far: Box<SearchReport>,
    },
}

impl Fault {
    /// The path that led to it, from the program's start.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        match self {
            Self::Step { schedule, .. } | Self::Panic { schedule, .. } => schedule,
        }
    }
}

impl SearchError {
    /// What the search had found and seen until it failed.
    #[must_use]
    pub fn so_far(&self) -> Option<&SearchReport> {
        match self {
            Self::NoMachine => None,
            Self::Fault { so_far, .. } => Some(so_far),
        }
    }
}

/// What went wrong in a machine or a worker.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A step failed.
    #[error("step {} of a path, `{choice}`: {error}", schedule.steps())]
    Step {
        /// The choice taken.
        choice: Choice,
        /// Why it failed.
        error: StepError,
        /// The path up to it.
        schedule: Box<Schedule>,
    },
    /// A worker panicked: its machine, a property, or what watches or hears of violations.
    #[error("a worker of the search panicked at step {} of a path: {message}", schedule.steps())]
    Panic {
        /// The choice that was being taken, if it was one.
        choice: Option<Choice>,
        /// What it panicked with.
        message: String,
        /// The path up to it.
        schedule: Box<Schedule>,
    },
}

/// The message of a panic.
pub fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
