//! Machines and the ways to run them.
//!
//! A [`Machine`] executes a guest under our control, one visible operation at a time. A [`Scheduler`] decides which thread
//! goes next; the [`Driver`] runs the one with the other until the guest ends or a limit is reached, and records the
//! choices made, so that the run can be repeated. This crate does not know what kind of guest it runs.

mod driver;
mod fingerprint;
mod machine;
pub mod nondeterminism;
mod outcome;
mod rng;
pub mod scheduler;

pub use driver::{Driver, DriverError, Report, Statistics};
pub use fingerprint::Fingerprint;
pub use machine::{Machine, Ran, StepError, ThreadInfo, ThreadStatus, Uncaught};
pub use outcome::{Limit, Outcome};
pub use rng::Rng;
pub use scheduler::{Scheduler, View};
