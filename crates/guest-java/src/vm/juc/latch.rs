//! `CountDownLatch`.

use deadheat_event::Done;

use super::plan::{Acquirable, Act, Patience, Plan, Request};
use super::queue::QueuePolicy;
use super::{AtomicCall, aqs, call};
use crate::vm::Vm;
use crate::vm::memory::layout::Ref;
use crate::vm::threads::visible::synchroniser;

const LATCH: &str = "java/util/concurrent/CountDownLatch";

pub(super) static CALLS: &[AtomicCall] = &[
    call(LATCH, "await", "()V", |vm, args| wait(vm, args, Patience::Interruptible)),
    call(LATCH, "await", "(JLjava/util/concurrent/TimeUnit;)Z", |vm, args| {
        wait(vm, args, aqs::timed(vm, args[1], args[2])?)
    }),
    call(LATCH, "countDown", "", |vm, args| {
        let kind = Done::LatchCountDown { latch: synchroniser(args[0] as Ref) };
        Some(Plan::visible(sync(vm, args)?, kind, Act::Body))
    }),
    call(LATCH, "getCount", "", look),
    call(LATCH, "toString", "", look),
];

fn sync(vm: &Vm, args: &[u64]) -> Option<Ref> {
    aqs::sync(vm, args[0] as Ref, vm.known.latch_sync)
}

fn wait(vm: &Vm, args: &[u64], patience: Patience) -> Option<Plan> {
    let sync = sync(vm, args)?;
    let request = Request {
        subject: sync,
        wanted: Acquirable::Latch { latch: args[0] as Ref },
        possible: aqs::state(vm, sync) == 0,
        owner: None,
        policy: QueuePolicy::Any,
        patience,
    };
    Some(request.plan(vm))
}

fn look(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let kind = Done::LatchAwait { latch: synchroniser(args[0] as Ref) };
    Some(Plan::visible(sync(vm, args)?, kind, Act::Body))
}
