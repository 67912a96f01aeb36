//! A witness replays every time: a hundred times each, in new processes and on one machine that goes back to its start.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use deadheat_event::Schedule;
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::Machine;
use deadheat_testing::java::{compile_files, java_home};
use deadheat_testing::{files, repository};
use deadheat_witness::confirm;
use deadheat_witness::goal::Goal;

const DEADHEAT: &str = env!("CARGO_BIN_EXE_deadheat");

/// A race, a race in a collection, a deadlock of three, a lost signal, a broken block.
const PROGRAMS: [&str; 5] = ["PlainCounter", "SharedMap", "ThreeCycle", "RaxSignal", "BufferTrim"];

const PROCESSES: usize = 4;
const TIMES: usize = 100;

/// The witnesses of a program.
fn witnesses(classes: &Path, program: &str, output: &Path) -> Vec<PathBuf> {
    let mut check = Command::new(DEADHEAT);
    check.args(["check", "--without", "walks,search", "--output"]).arg(output).arg("-cp").arg(classes).arg(program);
    let done = check.env("JAVA_HOME", java_home()).output().unwrap();
    assert_eq!(done.status.code(), Some(1), "{program}: {}", String::from_utf8_lossy(&done.stdout));
    files(output, "witness")
}

#[test]
fn a_witness_replays_every_time() {
    let classes = compile_files(&PROGRAMS.map(|name| repository(format!("tests/corpus/buggy/{name}.java"))));
    for program in PROGRAMS {
        let output = tempfile::tempdir().unwrap();
        let config = Config::new(java_home(), vec![classes.path().to_owned()], program);
        let mut machine = Jvm::new(&Config { live_output: false, ..config }).unwrap();
        let start = machine.snapshot();
        for file in witnesses(classes.path(), program, output.path()) {
            for _ in 0..PROCESSES {
                let mut replay = Command::new(DEADHEAT);
                let done =
                    replay.arg("replay").arg("--check").arg(&file).env("JAVA_HOME", java_home()).output().unwrap();
                assert_eq!(done.status.code(), Some(0), "{program}: {}", String::from_utf8_lossy(&done.stdout));
            }
            let schedule = Schedule::parse(program, &fs::read_to_string(&file).unwrap()).unwrap();
            let goal: Goal = serde_json::from_str(schedule.fact("goal").unwrap()).unwrap();
            let mut told = Vec::new();
            for time in PROCESSES..TIMES {
                machine.restore(&start);
                let confirmed = confirm(&mut machine, &goal, &schedule).unwrap();
                let confirmed = confirmed.unwrap_or_else(|| panic!("{program}: {} failed at {time}", file.display()));
                told.push(confirmed.witness);
            }
            assert!(told.windows(2).all(|pair| pair[0] == pair[1]), "{program}: a replay told something else");
        }
    }
}
