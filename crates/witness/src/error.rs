//! Why a check, or a part of it, could not be made.

use deadheat_machine::{DriverError, GuestError, StepError};
use deadheat_search::SearchError;
use deadheat_swarm::SwarmError;

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
    /// Jobs or results could not be sent.
    #[error(transparent)]
    Swarm(#[from] SwarmError),
    /// Another process could not do a job.
    #[error("{0}")]
    Worker(String),
    /// A worker panicked.
    #[error("a worker panicked: {0}")]
    Panic(String),
}
