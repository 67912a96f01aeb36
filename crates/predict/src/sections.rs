//! Critical sections: from the taking of a lock to its giving back.

use crate::history::{EventId, History, Lock, Mode, Thread};

/// A section's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SectionId(u32);

/// A critical section.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The lock.
    pub lock: Lock,
    /// How it is held.
    pub mode: Mode,
    /// The thread.
    pub thread: Thread,
    /// What takes the lock.
    pub acquire: EventId,
    /// How many events of the thread come before that.
    pub from: u32,
    /// How many events of the thread it takes to get out; none if the lock is never given back.
    pub until: Option<u32>,
}

/// Where a section begins: what is asked most often, side by side.
#[derive(Clone, Copy, Debug)]
struct Begin {
    from: u32,
    mode: Mode,
    acquire: EventId,
}

/// The sections that a thread is in, innermost first: a list that shares its end with others.
#[derive(Clone, Copy, Debug)]
struct Inside {
    section: SectionId,
    outer: Option<u32>,
}

/// Where among its sections a thread is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nesting(Option<u32>);

impl Nesting {
    /// Whether it is in none.
    #[must_use]
    pub const fn is_outside(self) -> bool {
        self.0.is_none()
    }
}

/// All sections of a history.
#[derive(Debug, Default)]
pub struct Sections {
    all: Vec<Section>,
    /// The sections of each lock by threads that use it, in their order.
    of_lock: Vec<Vec<(Thread, Vec<Begin>)>>,
    inside: Vec<Inside>,
    /// For each thread, from how many events on it is inside which sections.
    changes: Vec<Vec<(u32, Option<u32>)>>,
}

impl Sections {
    /// The sections of a history.
    #[must_use]
    pub fn new(history: &History) -> Self {
        let mut this = Self { changes: vec![Vec::new(); history.thread_count()], ..Self::default() };
        for (id, event) in history.numbered() {
            let (thread, from) = (event.thread, history.position(id));
            if let Some((lock, mode)) = event.action.takes() {
                let section = SectionId(this.all.len() as u32);
                this.all.push(Section { lock, mode, thread, acquire: id, from, until: None });
                this.note(lock, thread, Begin { from, mode, acquire: id });
                let outer = this.innermost(thread);
                let now = this.enter(section, outer);
                this.changes[thread.at()].push((from + 1, Some(now)));
            }
            if let Some((lock, mode)) = event.action.gives_back() {
                this.leave(thread, lock, mode, from + 1);
            }
        }
        this
    }

    fn note(&mut self, lock: Lock, thread: Thread, begin: Begin) {
        if lock.at() >= self.of_lock.len() {
            self.of_lock.resize_with(lock.at() + 1, Vec::new);
        }
        let threads = &mut self.of_lock[lock.at()];
        match threads.binary_search_by_key(&thread, |(thread, _)| *thread) {
            Ok(at) => threads[at].1.push(begin),
            Err(at) => threads.insert(at, (thread, vec![begin])),
        }
    }

    fn innermost(&self, thread: Thread) -> Option<u32> {
        self.changes[thread.at()].last().and_then(|(_, inside)| *inside)
    }

    fn enter(&mut self, section: SectionId, outer: Option<u32>) -> u32 {
        self.inside.push(Inside { section, outer });
        self.inside.len() as u32 - 1
    }

    fn leave(&mut self, thread: Thread, lock: Lock, mode: Mode, until: u32) {
        let mut inner = Vec::new();
        let mut at = self.innermost(thread);
        while let Some(Inside { section, outer }) = at.map(|at| self.inside[at as usize]) {
            let left = &mut self.all[section.0 as usize];
            if (left.lock, left.mode) == (lock, mode) {
                left.until = Some(until);
                // Locks need not be given back in turn.
                let rest = inner.into_iter().rev().fold(outer, |outer, section| Some(self.enter(section, outer)));
                self.changes[thread.at()].push((until, rest));
                return;
            }
            inner.push(section);
            at = outer;
        }
    }

    /// A section.
    #[must_use]
    pub fn get(&self, id: SectionId) -> &Section {
        &self.all[id.0 as usize]
    }

    /// The sections that a thread is in after so many of its events, innermost first.
    pub fn open(&self, thread: Thread, done: u32) -> impl Iterator<Item = &Section> {
        self.of(self.place(thread, done))
    }

    /// The locks that a thread holds all the while from one of its events to another.
    #[must_use]
    pub fn held_over(&self, history: &History, from: EventId, to: EventId) -> Vec<(Lock, Mode)> {
        let over = |section: &&Section| section.until.is_none_or(|until| until > history.position(to));
        self.open_before(history, from).filter(over).map(|section| (section.lock, section.mode)).collect()
    }

    /// Whether an event's thread has one of these locks there, in a way that it cannot have while another thread holds it so.
    #[must_use]
    pub fn is_kept_out(&self, history: &History, event: EventId, held: &[(Lock, Mode)]) -> bool {
        let excludes =
            |section: &Section, (lock, mode): &(Lock, Mode)| section.lock == *lock && section.mode.excludes(*mode);
        self.open_before(history, event).any(|section| held.iter().any(|held| excludes(section, held)))
    }

    /// The sections that an event's thread is in before it.
    pub fn open_before(&self, history: &History, event: EventId) -> impl Iterator<Item = &Section> {
        self.open(history.event(event).thread, history.position(event))
    }

    /// Where among its sections a thread is after so many of its events.
    #[must_use]
    pub fn place(&self, thread: Thread, done: u32) -> Nesting {
        let changes = &self.changes[thread.at()];
        let at = changes.partition_point(|(from, _)| *from <= done);
        Nesting(at.checked_sub(1).and_then(|at| changes[at].1))
    }

    /// The sections at such a place, innermost first.
    pub fn of(&self, place: Nesting) -> impl Iterator<Item = &Section> {
        let mut inside = place.0;
        std::iter::from_fn(move || {
            let here = self.inside[inside? as usize];
            inside = here.outer;
            Some(self.get(here.section))
        })
    }

    /// What began the last section of the lock that the thread has begun after so many of its events and that one held so excludes.
    #[must_use]
    pub fn last_begun(&self, lock: Lock, held: Mode, thread: Thread, done: u32) -> Option<EventId> {
        let threads = self.of_lock.get(lock.at())?;
        let at = threads.binary_search_by_key(&thread, |(thread, _)| *thread).ok()?;
        let of_lock = &threads[at].1;
        let begun = of_lock.partition_point(|begin| begin.from < done);
        let last = of_lock[..begun].iter().rev().find(|begin| held.excludes(begin.mode));
        last.map(|begin| begin.acquire)
    }
}
