//! Jobs that wait for somebody to do them.

use std::time::Duration;

use crate::SwarmError;

/// Jobs that wait for somebody to do them. Each goes to one taker at a time.
pub trait Queue: Send + Sync {
    /// Puts a job in, unless one of this id was put into this queue before: ids are put in once for the whole campaign, even when the job is
    /// long done. An id is made like a key of the store. Whether it was put in.
    ///
    /// # Errors
    /// If it cannot be kept. Then it may or may not be in the queue; to put it in again does no harm.
    fn put(&self, id: &str, job: &[u8]) -> Result<bool, SwarmError>;

    /// Puts many jobs in, each as by [`put`](Self::put), in less time. How many were put in.
    ///
    /// # Errors
    /// If one cannot be kept. Then some of them may be in the queue; to put all in again does no harm.
    fn put_all(&self, jobs: &[(String, Vec<u8>)]) -> Result<u64, SwarmError> {
        jobs.iter().try_fold(0, |count, (id, job)| Ok(count + u64::from(self.put(id, job)?)))
    }

    /// Takes a job, and waits for one for at most so long. A server that is away for a moment has none.
    ///
    /// # Errors
    /// If the server has been away for longer than a moment ([`NatsOptions::retry_for`](crate::NatsOptions::retry_for)).
    fn take(&self, wait: Duration) -> Result<Option<Box<dyn Delivery>>, SwarmError>;

    /// How many jobs were put in and are not done yet, those included that somebody is doing. Never fewer than there are; but that all
    /// has been done, only the results can say.
    ///
    /// # Errors
    /// If the server cannot be reached.
    fn open(&self) -> Result<u64, SwarmError>;
}

/// A job that was taken. Dropped without a word it is as if its taker had vanished: it is delivered again after a while.
pub trait Delivery: Send + Sync {
    /// The job's id.
    fn id(&self) -> &str;

    /// The job.
    fn job(&self) -> &[u8];

    /// How often it was delivered, this time included: one that comes for the fourth time may have killed three takers.
    fn times(&self) -> u32;

    /// Within this time after the delivery, and after each [`keep`](Self::keep), the taker must be heard of, or the job is delivered to another.
    fn patience(&self) -> Duration;

    /// Says that it is still being done.
    ///
    /// # Errors
    /// If the server cannot be reached.
    fn keep(&self) -> Result<(), SwarmError>;

    /// Says that it is done, and its results are in the store.
    ///
    /// # Errors
    /// If the server cannot be reached; then it is delivered again.
    fn done(self: Box<Self>) -> Result<(), SwarmError>;

    /// Gives it back undone, for another; nobody gets it before `delay` is over.
    ///
    /// # Errors
    /// If the server cannot be reached; then it is delivered again all the same.
    fn back(self: Box<Self>, delay: Duration) -> Result<(), SwarmError>;
}
