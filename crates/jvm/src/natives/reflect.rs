//! Reflective calls: `Method.invoke` and `Constructor.newInstance` by way of the library's native accessors, and the
//! question who called.
//!
//! The library would replace a native accessor by a generated class after 15 calls; here the native ones serve for ever.

use super::args;
use super::boxing::{self, mismatch, unbox_as};
use super::reflect_data::{method_of, parameter_types};
use super::{Native, Seen, native, visible};
use crate::class::{ClassRef, Kind, MethodRef, Shape, acc};
use crate::known::instance_field;
use crate::layout::Ref;
use crate::resolve::describe;
use crate::vm::{Run, Trap, Vm, raise};

const REFLECTION: &str = "jdk/internal/reflect/Reflection";

pub(super) static NATIVES: &[Native] = &[
    native(REFLECTION, "getCallerClass", "()Ljava/lang/Class;", |vm, _| {
        let caller = caller_class(vm)?;
        Ok(caller.map_or(0, |class| u64::from(vm.mirror(class))))
    }),
    visible("jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0", "", pending, invoke).catching(),
    visible("jdk/internal/reflect/NativeConstructorAccessorImpl", "newInstance0", "", pending, new_instance).catching(),
    native("jdk/internal/reflect/ReflectionFactory", "inflationThreshold", "", |_, _| Ok(i32::MAX as u64)),
];

/// The class of the caller of the `@CallerSensitive` method that called `getCallerClass`; reflection's own frames do not
/// count.
fn caller_class(vm: &mut Vm) -> Run<Option<ClassRef>> {
    let accessor = vm.load_boot("jdk/internal/reflect/MethodAccessorImpl")?;
    let frames = vm.frames(vm.tid);
    let mut methods = frames.iter().map(|(frame, _)| vm.frame_method(*frame)).skip(1);
    if !methods.next().is_some_and(|method| method.caller_sensitive) {
        return raise("java/lang/InternalError", "CallerSensitive annotation expected at frame 1");
    }
    let is_plumbing = |method: &MethodRef| {
        let class = method.class();
        (&*method.name == "invoke" && std::ptr::eq(class, vm.known.reflect_method()))
            || class.is_subclass_of(accessor)
            || (method.hidden && class.loader == 0 && class.package() == "java/lang/invoke")
    };
    Ok(methods.find(|method| !is_plumbing(method)).map(|method| method.class()))
}

/// A reflective call is visible only while another thread initialises the class.
fn pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let method = method_of(vm, args[0]).ok()?;
    if vm.asked_phase() == 0 { vm.see_initializer(vm.asked_thread(), method.class()) } else { None }
}

/// `invoke0(method, receiver, arguments)`. Phase 1: the call is done. Phase 2: its result must be boxed. Phase 3: it is.
fn invoke(vm: &mut Vm, args: &[u64]) -> Run<u64> {
    let method = method_of(vm, args[0])?;
    match vm.phase() {
        0 => {
            let class = method.class();
            vm.initialize(class)?;
            let target = select(vm, method, args[1] as Ref)?;
            let mut values = Vec::with_capacity(target.args as usize);
            if !method.is_static() {
                values.push(args[1]);
            }
            arguments(vm, args[0] as Ref, args[2] as Ref, &mut values)?;
            forget_count(vm);
            Err(Trap::Call(target, values))
        }
        1 => {
            if let Some(exception) = vm.caught() {
                return Err(Trap::Throw(invocation_target(vm, exception)?));
            }
            let result = vm.call_result();
            match method.returns {
                Kind::Void => Ok(0),
                Kind::Reference => Ok(result),
                kind => {
                    // The wrapper's initialiser may run first, where the result lies.
                    vm.set_scratch(0, result);
                    vm.set_phase(2);
                    box_result(vm, kind)
                }
            }
        }
        2 => box_result(vm, method.returns),
        _ => finish(vm),
    }
}

/// The calling accessor counts its calls, to be replaced in time. That never happens here, and the count would make every
/// state of a loop a new one.
fn forget_count(vm: &mut Vm) {
    let (caller, _) = vm.caller(vm.frame);
    if caller == 0 || vm.frame_method(caller).class().package() != "jdk/internal/reflect" {
        return;
    }
    let accessor = vm.get(vm.frame_locals(caller)) as Ref;
    if let Some(count) = vm.class_of(accessor).field_named("numInvocations").filter(|_| accessor != 0) {
        vm.set(accessor + count.place, 0);
    }
}

fn box_result(vm: &mut Vm, kind: Kind) -> Run<u64> {
    let value_of = boxing::value_of(vm, kind)?;
    Err(Trap::Call(value_of, vec![vm.scratch(0)]))
}

fn finish(vm: &mut Vm) -> Run<u64> {
    match vm.caught() {
        Some(exception) => Err(Trap::Throw(exception)),
        None => Ok(vm.call_result()),
    }
}

/// The method that a reflective call runs on this receiver.
fn select(vm: &mut Vm, method: MethodRef, receiver: Ref) -> Run<MethodRef> {
    if method.is_static() {
        return Ok(method);
    }
    if receiver == 0 {
        return args::null();
    }
    let class = vm.class_of(receiver);
    if !class.is_subclass_of(method.class()) {
        return raise("java/lang/IllegalArgumentException", "object is not an instance of declaring class");
    }
    if method.access & acc::PRIVATE != 0 {
        return Ok(method);
    }
    let target = if method.class().is_interface() {
        match class.itable.get(method.selector) {
            Some(target) => target,
            None => match vm.select_interface_method(class, method) {
                Err(trap) => return Err(wrapped(vm, trap)),
                Ok(target) => target,
            },
        }
    } else {
        method.vtable_index.get().and_then(|at| class.vtable.get(*at as usize)).copied().unwrap_or(method)
    };
    if target.access & acc::ABSTRACT != 0 {
        return Err(wrapped(vm, Trap::Raise("java/lang/AbstractMethodError", format!("'{}'", describe(target)))));
    }
    Ok(target)
}

/// An exception that counts as thrown by the target.
fn wrapped(vm: &mut Vm, trap: Trap) -> Trap {
    match vm.materialize(trap) {
        Trap::Throw(exception) => invocation_target(vm, exception).map_or_else(|trap| trap, Trap::Throw),
        trap => trap,
    }
}

/// Unboxes and checks the arguments of a reflective call.
fn arguments(vm: &Vm, executable: Ref, array: Ref, values: &mut Vec<u64>) -> Run<()> {
    let types = parameter_types(vm, executable)?;
    let given = if array == 0 { 0 } else { vm.array_len(array) };
    if types.len() != given as usize {
        return raise("java/lang/IllegalArgumentException", "wrong number of arguments");
    }
    for (i, class) in (0u32..).zip(types) {
        let value = vm.array_ref(array, i);
        values.push(match class.primitive() {
            Some(kind) => unbox_as(vm, value, kind)?,
            None if value != 0 && !vm.class_of(value).is_subclass_of(class) => return mismatch(),
            None => u64::from(value),
        });
    }
    Ok(())
}

/// `newInstance0(constructor, arguments)`.
fn new_instance(vm: &mut Vm, args: &[u64]) -> Run<u64> {
    if vm.phase() > 0 {
        return match vm.caught() {
            Some(exception) => Err(Trap::Throw(invocation_target(vm, exception)?)),
            None => Ok(vm.scratch(0)),
        };
    }
    let constructor = method_of(vm, args[0])?;
    let class = constructor.class();
    if class.access & (acc::ABSTRACT | acc::INTERFACE) != 0 || !matches!(class.shape, Shape::Instance) {
        return raise("java/lang/InstantiationException", class.java_name());
    }
    vm.initialize(class)?;
    let mut values = vec![0];
    arguments(vm, args[0] as Ref, args[1] as Ref, &mut values)?;
    let object = u64::from(vm.new_object(class)?);
    vm.set_scratch(0, object);
    values[0] = object;
    forget_count(vm);
    Err(Trap::Call(constructor, values))
}

/// An `InvocationTargetException` around what the target threw.
fn invocation_target(vm: &mut Vm, exception: Ref) -> Run<Ref> {
    let class = vm.load_boot("java/lang/reflect/InvocationTargetException")?;
    let made = vm.make_exception(class, "")?;
    // Its constructor says that there is no cause: `getCause` is overridden.
    vm.set(made + vm.known.throwable_cause, 0);
    vm.set(made + instance_field(class, "target")?.place, u64::from(exception));
    Ok(made)
}
