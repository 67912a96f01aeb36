//! `java.lang.Class`: names, kinds, relations and attributes. Members are in `reflect_data`.

use super::args;
use super::{Native, Seen, native, visible};
use crate::classfile::{ClassFile, InnerClass};
use crate::vm::classes::class::{Class, ClassRef, Kind, Shape, acc};
use crate::vm::classes::known::{self, instance_field};
use crate::vm::classes::link::{MIRROR_DOMAIN, MIRROR_SIGNERS};
use crate::vm::memory::layout::Ref;
use crate::vm::{Trap, Vm, VmResult, raise};

const CLASS: &str = "java/lang/Class";

pub(super) static NATIVES: &[Native] = &[
    visible(CLASS, "forName0", "", for_name_pending, for_name),
    native(CLASS, "getPrimitiveClass", "", |vm, args| {
        let name = args::text(vm, args[0])?;
        let kind = Kind::PRIMITIVES.into_iter().find(|kind| kind.keyword() == name);
        match kind.and_then(|kind| vm.known.primitive(kind)) {
            Some(class) => Ok(u64::from(vm.mirror(class))),
            None => raise("java/lang/ClassNotFoundException", name),
        }
    }),
    native(CLASS, "isInstance", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        let object = args[1] as Ref;
        Ok(u64::from(object != 0 && vm.class_of(object).is_subclass_of(class)))
    }),
    native(CLASS, "isAssignableFrom", "", |vm, args| {
        let (class, other) = (args::class(vm, args[0])?, args::class(vm, args[1])?);
        Ok(u64::from(other.is_subclass_of(class)))
    }),
    native(CLASS, "isInterface", "", |vm, args| Ok(u64::from(args::class(vm, args[0])?.is_interface()))),
    native(CLASS, "isArray", "", |vm, args| Ok(u64::from(args::class(vm, args[0])?.is_array()))),
    native(CLASS, "isPrimitive", "", |vm, args| Ok(u64::from(args::class(vm, args[0])?.primitive().is_some()))),
    native(CLASS, "isHidden", "", |vm, args| Ok(u64::from(args::class(vm, args[0])?.hidden))),
    native(CLASS, "isRecord0", "", |vm, args| Ok(u64::from(is_record(args::class(vm, args[0])?)))),
    native(CLASS, "initClassName", "", |vm, args| {
        let name = args::class(vm, args[0])?.java_name();
        let name = vm.literal_str(&name)?;
        vm.set_ref_field(args[0] as Ref, vm.known.class_name, name);
        Ok(u64::from(name))
    }),
    native(CLASS, "getSuperclass", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        match class.super_class.filter(|_| !class.is_interface()) {
            Some(class) => Ok(u64::from(vm.mirror(class))),
            None => Ok(0),
        }
    }),
    native(CLASS, "getInterfaces0", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        args::class_array(vm, &class.interfaces).map(u64::from)
    }),
    native(CLASS, "getModifiers", "", |vm, args| Ok(u64::from(modifiers(args::class(vm, args[0])?)))),
    native(CLASS, "getSigners", "", |vm, args| extra_word(vm, args[0], MIRROR_SIGNERS)),
    native(CLASS, "setSigners", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        if matches!(class.shape, Shape::Instance) {
            vm.set_ref_field(class.mirror, vm.known.mirror_words + MIRROR_SIGNERS, args[1] as Ref);
        }
        Ok(0)
    }),
    native(CLASS, "getProtectionDomain0", "", protection_domain),
    // Later JDKs read a field instead.
    native(CLASS, "getProtectionDomain", "", |vm, args| match protection_domain(vm, args)? {
        0 => domain_of_all_permissions(vm),
        domain => Ok(domain),
    }),
    native(CLASS, "getEnclosingMethod0", "", enclosing_method),
    native(CLASS, "getDeclaringClass0", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        match own_entry(class).and_then(|entry| entry.outer.as_ref()) {
            Some(outer) => {
                let outer = vm.load_referenced(outer, class.loader)?;
                check_member(vm, outer, class)?;
                Ok(u64::from(vm.mirror(outer)))
            }
            None => Ok(0),
        }
    }),
    native(CLASS, "getSimpleBinaryName0", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        args::literal(vm, own_entry(class).and_then(|entry| entry.name.as_deref())).map(u64::from)
    }),
    native(CLASS, "getGenericSignature0", "", |vm, args| {
        let file = args::class(vm, args[0])?.file.as_ref();
        args::literal(vm, file.and_then(|f| f.signature.as_deref())).map(u64::from)
    }),
    native(CLASS, "getRawAnnotations", "", |vm, args| {
        let file = args::class(vm, args[0])?.file.as_ref();
        args::byte_array(vm, file.and_then(|f| f.annotations.as_deref())).map(u64::from)
    }),
    native(CLASS, "getRawTypeAnnotations", "", |vm, args| {
        let file = args::class(vm, args[0])?.file.as_ref();
        args::byte_array(vm, file.and_then(|f| f.type_annotations.as_deref())).map(u64::from)
    }),
    native(CLASS, "getConstantPool", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        if class.file.is_none() {
            return Ok(0);
        }
        let pool_class = vm.load_boot("jdk/internal/reflect/ConstantPool")?;
        vm.initialize(pool_class)?;
        let pool = vm.new_object(pool_class)?;
        vm.set(pool + instance_field(pool_class, "constantPoolOop")?.place, args[0]);
        Ok(u64::from(pool))
    }),
    native(CLASS, "getDeclaredClasses0", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        let mut members = Vec::new();
        if let Some(file) = &class.file {
            let own = file_name(class);
            for entry in file.inner_classes.iter().filter(|e| e.outer.as_deref() == Some(own) && &*e.inner != own) {
                // Whether the member says so, too, HotSpot does not ask.
                members.push(vm.load_referenced(&entry.inner, class.loader)?);
            }
        }
        args::class_array(vm, &members).map(u64::from)
    }),
    native(CLASS, "getPermittedSubclasses0", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        let Some(names) = class.file.as_ref().and_then(|f| f.permitted_subclasses.as_ref()) else { return Ok(0) };
        let permitted = load_those_there_are(vm, names, class.loader)?;
        args::class_array(vm, &permitted).map(u64::from)
    }),
    native(CLASS, "getNestHost0", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        let host = vm.nest_host(class)?;
        Ok(u64::from(vm.mirror(host)))
    }),
    native(CLASS, "getNestMembers0", "", nest_members),
    native(CLASS, "desiredAssertionStatus0", "", |vm, args| {
        let class = args::class(vm, args[0])?;
        Ok(u64::from(vm.shared.config.assertions.enabled(&class.java_name(), class.loader == 0)))
    }),
    native(CLASS, "getClassFileVersion0", "", |vm, args| {
        let file = args::class(vm, args[0])?.file.as_ref();
        Ok(file.map_or(0, |file| u64::from(file.minor) << 16 | u64::from(file.major)))
    }),
    native(CLASS, "getClassAccessFlagsRaw0", "", |vm, args| Ok(u64::from(args::class(vm, args[0])?.access))),
    native("jdk/internal/reflect/Reflection", "getClassAccessFlags", "", |vm, args| {
        Ok(u64::from(args::class(vm, args[0])?.access))
    }),
    native("jdk/internal/reflect/Reflection", "areNestMates", "", |vm, args| {
        let (class, other) = (args::class(vm, args[0])?, args::class(vm, args[1])?);
        let (host, other_host) = (vm.nest_host(class)?, vm.nest_host(other)?);
        Ok(u64::from(std::ptr::eq(host, other_host)))
    }),
];

/// The phase of a `forName0` that has loaded its class. Which classes are loaded is no part of a state, so that a thread must not stop,
/// or not stop, because of it: the class is loaded first, and then looked at.
const LOADED: u32 = 1 << 20;

/// `forName0` is visible where it begins an initialiser, and while another thread is in it.
fn for_name_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    if vm.asked_phase() != LOADED {
        return None;
    }
    let name = args::class_name(vm, args[0]).ok()??;
    let class = vm.loaded(&name, args[2] as Ref).filter(|_| args[1] != 0)?;
    vm.see_initializer(vm.asked_thread(), class)
}

/// `forName0(name, initialize, loader, caller)`.
fn for_name(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let Some(name) = args::class_name(vm, args[0])? else {
        return raise("java/lang/ClassNotFoundException", args::text(vm, args[0])?);
    };
    if name.is_empty() {
        return Err(Trap::Throw(nameless(vm)?));
    }
    let class = vm.load(&name, args[2] as Ref)?;
    let mirror = vm.mirror(class);
    if args[1] != 0 && vm.phase() != LOADED {
        vm.set_phase(LOADED);
        return Err(Trap::Retry);
    }
    if args[1] != 0 {
        vm.initialize(class)?;
    }
    Ok(u64::from(mirror))
}

/// The exception for the empty name: its message is empty, which is not the same as none.
fn nameless(vm: &mut Vm) -> VmResult<Ref> {
    let class = vm.load_boot("java/lang/ClassNotFoundException")?;
    let exception = vm.make_exception(class, "")?;
    let message = vm.new_string("")?;
    vm.set(exception + vm.known.throwable_message, u64::from(message));
    Ok(exception)
}

/// A word that the VM keeps behind the fields of a mirror.
fn extra_word(vm: &Vm, mirror: u64, word: u32) -> VmResult<u64> {
    let class = args::class(vm, mirror)?;
    let is_instance = matches!(class.shape, Shape::Instance);
    Ok(if is_instance { vm.get(class.mirror + vm.known.mirror_words + word) } else { 0 })
}

/// The protection domain of a class. Those of built-in loaders are made when first asked for: phase 1 has the URL of the
/// class-path entry or the module, phase 2 a code source, phase 3 the domain.
fn protection_domain(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let class = args::class(vm, args[0])?;
    let present = extra_word(vm, args[0], MIRROR_DOMAIN)?;
    let shared = vm.shared.clone();
    let entry = class
        .origin
        .and_then(|origin| shared.class_path.entries().chain(shared.modules.entries()).nth(origin as usize));
    let of_module = class.from_image && class.loader != 0;
    if present != 0 || (entry.is_none() && !of_module) {
        return Ok(present);
    }
    match vm.phase() {
        0 if of_module => {
            let url_class = vm.load_boot("java/net/URL")?;
            vm.initialize(url_class)?;
            let module = vm.module_name_of(class).unwrap_or_default();
            let text = vm.new_string(&format!("jrt:/{module}"))?;
            let url = u64::from(vm.new_object(url_class)?);
            vm.set_scratch(0, url);
            let init = known::method(url_class, "<init>", "(Ljava/lang/String;)V")?;
            Err(Trap::Call(init, vec![url, u64::from(text)]))
        }
        0 => {
            let path = entry.map(|(path, _)| path.to_string_lossy()).unwrap_or_default();
            let loaders = vm.load_boot("jdk/internal/loader/ClassLoaders")?;
            let path = vm.new_string(&path)?;
            let to_url = known::method(loaders, "toFileURL", "(Ljava/lang/String;)Ljava/net/URL;")?;
            Err(Trap::Call(to_url, vec![u64::from(path)]))
        }
        1 => {
            let url = if of_module { vm.scratch(0) } else { vm.call_result() };
            let source_class = vm.load_boot("java/security/CodeSource")?;
            let source = u64::from(vm.new_object(source_class)?);
            vm.set_scratch(0, source);
            let init = known::method(source_class, "<init>", "(Ljava/net/URL;[Ljava/security/CodeSigner;)V")?;
            Err(Trap::Call(init, vec![source, url, 0]))
        }
        2 => {
            let loader = vm.load_boot("java/security/SecureClassLoader")?;
            let descriptor = "(Ljava/security/CodeSource;)Ljava/security/ProtectionDomain;";
            let to_domain = known::method(loader, "getProtectionDomain", descriptor)?;
            Err(Trap::Call(to_domain, vec![u64::from(class.loader), vm.scratch(0)]))
        }
        _ => {
            let domain = vm.call_result();
            vm.set_ref_field(class.mirror, vm.known.mirror_words + MIRROR_DOMAIN, domain as Ref);
            Ok(domain)
        }
    }
}

/// The domain that stands for none.
fn domain_of_all_permissions(vm: &mut Vm) -> VmResult<u64> {
    let holder = vm.load_boot("java/lang/Class$Holder")?;
    vm.initialize(holder)?;
    Ok(vm.get(known::static_field(holder, "allPermDomain")?.place))
}

fn is_record(class: ClassRef) -> bool {
    class.access & acc::FINAL != 0
        && class.super_class.is_some_and(|s| &*s.name == "java/lang/Record" && s.loader == 0)
        && class.file.as_ref().is_some_and(|f| f.record.is_some())
}

/// The name in the class file: a hidden class's own has a suffix.
fn file_name(class: &Class) -> &str {
    match class.name.rsplit_once('+') {
        Some((name, _)) if class.hidden => name,
        _ => &class.name,
    }
}

/// What `InnerClasses` says about the class itself.
fn own_entry(class: ClassRef) -> Option<&'static InnerClass> {
    let file: &'static ClassFile = class.file.as_ref()?;
    file.inner_classes.iter().find(|entry| *entry.inner == *file_name(class))
}

/// A class's claim to be a member of another must be confirmed by it.
fn check_member(vm: &mut Vm, outer: ClassRef, inner: ClassRef) -> VmResult<()> {
    let name = file_name(inner);
    let listed = |file: &ClassFile| {
        file.inner_classes.iter().any(|e| &*e.inner == name && e.outer.as_deref() == Some(file_name(outer)))
    };
    let confirmed = outer.file.as_ref().is_some_and(listed)
        && (inner.hidden || std::ptr::eq(vm.load_referenced(name, outer.loader)?, inner));
    if confirmed { Ok(()) } else { disagree(outer, inner) }
}

fn disagree<T>(outer: ClassRef, inner: ClassRef) -> VmResult<T> {
    raise(
        "java/lang/IncompatibleClassChangeError",
        format!("{} and {} disagree on InnerClasses attribute", outer.java_name(), inner.java_name()),
    )
}

/// The modifiers as written in the source.
fn modifiers(class: ClassRef) -> u16 {
    match class.shape {
        Shape::Instance => own_entry(class).map_or(class.access, |entry| entry.access) & !acc::SUPER,
        Shape::Array(_, element) => {
            modifiers(element) & (acc::PUBLIC | acc::PRIVATE | acc::PROTECTED) | acc::FINAL | acc::ABSTRACT
        }
        Shape::Primitive(_) => acc::PUBLIC | acc::FINAL | acc::ABSTRACT,
    }
}

/// The innermost enclosing class, and the method's name and descriptor if the class is in one.
fn enclosing_method(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let class = args::class(vm, args[0])?;
    let Some(enclosing) = class.file.as_ref().and_then(|f| f.enclosing_method.as_ref()) else { return Ok(0) };
    let outer = vm.load_referenced(&enclosing.class, class.loader)?;
    let outer = vm.mirror(outer);
    let (name, descriptor) = match &enclosing.method {
        Some((name, descriptor)) => (vm.literal_str(name)?, vm.literal_str(descriptor)?),
        None => (0, 0),
    };
    Ok(u64::from(vm.new_ref_array(vm.known.object(), &[outer, name, descriptor])?))
}

/// Loads the classes that can be loaded; those that cannot are left out, as HotSpot does.
fn load_those_there_are(vm: &mut Vm, names: &[std::sync::Arc<str>], loader: Ref) -> VmResult<Vec<ClassRef>> {
    let mut classes = Vec::new();
    for name in names {
        match vm.load(name, loader) {
            Ok(class) => classes.push(class),
            Err(Trap::Raise(..) | Trap::Throw(_)) => {}
            Err(trap) => return Err(trap),
        }
    }
    Ok(classes)
}

/// The host and the members that confirm it.
fn nest_members(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let class = args::class(vm, args[0])?;
    let host = vm.nest_host(class)?;
    let mut members = vec![host];
    if let Some(file) = &host.file {
        for member in load_those_there_are(vm, &file.nest_members, host.loader)? {
            if std::ptr::eq(vm.nest_host(member)?, host) {
                members.push(member);
            }
        }
    }
    args::class_array(vm, &members).map(u64::from)
}
