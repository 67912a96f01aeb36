//! The objects of `java.lang.reflect` that describe members, made from class files; and the way back.

use super::args;
use super::{Native, native};
use crate::vm::classes::class::{ClassRef, FieldRef, MethodRef, acc};
use crate::vm::classes::known::instance_field;
use crate::vm::exec::code;
use crate::vm::memory::layout::Ref;
use crate::vm::{Trap, Vm, VmResult, raise};

const CLASS: &str = "java/lang/Class";
const EXECUTABLE: &str = "java/lang/reflect/Executable";

/// Flags that `getModifiers` shows of a field: HotSpot's `JVM_RECOGNIZED_FIELD_MODIFIERS`.
const FIELD_MODIFIERS: u16 = 0x50df;
/// The same of a method.
const METHOD_MODIFIERS: u16 = 0x1dff;

pub(super) static NATIVES: &[Native] = &[
    native(CLASS, "getDeclaredFields0", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        let fields = class.fields.iter().copied().filter(|f| args[1] == 0 || f.access & acc::PUBLIC != 0);
        collect(vm, vm.known.reflect_field(), fields, new_field)
    }),
    native(CLASS, "getDeclaredMethods0", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        let methods = class.methods.iter().copied().filter(|m| !m.name.starts_with('<'));
        let methods = methods.filter(|m| args[1] == 0 || m.access & acc::PUBLIC != 0);
        collect(vm, vm.known.reflect_method(), methods, new_method)
    }),
    native(CLASS, "getDeclaredConstructors0", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        let methods = class.methods.iter().copied().filter(|m| &*m.name == "<init>");
        let methods = methods.filter(|m| args[1] == 0 || m.access & acc::PUBLIC != 0);
        collect(vm, vm.known.reflect_constructor(), methods, new_constructor)
    }),
    native(CLASS, "getRecordComponents0", "", record_components),
    native(EXECUTABLE, "getParameters0", "", parameters),
    native(EXECUTABLE, "getTypeAnnotationBytes0", "", |vm, args| {
        let method = method_of(vm, args[0])?;
        let bytes = method.info().and_then(|info| info.type_annotations.as_deref());
        args::byte_array(vm, bytes).map(u64::from)
    }),
    native("java/lang/reflect/Field", "getTypeAnnotationBytes0", "", |vm, args| {
        let field = field_of(vm, args[0])?;
        let info = field.class().file.as_ref().and_then(|f| f.fields.get(field.slot as usize));
        args::byte_array(vm, info.and_then(|info| info.type_annotations.as_deref())).map(u64::from)
    }),
];

/// An array of the objects that `make` makes.
fn collect<T>(
    vm: &mut Vm,
    element: ClassRef,
    members: impl Iterator<Item = T>,
    make: fn(&mut Vm, T) -> VmResult<Ref>,
) -> VmResult<u64> {
    vm.initialize(element)?;
    let mut objects = Vec::new();
    for member in members {
        objects.push(make(vm, member)?);
    }
    Ok(u64::from(vm.new_ref_array(element, &objects)?))
}

/// A fresh object whose fields are set by name.
struct Builder {
    class: ClassRef,
    object: Ref,
}

impl Builder {
    /// The class is initialised, and may need several attempts for that.
    fn new(vm: &mut Vm, class: ClassRef) -> VmResult<Builder> {
        vm.initialize(class)?;
        Ok(Builder { class, object: vm.new_object(class)? })
    }

    fn set(&self, vm: &mut Vm, field: &str, value: impl Into<u64>) -> VmResult<()> {
        let place = instance_field(self.class, field)?.place;
        vm.set(self.object + place, value.into());
        Ok(())
    }
}

/// A `java.lang.reflect.Field`.
pub(super) fn new_field(vm: &mut Vm, field: FieldRef) -> VmResult<Ref> {
    let class = field.class();
    let field_type = vm.load_descriptor(&field.descriptor, class.loader)?;
    let info = class.file.as_ref().and_then(|f| f.fields.get(field.slot as usize));
    let signature = args::literal(vm, info.and_then(|i| i.signature.as_deref()))?;
    let annotations = args::byte_array(vm, info.and_then(|i| i.annotations.as_deref()))?;
    let name = vm.literal_str(&field.name)?;
    let (mirror, type_mirror) = (vm.mirror(class), vm.mirror(field_type));
    let is_record = class.file.as_ref().is_some_and(|f| f.record.is_some());
    let trusted = field.access & acc::FINAL != 0 && (field.is_static() || class.hidden || is_record);
    let made = Builder::new(vm, vm.known.reflect_field())?;
    made.set(vm, "clazz", mirror)?;
    made.set(vm, "slot", field.slot)?;
    made.set(vm, "name", name)?;
    made.set(vm, "type", type_mirror)?;
    made.set(vm, "modifiers", field.access & FIELD_MODIFIERS)?;
    made.set(vm, "trustedFinal", trusted)?;
    made.set(vm, "signature", signature)?;
    made.set(vm, "annotations", annotations)?;
    Ok(made.object)
}

/// What methods and constructors have in common.
fn fill_executable(vm: &mut Vm, made: &Builder, method: MethodRef, types: &Types) -> VmResult<()> {
    let info = method.info();
    let mirror = vm.mirror(method.class());
    let parameters = args::class_array(vm, &types.parameters)?;
    let exceptions = args::class_array(vm, &types.exceptions)?;
    let signature = args::literal(vm, info.and_then(|i| i.signature.as_deref()))?;
    let annotations = args::byte_array(vm, info.and_then(|i| i.annotations.as_deref()))?;
    let parameter_annotations = args::byte_array(vm, info.and_then(|i| i.parameter_annotations.as_deref()))?;
    made.set(vm, "clazz", mirror)?;
    made.set(vm, "slot", method.slot)?;
    made.set(vm, "parameterTypes", parameters)?;
    made.set(vm, "exceptionTypes", exceptions)?;
    made.set(vm, "modifiers", method.access & METHOD_MODIFIERS)?;
    made.set(vm, "signature", signature)?;
    made.set(vm, "annotations", annotations)?;
    made.set(vm, "parameterAnnotations", parameter_annotations)
}

/// The classes in a method's declaration.
struct Types {
    parameters: Vec<ClassRef>,
    returns: ClassRef,
    exceptions: Vec<ClassRef>,
}

/// Loads them, which comes before any object is made: loading can need several attempts.
fn types(vm: &mut Vm, method: MethodRef) -> VmResult<Types> {
    let loader = method.class().loader;
    let Some((parameters, returns)) = code::types(&method.descriptor) else {
        return Err(Trap::Internal(format!("{method:?} has a bad descriptor")));
    };
    let parameters = parameters.into_iter().map(|p| vm.load_descriptor(p, loader)).collect::<VmResult<_>>()?;
    let returns = vm.load_descriptor(returns, loader)?;
    let exceptions = method.info().map_or(&[][..], |info| &info.exceptions);
    let exceptions = exceptions.iter().map(|name| vm.load_referenced(name, loader)).collect::<VmResult<_>>()?;
    Ok(Types { parameters, returns, exceptions })
}

/// A `java.lang.reflect.Method`.
pub(super) fn new_method(vm: &mut Vm, method: MethodRef) -> VmResult<Ref> {
    let types = types(vm, method)?;
    let name = vm.literal_str(&method.name)?;
    let returns = vm.mirror(types.returns);
    let default = args::byte_array(vm, method.info().and_then(|i| i.annotation_default.as_deref()))?;
    let made = Builder::new(vm, vm.known.reflect_method())?;
    fill_executable(vm, &made, method, &types)?;
    made.set(vm, "name", name)?;
    made.set(vm, "returnType", returns)?;
    made.set(vm, "annotationDefault", default)?;
    Ok(made.object)
}

/// A `java.lang.reflect.Constructor`.
pub(super) fn new_constructor(vm: &mut Vm, method: MethodRef) -> VmResult<Ref> {
    let types = types(vm, method)?;
    let made = Builder::new(vm, vm.known.reflect_constructor())?;
    fill_executable(vm, &made, method, &types)?;
    Ok(made.object)
}

fn record_components(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let class = args::class(vm, args[0])?;
    let element = vm.load_boot("java/lang/reflect/RecordComponent")?;
    let components = class.file.as_ref().and_then(|f| f.record.as_deref()).unwrap_or_default();
    let mut objects = Vec::new();
    for component in components {
        let component_type = vm.load_descriptor(&component.desc, class.loader)?;
        let accessor =
            class.declared_method(&component.name, &format!("(){}", component.desc)).filter(|m| !m.is_static());
        let accessor = accessor.map_or(Ok(0), |method| new_method(vm, method))?;
        let name = vm.literal_str(&component.name)?;
        let signature = args::literal(vm, component.signature.as_deref())?;
        let annotations = args::byte_array(vm, component.annotations.as_deref())?;
        let type_annotations = args::byte_array(vm, component.type_annotations.as_deref())?;
        let (mirror, type_mirror) = (vm.mirror(class), vm.mirror(component_type));
        let made = Builder::new(vm, element)?;
        made.set(vm, "clazz", mirror)?;
        made.set(vm, "name", name)?;
        made.set(vm, "type", type_mirror)?;
        made.set(vm, "accessor", accessor)?;
        made.set(vm, "signature", signature)?;
        made.set(vm, "annotations", annotations)?;
        made.set(vm, "typeAnnotations", type_annotations)?;
        objects.push(made.object);
    }
    Ok(u64::from(vm.new_ref_array(element, &objects)?))
}

/// The `MethodParameters` of a method as `Parameter` objects; null when the class file has none.
fn parameters(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let method = method_of(vm, args[0])?;
    let Some(list) = method.info().and_then(|info| info.parameters.as_deref()) else { return Ok(0) };
    let file = method.class().file.as_ref();
    let element = vm.load_boot("java/lang/reflect/Parameter")?;
    let mut objects = Vec::new();
    for (index, &(name, flags)) in (0u32..).zip(list) {
        let name = match name {
            0 => 0,
            index => match file.and_then(|f| f.utf8(index)) {
                Some(name) => vm.literal_str(name)?,
                None => return raise("java/lang/IllegalArgumentException", "Wrong type at constant pool index"),
            },
        };
        let made = Builder::new(vm, element)?;
        made.set(vm, "name", name)?;
        made.set(vm, "modifiers", flags)?;
        made.set(vm, "executable", args[0])?;
        made.set(vm, "index", index)?;
        objects.push(made.object);
    }
    Ok(u64::from(vm.new_ref_array(element, &objects)?))
}

/// The declaring class and slot of a `Field`, `Method` or `Constructor` object.
fn member(vm: &Vm, object: u64) -> VmResult<(ClassRef, usize)> {
    let object = args::object(object)?;
    let class = vm.class_of(object);
    let known = [vm.known.reflect_field(), vm.known.reflect_method(), vm.known.reflect_constructor()];
    if !known.iter().any(|known| std::ptr::eq(class, *known)) {
        return no_member();
    }
    let clazz = vm.field(object, instance_field(class, "clazz")?.place);
    let slot = vm.field(object, instance_field(class, "slot")?.place);
    Ok((args::class(vm, clazz)?, slot as usize))
}

/// A guest can write to the objects of the reflection API.
fn no_member<T>() -> VmResult<T> {
    raise("java/lang/InternalError", "an object of the reflection API that describes nothing")
}

/// The field that a `java.lang.reflect.Field` describes.
pub(crate) fn field_of(vm: &Vm, object: u64) -> VmResult<FieldRef> {
    let (class, slot) = member(vm, object)?;
    class.fields.get(slot).copied().map_or_else(no_member, Ok)
}

/// The method that a `Method` or `Constructor` describes.
pub(crate) fn method_of(vm: &Vm, object: u64) -> VmResult<MethodRef> {
    let (class, slot) = member(vm, object)?;
    class.methods.get(slot).copied().map_or_else(no_member, Ok)
}
