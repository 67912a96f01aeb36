//! What the library does to keep count of its threads: under locks that every start and end of a thread would fight for, and
//! that mean nothing to a guest. Each of these methods runs without switches and shows nothing. (A guest that takes the
//! monitor of a thread group itself is heard all the same: see the rule about calls that stop midway.)

use super::plan::{Act, Plan};
use super::{AtomicCall, call};
use crate::vm::Vm;
use crate::vm::memory::layout::Ref;

const GROUP: &str = "java/lang/ThreadGroup";
const THREAD: &str = "java/lang/Thread";

pub(super) static CALLS: &[AtomicCall] = &[
    call(GROUP, "addUnstarted", "", hidden),
    call(GROUP, "add", "(Ljava/lang/Thread;)V", hidden),
    call(GROUP, "remove", "(Ljava/lang/Thread;)V", hidden),
    call(GROUP, "threadStartFailed", "", hidden),
    call(GROUP, "threadTerminated", "", hidden),
    call(THREAD, "nextThreadID", "", hidden_static),
    call(THREAD, "nextThreadNum", "", hidden_static),
];

fn hidden(_: &Vm, args: &[u64]) -> Option<Plan> {
    Some(Plan::hidden(args[0] as Ref, Act::Body))
}

fn hidden_static(vm: &Vm, _: &[u64]) -> Option<Plan> {
    Some(Plan::hidden(vm.known.thread().mirror, Act::Body))
}
