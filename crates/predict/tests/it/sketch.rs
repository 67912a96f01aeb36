//! Histories written down by hand: a line for each event, `thread operation what`.
//!
//! Threads are numbers. Variables, locks and all else are single words; `=` after a variable gives the value. A condition has the name of its lock.
//! Each line is a place of its own, and the events are numbered by their lines, from 0; `open` and `close`, the bounds of blocks, are none.

use deadheat_predict::Action;
use deadheat_predict::history::{
    Condition, Event, History, HistoryBuilder, KnownValue, Latch, Lock, Mode, Place, Semaphore, Thread, Variable,
};

/// The history of these lines.
pub fn history(lines: &str) -> History {
    let mut builder = HistoryBuilder::default();
    let mut names = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mut words = line.split_whitespace();
        let (thread, operation) = (number(words.next(), line), words.next().unwrap_or_default());
        let (what, value) = match words.next().map(|what| what.split_once('=').unwrap_or((what, ""))) {
            Some((what, value)) => (Some(what), value.parse().ok().map(KnownValue)),
            None => (None, None),
        };
        let place = Place(builder.len() as u32);
        let put = match operation {
            "open" => Some(builder.begin_block(Thread(thread), place, None)),
            "close" => Some(builder.end_block(Thread(thread), place, None)),
            _ => None,
        };
        if let Some(put) = put {
            assert_eq!(put, Ok(()), "{line}");
            continue;
        }
        let action = action(operation, what, &mut names, line);
        let counts = builder.push(Event { thread: Thread(thread), place, action, value });
        assert_eq!(counts, Ok(true), "{line}");
    }
    builder.finish()
}

fn number(word: Option<&str>, line: &str) -> u32 {
    word.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("a number is missing in '{line}'"))
}

fn action(operation: &str, what: Option<&str>, names: &mut Vec<String>, line: &str) -> Action {
    let other = || Thread(number(what, line));
    let mut id = || {
        let name = what.unwrap_or_else(|| panic!("a name is missing in '{line}'"));
        let known = names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        }) as u32
    };
    let mut lock_and_condition = || {
        let id = id();
        (Lock(id), Condition(id))
    };
    match operation {
        "begin" => Action::Begin,
        "end" => Action::End,
        "fork" => Action::Fork(other()),
        "join" => Action::Join(other()),
        "r" => Action::Read { variable: Variable(id()), plain: true },
        "w" => Action::Write { variable: Variable(id()), plain: true },
        "acq" => Action::Acquire { lock: Lock(id()), mode: Mode::Exclusive, waits: true },
        "rel" => Action::Release { lock: Lock(id()), mode: Mode::Exclusive },
        "shared" => Action::Acquire { lock: Lock(id()), mode: Mode::Shared, waits: true },
        "unshared" => Action::Release { lock: Lock(id()), mode: Mode::Shared },
        "refused" => Action::Refused { lock: Lock(id()), mode: Mode::Shared },
        "wait" => {
            let (lock, condition) = lock_and_condition();
            Action::Wait { lock, condition }
        }
        "wake" | "timeout" => {
            let (lock, condition) = lock_and_condition();
            Action::Wake { lock, condition, notified: operation == "wake" }
        }
        "notify" | "notifyall" => Action::Notify { condition: Condition(id()), all: operation == "notifyall" },
        "up" => Action::Up { semaphore: Semaphore(id()), permits: 1 },
        "down" => Action::Down { semaphore: Semaphore(id()), permits: 1 },
        "count" => Action::CountDown(Latch(id())),
        "await" => Action::Await(Latch(id())),
        "unpark" => Action::Unpark(other()),
        "park" => Action::Park,
        _ => panic!("no such operation in '{line}'"),
    }
}
