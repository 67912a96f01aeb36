//! `jdk.internal.reflect.ConstantPool`: what the library's annotation parser reads.

use super::args;
use super::reflect_data::{new_constructor, new_field, new_method};
use super::{Native, native};
use crate::classfile::{Constant, decode_mutf8};
use crate::vm::classes::class::ClassRef;
use crate::vm::memory::layout::Ref;
use crate::vm::{Vm, VmResult, raise};

const POOL: &str = "jdk/internal/reflect/ConstantPool";

pub(super) static NATIVES: &[Native] = &[
    native(POOL, "getSize0", "", |vm, args| {
        Ok(args::class(vm, args[1])?.file.as_ref().map_or(0, |f| f.constants.len() as u64))
    }),
    native(POOL, "getClassAt0", "", |vm, args| {
        let (class, index, constant) = constant(vm, args)?;
        if !matches!(constant, Constant::Class(_)) {
            return wrong_type();
        }
        let found = vm.resolve_class(class, index)?;
        Ok(u64::from(vm.mirror(found)))
    }),
    native(POOL, "getClassAtIfLoaded0", "", |vm, args| {
        let (class, index, constant) = constant(vm, args)?;
        if !matches!(constant, Constant::Class(_)) {
            return wrong_type();
        }
        let name = class.file.as_ref().and_then(|f| f.class_name(index));
        match name.and_then(|name| vm.loaded(name, class.loader)) {
            Some(found) => Ok(u64::from(vm.mirror(found))),
            None => Ok(0),
        }
    }),
    native(POOL, "getClassRefIndexAt0", "", |vm, args| match constant(vm, args)?.2 {
        Constant::Field { class, .. } | Constant::Method { class, .. } | Constant::InterfaceMethod { class, .. } => {
            Ok(u64::from(*class))
        }
        _ => wrong_type(),
    }),
    native(POOL, "getMethodAt0", "", method),
    native(POOL, "getMethodAtIfLoaded0", "", method),
    native(POOL, "getFieldAt0", "", field),
    native(POOL, "getFieldAtIfLoaded0", "", field),
    native(POOL, "getMemberRefInfoAt0", "", |vm, args| {
        let (class, index, _) = constant(vm, args)?;
        let Some((owner, name, descriptor)) = class.file.as_ref().and_then(|f| f.member(index)) else {
            return wrong_type();
        };
        strings(vm, &[owner, name, descriptor])
    }),
    native(POOL, "getNameAndTypeRefIndexAt0", "", |vm, args| match constant(vm, args)?.2 {
        Constant::Field { name_type, .. }
        | Constant::Method { name_type, .. }
        | Constant::InterfaceMethod { name_type, .. }
        | Constant::Dynamic { name_type, .. }
        | Constant::InvokeDynamic { name_type, .. } => Ok(u64::from(*name_type)),
        _ => wrong_type(),
    }),
    native(POOL, "getNameAndTypeRefInfoAt0", "", |vm, args| {
        let (class, index, _) = constant(vm, args)?;
        let Some((name, descriptor)) = class.file.as_ref().and_then(|f| f.name_and_type(index)) else {
            return wrong_type();
        };
        strings(vm, &[name, descriptor])
    }),
    native(POOL, "getIntAt0", "", |vm, args| match constant(vm, args)?.2 {
        Constant::Integer(value) => Ok(u64::from(*value as u32)),
        _ => wrong_type(),
    }),
    native(POOL, "getLongAt0", "", |vm, args| match constant(vm, args)?.2 {
        Constant::Long(value) => Ok(*value as u64),
        _ => wrong_type(),
    }),
    native(POOL, "getFloatAt0", "", |vm, args| match constant(vm, args)?.2 {
        Constant::Float(value) => Ok(u64::from(value.to_bits())),
        _ => wrong_type(),
    }),
    native(POOL, "getDoubleAt0", "", |vm, args| match constant(vm, args)?.2 {
        Constant::Double(value) => Ok(value.to_bits()),
        _ => wrong_type(),
    }),
    native(POOL, "getStringAt0", "", |vm, args| {
        let (class, index, constant) = constant(vm, args)?;
        if !matches!(constant, Constant::String(_)) {
            return wrong_type();
        }
        Ok(u64::from(vm.string_constant(class, index)?))
    }),
    native(POOL, "getUTF8At0", "", |vm, args| match constant(vm, args)?.2 {
        Constant::Utf8(text) => Ok(u64::from(vm.new_string(text)?)),
        Constant::Utf8Raw(bytes) => Ok(u64::from(vm.new_string_utf16(&decode_mutf8(bytes))?)),
        _ => wrong_type(),
    }),
    native(POOL, "getTagAt0", "", |vm, args| Ok(tag(constant(vm, args)?.2))),
];

fn wrong_type<T>() -> VmResult<T> {
    raise("java/lang/IllegalArgumentException", "Wrong type at constant pool index")
}

/// The class whose pool is asked, the index and the constant. Arguments: the pool, the class's mirror, the index.
fn constant(vm: &Vm, args: &[u64]) -> VmResult<(ClassRef, u16, &'static Constant)> {
    let class = args::class(vm, args[1])?;
    let index = u16::try_from(args[2]).ok();
    let found = index.zip(class.file.as_ref()).and_then(|(index, file)| Some((index, file.constant(index)?)));
    match found {
        Some((_, Constant::Unused)) | None => {
            raise("java/lang/IllegalArgumentException", "Constant pool index out of bounds")
        }
        Some((index, constant)) => Ok((class, index, constant)),
    }
}

fn method(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (class, index, constant) = constant(vm, args)?;
    if !matches!(constant, Constant::Method { .. } | Constant::InterfaceMethod { .. }) {
        return wrong_type();
    }
    let method = vm.resolve_method(class, index)?;
    let made = if &*method.name == "<init>" { new_constructor(vm, method)? } else { new_method(vm, method)? };
    Ok(u64::from(made))
}

fn field(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (class, index, constant) = constant(vm, args)?;
    if !matches!(constant, Constant::Field { .. }) {
        return wrong_type();
    }
    let field = vm.resolve_field(class, index)?;
    Ok(u64::from(new_field(vm, field)?))
}

fn strings(vm: &mut Vm, texts: &[&str]) -> VmResult<u64> {
    let strings = texts.iter().map(|text| vm.new_string(text)).collect::<VmResult<Vec<Ref>>>()?;
    Ok(u64::from(vm.new_ref_array(vm.known.string(), &strings)?))
}

/// The tag of a constant in the class file (JVMS table 4.4-B).
fn tag(constant: &Constant) -> u64 {
    match constant {
        Constant::Unused => 0,
        Constant::Utf8(_) | Constant::Utf8Raw(_) => 1,
        Constant::Integer(_) => 3,
        Constant::Float(_) => 4,
        Constant::Long(_) => 5,
        Constant::Double(_) => 6,
        Constant::Class(_) => 7,
        Constant::String(_) => 8,
        Constant::Field { .. } => 9,
        Constant::Method { .. } => 10,
        Constant::InterfaceMethod { .. } => 11,
        Constant::NameAndType { .. } => 12,
        Constant::MethodHandle { .. } => 15,
        Constant::MethodType(_) => 16,
        Constant::Dynamic { .. } => 17,
        Constant::InvokeDynamic { .. } => 18,
        Constant::Module(_) => 19,
        Constant::Package(_) => 20,
    }
}
