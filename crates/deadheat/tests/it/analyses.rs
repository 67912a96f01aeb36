//! The options of the analyses, from the command line to what is told.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use deadheat_testing::java::{compile_files, java_home};
use deadheat_testing::repository;
use serde_json::Value;
use tempfile::TempDir;

/// Programs of the corpus, the examples and two of our own, compiled once.
fn classes() -> &'static Path {
    static CLASSES: OnceLock<TempDir> = OnceLock::new();
    let folder = CLASSES.get_or_init(|| {
        let corpus = |path: &str| repository("tests/corpus").join(path);
        let mut files = vec![
            corpus("buggy/HavelundOrder.java"),
            corpus("buggy/BufferAppend.java"),
            corpus("buggy/MarkedRegion.java"),
            corpus("clean/JoinHandover.java"),
            repository("examples/Account.java"),
        ];
        let own = tempfile::tempdir().unwrap();
        for (name, source) in [("Everything", EVERYTHING), ("Endless", ENDLESS), ("Figure", FIGURE)] {
            let file = own.path().join(format!("{name}.java"));
            fs::write(&file, source).unwrap();
            files.push(file);
        }
        compile_files(&files)
    });
    folder.path()
}

/// A race, a deadlock, and a public method that is not atomic, each in a class of its own.
const EVERYTHING: &str = r"public class Everything {
    static class Race {
        static int total;
        static void add() {
            total++;
        }
    }
    static class Order {
        static final Object left = new Object(), right = new Object();
        static void nest(Object a, Object b) {
            synchronized (a) {
                synchronized (b) { }
            }
        }
    }
    public static class Stock {
        private int items = 5;
        private synchronized int get() { return items; }
        private synchronized void set(int n) { items = n; }
        public void sell() {
            set(get() - 1);
        }
    }
    public static void main(String[] args) throws Exception {
        Stock stock = new Stock();
        Thread t = new Thread(() -> { Race.add(); Order.nest(Order.left, Order.right); stock.sell(); });
        Thread u = new Thread(() -> { Race.add(); Order.nest(Order.right, Order.left); stock.sell(); });
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
";

/// Races and nests locks in both orders, for ever. One order comes first, so that the run itself never deadlocks.
const ENDLESS: &str = r#"public class Endless {
    static int total;
    static volatile boolean ready;
    static final Object left = new Object(), right = new Object();
    static void work() {
        while (!ready) Thread.yield();
        while (true) {
            total++;
            synchronized (left) { synchronized (right) { } }
        }
    }
    public static void main(String[] args) {
        new Thread(Endless::work).start();
        new Thread(Endless::work).start();
        new Thread(() -> {
            synchronized (right) { synchronized (left) { } }
            ready = true;
            for (int i = 0; i < 10000; i++) Thread.yield();
            System.out.println("ready");
        }).start();
    }
}
"#;

/// The figure of Savage 1997: a variable under one lock, then under another.
const FIGURE: &str = r"public class Figure {
    static final Object mu1 = new Object(), mu2 = new Object();
    static int v;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (mu1) { v = v + 1; }
            synchronized (mu2) { v = v + 1; }
        });
        Thread u = new Thread(() -> {
            synchronized (mu1) { v = v + 1; }
            synchronized (mu2) { v = v + 1; }
        });
        t.start();
        u.start();
        t.join();
        u.join();
    }
}
";

fn command(options: &[&str], main: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("JAVA_HOME", java_home()).arg("run").args(options).arg("-cp").arg(classes()).arg(main);
    command
}

fn run(options: &[&str], main: &str) -> Output {
    command(options, main).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The first lines of the warnings.
fn warnings(options: &[&str], main: &str) -> Vec<String> {
    warnings_in(&stderr(&run(options, main)))
}

fn warnings_in(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.split_once("warning: ")).map(|(_, what)| what.to_owned()).collect()
}

/// What kinds of warnings there are, each once, in alphabetical order.
fn kinds(options: &[&str], main: &str) -> Vec<&'static str> {
    kinds_in(&stderr(&run(options, main)))
}

fn kinds_in(text: &str) -> Vec<&'static str> {
    let mut kinds: Vec<&str> = warnings_in(text)
        .iter()
        .map(|line| match line {
            line if line.contains("race on") => "race",
            line if line.contains("deadlock") => "deadlock",
            _ => "atomicity",
        })
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn expect_usage(options: &[&str], needles: &[&str]) {
    let output = run(options, "Everything");
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{options:?}: {text}");
    assert!(!text.contains("panicked") && output.stdout.is_empty(), "{text}");
    needles.iter().for_each(|needle| assert!(text.contains(needle), "no {needle:?} in: {text}"));
}

#[test]
fn analyses_can_be_chosen() {
    for (list, expected) in [
        ("all", &["deadlock", "race"][..]),
        ("none", &[]),
        ("eraser", &["race"]),
        ("happens-before", &["race"]),
        ("lock-tree", &["deadlock"]),
        ("atomizer", &[]),
        ("eraser,lock-tree", &["deadlock", "race"]),
        ("happens-before,eraser", &["race"]),
    ] {
        assert_eq!(kinds(&["--analyses", list], "Everything"), expected, "{list}");
    }
    assert_eq!(kinds(&["--analyses", "atomizer", "--atomic", "public"], "Everything"), ["atomicity"]);
    assert_eq!(kinds(&["--atomic", "public"], "Everything"), ["atomicity", "deadlock", "race"]);
}

#[test]
fn a_choice_must_make_sense() {
    expect_usage(&["--analyses", "none,eraser"], &["none"]);
    expect_usage(&["--analyses", "erasor"], &["erasor"]);
    expect_usage(&["--analyses", ""], &["--analyses"]);
    expect_usage(&["--analyses", "lock-tree", "--explain", "A.b"], &["--explain", "add eraser"]);
    expect_usage(&["--eraser", "half"], &["half"]);
    expect_usage(&["--atomic", "some"], &["some"]);
}

#[test]
fn atomic_blocks_are_what_the_user_says() {
    let of = |atomic: &str, main: &str| warnings(&["--analyses", "atomizer", "--atomic", atomic], main);
    assert_eq!(of("synchronized", "BufferAppend"), ["BufferAppend$Text.append may not be atomic"]);
    assert!(of("none", "BufferAppend").is_empty());
    assert!(of("synchronized", "Everything").is_empty());
    assert_eq!(of("public", "Everything"), ["Everything$Stock.sell may not be atomic"]);
    // What the program marks counts in any case.
    for atomic in ["synchronized", "public", "none"] {
        assert_eq!(of(atomic, "MarkedRegion"), ["MarkedRegion.update may not be atomic"], "{atomic}");
    }
}

#[test]
fn the_pure_algorithm_does_not_see_hand_overs() {
    assert_eq!(kinds(&["--eraser", "pure"], "JoinHandover"), ["race"]);
    assert!(kinds(&[], "JoinHandover").is_empty());
}

#[test]
fn explain_shows_the_candidate_set_shrink() {
    let text = stderr(&run(&["--explain", "Figure.v", "--eraser", "pure"], "Figure"));
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("Figure.java:")).collect();
    let expected = [
        "T1 reads it at Figure.lambda$main$0(Figure.java:6) holding {Figure.mu1}: exclusive to T1",
        "T2 reads it at Figure.lambda$main$1(Figure.java:10) holding {Figure.mu1}: shared, candidates {Figure.mu1}",
        "T2 writes it at Figure.lambda$main$1(Figure.java:10) holding {Figure.mu1}: shared-modified, candidates {Figure.mu1}",
        "T2 reads it at Figure.lambda$main$1(Figure.java:11) holding {Figure.mu2}: shared-modified, candidates {}",
    ];
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.ends_with(expected), "{text}");
    }
    assert!(text.contains("possible data race on Figure.v"), "{text}");
    assert!(!stderr(&run(&["--explain", "Figure.w"], "Figure")).contains("candidates"));
}

#[test]
fn classes_can_be_included_and_excluded() {
    assert_eq!(kinds(&["--include", "^Everything$Race"], "Everything"), ["race"]);
    assert_eq!(kinds(&["--include", "Race", "--include", "Order"], "Everything"), ["deadlock", "race"]);
    assert_eq!(kinds(&["--exclude", "Race"], "Everything"), ["deadlock"]);
    assert!(kinds(&["--include", "Race", "--exclude", "Everything"], "Everything").is_empty());
}

fn write(folder: &TempDir, name: &str, text: &[u8]) -> PathBuf {
    let file = folder.path().join(name);
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn suppressed_warnings_are_counted_and_kept_for_tools() {
    let folder = tempfile::tempdir().unwrap();
    let list = write(&folder, "list", b"# known\nrace:Everything$Race.total\natomicity:Nothing\n");
    let json = folder.path().join("warnings.json");
    let (list, file) = (list.to_str().unwrap(), json.to_str().unwrap());
    let text = stderr(&run(&["--suppressions", list, "--warnings", file], "Everything"));
    assert!(!text.contains("possible data race") && text.contains("possible deadlock"), "{text}");
    assert!(text.contains("Everything: 1 warning, 1 suppressed"), "{text}");
    assert!(text.contains("unused suppression: atomicity:Nothing"), "{text}");
    let all = stderr(&run(&["--suppressions", list, "--all"], "Everything"));
    assert!(all.contains("possible data race") && all.contains("suppressed by"), "{all}");
    let json: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(json["version"], 2);
    let all = json["warnings"].as_array().unwrap();
    assert_eq!(all.len(), 2);
    assert_eq!(all[0]["suppressed_by"], "race:Everything$Race.total");
    assert!(all[1].get("suppressed_by").is_none());
    // Who starts a thread is needed to run it.
    assert_eq!(all[1]["window"], serde_json::json!([0, 1, 2]));
}

#[test]
fn bad_files_are_noticed_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().to_str().unwrap();
    expect_usage(&["--suppressions", "/no/such/list"], &["/no/such/list"]);
    expect_usage(&["--suppressions", here], &[here]);
    for (text, needle) in
        [(&b"\xff\xfe\x00race"[..], "list"), (b"race Account", "line 1"), (b"race:x\nrace:", "line 2")]
    {
        let list = write(&folder, "list", text);
        expect_usage(&["--suppressions", list.to_str().unwrap()], &[needle]);
    }
    expect_usage(&["--warnings", "/no/such/folder/w.json"], &["/no/such/folder/w.json"]);
    expect_usage(&["--warnings", here], &[here]);
    // A command line that makes no sense costs no file.
    let kept = write(&folder, "kept.json", b"mine");
    expect_usage(&["--analyses", "none,all", "--warnings", kept.to_str().unwrap()], &["none"]);
    assert_eq!(fs::read(&kept).unwrap(), b"mine");
    let none = run(&["--analyses", "none", "--warnings", kept.to_str().unwrap()], "Everything");
    assert_eq!(none.status.code(), Some(0));
    let json: Value = serde_json::from_str(&fs::read_to_string(&kept).unwrap()).unwrap();
    assert_eq!(json["warnings"], serde_json::json!([]));
}

#[test]
fn endless_programs_give_their_warnings() {
    for limit in [["--max-steps", "200000"], ["--timeout", "1"]] {
        let output = run(&limit, "Endless");
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(4), "{text}");
        assert_eq!(kinds_in(&text), ["deadlock", "race"]);
    }
}

#[test]
fn an_interrupt_asks_for_the_warnings() {
    let mut child =
        command(&[], "Endless").stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("possible data race on Endless.total") && text.contains("possible deadlock"), "{text}");
}

#[test]
fn warnings_are_saved_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["--output", folder.path().to_str().unwrap()], "Everything");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let result: Value = serde_json::from_str(&read("result.json")).unwrap();
    let findings = result["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 2);
    for finding in findings {
        // It was not looked into: that is no verdict, and the command that finds out is shown.
        assert_eq!(finding["verdict"]["verdict"], "unresolved");
        assert!(finding["verdict"]["next"].as_str().unwrap().starts_with("deadheat check -cp "), "{finding}");
    }
    assert!(read("report.txt").contains("unresolved: data race on Everything$Race.total"));
    assert!(read("report.sarif").contains("\"warning\"") && read("report.html").contains("Everything$Race.total"));
    // The run itself: there is no witness to draw.
    assert!(read("trace.json").contains("writes Everything$Race.total"));
    let bad = run(&["--output", "/proc/no/such"], "Everything");
    assert_eq!(bad.status.code(), Some(2), "{}", stderr(&bad));
}
