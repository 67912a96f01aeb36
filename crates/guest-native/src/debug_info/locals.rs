//! Local variables that are in memory, relative to their frame.

use std::sync::Arc;

use gimli::{AttributeValue, Operation, Register};

use super::frames::calls_at;
use super::info::{Die, Info, Reader};
use super::names::name_of;
use super::types::{TypeId, Types};
use super::unwind::{RBP, RSP, Unwind};
use super::variables::{operations, type_of};

/// How deep blocks are nested at most.
const DEEPEST: usize = 64;

/// A local variable or parameter that is in memory at a known place of its frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// The function that it is declared in, without what that belongs to; it may be an inlined one.
    pub function: Arc<str>,
    /// The variable.
    pub name: String,
    /// Where it begins, relative to the canonical frame address: what the stack pointer was before the call.
    pub cfa_offset: i64,
    /// In bytes.
    pub size: u64,
    /// Its type.
    pub type_: Option<TypeId>,
}

/// The locals at an address, those of the innermost blocks and calls first.
pub(super) fn locals_at(info: &Info, unwind: &Unwind, types: &dyn Types, address: u64) -> Vec<Local> {
    let calls = calls_at(info, address);
    let Some(function) = calls.first() else { return Vec::new() };
    let frame = Frame { base: FrameBase::of(function), unwind, address };
    let mut found = Vec::new();
    for call in calls.iter().rev() {
        let name: Arc<str> = name_of(call).map_or_else(Arc::default, |name| (*name.name).into());
        let mut inner_first = Vec::new();
        collect(call, &frame, types, &name, 0, &mut inner_first);
        inner_first.reverse();
        found.append(&mut inner_first);
    }
    found
}

/// The locals of a scope, outer ones first.
fn collect(
    scope: &Die<'_>,
    frame: &Frame<'_>,
    types: &dyn Types,
    function: &Arc<str>,
    depth: usize,
    out: &mut Vec<Local>,
) {
    for child in scope.children() {
        match child.tag() {
            gimli::DW_TAG_variable | gimli::DW_TAG_formal_parameter => {
                let name = child.chain().find_map(|die| die.name());
                if let (Some(name), Some(cfa_offset)) = (name, frame.offset_of(&child)) {
                    let type_ = type_of(&child);
                    let size = type_.and_then(|type_| types.size(type_)).unwrap_or(0);
                    out.push(Local { function: function.clone(), name, cfa_offset, size, type_ });
                }
            }
            gimli::DW_TAG_lexical_block if depth < DEEPEST && child.contains(frame.address) => {
                collect(&child, frame, types, function, depth + 1, out);
            }
            _ => {}
        }
    }
}

/// What the places of a function's variables are relative to.
#[derive(Clone, Copy)]
enum FrameBase {
    Cfa,
    Register(Register),
    Unknown,
}

impl FrameBase {
    fn of(function: &Die<'_>) -> Self {
        let Some(AttributeValue::Exprloc(expression)) = function.attr(gimli::DW_AT_frame_base) else {
            return Self::Unknown;
        };
        let mut operations = operations(expression, function.unit);
        match (operations.next().flatten(), operations.next()) {
            (Some(Operation::CallFrameCFA), None) => Self::Cfa,
            (Some(Operation::Register { register }), None) => Self::Register(register),
            _ => Self::Unknown,
        }
    }
}

struct Frame<'a> {
    base: FrameBase,
    unwind: &'a Unwind,
    address: u64,
}

impl Frame<'_> {
    /// Where the variable is, if it is in memory relative to the frame.
    fn offset_of(&self, variable: &Die<'_>) -> Option<i64> {
        let expression = self.location(variable)?;
        let mut operations = operations(expression, variable.unit);
        let (first, second) = (operations.next()??, operations.next());
        match first {
            // What is computed further is a value, or a place behind a pointer.
            _ if second.is_some() => None,
            Operation::FrameOffset { offset } => match self.base {
                FrameBase::Cfa => Some(offset),
                FrameBase::Register(register) => self.relative(register, offset),
                FrameBase::Unknown => None,
            },
            Operation::RegisterOffset { register, offset, .. } => self.relative(register, offset),
            _ => None,
        }
    }

    fn relative(&self, register: Register, offset: i64) -> Option<i64> {
        let is_frame = register == RBP || register == RSP;
        is_frame
            .then(|| self.unwind.below_frame(register, self.address))
            .flatten()
            .and_then(|below| offset.checked_sub(below))
    }

    /// Where the variable is while the code at the address runs.
    fn location(&self, variable: &Die<'_>) -> Option<gimli::Expression<Reader>> {
        let value = variable.attr(gimli::DW_AT_location)?;
        if let AttributeValue::Exprloc(expression) = value {
            return Some(expression);
        }
        let mut locations = variable.info.dwarf.attr_locations(&variable.unit.parsed, value).ok()??;
        while let Ok(Some(entry)) = locations.next() {
            if (entry.range.begin..entry.range.end).contains(&self.address) {
                return Some(entry.data);
            }
        }
        None
    }
}
