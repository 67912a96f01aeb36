//! A swarm of threads in one process: queues and records in memory, gone with it.

mod queue;
mod store;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::names::check_name;
use crate::{Queue, Store, Swarm, SwarmError};
use queue::{Jobs, MemoryQueue};
use store::MemoryStore;

/// How long a taker may be silent if nothing else is said: long enough for a loaded machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A swarm of threads in one process. Threads share it by reference, or each have a clone: all clones are one.
///
/// ```
/// use std::time::Duration;
/// use deadheat_swarm::{Embedded, Swarm};
///
/// let swarm = Embedded::new();
/// let squares = swarm.queue("squares")?;
/// squares.put("of-7", b"7")?;
/// std::thread::scope(|scope| {
///     scope.spawn(|| {
///         let job = squares.take(Duration::from_secs(1)).unwrap().expect("a job");
///         swarm.store().create(&format!("result.{}", job.id()), b"49").unwrap();
///         job.done().unwrap();
///     });
/// });
/// let results = swarm.store().changes("result", 0, Duration::from_secs(1))?;
/// assert_eq!((results[0].key.as_str(), results[0].value.as_slice()), ("result.of-7", b"49".as_slice()));
/// # Ok::<(), deadheat_swarm::SwarmError>(())
/// ```
#[derive(Clone)]
pub struct Embedded {
    patience: Duration,
    queues: Arc<Mutex<HashMap<String, Arc<Jobs>>>>,
    store: Arc<MemoryStore>,
}

impl Embedded {
    /// An empty swarm.
    pub fn new() -> Self {
        Self::with_patience(PATIENCE)
    }

    /// An empty swarm whose takers may be silent for so long.
    pub fn with_patience(patience: Duration) -> Self {
        Self { patience, queues: Arc::default(), store: Arc::default() }
    }
}

impl Default for Embedded {
    fn default() -> Self {
        Self::new()
    }
}

impl Swarm for Embedded {
    fn queue(&self, name: &str) -> Result<Box<dyn Queue>, SwarmError> {
        check_name("queue", name)?;
        let mut queues = crate::lock(&self.queues);
        let jobs = queues.entry(name.to_owned()).or_insert_with(|| Arc::new(Jobs::new(self.patience)));
        Ok(Box::new(MemoryQueue(Arc::clone(jobs))))
    }

    fn store(&self) -> &dyn Store {
        &*self.store
    }

    fn forget(&self) -> Result<(), SwarmError> {
        for jobs in crate::lock(&self.queues).values() {
            jobs.forget();
        }
        self.store.forget();
        Ok(())
    }
}
