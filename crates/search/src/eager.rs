//! Operations that need not be chosen: they commute with everything that others can do, so they are done at once.
//!
//! After each step a search goes on with *eager* operations, lowest thread first, until no thread is about to do one; only
//! then is there a state to be matched and to branch from. Eager are
//! - `Begin`, `End`, `Yield`, taking a lock again, and joining a thread that has ended;
//! - starting a thread, from machines in which nobody notices that but by the new thread's own steps
//!   ([`Machine::starts_unseen`](deadheat_machine::Machine::starts_unseen)), as long as no thread has had to do with another that was not started, or whose start it does not
//!   know of (`start_join_order.rs`): it might have come before;
//! - an access to memory, the taking of a lock and the giving back of one, as long as what is touched is *safe* by the
//!   locking discipline (`discipline.rs`): Stoller, "Model-checking multi-threaded distributed Java programs", STTT
//!   2002; Dwyer, Hatcliff, Robby, Ranganath, "Exploiting object escape and locking information in partial-order reductions for
//!   concurrent object-oriented programs", FMSD 2004. Where they ask the user for the discipline or analyse the code, we watch it;
//! - a read of memory that no other thread writes, on any path seen: reads of others do not matter to it.
//!
//! None of them for a thread that another interrupts or asks about (whether it lives, whether it is interrupted, a timed `join`, a `join`
//! that an interrupt may end, or one by a thread that is interrupted already, which counts as timed).
//!
//! **The end of the guest** commutes with nothing: it cuts all other threads short. A thread that ends the guest by an eager operation while others live
//! (`exit`, `halt`) has no more eager operations in the next pass, so what others do before is explored. Not so where the move began with waiting for
//! the end of all that the guest waits for, which is never eager itself: what daemons do behind that they can do before it as well. Other threads' eager
//! operations still come before the end, never behind it: that leaves out ends, and no error on the way to them. Where ends are compared
//! ([`Machine::compares_ends`](deadheat_machine::Machine::compares_ends)) and one of them does not wait for all threads, nothing is eager, and nothing sleeps.
//!
//! **Passes.** Safety is assumed before it is known. Every operation that a thread is ever about to do is noted; when two are in
//! conflict, the object that they touch is unsafe for good, and the search starts again, with what it has found so far, until a pass breaks
//! no assumption. Only that pass's counts and completeness are reported.
//!
//! **Why a pass that breaks nothing has seen everything.** Suppose that in the full state space some eager operation fails to
//! commute with an operation of another thread. Follow a shortest path to such a pair, and beside it the reduced search, which does
//! the same steps in the same order except that eager ones come earlier, and more of them. Up to the pair all of these commute, so both threads
//! come to their operations in the reduced search too, if not at the same moment, having done the same things. Both
//! operations are noted, with the locks held and the threads joined and started, which depend on nothing but what each thread
//! itself has done. In the full space both threads are there together, so no lock, join or start keeps them apart: a conflict is seen,
//! and the pass does break its assumption. Hence after a pass that breaks nothing every eager operation does commute with all that others do
//! while its thread is about to do it: it is a persistent set of its own.
//!
//! **What is preserved.** Deadlocks and ends: nothing can go on there, so a path to one has done every eager operation, and it can be
//! moved to where the reduced search does it. Dead heats and targets: threads that are about to do operations that are not eager stay
//! there while others do eager ones, and memory in a dead heat is unsafe. Uncaught exceptions: each thread does the same
//! things in the same order. The reduced state space is also the same for any order of exploration: what is unsafe in the last pass is exactly
//! what is in conflict in the full space (only real conflicts are noted, and the last pass has seen all), and the state after a step
//! is a function of the state before it.
//!
//! **Chains without end.** A thread may spin in eager operations. After [`LONGEST_CHAIN`] of them, or when the chain comes back to
//! a state of its own, the state is taken as it is, and every thread is a branch there. So no thread can starve others.
//!
//! What it can miss: operations that the machine does not show (see the machine's own list). What it can never do is report
//! an error that is none: every state that it shows was reached by real steps.

use deadheat_event::{LockMode, Op, ThreadId};

use crate::PendingThread;
use crate::discipline::{SharedObject, Violations};

/// No chain of eager operations is longer.
pub const LONGEST_CHAIN: u32 = 1000;

/// From this length on a chain is checked for coming back to a state of its own.
pub const SUSPECT_CHAIN: u32 = 32;

/// Whether the thread's next operation is eager. `discipline_violations`: what is not safe; `starts_unseen`: whether the machine's starts may be;
/// `is_live`: whether a thread lives.
pub(crate) fn is_eager(
    one: &PendingThread,
    discipline_violations: &Violations,
    starts_unseen: bool,
    is_live: impl Fn(ThreadId) -> bool,
) -> bool {
    if !one.is_enabled() || one.frozen {
        return false;
    }
    let is_safe = |object| discipline_violations.is_safe(object);
    let harmless = match one.pending.op {
        Op::Start { .. } => starts_unseen && is_safe(SharedObject::Starts),
        Op::Begin | Op::End | Op::Yield | Op::Interrupted | Op::Acquire { reentrant: true, .. } => true,
        Op::Join { thread, .. } | Op::Inspect { thread } => thread != one.thread && !is_live(thread),
        Op::Read { location, .. } => {
            location.cells().all(|cell| discipline_violations.is_read_safe(SharedObject::Memory(cell), one.thread))
        }
        Op::Write { location, .. } | Op::Update { location } => {
            location.cells().all(|cell| is_safe(SharedObject::Memory(cell)))
        }
        Op::Acquire { lock, .. } => is_safe(SharedObject::Lock(lock)),
        Op::Release { lock, mode: LockMode::Exclusive, .. } => is_safe(SharedObject::LockAvailability(lock)),
        _ => false,
    };
    harmless && discipline_violations.is_thread_safe(one.thread)
}
