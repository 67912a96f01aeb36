//! From lines to events.

use super::barriers::Barriers;
use super::error::{Problem, excerpt};
use super::line::Line;
use super::lines::Lines;
use super::names::Names;
use super::numbering::Numbering;
use super::operation::Operation;
use super::{TextTrace, ill_formed};
use crate::history::{
    Action, Condition, Event, EventId, HistoryBuilder, IllFormed, KnownValue, Label, Latch, Lock, Place, Semaphore,
    Thread, Variable,
};

/// Makes a trace of lines.
#[derive(Default)]
pub(super) struct Reader {
    builder: HistoryBuilder,
    lines: Lines,
    numbers: Numbers,
    barriers: Barriers,
}

/// The names so far.
#[derive(Default)]
struct Numbers {
    threads: Numbering,
    variables: Numbering,
    locks: Numbering,
    conditions: Numbering,
    semaphores: Numbering,
    latches: Numbering,
    places: Numbering,
    blocks: Numbering,
    values: Numbering,
}

impl Numbers {
    fn into_names(self) -> Names {
        Names {
            threads: self.threads.into_names(),
            variables: self.variables.into_names(),
            locks: self.locks.into_names(),
            conditions: self.conditions.into_names(),
            semaphores: self.semaphores.into_names(),
            latches: self.latches.into_names(),
            places: self.places.into_names(),
            blocks: self.blocks.into_names(),
            values: self.values.into_names(),
        }
    }
}

impl Reader {
    /// Takes the next line, without its end.
    pub fn line(&mut self, text: &[u8], number: u64) -> Result<(), Problem> {
        let Some(line) = Line::parse(text)? else { return Ok(()) };
        let operation = Operation::of(line.word).ok_or_else(|| Problem::UnknownOperation(excerpt(line.word)))?;
        match operation {
            Operation::Skipped => return Ok(()),
            Operation::Begin | Operation::End if !line.is_on(line.thread) => {
                return self.bound(&line, operation == Operation::Begin);
            }
            Operation::Permits => return self.permits(&line),
            Operation::Quiet => {
                let variable = self.variable(&line)?;
                self.builder.quiet(variable);
                return Ok(());
            }
            _ => {}
        }
        let thread = Thread(self.numbers.threads.number(line.thread)?);
        let action = self.action(thread, operation, &line)?;
        let value = match line.value {
            Some(value) if action.access().is_some() => Some(KnownValue(self.numbers.values.number(value)?)),
            Some(value) => return Err(Problem::NoValue(excerpt(value))),
            None => None,
        };
        let places = self.numbers.places.len();
        let place = Place(self.numbers.places.number(line.place)?);
        match self.builder.push(Event { thread, place, action, value }) {
            Ok(true) => self.lines.note(EventId(self.builder.len() as u32 - 1), number),
            // An event that does not count leaves no name behind: what is written again has the same numbers.
            Ok(false) => self.numbers.places.truncate(places),
            Err(error) => return Err(self.ill_formed(error)),
        }
        Ok(())
    }

    /// The bound of a block. What is in brackets is what the block is called.
    fn bound(&mut self, line: &Line<'_>, begins: bool) -> Result<(), Problem> {
        if let Some(value) = line.value {
            return Err(Problem::NoValue(excerpt(value)));
        }
        let thread = Thread(self.numbers.threads.number(line.thread)?);
        let place = Place(self.numbers.places.number(line.place)?);
        let label = match line.object() {
            Ok(name) => Some(Label(self.numbers.blocks.number(name)?)),
            Err(_) => None,
        };
        let builder = &mut self.builder;
        let bound =
            if begins { builder.begin_block(thread, place, label) } else { builder.end_block(thread, place, label) };
        bound.map_err(|error| self.ill_formed(error))
    }

    fn ill_formed(&mut self, error: IllFormed) -> Problem {
        let names = std::mem::take(&mut self.numbers).into_names();
        Problem::IllFormed { error, words: ill_formed::words(error, &names) }
    }

    /// How many events there are so far.
    pub fn events(&self) -> usize {
        self.builder.len()
    }

    /// The trace.
    pub fn finish(self) -> TextTrace {
        let (history, names) = (self.builder.finish(), self.numbers.into_names());
        TextTrace { history, names, lines: self.lines, complete: true }
    }

    fn permits(&mut self, line: &Line<'_>) -> Result<(), Problem> {
        let (name, permits) = line.counted()?;
        let permits = permits.ok_or_else(|| Problem::NoNumber(excerpt(name)))?;
        self.builder.permits(Semaphore(self.numbers.semaphores.number(name)?), permits.into());
        Ok(())
    }

    #[inline]
    fn action(&mut self, thread: Thread, operation: Operation, line: &Line<'_>) -> Result<Action, Problem> {
        Ok(match operation {
            Operation::Read { plain } => Action::Read { variable: self.variable(line)?, plain },
            Operation::Write { plain } => Action::Write { variable: self.variable(line)?, plain },
            Operation::Update => Action::Update { variable: self.variable(line)? },
            Operation::Acquire { mode, waits } => Action::Acquire { lock: self.lock(line.object()?)?, mode, waits },
            Operation::Release(mode) => Action::Release { lock: self.lock(line.object()?)?, mode },
            Operation::Refused(mode) => Action::Refused { lock: self.lock(line.object()?)?, mode },
            Operation::Fork => Action::Fork(self.thread(line)?),
            Operation::Join => Action::Join(self.thread(line)?),
            Operation::Unpark => Action::Unpark(self.thread(line)?),
            Operation::Wait => {
                let [lock, condition] = line.pair()?;
                Action::Wait { lock: self.lock(lock)?, condition: self.condition(condition)? }
            }
            Operation::Wake { notified } => {
                let [lock, condition] = line.pair()?;
                Action::Wake { lock: self.lock(lock)?, condition: self.condition(condition)?, notified }
            }
            Operation::Notify { all } => Action::Notify { condition: self.condition(line.object()?)?, all },
            Operation::Up => {
                let (semaphore, permits) = self.semaphore(line)?;
                Action::Up { semaphore, permits }
            }
            Operation::Down => {
                let (semaphore, permits) = self.semaphore(line)?;
                Action::Down { semaphore, permits }
            }
            Operation::CountDown => Action::CountDown(self.latch(line)?),
            Operation::Await => Action::Await(self.latch(line)?),
            Operation::Arrive => {
                Action::CountDown(self.barriers.arrive(line.object()?, thread, &mut self.numbers.latches)?)
            }
            Operation::Pass => Action::Await(self.barriers.pass(line.object()?, thread)?),
            Operation::Begin => Action::Begin,
            Operation::End => Action::End,
            Operation::Park => Action::Park,
            Operation::Permits | Operation::Quiet | Operation::Skipped => unreachable!("these are no events"),
        })
    }

    #[inline]
    fn variable(&mut self, line: &Line<'_>) -> Result<Variable, Problem> {
        Ok(Variable(self.numbers.variables.number(line.object()?)?))
    }

    fn lock(&mut self, name: &[u8]) -> Result<Lock, Problem> {
        Ok(Lock(self.numbers.locks.number(name)?))
    }

    fn condition(&mut self, name: &[u8]) -> Result<Condition, Problem> {
        Ok(Condition(self.numbers.conditions.number(name)?))
    }

    fn thread(&mut self, line: &Line<'_>) -> Result<Thread, Problem> {
        Ok(Thread(self.numbers.threads.number(line.object()?)?))
    }

    fn latch(&mut self, line: &Line<'_>) -> Result<Latch, Problem> {
        Ok(Latch(self.numbers.latches.number(line.object()?)?))
    }

    fn semaphore(&mut self, line: &Line<'_>) -> Result<(Semaphore, u32), Problem> {
        let (name, permits) = line.counted()?;
        Ok((Semaphore(self.numbers.semaphores.number(name)?), permits.unwrap_or(1)))
    }
}
