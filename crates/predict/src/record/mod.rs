//! A history from the events of a run, or of a recorded trace.
//!
//! What is left out: operations that no other thread can notice (`yield`, `sleep`, choices), and looks at threads that were not started yet; a
//! replay settles whether that mattered. A machine does not show locks that are taken while no other thread can know of them; they are asked for
//! where a thread is first seen and where it starts another. Ids of objects come again after a collection, as names of other objects: those are new
//! variables and locks here.
//!
//! A history that is all there is, one of a trace without its program, comes [with names](HistoryRecorder::with_names), and tells as plain accesses only
//! those that can race: not what the program says is meant, nor what synchronisers of a library do inside. It also has the bounds of
//! blocks that should be atomic. What is meant, and what is inside a synchroniser, breaks none: a call of one is a single operation to
//! its caller, and its variables are its own.

mod blocks;
mod names;

use std::hash::Hash;

use deadheat_event::{
    AccessKind, Context, Done, Event as RunEvent, EventKind, Location, LockMode, Mark, ObjectId, Observer, SiteId,
    SyncId, ThreadId, Value, WakeReason,
};
use rustc_hash::{FxHashMap, FxHashSet};

use blocks::{Change, OpenBlocks};
use names::{NameTable, Spot};
pub use names::{PlaceName, RecordedNames};

use crate::history::{
    Action, Condition, Event, EventId, History, HistoryBuilder, IllFormed, KnownValue, Latch, Lock, Mode, Place,
    Semaphore, Thread, Variable,
};

/// Numbers for things, in the order in which they are first seen.
#[derive(Debug)]
struct Numbers<K> {
    known: FxHashMap<K, u32>,
    count: u32,
    /// Those that have no name yet; none where there are no names.
    nameless: Option<Vec<(K, u32)>>,
}

impl<K> Default for Numbers<K> {
    fn default() -> Self {
        Self { known: FxHashMap::default(), count: 0, nameless: None }
    }
}

impl<K: Copy + Eq + Hash> Numbers<K> {
    fn of(&mut self, thing: K) -> u32 {
        *self.known.entry(thing).or_insert_with(|| {
            let number = self.count;
            self.count += 1;
            if let Some(nameless) = &mut self.nameless {
                nameless.push((thing, number));
            }
            number
        })
    }

    /// Those that have no name yet.
    fn nameless(&mut self) -> impl Iterator<Item = (K, u32)> {
        self.nameless.iter_mut().flat_map(std::mem::take)
    }

    fn is_new(&self, thing: &K) -> bool {
        !self.known.contains_key(thing)
    }
}

/// What is shared memory to threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    Memory(Location),
    /// Whether a thread was interrupted.
    Interrupt(ThreadId),
}

/// A history with what it is about in the run.
#[derive(Debug, Default)]
pub struct RecordedHistory {
    /// The history.
    pub history: History,
    /// The step of each event.
    steps: Vec<u64>,
    /// The numbers of sites; places with names are more than that.
    places: FxHashMap<SiteId, Place>,
    /// Whether the whole run is in it.
    pub complete: bool,
    /// What the numbers stand for, if that was asked for.
    pub names: Option<RecordedNames>,
}

impl RecordedHistory {
    /// The step of the run that an event belongs to.
    #[must_use]
    pub fn step(&self, event: EventId) -> u64 {
        self.steps[event.at()]
    }

    /// The place that is this site, if anything happened there.
    #[must_use]
    pub fn place(&self, site: SiteId) -> Option<Place> {
        self.places.get(&site).copied()
    }

    /// The first event of a step.
    #[must_use]
    pub fn at_step(&self, step: u64) -> Option<EventId> {
        let at = self.steps.partition_point(|other| *other < step);
        (self.steps.get(at) == Some(&step)).then_some(EventId(at as u32))
    }
}

/// Watches a run and writes its history.
#[derive(Debug)]
pub struct HistoryRecorder {
    builder: HistoryBuilder,
    recorded: RecordedHistory,
    /// The most events.
    most: usize,
    over: bool,
    variables: Numbers<Cell>,
    locks: Numbers<SyncId>,
    conditions: Numbers<SyncId>,
    semaphores: Numbers<SyncId>,
    latches: Numbers<SyncId>,
    values: Numbers<Value>,
    /// Initialisers that are over.
    initialised: FxHashSet<SyncId>,
    seen: FxHashSet<ThreadId>,
    ended: FxHashSet<ThreadId>,
    /// Threads that have a permit to go on after `park`.
    permitted: FxHashSet<ThreadId>,
    names: Option<Box<NameTable>>,
    blocks: OpenBlocks,
    /// Where the present event is, where there are names.
    at: Option<Spot>,
}

impl HistoryRecorder {
    /// A recorder of up to so many events: the beginning of a trace is a trace.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            builder: HistoryBuilder::default(),
            recorded: RecordedHistory { complete: true, ..RecordedHistory::default() },
            most,
            over: false,
            variables: Numbers::default(),
            locks: Numbers::default(),
            conditions: Numbers::default(),
            semaphores: Numbers::default(),
            latches: Numbers::default(),
            values: Numbers::default(),
            initialised: FxHashSet::default(),
            seen: FxHashSet::default(),
            ended: FxHashSet::default(),
            permitted: FxHashSet::default(),
            names: None,
            blocks: OpenBlocks::default(),
            at: None,
        }
    }

    /// The same with names, and with places of the program instead of sites, for a history that is all there will be.
    #[must_use]
    pub fn with_names(mut self) -> Self {
        self.names = Some(Box::default());
        self.variables.nameless = Some(Vec::new());
        self.values.nameless = Some(Vec::new());
        for numbers in [&mut self.locks, &mut self.conditions, &mut self.semaphores, &mut self.latches] {
            numbers.nameless = Some(Vec::new());
        }
        self
    }

    /// What was recorded.
    #[must_use]
    pub fn finish(self) -> RecordedHistory {
        let history = self.builder.finish();
        let names = self.names.map(|names| names.finish(history.thread_count()));
        RecordedHistory { history, names, ..self.recorded }
    }

    /// Asks for the names of what is new.
    fn name(&mut self, context: &dyn Context) {
        let Some(names) = &mut self.names else { return };
        self.variables.nameless().for_each(|variable| names.variable(variable, context));
        self.values.nameless().for_each(|value| names.value(value, context));
        self.locks.nameless().for_each(|lock| names.sync(|names| &mut names.locks, lock, context));
        self.conditions.nameless().for_each(|sync| names.sync(|names| &mut names.conditions, sync, context));
        self.semaphores.nameless().for_each(|sync| names.sync(|names| &mut names.semaphores, sync, context));
        self.latches.nameless().for_each(|latch| names.sync(|names| &mut names.latches, latch, context));
    }

    fn push(&mut self, event: &RunEvent, action: Action, value: Option<Value>) {
        if self.over {
            return;
        }
        let place = self.at.map_or_else(|| self.place(event.site), |spot| spot.place);
        let value = value.map(|value| KnownValue(self.values.of(value)));
        match self.builder.push(Event { thread: Thread(event.thread.0), place, action, value }) {
            Ok(counts) => self.recorded.steps.extend(counts.then_some(event.step)),
            // An attempt can fail by time, or by chance; a lock can have been taken when no other thread knew of it.
            Err(IllFormed::RefusedFree { .. } | IllFormed::NotHeld { .. }) => {}
            // A thread that has ended may still shut the machine down. What it starts for that comes after all it did, which only the
            // end can tell.
            Err(IllFormed::AfterEnd { .. }) if !matches!(action, Action::Fork(_)) => {}
            // What a machine shows should never be ill-formed; what was recorded until then is a trace nonetheless.
            Err(_) => self.end(),
        }
        if self.builder.len() >= self.most {
            self.end();
        }
    }

    /// The place that is a site.
    fn place(&mut self, site: SiteId) -> Place {
        let next = Place(self.recorded.places.len() as u32);
        *self.recorded.places.entry(site).or_insert(next)
    }

    /// Records no more.
    fn end(&mut self) {
        (self.over, self.recorded.complete) = (true, false);
    }

    /// The locks that a thread holds before the event, as far as they are not known.
    fn held(&mut self, event: &RunEvent, context: &dyn Context) {
        let mut held = context.locks(event.thread);
        if let Some(Done::Release { lock, mode, reentrant: false }) = event.done() {
            held.push((*lock, *mode));
        }
        if let Some(Done::Wait { lock, .. }) = event.done() {
            held.push((*lock, LockMode::Exclusive));
        }
        for (lock, held_mode) in held {
            let (lock, mode) = (Lock(self.locks.of(lock)), mode(held_mode));
            if !self.builder.holds(Thread(event.thread.0), lock, mode) {
                self.push(event, Action::Acquire { lock, mode, waits: false }, None);
            }
        }
    }

    fn access(
        &mut self,
        event: &RunEvent,
        location: Location,
        value: Option<Value>,
        action: impl Fn(Variable) -> Action,
    ) {
        // The value of a stretch of bytes is not that of each byte.
        let value = value.filter(|_| !matches!(location, Location::Bytes { .. }));
        for cell in location.cells() {
            let variable = Variable(self.variables.of(Cell::Memory(cell)));
            if self.at.is_some_and(|spot| spot.breaks_nothing) {
                self.builder.quiet(variable);
            }
            self.push(event, action(variable), value);
        }
    }

    /// Whether the access of the present event races with its like.
    fn is_plain(&self, access: AccessKind) -> bool {
        access == AccessKind::Plain && self.at.is_none_or(|spot| !spot.is_quiet)
    }

    fn interrupt_flag(&mut self, thread: ThreadId) -> Variable {
        Variable(self.variables.of(Cell::Interrupt(thread)))
    }

    fn semaphore(&mut self, semaphore: SyncId, context: &dyn Context) -> Semaphore {
        let is_new = self.semaphores.is_new(&semaphore);
        let number = Semaphore(self.semaphores.of(semaphore));
        if is_new {
            let there = context.permits(semaphore).and_then(|permits| u64::try_from(permits).ok());
            self.builder.permits(number, there.unwrap_or(0));
        }
        number
    }

    fn done(&mut self, event: &RunEvent, done: &Done, context: &dyn Context) {
        let thread = event.thread;
        match *done {
            Done::Begin => self.push(event, Action::Begin, None),
            Done::End => {
                self.ended.insert(thread);
                self.push(event, Action::End, None);
            }
            Done::Read { location, access, value } => {
                let plain = self.is_plain(access);
                self.access(event, location, value, |variable| Action::Read { variable, plain });
            }
            Done::Write { location, access, value } => {
                let plain = self.is_plain(access);
                self.access(event, location, value, |variable| Action::Write { variable, plain });
            }
            Done::Update { location, new, wrote: true, .. } => {
                self.access(event, location, new, |variable| Action::Update { variable });
            }
            Done::Update { location, old, wrote: false, .. } => {
                self.access(event, location, old, |variable| Action::Read { variable, plain: false });
            }
            Done::Acquire { lock, mode: held, reentrant: false } => {
                let lock = Lock(self.locks.of(lock));
                self.push(event, Action::Acquire { lock, mode: mode(held), waits: true }, None);
            }
            Done::TryAcquire { lock, mode: held, acquired } => {
                let (lock, mode) = (Lock(self.locks.of(lock)), mode(held));
                let taken = Action::Acquire { lock, mode, waits: false };
                self.push(event, if acquired { taken } else { Action::Refused { lock, mode } }, None);
            }
            Done::Release { lock, mode: held, reentrant: false } => {
                let lock = Lock(self.locks.of(lock));
                self.push(event, Action::Release { lock, mode: mode(held) }, None);
            }
            Done::Wait { lock, condition, .. } => {
                let (lock, condition) = (Lock(self.locks.of(lock)), Condition(self.conditions.of(condition)));
                self.push(event, Action::Wait { lock, condition }, None);
            }
            Done::Wake { lock, condition, how } => {
                if how == WakeReason::Interrupted {
                    let variable = self.interrupt_flag(thread);
                    self.push(event, Action::Read { variable, plain: false }, None);
                }
                let (lock, condition) = (Lock(self.locks.of(lock)), Condition(self.conditions.of(condition)));
                let notified = how == WakeReason::Notified;
                self.push(event, Action::Wake { lock, condition, notified }, None);
            }
            Done::Notify { condition, all, .. } => {
                let condition = Condition(self.conditions.of(condition));
                self.push(event, Action::Notify { condition, all }, None);
            }
            Done::Start { thread: child } => self.push(event, Action::Fork(Thread(child.0)), None),
            // With a time limit, it may have been over before.
            Done::Join { thread: other, .. } if self.ended.contains(&other) => {
                self.push(event, Action::Join(Thread(other.0)), None);
            }
            Done::Interrupt { thread: other } => {
                let variable = self.interrupt_flag(other);
                self.push(event, Action::Write { variable, plain: false }, None);
            }
            Done::Interrupted | Done::LeaveWait { .. } => {
                let variable = self.interrupt_flag(thread);
                self.push(event, Action::Read { variable, plain: false }, None);
            }
            Done::Inspect { thread: other } => {
                let variable = self.interrupt_flag(other);
                self.push(event, Action::Read { variable, plain: false }, None);
            }
            Done::Unpark { thread: other } => {
                self.permitted.insert(other);
                self.push(event, Action::Unpark(Thread(other.0)), None);
            }
            Done::Park { .. } if self.permitted.remove(&thread) => self.push(event, Action::Park, None),
            Done::Initialise { once } if self.initialised.contains(&once) => {
                let latch = Latch(self.latches.of(once));
                self.push(event, Action::Await(latch), None);
            }
            Done::LatchAwait { latch } => {
                let latch = Latch(self.latches.of(latch));
                self.push(event, Action::Await(latch), None);
            }
            Done::LatchCountDown { latch } => {
                let latch = Latch(self.latches.of(latch));
                self.push(event, Action::CountDown(latch), None);
            }
            Done::SemaphoreAcquire { semaphore, permits } => {
                let semaphore = self.semaphore(semaphore, context);
                self.push(event, Action::Down { semaphore, permits }, None);
            }
            Done::SemaphoreRelease { semaphore, permits } => {
                let semaphore = self.semaphore(semaphore, context);
                self.push(event, Action::Up { semaphore, permits }, None);
            }
            Done::Acquire { .. }
            | Done::Release { .. }
            | Done::Join { .. }
            | Done::Park { .. }
            | Done::Initialise { .. }
            | Done::Unstarted { .. }
            | Done::Sleep
            | Done::Yield
            | Done::Choose { .. }
            | Done::Throw { .. } => {}
        }
    }

    /// Begins or ends blocks.
    fn bound(&mut self, event: &RunEvent, change: Change, context: &dyn Context) {
        let (Some(names), thread) = (&mut self.names, Thread(event.thread.0)) else { return };
        // The end of a thread may have come before what its last functions say of themselves.
        let _ = match change {
            Change::Begin => self.builder.begin_block(thread, names.block(event, context), None),
            Change::End(count) => {
                let Some(Spot { place, .. }) = self.at else { return };
                (0..count).try_for_each(|_| self.builder.end_block(thread, place, None))
            }
        };
    }

    /// Forgets the objects that go: their ids come again.
    fn collect(&mut self, context: &dyn Context) {
        let stays = |object: ObjectId| context.survives(object);
        self.variables.known.retain(|cell, _| match cell {
            Cell::Memory(location) => location.object().is_none_or(stays),
            Cell::Interrupt(_) => true,
        });
        for numbers in [&mut self.locks, &mut self.conditions, &mut self.semaphores, &mut self.latches] {
            numbers.known.retain(|sync, _| stays(sync.object));
        }
        if let Some(names) = &mut self.names {
            names.forget(stays);
        }
        self.blocks.retain(stays);
        self.initialised.retain(|once| stays(once.object));
        self.values.known.retain(|value, _| !matches!(value, Value::Ref(Some(object)) if !stays(*object)));
    }
}

impl Observer for HistoryRecorder {
    fn event(&mut self, event: &RunEvent, context: &dyn Context) {
        if self.over {
            return;
        }
        let is_first = self.seen.insert(event.thread);
        if let Some(names) = &mut self.names {
            self.at = Some(names.place(event, context));
            if is_first {
                names.thread(event.thread, &context.thread_name(event.thread));
            }
        }
        if is_first || matches!(event.done(), Some(Done::Start { .. })) {
            self.held(event, context);
        }
        let change = if self.names.is_some() { self.blocks.event(event, context) } else { None };
        match &event.kind {
            EventKind::Did(done) => self.done(event, done, context),
            EventKind::Noted(Mark::InitEnd(once)) => {
                self.initialised.insert(*once);
                let latch = Latch(self.latches.of(*once));
                self.push(event, Action::CountDown(latch), None);
            }
            EventKind::Noted(Mark::Collect) => self.collect(context),
            EventKind::Noted(_) => {}
        }
        if let Some(change) = change.filter(|_| !self.over) {
            self.bound(event, change, context);
        }
        self.name(context);
    }
}

fn mode(mode: LockMode) -> Mode {
    match mode {
        LockMode::Exclusive => Mode::Exclusive,
        LockMode::Shared => Mode::Shared,
    }
}
