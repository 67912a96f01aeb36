//! What the tests of several crates share: a machine without a guest ([`toy`]), Java sources compiled ([`java`]), the
//! expectations that test programs carry ([`corpus`]), texts compared with files ([`golden`]), files damaged ([`mutate`]),
//! a server for a swarm ([`nats`]), work spread over the cores ([`parallel`]), and tests that cannot run here ([`skip`]).
//!
//! A dev-dependency of the other crates: it knows of events and machines, and of nothing that is tested with it. Helpers that need
//! more, such as a booted Java machine, are in the tests of the crate that has it.

pub mod corpus;
pub mod golden;
pub mod java;
mod javac;
pub mod mutate;
pub mod nats;
pub mod parallel;
mod skip;
pub mod toy;

use std::path::{Path, PathBuf};

pub use skip::skip;

/// A file or folder of the repository, by its path from the top.
pub fn repository(path: impl AsRef<Path>) -> PathBuf {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/testing is in a repository");
    top.join(path)
}

/// The files in a folder whose names end so, sorted.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}
