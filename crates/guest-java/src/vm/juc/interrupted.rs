//! Interrupts of threads that wait for a synchroniser: either the interrupt or what the thread waits for may win.
//!
//! A method that can be interrupted looks at the flag first, and throws. After that it tries, waits, and tries again; being woken by an
//! interrupt it throws, but an interrupt that comes between two tries is noticed only if the next one fails. So of a thread that was
//! interrupted while it waited, and whose permit has come since, both must be expected. (HotSpot shows both.)
//!
//! Threads do not stop to begin a wait: they stand before the call ([`WAITS`] is for those that have a place in a line, or a time limit).
//! That a thread had begun to wait before it was interrupted is therefore noted when it *is* interrupted. It then decides, in a step of
//! its own, whether it notices: if it does, it throws; if not, it tries again ([`RETRIES`]), and throws only if that fails.
//!
//! The library's code, which runs after a successful try, would look at the flag once more: it is hidden while that code runs.

use deadheat_event::Done;

use super::Begun;
use super::plan::{Act, Plan};
use crate::vm::Vm;
use crate::vm::exec::interp::Stop;
use crate::vm::memory::layout::{self, Ref};
use crate::vm::threads::thread::{T_FRAME, T_UNHEEDED};

/// The phase of a call that has begun to wait.
pub const WAITS: u32 = 1;
/// The phase of one that was interrupted, and tries once more.
pub const RETRIES: u32 = 2;

/// Noticing, and not.
const OPTIONS: u32 = 2;

/// The plan of a thread that was interrupted while it waited.
pub fn notice(subject: Ref) -> Plan {
    Plan::visible(subject, Done::Choose { options: OPTIONS, chosen: 0 }, Act::Notice)
}

impl Vm {
    /// A thread is about to be interrupted. If it stands blocked before a call that an interrupt ends, it may have begun to wait there.
    pub(in crate::vm) fn interrupt_waiter(&mut self, tid: u32) {
        if self.waits_interruptibly(tid) {
            let frame = self.get(layout::thread(tid) + T_FRAME) as u32;
            let word = self.get(frame + 2) & 0xffff_ffff;
            self.set(frame + 2, word | u64::from(WAITS) << 32);
        }
    }

    /// The running thread notices that it was interrupted, and throws; or it tries again.
    pub(super) fn notice_interrupt(&mut self) -> Begun {
        match self.choose(OPTIONS) {
            Begun::Return(0) => {
                self.leave_queue();
                Begun::Body
            }
            Begun::Return(_) => {
                self.set_phase(RETRIES);
                Begun::Stop(Stop::Pending)
            }
            undecided => undecided,
        }
    }

    /// The top frame is to run without switches, as if the thread were not interrupted.
    pub(super) fn enter_unheeding(&mut self) {
        let interrupted = self.take_interrupt();
        self.set_thread_word(T_UNHEEDED, interrupted.into());
        self.enter_atomic(self.frame);
    }

    /// The call that did not heed the interrupt is over.
    pub(super) fn heed_again(&mut self) {
        if self.thread_word(T_UNHEEDED) != 0 {
            self.set_thread_word(T_UNHEEDED, 0);
            let place = self.current_thread() + self.known.thread_interrupted;
            self.set(place, 1);
        }
    }
}
