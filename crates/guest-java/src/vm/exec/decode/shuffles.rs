//! The stack instructions without types (`dup2`, `pop2` …): what they do depends on which values take two of the JVM's slots.

use super::{Checked, Decoder, Slot, State};
use crate::vm::exec::op;

impl Decoder<'_> {
    /// The untyped stack instructions, by the widths of the values they meet.
    pub(super) fn shuffle(&self, byte: u8, state: &mut State) -> Checked<u64> {
        let top = self.pop_any(state)?;
        let code = match byte {
            0x57 if !top.is_wide() => op::POP,
            0x58 if top.is_wide() => op::POP,
            0x58 => {
                self.narrow(state)?;
                op::POP2
            }
            0x59 if !top.is_wide() => {
                state.stack.extend([top, top]);
                op::DUP
            }
            0x5a if !top.is_wide() => {
                let below = self.narrow(state)?;
                state.stack.extend([top, below, top]);
                op::DUP_X1
            }
            0x5b if !top.is_wide() => {
                let below = self.pop_any(state)?;
                if below.is_wide() {
                    state.stack.extend([top, below, top]);
                    op::DUP_X1
                } else {
                    let third = self.narrow(state)?;
                    state.stack.extend([top, third, below, top]);
                    op::DUP_X2
                }
            }
            0x5c if top.is_wide() => {
                state.stack.extend([top, top]);
                op::DUP
            }
            0x5c => {
                let below = self.narrow(state)?;
                state.stack.extend([below, top, below, top]);
                op::DUP2
            }
            0x5d if top.is_wide() => {
                let below = self.narrow(state)?;
                state.stack.extend([top, below, top]);
                op::DUP_X1
            }
            0x5d => {
                let second = self.narrow(state)?;
                let third = self.narrow(state)?;
                state.stack.extend([second, top, third, second, top]);
                op::DUP2_X1
            }
            0x5e => self.dup2_x2(top, state)?,
            0x5f if !top.is_wide() => {
                let below = self.narrow(state)?;
                state.stack.extend([top, below]);
                op::SWAP
            }
            _ => return self.reject("Bad type on operand stack"),
        };
        Ok(op::pack(code, 0, 0))
    }

    fn dup2_x2(&self, top: Slot, state: &mut State) -> Checked<u16> {
        let second = self.pop_any(state)?;
        match (top.is_wide(), second.is_wide()) {
            (true, true) => {
                state.stack.extend([top, second, top]);
                Ok(op::DUP_X1)
            }
            (true, false) => {
                let third = self.narrow(state)?;
                state.stack.extend([top, third, second, top]);
                Ok(op::DUP_X2)
            }
            (false, true) => self.reject("Bad type on operand stack"),
            (false, false) => {
                let third = self.pop_any(state)?;
                if third.is_wide() {
                    state.stack.extend([second, top, third, second, top]);
                    return Ok(op::DUP2_X1);
                }
                let fourth = self.narrow(state)?;
                state.stack.extend([second, top, fourth, third, second, top]);
                Ok(op::DUP2_X2)
            }
        }
    }

    fn narrow(&self, state: &mut State) -> Checked<Slot> {
        let slot = self.pop_any(state)?;
        if slot.is_wide() { self.reject("Bad type on operand stack") } else { Ok(slot) }
    }
}
