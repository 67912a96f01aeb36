//! Damaged files given to the commands that read them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use deadheat_testing::java::java_home;

use crate::seeds::Seeds;

/// What takes longer hangs, however busy the machine is: no command here has a bound of more than some seconds.
const PATIENCE: Duration = Duration::from_secs(90);
/// No command here needs more memory, in kilobytes.
const MEMORY: u64 = 3 << 20;

/// What went wrong when a file of a format was given to each command that reads such files.
pub fn harms(format: &str, bytes: &[u8], seeds: &Seeds) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a name in UTF-8").to_owned();
    let (file, modules, class) = (at("file"), at("lib/modules"), at("Target.class"));
    let classes = seeds.classes().to_str().expect("a name in UTF-8");
    let program = ["-cp", classes, "Target"];
    let run = ["run", "--timeout", "5", "--heap", "64m"];
    let place = match format {
        "class" => &class,
        "jimage" => &modules,
        _ => &file,
    };
    fs::create_dir(folder.path().join("lib")).expect("a folder is made");
    fs::write(place, bytes).expect("the file is written");
    let home = if format == "jimage" { folder.path() } else { &java_home() };
    let calls: Vec<Vec<&str>> = match format {
        "class" => vec![[&run[..], &["-cp", folder.path().to_str().expect("UTF-8"), "Target"]].concat()],
        "jar" => vec![[&run[..], &["-jar", &file]].concat()],
        "jimage" => vec![[&run[..], &program].concat()],
        "schedule" => vec![[&run[..], &["--schedule", &file], &program].concat()],
        "witness" => vec![vec!["replay", "--force", &file], vec!["replay", "--check", &file]],
        "trace" | "text-trace" => vec![vec!["predict", &file], vec!["convert", &file]],
        "result" => vec![vec!["report", &file], vec!["report", "--diff", &file, &file]],
        "suppressions" => {
            vec![[&["check", "--budget", "1", "--without", "search", "--suppressions", &file][..], &program].concat()]
        }
        "project" => vec![[&run[..], &["--config", &file], &program].concat()],
        "executable" => vec![vec!["run", "--timeout", "5", &file]],
        // Such a witness names commands for a compiler, which are not called with damaged ones.
        _ => Vec::new(),
    };
    calls.iter().filter_map(|call| harm(call, home)).collect()
}

/// What is wrong with how a command ended: only the exit codes that it has for files, and for a program that met a limit, are right.
fn harm(args: &[&str], home: &Path) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    let errors = tempfile::NamedTempFile::new().expect("a temporary file");
    let stderr = errors.reopen().expect("it can be opened again");
    command.env("JAVA_HOME", home).args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(stderr);
    let mut child = command.spawn().expect("deadheat starts");
    let begin = Instant::now();
    let mut memory = 0;
    let status = loop {
        if let Some(status) = child.try_wait().expect("deadheat can be waited for") {
            break status;
        }
        memory = memory_of(child.id()).unwrap_or(memory);
        if begin.elapsed() > PATIENCE || memory > MEMORY {
            child.kill().expect("deadheat can be ended");
            child.wait().expect("deadheat can be waited for");
            return Some(format!("{args:?}: {} kB after {:?}", memory, begin.elapsed()));
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let said = fs::read(errors.path()).expect("its messages are read");
    let said = String::from_utf8_lossy(&said);
    let allowed: &[i32] = if args[0] == "run" { &[0, 1, 2, 4] } else { &[0, 1, 2] };
    let is_right = status.code().is_some_and(|code| allowed.contains(&code)) && !said.contains("panicked");
    (!is_right).then(|| format!("{args:?}: {status}, {}", said.lines().last().unwrap_or_default()))
}

/// The most memory that a process has had, in kilobytes.
fn memory_of(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
