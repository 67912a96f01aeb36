//! One method under verification: operands and locals taken and given, and how a refusal is told.

use std::rc::Rc;

use super::bytecode::Bytecode;
use super::class::{ClassContext, Signature};
use super::details::{Origin, Reason, Scene};
use super::frame::Frame;
use super::hierarchy::Hierarchy;
use super::stack_map::{MapFrame, StackMap};
use super::types::{Type, Want};
use super::{Refusal, Stop};
use crate::classfile::{Code, MethodInfo};

/// In whose words code is refused. HotSpot has two verifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// The one that checks stack maps, with details.
    Checked,
    /// The one that infers types, in one line.
    Inferred,
}

/// What a check comes to.
pub(super) type Verified<T, H> = Result<T, Stop<<H as Hierarchy>::Error>>;

/// A problem in the words of both verifiers.
pub(super) struct Problem {
    pub checked: String,
    pub reason: Reason,
    pub inferred: String,
}

impl Problem {
    pub fn new(checked: impl Into<String>, reason: Reason, inferred: impl Into<String>) -> Problem {
        Problem { checked: checked.into(), reason, inferred: inferred.into() }
    }

    /// One that both verifiers tell alike.
    pub fn code(both: impl Into<String>) -> Problem {
        let both = both.into();
        Problem { inferred: both.clone(), checked: both, reason: Reason::InvalidBytecode }
    }
}

/// A method under verification.
pub(super) struct MethodContext<'c, 'a, H: Hierarchy> {
    pub class: &'c mut ClassContext<'a, H>,
    pub method: &'a MethodInfo,
    pub code: &'a Code,
    pub bytecode: Bytecode<'a>,
    pub signature: Rc<Signature>,
    pub style: Style,
    /// The method's table, once it was decoded.
    pub map: Option<StackMap>,
    /// Exception handlers that cover the present instruction, by number.
    pub active: Vec<usize>,
    /// For comparisons, so that they need not allocate.
    pub scratch: Vec<Type>,
}

impl<H: Hierarchy> MethodContext<'_, '_, H> {
    /// Whether the method is a constructor whose object is not yet one.
    pub fn constructs(&self) -> bool {
        &*self.method.name == "<init>" && self.class.file.super_name.is_some()
    }

    /// The type of the class under verification.
    pub fn this_type(&self) -> Type {
        Type::Reference(self.class.this)
    }

    /// The frame before the first instruction.
    pub fn entry(&self) -> Frame {
        let is_static = self.method.access & crate::classfile::acc::STATIC != 0;
        let receiver = (!is_static).then(|| if self.constructs() { Type::UninitializedThis } else { self.this_type() });
        Frame::entry(receiver, &self.signature.arguments, usize::from(self.code.max_locals))
    }

    /// Refuses the method: at an instruction, with the frame there.
    #[cold]
    pub fn refuse(&self, pc: usize, frame: Option<&Frame>, problem: Problem) -> Stop<H::Error> {
        self.refuse_at(pc, frame, None, problem)
    }

    /// The same, where a frame was compared with one of the table; it is told as of the table's address.
    #[cold]
    pub fn refuse_map(&self, from: usize, frame: &Frame, expected: &MapFrame, problem: Problem) -> Stop<H::Error> {
        let scene = Some((frame, from));
        self.refuse_scene(from, scene, Some(expected), problem)
    }

    fn refuse_at(
        &self,
        pc: usize,
        frame: Option<&Frame>,
        expected: Option<&MapFrame>,
        problem: Problem,
    ) -> Stop<H::Error> {
        let has_frame = match problem.reason {
            Reason::WrongType { found: (_, origin), .. } => {
                matches!(origin, Origin::Local(_) | Origin::Stack(_))
            }
            Reason::Overflow | Reason::Underflow => true,
            _ => false,
        };
        self.refuse_scene(pc, frame.filter(|_| has_frame).map(|frame| (frame, pc)), expected, problem)
    }

    fn refuse_scene(
        &self,
        pc: usize,
        frame: Option<(&Frame, usize)>,
        expected: Option<&MapFrame>,
        problem: Problem,
    ) -> Stop<H::Error> {
        let message = match self.style {
            Style::Checked => {
                let scene = Scene {
                    names: &self.class.names,
                    class: &self.class.file.name,
                    method: self.method,
                    code: self.code,
                    bytecode: self.bytecode.bytes,
                    map: self.map.as_ref(),
                    pc,
                    reason: problem.reason,
                    frame,
                    expected,
                };
                problem.checked + &scene.text()
            }
            Style::Inferred => {
                let (name, descriptor) = (&self.method.name, &self.method.desc);
                let class = &self.class.file.name;
                format!("(class: {class}, method: {name} signature: {descriptor}) {}", problem.inferred)
            }
        };
        Stop::Refused(Refusal { throwable: "java/lang/VerifyError", message })
    }

    /// Refuses the class file itself: HotSpot calls it a format error although only the verifier sees it.
    #[cold]
    pub fn malformed(&self, what: impl std::fmt::Display) -> Stop<H::Error> {
        let class = self.class.file.name.replace('/', ".");
        let descriptor = &self.method.desc;
        let message = format!("{what} in method {class}.{}{descriptor}", self.method.name);
        Stop::Refused(Refusal { throwable: "java/lang/ClassFormatError", message })
    }

    /// Whether a type will do.
    pub fn fits(&mut self, found: Type, want: Want) -> Verified<bool, H> {
        Ok(match want {
            Want::Is(wanted) => return self.class.is_assignable(found, wanted, false),
            Want::Reference => found.is_reference() || found.is_uninitialized(),
            Want::Category1 => {
                found.is_reference()
                    || found.is_uninitialized()
                    || matches!(found, Type::Int | Type::Float | Type::ReturnAddress(_))
            }
            Want::Category2 => matches!(found, Type::Long | Type::Double),
            Want::Category2Second => found.is_second(),
        })
    }

    pub fn push(&self, pc: usize, frame: &mut Frame, value: Type) -> Verified<(), H> {
        for value in [Some(value), value.second()].into_iter().flatten() {
            if frame.stack.len() >= usize::from(self.code.max_stack) {
                let problem = Problem::new("Operand stack overflow", Reason::Overflow, "Stack size too large");
                return Err(self.refuse(pc, Some(frame), problem));
            }
            frame.stack.push(value);
        }
        Ok(())
    }

    /// Takes one entry.
    pub fn pop(&mut self, pc: usize, frame: &mut Frame, want: Want) -> Verified<Type, H> {
        let Some(found) = frame.stack.last().copied() else {
            let empty = "Unable to pop operand off an empty stack";
            let problem = Problem::new("Operand stack underflow", Reason::Underflow, empty);
            return Err(self.refuse(pc, Some(frame), problem));
        };
        if !self.fits(found, want)? {
            let found = (found, Origin::Stack(frame.stack.len() - 1));
            let reason = Reason::WrongType { found, wanted: Some((want, Origin::Implied)) };
            let problem = Problem::new("Bad type on operand stack", reason, expecting(want));
            return Err(self.refuse(pc, Some(frame), problem));
        }
        frame.stack.pop();
        Ok(found)
    }

    /// Takes a value of a type: one entry, or the two of a long or double.
    pub fn pop_type(&mut self, pc: usize, frame: &mut Frame, wanted: Type) -> Verified<Type, H> {
        if let Some(second) = wanted.second() {
            self.pop(pc, frame, Want::Is(second))?;
        }
        self.pop(pc, frame, Want::Is(wanted))
    }

    /// What HotSpot names when it complains about an operand that it has already taken: the one below.
    pub fn top(&self, frame: &Frame) -> (Type, Origin) {
        match frame.stack.last() {
            Some(top) => (*top, Origin::Stack(frame.stack.len() - 1)),
            None => (Type::Top, Origin::Stack(0)),
        }
    }

    /// Reads a local.
    pub fn local(&mut self, pc: usize, frame: &Frame, index: usize, want: Want) -> Verified<Type, H> {
        let wide = matches!(want, Want::Is(wanted) if wanted.second().is_some());
        let max = usize::from(self.code.max_locals);
        if index >= max || (wide && index + 1 >= max) {
            let checked = if wide { "get long/double overflows locals" } else { "Local variable table overflow" };
            let problem = Problem::new(checked, Reason::BadLocal(index), "Illegal local variable number");
            return Err(self.refuse(pc, Some(frame), problem));
        }
        let found = frame.locals[index];
        if !self.fits(found, want)? {
            return Err(self.bad_local(pc, frame, index, want));
        }
        if let (true, Want::Is(wanted)) = (wide, want)
            && wanted.second() != Some(frame.locals[index + 1])
        {
            return Err(self.bad_local(pc, frame, index + 1, wanted.second().map_or(want, Want::Is)));
        }
        Ok(found)
    }

    #[cold]
    fn bad_local(&self, pc: usize, frame: &Frame, index: usize, want: Want) -> Stop<H::Error> {
        let found = (frame.locals[index], Origin::Local(index));
        let reason = Reason::WrongType { found, wanted: Some((want, Origin::Implied)) };
        let inferred = match (found.0, want) {
            (Type::Top, Want::Is(Type::Int | Type::Float) | Want::Reference) => {
                format!("Accessing value from uninitialized register {index}")
            }
            (_, Want::Is(wanted)) if wanted.second().is_some() => {
                format!("Register pair {index}/{} contains wrong type", index + 1)
            }
            (_, Want::Is(wanted)) if wanted.is_second() => {
                format!("Register pair {}/{index} contains wrong type", index.saturating_sub(1))
            }
            _ => format!("Register {index} contains wrong type"),
        };
        self.refuse(pc, Some(frame), Problem::new("Bad local variable type", reason, inferred))
    }

    /// Writes a local.
    pub fn set_local(&mut self, pc: usize, frame: &mut Frame, index: usize, value: Type) -> Verified<(), H> {
        let last = if value.second().is_some() { index + 1 } else { index };
        if last >= usize::from(self.code.max_locals) {
            let checked = "Local variable table overflow";
            let problem = Problem::new(checked, Reason::BadLocal(last), "Illegal local variable number");
            return Err(self.refuse(pc, Some(frame), problem));
        }
        frame.set_local(index, value);
        Ok(())
    }

    /// The class is too much work.
    #[cold]
    pub fn too_complex(&self, pc: usize) -> Stop<H::Error> {
        self.refuse(pc, None, Problem::code("Code too complex"))
    }
}

/// What the verifier that infers says to a wrong operand.
fn expecting(want: Want) -> &'static str {
    match want {
        Want::Is(Type::Int) => "Expecting to find integer on stack",
        Want::Is(Type::Float) => "Expecting to find float on stack",
        Want::Is(Type::Long | Type::Long2) => "Expecting to find long on stack",
        Want::Is(Type::Double | Type::Double2) => "Expecting to find double on stack",
        Want::Is(_) | Want::Reference => "Expecting to find object/array on stack",
        Want::Category1 | Want::Category2 | Want::Category2Second => "Attempt to split long or double on the stack",
    }
}
