//! What the kinds of errors are, for those who meet one for the first time.

use deadheat_event::ErrorKind;

/// What is said of a kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The kind.
    pub kind: ErrorKind,
    /// Its name in mixed case, as code-scanning services show it.
    pub rule: &'static str,
    /// What it is, in a sentence.
    pub summary: &'static str,
    /// What to do about it.
    pub help: &'static str,
    /// The headline above the reasons.
    pub why: &'static str,
    /// What the end of its picture is called.
    pub end: &'static str,
    /// Its weaknesses in MITRE's list, the closest first.
    pub cwe: &'static [(u32, &'static str)],
}

const RACE_CONDITION: (u32, &str) =
    (362, "Concurrent Execution using Shared Resource with Improper Synchronization ('Race Condition')");
const IMPROPER_SYNCHRONIZATION: (u32, &str) = (662, "Improper Synchronization");

/// All kinds, in the order of [`ErrorKind::ALL`].
pub const ALL: [About; 9] = [
    About {
        kind: ErrorKind::Race,
        rule: "DataRace",
        summary: "Two threads touch the same memory at the same moment, at least one of them writes, and nothing orders them.",
        help: "Hold the same lock at both places, or make the variable atomic (in Java also: volatile) if single accesses are all that is \
               needed.",
        why: "Why nothing orders them",
        end: "dead heat",
        cwe: &[(366, "Race Condition within a Thread"), RACE_CONDITION],
    },
    About {
        kind: ErrorKind::Deadlock,
        rule: "Deadlock",
        summary: "Threads wait for each other in a cycle, and none of them can ever go on.",
        help: "Take the locks in the same order everywhere, or hold one lock around the places where they are taken.",
        why: "Why no thread goes on",
        end: "deadlock",
        cwe: &[(833, "Deadlock")],
    },
    About {
        kind: ErrorKind::LostSignal,
        rule: "LostSignal",
        summary: "A thread waits for a signal that was given before it waited, or that no thread will give.",
        help: "Check the condition under the lock before waiting, wait in a loop, and change the condition under the same lock \
               before notifying.",
        why: "Why no thread goes on",
        end: "lost signal",
        cwe: &[IMPROPER_SYNCHRONIZATION],
    },
    About {
        kind: ErrorKind::Atomicity,
        rule: "BrokenAtomicity",
        summary: "A block that should be one indivisible operation is not: another thread can come between its parts.",
        help: "Hold one lock from the first access of the block to its last, or use an operation that does both at once.",
        why: "Why it is not one operation",
        end: "broken",
        cwe: &[IMPROPER_SYNCHRONIZATION, (821, "Incorrect Synchronization")],
    },
    About {
        kind: ErrorKind::Uncaught,
        rule: "UncaughtException",
        summary: "In this schedule a thread ends with an exception that it does not catch.",
        help: "Follow the interleaving to the step at which the state went wrong; often it is a race or a broken block.",
        why: "Why it is thrown",
        end: "exception",
        cwe: &[(248, "Uncaught Exception"), RACE_CONDITION],
    },
    About {
        kind: ErrorKind::Livelock,
        rule: "Livelock",
        summary: "Threads go round in a cycle for ever and none of them gets anything done.",
        help: "Let the threads wait for what they need instead of trying again, or give one of them precedence.",
        why: "Why no thread gets on",
        end: "livelock",
        cwe: &[(835, "Loop with Unreachable Exit Condition ('Infinite Loop')"), IMPROPER_SYNCHRONIZATION],
    },
    About {
        kind: ErrorKind::Target,
        rule: "TargetReached",
        summary: "A place in the program that was asked for: a thread gets there. This is no error.",
        help: "Follow the interleaving to see how.",
        why: "Where it stands",
        end: "reached",
        cwe: &[],
    },
    About {
        kind: ErrorKind::FailingTest,
        rule: "FailingTest",
        summary: "In this schedule a test fails.",
        help: "Follow the interleaving to the step at which the state went wrong; often it is a race or a broken block. If no schedule \
               lets the test pass, no thread is to blame.",
        why: "Why it fails",
        end: "failure",
        cwe: &[RACE_CONDITION],
    },
    About {
        kind: ErrorKind::DifferingOutput,
        rule: "DifferingOutput",
        summary: "In this schedule the program writes something else, or ends with another exit code, than it should.",
        help: "Order the threads that write, or those on whose results the output depends.",
        why: "Why it differs",
        end: "other output",
        cwe: &[RACE_CONDITION],
    },
];

/// What is said of a kind.
#[must_use]
pub fn of(kind: ErrorKind) -> &'static About {
    &ALL[kind as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_in_order() {
        for kind in ErrorKind::ALL {
            assert_eq!(of(kind).kind, kind);
        }
    }
}
