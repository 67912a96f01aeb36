//! What stands between a user and a native guest.

mod sources;
pub mod trust;

pub use sources::NativeSources;
