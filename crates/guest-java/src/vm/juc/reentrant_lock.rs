//! `ReentrantLock`.

use deadheat_event::LockMode::Exclusive;

use super::plan::{Acquirable, Act, Patience, Plan, Request};
use super::{AtomicCall, aqs, call, note, queue, thread_pool};
use crate::vm::Vm;
use crate::vm::memory::layout::Ref;

const LOCK: &str = "java/util/concurrent/locks/ReentrantLock";

pub(super) static CALLS: &[AtomicCall] = &[
    call(LOCK, "lock", "()V", |vm, args| {
        thread_pool::entering(vm, args).or_else(|| acquire(vm, args, Patience::Endless))
    }),
    call(LOCK, "lockInterruptibly", "()V", |vm, args| acquire(vm, args, Patience::Interruptible)),
    call(LOCK, "tryLock", "()Z", |vm, args| acquire(vm, args, Patience::None)),
    call(LOCK, "tryLock", "(JLjava/util/concurrent/TimeUnit;)Z", |vm, args| {
        acquire(vm, args, aqs::timed(vm, args[1], args[2])?)
    }),
    call(LOCK, "unlock", "()V", release),
    note(LOCK, "newCondition", "", |vm, args| {
        let sync = vm.ref_field(args[0] as Ref, vm.known.lock_sync);
        vm.set_facade(sync, args[0] as Ref);
    }),
    call(LOCK, "isLocked", "", |vm, args| look(vm, args, Act::Body)),
    call(LOCK, "getOwner", "", |vm, args| look(vm, args, Act::Body)),
    call(LOCK, "toString", "", |vm, args| look(vm, args, Act::Body)),
    call(LOCK, "getHoldCount", "", |vm, args| Some(Plan::hidden(sync(vm, args)?, Act::Body))),
    call(LOCK, "hasQueuedThreads", "", |vm, args| look(vm, args, Act::Answer(queue::has_queued_threads))),
    call(LOCK, "hasQueuedThread", "", |vm, args| {
        if args[1] == 0 { None } else { look(vm, args, Act::Answer(queue::has_queued_thread)) }
    }),
    call(LOCK, "getQueueLength", "", |vm, args| look(vm, args, Act::Answer(queue::queue_length))),
    call(LOCK, "getQueuedThreads", "", |vm, args| look(vm, args, Act::Answer(queue::queued_threads))),
];

fn sync(vm: &Vm, args: &[u64]) -> Option<Ref> {
    aqs::sync(vm, args[0] as Ref, vm.known.lock_sync)
}

fn acquire(vm: &Vm, args: &[u64], patience: Patience) -> Option<Plan> {
    let sync = sync(vm, args)?;
    let again = aqs::is_owner(vm, sync, vm.asked_thread());
    let request = Request {
        subject: sync,
        wanted: Acquirable::Lock { lock: args[0] as Ref, mode: Exclusive, again },
        possible: again || aqs::state(vm, sync) == 0,
        owner: aqs::owner(vm, sync),
        policy: aqs::policy(vm, sync),
        patience,
    };
    Some(request.plan(vm))
}

fn release(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let sync = sync(vm, args)?;
    let owned = aqs::is_owner(vm, sync, vm.asked_thread());
    owned.then(|| Plan::release(sync, args[0] as Ref, Exclusive, aqs::state(vm, sync) > 1))
}

fn look(vm: &Vm, args: &[u64], act: Act) -> Option<Plan> {
    Some(Plan::look(sync(vm, args)?, args[0] as Ref, act))
}
