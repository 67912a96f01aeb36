//! Commands run and measured.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use deadheat_testing::java::{compile_folder, java_home};
use tempfile::TempDir;

use crate::subject::watch;

/// What a command took, and what it said on its error stream.
pub struct Measured {
    /// Seconds of the processor, of all threads.
    pub cpu: f64,
    /// Megabytes at most.
    pub peak: f64,
    said: String,
}

impl Measured {
    /// A number of the statistics: `states:    12 (3 per second)` has 12 under `states`.
    pub fn number(&self, name: &str) -> f64 {
        let line = self.said.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(f64::NAN)
    }
}

/// Programs in folders of the repository, compiled when they are first asked for, and the `deadheat` that runs them. They are named by folder and class:
/// `examples/Counter 2 3`.
pub struct Programs {
    deadheat: PathBuf,
    folders: RefCell<BTreeMap<String, TempDir>>,
}

impl Programs {
    /// Programs for this `deadheat`.
    pub fn of(deadheat: PathBuf) -> Self {
        Self { deadheat, folders: RefCell::default() }
    }

    /// All programs of a folder.
    pub fn names(folder: &str) -> Vec<String> {
        let files = deadheat_testing::files(&deadheat_testing::repository(folder), "java");
        let stems = files.iter().filter_map(|file| file.file_stem()?.to_str());
        stems.map(|stem| format!("{folder}/{stem}")).collect()
    }

    /// `deadheat` with these words, before a program and its arguments.
    pub fn deadheat(&self, words: &str, program: &str) -> Measured {
        self.measure(&self.deadheat, words, program)
    }

    /// The best of three by the processor's time.
    pub fn best(&self, words: &str, program: &str) -> Measured {
        best(|| self.deadheat(words, program))
    }

    /// The best of three of `java -Xint`.
    pub fn java(&self, program: &str) -> Measured {
        best(|| self.measure(&java_home().join("bin/java"), "-Xint", program))
    }

    /// The same twice, side by side.
    pub fn side_by_side(&self, words: &str, program: &str) -> [Measured; 2] {
        [(); 2].map(|()| self.start(&self.deadheat, words, program)).map(Running::end)
    }

    fn measure(&self, command: &Path, words: &str, program: &str) -> Measured {
        self.start(command, words, program).end()
    }

    fn start(&self, command: &Path, words: &str, program: &str) -> Running {
        let (folder, program) = program.rsplit_once('/').expect("a folder and a class");
        let mut folders = self.folders.borrow_mut();
        let classes = folders.entry(folder.to_owned()).or_insert_with(|| compile_folder(folder)).path();
        let mut command = Command::new(command);
        command.args(words.split_whitespace()).arg("-cp").arg(classes).args(program.split_whitespace());
        command.env("JAVA_HOME", java_home()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a process");
        let mut stderr = child.stderr.take().expect("a pipe");
        let said = std::thread::spawn(move || {
            let mut said = String::new();
            // What is no text has no numbers in it.
            let _ = stderr.read_to_string(&mut said);
            said
        });
        Running { child, said }
    }
}

/// A command that runs.
struct Running {
    child: Child,
    said: JoinHandle<String>,
}

impl Running {
    fn end(self) -> Measured {
        let (_, usage) = watch(self.child);
        let said = self.said.join().expect("a reader that does not panic");
        Measured { cpu: usage.cpu, peak: usage.peak, said }
    }
}

fn best(mut run: impl FnMut() -> Measured) -> Measured {
    let first = run();
    [run(), run()].into_iter().fold(first, |best, other| if other.cpu < best.cpu { other } else { best })
}

/// The middle one.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The geometric mean.
pub fn mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.max(f64::MIN_POSITIVE).ln()).sum::<f64>() / values.len() as f64).exp()
}

/// How cost grows with size: 1 if it is proportional.
pub fn exponent((small, its_cost): (f64, f64), (large, cost): (f64, f64)) -> f64 {
    (cost / its_cost).ln() / (large / small).ln()
}
