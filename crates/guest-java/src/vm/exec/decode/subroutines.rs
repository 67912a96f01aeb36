//! Subroutines (`jsr`, `ret`, in class files up to version 50).
//!
//! A return address is the number of the instruction behind the `jsr`: a word on the stack and in locals that verified code can only store and return
//! to. Here each state knows the subroutines that it is in and how high the stack was when they were called; what was there then is not
//! theirs to take, and it is as high again at their `ret`. So behind a `jsr` the stack is what the subroutine was entered with, whichever `jsr` that
//! was. `ret` looks when it runs that the word is such a number, of a call with a stack as high as this one, and of this subroutine unless the
//! stack is empty.

use super::{Checked, Decoder, Slot, State};
use crate::vm::exec::op;

/// A subroutine, by its first instruction.
#[derive(Default)]
pub(super) struct Subroutine {
    /// The calls: each with the subroutines that it is made in.
    calls: Vec<(u32, Vec<(u32, usize)>)>,
    returns: bool,
}

impl Decoder<'_> {
    /// A subroutine must not take what was on the stack when it was called.
    pub(super) fn check_height(&self, state: &State) -> Checked<()> {
        match state.within.last() {
            Some((_, height)) if state.stack.len() <= *height => self.reject("Subroutine takes operands of its caller"),
            _ => Ok(()),
        }
    }

    pub(super) fn call_subroutine(&mut self, at: u32, target: u32, state: &State) -> Checked<u64> {
        if self.track_locals {
            return self.reject("Subroutine in code that was not verified");
        }
        if state.within.iter().any(|(entry, _)| *entry == target) {
            return self.reject("Recursive call to jsr entry");
        }
        let height = state.stack.len();
        let mut inside = state.clone();
        inside.stack.push(Slot::Address);
        inside.within.push((target, height));
        if inside.stack.len() > usize::from(self.code.max_stack) {
            return self.reject("Operand stack overflow");
        }
        self.jump(target, &inside)?;
        let call = (at, state.within.clone());
        let subroutine = self.subroutines.entry(target).or_default();
        match subroutine.calls.iter_mut().find(|(known, _)| *known == at) {
            Some(known) => *known = call,
            None => subroutine.calls.push(call),
        }
        if subroutine.returns {
            self.return_from(target)?;
        }
        Ok(op::pack(op::JSR, height as u16, target))
    }

    /// Goes on behind all calls of a subroutine, with the stack that it was entered with.
    fn return_from(&mut self, entry: u32) -> Checked<()> {
        let Some(entered) = &self.states[entry as usize] else { return Ok(()) };
        let stack: Vec<Slot> = entered.stack.split_last().map(|(_, below)| below.to_vec()).unwrap_or_default();
        let subroutine = self.subroutines.entry(entry).or_default();
        subroutine.returns = true;
        for (at, within) in subroutine.calls.clone() {
            if at as usize + 1 >= self.pcs.len() {
                return self.reject("Falling off the end of the code");
            }
            self.jump(at + 1, &State { stack: stack.clone(), locals: Vec::new(), within })?;
        }
        Ok(())
    }

    pub(super) fn return_to_caller(&mut self, index: usize, state: &State) -> Checked<u64> {
        let slot = self.local(index, false)?;
        let height = state.stack.len();
        let left = state.within.iter().filter(|(_, below)| *below == height);
        let left: Vec<u32> = left.map(|(entry, _)| *entry).collect();
        // With something on the stack it must be clear whose that is.
        let Some(innermost) = left.last().copied().filter(|_| height == 0 || left.len() == 1) else {
            return self.reject("Illegal return from subroutine");
        };
        for entry in left {
            self.return_from(entry)?;
        }
        Ok(op::pack(op::RET, slot, innermost))
    }
}
