//! A history with names for everything in it, wherever it comes from.

use deadheat_event::{CodeOwner, SourcePos, ThreadId};

use crate::history::{History, Place, Thread};
use crate::namesakes::without_number;
use crate::record::{PlaceName, RecordedHistory};
use crate::text::{Names, TextTrace};

/// A history with names.
#[derive(Debug)]
pub struct NamedHistory {
    /// The events.
    pub history: History,
    /// What the numbers stand for, each thing by a name of its own.
    pub names: Names,
    /// Places, where more is known of them than their names.
    places: Vec<PlaceName>,
    /// Whether threads are called by numbers: `T3`.
    numbered_threads: bool,
    /// Whether the whole trace is in it.
    pub complete: bool,
}

impl From<TextTrace> for NamedHistory {
    fn from(trace: TextTrace) -> Self {
        let numbered_threads = trace.names.threads.iter().all(|name| number_of(name).is_some());
        let TextTrace { history, names, complete, .. } = trace;
        Self { history, names, places: Vec::new(), numbered_threads, complete }
    }
}

impl From<RecordedHistory> for NamedHistory {
    /// Without [names](crate::HistoryRecorder::with_names) of its own, it is called by its numbers.
    fn from(recorded: RecordedHistory) -> Self {
        let RecordedHistory { history, names, complete, .. } = recorded;
        let (names, places) = match names {
            Some(recorded) => (recorded.names, recorded.places),
            None => (Names::numbered(&history), Vec::new()),
        };
        Self { history, names, places, numbered_threads: false, complete }
    }
}

impl NamedHistory {
    /// Where a place is.
    #[must_use]
    pub fn place(&self, place: Place) -> PlaceName {
        let known = self.places.get(place.at()).cloned();
        known.unwrap_or_else(|| PlaceName { source: position(self.names.place(place)), library: None })
    }

    /// A thread's number for people: the one that it is called by in the trace, if all are called so.
    #[must_use]
    pub fn thread_id(&self, thread: Thread) -> ThreadId {
        let told = if self.numbered_threads { number_of(self.names.thread(thread)) } else { None };
        ThreadId(told.unwrap_or(thread.0))
    }

    /// A thread's name.
    #[must_use]
    pub fn thread_name(&self, thread: Thread) -> &str {
        without_number(self.names.thread(thread))
    }
}

/// The number in `T3`.
fn number_of(name: &str) -> Option<u32> {
    let digits = name.strip_prefix('T')?;
    let is_plain = digits == "0" || !digits.starts_with(['0', '+']);
    digits.parse().ok().filter(|_| is_plain)
}

/// The position that a location names: `bank.Account.deposit(Account.java:10)` as in a stack trace, `Account.java:10`, or anything else, which is
/// then taken for the name of a function.
fn position(text: &str) -> SourcePos {
    let text = without_number(text);
    let (function, place) = match text.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((function, place)) if !function.is_empty() => (function, Some(place)),
        _ => ("", Some(text).filter(|text| line_in(text).is_some())),
    };
    let Some(place) = place else { return named("", text, None, None) };
    let (container, function) = function.rsplit_once('.').unwrap_or(("", function));
    match (place, line_in(place)) {
        (_, Some((file, line))) => named(container, function, Some(file), Some(line)),
        ("Unknown Source", None) => named(container, function, None, None),
        (file, None) => named(container, function, Some(file), None),
    }
}

fn line_in(place: &str) -> Option<(&str, u32)> {
    let (file, line) = place.rsplit_once(':').filter(|(file, _)| !file.is_empty())?;
    Some((file, line.parse().ok()?))
}

fn named(container: &str, function: &str, file: Option<&str>, line: Option<u32>) -> SourcePos {
    let owner = CodeOwner::Program;
    SourcePos { container: container.into(), function: function.into(), file: file.map(Into::into), line, owner }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_as_they_are_written() {
        for text in [
            "bank.Account.deposit(Account.java:10)",
            "A.m(Unknown Source)",
            "A$1.run(A.java)",
            "A.java:3",
            "345",
            "main",
        ] {
            assert_eq!(position(text).to_string(), text);
        }
        let place = position("bank.Account.deposit(Account.java:10)");
        assert_eq!((&*place.container, &*place.function, place.line), ("bank.Account", "deposit", Some(10)));
        assert_eq!(position("src/a.c:7").line_name(), "src/a.c:7");
        assert_eq!(position("").to_string(), "");
        assert_eq!(position("A.m(A.java:1) #2"), position("A.m(A.java:1)"));
    }

    #[test]
    fn threads_keep_their_numbers() {
        let named = |text: &str| NamedHistory::from(crate::text::read(text.as_bytes()).unwrap());
        assert_eq!(named("T7|w(x)|1\nT2|w(x)|1\n").thread_id(Thread(0)), ThreadId(7));
        assert_eq!(named("T7|w(x)|1\nmain|w(x)|1\n").thread_id(Thread(0)), ThreadId(0));
        assert_eq!(named("T07|w(x)|1\nT7|w(x)|1\n").thread_id(Thread(0)), ThreadId(0));
    }
}
