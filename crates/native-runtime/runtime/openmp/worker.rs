//! Threads that serve one region after the other.
//!
//! A region has threads of its own, so that a report shows who was started where, and who has ended. But a run has names for a few thousand
//! threads only, and there are programs with more regions than that: the later regions of such a program share theirs. Work is handed over, and
//! given back, by latches.

use super::task::{Task, Waits};
use super::team::allocate;
use crate::control::{self, Event};
use crate::pending::{Blocked, FREE, Pending};
use crate::protocol::{NO_THREAD, blocked, op};
use crate::thread::{self, Spawn, Storage};
use crate::threads::{self, Thread};

/// A thread that has started so many has others that serve again from here on.
pub const FROM: u32 = 1000;

/// A thread that serves again.
#[repr(C)]
pub struct Worker {
    /// Its address stands for the end of the work. The first field: a pending operation leads to the worker by it.
    done: u64,
    /// Its address stands for the work.
    given: u64,
    /// How much work it was given, and has done.
    given_count: u32,
    done_count: u32,
    task: *mut Task,
    pub thread: u32,
    pub local_base: usize,
}

fn is_idle(thread: &Thread) -> Blocked {
    // SAFETY: workers are kept for ever.
    let worker = unsafe { &*(thread.argument as *const Worker) };
    if worker.given_count > thread.pending.size { FREE } else { (blocked::LATCH, NO_THREAD) }
}

fn is_busy(thread: &Thread) -> Blocked {
    // SAFETY: as above.
    let worker = unsafe { &*(thread.pending.address as *const Worker) };
    if worker.done_count == worker.given_count { FREE } else { (blocked::LATCH, NO_THREAD) }
}

fn visibly(pending: Pending) {
    control::arrive(pending);
    control::emit(Event::of(&pending));
}

extern "C" fn work(worker: usize) -> usize {
    // SAFETY: as above.
    let worker = unsafe { &mut *(worker as *mut Worker) };
    loop {
        let given = &raw const worker.given as usize;
        let count = worker.done_count;
        control::inside(|| visibly(Pending::new(op::LATCH_AWAIT, given, 0).size(count).blocked(is_idle)));
        threads::current().task = worker.task as usize;
        // SAFETY: tasks live as long as their team, and that until this worker is done.
        let task = unsafe { &mut *worker.task };
        task.team().run();
        control::inside(|| {
            visibly(Pending::new(op::LATCH_COUNT_DOWN, &raw const worker.done as usize, 0));
            task.waits = Waits::End;
            worker.done_count += 1;
            threads::current().task = 0;
        });
    }
}

/// A worker for this task: the one that is there, or a new one. None if there are too many threads.
pub fn give(kept: *mut Worker, task: *mut Task, storage: Storage, pc: usize) -> Option<*mut Worker> {
    let worker = if kept.is_null() {
        let worker = allocate::<Worker>(1, pc);
        // SAFETY: fresh memory of the right size.
        unsafe {
            worker.write(Worker { done: 0, given: 0, given_count: 0, done_count: 0, task, thread: 0, local_base: 0 });
        }
        let spawn = Spawn { start: work, argument: worker as usize, storage, task: 0, first: None };
        let thread = thread::spawn(spawn, pc)?;
        // SAFETY: just written.
        unsafe { ((*worker).thread, (*worker).local_base) = (thread.id, thread.local_base) };
        worker
    } else {
        kept
    };
    // SAFETY: workers are kept for ever.
    unsafe {
        visibly(Pending::new(op::LATCH_COUNT_DOWN, &raw const (*worker).given as usize, pc));
        (*worker).task = task;
        (*worker).given_count += 1;
    }
    Some(worker)
}

/// Waits until it is done.
pub fn take_back(worker: *mut Worker, pc: usize) {
    visibly(Pending::new(op::LATCH_AWAIT, worker as usize, pc).blocked(is_busy));
}
