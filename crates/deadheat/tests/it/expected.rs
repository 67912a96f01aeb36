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

/// Its first run prints a line, but the end of the program does not wait for it.
const CUT_SHORT: &str = r#"
    public class CutShort {
        public static void main(String[] args) {
            Thread daemon = new Thread(() -> System.out.println("daemon"));
            daemon.setDaemon(true);
            daemon.start();
            for (int n = 0; n < 3; n++) Thread.yield();
        }
    }"#;

/// Two threads write without a lock, which nobody can follow.
const NO_LOCK: &str = r#"
    import java.io.*;
    public class NoLock {
        public static void main(String[] args) throws Exception {
            OutputStream raw = new FileOutputStream(FileDescriptor.out);
            Thread other = new Thread(() -> {
                try { raw.write(new byte[] {'a'}); } catch (IOException e) { }
            });
            other.start();
            raw.write(new byte[] {'b'});
            other.join();
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
    for part in [
        "the program prints another output than expected",
        "ends the program, which has printed another output than",
        "Expected: line 1: main",
        "Came:     line 1: other",
        "The first run ends as expected: deadheat run --schedule",
    ] {
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
fn ends_that_do_not_wait_for_all_threads() {
    let classes = compile("CutShort", CUT_SHORT);
    let run = deadheat(&["run", "-cp", path(classes.path()), "CutShort"]);
    assert_eq!(String::from_utf8_lossy(&run.stdout), "daemon\n");
    let done = deadheat(&["check", "--same-output", "-cp", path(classes.path()), "CutShort"]);
    let said = text(&done);
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("Expected: line 1: daemon") && said.contains("Came:     the end"), "{said}");
}

#[test]
fn output_that_no_lock_orders() {
    let classes = compile("NoLock", NO_LOCK);
    let done = deadheat(&["check", "--same-output", "-cp", path(classes.path()), "NoLock"]);
    let said = text(&done);
    assert!(!said.contains("The whole state space was searched") && said.contains("FileOutputStream.write"), "{said}");
}

#[test]
fn another_exit_code() {
    let classes = compile("Order", ORDER);
    for (code, expected) in [("0", "3"), ("3", "0")] {
        let done = deadheat(&["check", "--expect-exit", code, "-cp", path(classes.path()), "Order", "x"]);
        let said = text(&done);
        assert_eq!(done.status.code(), Some(1), "{said}");
        assert!(said.contains("the program ends with another exit code than expected"), "{said}");
        assert!(!said.contains("dies of"), "{said}");
        let (expected, came) = (format!("Expected: exit code {code}"), format!("Came:     exit code {expected}"));
        assert!(said.contains(&expected) && said.contains(&came), "{said}");
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
        (vec!["--same-output", "--no-values", path(&native)], "leave --no-values out"),
        (vec!["--same-output", "--expect-exit", "1", "-cp", order, "Order"], "cannot be used with"),
    ] {
        let done = deadheat(&[&["check"], &args[..]].concat());
        assert_eq!(done.status.code(), Some(2), "{args:?}: {}", text(&done));
        assert!(text(&done).contains(part), "{args:?}: {}", text(&done));
    }
}

/// As `Order` and `Ordered`, for native programs. What is buffered counts when it is printed.
const NATIVE_ORDER: &str = r#"
    #include <pthread.h>
    #include <stdio.h>
    #include <stdlib.h>
    static int code;
    static void *other(void *unused) {
        printf("%s %.1f\n", "other", 1.5);
        __atomic_store_n(&code, 3, __ATOMIC_SEQ_CST);
        return unused;
    }
    int main(int count, char **arguments) {
        pthread_t thread;
        setvbuf(stdout, NULL, _IOFBF, 1 << 12);
        pthread_create(&thread, NULL, other, NULL);
        puts("main");
        int seen = __atomic_load_n(&code, __ATOMIC_SEQ_CST);
        pthread_join(thread, NULL);
        if (count > 1) exit(seen);
        return 0;
    }"#;

const NATIVE_ORDERED: &str = r#"
    #include <pthread.h>
    #include <stdio.h>
    static void *first(void *unused) { fputs("ot", stdout); fwrite("her\n", 1, 4, stdout); return unused; }
    static void *noise(void *unused) { fprintf(stderr, "noise\n"); return unused; }
    int main(void) {
        pthread_t one, two;
        pthread_create(&one, NULL, first, NULL);
        pthread_create(&two, NULL, noise, NULL);
        pthread_join(one, NULL);
        putchar('m');
        puts("ain");
        pthread_join(two, NULL);
        return 0;
    }"#;

/// A program with functions of its own that are called as the C library's, which end in a system call.
const NATIVE_OWN: &str = r#"
    #include <pthread.h>
    #include <unistd.h>
    int puts(const char *text) { int n = 0; while (text[n]) n++; return write(1, text, n); }
    static void *other(void *unused) { puts("other\n"); return unused; }
    int main(void) {
        pthread_t thread;
        pthread_create(&thread, NULL, other, NULL);
        puts("main\n");
        pthread_join(thread, NULL);
        return 0;
    }"#;

/// Two threads add to a number, and the last word is what it is then.
const NATIVE_SUM: &str = r#"
    use std::sync::atomic::{AtomicI32, Ordering};
    static SUM: AtomicI32 = AtomicI32::new(0);
    fn add() {
        let seen = SUM.load(Ordering::SeqCst);
        SUM.store(seen + 1, Ordering::SeqCst);
    }
    fn main() {
        let other = std::thread::spawn(add);
        add();
        other.join().unwrap();
        println!("sum {}", SUM.load(Ordering::SeqCst));
        std::process::exit(SUM.load(Ordering::SeqCst));
    }"#;

/// Two threads write a line each, which Rust's library orders.
const NATIVE_LINES: &str = r#"
    fn main() {
        let other = std::thread::spawn(|| println!("other"));
        println!("main");
        other.join().unwrap();
    }"#;

/// The sources in a folder.
fn native_sources() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in [
        ("order.c", NATIVE_ORDER),
        ("ordered.c", NATIVE_ORDERED),
        ("own.c", NATIVE_OWN),
        ("sum.rs", NATIVE_SUM),
        ("lines.rs", NATIVE_LINES),
        ("expected.txt", "other\nmain\n"),
    ] {
        fs::write(folder.path().join(file), text).unwrap();
    }
    folder
}

#[test]
fn native_programs_print_another_output() {
    let sources = native_sources();
    let source = |name: &str| path(&sources.path().join(name)).to_owned();
    for (file, expected, came, first_output) in [
        ("order.c", "line 1: main", "line 1: other 1.5", "main\nother 1.5\n"),
        ("own.c", "line 1: main", "line 1: other", "main\nother\n"),
        ("sum.rs", "line 1: sum 2", "line 1: sum 1", "sum 2\n"),
        ("lines.rs", "line 1: main", "line 1: other", "main\nother\n"),
    ] {
        let results = sources.path().join("results").join(file);
        let done = deadheat(&["check", "--same-output", "--output", path(&results), &source(file)]);
        let said = text(&done);
        assert_eq!(done.status.code(), Some(1), "{file}: {said}");
        // The exit code is compared first.
        let parts = match file {
            "sum.rs" => ["Expected: exit code 2".to_owned(), "Came:     exit code 1".to_owned()],
            _ => [format!("Expected: {expected}"), format!("Came:     {came}")],
        };
        assert!(parts.iter().all(|part| said.contains(part)), "{file}: {said}");
        let [witness] = &files(&results, "witness")[..] else { panic!("one witness: {said}") };
        let replayed = deadheat(&["replay", "--check", path(witness)]);
        assert_eq!(replayed.status.code(), Some(0), "{file}: {}", text(&replayed));
        for (schedule, is_first) in [(&results.join("first.schedule"), true), (witness, false)] {
            let run = deadheat(&["run", "--analyses", "none", "--schedule", path(schedule), &source(file)]);
            assert_eq!(String::from_utf8_lossy(&run.stdout) == first_output, is_first, "{file}: {}", text(&run));
        }
    }
}

#[test]
fn native_programs_that_end_as_expected() {
    let sources = native_sources();
    let source = |name: &str| path(&sources.path().join(name)).to_owned();
    let (expected, ordered) = (source("expected.txt"), source("ordered.c"));
    for options in [&["--same-output"][..], &["--expect-output", &expected, "--expect-exit", "0"]] {
        let done = deadheat(&[&["check"], options, &[&ordered]].concat());
        let said = text(&done);
        assert_eq!(done.status.code(), Some(0), "{said}");
        assert!(said.contains("The whole state space was searched"), "{said}");
    }
    // One output is expected, and all schedules have others, or only some.
    for (file, code) in [("order.c", 1), ("ordered.c", 0)] {
        let done = deadheat(&["check", "--expect-output", &expected, &source(file)]);
        assert_eq!(done.status.code(), Some(code), "{}", text(&done));
    }
    for (expected, code, came) in [("3", 1, "exit code 0"), ("0", 1, "exit code 3")] {
        let done = deadheat(&["check", "--expect-exit", expected, &source("order.c"), "x"]);
        assert_eq!(done.status.code(), Some(code), "{}", text(&done));
        assert!(text(&done).contains(&format!("Came:     {came}")), "{}", text(&done));
    }
    // What Rust's library gathers is not seen, so nothing is claimed.
    let done = deadheat(&["check", "--expect-exit", "0", &source("lines.rs")]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    fs::write(&expected, "sum 2\n").unwrap();
    let done = deadheat(&["check", "--expect-output", &expected, &source("sum.rs")]);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    assert!(
        text(&done).contains("Came:     line 1: sum 1") && text(&done).contains("Not every schedule was tried"),
        "{}",
        text(&done)
    );
}
