//! Reads result files.

use std::path::{Path, PathBuf};

use deadheat_witness::result::{CheckResult, VERSION};
use serde::Deserialize;

/// Why a file is no result. Each message ends with the remedy.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It cannot be read at all.
    #[error("cannot read {}: {error}; check the file's name and its rights", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It is something else.
    #[error("{file} is not a result of deadheat: {problem}; make one with `deadheat check --output DIR`")]
    NotAResult {
        /// The file, as given.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// It has a version that this program cannot read.
    #[error(
        "{file} is a result of version {found}, only {VERSION} is known here; check again, or use the deadheat that wrote it"
    )]
    Version {
        /// The file, as given.
        file: String,
        /// The version that it names.
        found: u64,
    },
}

/// Only what is needed to know whether the rest can be understood.
#[derive(Deserialize)]
struct Versioned {
    version: u64,
}

/// Reads the result in a file.
///
/// # Errors
/// If there is none, or none of a known version.
pub fn file(file: &Path) -> Result<CheckResult, LoadError> {
    let text = std::fs::read(file).map_err(|error| LoadError::Unreadable { file: file.to_owned(), error })?;
    parse(&file.display().to_string(), &text)
}

/// Reads a result; `file` is its name, for messages.
///
/// # Errors
/// If it is none, or none of a known version.
pub fn parse(file: &str, text: &[u8]) -> Result<CheckResult, LoadError> {
    let wrong = |error: serde_json::Error| LoadError::NotAResult { file: file.to_owned(), problem: error.to_string() };
    let Versioned { version } = serde_json::from_slice(text).map_err(wrong)?;
    if version != u64::from(VERSION) {
        return Err(LoadError::Version { file: file.to_owned(), found: version });
    }
    serde_json::from_slice(text).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_result() {
        let problem = |text: &str| parse("r.json", text.as_bytes()).unwrap_err().to_string();
        assert!(problem("").contains("r.json is not a result of deadheat"));
        assert!(problem("[1, 2]").contains("is not a result"));
        assert!(problem("{\"version\": 1}").contains("missing field"));
        assert!(problem("{\"version\": 7, \"new\": true}").contains("version 7"));
        assert!(problem("{\"version\": -1}").contains("is not a result"));
        assert!(file(Path::new("no/such/result.json")).unwrap_err().to_string().contains("cannot read"));
    }
}
