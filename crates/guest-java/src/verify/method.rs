//! One method under verification: operands and locals taken and given, and how a refusal is told.

use std::rc::Rc;

use super::bytecode::Bytecode;
use super::class::{ClassContext, Signature};
use super::details::{Origin, Reason, Scene};
use super::frame::Frame;
use super::hierarchy::Hierarchy;
use super::stack_map::{MapFrame, StackMap};
use super::types::{Type, Want};
use super::{FORMAT_ERROR, Refusal, Stop, VERIFY_ERROR};
use crate::classfile::descriptor::parse_method;
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
    /// The operands before the present instruction: messages show them, whatever it has taken since.
    pub marked: Vec<Type>,
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

    /// The same, where a frame was compared with one of the table. A wrong type is told as of the table's address.
    #[cold]
    pub fn refuse_map(&self, from: usize, frame: &Frame, expected: &MapFrame, problem: Problem) -> Stop<H::Error> {
        let pc = match problem.reason {
            Reason::WrongType { .. } | Reason::FlagsMismatch => expected.pc,
            _ => from,
        };
        self.refuse_scene(pc, Some((frame, from)), Some(expected), problem)
    }

    /// A frame with the operands that the instruction has taken put back.
    pub fn restored(&self, frame: &Frame) -> Frame {
        let mut shown = frame.clone();
        shown.stack.extend(self.marked.iter().skip(frame.stack.len()));
        shown
    }

    /// Refuses a frame of the table.
    #[cold]
    pub fn refuse_frame(&self, frame: &Frame, pc: usize, what: &str) -> Stop<H::Error> {
        self.refuse_scene(0, Some((frame, pc)), None, Problem::new(what, Reason::BadMap, ""))
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
        let shown = frame.filter(|_| has_frame).map(|frame| self.restored(frame));
        self.refuse_scene(pc, shown.as_ref().map(|frame| (frame, pc)), expected, problem)
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
                    table: self.code.stack_map.as_deref(),
                    pc,
                    reason: problem.reason,
                    frame,
                    expected,
                };
                problem.checked + &scene.text()
            }
            Style::Inferred => self.inferred(&problem.inferred),
        };
        Stop::Refused(Refusal { throwable: VERIFY_ERROR, message, is_final: false })
    }

    /// Refuses the class file itself: HotSpot calls it a format error although only the verifier sees it.
    #[cold]
    pub fn malformed(&self, what: impl std::fmt::Display) -> Stop<H::Error> {
        let class = self.class.file.name.replace('/', ".");
        let (mut params, mut returns) = (Vec::new(), "void".to_owned());
        if let Some(parsed) = parse_method(&self.method.desc) {
            params = parsed.params.iter().map(|param| param.source()).collect();
            returns = parsed.ret.map_or(returns, |ret| ret.source());
        }
        let (name, params) = (&self.method.name, params.join(", "));
        let message = format!("{what} in method '{returns} {class}.{name}({params})'");
        Stop::Refused(Refusal { throwable: FORMAT_ERROR, message, is_final: false })
    }

    /// The same in the words of the verifier that infers.
    #[cold]
    pub fn malformed_old(&self, what: &str) -> Stop<H::Error> {
        let message = self.inferred(what);
        Stop::Refused(Refusal { throwable: FORMAT_ERROR, message, is_final: false })
    }

    fn inferred(&self, what: &str) -> String {
        let (class, name, descriptor) = (&self.class.file.name, &self.method.name, &self.method.desc);
        format!("(class: {class}, method: {name} signature: {descriptor}) {what}")
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
        let entries = 1 + usize::from(value.second().is_some());
        if frame.stack.len() + entries > usize::from(self.code.max_stack) {
            let problem = Problem::new("Operand stack overflow", Reason::Overflow, "Stack size too large");
            return Err(self.refuse(pc, Some(frame), problem));
        }
        frame.stack.push(value);
        frame.stack.extend(value.second());
        Ok(())
    }

    /// Takes one entry.
    pub fn pop(&mut self, pc: usize, frame: &mut Frame, want: Want) -> Verified<Type, H> {
        let Some(found) = frame.stack.last().copied() else {
            return Err(self.underflow(pc, frame));
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

    #[cold]
    fn underflow(&self, pc: usize, frame: &Frame) -> Stop<H::Error> {
        let empty = "Unable to pop operand off an empty stack";
        self.refuse(pc, Some(frame), Problem::new("Operand stack underflow", Reason::Underflow, empty))
    }

    /// Takes a value of a type: one entry, or the two of a long or double.
    pub fn pop_type(&mut self, pc: usize, frame: &mut Frame, wanted: Type) -> Verified<Type, H> {
        if let Some(second) = wanted.second() {
            if self.style == Style::Inferred {
                return self.pop_entries(pc, frame, wanted);
            }
            // Both entries are taken at once, and the lower one is complained about.
            let Some(lower) = frame.stack.len().checked_sub(2) else { return Err(self.underflow(pc, frame)) };
            let found = frame.stack[lower];
            if frame.stack[lower + 1] != second || found != wanted {
                let wanted = Some((Want::Is(wanted), Origin::Implied));
                let reason = Reason::WrongType { found: (found, Origin::Stack(lower)), wanted };
                return Err(self.refuse(pc, Some(frame), Problem::new("Bad type on operand stack", reason, "")));
            }
            frame.stack.truncate(lower);
            return Ok(found);
        }
        self.pop(pc, frame, Want::Is(wanted))
    }

    /// The same, entry by entry: where one is missing, the other is complained about.
    pub fn pop_entries(&mut self, pc: usize, frame: &mut Frame, wanted: Type) -> Verified<Type, H> {
        if let Some(second) = wanted.second() {
            self.pop(pc, frame, Want::Is(second))?;
        }
        self.pop(pc, frame, Want::Is(wanted))
    }

    /// The operand that was taken last.
    pub fn taken(&self, frame: &Frame) -> (Type, Origin) {
        let at = frame.stack.len();
        (self.marked.get(at).copied().unwrap_or(Type::Top), Origin::Stack(at))
    }

    /// Reads a local.
    pub fn local(&mut self, pc: usize, frame: &Frame, index: usize, want: Want) -> Verified<Type, H> {
        let wide = matches!(want, Want::Is(wanted) if wanted.second().is_some());
        let max = usize::from(self.code.max_locals);
        if index >= max || (wide && index + 1 >= if self.style == Style::Checked { frame.used } else { max }) {
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
        let wide = matches!(want, Want::Is(wanted) if wanted.second().is_some() || wanted.is_second());
        let first = index - usize::from(wide && matches!(want, Want::Is(wanted) if wanted.is_second()));
        let last = first + usize::from(wide);
        let register = match wide {
            true => format!("register pair {first}/{last}"),
            false => format!("register {first}"),
        };
        let inferred = match last >= frame.used {
            false if matches!(found.0, Type::ReturnAddress(_)) && want == Want::Reference => {
                format!("Cannot load return address from register {first}")
            }
            true => format!("Accessing value from uninitialized {register}"),
            false => format!("R{} contains wrong type", &register[1..]),
        };
        self.refuse(pc, Some(frame), Problem::new("Bad local variable type", reason, inferred))
    }

    /// Writes a local.
    pub fn set_local(&mut self, pc: usize, frame: &mut Frame, index: usize, value: Type) -> Verified<(), H> {
        let last = if value.second().is_some() { index + 1 } else { index };
        if last >= usize::from(self.code.max_locals) {
            let checked = "Local variable table overflow";
            let problem = Problem::new(checked, Reason::BadLocal(index), "Illegal local variable number");
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
