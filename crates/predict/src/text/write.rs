//! From events to lines.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::names::Names;
use super::source::LONGEST;
use crate::history::{Action, Bound, Event, History, Mode, Semaphore};

/// Writes a trace.
///
/// What is written reads back as an equal history, if all is numbered in the order in which it appears (as it is in one that was read);
/// else with other numbers for the same names.
///
/// # Errors
/// If it cannot be written, or a name cannot be told from what is around it; a history's own [numbers](Names::numbered) always can.
pub fn write(history: &History, names: &Names, out: impl Write) -> io::Result<()> {
    let mut writer = Writer { names, out, line: String::new() };
    for semaphore in (0..names.semaphores.len() as u32).map(Semaphore) {
        let name = writer.names.semaphores.get(semaphore.at());
        let name = object(name)?;
        let permits = u32::try_from(history.initial_permits(semaphore));
        let permits = permits.map_err(|_| unusable("stands for a semaphore with more than 4 billion permits", name))?;
        let _ = write!(writer.line, "-|permits({name},{permits})|-");
        writer.end_line()?;
    }
    let mut bounds = history.bounds().iter().peekable();
    let mut told = vec![false; names.variables.len()];
    for (id, event) in history.numbered() {
        while let Some(bound) = bounds.next_if(|bound| bound.at <= id.0) {
            writer.bound(bound)?;
        }
        // Just before the variable is first used: so all keep their numbers.
        if let Some((variable, _)) = event.action.access()
            && history.is_quiet(variable)
            && told.get_mut(variable.at()).is_some_and(|told| !std::mem::replace(told, true))
        {
            let _ = write!(writer.line, "-|quiet({})|-", object(names.variables.get(variable.at()))?);
            writer.end_line()?;
        }
        writer.event(event)?;
    }
    bounds.try_for_each(|bound| writer.bound(bound))?;
    writer.out.flush()
}

struct Writer<'n, W> {
    names: &'n Names,
    out: W,
    /// The line so far.
    line: String,
}

impl<W: Write> Writer<'_, W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let names = self.names;
        let thread = thread(names.threads.get(event.thread.at()))?;
        self.line.push_str(thread);
        self.line.push('|');
        self.action(event.action, thread)?;
        self.line.push('|');
        self.line.push_str(name(names.places.get(event.place.at()))?);
        if let Some(value) = event.value {
            self.line.push_str("|=");
            self.line.push_str(name(names.values.get(value.0 as usize))?);
        }
        self.end_line()
    }

    fn bound(&mut self, bound: &Bound) -> io::Result<()> {
        let names = self.names;
        let thread = thread(names.threads.get(bound.thread.at()))?;
        let word = if bound.begins { "begin" } else { "end" };
        let _ = write!(self.line, "{thread}|{word}");
        if let Some(label) = bound.label {
            let label = object(names.blocks.get(label.at()))?;
            if label == thread {
                return Err(unusable("is that of a block and of its thread: these must have different ones", label));
            }
            let _ = write!(self.line, "({label})");
        }
        self.line.push('|');
        self.line.push_str(name(names.places.get(bound.place.at()))?);
        self.end_line()
    }

    fn end_line(&mut self) -> io::Result<()> {
        if self.line.len() > LONGEST {
            return Err(unusable("is too long: a line can have 64 KiB", &self.line));
        }
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())?;
        self.line.clear();
        Ok(())
    }

    fn action(&mut self, action: Action, thread: &str) -> io::Result<()> {
        let names = self.names;
        let (word, operand) = match action {
            Action::Begin => ("begin", thread),
            Action::End => ("end", thread),
            Action::Fork(other) => ("fork", self::thread(names.threads.get(other.at()))?),
            Action::Join(other) => ("join", self::thread(names.threads.get(other.at()))?),
            Action::Unpark(other) => ("unpark", self::thread(names.threads.get(other.at()))?),
            Action::Park => ("park", ""),
            Action::Read { variable, plain } => {
                (if plain { "r" } else { "vr" }, object(names.variables.get(variable.at()))?)
            }
            Action::Write { variable, plain } => {
                (if plain { "w" } else { "vw" }, object(names.variables.get(variable.at()))?)
            }
            Action::Update { variable } => ("u", object(names.variables.get(variable.at()))?),
            Action::Acquire { lock, mode, waits } => {
                let word = match (mode, waits) {
                    (Mode::Exclusive, true) => "acq",
                    (Mode::Exclusive, false) => "try",
                    (Mode::Shared, true) => "racq",
                    (Mode::Shared, false) => "rtry",
                };
                (word, object(names.locks.get(lock.at()))?)
            }
            Action::Refused { lock, mode } => {
                (if mode == Mode::Exclusive { "refused" } else { "rrefused" }, object(names.locks.get(lock.at()))?)
            }
            Action::Release { lock, mode } => {
                (if mode == Mode::Exclusive { "rel" } else { "rrel" }, object(names.locks.get(lock.at()))?)
            }
            Action::Notify { condition, all } => {
                (if all { "notifyAll" } else { "notify" }, single(names.conditions.get(condition.at()))?)
            }
            Action::CountDown(latch) => ("countdown", object(names.latches.get(latch.at()))?),
            Action::Await(latch) => ("await", object(names.latches.get(latch.at()))?),
            Action::Wait { lock, condition } | Action::Wake { lock, condition, .. } => {
                let word = match action {
                    Action::Wake { notified: true, .. } => "wake",
                    Action::Wake { notified: false, .. } => "timeout",
                    _ => "wait",
                };
                let lock = object(names.locks.get(lock.at()))?;
                let condition = single(names.conditions.get(condition.at()))?;
                let _ = write!(self.line, "{word}({lock},{condition})");
                return Ok(());
            }
            Action::Up { semaphore, permits } | Action::Down { semaphore, permits } => {
                let word = if matches!(action, Action::Up { .. }) { "up" } else { "down" };
                let name = object(names.semaphores.get(semaphore.at()))?;
                if permits == 1 && !name.contains(',') {
                    (word, name)
                } else {
                    let _ = write!(self.line, "{word}({name},{permits})");
                    return Ok(());
                }
            }
        };
        self.line.push_str(word);
        if !operand.is_empty() {
            self.line.push('(');
            self.line.push_str(operand);
            self.line.push(')');
        }
        Ok(())
    }
}

/// A name that can be in a column.
fn name(name: Option<&String>) -> io::Result<&str> {
    let name = name.ok_or_else(|| unusable("is missing: each number must have one", ""))?;
    if name.contains(|letter: char| letter == '|' || letter.is_control()) || name.trim_ascii() != name {
        return Err(unusable(
            "cannot be written: a name has no |, no control characters, and no spaces around it",
            name,
        ));
    }
    Ok(name)
}

/// A name that can be in brackets.
fn object(object: Option<&String>) -> io::Result<&str> {
    let object = name(object)?;
    if object.is_empty() { Err(unusable("is empty: what an event is about must have one", object)) } else { Ok(object) }
}

/// A name that can be behind a comma.
fn single(single: Option<&String>) -> io::Result<&str> {
    let single = object(single)?;
    if single.contains(',') { Err(unusable("has a comma: a condition's name has none", single)) } else { Ok(single) }
}

/// A name that can begin a line.
fn thread(thread: Option<&String>) -> io::Result<&str> {
    let thread = object(thread)?;
    if thread.starts_with(['#', '\u{feff}']) {
        return Err(unusable("begins with # or a byte order mark: a thread's name does not", thread));
    }
    Ok(thread)
}

#[cold]
fn unusable(why: &str, name: &str) -> io::Error {
    let name = super::error::excerpt(name.as_bytes());
    io::Error::new(io::ErrorKind::InvalidInput, format!("the name `{name}` {why}"))
}
