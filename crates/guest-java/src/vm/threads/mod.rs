//! Threads: their records and frames, monitors, and what of their doings other threads can notice.

pub(crate) mod idle;
pub(crate) mod live;
pub(crate) mod monitor;
pub(crate) mod policy;
pub(crate) mod standing;
pub(crate) mod thread;
pub(crate) mod visible;
