//! Real programs run, are checked, and their witnesses replay: some from Debian's source packages, some on well-known crates.
//!
//! Each needs sources from elsewhere, and is skipped with a word where they cannot be had.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use deadheat_testing::skip;

const DEADHEAT: &str = env!("CARGO_BIN_EXE_deadheat");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A folder that stays: sources and crates are not fetched twice.
fn work(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("native-programs").join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn programs_of_debian_run_and_are_checked() {
    if Command::new("make").arg("--version").output().is_err() {
        return skip("programs of Debian", "install make");
    }
    let script = Path::new(ROOT).join("scripts/native_programs.sh");
    let mut command = Command::new("bash");
    command.arg(script).args(["--budget", "2,8", "pbzip2", "pigz"]);
    command.env("DEADHEAT", DEADHEAT).env("WORK", work("debian")).env_remove("MAKEFLAGS");
    let output = command.output().unwrap();
    let said = text(&output);
    // Not every mirror has every source: that is no fault of the machine that tests, so it is only told.
    said.lines().filter(|line| line.contains("skipped")).for_each(|line| eprintln!("{line}"));
    assert!(output.status.success(), "{said}");
}

/// A package of `tests/native-cargo`, if its crates can be had.
struct Package {
    folder: PathBuf,
    target: PathBuf,
}

impl Package {
    fn new(name: &str) -> Option<Self> {
        let folder = Path::new(ROOT).join("tests/native-cargo").join(name);
        let package = Self { folder, target: work("cargo") };
        let fetched = package.command("cargo").args(["fetch", "--locked", "--quiet"]).output();
        if !fetched.is_ok_and(|output| output.status.success()) {
            skip(&format!("the program {name}"), "its crates cannot be had here");
            return None;
        }
        Some(package)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env("CARGO_TARGET_DIR", &self.target);
        for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER"] {
            command.env_remove(variable);
        }
        command
    }

    fn deadheat(&self, arguments: &[&str]) -> Output {
        self.command(DEADHEAT).args(arguments).output().unwrap()
    }

    /// Nothing is found in the program as it is.
    #[track_caller]
    fn is_clean(&self, what: &str) {
        let output = self.deadheat(&["cargo", "--budget", "1,4", what]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    }

    /// The planted race is witnessed, nothing else is, and its witness replays.
    #[track_caller]
    fn has_the_planted_race(&self) {
        let results = self.target.join("results").join(self.folder.file_name().unwrap());
        // It is there only if the test has run before.
        let _ = fs::remove_dir_all(&results);
        let place = results.to_str().unwrap();
        // Once the warnings have their verdicts, nothing more is searched for.
        let how = ["--runs", "4", "--budget", "30,60", "--without", "search,walks", "--output", place];
        let output = self.deadheat(&[&["cargo"], &how[..], &["run", "--features", "bug"]].concat());
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        let files = fs::read_dir(&results).unwrap().map(|entry| entry.unwrap().path());
        let witnesses: Vec<PathBuf> =
            files.filter(|file| file.extension().is_some_and(|end| end == "witness")).collect();
        assert!(!witnesses.is_empty(), "{}", text(&output));
        for witness in witnesses {
            let replayed = self.deadheat(&["replay", "--check", witness.to_str().unwrap()]);
            assert!(replayed.status.success(), "{}", text(&replayed));
            assert!(text(&replayed).contains("planted.COUNTER"), "{}", text(&replayed));
        }
    }
}

#[test]
fn a_program_on_rayon_crossbeam_and_parking_lot() {
    let Some(package) = Package::new("mixed") else { return };
    package.is_clean("run");
    package.is_clean("test");
    package.has_the_planted_race();
}

#[test]
fn a_program_on_tokio() {
    let Some(package) = Package::new("tokio") else { return };
    package.is_clean("run");
    package.has_the_planted_race();
}
