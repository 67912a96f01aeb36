//! `FutureTask`: running it, its result, waiting for that, and cancelling it.
//!
//! Each is one operation on the task's `state`. What makes that exact:
//! - *Setting the result.* The library passes through `COMPLETING`, in which `isDone` is true already and `get` goes on waiting whatever its
//!   time limit: no caller can tell it from the moment after. Then the task forgets its runner and looks for a cancellation, which
//!   cannot come any more; so that belongs to the operation.
//! - *Beginning to run.* The task notes its runner and then looks at its state again, in a step of its own: a cancellation that comes
//!   between finds the runner and interrupts it, although the task's code is not run.
//! - *Waiting.* `get` looks at the state before it looks at the thread's interrupt flag; a thread that is interrupted and waits throws, in
//!   a step that may come before or after the one that sets the result.
//! - *Cancelling* with an interrupt takes the library's own steps: others can see the cancellation before the runner is interrupted.
//!
//! Only for tasks of this very class: those that are derived from it have a say in what happens when they are done.

use deadheat_event::BlockedOn;

use super::gate::{Cell, Gate};
use super::plan::{Act, Patience, Plan};
use super::{AtomicCall, aqs, call};
use crate::vm::memory::layout::Ref;
use crate::vm::{Vm, VmResult, raise};

pub(super) const TASK: &str = "java/util/concurrent/FutureTask";

pub(super) static CALLS: &[AtomicCall] = &[
    call(TASK, "run", "()V", run),
    call(TASK, "set", "", |vm, args| settle(vm, args, NORMAL)),
    call(TASK, "setException", "", |vm, args| settle(vm, args, EXCEPTIONAL)),
    call(TASK, "get", "()Ljava/lang/Object;", |vm, args| get(vm, args, Patience::Interruptible)),
    call(TASK, "get", "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;", |vm, args| {
        get(vm, args, aqs::timed(vm, args[1], args[2])?)
    }),
    call(TASK, "cancel", "", cancel),
];

const NEW: i32 = 0;
const COMPLETING: i32 = 1;
const NORMAL: i32 = 2;
const EXCEPTIONAL: i32 = 3;
const CANCELLED: i32 = 4;

/// The state of a task that is modelled. Where a thread has queued in the library itself the library's own steps are right.
fn state(vm: &Vm, task: Ref) -> Option<Cell> {
    let modelled = vm.models_pools() && &*vm.class_of(task).name == TASK && vm.class_of(task).platform;
    let ours = vm.asked_phase() != 0 || vm.ref_field(task, vm.known.task_waiters) == 0;
    (modelled && ours).then(|| Cell::new(task, vm.known.task_state))
}

fn run(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let task = args[0] as Ref;
    let state = state(vm, task)?;
    Some(Plan::visible(task, state.update(vm, state.value(vm))?, Act::Body))
}

fn settle(vm: &Vm, args: &[u64], how: i32) -> Option<Plan> {
    let task = args[0] as Ref;
    let state = state(vm, task).filter(|state| state.value(vm) == NEW)?;
    let plan = Plan::visible(task, state.update(vm, how)?, Act::Body);
    let caller = vm.frame_method(vm.caller(vm.asked_frame()).0);
    let runs = &*caller.name == "run" && &*caller.class().name == TASK && caller.class().platform;
    Some(if runs { plan.with_caller() } else { plan })
}

fn get(vm: &Vm, args: &[u64], patience: Patience) -> Option<Plan> {
    let task = args[0] as Ref;
    let state = state(vm, task)?;
    let gate = Gate {
        subject: task,
        kind: state.read(vm)?,
        open: state.value(vm) > COMPLETING,
        patience,
        blocked: BlockedOn::Unpark,
        late: Act::Answer(time_out),
    };
    Some(gate.plan(vm))
}

fn time_out(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    vm.leave_queue();
    raise("java/util/concurrent/TimeoutException", "")
}

fn cancel(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let task = args[0] as Ref;
    let state = state(vm, task)?;
    let (now, interrupts) = (state.value(vm), args[1] as u32 != 0);
    let then = if now == NEW { CANCELLED } else { now };
    (now != NEW || !interrupts).then_some(())?;
    Some(Plan::visible(task, state.update(vm, then)?, Act::Body))
}
