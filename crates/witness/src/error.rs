//! Why a check, or a part of it, could not be made.

use deadheat_machine::{DriverError, GuestError, StepError};
use deadheat_search::SearchError;

/// Why a check, or a part of it, could not be made.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The guest gives no machine.
    #[error(transparent)]
    Guest(#[from] GuestError),
    /// A run failed.
    #[error(transparent)]
    Run(#[from] DriverError),
    /// A step failed.
    #[error(transparent)]
    Step(#[from] StepError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A worker panicked.
    #[error("a worker panicked: {0}")]
    Panic(String),
}
