//! Class-file bytecode → decoded instructions, checked on the way.
//!
//! The decoder runs an abstract interpretation over the kinds of values (int, float, long, double, reference). It rejects
//! code that would use a stack or local slot wrongly, if the verifier has not looked at it before; and
//! it shows which of the untyped stack instructions (`dup2`, `pop2` …) mean one wide value, so that every value can take a
//! single slot. Class types are not compared: a reference is a reference.
//!
//! **Subroutines** (`jsr`, `ret`, in class files up to version 50). A return address is the number of the instruction behind the `jsr`: a
//! word on the stack and in locals that verified code can only store and return to. Here each state knows the subroutines that it is in and
//! how high the stack was when they were called; what was there then is not theirs to take, and it is as high again at their `ret`.
//! So behind a `jsr` the stack is what the subroutine was entered with, whichever `jsr` that was. `ret` looks when it runs that the word is such a
//! number, of a call with a stack as high as this one, and of this subroutine unless the stack is empty.
//!
//! **Guards.** Where states are kept, code that a user's loader has loaded has a `GUARD` before each instruction that names a class: on a path on
//! which the loader was not asked for that class it is asked now, though another path has resolved the instruction long ago.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;

use crate::classfile::{self, ClassFile, Constant};
use crate::vm::classes::class::{Class, Kind, Method};
use crate::vm::exec::code::{Code, FRAME_HEADER, Handler, Switch, kinds, prologue};
use crate::vm::exec::fuse::fuse;
use crate::vm::exec::op;
use crate::vm::threads::policy::{self, ArrayOwner};

/// Why a method cannot be decoded: the text of a `VerifyError`.
#[derive(Debug)]
pub struct Rejected(pub String);

/// The kinds that the abstract interpretation distinguishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    Unusable,
    Int,
    Float,
    Long,
    Double,
    Ref,
    /// Where a subroutine returns to.
    Address,
}

impl Slot {
    fn of(kind: Kind) -> Slot {
        match kind {
            Kind::Float => Slot::Float,
            Kind::Long => Slot::Long,
            Kind::Double => Slot::Double,
            Kind::Reference => Slot::Ref,
            Kind::Void => Slot::Unusable,
            _ => Slot::Int,
        }
    }

    fn is_wide(self) -> bool {
        matches!(self, Slot::Long | Slot::Double)
    }
}

#[derive(Clone, PartialEq, Eq)]
struct State {
    stack: Vec<Slot>,
    locals: Vec<Slot>,
    /// The subroutines that it is in: their first instructions, and how high the stack was below the return address.
    within: Vec<(u32, usize)>,
}

/// A subroutine, by its first instruction.
#[derive(Default)]
struct Subroutine {
    /// The calls: each with the subroutines that it is made in.
    calls: Vec<(u32, Vec<(u32, usize)>)>,
    returns: bool,
}

impl State {
    /// Merges `other` into self; `Some(true)` when self changed, `None` when the two don't fit.
    fn merge(&mut self, other: &State) -> Option<bool> {
        if self.stack.len() != other.stack.len() {
            return None;
        }
        let mut changed = false;
        let pairs = self.stack.iter_mut().zip(&other.stack).chain(self.locals.iter_mut().zip(&other.locals));
        for (mine, theirs) in pairs {
            if mine != theirs && *mine != Slot::Unusable {
                *mine = Slot::Unusable;
                changed = true;
            }
        }
        let known = self.within.len();
        self.within.retain(|subroutine| other.within.contains(subroutine));
        Some(changed || self.within.len() < known)
    }
}

/// Decodes a method's bytecode.
pub fn decode(class: &Class, method: &Method, code: &classfile::Code, guarded: bool) -> Result<Code, Rejected> {
    let file = class.file.as_ref().ok_or_else(|| Rejected("no class file".into()))?;
    let mut decoder = Decoder::new(file, class, method, code, guarded)?;
    decoder.interpret()?;
    decoder.finish()
}

struct Decoder<'a> {
    file: &'a ClassFile,
    method: &'a Method,
    code: &'a classfile::Code,
    bytes: &'a [u8],
    /// Instruction number of each bytecode address; `u32::MAX` inside an instruction.
    index: Vec<u32>,
    pcs: Vec<u16>,
    ops: Vec<u64>,
    /// States on entry, of instructions that are jumped to.
    states: Vec<Option<Box<State>>>,
    work: Vec<u32>,
    /// Slots in all states.
    kept: usize,
    wide: Vec<u64>,
    switches: Vec<Switch>,
    /// Slot of each JVM local.
    slots: Vec<u16>,
    locals: u32,
    /// The JDK's classes are trusted, others verified: their locals need not be tracked.
    track_locals: bool,
    /// No other thread notices what the code does to arrays of trusted code: see `policy`.
    quiet_arrays: bool,
    /// To whom the arrays belong that it makes.
    arrays: ArrayOwner,
    /// Instructions that name classes get a guard.
    guarded: bool,
    subroutines: BTreeMap<u32, Subroutine>,
}

/// The slot of a local that the code never names.
const UNNAMED: u16 = u16::MAX;
/// Slots that all states of a method may have together: what no compiler makes must not use up memory.
const MOST_KEPT: usize = 1 << 26;

type Checked<T> = Result<T, Rejected>;

impl<'a> Decoder<'a> {
    fn new(
        file: &'a ClassFile,
        class: &Class,
        method: &'a Method,
        code: &'a classfile::Code,
        guarded: bool,
    ) -> Checked<Self> {
        let bytes = &*code.bytecode;
        let mut decoder = Decoder {
            file,
            method,
            code,
            bytes,
            index: vec![u32::MAX; bytes.len() + 1],
            pcs: Vec::new(),
            ops: Vec::new(),
            states: Vec::new(),
            work: Vec::new(),
            kept: 0,
            wide: Vec::new(),
            switches: Vec::new(),
            slots: Vec::new(),
            locals: 0,
            track_locals: !class.from_image && !class.is_verified(),
            quiet_arrays: policy::quiet_arrays(&class.name, class.platform),
            arrays: class.arrays,
            guarded,
            subroutines: BTreeMap::new(),
        };
        decoder.find_instructions()?;
        decoder.place_locals()?;
        Ok(decoder)
    }

    fn reject<T>(&self, what: &str) -> Checked<T> {
        let class = self.file.name.replace('/', ".");
        Err(Rejected(format!(
            "(class: {class}, method: {} signature: {}) {what}",
            self.method.name, self.method.descriptor
        )))
    }

    /// Parameters take one slot each, in order; the unused second halves of wide ones move behind everything else.
    fn place_locals(&mut self) -> Checked<()> {
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

    fn find_instructions(&mut self) -> Checked<()> {
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

    /// The first instruction of the bytecode: some methods have one of ours before it.
    fn first(&self) -> u32 {
        u32::from(prologue(self.method).is_some())
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

    /// The guard that stands before an instruction, if it names a class.
    fn guard(&self, pc: usize) -> Option<u64> {
        if !self.guarded {
            return None;
        }
        let index = |at: usize| Some(u16::from_be_bytes([*self.bytes.get(at)?, *self.bytes.get(at + 1)?]));
        let (index, how) = match self.bytes[pc] {
            0x12 => (u16::from(*self.bytes.get(pc + 1)?), 0),
            0xc0 | 0xc1 => (index(pc + 1)?, op::GUARD_UNLESS_NULL),
            0x13 | 0xb2..=0xb9 | 0xbb | 0xbd | 0xc5 => (index(pc + 1)?, 0),
            0xba => return Some(op::pack(op::GUARD, op::GUARD_CALL, u32::from(index(pc + 1)?))),
            _ => return None,
        };
        let class = match self.file.constant(index)? {
            Constant::Class(_) => index,
            Constant::Field { class, .. }
            | Constant::Method { class, .. }
            | Constant::InterfaceMethod { class, .. } => *class,
            _ => return None,
        };
        Some(op::pack(op::GUARD, how, u32::from(class)))
    }

    fn u8(&self, at: usize) -> Checked<u8> {
        self.bytes.get(at).copied().map_or_else(|| self.reject("Falling off the end of the code"), Ok)
    }

    fn u16(&self, at: usize) -> Checked<u16> {
        Ok(u16::from_be_bytes([self.u8(at)?, self.u8(at + 1)?]))
    }

    fn i32(&self, at: usize) -> Checked<i32> {
        Ok(i32::from_be_bytes([self.u8(at)?, self.u8(at + 1)?, self.u8(at + 2)?, self.u8(at + 3)?]))
    }

    /// The instruction number at a bytecode address.
    fn target(&self, pc: i64) -> Checked<u32> {
        let index = usize::try_from(pc).ok().and_then(|pc| self.index.get(pc)).copied().unwrap_or(u32::MAX);
        if index == u32::MAX { self.reject("Illegal target of jump or branch") } else { Ok(index) }
    }

    fn interpret(&mut self) -> Checked<()> {
        let mut locals = Vec::new();
        if self.track_locals {
            locals = vec![Slot::Unusable; self.locals as usize];
            let mut kinds: Vec<Slot> = self.method.params.iter().map(|k| Slot::of(*k)).collect();
            if !self.method.is_static() {
                kinds.insert(0, Slot::Ref);
            }
            locals[..kinds.len()].copy_from_slice(&kinds);
        }
        self.jump(self.first(), &State { stack: Vec::new(), locals, within: Vec::new() })?;
        let mut steps = 0usize;
        while let Some(start) = self.work.pop() {
            let Some(state) = self.states[start as usize].clone() else { continue };
            let mut state = *state;
            let mut at = start;
            loop {
                steps += 1;
                // The lattice has height two, so a fix-point comes soon; this bounds hostile code.
                if steps > 64 * self.pcs.len() + 4096 {
                    return self.reject("Code too complex");
                }
                self.enter_handlers(at, &state)?;
                let falls_through = self.instruction(at, &mut state)?;
                if state.stack.len() > usize::from(self.code.max_stack) {
                    return self.reject("Operand stack overflow");
                }
                if !falls_through {
                    break;
                }
                at += 1;
                if at as usize >= self.pcs.len() {
                    return self.reject("Falling off the end of the code");
                }
                if let Some(known) = &mut self.states[at as usize] {
                    match known.merge(&state) {
                        None => return self.reject("Inconsistent stackmap frames"),
                        Some(false) => break,
                        Some(true) => state = (**known).clone(),
                    }
                } else if op::op(self.ops[at as usize]) != op::UNREACHABLE || self.track_locals {
                    self.keep_state(at, &state)?;
                }
            }
        }
        Ok(())
    }

    /// Remembers the state before an instruction.
    fn keep_state(&mut self, at: u32, state: &State) -> Checked<()> {
        self.kept += state.stack.len() + state.locals.len();
        if self.kept > MOST_KEPT {
            return self.reject("Code too complex");
        }
        self.states[at as usize] = Some(Box::new(state.clone()));
        Ok(())
    }

    fn enter_handlers(&mut self, at: u32, state: &State) -> Checked<()> {
        let pc = self.pcs[at as usize];
        let code = self.code;
        for handler in &code.handlers {
            if handler.start <= pc && pc < handler.end {
                let target = self.target(i64::from(handler.target))?;
                if !self.track_locals && self.states[target as usize].is_some() {
                    continue;
                }
                // What callers of subroutines have on the stack is gone.
                let within = state.within.iter().copied().filter(|(_, height)| *height == 0).collect();
                self.jump(target, &State { stack: vec![Slot::Ref], locals: state.locals.clone(), within })?;
            }
        }
        Ok(())
    }

    fn jump(&mut self, target: u32, state: &State) -> Checked<()> {
        match &mut self.states[target as usize] {
            Some(known) => match known.merge(state) {
                None => return self.reject("Inconsistent stackmap frames"),
                Some(true) => self.work.push(target),
                Some(false) => {}
            },
            None => {
                self.keep_state(target, state)?;
                self.work.push(target);
            }
        }
        Ok(())
    }

    /// A subroutine must not take what was on the stack when it was called.
    fn check_height(&self, state: &State) -> Checked<()> {
        match state.within.last() {
            Some((_, height)) if state.stack.len() <= *height => self.reject("Subroutine takes operands of its caller"),
            _ => Ok(()),
        }
    }

    fn call_subroutine(&mut self, at: u32, target: u32, state: &State) -> Checked<u64> {
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

    fn return_to_caller(&mut self, index: usize, state: &State) -> Checked<u64> {
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

    fn pop(&self, state: &mut State, want: Slot) -> Checked<()> {
        self.check_height(state)?;
        match state.stack.pop() {
            Some(found) if found == want => Ok(()),
            Some(_) => self.reject("Bad type on operand stack"),
            None => self.reject("Unable to pop operand off an empty stack"),
        }
    }

    fn pop_any(&self, state: &mut State) -> Checked<Slot> {
        self.check_height(state)?;
        match state.stack.pop() {
            Some(found) => Ok(found),
            None => self.reject("Unable to pop operand off an empty stack"),
        }
    }

    fn local(&self, index: usize, wide: bool) -> Checked<u16> {
        let needed = if wide { index + 1 } else { index };
        if needed >= self.slots.len() {
            return self.reject("Local index exceeds max_locals");
        }
        Ok(self.slots[index])
    }

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

    fn constant(&mut self, bits: u64) -> u64 {
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
    fn instruction(&mut self, at: u32, state: &mut State) -> Checked<bool> {
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

    /// The untyped stack instructions, by the widths of the values they meet.
    fn shuffle(&self, byte: u8, state: &mut State) -> Checked<u64> {
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

    fn finish(mut self) -> Checked<Code> {
        fuse(&mut self.ops);
        let mut handlers = Vec::new();
        for handler in &self.code.handlers {
            let end = if usize::from(handler.end) == self.bytes.len() {
                self.pcs.len() as u32
            } else {
                self.target(i64::from(handler.end))?
            };
            handlers.push(Handler {
                start: self.target(i64::from(handler.start))?,
                end,
                target: self.target(i64::from(handler.target))?,
                catch: handler.catch_type,
            });
        }
        let stack = u32::from(self.code.max_stack);
        Ok(Code {
            ops: self.ops.into_iter().map(AtomicU64::new).collect(),
            pcs: self.pcs.into(),
            handlers: handlers.into(),
            locals: self.locals,
            // One spare word: what a linked call passes behind its arguments.
            frame_words: self.locals + FRAME_HEADER + stack + 1,
            wide: self.wide.into(),
            switches: self.switches.into(),
        })
    }
}
