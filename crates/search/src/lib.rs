//! Explores the states of a guest.
//!
//! A [`Search`] takes machines that were made alike, one per worker, and visits every state that their guest can reach: it
//! steps, asks for the fingerprint, looks whether the state was seen before, and goes on from there. In each state
//! [properties](property) look for errors, and every error comes with the schedule that leads to it. A
//! [strategy] decides what comes first; [bounds](Bounds) end the search cleanly; [reduction](eager) leaves out what cannot
//! make a difference, without losing an error.
//!
//! This crate does not know what kind of guest it searches.

mod bounds;
pub mod dependence;
mod discipline;
pub mod eager;
mod finding;
mod frontier;
mod lineage;
mod livelock;
mod look;
mod node;
mod path;
pub mod property;
mod ranked;
mod report;
mod search;
mod shared;
mod stack;
mod standing;
pub mod strategy;
mod visited;
mod walk;
mod watch;
mod worker;

pub use bounds::{Bound, Bounds};
pub use finding::{Finding, Involved, Kind, Moment};
pub use look::{Sight, deadlock, look};
pub use report::{Counts, Progress, Report, Verdict};
pub use search::{Search, SearchError};
pub use standing::Standing;
pub use watch::{Watch, Watcher};
