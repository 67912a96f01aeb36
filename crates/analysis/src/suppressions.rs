//! Suppressions: errors that the user does not want to hear of, in the syntax of the sanitizers.
//!
//! One line each, `kind:pattern`; `#` begins a comment. The kind is `race`, `deadlock` or `atomicity`. The pattern (see
//! [`Pattern`]) is compared with the names that the error is about (a field, locks, the block) and with every frame of its
//! stacks, as `package.Class.method` (what the function belongs to, and its name) and as the file's name.

use std::fmt;

use deadheat_event::{ErrorKind, SourcePos};

use crate::pattern::Pattern;
use crate::warning::{PossibleError, Warning};

/// The kinds of errors that analyses report.
const KINDS: [ErrorKind; 3] = [ErrorKind::Race, ErrorKind::Deadlock, ErrorKind::Atomicity];

/// One line of a file.
#[derive(Clone, Debug)]
pub struct Suppression {
    kind: ErrorKind,
    pattern: Pattern,
    /// Where it stands, from 1.
    pub line: usize,
    /// How many warnings it has hidden.
    pub used: u64,
}

/// A file of suppressions.
#[derive(Clone, Debug, Default)]
pub struct Suppressions {
    list: Vec<Suppression>,
}

/// A line that is no suppression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}: `{text}` is no suppression; one looks like race:Account.balance (kinds: race, deadlock, atomicity)"
)]
pub struct SuppressionError {
    /// Where, from 1.
    pub line: usize,
    /// What stands there.
    pub text: String,
}

impl Suppressions {
    /// Reads a file's text.
    ///
    /// # Errors
    /// If a line is no suppression.
    pub fn parse(text: &str) -> Result<Self, SuppressionError> {
        let mut list = Vec::new();
        for (at, full) in text.lines().enumerate() {
            let line = full.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let parsed = line.split_once(':').and_then(|(kind, pattern)| {
                let kind = KINDS.into_iter().find(|known| known.id() == kind)?;
                let pattern = Some(pattern.trim()).filter(|pattern| !pattern.is_empty())?;
                Some(Suppression { kind, pattern: Pattern::new(pattern), line: at + 1, used: 0 })
            });
            list.push(parsed.ok_or_else(|| SuppressionError { line: at + 1, text: full.to_owned() })?);
        }
        Ok(Self { list })
    }

    /// Marks each warning that a suppression hides.
    pub fn apply(&mut self, warnings: &mut [Warning]) {
        for warning in warnings {
            let (names, frames) = subjects(&warning.error);
            warning.suppressed_by = self.hide(warning.error.kind(), names, frames);
        }
    }

    /// The suppression that hides an error of this kind, which is about these names and has these frames; it counts as used.
    pub fn hide<'a>(
        &mut self,
        kind: ErrorKind,
        mut names: Vec<String>,
        frames: impl IntoIterator<Item = &'a SourcePos>,
    ) -> Option<String> {
        if self.list.is_empty() {
            return None;
        }
        for frame in frames {
            names.push(frame.full_name());
            names.extend(frame.file.as_deref().map(str::to_owned));
        }
        let hides = |s: &&mut Suppression| s.kind == kind && names.iter().any(|name| s.pattern.matches(name));
        let suppression = self.list.iter_mut().find(hides)?;
        suppression.used += 1;
        Some(suppression.to_string())
    }

    /// Those that hid nothing.
    pub fn unused(&self) -> impl Iterator<Item = &Suppression> {
        self.list.iter().filter(|suppression| suppression.used == 0)
    }
}

impl fmt::Display for Suppression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind, self.pattern.text())
    }
}

/// What an error is about, by name, and the frames of its stacks.
fn subjects(error: &PossibleError) -> (Vec<String>, Vec<&SourcePos>) {
    let mut names = Vec::new();
    let mut frames: Vec<&SourcePos> = error.places();
    match error {
        PossibleError::Race(race) => {
            names.push(race.target.clone());
            frames.extend(race.first.stack.iter().chain(&race.second.stack));
        }
        PossibleError::Deadlock(deadlock) => {
            for edge in &deadlock.cycle {
                names.extend([edge.holds.name.clone(), edge.wants.name.clone()]);
                frames.extend(edge.held_at.iter().chain(&edge.wanted_at));
            }
        }
        PossibleError::Atomicity(atomicity) => names.push(atomicity.block.clone()),
    }
    (names, frames)
}

#[cfg(test)]
mod tests {
    use deadheat_event::{CodeOwner, FieldId, Location, SiteId, ThreadId};

    use super::*;
    use crate::warning::{AccessPoint, Race, ThreadName};

    fn race(target: &str, class: &str) -> Warning {
        let place = SourcePos {
            container: class.into(),
            function: "run".into(),
            file: Some("A.java".into()),
            line: Some(3),
            owner: CodeOwner::Program,
        };
        let point = AccessPoint {
            thread: ThreadName { id: ThreadId(1), name: "t".to_owned(), started_by: None, started_at: Vec::new() },
            writes: true,
            place: place.clone(),
            site: SiteId(0),
            seq: 0,
            step: 0,
            stack: vec![place],
            locks: Vec::new(),
        };
        let error = PossibleError::Race(Race {
            target: target.to_owned(),
            location: Location::Global { field: FieldId(0) },
            first: point.clone(),
            second: point,
            predicted: true,
            happened: None,
        });
        Warning { error, count: 1, window: Vec::new(), suppressed_by: None }
    }

    #[test]
    fn lines_are_kinds_and_patterns() {
        let text = "# a comment\n\n  race:Account.balance  \n\tdeadlock:^bank.*\natomicity: Directory.move\n";
        let suppressions = Suppressions::parse(text).unwrap();
        let told: Vec<String> = suppressions.unused().map(|s| format!("{} {s}", s.line)).collect();
        assert_eq!(told, ["3 race:Account.balance", "4 deadlock:^bank.*", "5 atomicity:Directory.move"]);
        assert_eq!(Suppressions::parse("").unwrap().unused().count(), 0);
    }

    #[test]
    fn other_lines_are_named() {
        for (text, line) in
            [("race", 1), ("race:", 1), ("\nraces:x", 2), ("race:x\n#\nthread:y", 3), ("race: \t", 1), (":x", 1)]
        {
            let error = Suppressions::parse(text).unwrap_err();
            assert_eq!(error.line, line, "{text:?}");
            assert!(error.to_string().contains("kinds: race, deadlock, atomicity"));
        }
    }

    #[test]
    fn names_places_and_files_are_compared() {
        let mut suppressions =
            Suppressions::parse("race:^Account.balance$\nrace:bank.Teller.run\nrace:^A.java$\ndeadlock:*\n").unwrap();
        let mut warnings =
            [race("Account.balance", "x.X"), race("Other.field", "bank.Teller"), race("Third.field", "y.Y")];
        suppressions.apply(&mut warnings);
        let by: Vec<_> = warnings.iter().map(|warning| warning.suppressed_by.as_deref().unwrap()).collect();
        assert_eq!(by, ["race:^Account.balance$", "race:bank.Teller.run", "race:^A.java$"]);
        assert_eq!(suppressions.unused().map(|s| s.line).collect::<Vec<_>>(), [4]);
    }
}
