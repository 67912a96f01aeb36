//! `ForkJoinPool` and `ForkJoinTask`: forking, taking, joining and finishing tasks, waiting for work, ending the pool.
//!
//! **One operation is what a thread does inside the library from one piece of the program's code to the next**, but for places at which another
//! thread may come between and the program can tell. It runs the library's own bytecode (scans of queues, pushes, steals, counts
//! of workers, compensation), so that its queues and counts are as they would be; and observers are told all its accesses (`told.rs`), so
//! that threads learn from each other what they would. So this model has no state of its own, and all that it reaches the library reaches, too.
//!
//! What is left out is what comes to pass *between* accesses of one operation. Why the program cannot tell:
//! - *Handing in and forking*: the task is in the queue before a worker is woken or made for it. Who takes it in between is a worker that is awake,
//!   and counted as such in either order.
//! - *Taking*: a worker looks through the queues, takes a task and sees that it was not cancelled. A cancellation after the first might as well come
//!   before it. Finding nothing is an operation, and going to sleep another: what is handed in between finds a worker that is counted as awake, and wakes
//!   none. The library then leaves that task to others, and so it is here.
//! - *Behind a task*: that it is done is an operation, as others wait for it; the next task of the worker's own or of the queue that it has come from is
//!   another. A queue of its own that is empty stays so.
//! - *Joining*: the joiner sees that the task is not done, takes it back if it can, else one that the thief has made, else it is replaced by another worker
//!   and waits. Each is found as it was when the operation began, and what others push afterwards wakes whom it would have.
//! - *Waiting*: threads stand before the library's `park` until what they wait for is there; they are woken by that and not by `unpark`,
//!   which then has nothing to do. A wait with a time limit begins with a step of its own.
//! - *Making a worker* is part of the operation that needs it; starting its thread is not, nor are a thread factory of the program's own and
//!   what a new thread inherits.
//!
//! *Chance*: where a worker begins to look is random in the library. Where there are tasks in several queues a worker first sees that, then chooses one
//! of them (`Done::Choose`), and then takes what is there by then. A worker's random numbers come from which thread it is.
//!
//! Operations on all pools and all tasks show as an update of one place: what an operation finds depends on queues, counts and on whether tasks are
//! done, of whichever pool they are. They are *given up* for good, all at once, as soon as a method is called that looks at more than that, or waits
//! otherwise (`managedBlock`, `helpQuiesce`, `shutdownNow`, `getQueuedTaskCount`, a `CountedCompleter` that fails …), as in `thread_pool.rs`.
//!
//! What this leaves out: a worker looks through all queues at once. The library looks at one after the other, and may miss a task that comes into one behind it
//! while it sees the last of another go.
//!
//! Only for JDK 17: later pools count otherwise.

use deadheat_event::{AccessKind, BlockedOn, Done, FieldId, Location, LockMode, ObjectId};

use super::gate::Gate;
use super::interrupted::WAITS;
use super::plan::{Act, Patience, Plan};
use super::queue::{QueueEntry, QueuePolicy};
use super::{AtomicCall, Begun, aqs, call, note};
use crate::vm::classes::class::{ClassRef, FieldRef, acc};
use crate::vm::classes::known::instance_field;
use crate::vm::exec::interp::Stop;
use crate::vm::memory::layout::{self, Ref};
use crate::vm::natives::Seen;
use crate::vm::threads::thread::{T_ATOMIC, T_FRAME, T_WAKE, W_TIMEOUT};
use crate::vm::{Vm, VmResult};

pub(super) const POOL: &str = "java/util/concurrent/ForkJoinPool";
pub(super) const QUEUE: &str = "java/util/concurrent/ForkJoinPool$WorkQueue";
pub(super) const TASK: &str = "java/util/concurrent/ForkJoinTask";
const COMPLETER: &str = "java/util/concurrent/CountedCompleter";

/// The one whose pools are modelled.
pub(super) const JDK: u32 = 17;

/// Where pools and tasks keep what operations on them depend on. It is looked up when the first of these classes is initialised, and nothing is loaded for it before:
/// what is loaded counts as what may be called (`vm/reach`).
#[derive(Clone, Copy)]
pub struct ForkJoin {
    task: ClassRef,
    status: FieldRef,
    mode: u32,
    ctl: u32,
    keep_alive: u32,
    prefix: u32,
    queues: u32,
    tasks: u32,
    base: u32,
    phase: u32,
    config: u32,
    probe: u32,
    seed: u32,
}

impl ForkJoin {
    fn find(vm: &mut Vm) -> VmResult<ForkJoin> {
        let [pool, queue, task] = [vm.load_boot(POOL)?, vm.load_boot(QUEUE)?, vm.load_boot(TASK)?];
        let thread = vm.known.thread();
        let place = |class, name| instance_field(class, name).map(|field| field.place);
        Ok(ForkJoin {
            task,
            status: instance_field(task, "status")?,
            mode: place(pool, "mode")?,
            ctl: place(pool, "ctl")?,
            keep_alive: place(pool, "keepAlive")?,
            prefix: place(pool, "workerNamePrefix")?,
            queues: place(pool, "queues")?,
            tasks: place(queue, "array")?,
            base: place(queue, "base")?,
            phase: place(queue, "phase")?,
            config: place(queue, "config")?,
            probe: place(thread, "threadLocalRandomProbe")?,
            seed: place(thread, "threadLocalRandomSeed")?,
        })
    }
}

/// One of the classes is being initialised.
fn initialised(vm: &mut Vm, _: &[u64]) {
    if vm.shared.feature_version != JDK || vm.shared.fork_join.get().is_some() {
        return;
    }
    if let Ok(known) = ForkJoin::find(vm) {
        vm.shared.fork_join.get_or_init(|| known);
    }
}

fn known(vm: &Vm) -> Option<&ForkJoin> {
    vm.shared.fork_join.get()
}

pub(super) static CALLS: &[AtomicCall] = &[
    note(POOL, "<clinit>", "", initialised),
    note(TASK, "<clinit>", "", initialised),
    call(POOL, "externalPush", "", operation),
    call(POOL, "registerWorker", "", operation),
    call(POOL, "deregisterWorker", "", operation),
    call(POOL, "scan", "", scan).apart(),
    call(POOL, "awaitWork", "", operation).apart(),
    call(POOL, "createWorker", "", hush).always(),
    call(POOL, "shutdown", "", operation),
    call(POOL, "isShutdown", "", operation),
    call(POOL, "isTerminating", "", operation),
    call(POOL, "isTerminated", "", operation),
    call(POOL, "awaitTermination", "", await_termination),
    call(QUEUE, "push", "", operation),
    call(QUEUE, "nextLocalTask", "(I)Ljava/util/concurrent/ForkJoinTask;", next_task).apart(),
    call(QUEUE, "helpComplete", "", operation),
    call(TASK, "doExec", "", operation),
    call(TASK, "setDone", "", operation).apart(),
    call(TASK, "trySetThrown", "", operation).apart(),
    call(TASK, "trySetCancelled", "", operation),
    call(TASK, "awaitDone", "", operation),
    call(TASK, "join", "", operation),
    call(TASK, "get", "", operation),
    call(TASK, "quietlyJoin", "", operation),
    call(TASK, "isDone", "", operation),
    call(TASK, "isCancelled", "", operation),
    call(TASK, "isCompletedAbnormally", "", operation),
    call(TASK, "isCompletedNormally", "", operation),
    call(TASK, "getException", "", operation),
    call(TASK, "tryUnfork", "", operation),
    call(TASK, "reinitialize", "", operation),
    call(TASK, "getForkJoinTaskTag", "", operation),
    call(TASK, "setForkJoinTaskTag", "", operation),
    call(TASK, "compareAndSetForkJoinTaskTag", "", operation),
    call("java/util/concurrent/ThreadLocalRandom", "localInit", "", seed).always(),
    call(COMPLETER, "trySetException", "", given_up).apart(),
    call(COMPLETER, "helpComplete", "", given_up),
    call(POOL, "managedBlock", "", |vm, args| if is_worker(vm) { given_up(vm, args) } else { None })
        .apart_if(is_worker),
    call(POOL, "helpAsyncBlocker", "", given_up).apart(),
    call(POOL, "getSurplusQueuedTaskCount", "", given_up),
    call(TASK, "helpQuiesce", "", given_up),
    call(TASK, "getQueuedTaskCount", "", given_up),
    call(TASK, "getSurplusQueuedTaskCount", "", given_up),
    call(TASK, "peekNextLocalTask", "", given_up),
    call(TASK, "pollNextLocalTask", "", given_up),
    call(TASK, "pollTask", "", given_up),
    call(TASK, "pollSubmission", "", given_up),
];

/// Methods that use nothing of a pool but others of its methods, and what never changes.
const HARMLESS: &[&str] = &[
    "invoke",
    "execute",
    "submit",
    "externalSubmit",
    "invokeAll",
    "newTaskFor",
    "getFactory",
    "getParallelism",
    "getAsyncMode",
    "getUncaughtExceptionHandler",
    "nextWorkerThreadName",
    "runWorker",
];

static OTHER: AtomicCall = call(POOL, "", "", |vm, args| {
    // What the library itself does belongs to an operation of its own, or comes behind giving up.
    let caller = vm.frame_method(vm.caller(vm.asked_frame()).0).class();
    let inner = caller.platform && (caller.name.starts_with(POOL) || &*caller.name == TASK);
    if inner { None } else { given_up(vm, args) }
});

/// What a method that is in no table means for pools.
pub(super) fn other(class: &str, name: &str, access: u16) -> Option<&'static AtomicCall> {
    let counts = access & (acc::PRIVATE | acc::STATIC) == 0 && !name.starts_with('<') && !HARMLESS.contains(&name);
    (class == POOL && counts).then_some(&OTHER)
}

/// Whether operations are modelled: not in this JDK, or not any more.
fn is_modelled(vm: &Vm) -> bool {
    vm.models_pools() && known(vm).is_some() && !were_modelled(vm)
}

/// Whether they were, and are no longer.
fn were_modelled(vm: &Vm) -> bool {
    vm.get(layout::G_FORK_JOIN_STEPS) != 0
}

/// The place that stands for all pools and all tasks.
fn place(vm: &Vm) -> Option<Location> {
    let ForkJoin { task, status, .. } = known(vm)?;
    Some(Location::Field { object: ObjectId(task.mirror), field: FieldId(status.id) })
}

/// An operation, as it shows.
fn shown(vm: &Vm, act: Act) -> Option<Plan> {
    plan(vm, Done::Update { location: place(vm)?, old: None, new: None, wrote: true }, act)
}

fn plan(vm: &Vm, kind: Done, act: Act) -> Option<Plan> {
    let deeds = [None, None];
    Some(Plan { deeds, ..Plan::visible(vm.known.thread().mirror, kind, act) })
}

/// A method that is one operation, or with which one begins.
fn operation(vm: &Vm, _: &[u64]) -> Option<Plan> {
    if is_modelled(vm) { shown(vm, Act::Told) } else { look(vm) }
}

/// The same when all was given up.
fn look(vm: &Vm) -> Option<Plan> {
    if !were_modelled(vm) || vm.has_looked() {
        return None;
    }
    plan(vm, Done::Read { location: place(vm)?, access: AccessKind::Synchronised, value: None }, Act::Steps(None))
}

/// At a place at which an operation begins in the midst of a method.
pub(super) fn section(vm: &Vm) -> Option<Plan> {
    if is_modelled(vm) { shown(vm, Act::Told) } else { None }
}

/// What a thread that stands at such a place will do.
pub(in crate::vm) fn pending_section(vm: &Vm) -> Option<Seen> {
    section(vm)?.seen
}

/// The phase of a worker that has seen tasks in so many queues, above this, and has not decided where to begin.
const SEES: u32 = 1 << 16;
/// The phase of one that has decided.
const DECIDED: u32 = 1 << 17;

/// The local variable of `scan` that is its random number.
const SCAN_SEED: u32 = 3;

/// A worker looks for a task. Where there are several queues with tasks it is chance where it begins: any will do.
fn scan(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let phase = vm.asked_phase();
    if !is_modelled(vm) {
        return if phase == 0 { look(vm) } else { shown(vm, Act::Steps(None)) };
    }
    if (SEES..DECIDED).contains(&phase) {
        let options = phase - SEES;
        let kind = Done::Choose { options, chosen: 0 };
        return Some(Plan::visible(vm.known.thread().mirror, kind, Act::Pick(options)));
    }
    let queues = with_tasks(vm, args[0] as Ref).len() as u32;
    if phase == 0 && queues > 1 {
        return shown(vm, Act::Look(SEES + queues));
    }
    shown(vm, if phase == 0 { Act::Told } else { Act::Begin(phase - DECIDED) })
}

/// The places of a pool's queues at whose base is a task.
fn with_tasks(vm: &Vm, pool: Ref) -> Vec<u32> {
    let Some(known) = known(vm) else { return Vec::new() };
    let queues = vm.ref_field(pool, known.queues);
    let has_task = |queue: Ref| {
        let tasks = if queue == 0 { 0 } else { vm.ref_field(queue, known.tasks) };
        let base = || number(vm, queue, known.base) as u32 & vm.array_len(tasks).saturating_sub(1);
        tasks != 0 && vm.array_len(tasks) > 0 && vm.array_ref(tasks, base()) != 0
    };
    let places = if queues == 0 { 0 } else { vm.array_len(queues) };
    (0..places).filter(|at| has_task(vm.array_ref(queues, *at))).collect()
}

/// A worker's own randomness comes from which thread it is, not from when it began: so it does not matter who is entered first.
fn seed(vm: &Vm, _: &[u64]) -> Option<Plan> {
    let within = !vm.is_asked() && vm.thread_word(T_ATOMIC) != 0 && is_modelled(vm);
    let registers = within && &*vm.frame_method(vm.caller(vm.frame).0).name == "registerWorker";
    registers.then(|| Plan::hidden(vm.known.thread().mirror, Act::Answer(seed_worker)))
}

fn seed_worker(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    let me = vm.current_thread();
    let number = vm.field(me, vm.known.thread_id).max(1);
    if let Some(ForkJoin { probe, seed, .. }) = known(vm).copied() {
        vm.set(me + probe, number & 0x7fff_ffff);
        vm.set(me + seed, number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    }
    Ok(0)
}

/// A worker takes the next task, and goes on to its code.
fn next_task(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let caller = vm.frame_method(vm.caller(vm.asked_frame()).0);
    let plan = operation(vm, args)?;
    Some(if &*caller.name == "topLevelExec" && is_modelled(vm) { plan.with_caller() } else { plan })
}

/// A worker is made: what the library keeps of threads and their groups is nobody's concern.
fn hush(vm: &Vm, _: &[u64]) -> Option<Plan> {
    let within = !vm.is_asked() && vm.telling;
    within.then(|| Plan::hidden(vm.known.thread().mirror, Act::Hush))
}

/// A method that is not modelled: nothing is from now on.
fn given_up(vm: &Vm, _: &[u64]) -> Option<Plan> {
    if is_modelled(vm) { shown(vm, Act::GiveUpForkJoin) } else { look(vm) }
}

/// Whether the thread belongs to a fork/join pool: it helps while it waits, or is replaced.
pub(super) fn is_worker(vm: &Vm) -> bool {
    vm.class_of(vm.thread_object(vm.asked_thread())).is_subclass_of(vm.known.fork_join_thread())
}

fn number(vm: &Vm, object: Ref, place: u32) -> i32 {
    vm.field(object, place) as u32 as i32
}

fn mode(vm: &Vm, pool: Ref) -> i32 {
    known(vm).map_or(0, |known| number(vm, pool, known.mode))
}

fn is_stopped(vm: &Vm, pool: Ref) -> bool {
    pool != 0 && mode(vm, pool) < 0
}

/// Where a thread waits that is about to park.
enum Room {
    /// For work: a worker of this pool, with its queue.
    Work(Ref, Ref),
    /// For a task, which may be one of this pool.
    Task(Ref, Ref),
}

impl Room {
    /// Whether what it waits for is there.
    fn is_over(&self, vm: &Vm) -> bool {
        let Some(known) = known(vm) else { return false };
        match *self {
            Room::Work(pool, queue) => number(vm, queue, known.phase) >= 0 || is_stopped(vm, pool),
            Room::Task(task, pool) => number(vm, task, known.status.place) < 0 || is_stopped(vm, pool),
        }
    }
}

/// The room of a thread that is about to park in this frame.
fn room_of(vm: &Vm, frame: u32) -> Option<Room> {
    let caller = vm.caller(frame).0;
    let method = vm.frame_method(caller);
    if !method.class().platform {
        return None;
    }
    let local = |at: u32| vm.get(vm.frame_locals(caller) + at) as Ref;
    match (&*method.class().name, &*method.name) {
        (POOL, "awaitWork") => Some(Room::Work(local(0), local(1))),
        (TASK, "awaitDone") => Some(Room::Task(local(0), local(1))),
        _ => None,
    }
}

/// How long an idle worker waits.
pub(super) fn keep_alive(vm: &Vm) -> Option<i64> {
    let Room::Work(pool, _) = room(vm)? else { return None };
    Some((vm.field(pool, known(vm)?.keep_alive) as i64).saturating_mul(1_000_000))
}

fn room(vm: &Vm) -> Option<Room> {
    known(vm)?;
    room_of(vm, vm.asked_frame())
}

/// Whether the running thread is about to wait for work or for a task.
pub(super) fn parks(vm: &Vm) -> bool {
    room(vm).is_some()
}

/// A thread waits for work or for a task, perhaps for a time only.
pub(super) fn parked(vm: &Vm, nanos: Option<i64>) -> Option<Plan> {
    let room = room(vm).filter(|_| vm.models_pools())?;
    let waiting = vm.asked_phase() == WAITS;
    let tid = vm.asked_thread();
    let over = room.is_over(vm);
    if !is_modelled(vm) {
        // Who has begun to wait looks for itself; as does the one whom nobody will wake any more.
        return if over || waiting { shown(vm, Act::Return(0)) } else { None };
    }
    let timed_out = waiting && vm.get(layout::thread(tid) + T_WAKE) == W_TIMEOUT;
    let past = !waiting && nanos.is_some_and(|nanos| nanos <= 0);
    let woken = timed_out || vm.is_interrupted(tid);
    if let Room::Work(pool, queue) = room
        && woken
        && !over
    {
        // The one that came last goes when its time is over; others begin again, and so does one that was interrupted, and forgets it.
        let known = known(vm)?;
        let last = vm.field(pool, known.ctl) as u16 == vm.field(queue, known.config) as u16;
        if !timed_out || !last {
            return shown(vm, Act::Again(0));
        }
    }
    if over || past || woken {
        return shown(vm, Act::ReturnTold).map(Plan::with_caller);
    }
    if let Some(nanos) = nanos
        && !waiting
    {
        let (policy, mode) = (QueuePolicy::Any, LockMode::Exclusive);
        let subject = vm.known.thread().mirror;
        return shown(vm, Act::QueueUntil(QueueEntry { subject, policy, mode, nanos: Some(nanos) }));
    }
    Some(shown(vm, Act::ReturnTold)?.with_caller().blocked(BlockedOn::Unpark))
}

impl Vm {
    /// The running worker decides where it begins to look.
    pub(super) fn pick_queue(&mut self, options: u32) -> Begun {
        match self.choose(options) {
            Begun::Return(chosen) => {
                self.set_phase(DECIDED + chosen as u32);
                Begun::Stop(Stop::Pending)
            }
            undecided => undecided,
        }
    }

    /// It begins there: at that of the queues that have tasks now.
    pub(super) fn begin_scan(&mut self, chosen: u32) {
        let locals = self.frame_locals(self.frame);
        let queues = with_tasks(self, self.get(locals) as Ref);
        if let Some(first) = queues.get(chosen as usize % queues.len().max(1)) {
            self.set(locals + SCAN_SEED, u64::from(*first));
        }
    }

    /// The running thread has begun to wait for a time. When exactly that is over is kept by the machine, and the library's code asks for it
    /// only when it is: what it keeps itself is in the past.
    pub(super) fn forget_deadline(&mut self) {
        let given = self.get(self.frame_locals(self.frame));
        let until = [given, given.wrapping_add(self.get(layout::G_CLOCK))];
        let (caller, _) = self.caller(self.frame);
        for place in self.frame_locals(caller)..caller {
            if until.contains(&self.get(place)) {
                self.set(place, 1);
            }
        }
        self.set(self.frame_locals(self.frame), 1);
    }
}

/// Within an operation: one who waits as above is woken by what it waits for.
pub(super) fn unpark(vm: &Vm, args: &[u64]) -> Option<Plan> {
    if vm.is_asked() || vm.thread_word(T_ATOMIC) == 0 || !is_modelled(vm) {
        return None;
    }
    let tid = vm.tid_of(Some(args[0] as Ref).filter(|thread| *thread != 0)?)?;
    let waits = tid != vm.tid && vm.stands_at_atomic(tid);
    let frame = vm.get(layout::thread(tid) + T_FRAME) as u32;
    let waits = waits && vm.frame_method(frame).class().platform && room_of(vm, frame).is_some();
    waits.then(|| Plan::hidden(vm.known.thread().mirror, Act::Return(0)))
}

const TERMINATED: i32 = 1 << 25;

fn await_termination(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let pool = args[0] as Ref;
    let shown = shown(vm, Act::Told).filter(|_| vm.models_pools())?;
    if !is_modelled(vm) && vm.asked_phase() == 0 {
        return look(vm);
    }
    let common = vm.ref_field(pool, known(vm)?.prefix) == 0;
    if common {
        // It helps meanwhile.
        return given_up(vm, args);
    }
    let gate = Gate {
        subject: shown.subject,
        kind: shown.seen?.kind,
        open: mode(vm, pool) & TERMINATED != 0 || !is_modelled(vm),
        patience: Patience::Nanos(aqs::nanos(vm, args[1], args[2])?),
        blocked: BlockedOn::Unpark,
        late: Act::Return(0),
    };
    Some(gate.plan(vm))
}
