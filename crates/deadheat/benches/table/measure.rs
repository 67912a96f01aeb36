//! Commands run and measured.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use deadheat_testing::java::{compile_folder, java_home};
use tempfile::TempDir;

use crate::subject::watch;

/// What a command took, and what it said on its error stream.
pub struct Measured {
    /// Seconds of the processor, of all threads.
    pub cpu: f64,
    /// Seconds on the wall.
    pub wall: f64,
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

    fn measure(&self, command: &Path, words: &str, program: &str) -> Measured {
        let (folder, program) = program.rsplit_once('/').expect("a folder and a class");
        let mut folders = self.folders.borrow_mut();
        let classes = folders.entry(folder.to_owned()).or_insert_with(|| compile_folder(folder)).path();
        let mut command = Command::new(command);
        command.args(words.split_whitespace()).arg("-cp").arg(classes).args(program.split_whitespace());
        command.env("JAVA_HOME", java_home()).stdout(Stdio::null()).stderr(Stdio::piped());
        let began = Instant::now();
        let mut child = command.spawn().expect("a process");
        let mut stderr = child.stderr.take().expect("a pipe");
        let reader = std::thread::spawn(move || {
            let mut said = String::new();
            // What is no text has no numbers in it.
            let _ = stderr.read_to_string(&mut said);
            said
        });
        let (_, usage) = watch(child);
        let wall = began.elapsed().as_secs_f64();
        let said = reader.join().expect("a reader that does not panic");
        Measured { cpu: usage.cpu, wall, peak: usage.peak, said }
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
