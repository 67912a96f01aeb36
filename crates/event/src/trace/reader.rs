//! Reading a trace.

use std::io::{self, Read};

use super::codec::Source;
use super::{MAGIC, Names, VERSION, tag};
use crate::{Event, FieldId, ObjectId, SiteId, SourcePos};

/// A trace that cannot be read (any further).
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file does not begin like a trace.
    #[error("not a trace; make one with `deadheat run --trace FILE`")]
    NotATrace,
    /// A version that this program cannot read.
    #[error(
        "trace version {0} is not known here, only {VERSION} is; record it again or use the deadheat that wrote it"
    )]
    Version(u32),
    /// The file ends in mid-record, or without its last record.
    #[error("the trace was cut short: the run that wrote it did not end properly; record it again")]
    Truncated,
    /// The file holds something that no writer writes.
    #[error("the trace is damaged ({0}); record it again")]
    Corrupt(&'static str),
    /// The file cannot be read.
    #[error("cannot read the trace: {0}")]
    Io(io::Error),
}

impl From<io::Error> for TraceError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::Truncated } else { Self::Io(error) }
    }
}

/// The events of a trace, in order. After an error, and after the last event, there are no more.
pub struct TraceReader<R: Read> {
    source: Source<R>,
    names: Names,
    sites: Vec<SiteId>,
    events: u64,
    next_seq: u64,
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
        Ok(Self { source, names: Names::default(), sites: Vec::new(), events: 0, next_seq: 0, ended: false })
    }

    /// The names told so far: all that the events read so far mention.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The next event, past any names; `None` at the end.
    fn read(&mut self) -> Result<Option<Event>, TraceError> {
        loop {
            match self.source.long()? {
                tag::END if self.source.long()? == self.events => return Ok(None),
                tag::END => return Err(TraceError::Corrupt("events are missing")),
                tag::THREAD => {
                    let thread = self.source.thread()?;
                    self.names.threads.insert(thread, self.source.name()?);
                }
                tag::OBJECT => {
                    let object = ObjectId(self.source.number()?);
                    self.names.objects.insert(object, self.source.name()?);
                }
                tag::FIELD => {
                    let field = FieldId(self.source.number()?);
                    self.names.fields.insert(field, self.source.name()?);
                }
                tag::SITE => self.read_site()?,
                kind if kind >= tag::FIRST_EVENT => return self.read_event(kind - tag::FIRST_EVENT).map(Some),
                _ => return Err(TraceError::Corrupt("a record is of no known kind")),
            }
        }
    }

    fn read_site(&mut self) -> Result<(), TraceError> {
        let site = SiteId(self.source.long()?);
        let source = SourcePos {
            class: self.source.name()?.into(),
            method: self.source.name()?.into(),
            file: self.source.option(Source::name)?.map(Into::into),
            line: self.source.option(Source::number)?,
        };
        self.sites.push(site);
        self.names.sources.insert(site, source);
        Ok(())
    }

    fn read_event(&mut self, kind: u64) -> Result<Event, TraceError> {
        let thread = self.source.thread()?;
        let site = self.source.number()? as usize;
        let site = *self.sites.get(site).ok_or(TraceError::Corrupt("an event has an unknown site"))?;
        let seq = self.next_seq.wrapping_add(self.source.long()?);
        let kind = self.source.operation(kind)?;
        self.next_seq = seq.wrapping_add(1);
        self.events += 1;
        Ok(Event { seq, thread, kind, site })
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
