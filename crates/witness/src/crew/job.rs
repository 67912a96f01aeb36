//! Jobs, and what comes of them, as values that can be sent.

use std::time::Duration;

use deadheat_analysis::Warning;
use deadheat_event::Schedule;
use deadheat_event::hash::Fnv64;
use deadheat_machine::{IdlePool, Need};
use deadheat_search::Bound;
use deadheat_search::parts::{Part, PartReport};
use deadheat_search::strategy::{Bfs, Dfs, Pct, Pos, Preemptions, Random, Strategy};
use deadheat_swarm::{Digest, Queue, Store, SwarmError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{CLAIMS, RESULTS};
use crate::goal::Goal;
use crate::result::{Attempt, Effort, Finding, Technique};

/// A part of a check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// What is to be done.
    pub task: Task,
    /// The time for it.
    pub time: Duration,
    /// What dice start from.
    pub seed: u64,
}

/// What a job asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Look for a schedule that proves a warning.
    Pursue {
        /// The run that warned, by its number: the same schedule gives the same run everywhere.
        run: u32,
        /// The id of the warning's error.
        warning: String,
    },
    /// Record a run and give its warnings.
    Record {
        /// Its number.
        run: u32,
    },
    /// Look for a schedule that ends in an error which was predicted across runs.
    Seek {
        /// The error.
        goal: Goal,
    },
    /// Search or walk for errors, and predict races on the way.
    Produce(Producer),
    /// Search a part of the whole program.
    Part(Box<Part>),
}

/// A search that finds errors, and predicts some, on its way. They differ so that each sees another corner of a large program (Oliveira 2012, chapter 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Producer {
    /// Walks in which dice order dependent operations.
    Pos,
    /// Walks with priorities that change at random moments.
    Pct,
    /// Walks at random.
    Random,
    /// The newest state first, to a bounded depth.
    Dfs(u64),
    /// The state nearest to the start first.
    Bfs,
    /// Schedules with at most so many preemptions, those with the fewest first.
    Preemptions(u32),
}

impl Producer {
    /// The `number`th one: all kinds in turn, with ever wider bounds.
    #[must_use]
    pub fn nth(number: u32) -> Self {
        let round = number / 6;
        match number % 6 {
            0 => Self::Pos,
            1 => Self::Preemptions(1 + round),
            2 => Self::Pct,
            3 => Self::Bfs,
            4 => Self::Random,
            _ => Self::Dfs(200 << round.min(16)),
        }
    }

    /// Whether it walks, and so goes on for ever with other dice.
    #[must_use]
    pub const fn walks(self) -> bool {
        matches!(self, Self::Pos | Self::Pct | Self::Random)
    }

    /// Its strategy, with these dice.
    #[must_use]
    pub fn strategy(self, seed: u64) -> Box<dyn Strategy> {
        match self {
            Self::Pos => Box::new(Pos::new(seed)),
            Self::Pct => Box::new(Pct::new(seed)),
            Self::Random => Box::new(Random::new(seed)),
            Self::Dfs(_) => Box::new(Dfs),
            Self::Bfs => Box::new(Bfs),
            Self::Preemptions(_) => Box::new(Preemptions),
        }
    }

    /// The technique that what it finds is reported with.
    #[must_use]
    pub const fn technique(self) -> Technique {
        if self.walks() { Technique::Walks } else { Technique::Search }
    }
}

/// What came of a job.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Done {
    /// The worker that did it.
    pub worker: String,
    /// Errors that are said to be reached.
    pub claims: Vec<Claim>,
    /// What a search has met and no replay has proved.
    pub met: Vec<Met>,
    /// Whether dead heats were met that are none of the user's business.
    pub meant: bool,
    /// What was tried.
    pub attempts: Vec<Attempt>,
    /// Warnings, of a run or of Rabbit's.
    pub warnings: Vec<Warning>,
    /// What it took.
    pub effort: Effort,
    /// What the guest has asked for and its machines do not have.
    pub needs: Vec<Need>,
    /// What its machines have done to shared memory without showing it.
    pub blind_spots: Vec<String>,
    /// Pools that runs have ended with.
    pub idle_pools: Vec<IdlePool>,
    /// Why a recording or a search has not seen everything.
    pub bounds: Vec<Bound>,
    /// What became of a part of the search.
    pub part: Option<PartReport>,
    /// What went wrong.
    pub fault: Option<String>,
}

/// A schedule that is said to end in an error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// The error.
    pub goal: Goal,
    /// The schedule, with the facts that say how its threads are called.
    pub schedule: Schedule,
    /// How it was found.
    pub technique: Technique,
}

/// An error that a search has met.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Met {
    /// The error, if it could be named.
    pub goal: Option<Goal>,
    /// What would be said of it.
    pub finding: Finding,
}

/// Where the result of a job is.
#[must_use]
pub fn result_key(id: &str) -> String {
    format!("{RESULTS}.{id}")
}

/// Where the claim of a goal is, that a search has met.
#[must_use]
pub fn claim_key(goal: &Goal) -> String {
    let text = serde_json::to_string(&goal.by_name()).unwrap_or_default();
    format!("{CLAIMS}.{:016x}", Fnv64::of(text.as_bytes()))
}

/// What is larger than this is sent as an object, and its name in its place: servers take messages of a megabyte at most.
const LARGE: usize = 256 << 10;

/// A value as bytes, or the name of the object that has them.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Sent<T> {
    Here(T),
    Object(String),
}

/// A value as it is sent.
pub(crate) fn encode<T: Serialize>(value: &T, store: &dyn Store) -> Result<Vec<u8>, SwarmError> {
    let broken = |error: serde_json::Error| SwarmError::new(format!("a message cannot be written: {error}"), "");
    let bytes = serde_json::to_vec(&Sent::Here(value)).map_err(broken)?;
    if bytes.len() <= LARGE {
        return Ok(bytes);
    }
    let name = store.put_object(&bytes)?;
    serde_json::to_vec(&Sent::<()>::Object(name.to_string())).map_err(broken)
}

/// The value that [`encode`] was given; none where the bytes make no sense.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8], store: &dyn Store) -> Result<Option<T>, SwarmError> {
    match serde_json::from_slice::<Sent<T>>(bytes) {
        Ok(Sent::Here(value)) => Ok(Some(value)),
        Ok(Sent::Object(name)) => {
            let Ok(name) = name.parse::<Digest>() else { return Ok(None) };
            let object = store.object(&name)?;
            let value = object.and_then(|bytes| serde_json::from_slice::<Sent<T>>(&bytes).ok());
            Ok(value.and_then(|sent| if let Sent::Here(value) = sent { Some(value) } else { None }))
        }
        Err(_) => Ok(None),
    }
}

/// Puts a job into a queue, unless it was there before.
pub(crate) fn send(queue: &dyn Queue, store: &dyn Store, id: &str, job: &Job) -> Result<bool, SwarmError> {
    queue.put(id, &encode(job, store)?)
}

impl Done {
    /// Leaves it in the store. The first result of a job counts.
    pub(crate) fn leave(&self, id: &str, store: &dyn Store) -> Result<bool, SwarmError> {
        store.create(&result_key(id), &encode(self, store)?)
    }
}
