//! Witnesses replayed elsewhere: in another folder, another time zone, with another standard input. What the run depended on is restored;
//! what cannot be is named.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use deadheat_testing::files;
use deadheat_testing::java::{compile, java_home};

use crate::native_tools::has;

/// A race that there is only in one time zone, with one input, and where one file is.
const PROGRAM: &str = r#"public class Depends {
    static int n;
    public static void main(String[] args) throws Exception {
        boolean zone = java.util.TimeZone.getDefault().getID().equals("Asia/Tokyo");
        boolean input = System.in.read() == 'x';
        boolean file = new java.io.File("here.txt").exists();
        if (!zone || !input || !file) return;
        Thread t = new Thread(() -> n++);
        t.start();
        n++;
        t.join();
    }
}"#;

fn deadheat(folder: &Path, zone: &str, input: &[u8], args: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_deadheat"))
        .env("JAVA_HOME", java_home())
        .env("TZ", zone)
        .current_dir(folder)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that reads nothing has closed it.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_witness_restores_what_its_run_depended_on() {
    let classes = compile("Depends", PROGRAM);
    fs::write(classes.path().join("here.txt"), "").unwrap();
    let output = deadheat(classes.path(), "Asia/Tokyo", b"x", &["check", "--output", "out", "-cp", ".", "Depends"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let witness = files(&classes.path().join("out"), "witness").remove(0);
    let other = tempfile::tempdir().unwrap();
    let output =
        deadheat(other.path(), "Europe/Berlin", b"something else", &["replay", "--check", witness.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

#[test]
fn what_cannot_be_restored_is_named() {
    let classes = compile("Depends", PROGRAM);
    fs::write(classes.path().join("here.txt"), "").unwrap();
    let long: Vec<u8> = std::iter::repeat_n(b'x', 100_000).collect();
    let output = deadheat(classes.path(), "Asia/Tokyo", &long, &["check", "--output", "out", "-cp", ".", "Depends"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let witness = files(&classes.path().join("out"), "witness").remove(0);
    let text = fs::read_to_string(&witness).unwrap();
    assert!(text.contains("stdin: 100000 bytes, hash ") && text.contains("zone: Asia/Tokyo"), "{text}");
    let replay = ["replay", "--check", witness.to_str().unwrap()];
    let output = deadheat(classes.path(), "UTC", b"y", &replay);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("the standard input is another"), "{}", said(&output));
    let output = deadheat(classes.path(), "UTC", &long, &replay);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    // The folder is gone, and with it the program.
    let moved = tempfile::tempdir().unwrap();
    fs::rename(&witness, moved.path().join("a.witness")).unwrap();
    drop(classes);
    let output = deadheat(moved.path(), "UTC", &long, &["replay", "a.witness"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("it was made in the folder "), "{}", said(&output));
}

#[test]
fn a_native_witness_restores_its_folder_and_names_variables() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("depends.c"),
        r#"#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int n;
static void *work(void *arg) { n++; return arg; }
int main(void) {
    const char *token = getenv("TOKEN"), *zone = getenv("TZ");
    if (!token || strcmp(token, "s3cret") || !zone || strcmp(zone, "Asia/Tokyo") || access("here.txt", F_OK)) return 0;
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n++;
    pthread_join(t, 0);
    return 0;
}
"#,
    )
    .unwrap();
    fs::write(folder.path().join("here.txt"), "").unwrap();
    let run = |at: &Path, token: &str, zone: &str, args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
        command.env_remove("TOKEN").env("TZ", zone).current_dir(at).args(args);
        if !token.is_empty() {
            command.env("TOKEN", token);
        }
        command.output().unwrap()
    };
    let output = run(folder.path(), "s3cret", "Asia/Tokyo", &["check", "--output", "out", "depends.c"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let witness = files(&folder.path().join("out"), "witness").remove(0);
    let written = fs::read_to_string(&witness).unwrap();
    // Others may come between the two, by whatever is set where the test runs.
    assert!(!written.contains("s3cret"), "{written}");
    assert!([" TOKEN ", " TZ=Asia/Tokyo"].iter().all(|named| written.contains(named)), "{written}");
    let other = tempfile::tempdir().unwrap();
    let replay = ["replay", "--check", witness.to_str().unwrap()];
    let output = run(other.path(), "s3cret", "UTC", &replay);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    for (token, hint) in [
        ("", "variables of the environment are others: TOKEN"),
        ("other", "values of environment variables are not kept"),
    ] {
        let output = run(other.path(), token, "UTC", &replay);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(said(&output).contains(hint), "{}", said(&output));
    }
}

/// A secret that is a value, in an exception and in the input.
const SECRET: &str = r#"public class Secret {
    static int pin;
    public static void main(String[] args) throws Exception {
        System.in.read();
        Thread t = new Thread(() -> { pin = 987654; });
        t.start();
        if (pin == 0) pin = 123456;
        t.join();
        if (pin == 123456) throw new IllegalStateException("the password is geheim");
    }
}"#;

#[test]
fn values_are_hidden_in_every_form() {
    let classes = compile("Secret", SECRET);
    let secrets = ["987654", "123456", "geheim", "4d65696e6b656e6e776f7274"];
    let check = |options: &[&str], folder: &str| {
        let args = [&["check", "--output", folder][..], options, &["-cp", ".", "Secret"]].concat();
        let output = deadheat(classes.path(), "UTC", b"Meinkennwort", &args);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        said(&output) + &files_in(&classes.path().join(folder))
    };
    let shown = check(&[], "shown");
    assert!(secrets.iter().all(|secret| shown.contains(secret)), "they are there to be hidden");
    // Lines of the source are shown; their constants are no values of the run.
    fs::remove_file(classes.path().join("Secret.java")).ok();
    let hidden = check(&["--no-values", "--source", "nowhere"], "hidden");
    for secret in secrets {
        assert!(!hidden.contains(secret), "{secret}");
    }
    let result = classes.path().join("shown/result.json");
    for format in ["text", "json", "sarif", "html", "perfetto"] {
        let args = ["report", "--no-values", "--format", format, result.to_str().unwrap()];
        let output = deadheat(classes.path(), "UTC", b"", &args);
        for secret in secrets {
            assert!(!said(&output).contains(secret), "{format}: {secret}");
        }
    }
    let witness = files(&classes.path().join("shown"), "witness").remove(0);
    let witness = witness.to_str().unwrap();
    let program = ["-cp", ".", "Secret"];
    let calls = [
        vec!["replay", "--no-values", witness],
        vec!["replay", "--no-values", "--steps", witness],
        vec!["replay", "--no-values", "--check", witness],
        vec!["replay", "--no-values", "--stop-at", "3", witness],
        [&["explore", "--no-values", "--source", "nowhere", "--output", "explored"][..], &program].concat(),
        [&["explore", "--no-values", "--source", "nowhere", "--stats"][..], &program].concat(),
    ];
    for call in calls {
        let output = deadheat(classes.path(), "UTC", b"", &call);
        assert!(output.status.code().is_some_and(|code| code < 2), "{call:?}: {}", said(&output));
        for secret in secrets {
            assert!(!said(&output).contains(secret), "{call:?}: {secret}");
        }
    }
}

/// A run's own output is the program's; its files are deadheat's.
#[test]
fn values_are_hidden_in_the_files_of_a_run() {
    let classes = compile("Secret", SECRET);
    fs::remove_file(classes.path().join("Secret.java")).unwrap();
    let run = |options: &[&str]| {
        let files = ["--perfetto", "perfetto", "--warnings", "warnings", "--output", "out"];
        let args = [&["run"][..], &files, options, &["-cp", ".", "Secret"]].concat();
        let output = deadheat(classes.path(), "UTC", b"Meinkennwort", &args);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let read = |name: &str| fs::read_to_string(classes.path().join(name)).unwrap();
        let of_folder = files_in(&classes.path().join("out"));
        read("perfetto") + &read("warnings") + &of_folder
    };
    assert!(run(&[]).contains("987654"), "it is there to be hidden");
    let hidden = run(&["--no-values"]);
    assert!(hidden.contains("Secret.pin"), "names stay");
    for secret in ["987654", "123456", "4d65696e6b656e6e776f7274"] {
        assert!(!hidden.contains(secret), "{secret}");
    }
    let refused = deadheat(classes.path(), "UTC", b"", &["run", "--no-values", "--trace", "t", "-cp", ".", "Secret"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("'--no-values' cannot be used with '--trace <FILE>'"), "{}", said(&refused));
    assert!(!classes.path().join("t").exists());
}

/// All text in a folder.
fn files_in(folder: &std::path::Path) -> String {
    let entries = fs::read_dir(folder).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap());
    entries.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
}
