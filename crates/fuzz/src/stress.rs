//! The real `java`, which runs programs often.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use deadheat_testing::java::java_home;
use tempfile::TempDir;

use crate::program::Program;
use crate::workshop::compile_stress;

/// How often a program is run, if it is quick enough.
pub const RUNS: usize = 300;

/// An outcome that means that nothing moves any more.
pub const HANG: &str = "HANG";
/// An outcome that means that something moves for ever.
pub const SPIN: &str = "SPIN";

/// An outcome that says nothing.
pub const LATE: &str = "LATE";

/// A process that runs programs.
pub struct Stress {
    classes: TempDir,
    running: Option<Running>,
}

struct Running {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Stress {
    /// Compiles what it needs.
    pub fn new() -> io::Result<Self> {
        Ok(Self { classes: compile_stress()?, running: None })
    }

    /// The outcomes that were seen and how often, the rarest first.
    pub fn outcomes(&mut self, program: &Program, classes: &Path, runs: usize) -> io::Result<Vec<(String, usize)>> {
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(start(self.classes.path())?),
        };
        let fresh = if program.fresh { "fresh" } else { "same" };
        let (folder, name) = (classes.display(), program.name());
        writeln!(running.requests, "{folder}\t{name}\t{runs}\t{}\t{fresh}", program.seed)?;
        running.requests.flush()?;
        let mut outcomes = Vec::new();
        loop {
            let mut line = String::new();
            if running.answers.read_line(&mut line)? == 0 {
                self.running = None;
                return Err(io::Error::other(format!("java ended while it ran {name}")));
            }
            let Some((count, outcome)) = line.trim_end_matches('\n').split_once('\t') else { break };
            outcomes.push((outcome.to_owned(), count.parse().map_err(io::Error::other)?));
        }
        outcomes.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        if outcomes.iter().any(|(outcome, _)| outcome == SPIN || outcome == LATE) {
            // Its threads still take the processor.
            self.running = None;
        }
        outcomes.retain(|(outcome, _)| outcome != LATE);
        Ok(outcomes)
    }
}

fn start(classes: &Path) -> io::Result<Running> {
    let mut java = Command::new(java_home().join("bin/java"));
    java.args(["-Xint", "-XX:+UseSerialGC", "-Xmx256m", "-cp"]).arg(classes).arg("Stress");
    // Programs may print what they did not catch; nothing of it is needed.
    let mut child = java.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let pipes = child.stdin.take().zip(child.stdout.take());
    let (requests, answers) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
    Ok(Running { child, requests, answers: BufReader::new(answers) })
}
