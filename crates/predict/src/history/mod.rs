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
//!
//! Beside the events stand the [bounds](Bound) of blocks that should be atomic. They are no events: no thread does or needs anything there.

mod bounds;
mod builder;

pub use bounds::Bound;
pub use builder::{HistoryBuilder, IllFormed};

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
    /// What a block is called.
    Label "B"
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
    /// The bounds of blocks, in their order.
    bounds: Vec<Bound>,
    /// Variables that break no block.
    quiet: Vec<bool>,
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

    /// Where blocks begin and end, in the order of the trace.
    #[must_use]
    pub fn bounds(&self) -> &[Bound] {
        &self.bounds
    }

    /// Whether no block is broken by what is done to the variable: it is meant so, or the inside of a library's synchroniser.
    #[must_use]
    pub fn is_quiet(&self, variable: Variable) -> bool {
        self.quiet.get(variable.at()).is_some_and(|quiet| *quiet)
    }
}
