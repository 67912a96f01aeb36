//! Pools of threads that a program leaves behind: no error of its threads, but why it does not end.
//!
//! A worker that waits in its pool's own queue for work is idle: it holds nothing, and waits for no thread of the program. So is a server that
//! waits for clients, which might come from anywhere. Where all
//! that is left are idle workers, a run counts as finished, and the pools are noted here. Where other threads are
//! stuck, the idle ones have no part in it.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use deadheat_event::ThreadId;
use serde::{Deserialize, Serialize};

/// What kind of pool it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PoolKind {
    /// Runs tasks that it is given: it ends when it is shut down.
    Executor,
    /// Runs tasks at given times: it ends when it is cancelled.
    Timer,
    /// Serves the platform, and ends with the program.
    Platform,
    /// Waits for clients: it ends when it is closed.
    Server,
}

/// A pool that a program has left behind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct IdlePool {
    /// What kind of pool it is.
    pub kind: PoolKind,
    /// The variable that holds it, or its class.
    pub name: String,
}

/// The pools that machines of one guest have met at the end of a run. Copies share what they hold.
#[derive(Clone, Debug, Default)]
pub struct IdlePools(Arc<Mutex<Met>>);

#[derive(Debug, Default)]
struct Met {
    pools: BTreeSet<IdlePool>,
    workers: HashSet<ThreadId>,
}

impl IdlePools {
    /// Notes the pool of a worker, which is asked for only if the worker was not met before: to name one takes time.
    pub fn add(&self, worker: ThreadId, pool: impl FnOnce() -> IdlePool) {
        let is_new = self.lock().workers.insert(worker);
        if is_new {
            let pool = pool();
            self.lock().pools.insert(pool);
        }
    }

    /// Forgets all.
    pub fn clear(&self) {
        *self.lock() = Met::default();
    }

    /// All pools, in the order of their names.
    #[must_use]
    pub fn list(&self) -> Vec<IdlePool> {
        self.lock().pools.iter().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Met> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
