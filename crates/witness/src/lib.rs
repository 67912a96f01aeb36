//! From a warning to a verdict.

mod aims;
mod check;
mod chop;
mod circle;
mod confirm;
mod discovered;
mod drive;
pub mod finding;
pub mod goal;
mod heat_property;
mod minimise;
mod narrate;
mod options;
mod prove;
mod pursue;
mod race;
mod recording;
mod rediscover;
pub mod result;
mod serial;
mod signals;
mod stage;
mod stuck;

pub use check::{CheckError, Checker};
pub use confirm::{Confirmed, confirm};
pub use discovered::add_predictions;
pub use narrate::Narrator;
pub use options::{Options, Stages};
pub use prove::Prover;
