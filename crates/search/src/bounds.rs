//! Where a search ends before it is complete.

use std::fmt;
use std::time::Duration;

/// What a search may use. `None`: as much as it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// It was to stop at the first error.
    FirstFinding,
    /// Some threads were frozen.
    Frozen,
    /// States without hope were not gone on from.
    Cut,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "the time is over",
            Self::States => "the number of states is reached",
            Self::Depth => "paths were cut at the depth allowed",
            Self::Memory => "the memory allowed is used up",
            Self::Preemptions => "schedules with more preemptions were left out",
            Self::Walks => "random walks see only a part",
            Self::Interrupted => "interrupted",
            Self::FirstFinding => "stopped at the first finding",
            Self::Frozen => "some threads were frozen",
            Self::Cut => "states without hope were cut",
        })
    }
}
