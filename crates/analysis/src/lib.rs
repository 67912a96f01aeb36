//! Analyses: what may go wrong in other schedules, predicted from the events of one run.
//!
//! Each is a file that opens with its paper, where it departs from it, what it can miss and what it can never report wrongly:
//! [`eraser`] and [`happens_before`] for races, [`lock_tree`] for deadlocks, [`atomizer`] for broken atomicity, [`dependency`] for
//! which thread depends on which, [`rabbit`] for races across the paths of a search. [`Analyses`] runs them together and gives
//! [`Warning`]s. This crate knows nothing of machines or languages: events are its only input, from a run or from a
//! [trace](deadheat_event::trace), and a [`Context`](deadheat_event::Context) answers all else.

pub mod access;
mod analyses;
pub mod atomizer;
mod cells;
pub mod clock;
pub mod dependency;
pub mod eraser;
pub mod frames;
pub mod happens_before;
mod likeness;
pub mod lock_set;
pub mod lock_tree;
mod memory;
pub mod names;
pub mod order;
mod past;
mod pattern;
mod publications;
pub mod rabbit;
mod races;
mod recent;
mod repeats;
mod scope;
mod segments;
mod shadow_table;
mod short_list;
pub mod stack_table;
mod states;
mod suppressions;
mod sync_table;
pub mod threads;
mod warning;

pub use analyses::{Analyses, AnalysisOptions, Size};
pub use pattern::Pattern;
pub use scope::Scope;
pub use suppressions::{Suppression, SuppressionError, Suppressions};
pub use warning::{
    AccessPoint, Atomicity, BlockAct, Conflict, CycleEdge, Deadlock, LockName, Operation, PossibleError, Race,
    ThreadName, Warning,
};
