//! What `deadheat check` found, as values that reports are made of and files keep. No words for people: those are the report's.

mod act;
mod finding;
mod hide;
mod merge;
mod technique;
mod test;

use deadheat_machine::GuestSpec;
pub use deadheat_machine::{IdlePool, Need, NeedKind, OTHER_EXIT_CODE, OTHER_OUTPUT, PoolKind, is_exit_code};
pub use deadheat_search::Bound;
use serde::{Deserialize, Serialize};

pub use act::{Act, BlockAct, Condition, Course, Doing, Moment, Reordering, Switch, Waiting, Witness};
pub use finding::{Attempt, AttemptOutcome, Finding, FoundError, Participant, Unresolved, Verdict};
pub use merge::MergeError;
pub(crate) use merge::{unite, unite_needs};
pub use technique::{Technique, Techniques};
pub use test::{TestOutcome, TestResult, needs_timeout};

/// The version of the result file.
pub const VERSION: u32 = 2;

/// Everything that a check found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckResult {
    /// The version of this form.
    pub version: u32,
    /// The version of deadheat that made it.
    pub deadheat: String,
    /// What was checked.
    pub guest: GuestSpec,
    /// The findings, best first: witnessed ones, what follows from them, predicted and unresolved ones, then refuted ones.
    pub findings: Vec<Finding>,
    /// What it took.
    pub effort: Effort,
    /// Whether the whole state space was searched: what was not found does not exist.
    pub complete: bool,
    /// If not, what ended the search.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<Bound>,
    /// Whether this is only what was found so far: the check was not over, and may have been ended by force.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
    /// So many findings were not looked for, but taken from an earlier result and replayed; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed: Option<u64>,
    /// What was looked at, if it was a trace and no program: there is then no claim about the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<TraceScope>,
    /// What the program needs and deadheat does not have. There is then no claim to be complete.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Need>,
    /// Pools of threads that some run ended with: notes, not errors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle_pools: Vec<IdlePool>,
    /// What machines have done to shared memory without showing it, by name. There is then no claim to be complete.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blind_spots: Vec<String>,
    /// Suppressions that hid nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unused_suppressions: Vec<String>,
    /// What became of tests, if the program is one, or many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<TestResult>,
}

impl CheckResult {
    /// The result of a check that has found nothing yet.
    #[must_use]
    pub fn new(guest: GuestSpec) -> Self {
        Self {
            version: VERSION,
            deadheat: env!("CARGO_PKG_VERSION").to_owned(),
            guest,
            findings: Vec::new(),
            effort: Effort::default(),
            complete: false,
            unfinished: false,
            resumed: None,
            trace: None,
            bounds: Vec::new(),
            needs: Vec::new(),
            idle_pools: Vec::new(),
            blind_spots: Vec::new(),
            unused_suppressions: Vec::new(),
            tests: Vec::new(),
        }
    }
}

/// What predictions from a trace have looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceScope {
    /// How many events the trace has.
    pub events: u64,
    /// How many threads.
    pub threads: u64,
    /// The engines.
    pub engines: Vec<String>,
    /// How many events those that look at windows look at together.
    pub window: u64,
    /// So many races, and so many deadlocks, were enough for each engine.
    pub limit: u64,
    /// Whether it was the whole trace, and not only its beginning.
    pub whole: bool,
}

/// What a check, or a part of it, took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Seconds on the wall clock.
    pub seconds: f64,
    /// Complete runs of the guest.
    pub runs: u64,
    /// Steps made.
    pub steps: u64,
    /// States visited by searches.
    pub states: u64,
    /// The most memory that searches used, in bytes.
    pub memory: u64,
}

impl std::ops::AddAssign for Effort {
    /// Time, runs, steps and states add up; memory is used one after the other.
    fn add_assign(&mut self, other: Self) {
        self.seconds += other.seconds;
        self.runs += other.runs;
        self.steps += other.steps;
        self.states += other.states;
        self.memory = self.memory.max(other.memory);
    }
}
