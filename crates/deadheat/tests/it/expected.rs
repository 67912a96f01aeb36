//! `check --expect-exit`, `--expect-output`, `--same-output`: an end that another schedule changes is an error, with both schedules.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use deadheat_testing::java::{compile, java_home};
use deadheat_testing::{files, repository};

/// Two threads write a line each, in whatever order; with an argument the exit code depends on it, too.
const ORDER: &str = r#"
    public class Order {
        static volatile int code;
        public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> {
                System.out.println("other");
                code = 3;
            });
            other.start();
            System.out.println("main");
            int seen = code;
            other.join();
            if (args.length > 0) System.exit(seen);
        }
    }"#;

/// The same lines, always in the same order; what it says on stderr does not count.
const ORDERED: &str = r#"
    public class Ordered {
        public static void main(String[] args) throws Exception {
            Thread first = new Thread(() -> System.out.println("other"));
            Thread noise = new Thread(() -> System.err.println("noise"));
            first.start();
            noise.start();
            System.err.println("more noise");
            first.join();
            System.out.println("main");
            noise.join();
        }
    }"#;

fn deadheat(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deadheat")).env("JAVA_HOME", java_home()).args(args).output().unwrap()
}

fn text(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn another_output_than_in_the_first_run() {
    let classes = compile("Order", ORDER);
    let results = tempfile::tempdir().unwrap();
    let checked = ["check", "--same-output", "--output", path(results.path()), "-cp", path(classes.path()), "Order"];
    let done = deadheat(&checked);
    let said = text(&done);
    assert_eq!(done.status.code(), Some(1), "{said}");
    for part in ["differing output: another output than expected", "Expected: line 1: main", "Came:     line 1: other"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    // Both schedules are there: that of the witness, and the first one.
    let [witness] = &files(results.path(), "witness")[..] else { panic!("one witness: {said}") };
    let replayed = deadheat(&["replay", path(witness)]);
    assert_eq!(replayed.status.code(), Some(0), "{}", text(&replayed));
    let first = results.path().join("first.schedule");
    for (schedule, expected) in [(&first, "main\nother\n"), (witness, "other\nmain\n")] {
        let run = deadheat(&[
            "run",
            "--analyses",
            "none",
            "--schedule",
            path(schedule),
            "-cp",
            path(classes.path()),
            "Order",
        ]);
        assert_eq!(String::from_utf8_lossy(&run.stdout), expected, "{}", text(&run));
    }
}

#[test]
fn the_same_output_whatever_the_schedule() {
    let classes = compile("Ordered", ORDERED);
    let file = classes.path().join("expected.txt");
    fs::write(&file, "other\nmain\n").unwrap();
    for option in [&["--same-output"][..], &["--expect-output", path(&file), "--expect-exit", "0"]] {
        let done = deadheat(&[&["check"], option, &["-cp", path(classes.path()), "Ordered"]].concat());
        let said = text(&done);
        assert_eq!(done.status.code(), Some(0), "{said}");
        assert!(said.contains("The whole state space was searched"), "{said}");
    }
    fs::write(&file, "other\nmain").unwrap();
    let done = deadheat(&["check", "--expect-output", path(&file), "-cp", path(classes.path()), "Ordered"]);
    assert!(text(&done).contains("Came:     line 2: main"), "{}", text(&done));
}

#[test]
fn another_exit_code() {
    let classes = compile("Order", ORDER);
    for (code, expected) in [("0", "3"), ("3", "0")] {
        let done = deadheat(&["check", "--expect-exit", code, "-cp", path(classes.path()), "Order", "x"]);
        let said = text(&done);
        assert_eq!(done.status.code(), Some(1), "{said}");
        assert!(said.contains("another exit code than expected"), "{said}");
        assert!(
            said.contains(&format!("Expected: {code}")) && said.contains(&format!("Came:     {expected}")),
            "{said}"
        );
    }
    let done = deadheat(&["check", "--expect-exit", "0", "-cp", path(classes.path()), "Order"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
}

#[test]
fn what_cannot_be_expected() {
    let classes = compile("Order", ORDER);
    let never = compile(
        "Never",
        "public class Never { public static void main(String[] a) throws Exception { Thread.currentThread().join(); } }",
    );
    let (order, never, native) = (path(classes.path()), path(never.path()), repository("examples/account.c"));
    for (args, part) in [
        (vec!["--expect-output", "/no/such/file", "-cp", order, "Order"], "cannot read what is expected"),
        (vec!["--same-output", "-cp", never, "Never"], "has no end"),
        (vec!["--same-output", "--no-values", "-cp", order, "Order"], "leave --no-values out"),
        (vec!["--same-output", path(&native)], "what native programs write is not compared"),
        (vec!["--same-output", "--expect-exit", "1", "-cp", order, "Order"], "cannot be used with"),
    ] {
        let done = deadheat(&[&["check"], &args[..]].concat());
        assert_eq!(done.status.code(), Some(2), "{args:?}: {}", text(&done));
        assert!(text(&done).contains(part), "{args:?}: {}", text(&done));
    }
}
