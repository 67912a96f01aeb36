//! Helpful messages for `NullPointerException` (JEP 358).
//!
//! The failing instruction says what could not be done. A small data-flow analysis of the method says which instruction
//! pushed the reference that was null, and from there an expression is spelled out, five steps deep at most.

use crate::classfile::{ClassFile, Code};
use crate::vm::classes::class::{MethodRef, acc};
use crate::vm::exec::code;
use crate::vm::exec::interp::source_type;

/// How deep an expression is spelled out.
const MAX_DETAIL: u32 = 5;

/// The message for a null reference met by the instruction at `bci`; none if it says nothing.
pub fn message(method: MethodRef, bci: u16) -> Option<String> {
    if method.access & acc::NATIVE != 0 || method.native.is_some() {
        return None;
    }
    let file = method.code_class().file.as_ref()?;
    let code = method.info()?.code.as_ref()?;
    let bci = usize::from(bci);
    let flow = Flow { method, file, code, stacks: Vec::new() };
    let (mut text, slot) = flow.failed_action(bci)?;
    let flow = flow.run()?;
    if let Some(cause) = flow.cause(bci, slot, MAX_DETAIL) {
        let of_call = cause.call;
        text += if of_call { " because the return value of \"" } else { " because \"" };
        text += &cause.text;
        text += "\" is null";
    }
    Some(text)
}

/// Which instruction pushed each slot, none where several did; and the locals (of the first 64) written so far.
#[derive(Clone, PartialEq, Eq)]
struct Stack {
    slots: Vec<Option<u16>>,
    written: u64,
}

struct Flow<'a> {
    method: MethodRef,
    file: &'a ClassFile,
    code: &'a Code,
    stacks: Vec<Option<Stack>>,
}

/// An expression; `call` if it is a call as a whole.
struct Cause {
    text: String,
    call: bool,
}

fn simple(text: impl Into<String>) -> Option<Cause> {
    Some(Cause { text: text.into(), call: false })
}

/// Class names that are shortened.
fn short(name: &str) -> String {
    let dims = name.find('[').unwrap_or(name.len());
    match &name[..dims] {
        "java.lang.Object" => format!("Object{}", &name[dims..]),
        "java.lang.String" => format!("String{}", &name[dims..]),
        _ => name.to_string(),
    }
}

fn slots_of(descriptor: &str) -> usize {
    match descriptor.as_bytes().first() {
        Some(b'J' | b'D') => 2,
        Some(b'V') | None => 0,
        _ => 1,
    }
}

impl Flow<'_> {
    fn u8(&self, at: usize) -> u8 {
        self.code.bytecode.get(at).copied().unwrap_or(0)
    }

    fn u16(&self, at: usize) -> u16 {
        u16::from_be_bytes([self.u8(at), self.u8(at + 1)])
    }

    fn i32(&self, at: usize) -> i32 {
        i32::from_be_bytes([self.u8(at), self.u8(at + 1), self.u8(at + 2), self.u8(at + 3)])
    }

    /// Class, name and descriptor of the member that an instruction names.
    fn member(&self, bci: usize) -> Option<(String, &str, &str)> {
        let (class, name, descriptor) = self.file.member(self.u16(bci + 1))?;
        let class = if class.starts_with('[') { source_type(class) } else { class.replace('/', ".") };
        Some((short(&class), name, descriptor))
    }

    fn method_name(&self, bci: usize) -> Option<String> {
        let (class, name, descriptor) = self.member(bci)?;
        let (params, _) = code::types(descriptor)?;
        let params: Vec<String> = params.iter().map(|p| short(&source_type(p))).collect();
        Some(format!("{class}.{name}({})", params.join(", ")))
    }

    /// Slots of the arguments of a call, the receiver excluded.
    fn argument_slots(&self, descriptor: &str) -> Option<usize> {
        let (params, _) = code::types(descriptor)?;
        Some(params.iter().map(|p| slots_of(p)).sum())
    }

    /// What the instruction could not do, and how deep in the stack the null reference is.
    fn failed_action(&self, bci: usize) -> Option<(String, usize)> {
        let array = |verb: &str, kind: &str, slot: usize| Some((format!("Cannot {verb} {kind} array"), slot));
        const KINDS: [&str; 8] = ["int", "long", "float", "double", "object", "byte/boolean", "char", "short"];
        match self.u8(bci) {
            op @ 0x2e..=0x35 => array("load from", KINDS[usize::from(op - 0x2e)], 1),
            op @ (0x50 | 0x52) => array("store to", KINDS[usize::from(op - 0x4f)], 3),
            op @ 0x4f..=0x56 => array("store to", KINDS[usize::from(op - 0x4f)], 2),
            0xbe => Some(("Cannot read the array length".into(), 0)),
            0xbf => Some(("Cannot throw exception".into(), 0)),
            0xc2 => Some(("Cannot enter synchronized block".into(), 0)),
            0xc3 => Some(("Cannot exit synchronized block".into(), 0)),
            0xb4 => Some((format!("Cannot read field \"{}\"", self.member(bci)?.1), 0)),
            0xb5 => {
                let (_, name, descriptor) = self.member(bci)?;
                Some((format!("Cannot assign field \"{name}\""), slots_of(descriptor)))
            }
            0xb6 | 0xb7 | 0xb9 => {
                let (_, name, descriptor) = self.member(bci)?;
                if name == "<init>" {
                    return None;
                }
                Some((format!("Cannot invoke \"{}\"", self.method_name(bci)?), self.argument_slots(descriptor)?))
            }
            _ => None,
        }
    }

    /// Spells out what made the slot at this depth of the stack before `bci`.
    fn cause(&self, bci: usize, depth: usize, detail: u32) -> Option<Cause> {
        if detail == 0 {
            return None;
        }
        let stack = self.stacks.get(bci)?.as_ref()?;
        let at = stack.slots.len().checked_sub(depth + 1)?;
        let source = usize::from(stack.slots[at]?);
        let local = |slot: usize| simple(self.local(source, slot, slot < 64 && stack.written >> slot & 1 == 0));
        match self.u8(source) {
            0x01 => simple("null"),
            op @ 0x02..=0x08 => simple((i32::from(op) - 3).to_string()),
            0x10 => simple((self.u8(source + 1) as i8).to_string()),
            0x11 => simple((self.u16(source + 1) as i16).to_string()),
            0x15 | 0x19 => local(usize::from(self.u8(source + 1))),
            0xc4 if matches!(self.u8(source + 1), 0x15 | 0x19) => local(usize::from(self.u16(source + 2))),
            op @ 0x1a..=0x1d => local(usize::from(op - 0x1a)),
            op @ 0x2a..=0x2d => local(usize::from(op - 0x2a)),
            0xb2 => {
                let (class, name, _) = self.member(source)?;
                simple(format!("{class}.{name}"))
            }
            0xb4 => {
                let (_, name, _) = self.member(source)?;
                let holder = self.cause(source, 0, detail - 1);
                simple(holder.map_or_else(|| name.to_string(), |holder| format!("{}.{name}", holder.text)))
            }
            0xb6..=0xb9 => Some(Cause { text: self.method_name(source)?, call: true }),
            0x2e..=0x35 => {
                let array = self.cause(source, 1, detail - 1).map_or_else(|| "<array>".into(), |c| c.text);
                let index = self.cause(source, 0, detail).map_or_else(|| "...".into(), |c| c.text);
                simple(format!("{array}[{index}]"))
            }
            _ => None,
        }
    }

    /// The name of a local variable, or the best that stands for it.
    fn local(&self, bci: usize, slot: usize, is_parameter: bool) -> String {
        let alive = |v: &&crate::classfile::LocalVariable| {
            usize::from(v.slot) == slot
                && (usize::from(v.start)..usize::from(v.start) + usize::from(v.len)).contains(&bci)
        };
        if let Some(name) = self.code.local_variables.iter().find(alive).and_then(|v| self.file.utf8(v.name)) {
            return name.to_string();
        }
        let receiver = usize::from(!self.method.is_static());
        if receiver == 1 && slot == 0 && is_parameter {
            return "this".to_string();
        }
        let mut first = receiver;
        let params = code::types(&self.method.descriptor).map_or_else(Vec::new, |(params, _)| params);
        for (number, param) in (1..).zip(&params) {
            if is_parameter && (first..first + slots_of(param)).contains(&slot) {
                return format!("<parameter{number}>");
            }
            first += slots_of(param);
        }
        format!("<local{slot}>")
    }

    // ---- the analysis

    fn run(mut self) -> Option<Self> {
        self.stacks = vec![None; self.code.bytecode.len() + 1];
        let mut work = Vec::new();
        self.merge(0, &Stack { slots: Vec::new(), written: 0 }, &mut work);
        for handler in &self.code.handlers {
            // What is caught is not null; what was written before is not known, and HotSpot takes it for nothing.
            self.merge(usize::from(handler.target), &Stack { slots: vec![None], written: 0 }, &mut work);
        }
        while let Some(bci) = work.pop() {
            let stack = self.stacks.get(bci)?.clone()?;
            self.step(bci, stack, &mut work)?;
        }
        Some(self)
    }

    fn merge(&mut self, bci: usize, stack: &Stack, work: &mut Vec<usize>) {
        match self.stacks.get_mut(bci) {
            Some(known @ None) => {
                *known = Some(stack.clone());
                work.push(bci);
            }
            Some(Some(known)) => {
                let old = known.clone();
                known.written |= stack.written;
                for (mine, theirs) in known.slots.iter_mut().zip(&stack.slots) {
                    if *mine != *theirs {
                        *mine = None;
                    }
                }
                if *known != old {
                    work.push(bci);
                }
            }
            None => {}
        }
    }

    /// Runs one instruction and hands its stack to the ones that may follow.
    fn step(&mut self, bci: usize, mut stack: Stack, work: &mut Vec<usize>) -> Option<()> {
        let op = self.u8(bci);
        let branch = |at: usize, by: i64| usize::try_from(at as i64 + by).ok();
        let mut targets = Vec::new();
        let mut falls_through = true;
        let length = self.length(bci)?;
        match op {
            0x99..=0xa6 | 0xc6 | 0xc7 => {
                stack.pop(if (0x9f..=0xa6).contains(&op) { 2 } else { 1 })?;
                targets.push(branch(bci, i64::from(self.u16(bci + 1) as i16))?);
            }
            0xa7 => {
                targets.push(branch(bci, i64::from(self.u16(bci + 1) as i16))?);
                falls_through = false;
            }
            0xc8 => {
                targets.push(branch(bci, i64::from(self.i32(bci + 1)))?);
                falls_through = false;
            }
            0xaa | 0xab => {
                stack.pop(1)?;
                falls_through = false;
                let at = (bci + 4) & !3;
                targets.push(branch(bci, i64::from(self.i32(at)))?);
                let (first, count, step) = if op == 0xaa {
                    (at + 12, i64::from(self.i32(at + 8)) - i64::from(self.i32(at + 4)) + 1, 4)
                } else {
                    (at + 12, i64::from(self.i32(at + 4)), 8)
                };
                for i in 0..usize::try_from(count).ok()? {
                    targets.push(branch(bci, i64::from(self.i32(first + i * step)))?);
                }
            }
            0xac..=0xb1 | 0xbf => falls_through = false,
            0xa8 | 0xa9 | 0xc9 => return None,
            _ => self.effect(bci, op, &mut stack)?,
        }
        if falls_through {
            targets.push(bci + length);
        }
        for target in targets {
            self.merge(target, &stack, work);
        }
        Some(())
    }

    fn length(&self, bci: usize) -> Option<usize> {
        Some(match self.u8(bci) {
            0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xbc => 2,
            0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa7 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 | 0xc6 | 0xc7 => 3,
            0xb9 | 0xba | 0xc8 => 5,
            0xc5 => 4,
            0xc4 if self.u8(bci + 1) == 0x84 => 6,
            0xc4 => 4,
            0xca.. => return None,
            _ => 1,
        })
    }

    /// What a straight instruction does to the stack.
    fn effect(&self, bci: usize, op: u8, stack: &mut Stack) -> Option<()> {
        let source = bci as u16;
        let (pops, pushes) = match op {
            0x59..=0x5f => return stack.shuffle(op),
            0xb2..=0xb5 => {
                let size = slots_of(self.member(bci)?.2);
                match op {
                    0xb2 => (0, size),
                    0xb3 => (size, 0),
                    0xb4 => (1, size),
                    _ => (1 + size, 0),
                }
            }
            0xb6..=0xb9 => {
                let (_, _, descriptor) = self.member(bci)?;
                let receiver = usize::from(op != 0xb8);
                (self.argument_slots(descriptor)? + receiver, slots_of(code::types(descriptor)?.1))
            }
            0xba => {
                let crate::classfile::Constant::InvokeDynamic { name_type, .. } =
                    self.file.constant(self.u16(bci + 1))?
                else {
                    return None;
                };
                let (_, descriptor) = self.file.name_and_type(*name_type)?;
                (self.argument_slots(descriptor)?, slots_of(code::types(descriptor)?.1))
            }
            0xc5 => (usize::from(self.u8(bci + 3)), 1),
            0xc4 => {
                let inner = self.u8(bci + 1);
                if (0x36..=0x3a).contains(&inner) {
                    stack.write(usize::from(self.u16(bci + 2)), matches!(inner, 0x37 | 0x39));
                } else if inner == 0x84 {
                    stack.write(usize::from(self.u16(bci + 2)), false);
                }
                plain_effect(inner)?
            }
            _ => {
                self.note_store(bci, op, stack);
                plain_effect(op)?
            }
        };
        stack.pop(pops)?;
        stack.slots.extend(std::iter::repeat_n(Some(source), pushes));
        Some(())
    }

    fn note_store(&self, bci: usize, op: u8, stack: &mut Stack) {
        match op {
            0x36..=0x3a => stack.write(usize::from(self.u8(bci + 1)), matches!(op, 0x37 | 0x39)),
            0x3b..=0x4e => stack.write(usize::from((op - 0x3b) & 3), matches!((op - 0x3b) >> 2, 1 | 3)),
            0x84 => stack.write(usize::from(self.u8(bci + 1)), false),
            _ => {}
        }
    }
}

impl Stack {
    fn pop(&mut self, n: usize) -> Option<()> {
        self.slots.truncate(self.slots.len().checked_sub(n)?);
        Some(())
    }

    fn write(&mut self, slot: usize, wide: bool) {
        for slot in slot..=slot + usize::from(wide) {
            if slot < 64 {
                self.written |= 1 << slot;
            }
        }
    }

    /// dup, dup_x1, dup_x2, dup2, dup2_x1, dup2_x2, swap: by slots, so types don't matter.
    fn shuffle(&mut self, op: u8) -> Option<()> {
        let len = self.slots.len();
        let (count, below) = match op {
            0x59 => (1, 0),
            0x5a => (1, 1),
            0x5b => (1, 2),
            0x5c => (2, 0),
            0x5d => (2, 1),
            0x5e => (2, 2),
            _ => {
                self.slots.swap(len.checked_sub(2)?, len - 1);
                return Some(());
            }
        };
        let top = self.slots.get(len.checked_sub(count)?..)?.to_vec();
        let at = len.checked_sub(count + below)?;
        self.slots.splice(at..at, top);
        Some(())
    }
}

/// Slots popped and pushed by an instruction without operands in the constant pool.
fn plain_effect(op: u8) -> Option<(usize, usize)> {
    let wide = |op: u8| if op & 1 == 1 { 2 } else { 1 };
    Some(match op {
        0x00 | 0x84 | 0xc0 => (0, 0),
        0x09 | 0x0a | 0x0e | 0x0f | 0x14 | 0x16 | 0x18 | 0x1e..=0x21 | 0x26..=0x29 => (0, 2),
        0x01..=0x2d | 0xbb => (0, 1),
        0x2f | 0x31 => (2, 2),
        0x2e..=0x35 => (2, 1),
        0x37 | 0x39 | 0x3f..=0x42 | 0x47..=0x4a => (2, 0),
        0x36..=0x4e => (1, 0),
        0x50 | 0x52 => (4, 0),
        0x4f..=0x56 => (3, 0),
        0x57 | 0xc2 | 0xc3 => (1, 0),
        0x58 => (2, 0),
        0x60..=0x73 => (2 * wide(op), wide(op)),
        0x74..=0x77 => (wide(op), wide(op)),
        0x78..=0x7d => (wide(op) + 1, wide(op)),
        0x7e..=0x83 => (2 * wide(op), wide(op)),
        0x85 | 0x87 | 0x8c | 0x8d => (1, 2),
        0x88 | 0x89 | 0x8e | 0x90 => (2, 1),
        0x8a | 0x8f => (2, 2),
        0x86 | 0x8b | 0x91..=0x93 | 0xbc..=0xbe | 0xc1 => (1, 1),
        0x95 | 0x96 => (2, 1),
        0x94 | 0x97 | 0x98 => (4, 1),
        _ => return None,
    })
}
