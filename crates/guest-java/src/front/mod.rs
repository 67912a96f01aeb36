//! All that stands between a user and the machine: command lines, the JDK, the compiler, source text, and which code is trusted.
//!
//! A command line goes through [`split`], which cuts it into deadheat's own options and a [`JavaCommand`]; [`JavaGuest`] finds
//! and compiles what that names, and makes machines that run it. Nothing outside this crate has to know of classes, jars or
//! JDKs.

mod agents;
mod assertions;
mod builds;
mod class_path;
mod command;
mod digest;
pub mod doctor;
pub mod facts;
mod given;
mod guest;
mod javac;
pub mod jdk;
mod modules;
mod options;
mod ownership;
mod sources;
mod tests;
pub mod trust;

pub use assertions::Assertions;
pub use builds::{BuildTool, TestModule};
pub use command::JavaCommand;
pub use given::{of_environment, with_argument_files};
pub use guest::JavaGuest;
pub use jdk::Jdk;
pub use options::{HELP, JavaOptions, Program, Split, TEST_HELP, USAGE, claims, split, takes_value};
pub use sources::JavaSources;
pub use tests::{JavaTest, JavaTests, TestChoice};
