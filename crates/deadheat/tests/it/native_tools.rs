//! What the tests of native guests share: commands in a folder of their own, compilers that may be missing, a guard against hangs, and
//! a look for processes that were left behind.

use std::fs;
use std::io::{Read as _, Seek as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use deadheat_testing::skip;

pub const DEADHEAT: &str = env!("CARGO_BIN_EXE_deadheat");

/// A command in a folder, with a cache of its own. What is compiled on the way is in the folder, too.
pub fn command(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache")).env("TMPDIR", folder).env("LC_ALL", "C");
    for variable in ["DEADHEAT_CC", "DEADHEAT_CXX", "MAKEFLAGS", "CFLAGS", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"] {
        command.env_remove(variable);
    }
    command
}

pub fn deadheat(folder: &Path, args: &[&str]) -> Output {
    command(DEADHEAT, folder).args(args).output().unwrap()
}

/// Whether a program can be called; says so where it cannot.
pub fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        skip(&format!("builds with {program}"), &format!("install {program}"));
    }
    found
}

/// Writes files: a name, and a text each.
pub fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Everything that a command has said.
pub fn said(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}

#[track_caller]
pub fn succeeds(output: &Output) -> String {
    assert!(output.status.success(), "{}", said(output));
    text(&output.stdout)
}

/// What a command gives, or none if it takes longer: then it is killed.
pub fn output_within(command: &mut Command, limit: Duration) -> Option<Output> {
    // Files rather than pipes: a process that is left behind with the other end of a pipe would keep us waiting.
    let (mut out, mut err) = (tempfile::tempfile().unwrap(), tempfile::tempfile().unwrap());
    command.stdin(Stdio::null()).stdout(out.try_clone().unwrap()).stderr(err.try_clone().unwrap());
    let mut child = command.spawn().unwrap();
    let status = wait_until(limit, || child.try_wait().unwrap());
    if status.is_none() {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    for (file, bytes) in [(&mut out, &mut stdout), (&mut err, &mut stderr)] {
        file.rewind().unwrap();
        file.read_to_end(bytes).unwrap();
    }
    let status: ExitStatus = status?;
    assert_eq!(status.signal(), None, "deadheat was killed: {}", text(&stderr));
    Some(Output { status, stdout, stderr })
}

/// Asks until there is an answer, or the time is over.
pub fn wait_until<R>(limit: Duration, mut ask: impl FnMut() -> Option<R>) -> Option<R> {
    let start = Instant::now();
    loop {
        let answer = ask();
        if answer.is_some() || start.elapsed() > limit {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The programs below a folder that are still running, a moment later: the kernel needs one to end what it was told to kill.
pub fn left_behind(folder: &Path) -> Vec<PathBuf> {
    let folder = folder.canonicalize().unwrap();
    let running = || {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let programs = processes.filter_map(|process| fs::read_link(process.path().join("exe")).ok());
        programs.filter(|program| program.starts_with(&folder)).collect::<Vec<_>>()
    };
    wait_until(Duration::from_secs(3), || running().is_empty().then_some(()));
    running()
}
