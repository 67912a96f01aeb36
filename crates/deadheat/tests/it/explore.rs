//! `deadheat explore` from outside: what it finds, what it says, and that its schedules replay.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use deadheat_testing::java::{compile, compile_files, java_home};
use deadheat_testing::{files, repository};
use tempfile::TempDir;

use crate::subject::cpu_time;

fn deadheat(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deadheat")).env("JAVA_HOME", java_home()).args(args).output().unwrap()
}

fn explore(args: &[&str]) -> (i32, String) {
    let output = deadheat(&[&["explore"], args].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{stderr}");
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// The examples and some of the programs that are searched in every way, compiled once.
fn classes() -> &'static str {
    static CLASSES: OnceLock<TempDir> = OnceLock::new();
    let folder = CLASSES.get_or_init(|| {
        let mut files = files(&repository("examples"), "java");
        let searched = ["LocalDeadlock", "Polite", "TwoFamilies", "SleepIsNoOrder", "WrongWaiterWoken"];
        files.extend(searched.map(|name| repository(format!("tests/explore/{name}.java"))));
        compile_files(&files)
    });
    folder.path().to_str().unwrap()
}

/// Explores one of them; exit code, output, and the witnesses written.
fn example(name: &str, options: &[&str], args: &[&str]) -> (i32, String, Vec<PathBuf>) {
    let folder = tempfile::tempdir().unwrap().keep();
    let output = ["--output", folder.to_str().unwrap()];
    let (code, text) = explore(&[options, &output, &["-cp", classes(), name], args].concat());
    for name in ["result.json", "report.txt", "report.html", "report.sarif", "trace.json"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    (code, text, files(&folder, "witness"))
}

const COMPLETE: &str = "The whole state space was searched";

#[test]
fn errors_are_found_and_replay() {
    for (name, options, args, found) in [
        ("Account", &[][..], &[][..], &["data race on Account.balance", "lost update"][..]),
        // What others miss: a lost update without a race.
        ("AtomicGap", &[], &[], &["AssertionError: expected 2 but the total is 1"]),
        ("Philosophers", &[], &["3"], &["deadlock on Philosophers$Philosopher.left"]),
        ("LostSignal", &[], &[], &["lost signal: a thread waits for ever on LostSignal.lock"]),
        ("Publication", &[], &[], &["data race on Publication$Config.instance", "two instances"]),
        ("Dice", &["--choose-random"], &[], &["a die that shows seven"]),
        ("NoLoop", &["--spurious"], &[], &["woken without a message"]),
        // A deadlock of some threads while others run on.
        ("LocalDeadlock", &[], &[], &["deadlock on LocalDeadlock.one, LocalDeadlock.two"]),
        ("Polite", &[], &[], &["livelock: threads go round in a cycle of"]),
        ("TwoFamilies", &["--no-reduction"], &[], &["data race on TwoFamilies.x"]),
        ("SleepIsNoOrder", &[], &[], &["too early"]),
        ("WrongWaiterWoken", &[], &[], &["lost signal"]),
    ] {
        let (code, text, witnesses) = example(name, options, args);
        assert_eq!(code, 1, "{name}: {text}");
        for part in found {
            assert!(text.contains(part), "{name}: no {part:?} in {text}");
        }
        assert!(text.contains(COMPLETE) && !text.contains("unresolved"), "{name}: {text}");
        assert_eq!(witnesses.len(), text.matches("Replay it: deadheat replay").count(), "{name}: {text}");
        assert!(!witnesses.is_empty());
        for (number, witness) in witnesses.iter().enumerate() {
            let file = witness.to_str().unwrap();
            assert_eq!(deadheat(&["replay", "--check", file]).status.code(), Some(0), "{name}: {file}");
            if number > 0 {
                continue;
            }
            // A witness is a schedule, too: a run that follows it ends in the same.
            let run = ["run", "--analyses", "none", "--schedule", file, "-cp", classes(), name];
            let replay = deadheat(&[&run[..], args].concat());
            let stderr = String::from_utf8_lossy(&replay.stderr);
            let code = if text.contains("livelock") { 4 } else { 1 };
            assert_eq!(replay.status.code(), Some(code), "{name}: {file}: {stderr}");
        }
    }
}

#[test]
fn right_programs_are_cleared() {
    for (name, args) in [
        ("Counter", &["2", "3"][..]),
        ("PhilosophersOrdered", &["3"]),
        ("Transfers", &["3", "1"]),
        // Volatile accesses are no races, and spinning ends.
        ("Spin", &[]),
        ("Apart", &["4"]),
    ] {
        for workers in ["1", "3"] {
            let (code, text, witnesses) = example(name, &["--workers", workers, "--stats"], args);
            assert_eq!((code, witnesses.len()), (0, 0), "{name}: {text}");
            assert!(text.contains(": nothing found") && text.contains(COMPLETE), "{name}: {text}");
        }
    }
}

#[test]
fn a_search_that_was_cut_short_says_so() {
    for (options, why) in [
        (&["--max-states", "5"][..], "the number of states is reached"),
        (&["--max-depth", "12"], "paths were cut at the depth allowed"),
        (&["--max-preemptions", "0"], "schedules with more preemptions were left out"),
        (&["--freeze", "T1"], "some threads were frozen"),
        (&["--strategy", "random", "--max-walks", "5"], "random walks see only a part"),
        (&["--strategy", "pct", "--max-walks", "5"], "random walks see only a part"),
    ] {
        let (code, text) = explore(&[options, &["-cp", classes(), "Counter"]].concat());
        assert_eq!(code, 0, "{text}");
        let says = format!("Not every schedule was tried: {why}");
        assert!(text.contains(": nothing found (") && text.replace('\n', " ").contains(&says), "{options:?}: {text}");
    }
    let (code, text) = explore(&["--stop-at-first", "--workers", "1", "-cp", classes(), "Account"]);
    assert_eq!(code, 1);
    assert!(text.contains("1 finding, 1 witnessed") && text.contains("stopped at the first finding"), "{text}");
}

/// What is predicted on the way and not met is told with its verdict: refuted if everything was seen, else unresolved.
#[test]
fn predictions_get_a_verdict() {
    // One thread after the other: a prediction that does not ask who lives when takes them for rivals.
    let source = "public class InTurn extends Thread {
            static int x;
            public void run() { x++; }
            public static void main(String[] a) throws Exception {
                for (int i = 0; i < 2; i++) {
                    Thread t = new InTurn();
                    t.start();
                    t.join();
                }
            }
        }";
    let classes = compile("InTurn", source);
    let guest = ["--no-live-filter", "-cp", classes.path().to_str().unwrap(), "InTurn"];
    let (code, text) = explore(&[&["--all"], &guest[..]].concat());
    assert!(code == 0 && text.contains("refuted: data race on InTurn.x") && text.contains(COMPLETE), "{text}");
    let (code, text) = explore(&[&["--strategy", "random", "--max-walks", "3"], &guest[..]].concat());
    assert!(code == 0 && text.contains("unresolved: data race on InTurn.x"), "{text}");
    assert!(text.contains("Try next: deadheat check -cp "), "{text}");
}

/// A search hands addresses out in the order in which it meets objects; a replay, in that of its schedule. The guest sees no difference.
#[test]
fn identity_hash_codes_are_the_same_in_every_process() {
    let source = "public class Hashes extends Thread {
            static class Mine { }
            static class Yours { }
            static volatile Object first;
            final boolean me;
            Hashes(boolean me) { this.me = me; }
            public void run() {
                boolean early = first == null;
                Object made = me ? new Mine() : new Yours();
                if (early) first = made;
            }
            public static void main(String[] a) throws Exception {
                Thread t = new Hashes(true), u = new Hashes(false);
                t.start();
                u.start();
                t.join();
                u.join();
                int hash = Mine.class.hashCode() ^ Integer.reverse(Yours.class.hashCode());
                if (first instanceof Yours) throw new IllegalStateException(\"\" + hash);
            }
        }";
    let classes = compile("Hashes", source);
    let output = deadheat(&["explore", "--workers", "1", "-cp", classes.path().to_str().unwrap(), "Hashes"]);
    let (told, met) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let number = |text: &str| {
        let (_, rest) = text.split_once("IllegalStateException: ").unwrap_or_else(|| panic!("{text}"));
        rest.split(|c: char| c != '-' && !c.is_ascii_digit()).next().unwrap().to_owned()
    };
    assert!(told.contains("witnessed: uncaught"), "{told}");
    assert_eq!(number(&told), number(&met), "{told}{met}");
}

#[test]
fn errors_among_many_threads_are_found_by_sampling() {
    let folder = compile_files(&files(&repository("tests/many"), "java"));
    let path = folder.path().to_str().unwrap();
    for (program, threads) in [("Reorder", "20"), ("Reorder", "100"), ("TwoStage", "50"), ("TwoStage", "100")] {
        let walks = ["--strategy", "pos", "--workers", "1", "--max-walks", "100", "--no-rabbit"];
        let (code, text) = explore(&[&walks[..], &["-cp", path, program, threads]].concat());
        assert!(code == 1 && text.contains("uncaught java.lang.IllegalStateException"), "{program} {threads}: {text}");
    }
}

#[test]
fn every_strategy_can_be_asked_for() {
    let guest = ["-cp", classes(), "Philosophers"];
    for strategy in ["dfs", "bfs", "preemptions", "max-preemptions", "most-blocked", "random", "pct", "pos"] {
        let (code, text) = explore(&[&["--strategy", strategy, "--stop-at-first", "--seed", "3"], &guest[..]].concat());
        assert!(code == 1 && text.contains("witnessed: deadlock"), "{strategy}: {text}");
    }
    for strategy in ["guided", "target"] {
        let options = ["--strategy", strategy, "--prefer", "T2", "--stop-at-first"];
        let (code, text) = explore(&[&options[..], &guest[..]].concat());
        assert!(code == 1 && text.contains("witnessed: deadlock"), "{strategy}: {text}");
    }
    let target = ["--strategy", "target", "--prefer", "T2", "--target", "Philosophers.java:23", "--stop-at-first"];
    let (code, text) = explore(&[&target[..], &guest[..]].concat());
    assert!(code == 1 && text.contains("witnessed: a thread gets to Philosophers.java:23"), "{text}");
    assert!(text.contains("is about to lock Philosophers$"), "{text}");
}

#[test]
fn bad_command_lines_are_refused() {
    for (args, part) in [
        (&["--strategy", "sideways", "Main"][..], "sideways"),
        (&["--max-states", "0", "Main"], "--max-states"),
        (&["--max-walks", "4", "Main"], "use --strategy random, pct or pos"),
        (&["--prefer", "T1", "Main"], "add --strategy guided"),
        (&["--freeze", "main", "Main"], "write T0"),
        (&["--schedule", "x", "Main"], "--schedule"),
        (&[], "there is no program to run"),
    ] {
        let output = deadheat(&[&["explore"], args].concat());
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(part) && text.lines().count() == 1, "{args:?}: {text}");
    }
    let output = deadheat(&["explore", "--output", "/proc/no/such", "-cp", classes(), "Account"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn guests_without_end_end_in_a_verdict() {
    let eater = "import java.util.*;
        public class Eater extends Thread {
            static final List<byte[]> kept = Collections.synchronizedList(new ArrayList<>());
            public void run() { while (true) kept.add(new byte[1 << 20]); }
            public static void main(String[] a) { new Eater().start(); new Eater().start(); }
        }";
    let forker = "public class Forker extends Thread {
            public void run() { while (true) new Forker().start(); }
            public static void main(String[] a) { new Forker().start(); }
        }";
    for (name, source) in [("Eater", eater), ("Forker", forker)] {
        let classes = compile(name, source);
        let path = classes.path().to_str().unwrap();
        let guest = ["--heap", "32m", "--threads", "20", "--max-memory", "300m", "-cp", path, name];
        for bound in [["--max-states", "3000"], ["--max-time", "0.5"]] {
            let (code, text) = explore(&[&bound[..], &guest[..]].concat());
            assert!(code == 0 || code == 1, "{name}: {text}");
            assert!(text.contains(COMPLETE) || text.contains("Not every schedule was tried"), "{name}: {text}");
        }
    }
}

#[test]
fn an_interrupt_ends_a_search_cleanly() {
    let endless = "public class Endless extends Thread {
            static volatile long count;
            public void run() { while (true) count++; }
            public static void main(String[] a) { new Endless().start(); new Endless().start(); }
        }";
    let classes = compile("Endless", endless);
    let mut child = Command::new(env!("CARGO_BIN_EXE_deadheat"))
        .env("JAVA_HOME", java_home())
        .args(["explore", "--max-time", "600", "-cp", classes.path().to_str().unwrap(), "Endless"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // It starts in a fraction of that.
    while cpu_time(child.id()).unwrap() < 1.0 {
        assert!(child.try_wait().unwrap().is_none(), "it goes on until it is interrupted");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Not every schedule was tried: interrupted"), "{text}");
}

#[test]
fn an_exit_code_can_be_an_error() {
    let source = "import java.util.concurrent.atomic.AtomicInteger;
        public class Judge {
            static final AtomicInteger sum = new AtomicInteger();
            static void add() { sum.set(sum.get() + 1); }
            public static void main(String[] args) throws InterruptedException {
                Thread other = new Thread(Judge::add);
                other.start();
                add();
                other.join();
                if (sum.get() != 2) System.exit(3);
            }
        }";
    let classes = compile("Judge", source);
    let folder = tempfile::tempdir().unwrap();
    let (classes, output) = (classes.path().to_str().unwrap(), folder.path().to_str().unwrap());
    let (code, text) = explore(&["-cp", classes, "Judge"]);
    assert_eq!(code, 0, "{text}");
    for command in ["explore", "check"] {
        let found = deadheat(&[command, "--fail-on-exit", "--output", output, "-cp", classes, "Judge"]);
        let text = String::from_utf8_lossy(&found.stdout);
        assert_eq!(found.status.code(), Some(1), "{text}");
        assert!(
            text.contains("the program ends with exit code 3") && text.contains("at Judge.main(Judge.java:10)"),
            "{text}"
        );
        let witness = files(folder.path(), "witness").remove(0);
        let replayed = deadheat(&["replay", "--check", witness.to_str().unwrap()]);
        assert_eq!(replayed.status.code(), Some(0), "{}", String::from_utf8_lossy(&replayed.stdout));
    }
}
