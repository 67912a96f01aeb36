//! Guest processes: spawned, copied, commanded, and the memory that is shared with them.

mod board;
mod family;
mod input_files;
mod memory_file;
mod nursery;
mod process_handle;

pub use board::Board;
pub use family::{Family, FamilyConfig, Output};
pub use input_files::InputFiles;
pub use process_handle::{Process, ProcessError, Stopped};
