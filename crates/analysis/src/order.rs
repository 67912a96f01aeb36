//! Which thread knows of what others did: vector clocks over the synchronisation of a run.
//!
//! One machinery, three strengths ([`Edges`]):
//! - **All**: every synchronises-with edge of the language's memory model and of its library's documentation (for Java:
//!   JLS §17.4.4 and `java.util.concurrent`). What is unordered is a race of the observed run.
//! - **HandOver**: the same without the edges from a lock's release to its next acquisition, and with permits of semaphores as
//!   tokens (see below). Which thread took a lock first is an accident of the schedule; which was started, joined, notified or handed
//!   something by which is not. What is unordered may meet in another schedule.
//! - **StartJoin**: only threads that cannot run at the same time in any schedule are ordered.
//!
//! A lock on whose condition a thread waits or notifies is a means of hand-over: the state that it guards says which may go on. Its
//! edges count in `HandOver`, from the first wait or notification on, if the thread wrote something while it had the lock: one
//! that only looked has passed nothing on.
//!
//! Locks inside a library's synchronisers (a blocking queue's) are means of hand-over, and count as such in `HandOver` too; an
//! operation that only gives (`put`) learns nothing through them from earlier ones.
//!
//! *Semaphores.* A thread that takes a permit knows only what the thread knew that gave *this* permit. Which one that was is the
//! schedule's choice, so `HandOver` takes the most innocent: permits that were there from the start first, then in the order
//! in which they were given. A semaphore of one permit so orders its users like a lock; one of two permits does not, and using it
//! as a lock is an error. `All` follows the documentation: every release before, to every acquisition.
//!
//! *Initialisers that run once.* A machine does not show each look at whether an initialiser is over. The guest says which ones must
//! be over at an event ([`Context::initialised`]): those of the class that the code or the static field belongs to.

use std::collections::VecDeque;

use deadheat_event::{
    Context, Done, Event, EventKind, FieldId, Location, LockMode, Mark, ObjectId, SiteId, SyncId, ThreadId, WakeReason,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::clock::{ClockSlot, Epoch, VectorClock};
use crate::frames::LockRole;
use crate::recent::Recent;
use crate::shadow_table::ShadowTable;
use crate::sync_table::SyncTable;
use crate::threads::LockChange;

/// So many threads must have ended before it is worth looking for slots to free.
const SWEEP_AT: usize = 32;

/// Which synchronisation orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// All of it.
    All,
    /// All but the order in which locks are taken.
    HandOver,
    /// Start and join.
    StartJoin,
}

#[derive(Debug, Default)]
struct ThreadClock {
    slot: Option<ClockSlot>,
    clock: VectorClock,
    ended: bool,
    /// What the thread will learn when it wakes, by notification.
    notice: Option<VectorClock>,
    /// What it will learn when it sees that it was interrupted.
    interrupt: Option<VectorClock>,
    /// What it will learn from its permit to go on after `park`.
    permit: Option<VectorClock>,
    /// Initialisers that it knows to be over.
    initialised: FxHashSet<SyncId>,
    /// Which of all changes was the last of this clock.
    version: u64,
}

#[derive(Debug, Default)]
struct LockClock {
    exclusive: VectorClock,
    shared: VectorClock,
    /// What is learned from threads that wrote something while they held it.
    written: VectorClock,
    /// A thread waits or notifies with it.
    condition: bool,
}

/// A look for initialisers that are over: the thread, the place, the global, and how many starts and ends of initialisers there were.
type InitialiserLook = (ThreadId, SiteId, Option<FieldId>, u64);

/// The clocks of a run.
#[derive(Debug)]
pub struct SyncOrder {
    edges: Edges,
    threads: Vec<ThreadClock>,
    /// The time of each slot.
    slots: Vec<u32>,
    free: Vec<ClockSlot>,
    /// Threads that have a slot and may still do something.
    live: Vec<ThreadId>,
    /// Threads that have ended and still have a slot.
    ended: Vec<ThreadId>,
    /// When there are so many of these, it is looked which slots can be freed.
    sweep_at: usize,
    locks: SyncTable<LockClock>,
    places: ShadowTable<VectorClock>,
    latches: FxHashMap<SyncId, VectorClock>,
    semaphores: FxHashMap<SyncId, VecDeque<(u64, VectorClock)>>,
    /// Initialisers that are over, with the thread that ran each and what it knew then.
    initialised: FxHashMap<SyncId, (ThreadId, VectorClock)>,
    /// Counts the changes of threads' clocks.
    changes: u64,
    /// Those that teach nothing any more.
    looked: Recent<InitialiserLook, (), { 1 << 8 }>,
    initialisers: u64,
}

impl SyncOrder {
    /// Clocks for these edges.
    #[must_use]
    pub fn new(edges: Edges) -> Self {
        Self {
            edges,
            threads: Vec::new(),
            slots: Vec::new(),
            free: Vec::new(),
            live: Vec::new(),
            ended: Vec::new(),
            sweep_at: SWEEP_AT,
            locks: SyncTable::default(),
            places: ShadowTable::default(),
            latches: FxHashMap::default(),
            semaphores: FxHashMap::default(),
            initialised: FxHashMap::default(),
            changes: 0,
            looked: Recent::default(),
            initialisers: 0,
        }
    }

    /// Forgets all objects but those that stay.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        self.locks.retain(stays);
        self.places.retain(stays);
        self.latches.retain(|latch, _| stays(latch.object));
        self.semaphores.retain(|semaphore, _| stays(semaphore.object));
    }

    /// What the thread knows.
    pub fn clock(&mut self, thread: ThreadId) -> &VectorClock {
        self.slot(thread);
        &self.threads[thread.0 as usize].clock
    }

    /// A number for what the thread knows: as long as it is the same, so is the clock.
    pub fn version(&mut self, thread: ThreadId) -> u64 {
        self.slot(thread);
        self.threads[thread.0 as usize].version
    }

    /// A number for what the thread knows, and one for what it may find to be initialised.
    #[inline]
    pub fn versions(&self, thread: ThreadId) -> (u64, u64) {
        (self.threads.get(thread.0 as usize).map_or(0, |state| state.version), self.initialisers)
    }

    /// The thread's clock, to be changed.
    fn change(&mut self, thread: ThreadId) -> &mut VectorClock {
        self.changes += 1;
        let version = self.changes;
        let state = self.thread(thread);
        state.version = version;
        &mut state.clock
    }

    /// The moment that the thread is at.
    pub fn now(&mut self, thread: ThreadId) -> Epoch {
        let slot = self.slot(thread);
        Epoch { slot, time: self.slots[slot.0 as usize] }
    }

    /// The moment of an access that was just taken note of. One that synchronises belongs to what it told others, although
    /// the thread's next moment has begun since.
    pub fn access_time(&mut self, thread: ThreadId, told: bool) -> Epoch {
        let now = self.now(thread);
        Epoch { time: now.time - u32::from(told), ..now }
    }

    fn thread(&mut self, thread: ThreadId) -> &mut ThreadClock {
        let at = thread.0 as usize;
        if self.threads.len() <= at {
            self.threads.resize_with(at + 1, ThreadClock::default);
        }
        &mut self.threads[at]
    }

    #[inline]
    fn slot(&mut self, thread: ThreadId) -> ClockSlot {
        match self.threads.get(thread.0 as usize) {
            Some(ThreadClock { slot: Some(slot), .. }) => *slot,
            _ => self.new_slot(thread),
        }
    }

    #[cold]
    fn new_slot(&mut self, thread: ThreadId) -> ClockSlot {
        if self.free.is_empty() && self.ended.len() >= self.sweep_at {
            self.retire();
            // A look that frees nothing is made again when there are twice as many: one at each new thread would cost as much as there are.
            self.sweep_at = SWEEP_AT.max(2 * self.ended.len());
        }
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(0);
            ClockSlot(self.slots.len() as u32 - 1)
        });
        self.slots[slot.0 as usize] += 1;
        let time = self.slots[slot.0 as usize];
        self.live.push(thread);
        self.thread(thread).slot = Some(slot);
        self.change(thread).set(slot, time);
        slot
    }

    /// The thread's next moment begins: what it told others so far does not include what comes now.
    pub fn tick(&mut self, thread: ThreadId) {
        let slot = self.slot(thread);
        self.slots[slot.0 as usize] += 1;
        let time = self.slots[slot.0 as usize];
        self.change(thread).set(slot, time);
    }

    fn learn(&mut self, thread: ThreadId, clock: &VectorClock) {
        self.slot(thread);
        self.change(thread).join(clock);
    }

    /// Takes note of an event. `change` is what it did to locks, `lock_role` what that lock is to the program.
    pub fn event(&mut self, event: &Event, change: LockChange, lock_role: LockRole, context: &dyn Context) {
        let thread = event.thread;
        let done = match &event.kind {
            EventKind::Did(done) => done,
            EventKind::Noted(mark) => return self.mark(event, *mark, context),
        };
        match *done {
            Done::Start { thread: child } => self.start(thread, child),
            Done::End => self.end(thread),
            Done::Join { thread: other, .. } => self.join(thread, other),
            _ if self.edges == Edges::StartJoin => {}
            Done::Acquire { .. } | Done::TryAcquire { .. } | Done::Release { .. } => {
                self.lock(thread, change, lock_role);
            }
            Done::Wait { lock, .. } => {
                self.locks.entry(lock).condition = true;
                self.lock(thread, change, lock_role);
            }
            Done::Wake { how, .. } => {
                if !matches!(lock_role, LockRole::HandOver { barrier: true, .. }) || self.edges == Edges::All {
                    self.lock(thread, change, lock_role);
                }
                let state = self.thread(thread);
                let news = match how {
                    WakeReason::Notified => state.notice.take(),
                    WakeReason::Interrupted => state.interrupt.take(),
                    WakeReason::TimedOut | WakeReason::Spurious => None,
                };
                self.learn_news(thread, news);
            }
            Done::Notify { ref woken, lock, .. } => {
                self.locks.entry(lock).condition = true;
                let clock = self.clock(thread).clone();
                for other in woken {
                    self.thread(*other).notice.get_or_insert_default().join(&clock);
                }
                self.tick(thread);
            }
            Done::Interrupt { thread: other } => {
                let clock = self.clock(thread).clone();
                self.thread(other).interrupt.get_or_insert_default().join(&clock);
                self.tick(thread);
            }
            Done::Interrupted | Done::LeaveWait { .. } | Done::Sleep => {
                let news = self.thread(thread).interrupt.take();
                self.learn_news(thread, news);
            }
            Done::Unpark { thread: other } => {
                let clock = self.clock(thread).clone();
                self.thread(other).permit.get_or_insert_default().join(&clock);
                self.tick(thread);
            }
            Done::Park { .. } => {
                let news = self.thread(thread).permit.take();
                self.learn_news(thread, news);
            }
            Done::LatchCountDown { latch } => {
                let clock = self.clock(thread).clone();
                self.latches.entry(latch).or_default().join(&clock);
                self.tick(thread);
            }
            Done::LatchAwait { latch } => {
                let news = self.latches.get(&latch).cloned();
                self.learn_news(thread, news);
            }
            Done::SemaphoreRelease { semaphore, permits } => self.give_permits(thread, semaphore, permits, context),
            Done::SemaphoreAcquire { semaphore, permits } => self.take_permits(thread, semaphore, permits, context),
            Done::Initialise { once } => self.find_over(thread, once),
            _ => {
                self.find_initialised(event, context);
                self.access(thread, done);
            }
        }
    }

    fn mark(&mut self, event: &Event, mark: Mark, context: &dyn Context) {
        match mark {
            _ if self.edges == Edges::StartJoin => {}
            Mark::InitEnd(once) => {
                let clock = self.clock(event.thread).clone();
                self.initialisers += 1;
                self.initialised.insert(once, (event.thread, clock));
                self.tick(event.thread);
            }
            _ => {
                self.find_initialised(event, context);
            }
        }
    }

    /// The initialisers that the event shows to be over. Whether one was found that the thread did not know of.
    #[inline]
    pub fn find_initialised(&mut self, event: &Event, context: &dyn Context) -> bool {
        if self.initialised.is_empty() {
            return false;
        }
        let location = event.access().map(|access| access.location);
        let global = if let Some(Location::Global { field }) = location { Some(field) } else { None };
        let now = (event.thread, event.site, global, self.initialisers);
        let hash = (event.site.0 ^ event.site.0 >> 32) as u32 ^ event.thread.0 << 5;
        if self.looked.get(hash, &now).is_some() {
            return false;
        }
        self.looked.set(hash, now, ());
        let before = self.changes;
        for once in context.initialised(event.site, location).into_iter().flatten() {
            self.find_over(event.thread, once);
        }
        self.changes != before
    }

    fn learn_news(&mut self, thread: ThreadId, news: Option<VectorClock>) {
        if let Some(news) = news {
            self.learn(thread, &news);
        }
    }

    fn start(&mut self, parent: ThreadId, child: ThreadId) {
        let clock = self.clock(parent).clone();
        // A thread id that comes again is another thread, of another run of this observer.
        *self.thread(child) = ThreadClock::default();
        self.initialisers += 1;
        self.learn(child, &clock);
        self.tick(parent);
    }

    fn join(&mut self, thread: ThreadId, other: ThreadId) {
        if !self.thread(other).ended {
            return;
        }
        let end = self.clock(other).clone();
        self.learn(thread, &end);
    }

    fn end(&mut self, thread: ThreadId) {
        self.slot(thread);
        self.thread(thread).ended = true;
        self.live.retain(|live| *live != thread);
        self.ended.push(thread);
    }

    /// Frees the slots of threads that have ended, once all that are alive know all that they did. What all
    /// know, threads that are started later know, too.
    fn retire(&mut self) {
        let Self { threads, slots, live, ended, free, .. } = self;
        ended.retain(|thread| {
            let Some(slot) = threads[thread.0 as usize].slot else { return false };
            let end = slots[slot.0 as usize];
            let known = live.iter().all(|other| threads[other.0 as usize].clock.get(slot) >= end);
            if known {
                free.push(slot);
            }
            !known
        });
    }

    fn lock(&mut self, thread: ThreadId, change: LockChange, lock_role: LockRole) {
        // In place of the lock's own order, the program's locks only pass on what is written under them.
        let own = self.edges == Edges::HandOver && lock_role == LockRole::Own;
        match change {
            LockChange::Taken(lock, mode) => {
                self.slot(thread);
                let Self { threads, locks, changes, .. } = self;
                let Some(known) = locks.get(lock) else { return };
                let ThreadClock { clock, version, .. } = &mut threads[thread.0 as usize];
                let is_news = if own {
                    known.condition && clock.join(&known.written)
                } else if matches!(lock_role, LockRole::HandOver { produces: true, .. })
                    && self.edges == Edges::HandOver
                {
                    false
                } else {
                    let is_news = clock.join(&known.exclusive);
                    is_news | (mode == LockMode::Exclusive && clock.join(&known.shared))
                };
                if is_news {
                    *changes += 1;
                    *version = *changes;
                }
            }
            LockChange::Given { wrote: false, .. } if own => {}
            LockChange::Given { lock, mode, .. } => {
                self.slot(thread);
                let clock = &self.threads[thread.0 as usize].clock;
                let known = self.locks.entry(lock);
                let told = match mode {
                    _ if own => &mut known.written,
                    LockMode::Exclusive => &mut known.exclusive,
                    LockMode::Shared => &mut known.shared,
                };
                told.join(clock);
                self.tick(thread);
            }
            LockChange::None => {}
        }
    }

    fn access(&mut self, thread: ThreadId, done: &Done) {
        let Some(access) = done.access().filter(|access| access.kind.is_protected()) else { return };
        self.slot(thread);
        let Self { threads, places, changes, .. } = self;
        let ThreadClock { clock, version, .. } = &mut threads[thread.0 as usize];
        // An update reads as well; one that failed only reads.
        if !matches!(done, Done::Write { .. }) {
            let mut is_news = false;
            places.get(access.location).for_each(|known| is_news |= clock.join(known));
            if is_news {
                *changes += 1;
                *version = *changes;
            }
        }
        if access.writes {
            places.visit(access.location, VectorClock::default, |_, known| {
                known.join(clock);
            });
            self.tick(thread);
        }
    }

    /// The thread has found that the initialiser is over.
    fn find_over(&mut self, thread: ThreadId, once: SyncId) {
        let over = self.initialised.get(&once).filter(|(by, _)| *by != thread);
        let Some((_, clock)) = over else { return };
        let is_known = self.threads.get(thread.0 as usize).is_some_and(|state| state.initialised.contains(&once));
        if !is_known {
            let clock = clock.clone();
            self.thread(thread).initialised.insert(once);
            self.learn(thread, &clock);
        }
    }

    fn give_permits(&mut self, thread: ThreadId, semaphore: SyncId, permits: u32, context: &dyn Context) {
        let clock = self.clock(thread).clone();
        let merge = self.edges == Edges::All;
        let tokens = tokens(&mut self.semaphores, semaphore, context);
        match tokens.back_mut() {
            // The documentation's edge is from every release: one clock that only grows.
            Some((count, known)) if merge => {
                *count += u64::from(permits);
                known.join(&clock);
            }
            _ => tokens.push_back((permits.into(), clock)),
        }
        self.tick(thread);
    }

    fn take_permits(&mut self, thread: ThreadId, semaphore: SyncId, permits: u32, context: &dyn Context) {
        let merge = self.edges == Edges::All;
        let tokens = tokens(&mut self.semaphores, semaphore, context);
        let mut news = VectorClock::default();
        if merge {
            for (_, known) in tokens {
                news.join(known);
            }
        } else {
            let mut wanted = u64::from(permits);
            while wanted > 0
                && let Some((count, known)) = tokens.front_mut()
            {
                let taken = wanted.min(*count);
                if taken > 0 {
                    news.join(known);
                }
                *count -= taken;
                wanted -= taken;
                if *count == 0 {
                    tokens.pop_front();
                }
            }
        }
        self.learn(thread, &news);
    }
}

/// A semaphore's permits with what is learned from each, oldest first. Those that are there when it is first seen teach nothing.
fn tokens<'a>(
    semaphores: &'a mut FxHashMap<SyncId, VecDeque<(u64, VectorClock)>>,
    semaphore: SyncId,
    context: &dyn Context,
) -> &'a mut VecDeque<(u64, VectorClock)> {
    semaphores.entry(semaphore).or_insert_with(|| {
        let there = context.permits(semaphore).and_then(|permits| u64::try_from(permits).ok()).unwrap_or(0);
        VecDeque::from([(there, VectorClock::default())])
    })
}
