//! `Throwable`, `StackTraceElement`, and the small natives of strings and access control.

use super::{Native, native, nothing, npe};
use crate::vm::classes::class::{ClassRef, MethodRef, acc};
use crate::vm::classes::known;
use crate::vm::memory::layout::Ref;
use crate::vm::{Vm, VmResult, raise};

const ELEMENT: &str = "java/lang/StackTraceElement";
const ACCESS: &str = "java/security/AccessController";

/// Line numbers that stand for something else.
const NO_LINE: i32 = -1;
const NATIVE_LINE: i32 = -2;

pub(super) static NATIVES: &[Native] = &[
    native("java/lang/Throwable", "fillInStackTrace", "(I)Ljava/lang/Throwable;", |vm, args| {
        vm.fill_in_stack_trace(args[0] as Ref)?;
        Ok(args[0])
    }),
    native(ELEMENT, "initStackTraceElements", "", init_elements),
    native(ELEMENT, "initStackTraceElement", "", init_element),
    native("java/lang/NullPointerException", "getExtendedNPEMessage", "", |vm, args| {
        let top = vm.backtrace(args[0] as Ref).first().copied();
        let message = top.and_then(|(method, pc)| {
            let bci = *method.code.get()?.pcs.get(pc as usize)?;
            npe::message(method, bci)
        });
        match message {
            Some(text) => Ok(u64::from(vm.new_string(&text)?)),
            None => Ok(0),
        }
    }),
    native("java/lang/String", "intern", "", |vm, args| {
        let units = vm.string_units(args[0] as Ref);
        Ok(u64::from(vm.literal(&units)?))
    }),
    native("java/lang/StringUTF16", "isBigEndian", "", nothing),
    native("java/lang/SecurityManager", "getClassContext", "", |vm, _| {
        let frames = vm.frames(vm.tid);
        let classes: Vec<ClassRef> = frames.iter().skip(1).map(|(frame, _)| vm.frame_method(*frame).class()).collect();
        Ok(u64::from(super::args::class_array(vm, &classes)?))
    }),
    native(ACCESS, "getStackAccessControlContext", "", nothing),
    native(ACCESS, "getInheritedAccessControlContext", "", nothing),
    native(ACCESS, "getProtectionDomain", "", nothing),
    native(ACCESS, "ensureMaterializedForStackWalk", "", nothing),
];

/// The line of a bytecode address, or what stands for it.
fn line_of(method: MethodRef, bci: u16) -> i32 {
    if method.access & acc::NATIVE != 0 {
        return NATIVE_LINE;
    }
    let Some(code) = method.info().and_then(|info| info.code.as_ref()) else { return NO_LINE };
    let before = code.lines.iter().filter(|(start, _)| *start <= bci);
    before.max_by_key(|(start, _)| *start).map_or(NO_LINE, |(_, line)| i32::from(*line))
}

fn init_elements(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (elements, source) = (args[0] as Ref, args[1] as Ref);
    if elements == 0 || source == 0 {
        return raise("java/lang/NullPointerException", "");
    }
    // Older JDKs hand over the throwable, later ones its backtrace, as any object: a guest that calls by reflection can hand over what it likes.
    let is_throwable = vm.class_of(source).is_subclass_of(vm.known.throwable());
    let trace = if is_throwable { vm.backtrace(source) } else { vm.backtrace_in(source) };
    if trace.len() != vm.array_len(elements) as usize {
        return raise("java/lang/IndexOutOfBoundsException", "");
    }
    for (i, (method, pc)) in (0u32..).zip(trace) {
        let element = vm.array_ref(elements, i);
        if element == 0 {
            return raise("java/lang/NullPointerException", "");
        }
        fill_element(vm, element, method, bci_of(method, pc))?;
    }
    Ok(0)
}

/// The stacks of threads: an array of traces, null for threads that do not live. Unlike exceptions they show hidden frames.
pub(super) fn dump_threads(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let threads = args[0] as Ref;
    if threads == 0 {
        return raise("java/lang/NullPointerException", "");
    }
    let element = vm.known.stack_trace_element();
    let traces_class = vm.array_of(element)?;
    let class = vm.array_of(traces_class)?;
    let traces = vm.new_array(class, vm.array_len(threads) as i32)?;
    for i in 0..vm.array_len(threads) {
        let thread = vm.array_ref(threads, i);
        let Some(tid) = (thread != 0 && vm.is_alive(thread)).then(|| vm.tid_of(thread)).flatten() else { continue };
        let trace = stack_of(vm, tid)?;
        vm.set_array_ref(traces, i, trace);
    }
    Ok(u64::from(traces))
}

/// The stack of a thread, or null when it does not live.
pub(super) fn dump_thread(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    match vm.tid_of(args[0] as Ref) {
        Some(tid) => stack_of(vm, tid).map(u64::from),
        None => Ok(0),
    }
}

fn stack_of(vm: &mut Vm, tid: u32) -> VmResult<Ref> {
    stack_to(vm, tid, usize::MAX)
}

/// The innermost frames of a thread's stack.
pub(super) fn stack_to(vm: &mut Vm, tid: u32, depth: usize) -> VmResult<Ref> {
    let element = vm.known.stack_trace_element();
    let class = vm.array_of(element)?;
    let mut frames = vm.frames(tid);
    frames.truncate(depth);
    let trace = vm.new_array(class, frames.len() as i32)?;
    for (at, (frame, pc)) in (0u32..).zip(frames) {
        let method = vm.frame_method(frame);
        let object = vm.new_object(element)?;
        vm.set_array_ref(trace, at, object);
        fill_element(vm, object, method, bci_of(method, pc))?;
    }
    Ok(trace)
}

/// The bytecode address of an instruction.
fn bci_of(method: MethodRef, pc: u32) -> u16 {
    method.code.get().and_then(|code| code.pcs.get(pc as usize)).copied().unwrap_or(0)
}

/// From a `StackFrameInfo`, whose `MemberName` holds the method's number (see `stack_walk`).
fn init_element(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (element, info) = (args[0] as Ref, args[1] as Ref);
    if element == 0 || info == 0 {
        return raise("java/lang/NullPointerException", "");
    }
    let Some((method, bci)) = super::stack_walk::frame_of(vm, info)? else {
        return raise("java/lang/InternalError", "a StackFrameInfo that no stack walk has filled");
    };
    fill_element(vm, element, method, bci)?;
    Ok(0)
}

fn fill_element(vm: &mut Vm, element: Ref, method: MethodRef, bci: u16) -> VmResult<()> {
    let class = method.class();
    let element_class = vm.known.stack_trace_element();
    let place = |name: &str| known::instance_field(element_class, name).map(|field| field.place);
    let mirror = vm.mirror(class);
    vm.set_ref_field(element, place("declaringClassObject")?, mirror);
    let text = vm.literal_str(&class.java_name())?;
    vm.set_ref_field(element, place("declaringClass")?, text);
    let text = vm.literal_str(&method.name)?;
    vm.set_ref_field(element, place("methodName")?, text);
    if class.loader != 0 {
        let name = vm.ref_field(class.loader, vm.known.loader_name);
        vm.set_ref_field(element, place("classLoaderName")?, name);
    }
    let module = vm.ref_field(mirror, vm.known.class_module);
    if module != 0 {
        let name = vm.ref_field(module, vm.known.module_name);
        if name != 0 {
            vm.set_ref_field(element, place("moduleName")?, name);
            let version = module_version(vm, module);
            vm.set_ref_field(element, place("moduleVersion")?, version);
        }
    }
    let mut line = line_of(method, bci);
    match method.code_class().file.as_ref().and_then(|file| file.source_file.clone()) {
        Some(file) => {
            let text = vm.literal_str(&file)?;
            vm.set_ref_field(element, place("fileName")?, text);
        }
        None if line != NATIVE_LINE => line = NO_LINE,
        None => {}
    }
    vm.set(element + place("lineNumber")?, u64::from(line as u32));
    Ok(())
}

/// The version string of a named module, or null.
fn module_version(vm: &Vm, module: Ref) -> Ref {
    let field = |object: Ref, name: &str| {
        vm.class_of(object).field_named(name).filter(|f| !f.is_static()).map_or(0, |f| vm.ref_field(object, f.place))
    };
    let descriptor = field(module, "descriptor");
    if descriptor == 0 {
        return 0;
    }
    match (field(descriptor, "rawVersionString"), field(descriptor, "version")) {
        (0, 0) => 0,
        (0, version) => field(version, "version"),
        (raw, _) => raw,
    }
}
