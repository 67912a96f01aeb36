//! What the kinds of errors are, for those who meet one for the first time.

use deadheat_witness::result::FoundError;

/// A kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name: that of [`FoundError::kind`].
    pub id: &'static str,
    /// Its name in mixed case, as code-scanning services show it.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub summary: &'static str,
    /// What to do about it.
    pub help: &'static str,
    /// The headline above the reasons.
    pub why: &'static str,
    /// Its weaknesses in MITRE's list, the closest first.
    pub cwe: &'static [(u32, &'static str)],
}

const RACE_CONDITION: (u32, &str) =
    (362, "Concurrent Execution using Shared Resource with Improper Synchronization ('Race Condition')");
const IMPROPER_SYNCHRONIZATION: (u32, &str) = (662, "Improper Synchronization");

/// All kinds, in the order of [`FoundError`].
pub const ALL: [Kind; 7] = [
    Kind {
        id: "race",
        name: "DataRace",
        summary: "Two threads touch the same memory at the same moment, at least one of them writes, and nothing orders them.",
        help: "Hold the same lock at both places, or make the variable volatile or atomic if single accesses are all that is \
               needed.",
        why: "Why nothing orders them",
        cwe: &[(366, "Race Condition within a Thread"), RACE_CONDITION],
    },
    Kind {
        id: "deadlock",
        name: "Deadlock",
        summary: "Threads wait for each other in a circle, and none of them can ever go on.",
        help: "Take the locks in the same order everywhere, or hold one lock around the places where they are taken.",
        why: "Why nobody goes on",
        cwe: &[(833, "Deadlock")],
    },
    Kind {
        id: "lost-signal",
        name: "LostSignal",
        summary: "A thread waits for a signal that was given before it waited, or that nobody will give.",
        help: "Check the condition under the lock before waiting, wait in a loop, and change the condition under the same lock \
               before notifying.",
        why: "Why nobody goes on",
        cwe: &[IMPROPER_SYNCHRONIZATION],
    },
    Kind {
        id: "atomicity",
        name: "BrokenAtomicity",
        summary: "A block that should be one indivisible operation is not: another thread can come between its parts.",
        help: "Hold one lock from the first access of the block to its last, or use an operation that does both at once.",
        why: "Why it is not one operation",
        cwe: &[IMPROPER_SYNCHRONIZATION, (821, "Incorrect Synchronization")],
    },
    Kind {
        id: "uncaught",
        name: "UncaughtException",
        summary: "In this schedule a thread ends with an exception that nobody catches.",
        help: "Follow the interleaving to the step at which the state went wrong; often it is a race or a broken block.",
        why: "Why it is thrown",
        cwe: &[(248, "Uncaught Exception"), RACE_CONDITION],
    },
    Kind {
        id: "livelock",
        name: "Livelock",
        summary: "Threads go round in a circle for ever and none of them gets anything done.",
        help: "Let the threads wait for what they need instead of trying again, or give one of them precedence.",
        why: "Why nobody gets on",
        cwe: &[(835, "Loop with Unreachable Exit Condition ('Infinite Loop')"), IMPROPER_SYNCHRONIZATION],
    },
    Kind {
        id: "target",
        name: "TargetReached",
        summary: "A place in the program that was asked for: a thread gets there. This is no error.",
        help: "Follow the interleaving to see how.",
        why: "Where it stands",
        cwe: &[],
    },
];

/// The kind of an error.
#[must_use]
pub fn of(error: &FoundError) -> &'static Kind {
    let index = match error {
        FoundError::Race { .. } => 0,
        FoundError::Deadlock { .. } => 1,
        FoundError::LostSignal { .. } => 2,
        FoundError::Atomicity { .. } => 3,
        FoundError::Uncaught { .. } => 4,
        FoundError::Livelock { .. } => 5,
        FoundError::Target { .. } => 6,
    };
    &ALL[index]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_named_as_in_results() {
        let text = String::new;
        let errors = [
            FoundError::Race { target: text(), warning: None },
            FoundError::Deadlock { locks: vec![], warning: None },
            FoundError::LostSignal { target: text() },
            FoundError::Atomicity { block: text(), warning: None },
            FoundError::Uncaught { message: text() },
            FoundError::Livelock { round: 0 },
            FoundError::Target { line: text() },
        ];
        for error in &errors {
            assert_eq!(of(error).id, error.kind());
        }
    }
}
