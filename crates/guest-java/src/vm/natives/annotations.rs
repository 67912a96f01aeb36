//! `deadheat.Deadheat`: what a guest says about itself. Nothing here is visible to other threads, so no thread stops for it.

use deadheat_event::{Done, LockMode, Mark, ObjectId};

use super::{Native, native};
use crate::vm::memory::layout::Ref;
use crate::vm::threads::visible::synchroniser;
use crate::vm::{Vm, VmResult};

/// The class, which is the guest's own.
pub(crate) const CLASS: &str = "deadheat/Deadheat";

pub static NATIVES: &[Native] = &[
    native(CLASS, "ignoreOn", "()V", |vm, _| tell(vm, Mark::IgnoreOn)),
    native(CLASS, "ignoreOff", "()V", |vm, _| tell(vm, Mark::IgnoreOff)),
    native(CLASS, "reuse", "(Ljava/lang/Object;)V", |vm, args| tell(vm, Mark::Reuse(ObjectId(args[0] as Ref)))),
    native(CLASS, "atomicBegin", "(Ljava/lang/String;)V", |vm, _| tell(vm, Mark::AtomicBegin)),
    native(CLASS, "atomicEnd", "()V", |vm, _| tell(vm, Mark::AtomicEnd)),
    native(CLASS, "acquire", "(Ljava/lang/Object;)V", |vm, args| acquired(vm, args, LockMode::Exclusive)),
    native(CLASS, "acquireShared", "(Ljava/lang/Object;)V", |vm, args| acquired(vm, args, LockMode::Shared)),
    native(CLASS, "release", "(Ljava/lang/Object;)V", |vm, args| released(vm, args, LockMode::Exclusive)),
    native(CLASS, "releaseShared", "(Ljava/lang/Object;)V", |vm, args| released(vm, args, LockMode::Shared)),
];

fn tell(vm: &mut Vm, mark: Mark) -> VmResult<u64> {
    vm.mark(mark);
    Ok(0)
}

fn acquired(vm: &mut Vm, args: &[u64], mode: LockMode) -> VmResult<u64> {
    operation(vm, Done::Acquire { lock: synchroniser(args[0] as Ref), mode, reentrant: false })
}

fn released(vm: &mut Vm, args: &[u64], mode: LockMode) -> VmResult<u64> {
    operation(vm, Done::Release { lock: synchroniser(args[0] as Ref), mode, reentrant: false })
}

/// A lock that the guest makes itself: only observers know of it.
fn operation(vm: &mut Vm, kind: Done) -> VmResult<u64> {
    if vm.observing && vm.switching {
        vm.emit(kind);
    }
    Ok(0)
}
