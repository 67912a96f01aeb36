//! Schedules: the list of choices that makes a run repeatable.
//!
//! In memory a schedule is a list of [`Run`]s, because most choices repeat the one before them. On disk it is a text file
//! that a person can read, shorten and edit (see [`Schedule::parse`] and [`Schedule`]'s `Display`):
//!
//! ```text
//! deadheat schedule 1
//! guest: Account
//! scheduler: random
//! seed: 7
//!
//! T0 x1523
//! T1          # a comment
//! T1 timeout
//! T0 wake T2
//! ```

mod text;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Choice;
pub use text::{Problem, ScheduleError};

/// The version of the file format that this crate writes, and the only one that it reads.
pub const VERSION: u32 = 1;

/// One choice, taken `count` times in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The choice.
    pub choice: Choice,
    /// How often. Never 0; more than 1 only for [`Choice::Thread`].
    pub count: u64,
}

/// A list of choices, with facts about where it came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    header: BTreeMap<String, String>,
    // invariant: no two neighbours that `push` would have merged; the counts add up to `steps`
    runs: Vec<Run>,
    steps: u64,
}

impl Schedule {
    /// A schedule without choices.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `count` times `choice` at the end.
    ///
    /// # Panics
    /// If the schedule would be longer than `u64::MAX` steps.
    pub fn push(&mut self, choice: Choice, count: u64) {
        self.steps = self.steps.checked_add(count).expect("a schedule of 2^64 steps");
        if count == 0 {
            return;
        }
        if !matches!(choice, Choice::Thread(_)) {
            self.runs.extend((0..count).map(|_| Run { choice, count: 1 }));
            return;
        }
        match self.runs.last_mut() {
            Some(last) if last.choice == choice => last.count += count,
            _ => self.runs.push(Run { choice, count }),
        }
    }

    /// The choices, in runs.
    #[must_use]
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The choices, one by one.
    pub fn choices(&self) -> impl Iterator<Item = Choice> + '_ {
        self.runs.iter().flat_map(|run| (0..run.count).map(|_| run.choice))
    }

    /// The number of choices.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether there are no choices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// A fact from the header, such as `guest` or `seed`.
    #[must_use]
    pub fn fact(&self, key: &str) -> Option<&str> {
        self.header.get(key).map(String::as_str)
    }

    /// All facts of the header, ordered by key.
    pub fn facts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.header.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Records a fact about the schedule. What the file format cannot hold is changed, so that every schedule can be
    /// written and read back: keys keep letters, digits, `-` and `_`, and start with a letter; white space in values
    /// becomes single blanks.
    pub fn set_fact(&mut self, key: &str, value: impl ToString) {
        let (key, value) = (text::clean_key(key), text::clean_value(&value.to_string()));
        self.header.insert(key, value);
    }
}

impl FromIterator<Choice> for Schedule {
    fn from_iter<I: IntoIterator<Item = Choice>>(choices: I) -> Self {
        let mut schedule = Self::new();
        choices.into_iter().for_each(|choice| schedule.push(choice, 1));
        schedule
    }
}
