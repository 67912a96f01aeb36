//! The natives of `sun.instrument.InstrumentationImpl`; what they do is in `agents`.

use deadheat_machine::NeedKind;

use super::args;
use super::{Native, native};
use crate::vm::agents::{IMPLEMENTATION, elements};
use crate::vm::classes::class::{Class, ClassRef, Kind, Shape, acc};
use crate::vm::classes::known::instance_field;
use crate::vm::memory::layout::Ref;
use crate::vm::{Vm, VmResult, raise};

/// What attaches to other processes, or to its own.
const ATTACH: &str = "sun/tools/attach/VirtualMachineImpl";
const NO_ATTACH: &str = "attaching is refused under deadheat: start the agent with -javaagent:JAR";

pub(super) static NATIVES: &[Native] = &[
    native(IMPLEMENTATION, "isModifiableClass0", "", |vm, args| {
        let class = args::class(vm, args[2])?;
        Ok(u64::from(vm.is_modifiable(class)))
    }),
    native(IMPLEMENTATION, "isRetransformClassesSupported0", "", |vm, args| {
        vm.agent(args[1]).map(|(_, agent)| u64::from(agent.can_retransform))
    }),
    native(IMPLEMENTATION, "setHasTransformers", "", |vm, args| set_transformers(vm, args, false)),
    native(IMPLEMENTATION, "setHasRetransformableTransformers", "", |vm, args| set_transformers(vm, args, true)),
    native(IMPLEMENTATION, "retransformClasses0", "", |vm, args| {
        let classes = elements(vm, args::object(args[2])?).into_iter();
        let classes = classes.map(|class| args::class(vm, u64::from(class))).collect::<VmResult<Vec<_>>>()?;
        vm.redefine(&classes, None)
    }),
    native(IMPLEMENTATION, "redefineClasses0", "", redefine_classes),
    native(IMPLEMENTATION, "getAllLoadedClasses0", "", |vm, _| {
        let classes = loaded_classes(vm, |_| true);
        args::class_array(vm, &classes).map(u64::from)
    }),
    native(IMPLEMENTATION, "getInitiatedClasses0", "", |vm, args| {
        let loader = args[2] as Ref;
        let classes =
            loaded_classes(vm, |class| vm.loaded(&class.name, loader).is_some_and(|known| known.id == class.id));
        args::class_array(vm, &classes).map(u64::from)
    }),
    native(IMPLEMENTATION, "getObjectSize0", "", |vm, args| {
        let object = args::object(args[2])?;
        Ok(object_size(vm, object))
    }),
    native(IMPLEMENTATION, "appendToClassLoaderSearch0", "", |vm, args| {
        let (path, to_boot) = (args::text(vm, args[2])?, args[3] != 0);
        if vm.phase() > 0 {
            return Ok(0);
        }
        vm.append(&path, to_boot)?;
        if to_boot { Ok(0) } else { Err(vm.call_appender(&path)?) }
    }),
    native(IMPLEMENTATION, "setNativeMethodPrefixes", "", |_, _| {
        raise("java/lang/UnsupportedOperationException", "native methods are deadheat's own, and have no prefixes")
    }),
    native(ATTACH, "sendQuitTo", "", |_, _| raise("java/io/IOException", NO_ATTACH)).refusing(NeedKind::NativeMethod),
];

fn set_transformers(vm: &mut Vm, args: &[u64], retransformers: bool) -> VmResult<u64> {
    let (agent, _) = vm.agent(args[1])?;
    vm.set_transformers(agent, retransformers, args[2] != 0)?;
    Ok(0)
}

/// (this, agent, definitions)
fn redefine_classes(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let mut classes: Vec<ClassRef> = Vec::new();
    let mut given = Vec::new();
    for definition in elements(vm, args::object(args[2])?) {
        let definition = args::object(u64::from(definition))?;
        let kind = vm.class_of(definition);
        let (class, bytes) = (instance_field(kind, "mClass")?.place, instance_field(kind, "mClassFile")?.place);
        classes.push(args::class(vm, vm.field(definition, class))?);
        given.push(vm.ref_field(definition, bytes));
    }
    vm.redefine(&classes, Some(&given))
}

/// The classes that are loaded on this path and fit, in an order that does not depend on other paths.
fn loaded_classes(vm: &Vm, fits: impl Fn(ClassRef) -> bool) -> Vec<ClassRef> {
    let is_loaded = |class: &Class| {
        vm.get(class.mirror) != 0 && class.version_of.is_none() && !matches!(class.shape, Shape::Primitive(_))
    };
    let mut classes: Vec<ClassRef> = vm.classes.iter().filter(|class| is_loaded(class) && fits(class)).collect();
    let tables = vm.shared.registry.lock();
    classes.sort_by_cached_key(|class| (class.name.clone(), tables.label(class.loader)));
    classes
}

/// The bytes that HotSpot would take for an object: a header of 12 bytes, or 16 for arrays, fields without gaps, all in units of 8.
fn object_size(vm: &Vm, object: Ref) -> u64 {
    let class = vm.class_of(object);
    let bytes = match class.shape {
        Shape::Array(kind, _) => 16 + u64::from(vm.array_len(object)) * field_size(kind),
        _ => {
            let all = std::iter::successors(Some(class), |class| class.super_class);
            let fields = all.flat_map(|class| &class.fields).filter(|field| field.access & acc::STATIC == 0);
            let sizes: Vec<u64> = fields.map(|field| field_size(field.kind)).collect();
            // Only numbers of 8 bytes must not begin behind the header.
            let gap = if sizes.contains(&8) && !sizes.iter().any(|size| *size < 8) { 4 } else { 0 };
            12 + gap + sizes.iter().sum::<u64>()
        }
    };
    bytes.next_multiple_of(8)
}

fn field_size(kind: Kind) -> u64 {
    if kind == Kind::Reference { 4 } else { 1 << kind.shift() }
}
