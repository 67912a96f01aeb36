//! Tells what happens in a witness, step by step, with names.

use deadheat_analysis::scope::is_library;
use deadheat_analysis::{Scope, ThreadName, names};
use deadheat_event::{
    AccessKind, Context, Event, Location, LockId, LockMode, ObjectId, Observer, OpKind, SiteId, SourcePos, ThreadId,
    Value, WakeReason, name,
};
use deadheat_machine::Machine;
use deadheat_search::property::{Names, doing};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::result::{Act, Moment};

/// How many moments are kept: the first ones and the last ones.
const MOST: (usize, usize) = (1_000, 4_000);

/// Writes down events.
pub struct Narrator {
    scope: Scope,
    step: u64,
    moments: Vec<(Moment, Subject)>,
    started: FxHashMap<ThreadId, (ThreadId, Vec<SourcePos>)>,
    threads: Vec<ThreadId>,
    /// Who made the last step.
    running: Option<ThreadId>,
    /// Why another thread goes on now.
    reason: Option<String>,
    ended: FxHashSet<ThreadId>,
    lock_names: FxHashMap<LockId, String>,
    namesakes: FxHashMap<String, u32>,
    places: FxHashMap<SiteId, Option<SourcePos>>,
}

/// What a moment is about, to see later whether it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Memory.
    Location(Location),
    /// A lock.
    Lock(LockId),
    /// Threads themselves.
    Threads,
    /// Something else.
    Other,
}

impl Default for Narrator {
    fn default() -> Self {
        Self {
            scope: Scope::default(),
            step: 0,
            moments: Vec::new(),
            started: FxHashMap::default(),
            threads: vec![ThreadId(0)],
            running: None,
            reason: None,
            ended: FxHashSet::default(),
            lock_names: FxHashMap::default(),
            namesakes: FxHashMap::default(),
            places: FxHashMap::default(),
        }
    }
}

impl Narrator {
    /// The number of the step that the next events belong to.
    pub fn at_step(&mut self, step: u64) {
        self.step = step;
    }

    /// This thread makes the next step. If another one made the last, that one's situation is the reason, where reasons are told.
    pub fn turn<M: Machine>(&mut self, next: ThreadId, machine: &M, told: bool) {
        let last = self.running.replace(next).filter(|last| *last != next);
        let Some(last) = last.filter(|_| told) else { return };
        let situation = match machine.pending(last) {
            None => "has ended".to_owned(),
            Some(op) => {
                let doing =
                    doing(&op, &mut Spoken { narrator: self, context: machine.context(), target: name::location });
                // Nothing but the schedule keeps it from going on.
                if op.is_enabled() { doing.replacen("is about", "is held back, about", 1) } else { doing }
            }
        };
        self.reason = Some(format!("{last} {situation}"));
    }

    /// The threads of the run, with where each was started.
    #[must_use]
    pub fn threads(&self, context: &dyn Context) -> Vec<ThreadName> {
        self.threads.iter().map(|id| self.thread(*id, context)).collect()
    }

    /// One thread.
    #[must_use]
    pub fn thread(&self, id: ThreadId, context: &dyn Context) -> ThreadName {
        let started = self.started.get(&id);
        ThreadName {
            id,
            name: context.thread_name(id),
            started_by: started.map(|(by, _)| *by),
            started_at: started.map(|(_, at)| at.clone()).unwrap_or_default(),
        }
    }

    /// The whole story, with its threads: everything matters.
    #[must_use]
    pub fn finish(self, context: &dyn Context) -> (Vec<ThreadName>, Vec<Moment>) {
        let threads = self.threads(context);
        let moments = self.moments.into_iter().map(|(moment, _)| Moment { relevant: true, ..moment });
        (threads, moments.collect())
    }

    /// The memory through which threads influence each other: touched by several, written by one.
    #[must_use]
    pub fn conflicts(&self) -> FxHashSet<Subject> {
        let mut users: FxHashMap<Subject, (ThreadId, bool, bool)> = FxHashMap::default();
        for (moment, subject) in &self.moments {
            if let Subject::Location(_) = subject {
                let writes = matches!(moment.act, Act::Write { .. } | Act::Update { wrote: true, .. });
                let (first, several, written) = users.entry(*subject).or_insert((moment.thread, false, false));
                *several |= *first != moment.thread;
                *written |= writes;
            }
        }
        users
            .into_iter()
            .filter(|(_, (_, several, written))| *several && *written)
            .map(|(subject, _)| subject)
            .collect()
    }

    /// The locks that several threads take.
    #[must_use]
    pub fn shared_locks(&self) -> FxHashSet<Subject> {
        let mut users: FxHashMap<Subject, ThreadId> = FxHashMap::default();
        let mut shared = FxHashSet::default();
        for (moment, subject) in &self.moments {
            if let Subject::Lock(_) = subject
                && *users.entry(*subject).or_insert(moment.thread) != moment.thread
            {
                shared.insert(*subject);
            }
        }
        shared
    }

    /// The story. What is about one of the subjects matters.
    #[must_use]
    pub fn story(self, subjects: &FxHashSet<Subject>) -> Vec<Moment> {
        let matters = |subject| subjects.contains(&subject) || subject == Subject::Threads;
        let moments = self.moments.into_iter();
        moments.map(|(moment, subject)| Moment { relevant: matters(subject), ..moment }).collect()
    }

    fn place(&mut self, event: &Event, context: &dyn Context) -> (Option<SourcePos>, Option<String>) {
        let inner = context.source(event.site);
        if !is_library(&inner.class) {
            return (Some(inner), None);
        }
        let mut stack = Vec::new();
        context.stack_sites(event.thread, &mut stack);
        let scope = &mut self.scope;
        let site = scope.calling_frame(&stack, context);
        let place = site.and_then(|site| self.places.entry(site).or_insert_with(|| Some(context.source(site))).clone());
        (place, Some(format!("{}.{}", inner.class, inner.method)))
    }

    /// What the story calls a lock. Different locks have different names, although a field may hold many.
    pub fn lock(&mut self, lock: LockId, context: &dyn Context) -> String {
        if let Some(name) = self.lock_names.get(&lock) {
            return name.clone();
        }
        let name = names::lock(lock, context).name;
        let namesakes = self.namesakes.entry(name.clone()).or_default();
        *namesakes += 1;
        let name = if *namesakes > 1 { format!("{name} #{namesakes}") } else { name };
        self.lock_names.insert(lock, name.clone());
        name
    }

    fn act(&mut self, event: &Event, context: &dyn Context) -> Option<(Act, Subject)> {
        let volatile = |access: AccessKind| access != AccessKind::Plain;
        Some(match &event.kind {
            OpKind::Mark(_) => return None,
            OpKind::Begin => (Act::Begin, Subject::Threads),
            OpKind::End => {
                self.ended.insert(event.thread);
                (Act::End, Subject::Threads)
            }
            OpKind::Read { location, access, value } => {
                let (target, value) =
                    (name::location(*location, context), value.map(|value| name::value(value, context)));
                (Act::Read { target, value, volatile: volatile(*access) }, Subject::Location(*location))
            }
            OpKind::Write { location, access, value } => {
                let (target, value) =
                    (name::location(*location, context), value.map(|value| name::value(value, context)));
                (Act::Write { target, value, volatile: volatile(*access) }, Subject::Location(*location))
            }
            OpKind::Update { location, old, new, wrote } => {
                let text = |value: &Option<Value>| value.map(|value| name::value(value, context));
                let (old, new) = (text(old), text(new));
                let target = name::location(*location, context);
                (Act::Update { target, old, new, wrote: *wrote }, Subject::Location(*location))
            }
            OpKind::Acquire { lock, mode, .. } => {
                let shared = *mode == LockMode::Shared;
                (Act::Acquire { lock: self.lock(*lock, context), shared }, Subject::Lock(*lock))
            }
            OpKind::TryAcquire { lock, mode, acquired } => {
                let (shared, acquired) = (*mode == LockMode::Shared, *acquired == Some(true));
                let subject = if acquired { Subject::Lock(*lock) } else { Subject::Threads };
                (Act::TryAcquire { lock: self.lock(*lock, context), shared, acquired }, subject)
            }
            OpKind::Release { lock, mode, .. } => {
                let shared = *mode == LockMode::Shared;
                (Act::Release { lock: self.lock(*lock, context), shared }, Subject::Lock(*lock))
            }
            OpKind::Wait { lock, timed, .. } => {
                (Act::Wait { condition: self.lock(*lock, context), timed: *timed }, Subject::Lock(*lock))
            }
            OpKind::Wake { lock, how, .. } => {
                // That time was over is often the whole point, whatever was waited for.
                let subject = if *how == WakeReason::TimedOut { Subject::Threads } else { Subject::Lock(*lock) };
                (Act::Wake { condition: self.lock(*lock, context), how: how.to_string() }, subject)
            }
            OpKind::Notify { lock, all, woken, .. } => {
                let condition = self.lock(*lock, context);
                (Act::Notify { condition, all: *all, woken: woken.clone() }, Subject::Lock(*lock))
            }
            OpKind::Start { thread } => {
                self.threads.push(*thread);
                self.started.insert(*thread, (event.thread, context.stack(event.thread)));
                (Act::Start { thread: *thread }, Subject::Threads)
            }
            OpKind::Join { thread, timed: true } if !self.ended.contains(thread) => {
                // A look at a thread that goes on.
                let asks_for_end = &*context.source(event.site).method != "isInterrupted";
                let subject = if asks_for_end { Subject::Threads } else { Subject::Other };
                (Act::Other { what: format!("finds {thread} alive") }, subject)
            }
            OpKind::Join { thread, .. } => (Act::Join { thread: *thread }, Subject::Threads),
            other => self.other(other, context),
        })
    }

    /// What has no act of its own.
    fn other(&mut self, kind: &OpKind, context: &dyn Context) -> (Act, Subject) {
        let mut about = |verb: &str, object: ObjectId| {
            let lock = LockId(object);
            (verb.replace("{}", &self.lock(lock, context)), Subject::Lock(lock))
        };
        let permits = |number: u32| format!("{number} permit{}", if number == 1 { "" } else { "s" });
        let (what, subject) = match kind {
            OpKind::ClassInit { class } => about("initialises {}", *class),
            OpKind::LatchAwait { latch } => about("finds {} open", *latch),
            OpKind::LatchCountDown { latch } => about("counts {} down", *latch),
            OpKind::SemaphoreAcquire { semaphore, permits: number } => {
                about(&format!("takes {} of {{}}", permits(*number)), *semaphore)
            }
            OpKind::SemaphoreRelease { semaphore, permits: number } => {
                about(&format!("gives {} to {{}}", permits(*number)), *semaphore)
            }
            // Who wakes or stops whom is part of every story.
            OpKind::Unpark { thread } => (format!("unparks {thread}"), Subject::Threads),
            OpKind::Interrupt { thread } => (format!("interrupts {thread}"), Subject::Threads),
            OpKind::Choose { chosen: Some(chosen), options } => {
                (format!("gets {chosen} of {options} by chance"), Subject::Threads)
            }
            OpKind::Throw { exception } => {
                (format!("does not catch a {}", context.object_class(*exception)), Subject::Threads)
            }
            OpKind::Park { .. } => ("parks".to_owned(), Subject::Other),
            OpKind::Interrupted => ("looks whether it is interrupted".to_owned(), Subject::Other),
            OpKind::Sleep => ("sleeps".to_owned(), Subject::Other),
            OpKind::Yield => ("lets others go first".to_owned(), Subject::Other),
            other => (other.to_string(), Subject::Other),
        };
        (Act::Other { what }, subject)
    }
}

impl Observer for Narrator {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        let Some((act, subject)) = self.act(event, context) else { return };
        let (place, library) = self.place(event, context);
        // How the library starts and ends threads is nothing that a reader wants to know.
        let library = library.filter(|_| subject != Subject::Threads);
        let switch = self.reason.take();
        let moment = Moment { step: self.step, thread: event.thread, act, place, library, relevant: false, switch };
        self.moments.push((moment, subject));
        if self.moments.len() > MOST.0 + 2 * MOST.1 {
            // The middle goes: a person reads the beginning and the end.
            let end = self.moments.len() - MOST.1;
            self.moments.drain(MOST.0..end);
        }
    }
}

/// Locks by the names that the story has for them, memory as somebody says.
pub struct Spoken<'a> {
    /// The story.
    pub narrator: &'a mut Narrator,
    /// The present moment.
    pub context: &'a dyn Context,
    /// What memory is called.
    pub target: fn(Location, &dyn Context) -> String,
}

impl Names for Spoken<'_> {
    fn object(&mut self, object: ObjectId) -> String {
        self.narrator.lock(LockId(object), self.context)
    }

    fn location(&mut self, location: Location) -> String {
        (self.target)(location, self.context)
    }

    fn value(&self, value: Value) -> String {
        name::value(value, self.context)
    }
}
