//! Monitors: the second word of every object. Lower half: owner's thread id + 1; upper half: recursion count.
//!
//! No thread queues: a blocked thread simply stands before its `monitorenter`, and which of several gets the lock is the
//! scheduler's choice. Waiters are threads whose record says what they wait on.

use deadheat_event::{LockMode, SyncId};

use crate::vm::memory::layout::{self, HELD_WORDS, Ref};
use crate::vm::threads::thread::{
    S_RUNNABLE, S_WAITING, T_DEAF, T_HELD, T_STACK, T_STATUS, T_TICKET, T_WAIT_ON, T_WAKE,
};
use crate::vm::threads::visible::{SYNCHRONISER, monitor, synchroniser};
use crate::vm::{Vm, VmResult, raise};

/// In a word of the list of held locks, above the lock's object: held in shared mode.
const HELD_SHARED: u64 = 1 << 32;
/// Above that: it is the object's synchroniser, not its monitor.
const HELD_SYNCHRONISER: u64 = 1 << 33;
/// Above that: how often.
const HELD_ONCE: u64 = 1 << 34;

/// A lock in the list of held locks, without how often it is held.
fn held_word(lock: SyncId, mode: LockMode) -> u64 {
    let shared = if mode == LockMode::Shared { HELD_SHARED } else { 0 };
    let part = if lock.part == SYNCHRONISER { HELD_SYNCHRONISER } else { 0 };
    u64::from(lock.object.0) | shared | part
}

fn held_lock(word: u64) -> SyncId {
    if word & HELD_SYNCHRONISER == 0 { monitor(word as Ref) } else { synchroniser(word as Ref) }
}

fn held_mode(word: u64) -> LockMode {
    if word & HELD_SHARED == 0 { LockMode::Exclusive } else { LockMode::Shared }
}

impl Vm {
    /// The owner of a monitor.
    #[inline]
    pub fn monitor_owner(&self, object: Ref) -> Option<u32> {
        (self.get(object + 1) as u32).checked_sub(1)
    }

    /// Takes a monitor if that is possible now.
    #[inline]
    pub fn monitor_try_enter(&mut self, object: Ref) -> bool {
        let word = self.get(object + 1);
        let me = u64::from(self.tid) + 1;
        if word == 0 {
            self.set(object + 1, me | 1 << 32);
            self.hold(monitor(object), LockMode::Exclusive);
            true
        } else if word & 0xffff_ffff == me {
            self.set(object + 1, word + (1 << 32));
            true
        } else {
            false
        }
    }

    /// Gives a monitor back once.
    #[inline]
    pub fn monitor_exit(&mut self, object: Ref) -> VmResult<()> {
        let word = self.get(object + 1);
        if word & 0xffff_ffff != u64::from(self.tid) + 1 {
            return raise("java/lang/IllegalMonitorStateException", "current thread is not owner");
        }
        if word >> 32 == 1 {
            self.set(object + 1, 0);
            self.unhold(monitor(object), LockMode::Exclusive);
        } else {
            self.set(object + 1, word - (1 << 32));
        }
        Ok(())
    }

    fn held_base(&self, tid: u32) -> u32 {
        let slot = (self.get(layout::thread(tid) + T_STACK) as u32).saturating_sub(1);
        layout::stack(slot)
    }

    /// Adds a lock to the running thread's list; one held in shared mode is listed once and counted. Locks beyond the list's
    /// length are held all the same, only not listed.
    pub fn hold(&mut self, lock: SyncId, mode: LockMode) {
        let base = self.held_base(self.tid);
        let count = self.thread_word(T_HELD);
        if mode == LockMode::Shared
            && let Some(at) = self.held_at(self.tid, lock, mode)
        {
            let word = self.get(base + at);
            self.set(base + at, word + HELD_ONCE);
            return;
        }
        if count < u64::from(HELD_WORDS) {
            self.set(base + count as u32, held_word(lock, mode) | HELD_ONCE);
        }
        self.set_thread_word(T_HELD, count + 1);
    }

    /// Takes a lock off the running thread's list, if it is there.
    pub fn unhold(&mut self, lock: SyncId, mode: LockMode) {
        let base = self.held_base(self.tid);
        let count = self.thread_word(T_HELD) as u32;
        let listed = count.min(HELD_WORDS);
        if let Some(at) = self.held_at(self.tid, lock, mode) {
            let word = self.get(base + at) - HELD_ONCE;
            if word >= HELD_ONCE {
                self.set(base + at, word);
                return;
            }
            for i in at..listed - 1 {
                let next = self.get(base + i + 1);
                self.set(base + i, next);
            }
            self.set(base + listed - 1, 0);
        } else if count <= HELD_WORDS {
            return;
        }
        self.set_thread_word(T_HELD, u64::from(count - 1));
    }

    /// The place of a lock in a thread's list.
    fn held_at(&self, tid: u32, lock: SyncId, mode: LockMode) -> Option<u32> {
        let base = self.held_base(tid);
        let listed = (self.get(layout::thread(tid) + T_HELD) as u32).min(HELD_WORDS);
        let wanted = held_word(lock, mode);
        (0..listed).rev().find(|i| self.get(base + i) & (HELD_ONCE - 1) == wanted)
    }

    /// How often a thread's list has a lock in shared mode, or whether it has it in exclusive mode.
    pub fn holds(&self, tid: u32, lock: SyncId, mode: LockMode) -> u64 {
        self.held_at(tid, lock, mode).map_or(0, |at| self.get(self.held_base(tid) + at) / HELD_ONCE)
    }

    /// The thread that has a lock on its list in exclusive mode.
    pub fn holder(&self, lock: SyncId) -> Option<u32> {
        self.live_threads().into_iter().find(|tid| self.holds(*tid, lock, LockMode::Exclusive) > 0)
    }

    /// The locks that a thread holds, in the order taken.
    pub fn held_locks(&self, tid: u32) -> Vec<(SyncId, LockMode)> {
        let base = self.held_base(tid);
        let count = (self.get(layout::thread(tid) + T_HELD) as u32).min(HELD_WORDS);
        (0..count).map(|i| self.get(base + i)).map(|word| (held_lock(word), held_mode(word))).collect()
    }

    /// Ends a thread's wait; it must still take the lock back. Threads that wait behind it move up, so that equal wait sets look
    /// alike.
    pub fn wake(&mut self, tid: u32, how: u64) {
        let record = layout::thread(tid);
        let ticket = self.get(record + T_TICKET);
        self.set(record + T_STATUS, S_RUNNABLE);
        self.set(record + T_WAKE, how);
        self.set(record + T_TICKET, 0);
        if ticket != 0 {
            for behind in self.waiters(self.get(record + T_WAIT_ON) as Ref) {
                let place = layout::thread(behind) + T_TICKET;
                let theirs = self.get(place);
                self.set(place, theirs - u64::from(theirs > ticket));
            }
        }
    }

    /// Ends the waits of all waiters of an object: none is left who would have to move up.
    pub fn wake_all(&mut self, waiters: &[u32], how: u64) {
        for tid in waiters {
            let record = layout::thread(*tid);
            self.set(record + T_STATUS, S_RUNNABLE);
            self.set(record + T_WAKE, how);
            self.set(record + T_TICKET, 0);
        }
    }

    /// Whether a thread that waits was interrupted, and is free to leave the wait set. It does so in a step of its own: until then a
    /// notification may still reach it, and it goes on as if it had not been interrupted (JLS 17.2.4).
    pub fn leaves_wait(&self, tid: u32) -> bool {
        let record = layout::thread(tid);
        self.get(record + T_STATUS) == S_WAITING && self.get(record + T_DEAF) == 0 && self.is_interrupted(tid)
    }

    /// Whether thread `tid` could take the monitor now.
    pub fn monitor_free_for(&self, object: Ref, tid: u32) -> bool {
        self.monitor_owner(object).is_none_or(|owner| owner == tid)
    }
}
