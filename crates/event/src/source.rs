//! Positions in source text, for people, and the text itself.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::CodeOwner;

/// A position in the guest's source, shown as in a stack trace: `Account.withdraw(Account.java:12)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourcePos {
    /// What the function belongs to: a class with its package, a module, a namespace; empty where there is none.
    #[serde(alias = "class")]
    pub container: Arc<str>,
    /// The function.
    #[serde(alias = "method")]
    pub function: Arc<str>,
    /// The source file, as the compiler has named it, where it has.
    pub file: Option<Arc<str>>,
    /// The line, from 1, where it is known.
    pub line: Option<u32>,
    /// Whose code it is.
    #[serde(default, skip_serializing_if = "is_program")]
    pub owner: CodeOwner,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
fn is_program(owner: &CodeOwner) -> bool {
    owner.is_program()
}

impl SourcePos {
    /// A position that is not known.
    #[must_use]
    pub fn unknown() -> Self {
        Self { container: "?".into(), function: "?".into(), file: None, line: None, owner: CodeOwner::Program }
    }

    /// The function with what it belongs to: `Account.withdraw`, or `withdraw`.
    #[must_use]
    pub fn full_name(&self) -> String {
        if self.container.is_empty() {
            self.function.to_string()
        } else {
            format!("{}.{}", self.container, self.function)
        }
    }

    /// File and line, or what is known of them: `Account.java:10`.
    #[must_use]
    pub fn line_name(&self) -> String {
        let file = self.file.as_deref().unwrap_or(&self.container);
        self.line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"))
    }
}

impl fmt::Display for SourcePos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.container.is_empty() {
            write!(f, "{}.", self.container)?;
        }
        f.write_str(&self.function)?;
        match (&self.file, self.line) {
            // A trace of another tool may tell no more than a line.
            (Some(file), Some(line)) if self.function.is_empty() => write!(f, "{file}:{line}"),
            (Some(file), Some(line)) => write!(f, "({file}:{line})"),
            (Some(file), None) => write!(f, "({file})"),
            // Nor need a name that is all there is be one of a source.
            (None, _) if self.container.is_empty() => Ok(()),
            (None, _) => f.write_str("(Unknown Source)"),
        }
    }
}

/// Finds source text. Each kind of guest has its own way to get from a position to a file.
pub trait Sources: Send + Sync {
    /// The path of the file that a position is in, below whatever root it is found in, with `/` between folders: the file's name in
    /// a report. A result file may come from anywhere, so names that would lead out of the root are refused.
    fn path(&self, place: &SourcePos) -> Option<String>;

    /// The text of that file, if it is found.
    fn find(&self, place: &SourcePos) -> Option<Arc<SourceText>>;
}

/// Finds nothing: for reports without excerpts.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSources;

impl Sources for NoSources {
    fn path(&self, _: &SourcePos) -> Option<String> {
        None
    }

    fn find(&self, _: &SourcePos) -> Option<Arc<SourceText>> {
        None
    }
}

/// The text of a source file.
#[derive(Debug)]
pub struct SourceText {
    /// The file; for one in an archive, its path there.
    pub path: String,
    /// Whether it is a file of its own, and not a part of an archive.
    pub is_file: bool,
    /// Its lines.
    pub lines: Vec<String>,
}

impl SourceText {
    /// A source file that is longer is not shown.
    pub const LONGEST: u64 = 8 << 20;

    /// The text in these bytes.
    #[must_use]
    pub fn new(path: String, is_file: bool, bytes: &[u8]) -> Self {
        Self { path, is_file, lines: String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect() }
    }

    /// The text of a file, if it is one that can be read, and not too long.
    #[must_use]
    pub fn read(path: &Path) -> Option<Self> {
        let fits = fs::metadata(path).ok().is_some_and(|data| data.is_file() && data.len() <= Self::LONGEST);
        let bytes = fits.then(|| fs::read(path).ok()).flatten()?;
        let shown = path.display().to_string();
        Some(Self::new(shown.strip_prefix("./").unwrap_or(&shown).to_owned(), true, &bytes))
    }

    /// The line with this number, from 1.
    #[must_use]
    pub fn line(&self, number: u32) -> Option<&str> {
        self.lines.get((number as usize).checked_sub(1)?).map(String::as_str)
    }
}
