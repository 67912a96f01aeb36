//! What each instruction does to a frame (JVMS 4.10.1.9).

use super::details::{Origin, Reason};
use super::frame::Frame;
use super::hierarchy::Hierarchy;
use super::method::{MethodContext, Problem, Style, Verified};
use super::types::{Component, Name, Type, Want};
use crate::classfile::Constant;

/// Where control goes behind an instruction.
pub(super) struct Flow {
    /// To the next one.
    pub falls_through: bool,
    /// To these addresses, which may be none.
    pub targets: Vec<i64>,
}

impl Flow {
    fn next() -> Flow {
        Flow { falls_through: true, targets: Vec::new() }
    }

    fn end() -> Flow {
        Flow { falls_through: false, targets: Vec::new() }
    }
}

const NUMBERS: [Type; 4] = [Type::Int, Type::Long, Type::Float, Type::Double];

/// The letters of the arrays that `iaload` … `saload` read.
const ARRAYS: [&str; 8] = ["[I", "[J", "[F", "[D", "", "[B", "[C", "[S"];

/// How the verifier that infers calls them.
const ARRAY_WORDS: [&str; 8] =
    ["ints", "longs", "floats", "doubles", "objects or arrays", "bytes or Booleans", "chars", "shorts"];

impl<H: Hierarchy> MethodContext<'_, '_, H> {
    /// Runs the instruction at `pc` on a frame.
    pub fn execute(&mut self, pc: usize, frame: &mut Frame) -> Verified<Flow, H> {
        let op = self.bytecode.bytes[pc];
        match op {
            0x00 => {}
            0x01 => self.push(pc, frame, Type::Null)?,
            0x02..=0x08 | 0x10 | 0x11 => self.push(pc, frame, Type::Int)?,
            0x09 | 0x0a => self.push(pc, frame, Type::Long)?,
            0x0b..=0x0d => self.push(pc, frame, Type::Float)?,
            0x0e | 0x0f => self.push(pc, frame, Type::Double)?,
            0x12 => self.load_constant(pc, frame, u16::from(self.bytecode.u8(pc + 1)), false)?,
            0x13 | 0x14 => self.load_constant(pc, frame, self.bytecode.u16(pc + 1), op == 0x14)?,
            0x15..=0x19 => self.load(pc, frame, usize::from(self.bytecode.u8(pc + 1)), op - 0x15)?,
            0x1a..=0x2d => self.load(pc, frame, usize::from((op - 0x1a) % 4), (op - 0x1a) / 4)?,
            0x2e..=0x35 => self.array_load(pc, frame, op)?,
            0x36..=0x3a => self.store(pc, frame, usize::from(self.bytecode.u8(pc + 1)), op - 0x36)?,
            0x3b..=0x4e => self.store(pc, frame, usize::from((op - 0x3b) % 4), (op - 0x3b) / 4)?,
            0x4f..=0x56 => self.array_store(pc, frame, op)?,
            0x57..=0x5f => self.shuffle(pc, frame, op)?,
            0x60..=0x73 => self.binary(pc, frame, NUMBERS[usize::from(op - 0x60) % 4])?,
            0x74..=0x77 => {
                let number = NUMBERS[usize::from(op - 0x74)];
                self.convert(pc, frame, number, number)?;
            }
            0x78..=0x7d => {
                let number = NUMBERS[usize::from(op - 0x78) % 2];
                self.pop_type(pc, frame, Type::Int)?;
                self.convert(pc, frame, number, number)?;
            }
            0x7e..=0x83 => self.binary(pc, frame, NUMBERS[usize::from(op - 0x7e) % 2])?,
            0x84 => {
                self.local(pc, frame, usize::from(self.bytecode.u8(pc + 1)), Want::Is(Type::Int))?;
            }
            0x85..=0x90 => {
                let n = usize::from(op - 0x85);
                let from = [Type::Int, Type::Long, Type::Float, Type::Double][n / 3];
                let others: Vec<Type> = [Type::Int, Type::Long, Type::Float, Type::Double]
                    .into_iter()
                    .filter(|number| *number != from)
                    .collect();
                self.convert(pc, frame, from, others[n % 3])?;
            }
            0x91..=0x93 => self.convert(pc, frame, Type::Int, Type::Int)?,
            0x94..=0x98 => {
                let number = [Type::Long, Type::Float, Type::Float, Type::Double, Type::Double][usize::from(op - 0x94)];
                self.pop_type(pc, frame, number)?;
                self.convert(pc, frame, number, Type::Int)?;
            }
            0x99..=0x9e => {
                self.pop_type(pc, frame, Type::Int)?;
                return Ok(Flow { falls_through: true, targets: vec![self.bytecode.near(pc)] });
            }
            0x9f..=0xa4 => {
                self.pop_type(pc, frame, Type::Int)?;
                self.pop_type(pc, frame, Type::Int)?;
                return Ok(Flow { falls_through: true, targets: vec![self.bytecode.near(pc)] });
            }
            0xa5 | 0xa6 | 0xc6 | 0xc7 => {
                self.pop(pc, frame, Want::Reference)?;
                if op < 0xc6 {
                    self.pop(pc, frame, Want::Reference)?;
                }
                return Ok(Flow { falls_through: true, targets: vec![self.bytecode.near(pc)] });
            }
            0xa7 => return Ok(Flow { falls_through: false, targets: vec![self.bytecode.near(pc)] }),
            0xc8 => return Ok(Flow { falls_through: false, targets: vec![self.bytecode.far(pc, pc + 1)] }),
            0xaa | 0xab => return self.switch(pc, frame),
            0xac..=0xb1 => {
                self.return_value(pc, frame, op)?;
                return Ok(Flow::end());
            }
            0xb2..=0xb5 => self.field(pc, frame, op)?,
            0xb6..=0xba => self.invoke(pc, frame, op)?,
            0xbb => self.new_object(pc, frame)?,
            0xbc => self.new_array(pc, frame)?,
            0xbd => self.new_reference_array(pc, frame)?,
            0xbe => self.array_length(pc, frame)?,
            0xbf => {
                self.throw(pc, frame)?;
                return Ok(Flow::end());
            }
            0xc0 | 0xc1 => {
                let class = self.class_operand(pc)?;
                self.pop(pc, frame, Want::Is(Type::Reference(Name::OBJECT)))?;
                self.push(pc, frame, if op == 0xc0 { Type::Reference(class) } else { Type::Int })?;
            }
            0xc2 | 0xc3 => {
                self.pop(pc, frame, Want::Reference)?;
            }
            0xc4 => self.wide(pc, frame)?,
            0xc5 => self.new_nested_array(pc, frame)?,
            _ => {
                let problem =
                    Problem::new(format!("Bad instruction: {op:x}"), Reason::InvalidBytecode, "Bad instruction");
                return Err(self.refuse(pc, None, problem));
            }
        }
        Ok(Flow::next())
    }

    fn load(&mut self, pc: usize, frame: &mut Frame, index: usize, kind: u8) -> Verified<(), H> {
        let want = NUMBERS.get(usize::from(kind)).map_or(Want::Reference, |number| Want::Is(*number));
        let found = self.local(pc, frame, index, want)?;
        self.push(pc, frame, found)
    }

    fn store(&mut self, pc: usize, frame: &mut Frame, index: usize, kind: u8) -> Verified<(), H> {
        let value = match NUMBERS.get(usize::from(kind)) {
            Some(number) => self.pop_type(pc, frame, *number)?,
            None if self.style == Style::Inferred && matches!(frame.stack.last(), Some(Type::ReturnAddress(_))) => {
                frame.stack.pop().unwrap_or(Type::Top)
            }
            None => self.pop(pc, frame, Want::Reference)?,
        };
        self.set_local(pc, frame, index, value)
    }

    fn wide(&mut self, pc: usize, frame: &mut Frame) -> Verified<(), H> {
        let index = usize::from(self.bytecode.u16(pc + 2));
        match self.bytecode.u8(pc + 1) {
            op @ 0x15..=0x19 => self.load(pc, frame, index, op - 0x15),
            op @ 0x36..=0x3a => self.store(pc, frame, index, op - 0x36),
            0x84 => self.local(pc, frame, index, Want::Is(Type::Int)).map(drop),
            _ => Err(self.refuse(pc, None, Problem::code("Bad instruction: a9"))),
        }
    }

    fn binary(&mut self, pc: usize, frame: &mut Frame, number: Type) -> Verified<(), H> {
        self.pop_type(pc, frame, number)?;
        self.convert(pc, frame, number, number)
    }

    fn convert(&mut self, pc: usize, frame: &mut Frame, from: Type, to: Type) -> Verified<(), H> {
        self.pop_type(pc, frame, from)?;
        self.push(pc, frame, to)
    }

    fn load_constant(&mut self, pc: usize, frame: &mut Frame, index: u16, wide: bool) -> Verified<(), H> {
        let value = match self.constant(pc, index)? {
            Constant::Integer(_) if !wide => Type::Int,
            Constant::Float(_) if !wide => Type::Float,
            Constant::Long(_) if wide => Type::Long,
            Constant::Double(_) if wide => Type::Double,
            Constant::String(_) if !wide => Type::Reference(Name::STRING),
            // Old class files know no such constant.
            Constant::Class(_) if !wide && self.class.file.major >= 49 => Type::Reference(Name::CLASS),
            Constant::MethodHandle { .. } if !wide => Type::Reference(Name::METHOD_HANDLE),
            Constant::MethodType(_) if !wide => Type::Reference(Name::METHOD_TYPE),
            Constant::Dynamic { name_type, .. } => {
                let name_type = *name_type;
                let file = self.class.file;
                let found = file.name_and_type(name_type).and_then(|(_, desc)| self.class.field_type(desc));
                match found.filter(|found| found.second().is_some() == wide) {
                    Some(found) => found,
                    None => return Err(self.wrong_constant(pc, index)),
                }
            }
            _ => return Err(self.wrong_constant(pc, index)),
        };
        self.push(pc, frame, value)
    }

    fn array_load(&mut self, pc: usize, frame: &mut Frame, op: u8) -> Verified<(), H> {
        let kind = usize::from(op - 0x2e);
        self.pop_type(pc, frame, Type::Int)?;
        let element = self.array_operand(pc, frame, kind, op)?;
        self.push(pc, frame, element)
    }

    fn array_store(&mut self, pc: usize, frame: &mut Frame, op: u8) -> Verified<(), H> {
        let kind = usize::from(op - 0x4f);
        let value = [Type::Int, Type::Long, Type::Float, Type::Double].get(kind).copied();
        self.pop_type(pc, frame, value.unwrap_or(if kind == 4 { Type::Reference(Name::OBJECT) } else { Type::Int }))?;
        self.pop_type(pc, frame, Type::Int)?;
        self.array_operand(pc, frame, kind, op).map(drop)
    }

    /// Takes what should be an array. Inference complains about all else in the same words.
    fn take_array(&mut self, pc: usize, frame: &mut Frame) -> Verified<Type, H> {
        match (self.style, frame.stack.last().copied()) {
            (Style::Inferred, Some(top)) => {
                frame.stack.pop();
                Ok(top)
            }
            _ => self.pop(pc, frame, Want::Reference),
        }
    }

    /// Takes an array whose elements an instruction is for, and gives the type of its elements.
    fn array_operand(&mut self, pc: usize, frame: &mut Frame, kind: usize, op: u8) -> Verified<Type, H> {
        let array = self.take_array(pc, frame)?;
        let element = match kind {
            4 => None,
            0..=3 => Some([Type::Int, Type::Long, Type::Float, Type::Double][kind]),
            _ => Some(Type::Int),
        };
        match array {
            Type::Null => return Ok(element.unwrap_or(Type::Null)),
            Type::Reference(name) => match (self.class.names.component(name), element) {
                (Some(Component::Reference(class)), None) => return Ok(Type::Reference(class)),
                (Some(Component::Primitive(letter)), Some(element)) => {
                    let wanted = ARRAYS[kind].as_bytes()[1];
                    // `baload` and `bastore` are for booleans, too.
                    if letter == wanted || (wanted == b'B' && letter == b'Z') {
                        return Ok(element);
                    }
                }
                _ => {}
            },
            _ => {}
        }
        let want = match element {
            None => Want::Reference,
            Some(_) => Want::Is(Type::Reference(self.class.names.number(ARRAYS[kind]))),
        };
        let reason = Reason::WrongType { found: self.taken(frame), wanted: Some((want, Origin::Implied)) };
        let checked = format!("Bad type on operand stack in {}", super::bytecode::name(op));
        let inferred = format!("Expecting to find array of {} on stack", ARRAY_WORDS[kind]);
        Err(self.refuse(pc, Some(frame), Problem::new(checked, reason, inferred)))
    }

    fn array_length(&mut self, pc: usize, frame: &mut Frame) -> Verified<(), H> {
        let array = self.take_array(pc, frame)?;
        let is_array = match array {
            Type::Null => true,
            Type::Reference(name) => self.class.names.is_array(name),
            _ => false,
        };
        if !is_array {
            let reason = Reason::WrongType { found: self.taken(frame), wanted: None };
            let problem =
                Problem::new("Bad type on operand stack in arraylength", reason, "Expecting to find array on stack");
            return Err(self.refuse(pc, Some(frame), problem));
        }
        self.push(pc, frame, Type::Int)
    }

    fn throw(&mut self, pc: usize, frame: &mut Frame) -> Verified<(), H> {
        if self.style == Style::Inferred {
            let is_object = |this: &Self, top: Type| match top {
                Type::Reference(name) => !this.class.names.is_array(name),
                other => other == Type::Null,
            };
            if frame.stack.last().is_some_and(|top| !is_object(self, *top)) {
                return Err(self.refuse(pc, None, Problem::code("Expecting to find object on stack")));
            }
            let thrown = self.pop(pc, frame, Want::Reference)?;
            if !self.class.is_assignable(thrown, Type::Reference(Name::THROWABLE), false)? {
                return Err(self.refuse(pc, None, Problem::code("Can only throw Throwable objects")));
            }
            return Ok(());
        }
        self.pop(pc, frame, Want::Is(Type::Reference(Name::THROWABLE))).map(drop)
    }

    fn new_object(&mut self, pc: usize, frame: &mut Frame) -> Verified<(), H> {
        let class = self.class_operand(pc)?;
        if self.class.names.is_array(class) {
            let found = (Type::Reference(class), Origin::Constant(self.bytecode.u16(pc + 1)));
            let reason = Reason::WrongType { found, wanted: None };
            let problem =
                Problem::new("Illegal new instruction", reason, "Illegal creation of multi-dimensional array");
            return Err(self.refuse(pc, None, problem));
        }
        let made = Type::Uninitialized(pc as u16);
        if self.style == Style::Inferred {
            // Another object of the same instruction can no longer be told from the new one.
            if frame.stack.contains(&made) {
                let problem = Problem::code("Uninitialized object on backwards branch");
                return Err(self.refuse(pc, None, problem));
            }
            for local in &mut frame.locals {
                if *local == made {
                    *local = Type::Top;
                }
            }
        }
        self.push(pc, frame, made)
    }

    fn new_array(&mut self, pc: usize, frame: &mut Frame) -> Verified<(), H> {
        let kind = self.bytecode.u8(pc + 1);
        let Some(array) = ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"].get(usize::from(kind).wrapping_sub(4))
        else {
            let problem =
                Problem::new("Illegal newarray instruction", Reason::InvalidBytecode, "Bad type passed to newarray");
            return Err(self.refuse(pc, None, problem));
        };
        self.pop_type(pc, frame, Type::Int)?;
        let array = self.class.names.number(array);
        self.push(pc, frame, Type::Reference(array))
    }

    fn new_reference_array(&mut self, pc: usize, frame: &mut Frame) -> Verified<(), H> {
        let element = self.class_operand(pc)?;
        self.pop_type(pc, frame, Type::Int)?;
        if self.class.names.dimensions(element) >= 255 {
            let checked = "Illegal anewarray instruction, array has more than 255 dimensions";
            let problem = Problem::new(checked, Reason::InvalidBytecode, "Array with too many dimensions");
            return Err(self.refuse(pc, None, problem));
        }
        let array = self.class.names.array_of(element);
        self.push(pc, frame, Type::Reference(array))
    }

    fn new_nested_array(&mut self, pc: usize, frame: &mut Frame) -> Verified<(), H> {
        let array = self.class_operand(pc)?;
        let dimensions = self.bytecode.u8(pc + 3);
        if !self.class.names.is_array(array) && self.style == Style::Checked {
            let found = (Type::Reference(array), Origin::Constant(self.bytecode.u16(pc + 1)));
            let reason = Reason::WrongType { found, wanted: None };
            let checked = "Illegal constant pool index in multianewarray instruction";
            return Err(self.refuse(pc, None, Problem::new(checked, reason, "")));
        }
        if dimensions == 0 || self.class.names.dimensions(array) < usize::from(dimensions) {
            let checked = format!("Illegal dimension in multianewarray instruction: {dimensions}");
            let problem = Problem::new(checked, Reason::InvalidBytecode, "Illegal dimension argument");
            return Err(self.refuse(pc, None, problem));
        }
        for _ in 0..dimensions {
            self.pop_type(pc, frame, Type::Int)?;
        }
        self.push(pc, frame, Type::Reference(array))
    }

    fn return_value(&mut self, pc: usize, frame: &mut Frame, op: u8) -> Verified<(), H> {
        let wanted = self.signature.returns;
        if op == 0xb1 {
            if wanted.is_some() {
                let checked = "Method expects a return value";
                let problem = Problem::new(checked, Reason::InvalidBytecode, "Wrong return type in function");
                return Err(self.refuse(pc, None, problem));
            }
            if frame.this_uninitialized && &*self.method.name == "<init>" {
                let checked = "Constructor must call super() or this() before return";
                let problem = Problem::new(checked, Reason::InvalidBytecode, "Constructor must call super() or this()");
                return Err(self.refuse(pc, None, problem));
            }
            return Ok(());
        }
        let value = match NUMBERS.get(usize::from(op - 0xac)) {
            Some(number) => self.pop_entries(pc, frame, *number)?,
            None if self.style == Style::Inferred => self.pop(pc, frame, Want::Is(Type::Reference(Name::OBJECT)))?,
            None => self.pop(pc, frame, Want::Reference)?,
        };
        let refused = |checked: &str, returns: Type, this: &Self, frame: &Frame| {
            let wanted = Some((Want::Is(returns), Origin::Signature));
            let reason = Reason::WrongType { found: this.taken(frame), wanted };
            this.refuse(pc, Some(frame), Problem::new(checked, reason, "Wrong return type in function"))
        };
        match wanted {
            None => Err(refused("Method does not expect a return value", Type::Top, self, frame)),
            Some(wanted) if !self.class.is_assignable(value, wanted, false)? => {
                Err(refused("Bad return type", wanted, self, frame))
            }
            Some(_) => Ok(()),
        }
    }

    fn switch(&mut self, pc: usize, frame: &mut Frame) -> Verified<Flow, H> {
        let switch = self.bytecode.switch(pc);
        self.pop_type(pc, frame, Type::Int)?;
        let padded = (pc + 1..switch.base).any(|at| self.bytecode.u8(at) != 0);
        if padded && self.class.file.major < 51 {
            let checked = "Nonzero padding byte in lookupswitch or tableswitch";
            let problem = Problem::new(checked, Reason::InvalidBytecode, "Non zero padding bytes in switch");
            return Err(self.refuse(pc, None, problem));
        }
        let keys = usize::try_from(switch.keys).unwrap_or(0);
        if !switch.dense {
            let key = |n: usize| self.bytecode.i32(switch.key(n));
            if (1..keys).any(|n| key(n - 1) >= key(n)) {
                let problem =
                    Problem::new("Bad lookupswitch instruction", Reason::InvalidBytecode, "Unsorted lookup switch");
                return Err(self.refuse(pc, None, problem));
            }
        }
        let mut targets = Vec::with_capacity(keys + 1);
        targets.push(self.bytecode.far(pc, switch.base));
        targets.extend((0..keys).map(|n| self.bytecode.far(pc, switch.offset(n))));
        Ok(Flow { falls_through: false, targets })
    }

    /// The untyped stack instructions. What they take is checked in HotSpot's order.
    fn shuffle(&mut self, pc: usize, frame: &mut Frame, op: u8) -> Verified<(), H> {
        let one = Want::Category1;
        // One entry, or the two of a wide value: as a pair, lower entry first.
        let pair = |this: &mut Self, frame: &mut Frame| -> Verified<(Type, Type), H> {
            if frame.stack.last().is_some_and(|top| top.is_second()) {
                let upper = this.pop(pc, frame, Want::Category2Second)?;
                Ok((this.pop(pc, frame, Want::Category2)?, upper))
            } else {
                let upper = this.pop(pc, frame, Want::Category1)?;
                Ok((this.pop(pc, frame, Want::Category1)?, upper))
            }
        };
        let entries: Vec<Type> = match op {
            0x57 => {
                self.pop(pc, frame, one)?;
                Vec::new()
            }
            0x58 => {
                pair(self, frame)?;
                Vec::new()
            }
            0x59 => {
                let top = self.pop(pc, frame, one)?;
                vec![top, top]
            }
            0x5a => {
                let top = self.pop(pc, frame, one)?;
                let below = self.pop(pc, frame, one)?;
                vec![top, below, top]
            }
            0x5b => {
                let top = self.pop(pc, frame, one)?;
                let below = pair(self, frame)?;
                vec![top, below.0, below.1, top]
            }
            0x5c => {
                let top = pair(self, frame)?;
                vec![top.0, top.1, top.0, top.1]
            }
            0x5d => {
                let top = pair(self, frame)?;
                let below = self.pop(pc, frame, one)?;
                vec![top.0, top.1, below, top.0, top.1]
            }
            0x5e => {
                let top = pair(self, frame)?;
                let below = pair(self, frame)?;
                vec![top.0, top.1, below.0, below.1, top.0, top.1]
            }
            _ => {
                let top = self.pop(pc, frame, one)?;
                let below = self.pop(pc, frame, one)?;
                vec![top, below]
            }
        };
        for entry in entries {
            // Halves are moved as they are.
            if frame.stack.len() >= usize::from(self.code.max_stack) {
                let problem = Problem::new("Operand stack overflow", Reason::Overflow, "Stack size too large");
                return Err(self.refuse(pc, Some(frame), problem));
            }
            frame.stack.push(entry);
        }
        Ok(())
    }
}
