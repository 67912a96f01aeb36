//! The bytecode verifier (JVMS 4.9, 4.10).
//!
//! A class that passes uses every value as what it is: the interpreter, which looks at nothing, can then be led by no class
//! file to take a number for a reference or an object for one of another class. Class files of version 50 and later are
//! checked against their stack maps (`check`), older ones by inference (`infer`); version 50 falls back to inference, as
//! HotSpot does. What each instruction does to types is written once (`instructions`, `members`); both verifiers refuse in
//! HotSpot's words, the first with its details (`details`).
//!
//! What this relies on: the parser has checked all references inside the constant pool; calls of interface methods look at
//! their receivers when they run, because interfaces are like Object here; classes of one name that two loaders see
//! differently are told apart by loading constraints (`vm/classes/constraints.rs`).
//!
//! What it can miss: nothing that the specification asks for is left out. What it refuses without need: a class whose
//! verification takes more comparisons than `class` grants, thousands per byte of code.

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
pub const ONLY_CHECKED: u16 = 51;

/// Why a class was refused, as the throwable that a JVM raises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its internal name.
    pub throwable: &'static str,
    /// Its detail message.
    pub message: String,
    /// Inference, which needs no stack map, may not accept the class either.
    is_final: bool,
}

const VERIFY_ERROR: &str = "java/lang/VerifyError";
const FORMAT_ERROR: &str = "java/lang/ClassFormatError";

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
    if file.major < CHECKED {
        return infer_all(&mut class, done);
    }
    for method in file.methods.iter().skip(*done) {
        match run(&mut class, method, Style::Checked) {
            Err(Stop::Refused(refusal)) if file.major < ONLY_CHECKED && !refusal.is_final => {
                // What the first verifier said is told, if the second does not accept the class.
                return match infer_all(&mut class, &mut 0) {
                    Err(Stop::Refused(second)) => {
                        Err(Stop::Refused(Refusal { throwable: second.throwable, ..refusal }))
                    }
                    verdict => verdict.inspect(|()| *done = file.methods.len()),
                };
            }
            verdict => verdict?,
        }
        *done += 1;
    }
    Ok(())
}

/// HotSpot's second verifier takes the methods from behind.
fn infer_all<H: Hierarchy>(class: &mut ClassContext<'_, H>, done: &mut usize) -> Verified<(), H> {
    let file = class.file;
    for method in file.methods.iter().rev().skip(*done) {
        run(class, method, Style::Inferred)?;
        *done += 1;
    }
    Ok(())
}

fn run<'a, H: Hierarchy>(class: &mut ClassContext<'a, H>, method: &'a MethodInfo, style: Style) -> Verified<(), H> {
    let Some(code) = &method.code else { return Ok(()) };
    let Some(signature) = class.signature(&method.desc) else { return Ok(()) };
    let (bytecode, bad) = match Bytecode::cut(&code.bytecode, style == Style::Checked) {
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
        marked: Vec::new(),
        scratch: Vec::new(),
    };
    if let Some(pc) = bad {
        let inferred = match Bytecode::is_operation(&code.bytecode, pc) {
            true => format!("Code stops in the middle of instruction  starting at offset {pc}"),
            false => format!("Illegal instruction found at offset {pc}"),
        };
        let problem = Problem::new("Bad instruction", Reason::InvalidBytecode, inferred);
        return Err(context.refuse(pc, None, problem));
    }
    match style {
        Style::Checked => context.check(),
        Style::Inferred => context.infer(),
    }
}
