//! Java programs as guests: a virtual machine that stops before every visible operation and whose whole state can be kept and
//! restored.
//!
//! The path of a guest: [`front`] turns a command line into a [`JavaGuest`], which makes machines; [`classpath`] finds bytes,
//! [`classfile`] parses them, [`vm`] makes classes and instructions of them and runs them, over [`host`], which is all that the
//! guest sees of the outside world. See `ARCHITECTURE.md` for the map.

pub mod classfile;
pub mod classpath;
pub mod front;
pub mod host;
pub mod verify;
pub mod vm;

pub use front::{JavaCommand, JavaGuest};
pub use vm::Vm;
pub use vm::blind_spots::BlindSpots;
pub use vm::boot::BootError;
pub use vm::config::Config;
pub use vm::machine::{Jvm, Snapshot};
