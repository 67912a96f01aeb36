//! One instruction after the other: what it takes and gives, and its decoded form.

use super::{Checked, Decoder, Slot, State};
use crate::classfile::Constant;
use crate::vm::classes::class::Kind;
use crate::vm::exec::code::{Switch, kinds};
use crate::vm::exec::op;
use crate::vm::threads::policy::ArrayOwner;

impl Decoder<'_> {
    fn load(&self, state: &mut State, index: usize, kind: Slot) -> Checked<u64> {
        let slot = self.local(index, kind.is_wide())?;
        if self.track_locals && state.locals[usize::from(slot)] != kind {
            return self.reject("Bad local variable type");
        }
        state.stack.push(kind);
        Ok(op::pack(op::LOAD, slot, 0))
    }

    fn store(&self, state: &mut State, index: usize, kind: Slot) -> Checked<u64> {
        let slot = self.local(index, kind.is_wide())?;
        let is_address = kind == Slot::Ref && state.stack.last() == Some(&Slot::Address);
        self.pop(state, if is_address { Slot::Address } else { kind })?;
        if self.track_locals {
            // A wide value written at index-1 loses its second half to this store.
            let before = index.checked_sub(1).and_then(|index| state.locals.get_mut(usize::from(self.slots[index])));
            if let Some(before) = before.filter(|before| before.is_wide()) {
                *before = Slot::Unusable;
            }
            state.locals[usize::from(slot)] = kind;
            if kind.is_wide() {
                state.locals[usize::from(self.slots[index + 1])] = Slot::Unusable;
            }
        }
        Ok(op::pack(op::STORE, slot, 0))
    }

    pub(super) fn constant(&mut self, bits: u64) -> u64 {
        let at = self.wide.iter().position(|w| *w == bits).unwrap_or_else(|| {
            self.wide.push(bits);
            self.wide.len() - 1
        });
        op::pack(op::LDC64, 0, at as u32)
    }

    fn ldc(&mut self, state: &mut State, index: u16, wide: bool) -> Checked<u64> {
        let constant = self.file.constants.get(usize::from(index));
        let (word, kind) = match constant {
            Some(Constant::Integer(value)) if !wide => (op::pack(op::CONST, 0, *value as u32), Slot::Int),
            Some(Constant::Float(value)) if !wide => (op::pack(op::CONST, 0, value.to_bits()), Slot::Float),
            Some(Constant::Long(value)) if wide => (self.constant(*value as u64), Slot::Long),
            Some(Constant::Double(value)) if wide => (self.constant(value.to_bits()), Slot::Double),
            Some(Constant::Dynamic { name_type, .. }) => {
                let Some((_, descriptor)) = self.file.name_and_type(*name_type) else {
                    return self.reject("Illegal type at constant pool entry");
                };
                let kind = Slot::of(Kind::of(descriptor));
                if kind.is_wide() != wide {
                    return self.reject("Illegal type at constant pool entry");
                }
                (op::pack(op::LDC, index, 0), kind)
            }
            Some(
                Constant::String(_) | Constant::Class(_) | Constant::MethodHandle { .. } | Constant::MethodType(_),
            ) if !wide => (op::pack(op::LDC, index, 0), Slot::Ref),
            _ => return self.reject("Illegal type at constant pool entry"),
        };
        state.stack.push(kind);
        Ok(word)
    }

    fn binary(&self, state: &mut State, kind: Slot, code: u16) -> Checked<u64> {
        self.pop(state, kind)?;
        self.pop(state, kind)?;
        state.stack.push(kind);
        Ok(op::pack(code, 0, 0))
    }

    fn convert(&self, state: &mut State, from: Slot, to: Slot, code: u16) -> Checked<u64> {
        self.pop(state, from)?;
        state.stack.push(to);
        Ok(op::pack(code, 0, 0))
    }

    fn array_load(&self, state: &mut State, kind: Slot, code: u16) -> Checked<u64> {
        self.pop(state, Slot::Int)?;
        self.pop(state, Slot::Ref)?;
        state.stack.push(kind);
        Ok(op::pack(code, u16::from(self.quiet_arrays), 0))
    }

    fn array_store(&self, state: &mut State, kind: Slot, code: u16) -> Checked<u64> {
        self.pop(state, kind)?;
        self.pop(state, Slot::Int)?;
        self.pop(state, Slot::Ref)?;
        Ok(op::pack(code, u16::from(self.quiet_arrays), 0))
    }

    fn branch(&mut self, pc: usize, state: &State, code: u16) -> Checked<u64> {
        let offset = self.u16(pc + 1)? as i16;
        let target = self.target(pc as i64 + i64::from(offset))?;
        self.jump(target, state)?;
        Ok(op::pack(code, 0, target))
    }

    /// Checks one instruction, decodes it, and says whether the next one follows.
    pub(super) fn instruction(&mut self, at: u32, state: &mut State) -> Checked<bool> {
        use Slot::{Double, Float, Int, Long, Ref};
        let pc = usize::from(self.pcs[at as usize]);
        let byte = self.bytes[pc];
        if let Some(guard) = self.guard(pc).filter(|_| self.index[pc] == at) {
            self.ops[at as usize] = guard;
            return Ok(true);
        }
        let plain = |code: u16| op::pack(code, 0, 0);
        let mut falls_through = true;
        let word = match byte {
            0x00 => plain(op::NOP),
            0x01 => {
                state.stack.push(Ref);
                op::pack(op::CONST, 0, 0)
            }
            0x02..=0x08 => {
                state.stack.push(Int);
                op::pack(op::CONST, 0, (i32::from(byte) - 3) as u32)
            }
            0x09 | 0x0a => {
                state.stack.push(Long);
                op::pack(op::CONST, 0, u32::from(byte - 0x09))
            }
            0x0b..=0x0d => {
                state.stack.push(Float);
                op::pack(op::CONST, 0, f32::from(byte - 0x0b).to_bits())
            }
            0x0e | 0x0f => {
                state.stack.push(Double);
                self.constant(f64::from(byte - 0x0e).to_bits())
            }
            0x10 => {
                state.stack.push(Int);
                op::pack(op::CONST, 0, self.u8(pc + 1)? as i8 as i32 as u32)
            }
            0x11 => {
                state.stack.push(Int);
                op::pack(op::CONST, 0, self.u16(pc + 1)? as i16 as i32 as u32)
            }
            0x12 => self.ldc(state, u16::from(self.u8(pc + 1)?), false)?,
            0x13 => self.ldc(state, self.u16(pc + 1)?, false)?,
            0x14 => self.ldc(state, self.u16(pc + 1)?, true)?,
            0x15..=0x19 => {
                let index = usize::from(self.u8(pc + 1)?);
                self.load(state, index, [Int, Long, Float, Double, Ref][usize::from(byte - 0x15)])?
            }
            0x1a..=0x2d => {
                let n = usize::from(byte - 0x1a);
                self.load(state, n % 4, [Int, Long, Float, Double, Ref][n / 4])?
            }
            0x2e => self.array_load(state, Int, op::IALOAD)?,
            0x2f => self.array_load(state, Long, op::LALOAD)?,
            0x30 => self.array_load(state, Float, op::IALOAD)?,
            0x31 => self.array_load(state, Double, op::LALOAD)?,
            0x32 => self.array_load(state, Ref, op::AALOAD)?,
            0x33 => self.array_load(state, Int, op::BALOAD)?,
            0x34 => self.array_load(state, Int, op::CALOAD)?,
            0x35 => self.array_load(state, Int, op::SALOAD)?,
            0x36..=0x3a => {
                let index = usize::from(self.u8(pc + 1)?);
                self.store(state, index, [Int, Long, Float, Double, Ref][usize::from(byte - 0x36)])?
            }
            0x3b..=0x4e => {
                let n = usize::from(byte - 0x3b);
                self.store(state, n % 4, [Int, Long, Float, Double, Ref][n / 4])?
            }
            0x4f => self.array_store(state, Int, op::IASTORE)?,
            0x50 => self.array_store(state, Long, op::LASTORE)?,
            0x51 => self.array_store(state, Float, op::IASTORE)?,
            0x52 => self.array_store(state, Double, op::LASTORE)?,
            0x53 => self.array_store(state, Ref, op::AASTORE)?,
            0x54 => self.array_store(state, Int, op::BASTORE)?,
            0x55 | 0x56 => self.array_store(state, Int, op::CASTORE)?,
            0x57..=0x5f => self.shuffle(byte, state)?,
            0x60..=0x73 => {
                let n = u16::from(byte - 0x60);
                self.binary(state, [Int, Long, Float, Double][usize::from(n % 4)], op::IADD + n)?
            }
            0x74..=0x77 => {
                let n = u16::from(byte - 0x74);
                let kind = [Int, Long, Float, Double][usize::from(n)];
                self.convert(state, kind, kind, op::INEG + n)?
            }
            0x78..=0x7d => {
                let n = u16::from(byte - 0x78);
                let kind = [Int, Long][usize::from(n % 2)];
                self.pop(state, Int)?;
                self.convert(state, kind, kind, op::ISHL + n)?
            }
            0x7e..=0x83 => {
                let n = u16::from(byte - 0x7e);
                self.binary(state, [Int, Long][usize::from(n % 2)], op::IAND + n)?
            }
            0x84 => {
                let index = usize::from(self.u8(pc + 1)?);
                let delta = self.u8(pc + 2)? as i8;
                self.increment(state, index, i32::from(delta))?
            }
            0x85..=0x93 => {
                let (from, to) = [
                    (Int, Long),
                    (Int, Float),
                    (Int, Double),
                    (Long, Int),
                    (Long, Float),
                    (Long, Double),
                    (Float, Int),
                    (Float, Long),
                    (Float, Double),
                    (Double, Int),
                    (Double, Long),
                    (Double, Float),
                    (Int, Int),
                    (Int, Int),
                    (Int, Int),
                ][usize::from(byte - 0x85)];
                self.convert(state, from, to, op::I2L + u16::from(byte - 0x85))?
            }
            0x94..=0x98 => {
                let kind = [Long, Float, Float, Double, Double][usize::from(byte - 0x94)];
                self.pop(state, kind)?;
                self.convert(state, kind, Int, op::LCMP + u16::from(byte - 0x94))?
            }
            0x99..=0x9e => {
                self.pop(state, Int)?;
                self.branch(pc, state, op::IFEQ + u16::from(byte - 0x99))?
            }
            0x9f..=0xa4 => {
                self.pop(state, Int)?;
                self.pop(state, Int)?;
                self.branch(pc, state, op::IF_ICMPEQ + u16::from(byte - 0x9f))?
            }
            0xa5 | 0xa6 => {
                self.pop(state, Ref)?;
                self.pop(state, Ref)?;
                self.branch(pc, state, op::IF_ACMPEQ + u16::from(byte - 0xa5))?
            }
            0xa7 => {
                falls_through = false;
                self.branch(pc, state, op::GOTO)?
            }
            0xc8 => {
                falls_through = false;
                let target = self.target(pc as i64 + i64::from(self.i32(pc + 1)?))?;
                self.jump(target, state)?;
                op::pack(op::GOTO, 0, target)
            }
            0xa8 | 0xc9 => {
                falls_through = false;
                let offset =
                    if byte == 0xa8 { i64::from(self.u16(pc + 1)? as i16) } else { i64::from(self.i32(pc + 1)?) };
                let target = self.target(pc as i64 + offset)?;
                self.call_subroutine(at, target, state)?
            }
            0xa9 => {
                falls_through = false;
                self.return_to_caller(usize::from(self.u8(pc + 1)?), state)?
            }
            0xaa | 0xab => {
                falls_through = false;
                self.pop(state, Int)?;
                self.switch(pc, byte == 0xaa, state)?
            }
            0xac..=0xb1 => {
                falls_through = false;
                let kind = [Int, Long, Float, Double, Ref, Slot::Unusable][usize::from(byte - 0xac)];
                if kind != Slot::of(self.method.returns) {
                    return self.reject("Wrong return type in function");
                }
                if byte == 0xb1 {
                    plain(op::RETURN)
                } else {
                    self.pop(state, kind)?;
                    plain(if self.may_hand_out() { op::RETURN_OUT } else { op::RETURN_VALUE })
                }
            }
            0xb2..=0xb5 => self.field(pc, byte, state)?,
            0xb6..=0xba => self.invoke(pc, byte, state)?,
            0xbb => {
                state.stack.push(Ref);
                op::pack(op::NEW, 0, self.class_constant(pc)?)
            }
            0xbc => {
                let kind = self.u8(pc + 1)?;
                if !(4..=11).contains(&kind) {
                    return self.reject("Bad newarray type");
                }
                self.pop(state, Int)?;
                state.stack.push(Ref);
                op::pack(op::NEWARRAY, u16::from(kind), self.owner())
            }
            0xbd => {
                let class = self.class_constant(pc)?;
                self.pop(state, Int)?;
                state.stack.push(Ref);
                op::pack(op::ANEWARRAY, self.owner() as u16, class)
            }
            0xbe => self.convert(state, Ref, Int, op::ARRAYLENGTH)?,
            0xbf => {
                falls_through = false;
                self.pop(state, Ref)?;
                plain(op::ATHROW)
            }
            0xc0 => {
                let class = self.class_constant(pc)?;
                self.pop(state, Ref)?;
                state.stack.push(Ref);
                op::pack(op::CHECKCAST, 0, class)
            }
            0xc1 => {
                let class = self.class_constant(pc)?;
                self.pop(state, Ref)?;
                state.stack.push(Int);
                op::pack(op::INSTANCEOF, 0, class)
            }
            0xc2 | 0xc3 => {
                self.pop(state, Ref)?;
                plain(op::MONITORENTER + u16::from(byte - 0xc2))
            }
            0xc4 if self.u8(pc + 1)? == 0xa9 => {
                falls_through = false;
                self.return_to_caller(usize::from(self.u16(pc + 2)?), state)?
            }
            0xc4 => self.wide_form(pc, state)?,
            0xc5 => {
                let class = self.class_constant(pc)?;
                let dimensions = self.u8(pc + 3)?;
                if dimensions == 0 {
                    return self.reject("Illegal dimension in multianewarray");
                }
                for _ in 0..dimensions {
                    self.pop(state, Int)?;
                }
                state.stack.push(Ref);
                op::pack(op::MULTIANEWARRAY, u16::from(dimensions) | (self.owner() as u16) << 8, class)
            }
            0xc6 | 0xc7 => {
                self.pop(state, Ref)?;
                self.branch(pc, state, op::IFNULL + u16::from(byte - 0xc6))?
            }
            _ => return self.reject("Bad instruction"),
        };
        self.ops[at as usize] = word;
        Ok(falls_through)
    }

    /// To whom a new array belongs, as an operand.
    fn owner(&self) -> u32 {
        op::array_owner_code(self.arrays)
    }

    /// Whether the method may return an array of trusted code.
    fn may_hand_out(&self) -> bool {
        let returns = self.method.descriptor.split_once(')').map_or("", |(_, returns)| returns);
        self.arrays == ArrayOwner::Trusted && (returns.starts_with('[') || returns == "Ljava/lang/Object;")
    }

    fn increment(&self, state: &State, index: usize, delta: i32) -> Checked<u64> {
        let slot = self.local(index, false)?;
        if self.track_locals && state.locals[usize::from(slot)] != Slot::Int {
            return self.reject("Bad local variable type");
        }
        Ok(op::pack(op::IINC, slot, delta as u32))
    }

    fn wide_form(&self, pc: usize, state: &mut State) -> Checked<u64> {
        use Slot::{Double, Float, Int, Long, Ref};
        let byte = self.u8(pc + 1)?;
        let index = usize::from(self.u16(pc + 2)?);
        match byte {
            0x15..=0x19 => self.load(state, index, [Int, Long, Float, Double, Ref][usize::from(byte - 0x15)]),
            0x36..=0x3a => self.store(state, index, [Int, Long, Float, Double, Ref][usize::from(byte - 0x36)]),
            0x84 => self.increment(state, index, i32::from(self.u16(pc + 4)? as i16)),
            _ => self.reject("Bad instruction"),
        }
    }

    fn switch(&mut self, pc: usize, dense: bool, state: &State) -> Checked<u64> {
        let base = (pc + 4) & !3;
        let goto = |this: &mut Self, offset: i32| -> Checked<u32> {
            let target = this.target(pc as i64 + i64::from(offset))?;
            this.jump(target, state)?;
            Ok(target)
        };
        let default = self.i32(base)?;
        let default = goto(self, default)?;
        let (low, count) = if dense { (self.i32(base + 4)?, 0) } else { (0, self.i32(base + 4)?) };
        let mut switch = Switch { default, low, dense: Box::new([]), sparse: Box::new([]) };
        let code = if dense {
            let high = self.i32(base + 8)?;
            let mut targets = Vec::new();
            for i in 0..=(i64::from(high) - i64::from(low)) as usize {
                let offset = self.i32(base + 12 + i * 4)?;
                targets.push(goto(self, offset)?);
            }
            switch.dense = targets.into();
            op::TABLESWITCH
        } else {
            let mut targets = Vec::new();
            for i in 0..count as usize {
                let key = self.i32(base + 8 + i * 8)?;
                let offset = self.i32(base + 12 + i * 8)?;
                if targets.last().is_some_and(|(last, _)| *last >= key) {
                    return self.reject("Bad lookupswitch instruction");
                }
                targets.push((key, goto(self, offset)?));
            }
            switch.sparse = targets.into();
            op::LOOKUPSWITCH
        };
        self.switches.push(switch);
        Ok(op::pack(code, 0, self.switches.len() as u32 - 1))
    }

    fn class_constant(&self, pc: usize) -> Checked<u32> {
        let index = self.u16(pc + 1)?;
        if self.file.class_name(index).is_none() {
            return self.reject("Illegal type at constant pool entry");
        }
        Ok(u32::from(index))
    }

    fn field(&self, pc: usize, byte: u8, state: &mut State) -> Checked<u64> {
        let index = self.u16(pc + 1)?;
        let is_field = matches!(self.file.constants.get(usize::from(index)), Some(Constant::Field { .. }));
        let Some((_, _, descriptor)) = self.file.member(index).filter(|_| is_field) else {
            return self.reject("Illegal type at constant pool entry");
        };
        let kind = Slot::of(Kind::of(descriptor));
        if byte == 0xb3 || byte == 0xb5 {
            self.pop(state, kind)?;
        }
        if byte >= 0xb4 {
            self.pop(state, Slot::Ref)?;
        }
        if byte == 0xb2 || byte == 0xb4 {
            state.stack.push(kind);
        }
        Ok(op::pack(op::GETSTATIC + u16::from(byte - 0xb2), 0, u32::from(index)))
    }

    fn invoke(&self, pc: usize, byte: u8, state: &mut State) -> Checked<u64> {
        let index = self.u16(pc + 1)?;
        let constant = self.file.constants.get(usize::from(index));
        let descriptor = match (byte, constant) {
            (0xba, Some(Constant::InvokeDynamic { name_type, .. })) => {
                self.file.name_and_type(*name_type).map(|(_, d)| d)
            }
            (0xb6, Some(Constant::Method { .. }))
            | (0xb7 | 0xb8, Some(Constant::Method { .. } | Constant::InterfaceMethod { .. }))
            | (0xb9, Some(Constant::InterfaceMethod { .. })) => self.file.member(index).map(|(_, _, d)| d),
            _ => None,
        };
        let Some(descriptor) = descriptor else {
            return self.reject("Illegal type at constant pool entry");
        };
        let Some((params, returns)) = kinds(descriptor) else {
            return self.reject("Illegal call to internal method");
        };
        for kind in params.iter().rev() {
            self.pop(state, Slot::of(*kind))?;
        }
        let mut args = params.len();
        if byte != 0xb8 && byte != 0xba {
            self.pop(state, Slot::Ref)?;
            args += 1;
        }
        if returns != Kind::Void {
            state.stack.push(Slot::of(returns));
        }
        Ok(op::pack(op::INVOKEVIRTUAL + u16::from(byte - 0xb6), args as u16, u32::from(index)))
    }
}
