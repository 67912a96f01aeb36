//! What natives do with their arguments again and again.

use crate::vm::classes::class::ClassRef;
use crate::vm::memory::layout::{HEADER, Ref};
use crate::vm::{Trap, Vm, VmResult, raise};

/// Shorthand for a `NullPointerException` without a message.
pub(super) fn null<T>() -> VmResult<T> {
    raise("java/lang/NullPointerException", "")
}

/// A reference that must not be null.
pub(super) fn object(word: u64) -> VmResult<Ref> {
    if word == 0 { null() } else { Ok(word as Ref) }
}

/// The class that a `java.lang.Class` argument stands for.
pub(super) fn class(vm: &Vm, word: u64) -> VmResult<ClassRef> {
    let mirror = object(word)?;
    vm.class_of_mirror(mirror).ok_or_else(|| Trap::Raise("java/lang/InternalError", "not a class".into()))
}

/// The text of a string argument.
pub(super) fn text(vm: &Vm, word: u64) -> VmResult<String> {
    Ok(vm.string(object(word)?))
}

/// A class name argument with slashes; none when it cannot be the name of a class.
pub(super) fn class_name(vm: &Vm, word: u64) -> VmResult<Option<String>> {
    let name = text(vm, word)?;
    Ok((!name.contains('/') && name.len() <= usize::from(u16::MAX)).then(|| name.replace('.', "/")))
}

/// A copy of `len` bytes of a `byte[]` argument.
pub(super) fn bytes(vm: &Vm, array: u64, from: u64, len: u64) -> VmResult<Vec<u8>> {
    let array = object(array)?;
    let (from, len) = (from as u32 as i32, len as u32 as i32);
    let content = vm.array_bytes(array);
    let range = usize::try_from(from).ok().zip(usize::try_from(len).ok());
    match range.and_then(|(from, len)| content.get(from..from.checked_add(len)?)) {
        Some(bytes) => Ok(bytes.to_vec()),
        None => raise(
            "java/lang/ArrayIndexOutOfBoundsException",
            format!(
                "Array region {from}..{} out of bounds for length {}",
                i64::from(from) + i64::from(len),
                content.len()
            ),
        ),
    }
}

/// A new `Class[]` of the mirrors of some classes.
pub(super) fn class_array(vm: &mut Vm, classes: &[ClassRef]) -> VmResult<Ref> {
    let mirrors: Vec<Ref> = classes.iter().map(|class| vm.mirror(class)).collect();
    vm.new_ref_array(vm.known.class(), &mirrors)
}

/// The classes in a `Class[]`; null counts as empty.
pub(super) fn classes_in(vm: &Vm, array: Ref) -> Vec<ClassRef> {
    if array == 0 {
        return Vec::new();
    }
    (0..vm.array_len(array)).filter_map(|i| vm.class_of_mirror(vm.get(array + HEADER + i) as Ref)).collect()
}

/// A new `byte[]`, or null for none.
pub(super) fn byte_array(vm: &mut Vm, bytes: Option<&[u8]>) -> VmResult<Ref> {
    bytes.map_or(Ok(0), |bytes| vm.new_byte_array(bytes))
}

/// An interned string, or null for none.
pub(super) fn literal(vm: &mut Vm, text: Option<&str>) -> VmResult<Ref> {
    text.map_or(Ok(0), |text| vm.literal_str(text))
}
