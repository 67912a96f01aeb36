//! What an instruction may call.

use std::sync::atomic::Ordering;

use super::bytecode::{Instruction, opcode};
use crate::classfile::{ClassFile, Constant};
use crate::vm::classes::class::{ClassRef, MethodRef};
use crate::vm::exec::op;
use crate::vm::registry::Tables;

/// A call, as an instruction names it. The method entered has the selector, and is …
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// … the class's own or inherited by it: (class, selector).
    Exact(u32, u32),
    /// … that of an instance of the class: (class, selector).
    Virtual(u32, u32),
}

impl Call {
    /// The selector.
    pub fn selector(self) -> u32 {
        let (Self::Exact(_, selector) | Self::Virtual(_, selector)) = self;
        selector
    }
}

/// What an instruction may call.
pub enum Effect {
    /// These.
    Calls([Option<Call>; 3]),
    /// Cannot say.
    Anything,
}

impl Effect {
    /// No calls.
    pub const NONE: Effect = Effect::Calls([None; 3]);

    fn call(call: Option<Call>) -> Effect {
        Effect::Calls([call, None, None])
    }
}

/// Selectors of methods that are called without being named.
pub struct Unnamed {
    object: u32,
    clinit: Option<u32>,
    to_string: Option<u32>,
    hash_code: Option<u32>,
    equals: Option<u32>,
}

impl Unnamed {
    /// Looks them up.
    pub fn new(tables: &Tables, object: ClassRef) -> Unnamed {
        Unnamed {
            object: object.id,
            clinit: tables.find_selector("<clinit>", "()V"),
            to_string: tables.find_selector("toString", "()Ljava/lang/String;"),
            hash_code: tables.find_selector("hashCode", "()I"),
            equals: tables.find_selector("equals", "(Ljava/lang/Object;)Z"),
        }
    }
}

/// What an instruction of a class file's method may call.
pub fn of(tables: &Tables, unnamed: &Unnamed, method: MethodRef, bytes: &[u8], at: Instruction) -> Effect {
    let class = method.code_class();
    let Some(file) = class.file.as_ref() else { return Effect::Anything };
    let Some(index) = at.constant(bytes) else { return Effect::NONE };
    match at.op {
        opcode::INVOKEVIRTUAL | opcode::INVOKESPECIAL | opcode::INVOKESTATIC | opcode::INVOKEINTERFACE => {
            let Some((owner, name, descriptor)) = file.member(index) else { return Effect::NONE };
            if let Some(effect) = handle_call(class, owner, name) {
                return effect;
            }
            let Some(owner) = loaded(tables, class, owner) else { return unloaded(class, owner) };
            let selector = tables.find_selector(name, descriptor);
            let call = selector.map(|selector| match at.op {
                opcode::INVOKESPECIAL | opcode::INVOKESTATIC => Call::Exact(owner.id, selector),
                _ => Call::Virtual(owner.id, selector),
            });
            let initializer = (at.op == opcode::INVOKESTATIC).then(|| initializer(unnamed, owner)).flatten();
            Effect::Calls([call, initializer, None])
        }
        opcode::NEW => initializes(tables, unnamed, class, file.class_name(index)),
        opcode::GETSTATIC | opcode::PUTSTATIC => {
            initializes(tables, unnamed, class, file.member(index).map(|(owner, ..)| owner))
        }
        opcode::INVOKEDYNAMIC => dynamic(unnamed, method, file, at.pc, index),
        opcode::LDC | opcode::LDC_W | opcode::LDC2_W => match file.constant(index) {
            Some(Constant::Dynamic { .. }) if !class.platform => Effect::Anything,
            _ => Effect::NONE,
        },
        _ => Effect::NONE,
    }
}

/// What method handles call is not known; the library uses them for nothing of the guest's but reflection. Var handles only
/// access.
fn handle_call(class: ClassRef, owner: &str, name: &str) -> Option<Effect> {
    match owner {
        "java/lang/invoke/VarHandle" => Some(Effect::NONE),
        "java/lang/invoke/MethodHandle" if name.starts_with("invoke") => {
            let reflects =
                class.name.starts_with("java/lang/reflect/") || class.name.starts_with("jdk/internal/reflect/");
            Some(if !class.platform || reflects { Effect::Anything } else { Effect::NONE })
        }
        _ => None,
    }
}

fn initializes(tables: &Tables, unnamed: &Unnamed, class: ClassRef, owner: Option<&std::sync::Arc<str>>) -> Effect {
    let Some(owner) = owner else { return Effect::NONE };
    match loaded(tables, class, owner) {
        Some(owner) => Effect::call(initializer(unnamed, owner)),
        None => unloaded(class, owner),
    }
}

fn initializer(unnamed: &Unnamed, owner: ClassRef) -> Option<Call> {
    if owner.booted.load(Ordering::Relaxed) {
        return None;
    }
    unnamed.clinit.map(|selector| Call::Exact(owner.id, selector))
}

/// A class by the name that another has for it. Loaders that were not asked yet would ask the platform's first.
fn loaded(tables: &Tables, class: ClassRef, name: &std::sync::Arc<str>) -> Option<ClassRef> {
    if name.starts_with('[') {
        return tables.by_name.get(&(0, "java/lang/Object".into())).copied();
    }
    let of = |loader| tables.by_name.get(&(loader, name.clone())).copied();
    of(class.loader).or_else(|| of(0))
}

/// What the guest has not loaded may do anything when it is; what the library has not loaded, and the library's exceptions,
/// are trusted not to call the guest.
fn unloaded(class: ClassRef, name: &str) -> Effect {
    let harmless = name.starts_with("java/") && (name.ends_with("Exception") || name.ends_with("Error"));
    if class.platform || harmless { Effect::NONE } else { Effect::Anything }
}

/// Making a lambda calls nothing; what it forwards to is in the body of its class, which exists once the instruction is linked.
fn dynamic(unnamed: &Unnamed, method: MethodRef, file: &ClassFile, pc: usize, index: u16) -> Effect {
    let on_object = |selector: Option<u32>| selector.map(|selector| Call::Virtual(unnamed.object, selector));
    match bootstrap(file, index) {
        Some("java/lang/invoke/StringConcatFactory") => Effect::call(on_object(unnamed.to_string)),
        Some("java/lang/runtime/ObjectMethods") => {
            Effect::Calls([unnamed.to_string, unnamed.hash_code, unnamed.equals].map(on_object))
        }
        Some("java/lang/invoke/LambdaMetafactory") if is_lambda(method, pc) || method.class().platform => Effect::NONE,
        _ => Effect::Anything,
    }
}

/// The class of a dynamic call's bootstrap method.
fn bootstrap(file: &ClassFile, index: u16) -> Option<&str> {
    let Constant::InvokeDynamic { bootstrap, .. } = file.constant(index)? else { return None };
    let bootstrap = file.bootstrap_methods.get(usize::from(*bootstrap))?;
    let Constant::MethodHandle { reference, .. } = file.constant(bootstrap.method_ref)? else { return None };
    file.member(*reference).map(|(owner, ..)| &**owner)
}

/// Whether the dynamic call at this address was linked to a lambda's class.
fn is_lambda(method: MethodRef, pc: usize) -> bool {
    let Some(code) = method.code.get() else { return false };
    let behind = code.pcs.partition_point(|other| usize::from(*other) <= pc);
    let word = behind.checked_sub(1).and_then(|at| code.ops.get(at)).map(|word| word.load(Ordering::Relaxed));
    word.is_some_and(|word| op::op(word) == op::INVOKEDYNAMIC_Q)
}

/// What a method without bytecode may call: one of the library's that is ours, or one that we made.
pub fn of_bodyless(tables: &Tables, unnamed: &Unnamed, method: MethodRef, calls: &mut Vec<Call>) -> bool {
    let class = method.class();
    match (&*class.name, &*method.name) {
        // A thread that starts another may do what the other does.
        ("java/lang/Thread", "start0") => {
            calls.extend(tables.find_selector("run", "()V").map(|run| Call::Virtual(class.id, run)));
        }
        // Buffers of the program's are read and written by `arraycopy`.
        (name, _) if name.starts_with("java/io/") || name.starts_with("java/util/zip/") => {
            let system = tables.by_name.get(&(0, "java/lang/System".into()));
            let selector = tables.find_selector("arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V");
            calls.extend(system.zip(selector).map(|(system, selector)| Call::Exact(system.id, selector)));
        }
        (_, "invoke0" | "newInstance0") if class.name.starts_with("jdk/internal/reflect/") => return true,
        _ => {}
    }
    let Some(code) = method.code.get().filter(|_| class.file.is_none()) else { return false };
    for word in code.ops.iter().map(|word| word.load(Ordering::Relaxed)) {
        let called = || tables.methods.get(op::b(word) as usize);
        match op::op(word) {
            op::INVOKESTATIC_Q | op::INVOKEDIRECT_Q => {
                calls.extend(called().map(|callee| Call::Exact(callee.class().id, callee.selector)));
            }
            op::INVOKEINTERFACE_Q => {
                calls.extend(called().map(|callee| Call::Virtual(callee.class().id, callee.selector)));
            }
            // The class is not in the instruction: all that could be meant.
            op::INVOKEVIRTUAL_Q => {
                let meant = |class: ClassRef| class.vtable.get(op::b(word) as usize).copied();
                let fits = |callee: &MethodRef| callee.args == u32::from(op::a(word));
                let callees = tables.classes.iter().filter_map(meant).filter(fits);
                calls.extend(callees.map(|callee| Call::Exact(callee.class().id, callee.selector)));
            }
            // Joins strings, or compares.
            op::NATIVE => {
                let of_object = [unnamed.to_string, unnamed.hash_code, unnamed.equals].into_iter().flatten();
                calls.extend(of_object.map(|selector| Call::Virtual(unnamed.object, selector)));
            }
            _ => {}
        }
    }
    false
}
