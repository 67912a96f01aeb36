//! Instructions that name something in the constant pool: fields, methods, classes.

use super::details::{Origin, Reason, ends_in_throw};
use super::frame::Frame;
use super::hierarchy::{Hierarchy, Member};
use super::method::{MethodContext, Problem, Style, Verified};
use super::types::{Name, Type, Want};
use crate::classfile::{Constant, acc};

const GETSTATIC: u8 = 0xb2;
const PUTSTATIC: u8 = 0xb3;
const GETFIELD: u8 = 0xb4;
const INVOKEVIRTUAL: u8 = 0xb6;
const INVOKESPECIAL: u8 = 0xb7;
const INVOKESTATIC: u8 = 0xb8;
const INVOKEINTERFACE: u8 = 0xb9;
const INVOKEDYNAMIC: u8 = 0xba;

impl<'a, H: Hierarchy> MethodContext<'_, 'a, H> {
    /// The class as HotSpot's messages about constants name it.
    fn shown_class(&self) -> String {
        self.class.file.name.replace('/', ".")
    }

    /// The constant at an index, which must be in the pool.
    pub fn constant(&self, pc: usize, index: u16) -> Verified<&'a Constant, H> {
        let file = self.class.file;
        if index == 0 || usize::from(index) >= file.constants.len() {
            let checked = format!("Illegal constant pool index {index} in class {}", self.shown_class());
            let problem = Problem::new(checked, Reason::BadConstant(index), "Illegal constant pool index");
            return Err(self.refuse(pc, None, problem));
        }
        Ok(&file.constants[usize::from(index)])
    }

    /// A constant is of a kind that the instruction is not for.
    #[cold]
    pub fn wrong_constant(&self, pc: usize, index: u16) -> super::Stop<H::Error> {
        let checked = format!("Illegal type at constant pool entry {index} in class {}", self.shown_class());
        self.refuse(pc, None, Problem::new(checked, Reason::BadConstant(index), "Illegal type in constant pool"))
    }

    /// The class or array type that the two bytes behind an operation name.
    pub fn class_operand(&mut self, pc: usize) -> Verified<Name, H> {
        let index = self.bytecode.u16(pc + 1);
        self.constant(pc, index)?;
        match self.class.class_constant(index) {
            Some(class) => Ok(class),
            None => Err(self.wrong_constant(pc, index)),
        }
    }

    pub fn field(&mut self, pc: usize, frame: &mut Frame, op: u8) -> Verified<(), H> {
        let index = self.bytecode.u16(pc + 1);
        if !matches!(self.constant(pc, index)?, Constant::Field { .. }) {
            return Err(self.wrong_constant(pc, index));
        }
        let Some((owner, name, descriptor)) = self.class.member(index) else {
            return Err(self.wrong_constant(pc, index));
        };
        let Some(value) = self.class.field_type(descriptor) else { return Err(self.wrong_constant(pc, index)) };
        let owner_type = Type::Reference(owner);
        if self.class.names.is_array(owner) && op <= PUTSTATIC && self.style == Style::Checked {
            let class = self.shown_class();
            let checked = format!("Expecting reference to class in class {class} at constant pool index {index}");
            let reason = Reason::WrongType { found: (owner_type, Origin::Constant(index)), wanted: None };
            return Err(self.refuse(pc, None, Problem::new(checked, reason, "")));
        }
        let member = Member { name, descriptor, is_method: false };
        match op {
            GETSTATIC => self.push(pc, frame, value),
            PUTSTATIC => self.field_value(pc, frame, value),
            GETFIELD => {
                let object = self.receiver(pc, frame, owner_type)?;
                self.push(pc, frame, value)?;
                self.check_protected_field(pc, frame, object, owner, member)
            }
            _ => {
                self.field_value(pc, frame, value)?;
                let object = self.pop_putfield(pc, frame, owner, name, descriptor)?;
                self.check_protected_field(pc, frame, object, owner, member)
            }
        }
    }

    /// Takes the value that is stored.
    fn field_value(&mut self, pc: usize, frame: &mut Frame, value: Type) -> Verified<(), H> {
        if self.style == Style::Inferred && matches!(value, Type::Reference(_)) {
            let found = self.pop(pc, frame, Want::Is(Type::Reference(Name::OBJECT)))?;
            if !self.class.is_assignable(found, value, false)? {
                let problem = Problem::code("Incompatible type for getting or setting field");
                return Err(self.refuse(pc, None, problem));
            }
            return Ok(());
        }
        self.pop_entries(pc, frame, value).map(drop)
    }

    /// Takes the object whose field is read.
    fn receiver(&mut self, pc: usize, frame: &mut Frame, owner: Type) -> Verified<Type, H> {
        if self.style == Style::Checked {
            return self.pop(pc, frame, Want::Is(owner));
        }
        let found = self.pop(pc, frame, Want::Is(Type::Reference(Name::OBJECT)))?;
        if !self.class.is_assignable(found, owner, false)? {
            return Err(self.refuse(pc, None, Problem::code("Incompatible type for getting or setting field")));
        }
        Ok(found)
    }

    /// Takes the object whose field is written. A constructor may write fields of its own class before it calls another.
    fn pop_putfield(
        &mut self,
        pc: usize,
        frame: &mut Frame,
        owner: Name,
        name: &str,
        descriptor: &str,
    ) -> Verified<Type, H> {
        let declared = |info: &crate::classfile::FieldInfo| &*info.name == name && &*info.desc == descriptor;
        let own = owner == self.class.this
            && self.class.file.fields.iter().any(|info| declared(info) && info.access & acc::STATIC == 0);
        if frame.stack.last() == Some(&Type::UninitializedThis) && own {
            frame.stack.pop();
            return Ok(self.this_type());
        }
        if self.style == Style::Inferred {
            return self.receiver(pc, frame, Type::Reference(owner));
        }
        let Some(found) = frame.stack.last().copied() else {
            return self.pop(pc, frame, Want::Category1);
        };
        if !self.class.is_assignable(found, Type::Reference(owner), false)? {
            let wanted = Some((Want::Is(Type::Reference(owner)), Origin::Constant(self.bytecode.u16(pc + 1))));
            frame.stack.pop();
            let reason = Reason::WrongType { found: self.taken(frame), wanted };
            let problem = Problem::new("Bad type on operand stack in putfield", reason, "");
            return Err(self.refuse(pc, Some(frame), problem));
        }
        frame.stack.pop();
        Ok(found)
    }

    fn check_protected_field(
        &mut self,
        pc: usize,
        frame: &Frame,
        object: Type,
        owner: Name,
        member: Member<'_>,
    ) -> Verified<(), H> {
        let this = self.this_type();
        if object == this || !self.class.is_protected(owner, member)? {
            return Ok(());
        }
        if self.class.is_assignable(object, this, true)? {
            return Ok(());
        }
        let reason = Reason::WrongType { found: self.taken(frame), wanted: Some((Want::Is(this), Origin::Implied)) };
        let problem = Problem::new("Bad access to protected data in getfield", reason, "Bad access to protected data");
        Err(self.refuse(pc, Some(frame), problem))
    }

    pub fn invoke(&mut self, pc: usize, frame: &mut Frame, op: u8) -> Verified<(), H> {
        let index = self.bytecode.u16(pc + 1);
        let constant = self.constant(pc, index)?;
        let modern = self.class.file.major >= 52;
        let (owner, name, descriptor) = match (op, constant) {
            (INVOKEDYNAMIC, Constant::InvokeDynamic { name_type, .. }) => {
                match self.class.file.name_and_type(*name_type) {
                    Some((name, descriptor)) => (None, &**name, &**descriptor),
                    None => return Err(self.wrong_constant(pc, index)),
                }
            }
            (INVOKEVIRTUAL | INVOKESPECIAL | INVOKESTATIC, Constant::Method { .. })
            | (INVOKEINTERFACE, Constant::InterfaceMethod { .. }) => self.method_operand(pc, index)?,
            (INVOKESPECIAL | INVOKESTATIC, Constant::InterfaceMethod { .. }) if modern => {
                self.method_operand(pc, index)?
            }
            _ => return Err(self.wrong_constant(pc, index)),
        };
        let Some(signature) = self.class.signature(descriptor) else { return Err(self.wrong_constant(pc, index)) };
        self.check_operands(pc, op, signature.arguments.len())?;
        if name.starts_with('<') && (op != INVOKESPECIAL || name != "<init>") {
            let inferred = match name {
                "<init>" => "Must call initializers using invokespecial",
                _ => "Illegal call to internal method",
            };
            let problem = Problem::new("Illegal call to internal method", Reason::InvalidBytecode, inferred);
            return Err(self.refuse(pc, None, problem));
        }
        if let (INVOKESPECIAL, Some(owner), false) = (op, owner, name == "<init>") {
            let by_interface = matches!(constant, Constant::InterfaceMethod { .. });
            self.check_special(pc, owner, by_interface)?;
        }
        for argument in signature.arguments.iter().rev() {
            self.argument(pc, frame, *argument)?;
        }
        if let Some(owner) = owner.filter(|_| op != INVOKESTATIC) {
            if name == "<init>" {
                self.initialize(pc, frame, owner, index, descriptor)?;
            } else {
                self.take_receiver(pc, frame, op, owner, Member { name, descriptor, is_method: true })?;
            }
        }
        match signature.returns {
            Some(_) if name == "<init>" => {
                Err(self.refuse(pc, None, Problem::code("Return type must be void in <init> method")))
            }
            Some(returns) => self.push(pc, frame, returns),
            None => Ok(()),
        }
    }

    fn method_operand(&mut self, pc: usize, index: u16) -> Verified<(Option<Name>, &'a str, &'a str), H> {
        match self.class.member(index) {
            Some((owner, name, descriptor)) => Ok((Some(owner), name, descriptor)),
            None => Err(self.wrong_constant(pc, index)),
        }
    }

    /// The operands of `invokeinterface` and `invokedynamic` that say nothing new.
    fn check_operands(&self, pc: usize, op: u8, slots: usize) -> Verified<(), H> {
        let (third, fourth) = (self.bytecode.u8(pc + 3), self.bytecode.u8(pc + 4));
        let complaint = match op {
            INVOKEINTERFACE if usize::from(third) != slots + 1 => {
                ("Inconsistent args count operand in invokeinterface", "Inconsistent args_size for invokeinterface")
            }
            INVOKEINTERFACE if fourth != 0 => (
                "Fourth operand byte of invokeinterface must be zero",
                "Fourth operand byte of invokeinterface must be zero",
            ),
            INVOKEDYNAMIC if third != 0 || fourth != 0 => (
                "Third and fourth operand bytes of invokedynamic must be zero",
                "Third and fourth operand bytes of invokedynamic must be zero",
            ),
            _ => return Ok(()),
        };
        Err(self.refuse(pc, None, Problem::new(complaint.0, Reason::InvalidBytecode, complaint.1)))
    }

    fn argument(&mut self, pc: usize, frame: &mut Frame, wanted: Type) -> Verified<(), H> {
        if self.style == Style::Inferred && matches!(wanted, Type::Reference(_)) {
            let found = self.pop(pc, frame, Want::Is(Type::Reference(Name::OBJECT)))?;
            if !self.class.is_assignable(found, wanted, false)? {
                return Err(self.refuse(pc, None, Problem::code("Incompatible argument to function")));
            }
            return Ok(());
        }
        self.pop(pc, frame, Want::Is(wanted)).map(drop)
    }

    /// `invokespecial` of what is no constructor: a method of this class, of a superclass, or of a direct superinterface.
    fn check_special(&mut self, pc: usize, owner: Name, by_interface: bool) -> Verified<(), H> {
        if owner == self.class.this || Some(owner) == self.class.super_name() {
            return Ok(());
        }
        let direct = self.class.names.text(owner).clone();
        if self.class.file.interfaces.contains(&direct) {
            return Ok(());
        }
        let what = if !self.class.is_assignable(self.this_type(), Type::Reference(owner), false)? {
            "current class isn't assignable to reference class."
        } else if by_interface {
            "interface method reference is in an indirect superinterface."
        } else {
            return Ok(());
        };
        let checked = format!("Bad invokespecial instruction: {what}");
        let inferred = match by_interface {
            true => "Bad invokespecial instruction: interface method reference is in an indirect superinterface.",
            false => "Illegal use of nonvirtual function call",
        };
        Err(self.refuse(pc, None, Problem::new(checked, Reason::InvalidBytecode, inferred)))
    }

    fn take_receiver(
        &mut self,
        pc: usize,
        frame: &mut Frame,
        op: u8,
        owner: Name,
        member: Member<'_>,
    ) -> Verified<(), H> {
        let this = self.this_type();
        let wanted = if op == INVOKESPECIAL { this } else { Type::Reference(owner) };
        let object = if self.style == Style::Inferred {
            let found = self.pop(pc, frame, Want::Is(Type::Reference(Name::OBJECT)))?;
            if !self.class.is_assignable(found, Type::Reference(owner), false)? {
                return Err(self.refuse(pc, None, Problem::code("Incompatible object argument for function call")));
            }
            if !self.class.is_assignable(found, wanted, false)? {
                return Err(self.refuse(pc, None, Problem::code("Incompatible object argument for invokespecial")));
            }
            found
        } else {
            self.pop(pc, frame, Want::Is(wanted))?
        };
        if op != INVOKEVIRTUAL || object == this || !self.class.is_protected(owner, member)? {
            return Ok(());
        }
        // Arrays have a public `clone`.
        let is_array = matches!(object, Type::Reference(name) if self.class.names.is_array(name));
        if is_array && owner == Name::OBJECT && member.name == "clone" {
            return Ok(());
        }
        if self.class.is_assignable(object, this, true)? {
            return Ok(());
        }
        let reason = Reason::WrongType { found: self.taken(frame), wanted: Some((Want::Is(this), Origin::Implied)) };
        let checked = "Bad access to protected data in invokevirtual";
        Err(self.refuse(pc, Some(frame), Problem::new(checked, reason, "Bad access to protected data")))
    }

    /// A call of a constructor.
    fn initialize(
        &mut self,
        pc: usize,
        frame: &mut Frame,
        owner: Name,
        index: u16,
        descriptor: &str,
    ) -> Verified<(), H> {
        let owner_type = Type::Reference(owner);
        let object = match (self.style, frame.stack.last()) {
            (Style::Inferred, Some(top)) if !top.is_uninitialized() => {
                return Err(self.refuse(pc, None, Problem::code("Expecting to find unitialized object on stack")));
            }
            _ => self.pop(pc, frame, Want::Reference)?,
        };
        let (class, before) = match object {
            Type::UninitializedThis => {
                let this = self.this_type();
                if owner != self.class.this && Some(owner) != self.class.super_name() {
                    let wanted = Some((Want::Is(this), Origin::Implied));
                    let reason = Reason::WrongType { found: (owner_type, Origin::Implied), wanted };
                    let problem = Problem::new("Bad <init> method call", reason, "Call to wrong initialization method");
                    return Err(self.refuse(pc, None, problem));
                }
                if self.style == Style::Checked {
                    let handlers = self.active.iter().map(|n| usize::from(self.code.handlers[*n].target));
                    if handlers.into_iter().any(|target| !ends_in_throw(&self.bytecode, target)) {
                        let what = "Bad <init> method call from after the start of a try block";
                        return Err(self.refuse(pc, None, Problem::code(what)));
                    }
                }
                (this, true)
            }
            Type::Uninitialized(made) => {
                let made = usize::from(made);
                let new_index = self.bytecode.u16(made + 1);
                let class = self.class.class_constant(new_index).filter(|_| self.bytecode.is_new(made));
                let Some(class) = class else {
                    return Err(self.refuse(made, None, Problem::code("Expecting new instruction")));
                };
                if class != owner {
                    let found = (Type::Reference(class), Origin::Constant(new_index));
                    let wanted = Some((Want::Is(owner_type), Origin::Constant(index)));
                    let reason = Reason::WrongType { found, wanted };
                    let problem =
                        Problem::new("Call to wrong <init> method", reason, "Call to wrong initialization method");
                    return Err(self.refuse(pc, None, problem));
                }
                let member = Member { name: "<init>", descriptor, is_method: true };
                if self.class.is_protected(owner, member)?
                    && !self.class.is_assignable(owner_type, self.this_type(), true)?
                {
                    let found = (owner_type, Origin::Constant(new_index));
                    let wanted = Some((Want::Is(self.this_type()), Origin::Implied));
                    let reason = Reason::WrongType { found, wanted };
                    let checked = "Bad access to protected <init> method";
                    let problem = Problem::new(checked, reason, "Bad access to protected data");
                    return Err(self.refuse(pc, None, problem));
                }
                (owner_type, false)
            }
            _ => {
                let reason = Reason::WrongType { found: self.taken(frame), wanted: None };
                let what = "Bad operand type when invoking <init>";
                let problem = Problem::new(what, reason, "Expecting to find unitialized object on stack");
                return Err(self.refuse(pc, Some(frame), problem));
            }
        };
        if self.style == Style::Checked {
            // An exception of the constructor finds the locals as they were.
            self.check_handlers(pc, frame, before)?;
        }
        frame.initialize(object, class);
        Ok(())
    }
}
