//! What a method looks like to the interpreter: its decoded body and the shape of its frame.

use std::sync::atomic::AtomicU64;

use crate::vm::classes::class::{Kind, Method, acc};
use crate::vm::exec::fast::select_all;
use crate::vm::exec::op;

/// Words of a frame header.
pub const FRAME_HEADER: u32 = 3;
/// Scratch slots that a native frame has behind its arguments.
pub const NATIVE_SCRATCH: u32 = 6;
/// Stack slots of a native frame: results of calls that the native makes.
pub const NATIVE_STACK: u32 = 4;

/// A decoded method body.
pub struct Code {
    /// Instructions.
    pub ops: Box<[AtomicU64]>,
    /// What the fast loop runs in place of each.
    pub fast: Box<[AtomicU64]>,
    /// Bytecode address of each instruction.
    pub pcs: Box<[u16]>,
    /// Exception handlers, in order.
    pub handlers: Box<[Handler]>,
    /// Slots for arguments and locals.
    pub locals: u32,
    /// Words of a whole frame.
    pub frame_words: u32,
    /// Wide constants.
    pub wide: Box<[u64]>,
    /// Jump tables.
    pub switches: Box<[Switch]>,
}

/// A range of instructions with its exception handler.
#[derive(Debug, Clone, Copy)]
pub struct Handler {
    /// First instruction covered.
    pub start: u32,
    /// First instruction not covered.
    pub end: u32,
    /// Where the handler begins.
    pub target: u32,
    /// Constant-pool index of the class caught, 0 for all.
    pub catch: u16,
}

/// A jump table.
#[derive(Debug)]
pub struct Switch {
    /// Target if nothing matches.
    pub default: u32,
    /// Lowest key of a dense table.
    pub low: i32,
    /// Targets of a dense table.
    pub dense: Box<[u32]>,
    /// Sorted keys with their targets, of a sparse table.
    pub sparse: Box<[(i32, u32)]>,
}

/// Body of a native method: one instruction that calls our code.
pub fn native(method: &Method) -> Code {
    let copies = method.native.is_some_and(|native| native.copies);
    stub(method, op::pack(op::NATIVE, u16::from(copies), 0))
}

/// Body of an abstract method: raises `AbstractMethodError`.
pub fn abstract_method(method: &Method) -> Code {
    stub(method, op::pack(op::ABSTRACT, 0, 0))
}

fn stub(method: &Method, op: u64) -> Code {
    let locals = method.args + NATIVE_SCRATCH;
    let mut ops = vec![AtomicU64::new(op)];
    if let Some(prologue) = prologue(method) {
        ops.insert(0, AtomicU64::new(prologue));
    }
    Code {
        pcs: vec![0; ops.len()].into(),
        fast: select_all(&ops),
        ops: ops.into(),
        handlers: Box::new([]),
        locals,
        frame_words: locals + FRAME_HEADER + NATIVE_STACK,
        wide: Box::new([]),
        switches: Box::new([]),
    }
}

/// The instruction of ours that a method begins with, if any: taking its monitor, beginning an atomic call, telling of an
/// atomic block, or taking a short cut.
pub fn prologue(method: &Method) -> Option<u64> {
    if method.intrinsic.is_some() {
        Some(op::pack(op::INTRINSIC, 0, 0))
    } else if method.atomic.is_some() {
        Some(op::pack(op::ATOMIC, 0, 0))
    } else if method.access & acc::SYNCHRONIZED != 0 && (method.native.is_none() || method.access & acc::NATIVE != 0) {
        // A model of ours that replaces a synchronized method sees to its locks itself.
        Some(op::pack(op::ENTER, u16::from(method.block), 0))
    } else if method.block && method.access & acc::NATIVE == 0 {
        Some(op::pack(op::BLOCK, 0, 0))
    } else {
        None
    }
}

/// Kinds of a method descriptor's parameters, and of what it returns.
pub fn kinds(descriptor: &str) -> Option<(Vec<Kind>, Kind)> {
    let (params, returns) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut kinds = Vec::new();
    let mut rest = params;
    while !rest.is_empty() {
        let dims = rest.bytes().take_while(|b| *b == b'[').count();
        let element = &rest[dims..];
        let len = if element.starts_with('L') { element.find(';')? + 1 } else { 1 };
        kinds.push(if dims > 0 { Kind::Reference } else { Kind::of(element) });
        rest = element.get(len..)?;
    }
    Some((kinds, Kind::of(returns)))
}

/// The parameter and return type descriptors of a method descriptor.
pub fn types(descriptor: &str) -> Option<(Vec<&str>, &str)> {
    let (params, returns) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut types = Vec::new();
    let mut rest = params;
    while !rest.is_empty() {
        let dims = rest.bytes().take_while(|b| *b == b'[').count();
        let len = dims + if rest[dims..].starts_with('L') { rest[dims..].find(';')? + 1 } else { 1 };
        types.push(rest.get(..len)?);
        rest = rest.get(len..)?;
    }
    Some((types, returns))
}
