//! Reads result files, those of version 1 as well.

mod upgrade;

use std::path::{Path, PathBuf};

use deadheat_event::CodeOwner;
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
        "{file} is a result of version {found}, only 1 to {VERSION} are known here; check again, or use the deadheat that wrote it"
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

/// Tells whose code a function is, by what it belongs to and its name: results of version 1 do not say so.
pub type Owner<'a> = &'a dyn Fn(&str, &str) -> CodeOwner;

/// Reads the result in a file.
///
/// # Errors
/// If there is none, or none of a known version.
pub fn file(file: &Path, owner: Owner<'_>) -> Result<CheckResult, LoadError> {
    let text = std::fs::read(file).map_err(|error| LoadError::Unreadable { file: file.to_owned(), error })?;
    parse(&file.display().to_string(), &text, owner)
}

/// Reads a result; `file` is its name, for messages.
///
/// # Errors
/// If it is none, or none of a known version.
pub fn parse(file: &str, text: &[u8], owner: Owner<'_>) -> Result<CheckResult, LoadError> {
    let wrong = |error: serde_json::Error| LoadError::NotAResult { file: file.to_owned(), problem: error.to_string() };
    let Versioned { version } = serde_json::from_slice(text).map_err(wrong)?;
    match u32::try_from(version) {
        Ok(VERSION) => serde_json::from_slice(text).map_err(wrong),
        Ok(1) => {
            let mut value = serde_json::from_slice(text).map_err(wrong)?;
            upgrade::from_version_1(&mut value, owner);
            serde_json::from_value(value).map_err(wrong)
        }
        _ => Err(LoadError::Version { file: file.to_owned(), found: version }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_result() {
        let problem =
            |text: &str| parse("r.json", text.as_bytes(), &|_, _| CodeOwner::Program).unwrap_err().to_string();
        assert!(problem("").contains("r.json is not a result of deadheat"));
        assert!(problem("[1, 2]").contains("is not a result"));
        assert!(problem("{\"version\": 1}").contains("missing field"));
        assert!(problem("{\"version\": 2}").contains("missing field"));
        assert!(problem("{\"version\": 7, \"new\": true}").contains("version 7"));
        assert!(problem("{\"version\": -1}").contains("is not a result"));
        assert!(
            file(Path::new("no/such/result.json"), &|_, _| CodeOwner::Program)
                .unwrap_err()
                .to_string()
                .contains("cannot read")
        );
    }
}
