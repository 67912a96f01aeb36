//! What every analysis knows of the threads: the locks that each holds, where it was started, what it asks analyses to ignore.

use deadheat_event::{Context, Done, Event, EventKind, LockMode, Mark, SyncId, ThreadId};

use crate::lock_set::{HeldSets, LockSets};
use crate::lock_tree::WayId;
use crate::stack_table::{StackId, StackTable};

/// A lock that a thread holds.
#[derive(Clone, Copy, Debug)]
pub struct HeldLock {
    /// The lock.
    pub lock: SyncId,
    /// How it is held.
    pub mode: LockMode,
    /// How often it was taken and not given back.
    pub depth: u32,
    /// Where it was taken; empty when that was before the first event.
    pub stack: StackId,
    /// Whether the thread wrote to shared memory since.
    pub wrote: bool,
    /// The locks held when it was taken, but for those that were given back since.
    pub before: HeldSets,
    /// These and itself, with where each was taken, as a lock tree knows them; found out when needed.
    pub way: Option<WayId>,
}

/// One thread.
#[derive(Clone, Debug)]
pub struct ThreadState {
    /// Its locks, in the order in which it took them.
    pub holds: Vec<HeldLock>,
    /// The same as sets.
    pub held: HeldSets,
    /// The thread that started it, and where.
    pub started: Option<(ThreadId, StackId)>,
    /// How many `IgnoreOn` are not ended.
    ignoring: u32,
    /// The initialisers that run once and that it is in, the innermost last.
    initialising: Vec<SyncId>,
    /// What `Wait` took from it, for `Wake` to give back.
    waiting: Option<HeldLock>,
    /// Whether an event of it was seen.
    seen: bool,
}

impl Default for ThreadState {
    fn default() -> Self {
        Self {
            holds: Vec::new(),
            held: HeldSets::NOTHING,
            started: None,
            ignoring: 0,
            initialising: Vec::new(),
            waiting: None,
            seen: false,
        }
    }
}

impl ThreadState {
    /// Whether what the thread does to memory now is of no interest, because it asked for that.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.ignoring > 0
    }

    /// Whether the thread was seen before, is in no initialiser, and asked for nothing.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.seen && self.ignoring == 0 && self.initialising.is_empty()
    }

    /// The initialisers that run once and that the thread is in, the innermost last.
    #[must_use]
    pub fn initialising(&self) -> &[SyncId] {
        &self.initialising
    }
}

/// All threads, and the tables that are shared by what is kept about them.
#[derive(Debug, Default)]
pub struct Threads {
    list: Vec<ThreadState>,
    /// Lock sets.
    pub sets: LockSets,
    /// Stacks.
    pub stacks: StackTable,
    /// The stack at the present event, once an analysis has asked for it.
    stack: Option<StackId>,
}

/// What an event did to its thread's locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockChange {
    /// Nothing, or nothing that others can notice.
    None,
    /// A lock was taken.
    Taken(SyncId, LockMode),
    /// A lock was given back; `wrote`: after writing to shared memory.
    #[allow(missing_docs, reason = "the fields are what their names say")]
    Given { lock: SyncId, mode: LockMode, wrote: bool },
}

impl Threads {
    /// The thread's state.
    #[inline]
    pub fn get(&mut self, thread: ThreadId) -> &mut ThreadState {
        let at = thread.0 as usize;
        if self.list.len() <= at {
            self.grow(at);
        }
        &mut self.list[at]
    }

    #[cold]
    fn grow(&mut self, at: usize) {
        self.list.resize_with(at + 1, ThreadState::default);
    }

    /// The thread's locks as sets.
    #[inline]
    pub fn held(&mut self, thread: ThreadId) -> HeldSets {
        self.get(thread).held
    }

    /// The stack of the thread of the present event. All that ask during one event get the same.
    pub fn stack(&mut self, thread: ThreadId, context: &dyn Context) -> StackId {
        match self.stack {
            Some(stack) => stack,
            None => *self.stack.insert(self.stacks.capture(thread, context)),
        }
    }

    /// A plain access that is like an earlier one changes nothing here, but it is another event.
    pub fn is_like_before(&mut self) {
        self.stack = None;
    }

    /// Takes note of a plain access of a thread that was seen before.
    #[inline]
    pub fn plain_access(&mut self, thread: ThreadId, writes: bool) {
        self.stack = None;
        if writes {
            self.get(thread).holds.iter_mut().for_each(|hold| hold.wrote = true);
        }
    }

    /// Every thread that anything is known of.
    pub fn ids(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.list.len() as u32).map(ThreadId)
    }

    /// Takes note of an event. To be called before the analyses see it; for an operation that takes a lock, `held` is then
    /// what the thread holds afterwards.
    pub fn event(&mut self, event: &Event, context: &dyn Context) -> LockChange {
        let thread = event.thread;
        self.stack = None;
        if !self.get(thread).seen {
            self.first_event(thread, context);
        }
        let done = match &event.kind {
            EventKind::Did(done) => done,
            EventKind::Noted(mark) => {
                self.mark(thread, *mark);
                return LockChange::None;
            }
        };
        match *done {
            Done::Acquire { lock, mode, .. } | Done::TryAcquire { lock, mode, acquired: true } => {
                self.take(thread, lock, mode, context)
            }
            Done::Release { lock, mode, .. } => self.give(thread, lock, mode),
            Done::Wait { lock, .. } => self.wait(thread, lock),
            Done::Wake { lock, .. } => self.wake(thread, lock, context),
            Done::Start { thread: child } => {
                let stack = self.stack(thread, context);
                self.get(child).started = Some((thread, stack));
                LockChange::None
            }
            Done::Write { .. } => {
                self.get(thread).holds.iter_mut().for_each(|hold| hold.wrote = true);
                LockChange::None
            }
            _ => LockChange::None,
        }
    }

    /// Before the second thread starts there are no events, but there may be locks.
    fn first_event(&mut self, thread: ThreadId, context: &dyn Context) {
        self.get(thread).seen = true;
        let locks = context.locks(thread);
        if !locks.is_empty() {
            for (lock, mode) in locks {
                self.push(thread, lock, mode, 1, StackId::EMPTY);
            }
        }
    }

    fn take(&mut self, thread: ThreadId, lock: SyncId, mode: LockMode, context: &dyn Context) -> LockChange {
        let holds = &mut self.get(thread).holds;
        if let Some(hold) = holds.iter_mut().find(|hold| hold.lock == lock && hold.mode == mode) {
            hold.depth += 1;
            return LockChange::None;
        }
        let stack = self.stack(thread, context);
        self.push(thread, lock, mode, 1, stack);
        LockChange::Taken(lock, mode)
    }

    fn push(&mut self, thread: ThreadId, lock: SyncId, mode: LockMode, depth: u32, stack: StackId) {
        let before = self.held(thread);
        let held = self.with(before, lock, mode);
        let state = self.get(thread);
        state.held = held;
        state.holds.push(HeldLock { lock, mode, depth, stack, wrote: false, before, way: None });
    }

    fn with(&mut self, before: HeldSets, lock: SyncId, mode: LockMode) -> HeldSets {
        let any = self.sets.with(before.any, lock);
        let exclusive = match mode {
            LockMode::Shared => before.exclusive,
            LockMode::Exclusive if before.any == before.exclusive => any,
            LockMode::Exclusive => self.sets.with(before.exclusive, lock),
        };
        HeldSets { any, exclusive }
    }

    fn give(&mut self, thread: ThreadId, lock: SyncId, mode: LockMode) -> LockChange {
        let holds = &mut self.get(thread).holds;
        let Some(at) = holds.iter().rposition(|hold| hold.lock == lock && hold.mode == mode) else {
            return LockChange::None;
        };
        holds[at].depth -= 1;
        if holds[at].depth > 0 {
            return LockChange::None;
        }
        let wrote = self.remove(thread, at).wrote;
        LockChange::Given { lock, mode, wrote }
    }

    /// A wait gives the lock back, however often it was taken.
    fn wait(&mut self, thread: ThreadId, lock: SyncId) -> LockChange {
        let state = self.get(thread);
        let Some(at) = state.holds.iter().position(|hold| hold.lock == lock) else { return LockChange::None };
        let hold = self.remove(thread, at);
        self.get(thread).waiting = Some(hold);
        LockChange::Given { lock, mode: LockMode::Exclusive, wrote: hold.wrote }
    }

    fn wake(&mut self, thread: ThreadId, lock: SyncId, context: &dyn Context) -> LockChange {
        let state = self.get(thread);
        if state.holds.iter().any(|hold| hold.lock == lock && hold.mode == LockMode::Exclusive) {
            return LockChange::None;
        }
        let depth = state.waiting.take().filter(|hold| hold.lock == lock).map_or(1, |hold| hold.depth);
        let stack = self.stack(thread, context);
        self.push(thread, lock, LockMode::Exclusive, depth, stack);
        LockChange::Taken(lock, LockMode::Exclusive)
    }

    fn mark(&mut self, thread: ThreadId, mark: Mark) {
        let state = self.get(thread);
        match mark {
            Mark::IgnoreOn => state.ignoring += 1,
            Mark::IgnoreOff => state.ignoring = state.ignoring.saturating_sub(1),
            Mark::InitBegin(once) => state.initialising.push(once),
            Mark::InitEnd(once) => {
                if let Some(at) = state.initialising.iter().rposition(|known| *known == once) {
                    state.initialising.remove(at);
                }
            }
            Mark::Reuse(_) | Mark::AtomicBegin | Mark::AtomicEnd | Mark::Collect => {}
        }
    }

    /// Mostly it is the lock taken last. What was held when later ones were taken is without it from here on.
    fn remove(&mut self, thread: ThreadId, at: usize) -> HeldLock {
        let state = self.get(thread);
        let removed = state.holds.remove(at);
        state.held = removed.before;
        if at == state.holds.len() {
            return removed;
        }
        let mut later = state.holds.split_off(at);
        for hold in &mut later {
            (hold.before, hold.way) = (self.held(thread), None);
            self.get(thread).held = self.with(hold.before, hold.lock, hold.mode);
        }
        self.get(thread).holds.append(&mut later);
        removed
    }
}
