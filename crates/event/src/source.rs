//! Positions in source text, for people.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A position in the guest's source, shown as in a stack trace: `Account.withdraw(Account.java:12)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourcePos {
    /// The class, with its package.
    pub class: Arc<str>,
    /// The method.
    pub method: Arc<str>,
    /// The source file's name, where the class file tells it.
    pub file: Option<Arc<str>>,
    /// The line, from 1, where the class file tells it.
    pub line: Option<u32>,
}

impl SourcePos {
    /// Where nobody knows.
    #[must_use]
    pub fn unknown() -> Self {
        Self { class: "?".into(), method: "?".into(), file: None, line: None }
    }
}

impl fmt::Display for SourcePos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class, self.method)?;
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "({file}:{line})"),
            (Some(file), None) => write!(f, "({file})"),
            (None, _) => f.write_str("(Unknown Source)"),
        }
    }
}
