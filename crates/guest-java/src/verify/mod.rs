//! The bytecode verifier (JVMS 4.9, 4.10).
//!
//! A class that passes uses every value as what it is: the interpreter, which looks at nothing, can then be led by no class
//! file to take a number for a reference or an object for one of another class. Class files of version 50 and later are
//! checked against their stack maps ([`check`]), older ones by inference ([`infer`]); version 50 falls back to inference, as
//! HotSpot does. What each instruction does to types is written once ([`instructions`], [`members`]); both verifiers refuse in
//! HotSpot's words, the first with its details ([`details`]).
//!
//! What this relies on: the parser has checked all references inside the constant pool; calls of interface methods look at
//! their receivers when they run, because interfaces are like Object here; classes of one name that two loaders see
//! differently are told apart by loading constraints (`vm/classes/constraints.rs`).
//!
//! What it can miss: nothing that the specification asks for is left out. What it refuses without need: a class whose
//! verification takes more comparisons than [`class`] grants, thousands per byte of code.

mod bytecode;
mod check;
mod class;
mod details;
mod frame;
mod hierarchy;
mod infer;
mod instructions;
mod members;
mod method;
mod stack_map;
mod types;

pub use hierarchy::{Hierarchy, Member};

use crate::classfile::{ClassFile, MethodInfo};
use bytecode::Bytecode;
use class::ClassContext;
use details::Reason;
use method::{MethodContext, Problem, Style, Verified};

/// The first version with stack maps.
const CHECKED: u16 = 50;
/// The first version for which they are the last word.
const ONLY_CHECKED: u16 = 51;

/// Why a class was refused, as the throwable that a JVM raises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its internal name.
    pub throwable: &'static str,
    /// Its detail message.
    pub message: String,
}

/// Why verification ended early.
#[derive(Debug)]
pub enum Stop<E> {
    /// The class is bad.
    Refused(Refusal),
    /// Another class could not be loaded, or not yet.
    Other(E),
}

/// Verifies a class. `done` methods have passed before; it counts on, so that verification can be taken up again where a class
/// loader had to be asked.
pub fn verify<H: Hierarchy>(file: &ClassFile, hierarchy: &mut H, done: &mut usize) -> Result<(), Stop<H::Error>> {
    let mut class = ClassContext::new(file, hierarchy);
    for method in file.methods.iter().skip(*done) {
        verify_method(&mut class, method)?;
        *done += 1;
    }
    Ok(())
}

fn verify_method<'a, H: Hierarchy>(class: &mut ClassContext<'a, H>, method: &'a MethodInfo) -> Verified<(), H> {
    let version = class.file.major;
    if version < CHECKED {
        return run(class, method, Style::Inferred);
    }
    match run(class, method, Style::Checked) {
        Err(Stop::Refused(_)) if version < ONLY_CHECKED => run(class, method, Style::Inferred),
        verdict => verdict,
    }
}

fn run<'a, H: Hierarchy>(class: &mut ClassContext<'a, H>, method: &'a MethodInfo, style: Style) -> Verified<(), H> {
    let Some(code) = &method.code else { return Ok(()) };
    let Some(signature) = class.signature(&method.desc) else { return Ok(()) };
    let (bytecode, bad) = match Bytecode::cut(&code.bytecode) {
        Ok(bytecode) => (bytecode, None),
        Err(pc) => (Bytecode::uncut(&code.bytecode), Some(pc)),
    };
    let mut context = MethodContext {
        class,
        method,
        code,
        bytecode,
        signature,
        style,
        map: None,
        active: Vec::new(),
        scratch: Vec::new(),
    };
    if let Some(pc) = bad {
        let problem = Problem::new("Bad instruction", Reason::InvalidBytecode, "Bad instruction");
        return Err(context.refuse(pc, None, problem));
    }
    match style {
        Style::Checked => context.check(),
        Style::Inferred => context.infer(),
    }
}
