//! Counterexamples: violations with the schedules that lead to them.

use std::time::Duration;

use deadheat_event::{ErrorKind, Schedule};

use crate::names::Names;
use crate::{Involved, ObservedViolation, ViolationKey};

/// A violation of a property, and how to get there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// What kind of error.
    pub kind: ErrorKind,
    /// The threads involved, as they are in the state with the error.
    pub involved: Vec<Involved>,
    /// What the things that `involved` mentions are called.
    pub names: Names,
    /// The choices that lead from the program's start to the state with the error.
    pub schedule: Schedule,
    /// For a livelock: how many of the schedule's last steps are the cycle; else 0.
    pub cycle_steps: u64,
    /// For a deadlock: whether other threads could still go on, and perhaps break it.
    pub partial: bool,
    /// When the error was found first.
    pub found_at: FoundAt,
    /// Which error it is.
    pub key: ViolationKey,
}

impl Counterexample {
    pub(crate) fn new(violation: ObservedViolation, schedule: Schedule, cycle_steps: u64, found_at: FoundAt) -> Self {
        let ObservedViolation { kind, involved, partial, names, key } = violation;
        Self { kind, involved, names, schedule, cycle_steps, partial, found_at, key }
    }

    /// What makes one better than another of the same error: one that no thread can break, then a short one.
    pub(crate) fn rank(&self) -> (bool, u64) {
        (self.partial, self.schedule.steps())
    }

    /// The order in which a report lists them: the same for any order of exploration, but for the length of the schedule.
    pub(crate) fn listing(&self) -> (ErrorKind, bool, Vec<&str>, u64) {
        let subjects = match self.kind {
            ErrorKind::Deadlock => {
                let mut subjects: Vec<&str> = self.involved.iter().filter_map(|one| self.names.subject(one)).collect();
                subjects.sort_unstable();
                subjects.dedup();
                subjects
            }
            ErrorKind::Livelock => Vec::new(),
            _ => self.involved.first().and_then(|one| self.names.subject(one)).into_iter().collect(),
        };
        (self.kind, self.partial, subjects, self.schedule.steps())
    }
}

/// How far a search was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoundAt {
    /// Different states visited.
    pub states: u64,
    /// Steps made.
    pub steps: u64,
    /// Time passed.
    pub elapsed: Duration,
}
