//! Linking by Java code: what `MethodHandleNatives` is asked for.
//!
//! An instruction that needs such an answer pushes the frame of one of the natives below and runs again when it is done.
//! The answer lies in the words of the site, in the state: another path has to ask by itself. The natives run without
//! switches, so that linking is not a place where threads meet.

use crate::classfile::Constant;
use crate::vm::classes::class::{ClassRef, Kind, MethodRef};
use crate::vm::classes::synthetic::CLASS;
use crate::vm::exec::code;
use crate::vm::memory::layout::Ref;
use crate::vm::natives::{Native, native};
use crate::vm::registry::{SITE_DONE, SITE_REF, SITE_VALUE, SITE_WORDS, Site};
use crate::vm::threads::thread::{F_RETRY, T_ATOMIC};
use crate::vm::{Trap, Vm, VmResult, raise};

const NATIVES_CLASS: &str = "java/lang/invoke/MethodHandleNatives";

/// The site holds a reference (or, of a call, the id of the method to enter, plus one).
const LINKED: u64 = 1;
/// The site holds a primitive value.
const LINKED_VALUE: u64 = 2;

/// Linking has failed, with the error in the site: it is not tried again.
const FAILED: u64 = u64::MAX;

/// `REF_invokeVirtual`: how handles are called.
const REF_INVOKE_VIRTUAL: u64 = 5;

/// The natives that instructions push. All take a class id first, and store what they find.
pub static SYNTHETIC: &[Native] = &[
    native(CLASS, "linkType", "(II)V", link_type),
    native(CLASS, "linkConstant", "(II)V", link_constant).catching(),
    native(CLASS, "linkCall", "(III)V", link_call).catching(),
    native(CLASS, "linkHandle", "(II)V", link_handle).catching(),
    native(CLASS, "linkVariable", "(Ljava/lang/Object;I)V", link_variable),
];

impl Vm {
    /// Pushes one of the natives of this module; the present instruction (or native) runs again afterwards.
    pub(super) fn ask_java<T>(&mut self, name: &str, args: &[u64]) -> VmResult<T> {
        let method = self.synthetic(name)?;
        self.push_frame(method, args, F_RETRY)?;
        if self.multi && self.thread_word(T_ATOMIC) == 0 {
            self.enter_atomic(self.frame);
        }
        Err(Trap::Retry)
    }

    fn site_address(&mut self, site: Site) -> VmResult<u32> {
        match self.shared.registry.lock().site(site, SITE_WORDS) {
            Some(address) => Ok(address),
            None => raise("java/lang/OutOfMemoryError", "Metaspace"),
        }
    }

    /// The words of a constant, or of a descriptor, of a class. The address is kept where resolved constants are.
    pub(super) fn constant_site(&mut self, class: ClassRef, index: u16) -> VmResult<u32> {
        let taken = !matches!(
            class.file.as_ref().and_then(|f| f.constant(index)),
            Some(
                Constant::Utf8(_) | Constant::MethodType(_) | Constant::MethodHandle { .. } | Constant::Dynamic { .. }
            )
        );
        if taken {
            return self.site_address(Site::Constant(class.id, index));
        }
        let known = class.constant(u32::from(index));
        if known != 0 {
            return Ok(known as u32);
        }
        let address = self.site_address(Site::Constant(class.id, index))?;
        class.set_constant(u32::from(index), u64::from(address));
        Ok(address)
    }

    /// Stores what a site is linked to. Every thread can reach it there.
    fn link_site(&mut self, site: u32, done: u64, object: Ref) {
        if self.multi && object != 0 && !self.is_shared(object) {
            self.publish(object);
        }
        self.set(site + SITE_REF, u64::from(object));
        self.set(site + SITE_DONE, done);
    }

    /// The method id that a call site is linked to, plus one; 0 when it is not linked yet.
    pub(super) fn linked_method(&mut self, site: u32) -> VmResult<u64> {
        match self.get(site + SITE_DONE) {
            FAILED => self.fail_again(site, false),
            done => Ok(done),
        }
    }

    /// Linking ends with an exception. If it is a linkage error, it is remembered.
    fn fail<T>(&mut self, site: u32, exception: Ref) -> VmResult<T> {
        let linkage_error = self.load_boot("java/lang/LinkageError")?;
        if self.class_of(exception).is_subclass_of(linkage_error) {
            self.link_site(site, FAILED, exception);
        }
        Err(Trap::Throw(exception))
    }

    /// An error like the one that linking ended with (JVMS 5.4.3).
    fn fail_again<T>(&mut self, site: u32, with_cause: bool) -> VmResult<T> {
        let first = self.get(site + SITE_REF) as Ref;
        let message = self.string(self.ref_field(first, self.known.throwable_message));
        let again = self.make_exception(self.class_of(first), &message)?;
        let cause = self.ref_field(first, self.known.throwable_cause);
        let cause = if with_cause && cause != first { cause } else { 0 };
        self.set(again + self.known.throwable_cause, u64::from(cause));
        Err(Trap::Throw(again))
    }

    /// The value of a dynamic, method-handle or method-type constant.
    pub(crate) fn dynamic_constant(&mut self, class: ClassRef, index: u16) -> VmResult<u64> {
        if let Some(Constant::MethodType(descriptor)) = class.file.as_ref().and_then(|f| f.constant(index)) {
            return self.method_type(class, *descriptor).map(u64::from);
        }
        let site = self.constant_site(class, index)?;
        match self.get(site + SITE_DONE) {
            LINKED => Ok(self.get(site + SITE_REF)),
            LINKED_VALUE => Ok(self.get(site + SITE_VALUE)),
            FAILED => self.fail_again(site, true),
            _ => self.ask_java("linkConstant", &[u64::from(class.id), u64::from(index)]),
        }
    }

    /// The `MethodType` of the descriptor at `index`.
    pub(super) fn method_type(&mut self, class: ClassRef, index: u16) -> VmResult<Ref> {
        let site = self.constant_site(class, index)?;
        match self.get(site + SITE_DONE) {
            0 => self.ask_java("linkType", &[u64::from(class.id), u64::from(index)]),
            _ => Ok(self.get(site + SITE_REF) as Ref),
        }
    }

    /// The method of the library that the VM asks, ready to be called.
    fn linker_method(&mut self, name: &str) -> VmResult<MethodRef> {
        let class = self.load_boot(NATIVES_CLASS)?;
        self.initialize(class)?;
        let method = class.methods.iter().copied().find(|m| &*m.name == name);
        method.ok_or_else(|| Trap::Internal(format!("this JDK's MethodHandleNatives has no method {name}")))
    }

    /// Calls it. Some versions want the constant's index behind the caller.
    fn call_linker(&mut self, name: &str, mut args: Vec<u64>, index: u16) -> VmResult<u64> {
        let method = self.linker_method(name)?;
        if method.params.get(1) == Some(&Kind::Int) && method.args as usize == args.len() + 1 {
            args.insert(1, u64::from(index));
        }
        Err(Trap::Call(method, args))
    }

    /// The bootstrap method's handle and its static arguments, ready to be passed.
    fn bootstrap(&mut self, class: ClassRef, number: u16) -> VmResult<(u64, u64)> {
        let bootstrap = class.file.as_ref().and_then(|f| f.bootstrap_methods.get(usize::from(number)));
        let Some(bootstrap) = bootstrap else {
            return raise("java/lang/ClassFormatError", format!("{} has no bootstrap method {number}", class.name));
        };
        let handle = self.load_constant(class, bootstrap.method_ref)?;
        let mut values = Vec::new();
        for index in &bootstrap.args {
            values.push(self.boxed_constant(class, *index)? as Ref);
        }
        let arguments = if values.is_empty() { 0 } else { self.new_ref_array(self.known.object(), &values)? };
        Ok((handle, u64::from(arguments)))
    }

    /// A loadable constant as an object.
    pub(crate) fn boxed_constant(&mut self, class: ClassRef, index: u16) -> VmResult<u64> {
        let file = class.file.as_ref();
        let (kind, word) = match file.and_then(|f| f.constant(index)) {
            Some(Constant::Integer(value)) => (Kind::Int, u64::from(*value as u32)),
            Some(Constant::Float(value)) => (Kind::Float, u64::from(value.to_bits())),
            Some(Constant::Long(value)) => (Kind::Long, *value as u64),
            Some(Constant::Double(value)) => (Kind::Double, value.to_bits()),
            Some(Constant::Dynamic { name_type, .. }) => {
                let descriptor =
                    file.and_then(|f| f.name_and_type(*name_type)).map(|(_, descriptor)| descriptor.clone());
                (descriptor.map_or(Kind::Reference, |d| Kind::of(&d)), self.load_constant(class, index)?)
            }
            _ => (Kind::Reference, self.load_constant(class, index)?),
        };
        self.box_value(kind, word).map(u64::from)
    }

    /// A value as an object; references stay as they are.
    pub(crate) fn box_value(&mut self, kind: Kind, word: u64) -> VmResult<Ref> {
        if kind == Kind::Reference {
            return Ok(word as Ref);
        }
        let class = self.load_boot(super::convert::wrapper(kind))?;
        self.initialize(class)?;
        let value = crate::vm::classes::known::instance_field(class, "value")?.place;
        let object = self.new_object(class)?;
        self.set(object + value, word);
        Ok(object)
    }

    /// The other way round.
    fn unbox_value(&self, object: Ref) -> VmResult<u64> {
        if object == 0 {
            return raise("java/lang/NullPointerException", "");
        }
        let value = crate::vm::classes::known::instance_field(self.class_of(object), "value")?.place;
        Ok(self.field(object, value))
    }
}

fn linked_class(vm: &Vm, args: &[u64]) -> (ClassRef, u16) {
    (vm.class(args[0] as u32), args[1] as u16)
}

fn malformed<T>(class: ClassRef, index: u16) -> VmResult<T> {
    raise("java/lang/ClassFormatError", format!("constant {index} of {} is not what it should be", class.name))
}

/// (class, index of a descriptor): finds its `MethodType`.
fn link_type(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (class, index) = linked_class(vm, args);
    if vm.phase() > 0 {
        let site = vm.constant_site(class, index)?;
        let found = vm.call_result() as Ref;
        vm.link_site(site, LINKED, found);
        return Ok(0);
    }
    let descriptor = class.file.as_ref().and_then(|f| f.utf8(index));
    let Some((params, returns)) = descriptor.and_then(|d| code::types(d)) else { return malformed(class, index) };
    let mut mirrors = Vec::new();
    for param in params {
        let param = vm.load_descriptor(param, class.loader)?;
        mirrors.push(vm.mirror(param));
    }
    let returns = vm.load_descriptor(returns, class.loader)?;
    let returns = vm.mirror(returns);
    let method = vm.linker_method("findMethodHandleType")?;
    let params = vm.new_ref_array(vm.known.class(), &mirrors)?;
    Err(Trap::Call(method, vec![u64::from(returns), u64::from(params)]))
}

/// (class, index of a constant): resolves a method handle or a dynamic constant.
fn link_constant(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (class, index) = linked_class(vm, args);
    let Some(file) = class.file.as_ref() else { return malformed(class, index) };
    if let Some(exception) = vm.caught() {
        let site = vm.constant_site(class, index)?;
        return vm.fail(site, exception);
    }
    if vm.phase() > 0 {
        let kind = match file.constant(index) {
            Some(Constant::Dynamic { name_type, .. }) => {
                file.name_and_type(*name_type).map_or(Kind::Reference, |(_, descriptor)| Kind::of(descriptor))
            }
            _ => Kind::Reference,
        };
        let found = vm.call_result() as Ref;
        let site = vm.constant_site(class, index)?;
        if kind == Kind::Reference {
            vm.link_site(site, LINKED, found);
        } else {
            let value = vm.unbox_value(found)?;
            vm.set(site + SITE_VALUE, value);
            vm.set(site + SITE_DONE, LINKED_VALUE);
        }
        return Ok(0);
    }
    match file.constant(index) {
        Some(Constant::MethodHandle { kind, reference }) => link_method_handle(vm, class, *kind, *reference),
        Some(Constant::Dynamic { bootstrap, name_type }) => {
            let Some((name, descriptor)) = file.name_and_type(*name_type) else { return malformed(class, index) };
            let ty = vm.load_descriptor(descriptor, class.loader)?;
            let (handle, arguments) = vm.bootstrap(class, *bootstrap)?;
            let name = vm.literal_str(name)?;
            let (caller, ty) = (vm.mirror(class), vm.mirror(ty));
            let args = vec![u64::from(caller), handle, u64::from(name), u64::from(ty), arguments];
            vm.call_linker("linkDynamicConstant", args, index)
        }
        _ => malformed(class, index),
    }
}

fn link_method_handle(vm: &mut Vm, class: ClassRef, kind: u8, reference: u16) -> VmResult<u64> {
    let file = class.file.as_ref();
    let (owner, name_type) = match file.and_then(|f| f.constant(reference)) {
        Some(
            Constant::Field { class, name_type }
            | Constant::Method { class, name_type }
            | Constant::InterfaceMethod { class, name_type },
        ) => (*class, *name_type),
        _ => return malformed(class, reference),
    };
    let descriptor_index = match file.and_then(|f| f.constant(name_type)) {
        Some(Constant::NameAndType { desc, .. }) => *desc,
        _ => return malformed(class, name_type),
    };
    let Some((_, name, descriptor)) = file.and_then(|f| f.member(reference)) else {
        return malformed(class, reference);
    };
    let owner = vm.resolve_class(class, owner)?;
    let ty = if kind <= 4 {
        let ty = vm.load_descriptor(descriptor, class.loader)?;
        vm.mirror(ty)
    } else {
        vm.method_type(class, descriptor_index)?
    };
    let name = vm.literal_str(name)?;
    let (caller, owner) = (vm.mirror(class), vm.mirror(owner));
    let args = vec![u64::from(caller), u64::from(kind), u64::from(owner), u64::from(name), u64::from(ty)];
    vm.call_linker("linkMethodHandleConstant", args, reference)
}

/// Takes the method and the appendix that Java has found for a call.
fn finish_call(vm: &mut Vm, site: u32) -> VmResult<u64> {
    if let Some(exception) = vm.caught() {
        return vm.fail(site, exception);
    }
    let member = vm.call_result() as Ref;
    let Some(method) = vm.member_method(member) else {
        return raise("java/lang/LinkageError", "no method was linked");
    };
    let appendix = vm.array_ref(vm.scratch(0) as Ref, 0);
    vm.link_site(site, u64::from(method.id) + 1, appendix);
    Ok(0)
}

/// An `Object[1]` for the appendix, which the native finds again in its scratch.
fn appendix_box(vm: &mut Vm) -> VmResult<u64> {
    let array = vm.new_ref_array(vm.known.object(), &[0])?;
    vm.set_scratch(0, u64::from(array));
    Ok(u64::from(array))
}

/// (method, instruction, constant): runs the bootstrap method of an `invokedynamic`.
fn link_call(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (method, at, index) = (vm.method(args[0] as u32), args[1] as u32, args[2] as u16);
    if vm.phase() > 0 {
        let site = vm.site_address(Site::Call(method.id, at))?;
        return finish_call(vm, site);
    }
    let class = method.code_class();
    let file = class.file.as_ref();
    let Some(Constant::InvokeDynamic { bootstrap, name_type }) = file.and_then(|f| f.constant(index)) else {
        return malformed(class, index);
    };
    let (name, descriptor) = match file.and_then(|f| f.constant(*name_type)) {
        Some(Constant::NameAndType { name, desc }) => (file.and_then(|f| f.utf8(*name)), *desc),
        _ => (None, 0),
    };
    let Some(name) = name else { return malformed(class, *name_type) };
    let ty = vm.method_type(class, descriptor)?;
    let (handle, arguments) = vm.bootstrap(class, *bootstrap)?;
    let name = vm.literal_str(name)?;
    let caller = vm.mirror(class);
    let appendix = appendix_box(vm)?;
    let args = vec![u64::from(caller), handle, u64::from(name), u64::from(ty), arguments, appendix];
    vm.call_linker("linkCallSite", args, index)
}

/// (class, constant): links a call of a signature-polymorphic method.
fn link_handle(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (class, index) = linked_class(vm, args);
    if vm.phase() > 0 {
        let site = vm.site_address(Site::Constant(class.id, index))?;
        return finish_call(vm, site);
    }
    let file = class.file.as_ref();
    let Some(Constant::Method { class: owner, name_type }) = file.and_then(|f| f.constant(index)) else {
        return malformed(class, index);
    };
    let Some(Constant::NameAndType { name, desc }) = file.and_then(|f| f.constant(*name_type)) else {
        return malformed(class, *name_type);
    };
    let Some(name) = file.and_then(|f| f.utf8(*name)) else { return malformed(class, *name_type) };
    let ty = vm.method_type(class, *desc)?;
    let owner = vm.resolve_class(class, *owner)?;
    let name = vm.literal_str(name)?;
    let (caller, owner) = (vm.mirror(class), vm.mirror(owner));
    let appendix = appendix_box(vm)?;
    let args = vec![u64::from(caller), REF_INVOKE_VIRTUAL, u64::from(owner), u64::from(name), u64::from(ty), appendix];
    vm.call_linker("linkMethod", args, index)
}

/// (VarForm, access mode): resolves the method behind an access mode, or raises that there is none.
fn link_variable(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if vm.phase() > 0 {
        return Ok(0);
    }
    let class = vm.class_of(args[0] as Ref);
    let method = crate::vm::classes::known::method(class, "getMemberName", "(I)Ljava/lang/invoke/MemberName;")?;
    Err(Trap::Call(method, vec![args[0], args[1]]))
}
