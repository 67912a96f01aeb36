//! `CompletableFuture`: waiting for the result.
//!
//! Whoever asks for a result looks first, in a step of its own; if there is none it waits (`waitingGet`), and afterwards runs what depends on
//! the result, as the one that completes it does. Only the wait is one operation here: it ends with the step in which the result is seen.
//! The library would put the thread on the stack of what depends on the result, which nobody can tell: but for those who ask
//! how many there are, and a search that comes by such a question does not claim to be complete.
//!
//! What interrupts do is as with locks (`interrupted.rs`): a thread looks at its flag first, and again when it waits.
//!
//! Threads of fork/join pools help while they wait. They take the library's own steps, and so do waits with a time limit, and futures of
//! derived classes.

use deadheat_event::{AccessKind, BlockedOn, Done, FieldId, Location, ObjectId, Value};

use super::interrupted::{self, WAITS};
use super::plan::{Act, Plan};
use super::{AtomicCall, call, fork_join, note};
use crate::vm::Vm;
use crate::vm::memory::layout::Ref;
use crate::vm::natives::field_at;

pub(super) const FUTURE: &str = "java/util/concurrent/CompletableFuture";

pub(super) static CALLS: &[AtomicCall] = &[
    call(FUTURE, "waitingGet", "", wait),
    note(FUTURE, "getNumberOfDependents", "", counted),
    note(FUTURE, "toString", "", counted),
];

/// Somebody counts what depends on a future.
fn counted(vm: &mut Vm, _: &[u64]) {
    if vm.models_pools() && vm.multi {
        vm.note_blind_spot(vm.frame_method(vm.frame));
    }
}

fn wait(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let (future, interruptible) = (args[0] as Ref, args[1] as u32 != 0);
    let tid = vm.asked_thread();
    let class = vm.class_of(future);
    if !vm.models_pools() || !class.platform || &*class.name != FUTURE || fork_join::is_worker(vm) {
        return None;
    }
    let place = vm.known.future_result;
    let result = vm.ref_field(future, place);
    let field = field_at(vm, future, u64::from(place) * 8)?;
    let location = Location::Field { object: ObjectId(future), field: FieldId(field.id) };
    let value = Some(Value::Ref((result != 0).then_some(ObjectId(result))));
    let look = |act| {
        let kind = Done::Read { location, access: AccessKind::Synchronised, value };
        Plan::visible(future, kind, act)
    };
    let interrupted = interruptible && vm.is_interrupted(tid);
    match vm.asked_phase() {
        // The first act of the method is to look at the flag.
        0 if interrupted => return Some(Plan::visible(future, Done::Interrupted, Act::Body)),
        WAITS if interrupted => return Some(interrupted::notice(future)),
        _ => {}
    }
    if result != 0 {
        return Some(look(if interrupted { Act::BodyUnheeding } else { Act::Body }));
    }
    if interrupted {
        // It did not notice at first; now it will, because it has to wait again.
        return Some(look(Act::Body));
    }
    let mut plan = look(Act::Body).blocked(BlockedOn::Unpark);
    plan.interruptible = interruptible;
    Some(plan)
}
