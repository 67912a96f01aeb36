//! All that stands between a user and a guest process: command lines, compilers and their flags, and what cargo builds.
//!
//! A command line goes through [`split`], which cuts it into deadheat's own options and a [`NativeCommand`]; [`compile`] makes an
//! executable of what that names, and [`NativeGuest`] runs it. [`toolchain`], [`rustc`] and [`cargo`] are the compilers as users
//! call them.

pub mod arguments;
pub mod cache;
pub mod cargo;
mod cargo_line;
mod command;
pub mod compile;
pub mod compilers;
pub mod doctor;
pub mod flags;
mod guest;
mod options;
mod response_file;
pub mod rustc;
mod sources;
pub mod toolchain;
pub mod trust;

pub use cargo_line::{CargoAction, CargoLine};
pub use command::{DEFAULT_OPTIMISATION, NativeCommand, NativeProgram};
pub use compilers::Language;
pub use guest::NativeGuest;
pub use options::{HELP, SourceLanguage, Split, USAGE, claims, is_elf, split};
pub use sources::NativeSources;
pub use toolchain::Toolbox;
