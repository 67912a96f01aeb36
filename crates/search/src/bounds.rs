//! Where a search ends before it is complete.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What a search may use. `None`: as much as it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Bounds {
    /// Time, on the clock on the wall.
    pub time: Option<Duration>,
    /// Different states.
    pub states: Option<u64>,
    /// Steps on one path.
    pub depth: Option<u64>,
    /// Bytes for what was visited and for what is still to be explored.
    pub memory: Option<u64>,
    /// Switches away from a thread that could have gone on, on one path.
    pub preemptions: Option<u32>,
    /// Walks from the start, for the strategies that walk.
    pub walks: Option<u64>,
}

/// Why a search is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// Its time was over.
    Time,
    /// It had visited as many states as it was allowed to.
    States,
    /// Paths were cut at the number of steps allowed.
    Depth,
    /// It had used the memory allowed.
    Memory,
    /// Paths with more preemptions than allowed were left out.
    Preemptions,
    /// All walks were made; walks never know that they have seen everything.
    Walks,
    /// It was asked to stop.
    Interrupted,
    /// It was to stop at the first violation.
    FirstViolation,
    /// Some threads were frozen.
    Frozen,
    /// States without hope were not gone on from.
    Cut,
    /// A machine or a worker failed.
    Fault,
    /// Accesses to shared memory were not seen.
    BlindSpot,
    /// Parts of it were not finished.
    Parts,
    /// Things have no names that hold in every process, so that what its parts saw cannot be put together.
    Unnamed,
    /// The run that warnings come from was cut before its end.
    Recording,
    /// The run that warnings come from reached nothing new any more, and was ended.
    Steady,
}
