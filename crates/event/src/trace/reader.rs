//! Reading a trace, event by event.

use std::io::{self, Read};

use super::bytes::{Got, Source};
use super::context::TraceContext;
use super::late_names::LateNames;
use super::momentary::Momentary;
use super::{MAGIC, TraceError, VERSION, tag};
use crate::Event;

/// The events of a trace, in order. After an error, and after the last event, there are no more.
///
/// Its [`context`](Self::context) knows what the file has said so far. Names that stand behind the events that they are about are
/// not known in time; [`observe`](super::observe) takes care of that.
pub struct TraceReader<R: Read> {
    source: Source<R>,
    guest: String,
    context: TraceContext,
    events: u64,
    next_seq: u64,
    step: u64,
    ended: bool,
}

impl<R: Read> TraceReader<R> {
    /// A reader of `input`, which should have a buffer.
    ///
    /// # Errors
    /// If the input does not begin like a trace of a known version.
    pub fn new(input: R) -> Result<Self, TraceError> {
        let mut source = Source(input);
        let mut magic = [0; MAGIC.len()];
        match source.0.read_exact(&mut magic) {
            Ok(()) if magic == MAGIC => {}
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(TraceError::Io(error)),
            _ => return Err(TraceError::NotATrace),
        }
        match source.number()? {
            VERSION => {}
            other => return Err(TraceError::Version(other)),
        }
        let guest = source.name()?;
        let context = TraceContext::default();
        Ok(Self { source, guest, context, events: 0, next_seq: 0, step: 0, ended: false })
    }

    /// A reader for a second reading.
    pub(super) fn with_late_names(input: R, names: LateNames) -> Result<Self, TraceError> {
        Ok(Self { context: TraceContext::with_late_names(names), ..Self::new(input)? })
    }

    /// The kind of guest that was run: `java`.
    pub fn guest(&self) -> &str {
        &self.guest
    }

    /// What is known at the event that was read last.
    pub fn context(&self) -> &TraceContext {
        &self.context
    }

    /// What is known at the event that was read last.
    pub fn into_context(self) -> TraceContext {
        self.context
    }

    /// The next event, past all that stands before it; `None` at the end.
    fn read(&mut self) -> Got<Option<Event>> {
        self.context.leave();
        loop {
            match self.source.long()? {
                tag::END if self.source.long()? == self.events => {
                    self.context.stand_at_end(self.events);
                    return Ok(None);
                }
                tag::END => return Err(TraceError::Corrupt("events are missing")),
                kind if kind >= tag::FIRST_EVENT => return self.read_event(kind - tag::FIRST_EVENT).map(Some),
                record => self.context.read(record, &mut self.source, self.events)?,
            }
        }
    }

    fn read_event(&mut self, kind: u64) -> Got<Event> {
        let Self { source, context, .. } = self;
        let thread = source.thread()?;
        let stack = source.long()?;
        let has_own_site = stack % 2 == 1;
        let stack = context.stacks.number(stack / 2)?;
        let site = if has_own_site {
            context.sites.number(source)?
        } else {
            context.stacks.sites(stack).next().ok_or(TraceError::Corrupt("an event has no site"))?
        };
        let site = context.sites.by_number(site).id;
        let seq = self.next_seq.wrapping_add(source.long()?);
        let step = self.step.wrapping_add(source.long()?);
        let kind = source.event(kind)?;
        let moment = Momentary::read(&kind, source)?;
        let event = Event { seq, step, thread, site, kind };
        context.stand_at(&event, self.events, stack, moment);
        self.next_seq = seq.wrapping_add(1);
        self.step = step;
        self.events += 1;
        Ok(event)
    }
}

impl<R: Read> Iterator for TraceReader<R> {
    type Item = Result<Event, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.read().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}
