//! A Java virtual machine that stops before every visible operation and whose whole state can be kept and restored.
//!
//! See `ARCHITECTURE.md` for the map. The path of a guest: [`classpath`] and [`jimage`] find bytes, [`classfile`] parses
//! them, `link` makes classes, `decode` makes instructions, `interp` runs them in the [`arena`], `machine` offers it all as a
//! [`deadheat_machine::Machine`].

pub mod arena;
mod boot;
pub mod class;
pub mod classfile;
pub mod classpath;
mod code;
mod collect;
mod config;
mod context;
mod decode;
mod exceptions;
mod fuse;
mod heap;
pub mod host;
mod init;
mod interp;
mod invoke;
pub mod jimage;
mod juc;
mod known;
mod label;
mod layout;
mod link;
mod machine;
mod messages;
mod modules;
mod monitor;
mod native_call;
mod natives;
mod op;
mod policy;
mod reach;
mod registry;
mod resolve;
mod synthetic;
mod table;
mod thread;
mod visible;
mod vm;

pub use boot::BootError;
pub use config::Config;
pub use machine::{Jvm, Snapshot};
pub use vm::Vm;
