//! What test programs say of themselves, in the comments of their first lines: the errors in them (`// expect race …`, `// finds: …`),
//! and how they are to be run (`// args: …`). `tests/*/README.md` explain the directives.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{files, repository};

/// The kinds of errors that can be expected. Native programs also crash, and misuse locks and memory.
const KINDS: [&str; 6] = ["race", "deadlock", "atomicity", "lost-signal", "crash", "misuse"];

/// How the sources of native programs end.
const NATIVE: [&str; 3] = ["c", "cc", "rs"];

/// A program and what its source says of it.
#[derive(Debug)]
pub struct Program {
    /// The main class; of a native program the file, for one name may be there in several languages.
    pub name: String,
    /// The source.
    pub file: PathBuf,
    text: String,
}

impl Program {
    /// Reads a source.
    pub fn read(file: &Path) -> Self {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self { name, file: file.to_owned(), text }
    }

    /// The programs in a folder of the repository, by name.
    pub fn read_folder(folder: &str) -> Vec<Self> {
        files(&repository(folder), "java").iter().map(|file| Self::read(file)).collect()
    }

    /// The native programs in a folder of the repository, by name.
    pub fn read_native_folder(folder: &str) -> Vec<Self> {
        let folder = repository(folder);
        let native = |file: &PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Self { name, ..Self::read(file) }
        };
        let mut programs: Vec<Self> =
            NATIVE.iter().flat_map(|ending| files(&folder, ending)).map(|file| native(&file)).collect();
        programs.sort_by(|one, other| one.name.cmp(&other.name));
        programs
    }

    /// The texts of the lines `// key: text`.
    pub fn directives(&self, key: &str) -> impl Iterator<Item = &str> {
        let prefix = format!("// {key}: ");
        self.text.lines().filter_map(move |line| line.strip_prefix(&*prefix))
    }

    /// The errors that `// expect …` names, in order.
    pub fn expected(&self) -> Vec<Expectation> {
        self.errors("expect")
    }

    /// The errors that `// allow …` names, in order.
    pub fn allowed(&self) -> Vec<Expectation> {
        self.errors("allow")
    }

    fn errors(&self, directive: &str) -> Vec<Expectation> {
        let labels = self.labels();
        let error = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            match *words {
                ["//", first, kind, ref rest @ ..] if first == directive => Some(self.error(kind, rest, &labels)),
                _ => None,
            }
        };
        self.text.lines().filter_map(error).collect()
    }

    /// The lines that are labelled by a comment behind their code.
    fn labels(&self) -> BTreeMap<&str, u64> {
        let mut labels = BTreeMap::new();
        for (number, line) in self.text.lines().enumerate() {
            let Some((_, comment)) = line.split_once("//").filter(|(code, _)| !code.is_empty()) else { continue };
            for label in comment.split_whitespace().filter_map(|word| word.strip_prefix('@')) {
                let other = labels.insert(label, number as u64 + 1);
                assert_eq!(other, None, "{}: two lines are labelled {label}", self.file.display());
            }
        }
        labels
    }

    fn error(&self, kind: &str, words: &[&str], labels: &BTreeMap<&str, u64>) -> Expectation {
        assert!(KINDS.contains(&kind), "{}: no kind {kind}", self.file.display());
        let line = |word: &str| {
            let label = word.strip_prefix('@').unwrap_or(word);
            *labels.get(label).unwrap_or_else(|| panic!("{}: no line is labelled {word}", self.file.display()))
        };
        let (mut names, mut lines) = (Vec::new(), Vec::new());
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if *word == "new" {
                let (class, label) = (words.next().expect("a class"), words.next().expect("a label"));
                names.push(format!("new {class} at {}", line(label)));
            } else if word.starts_with('@') {
                lines.push(line(word));
            } else {
                names.push((*word).to_owned());
            }
        }
        Expectation::new(kind, names, lines)
    }
}

/// What tells errors apart: kind, names, lines.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expectation {
    /// `race`, `deadlock`, …
    pub kind: String,
    /// The location, the locks, the method: sorted.
    pub names: Vec<String>,
    /// Where: sorted; none if any place will do.
    pub lines: Vec<u64>,
}

impl Expectation {
    /// An error, expected or found.
    pub fn new(kind: &str, mut names: Vec<String>, mut lines: Vec<u64>) -> Self {
        names.sort();
        lines.sort_unstable();
        if kind != "race" && kind != "atomicity" {
            // Philosophers at one line, and the forks in one array, count once; so do threads that wait at one line.
            names.dedup();
            lines.dedup();
        }
        Self { kind: kind.to_owned(), names, lines }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} lines {:?}", self.kind, self.names.join(" "), self.lines)
    }
}

/// An element's index says nothing: which one it is depends on the schedule.
#[must_use]
pub fn without_indices(name: &str) -> String {
    let mut plain = String::new();
    let mut inside = false;
    for c in name.chars() {
        inside = c == '[' || (inside && c != ']');
        if !inside || c == '[' {
            plain.push(c);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_and_labels() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("Guest.java");
        let source = "// What it is about.
// expect race Guest.x @write @read
// expect deadlock new java.lang.Object @made Guest.left @in @in
// allow race Guest.x @write @write
// finds: dead heat: Guest.x
// finds: deadlock*
class Guest {
    static int x; Object lock = new Object(); // @made
    int read() { return x; } // @read
    void write() { x = 1; } // @write @in
}
";
        fs::write(&file, source).unwrap();
        let program = Program::read(&file);
        assert_eq!(program.name, "Guest");
        assert_eq!(program.directives("finds").collect::<Vec<_>>(), ["dead heat: Guest.x", "deadlock*"]);
        assert_eq!(program.directives("args").next(), None);
        let text = |errors: Vec<Expectation>| errors.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            text(program.expected()),
            ["race Guest.x lines [9, 10]", "deadlock Guest.left new java.lang.Object at 8 lines [10]"]
        );
        assert_eq!(text(program.allowed()), ["race Guest.x lines [10, 10]"]);
    }
}
