//! `java.lang.invoke.MethodHandleNatives`: from symbolic `MemberName`s to members, and back.
//!
//! A resolved `MemberName` of a method refers to a `ResolvedMethodName` whose hidden word is the method's id plus one; that
//! of a field has the field's offset in its own hidden word. Flags follow HotSpot's `MethodHandles::init_…_MemberName`.

use super::args;
use super::reflect_data::{field_of, method_of};
use super::{Native, native, nothing};
use crate::vm::classes::class::{ClassRef, FieldRef, Kind, MethodRef, acc};
use crate::vm::classes::known::instance_field;
use crate::vm::classes::resolve::{access_word, describe, qualified};
use crate::vm::exec::messages::places;
use crate::vm::memory::layout::{OBJECT, Ref, SHARED};
use crate::vm::registry::Site;
use crate::vm::{Trap, Vm, VmResult, raise};

const CLASS: &str = "java/lang/invoke/MethodHandleNatives";

const IS_METHOD: u32 = 0x0001_0000;
const IS_CONSTRUCTOR: u32 = 0x0002_0000;
const IS_FIELD: u32 = 0x0004_0000;
const CALLER_SENSITIVE: u32 = 0x0010_0000;
const TRUSTED_FINAL: u32 = 0x0020_0000;
/// The bits that tell what sort of member it is.
const ALL_KINDS: u32 = 0x000f_0000;
/// Where the reference kind is.
const KIND_SHIFT: u32 = 24;

const GET_FIELD: u32 = 1;
const GET_STATIC: u32 = 2;
const PUT_FIELD: u32 = 3;
const PUT_STATIC: u32 = 4;
const INVOKE_VIRTUAL: u32 = 5;
const INVOKE_STATIC: u32 = 6;
const INVOKE_SPECIAL: u32 = 7;
const NEW_INVOKE_SPECIAL: u32 = 8;
const INVOKE_INTERFACE: u32 = 9;

/// Modifiers that show in flags.
const FIELD_MODIFIERS: u16 = 0x50df;
const METHOD_MODIFIERS: u16 = 0x1dff;

pub(super) static NATIVES: &[Native] = &[
    native(CLASS, "init", "", init),
    native(CLASS, "expand", "", expand),
    native(CLASS, "resolve", "", resolve),
    native(CLASS, "getMembers", "", nothing),
    native(CLASS, "objectFieldOffset", "", |vm, args| Ok(vm.member_index(args::object(args[0])?))),
    native(CLASS, "staticFieldOffset", "", |vm, args| Ok(vm.member_index(args::object(args[0])?))),
    native(CLASS, "staticFieldBase", "", |vm, args| Ok(vm.field(args::object(args[0])?, vm.known.member_class))),
    native(CLASS, "getMemberVMInfo", "", vm_info),
    native(CLASS, "setCallSiteTargetNormal", "", set_target),
    native(CLASS, "setCallSiteTargetVolatile", "", set_target),
    native(CLASS, "copyOutBootstrapArguments", "", copy_arguments),
    native(CLASS, "clearCallSiteContext", "", nothing),
    // Only the library's own check of its constants asks, and only with assertions.
    native(CLASS, "getNamedCon", "", nothing),
    native("java/lang/invoke/MethodHandle", "invokeExact", "", not_reflective),
    native("java/lang/invoke/MethodHandle", "invoke", "", not_reflective),
];

/// What a signature-polymorphic method does when it is called through reflection.
fn not_reflective(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    let method = vm.frame_method(vm.frame);
    raise(
        "java/lang/UnsupportedOperationException",
        format!("MethodHandle.{} cannot be invoked reflectively", method.name),
    )
}

impl Vm {
    /// The hidden word of a `MemberName`.
    fn member_index(&self, member: Ref) -> u64 {
        self.field(member, self.known.member_name().words - 1)
    }

    /// The `ResolvedMethodName` of a method: the same object on all paths.
    pub(super) fn resolved_name(&mut self, method: MethodRef) -> VmResult<Ref> {
        let class = self.known.resolved_method_name();
        let Some(address) = self.shared.registry.lock().site(Site::Method(method.id), class.words) else {
            return raise("java/lang/OutOfMemoryError", "Metaspace");
        };
        if self.get(address) == 0 {
            self.set(address, OBJECT | SHARED | u64::from(class.id));
            self.set(address + class.words - 1, u64::from(method.id) + 1);
            if self.known.resolved_holder != 0 {
                let holder = self.mirror(method.class());
                self.set_ref_field(address, self.known.resolved_holder, holder);
            }
        }
        Ok(address)
    }

    /// Makes a `MemberName` stand for a method, called in this way, of this class.
    fn set_method(&mut self, member: Ref, method: MethodRef, class: ClassRef, flags: u32) -> VmResult<()> {
        let resolved = self.resolved_name(method)?;
        let mut flags = flags | u32::from(method.access & METHOD_MODIFIERS);
        if method.caller_sensitive {
            flags |= CALLER_SENSITIVE;
        }
        let mirror = self.mirror(class);
        self.set(member + self.known.member_flags, u64::from(flags));
        self.set_ref_field(member, self.known.member_method, resolved);
        self.set_ref_field(member, self.known.member_class, mirror);
        let index = method.vtable_index.get().map_or(u64::MAX - 1, |at| u64::from(*at));
        self.set(member + self.known.member_name().words - 1, index);
        Ok(())
    }

    /// Makes a `MemberName` stand for a field.
    fn set_field_member(&mut self, member: Ref, field: FieldRef, setter: bool) {
        let kind = match (field.is_static(), setter) {
            (false, false) => GET_FIELD,
            (true, false) => GET_STATIC,
            (false, true) => PUT_FIELD,
            (true, true) => PUT_STATIC,
        };
        let class = field.class();
        let is_record = class.file.as_ref().is_some_and(|f| f.record.is_some());
        let trusted = field.access & acc::FINAL != 0 && (field.is_static() || class.hidden || is_record);
        let mut flags = u32::from(field.access & FIELD_MODIFIERS) | IS_FIELD | kind << KIND_SHIFT;
        if trusted {
            flags |= TRUSTED_FINAL;
        }
        let mirror = self.mirror(class);
        self.set(member + self.known.member_flags, u64::from(flags));
        self.set(member + self.known.member_method, 0);
        self.set_ref_field(member, self.known.member_class, mirror);
        self.set(member + self.known.member_name().words - 1, field.unsafe_offset());
    }

    /// The descriptor that a `MemberName`'s type stands for: a string, a `MethodType`, a class, or the parts of a type.
    fn member_descriptor(&self, ty: Ref) -> Option<String> {
        let class = self.class_of(ty);
        if std::ptr::eq(class, self.known.string()) {
            return Some(self.string(ty));
        }
        if std::ptr::eq(class, self.known.class()) {
            return self.class_of_mirror(ty).map(|class| class.descriptor());
        }
        let (returns, params) = if std::ptr::eq(class, self.known.method_type()) {
            (self.ref_field(ty, self.known.method_type_returns), self.ref_field(ty, self.known.method_type_params))
        } else if class.is_array() && self.array_len(ty) == 2 {
            (self.array_ref(ty, 0), self.array_ref(ty, 1))
        } else {
            return None;
        };
        let params: String = args::classes_in(self, params).iter().map(|class| class.descriptor()).collect();
        Some(format!("({params}){}", self.class_of_mirror(returns)?.descriptor()))
    }
}

/// Whether a call of this method always runs this method.
fn is_statically_bound(method: MethodRef) -> bool {
    method.access & (acc::FINAL | acc::PRIVATE | acc::STATIC) != 0
        || &*method.name == "<init>"
        || method.class().access & acc::FINAL != 0
}

/// The flags for a method that is called directly.
fn direct_flags(method: MethodRef) -> u32 {
    if method.is_static() {
        IS_METHOD | INVOKE_STATIC << KIND_SHIFT
    } else if &*method.name == "<init>" {
        IS_CONSTRUCTOR | INVOKE_SPECIAL << KIND_SHIFT
    } else {
        IS_METHOD | INVOKE_SPECIAL << KIND_SHIFT
    }
}

/// The flags for a method that is called as its declaration suggests.
fn natural_flags(method: MethodRef) -> u32 {
    if method.class().is_interface() && method.access & (acc::PRIVATE | acc::STATIC) == 0 {
        IS_METHOD | INVOKE_INTERFACE << KIND_SHIFT
    } else if is_statically_bound(method) {
        direct_flags(method)
    } else {
        IS_METHOD | INVOKE_VIRTUAL << KIND_SHIFT
    }
}

/// Fills a `MemberName` from an object of the reflection API.
fn init(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let member = args::object(args[0])?;
    let class = vm.class_of(args::object(args[1])?);
    if std::ptr::eq(class, vm.known.reflect_field()) {
        let field = field_of(vm, args[1])?;
        vm.set_field_member(member, field, false);
        return Ok(0);
    }
    let method = method_of(vm, args[1])?;
    if !method.polymorphic {
        vm.set_method(member, method, method.class(), natural_flags(method))?;
    }
    Ok(0)
}

/// Fills in the name and type of a resolved `MemberName` that lacks them.
fn expand(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let member = args::object(args[0])?;
    let known = (vm.known.member_class, vm.known.member_label, vm.known.member_type);
    let (class, name, ty) = match vm.member_method(member) {
        Some(method) => {
            let ty = vm.literal_str(&method.descriptor)?;
            (method.class(), method.name.clone(), ty)
        }
        None => {
            let class = args::class(vm, vm.field(member, known.0))?;
            let offset = vm.member_index(member);
            let is_static = vm.field(member, vm.known.member_flags) as u16 & acc::STATIC != 0;
            let mut owner = Some(class);
            let field = std::iter::from_fn(|| {
                let class = owner?;
                owner = class.super_class;
                Some(class)
            });
            let mut fields = field.flat_map(|class| class.fields.iter().copied());
            let Some(field) = fields.find(|f| f.is_static() == is_static && f.unsafe_offset() == offset) else {
                return raise("java/lang/InternalError", "unrecognized type");
            };
            let ty = vm.load_descriptor(&field.descriptor, field.class().loader)?;
            (field.class(), field.name.clone(), vm.mirror(ty))
        }
    };
    let name = vm.literal_str(&name)?;
    let mirror = vm.mirror(class);
    for (place, value) in [(known.0, mirror), (known.1, name), (known.2, ty)] {
        if vm.field(member, place) == 0 {
            vm.set_ref_field(member, place, value);
        }
    }
    Ok(0)
}

/// `resolve(member, caller, lookupMode, speculative)`: the member, resolved; null when that fails speculatively.
fn resolve(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let Some(&[member, caller, _, speculative]) = args.first_chunk::<4>() else {
        return Err(Trap::Internal("resolve takes four arguments".into()));
    };
    let member = args::object(member)?;
    match resolve_member(vm, member, caller) {
        Ok(true) => Ok(u64::from(member)),
        Err(Trap::Raise(..) | Trap::Throw(_)) | Ok(false) if speculative != 0 => Ok(0),
        Ok(false) => match vm.field(member, vm.known.member_flags) as u32 & ALL_KINDS {
            IS_FIELD => raise("java/lang/NoSuchFieldError", "field resolution failed"),
            IS_METHOD | IS_CONSTRUCTOR => raise("java/lang/NoSuchMethodError", "method resolution failed"),
            _ => raise("java/lang/LinkageError", "resolution failed"),
        },
        Err(trap) => Err(trap),
    }
}

/// Resolves in place; false when there is nothing that could be resolved.
fn resolve_member(vm: &mut Vm, member: Ref, caller: u64) -> VmResult<bool> {
    if vm.member_method(member).is_some() {
        return Ok(true);
    }
    let flags = vm.field(member, vm.known.member_flags) as u32;
    let kind = flags >> KIND_SHIFT & 0xf;
    let (owner, name) = (vm.ref_field(member, vm.known.member_class), vm.ref_field(member, vm.known.member_label));
    let ty = vm.ref_field(member, vm.known.member_type);
    if owner == 0 || name == 0 || ty == 0 {
        return raise("java/lang/IllegalArgumentException", "nothing to resolve");
    }
    let Some(mut owner) = vm.class_of_mirror(owner).filter(|class| class.primitive().is_none()) else {
        return Ok(false);
    };
    let name = vm.string(name);
    let mut caller = caller;
    if owner.is_array() {
        owner = vm.known.object();
        if name == "clone" {
            // Of arrays it is public.
            caller = 0;
        }
    }
    let Some(descriptor) = vm.member_descriptor(ty).filter(|_| name != "<clinit>") else { return Ok(false) };
    let caller = if caller == 0 { None } else { Some(args::class(vm, caller)?) };
    let link = Link { owner, name: &name, descriptor: &descriptor, caller };
    match flags & ALL_KINDS {
        IS_FIELD => {
            let field = link.field(vm)?;
            vm.set_field_member(member, field, matches!(kind, PUT_FIELD | PUT_STATIC));
            Ok(true)
        }
        IS_METHOD => {
            let Some((method, class, flags)) = link.method(vm, kind)? else { return Ok(false) };
            vm.set_method(member, method, class, flags)?;
            Ok(true)
        }
        IS_CONSTRUCTOR if name == "<init>" && matches!(kind, INVOKE_SPECIAL | NEW_INVOKE_SPECIAL) => {
            let method = link.special(vm)?;
            vm.set_method(member, method, method.class(), direct_flags(method))?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// A symbolic reference.
struct Link<'a> {
    owner: ClassRef,
    name: &'a str,
    descriptor: &'a str,
    /// The class that asks; none for trusted look-ups.
    caller: Option<ClassRef>,
}

impl Link<'_> {
    fn field(&self, vm: &mut Vm) -> VmResult<FieldRef> {
        let Some(field) = self.owner.find_field(self.name, self.descriptor) else {
            return raise("java/lang/NoSuchFieldError", self.name);
        };
        if let Some(caller) = self.caller
            && !vm.may_access(caller, field.class(), field.access)?
        {
            let (word, places) = (access_word(field.access), places(vm, caller, field.class()));
            let (caller, owner) = (caller.java_name(), field.class().java_name());
            let message = format!("class {caller} tried to access {word}field {owner}.{} ({places})", self.name);
            return raise("java/lang/IllegalAccessError", message);
        }
        Ok(field)
    }

    fn find(&self, vm: &mut Vm) -> VmResult<MethodRef> {
        let Some(method) = self.owner.find_method(self.name, self.descriptor) else {
            return raise(
                "java/lang/NoSuchMethodError",
                format!("'{}'", qualified(self.owner, self.name, self.descriptor)),
            );
        };
        if let Some(caller) = self.caller
            && !vm.may_access(caller, method.class(), method.access)?
        {
            let (word, places) = (access_word(method.access), places(vm, caller, method.class()));
            let (caller, method) = (caller.java_name(), describe(method));
            let message = format!("class {caller} tried to access {word}method '{method}' ({places})");
            return raise("java/lang/IllegalAccessError", message);
        }
        Ok(method)
    }

    /// The method, the class that it is called on, and its flags.
    fn method(&self, vm: &mut Vm, kind: u32) -> VmResult<Option<(MethodRef, ClassRef, u32)>> {
        if std::ptr::eq(self.owner, vm.known.method_handle()) {
            let intrinsic = self.owner.methods.iter().copied().find(|m| m.polymorphic && &*m.name == self.name);
            if let Some(method) = intrinsic.filter(|m| m.is_static() == (kind == INVOKE_STATIC)) {
                return Ok(Some((method, self.owner, direct_flags(method) | u32::from(acc::SYNTHETIC))));
            }
        }
        match kind {
            INVOKE_STATIC => {
                let method = self.find(vm)?;
                if !method.is_static() {
                    return incompatible(format!("Expected static method '{}'", describe(method)));
                }
                Ok(Some((method, method.class(), direct_flags(method))))
            }
            INVOKE_SPECIAL => {
                let method = self.special(vm)?;
                Ok(Some((method, method.class(), direct_flags(method))))
            }
            INVOKE_VIRTUAL => {
                let method = self.instance(vm)?;
                if is_statically_bound(method) {
                    return Ok(Some((method, method.class(), direct_flags(method))));
                }
                // An inherited interface method is called on the class.
                let class = match method.class() {
                    declared if !declared.is_interface() => declared,
                    _ if self.owner.is_interface() => vm.known.object(),
                    _ => self.owner,
                };
                Ok(Some((method, class, IS_METHOD | INVOKE_VIRTUAL << KIND_SHIFT)))
            }
            INVOKE_INTERFACE => {
                let method = self.instance(vm)?;
                if !self.owner.is_interface() {
                    return incompatible(format!("Found class {}, but interface was expected", self.owner.java_name()));
                }
                Ok(Some((method, method.class(), natural_flags(method))))
            }
            _ => Ok(None),
        }
    }

    fn instance(&self, vm: &mut Vm) -> VmResult<MethodRef> {
        let method = self.find(vm)?;
        if method.is_static() {
            return incompatible(format!("Expecting non-static method '{}'", describe(method)));
        }
        Ok(method)
    }

    /// `invokespecial`: a constructor, a private method, or what `super` means to the caller.
    fn special(&self, vm: &mut Vm) -> VmResult<MethodRef> {
        let method = self.instance(vm)?;
        let owner = method.class();
        if self.name == "<init>" {
            if !std::ptr::eq(owner, self.owner) {
                return raise(
                    "java/lang/NoSuchMethodError",
                    format!("'{}'", qualified(self.owner, self.name, self.descriptor)),
                );
            }
            return Ok(method);
        }
        let mut found = method;
        if let Some(caller) = self.caller
            && !owner.is_interface()
            && !std::ptr::eq(caller, owner)
            && caller.is_subclass_of(owner)
            && let Some(above) = caller.super_class
        {
            found = above.find_method(self.name, self.descriptor).unwrap_or(method);
        }
        if found.access & acc::ABSTRACT != 0 {
            return raise("java/lang/AbstractMethodError", format!("'{}'", describe(found)));
        }
        Ok(found)
    }
}

fn incompatible<T>(message: String) -> VmResult<T> {
    raise("java/lang/IncompatibleClassChangeError", message)
}

/// `{Long vmindex, Object vmtarget}`, for the library's own consistency checks.
fn vm_info(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let member = args::object(args[0])?;
    let index = vm.box_value(Kind::Long, vm.member_index(member))?;
    let is_field = vm.field(member, vm.known.member_flags) as u32 & ALL_KINDS == IS_FIELD;
    let target = if is_field { vm.ref_field(member, vm.known.member_class) } else { member };
    Ok(u64::from(vm.new_ref_array(vm.known.object(), &[index, target])?))
}

fn set_target(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (site, target) = (args::object(args[0])?, args::object(args[1])?);
    let place = instance_field(vm.load_boot("java/lang/invoke/CallSite")?, "target")?.place;
    // The library has compared the types, unless a guest calls this by itself.
    let ty = instance_field(vm.known.method_handle(), "type")?.place;
    let old = vm.ref_field(site, place);
    if old != 0 && vm.field(old, ty) != vm.field(target, ty) {
        return raise("java/lang/invoke/WrongMethodTypeException", "");
    }
    vm.set_ref_field(site, place, target);
    Ok(0)
}

/// Bootstrap arguments are handed over resolved, so nothing has to fetch them.
fn copy_arguments(_: &mut Vm, _: &[u64]) -> VmResult<u64> {
    raise("java/lang/InternalError", "bootstrap arguments are not pulled")
}
