//! `ReentrantReadWriteLock`: one lock with two modes, whichever of its views is used.
//!
//! The state's lower half counts the writer's holds, the upper half all readers'. How often a thread holds the read lock is
//! taken from its list of held locks.

use deadheat_event::LockMode::{self, Exclusive, Shared};

use super::plan::{Acquirable, Act, Patience, Plan, Request};
use super::queue::QueuePolicy;
use super::{AtomicCall, aqs, call, note, queue};
use crate::vm::Vm;
use crate::vm::memory::layout::Ref;
use crate::vm::threads::visible::synchroniser;

const LOCK: &str = "java/util/concurrent/locks/ReentrantReadWriteLock";
const READ: &str = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";
const WRITE: &str = "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock";
const TIMED: &str = "(JLjava/util/concurrent/TimeUnit;)Z";

/// Mask of the writer's holds.
const WRITES: i32 = 0xffff;

pub(super) static CALLS: &[AtomicCall] = &[
    note(READ, "<init>", "", remember_lock),
    note(WRITE, "<init>", "", remember_lock),
    call(READ, "lock", "()V", |vm, args| read(vm, args, Patience::Endless)),
    call(READ, "lockInterruptibly", "()V", |vm, args| read(vm, args, Patience::Interruptible)),
    call(READ, "tryLock", "()Z", |vm, args| read(vm, args, Patience::None)),
    call(READ, "tryLock", TIMED, |vm, args| read(vm, args, aqs::timed(vm, args[1], args[2])?)),
    call(READ, "unlock", "()V", unlock_read),
    call(READ, "toString", "", |vm, args| Some(look(vm, read_sync(vm, args)?, Act::Body))),
    call(WRITE, "lock", "()V", |vm, args| write(vm, args, Patience::Endless)),
    call(WRITE, "lockInterruptibly", "()V", |vm, args| write(vm, args, Patience::Interruptible)),
    call(WRITE, "tryLock", "()Z", |vm, args| write(vm, args, Patience::None)),
    call(WRITE, "tryLock", TIMED, |vm, args| write(vm, args, aqs::timed(vm, args[1], args[2])?)),
    call(WRITE, "unlock", "()V", unlock_write),
    call(WRITE, "getHoldCount", "", |vm, args| Some(Plan::hidden(write_sync(vm, args)?, Act::Body))),
    call(WRITE, "toString", "", |vm, args| Some(look(vm, write_sync(vm, args)?, Act::Body))),
    call(LOCK, "getReadHoldCount", "", |vm, args| Some(Plan::hidden(lock_sync(vm, args)?, Act::Body))),
    call(LOCK, "getWriteHoldCount", "", |vm, args| Some(Plan::hidden(lock_sync(vm, args)?, Act::Body))),
    call(LOCK, "getReadLockCount", "", |vm, args| ask(vm, args, Act::Body)),
    call(LOCK, "isWriteLocked", "", |vm, args| ask(vm, args, Act::Body)),
    call(LOCK, "getOwner", "", |vm, args| ask(vm, args, Act::Body)),
    call(LOCK, "toString", "", |vm, args| ask(vm, args, Act::Body)),
    call(LOCK, "hasQueuedThreads", "", |vm, args| ask(vm, args, Act::Answer(queue::has_queued_threads))),
    call(LOCK, "hasQueuedThread", "", |vm, args| {
        if args[1] == 0 { None } else { ask(vm, args, Act::Answer(queue::has_queued_thread)) }
    }),
    call(LOCK, "getQueueLength", "", |vm, args| ask(vm, args, Act::Answer(queue::queue_length))),
    call(LOCK, "getQueuedThreads", "", |vm, args| ask(vm, args, Act::Answer(queue::queued_threads))),
    call(LOCK, "getQueuedReaderThreads", "", |vm, args| ask(vm, args, Act::Answer(queue::queued_readers))),
    call(LOCK, "getQueuedWriterThreads", "", |vm, args| ask(vm, args, Act::Answer(queue::queued_writers))),
];

/// A view is made: its synchroniser learns which lock it belongs to.
fn remember_lock(vm: &mut Vm, args: &[u64]) {
    let lock = args[1] as Ref;
    if lock != 0 {
        let sync = vm.ref_field(lock, vm.known.read_write_lock_sync);
        if sync != 0 {
            vm.set_facade(sync, lock);
        }
    }
}

fn lock_sync(vm: &Vm, args: &[u64]) -> Option<Ref> {
    aqs::sync(vm, args[0] as Ref, vm.known.read_write_lock_sync)
}

fn read_sync(vm: &Vm, args: &[u64]) -> Option<Ref> {
    aqs::sync(vm, args[0] as Ref, vm.known.read_lock_sync)
}

fn write_sync(vm: &Vm, args: &[u64]) -> Option<Ref> {
    aqs::sync(vm, args[0] as Ref, vm.known.write_lock_sync)
}

/// Which thread goes first.
pub fn policy(vm: &Vm, sync: Ref) -> QueuePolicy {
    if aqs::is_fair(vm, sync) { QueuePolicy::Fair } else { QueuePolicy::Barging }
}

fn read(vm: &Vm, args: &[u64], patience: Patience) -> Option<Plan> {
    let sync = read_sync(vm, args)?;
    let tid = vm.asked_thread();
    let lock = aqs::facade(vm, sync);
    let writes = aqs::is_owner(vm, sync, tid);
    let again = vm.holds(tid, synchroniser(lock), Shared) > 0;
    let possible = writes || aqs::state(vm, sync) & WRITES == 0;
    // The writer may read at once, whatever other threads wait.
    let policy = if writes { QueuePolicy::Any } else { policy(vm, sync) };
    Some(request(vm, sync, Shared, again, possible, policy, patience))
}

fn write(vm: &Vm, args: &[u64], patience: Patience) -> Option<Plan> {
    let sync = write_sync(vm, args)?;
    let again = aqs::is_owner(vm, sync, vm.asked_thread());
    let possible = again || aqs::state(vm, sync) == 0;
    Some(request(vm, sync, Exclusive, again, possible, policy(vm, sync), patience))
}

fn request(
    vm: &Vm,
    sync: Ref,
    mode: LockMode,
    again: bool,
    possible: bool,
    policy: QueuePolicy,
    patience: Patience,
) -> Plan {
    let wanted = Acquirable::Lock { lock: aqs::facade(vm, sync), mode, again };
    Request { subject: sync, wanted, possible, owner: aqs::owner(vm, sync), policy, patience }.plan(vm)
}

fn unlock_read(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let sync = read_sync(vm, args)?;
    let lock = aqs::facade(vm, sync);
    let holds = vm.holds(vm.asked_thread(), synchroniser(lock), Shared);
    (holds > 0).then(|| Plan::release(sync, lock, Shared, holds > 1))
}

fn unlock_write(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let sync = write_sync(vm, args)?;
    let owned = aqs::is_owner(vm, sync, vm.asked_thread());
    owned.then(|| Plan::release(sync, aqs::facade(vm, sync), Exclusive, aqs::state(vm, sync) & WRITES > 1))
}

fn look(vm: &Vm, sync: Ref, act: Act) -> Plan {
    Plan::look(sync, aqs::facade(vm, sync), act)
}

fn ask(vm: &Vm, args: &[u64], act: Act) -> Option<Plan> {
    Some(look(vm, lock_sync(vm, args)?, act))
}
