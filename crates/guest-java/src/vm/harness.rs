//! Tests as guests: what the harness, a Java program of ours, and the machine tell each other.
//!
//! The harness finds all tests and then asks which one to run. The machine is brought up to that question as it is brought up to any
//! other program's `main`: it is the beginning of every test, and all tests of one guest share it. The answer is a word of the state, so machines
//! of different tests differ in nothing else. What the harness finds on the way is kept outside of the state: it is the same on all paths.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use deadheat_event::{Choice, ErrorKind, SourcePos, ThreadId};
use deadheat_machine::{Failed, Machine as _, Outcome, Uncaught, brake};
use rustc_hash::FxHashMap;

use crate::vm::Vm;
use crate::vm::boot::BootError;
use crate::vm::classes::class::ClassRef;
use crate::vm::machine::Jvm;
use crate::vm::memory::layout::{self, Ref};

/// The harness's main class.
pub const CLASS: &str = "deadheat/test/Harness";

/// Where a test stands.
pub mod stage {
    /// Tests are looked for.
    pub const FINDING: u64 = 0;
    /// All are found, and none is chosen.
    pub const READY: u64 = 1;
    /// The chosen one runs.
    pub const RUNNING: u64 = 2;
    /// It is over, and its engine is content.
    pub const PASSED: u64 = 3;
    /// It is over, and has failed.
    pub const FAILED: u64 = 4;
}

/// Nobody waits longer for tests to be found.
const PATIENCE: Duration = Duration::from_secs(300);

/// The harness, and what it is told.
#[derive(Clone, Debug, Default)]
pub struct Harness {
    /// Its class files, by internal name.
    pub classes: Arc<FxHashMap<String, Vec<u8>>>,
    /// Names of the classes in which tests may be.
    pub candidates: Arc<[String]>,
    /// The test to run, by name. None: the machine stands before the choice.
    pub chosen: Option<String>,
    /// What a machine has found.
    pub found: Found,
    /// How tests ended, on all machines that are made from this or a copy of it.
    pub ends: Ends,
}

/// A test that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundTest {
    /// What it is called: `a.b.CacheTest#evicts`.
    pub name: String,
    /// The class that it is in.
    pub class: String,
}

/// Something that is wrong with a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassProblem {
    /// The class; empty where it is an engine that fails.
    pub class: String,
    /// What is wrong, as Java says it.
    pub what: String,
}

/// What was found: tests, and classes that cannot be looked at. Copies share what they hold.
#[derive(Clone, Debug, Default)]
pub struct Found(Arc<Mutex<(Vec<FoundTest>, Vec<ClassProblem>)>>);

impl Found {
    fn lock(&self) -> MutexGuard<'_, (Vec<FoundTest>, Vec<ClassProblem>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a test.
    pub fn add(&self, test: FoundTest) {
        self.lock().0.push(test);
    }

    /// Notes a problem.
    pub fn add_problem(&self, problem: ClassProblem) {
        self.lock().1.push(problem);
    }

    /// The tests, in the order in which they were found.
    #[must_use]
    pub fn tests(&self) -> Vec<FoundTest> {
        self.lock().0.clone()
    }

    /// The problems.
    #[must_use]
    pub fn problems(&self) -> Vec<ClassProblem> {
        self.lock().1.clone()
    }
}

/// How often a test ended in which way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// So many runs passed.
    pub passed: u64,
    /// So many failed.
    pub failed: u64,
    /// Why it was skipped.
    pub skipped: Option<String>,
}

/// How tests ended, by number. Copies share what they hold.
#[derive(Clone, Debug, Default)]
pub struct Ends(Arc<Mutex<BTreeMap<u32, End>>>);

impl Ends {
    /// Notes the end of a run.
    pub fn note(&self, test: u32, note: impl FnOnce(&mut End)) {
        note(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(test).or_default());
    }

    /// How a test ended so far.
    #[must_use]
    pub fn of(&self, test: u32) -> End {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&test).cloned().unwrap_or_default()
    }
}

impl Jvm {
    /// Lets the harness find all tests, and stands before its question which one to run. Which thread goes when is not the schedule's business yet;
    /// where it matters that there are threads, no search is complete.
    pub(crate) fn run_to_choice(&mut self) -> Result<(), BootError> {
        let _whatever_the_time = brake::suspend();
        let began = Instant::now();
        let mut choices = Vec::new();
        let mut last = ThreadId(0);
        while self.vm().get(layout::G_TEST_STAGE) != stage::READY {
            self.choices(&mut choices);
            let moves = || choices.iter().filter(|choice| matches!(choice, Choice::Thread(_)));
            let next = moves().find(|choice| choice.thread() > last).or_else(|| moves().next()).or(choices.first());
            let Some(next) = next.copied() else {
                return Err(self.no_choice("they are looked for by threads that wait for ever"));
            };
            last = next.thread();
            match self.step(next, None) {
                Ok(Outcome::Running) => {}
                Ok(_) => return Err(self.no_choice(&self.last_words())),
                Err(error) => return Err(self.no_choice(&error.to_string())),
            }
            if began.elapsed() > PATIENCE || brake::is_interrupted() {
                return Err(self.no_choice("it takes too long"));
            }
        }
        self.begin_here();
        Ok(())
    }

    fn no_choice(&self, why: &str) -> BootError {
        BootError::Main(format!("tests cannot be looked for: {why}"))
    }

    /// What the harness died of.
    fn last_words(&self) -> String {
        let death = self.uncaught(ThreadId(0)).map(|death| death.message);
        death.unwrap_or_else(|| "the program ends before any test is run".to_owned())
    }

    /// Chooses a test by its number.
    pub fn choose(&mut self, test: u32) {
        self.vm_mut().set(layout::G_TEST, u64::from(test));
    }

    /// Chooses a test by its name.
    pub(crate) fn choose_by_name(&mut self, name: &str) -> Result<(), BootError> {
        let tests = self.found().map(Found::tests).unwrap_or_default();
        let Some(at) = tests.iter().position(|test| test.name == name) else {
            return Err(BootError::Main(format!(
                "there is no test {name}; `deadheat test --list` names all that there are"
            )));
        };
        self.choose(at as u32);
        Ok(())
    }

    /// What the harness has found on this machine, if there is one.
    #[must_use]
    pub fn found(&self) -> Option<&Found> {
        self.vm().shared.config.harness.as_ref().map(|harness| &harness.found)
    }
}

impl Vm {
    fn harness_class(&self) -> Option<ClassRef> {
        self.loaded(CLASS, self.app_loader)
    }

    fn test_name(&self) -> String {
        let harness = self.shared.config.harness.as_ref();
        let tests = harness.map(|harness| harness.found.tests()).unwrap_or_default();
        tests.get(self.get(layout::G_TEST) as usize).map(|test| test.name.clone()).unwrap_or_default()
    }

    /// Whether a test runs, and is not over.
    pub(crate) fn is_in_test(&self) -> bool {
        self.shared.config.harness.is_some() && self.get(layout::G_TEST_STAGE) == stage::RUNNING
    }

    /// The failure of which a thread dies, if it is that of the chosen test.
    pub(crate) fn failure_of_test(&self, thread: ThreadId) -> Option<Failed> {
        let is_harness = thread == ThreadId(0) && self.shared.config.harness.is_some();
        if !is_harness || self.get(layout::G_TEST_STAGE) != stage::FAILED {
            return None;
        }
        let (expected, actual) = (self.told("expected"), self.told("actual"));
        Some(Failed { kind: ErrorKind::FailingTest, subject: self.test_name(), expected, actual })
    }

    /// What the failure of the chosen test says of itself.
    pub(crate) fn message_of_failure(&self) -> Option<String> {
        self.told("message")
    }

    /// A text that the harness keeps for the machine.
    fn told(&self, field: &str) -> Option<String> {
        let field = self.harness_class()?.field_named(field)?;
        let string = self.get(field.place) as Ref;
        (string != 0).then(|| self.string(string))
    }

    /// A test that ends the whole program instead of itself.
    pub(crate) fn exit_of_test(&self, code: i32, stack: Vec<SourcePos>) -> Uncaught {
        let failed = Failed { kind: ErrorKind::FailingTest, subject: self.test_name(), expected: None, actual: None };
        Uncaught { message: format!("the test calls System.exit({code})"), stack, failed: Some(failed) }
    }
}
