//! Workers of a `ThreadPoolExecutor` (`thread_pool.rs`): waiting for a task, taking it, ending for want of one.
//!
//! *Taking* a task (`getTask`) waits until there is one or the pool is at its end. On its way to the task the worker takes its own lock and
//! forgets interrupts, of which the task therefore learns nothing: what else came to pass before the task's first step might as well
//! come after.
//!
//! In a fixed pool a thread that waits cannot be told from one that has not come yet. In others it can, and so it *begins to wait* in a
//! step of its own:
//! - A worker that waits for ever has decided so, by the number of workers at that time; one that waits for a time may end. The time being over it
//!   looks into the queue once more, and then at the number of workers: in two steps, as a task that comes in between may be
//!   left to others.
//! - Where tasks are handed over (`SynchronousQueue`), only a worker that waits gets one, the last to come first: the library keeps them on a stack.
//!   The one who hands over puts the task into the worker's `firstTask`, which is empty then. A worker whose time is over gets none any more.
//! - A worker that is interrupted while it waits forgets it, and begins again.
//!
//! That the time was over once before the library remembers in a worker that has to wait again; it then ends without waiting, which is what it may
//! do anyway as soon as its time is over.

use deadheat_event::{AccessKind, BlockedOn, Done, FieldId, Location, LockMode, ObjectId};

use super::interrupted::WAITS;
use super::plan::{Act, Plan};
use super::queue::{self, QueueEntry, QueuePolicy};
use super::thread_pool::{POOL, Pool, SHUTDOWN, STOP, Tasks, WORKERS};
use super::{AtomicCall, call};
use crate::vm::memory::layout::{self, Ref};
use crate::vm::natives::field_at;
use crate::vm::threads::thread::{T_FRAME, T_WAKE, W_TIMEOUT};
use crate::vm::{Vm, VmResult};

pub(super) static CALLS: &[AtomicCall] = &[call(POOL, "getTask", "", get_task).apart()];

/// The phase of a worker that has found no task in its time.
const TIMED_OUT: u32 = 3;

/// The worker whose loop has called the method in this frame.
fn worker(vm: &Vm, frame: u32) -> Ref {
    vm.get(vm.frame_locals(vm.caller(frame).0) + 1) as Ref
}

fn get_task(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let pool = args[0] as Ref;
    let phase = vm.asked_phase();
    let given_up = Pool::of(vm, pool).is_none();
    if given_up && phase == 0 {
        return None;
    }
    let pool = Pool::new(vm, pool);
    let tasks = pool.tasks(vm);
    if let Tasks::HandOver = tasks {
        let worker = worker(vm, vm.asked_frame());
        if vm.ref_field(worker, vm.known.worker_first_task) != 0 {
            let taken = Plan { act: Act::Answer(take_handed), ..pool.operation(vm, pool.ctl.value(vm))? };
            return Some(taken.and(received(vm, worker)?).with_caller());
        }
    }
    let ctl = pool.ctl.value(vm);
    if given_up {
        return Some(Plan { act: Act::Steps(None), ..pool.operation(vm, ctl)? });
    }
    let waiting = if let Tasks::Queue(queue) = &tasks { queue.count.value(vm) } else { 0 };
    let plan = if ctl >= STOP || (ctl >= SHUTDOWN && waiting == 0) {
        pool.operation(vm, ctl - 1)?
    } else if phase == TIMED_OUT {
        timed_out(vm, &pool, waiting)?
    } else if waiting > 0 {
        let Tasks::Queue(queue) = &tasks else { return None };
        pool.operation(vm, ctl)?.and(queue.count.update(vm, waiting - 1)?)
    } else if pool.is_fixed(vm) {
        pool.operation(vm, ctl)?.blocked(blocked(vm, &tasks))
    } else {
        return wait(vm, &pool, &tasks);
    };
    Some(plan.with_caller())
}

/// A worker that found no task in its time ends, unless the pool has become small, or it would leave the tasks alone.
fn timed_out(vm: &Vm, pool: &Pool, tasks: i32) -> Option<Plan> {
    let ctl = pool.ctl.value(vm);
    let workers = ctl & WORKERS;
    if workers > pool.sizes(vm).0 && (workers > 1 || tasks == 0) {
        return Some(Plan { act: Act::Answer(end), ..pool.operation(vm, ctl - 1)? });
    }
    Some(Plan { act: Act::Again(0), ..pool.operation(vm, ctl)? })
}

/// A worker for which there is no task.
fn wait(vm: &Vm, pool: &Pool, tasks: &Tasks) -> Option<Plan> {
    let ctl = pool.ctl.value(vm);
    let tid = vm.asked_thread();
    let hands_over = matches!(tasks, Tasks::HandOver);
    if vm.asked_phase() != WAITS {
        let timed = ctl & WORKERS > pool.sizes(vm).0;
        let nanos = timed.then(|| vm.field(pool.pool, vm.known.pool_keep_alive) as i64);
        let policy = if hands_over { QueuePolicy::Fair } else { QueuePolicy::Any };
        let entry = QueueEntry { subject: pool.pool, policy, mode: LockMode::Exclusive, nanos };
        return Some(Plan { act: Act::Queue(entry), ..pool.operation(vm, ctl)? });
    }
    if vm.get(layout::thread(tid) + T_WAKE) == W_TIMEOUT {
        if hands_over {
            return timed_out(vm, pool, 0).map(Plan::with_caller);
        }
        return Some(Plan { act: Act::Again(TIMED_OUT), ..pool.operation(vm, ctl)? });
    }
    if vm.is_interrupted(tid) {
        return Some(Plan { act: Act::Again(0), ..pool.operation(vm, ctl)? });
    }
    Some(pool.operation(vm, ctl)?.blocked(blocked(vm, tasks)))
}

fn blocked(vm: &Vm, tasks: &Tasks) -> BlockedOn {
    if let Tasks::Queue(queue) = tasks { queue.element(vm) } else { BlockedOn::Unpark }
}

/// The worker ends.
fn end(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    vm.leave_queue();
    let ctl = Pool::new(vm, args[0] as Ref).ctl;
    ctl.set(vm, ctl.value(vm) - 1);
    Ok(0)
}

/// The worker of a pool that will be handed the next task: the last that has begun to wait.
pub(super) fn waiting(vm: &Vm, pool: Ref) -> Option<Ref> {
    let in_time = |tid: u32| vm.get(layout::thread(tid) + T_WAKE) != W_TIMEOUT;
    let empty_handed = |worker: &Ref| vm.ref_field(*worker, vm.known.worker_first_task) == 0;
    let mut line = queue::line(vm, pool);
    line.sort_unstable();
    let workers = line.into_iter().rev().filter(|(_, tid)| in_time(*tid));
    workers.map(|(_, tid)| worker(vm, vm.get(layout::thread(tid) + T_FRAME) as u32)).find(empty_handed)
}

fn first_task(vm: &Vm, worker: Ref) -> Option<Location> {
    let field = field_at(vm, worker, u64::from(vm.known.worker_first_task) * 8)?;
    Some(Location::Field { object: ObjectId(worker), field: FieldId(field.id) })
}

/// That a worker is handed a task.
pub(super) fn handed(vm: &Vm, worker: Ref) -> Option<Done> {
    Some(Done::Update { location: first_task(vm, worker)?, old: None, new: None, wrote: true })
}

/// That it has got it.
fn received(vm: &Vm, worker: Ref) -> Option<Done> {
    Some(Done::Read { location: first_task(vm, worker)?, access: AccessKind::Synchronised, value: None })
}

/// Hands a task over if there is a worker that waits for one. What the pool does then is not part of the operation.
pub(super) fn hand_over(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let pool = vm.frame_receiver(vm.caller(vm.frame).0).unwrap_or(0);
    let Some(worker) = waiting(vm, pool) else { return Ok(0) };
    vm.set_ref_field(worker, vm.known.worker_first_task, args[1] as Ref);
    vm.leave_atomic();
    Ok(1)
}

/// The worker takes what it was handed.
fn take_handed(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    vm.leave_queue();
    let worker = worker(vm, vm.frame);
    let task = vm.ref_field(worker, vm.known.worker_first_task);
    vm.set_ref_field(worker, vm.known.worker_first_task, 0);
    Ok(task.into())
}

/// Whether a worker is run by its thread, and that does nothing else.
pub(super) fn is_plain(vm: &Vm, worker: Ref) -> bool {
    let thread = vm.ref_field(worker, vm.known.worker_thread);
    if thread == 0
        || thread != vm.thread_object(vm.asked_thread())
        || !std::ptr::eq(vm.class_of(thread), vm.known.thread())
    {
        return false;
    }
    let target = match (vm.known.thread_target, vm.known.details_task) {
        (0, 0) => 0,
        (0, task) => vm.ref_field(vm.thread_details(thread), task),
        (target, _) => vm.ref_field(thread, target),
    };
    target == worker
}
