//! `StampedLock`: a lock of stamps, not of threads. It has no owner and is not re-entrant; which thread holds it is known only from the
//! threads' own lists, so a stamp that one thread took and another gives back stays on the first one's list.

use deadheat_event::LockMode::{self, Exclusive, Shared};

use super::plan::{Acquirable, Act, Patience, Plan, Request, acquired, released};
use super::queue::QueuePolicy;
use super::{AtomicCall, aqs, call};
use crate::vm::Vm;
use crate::vm::memory::layout::Ref;
use crate::vm::threads::visible::synchroniser;

const LOCK: &str = "java/util/concurrent/locks/StampedLock";
const TIMED: &str = "(JLjava/util/concurrent/TimeUnit;)J";

/// The bit of the writer.
const WBIT: u64 = 1 << 7;
/// The count of readers.
const RBITS: u64 = WBIT - 1;
/// Both.
const ABITS: u64 = RBITS | WBIT;
/// What an optimistic stamp is compared by.
const SBITS: u64 = !RBITS;

pub(super) static CALLS: &[AtomicCall] = &[
    call(LOCK, "writeLock", "", |vm, args| acquire(vm, args, Exclusive, Patience::Endless)),
    call(LOCK, "writeLockInterruptibly", "", |vm, args| acquire(vm, args, Exclusive, Patience::Interruptible)),
    call(LOCK, "tryWriteLock", "()J", |vm, args| acquire(vm, args, Exclusive, Patience::None)),
    call(LOCK, "tryWriteLock", TIMED, |vm, args| acquire(vm, args, Exclusive, aqs::timed(vm, args[1], args[2])?)),
    call(LOCK, "readLock", "", |vm, args| acquire(vm, args, Shared, Patience::Endless)),
    call(LOCK, "readLockInterruptibly", "", |vm, args| acquire(vm, args, Shared, Patience::Interruptible)),
    call(LOCK, "tryReadLock", "()J", |vm, args| acquire(vm, args, Shared, Patience::None)),
    call(LOCK, "tryReadLock", TIMED, |vm, args| acquire(vm, args, Shared, aqs::timed(vm, args[1], args[2])?)),
    call(LOCK, "unlockWrite", "", |vm, args| {
        let valid = state(vm, args) == args[1] && args[1] & WBIT != 0;
        if valid { release(vm, args, Exclusive) } else { None }
    }),
    call(LOCK, "unlockRead", "", |vm, args| {
        let (state, stamp) = (state(vm, args), args[1]);
        let valid = stamp & RBITS != 0 && state & SBITS == stamp & SBITS && state & RBITS != 0;
        if valid { release(vm, args, Shared) } else { None }
    }),
    call(LOCK, "tryUnlockWrite", "", unlock_writer),
    call(LOCK, "unstampedUnlockWrite", "", unlock_writer),
    call(LOCK, "tryUnlockRead", "", unlock_reader),
    call(LOCK, "unstampedUnlockRead", "", unlock_reader),
    call(LOCK, "tryConvertToWriteLock", "", |vm, args| convert(vm, args, to_write)),
    call(LOCK, "tryConvertToReadLock", "", |vm, args| convert(vm, args, to_read)),
    call(LOCK, "tryConvertToOptimisticRead", "", |vm, args| convert(vm, args, to_optimistic)),
    call(LOCK, "tryOptimisticRead", "", look),
    call(LOCK, "validate", "", look),
    call(LOCK, "isWriteLocked", "", look),
    call(LOCK, "isReadLocked", "", look),
    call(LOCK, "getReadLockCount", "()I", look),
    call(LOCK, "toString", "", look),
];

/// What a conversion does: the mode given up and the mode gained; none when it fails.
type Change = Option<(Option<LockMode>, Option<LockMode>)>;

fn state(vm: &Vm, args: &[u64]) -> u64 {
    vm.field(args[0] as Ref, vm.known.stamped_state)
}

/// Whether no thread has queued in the library itself.
fn is_ours(vm: &Vm, lock: Ref) -> bool {
    vm.ref_field(lock, vm.known.stamped_head) == vm.ref_field(lock, vm.known.stamped_tail)
}

fn acquire(vm: &Vm, args: &[u64], mode: LockMode, patience: Patience) -> Option<Plan> {
    let lock = args[0] as Ref;
    if !is_ours(vm, lock) && vm.asked_phase() == 0 {
        return None;
    }
    let state = state(vm, args);
    let request = Request {
        subject: lock,
        wanted: Acquirable::Lock { lock, mode, again: false },
        possible: if mode == Shared { state & WBIT == 0 } else { state & ABITS == 0 },
        owner: vm.holder(synchroniser(lock)),
        policy: QueuePolicy::Any,
        patience,
    };
    Some(request.plan(vm))
}

fn release(vm: &Vm, args: &[u64], mode: LockMode) -> Option<Plan> {
    let lock = args[0] as Ref;
    let again = mode == Shared && vm.holds(vm.asked_thread(), synchroniser(lock), Shared) > 1;
    let mut plan = Plan::release(lock, lock, mode, again);
    // Each stamp is one more reader to a thread that would write.
    plan.stops = true;
    Some(plan)
}

fn unlock_writer(vm: &Vm, args: &[u64]) -> Option<Plan> {
    if state(vm, args) & WBIT != 0 { release(vm, args, Exclusive) } else { look(vm, args) }
}

fn unlock_reader(vm: &Vm, args: &[u64]) -> Option<Plan> {
    let state = state(vm, args);
    if state & RBITS != 0 && state & WBIT == 0 { release(vm, args, Shared) } else { look(vm, args) }
}

fn look(_: &Vm, args: &[u64]) -> Option<Plan> {
    let lock = args[0] as Ref;
    Some(Plan::look(lock, lock, Act::Body))
}

fn convert(vm: &Vm, args: &[u64], rule: fn(u64, u64) -> Change) -> Option<Plan> {
    let lock = args[0] as Ref;
    let (state, stamp) = (state(vm, args), args[1]);
    let change = if state & SBITS == stamp & SBITS { rule(state, stamp) } else { None };
    let plan = look(vm, args)?;
    Some(match change {
        None | Some((None, None)) => plan,
        Some((Some(given), None)) => plan.doing(released(lock, given, false)),
        Some((None, Some(gained))) => plan.doing(acquired(lock, gained)),
        Some((Some(given), Some(gained))) => plan.doing(released(lock, given, false)).then(acquired(lock, gained)),
    })
}

fn to_write(state: u64, stamp: u64) -> Change {
    let (held, wanted) = (state & ABITS, stamp & ABITS);
    match held {
        0 if wanted == 0 => Some((None, Some(Exclusive))),
        WBIT if wanted == WBIT => Some((None, None)),
        1 if wanted != 0 => Some((Some(Shared), Some(Exclusive))),
        _ => None,
    }
}

fn to_read(state: u64, stamp: u64) -> Change {
    match stamp & ABITS {
        WBIT.. if state == stamp => Some((Some(Exclusive), Some(Shared))),
        0 => Some((None, Some(Shared))),
        _ => None,
    }
}

fn to_optimistic(state: u64, stamp: u64) -> Change {
    match stamp & ABITS {
        WBIT.. if state == stamp => Some((Some(Exclusive), None)),
        1..WBIT if state & ABITS != 0 => Some((Some(Shared), None)),
        _ => None,
    }
}
