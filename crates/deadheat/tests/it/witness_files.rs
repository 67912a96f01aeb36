//! Witness files: what `check` writes, `replay` takes, and what neither accepts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use deadheat_testing::files;
use deadheat_testing::java::{compile, java_home};
use tempfile::TempDir;

/// A program with a race, which is checked at once.
pub const COUNTER: &str = "public class Counter {
    static int n;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> n++);
        t.start();
        n++;
        t.join();
    }
}";

fn deadheat(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deadheat")).env("JAVA_HOME", java_home()).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A checked program: its classes, the folder with the results, and one witness.
fn checked() -> (TempDir, TempDir, PathBuf) {
    let (classes, results) = (compile("Counter", COUNTER), tempfile::tempdir().unwrap());
    let (path, folder) = (classes.path().to_str().unwrap(), results.path().to_str().unwrap());
    let output = deadheat(&["check", "--output", folder, "-cp", path, "Counter"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let witness = files(results.path(), "witness").remove(0);
    (classes, results, witness)
}

fn complaint(file: &Path, expected: &str) {
    let output = deadheat(&["replay", "--check", file.to_str().unwrap()]);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(expected), "{message}");
}

/// The same for the tests that change nothing in it.
static CHECKED: LazyLock<(TempDir, TempDir, PathBuf)> = LazyLock::new(checked);

#[test]
fn all_forms_are_written_and_the_witness_replays() {
    let (_classes, results, witness) = &*CHECKED;
    for name in ["result.json", "report.txt", "report.html", "report.sarif", "trace.json"] {
        assert!(results.path().join(name).is_file(), "{name}");
    }
    let file = witness.to_str().unwrap();
    assert_eq!(deadheat(&["replay", "--check", file]).status.code(), Some(0));
    let story = text(&deadheat(&["replay", file]).stdout);
    assert!(story.contains("is about to") && story.contains("Counter.n"), "{story}");
    let stopped = text(&deadheat(&["replay", "--stop-at", "1", file]).stdout);
    assert!(stopped.contains("T0") && stopped.contains("at Counter.main"), "{stopped}");
}

#[test]
fn what_is_no_witness_is_refused() {
    let (_classes, _results, witness) = &*CHECKED;
    let good = fs::read_to_string(witness).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.witness");
    complaint(&bad, "cannot read");
    for (content, expected) in [
        (String::new(), "bad.witness"),
        ("deadheat schedule 1\nguest: Counter\n\nT0 x3\n".to_owned(), "is no witness"),
        (good.replace("goal: ", "goal: {\"x\":"), "makes no sense"),
        (good.replace("command: [", "command: [1, "), "makes no sense"),
    ] {
        fs::write(&bad, content).unwrap();
        complaint(&bad, expected);
    }
    fs::write(&bad, [0xff, 0xfe, 0x00]).unwrap();
    complaint(&bad, "bad.witness");
}

#[test]
fn a_changed_program_is_noticed() {
    let (classes, _results, witness) = checked();
    let changed = compile("Counter", &COUNTER.replace("n++;\n        t.join", "n += 2;\n        t.join"));
    fs::copy(changed.path().join("Counter.class"), classes.path().join("Counter.class")).unwrap();
    complaint(&witness, "its code has changed");
    let forced = deadheat(&["replay", "--check", "--force", witness.to_str().unwrap()]);
    assert!(matches!(forced.status.code(), Some(0 | 1)), "{forced:?}");
}

/// Two threads that wait for each other until a third, which has waited long enough, interrupts one of them.
const RESCUED: &str = "import java.util.concurrent.locks.ReentrantLock;
public class Rescued {
    static final ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
    static void both(ReentrantLock x, ReentrantLock y) {
        try {
            x.lockInterruptibly();
            try {
                y.lockInterruptibly();
                y.unlock();
            } finally {
                x.unlock();
            }
        } catch (InterruptedException e) {
        }
    }
    public static void main(String[] args) throws Exception {
        Thread s = new Thread(() -> both(a, b)), t = new Thread(() -> both(b, a));
        s.start();
        t.start();
        s.join(100);
        s.interrupt();
        s.join();
        t.join();
    }
}";

#[test]
fn a_cycle_that_another_thread_breaks_is_no_deadlock() {
    let classes = compile("Rescued", RESCUED);
    let path = classes.path().to_str().unwrap();
    let output = deadheat(&["check", "--without", "walks,search", "-cp", path, "Rescued"]);
    let told = text(&output.stdout);
    assert!(told.contains("deadlock") && !told.contains("witnessed: deadlock"), "{told}");
    assert_eq!(output.status.code(), Some(0), "{told}");
    let told = text(&deadheat(&["explore", "-cp", path, "Rescued"]).stdout);
    assert!(told.contains("nothing found"), "{told}");
}

/// Three threads hand a token round for much longer than a story is told; then two of them race. Only neighbours in the ring follow each
/// other, and the reason for a switch is about the thread that went before.
const RING: &str = "public class Ring extends Thread {
    static volatile int turn;
    static int x;
    final int me;
    Ring(int me) { this.me = me; }
    public void run() {
        for (int i = 0; i < 6000; i++) {
            while (turn != me) Thread.yield();
            turn = (me + 1) % 3;
        }
        x++;
    }
    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) new Ring(i).start();
    }
}";

#[test]
fn reasons_for_switches_are_about_the_thread_that_went_before() {
    let (classes, results) = (compile("Ring", RING), tempfile::tempdir().unwrap());
    let (path, folder) = (classes.path().to_str().unwrap(), results.path().to_str().unwrap());
    let output = deadheat(&["check", "--output", folder, "-cp", path, "Ring"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let result: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(results.path().join("result.json")).unwrap()).unwrap();
    let witness = &result["findings"][0]["witness"];
    assert!(witness["steps"].as_u64().unwrap() > 25_000, "{}", witness["steps"]);
    let moments = witness["interleaving"].as_array().unwrap();
    // Behind the cut the moment before is not the one that went before: the schedule knows.
    let mut before = Vec::new();
    for line in witness["schedule"].as_str().unwrap().lines().filter(|line| line.starts_with('T')) {
        let (thread, times) = line.split_once(" x").unwrap_or((line, "1"));
        let times: usize = times.trim().parse().unwrap();
        before.extend(std::iter::repeat_n(thread.split(' ').next().unwrap().to_owned(), times));
    }
    let mut reasons = 0;
    for moment in moments {
        let (Some(from), Some(step)) = (moment["switch"]["from"].as_u64(), moment["step"].as_u64()) else { continue };
        assert_eq!(format!("T{from}"), before[step as usize - 1], "step {step}");
        reasons += 1;
    }
    assert!(reasons > 10, "{reasons}");
}

#[test]
fn contradictions_are_usage_errors() {
    for args in [
        &["check", "--budget", "9,3", "Main"][..],
        &["check", "--budget", "none", "Main"],
        &["check", "--without", "luck", "Main"],
        &["check", "--runs", "0", "Main"],
        &["replay"],
        &["check"],
    ] {
        let output = deadheat(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_run_can_be_looked_at_in_perfetto() {
    let (classes, folder) = (compile("Counter", COUNTER), tempfile::tempdir().unwrap());
    let file = folder.path().join("trace.json");
    let path = classes.path().to_str().unwrap();
    let output = deadheat(&["run", "--perfetto", file.to_str().unwrap(), "-cp", path, "Counter"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let trace: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    assert!(events.iter().any(|event| event["name"].as_str().is_some_and(|name| name.contains("Counter.n"))));
}
