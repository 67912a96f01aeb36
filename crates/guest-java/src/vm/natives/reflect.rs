//! Reflective calls: `Method.invoke` and `Constructor.newInstance` by way of the library's native accessors, and the
//! question which method called.
//!
//! The library would replace a native accessor by a generated class after 15 calls; here the native ones serve for ever.
//! Later JDKs have accessors of method handles, whose making would be hundreds of operations that threads can meet at. Here
//! these accessors have no handle: what would call it (`invokeImpl`) is ours, and the Java code around it is the library's, so
//! that exceptions look as they should.

use super::args;
use super::boxing::{self, mismatch, unbox_as};
use super::reflect_data::{field_of, method_of};
use super::{Native, Seen, native, visible};
use crate::vm::classes::class::{ClassRef, FieldRef, Kind, MethodRef, Shape, acc};
use crate::vm::classes::known::{instance_field, method};
use crate::vm::classes::resolve::describe;
use crate::vm::memory::layout::Ref;
use crate::vm::{Trap, Vm, VmResult, raise};

const REFLECTION: &str = "jdk/internal/reflect/Reflection";
const HANDLES: &str = "jdk/internal/reflect/MethodHandleAccessorFactory";
const BY_HANDLE: &str = "jdk/internal/reflect/DirectMethodHandleAccessor";
const NEW_BY_HANDLE: &str = "jdk/internal/reflect/DirectConstructorHandleAccessor";

pub(super) static NATIVES: &[Native] = &[
    native(REFLECTION, "getCallerClass", "()Ljava/lang/Class;", |vm, _| {
        let caller = caller_class(vm)?;
        Ok(caller.map_or(0, |class| u64::from(vm.mirror(class))))
    }),
    visible("jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0", "", pending, invoke).catching(),
    visible("jdk/internal/reflect/NativeConstructorAccessorImpl", "newInstance0", "", pending, new_instance).catching(),
    native("jdk/internal/reflect/ReflectionFactory", "inflationThreshold", "", |_, _| Ok(i32::MAX as u64)),
    native(HANDLES, "getDirectMethod", "", |_, args| Ok(args[0])),
    // The caller is seen without help: reflection's own frames don't count.
    native(HANDLES, "findCallerSensitiveAdapter", "", |_, args| Ok(args[0])),
    visible(HANDLES, "newConstructorAccessor", "", pending, new_constructor_accessor),
    native(HANDLES, "newSerializableConstructorAccessor", "", new_serial_accessor),
    visible(BY_HANDLE, "invokeImpl", "", handle_pending, |vm, args| {
        let method = executable(vm, args[0])?;
        invoke_with(vm, method, args[1] as Ref, args[2] as Ref, Complaints::OfHandles)
    }),
    visible(NEW_BY_HANDLE, "invokeImpl", "([Ljava/lang/Object;)Ljava/lang/Object;", handle_pending, |vm, args| {
        let constructor = executable(vm, args[0])?;
        let made = made_for_serialization(vm, args[0])?;
        new_instance_with(vm, constructor, made, args[1] as Ref, Complaints::OfHandles)
    }),
    native("jdk/internal/reflect/FieldAccessorImpl", "ensureObj", "", ensure_object),
];

/// How wrong arguments are complained about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Complaints {
    /// As by HotSpot's own reflective call.
    OfNatives,
    /// As by the conversions of a method handle; the accessor makes of it what the user sees.
    OfHandles,
}

/// The `Method` or `Constructor` that an accessor keeps where its handle would be.
fn executable(vm: &Vm, accessor: u64) -> VmResult<u64> {
    let target = target(vm, accessor)?;
    Ok(if is_pair(vm, target) { vm.array_ref(target, 1).into() } else { target.into() })
}

fn target(vm: &Vm, accessor: u64) -> VmResult<Ref> {
    let accessor = accessor as Ref;
    Ok(vm.ref_field(accessor, instance_field(vm.class_of(accessor), "target")?.place))
}

/// Whether the target is what [`new_serial_accessor`] has made: a class, and a constructor of one above it.
fn is_pair(vm: &Vm, target: Ref) -> bool {
    target != 0 && vm.class_of(target).component().is_some_and(|c| std::ptr::eq(c, vm.known.object()))
}

/// The class whose objects an accessor makes for deserialisation, by the constructor of one above it.
fn made_for_serialization(vm: &Vm, accessor: u64) -> VmResult<Option<ClassRef>> {
    let target = target(vm, accessor)?;
    Ok(if is_pair(vm, target) { vm.class_of_mirror(vm.array_ref(target, 0)) } else { None })
}

/// `newSerializableConstructorAccessor(class, constructor)`, of JDK 25.
fn new_serial_accessor(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if vm.phase() > 0 {
        return Ok(vm.call_result());
    }
    let (made, above) = (args::class(vm, args[0])?, method_of(vm, args[1])?.class());
    if !made.is_subclass_of(above) {
        let message = format!("{} is not a superclass of {}", above.java_name(), made.java_name());
        return raise("java/lang/UnsupportedOperationException", message);
    }
    vm.initialize(made)?;
    let pair = vm.new_ref_array(vm.known.object(), &[args[0] as Ref, args[1] as Ref])?;
    call_accessor_maker(vm, args[1], pair.into())
}

fn handle_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    pending(vm, &[executable(vm, args[0]).ok()?])
}

fn new_constructor_accessor(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if vm.phase() > 0 {
        return Ok(vm.call_result());
    }
    let class = method_of(vm, args[0])?.class();
    vm.initialize(class)?;
    call_accessor_maker(vm, args[0], args[0])
}

/// Has the library make an accessor of a constructor, with a target that is ours.
fn call_accessor_maker(vm: &mut Vm, constructor: u64, target: u64) -> VmResult<u64> {
    let accessor = vm.load_boot(NEW_BY_HANDLE)?;
    vm.initialize(accessor)?;
    let make = accessor.methods.iter().copied().find(|method| &*method.name == "constructorAccessor");
    let Some(make) = make else { return Err(Trap::Internal("this JDK's constructor accessors are unknown".into())) };
    Err(Trap::Call(make, vec![constructor, target]))
}

/// Checks the receiver of a reflective field access, with the words that an accessor of method handles would use.
fn ensure_object(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if vm.phase() > 0 {
        return Ok(0);
    }
    let (accessor, object) = (args[0] as Ref, args::object(args[1])?);
    let place = instance_field(vm.class_of(accessor), "field")?.place;
    let field = field_of(vm, vm.field(accessor, place))?;
    let class = vm.class_of(object);
    if class.is_subclass_of(field.class()) {
        return Ok(0);
    }
    let (caller, _) = vm.caller(vm.frame);
    if caller != 0 && vm.frame_method(caller).name.starts_with("get") {
        let ty = crate::vm::exec::interp::source_type(&field.descriptor);
        let (owner, name) = (field.class().java_name(), &field.name);
        let message = format!("Can not get {}{ty} field {owner}.{name} on {}", qualifiers(field), class.java_name());
        return raise("java/lang/IllegalArgumentException", message);
    }
    let refuse = method(vm.class_of(accessor), "throwSetIllegalArgumentException", "(Ljava/lang/Object;)V")?;
    Err(Trap::Call(refuse, vec![args[0], args[1]]))
}

/// The modifiers of a field as the library's messages have them.
fn qualifiers(field: FieldRef) -> &'static str {
    match (field.is_static(), field.access & acc::FINAL != 0) {
        (true, true) => "static final ",
        (true, false) => "static ",
        (false, true) => "final ",
        (false, false) => "",
    }
}

/// The class of the caller of the `@CallerSensitive` method that called `getCallerClass`; reflection's own frames do not
/// count.
fn caller_class(vm: &mut Vm) -> VmResult<Option<ClassRef>> {
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
fn invoke(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    invoke_with(vm, args[0], args[1] as Ref, args[2] as Ref, Complaints::OfNatives)
}

fn invoke_with(vm: &mut Vm, executable: u64, receiver: Ref, array: Ref, complaints: Complaints) -> VmResult<u64> {
    let method = method_of(vm, executable)?;
    match vm.phase() {
        0 => {
            let class = method.class();
            vm.initialize(class)?;
            let target = match select(vm, method, receiver) {
                Err(Refusal::OfTarget(trap)) if complaints == Complaints::OfNatives => return Err(wrapped(vm, trap)),
                Err(Refusal::OfTarget(trap) | Refusal::OfCall(trap)) => return Err(trap),
                Ok(target) => target,
            };
            let mut values = Vec::with_capacity(target.args as usize);
            if !method.is_static() {
                values.push(u64::from(receiver));
            }
            arguments(vm, method, array, &mut values, complaints)?;
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

fn box_result(vm: &mut Vm, kind: Kind) -> VmResult<u64> {
    let value_of = boxing::value_of(vm, kind)?;
    Err(Trap::Call(value_of, vec![vm.scratch(0)]))
}

fn finish(vm: &mut Vm) -> VmResult<u64> {
    match vm.caught() {
        Some(exception) => Err(Trap::Throw(exception)),
        None => Ok(vm.call_result()),
    }
}

/// Why there is no method to call.
enum Refusal {
    /// The call is wrong.
    OfCall(Trap),
    /// The exception counts as thrown by the target.
    OfTarget(Trap),
}

/// The method that a reflective call runs on this receiver.
fn select(vm: &mut Vm, method: MethodRef, receiver: Ref) -> Result<MethodRef, Refusal> {
    if method.is_static() {
        return Ok(method);
    }
    if receiver == 0 {
        return args::null().map_err(Refusal::OfCall);
    }
    let class = vm.class_of(receiver);
    if !class.is_subclass_of(method.class()) {
        let message = "object is not an instance of declaring class";
        return raise("java/lang/IllegalArgumentException", message).map_err(Refusal::OfCall);
    }
    if method.access & acc::PRIVATE != 0 {
        return Ok(method);
    }
    let target = if method.class().is_interface() {
        match class.itable.get(method.selector) {
            Some(target) => target,
            None => vm.select_interface_method(class, method).map_err(Refusal::OfTarget)?,
        }
    } else {
        method.vtable_index.get().and_then(|at| class.vtable.get(*at as usize)).copied().unwrap_or(method)
    };
    if target.access & acc::ABSTRACT != 0 {
        let message = format!("'{}'", describe(target));
        return raise("java/lang/AbstractMethodError", message).map_err(Refusal::OfTarget);
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
fn arguments(
    vm: &mut Vm,
    method: MethodRef,
    array: Ref,
    values: &mut Vec<u64>,
    complaints: Complaints,
) -> VmResult<()> {
    let given = if array == 0 { 0 } else { vm.array_len(array) };
    if method.params.len() != given as usize {
        return raise("java/lang/IllegalArgumentException", "wrong number of arguments");
    }
    for i in 0..given {
        let class = vm.parameter_class(method, i as usize)?;
        let value = vm.array_ref(array, i);
        let converted = match class.primitive() {
            Some(kind) => unbox_as(vm, value, kind),
            None if value != 0 && !vm.class_of(value).is_subclass_of(class) => mismatch(),
            None => Ok(u64::from(value)),
        };
        values.push(match converted {
            Err(_) if complaints == Complaints::OfHandles => return unconverted(vm, value, class),
            converted => converted?,
        });
    }
    Ok(())
}

/// What a method handle throws for an argument that it cannot convert.
fn unconverted(vm: &Vm, value: Ref, to: ClassRef) -> VmResult<()> {
    if value != 0 {
        let message = format!("Cannot cast {} to {}", vm.class_of(value).java_name(), to.java_name());
        return raise("java/lang/ClassCastException", message);
    }
    let getter = match to.primitive() {
        Some(kind) if !matches!(kind, Kind::Boolean | Kind::Char) => kind.keyword(),
        _ => "int",
    };
    let source = "sun.invoke.util.ValueConversions.primitiveConversion(sun.invoke.util.Wrapper, Object, boolean)";
    let message =
        format!("Cannot invoke \"java.lang.Number.{getter}Value()\" because the return value of \"{source}\" is null");
    raise("java/lang/NullPointerException", message)
}

/// `newInstance0(constructor, arguments)`.
fn new_instance(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    new_instance_with(vm, args[0], None, args[1] as Ref, Complaints::OfNatives)
}

/// Makes an object of the constructor's class, or of one below it.
fn new_instance_with(
    vm: &mut Vm,
    executable: u64,
    below: Option<ClassRef>,
    array: Ref,
    complaints: Complaints,
) -> VmResult<u64> {
    if vm.phase() > 0 {
        return match vm.caught() {
            Some(exception) => Err(Trap::Throw(invocation_target(vm, exception)?)),
            None => Ok(vm.scratch(0)),
        };
    }
    let constructor = method_of(vm, executable)?;
    let class = below.filter(|below| below.is_subclass_of(constructor.class())).unwrap_or(constructor.class());
    if &*constructor.name != "<init>" {
        return raise("java/lang/InternalError", "not a constructor");
    }
    if std::ptr::eq(class, vm.known.class()) {
        return raise("java/lang/IllegalAccessException", class.java_name());
    }
    if class.access & (acc::ABSTRACT | acc::INTERFACE) != 0 || !matches!(class.shape, Shape::Instance) {
        return raise("java/lang/InstantiationException", class.java_name());
    }
    vm.initialize(class)?;
    let mut values = vec![0];
    arguments(vm, constructor, array, &mut values, complaints)?;
    let object = u64::from(vm.new_object(class)?);
    vm.set_scratch(0, object);
    values[0] = object;
    forget_count(vm);
    Err(Trap::Call(constructor, values))
}

/// An `InvocationTargetException` around what the target threw.
fn invocation_target(vm: &mut Vm, exception: Ref) -> VmResult<Ref> {
    let class = vm.load_boot("java/lang/reflect/InvocationTargetException")?;
    let made = vm.make_exception(class, "")?;
    // Its constructor says that there is no cause: `getCause` is overridden.
    vm.set(made + vm.known.throwable_cause, 0);
    vm.set(made + instance_field(class, "target")?.place, u64::from(exception));
    Ok(made)
}
