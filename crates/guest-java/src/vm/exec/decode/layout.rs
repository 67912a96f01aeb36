//! Where instructions begin, and which slot each local has.

use super::{Checked, Decoder, UNNAMED};
use crate::vm::exec::code::prologue;
use crate::vm::exec::op;

impl Decoder<'_> {
    /// Parameters take one slot each, in order; the unused second halves of wide ones move behind everything else.
    pub(super) fn place_locals(&mut self) -> Checked<()> {
        let max = u32::from(self.code.max_locals);
        let mut spare = Vec::new();
        let mut slot = 0u16;
        if !self.method.is_static() {
            self.slots.push(slot);
            slot += 1;
        }
        for kind in &self.method.params {
            self.slots.push(slot);
            slot += 1;
            if kind.is_wide() {
                spare.push(self.slots.len());
                self.slots.push(0);
            }
        }
        if self.slots.len() as u32 > max {
            return self.reject("Arguments can't fit into locals");
        }
        // What the code never names needs no slot: a frame is as long as its code, not as long as the class file says.
        let named = self.named_locals(max as usize);
        for local in self.slots.len()..max as usize {
            let is_named = named.get(local).copied().unwrap_or(false);
            self.slots.push(if is_named { slot } else { UNNAMED });
            slot += u16::from(is_named);
        }
        for at in spare {
            self.slots[at] = slot;
            slot += 1;
        }
        self.locals = u32::from(slot);
        Ok(())
    }

    /// Which locals the code names, second halves of wide ones included.
    fn named_locals(&self, max: usize) -> Vec<bool> {
        let mut named = vec![false; max];
        for &pc in &self.pcs {
            let pc = usize::from(pc);
            let byte = self.bytes[pc];
            let short = |at: usize| self.bytes.get(at).map_or(0, |b| usize::from(*b));
            let (index, op) = match byte {
                0x15..=0x19 | 0x36..=0x3a | 0x84 | 0xa9 => (short(pc + 1), byte),
                0x1a..=0x2d => (usize::from((byte - 0x1a) % 4), 0x15 + (byte - 0x1a) / 4),
                0x3b..=0x4e => (usize::from((byte - 0x3b) % 4), 0x36 + (byte - 0x3b) / 4),
                0xc4 => (short(pc + 2) << 8 | short(pc + 3), short(pc + 1) as u8),
                _ => continue,
            };
            let is_wide = matches!(op, 0x16 | 0x18 | 0x37 | 0x39);
            for local in index..=index + usize::from(is_wide) {
                if let Some(named) = named.get_mut(local) {
                    *named = true;
                }
            }
        }
        named
    }

    pub(super) fn find_instructions(&mut self) -> Checked<()> {
        let mut pc = 0;
        if self.first() == 1 {
            self.pcs.push(0);
        }
        while pc < self.bytes.len() {
            self.index[pc] = self.pcs.len() as u32;
            self.pcs.push(pc as u16);
            if self.guard(pc).is_some() {
                self.pcs.push(pc as u16);
            }
            pc += self.length(pc)?;
        }
        if pc != self.bytes.len() {
            return self.reject("Bad instruction");
        }
        self.ops = vec![op::pack(op::UNREACHABLE, 0, 0); self.pcs.len() + 1];
        if self.first() == 1 {
            self.ops[0] = prologue(self.method).unwrap_or_default();
        }
        self.states = (0..=self.pcs.len()).map(|_| None).collect();
        Ok(())
    }

    fn length(&self, pc: usize) -> Checked<usize> {
        Ok(match self.bytes[pc] {
            0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
            0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa8 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 | 0xc6 | 0xc7 => 3,
            0xb9 | 0xba | 0xc8 | 0xc9 => 5,
            0xc5 => 4,
            0xc4 => {
                if self.u8(pc + 1)? == 0x84 {
                    6
                } else {
                    4
                }
            }
            0xaa => {
                let at = (pc + 4) & !3;
                let (low, high) = (self.i32(at + 4)?, self.i32(at + 8)?);
                let count = i64::from(high) - i64::from(low) + 1;
                if !(1..=65536).contains(&count) {
                    return self.reject("Bad tableswitch");
                }
                at + 12 + count as usize * 4 - pc
            }
            0xab => {
                let at = (pc + 4) & !3;
                let count = self.i32(at + 4)?;
                if !(0..=65536).contains(&count) {
                    return self.reject("Bad lookupswitch");
                }
                at + 8 + count as usize * 8 - pc
            }
            0xca.. => return self.reject("Bad instruction"),
            _ => 1,
        })
    }
}
