//! `Semaphore`.

use deadheat_event::Done;

use super::plan::{Acquirable, Act, Patience, Plan, Request};
use super::{AtomicCall, aqs, call, queue};
use crate::vm::Vm;
use crate::vm::memory::layout::Ref;
use crate::vm::threads::visible::synchroniser;

const SEMAPHORE: &str = "java/util/concurrent/Semaphore";

pub(super) static CALLS: &[AtomicCall] = &[
    call(SEMAPHORE, "acquire", "()V", |vm, args| acquire(vm, args, 1, Patience::Interruptible)),
    call(SEMAPHORE, "acquire", "(I)V", |vm, args| acquire(vm, args, args[1], Patience::Interruptible)),
    call(SEMAPHORE, "acquireUninterruptibly", "()V", |vm, args| acquire(vm, args, 1, Patience::Endless)),
    call(SEMAPHORE, "acquireUninterruptibly", "(I)V", |vm, args| acquire(vm, args, args[1], Patience::Endless)),
    call(SEMAPHORE, "tryAcquire", "()Z", |vm, args| acquire(vm, args, 1, Patience::None)),
    call(SEMAPHORE, "tryAcquire", "(I)Z", |vm, args| acquire(vm, args, args[1], Patience::None)),
    call(SEMAPHORE, "tryAcquire", "(JLjava/util/concurrent/TimeUnit;)Z", |vm, args| {
        acquire(vm, args, 1, aqs::timed(vm, args[1], args[2])?)
    }),
    call(SEMAPHORE, "tryAcquire", "(IJLjava/util/concurrent/TimeUnit;)Z", |vm, args| {
        acquire(vm, args, args[1], aqs::timed(vm, args[2], args[3])?)
    }),
    call(SEMAPHORE, "release", "()V", |vm, args| release(vm, args, 1)),
    call(SEMAPHORE, "release", "(I)V", |vm, args| release(vm, args, args[1])),
    call(SEMAPHORE, "drainPermits", "", |vm, args| {
        let permits = aqs::state(vm, sync(vm, args)?).max(0);
        take(vm, args, permits as u32, Act::Body)
    }),
    call(SEMAPHORE, "reducePermits", "", |vm, args| {
        let reduction = u32::try_from(args[1] as u32 as i32).ok()?;
        take(vm, args, reduction, Act::Body)
    }),
    call(SEMAPHORE, "availablePermits", "", |vm, args| take(vm, args, 0, Act::Body)),
    call(SEMAPHORE, "toString", "", |vm, args| take(vm, args, 0, Act::Body)),
    call(SEMAPHORE, "hasQueuedThreads", "", |vm, args| take(vm, args, 0, Act::Answer(queue::has_queued_threads))),
    call(SEMAPHORE, "getQueueLength", "", |vm, args| take(vm, args, 0, Act::Answer(queue::queue_length))),
    call(SEMAPHORE, "getQueuedThreads", "", |vm, args| take(vm, args, 0, Act::Answer(queue::queued_threads))),
];

fn sync(vm: &Vm, args: &[u64]) -> Option<Ref> {
    aqs::sync(vm, args[0] as Ref, vm.known.semaphore_sync)
}

/// The permits of what may be a semaphore.
pub fn permits(vm: &Vm, object: Ref) -> Option<i64> {
    sync(vm, &[u64::from(object)]).map(|sync| aqs::state(vm, sync).into())
}

fn acquire(vm: &Vm, args: &[u64], permits: u64, patience: Patience) -> Option<Plan> {
    let sync = sync(vm, args)?;
    let permits = u32::try_from(permits as u32 as i32).ok()?;
    let request = Request {
        subject: sync,
        wanted: Acquirable::Permits { semaphore: args[0] as Ref, permits },
        possible: i64::from(aqs::state(vm, sync)) >= i64::from(permits),
        owner: None,
        policy: aqs::policy(vm, sync),
        patience,
    };
    Some(request.plan(vm))
}

fn release(vm: &Vm, args: &[u64], permits: u64) -> Option<Plan> {
    let permits = u32::try_from(permits as u32 as i32).ok()?;
    let kind = Done::SemaphoreRelease { semaphore: synchroniser(args[0] as Ref), permits };
    Some(Plan::visible(sync(vm, args)?, kind, Act::Body))
}

/// Takes permits without asking, or looks how many there are.
fn take(vm: &Vm, args: &[u64], permits: u32, act: Act) -> Option<Plan> {
    let kind = Done::SemaphoreAcquire { semaphore: synchroniser(args[0] as Ref), permits };
    Some(Plan::visible(sync(vm, args)?, kind, act))
}
