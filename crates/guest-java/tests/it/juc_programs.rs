//! Whole programs on the synchronisers of `java.util.concurrent`, under several schedules, beside the JDK's own JVM.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::boot_at;
use deadheat_guest_java::host::output::Stream;
use deadheat_machine::scheduler::{Pct, Random, RoundRobin};
use deadheat_machine::{Driver, Outcome, Scheduler};
use deadheat_testing::java::{compile_files, java_home};
use deadheat_testing::{parallel, repository};

const PROGRAMS: &[&str] = &[
    "ArrayBlocking",
    "BankTransfers",
    "BarrierBroken",
    "Barriers",
    "BoundedBuffer",
    "CopyOnWrite",
    "CustomSync",
    "DelayQueues",
    "DiningOrdered",
    "EventLoop",
    "InterruptBlocking",
    "Latches",
    "LinkedBlocking",
    "LockBasics",
    "LockConditions",
    "LockTimedInterrupt",
    "PoolBasics",
    "PriorityBlocking",
    "ReadWriteLocks",
    "Semaphores",
    "StampedLocks",
];

/// Those that the command line's comparison of all programs with the JDK (`differential.rs` of the crate `deadheat`) does not use.
fn schedulers() -> Vec<(String, Box<dyn Scheduler>)> {
    let mut list: Vec<(String, Box<dyn Scheduler>)> =
        vec![("round robin by single steps".into(), Box::new(RoundRobin::new(1)))];
    for seed in [0, 3] {
        list.push((format!("random {seed}"), Box::new(Random::new(seed))));
    }
    for seed in [0, 1, 2] {
        list.push((format!("pct {seed}"), Box::new(Pct::new(seed, Pct::DEFAULT_DEPTH))));
    }
    list
}

/// What is different, if anything.
fn compare(classes: &Path, name: &str) -> Vec<String> {
    let real = Command::new(java_home().join("bin/java")).arg("-cp").arg(classes).arg(name).output().unwrap();
    let mut differences = Vec::new();
    for (how, mut scheduler) in schedulers() {
        let mut jvm = boot_at(classes, name).unwrap_or_else(|error| panic!("{error}"));
        let report = Driver::new(&mut jvm, &mut *scheduler).max_steps(20_000_000).run();
        let expected = Outcome::Finished { exit_code: real.status.code().unwrap_or(-1) };
        let out = jvm.vm().host.output().text(Stream::Out);
        if report.end.as_ref().ok() != Some(&expected) || out != real.stdout {
            let (out, expected) = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&real.stdout));
            let err = jvm.vm().host.output().text(Stream::Err);
            let err = String::from_utf8_lossy(&err);
            differences.push(format!("{name}, {how}: {:?}\n{err}{out}--- instead of\n{expected}", report.end));
        }
    }
    differences
}

#[test]
fn programs_behave_as_on_the_jdk() {
    // Any other program of the folder can be tried by name.
    let only = std::env::var("PROGRAMS").unwrap_or_default();
    let only: Vec<&str> = only.split_whitespace().collect();
    let programs = if only.is_empty() { PROGRAMS } else { &only };
    let sources: Vec<PathBuf> =
        programs.iter().map(|name| repository(format!("tests/programs/threads/{name}.java"))).collect();
    let classes = compile_files(&sources);
    let differences = parallel::map(programs, |name| compare(classes.path(), name)).concat();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
