//! The schedule file: text to [`Schedule`] and back.

use std::fmt;

use super::{Schedule, VERSION};
use crate::{Choice, ThreadId};

const MAGIC: &str = "deadheat schedule";

/// A schedule file that cannot be used: where, why, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {problem}")]
pub struct ScheduleError {
    /// The file's name, as given to [`Schedule::parse`].
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a line of a schedule file. Each message ends with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The first line is not the format's name.
    #[error("not a schedule: the first line must be `{MAGIC} {VERSION}`; make one with `deadheat run --record FILE`")]
    NotASchedule,
    /// The first line names a version that this program cannot read.
    #[error(
        "schedule version {0} is not known here, only {VERSION} is; record it again or use the deadheat that wrote it"
    )]
    Version(String),
    /// A line that is neither fact nor choice.
    #[error(
        "`{0}` is not a choice; write `T1`, `T1 x20`, `T1 timeout`, `T1 spurious`, `T1 wake T2`, `T1 value 3`, or record \
         the schedule again"
    )]
    NotAChoice(String),
    /// A number that is out of range.
    #[error("`{0}` is not a number from {1} to {2}; correct it or record the schedule again")]
    Number(String, u64, u64),
    /// The counts add up to more than 2^64.
    #[error("the counts add up to more steps than a run can have; correct them or record the schedule again")]
    TooLong,
    /// A fact that comes twice.
    #[error("`{0}` was told before; remove one of the two lines")]
    Twice(String),
}

impl Schedule {
    /// Reads the text of a schedule file; `file` is its name, for messages.
    ///
    /// # Errors
    /// If the text is not a schedule of a known version, or a line of it makes no sense.
    pub fn parse(file: &str, text: &str) -> Result<Self, ScheduleError> {
        let mut schedule = Self::new();
        let mut lines = text.lines().enumerate();
        let fail = |line: usize, problem| ScheduleError { file: file.to_owned(), line: line + 1, problem };

        let first = lines.next().map_or("", |(_, line)| line);
        check_version(first).map_err(|problem| fail(0, problem))?;
        for (number, line) in lines {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                parse_line(&mut schedule, line).map_err(|problem| fail(number, problem))?;
            }
        }
        Ok(schedule)
    }
}

fn check_version(line: &str) -> Result<(), Problem> {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    match line.trim().strip_prefix(MAGIC) {
        Some(version) if version.trim() == VERSION.to_string() => Ok(()),
        Some(version) if version.starts_with(' ') => Err(Problem::Version(shorten(version.trim()))),
        _ => Err(Problem::NotASchedule),
    }
}

fn parse_line(schedule: &mut Schedule, line: &str) -> Result<(), Problem> {
    if let Some((key, value)) = line.split_once(':')
        && schedule.is_empty()
        && is_key(key)
    {
        if schedule.header.contains_key(key) {
            return Err(Problem::Twice(shorten(key)));
        }
        schedule.header.insert(key.to_owned(), clean_value(value));
        return Ok(());
    }
    let (choice, count) = parse_choice(line)?;
    schedule.steps.checked_add(count).ok_or(Problem::TooLong)?;
    schedule.push(choice, count);
    Ok(())
}

fn parse_choice(line: &str) -> Result<(Choice, u64), Problem> {
    let words: Vec<&str> = line.split_whitespace().take(4).collect();
    let not_a_choice = || Problem::NotAChoice(shorten(line));
    let thread = |word: &str| match word.strip_prefix('T') {
        Some(digits) => Ok(ThreadId(number(digits, 0, u32::MAX.into())? as u32)),
        None => Err(not_a_choice()),
    };
    let subject = thread(words[0])?;
    let choice = match words[1..] {
        [] => Choice::Thread(subject),
        ["timeout"] => Choice::Timeout(subject),
        ["spurious"] => Choice::Spurious(subject),
        ["wake", waiter] => Choice::Wake { notifier: subject, waiter: thread(waiter)? },
        ["value", value] => Choice::Value { thread: subject, value: number(value, 0, u32::MAX.into())? as u32 },
        [count] if count.starts_with('x') => {
            return Ok((Choice::Thread(subject), number(&count[1..], 1, u64::MAX)?));
        }
        _ => return Err(not_a_choice()),
    };
    Ok((choice, 1))
}

/// A decimal number within bounds; no sign, no blanks.
fn number(digits: &str, min: u64, max: u64) -> Result<u64, Problem> {
    let parsed = if digits.starts_with('+') { None } else { digits.parse().ok() };
    parsed.filter(|value| (min..=max).contains(value)).ok_or_else(|| Problem::Number(shorten(digits), min, max))
}

/// Enough of a bad line to recognise it, and no more: a line may be a whole binary file.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

fn is_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// The nearest key that [`is_key`] accepts.
pub(super) fn clean_key(key: &str) -> String {
    let clean: String = key.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }).collect();
    if is_key(&clean) { clean } else { format!("x-{clean}") }
}

/// The nearest value that fits in the rest of a line: no comment sign, no line breaks, single blanks.
pub(super) fn clean_value(value: &str) -> String {
    value.replace('#', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC} {VERSION}")?;
        for (key, value) in &self.header {
            writeln!(f, "{key}: {value}")?;
        }
        writeln!(f)?;
        for run in &self.runs {
            match run.count {
                1 => writeln!(f, "{}", run.choice)?,
                count => writeln!(f, "{} x{count}", run.choice)?,
            }
        }
        Ok(())
    }
}
