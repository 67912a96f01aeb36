//! Prediction: from one recorded trace to other orders of its events that end in an error.
//!
//! A *correct reordering* takes for each thread the first so many of its events, in an order in which every one of them can be done and
//! sees what it saw ([`history`] says what each operation needs and does). A pair of accesses is a predicted race if some correct reordering leaves both of
//! them next; a cycle of lock requests is a predicted deadlock if one leaves all of them next, each held up by the next; a [block](blocks) that
//! should be atomic is broken if one puts another thread's access where it must not be.
//!
//! The engines: [`sync_preserving`], which is linear in the trace; [`csp`] and [`maximal`], which search windows of it. Every reordering is
//! checked by [`validate`], which shares nothing with them. A history comes from a recorded run, or from a [text] as public tools write it.
//! This crate knows no machine and no language.

pub mod blocks;
pub mod causes;
pub mod closure;
pub mod csp;
pub mod engine;
pub mod goal;
pub mod history;
pub mod lock_graph;
pub mod lock_sets;
pub mod maximal;
pub mod model;
pub mod named;
pub mod namesakes;
pub mod notifications;
pub mod record;
pub mod reordering;
pub mod search;
pub mod sections;
pub mod sync_preserving;
pub mod text;
pub mod validate;

pub use causes::ReadsFrom;
pub use csp::Csp;
pub use engine::{Engine, PredictOptions, Prediction, predict};
pub use history::{Action, Event, EventId, History, HistoryBuilder, IllFormed};
pub use maximal::Maximal;
pub use named::NamedHistory;
pub use record::{HistoryRecorder, PlaceName, RecordedHistory};
pub use reordering::{Cut, Order, PredictedError, Reordering};
pub use sync_preserving::SyncPreserving;
pub use validate::{Invalid, Validator};
