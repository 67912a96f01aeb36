//! `ThreadPoolExecutor`, as `Executors.newFixedThreadPool` and its like make it: handing in a task, taking one, ending the pool.
//!
//! Each is one operation on the pool's word of control (`ctl`); the queue, the set of workers and their locks go with it, because nobody else
//! gets at them: the pool was made with a queue and a thread factory that only it has. As soon as a method is called that hands one of them
//! out, or does what is not modelled here (`shutdownNow`, `getPoolSize`, `setCorePoolSize` …), the pool is *given up*: that is an operation
//! on `ctl` too, and from then on all threads take the library's own steps.
//!
//! What makes the operations exact:
//! - *Handing in* (`execute`) is over before the new thread is started, or the task is in the queue. What the library looks at again in between
//!   would find a pool that was shut down meanwhile: then it is as if that had come first.
//! - *Taking* (`getTask`) waits until there is a task or the pool is at its end. A thread that waits cannot be told from one
//!   that has not come yet. On its way to the task the worker takes its own lock and forgets interrupts, of which the task
//!   therefore learns nothing: what else came to pass before the task's first step might as well come after.
//! - *A worker's own lock* keeps it from being interrupted by `shutdown` while it runs a task. A worker that is not running one
//!   is interrupted only to wake it, and forgets it. Here it wakes by itself, so nobody interrupts it.
//! - *Shutting down* and *terminating* are two operations, as between the two others can see that the pool is shut down and not
//!   terminated. So are the worker's last steps: it leaves, and then terminates the pool if it was the last.
//!
//! What this leaves out: which of a worker's interrupts another thread sees by `isInterrupted` before the worker forgets it. A search that
//! comes by such a question does not claim to be complete.

use deadheat_event::{BlockedOn, Done};

use super::gate::{Cell, Gate};
use super::plan::{Act, Patience, Plan};
use super::{AtomicCall, aqs, call, note};
use crate::vm::Vm;
use crate::vm::classes::class::acc;
use crate::vm::memory::layout::Ref;
use crate::vm::threads::thread::T_ATOMIC;
use crate::vm::threads::visible::synchroniser;

const POOL: &str = "java/util/concurrent/ThreadPoolExecutor";
const WORKER: &str = "java/util/concurrent/ThreadPoolExecutor$Worker";
const FACTORIES: &str = "java/util/concurrent/Executors";
const QUEUE: &str = "java/util/concurrent/LinkedBlockingQueue";

pub(super) static CALLS: &[AtomicCall] = &[
    note(POOL, "<init>", "(IIJLjava/util/concurrent/TimeUnit;Ljava/util/concurrent/BlockingQueue;)V", made),
    call(POOL, "execute", "", execute),
    call(POOL, "getTask", "", get_task).apart(),
    call(POOL, "processWorkerExit", "", worker_exit).apart(),
    call(POOL, "tryTerminate", "", try_terminate).apart(),
    call(POOL, "shutdown", "", shutdown),
    call(POOL, "awaitTermination", "", await_termination),
    call(POOL, "reject", "", |_, _| None).apart(),
    call(POOL, "addWorkerFailed", "", given_up),
    call(POOL, "interruptIdleWorkers", "(Z)V", |vm, args| {
        Pool::of(vm, args[0] as Ref).map(|pool| Plan::hidden(pool.pool, Act::Return(0)))
    })
    .always(),
    call(WORKER, "unlock", "", worker_free),
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
    "afterExecute",
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
const WORKERS: i32 = (1 << 29) - 1;
const SHUTDOWN: i32 = 0;
const STOP: i32 = 1 << 29;
const TERMINATED: i32 = 3 << 29;

/// A pool that is modelled.
struct Pool {
    pool: Ref,
    ctl: Cell,
}

/// Where a pool says whether it is modelled: a word that the VM adds (see `link::injected_words`).
fn modelled_word(vm: &Vm, pool: Ref) -> u32 {
    pool + vm.known.thread_pool().words - 1
}

/// A pool is being made.
fn made(vm: &mut Vm, args: &[u64]) {
    let (pool, queue) = (args[0] as Ref, args[5] as Ref);
    let caller = vm.frame_method(vm.caller(vm.frame).0).class();
    let ours = vm.models_pools()
        && &*caller.name == FACTORIES
        && caller.platform
        && std::ptr::eq(vm.class_of(pool), vm.known.thread_pool())
        && args[1] == args[2]
        && queue != 0
        && &*vm.class_of(queue).name == QUEUE;
    if ours {
        let word = modelled_word(vm, pool);
        vm.set(word, 1);
    }
}

impl Pool {
    fn of(vm: &Vm, pool: Ref) -> Option<Pool> {
        (vm.get(modelled_word(vm, pool)) != 0).then(|| Pool::new(vm, pool))
    }

    fn new(vm: &Vm, pool: Ref) -> Pool {
        Pool { pool, ctl: Cell::new(vm.ref_field(pool, vm.known.pool_ctl), vm.known.atomic_integer_value) }
    }

    /// How many tasks wait.
    fn tasks(&self, vm: &Vm) -> Cell {
        let queue = vm.ref_field(self.pool, vm.known.pool_queue);
        Cell::new(vm.ref_field(queue, vm.known.blocking_queue_count), vm.known.atomic_integer_value)
    }

    /// An operation that leaves `ctl` so.
    fn operation(&self, vm: &Vm, ctl: i32) -> Option<Plan> {
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
    let pool = Pool::of(vm, args[0] as Ref)?;
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
    if ctl & WORKERS < vm.field(pool.pool, vm.known.pool_core) as u32 as i32 {
        return pool.operation(vm, ctl + 1);
    }
    let tasks = pool.tasks(vm);
    Some(pool.operation(vm, ctl)?.and(tasks.update(vm, tasks.value(vm) + 1)?))
}

fn get_task(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let pool = Pool::of(vm, args[0] as Ref)?;
    let (ctl, tasks) = (pool.ctl.value(vm), pool.tasks(vm));
    let waiting = tasks.value(vm);
    let plan = if ctl >= STOP || (ctl >= SHUTDOWN && waiting == 0) {
        pool.operation(vm, ctl - 1)?
    } else if waiting > 0 {
        pool.operation(vm, ctl)?.and(tasks.update(vm, waiting - 1)?)
    } else {
        let queue = vm.ref_field(pool.pool, vm.known.pool_queue);
        let part = |place| synchroniser(vm.ref_field(queue, place));
        let (lock, condition) = (part(vm.known.blocking_queue_take_lock), part(vm.known.blocking_queue_not_empty));
        pool.operation(vm, ctl)?.blocked(BlockedOn::Notify { lock, condition })
    };
    Some(plan.with_caller())
}

fn worker_exit(vm: &Vm, args: &[u64]) -> Option<Plan> {
    Pool::of(vm, args[0] as Ref)?.end(vm)
}

fn try_terminate(vm: &Vm, args: &[u64]) -> Option<Plan> {
    Pool::of(vm, args[0] as Ref)?.end(vm).map(Plan::with_caller)
}

fn shutdown(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let pool = Pool::of(vm, args[0] as Ref)?;
    let ctl = pool.ctl.value(vm);
    pool.operation(vm, if ctl < SHUTDOWN { SHUTDOWN | ctl & WORKERS } else { ctl })
}

fn await_termination(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let pool = args[0] as Ref;
    // A thread that has begun to wait goes on as it began.
    let pool = if vm.asked_phase() == 0 { Pool::of(vm, pool)? } else { Pool::new(vm, pool) };
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
    let pool = Pool::of(vm, args[0] as Ref)?;
    Some(Plan { act: Act::Steps(Some(modelled_word(vm, pool.pool))), ..pool.operation(vm, pool.ctl.value(vm))? })
}

/// A worker gives back its own lock, which tells others that it runs no task; with its first task it takes it again at once.
fn worker_free(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let pool = Pool::of(vm, vm.ref_field(args[0] as Ref, vm.known.worker_pool))?;
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
