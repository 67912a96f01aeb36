//! Explores the states of a guest.
//!
//! A [`Search`] takes machines that were made alike, one per worker, and visits every state that their guest can reach: it
//! steps, asks for the fingerprint, looks whether the state was seen before, and goes on from there. In each state
//! [properties](property) look for errors, and every error comes with the schedule that leads to it: a [`Counterexample`]. A
//! [strategy] decides what comes first; [bounds](Bounds) end the search cleanly; [reduction](eager) leaves out what cannot
//! make a difference, without losing an error.
//!
//! This crate does not know what kind of guest it searches, and puts nothing into words: what it finds are values.

mod account;
mod bounds;
mod components;
mod counterexample;
pub mod dependence;
mod discipline;
pub mod eager;
mod fair_cycles;
mod fault;
mod frontier;
mod livelock;
mod look;
mod moves;
mod names;
mod node;
mod own_line;
pub mod parts;
mod path;
mod pending_thread;
pub mod place;
pub mod property;
mod ranked;
mod report;
mod reporting;
mod scout;
mod search;
mod shared;
mod stack;
mod start_join_order;
pub mod strategy;
mod trunk;
pub mod twins;
mod violation;
mod visited;
mod walk;
mod watch;
mod worker;

pub use bounds::{Bound, Bounds};
pub use counterexample::{Counterexample, FoundAt};
pub use fault::{Fault, SearchError};
pub use livelock::SMALL_SEARCH;
pub use look::{deadlocks, violations};
pub use names::Names;
pub use pending_thread::{PendingThread, pending_threads};
pub use report::{Counts, Coverage, Progress, SearchReport};
pub use search::Search;
pub use shared::OnViolation;
pub use violation::{Involved, ObservedViolation, Violation, ViolationKey};
pub use watch::{Watch, Watcher};
