//! Class-file bytecode → decoded instructions, checked on the way.
//!
//! The decoder runs an abstract interpretation over the kinds of values (int, float, long, double, reference). It rejects
//! code that would use a stack or local slot wrongly, if the verifier has not looked at it before; and
//! it shows which of the untyped stack instructions (`dup2`, `pop2` …) mean one wide value, so that every value can take a
//! single slot. Class types are not compared: a reference is a reference.
//!
//! **Guards.** Where states are kept, code that a user's loader has loaded has a `GUARD` before each instruction that names a class: on a path on
//! which the loader was not asked for that class it is asked now, though another path has resolved the instruction long ago.

mod instructions;
mod layout;
mod shuffles;
mod subroutines;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;

use crate::classfile::{self, ClassFile, Constant};
use crate::vm::classes::class::{Class, Kind, Method};
use crate::vm::exec::code::{Code, FRAME_HEADER, Handler, Switch, prologue};
use crate::vm::exec::fast::select_all;
use crate::vm::exec::op;
use crate::vm::juc;
use crate::vm::threads::policy::{self, ArrayOwner};
use subroutines::Subroutine;

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
    /// Those that name these members get a cut.
    cuts: Vec<(&'static str, juc::Cut)>,
    subroutines: BTreeMap<u32, Subroutine>,
}

/// Bytes of an `invokeinterface`.
const INTERFACE_CALL: usize = 5;
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
            cuts: if class.from_image { juc::cuts(&class.name, &method.name).collect() } else { Vec::new() },
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

    /// The first instruction of the bytecode: some methods have one of ours before it.
    fn first(&self) -> u32 {
        u32::from(prologue(self.method).is_some())
    }

    /// The cut that stands before an instruction, if it names a member at which operations end, or follows a call of code that is not
    /// the library's.
    fn cut(&self, pc: usize) -> Option<u64> {
        if self.cuts.is_empty() {
            return None;
        }
        let kind = self.cut_named(pc).or_else(|| {
            let call = pc.checked_sub(INTERFACE_CALL).filter(|call| self.index[*call] != u32::MAX)?;
            let calls = self.bytes[call] == 0xb9 && self.cut_named(call) == Some(juc::Cut::Loose);
            calls.then_some(juc::Cut::Tight)
        })?;
        Some(op::pack(op::CUT, kind as u16, 0))
    }

    /// How an instruction is cut that names a member at which operations end.
    fn cut_named(&self, pc: usize) -> Option<juc::Cut> {
        if !matches!(self.bytes[pc], 0xb4 | 0xb5 | 0xb6 | 0xb9) {
            return None;
        }
        let index = u16::from_be_bytes([*self.bytes.get(pc + 1)?, *self.bytes.get(pc + 2)?]);
        let (Constant::Field { name_type, .. }
        | Constant::Method { name_type, .. }
        | Constant::InterfaceMethod { name_type, .. }) = self.file.constant(index)?
        else {
            return None;
        };
        let (name, _) = self.file.name_and_type(*name_type)?;
        let cut = self.cuts.iter().find(|(member, _)| *member == &**name).map(|(_, kind)| *kind);
        // Only the beginning of an operation may be a write.
        cut.filter(|kind| *kind == juc::Cut::Begin || self.bytes[pc] != 0xb5)
    }

    /// What stands before an instruction: a cut, or the guard of one that names a class.
    fn guard(&self, pc: usize) -> Option<u64> {
        if !self.guarded {
            return self.cut(pc);
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

    fn finish(self) -> Checked<Code> {
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
        let ops: Box<[AtomicU64]> = self.ops.into_iter().map(AtomicU64::new).collect();
        Ok(Code {
            fast: select_all(&ops),
            ops,
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
