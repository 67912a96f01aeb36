//! What the end of a guest should be: its exit code, and what it has written. An end that is not so is an error.

use std::sync::Arc;

use deadheat_event::{ErrorKind, Schedule, SourcePos};

use crate::surroundings;
use crate::{Failed, Uncaught};

/// The fact of a schedule that names the expected exit code.
const EXIT: &str = "expect-exit";
/// The fact that has the expected output.
const OUTPUT: &str = "expect-output";

/// No more output is compared: a witness carries what was expected.
pub const MOST_OUTPUT: usize = surroundings::MOST_INPUT;

/// What is said of an end with another exit code.
pub const OTHER_EXIT_CODE: &str = "another exit code than expected";
/// What is said of an end with another output.
pub const OTHER_OUTPUT: &str = "another output than expected";

/// What the end of a guest should be, as far as it matters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// The exit code.
    pub exit_code: Option<i32>,
    /// What it has written to its standard output; at most [`MOST_OUTPUT`] bytes.
    pub output: Option<Arc<[u8]>>,
}

impl Expectation {
    /// What a schedule says that was expected when it was found.
    #[must_use]
    pub fn of(schedule: &Schedule) -> Self {
        let exit_code = schedule.fact(EXIT).and_then(|code| code.parse().ok());
        let output = schedule.fact(OUTPUT).and_then(surroundings::input).map(Arc::from);
        Self { exit_code, output }
    }

    /// What [`of`](Self::of) reads.
    #[must_use]
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let exit = self.exit_code.map(|code| (EXIT, code.to_string()));
        let output = self.output.as_ref().map(|output| (OUTPUT, surroundings::of_input(output)));
        exit.into_iter().chain(output).collect()
    }

    /// The error that such an end is, of the thread that has ended the guest there.
    #[must_use]
    pub fn broken_by(&self, exit_code: i32, output: &[u8], stack: Vec<SourcePos>) -> Option<Uncaught> {
        let (message, expected, actual) = match (self.exit_code, self.output.as_deref()) {
            (Some(expected), _) if expected != exit_code => {
                (OTHER_EXIT_CODE, format!("exit code {expected}"), format!("exit code {exit_code}"))
            }
            (_, Some(expected)) if expected != output => {
                let (expected, actual) = first_difference(expected, output);
                (OTHER_OUTPUT, expected, actual)
            }
            _ => return None,
        };
        let failed = Failed {
            kind: ErrorKind::DifferingOutput,
            subject: String::new(),
            expected: Some(expected),
            actual: Some(actual),
        };
        Some(Uncaught { message: message.to_owned(), stack, failed: Some(failed) })
    }
}

/// The first lines of two texts that differ.
fn first_difference(expected: &[u8], actual: &[u8]) -> (String, String) {
    let (expected, actual) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(actual));
    let (mut ours, mut theirs) = (expected.split_inclusive('\n'), actual.split_inclusive('\n'));
    let mut number = 1;
    loop {
        let (one, other) = (ours.next(), theirs.next());
        if one != other || one.is_none() {
            let shown = |line: Option<&str>| match line {
                Some(line) => format!("line {number}: {}", line.trim_end_matches('\n')),
                None => "the end".to_owned(),
            };
            return (shown(one), shown(other));
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_shown() {
        let expected = Expectation { exit_code: Some(0), output: Some(Arc::from(&b"a\nb\n"[..])) };
        assert_eq!(expected.broken_by(0, b"a\nb\n", Vec::new()), None);
        let shown = |code, output: &[u8]| {
            let failed = expected.broken_by(code, output, Vec::new()).unwrap().failed.unwrap();
            (failed.expected.unwrap(), failed.actual.unwrap())
        };
        assert_eq!(shown(3, b"a\nb\n"), ("exit code 0".into(), "exit code 3".into()));
        assert_eq!(shown(0, b"a\nc\n"), ("line 2: b".into(), "line 2: c".into()));
        assert_eq!(shown(0, b"a\n"), ("line 2: b".into(), "the end".into()));
        assert_eq!(shown(0, b"a\nb\nc"), ("the end".into(), "line 3: c".into()));
    }

    #[test]
    fn a_schedule_carries_it() {
        let expected = Expectation { exit_code: Some(-1), output: Some(Arc::from(&b""[..])) };
        let mut schedule = Schedule::new();
        assert_eq!(Expectation::of(&schedule), Expectation::default());
        for (key, value) in expected.facts() {
            schedule.set_fact(key, value);
        }
        assert_eq!(Expectation::of(&schedule), expected);
    }
}
