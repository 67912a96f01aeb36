//! A history as a machine: which events can come next, and what they do, one after the other and back again.
//!
//! What is held and counted follows from how far each thread is; only what depends on the *order* beside that is in a state's hash: who
//! wrote a variable last, which waiting threads were notified, which have a permit to go on.

use rustc_hash::FxHashMap;

use crate::causes::ReadsFrom;
use crate::history::{
    Action, Condition, Event, EventId, History, KnownValue, Latch, Lock, Mode, Semaphore, Thread, Variable,
};
use crate::notifications::notifications;

/// No event.
const NONE: u32 = u32::MAX;
/// An event that nobody has seen: no history has as many.
const UNKNOWN: u32 = u32::MAX - 1;

/// What is the same in all states.
#[derive(Debug)]
pub struct Model<'h> {
    /// The history.
    pub history: &'h History,
    reads: ReadsFrom,
    /// The write that each read saw, or `NONE`.
    sources: Vec<u32>,
    /// What each variable held at the start, where a read shows it.
    initial: Vec<Option<KnownValue>>,
    /// How often each latch was counted down before it was first passed.
    latches: Vec<u32>,
    /// Whether only one thread uses each lock, and each variable.
    private_locks: Vec<bool>,
    private_variables: Vec<bool>,
    /// The threads that notify, give permits, count down, and unpark.
    notifiers: FxHashMap<Condition, Vec<Thread>>,
    givers: FxHashMap<Semaphore, Vec<Thread>>,
    counters: FxHashMap<Latch, Vec<Thread>>,
    unparkers: FxHashMap<Thread, Vec<Thread>>,
    /// Locks that threads were refused: giving one back may take that away.
    refused: Vec<bool>,
    /// The thread that each single notification woke in the trace.
    woken: FxHashMap<EventId, Thread>,
}

/// Grows a table so that it has a row, and gives it.
fn row<T: Clone>(table: &mut Vec<T>, at: usize, empty: T) -> &mut T {
    if at >= table.len() {
        table.resize(at + 1, empty);
    }
    &mut table[at]
}

/// The users of a thing: nobody, one thread, or more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Users {
    None,
    One(Thread),
    More,
}

impl Users {
    fn add(&mut self, thread: Thread) {
        *self = match *self {
            Self::None => Self::One(thread),
            Self::One(other) if other == thread => *self,
            _ => Self::More,
        }
    }
}

fn add<K: std::hash::Hash + Eq>(table: &mut FxHashMap<K, Vec<Thread>>, key: K, thread: Thread) {
    let threads = table.entry(key).or_default();
    if !threads.contains(&thread) {
        threads.push(thread);
    }
}

impl<'h> Model<'h> {
    /// The machine of a history.
    #[must_use]
    pub fn new(history: &'h History, reads: ReadsFrom) -> Self {
        let mut this = Self {
            history,
            reads,
            sources: vec![NONE; history.events().len()],
            initial: Vec::new(),
            latches: Vec::new(),
            private_locks: Vec::new(),
            private_variables: Vec::new(),
            notifiers: FxHashMap::default(),
            givers: FxHashMap::default(),
            counters: FxHashMap::default(),
            unparkers: FxHashMap::default(),
            refused: Vec::new(),
            woken: FxHashMap::default(),
        };
        let woken = notifications(history).into_iter().map(|(wake, by)| (by, history.event(wake).thread));
        this.woken.extend(woken);
        let (mut writers, mut passed) = (Vec::new(), Vec::new());
        let (mut lock_users, mut variable_users) = (Vec::new(), Vec::new());
        for (id, event) in history.numbered() {
            let thread = event.thread;
            if let Some(variable) = event.action.reads() {
                let source = *row(&mut writers, variable.at(), NONE);
                this.sources[id.at()] = source;
                if source == NONE && matches!(event.action, Action::Read { .. }) && event.value.is_some() {
                    *row(&mut this.initial, variable.at(), None) = event.value;
                }
            }
            if let Some((variable, writes)) = event.action.access() {
                row(&mut variable_users, variable.at(), Users::None).add(thread);
                row(&mut this.initial, variable.at(), None);
                if writes {
                    *row(&mut writers, variable.at(), NONE) = id.0;
                }
            }
            let lock = event.action.takes().or(event.action.gives_back()).map(|(lock, _)| lock);
            let refused = if let Action::Refused { lock, .. } = event.action { Some(lock) } else { None };
            if let Some(lock) = lock.or(refused) {
                row(&mut lock_users, lock.at(), Users::None).add(thread);
                *row(&mut this.refused, lock.at(), false) |= refused.is_some();
            }
            match event.action {
                Action::Notify { condition, .. } => add(&mut this.notifiers, condition, thread),
                Action::Up { semaphore, .. } => add(&mut this.givers, semaphore, thread),
                Action::CountDown(latch) => {
                    add(&mut this.counters, latch, thread);
                    let open = *row(&mut passed, latch.at(), false);
                    *row(&mut this.latches, latch.at(), 0) += u32::from(!open);
                }
                Action::Await(latch) => {
                    *row(&mut passed, latch.at(), false) = true;
                    row(&mut this.latches, latch.at(), 0);
                }
                Action::Unpark(other) => add(&mut this.unparkers, other, thread),
                _ => {}
            }
        }
        this.private_locks = lock_users.iter().map(|users| *users != Users::More).collect();
        this.private_variables = variable_users.iter().map(|users| *users != Users::More).collect();
        this
    }

    /// Whether a read must see what it saw.
    #[must_use]
    pub fn keeps(&self, action: Action) -> bool {
        match self.reads {
            ReadsFrom::Kept => true,
            ReadsFrom::KeptIfSynchronised => !action.is_plain(),
            ReadsFrom::Free => false,
        }
    }
}

impl Model<'_> {
    /// How an event was done in the trace.
    #[must_use]
    pub fn as_recorded(&self, event: EventId) -> Move {
        Move { thread: self.history.event(event).thread, wakes: self.woken.get(&event).copied() }
    }
}

/// What keeps a thread from its next event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// It was not forked yet.
    NotForked,
    /// These threads must go on, or one of them.
    Others(Vec<Thread>),
    /// Nothing that any thread does can change it.
    Hopeless,
}

/// A step: a thread's next event. A notification that could reach several threads says which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The thread.
    pub thread: Thread,
    /// The waiting thread that is notified.
    pub wakes: Option<Thread>,
}

/// How far all threads are.
#[derive(Clone, Debug)]
pub struct State<'m, 'h> {
    model: &'m Model<'h>,
    done: Vec<u32>,
    forked: Vec<bool>,
    writers: Vec<u32>,
    holders: Vec<Vec<(Thread, Mode)>>,
    /// The condition that a thread waits for, and whether it was notified.
    waiting: Vec<Option<(Condition, bool)>>,
    permits: FxHashMap<Semaphore, i64>,
    counted: Vec<u32>,
    parking: Vec<bool>,
    hash: u64,
    trail: Vec<Undo>,
}

/// What is needed to take a step back.
#[derive(Clone, Debug)]
struct Undo {
    event: EventId,
    /// The writer before, or whether there was a permit.
    before: u32,
    /// The threads that were notified.
    notified: Vec<Thread>,
    /// Whether the thread that woke had been notified.
    was_notified: bool,
    hash: u64,
}

/// A number that stands for a fact about a state; facts are combined by exclusive or.
fn fact(kind: u64, at: u64, value: u64) -> u64 {
    let mut x = kind.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ at.rotate_left(32) ^ value;
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

fn thread_fact(thread: Thread, done: u32) -> u64 {
    fact(1, thread.0.into(), done.into())
}

fn writer_fact(variable: usize, writer: u32) -> u64 {
    fact(2, variable as u64, writer.into())
}

fn notified_fact(thread: Thread) -> u64 {
    fact(3, thread.0.into(), 1)
}

fn parking_fact(thread: Thread) -> u64 {
    fact(4, thread.0.into(), 1)
}

impl<'m, 'h> State<'m, 'h> {
    /// The start.
    #[must_use]
    pub fn new(model: &'m Model<'h>) -> Self {
        let threads = model.history.thread_count();
        Self {
            model,
            done: vec![0; threads],
            forked: model.history.threads().map(|thread| model.history.fork(thread).is_none()).collect(),
            writers: vec![NONE; model.initial.len()],
            holders: vec![Vec::new(); model.private_locks.len()],
            waiting: vec![None; threads],
            permits: FxHashMap::default(),
            counted: vec![0; model.latches.len()],
            parking: vec![false; threads],
            hash: 0,
            trail: Vec::new(),
        }
    }

    /// How many of its events the thread has done.
    #[must_use]
    #[inline]
    pub fn done(&self, thread: Thread) -> u32 {
        self.done[thread.at()]
    }

    /// Whether the thread can be there at all.
    #[must_use]
    pub fn is_forked(&self, thread: Thread) -> bool {
        self.forked[thread.at()]
    }

    /// What tells this state from others.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The events that led here.
    #[must_use]
    pub fn path(&self) -> Vec<EventId> {
        self.trail.iter().map(|undo| undo.event).collect()
    }

    /// How many events led here.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.trail.len()
    }

    /// The thread's next event.
    #[must_use]
    #[inline]
    pub fn next(&self, thread: Thread) -> Option<EventId> {
        self.model.history.of_thread(thread).get(self.done(thread) as usize).copied()
    }

    /// The event that wrote what the variable holds, if one did that is known.
    #[must_use]
    pub fn writer(&self, variable: Variable) -> Option<EventId> {
        Some(self.writers[variable.at()]).filter(|writer| *writer < UNKNOWN).map(EventId)
    }

    /// The last event wrote something else than in the trace: no read saw that.
    pub fn forget(&mut self, variable: Variable) {
        let before = std::mem::replace(&mut self.writers[variable.at()], UNKNOWN);
        self.hash ^= writer_fact(variable.at(), before) ^ writer_fact(variable.at(), UNKNOWN);
    }

    /// What keeps the thread from its next event, if anything does.
    #[must_use]
    pub fn hindrance(&self, thread: Thread, id: EventId) -> Option<Hindrance> {
        if !self.forked[thread.at()] {
            return Some(Hindrance::NotForked);
        }
        let model = self.model;
        let action = model.history.event(id).action;
        let one_of = |threads: Option<&Vec<Thread>>| {
            let others: Vec<Thread> = threads.into_iter().flatten().copied().filter(|other| *other != thread).collect();
            Some(if others.is_empty() { Hindrance::Hopeless } else { Hindrance::Others(others) })
        };
        if action.reads().is_some() && !self.sees(id) {
            let source = model.sources[id.at()];
            if source == NONE {
                return Some(Hindrance::Hopeless);
            }
            let writer = model.history.event(EventId(source)).thread;
            let is_done = model.history.position(EventId(source)) < self.done(writer);
            // It was done, and overwritten since.
            return Some(if is_done { Hindrance::Hopeless } else { Hindrance::Others(vec![writer]) });
        }
        match action {
            Action::Join(child) if (self.done(child) as usize) < model.history.of_thread(child).len() => {
                return Some(Hindrance::Others(vec![child]));
            }
            Action::Wake { .. } if self.missing_notification(thread, id).is_some() => {
                return self.missing_notification(thread, id);
            }
            Action::Refused { lock, mode } if self.blockers(lock, mode, thread).next().is_none() => {
                return Some(Hindrance::Hopeless);
            }
            Action::Down { semaphore, permits } if self.available(semaphore) < i64::from(permits) => {
                return one_of(model.givers.get(&semaphore));
            }
            Action::Await(latch) if self.counted[latch.at()] < model.latches[latch.at()] => {
                return one_of(model.counters.get(&latch));
            }
            Action::Park if !self.parking[thread.at()] => return one_of(model.unparkers.get(&thread)),
            _ => {}
        }
        let (lock, mode) = action.takes()?;
        let blockers: Vec<Thread> = self.blockers(lock, mode, thread).collect();
        (!blockers.is_empty()).then_some(Hindrance::Others(blockers))
    }

    /// What keeps a thread that waits from even asking for its lock: a notification, if that is what its next event shows.
    #[must_use]
    pub fn missing_notification(&self, thread: Thread, id: EventId) -> Option<Hindrance> {
        let Action::Wake { condition, notified: true, .. } = self.model.history.event(id).action else { return None };
        if self.is_notified(thread) {
            return None;
        }
        let notifiers = self.model.notifiers.get(&condition).into_iter().flatten().copied();
        let others: Vec<Thread> = notifiers.filter(|other| *other != thread).collect();
        Some(if others.is_empty() { Hindrance::Hopeless } else { Hindrance::Others(others) })
    }

    /// Whether the event, which can be done, can be done now without a loss: whatever could come after it without it can come after it.
    ///
    /// An event that takes nothing from other threads and that nothing but time can take away: giving back, forks, joins; reads, which a later
    /// write could make impossible; writes that no read asks for.
    #[must_use]
    pub fn is_eager(&self, event: &Event) -> bool {
        let model = self.model;
        match event.action {
            Action::Begin
            | Action::End
            | Action::Fork(_)
            | Action::Join(_)
            | Action::Read { .. }
            | Action::Up { .. }
            | Action::CountDown(_)
            | Action::Await(_)
            | Action::Park => true,
            Action::Write { variable, .. } | Action::Update { variable } => {
                model.reads == ReadsFrom::Free || model.private_variables[variable.at()]
            }
            Action::Acquire { lock, .. } => model.private_locks[lock.at()],
            Action::Release { lock, .. } => !model.refused[lock.at()],
            Action::Refused { .. }
            | Action::Wait { .. }
            | Action::Wake { .. }
            | Action::Notify { .. }
            | Action::Down { .. }
            | Action::Unpark(_) => false,
        }
    }

    /// The threads that a notification can reach.
    pub fn waiters(&self, condition: Condition) -> impl Iterator<Item = Thread> {
        let waits = move |(_, waiting): &(usize, &Option<(Condition, bool)>)| **waiting == Some((condition, false));
        self.waiting.iter().enumerate().filter(waits).map(|(at, _)| Thread(at as u32))
    }

    fn is_notified(&self, thread: Thread) -> bool {
        self.waiting[thread.at()].is_some_and(|(_, notified)| notified)
    }

    fn blockers(&self, lock: Lock, mode: Mode, thread: Thread) -> impl Iterator<Item = Thread> {
        let holders = self.holders[lock.at()].iter();
        holders.filter(move |(holder, held)| *holder != thread && mode.excludes(*held)).map(|(holder, _)| *holder)
    }

    fn available(&self, semaphore: Semaphore) -> i64 {
        let changed = self.permits.get(&semaphore).copied().unwrap_or(0);
        self.model.history.initial_permits(semaphore) as i64 + changed
    }

    /// Whether the read sees what it saw, or need not.
    fn sees(&self, id: EventId) -> bool {
        let event = self.model.history.event(id);
        let Some(variable) = event.action.reads().filter(|_| self.model.keeps(event.action)) else { return true };
        let writer = self.writers[variable.at()];
        if writer == self.model.sources[id.at()] {
            return true;
        }
        let held = match writer {
            NONE => self.model.initial[variable.at()],
            UNKNOWN => None,
            writer => self.model.history.event(EventId(writer)).value,
        };
        matches!(event.action, Action::Read { .. }) && event.value.is_some() && event.value == held
    }

    /// Does a thread's next event, which must be possible.
    pub fn step(&mut self, Move { thread, wakes }: Move) {
        let Some(id) = self.next(thread) else { return };
        let action = self.model.history.event(id).action;
        let (hash, was_notified) = (self.hash, self.is_notified(thread));
        let mut undo = Undo { event: id, before: 0, notified: Vec::new(), was_notified, hash };
        if let Some((lock, mode)) = action.takes() {
            self.holders[lock.at()].push((thread, mode));
        }
        if let Some((lock, mode)) = action.gives_back() {
            remove(&mut self.holders[lock.at()], thread, mode);
        }
        match action {
            Action::Fork(child) => self.forked[child.at()] = true,
            Action::Write { variable, .. } | Action::Update { variable } => {
                undo.before = std::mem::replace(&mut self.writers[variable.at()], id.0);
                if self.model.reads != ReadsFrom::Free {
                    self.hash ^= writer_fact(variable.at(), undo.before) ^ writer_fact(variable.at(), id.0);
                }
            }
            Action::Wait { condition, .. } => self.waiting[thread.at()] = Some((condition, false)),
            Action::Wake { .. } => {
                self.waiting[thread.at()] = None;
                self.hash ^= if was_notified { notified_fact(thread) } else { 0 };
            }
            Action::Notify { condition, all } => {
                undo.notified = if all { self.waiters(condition).collect() } else { wakes.into_iter().collect() };
                for woken in &undo.notified {
                    self.waiting[woken.at()] = Some((condition, true));
                    self.hash ^= notified_fact(*woken);
                }
            }
            Action::Up { semaphore, permits } => *self.permits.entry(semaphore).or_default() += i64::from(permits),
            Action::Down { semaphore, permits } => *self.permits.entry(semaphore).or_default() -= i64::from(permits),
            Action::CountDown(latch) => self.counted[latch.at()] += 1,
            Action::Unpark(other) => {
                undo.before = self.parking[other.at()].into();
                if !std::mem::replace(&mut self.parking[other.at()], true) {
                    self.hash ^= parking_fact(other);
                }
            }
            Action::Park => {
                self.parking[thread.at()] = false;
                self.hash ^= parking_fact(thread);
            }
            _ => {}
        }
        let done = &mut self.done[thread.at()];
        self.hash ^= thread_fact(thread, *done) ^ thread_fact(thread, *done + 1);
        *done += 1;
        self.trail.push(undo);
    }

    /// Makes all that was done until now the start: there is no way back.
    pub fn commit(&mut self) {
        self.trail.clear();
    }

    /// Takes steps back until so many events have led here.
    pub fn back_to(&mut self, depth: usize) {
        while self.trail.len() > depth {
            let Some(undo) = self.trail.pop() else { return };
            self.back(undo);
        }
    }

    fn back(&mut self, Undo { event: id, before, notified, was_notified, hash }: Undo) {
        let event = self.model.history.event(id);
        let thread = event.thread;
        if let Some((lock, mode)) = event.action.takes() {
            remove(&mut self.holders[lock.at()], thread, mode);
        }
        if let Some((lock, mode)) = event.action.gives_back() {
            self.holders[lock.at()].push((thread, mode));
        }
        match event.action {
            Action::Fork(child) => self.forked[child.at()] = false,
            Action::Write { variable, .. } | Action::Update { variable } => self.writers[variable.at()] = before,
            Action::Wait { .. } => self.waiting[thread.at()] = None,
            Action::Wake { condition, .. } => self.waiting[thread.at()] = Some((condition, was_notified)),
            Action::Notify { condition, .. } => {
                for woken in notified {
                    self.waiting[woken.at()] = Some((condition, false));
                }
            }
            Action::Up { semaphore, permits } => *self.permits.entry(semaphore).or_default() -= i64::from(permits),
            Action::Down { semaphore, permits } => *self.permits.entry(semaphore).or_default() += i64::from(permits),
            Action::CountDown(latch) => self.counted[latch.at()] -= 1,
            Action::Unpark(other) => self.parking[other.at()] = before != 0,
            Action::Park => self.parking[thread.at()] = true,
            _ => {}
        }
        self.done[thread.at()] -= 1;
        self.hash = hash;
    }
}

fn remove(holders: &mut Vec<(Thread, Mode)>, thread: Thread, mode: Mode) {
    if let Some(at) = holders.iter().rposition(|holder| *holder == (thread, mode)) {
        holders.swap_remove(at);
    }
}
