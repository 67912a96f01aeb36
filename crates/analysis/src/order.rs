//! Who knows of whom: vector clocks over the synchronisation of a run.
//!
//! One machinery, three strengths ([`Edges`]):
//! - **All**: every synchronises-with edge of JLS 17.4.4 and those documented for `java.util.concurrent`. What is unordered is a
//!   race of the observed run.
//! - **HandOver**: the same without the edges from a lock's release to its next acquisition, and with permits of semaphores as
//!   tokens (see below). Who took a lock first is an accident of the schedule; who was started, joined, notified or handed
//!   something by whom is not. What is unordered may meet in another schedule.
//! - **StartJoin**: only threads that cannot run at the same time in any schedule are ordered.
//!
//! A lock on whose condition anybody waits or notifies is a means of hand-over: the state that it guards says who may go on. Its
//! edges count in `HandOver`, from the first wait or notification on, if the thread wrote something while it had the lock: who
//! only looked has told nobody anything.
//!
//! Locks inside trusted synchronisers (a blocking queue's) are means of hand-over, and count as such in `HandOver` too; an
//! operation that only gives (`put`) learns nothing through them from earlier ones.
//!
//! *Semaphores.* A thread that takes a permit knows only what the thread knew that gave *this* permit. Which one that was is the
//! schedule's choice, so `HandOver` takes the most innocent: permits that were there from the start first, then in the order
//! in which they were given. A semaphore of one permit so orders its users like a lock; one of two permits does not, and that is
//! the error of who uses it as a lock. `All` follows the documentation: every release before, to every acquisition.
//!
//! *Class initialisation.* The machine does not tell of each use of a class. A thread whose event is in a method of the class, or
//! touches its static field, has found it initialised.

use std::collections::VecDeque;

use deadheat_event::{
    AccessKind, Context, Event, Location, LockId, LockMode, Mark, ObjectId, OpKind, ThreadId, WakeReason,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::clock::{Epoch, Slot, VectorClock};
use crate::scope::LockUse;
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
    slot: Option<Slot>,
    clock: VectorClock,
    ended: bool,
    /// What the thread will learn when it wakes, by notification.
    notice: Option<VectorClock>,
    /// What it will learn when it sees that it was interrupted.
    interrupt: Option<VectorClock>,
    /// What it will learn from its permit to go on after `park`.
    permit: Option<VectorClock>,
    /// Classes that it knows to be initialised.
    classes: FxHashSet<ObjectId>,
}

#[derive(Debug, Default)]
struct LockClock {
    exclusive: VectorClock,
    shared: VectorClock,
    /// What is learned from those who wrote something while they held it.
    written: VectorClock,
    /// Somebody waits or notifies with it.
    condition: bool,
}

/// The clocks of a run.
#[derive(Debug)]
pub struct Order {
    edges: Edges,
    threads: Vec<ThreadClock>,
    /// The time of each slot.
    slots: Vec<u32>,
    free: Vec<Slot>,
    /// Threads that have a slot and may still do something.
    live: Vec<ThreadId>,
    /// Threads that have ended and still have a slot.
    ended: Vec<ThreadId>,
    locks: FxHashMap<LockId, LockClock>,
    places: FxHashMap<Location, VectorClock>,
    latches: FxHashMap<ObjectId, VectorClock>,
    semaphores: FxHashMap<ObjectId, VecDeque<(u64, VectorClock)>>,
    initialized: FxHashMap<ObjectId, (ThreadId, VectorClock)>,
}

impl Order {
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
            locks: FxHashMap::default(),
            places: FxHashMap::default(),
            latches: FxHashMap::default(),
            semaphores: FxHashMap::default(),
            initialized: FxHashMap::default(),
        }
    }

    /// Forgets all objects but those that stay.
    pub fn retain(&mut self, stays: &dyn Fn(ObjectId) -> bool) {
        self.locks.retain(|lock, _| stays(lock.0));
        self.places.retain(|location, _| location.object().is_none_or(stays));
        self.latches.retain(|latch, _| stays(*latch));
        self.semaphores.retain(|semaphore, _| stays(*semaphore));
    }

    /// What the thread knows.
    pub fn clock(&mut self, thread: ThreadId) -> &VectorClock {
        self.slot(thread);
        &self.threads[thread.0 as usize].clock
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

    fn slot(&mut self, thread: ThreadId) -> Slot {
        if let Some(slot) = self.thread(thread).slot {
            return slot;
        }
        if self.free.is_empty() && self.ended.len() >= SWEEP_AT {
            self.retire();
        }
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(0);
            Slot(self.slots.len() as u32 - 1)
        });
        self.slots[slot.0 as usize] += 1;
        let time = self.slots[slot.0 as usize];
        self.live.push(thread);
        let state = self.thread(thread);
        state.slot = Some(slot);
        state.clock.set(slot, time);
        slot
    }

    /// The thread's next moment begins: what it told others so far does not include what comes now.
    pub fn tick(&mut self, thread: ThreadId) {
        let slot = self.slot(thread);
        self.slots[slot.0 as usize] += 1;
        let time = self.slots[slot.0 as usize];
        self.thread(thread).clock.set(slot, time);
    }

    fn learn(&mut self, thread: ThreadId, clock: &VectorClock) {
        self.slot(thread);
        self.thread(thread).clock.join(clock);
    }

    /// Takes note of an event. `change` is what it did to locks, `lock_use` what that lock is to the guest.
    pub fn event(&mut self, event: &Event, change: LockChange, lock_use: LockUse, context: &dyn Context) {
        let thread = event.thread;
        match event.kind {
            OpKind::Start { thread: child } => self.start(thread, child),
            OpKind::End => self.end(thread),
            OpKind::Join { thread: other, .. } => self.join(thread, other),
            _ if self.edges == Edges::StartJoin => {}
            OpKind::Acquire { .. } | OpKind::TryAcquire { .. } | OpKind::Release { .. } => {
                self.lock(thread, change, lock_use);
            }
            OpKind::Wait { lock, .. } => {
                self.locks.entry(lock).or_default().condition = true;
                self.lock(thread, change, lock_use);
            }
            OpKind::Wake { how, .. } => {
                if !matches!(lock_use, LockUse::HandOver { barrier: true, .. }) || self.edges == Edges::All {
                    self.lock(thread, change, lock_use);
                }
                let state = self.thread(thread);
                let news = match how {
                    WakeReason::Notified => state.notice.take(),
                    WakeReason::Interrupted => state.interrupt.take(),
                    WakeReason::TimedOut | WakeReason::Spurious => None,
                };
                self.learn_news(thread, news);
            }
            OpKind::Notify { ref woken, lock, .. } => {
                self.locks.entry(lock).or_default().condition = true;
                let clock = self.clock(thread).clone();
                for other in woken {
                    self.thread(*other).notice.get_or_insert_default().join(&clock);
                }
                self.tick(thread);
            }
            OpKind::Interrupt { thread: other } => {
                let clock = self.clock(thread).clone();
                self.thread(other).interrupt.get_or_insert_default().join(&clock);
                self.tick(thread);
            }
            OpKind::Interrupted | OpKind::Sleep => {
                let news = self.thread(thread).interrupt.take();
                self.learn_news(thread, news);
            }
            OpKind::Unpark { thread: other } => {
                let clock = self.clock(thread).clone();
                self.thread(other).permit.get_or_insert_default().join(&clock);
                self.tick(thread);
            }
            OpKind::Park { .. } => {
                let news = self.thread(thread).permit.take();
                self.learn_news(thread, news);
            }
            OpKind::LatchCountDown { latch } => {
                let clock = self.clock(thread).clone();
                self.latches.entry(latch).or_default().join(&clock);
                self.tick(thread);
            }
            OpKind::LatchAwait { latch } => {
                let news = self.latches.get(&latch).cloned();
                self.learn_news(thread, news);
            }
            OpKind::SemaphoreRelease { semaphore, permits } => self.give_permits(thread, semaphore, permits, context),
            OpKind::SemaphoreAcquire { semaphore, permits } => self.take_permits(thread, semaphore, permits, context),
            OpKind::Mark(Mark::InitEnd(class)) => {
                let clock = self.clock(thread).clone();
                self.initialized.insert(class, (thread, clock));
                self.tick(thread);
            }
            OpKind::ClassInit { class } => self.use_class(thread, class),
            _ => {
                self.find_classes(event, context);
                self.access(thread, event);
            }
        }
    }

    /// The classes that the event shows to be initialised.
    fn find_classes(&mut self, event: &Event, context: &dyn Context) {
        if self.initialized.is_empty() {
            return;
        }
        let of_field = match event.kind.access().map(|access| access.location) {
            Some(Location::Static { field }) => context.field_class(field),
            _ => None,
        };
        for class in [context.site_class(event.site), of_field].into_iter().flatten() {
            self.use_class(event.thread, class);
        }
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

    /// Frees the slots of threads that have ended, once everybody alive knows all that they did. What everybody knows,
    /// whoever is started later knows too.
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

    fn lock(&mut self, thread: ThreadId, change: LockChange, lock_use: LockUse) {
        // In place of the lock's own order, the guest's locks only tell what is written under them.
        let own = self.edges == Edges::HandOver && lock_use == LockUse::Own;
        match change {
            LockChange::Taken(lock, mode) => {
                self.slot(thread);
                let Some(known) = self.locks.get(&lock) else { return };
                let clock = &mut self.threads[thread.0 as usize].clock;
                if own {
                    if known.condition {
                        clock.join(&known.written);
                    }
                    return;
                }
                if matches!(lock_use, LockUse::HandOver { produces: true, .. }) && self.edges == Edges::HandOver {
                    return;
                }
                clock.join(&known.exclusive);
                if mode == LockMode::Exclusive {
                    clock.join(&known.shared);
                }
            }
            LockChange::Given { wrote: false, .. } if own => {}
            LockChange::Given { lock, mode, .. } => {
                self.slot(thread);
                let clock = &self.threads[thread.0 as usize].clock;
                let known = self.locks.entry(lock).or_default();
                match mode {
                    _ if own => known.written.join(clock),
                    LockMode::Exclusive => known.exclusive.join(clock),
                    LockMode::Shared => known.shared.join(clock),
                }
                self.tick(thread);
            }
            LockChange::None => {}
        }
    }

    fn access(&mut self, thread: ThreadId, event: &Event) {
        let Some(access) = event.kind.access() else { return };
        if access.kind == AccessKind::Plain {
            return;
        }
        self.slot(thread);
        let clock = &mut self.threads[thread.0 as usize].clock;
        // An update reads as well; one that failed only reads.
        let reads = !matches!(event.kind, OpKind::Write { .. });
        if reads && let Some(known) = self.places.get(&access.location) {
            clock.join(known);
        }
        if access.writes {
            self.places.entry(access.location).or_default().join(clock);
            self.tick(thread);
        }
    }

    /// The thread has found the class initialised.
    fn use_class(&mut self, thread: ThreadId, class: ObjectId) {
        if let Some((by, clock)) = self.initialized.get(&class)
            && *by != thread
        {
            let clock = clock.clone();
            if self.thread(thread).classes.insert(class) {
                self.learn(thread, &clock);
            }
        }
    }

    fn give_permits(&mut self, thread: ThreadId, semaphore: ObjectId, permits: u32, context: &dyn Context) {
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

    fn take_permits(&mut self, thread: ThreadId, semaphore: ObjectId, permits: u32, context: &dyn Context) {
        let merge = self.edges == Edges::All;
        let tokens = tokens(&mut self.semaphores, semaphore, context);
        let mut news = VectorClock::default();
        if merge {
            tokens.iter().for_each(|(_, known)| news.join(known));
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
    semaphores: &'a mut FxHashMap<ObjectId, VecDeque<(u64, VectorClock)>>,
    semaphore: ObjectId,
    context: &dyn Context,
) -> &'a mut VecDeque<(u64, VectorClock)> {
    semaphores.entry(semaphore).or_insert_with(|| {
        let there = context.permits(semaphore).and_then(|permits| u64::try_from(permits).ok()).unwrap_or(0);
        VecDeque::from([(there, VectorClock::default())])
    })
}
