//! `ThreadPoolExecutor`: handing in a task, taking one (`pool_worker.rs`), ending the pool.
//!
//! Each is one operation on the pool's word of control (`ctl`); the queue, the set of workers and their locks go with it, because nobody else
//! gets at them. As soon as a method is called that hands one of them
//! out, or does what is not modelled here (`shutdownNow`, `getPoolSize`, `setCorePoolSize` …), or the queue is used by others, the pool
//! is *given up*: that is an operation on `ctl` too, and from then on all threads take the library's own steps.
//!
//! Modelled are pools of this very class whose tasks wait in a `LinkedBlockingQueue` or an unfair `ArrayBlockingQueue`, and those that
//! `Executors` makes with a `SynchronousQueue`.
//!
//! What makes the operations exact:
//! - *Handing in* (`execute`) is over when a new worker is counted and its thread made, or the task is in the queue. That the pool is shut down is
//!   looked at again in between: then it is as if that had come first. Whether there is a worker left is looked at only
//!   when the task is in the queue. In a pool that is *fixed*, with as many threads at most as it keeps, a worker too much cannot come
//!   of this; in others the second look, and the worker that comes of it, are operations of their own.
//! - *Entering a worker in the set of workers*, and taking it out, are operations of their own: others can see a worker that is counted already, and
//!   not yet there. One that finds the pool shut down is not entered, and not counted any more: that is the next.
//! - *A thread factory* of the program's own, or one that other pools may have too, runs in steps: the operation ends before it.
//! - *A worker's own lock* keeps it from being interrupted by `shutdown` while it runs a task. A worker that is not running one
//!   is interrupted only to wake it, and forgets it. Here it wakes by itself, so nobody interrupts it. That holds for threads that
//!   do nothing but a worker's work: a pool with any other thread is given up when that begins.
//! - *Shutting down* and *terminating* are two operations, as between the two others can see that the pool is shut down and not
//!   terminated. So are the worker's last steps: it leaves, and then terminates the pool if it was the last. A pool that is not fixed, or whose
//!   threads are of the program's making, is given up when a task throws: code that hears of that might see an interrupt, and a
//!   replacement for the worker be one too much.
//!
//! What this leaves out: which of a worker's interrupts another thread sees by `isInterrupted` before the worker forgets it. A search that
//! comes by such a question does not claim to be complete.

use deadheat_event::{BlockedOn, Done};

use super::blocking_queue::Queue;
use super::gate::{Cell, Gate};
use super::given_up::{GIVEN_UP, MODELLED};
use super::plan::{Act, Patience, Plan};
use super::{AtomicCall, aqs, call, meeting, note, pool_worker};
use crate::vm::Vm;
use crate::vm::classes::class::acc;
use crate::vm::memory::layout::Ref;
use crate::vm::threads::thread::T_ATOMIC;
use crate::vm::threads::visible::synchroniser;

pub(super) const POOL: &str = "java/util/concurrent/ThreadPoolExecutor";
const WORKER: &str = "java/util/concurrent/ThreadPoolExecutor$Worker";
const FACTORIES: &str = "java/util/concurrent/Executors";
const THREAD_FACTORY: &str = "Ljava/util/concurrent/ThreadFactory;";
const HAND_OVER: &str = "java/util/concurrent/SynchronousQueue";

/// The constructor that all others call.
const MADE: &str = "(IIJLjava/util/concurrent/TimeUnit;Ljava/util/concurrent/BlockingQueue;\
                    Ljava/util/concurrent/ThreadFactory;Ljava/util/concurrent/RejectedExecutionHandler;)V";

pub(super) static CALLS: &[AtomicCall] = &[
    note(POOL, "<init>", MADE, made),
    call(POOL, "execute", "", execute),
    call(POOL, "addWorker", "", |vm, args| Pool::of(vm, args[0] as Ref)?.end(vm)),
    call(POOL, "getThreadFactory", "", thread_factory).always(),
    call(POOL, "afterExecute", "", after_execute),
    call(POOL, "remove", "", given_up),
    call(POOL, "processWorkerExit", "", worker_exit).apart(),
    call(POOL, "tryTerminate", "", try_terminate).apart_if(|vm| {
        // There it holds the pool's lock.
        &*vm.frame_method(vm.caller(vm.frame).0).name != "addWorkerFailed"
    }),
    call(POOL, "shutdown", "", shutdown),
    call(POOL, "awaitTermination", "", await_termination),
    call(POOL, "reject", "", |_, _| None).apart(),
    call(POOL, "addWorkerFailed", "", |vm, args| Pool::of(vm, args[0] as Ref)?.end(vm)).apart(),
    call(POOL, "interruptIdleWorkers", "(Z)V", |vm, args| {
        Pool::of(vm, args[0] as Ref).map(|pool| Plan::hidden(pool.pool, Act::Return(0)))
    })
    .always(),
    call(WORKER, "unlock", "", worker_free),
    call(HAND_OVER, "offer", "(Ljava/lang/Object;)Z", |vm, args| {
        if vm.is_asked() || vm.thread_word(T_ATOMIC) == 0 {
            return meeting::pass(vm, args);
        }
        let pool = pool_that_queues(vm)?;
        Some(Plan::hidden(pool.pool, Act::Answer(pool_worker::hand_over)))
    })
    .always(),
];

/// Methods that use nothing of a pool but `ctl` and fields that no modelled pool changes, and those that are empty.
const HARMLESS: &[&str] = &[
    "isShutdown",
    "isTerminating",
    "isTerminated",
    "isStopped",
    "getCorePoolSize",
    "getMaximumPoolSize",
    "allowsCoreThreadTimeOut",
    "getRejectedExecutionHandler",
    "runWorker",
    "beforeExecute",
    "terminated",
    "onShutdown",
];

static OTHER: AtomicCall = call(POOL, "", "", |vm, args| {
    // What the pool itself does belongs to an operation of its own.
    let caller = vm.frame_method(vm.caller(vm.asked_frame()).0).class();
    if caller.platform && [POOL, WORKER].contains(&&*caller.name) { None } else { given_up(vm, args) }
});

/// What a method that is in no table means for a pool.
pub(super) fn other(class: &str, name: &str, access: u16) -> Option<&'static AtomicCall> {
    let counts = access & (acc::PRIVATE | acc::STATIC) == 0 && !name.starts_with('<') && !HARMLESS.contains(&name);
    (class == POOL && counts).then_some(&OTHER)
}

/// The bits of `ctl` that count workers.
pub(super) const WORKERS: i32 = (1 << 29) - 1;
pub(super) const SHUTDOWN: i32 = 0;
pub(super) const STOP: i32 = 1 << 29;
const TERMINATED: i32 = 3 << 29;

/// Of a modelled pool: that its thread factory is not its own.
const FOREIGN: u64 = 2;

/// A pool that is modelled.
pub(super) struct Pool {
    pub(super) pool: Ref,
    pub(super) ctl: Cell,
    foreign: bool,
}

/// How tasks wait.
pub(super) enum Tasks {
    /// In a queue.
    Queue(Queue),
    /// Not at all: a worker waits for them.
    HandOver,
}

/// Where a pool says whether it is modelled: a word that the VM adds (see `link::injected_words`).
fn modelled_word(vm: &Vm, pool: Ref) -> u32 {
    pool + vm.known.thread_pool().words - 1
}

/// A pool is being made.
fn made(vm: &mut Vm, args: &[u64]) {
    let (pool, queue) = (args[0] as Ref, args[5] as Ref);
    if !vm.models_pools() || !std::ptr::eq(vm.class_of(pool), vm.known.thread_pool()) || queue == 0 {
        return;
    }
    let mut frame = vm.caller(vm.frame).0;
    let mut foreign = true;
    while std::ptr::eq(vm.frame_method(frame).class(), vm.known.thread_pool()) {
        // It makes a factory for itself.
        foreign &= vm.frame_method(frame).descriptor.contains(THREAD_FACTORY);
        frame = vm.caller(frame).0;
    }
    let caller = vm.frame_method(frame).class();
    let private = caller.platform && &*caller.name == FACTORIES;
    let class = vm.class_of(queue);
    let hands_over = class.platform && &*class.name == HAND_OVER;
    let ours = if hands_over { private && args[3] as i64 > 0 } else { vm.give_to_pool(queue, pool) };
    if ours {
        let word = modelled_word(vm, pool);
        vm.set(word, if foreign { MODELLED | FOREIGN } else { MODELLED });
    }
}

impl Pool {
    /// A pool that is modelled now.
    pub(super) fn of(vm: &Vm, pool: Ref) -> Option<Pool> {
        (vm.get(modelled_word(vm, pool)) & MODELLED != 0).then(|| Pool::new(vm, pool))
    }

    /// A call of a method of one that was given up.
    fn look(vm: &Vm, pool: Ref) -> Option<Plan> {
        if vm.get(modelled_word(vm, pool)) != GIVEN_UP || vm.has_looked() {
            return None;
        }
        let ctl = Pool::new(vm, pool).ctl;
        Some(Plan::visible(pool, ctl.read(vm)?, Act::Steps(None)))
    }

    /// One that is, or was when the thread began to wait.
    pub(super) fn new(vm: &Vm, pool: Ref) -> Pool {
        let ctl = Cell::new(vm.ref_field(pool, vm.known.pool_ctl), vm.known.atomic_integer_value);
        Pool { pool, ctl, foreign: vm.get(modelled_word(vm, pool)) & FOREIGN != 0 }
    }

    /// Where its tasks wait.
    pub(super) fn tasks(&self, vm: &Vm) -> Tasks {
        let queue = vm.ref_field(self.pool, vm.known.pool_queue);
        if &*vm.class_of(queue).name == HAND_OVER { Tasks::HandOver } else { Tasks::Queue(Queue::new(vm, queue)) }
    }

    /// How many threads it keeps, and how many it may have.
    pub(super) fn sizes(&self, vm: &Vm) -> (i32, i32) {
        let size = |place| vm.field(self.pool, place) as u32 as i32;
        (size(vm.known.pool_core), size(vm.known.pool_most))
    }

    /// Whether it keeps all the threads that it may have.
    pub(super) fn is_fixed(&self, vm: &Vm) -> bool {
        let (core, most) = self.sizes(vm);
        core == most
    }

    /// An operation that leaves `ctl` so.
    pub(super) fn operation(&self, vm: &Vm, ctl: i32) -> Option<Plan> {
        Some(Plan::visible(self.pool, self.ctl.update(vm, ctl)?, Act::Body))
    }

    /// One of which it is not said what it does to `ctl`: it may be anything.
    fn end(&self, vm: &Vm) -> Option<Plan> {
        let mut done = self.ctl.update(vm, self.ctl.value(vm))?;
        if let Done::Update { new, wrote, .. } = &mut done {
            (*new, *wrote) = (None, true);
        }
        Some(Plan::visible(self.pool, done, Act::Body))
    }
}

fn execute(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let Some(pool) = Pool::of(vm, args[0] as Ref) else { return Pool::look(vm, args[0] as Ref) };
    if args[1] == 0 {
        return None;
    }
    let me = vm.thread_object(vm.asked_thread());
    if vm.ref_field(me, vm.known.thread_inheritable) != 0 {
        // What a new thread inherits the program may have a say in.
        return given_up(vm, args);
    }
    let ctl = pool.ctl.value(vm);
    if ctl >= SHUTDOWN {
        return pool.operation(vm, ctl);
    }
    let (core, most) = pool.sizes(vm);
    let workers = ctl & WORKERS;
    let with_one_more = if workers < most { ctl + 1 } else { ctl };
    if workers < core {
        return pool.operation(vm, with_one_more);
    }
    match pool.tasks(vm) {
        Tasks::Queue(queue) => {
            let tasks = queue.count.value(vm);
            let then = (tasks + 1).min(queue.capacity);
            Some(pool.operation(vm, ctl)?.and(queue.count.update(vm, then)?))
        }
        Tasks::HandOver => match pool_worker::waiting(vm, pool.pool) {
            Some(worker) => Some(pool.operation(vm, ctl)?.and(pool_worker::handed(vm, worker)?)),
            None => pool.operation(vm, with_one_more),
        },
    }
}

/// The modelled pool whose `execute` the running thread is in, about to queue a task.
fn pool_that_queues(vm: &Vm) -> Option<Pool> {
    let within = !vm.is_asked() && vm.thread_word(T_ATOMIC) != 0;
    let caller = vm.caller(vm.frame).0;
    let method = vm.frame_method(caller);
    let executes = within && &*method.name == "execute" && std::ptr::eq(method.class(), vm.known.thread_pool());
    Pool::of(vm, vm.frame_receiver(caller).filter(|_| executes)?)
}

/// A task is put into a pool's queue. If the pool is not fixed, what follows is not part of the operation.
pub(super) fn queueing(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let pool = pool_that_queues(vm).filter(|pool| !pool.is_fixed(vm))?;
    Some(Plan::hidden(pool.pool, Act::Last)).filter(|_| args[0] as Ref == vm.ref_field(pool.pool, vm.known.pool_queue))
}

/// A pool asks for its thread factory, to have a worker's thread made.
fn thread_factory(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let caller = vm.frame_method(vm.caller(vm.asked_frame()).0).class();
    if !caller.platform || &*caller.name != WORKER {
        return given_up(vm, args).filter(|_| vm.is_asked() || vm.thread_word(T_ATOMIC) == 0);
    }
    let pool = Pool::of(vm, args[0] as Ref).filter(|pool| pool.foreign)?;
    Some(Plan::hidden(pool.pool, Act::Leave))
}

/// A worker is entered in the set of workers or taken out of it: what begins with taking the pool's lock.
pub(super) fn entering(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let caller = vm.caller(vm.asked_frame()).0;
    let method = vm.frame_method(caller);
    let enters = std::ptr::eq(method.class(), vm.known.thread_pool())
        && matches!(&*method.name, "addWorker" | "processWorkerExit");
    let pool = Pool::of(vm, vm.frame_receiver(caller).filter(|_| enters)?)?;
    let its_lock = vm.ref_field(pool.pool, vm.known.pool_main_lock) == args[0] as Ref;
    pool.end(vm).filter(|_| its_lock).map(Plan::with_caller)
}

/// What hears of a task that has thrown is the program's own code, on this thread.
fn after_execute(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let pool = Pool::of(vm, args[0] as Ref).filter(|_| args[2] != 0)?;
    if pool.is_fixed(vm) && !pool.foreign { None } else { given_up(vm, args) }
}

fn worker_exit(vm: &Vm, args: &[u64]) -> Option<Plan> {
    // Only a worker whose task has thrown is still counted.
    Pool::of(vm, args[0] as Ref).filter(|_| args[2] as u32 != 0)?.end(vm)
}

fn try_terminate(vm: &Vm, args: &[u64]) -> Option<Plan> {
    Pool::of(vm, args[0] as Ref)?.end(vm).map(Plan::with_caller)
}

fn shutdown(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let Some(pool) = Pool::of(vm, args[0] as Ref) else { return Pool::look(vm, args[0] as Ref) };
    let ctl = pool.ctl.value(vm);
    pool.operation(vm, if ctl < SHUTDOWN { SHUTDOWN | ctl & WORKERS } else { ctl })
}

fn await_termination(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let pool = args[0] as Ref;
    if vm.asked_phase() == 0 && Pool::of(vm, pool).is_none() {
        return Pool::look(vm, pool);
    }
    // A thread that has begun to wait goes on as it began.
    let pool = Pool::new(vm, pool);
    let part = |place| synchroniser(vm.ref_field(pool.pool, place));
    let (lock, condition) = (part(vm.known.pool_main_lock), part(vm.known.pool_termination));
    let ctl = pool.ctl.value(vm);
    let gate = Gate {
        subject: pool.pool,
        kind: pool.ctl.update(vm, ctl)?,
        open: ctl >= TERMINATED,
        patience: Patience::Nanos(aqs::nanos(vm, args[1], args[2])?),
        blocked: BlockedOn::Notify { lock, condition },
        late: Act::Return(0),
    };
    Some(gate.plan(vm))
}

/// A method that is not modelled: the pool is modelled no longer.
fn given_up(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let Some(pool) = Pool::of(vm, args[0] as Ref) else { return Pool::look(vm, args[0] as Ref) };
    Some(Plan { act: Act::Steps(Some(modelled_word(vm, pool.pool))), ..pool.operation(vm, pool.ctl.value(vm))? })
}

/// The same, before a call that is an operation on something else. None if there is no pool, or it was given up before.
pub(super) fn surrendered(vm: &Vm, pool: Ref) -> Option<Plan> {
    let pool = if pool == 0 { return None } else { Pool::of(vm, pool)? };
    Some(Plan { act: Act::Surrender(modelled_word(vm, pool.pool)), ..pool.operation(vm, pool.ctl.value(vm))? })
}

/// A worker gives back its own lock, which tells others that it runs no task; with its first task it takes it again at once.
fn worker_free(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let pool = Pool::of(vm, vm.ref_field(args[0] as Ref, vm.known.worker_pool))?;
    if pool.foreign && !pool_worker::is_plain(vm, args[0] as Ref) {
        return given_up(vm, &[u64::from(pool.pool)]);
    }
    Some(pool.operation(vm, pool.ctl.value(vm))?.with_caller())
}

/// Whether a frame is that of a worker of a modelled pool, which takes one task after the other.
fn is_worker_loop(vm: &Vm, frame: u32) -> bool {
    let method = vm.frame_method(frame);
    &*method.name == "runWorker"
        && std::ptr::eq(method.class(), vm.known.thread_pool())
        && vm.frame_receiver(frame).is_some_and(|pool| Pool::of(vm, pool).is_some())
}

impl Vm {
    /// Whether the running thread is about to look at a flag of which a model does not know all: a worker's, or that of an ended
    /// thread that may have been one.
    pub(in crate::vm) fn asks_about_worker(&self, thread: Ref) -> bool {
        if !self.models_pools() || thread == self.current_thread() || self.thread_word(T_ATOMIC) != 0 {
            return false;
        }
        match self.tid_of(thread) {
            Some(tid) => self.frames(tid).into_iter().any(|(frame, _)| is_worker_loop(self, frame)),
            None => self.started_tid_of(thread).is_some() && self.is_initialized(self.known.thread_pool()),
        }
    }
}
