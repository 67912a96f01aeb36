//! What happens in a run, step by step, with names.

use deadheat_analysis::{ThreadName, frames};
use deadheat_event::{
    CodeOwner, Context, Done, Event, EventKind, Location, Observer, SiteId, SourcePos, SyncId, ThreadId, WakeReason,
};
use deadheat_machine::Machine;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::names::{Namer, exact_name};
use crate::result::{Act, Doing, Moment, Switch};

/// How many moments are kept: the first ones and the last ones.
const MOST: (usize, usize) = (1_000, 4_000);

/// Writes down events.
#[derive(Default)]
pub struct Narrator {
    namer: Namer,
    moments: Vec<(Moment, Subject)>,
    started: FxHashMap<ThreadId, (ThreadId, Vec<SourcePos>)>,
    /// The threads that were started, in order.
    threads: Vec<ThreadId>,
    /// The thread that made the last step.
    running: Option<ThreadId>,
    /// Why another thread goes on now.
    reason: Option<Switch>,
    ended: FxHashSet<ThreadId>,
    places: FxHashMap<SiteId, Option<SourcePos>>,
}

/// What a moment is about, to see later whether it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Memory.
    Location(Location),
    /// A lock, or something else that threads synchronise on.
    Sync(SyncId),
    /// Threads themselves.
    Threads,
    /// Something else.
    Other,
}

impl Narrator {
    /// The names that it gives.
    pub fn namer(&mut self) -> &mut Namer {
        &mut self.namer
    }

    /// This thread makes the next step. If another one made the last, that one's situation is the reason; it is written down where
    /// `explained`.
    pub fn turn<M: Machine>(&mut self, next: ThreadId, machine: &M, explained: bool) {
        let last = self.running.replace(next).filter(|last| *last != next);
        let Some(from) = last.filter(|_| explained) else { return };
        let doing = match machine.pending(from) {
            None => Doing::Ended,
            Some(pending) => self.namer.doing(&pending, machine.context(), exact_name),
        };
        self.reason = Some(Switch { from, doing });
    }

    /// The threads of the run, with where each was started.
    #[must_use]
    pub fn threads(&self, context: &dyn Context) -> Vec<ThreadName> {
        let first = ThreadId(0);
        std::iter::once(&first).chain(&self.threads).map(|id| self.thread(*id, context)).collect()
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
            if let Subject::Sync(_) = subject
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
        if context.owner(event.site) == CodeOwner::Program {
            return (Some(context.source(event.site)), None);
        }
        let site = frames::calling_frame(&context.sites(event.thread), context);
        let place = site.and_then(|site| self.places.entry(site).or_insert_with(|| Some(context.source(site))).clone());
        (place, Some(context.source(event.site).full_name()))
    }

    fn act(&mut self, event: &Event, done: &Done, context: &dyn Context) -> (Act, Subject) {
        let subject = match done {
            Done::End => {
                self.ended.insert(event.thread);
                Subject::Threads
            }
            Done::Start { thread } => {
                self.threads.push(*thread);
                self.started.insert(*thread, (event.thread, context.stack(event.thread)));
                Subject::Threads
            }
            Done::Join { thread, timed: true } if !self.ended.contains(thread) => {
                return (Act::FindAlive { thread: *thread }, Subject::Threads);
            }
            // A failed try, a wait that time has ended, or what threads do to each other directly is often the whole point, whatever
            // else the story is about.
            Done::TryAcquire { acquired: false, .. }
            | Done::Wake { how: WakeReason::TimedOut, .. }
            | Done::Begin
            | Done::Join { .. }
            | Done::Unstarted { .. }
            | Done::LeaveWait { .. }
            | Done::Unpark { .. }
            | Done::Interrupt { .. }
            | Done::Choose { .. }
            | Done::Throw { .. } => Subject::Threads,
            Done::Initialise { once: sync }
            | Done::LatchAwait { latch: sync }
            | Done::LatchCountDown { latch: sync }
            | Done::SemaphoreAcquire { semaphore: sync, .. }
            | Done::SemaphoreRelease { semaphore: sync, .. } => Subject::Sync(*sync),
            Done::Park { .. } | Done::Inspect { .. } | Done::Interrupted | Done::Sleep | Done::Yield => Subject::Other,
            _ => match (done.access(), done.lock()) {
                (Some(access), _) => Subject::Location(access.location),
                (None, Some(lock)) => Subject::Sync(lock),
                (None, None) => Subject::Other,
            },
        };
        (self.namer.act(done, context), subject)
    }
}

impl Observer for Narrator {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        let EventKind::Did(done) = &event.kind else { return };
        let (act, subject) = self.act(event, done, context);
        let (place, library) = self.place(event, context);
        // How the library starts and ends threads is nothing that a reader wants to know.
        let library = library.filter(|_| subject != Subject::Threads);
        let switch = self.reason.take();
        let moment = Moment { step: event.step, thread: event.thread, act, place, library, relevant: false, switch };
        self.moments.push((moment, subject));
        if self.moments.len() > MOST.0 + 2 * MOST.1 {
            // The middle goes: a person reads the beginning and the end.
            let end = self.moments.len() - MOST.1;
            self.moments.drain(MOST.0..end);
        }
    }
}
