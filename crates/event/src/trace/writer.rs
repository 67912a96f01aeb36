//! Writing a trace while the guest runs.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use super::codec::{Sink, kind_number};
use super::{MAGIC, VERSION, tag};
use crate::{Context, Event, FieldId, Location, ObjectId, Observer, OpKind, SiteId, ThreadId};

/// When so many bytes have gathered, they are written.
const BUFFER: usize = 1 << 16;

/// An observer that writes what it sees to a trace file.
///
/// An observer cannot fail, so the first error of `out` is kept, nothing more is written, and
/// [`finish`](TraceWriter::finish) returns it.
pub struct TraceWriter<W: Write> {
    out: W,
    buffer: Sink,
    failed: Option<io::Error>,
    events: u64,
    next_seq: u64,
    threads: HashSet<ThreadId>,
    objects: HashSet<ObjectId>,
    fields: HashSet<FieldId>,
    sites: HashMap<SiteId, u32>,
}

impl<W: Write> TraceWriter<W> {
    /// A writer to `out`, which needs no buffer of its own.
    pub fn new(out: W) -> Self {
        let mut buffer = Sink::default();
        buffer.0.extend_from_slice(MAGIC);
        buffer.number(VERSION);
        Self {
            out,
            buffer,
            failed: None,
            events: 0,
            next_seq: 0,
            threads: HashSet::new(),
            objects: HashSet::new(),
            fields: HashSet::new(),
            sites: HashMap::new(),
        }
    }

    /// Ends the trace and gives `out` back.
    ///
    /// # Errors
    /// The first error met while writing.
    pub fn finish(mut self) -> io::Result<W> {
        self.buffer.number(tag::END);
        self.buffer.number(self.events);
        self.flush();
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.out),
        }
    }

    fn flush(&mut self) {
        if self.failed.is_none() {
            self.failed = self.out.write_all(&self.buffer.0).and_then(|()| self.out.flush()).err();
        }
        self.buffer.0.clear();
    }

    fn tell_thread(&mut self, thread: ThreadId, context: &dyn Context) {
        if self.threads.insert(thread) {
            self.buffer.number(tag::THREAD);
            self.buffer.number(thread.0);
            self.buffer.name(&context.thread_name(thread));
        }
    }

    fn tell_object(&mut self, object: ObjectId, context: &dyn Context) {
        if self.objects.insert(object) {
            self.buffer.number(tag::OBJECT);
            self.buffer.number(object.0);
            self.buffer.name(&context.object_class(object));
        }
    }

    fn tell_field(&mut self, field: FieldId, context: &dyn Context) {
        if self.fields.insert(field) {
            self.buffer.number(tag::FIELD);
            self.buffer.number(field.0);
            self.buffer.name(&context.field_name(field));
        }
    }

    /// The site's number in the file.
    fn tell_site(&mut self, site: SiteId, context: &dyn Context) -> u32 {
        if let Some(&number) = self.sites.get(&site) {
            return number;
        }
        let number = self.sites.len() as u32;
        self.sites.insert(site, number);
        let source = context.source(site);
        self.buffer.number(tag::SITE);
        self.buffer.number(site.0);
        self.buffer.name(&source.class);
        self.buffer.name(&source.method);
        self.buffer.option(source.file.as_deref(), Sink::name);
        self.buffer.option(source.line, Sink::number);
        number
    }

    fn tell_location(&mut self, location: Location, context: &dyn Context) {
        match location {
            Location::Field { object, field } => {
                self.tell_object(object, context);
                self.tell_field(field, context);
            }
            Location::Static { field } => self.tell_field(field, context),
            Location::Element { array, .. } => self.tell_object(array, context),
        }
    }

    /// Tells the names of everything that the operation is about. Objects that are only values stay nameless.
    fn tell_operands(&mut self, op: &OpKind, context: &dyn Context) {
        if let Some(access) = op.access() {
            self.tell_location(access.location, context);
        }
        if let Some(lock) = op.lock() {
            self.tell_object(lock.0, context);
        }
        match *op {
            OpKind::Wait { condition: object, .. }
            | OpKind::Wake { condition: object, .. }
            | OpKind::Notify { condition: object, .. }
            | OpKind::ClassInit { class: object }
            | OpKind::LatchAwait { latch: object }
            | OpKind::LatchCountDown { latch: object }
            | OpKind::SemaphoreAcquire { semaphore: object, .. }
            | OpKind::SemaphoreRelease { semaphore: object, .. }
            | OpKind::Throw { exception: object } => self.tell_object(object, context),
            OpKind::Start { thread }
            | OpKind::Join { thread, .. }
            | OpKind::Unpark { thread }
            | OpKind::Interrupt { thread } => self.tell_thread(thread, context),
            _ => {}
        }
    }
}

impl<W: Write> Observer for TraceWriter<W> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        if self.failed.is_some() {
            return;
        }
        self.tell_thread(event.thread, context);
        self.tell_operands(&event.kind, context);
        let site = self.tell_site(event.site, context);
        self.buffer.number(tag::FIRST_EVENT + kind_number(&event.kind));
        self.buffer.number(event.thread.0);
        self.buffer.number(site);
        self.buffer.number(event.seq.wrapping_sub(self.next_seq));
        self.buffer.operands(&event.kind);
        self.next_seq = event.seq.wrapping_add(1);
        self.events += 1;
        if self.buffer.0.len() >= BUFFER {
            self.flush();
        }
    }
}
