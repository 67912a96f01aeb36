//! Guests, machines, and the ways to run them.
//!
//! A [`Guest`] is a program under test; it makes [`Machine`]s, which execute it under our control, one visible operation at a
//! time. A [`Scheduler`] decides which thread goes next; the [`Driver`] runs the one with the other until the guest ends or a
//! limit is reached, and records the choices made, so that the run can be repeated. [`Replay`] is the one follower of schedules.
//! This crate does not know what kind of guest it runs.

pub mod brake;
pub mod determinism;
mod driver;
mod examination;
mod expectation;
pub mod facts;
mod fingerprint;
mod guest;
mod idle;
pub mod limits;
mod machine;
mod needs;
mod outcome;
mod pieces;
mod replay;
mod rng;
pub mod scheduler;
pub mod shell;
pub mod stdin;
pub mod surroundings;
pub mod thread_births;

pub use brake::Brake;
pub use driver::{Driver, DriverError, RunReport, Statistics};
pub use examination::{Examination, Obstacle, ObstacleKind, Tool, Tools};
pub use expectation::{Expectation, MOST_OUTPUT, OTHER_EXIT_CODE, OTHER_OUTPUT};
pub use fingerprint::Fingerprint;
pub use guest::{Guest, GuestError, GuestKind, GuestSpec, MachineOptions, States, TestRuns};
pub use idle::{IdlePool, IdlePools, PoolKind};
pub use limits::Limits;
pub use machine::{Failed, Machine, Ran, StepError, ThreadInfo, ThreadStatus, Uncaught, is_exit_code};
pub use needs::{Need, NeedKind, Needs};
pub use outcome::{Limit, Outcome};
pub use pieces::run_in_pieces;
pub use replay::{Departure, Offered, Replay};
pub use rng::Rng;
pub use scheduler::{Forecast, Scheduler, View};
