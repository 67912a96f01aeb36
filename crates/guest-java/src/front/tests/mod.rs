//! Tests of JUnit and TestNG as guests: each is the program "find all tests, then run this one", of which all but the end is shared.

mod candidates;
mod code;
mod harness;
mod selection;

use std::sync::{Arc, Mutex};

use deadheat_machine::{GuestError, Need};

use crate::classpath::ClassPath;
use crate::front::guest::JavaGuest;
pub(super) use candidates::candidates;
use code::Code;
pub(super) use harness::{Engine, compile};
pub use selection::TestChoice;

/// A test, as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaTest {
    /// What it is called: `a.b.CacheTest#evicts`.
    pub name: String,
    /// Its number among all that were found.
    number: u32,
    /// A hash of the code that it may run, in hexadecimal: see `code`.
    pub digest: String,
}

/// All tests of a class path: found, and ready to run.
pub struct JavaTests {
    guest: JavaGuest,
    /// What was missing, and not seen, while they were looked for: that concerns all of them.
    needs: Vec<Need>,
    blind_spots: Vec<String>,
}

impl JavaTests {
    /// Finds all tests that a guest names.
    ///
    /// # Errors
    /// If they cannot be looked for.
    pub fn find(guest: JavaGuest) -> Result<Self, GuestError> {
        guest.boot()?;
        let (needs, blind_spots) = (guest.config().needs.list(), guest.config().blind_spots.names());
        Ok(Self { guest, needs, blind_spots })
    }

    /// The guest that names them, for another worker, who will [find](Self::find) them once more: it shares nothing but files.
    #[must_use]
    pub fn apart(&self) -> JavaGuest {
        self.guest.apart()
    }

    /// The tests, in the order in which their engines found them.
    ///
    /// # Errors
    /// If the machine that found them is gone.
    pub fn list(&self) -> Result<Vec<JavaTest>, GuestError> {
        let classes = self.class_path();
        let mut code = Code::of(&classes);
        let choice = self.guest.choice();
        let found = self.guest.found_tests()?;
        let numbered = found.into_iter().enumerate().filter(|(_, test)| choice.selects(&test.class, &test.name));
        let mut test = |(number, test): (usize, crate::vm::harness::FoundTest)| JavaTest {
            digest: code.digest(&test.class),
            number: number as u32,
            name: test.name,
        };
        Ok(numbered.map(&mut test).collect())
    }

    /// What is wrong with classes that look as if they had tests, a line each.
    ///
    /// # Errors
    /// If the machine that found them is gone.
    pub fn problems(&self) -> Result<Vec<String>, GuestError> {
        let classes = self.class_path();
        let all = self.guest.problems()?.into_iter();
        let concerning =
            all.filter(|problem| problem.class.is_empty() || candidates::looks_like_test(&classes, &problem.class));
        Ok(concerning
            .map(|problem| match problem.class.as_str() {
                "" => format!("a test engine fails: {}", problem.what),
                class => format!("the test class {class} cannot be used: {}", problem.what),
            })
            .collect())
    }

    /// One of the tests as a guest. What its machines lack or do not see is noted anew: only one guest of these tests may be in use at
    /// a time.
    #[must_use]
    pub fn guest(&self, test: &JavaTest) -> JavaGuest {
        let config = self.guest.config();
        config.needs.replace(&self.needs);
        config.blind_spots.replace(&self.blind_spots);
        config.idle_pools.clear();
        self.guest.with_test(test.number, &test.name)
    }

    /// The program of which each test is a part.
    #[must_use]
    pub fn all(&self) -> &JavaGuest {
        &self.guest
    }

    /// The engines in use, by their names for people.
    #[must_use]
    pub fn engines(&self) -> Vec<&'static str> {
        Engine::on(&self.class_path()).into_iter().map(Engine::name).collect()
    }

    fn class_path(&self) -> ClassPath {
        ClassPath::open_for(&self.guest.config().class_path, self.guest.jdk().feature as u16).unwrap_or_default()
    }
}

/// What guests of tests share.
pub(super) type SharedBase<T> = Arc<Mutex<Option<T>>>;
