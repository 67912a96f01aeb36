//! Writing a trace while the guest runs.

use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::bytes::Sink;
use super::late_names::{Asking, LateNameWriter};
use super::momentary::Momentary;
use super::objects::{ObjectWriter, SharingChange};
use super::operations::kind_number;
use super::sites::SiteWriter;
use super::stacks::StackWriter;
use super::texts::{TextNumber, TextWriter};
use super::variables::VariableWriter;
use super::{MAGIC, MOST_THREADS, VERSION, tag};
use crate::{Context, Done, Event, EventKind, Location, Mark, Observer, SyncId, ThreadId, Value};

/// When so many bytes have gathered, they are written.
const BUFFER: usize = 1 << 16;

/// An observer that writes what it sees to a trace file.
///
/// An observer cannot fail, so the first error of `out` is kept, nothing more is written, and
/// [`finish`](TraceWriter::finish) returns it.
pub struct TraceWriter<W: Write> {
    out: W,
    failed: Option<io::Error>,
    buffer: Sink,
    tables: Tables,
    events: u64,
    next_seq: u64,
    step: u64,
}

/// What was written about the things that events mention.
#[derive(Default)]
struct Tables {
    texts: TextWriter,
    sites: SiteWriter,
    stacks: StackWriter,
    threads: FxHashMap<ThreadId, WrittenThread>,
    objects: ObjectWriter,
    variables: VariableWriter,
    late_names: LateNameWriter,
}

#[derive(Default)]
struct WrittenThread {
    name: Option<TextNumber>,
    /// Whether an event of it was written.
    seen: bool,
    ended: bool,
}

impl<W: Write> TraceWriter<W> {
    /// A writer to `out`, which needs no buffer of its own; `guest` says what kind of guest is run: `java`.
    pub fn new(out: W, guest: &str) -> Self {
        let mut buffer = Sink::default();
        buffer.0.extend_from_slice(MAGIC);
        buffer.number(VERSION);
        buffer.name(guest);
        Self { out, failed: None, buffer, tables: Tables::default(), events: 0, next_seq: 0, step: 0 }
    }

    /// Ends the trace and gives `out` back. `context` is that of the run's end.
    ///
    /// # Errors
    /// The first error met while writing.
    pub fn finish(mut self, context: &dyn Context) -> io::Result<W> {
        if self.failed.is_none() {
            let Self { tables, buffer: out, .. } = &mut self;
            tables.write_thread_names(context, out);
            tables.late_names.ask_at_end(&mut Asking { context, texts: &mut tables.texts, out });
        }
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
}

impl<W: Write> Observer for TraceWriter<W> {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        if self.failed.is_some() {
            return;
        }
        if let Err(what) = fits(event) {
            self.failed = Some(io::Error::new(io::ErrorKind::InvalidInput, what));
            return;
        }
        let Self { buffer: out, tables, .. } = self;
        tables.write_first(event, context, out);
        tables.write_operands(event, context, out);
        let Tables { texts, sites, stacks, .. } = tables;
        let (stack, inner) = stacks.number(event.thread, context, sites, texts, out);
        let own_site = (inner != Some(event.site)).then(|| sites.number(event.site, context, texts, out));
        out.number(tag::FIRST_EVENT + kind_number(&event.kind));
        out.number(event.thread.0);
        out.number(u64::from(stack) * 2 + u64::from(own_site.is_some()));
        if let Some(site) = own_site {
            out.number(site);
        }
        out.number(event.seq.wrapping_sub(self.next_seq));
        out.number(event.step.wrapping_sub(self.step));
        out.operands(&event.kind);
        Momentary::of(event, context).write(out);
        if event.done() == Some(&Done::End) {
            stacks.end(event.thread);
        }
        self.next_seq = event.seq.wrapping_add(1);
        self.step = event.step;
        self.events += 1;
        if self.buffer.0.len() >= BUFFER {
            self.flush();
        }
    }
}

impl Tables {
    /// Before a thread's first event.
    fn write_first(&mut self, event: &Event, context: &dyn Context, out: &mut Sink) {
        let known = self.threads.entry(event.thread).or_default();
        if std::mem::replace(&mut known.seen, true) {
            return;
        }
        self.write_thread(event.thread, context, out);
        let locks = context.locks(event.thread);
        if locks.is_empty() {
            return;
        }
        for (lock, _) in &locks {
            self.write_sync(*lock, context, out);
        }
        out.number(tag::LOCKS_HELD);
        out.number(event.thread.0);
        out.number(locks.len() as u64);
        locks.into_iter().for_each(|(lock, mode)| out.lock(lock, mode));
    }

    /// The thread's name, unless it is known.
    fn write_thread(&mut self, thread: ThreadId, context: &dyn Context, out: &mut Sink) {
        if self.threads.get(&thread).is_none_or(|known| known.name.is_none()) {
            self.write_thread_again(thread, context, out);
        }
    }

    /// The thread's name, if it has changed. One that is only being started may have none yet: it is asked for again.
    fn write_thread_again(&mut self, thread: ThreadId, context: &dyn Context, out: &mut Sink) {
        let known = self.threads.entry(thread).or_default();
        let name = context.thread_name(thread);
        if name.is_empty() && known.name.is_none() {
            return;
        }
        let name = self.texts.number(&name, out);
        if known.name.replace(name) != Some(name) {
            out.number(tag::THREAD);
            out.number(thread.0);
            out.number(name);
        }
    }

    fn write_sync(&mut self, sync: SyncId, context: &dyn Context, out: &mut Sink) {
        self.objects.type_name(sync.object, context, &mut self.texts, out);
        self.late_names.mention(sync);
    }

    fn write_taken(&mut self, lock: SyncId, thread: ThreadId, context: &dyn Context, out: &mut Sink) {
        self.late_names.taken(lock, thread, &mut Asking { context, texts: &mut self.texts, out });
    }

    /// Writes what there is to know of everything that the event is about.
    fn write_operands(&mut self, event: &Event, context: &dyn Context, out: &mut Sink) {
        let done = match &event.kind {
            EventKind::Did(done) => done,
            EventKind::Noted(mark) => return self.write_mark(*mark, context, out),
        };
        if let Some(access) = done.access() {
            self.write_access(event, access.location, access.writes, context, out);
        }
        if let Some(lock) = done.lock() {
            self.write_sync(lock, context, out);
        }
        match *done {
            Done::Read { value: Some(Value::Ref(Some(object))), .. }
            | Done::Write { value: Some(Value::Ref(Some(object))), .. } => self.objects.mention(object),
            Done::Update { old, new, .. } => {
                for value in [old, new] {
                    if let Some(Value::Ref(Some(object))) = value {
                        self.objects.mention(object);
                    }
                }
            }
            Done::Acquire { lock, .. } | Done::TryAcquire { lock, acquired: true, .. } => {
                self.write_taken(lock, event.thread, context, out);
            }
            Done::Wake { lock, condition, .. } => {
                self.write_sync(condition, context, out);
                self.write_taken(lock, event.thread, context, out);
            }
            Done::Unstarted { handle: sync }
            | Done::Wait { condition: sync, .. }
            | Done::LeaveWait { condition: sync, .. }
            | Done::Notify { condition: sync, .. }
            | Done::Initialise { once: sync }
            | Done::LatchAwait { latch: sync }
            | Done::LatchCountDown { latch: sync }
            | Done::SemaphoreAcquire { semaphore: sync, .. }
            | Done::SemaphoreRelease { semaphore: sync, .. } => self.write_sync(sync, context, out),
            Done::Throw { exception } => {
                self.objects.type_name(exception, context, &mut self.texts, out);
            }
            Done::Start { thread }
            | Done::Join { thread, .. }
            | Done::Inspect { thread }
            | Done::Unpark { thread }
            | Done::Interrupt { thread } => self.write_thread(thread, context, out),
            Done::End => {
                self.write_thread_again(event.thread, context, out);
                self.threads.entry(event.thread).or_default().ended = true;
            }
            _ => {}
        }
    }

    fn write_access(&mut self, event: &Event, location: Location, writes: bool, context: &dyn Context, out: &mut Sink) {
        let Self { objects, texts, variables, .. } = self;
        let type_name = location.object().map(|object| objects.type_name(object, context, texts, out));
        variables.write(location, type_name, event.site, context, texts, out);
        let change = objects.access(event.thread, location, writes);
        if change != SharingChange::None {
            self.write_shared(event.thread, location, change, context, out);
        }
    }

    /// Several threads touch something: a report may be about it.
    fn write_shared(
        &mut self,
        thread: ThreadId,
        location: Location,
        change: SharingChange,
        context: &dyn Context,
        out: &mut Sink,
    ) {
        let is_contended = change == SharingChange::Contended;
        let mut locks = Vec::new();
        if is_contended {
            self.write_thread_again(thread, context, out);
            locks = context.locks(thread);
            // A name belongs to an object that the file knows.
            locks.iter().for_each(|(lock, _)| self.write_sync(*lock, context, out));
        }
        let asking = &mut Asking { context, texts: &mut self.texts, out };
        if let Location::Element { array, index } = location {
            self.late_names.shared(array, index, is_contended, asking);
        }
        self.late_names.held(locks.into_iter().map(|(lock, _)| lock), asking);
    }

    fn write_mark(&mut self, mark: Mark, context: &dyn Context, out: &mut Sink) {
        match mark {
            Mark::Reuse(object) => self.objects.mention(object),
            Mark::InitBegin(once) | Mark::InitEnd(once) => self.write_sync(once, context, out),
            Mark::Collect => {
                self.write_thread_names(context, out);
                self.late_names.ask_before_collecting(&mut Asking { context, texts: &mut self.texts, out });
                let ended = self.objects.collect(context, out);
                self.variables.forget(&ended);
                self.late_names.forget(&ended);
            }
            Mark::IgnoreOn | Mark::IgnoreOff | Mark::AtomicBegin | Mark::AtomicEnd => {}
        }
    }

    /// The names of threads that have changed.
    fn write_thread_names(&mut self, context: &dyn Context, out: &mut Sink) {
        let alive = self.threads.iter().filter(|(_, known)| !known.ended);
        let mut threads: Vec<ThreadId> = alive.map(|(thread, _)| *thread).collect();
        threads.sort_unstable();
        threads.into_iter().for_each(|thread| self.write_thread_again(thread, context, out));
    }
}

/// Whether an event can be written: see the limits of the format.
fn fits(event: &Event) -> Result<(), &'static str> {
    let is_small = |thread: &ThreadId| thread.0 < MOST_THREADS;
    let threads_fit = match event.done() {
        Some(
            Done::Start { thread }
            | Done::Join { thread, .. }
            | Done::Inspect { thread }
            | Done::Unpark { thread }
            | Done::Interrupt { thread },
        ) => is_small(thread),
        Some(Done::Notify { woken, .. }) => woken.iter().all(is_small),
        _ => true,
    };
    if !threads_fit || !is_small(&event.thread) {
        return Err("a thread's id is too large for a trace");
    }
    if event.access().is_some_and(|access| !access.location.is_valid()) {
        return Err("an access has too many bytes for a trace");
    }
    Ok(())
}
