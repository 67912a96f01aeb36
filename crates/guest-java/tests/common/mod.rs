//! Guests for tests: Java source, compiled by the JDK that also lends its class library.

#![allow(dead_code, missing_docs, reason = "each test file uses its own part of this")]

use std::fs;
use std::path::Path;
use std::process::Command;

use deadheat_event::{Choice, Context, Event, Observer};
use deadheat_guest_java::{BootError, Config, Jvm};
use deadheat_machine::Machine;
use tempfile::TempDir;

mod java_home;
pub use java_home::java_home;

/// The JDK's version: 17, 21.
pub fn feature() -> u32 {
    let release = fs::read_to_string(java_home().join("release")).unwrap_or_default();
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""));
    version.and_then(|v| v.split(['.', '"']).next()).and_then(|v| v.parse().ok()).unwrap_or(17)
}

/// Compiles one source file; its public class is `main`.
pub fn compile(main: &str, source: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("{main}.java"));
    fs::write(&file, source).unwrap();
    let done = Command::new(java_home().join("bin/javac")).arg("-d").arg(folder.path()).arg(&file).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    folder
}

/// A machine before the `main` of a compiled class. The classes must outlive it.
pub fn boot(classes: &TempDir, main: &str) -> Jvm {
    boot_at(classes.path(), main).unwrap_or_else(|error| panic!("{error}"))
}

/// The same, where it may fail.
pub fn boot_at(classes: &Path, main: &str) -> Result<Jvm, BootError> {
    let mut config = Config::new(java_home(), vec![classes.to_owned()], main);
    config.heap = 64 << 20;
    Jvm::new(&config)
}

/// Keeps every event.
#[derive(Default)]
pub struct Events(pub Vec<Event>);

impl Observer for Events {
    fn event(&mut self, event: &Event, _: &dyn Context) {
        self.0.push(event.clone());
    }
}

pub fn choices(jvm: &Jvm) -> Vec<Choice> {
    let mut choices = Vec::new();
    jvm.choices(&mut choices);
    choices
}

/// A small deterministic generator for choices.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}
