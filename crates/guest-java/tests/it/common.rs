//! Java machines for tests, with the class library of the JDK that compiled the guest.

#![allow(missing_docs, reason = "helpers of tests")]

use std::path::Path;

use deadheat_event::{Choice, Context, Event, Observer};
use deadheat_guest_java::{BootError, Config, Jvm};
use deadheat_machine::Machine;
use deadheat_testing::java::java_home;
use tempfile::TempDir;

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
