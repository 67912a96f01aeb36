//! `java.lang.reflect.Array`.

use deadheat_event::AccessKind;

use super::args;
use super::boxing::{self, mismatch, unbox_as, widen};
use super::r#unsafe::{canonical, read_bytes, write_bytes};
use super::{Native, Seen, native, steady};
use crate::vm::classes::class::{Kind, Shape};
use crate::vm::memory::layout::{ARRAY_BASE, Ref};
use crate::vm::threads::policy::ArrayOwner;
use crate::vm::{Trap, Vm, VmResult, raise};

const ARRAY: &str = "java/lang/reflect/Array";

macro_rules! primitives {
    ($($kind:ident)*) => {
        &[$(
            steady(ARRAY, concat!("get", stringify!($kind)), "", read_pending, |vm, args| get_primitive(vm, args, Kind::$kind)),
            steady(ARRAY, concat!("set", stringify!($kind)), "", write_pending::<false>, |vm, args| {
                set_primitive(vm, args, Kind::$kind)
            }),
        )*]
    };
}

/// The typed getters and setters.
pub(super) static PRIMITIVES: &[Native] = primitives! { Boolean Byte Char Short Int Long Float Double };

pub(super) static NATIVES: &[Native] = &[
    native(ARRAY, "getLength", "", |vm, args| {
        let (array, _) = array(vm, args[0])?;
        Ok(u64::from(vm.array_len(array)))
    }),
    steady(ARRAY, "get", "", read_pending, get),
    steady(ARRAY, "set", "", write_pending::<true>, set),
    native(ARRAY, "newArray", "", |vm, args| {
        let component = args::class(vm, args[0])?;
        if component.primitive() == Some(Kind::Void) {
            return raise("java/lang/IllegalArgumentException", "");
        }
        let length = args[1] as u32 as i32;
        if length < 0 {
            return raise("java/lang/NegativeArraySizeException", length.to_string());
        }
        let class = vm.array_of(component)?;
        Ok(u64::from(vm.new_array(class, length)?))
    }),
    native(ARRAY, "multiNewArray", "", new_nested),
];

/// An array argument and the kind of its elements.
fn array(vm: &Vm, word: u64) -> VmResult<(Ref, Kind)> {
    let array = args::object(word)?;
    match vm.class_of(array).shape {
        Shape::Array(kind, _) => Ok((array, kind)),
        _ => raise("java/lang/IllegalArgumentException", "Argument is not an array"),
    }
}

/// The byte address of an element.
fn element(vm: &Vm, array: Ref, index: u64, kind: Kind) -> VmResult<u64> {
    if index as u32 >= vm.array_len(array) {
        return raise("java/lang/ArrayIndexOutOfBoundsException", "");
    }
    Ok(u64::from(array) * 8 + ARRAY_BASE + (u64::from(index as u32) << kind.shift()))
}

fn read_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    // `get` calls a boxing method after the access.
    if vm.asked_phase() != 0 {
        return None;
    }
    let (array, kind) = array(vm, args[0]).ok()?;
    element(vm, array, args[1], kind).ok()?;
    if vm.shows_elements(array) { vm.see_element(array, args[1] as u32, None, AccessKind::Plain) } else { None }
}

fn write_pending<const BOXED: bool>(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let (array, kind) = array(vm, args[0]).ok()?;
    element(vm, array, args[1], kind).ok()?;
    let value = if BOXED && kind != Kind::Reference {
        unbox_as(vm, args[2] as Ref, kind).ok()?
    } else {
        canonical(kind, args[2])
    };
    if vm.shows_elements(array) { vm.see_element(array, args[1] as u32, Some(value), AccessKind::Plain) } else { None }
}

fn get(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if vm.phase() > 0 {
        return Ok(vm.call_result());
    }
    let (array, kind) = array(vm, args[0])?;
    let at = element(vm, array, args[1], kind)?;
    if kind == Kind::Reference {
        return Ok(read_bytes(vm, at, kind));
    }
    let value_of = boxing::value_of(vm, kind)?;
    Err(Trap::Call(value_of, vec![read_bytes(vm, at, kind)]))
}

fn set(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (array, kind) = array(vm, args[0])?;
    let value = args[2] as Ref;
    if kind != Kind::Reference {
        let value = unbox_as(vm, value, kind)?;
        let at = element(vm, array, args[1], kind)?;
        write_bytes(vm, at, kind, value);
        return Ok(0);
    }
    element(vm, array, args[1], kind)?;
    let component = vm.class_of(array).component();
    if value != 0 && component.is_some_and(|component| !vm.class_of(value).is_subclass_of(component)) {
        return raise("java/lang/IllegalArgumentException", "array element type mismatch");
    }
    vm.set_array_ref(array, args[1] as u32, value);
    Ok(0)
}

/// An array of primitives, for the typed getters and setters.
fn primitive_array(vm: &Vm, word: u64) -> VmResult<(Ref, Kind)> {
    match array(vm, word)? {
        (_, Kind::Reference) => {
            raise("java/lang/IllegalArgumentException", "Argument is not an array of primitive type")
        }
        found => Ok(found),
    }
}

fn get_primitive(vm: &mut Vm, args: &[u64], to: Kind) -> VmResult<u64> {
    let (array, kind) = primitive_array(vm, args[0])?;
    let at = element(vm, array, args[1], kind)?;
    widen(kind, read_bytes(vm, at, kind), to).map_or_else(mismatch, Ok)
}

fn set_primitive(vm: &mut Vm, args: &[u64], from: Kind) -> VmResult<u64> {
    let (array, kind) = primitive_array(vm, args[0])?;
    let Some(value) = widen(from, canonical(from, args[2]), kind) else { return mismatch() };
    let at = element(vm, array, args[1], kind)?;
    write_bytes(vm, at, kind, value);
    Ok(0)
}

fn new_nested(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let component = args::class(vm, args[0])?;
    let lengths = args::object(args[1])?;
    let lengths: Vec<i32> =
        vm.array_bytes(lengths).chunks_exact(4).map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    if lengths.is_empty() || component.primitive() == Some(Kind::Void) {
        return raise("java/lang/IllegalArgumentException", "");
    }
    if component.name.bytes().take_while(|b| *b == b'[').count() + lengths.len() > 255 {
        return raise("java/lang/IllegalArgumentException", "");
    }
    if let Some(negative) = lengths.iter().find(|n| **n < 0) {
        return raise("java/lang/NegativeArraySizeException", negative.to_string());
    }
    let mut class = component;
    for _ in &lengths {
        class = vm.array_of(class)?;
    }
    let array = vm.new_nested_array(class, &lengths)?;
    vm.claim_array(array, ArrayOwner::Caller);
    Ok(u64::from(array))
}
