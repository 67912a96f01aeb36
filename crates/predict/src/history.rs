//! The trace that predictions are made from: what each thread did, everything numbered from 0.
//!
//! A history has fewer kinds of operations than a run has, each with one meaning that all engines share:
//!
//! | operation | can be done when | does |
//! |---|---|---|
//! | `Begin`, and any event of a thread that was forked | the fork was done | |
//! | `Join` | the thread's last event was done | |
//! | `Read`, `Update` | the variable holds what was read in the trace | an update also writes |
//! | `Acquire` | the lock is free for this mode | takes it |
//! | `Refused` | the lock is not free for this mode | |
//! | `Release` | the thread holds it | gives it back |
//! | `Wait` | the thread holds the lock | gives it back and waits |
//! | `Wake` | the lock is free, and the thread was notified, if that is why it woke | takes the lock again |
//! | `Notify` | always | notifies one waiting thread, if any, or all |
//! | `Down` | there are permits enough | takes them |
//! | `Await` | the latch was counted down as often as it was in the trace before anyone passed | |
//! | `Park` | the thread has its permit | uses it up |
//!
//! Barriers are latches, one for each generation; a class initialiser's end counts a latch down, and threads that need it await that. An
//! interrupt is a write to a variable of the thread's.

use rustc_hash::FxHashMap;

/// Defines numbers that are names.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $letter:literal)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index into a table.
            #[must_use]
            #[inline]
            pub const fn at(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    )*};
}

ids! {
    /// A thread.
    Thread "T"
    /// A variable in memory.
    Variable "V"
    /// A lock.
    Lock "L"
    /// What threads wait for with a lock released.
    Condition "C"
    /// A semaphore.
    Semaphore "S"
    /// A latch.
    Latch "G"
    /// A place in the program.
    Place "P"
    /// An event of the trace: its number.
    EventId "e"
}

/// Whether a lock is held alone or together with other readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Alone.
    Exclusive,
    /// With other readers.
    Shared,
}

impl Mode {
    /// Whether a lock held so keeps another thread from taking it so.
    #[must_use]
    pub fn excludes(self, other: Self) -> bool {
        self == Self::Exclusive || other == Self::Exclusive
    }
}

/// A value that was read or written, as far as it is known: equal numbers are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KnownValue(pub u32);

/// What an event does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table above says it")]
pub enum Action {
    Begin,
    End,
    Fork(Thread),
    Join(Thread),
    /// `plain`: not itself synchronisation. Two accesses race only if one of them is plain.
    Read {
        variable: Variable,
        plain: bool,
    },
    Write {
        variable: Variable,
        plain: bool,
    },
    Update {
        variable: Variable,
    },
    /// `waits`: a thread that does not get the lock waits for it, and may wait for ever.
    Acquire {
        lock: Lock,
        mode: Mode,
        waits: bool,
    },
    Refused {
        lock: Lock,
        mode: Mode,
    },
    Release {
        lock: Lock,
        mode: Mode,
    },
    Wait {
        lock: Lock,
        condition: Condition,
    },
    /// `notified`: not by time, an interrupt, or for no reason.
    Wake {
        lock: Lock,
        condition: Condition,
        notified: bool,
    },
    Notify {
        condition: Condition,
        all: bool,
    },
    Up {
        semaphore: Semaphore,
        permits: u32,
    },
    Down {
        semaphore: Semaphore,
        permits: u32,
    },
    CountDown(Latch),
    Await(Latch),
    Unpark(Thread),
    Park,
}

impl Action {
    /// The variable that is read or written, and whether it is written.
    #[must_use]
    #[inline]
    pub const fn access(self) -> Option<(Variable, bool)> {
        match self {
            Self::Read { variable, .. } => Some((variable, false)),
            Self::Write { variable, .. } | Self::Update { variable } => Some((variable, true)),
            _ => None,
        }
    }

    /// The variable whose value is seen.
    #[must_use]
    #[inline]
    pub const fn reads(self) -> Option<Variable> {
        match self {
            Self::Read { variable, .. } | Self::Update { variable } => Some(variable),
            _ => None,
        }
    }

    /// Whether it is an access that races with its like.
    #[must_use]
    pub const fn is_plain(self) -> bool {
        matches!(self, Self::Read { plain: true, .. } | Self::Write { plain: true, .. })
    }

    /// The lock that is taken, and how.
    #[must_use]
    #[inline]
    pub const fn takes(self) -> Option<(Lock, Mode)> {
        match self {
            Self::Acquire { lock, mode, .. } => Some((lock, mode)),
            Self::Wake { lock, .. } => Some((lock, Mode::Exclusive)),
            _ => None,
        }
    }

    /// The lock that is given back, and how it was held.
    #[must_use]
    #[inline]
    pub const fn gives_back(self) -> Option<(Lock, Mode)> {
        match self {
            Self::Release { lock, mode } => Some((lock, mode)),
            Self::Wait { lock, .. } => Some((lock, Mode::Exclusive)),
            _ => None,
        }
    }

    /// Whether the thread may wait for ever for the lock that it takes.
    #[must_use]
    pub const fn requests(self) -> bool {
        matches!(self, Self::Acquire { waits: true, .. } | Self::Wake { .. })
    }

    /// Whether the two, by different threads, may not happen at the same moment.
    #[must_use]
    pub fn races_with(self, other: Self) -> bool {
        let (Some((mine, writes)), Some((theirs, also))) = (self.access(), other.access()) else { return false };
        mine == theirs && (writes || also) && (self.is_plain() || other.is_plain())
    }
}

/// One event of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The thread.
    pub thread: Thread,
    /// Where in the program.
    pub place: Place,
    /// What was done.
    pub action: Action,
    /// The value that was read, or written; by an update: written.
    pub value: Option<KnownValue>,
}

/// A trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// The events, in their order.
    events: Vec<Event>,
    /// The events of each thread.
    by_thread: Vec<Vec<EventId>>,
    /// Each event's number in its thread.
    positions: Vec<u32>,
    /// The fork of each thread; none of one that was there from the start.
    forks: Vec<Option<EventId>>,
    /// How many permits each semaphore had at the start, at least.
    permits: Vec<u64>,
}

impl History {
    /// The events.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// An event.
    #[must_use]
    #[inline]
    pub fn event(&self, id: EventId) -> &Event {
        &self.events[id.at()]
    }

    /// All events with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (EventId, &Event)> {
        self.events.iter().enumerate().map(|(at, event)| (EventId(at as u32), event))
    }

    /// How many threads there are.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        self.by_thread.len()
    }

    /// The threads.
    pub fn threads(&self) -> impl Iterator<Item = Thread> + use<> {
        (0..self.by_thread.len() as u32).map(Thread)
    }

    /// A thread's events.
    #[must_use]
    #[inline]
    pub fn of_thread(&self, thread: Thread) -> &[EventId] {
        &self.by_thread[thread.at()]
    }

    /// The event's number in its thread: so many come before it.
    #[must_use]
    #[inline]
    pub fn position(&self, id: EventId) -> u32 {
        self.positions[id.at()]
    }

    /// The places of these events, sorted: what tells an error from others.
    #[must_use]
    pub fn places(&self, events: &[EventId]) -> Vec<Place> {
        let mut places: Vec<Place> = events.iter().map(|event| self.event(*event).place).collect();
        places.sort_unstable();
        places
    }

    /// The fork of a thread; none of one that was there from the start.
    #[must_use]
    pub fn fork(&self, thread: Thread) -> Option<EventId> {
        self.forks[thread.at()]
    }

    /// How many permits the semaphore had at the start, as far as the trace shows.
    #[must_use]
    pub fn initial_permits(&self, semaphore: Semaphore) -> u64 {
        self.permits.get(semaphore.at()).copied().unwrap_or(0)
    }
}

/// Why an event cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum IllFormed {
    #[error("{thread} gives back {lock}, which it does not hold")]
    NotHeld { thread: Thread, lock: Lock },
    #[error("{thread} takes {lock}, which {owner} holds")]
    HeldByOther { thread: Thread, lock: Lock, owner: Thread },
    #[error("{thread} does something before it is forked")]
    BeforeFork { thread: Thread },
    #[error("{thread} does something after it was joined, or after its end")]
    AfterEnd { thread: Thread },
    #[error("{thread} is forked a second time")]
    ForkedTwice { thread: Thread },
    #[error("{thread} forks or joins itself")]
    Itself { thread: Thread },
    #[error("{thread} waits with {lock}, which it does not hold alone")]
    WaitsWithout { thread: Thread, lock: Lock },
    #[error("{thread} does something while it waits for {condition}")]
    Waiting { thread: Thread, condition: Condition },
    #[error("{thread} wakes, but does not wait for {condition}")]
    NotWaiting { thread: Thread, condition: Condition },
    #[error("{thread} wakes from {condition}, but was not notified")]
    NotNotified { thread: Thread, condition: Condition },
    #[error("{thread} goes on after park, but no permit was given")]
    NoPermit { thread: Thread },
    #[error("{thread} is refused {lock}, which is free")]
    RefusedFree { thread: Thread, lock: Lock },
    #[error("there are more than 4 billion events")]
    TooMany,
}

/// What the builder knows of a thread.
#[derive(Clone, Debug, Default)]
struct ThreadState {
    over: bool,
    permit: bool,
    /// The condition that it waits for, with how often it holds the lock, and the number of the notification before.
    waiting: Option<(Condition, u32, u64)>,
}

#[derive(Clone, Debug, Default)]
struct LockState {
    owner: Option<(Thread, u32)>,
    readers: Vec<(Thread, u32)>,
}

/// The notifications of one condition that woke nobody yet.
#[derive(Clone, Debug, Default)]
struct Notifications {
    /// Numbers of single ones that are not used up, oldest first.
    single: Vec<u64>,
    /// The number of the last for all.
    all: u64,
    /// How many threads wait, or have not yet taken note of their notification.
    waiting: u64,
    /// How many there were.
    count: u64,
}

/// Builds a history, event by event, and refuses what cannot be.
///
/// A lock that is taken again by the thread that holds it is left out, and so is its giving back.
#[derive(Clone, Debug, Default)]
pub struct HistoryBuilder {
    history: History,
    threads: Vec<ThreadState>,
    locks: FxHashMap<Lock, LockState>,
    conditions: FxHashMap<Condition, Notifications>,
    available: Vec<i64>,
}

impl HistoryBuilder {
    /// How many events there are so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.history.events.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.history.events.is_empty()
    }

    /// For a part of another history: with the permits that semaphores had at its start.
    #[must_use]
    pub fn like(history: &History) -> Self {
        let mut this = Self::default();
        for (at, permits) in history.permits.iter().enumerate() {
            this.permits(Semaphore(at as u32), *permits);
        }
        this
    }

    /// Says how many permits a semaphore has before its next operation.
    pub fn permits(&mut self, semaphore: Semaphore, permits: u64) {
        if semaphore.at() >= self.available.len() {
            self.available.resize(semaphore.at() + 1, 0);
            self.history.permits.resize(semaphore.at() + 1, 0);
        }
        let missing = i64::try_from(permits).unwrap_or(i64::MAX) - self.available[semaphore.at()];
        if missing > 0 {
            self.available[semaphore.at()] += missing;
            self.history.permits[semaphore.at()] += missing as u64;
        }
    }

    /// Whether the thread holds the lock so.
    #[must_use]
    pub fn holds(&self, thread: Thread, lock: Lock, mode: Mode) -> bool {
        let Some(state) = self.locks.get(&lock) else { return false };
        match mode {
            Mode::Exclusive => state.owner.is_some_and(|(owner, _)| owner == thread),
            Mode::Shared => state.readers.iter().any(|(reader, _)| *reader == thread),
        }
    }

    /// Adds an event. Says whether it counts: one that takes a lock again does not.
    ///
    /// # Errors
    /// If it cannot be.
    pub fn push(&mut self, event: Event) -> Result<bool, IllFormed> {
        self.thread(event.thread);
        self.alive(event)?;
        let counts = self.apply(event)?;
        if counts {
            let id = u32::try_from(self.history.events.len()).ok().filter(|id| *id < u32::MAX);
            let id = EventId(id.ok_or(IllFormed::TooMany)?);
            let of_thread = &mut self.history.by_thread[event.thread.at()];
            self.history.positions.push(of_thread.len() as u32);
            of_thread.push(id);
            if let Action::Fork(child) = event.action {
                self.thread(child);
                self.history.forks[child.at()] = Some(id);
            }
            self.history.events.push(event);
        }
        Ok(counts)
    }

    /// The history.
    #[must_use]
    pub fn finish(self) -> History {
        self.history
    }

    fn thread(&mut self, thread: Thread) {
        if thread.at() >= self.threads.len() {
            self.threads.resize_with(thread.at() + 1, ThreadState::default);
            self.history.by_thread.resize_with(thread.at() + 1, Vec::new);
            self.history.forks.resize(thread.at() + 1, None);
        }
    }

    /// Whether the thread can do anything.
    fn alive(&self, Event { thread, action, .. }: Event) -> Result<(), IllFormed> {
        let state = &self.threads[thread.at()];
        if state.over {
            return Err(IllFormed::AfterEnd { thread });
        }
        match (state.waiting, action) {
            (Some((waits, ..)), Action::Wake { condition, .. }) if waits == condition => Ok(()),
            // What shows that the wait was ended by an interrupt.
            (Some(_), Action::Read { .. }) | (None, _) => Ok(()),
            (Some((condition, ..)), _) => Err(IllFormed::Waiting { thread, condition }),
        }
    }

    fn apply(&mut self, Event { thread, action, .. }: Event) -> Result<bool, IllFormed> {
        match action {
            Action::End => self.threads[thread.at()].over = true,
            Action::Fork(child) | Action::Join(child) if child == thread => return Err(IllFormed::Itself { thread }),
            Action::Fork(child) => {
                self.thread(child);
                if self.history.forks[child.at()].is_some() {
                    return Err(IllFormed::ForkedTwice { thread: child });
                }
                if !self.history.by_thread[child.at()].is_empty() {
                    return Err(IllFormed::BeforeFork { thread: child });
                }
            }
            Action::Join(child) => {
                self.thread(child);
                self.threads[child.at()].over = true;
            }
            Action::Acquire { lock, mode, .. } => return self.acquire(thread, lock, mode),
            Action::Release { lock, mode } => return self.release(thread, lock, mode),
            Action::Refused { lock, mode } => {
                let state = self.locks.entry(lock).or_default();
                let others = state.owner.is_some_and(|(owner, _)| owner != thread)
                    || (mode == Mode::Exclusive && state.readers.iter().any(|(reader, _)| *reader != thread));
                if !others {
                    return Err(IllFormed::RefusedFree { thread, lock });
                }
            }
            Action::Wait { lock, condition } => self.wait(thread, lock, condition)?,
            Action::Wake { lock, condition, notified } => self.wake(thread, lock, condition, notified)?,
            Action::Notify { condition, all } => {
                let notifications = self.conditions.entry(condition).or_default();
                notifications.count += 1;
                if all {
                    notifications.all = notifications.count;
                    notifications.single.clear();
                } else if notifications.waiting > 0 {
                    notifications.single.push(notifications.count);
                }
            }
            Action::Up { semaphore, permits } => {
                self.permits(semaphore, 0);
                self.available[semaphore.at()] += i64::from(permits);
            }
            Action::Down { semaphore, permits } => {
                // What was not given was there from the start.
                self.permits(semaphore, permits.into());
                self.available[semaphore.at()] -= i64::from(permits);
            }
            Action::Unpark(other) => {
                self.thread(other);
                self.threads[other.at()].permit = true;
            }
            Action::Park => {
                if !std::mem::take(&mut self.threads[thread.at()].permit) {
                    return Err(IllFormed::NoPermit { thread });
                }
            }
            Action::Begin
            | Action::Read { .. }
            | Action::Write { .. }
            | Action::Update { .. }
            | Action::CountDown(_)
            | Action::Await(_) => {}
        }
        Ok(true)
    }

    fn acquire(&mut self, thread: Thread, lock: Lock, mode: Mode) -> Result<bool, IllFormed> {
        let state = self.locks.entry(lock).or_default();
        if let Some((owner, depth)) = &mut state.owner {
            if *owner != thread {
                return Err(IllFormed::HeldByOther { thread, lock, owner: *owner });
            }
            // A writer may also read.
            if mode == Mode::Exclusive {
                *depth += 1;
                return Ok(false);
            }
        }
        if mode == Mode::Exclusive {
            if let Some((owner, _)) = state.readers.iter().find(|(reader, _)| *reader != thread) {
                return Err(IllFormed::HeldByOther { thread, lock, owner: *owner });
            }
            state.owner = Some((thread, 1));
            return Ok(true);
        }
        if let Some((_, depth)) = state.readers.iter_mut().find(|(reader, _)| *reader == thread) {
            *depth += 1;
            return Ok(false);
        }
        state.readers.push((thread, 1));
        Ok(true)
    }

    fn release(&mut self, thread: Thread, lock: Lock, mode: Mode) -> Result<bool, IllFormed> {
        let state = self.locks.entry(lock).or_default();
        let not_held = IllFormed::NotHeld { thread, lock };
        if mode == Mode::Exclusive {
            let (_, depth) = state.owner.as_mut().filter(|(owner, _)| *owner == thread).ok_or(not_held)?;
            *depth -= 1;
            let last = *depth == 0;
            if last {
                state.owner = None;
            }
            return Ok(last);
        }
        let at = state.readers.iter().position(|(reader, _)| *reader == thread).ok_or(not_held)?;
        state.readers[at].1 -= 1;
        let last = state.readers[at].1 == 0;
        if last {
            state.readers.remove(at);
        }
        Ok(last)
    }

    fn wait(&mut self, thread: Thread, lock: Lock, condition: Condition) -> Result<(), IllFormed> {
        let state = self.locks.entry(lock).or_default();
        let Some((_, depth)) = state.owner.filter(|(owner, _)| *owner == thread) else {
            return Err(IllFormed::WaitsWithout { thread, lock });
        };
        state.owner = None;
        let notifications = self.conditions.entry(condition).or_default();
        notifications.waiting += 1;
        self.threads[thread.at()].waiting = Some((condition, depth, notifications.count));
        Ok(())
    }

    fn wake(&mut self, thread: Thread, lock: Lock, condition: Condition, notified: bool) -> Result<(), IllFormed> {
        let Some((_, depth, since)) = self.threads[thread.at()].waiting.take() else {
            return Err(IllFormed::NotWaiting { thread, condition });
        };
        let notifications = self.conditions.entry(condition).or_default();
        // What reached all reached this one, too: that leaves the most for the others.
        if notified && notifications.all <= since {
            let own = notifications.single.iter().position(|number| *number > since);
            notifications.single.remove(own.ok_or(IllFormed::NotNotified { thread, condition })?);
        }
        notifications.waiting -= 1;
        if notifications.waiting == 0 {
            notifications.single.clear();
        }
        let state = self.locks.entry(lock).or_default();
        if let Some((owner, _)) = state.owner.or(state.readers.first().copied()) {
            return Err(IllFormed::HeldByOther { thread, lock, owner });
        }
        state.owner = Some((thread, depth));
        Ok(())
    }
}
