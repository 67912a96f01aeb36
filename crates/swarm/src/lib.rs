//! Jobs and results through a queue: between threads of one process, or between machines that share a server.
//!
//! A *campaign* is one question on which many work. Its coordinator puts jobs into [`Queue`]s; workers take them, do them, and leave what came
//! of them as records in the [`Store`], where the coordinator sees them. Jobs are bytes here: what they ask for, and how they are done, is the business of
//! others.
//!
//! What holds for both traits, however they are made:
//! - **At least once.** A job that was put in is delivered until somebody says that it is done. Whoever takes it may vanish at any moment;
//!   then it is delivered again. So a job may be done twice, and results are records under the job's id, of which the first one counts.
//! - **No order.** Jobs come in any order.
//! - **Blocking calls.** Who uses these traits needs to know nothing of asynchronous code.

mod embedded;
mod error;
mod names;
mod nats;
mod queue;
mod store;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use embedded::Embedded;
pub use error::SwarmError;
pub use nats::{Nats, NatsOptions, NatsSwarm};
pub use queue::{Delivery, Queue};
pub use store::{Change, Digest, Store};

/// Where jobs and results of a campaign are: its queues, by name, and its store.
pub trait Swarm: Send + Sync {
    /// The queue of this name (letters, digits, hyphens). It is made when it is first asked for.
    ///
    /// # Errors
    /// If the server cannot be reached, or refuses it.
    fn queue(&self, name: &str) -> Result<Box<dyn Queue>, SwarmError>;

    /// The records and objects.
    fn store(&self) -> &dyn Store;

    /// Deletes all that there is of the campaign, queues and records and objects.
    ///
    /// # Errors
    /// If the server cannot be reached.
    fn forget(&self) -> Result<(), SwarmError>;
}

/// Locks, also after a panic of another thread: what is behind the locks of this crate is whole at any moment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Nobody waits longer than a year, and clocks need not be able to.
const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);

/// The moment after so long.
fn moment(after: Duration) -> Instant {
    Instant::now() + after.min(YEAR)
}
