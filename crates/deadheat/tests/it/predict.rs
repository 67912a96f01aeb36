//! `deadheat predict` and `deadheat convert` from outside: traces without their programs.

mod blocks;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use deadheat_testing::golden;
use deadheat_testing::java::{compile, java_home};
use serde_json::Value;
use tempfile::TempDir;

/// Two clerks take two locks in both orders, and write to a log without one.
const BANK: &str = "\
# thread|operation|location|value
main|fork(first)|Bank.java:3
main|fork(second)|Bank.java:4
first|acq(left)|Bank.transfer(Bank.java:10)
first|acq(right)|Bank.transfer(Bank.java:11)
first|r(balance)|Bank.transfer(Bank.java:12)|=100
first|w(balance)|Bank.transfer(Bank.java:12)|=150
first|rel(right)|Bank.transfer(Bank.java:13)
first|rel(left)|Bank.transfer(Bank.java:14)
first|w(log)|Bank.transfer(Bank.java:15)|=a line
second|acq(right)|Bank.back(Bank.java:20)
second|acq(left)|Bank.back(Bank.java:21)
second|w(balance)|Bank.back(Bank.java:22)|=90
second|rel(left)|Bank.back(Bank.java:23)
second|rel(right)|Bank.back(Bank.java:24)
second|w(log)|Bank.back(Bank.java:25)|=another
main|join(first)|Bank.java:5
main|join(second)|Bank.java:6
main|r(log)|Bank.java:7
";

fn deadheat(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("JAVA_HOME", java_home()).env("NO_COLOR", "1").current_dir(folder).args(args).output().unwrap()
}

fn folder_with(file: &str, text: impl AsRef<[u8]>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(file), text).unwrap();
    folder
}

/// What it says, given that it ends so.
#[track_caller]
fn told(output: Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    // Progress is for terminals.
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The findings of a prediction: ids, verdicts.
#[track_caller]
fn findings(folder: &Path, args: &[&str]) -> Vec<(String, String)> {
    let output = deadheat(folder, &[&["predict", "--output", "out"], args].concat());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
    let result: Value = serde_json::from_slice(&fs::read(folder.join("out/result.json")).unwrap()).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let findings = result["findings"].as_array().unwrap().iter();
    let mut findings: Vec<_> = findings.map(|found| (text(&found["id"]), text(&found["verdict"]["verdict"]))).collect();
    findings.sort();
    findings
}

/// Records a run of a class.
#[track_caller]
fn record(folder: &Path, class: &str, trace: &str) {
    let run = deadheat(folder, &["run", "--analyses", "none", "--trace", trace, "-cp", ".", class]);
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
}

/// How many of the predictions that were saved last are findings of `check`, which proves them, with the same ids.
#[track_caller]
fn witnessed_by_check(folder: &Path, class: &str) -> usize {
    let check = deadheat(folder, &["check", "--output", "checked", "-cp", ".", class]);
    assert_eq!(check.status.code(), Some(1), "{}", String::from_utf8_lossy(&check.stderr));
    let diff = told(deadheat(folder, &["report", "--diff", "out/result.json", "checked/result.json"]), 0);
    diff.lines().filter(|line| line.contains("predicted → witnessed")).count()
}

/// Compares a report, without the time, with the one that is expected.
#[track_caller]
fn compare(text: &str, golden: &str) {
    let plain: String =
        text.lines().map(|line| line.split_once(" (0.").map_or(line, |(start, _)| start).to_owned() + "\n").collect();
    golden::compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(golden), &plain);
}

fn kinds(findings: &[(String, String)]) -> Vec<&str> {
    findings.iter().map(|(id, _)| id.rsplit_once('-').unwrap().0).collect()
}

#[test]
fn a_race_and_a_deadlock_of_a_text() {
    let folder = folder_with("bank.std", BANK);
    let text = told(deadheat(folder.path(), &["predict", "bank.std"]), 1);
    compare(&text, "predict-bank.txt");
    assert!(!text.contains("witness") && !text.contains("deadheat replay"), "{text}");

    let found = findings(folder.path(), &["bank.std"]);
    assert_eq!(kinds(&found), ["deadlock", "race"]);
    assert!(found.iter().all(|(_, verdict)| verdict == "predicted"), "{found:?}");
    let result: Value = serde_json::from_slice(&fs::read(folder.path().join("out/result.json")).unwrap()).unwrap();
    assert_eq!((result["guest"]["kind"].as_str(), result["guest"]["name"].as_str()), (Some("trace"), Some("bank.std")));
    assert_eq!((&result["complete"], &result["trace"]["events"]), (&Value::Bool(false), &18.into()));
    assert!(result["findings"].as_array().unwrap().iter().all(|finding| finding.get("witness").is_none()));
    for file in ["report.txt", "report.html", "report.sarif", "trace.json"] {
        assert!(fs::read_to_string(folder.path().join("out").join(file)).unwrap().contains("log"), "{file}");
    }
    // A result is shown again as any other.
    let again = told(deadheat(folder.path(), &["report", "out/result.json"]), 0);
    assert_eq!(again.lines().next(), text.lines().next());
}

#[test]
fn engines_and_limits() {
    let folder = folder_with("bank.std", BANK);
    for engine in ["sync-preserving", "maximal"] {
        let found = findings(folder.path(), &["--engine", engine, "bank.std"]);
        assert_eq!(kinds(&found), ["deadlock", "race"], "{engine}");
    }
    // Nothing is far enough apart in a window of one event.
    assert!(findings(folder.path(), &["--engine", "maximal", "--window", "1", "bank.std"]).is_empty());
}

#[test]
fn a_clean_trace() {
    let clean = BANK
        .replace("|acq(right)|Bank.back", "|acq(left)|Bank.back")
        .replace("|rel(right)|Bank.back", "|rel(left)|Bank.back");
    let clean: String =
        clean.lines().filter(|line| !line.contains("(log)")).map(|line| format!("{line}\r\n")).collect();
    let folder = folder_with("clean.std", clean);
    let text = told(deadheat(folder.path(), &["predict", "clean.std"]), 0);
    assert!(text.starts_with("clean.std: nothing found") && text.contains("no proof"), "{text}");
    assert!(text.contains("Looked at 13 events of 3 threads, with sync-preserving, csp, maximal"), "{text}");
}

#[test]
fn bad_traces_are_the_users_to_mend() {
    let own = b"deadheat trace\n";
    let cases: &[(&[u8], &str)] = &[
        (b"", "has no events"),
        (b"# nothing\n", "has no events"),
        (b"\x7fELF\x02\x01\x01\0\0\0", "bad: line 1: "),
        (b"T0|w(x)|1\nT0|frob(x)|2\n", "bad: line 2: `frob` is no operation"),
        (b"T0|acq(l)|1\nT1|rel(l)|2\n", "bad: line 2: T1 gives back l, which it does not hold: a trace must"),
        (b"\x1f\x8b\x08", "compressed data end too early"),
        (own, "cut short"),
        (b"deadheat trace\n\x63", "version 99"),
        (b"deadheat trace\n\x05\x04java\x0f", "damaged"),
        (b"deadheat trace\n\x05\x04java", "cut short"),
    ];
    for (text, part) in cases {
        let folder = folder_with("bad", text);
        for command in ["predict", "convert"] {
            let output = deadheat(folder.path(), &[command, "bad"]);
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{command}: {message}");
            assert!(message.starts_with("deadheat: error: bad") && message.contains(part), "{part}: {message}");
            assert!(message.lines().count() == 1 && output.stdout.is_empty(), "{message}");
        }
    }
    let output = deadheat(Path::new("."), &["predict", "/no/such.std"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("/no/such.std") && message.contains("check the file's name"), "{message}");
}

#[test]
fn a_text_converted_is_the_same_text() {
    let folder = folder_with("bank.std", BANK);
    let text = told(deadheat(folder.path(), &["convert", "bank.std"]), 0);
    assert_eq!(text, BANK.split_once('\n').unwrap().1);
    told(deadheat(folder.path(), &["convert", "bank.std", "-o", "again.std.gz"]), 0);
    let packed = fs::read(folder.path().join("again.std.gz")).unwrap();
    assert!(packed.starts_with(&[0x1f, 0x8b]) && packed.len() < text.len());
    assert_eq!(findings(folder.path(), &["bank.std"]), findings(folder.path(), &["again.std.gz"]));
}

/// Two objects of one class, locks with one name, a library's collection, and something that is meant.
const JAVA: &str = r#"import java.util.*;
public class Clerks {
    static final class Account {
        int balance;
        synchronized void move(Account other, int amount) {
            synchronized (other) { balance -= amount; other.balance += amount; }
        }
    }
    static final Account left = new Account(), right = new Account();
    static final List<String> log = new ArrayList<>();
    static int count;
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> { left.move(right, 5); log.add("one"); count++; }, "a clerk|\n");
        Thread two = new Thread(() -> { right.move(left, 7); log.add("two"); count++; }, "a clerk|\n");
        one.start(); two.start();
        one.join(); two.join();
        System.out.println(left.balance + right.balance + count);
    }
}"#;

#[test]
fn a_trace_of_a_java_program() {
    let classes = compile("Clerks", JAVA);
    let folder = classes.path();
    record(folder, "Clerks", "clerks.trace");
    let text = told(deadheat(folder, &["predict", "--width", "200", "clerks.trace"]), 1);
    for part in [
        "predicted: deadlock on Clerks.left, Clerks.right",
        "predicted: data race on Clerks.count",
        "at Clerks.lambda$main$0(Clerks.java:13)",
        "started by T0 at Clerks.main(Clerks.java:15)",
    ] {
        assert!(text.contains(part), "no {part:?} in:\n{text}");
    }
    assert!(!text.contains("race on Clerks$Account.balance"), "{text}");
    let found = findings(folder, &["clerks.trace"]);

    // As text each has a name of its own, and what is predicted is the same.
    told(deadheat(folder, &["convert", "clerks.trace", "--output", "clerks.std"]), 0);
    let converted = fs::read_to_string(folder.join("clerks.std")).unwrap();
    assert!(converted.contains("Clerks$Account.balance #2)|") && converted.contains("\na clerk¦"), "{converted}");
    assert_eq!(findings(folder, &["clerks.std"]), found);

    // `check` calls the same errors by the same ids.
    assert_eq!(witnessed_by_check(folder, "Clerks"), found.len());
}

/// The models, one file each: of the variable that no lock guards, and of the two locks.
#[test]
fn models_for_fdr() {
    let folder = folder_with("bank.std", BANK);
    told(deadheat(folder.path(), &["predict", "--export", "csp", "--output", "out", "bank.std"]), 1);
    let mut files: Vec<_> =
        fs::read_dir(folder.path().join("out/csp")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let texts: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    assert_eq!(texts.len(), 2, "{files:?}");
    assert!(texts[0].contains("DEADLOCK({})") && texts[0].contains("want.t1"), "{}", texts[0]);
    assert!(texts[1].starts_with("-- bank.std: log\n") && texts[1].contains("PATTERN(t1, t2, v1)"), "{}", texts[1]);
    let alone = deadheat(folder.path(), &["predict", "--export", "csp", "bank.std"]);
    assert_eq!(alone.status.code(), Some(2));
}

/// A form that is asked for is all that is on stdout; of a long trace the beginning is looked at, and that is said.
#[test]
fn other_forms_and_the_beginning() {
    let folder = folder_with("bank.std", BANK);
    let json = told(deadheat(folder.path(), &["predict", "--format", "json", "bank.std"]), 1);
    let result: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(result["findings"].as_array().unwrap().len(), 2);
    assert!(told(deadheat(folder.path(), &["predict", "--format", "sarif", "bank.std"]), 1).contains("2.1.0"));
    let text = told(deadheat(folder.path(), &["predict", "--max-events", "9", "bank.std"]), 0);
    assert!(text.contains("the beginning of the trace, 9 events"), "{text}");
}
