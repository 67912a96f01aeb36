//! deadheat, run on a program in each of its modes.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::program::Program;
use crate::workshop::{Ending, ending};

/// How many outcomes are looked for in a program. Each costs a proof, in every mode.
pub const LOOKED_FOR: usize = 6;

/// How long one command may take, which is far more than any needs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A way to search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mode {
    /// `explore`, as it is.
    Explore,
    /// Without reduction.
    Full,
    /// Breadth first, by two workers.
    Breadth,
    /// `check`.
    Check,
}

impl Mode {
    /// All of them; the first is what the others are compared with first.
    pub const ALL: [Self; 4] = [Self::Explore, Self::Full, Self::Breadth, Self::Check];

    /// Its name in what is printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Explore => "explore",
            Self::Full => "full",
            Self::Breadth => "bfs",
            Self::Check => "check",
        }
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Explore => &["explore", "--workers", "1", "--max-states", "40000", "--max-time", "60"],
            Self::Full => {
                &["explore", "--workers", "1", "--max-states", "150000", "--max-time", "60", "--no-reduction"]
            }
            Self::Breadth => {
                &["explore", "--workers", "2", "--max-states", "40000", "--max-time", "60", "--strategy", "bfs"]
            }
            Self::Check => &["check", "--workers", "1", "--max-states", "40000", "--budget", "10,60"],
        }
    }
}

/// A finding, as far as it is compared.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its id.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// `witnessed`, `refuted`, `unresolved`.
    pub verdict: String,
    /// Whether a search found it and its schedule did not replay.
    pub replay_failed: bool,
    /// Which ending of the program it is, if it is one.
    pub ending: Option<Ending>,
    /// What it is about and where, for people.
    pub text: String,
}

impl Finding {
    /// Whether there is a proof.
    pub fn witnessed(&self) -> bool {
        self.verdict == "witnessed"
    }
}

/// What a mode said.
pub struct Said {
    /// The exit code; `None` if it took too long.
    pub exit: Option<i32>,
    /// The end of what it printed.
    pub printed: String,
    /// Whether it says that it has seen everything.
    pub complete: bool,
    /// States visited.
    pub states: u64,
    /// The findings.
    pub findings: Vec<Finding>,
    folder: TempDir,
}

impl Said {
    /// The witness files, by name.
    pub fn witnesses(&self) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(self.folder.path().join("out")).into_iter().flatten() {
            files.push(entry?.path());
        }
        files.retain(|file| file.extension().is_some_and(|e| e == "witness"));
        files.sort();
        Ok(files)
    }
}

/// Runs a mode. `looked_for` are the outcomes that the program ends with at a line of their own, up to [`LOOKED_FOR`], and after them
/// those that it ends with normally.
pub fn run(binary: &Path, mode: Mode, program: &Program, classes: &Path, looked_for: &[String]) -> io::Result<Said> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("out");
    let mut command = Command::new(binary);
    command
        .args(mode.arguments())
        .arg("--output")
        .arg(&out)
        .arg("-cp")
        .arg(classes)
        .arg(program.name())
        .args(looked_for);
    let (exit, printed) = finish(&mut command, folder.path())?;
    let text = fs::read_to_string(out.join("result.json")).unwrap_or_default();
    let result: Value = serde_json::from_str(&text).unwrap_or_default();
    let findings = result["findings"].as_array().map(|all| all.iter().map(finding).collect()).unwrap_or_default();
    let complete = result["complete"].as_bool().unwrap_or(false);
    let states = result["effort"]["states"].as_u64().unwrap_or(0);
    Ok(Said { exit, printed, complete, states, findings, folder })
}

/// Whether a witness replays; if not, what was printed.
pub fn replays(binary: &Path, witness: &Path) -> io::Result<Result<(), String>> {
    let folder = tempfile::tempdir()?;
    let (exit, printed) = finish(Command::new(binary).arg("replay").arg("--check").arg(witness), folder.path())?;
    Ok(if exit == Some(0) { Ok(()) } else { Err(printed) })
}

fn finding(value: &Value) -> Finding {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let participants = value["participants"].as_array().cloned().unwrap_or_default();
    let kind = text(&value["error"]["kind"]);
    let mut places = Vec::new();
    let mut end = None;
    for place in participants.iter().map(|participant| &participant["place"]) {
        let line = place["line"].as_u64().unwrap_or(0);
        if kind == "uncaught" && place["file"] == "End.java" {
            end = ending(line);
        }
        places.push(format!("{}:{line}", place["file"].as_str().unwrap_or("?")));
    }
    let about = ["target", "message"].iter().find_map(|key| value["error"][*key].as_str()).unwrap_or_default();
    Finding {
        id: text(&value["id"]),
        verdict: text(&value["verdict"]["verdict"]),
        replay_failed: value["verdict"]["reason"] == "replay-failed",
        ending: end,
        text: format!("{kind} {about} at {}", places.join(", ")),
        kind,
    }
}

/// Waits for a command, whose output goes to files in a folder: a pipe that nothing reads would block it.
fn finish(command: &mut Command, folder: &Path) -> io::Result<(Option<i32>, String)> {
    let file = folder.join("printed");
    let output = File::create(&file)?;
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    let mut child = command.spawn()?;
    let begun = Instant::now();
    let exit = loop {
        if let Some(status) = child.try_wait()? {
            break status.code().or(Some(-1));
        }
        if begun.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let printed = String::from_utf8_lossy(&fs::read(&file)?).into_owned();
    let from = printed.char_indices().rev().nth(600).map_or(0, |(at, _)| at);
    Ok((exit, printed[from..].trim().to_owned()))
}
