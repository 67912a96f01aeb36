//! Builds histories, and knows what cannot be.

use rustc_hash::FxHashMap;

use super::{Action, Condition, Event, EventId, History, Lock, Mode, Semaphore, Thread};

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
    #[error("{thread} ends a block that it has not begun")]
    NoBlock { thread: Thread },
    #[error("there are more than 4 billion events")]
    TooMany,
}

/// What the builder knows of a thread.
#[derive(Clone, Debug, Default)]
pub(super) struct ThreadState {
    over: bool,
    permit: bool,
    /// The blocks that it is in.
    pub(super) blocks: u32,
    /// Whether it has begun any: one that has was there before.
    pub(super) marked: bool,
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
    pub(super) history: History,
    pub(super) threads: Vec<ThreadState>,
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
        self.alive(event.thread, Some(event.action))?;
        let counts = self.apply(event)?;
        if counts {
            // The last two numbers stand for no event.
            let id = u32::try_from(self.history.events.len()).ok().filter(|id| *id < u32::MAX - 1);
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

    pub(super) fn thread(&mut self, thread: Thread) {
        if thread.at() >= self.threads.len() {
            self.threads.resize_with(thread.at() + 1, ThreadState::default);
            self.history.by_thread.resize_with(thread.at() + 1, Vec::new);
            self.history.forks.resize(thread.at() + 1, None);
        }
    }

    /// Whether the thread can do anything; to begin or end a block is no action.
    pub(super) fn alive(&self, thread: Thread, action: Option<Action>) -> Result<(), IllFormed> {
        let state = &self.threads[thread.at()];
        if state.over {
            return Err(IllFormed::AfterEnd { thread });
        }
        match (state.waiting, action) {
            (Some((waits, ..)), Some(Action::Wake { condition, .. })) if waits == condition => Ok(()),
            // What shows that the wait was ended by an interrupt.
            (Some(_), Some(Action::Read { .. })) | (None, _) => Ok(()),
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
                if !self.history.by_thread[child.at()].is_empty() || self.threads[child.at()].marked {
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
