//! What a guest's threads do, in words that every other crate shares.
//!
//! An [`Event`] says what one step of one thread did; a [`PendingOp`] says what a thread will do next. Both carry an
//! [`OpKind`]. An [`Observer`] watches events and asks a [`Context`] for whatever costs something to know: stacks, names,
//! lock sets. A [`Schedule`] is the list of [`Choice`]s that makes a run repeatable; a [trace] is a recorded list of
//! events. This crate knows nothing of machines, guests, analyses or searches.

mod choice;
mod id;
mod location;
pub mod name;
mod observer;
mod op;
mod pending;
pub mod schedule;
mod source;
pub mod trace;
mod value;

pub use choice::Choice;
pub use id::{FieldId, LockId, ObjectId, SiteId, ThreadId};
pub use location::{AccessKind, Location};
pub use observer::{Context, Holder, Observer};
pub use op::{Access, Event, LockMode, Mark, OpKind, WakeReason};
pub use pending::{BlockedOn, PendingOp};
pub use schedule::Schedule;
pub use source::SourcePos;
pub use value::Value;
