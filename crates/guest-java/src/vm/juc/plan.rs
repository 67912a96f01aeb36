//! What an atomic call is about to do, as a value.

use deadheat_event::{BlockedOn, Done, LockMode, ThreadId};

use super::condition::{Signal, Wait, Wake};
use super::interrupted::{self, WAITS};
use super::queue::{self, Admission, QueueEntry, QueuePolicy};
use crate::vm::memory::layout::{self, Ref};
use crate::vm::natives::Seen;
use crate::vm::threads::thread::{T_WAKE, W_TIMEOUT};
use crate::vm::threads::visible::synchroniser;
use crate::vm::{Vm, VmResult};

/// What an atomic call is about to do.
pub struct Plan {
    /// The object that must be shared for other threads to notice.
    pub subject: Ref,
    /// What shows before it is done; none if no other thread can notice it.
    pub seen: Option<Seen>,
    /// Whether others may go first.
    pub stops: bool,
    /// What will have been done.
    pub deeds: [Option<Deed>; 2],
    /// How it is done.
    pub act: Act,
    /// Whether an interrupt ends the wait for it.
    pub interruptible: bool,
    /// It lasts until the caller's frame ends, or until it is cut (`cuts.rs`); not only as long as the call.
    pub with_caller: bool,
}

/// An event, and the change in the list of held locks that goes with it.
pub struct Deed {
    /// What observers see.
    pub event: Done,
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
    /// The same, and its steps show, each by itself (`told.rs`).
    Told,
    /// The thread, which was parked in the midst of what it does, goes on with that.
    GoOn,
    /// It has no effect and no result; what its caller does next shows, step by step, and is part of the operation.
    ReturnTold,
    /// The thread gets in line for a time; what its caller keeps of the time is no part of the state.
    QueueUntil(QueueEntry),
    /// The thread stands before the call again, in this phase.
    Look(u32),
    /// The same, when the schedule has said with which of so many queues it begins.
    Pick(u32),
    /// By the method's own code, which looks into this queue first; its steps show.
    Begin(u32),
    /// From now on the operation that the call belongs to is told no more.
    Hush,
    /// By the method's own code, step by step, as everything that pools for forking and joining do from now on (`fork_join.rs`).
    GiveUpForkJoin,
    /// The operation that the call belongs to is broken off, and the object that it is of given up.
    BreakOff,
    /// By the method's own code, as if the thread were not interrupted.
    BodyUnheeding,
    /// The thread, which was interrupted while it waited, notices it, or it does not: see `interrupted.rs`.
    Notice,
    /// A condition's wait is left because of an interrupt.
    LeaveWait,
    /// It has no effect but this result.
    Return(u64),
    /// The thread gets in line, and stands before the call again.
    Queue(QueueEntry),
    /// A condition's wait begins.
    Wait(Wait),
    /// It ends.
    Wake(Wake),
    /// Waiters of a condition are woken.
    Signal(Signal),
    /// By the method's own code, step by step; an object is given up before, by its word.
    Steps(Option<u32>),
    /// The thread stands before the call again; an object is given up before, of which there is a model that comes in between.
    Surrender(u32),
    /// It has waited for long enough, which is all that it has done so far: the thread stands before the call again, in this phase.
    Again(u32),
    /// The operation that the call belongs to ends here.
    Leave,
    /// The operation that the call belongs to ends with it.
    Last,
    /// A question that the schedule answers, with one of so many values.
    Choose(u32),
    /// A question that our code answers.
    Answer(fn(&mut Vm, &[u64]) -> VmResult<u64>),
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

/// What a thread can ask for and may have to wait for.
pub enum Acquirable {
    /// A lock. `again`: the thread holds it already.
    Lock { lock: Ref, mode: LockMode, again: bool },
    /// Permits of a semaphore.
    Permits { semaphore: Ref, permits: u32 },
    /// That a latch is open.
    Latch { latch: Ref },
}

/// A thread asks for something that it may have to wait for.
pub struct Request {
    /// The synchroniser's state object: what is queued on, and must be shared for other threads to notice.
    pub subject: Ref,
    /// What is asked for.
    pub wanted: Acquirable,
    /// Whether the synchroniser's state allows it now.
    pub possible: bool,
    /// The thread that stands in the way, where that is a single one.
    pub owner: Option<u32>,
    /// Which thread goes first of those that wait.
    pub policy: QueuePolicy,
    /// How long the thread waits.
    pub patience: Patience,
}

impl Acquirable {
    fn mode(&self) -> LockMode {
        if let Acquirable::Lock { mode, .. } = self { *mode } else { LockMode::Exclusive }
    }

    fn is_held(&self) -> bool {
        matches!(self, Acquirable::Lock { again: true, .. })
    }

    /// The operation, before it is known how it ends.
    fn pending(&self, tries: bool) -> Done {
        match *self {
            Acquirable::Lock { lock: id, mode, .. } if tries => {
                Done::TryAcquire { lock: synchroniser(id), mode, acquired: false }
            }
            Acquirable::Lock { lock: id, mode, again } => {
                Done::Acquire { lock: synchroniser(id), mode, reentrant: again }
            }
            Acquirable::Permits { semaphore, permits } => {
                Done::SemaphoreAcquire { semaphore: synchroniser(semaphore), permits }
            }
            Acquirable::Latch { latch } => Done::LatchAwait { latch: synchroniser(latch) },
        }
    }

    fn taken(&self, tries: bool) -> Deed {
        let mut event = self.pending(tries);
        if let Done::TryAcquire { acquired, .. } = &mut event {
            *acquired = true;
        }
        let book = match *self {
            Acquirable::Lock { lock, mode, again } if mode == LockMode::Shared || !again => {
                Some(Book::Take(lock, mode))
            }
            _ => None,
        };
        Deed { event, book }
    }

    fn missed(&self) -> Deed {
        let event = match *self {
            Acquirable::Lock { lock: id, mode, .. } => {
                Done::TryAcquire { lock: synchroniser(id), mode, acquired: false }
            }
            Acquirable::Permits { semaphore, .. } => {
                Done::SemaphoreAcquire { semaphore: synchroniser(semaphore), permits: 0 }
            }
            Acquirable::Latch { latch } => Done::LatchAwait { latch: synchroniser(latch) },
        };
        Deed { event, book: None }
    }

    /// Getting in line for it.
    pub fn arrival(&self, entry: QueueEntry) -> Plan {
        Plan::visible(entry.subject, self.pending(true), Act::Queue(entry)).doing(self.missed())
    }

    fn blocked(&self, owner: Option<u32>, interruptible: bool) -> BlockedOn {
        match *self {
            Acquirable::Lock { lock: id, .. } => {
                BlockedOn::Lock { lock: synchroniser(id), owner: owner.map(ThreadId), interruptible }
            }
            Acquirable::Permits { semaphore, .. } => BlockedOn::Permits { semaphore: synchroniser(semaphore) },
            Acquirable::Latch { latch } => BlockedOn::Latch { latch: synchroniser(latch) },
        }
    }
}

impl Request {
    /// The plan of the thread that is asked about.
    pub fn plan(self, vm: &Vm) -> Plan {
        let tid = vm.asked_thread();
        let waits = self.patience != Patience::None;
        let tries = matches!(self.patience, Patience::None | Patience::Nanos(_));
        let interruptible = waits && self.patience != Patience::Endless;
        let interrupted = interruptible && vm.is_interrupted(tid);
        match vm.asked_phase() {
            // The method's first act is to look at the flag, and to throw.
            0 if interrupted => return Plan::visible(self.subject, Done::Interrupted, Act::Body),
            WAITS if interrupted => return interrupted::notice(self.subject),
            _ => {}
        }
        let admission = match self.patience {
            Patience::None if self.possible => Admission::Now,
            Patience::None => Admission::Wait,
            _ if self.wanted.is_held() => Admission::Now,
            _ => queue::admission(vm, self.subject, tid, self.possible, self.policy, self.wanted.mode()),
        };
        let kind = |tries| self.wanted.pending(tries);
        if admission == Admission::Now {
            let act = if interrupted { Act::BodyUnheeding } else { Act::Body };
            let mut plan = Plan::visible(self.subject, kind(tries), act).doing(self.wanted.taken(tries));
            plan.stops = !self.wanted.is_held();
            return plan;
        }
        if interrupted {
            // It did not notice at first; now it will, because it has to wait again.
            return Plan::visible(self.subject, self.wanted.missed().event, Act::Body);
        }
        let waiting = vm.asked_phase() != 0;
        let nanos = if let Patience::Nanos(nanos) = self.patience { Some(nanos) } else { None };
        let timed_out = waiting && vm.get(layout::thread(tid) + T_WAKE) == W_TIMEOUT;
        if !waits || timed_out || nanos.is_some_and(|n| n <= 0) {
            return Plan::visible(self.subject, kind(tries), Act::Return(0)).doing(self.wanted.missed());
        }
        if !waiting && (nanos.is_some() || admission == Admission::Arrive) {
            let entry = QueueEntry { subject: self.subject, policy: self.policy, mode: self.wanted.mode(), nanos };
            return self.wanted.arrival(entry);
        }
        let mut plan = Plan::visible(self.subject, kind(tries), Act::Body);
        if let Some(seen) = &mut plan.seen {
            seen.blocked = Some(self.wanted.blocked(self.owner, interruptible));
        }
        plan.interruptible = interruptible;
        plan
    }
}

impl Plan {
    /// A visible operation that is possible now; its event says the same as its pending operation.
    pub fn visible(subject: Ref, kind: Done, act: Act) -> Plan {
        let deeds = [Some(Deed { event: kind.clone(), book: None }), None];
        let seen = Some(Seen { kind, blocked: None });
        Plan { subject, seen, stops: true, deeds, act, interruptible: false, with_caller: false }
    }

    /// Library code that no other thread notices.
    pub fn hidden(subject: Ref, act: Act) -> Plan {
        let deeds = [None, None];
        Plan { subject, seen: None, stops: false, deeds, act, interruptible: false, with_caller: false }
    }

    /// The same, with what the caller does afterwards.
    pub fn with_caller(mut self) -> Plan {
        self.with_caller = true;
        self
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
        let wanted = Acquirable::Lock { lock: id, mode: LockMode::Shared, again: false };
        Plan::visible(subject, wanted.pending(true), act).doing(wanted.missed())
    }
}

/// The deed of giving a lock back.
pub fn released(id: Ref, mode: LockMode, again: bool) -> Deed {
    let event = Done::Release { lock: synchroniser(id), mode, reentrant: again };
    let book = (mode == LockMode::Shared || !again).then_some(Book::Give(id, mode));
    Deed { event, book }
}

/// The deed of taking a lock by a try.
pub fn acquired(id: Ref, mode: LockMode) -> Deed {
    Acquirable::Lock { lock: id, mode, again: false }.taken(true)
}

impl Vm {
    /// Brings the running thread's list of held locks up to date.
    pub(super) fn enter_in_books(&mut self, deed: &Deed) {
        match deed.book {
            Some(Book::Take(lock, mode)) => self.hold(synchroniser(lock), mode),
            Some(Book::Give(lock, mode)) => self.unhold(synchroniser(lock), mode),
            None => {}
        }
    }
}
