//! The type that a heap block most likely has.
//!
//! An allocation says how many bytes it wants, not for what. But the function that asks has a pointer for the answer: a variable, a
//! parameter, its own result, or a field of what one of these points to. If just one of the types that such pointers point to
//! has the block's size, the block is taken to be that; else, if the size is a multiple of just one, an array of it. This is a guess, and
//! good for names only.

use super::frames::calls_at;
use super::info::{Die, Info};
use super::types::{Shape, TypeId, Types};
use super::variables::type_of;

/// How deep blocks are nested at most.
const DEEPEST: usize = 64;

/// The types that pointers of the call point to: variables, parameters, the result.
fn pointees(types: &dyn Types, call: &Die<'_>) -> Vec<TypeId> {
    let mut found = Vec::new();
    // An inlined call has only what the optimiser left; the function itself has all.
    for function in call.chain() {
        add_pointee(types, function.reference(gimli::DW_AT_type).map(TypeId), &mut found);
        add_variables(types, &function, 0, &mut found);
    }
    found
}

fn add_variables(types: &dyn Types, scope: &Die<'_>, depth: usize, found: &mut Vec<TypeId>) {
    for child in scope.children() {
        match child.tag() {
            gimli::DW_TAG_variable | gimli::DW_TAG_formal_parameter => add_pointee(types, type_of(&child), found),
            gimli::DW_TAG_lexical_block if depth < DEEPEST => add_variables(types, &child, depth + 1, found),
            _ => {}
        }
    }
}

fn add_pointee(types: &dyn Types, type_: Option<TypeId>, found: &mut Vec<TypeId>) {
    let pointer = type_.and_then(|type_| types.resolved(type_));
    if let Some((_, pointer)) = pointer
        && let Shape::Pointer(Some(to)) = pointer.shape
        // The same type may be declared with other qualifiers.
        && let Some((id, _)) = types.resolved(to)
        && types.size(id).is_some_and(|size| size > 0)
        && !found.iter().any(|known| *known == id || types.name(*known) == types.name(id))
    {
        found.push(id);
    }
}

/// The types that pointers in fields of these records point to.
fn behind_fields(types: &dyn Types, records: &[TypeId]) -> Vec<TypeId> {
    let mut found = records.to_vec();
    for record in records {
        if let Some((_, type_)) = types.resolved(*record)
            && let Shape::Record(fields) = &type_.shape
        {
            fields.iter().for_each(|field| add_pointee(types, Some(field.type_), &mut found));
        }
    }
    found.drain(..records.len());
    found
}

/// The types that pointers of the function at the address point to, inlined calls there too.
pub(super) fn pointee_types_in(info: &Info, types: &dyn Types, address: u64) -> Vec<TypeId> {
    let mut all = Vec::new();
    for call in calls_at(info, address).iter().rev() {
        for type_ in pointees(types, call) {
            if !all.contains(&type_) {
                all.push(type_);
            }
        }
    }
    all
}

/// The type of a block of this size that was asked for here, and how many of it.
pub(super) fn block_type(info: &Info, types: &dyn Types, address: u64, size: u64) -> Option<(TypeId, u64)> {
    calls_at(info, address).iter().rev().find_map(|call| {
        let direct = pointees(types, call);
        let behind = behind_fields(types, &direct);
        let is_record = |type_: &TypeId| matches!(types.resolved(*type_), Some((_, type_)) if matches!(type_.shape, Shape::Record(_)));
        let fits = |type_: &TypeId| types.size(*type_) == Some(size);
        let divides = |type_: &TypeId| types.size(*type_).is_some_and(|part| part > 1 && size.is_multiple_of(part));
        let bytes = |type_: &TypeId| types.size(*type_) == Some(1);
        let all = || direct.iter().chain(&behind).copied();
        let single = only(direct.iter().copied().filter(|type_| is_record(type_) && fits(type_)))
            .or_else(|| only(behind.iter().copied().filter(|type_| is_record(type_) && fits(type_))));
        let array = || only(all().filter(divides)).or_else(|| only(all().filter(bytes)).filter(|_| !all().any(|type_| divides(&type_))));
        let type_ = single.or_else(array)?;
        Some((type_, size / types.size(type_)?))
    })
}

/// The one that there is.
fn only(mut types: impl Iterator<Item = TypeId>) -> Option<TypeId> {
    let first = types.next()?;
    types.next().is_none().then_some(first)
}
