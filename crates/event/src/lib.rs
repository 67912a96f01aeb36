//! What a guest's threads do, in words that every other crate shares.
//!
//! A [`Pending`] says what a thread will do next (an [`Op`]) and what keeps it from doing so; an [`Event`] says what a thread
//! did (a [`Done`]) or what was noted (a [`Mark`]). An [`Observer`] watches events and asks a [`Context`] for whatever costs
//! something to know: stacks, names, locks held, whose code it is. A [`Schedule`] is the list of [`Choice`]s that makes a run
//! repeatable; a [trace] is a recorded list of events. This crate knows nothing of machines, guests, analyses or searches.

mod choice;
mod done;
mod error_kind;
mod event;
pub mod hash;
mod ids;
mod lasting;
mod location;
mod mark;
pub mod name;
mod observer;
mod op;
mod owner;
mod pending;
pub mod schedule;
mod source;
pub mod trace;
mod value;

pub use choice::Choice;
pub use done::Done;
pub use error_kind::ErrorKind;
pub use event::{Event, EventKind};
pub use ids::{FieldId, ObjectId, SiteId, SyncId, ThreadId};
pub use lasting::{LastingName, Nameable};
pub use location::{Access, AccessKind, Location};
pub use mark::Mark;
pub use observer::{Context, NoContext, Observer, StackMark};
pub use op::{LockMode, Op, WakeReason};
pub use owner::CodeOwner;
pub use pending::{BlockedOn, Pending};
pub use schedule::Schedule;
pub use source::{NoSources, SourcePos, SourceText, Sources};
pub use value::Value;
