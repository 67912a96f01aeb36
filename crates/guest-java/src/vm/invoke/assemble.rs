//! Bodies of methods that no class file holds, written directly in decoded instructions.

use std::sync::atomic::AtomicU64;

use crate::vm::Vm;
use crate::vm::classes::class::{ClassRef, FieldRef, Kind, MethodRef, acc};
use crate::vm::exec::code::{Code, FRAME_HEADER};
use crate::vm::exec::fast::select_all;
use crate::vm::exec::op;
use crate::vm::threads::policy::Visibility;

/// How a method is to be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// `invokestatic`, with the initialisation of its class.
    Static,
    /// The method itself, on a receiver that is not null.
    Direct,
    /// By the receiver's class.
    Virtual,
}

/// A method body under construction. It has no loops and its jumps go forward, so the stack height is known as we go.
#[derive(Default)]
pub struct Assembler {
    ops: Vec<u64>,
    depth: u32,
    max_depth: u32,
}

impl Assembler {
    /// Appends an instruction that pops and pushes this many values.
    pub fn push(&mut self, word: u64, pops: u32, pushes: u32) -> &mut Self {
        self.ops.push(word);
        self.depth = self.depth.saturating_sub(pops) + pushes;
        self.max_depth = self.max_depth.max(self.depth);
        self
    }

    /// Appends an instruction without operands.
    pub fn plain(&mut self, code: u16, pops: u32, pushes: u32) -> &mut Self {
        self.push(op::pack(code, 0, 0), pops, pushes)
    }

    /// Pushes a local.
    pub fn load(&mut self, local: u32) -> &mut Self {
        self.push(op::pack(op::LOAD, local as u16, 0), 0, 1)
    }

    /// Pops into a local.
    pub fn store(&mut self, local: u32) -> &mut Self {
        self.push(op::pack(op::STORE, local as u16, 0), 1, 0)
    }

    /// Pushes an int.
    pub fn int(&mut self, value: i32) -> &mut Self {
        self.push(op::pack(op::CONST, 0, value as u32), 0, 1)
    }

    /// Replaces an object by one of its fields.
    pub fn get_field(&mut self, field: FieldRef) -> &mut Self {
        let code = match field.visibility {
            Visibility::Quiet => op::GETFIELD_Q,
            Visibility::Final => op::GETFIELD_F,
            Visibility::Plain | Visibility::Volatile => op::GETFIELD_V,
        };
        self.push(op::pack(code, field.place as u16, field.id), 1, 1)
    }

    /// Replaces an object by the word at this place, which no other code can change.
    pub fn get_word(&mut self, place: u32) -> &mut Self {
        self.push(op::pack(op::GETFIELD_Q, place as u16, 0), 1, 1)
    }

    /// Pushes a new object.
    pub fn new_object(&mut self, class: ClassRef) -> &mut Self {
        self.push(op::pack(op::NEW_Q, 0, class.id), 0, 1)
    }

    /// Checks the object on the stack.
    pub fn cast(&mut self, class: ClassRef) -> &mut Self {
        self.push(op::pack(op::CHECKCAST_Q, 0, class.id), 1, 1)
    }

    /// Calls a method with the arguments on the stack.
    pub fn call(&mut self, vm: &Vm, method: MethodRef, how: Call) -> &mut Self {
        let word = match how {
            Call::Static => op::pack(op::INVOKESTATIC_Q, u16::from(vm.always_initialized(method.class())), method.id),
            Call::Virtual if method.class().is_interface() && method.access & acc::PRIVATE == 0 => {
                op::pack(op::INVOKEINTERFACE_Q, method.args as u16, method.id)
            }
            Call::Virtual => match method.vtable_index.get() {
                Some(at) if method.access & (acc::FINAL | acc::PRIVATE) == 0 => {
                    op::pack(op::INVOKEVIRTUAL_Q, method.args as u16, *at)
                }
                _ => op::pack(op::INVOKEDIRECT_Q, method.args as u16, method.id),
            },
            Call::Direct => op::pack(op::INVOKEDIRECT_Q, method.args as u16, method.id),
        };
        self.push(word, method.args, u32::from(method.returns != Kind::Void))
    }

    /// Returns the value on the stack, or nothing.
    pub fn give(&mut self, kind: Kind) -> &mut Self {
        if kind == Kind::Void { self.plain(op::RETURN, 0, 0) } else { self.plain(op::RETURN_VALUE, 1, 0) }
    }

    /// Appends a conditional jump that pops this many values; where it goes is said by [`Assembler::land`].
    pub fn jump(&mut self, code: u16, pops: u32) -> usize {
        self.plain(code, pops, 0);
        self.ops.len() - 1
    }

    /// The next instruction is where these jumps go.
    pub fn land(&mut self, jumps: &[usize]) -> &mut Self {
        let target = self.ops.len() as u32;
        for jump in jumps {
            self.ops[*jump] = op::pack(op::op(self.ops[*jump]), 0, target);
        }
        self
    }

    /// The finished body, with this many locals.
    pub fn finish(&mut self, locals: u32) -> Code {
        let ops: Box<[AtomicU64]> = self.ops.drain(..).map(AtomicU64::new).collect();
        Code {
            pcs: vec![0; ops.len()].into(),
            fast: select_all(&ops),
            ops,
            handlers: Box::new([]),
            locals,
            frame_words: locals + FRAME_HEADER + self.max_depth + 1,
            wide: Box::new([]),
            switches: Box::new([]),
        }
    }
}
