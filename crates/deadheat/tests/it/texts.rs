//! What a person reads, command by command, compared with the files in `golden`.

use std::path::Path;
use std::process::{Command, Output};

use deadheat_testing::java::{compile, java_home};
use deadheat_testing::{files, golden, parallel, repository};

fn deadheat(args: &[&str]) -> Output {
    // From the repository: paths are then the same everywhere.
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("JAVA_HOME", java_home()).env("NO_COLOR", "1").current_dir(repository(".")).args(args).output().unwrap()
}

/// Without what differs from machine to machine and from JDK to JDK: the JDK's own lines, times, the folder of results.
fn plain(text: &str, folder: &Path) -> String {
    let mut plain = String::new();
    for line in text.replace(folder.to_str().unwrap(), "DIR").lines() {
        let of_library = line.trim_start().starts_with("at java.");
        plain += match (line.rsplit_once(':'), line.split_once(" (")) {
            (Some((start, _)), _) if of_library => start,
            (_, Some((start, effort))) if effort.contains(" steps, ") => start,
            _ => line,
        };
        plain.push('\n');
    }
    plain
}

fn compare(name: &str, found: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.txt"));
    golden::compare(&file, found);
}

#[test]
fn runs() {
    for (name, file) in [
        ("Account", "examples/Account.java"),
        ("HavelundOrder", "tests/corpus/buggy/HavelundOrder.java"),
        ("BufferAppend", "tests/corpus/buggy/BufferAppend.java"),
    ] {
        let output = deadheat(&["run", file]);
        compare(&format!("run-{name}"), &plain(&String::from_utf8(output.stderr).unwrap(), Path::new("/no/such")));
    }
}

#[test]
fn checks_searches_and_replays() {
    let commands = [
        ("check", "examples/Account.java", &[][..]),
        ("check", "tests/corpus/buggy/BufferAppend.java", &[]),
        ("explore", "examples/Account.java", &[]),
        ("explore", "examples/Philosophers.java", &["3"]),
        ("explore", "examples/LostSignal.java", &[]),
        ("explore", "tests/explore/Polite.java", &[]),
        ("explore", "tests/explore/InitialiserCycle.java", &[]),
        ("explore", "tests/explore/BrokenPromise.java", &[]),
    ];
    let texts = parallel::map(&commands, |(command, file, arguments)| {
        let example = Path::new(file).file_stem().unwrap().to_str().unwrap();
        let results = tempfile::tempdir().unwrap();
        let folder = results.path().to_str().unwrap();
        let output = deadheat(&[&[command, "--workers", "1", "--output", folder, file], *arguments].concat());
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        let witness = files(results.path(), "witness").remove(0);
        let replay = deadheat(&["replay", "--width", "100", witness.to_str().unwrap()]);
        assert_eq!(replay.status.code(), Some(0));
        let text = |output: Output| plain(&String::from_utf8(output.stdout).unwrap(), results.path());
        [(format!("{command}-{example}"), text(output)), (format!("replay-{command}-{example}"), text(replay))]
    });
    for (name, text) in texts.iter().flatten() {
        compare(name, text);
    }
}

/// Names and messages are the guest's to choose; what they do to a terminal is not.
#[test]
fn no_command_lets_control_characters_through() {
    let source = r#"public class Hostile {
        static int x;
        static final Object a = new Object(), b = new Object();
        static void both(Object one, Object two) {
            x++;
            synchronized (one) { synchronized (two) { } }
        }
        public static void main(String[] args) {
            new Thread(() -> both(a, b), "\033[2J<script>\007").start();
            new Thread(() -> { both(b, a); throw new RuntimeException("\033]0;title\u202e"); }, "\u009b1m\n").start();
        }
    }"#;
    let classes = compile("Hostile", source);
    let (path, results) = (classes.path().to_str().unwrap(), tempfile::tempdir().unwrap());
    let folder = results.path().to_str().unwrap();
    let harmless = |what: &str, bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let bad = text.chars().find(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}');
        assert!(bad.is_none(), "{what}: {bad:?} in {text:?}");
    };
    for (command, folder) in [("check", folder), ("explore", folder)] {
        let output = deadheat(&[command, "--output", folder, "-cp", path, "Hostile"]);
        assert_eq!(output.status.code(), Some(1));
        harmless(command, &output.stdout);
        harmless(command, &output.stderr);
    }
    for file in files(results.path(), "witness") {
        let witness = file.to_str().unwrap();
        for options in [&[][..], &["--check"], &["--steps"], &["--stop-at", "5"]] {
            let output = deadheat(&[&["replay"], options, &[witness]].concat());
            assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
            harmless(&format!("replay {options:?}"), &output.stdout);
        }
    }
    // What the guest itself prints is its own, as under `java`; here it prints how its thread dies, and nothing else.
    let output = deadheat(&["run", "-cp", path, "Hostile"]);
    let text = String::from_utf8_lossy(&output.stderr);
    let ours = text.split_once("\n[1/2] warning: ").map_or("", |(_, ours)| ours);
    assert!(ours.contains("possible data race on Hostile.x") || ours.contains("possible deadlock"), "{text}");
    harmless("run", ours.as_bytes());
}
