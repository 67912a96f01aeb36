//! `LinkedBlockingQueue` and `ArrayBlockingQueue`: adding an element, taking one, looking at the first.
//!
//! Each is one operation on the queue's number of elements. In the library a call takes effect at the moment at which it changes that number,
//! under a lock that it holds only for this; nobody can tell a thread that waits for the lock, or for an element, from one that has
//! not come yet. So a thread stands before the call until there is an element, or room for one. What interrupts do is as with
//! locks (`interrupted.rs`): the library looks at the flag when it takes the lock, and again when it waits.
//!
//! Methods that run code of the program's under the lock, or look at many elements (`contains`, `drainTo`, iterators …), take the library's own
//! steps. Where one is called, the queue is *given up*, as a pool is (`thread_pool.rs`). A fair queue, which promises an order of those that
//! wait, is never modelled, nor is one that is derived from these.

use deadheat_event::{BlockedOn, Done, LockMode};

use super::gate::Cell;
use super::given_up::{GIVEN_UP, MODELLED};
use super::interrupted::{self, WAITS};
use super::plan::{Act, Deed, Patience, Plan};
use super::queue::{QueueEntry, QueuePolicy};
use super::{AtomicCall, aqs, call, note, thread_pool};
use crate::vm::Vm;
use crate::vm::classes::class::acc;
use crate::vm::memory::layout::{self, Ref};
use crate::vm::threads::thread::{T_ATOMIC, T_WAKE, W_TIMEOUT};
use crate::vm::threads::visible::synchroniser;

const LINKED: &str = "java/util/concurrent/LinkedBlockingQueue";
const ARRAY: &str = "java/util/concurrent/ArrayBlockingQueue";

const TIMED_OFFER: &str = "(Ljava/lang/Object;JLjava/util/concurrent/TimeUnit;)Z";
const TIMED_POLL: &str = "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;";
const NOTHING: &str = "()Ljava/lang/Object;";

macro_rules! calls {
    ($class:expr) => {
        [
            call($class, "put", "(Ljava/lang/Object;)V", |vm, args| add(vm, args, Patience::Interruptible)),
            call($class, "offer", "(Ljava/lang/Object;)Z", offer).always(),
            call($class, "offer", TIMED_OFFER, |vm, args| add(vm, args, aqs::timed(vm, args[2], args[3])?)),
            call($class, "take", NOTHING, |vm, args| take(vm, args, Patience::Interruptible)),
            call($class, "poll", NOTHING, |vm, args| take(vm, args, Patience::None)),
            call($class, "poll", TIMED_POLL, |vm, args| take(vm, args, aqs::timed(vm, args[1], args[2])?)),
            call($class, "peek", NOTHING, look),
            call($class, "clear", "()V", clear),
        ]
    };
}

pub(super) static LINKED_CALLS: [AtomicCall; 8] = calls!(LINKED);
pub(super) static ARRAY_CALLS: [AtomicCall; 8] = calls!(ARRAY);

pub(super) static CALLS: &[AtomicCall] = &[
    note(LINKED, "<init>", "(I)V", |vm, args| made(vm, args, false)),
    note(ARRAY, "<init>", "(IZ)V", |vm, args| made(vm, args, args[2] as u32 != 0)),
    call(LINKED, "size", "()I", owned),
    call(LINKED, "remainingCapacity", "()I", owned),
    call(ARRAY, "size", "()I", look),
    call(ARRAY, "remainingCapacity", "()I", look),
];

/// Methods that use nothing of a queue but others of its methods.
const HARMLESS: &[(&str, &str)] = &[(ARRAY, "add")];

static OTHER: AtomicCall = call("", "", "", |vm, args| {
    let caller = vm.frame_method(vm.caller(vm.asked_frame()).0).class();
    let inner = caller.platform && (caller.name.starts_with(LINKED) || caller.name.starts_with(ARRAY));
    if inner { None } else { given_up(vm, args) }
});

/// What a method that is in no table means for a queue.
pub(super) fn other(class: &str, name: &str, access: u16) -> Option<&'static AtomicCall> {
    let counts = access & (acc::PRIVATE | acc::STATIC) == 0 && !name.starts_with('<');
    let harmless = || HARMLESS.contains(&(class, name));
    ((class == LINKED || class == ARRAY) && counts && !harmless()).then_some(&OTHER)
}

/// A queue that is modelled, or was when the thread began to wait.
pub(super) struct Queue {
    queue: Ref,
    /// The number of its elements.
    pub(super) count: Cell,
    /// For how many there is room.
    pub(super) capacity: i32,
    /// The one lock of an array's queue.
    lock: Option<Ref>,
    given_up: bool,
}

/// What an operation does to the number of elements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    None,
    One,
    Less,
    All,
}

/// The word that the VM adds to queues (see `link::injected_words`), which says whether they are modelled; of other classes none.
fn modelled_word(vm: &Vm, queue: Ref) -> Option<u32> {
    let class = vm.class_of(queue);
    let known = [vm.known.blocking_queue(), vm.known.array_queue()];
    known.into_iter().any(|known| std::ptr::eq(known, class)).then(|| queue + class.words - 2)
}

/// The pool whose tasks wait in a queue, or null.
fn owner(vm: &Vm, queue: Ref) -> Ref {
    modelled_word(vm, queue).map_or(0, |word| vm.get(word + 1) as Ref)
}

/// The operation that takes a queue from the pool whose tasks wait in it: as soon as anybody else uses it, that pool is modelled no longer.
/// While no other thread has a part in the pool, nobody could tell.
fn owned(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let pool = owner(vm, args[0] as Ref);
    if pool != 0 && vm.multi && vm.is_shared(pool) { thread_pool::surrendered(vm, pool) } else { None }
}

fn made(vm: &mut Vm, args: &[u64], fair: bool) {
    if let Some(word) = modelled_word(vm, args[0] as Ref).filter(|_| vm.models_pools() && !fair) {
        vm.set(word, MODELLED);
    }
}

impl Vm {
    /// From now on a queue's elements are tasks of a pool. Not if it is modelled no longer, or another pool's.
    pub(super) fn give_to_pool(&mut self, queue: Ref, pool: Ref) -> bool {
        let Some(word) = modelled_word(self, queue).filter(|word| self.get(*word) == MODELLED) else { return false };
        let free = thread_pool::surrendered(self, owner(self, queue)).is_none();
        if free {
            self.set_ref_field(queue, word + 1 - queue, pool);
        }
        free
    }
}

impl Queue {
    fn of(vm: &Vm, args: &[u64]) -> Option<Queue> {
        let queue = args[0] as Ref;
        let word = vm.get(modelled_word(vm, queue)?);
        let given_up = word == GIVEN_UP;
        // A thread that has begun to wait here is told that it is over.
        let looks = !given_up || vm.asked_phase() != 0 || !vm.has_looked();
        (word != 0 && looks).then(|| Queue { given_up, ..Queue::new(vm, queue) })
    }

    /// A queue of a class that is known to be modelled.
    pub(super) fn new(vm: &Vm, queue: Ref) -> Queue {
        let (known, given_up) = (&vm.known, false);
        if std::ptr::eq(vm.class_of(queue), known.array_queue()) {
            let items = vm.ref_field(queue, known.array_queue_items);
            let capacity = if items == 0 { 0 } else { vm.array_len(items) as i32 };
            let lock = Some(vm.ref_field(queue, known.array_queue_lock));
            Queue { queue, count: Cell::new(queue, known.array_queue_count), capacity, lock, given_up }
        } else {
            let count = vm.ref_field(queue, known.blocking_queue_count);
            let capacity = vm.field(queue, known.blocking_queue_capacity) as u32 as i32;
            Queue { queue, count: Cell::new(count, known.atomic_integer_value), capacity, lock: None, given_up }
        }
    }

    /// What threads wait for that want an element.
    pub(super) fn element(&self, vm: &Vm) -> BlockedOn {
        self.waits_for(vm, Change::Less)
    }

    /// What threads wait for that find it empty, or full.
    fn waits_for(&self, vm: &Vm, change: Change) -> BlockedOn {
        let known = &vm.known;
        let (lock, condition) = match (self.lock.is_some(), change) {
            (true, Change::Less) => (known.array_queue_lock, known.array_queue_not_empty),
            (true, _) => (known.array_queue_lock, known.array_queue_not_full),
            (false, Change::Less) => (known.blocking_queue_take_lock, known.blocking_queue_not_empty),
            (false, _) => (known.blocking_queue_put_lock, known.blocking_queue_not_full),
        };
        let part = |place| synchroniser(vm.ref_field(self.queue, place));
        BlockedOn::Notify { lock: part(lock), condition: part(condition) }
    }

    /// An operation that does not wait; of a queue that was given up a look, and steps.
    fn at_once(&self, vm: &Vm, change: Change) -> Option<Plan> {
        if self.given_up {
            return self.operation(vm, Act::Steps(None), Change::None);
        }
        self.operation(vm, Act::Body, change)
    }

    fn operation(&self, vm: &Vm, act: Act, change: Change) -> Option<Plan> {
        let count = self.count.value(vm);
        let then = match change {
            Change::None => count,
            Change::One => (count + 1).min(self.capacity),
            Change::Less => (count - 1).max(0),
            Change::All => 0,
        };
        let plan = Plan::visible(self.queue, self.count.update(vm, then)?, act);
        // Threads learn from each other by what the library's own code does: by the lock, where there is one for all.
        let Some(lock) = self.lock.map(synchroniser) else { return Some(plan) };
        let deed = |event| Deed { event, book: None };
        let (mode, reentrant) = (LockMode::Exclusive, false);
        Some(plan.doing(deed(Done::Acquire { lock, mode, reentrant })).then(deed(Done::Release {
            lock,
            mode,
            reentrant,
        })))
    }

    /// An operation that waits until it is `possible`.
    fn when(&self, vm: &Vm, possible: bool, change: Change, patience: Patience) -> Option<Plan> {
        if patience == Patience::None || self.given_up && vm.asked_phase() == 0 {
            return self.at_once(vm, change);
        }
        let tid = vm.asked_thread();
        let interrupted = vm.is_interrupted(tid);
        let phase = vm.asked_phase();
        match phase {
            // The first act of the method is to look at the flag, and to throw.
            0 if interrupted => return Some(Plan::visible(self.queue, Done::Interrupted, Act::Body)),
            WAITS if interrupted => return Some(interrupted::notice(self.queue)),
            _ => {}
        }
        let timed_out = phase != 0 && vm.get(layout::thread(tid) + T_WAKE) == W_TIMEOUT;
        if self.given_up && !timed_out {
            return self.at_once(vm, change);
        }
        if possible {
            return self.operation(vm, if interrupted { Act::BodyUnheeding } else { Act::Body }, change);
        }
        if interrupted {
            // It did not notice at first; now it will, because it has to wait again.
            return self.operation(vm, Act::Body, Change::None);
        }
        let nanos = if let Patience::Nanos(nanos) = patience { Some(nanos) } else { None };
        if timed_out || nanos.is_some_and(|nanos| nanos <= 0) {
            return self.operation(vm, Act::Return(0), Change::None);
        }
        if phase == 0 && nanos.is_some() {
            let (policy, mode) = (QueuePolicy::Any, LockMode::Exclusive);
            let entry = QueueEntry { subject: self.queue, policy, mode, nanos };
            return self.operation(vm, Act::Queue(entry), Change::None);
        }
        let mut plan = self.operation(vm, Act::Body, change)?.blocked(self.waits_for(vm, change));
        plan.interruptible = true;
        Some(plan)
    }
}

/// A thread looks at the queue.
fn look(vm: &Vm, args: &[u64]) -> Option<Plan> {
    owned(vm, args).or_else(|| Queue::of(vm, args)?.at_once(vm, Change::None))
}

fn clear(vm: &Vm, args: &[u64]) -> Option<Plan> {
    owned(vm, args).or_else(|| Queue::of(vm, args)?.at_once(vm, Change::All))
}

/// Within another operation only a pool's queue has something to say.
fn offer(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let within = !vm.is_asked() && vm.thread_word(T_ATOMIC) != 0;
    if within { thread_pool::queueing(vm, args) } else { add(vm, args, Patience::None) }
}

fn add(vm: &Vm, args: &[u64], patience: Patience) -> Option<Plan> {
    if let Some(plan) = owned(vm, args) {
        return Some(plan);
    }
    let queue = Queue::of(vm, args).filter(|_| args[1] != 0)?;
    queue.when(vm, queue.count.value(vm) < queue.capacity, Change::One, patience)
}

fn take(vm: &Vm, args: &[u64], patience: Patience) -> Option<Plan> {
    if let Some(plan) = owned(vm, args) {
        return Some(plan);
    }
    let queue = Queue::of(vm, args)?;
    queue.when(vm, queue.count.value(vm) > 0, Change::Less, patience)
}

/// A method that is not modelled: the queue is modelled no longer.
fn given_up(vm: &Vm, args: &[u64]) -> Option<Plan> {
    if let Some(plan) = thread_pool::surrendered(vm, owner(vm, args[0] as Ref)) {
        return Some(plan);
    }
    let queue = Queue::of(vm, args)?;
    if queue.given_up {
        return queue.at_once(vm, Change::None);
    }
    queue.operation(vm, Act::Steps(modelled_word(vm, queue.queue)), Change::None)
}
