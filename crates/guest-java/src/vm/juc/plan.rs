//! What an atomic call is about to do, as a value.

use deadheat_event::{BlockedOn, LockMode, ObjectId, OpKind, ThreadId};

use super::condition::{Signal, Wait, Wake};
use super::queue::{self, Admission, Order, Place};
use crate::vm::memory::layout::{self, Ref};
use crate::vm::natives::Seen;
use crate::vm::threads::thread::{T_WAKE, W_TIMEOUT};
use crate::vm::threads::visible::lock;
use crate::vm::{Run, Vm};

/// What an atomic call is about to do.
pub struct Plan {
    /// The object that must be shared for anybody to notice.
    pub subject: Ref,
    /// What shows before it is done; none if nobody can notice it.
    pub seen: Option<Seen>,
    /// Whether others may go first.
    pub stops: bool,
    /// What will have been done.
    pub deeds: [Option<Deed>; 2],
    /// How it is done.
    pub act: Act,
}

/// An event, and the change in the list of held locks that goes with it.
pub struct Deed {
    /// What observers are told.
    pub event: OpKind,
    /// What the thread then holds, or no longer holds.
    pub book: Option<Book>,
}

/// A change in the list of held locks.
pub enum Book {
    /// The lock is held from now on.
    Take(Ref, LockMode),
    /// It is held no longer.
    Give(Ref, LockMode),
}

/// How an operation is done.
pub enum Act {
    /// By the method's own code, without switches.
    Body,
    /// It has no effect but this result.
    Return(u64),
    /// The thread gets in line, and stands before the call again.
    Queue(Place),
    /// A condition's wait begins.
    Wait(Wait),
    /// It ends.
    Wake(Wake),
    /// Waiters of a condition are woken.
    Signal(Signal),
    /// A question that the schedule answers, with one of so many values.
    Choose(u32),
    /// A question that our code answers.
    Answer(fn(&mut Vm, &[u64]) -> Run<u64>),
}

/// How long a thread is ready to wait.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// Not at all.
    None,
    /// As long as it takes.
    Endless,
    /// Until it is interrupted.
    Interruptible,
    /// So many nanoseconds, or until it is interrupted.
    Nanos(i64),
}

/// What a thread asks for.
pub enum Thing {
    /// A lock. `again`: the thread holds it already.
    Lock { lock: Ref, mode: LockMode, again: bool },
    /// Permits of a semaphore.
    Permits { semaphore: Ref, permits: u32 },
    /// That a latch is open.
    Latch { latch: Ref },
}

/// A thread asks for something that it may have to wait for.
pub struct Request {
    /// The synchroniser's state object: what is queued on, and must be shared for anybody to notice.
    pub subject: Ref,
    /// What is asked for.
    pub thing: Thing,
    /// Whether the synchroniser's state allows it now.
    pub possible: bool,
    /// Who stands in the way, where that is one thread.
    pub owner: Option<u32>,
    /// Who goes first among those who wait.
    pub order: Order,
    /// How long the thread waits.
    pub patience: Patience,
}

impl Thing {
    fn mode(&self) -> LockMode {
        if let Thing::Lock { mode, .. } = self { *mode } else { LockMode::Exclusive }
    }

    fn is_held(&self) -> bool {
        matches!(self, Thing::Lock { again: true, .. })
    }

    /// The operation, before it is known how it ends.
    fn pending(&self, tries: bool) -> OpKind {
        match *self {
            Thing::Lock { lock: id, mode, .. } if tries => OpKind::TryAcquire { lock: lock(id), mode, acquired: None },
            Thing::Lock { lock: id, mode, again } => OpKind::Acquire { lock: lock(id), mode, reentrant: again },
            Thing::Permits { semaphore, permits } => {
                OpKind::SemaphoreAcquire { semaphore: ObjectId(semaphore), permits }
            }
            Thing::Latch { latch } => OpKind::LatchAwait { latch: ObjectId(latch) },
        }
    }

    fn taken(&self, tries: bool) -> Deed {
        let mut event = self.pending(tries);
        if let OpKind::TryAcquire { acquired, .. } = &mut event {
            *acquired = Some(true);
        }
        let book = match *self {
            Thing::Lock { lock, mode, again } if mode == LockMode::Shared || !again => Some(Book::Take(lock, mode)),
            _ => None,
        };
        Deed { event, book }
    }

    fn missed(&self) -> Deed {
        let event = match *self {
            Thing::Lock { lock: id, mode, .. } => OpKind::TryAcquire { lock: lock(id), mode, acquired: Some(false) },
            Thing::Permits { semaphore, .. } => OpKind::SemaphoreAcquire { semaphore: ObjectId(semaphore), permits: 0 },
            Thing::Latch { latch } => OpKind::LatchAwait { latch: ObjectId(latch) },
        };
        Deed { event, book: None }
    }

    /// Getting in line for it.
    pub fn arrival(&self, place: Place) -> Plan {
        Plan::visible(place.subject, self.pending(true), Act::Queue(place)).doing(self.missed())
    }

    fn blocked(&self, owner: Option<u32>) -> BlockedOn {
        match *self {
            Thing::Lock { lock: id, .. } => BlockedOn::Lock { lock: lock(id), owner: owner.map(ThreadId) },
            Thing::Permits { semaphore, .. } => BlockedOn::Permits { semaphore: ObjectId(semaphore) },
            Thing::Latch { latch } => BlockedOn::Latch { latch: ObjectId(latch) },
        }
    }
}

impl Request {
    /// The plan of the thread that is asked about.
    pub fn plan(self, vm: &Vm) -> Plan {
        let tid = vm.asked_thread();
        let waits = self.patience != Patience::None;
        let tries = matches!(self.patience, Patience::None | Patience::Nanos(_));
        if waits && self.patience != Patience::Endless && vm.is_interrupted(tid) {
            // The method's first act is to look at the flag, and to throw.
            return Plan::visible(self.subject, OpKind::Interrupted, Act::Body);
        }
        let admission = match self.patience {
            Patience::None if self.possible => Admission::Now,
            Patience::None => Admission::Wait,
            _ if self.thing.is_held() => Admission::Now,
            _ => queue::admission(vm, self.subject, tid, self.possible, self.order, self.thing.mode()),
        };
        let kind = |tries| self.thing.pending(tries);
        if admission == Admission::Now {
            let mut plan = Plan::visible(self.subject, kind(tries), Act::Body).doing(self.thing.taken(tries));
            plan.stops = !self.thing.is_held();
            return plan;
        }
        let waiting = vm.asked_phase() != 0;
        let nanos = if let Patience::Nanos(nanos) = self.patience { Some(nanos) } else { None };
        let timed_out = waiting && vm.get(layout::thread(tid) + T_WAKE) == W_TIMEOUT;
        if !waits || timed_out || nanos.is_some_and(|n| n <= 0) {
            return Plan::visible(self.subject, kind(tries), Act::Return(0)).doing(self.thing.missed());
        }
        if !waiting && (nanos.is_some() || admission == Admission::Arrive) {
            let place = Place { subject: self.subject, order: self.order, mode: self.thing.mode(), nanos };
            return self.thing.arrival(place);
        }
        let mut plan = Plan::visible(self.subject, kind(tries), Act::Body);
        if let Some(seen) = &mut plan.seen {
            seen.blocked = Some(self.thing.blocked(self.owner));
        }
        plan
    }
}

impl Plan {
    /// A visible operation that is possible now; its event says the same as its pending operation.
    pub fn visible(subject: Ref, kind: OpKind, act: Act) -> Plan {
        let deeds = [Some(Deed { event: kind.clone(), book: None }), None];
        Plan { subject, seen: Some(Seen { kind, blocked: None }), stops: true, deeds, act }
    }

    /// Library code that nobody notices.
    pub fn hidden(subject: Ref, act: Act) -> Plan {
        Plan { subject, seen: None, stops: false, deeds: [None, None], act }
    }

    /// The same, with another event.
    pub fn doing(mut self, deed: Deed) -> Plan {
        self.deeds = [Some(deed), None];
        self
    }

    /// The same, with one more event.
    pub fn then(mut self, deed: Deed) -> Plan {
        self.deeds[1] = Some(deed);
        self
    }

    /// A lock is given back. `again`: the thread goes on holding it.
    pub fn release(subject: Ref, id: Ref, mode: LockMode, again: bool) -> Plan {
        let deed = released(id, mode, again);
        let mut plan = Plan::visible(subject, deed.event.clone(), Act::Body).doing(deed);
        plan.stops = !again;
        plan
    }

    /// A look at a lock: see the module's comment.
    pub fn look(subject: Ref, id: Ref, act: Act) -> Plan {
        let thing = Thing::Lock { lock: id, mode: LockMode::Shared, again: false };
        Plan::visible(subject, thing.pending(true), act).doing(thing.missed())
    }
}

/// The deed of giving a lock back.
pub fn released(id: Ref, mode: LockMode, again: bool) -> Deed {
    let event = OpKind::Release { lock: lock(id), mode, reentrant: again };
    let book = (mode == LockMode::Shared || !again).then_some(Book::Give(id, mode));
    Deed { event, book }
}

/// The deed of taking a lock by a try.
pub fn acquired(id: Ref, mode: LockMode) -> Deed {
    Thing::Lock { lock: id, mode, again: false }.taken(true)
}

impl Vm {
    /// Brings the running thread's list of held locks up to date.
    pub(super) fn enter_in_books(&mut self, deed: &Deed) {
        match deed.book {
            Some(Book::Take(lock, mode)) => self.hold(lock, mode),
            Some(Book::Give(lock, mode)) => self.unhold(lock, mode),
            None => {}
        }
    }
}
