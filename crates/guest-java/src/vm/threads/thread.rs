//! Thread records and frames: the words in the arena that are a guest thread.

use deadheat_event::SiteId;

use crate::vm::classes::class::MethodRef;
use crate::vm::classes::link::MIRROR_REGION;
use crate::vm::exec::code::{self, FRAME_HEADER};
use crate::vm::exec::decode;
use crate::vm::memory::collect::region::REGION_WORDS;
use crate::vm::memory::layout::{self, HELD_WORDS, Ref, THREAD_WORDS};
use crate::vm::threads::visible::site_id;
use crate::vm::{Trap, Vm, VmResult, raise};

/// Status word; see the `S_*` constants.
pub const T_STATUS: u32 = 0;
/// The `java.lang.Thread` object.
pub const T_OBJECT: u32 = 1;
/// Header of the top frame.
pub const T_FRAME: u32 = 2;
/// Stack pointer.
pub const T_SP: u32 = 3;
/// Next instruction of the top frame.
pub const T_PC: u32 = 4;
/// Stack slot + 1.
pub const T_STACK: u32 = 5;
/// `LockSupport` permit.
pub const T_PERMIT: u32 = 7;
/// What a waiting thread waits on (monitor, condition …).
pub const T_WAIT_ON: u32 = 8;
/// Place in the queue of waiters.
pub const T_TICKET: u32 = 9;
/// Virtual time at which a timed wait ends, 0 for never.
pub const T_DEADLINE: u32 = 10;
/// How a wait ended; see the `W_*` constants.
pub const T_WAKE: u32 = 11;
/// Class id + 1 of the initialiser whose region is allocated from, or [`NO_REGION`].
pub const T_CREATOR: u32 = 15;
/// Threads started so far.
pub const T_CHILDREN: u32 = 16;
/// Frame header + 1 of the atomic call being run, 0 for none.
pub const T_ATOMIC: u32 = 17;
/// Number of entries in the list of held locks.
pub const T_HELD: u32 = 18;
/// The thread that started this one.
pub const T_PARENT: u32 = 19;
/// Recursion count to restore after a wait.
pub const T_SAVED_COUNT: u32 = 20;
/// Exception that the thread dies of, for reports.
pub const T_DEATH: u32 = 21;
/// Set in `T_DEATH` beside the exception when a handler of the guest takes it.
pub const HANDLED: u64 = 1 << 32;
/// Set in `T_DEATH` beside the exception when it comes of a gap of ours: see `gaps`.
pub const OF_GAP: u64 = 1 << 33;
/// Daemon flag as of its start.
pub const T_DAEMON: u32 = 22;

/// Set while the thread stands between visible operations: before `main`, or where a long step was cut. The instruction there
/// does not tell: it may be one that could be seen, once another machine has made it quick.
pub const T_BETWEEN: u32 = 23;

/// An interrupt does not end the thread's wait.
pub const T_DEAF: u32 = 25;
/// Whether the thread's interrupt flag was set when it began the atomic call that it is in, which goes on as if it were not.
pub const T_UNHEEDED: u32 = 26;

/// How far the thread's life has got: `run`, its handler, its exit (see `machine::stage`).
pub const T_STAGE: u32 = 24;

/// The thread's own region: see the `R_*` constants of `collect::region`.
pub const T_REGION: u32 = 32;
/// Local collections leave alone what lies below this address …
pub const T_FLOOR: u32 = T_REGION + REGION_WORDS;
/// … of this chunk, and in the chunks before it.
pub const T_FLOOR_CHUNK: u32 = T_FLOOR + 1;
/// What the last local collection cost.
pub const T_COST: u32 = T_FLOOR + 2;

/// No such thread.
pub const S_NONE: u64 = 0;
/// Started, has not begun.
pub const S_NEW: u64 = 1;
/// Can run, or is blocked at a visible operation that it will try again.
pub const S_RUNNABLE: u64 = 2;
/// In `Object.wait` or a condition's `await`, not yet woken.
pub const S_WAITING: u64 = 3;
/// Parked.
pub const S_PARKED: u64 = 4;
/// Sleeping.
pub const S_SLEEPING: u64 = 5;
/// Dead.
pub const S_TERMINATED: u64 = 6;

/// Not woken.
pub const W_NONE: u64 = 0;
/// By notify, signal, unpark.
pub const W_NOTIFIED: u64 = 1;
/// By time.
pub const W_TIMEOUT: u64 = 2;
/// By interrupt.
pub const W_INTERRUPTED: u64 = 3;
/// For no reason.
pub const W_SPURIOUS: u64 = 4;

/// Allocation is from the thread's own region.
pub const NO_REGION: u32 = 0;

/// Frame flag: holds the monitor in the frame's third word.
pub const F_SYNCHRONIZED: u64 = 1;
/// Frame flag: a class initialiser.
pub const F_INITIALIZER: u64 = 2;
/// Frame flag: the result is dropped, the caller's instruction runs again.
pub const F_RETRY: u64 = 4;
/// Frame flag: the end of an atomic call.
pub const F_ATOMIC: u64 = 8;
/// Frame flag: the bottom frame of a thread.
pub const F_BOTTOM: u64 = 16;
/// Frame flag: called by a native, which goes on in its next phase.
pub const F_NATIVE_CALL: u64 = 32;
/// Frame flag: an atomic block, whose end is an event.
pub const F_BLOCK: u64 = 64;
/// Frame flag: called through a method handle, so what it returns is compared with what the call says.
pub const F_RESULT: u64 = 128;

/// The region from which the running thread allocates: its own, or that of a class initialiser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region(pub u32);

impl Region {
    /// Address of the region's registers.
    pub fn record(self, vm: &Vm) -> u32 {
        if self.0 == NO_REGION {
            layout::thread(vm.tid) + T_REGION
        } else {
            vm.class(self.0 - 1).mirror + vm.known.mirror_words + MIRROR_REGION
        }
    }
}

/// The region that the running thread allocates from.
pub fn region(vm: &Vm) -> Region {
    Region(vm.get(layout::thread(vm.tid) + T_CREATOR) as u32)
}

impl Vm {
    /// A word of the running thread's record.
    #[inline]
    pub fn thread_word(&self, word: u32) -> u64 {
        self.get(layout::thread(self.tid) + word)
    }

    /// Sets a word of the running thread's record.
    #[inline]
    pub fn set_thread_word(&mut self, word: u32, value: u64) {
        self.set(layout::thread(self.tid) + word, value);
    }

    /// Ids of all threads that were ever started on this path, dead ones included, in order.
    pub fn thread_ids(&self) -> Vec<u32> {
        let count = self.get(layout::G_THREADS) as u32;
        (0..count).filter(|tid| self.get(layout::thread(*tid) + T_STATUS) != S_NONE).collect()
    }

    /// The thread id of a `java.lang.Thread` object that was started.
    pub fn tid_of(&self, thread: Ref) -> Option<u32> {
        let tid = u32::try_from(self.field(thread, self.known.thread_eetop).checked_sub(1)?).ok()?;
        // A guest can write to the field.
        let is_its = u64::from(tid) < self.get(layout::G_THREADS) && self.thread_object(tid) == thread;
        is_its.then_some(tid)
    }

    /// The same of one that was ever started, whether or not it has ended.
    pub fn started_tid_of(&self, thread: Ref) -> Option<u32> {
        (self.get(thread + self.known.thread_number()) as u32).checked_sub(1)
    }

    /// The object that holds what `java.lang.Thread` keeps of a platform thread: a part of it, or itself in older JDKs.
    pub fn thread_details(&self, thread: Ref) -> Ref {
        match self.known.thread_holder {
            0 => thread,
            holder => self.ref_field(thread, holder),
        }
    }

    /// Sets the status that `Thread.getState` shows of a thread that is not alive.
    pub fn set_thread_status(&mut self, thread: Ref, status: u64) {
        let details = self.thread_details(thread);
        if details != 0 {
            self.set(details + self.known.details_status, status);
        }
    }

    /// The `java.lang.Thread` object of the running thread.
    pub fn current_thread(&self) -> Ref {
        self.thread_word(T_OBJECT) as Ref
    }

    /// Takes a free stack slot.
    fn take_stack(&mut self, tid: u32) -> Option<u32> {
        let slot = self.free_stack(tid)?;
        self.set(layout::LIVE + slot, u64::from(tid) + 1);
        let used = self.get(layout::G_STACKS).max(u64::from(slot) + 1);
        self.set(layout::G_STACKS, used);
        Some(slot)
    }

    /// Where the words of a stack slot end that a thread may use: the last frame needs room for what natives push.
    fn end_of_stack(&self, slot: u32) -> u32 {
        let most = layout::stack_room(slot) - layout::STACK_MARGIN;
        layout::stack(slot) + self.shared.config.stack_words().min(most)
    }

    /// Makes a thread record, with a stack; the thread runs `entry` with `args` when it is first scheduled.
    pub fn new_thread(&mut self, tid: u32, object: Ref, entry: MethodRef, args: &[u64]) -> VmResult<()> {
        let slot = if tid < layout::MAX_THREADS { self.take_stack(tid) } else { None };
        let Some(slot) = slot else {
            return raise(
                "java/lang/OutOfMemoryError",
                "unable to create native thread: possibly out of memory or process/resource limits reached",
            );
        };
        let record = layout::thread(tid);
        self.arena.zero(record, THREAD_WORDS);
        self.set(record + T_STATUS, S_NEW);
        self.set(record + T_OBJECT, u64::from(object));
        if object != 0 {
            self.set(object + self.known.thread_number(), u64::from(tid) + 1);
        }
        self.set(record + T_STACK, u64::from(slot) + 1);
        self.set(record + T_PARENT, u64::from(self.tid));
        let threads = self.get(layout::G_THREADS).max(u64::from(tid) + 1);
        self.set(layout::G_THREADS, threads);

        let running = (self.tid, self.frame, self.sp, self.pc, self.stack_end);
        self.tid = tid;
        self.frame = 0;
        self.pc = 0;
        self.sp = layout::stack(slot) + HELD_WORDS;
        self.stack_end = self.end_of_stack(slot);
        let pushed = self.push_frame(entry, args, F_BOTTOM);
        self.set(record + T_FRAME, u64::from(self.frame));
        self.set(record + T_SP, u64::from(self.sp));
        self.set(record + T_PC, 0);
        (self.tid, self.frame, self.sp, self.pc, self.stack_end) = running;
        pushed
    }

    /// Loads a thread's registers.
    pub fn switch_to(&mut self, tid: u32) {
        self.calls += 1;
        self.tid = tid;
        let record = layout::thread(tid);
        self.frame = self.get(record + T_FRAME) as u32;
        self.sp = self.get(record + T_SP) as u32;
        self.pc = self.get(record + T_PC) as u32;
        let slot = (self.get(record + T_STACK) as u32).saturating_sub(1);
        self.stack_end = self.end_of_stack(slot);
        self.multi = self.get(layout::G_MULTI) != 0;
        self.switching = self.multi && self.get(record + T_ATOMIC) == 0;
        self.load_region();
    }

    /// Stores the running thread's registers.
    pub fn park_registers(&mut self) {
        let record = layout::thread(self.tid);
        self.set(record + T_FRAME, u64::from(self.frame));
        self.set(record + T_SP, u64::from(self.sp));
        self.set(record + T_PC, u64::from(self.pc));
        self.store_region();
    }

    /// Sets a word, unless it is so: most steps allocate nothing, and a word that is not written is no page to be kept and compared.
    #[inline]
    fn set_if_other(&mut self, address: u32, value: u64) {
        if self.get(address) != value {
            self.set(address, value);
        }
    }

    /// Loads the allocation registers.
    pub fn load_region(&mut self) {
        let record = region(self).record(self);
        self.bump = self.get(record) as u32;
        self.bump_end = self.get(record + 1) as u32;
    }

    /// Stores the allocation registers.
    pub fn store_region(&mut self) {
        let record = region(self).record(self);
        self.set_if_other(record, u64::from(self.bump));
        self.set_if_other(record + 1, u64::from(self.bump_end));
    }

    /// Allocates from another region from now on; the previous one is returned.
    pub fn switch_region(&mut self, to: Region) -> Region {
        let from = region(self);
        self.store_region();
        self.set_thread_word(T_CREATOR, u64::from(to.0));
        self.load_region();
        from
    }

    /// The decoded body of a method.
    pub fn code(&mut self, method: MethodRef) -> VmResult<&'static code::Code> {
        if let Some(code) = method.code.get() {
            return Ok(code);
        }
        let class = method.code_class();
        let code = if method.native.is_some() || method.access & crate::vm::classes::class::acc::NATIVE != 0 {
            code::native(method)
        } else if let Some(body) = method.info().and_then(|info| info.code.as_ref()) {
            match decode::decode(class, method, body, self.needs_guards(class)) {
                Ok(code) => code,
                Err(decode::Rejected(why)) => return raise("java/lang/VerifyError", why),
            }
        } else {
            code::abstract_method(method)
        };
        Ok(method.code.get_or_init(|| code))
    }

    /// Pushes a frame for `method` onto the running thread's stack; `pc` is the caller's next instruction.
    pub fn push_frame(&mut self, method: MethodRef, args: &[u64], flags: u64) -> VmResult<()> {
        let method = self.present_version(method);
        let code = self.code(method)?;
        let base = self.sp;
        if base + code.frame_words + 64 > self.stack_end {
            return raise("java/lang/StackOverflowError", "");
        }
        if args.len() != method.args as usize {
            return Err(Trap::Internal(format!("{method:?} called with {} arguments", args.len())));
        }
        let header = base + code.locals;
        self.arena.touch_range(base, code.frame_words);
        for (at, arg) in (base..).zip(args) {
            self.set(at, *arg);
        }
        for at in base + method.args..header {
            self.set(at, 0);
        }
        self.calls += 1;
        self.set(header, u64::from(self.frame) | u64::from(self.pc) << 32);
        self.set(header + 1, u64::from(method.id) | flags << 32);
        self.set(header + 2, 0);
        self.frame = header;
        self.sp = header + FRAME_HEADER;
        self.pc = 0;
        Ok(())
    }

    /// The method of a frame.
    #[inline]
    pub fn frame_method(&self, frame: u32) -> MethodRef {
        self.method(self.get(frame + 1) as u32)
    }

    /// The flags of a frame.
    #[inline]
    pub fn frame_flags(&self, frame: u32) -> u64 {
        self.get(frame + 1) >> 32
    }

    /// The caller's frame and its next instruction.
    #[inline]
    pub fn caller(&self, frame: u32) -> (u32, u32) {
        let word = self.get(frame);
        (word as u32, (word >> 32) as u32)
    }

    /// Address of a frame's first local.
    #[inline]
    pub fn frame_locals(&self, frame: u32) -> u32 {
        frame - self.frame_method(frame).code.get().map_or(0, |c| c.locals)
    }

    /// The frames of a thread from the top: (frame, index of the instruction that it is at).
    pub fn frames(&self, tid: u32) -> Vec<(u32, u32)> {
        let mut frames = Vec::new();
        self.each_frame(tid, |frame, pc| frames.push((frame, pc)));
        frames
    }

    /// Visits the methods that a thread is in, by number, innermost first, each with the place that it is at: the same as for each frame, with two reads of each.
    /// Whether all were visited: the first that is answered with `false` is the last.
    #[inline]
    pub fn all_sites(&self, tid: u32, mut visit: impl FnMut(u32, SiteId) -> bool) -> bool {
        let (mut frame, mut pc) = self.innermost(tid);
        while frame != 0 {
            let (caller, own) = (self.get(frame), self.get(frame + 1));
            if !visit(own as u32, site_id(own as u32, pc)) {
                return false;
            }
            // As in `each_frame`: behind the call, unless it is to run again.
            let is_retried = (own >> 32) & F_RETRY != 0;
            pc = ((caller >> 32) as u32).saturating_sub(u32::from(!is_retried));
            frame = caller as u32;
        }
        true
    }

    /// The thread's innermost frame and the instruction that it is at.
    #[inline]
    pub(crate) fn innermost(&self, tid: u32) -> (u32, u32) {
        if tid == self.tid {
            return (self.frame, self.pc);
        }
        let record = layout::thread(tid);
        (self.get(record + T_FRAME) as u32, self.get(record + T_PC) as u32)
    }

    /// Visits a thread's frames, innermost first, each with the instruction that it is at.
    pub fn each_frame(&self, tid: u32, mut visit: impl FnMut(u32, u32)) {
        let (mut frame, mut pc) = self.innermost(tid);
        let mut top = true;
        while frame != 0 {
            // A caller's pc is already behind its call, unless the call is to run again.
            visit(frame, if top { pc } else { pc.saturating_sub(1) });
            let retry = self.frame_flags(frame) & F_RETRY != 0;
            let (caller, caller_pc) = self.caller(frame);
            frame = caller;
            pc = if retry { caller_pc + 1 } else { caller_pc };
            top = false;
        }
    }
}
