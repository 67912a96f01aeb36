//! The type that a heap block most likely has.
//!
//! An allocation says how many bytes it wants, not for what. But the function that asks has a pointer for the answer: a variable, a
//! parameter, its own result, one inside such a variable (a `unique_ptr`, an `Arc`), or a field of what one of these points to; or it is
//! written for any type, and was made for this one (`make_unique<Cache>`). If just one of the types that such pointers point to has the
//! block's size, the block is taken to be that; else, if the size is a multiple of just one, an array of it. Where the function has no
//! such pointer, the variables of its whole file are asked. This is a guess, and good for names only.

use super::frames::calls_at;
use super::info::{Die, Info, Language};
use super::member::is_library;
use super::types::{Shape, TypeId, Types};
use super::variables::type_of;

/// How deep blocks are nested at most.
const DEEPEST: usize = 64;

/// How deep a pointer is inside a value at most: those of the libraries are a record's in a record.
const DEEPEST_POINTER: usize = 8;

/// So many types at most are looked at for one block.
const MOST: usize = 256;

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

/// The types that a function is made for.
fn made_for(types: &dyn Types, call: &Die<'_>) -> Vec<TypeId> {
    let mut found = Vec::new();
    for function in call.chain() {
        let parameters =
            function.children().into_iter().filter(|child| child.tag() == gimli::DW_TAG_template_type_parameter);
        found.extend(parameters.filter_map(|parameter| Some(types.resolved(type_of(&parameter)?)?.0)));
    }
    found.dedup();
    found
}

/// The types that pointers inside the values of a call's variables point to.
fn held(types: &dyn Types, call: &Die<'_>) -> Vec<TypeId> {
    let mut found = Vec::new();
    for function in call.chain() {
        add_held(types, function.reference(gimli::DW_AT_type).map(TypeId), 0, &mut found);
        let values = function.children().into_iter().filter(|child| child.tag() == gimli::DW_TAG_variable);
        values.for_each(|value| add_held(types, type_of(&value), 0, &mut found));
    }
    found
}

fn add_held(types: &dyn Types, type_: Option<TypeId>, depth: usize, found: &mut Vec<TypeId>) {
    if let Some((_, record)) = type_.and_then(|type_| types.resolved(type_))
        && let Shape::Record(fields) = &record.shape
        && depth < DEEPEST_POINTER
        && found.len() < MOST
    {
        for field in fields {
            add_pointee(types, Some(field.type_), found);
            add_held(types, Some(field.type_), depth + 1, found);
        }
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
    let calls = calls_at(info, address);
    let is_record =
        |type_: &TypeId| matches!(types.resolved(*type_), Some((_, type_)) if matches!(type_.shape, Shape::Record(_)));
    let record_among = |found: &[TypeId]| {
        let fits = |type_: &TypeId| is_record(type_) && types.size(*type_) == Some(size);
        only(found.iter().copied().filter(fits))
    };
    let divides = |type_: &TypeId| types.size(*type_).is_some_and(|part| part > 1 && size.is_multiple_of(part));
    let in_call = |call: &Die<'_>| {
        let direct = pointees(types, call);
        let behind = behind_fields(types, &direct);
        let single = record_among(&direct)
            .or_else(|| record_among(&held(types, call)))
            .or_else(|| record_among(&made_for(types, call)))
            .or_else(|| record_among(&behind));
        let array = || only(direct.iter().chain(&behind).copied().filter(divides));
        let type_ = single.or_else(array)?;
        Some((type_, size / types.size(type_)?))
    };
    let in_file = || {
        let function = calls.first()?;
        let global = function.unit.pointees.get_or_init(|| {
            let mut global = Vec::new();
            if let Some(file) = function.file() {
                add_variables(types, &file, DEEPEST, &mut global);
            }
            global
        });
        record_among(global).map(|type_| (type_, 1))
    };
    // To the functions of an allocator all is bytes, so this is asked last.
    let bytes_in_call = |call: &Die<'_>| {
        let bytes = |type_: &TypeId| types.size(*type_) == Some(1);
        let mut all = pointees(types, call);
        all.extend(behind_fields(types, &all));
        let type_ = only(all.iter().copied().filter(bytes)).filter(|_| !all.iter().any(divides))?;
        Some((type_, size))
    };
    let innermost_first = || calls.iter().rev();
    innermost_first().find_map(in_call).or_else(in_file).or_else(|| innermost_first().find_map(bytes_in_call))
}

/// What a report calls a block of the type. Where the library counts the references to a value, the value is what the program asked for.
pub(super) fn block_name(types: &dyn Types, type_: TypeId) -> String {
    const COUNTED: [(&str, &str); 3] =
        [("alloc::sync::ArcInner<", "data"), ("alloc::rc::RcInner<", "value"), ("alloc::rc::RcBox<", "value")];
    let content = types.resolved(type_).and_then(|(_, record)| {
        let (Shape::Record(fields), Some(name)) = (&record.shape, &record.name) else { return None };
        let (_, value) = COUNTED.iter().find(|(counted, _)| name.starts_with(counted))?;
        fields.iter().find(|field| field.name.as_deref() == Some(value)).map(|field| field.type_)
    });
    let name = types.name(content.unwrap_or(type_));
    let is_rust = types.resolved(type_).is_some_and(|(_, type_)| type_.language == Language::Rust);
    match name.split_once("::") {
        // Every name of a crate's own begins with the crate's, which says nothing in a program's own report.
        Some((first, rest)) if is_rust && !is_library(first) && !first.contains('<') => rest.to_owned(),
        _ => name,
    }
}

/// The one that there is.
fn only(mut types: impl Iterator<Item = TypeId>) -> Option<TypeId> {
    let first = types.next()?;
    types.next().is_none().then_some(first)
}
