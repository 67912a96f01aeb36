//! Resolution of constants (JVMS 5.4.3), and the quick instructions that come of it.

use std::sync::atomic::Ordering;

use crate::classfile::{Constant, decode_mutf8};
use crate::vm::classes::class::{Class, ClassRef, FieldRef, Kind, MethodRef, Shape, acc};
use crate::vm::exec::code::Code;
use crate::vm::exec::messages;
use crate::vm::exec::op::{self, *};
use crate::vm::memory::layout::{HEADER, Ref};
use crate::vm::threads::policy::Visibility;
use crate::vm::{Trap, Vm, VmResult, raise};

/// The superclass of what the library makes to call constructors for deserialisation.
const SERIAL_CONSTRUCTOR: &str = "jdk/internal/reflect/SerializationConstructorAccessorImpl";

impl Vm {
    /// The class that a constant names.
    pub fn resolve_class(&mut self, class: ClassRef, index: u16) -> VmResult<ClassRef> {
        let known = class.constant(u32::from(index)).checked_sub(1).map(|id| self.class(id as u32));
        if let Some(known) = known
            && self.is_known_to(class, known)
        {
            return Ok(known);
        }
        let Some(name) = class.file.as_ref().and_then(|f| f.class_name(index)) else {
            return raise("java/lang/ClassFormatError", format!("constant {index} of {} is not a class", class.name));
        };
        // A hidden class refers to itself by the name in its file.
        let found = if class.hidden && class.name.rsplit_once('+').is_some_and(|(own, _)| own == &**name) {
            class
        } else {
            self.load_referenced(name, class.loader)?
        };
        if let Some(known) = known {
            return Ok(known);
        }
        self.check_class_access(class, found)?;
        self.note_initiation(class, index, found);
        class.set_constant(u32::from(index), u64::from(found.id) + 1);
        Ok(found)
    }

    fn check_class_access(&self, from: ClassRef, to: ClassRef) -> VmResult<()> {
        let mut target = to;
        while let Shape::Array(_, element) = target.shape {
            target = element;
        }
        if target.access & acc::PUBLIC != 0 || from.same_package(target) || from.host.is_some() || is_magic(from) {
            return Ok(());
        }
        raise(
            "java/lang/IllegalAccessError",
            format!(
                "failed to access class {} from class {} ({})",
                target.java_name(),
                from.java_name(),
                messages::places(self, target, from)
            ),
        )
    }

    /// Whether code in `from` may use a member of `owner` with these access flags (JVMS 5.4.4).
    pub fn may_access(&mut self, from: ClassRef, owner: ClassRef, access: u16) -> VmResult<bool> {
        let from = from.identity();
        if access & acc::PUBLIC != 0 || std::ptr::eq(from, owner) || is_magic(from) {
            return Ok(true);
        }
        if access & acc::PRIVATE != 0 {
            return Ok(std::ptr::eq(self.nest_host(from)?, self.nest_host(owner)?));
        }
        Ok(from.same_package(owner)
            || (access & acc::PROTECTED != 0 && from.is_subclass_of(owner))
            || from.host.is_some_and(|host| host.same_package(owner)))
    }

    /// The nest host of a class (JVMS 5.4.4); a claim that the host does not confirm is ignored.
    pub fn nest_host(&mut self, class: ClassRef) -> VmResult<ClassRef> {
        let class = class.identity();
        if let Some(host) = class.host {
            return self.nest_host(host);
        }
        let Some(file) = &class.file else { return Ok(class) };
        let Some(name) = &file.nest_host else { return Ok(class) };
        match self.load(name, class.loader) {
            Ok(host) if confirms(host, class) => Ok(host),
            Ok(_) | Err(Trap::Raise(..) | Trap::Throw(_)) => Ok(class),
            Err(trap) => Err(trap),
        }
    }

    /// The field that a constant names.
    pub fn resolve_field(&mut self, class: ClassRef, index: u16) -> VmResult<FieldRef> {
        let known = class.constant(u32::from(index));
        if known != 0 {
            if !class.initiated.is_empty() {
                self.resolve_owner(class, index)?;
            }
            return Ok(self.field_of((known - 1) as u32));
        }
        let owner = self.resolve_owner(class, index)?;
        let Some((_, name, descriptor)) = class.file.as_ref().and_then(|f| f.member(index)) else {
            return raise("java/lang/ClassFormatError", format!("constant {index} of {} is not a field", class.name));
        };
        let Some(field) = owner.find_field(name, descriptor) else {
            return raise("java/lang/NoSuchFieldError", &**name);
        };
        if !self.may_access(class, field.class(), field.access)? {
            return raise(
                "java/lang/IllegalAccessError",
                format!(
                    "class {} tried to access {}field {}.{} ({})",
                    class.java_name(),
                    access_word(field.access),
                    field.class().java_name(),
                    field.name,
                    messages::places(self, class, field.class())
                ),
            );
        }
        self.constrain_field(class, field)?;
        class.set_constant(u32::from(index), u64::from(field.id) + 1);
        Ok(field)
    }

    fn resolve_owner(&mut self, class: ClassRef, index: u16) -> VmResult<ClassRef> {
        let owner = match class.file.as_ref().and_then(|f| f.constant(index)) {
            Some(
                Constant::Field { class, .. }
                | Constant::Method { class, .. }
                | Constant::InterfaceMethod { class, .. },
            ) => *class,
            _ => {
                return raise(
                    "java/lang/ClassFormatError",
                    format!("constant {index} of {} is not a member", class.name),
                );
            }
        };
        self.resolve_class(class, owner)
    }

    /// The method that a constant names. Signature-polymorphic ones are found whatever their descriptor.
    pub fn resolve_method(&mut self, class: ClassRef, index: u16) -> VmResult<MethodRef> {
        let known = class.constant(u32::from(index));
        if known != 0 {
            if !class.initiated.is_empty() {
                self.resolve_owner(class, index)?;
            }
            return Ok(self.method((known - 1) as u32));
        }
        let owner = self.resolve_owner(class, index)?;
        let file = class.file.as_ref();
        let Some((_, name, descriptor)) = file.and_then(|f| f.member(index)) else {
            return raise("java/lang/ClassFormatError", format!("constant {index} of {} is not a method", class.name));
        };
        let by_interface = matches!(file.and_then(|f| f.constant(index)), Some(Constant::InterfaceMethod { .. }));
        if by_interface != owner.is_interface() {
            let message = if by_interface {
                format!("Method '{}' must be Methodref constant", qualified(owner, name, descriptor))
            } else {
                format!("Method '{}' must be InterfaceMethodref constant", qualified(owner, name, descriptor))
            };
            return raise("java/lang/IncompatibleClassChangeError", message);
        }
        let method = owner
            .find_method(name, descriptor)
            .or_else(|| owner.methods.iter().copied().find(|m| m.polymorphic && m.name == *name));
        let Some(method) = method else {
            return raise("java/lang/NoSuchMethodError", format!("'{}'", qualified(owner, name, descriptor)));
        };
        if !owner.is_array() && !self.may_access(class, method.class(), method.access)? {
            return raise(
                "java/lang/IllegalAccessError",
                format!(
                    "class {} tried to access {}method '{}' ({})",
                    class.java_name(),
                    access_word(method.access),
                    qualified(method.class(), name, descriptor),
                    messages::places(self, class, method.class())
                ),
            );
        }
        self.constrain_method(class, method)?;
        class.set_constant(u32::from(index), u64::from(method.id) + 1);
        Ok(method)
    }

    /// The value of a loadable constant.
    pub fn load_constant(&mut self, class: ClassRef, index: u16) -> VmResult<u64> {
        match class.file.as_ref().and_then(|f| f.constant(index)) {
            Some(Constant::String(_)) => self.string_constant(class, index).map(u64::from),
            Some(Constant::Class(_)) => {
                let named = self.resolve_class(class, index)?;
                Ok(u64::from(self.mirror(named)))
            }
            Some(Constant::MethodType(_) | Constant::MethodHandle { .. } | Constant::Dynamic { .. }) => {
                self.dynamic_constant(class, index)
            }
            _ => Err(Trap::Internal(format!("constant {index} of {} cannot be loaded", class.name))),
        }
    }

    /// The literal that a String constant stands for.
    pub fn string_constant(&mut self, class: ClassRef, index: u16) -> VmResult<Ref> {
        let file = class.file.as_ref();
        let Some(Constant::String(text)) = file.and_then(|f| f.constant(index)) else {
            return Err(Trap::Internal(format!("constant {index} of {} is not a string", class.name)));
        };
        let units: Vec<u16> = match file.and_then(|f| f.constant(*text)) {
            Some(Constant::Utf8(text)) => text.encode_utf16().collect(),
            Some(Constant::Utf8Raw(bytes)) => decode_mutf8(bytes),
            _ => Vec::new(),
        };
        self.literal(&units)
    }

    /// Replaces a load of a string or class by one of its fixed address.
    pub(crate) fn quicken_ldc(&mut self, class: ClassRef, code: &Code, at: u32, index: u16, value: u64) {
        let fixed = matches!(
            class.file.as_ref().and_then(|f| f.constant(index)),
            Some(Constant::String(_) | Constant::Class(_))
        );
        if fixed {
            code.ops[at as usize].store(op::pack(LDC_REF, index, value as u32), Ordering::Relaxed);
            code.select_again(at as usize);
        }
    }

    /// Resolves the constant of a slow instruction and gives the quick instruction to replace it.
    pub(crate) fn quicken(&mut self, method: MethodRef, word: u64) -> VmResult<u64> {
        let class = method.code_class();
        let index = op::b(word) as u16;
        let args = op::a(word);
        match op::op(word) {
            GETFIELD | GETSTATIC => self.quicken_access(class, index, op::op(word)),
            PUTFIELD | PUTSTATIC => {
                let quick = self.quicken_access(class, index, op::op(word))?;
                self.check_final(method, index)?;
                Ok(quick)
            }
            INVOKEVIRTUAL | INVOKEINTERFACE => self.quicken_virtual(class, index, args),
            INVOKESPECIAL => {
                self.check_serial_constructor(method, index)?;
                self.quicken_special(class, index, args)
            }
            INVOKESTATIC => {
                let callee = self.resolve_method(class, index)?;
                if callee.polymorphic {
                    return Ok(op::pack(INVOKEHANDLE, args, u32::from(index)));
                }
                if !callee.is_static() {
                    return raise(
                        "java/lang/IncompatibleClassChangeError",
                        format!("Expected static method '{}'", describe(callee)),
                    );
                }
                Ok(op::pack(INVOKESTATIC_Q, u16::from(self.always_initialized(callee.class())), callee.id))
            }
            NEW => {
                let made = self.resolve_class(class, index)?;
                if made.access & (acc::ABSTRACT | acc::INTERFACE) != 0 || !matches!(made.shape, Shape::Instance) {
                    return raise("java/lang/InstantiationError", made.java_name());
                }
                if std::ptr::eq(made, self.known.class()) {
                    return raise("java/lang/IllegalAccessError", made.java_name());
                }
                Ok(op::pack(NEW_Q, 0, made.id))
            }
            ANEWARRAY => {
                let element = self.resolve_class(class, index)?;
                let array = self.array_of(element)?;
                Ok(op::pack(ANEWARRAY_Q, args, array.id))
            }
            CHECKCAST => Ok(op::pack(CHECKCAST_Q, 0, self.resolve_class(class, index)?.id)),
            INSTANCEOF => Ok(op::pack(INSTANCEOF_Q, 0, self.resolve_class(class, index)?.id)),
            other => Err(Trap::Internal(format!("instruction {other} has no quick form"))),
        }
    }

    /// Initialised at boot, so on every path.
    pub(crate) fn always_initialized(&self, class: ClassRef) -> bool {
        class.booted.load(Ordering::Relaxed)
    }

    fn quicken_access(&mut self, class: ClassRef, index: u16, code: u16) -> VmResult<u64> {
        match code {
            GETFIELD | PUTFIELD => self.quicken_field(class, index, code),
            _ => self.quicken_static(class, index, code),
        }
    }

    /// A final field is written by its own class, and in newer class files only by an initialiser (JVMS 6.5, `putfield`).
    fn check_final(&mut self, method: MethodRef, index: u16) -> VmResult<()> {
        let class = method.class();
        let field = self.resolve_field(method.code_class(), index)?;
        if field.access & acc::FINAL == 0 || class.platform {
            return Ok(());
        }
        let (kind, initializer) = if field.is_static() { ("static", "<clinit>") } else { ("non-static", "<init>") };
        let from = if !std::ptr::eq(field.class(), class) {
            format!("class ({}) than the field's declaring class", class.java_name())
        } else if class.file.as_ref().is_some_and(|file| file.major >= 53) && &*method.name != initializer {
            format!("method ({}) than the initializer method {initializer} ", method.name)
        } else {
            return Ok(());
        };
        let (owner, name) = (field.class().java_name(), &field.name);
        raise(
            "java/lang/IllegalAccessError",
            format!("Update to {kind} final field {owner}.{name} attempted from a different {from}"),
        )
    }

    fn quicken_field(&mut self, class: ClassRef, index: u16, code: u16) -> VmResult<u64> {
        let field = self.resolve_field(class, index)?;
        if field.is_static() {
            return raise(
                "java/lang/IncompatibleClassChangeError",
                format!("Expected non-static field {}.{}", field.class().java_name(), field.name),
            );
        }
        let Ok(place) = u16::try_from(field.place) else {
            return raise("java/lang/InternalError", "object with more than 65,000 fields");
        };
        let confined = std::ptr::eq(field.class(), self.known.thread()) && field.place == self.known.thread_locals;
        let quick = match (code, field.visibility) {
            (GETFIELD, Visibility::Quiet) => GETFIELD_Q,
            (GETFIELD, Visibility::Final) => GETFIELD_F,
            (GETFIELD, _) => GETFIELD_V,
            _ if field.kind == Kind::Reference && !confined => PUTFIELD_R,
            (_, Visibility::Quiet) => PUTFIELD_Q,
            (_, Visibility::Final) => PUTFIELD_F,
            _ => PUTFIELD_V,
        };
        Ok(op::pack(quick, place, field.id))
    }

    fn quicken_static(&mut self, class: ClassRef, index: u16, code: u16) -> VmResult<u64> {
        let field = self.resolve_field(class, index)?;
        if !field.is_static() {
            return raise(
                "java/lang/IncompatibleClassChangeError",
                format!("Expected static field {}.{}", field.class().java_name(), field.name),
            );
        }
        let quiet = field.visibility == Visibility::Quiet;
        if code == GETSTATIC {
            if quiet && self.always_initialized(field.class()) {
                return Ok(op::pack(GETSTATIC_Q, 0, field.place));
            }
            return Ok(op::pack(GETSTATIC_V, 0, field.id));
        }
        Ok(op::pack(if field.kind == Kind::Reference { PUTSTATIC_R } else { PUTSTATIC_V }, 0, field.id))
    }

    fn quicken_virtual(&mut self, class: ClassRef, index: u16, args: u16) -> VmResult<u64> {
        let callee = self.resolve_method(class, index)?;
        if callee.polymorphic {
            return Ok(op::pack(INVOKEHANDLE, args, u32::from(index)));
        }
        if callee.is_static() {
            return raise(
                "java/lang/IncompatibleClassChangeError",
                format!("Expecting non-static method '{}'", describe(callee)),
            );
        }
        if callee.class().is_interface() && callee.access & acc::PRIVATE == 0 {
            return Ok(op::pack(INVOKEINTERFACE_Q, args, callee.id));
        }
        match callee.vtable_index.get() {
            Some(at) if callee.access & (acc::FINAL | acc::PRIVATE) == 0 => Ok(op::pack(INVOKEVIRTUAL_Q, args, *at)),
            _ => Ok(op::pack(INVOKEDIRECT_Q, args, callee.id)),
        }
    }

    /// The library makes classes that no verifier would accept: they make an object of one class and call the constructor of another, for
    /// deserialisation. That one must be a superclass, which the library does not look at.
    fn check_serial_constructor(&mut self, method: MethodRef, index: u16) -> VmResult<()> {
        let class = method.class();
        if class.super_class.is_none_or(|s| s.loader != 0 || &*s.name != SERIAL_CONSTRUCTOR) {
            return Ok(());
        }
        let Some(code) = method.code.get().filter(|_| &*method.name == "newInstance") else { return Ok(()) };
        let words: Vec<u64> = code.ops.iter().map(|word| word.load(Ordering::Relaxed)).collect();
        // The other constructors that it calls are those of exceptions, which it throws.
        let returned = words.windows(2).any(|pair| {
            op::op(pair[0]) == INVOKESPECIAL && op::b(pair[0]) == u32::from(index) && op::op(pair[1]) == RETURN_VALUE
        });
        let made = words.iter().find(|word| op::op(**word) == NEW_Q).map(|word| self.class(op::b(*word)));
        let callee = self.resolve_method(class, index)?;
        if !returned || made.is_some_and(|made| made.is_subclass_of(callee.class())) {
            return Ok(());
        }
        raise("java/lang/VerifyError", format!("Bad <init> method call: '{}'", describe(callee)))
    }

    fn quicken_special(&mut self, class: ClassRef, index: u16, args: u16) -> VmResult<u64> {
        let resolved = self.resolve_method(class, index)?;
        let class = class.identity();
        if resolved.is_static() {
            return raise(
                "java/lang/IncompatibleClassChangeError",
                format!("Expecting non-static method '{}'", describe(resolved)),
            );
        }
        let owner = resolved.class();
        let mut callee = resolved;
        // A `super` call runs the nearest method above the *calling* class.
        if &*resolved.name != "<init>"
            && !owner.is_interface()
            && !std::ptr::eq(owner, class)
            && class.is_subclass_of(owner)
            && let Some(super_class) = class.super_class
        {
            callee = super_class.find_method(&resolved.name, &resolved.descriptor).unwrap_or(resolved);
        }
        if callee.access & acc::ABSTRACT != 0 {
            return raise("java/lang/AbstractMethodError", format!("'{}'", describe(callee)));
        }
        Ok(op::pack(INVOKEDIRECT_Q, args, callee.id))
    }

    /// The method that `invokeinterface` runs on a receiver whose table has no entry for it.
    pub(crate) fn select_interface_method(&mut self, class: ClassRef, declared: MethodRef) -> VmResult<MethodRef> {
        if !class.is_subclass_of(declared.class()) {
            return raise(
                "java/lang/IncompatibleClassChangeError",
                format!(
                    "Class {} does not implement the requested interface {}",
                    class.java_name(),
                    declared.class().java_name()
                ),
            );
        }
        let found = class.vtable.iter().rev().copied().find(|m| m.selector == declared.selector);
        found.map_or_else(|| raise("java/lang/AbstractMethodError", format!("'{}'", describe(declared))), Ok)
    }

    /// `multianewarray`.
    pub(crate) fn new_multi_array(&mut self, class: ClassRef, index: u16, lengths: &[i32]) -> VmResult<Ref> {
        let array = self.resolve_class(class, index)?;
        if let Some(negative) = lengths.iter().find(|n| **n < 0) {
            return raise("java/lang/NegativeArraySizeException", negative.to_string());
        }
        let words = nested_words(array, lengths);
        if words > self.shared.config.heap_words() {
            return raise("java/lang/OutOfMemoryError", "Java heap space");
        }
        self.before_allocation(words)?;
        self.new_nested_array(array, lengths)
    }

    /// An array of arrays, all levels in `lengths` filled; they are the program's until they are claimed.
    pub fn new_nested_array(&mut self, class: ClassRef, lengths: &[i32]) -> VmResult<Ref> {
        let (Some((first, rest)), Some(component)) = (lengths.split_first(), class.component()) else {
            return Err(Trap::Internal(format!("{} has too few dimensions", class.name)));
        };
        let array = self.allocate_array(class, *first)?;
        if !rest.is_empty() {
            for i in 0..*first as u32 {
                let inner = self.new_nested_array(component, rest)?;
                self.set(array + HEADER + i, u64::from(inner));
            }
        }
        Ok(array)
    }
}

/// Whether a nest host, which must be in the same run-time package, lists a member.
fn confirms(host: ClassRef, member: ClassRef) -> bool {
    let listed = |file: &crate::classfile::ClassFile| file.nest_members.contains(&member.name);
    host.same_package(member) && host.file.as_ref().is_some_and(listed)
}

/// The accessors that the library generates for reflection and serialisation may use everything.
pub(crate) fn is_magic(class: ClassRef) -> bool {
    let mut next = Some(class);
    while let Some(class) = next {
        if class.loader == 0 && &*class.name == "jdk/internal/reflect/MagicAccessorImpl" {
            return true;
        }
        next = class.super_class;
    }
    false
}

/// Words of an array of arrays.
fn nested_words(class: ClassRef, lengths: &[i32]) -> u64 {
    let (Some((first, rest)), Shape::Array(kind, component)) = (lengths.split_first(), class.shape) else { return 0 };
    let length = (*first).max(0) as u64;
    let own = u64::from(HEADER) + (length << kind.shift()).div_ceil(8);
    let each = if length == 0 { 0 } else { nested_words(component, rest) };
    own.saturating_add(length.saturating_mul(each))
}

/// How linkage errors call a member's access.
pub(crate) fn access_word(access: u16) -> &'static str {
    if access & acc::PRIVATE != 0 {
        "private "
    } else if access & acc::PROTECTED != 0 {
        "protected "
    } else {
        ""
    }
}

/// `void java.lang.Foo.bar(int)`, as HotSpot's linkage errors name a method.
pub(crate) fn qualified(owner: &Class, name: &str, descriptor: &str) -> String {
    let (params, returns) = crate::vm::exec::code::types(descriptor).unwrap_or_default();
    let params: Vec<String> = params.iter().map(|p| crate::vm::exec::interp::source_type(p)).collect();
    format!("{} {}.{name}({})", crate::vm::exec::interp::source_type(returns), owner.java_name(), params.join(", "))
}

/// See [`qualified`].
pub fn describe(method: MethodRef) -> String {
    qualified(method.class(), &method.name, &method.descriptor)
}
