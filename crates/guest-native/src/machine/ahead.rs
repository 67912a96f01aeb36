//! A guest that goes ahead: what it did is read off its log, step by step, as if each had been commanded.

use std::mem::offset_of;

use deadheat_machine::Forecast;
use deadheat_native_runtime::protocol::{
    ALIGNED, EVENTS, EventRecord, HELD, HeldLock, Report, Run, Step, THREADS, ThreadRecord,
};

use crate::process::{Process, ProcessError, Stopped};

/// How far the log was read, and how things stand there. The process itself may be farther.
pub struct Ahead {
    /// Whether the log has events.
    observes: bool,
    read: usize,
    report: Report,
    live: Vec<u32>,
    status: Vec<u8>,
    threads: Vec<ThreadRecord>,
    events: Vec<EventRecord>,
}

/// What is in the log next.
pub enum Next {
    /// The step that was asked for, which is read now.
    Read,
    /// Something else, or what cannot be read.
    Other,
    /// Nothing: the process has stopped.
    End,
}

impl Ahead {
    /// Lets a process that stands still go ahead.
    #[must_use]
    pub fn begin(process: &Process, forecast: Forecast, observes: bool) -> Self {
        let stopped = process.stopped();
        let most = stopped.live().iter().max().map_or(0, |most| *most as usize + 1).min(THREADS);
        let known = stopped.status.iter().rposition(|status| *status != 0).map_or(0, |last| last + 1).max(most);
        let ahead = Self {
            observes,
            read: 0,
            report: *stopped.report(),
            live: stopped.live().to_vec(),
            status: stopped.status[..known].to_vec(),
            threads: stopped.threads[..known].to_vec(),
            events: Vec::new(),
        };
        process.go_ahead(forecast, observes);
        ahead
    }

    /// How things stand where the log was read up to.
    #[must_use]
    pub fn stopped<'p>(&'p self, process: &'p Process) -> Stopped<'p> {
        Stopped {
            report: &self.report,
            live: &self.live,
            status: &self.status,
            threads: &self.threads,
            events: &self.events,
            // It is written once, when the guest comes to its end.
            text: process.stopped().text,
        }
    }

    /// Reads the next step, if it is this one.
    ///
    /// # Errors
    /// If the process is gone, or does not come back.
    pub fn step(&mut self, process: &Process, run: Run, observes: bool) -> Result<Next, ProcessError> {
        if run.steps != 1 || (observes && !self.observes) {
            return Ok(Next::Other);
        }
        let log = process.log_from(self.read)?;
        if log.is_empty() {
            return Ok(Next::End);
        }
        Ok(self.read_step(log, run).map_or(Next::Other, |()| Next::Read))
    }

    fn read_step(&mut self, log: &[u8], run: Run) -> Option<()> {
        let mut part = Part { log, at: 0 };
        let step: Step = part.take(size_of::<Step>())?;
        let Run { choice, thread, other, .. } = step.choice;
        if (choice, thread, other) != (run.choice, run.thread, run.other) {
            return None;
        }
        let before = std::mem::take(&mut self.live);
        self.live = part.take_all(step.report.live as usize, THREADS)?;
        self.note_status(&before);
        for _ in 0..step.records {
            let id: u32 = part.take(size_of::<u32>())?;
            if id as usize >= THREADS {
                return None;
            }
            let held = part.peek::<u32>(offset_of!(ThreadRecord, held))? as usize;
            let unused = (HELD - held.min(HELD)) * size_of::<HeldLock>();
            let record = part.take(size_of::<ThreadRecord>() - unused)?;
            if id as usize >= self.threads.len() {
                self.threads.resize(id as usize + 1, ThreadRecord::default());
            }
            self.threads[id as usize] = record;
        }
        self.events = part.take_all(step.report.events as usize, EVENTS)?;
        self.report = step.report;
        self.read += step.size as usize;
        Some(())
    }

    /// A thread that no longer lives has ended.
    fn note_status(&mut self, before: &[u32]) {
        let last = self.live.last().map_or(0, |last| *last as usize + 1).min(THREADS);
        if last > self.status.len() {
            self.status.resize(last, 0);
        }
        for (ids, status) in [(before, 2), (&self.live[..], 1)] {
            for id in ids {
                if let Some(known) = self.status.get_mut(*id as usize) {
                    *known = status;
                }
            }
        }
    }
}

/// What is left of a step.
struct Part<'l> {
    log: &'l [u8],
    at: usize,
}

/// What consists of nothing but numbers.
trait Numbers: Copy + Default {}
impl Numbers for u32 {}
impl Numbers for Step {}
impl Numbers for ThreadRecord {}
impl Numbers for EventRecord {}

impl Part<'_> {
    /// The next value, of which only so many bytes are there.
    fn take<T: Numbers>(&mut self, size: usize) -> Option<T> {
        let value = read(self.log.get(self.at..self.at + size)?);
        self.at += size.next_multiple_of(ALIGNED);
        Some(value)
    }

    /// So many values; none if there are more than there can be.
    fn take_all<T: Numbers>(&mut self, count: usize, most: usize) -> Option<Vec<T>> {
        let size = count.min(most) * size_of::<T>();
        let bytes = self.log.get(self.at..self.at + size).filter(|_| count <= most)?;
        self.at += size.next_multiple_of(ALIGNED);
        Some(bytes.chunks_exact(size_of::<T>()).map(read).collect())
    }

    /// A value inside the next one.
    fn peek<T: Numbers>(&self, offset: usize) -> Option<T> {
        Some(read(self.log.get(self.at + offset..self.at + offset + size_of::<T>())?))
    }
}

/// A value of which these bytes are the beginning.
fn read<T: Numbers>(bytes: &[u8]) -> T {
    let mut value = T::default();
    let size = bytes.len().min(size_of::<T>());
    // SAFETY: any bytes are numbers, and there are so many on both sides.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), (&raw mut value).cast(), size) };
    value
}
