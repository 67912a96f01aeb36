//! What was found stays: checks that are ended by force, by signals, by a full disk or a closed pipe; and checks that go on from what
//! others have left.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use deadheat_testing::files;
use deadheat_testing::java::{compile, java_home};
use serde_json::Value;

use crate::native_tools::has;
use crate::witness_files::COUNTER;

/// Nothing here takes so long; a test that would never end should fail instead.
const PATIENCE: Duration = Duration::from_secs(120);

/// A race that is found at once, in a program without an end.
const ENDLESS: &str = "public class Endless {
    static int n;
    public static void main(String[] args) {
        new Thread(() -> { while (true) n++; }).start();
        while (true) n++;
    }
}";

const ENDLESS_C: &str = "#include <pthread.h>
unsigned long n;
static void *work(void *arg) { for (;;) { n++; __asm__ volatile(\"\" ::: \"memory\"); } return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    for (;;) { n++; __asm__ volatile(\"\" ::: \"memory\"); }
}
";

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("JAVA_HOME", java_home()).args(args).stdin(Stdio::null());
    command
}

fn deadheat(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn result(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("result.json")).unwrap()).unwrap()
}

fn ids(result: &Value) -> Vec<&str> {
    let mut ids: Vec<&str> =
        result["findings"].as_array().unwrap().iter().map(|finding| finding["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids
}

/// Starts a search, and waits until it says that it has found something.
fn exploring(results: &Path, guest: &[&str]) -> Child {
    let output = ["--output", results.to_str().unwrap()];
    let mut child = command(&[&["explore"][..], &output, guest].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let found = lines.by_ref().map_while(Result::ok).any(|line| line.starts_with("dead heat: "));
    assert!(found, "the search ended without a word");
    // Nobody may have to wait for us to read on.
    std::thread::spawn(move || lines.for_each(drop));
    child
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits for the end, for as long as is reasonable.
fn end(child: &mut Child) -> Option<i32> {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if begin.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What is in the folder after the end of a check by force: a result that says so, and witnesses that replay.
fn kept(results: &Path) -> Vec<PathBuf> {
    let found = result(results);
    assert_eq!(found["unfinished"], true, "{found}");
    let witnesses = files(results, "witness");
    assert!(!witnesses.is_empty());
    let told = ids(&found);
    for witness in &witnesses {
        assert!(told.contains(&witness.file_stem().unwrap().to_str().unwrap()), "{witness:?} in {told:?}");
        let output = deadheat(&["replay", "--check", witness.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }
    witnesses
}

/// A search that is killed loses nothing that it has said, and another goes on from that.
fn a_killed_search(guest: &[&str]) {
    let results = tempfile::tempdir().unwrap();
    let mut child = exploring(results.path(), guest);
    signal(&child, "KILL");
    assert_eq!(end(&mut child), None);
    let before = kept(results.path());

    let folder = results.path().to_str().unwrap();
    let output = deadheat(&[&["explore", "--resume", "--max-states", "50", "--output", folder], guest].concat());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let after = result(results.path());
    assert_eq!(after["resumed"], before.len(), "{}", said(&output));
    assert!(after["unfinished"].is_null());
    assert!(said(&output).contains("Resumed"), "{}", said(&output));
    for witness in before {
        assert!(ids(&after).contains(&witness.file_stem().unwrap().to_str().unwrap()));
        let output = deadheat(&["replay", "--check", witness.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }
}

#[test]
fn a_killed_search_of_a_java_program() {
    let classes = compile("Endless", ENDLESS);
    a_killed_search(&["-cp", classes.path().to_str().unwrap(), "Endless"]);
}

#[test]
fn a_killed_search_of_a_native_program() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("endless.c");
    fs::write(&source, ENDLESS_C).unwrap();
    a_killed_search(&[source.to_str().unwrap()]);
}

#[test]
fn a_killed_check_goes_on() {
    let classes = compile("Endless", ENDLESS);
    let results = tempfile::tempdir().unwrap();
    let (path, folder) = (classes.path().to_str().unwrap(), results.path().to_str().unwrap());
    let guest = ["-cp", path, "Endless"];
    let mut child =
        command(&[&["check", "--budget", "60,600", "--max-steps", "2000", "--output", folder][..], &guest].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
    let begin = Instant::now();
    while !results.path().join("result.json").exists() {
        assert!(begin.elapsed() < PATIENCE && child.try_wait().unwrap().is_none(), "nothing was kept");
        std::thread::sleep(Duration::from_millis(20));
    }
    signal(&child, "KILL");
    end(&mut child);
    let before = kept(results.path());
    let output = deadheat(
        &[&["check", "--resume", "--budget", "0.5,1", "--max-steps", "2000", "--output", folder][..], &guest].concat(),
    );
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let after = result(results.path());
    assert_eq!(after["resumed"], before.len());
    assert!(before.iter().all(|witness| ids(&after).contains(&witness.file_stem().unwrap().to_str().unwrap())));
    // What is there of another program is not taken over.
    let other = compile("Endless", &ENDLESS.replace("n++; }).start()", "n += 2; }).start()"));
    let guest = ["-cp", other.path().to_str().unwrap(), "Endless"];
    let output = deadheat(
        &[&["check", "--resume", "--budget", "0.5,1", "--max-steps", "2000", "--output", folder][..], &guest].concat(),
    );
    assert!(said(&output).contains("is not taken over"), "{}", said(&output));
    assert_eq!(result(results.path())["resumed"], 0);
}

#[test]
fn signals_end_a_search_with_what_it_has() {
    let classes = compile("Endless", ENDLESS);
    for name in ["TERM", "HUP", "INT"] {
        let results = tempfile::tempdir().unwrap();
        let mut child = exploring(results.path(), &["-cp", classes.path().to_str().unwrap(), "Endless"]);
        signal(&child, name);
        assert_eq!(end(&mut child), Some(1), "{name}");
        let found = result(results.path());
        assert!(found["unfinished"].is_null(), "{name}");
        assert!(found["bounds"].as_array().unwrap().contains(&"interrupted".into()), "{name}: {}", found["bounds"]);
        assert!(results.path().join("report.txt").exists());
        assert!(!files(results.path(), "witness").is_empty());
    }
}

#[test]
fn a_folder_has_one_writer() {
    let classes = compile("Endless", ENDLESS);
    let results = tempfile::tempdir().unwrap();
    let guest = ["-cp", classes.path().to_str().unwrap(), "Endless"];
    let mut child = exploring(results.path(), &guest);
    let folder = results.path().to_str().unwrap();
    let output = deadheat(&[&["check", "--output", folder][..], &guest].concat());
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("another deadheat writes its results into"), "{}", said(&output));
    signal(&child, "KILL");
    end(&mut child);
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let classes = compile("Counter", COUNTER);
    let results = tempfile::tempdir().unwrap();
    let (path, folder) = (classes.path().to_str().unwrap(), results.path().to_str().unwrap());
    assert_eq!(deadheat(&["check", "--output", folder, "-cp", path, "Counter"]).status.code(), Some(1));
    let result = results.path().join("result.json");
    let result = result.to_str().unwrap();
    let witness = files(results.path(), "witness").remove(0);
    let witness = witness.to_str().unwrap();
    let trace = results.path().join("a.trace");
    let trace = trace.to_str().unwrap();
    assert_eq!(deadheat(&["run", "--trace", trace, "-cp", path, "Counter"]).status.code(), Some(0));
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for args in [
        &["check", "-cp", path, "Counter"][..],
        &["explore", "-cp", path, "Counter"],
        &["report", result],
        &["report", result, "--format", "json"],
        &["replay", witness],
        &["replay", "--check", witness],
        &["predict", trace],
        &["convert", trace],
        &["--help"],
    ] {
        let output = command(args).stdout(full()).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", said(&output));
        assert!(said(&output).contains("No space left on device"), "{args:?}: {}", said(&output));
        // Messages that nobody sees change nothing.
        let output = command(args).stderr(full()).stdout(Stdio::null()).output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {:?}", output.status);
    }
    for option in ["--record", "--trace", "--perfetto", "--warnings"] {
        let output = deadheat(&["run", option, "/dev/full", "-cp", path, "Counter"]);
        assert_eq!(output.status.code(), Some(2), "{option}: {}", said(&output));
    }
    for args in [["report", result, "--output", "/dev/full"], ["convert", trace, "--output", "/dev/full"]] {
        let output = deadheat(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", said(&output));
    }
}

#[test]
fn a_full_disk_leaves_the_old_files() {
    let classes = compile("Counter", COUNTER);
    let results = tempfile::tempdir().unwrap();
    let path = classes.path().to_str().unwrap();
    let old = results.path().join("a.schedule");
    fs::write(&old, "old").unwrap();
    // No file may be longer than a few blocks.
    let line = format!(
        "ulimit -f 1; trap '' XFSZ; exec '{}' run --record '{}' --trace '{}/a.trace' -cp '{path}' Counter",
        env!("CARGO_BIN_EXE_deadheat"),
        old.display(),
        results.path().display(),
    );
    let output = Command::new("bash").args(["-c", &line]).env("JAVA_HOME", java_home()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("a.trace"), "{}", said(&output));
    assert!(!results.path().join("a.trace").exists());
    let left: Vec<_> = fs::read_dir(results.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["a.schedule"], "nothing unfinished is left");
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let classes = compile("Counter", COUNTER);
    let results = tempfile::tempdir().unwrap();
    let (path, folder) = (classes.path().to_str().unwrap(), results.path().to_str().unwrap());
    let mut child = command(&["check", "--output", folder, "-cp", path, "Counter"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((end(&mut child), stderr.as_str()), (Some(141), ""));
    assert!(result(results.path())["findings"].as_array().is_some_and(|findings| !findings.is_empty()));
}
