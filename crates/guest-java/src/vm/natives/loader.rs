//! Class loading as the guest sees it: `ClassLoader`'s natives, the built-in loaders, native libraries.
//!
//! The built-in loaders are the VM's own (see `link`): the methods of `BuiltinClassLoader` that find classes are replaced.
//! A user's loader is Java code, asked by [`Vm::ask_loader`].
//!
//! A class stays in the registry when a search leaves the path that defined it. It counts as loaded on a path when its mirror
//! is filled in there.

use deadheat_machine::NeedKind;

use super::args;
use super::{Native, native, nothing, visible};
use crate::vm::classes::class::{ClassRef, Kind, acc};
use crate::vm::classes::known::instance_field;
use crate::vm::classes::link::{Definition, MIRROR_DOMAIN};
use crate::vm::exec::messages;
use crate::vm::memory::layout::{ARRAY_BASE, Ref};
use crate::vm::threads::thread::F_RETRY;
use crate::vm::{Trap, Vm, VmResult, raise};

const LOADER: &str = "java/lang/ClassLoader";
const BUILT_IN: &str = "jdk/internal/loader/BuiltinClassLoader";
const LIBRARIES: &str = "jdk/internal/loader/NativeLibraries";

/// The JDK's libraries whose natives are ours: loading them succeeds and does nothing.
const JDK_LIBRARIES: &[&str] = &[
    "attach",
    "awt",
    "extnet",
    "instrument",
    "j2gss",
    "j2pcsc",
    "jaas",
    "java",
    "jimage",
    "jli",
    "management",
    "management_agent",
    "management_ext",
    "net",
    "nio",
    "prefs",
    "rmi",
    "sctp",
    "syslookup",
    "verify",
    "zip",
];

/// Flags of `Lookup.defineHiddenClass`, as in `MethodHandleNatives.Constants`.
const NESTMATE_CLASS: u64 = 1;
const HIDDEN_CLASS: u64 = 2;

/// How a native library is refused, behind its name.
pub(crate) const NO_LIBRARIES: &str = ": native libraries are refused";

pub(super) static NATIVES: &[Native] = &[
    native(LOADER, "defineClass0", "", define_class0),
    native(LOADER, "defineClass1", "", |vm, args| {
        let bytes = vm.read_part(args[2] as Ref, args[3], args[4])?;
        define_class(vm, args[0] as Ref, args[1], &bytes, args[5] as Ref)
    }),
    native(LOADER, "defineClass2", "", |vm, args| {
        let buffer = args::object(args[2])?;
        let place = instance_field(vm.class_of(buffer), "address")?.place;
        let from = vm.field(buffer, place).wrapping_add(u64::from(args[3] as u32));
        let bytes = vm.memory(from, args[4] as u32 as usize)?;
        define_class(vm, args[0] as Ref, args[1], &bytes, args[5] as Ref)
    }),
    native(LOADER, "findBootstrapClass", "", |vm, args| find(vm, 0, args[0])),
    native(LOADER, "findLoadedClass0", "", |vm, args| {
        let Some(name) = args::class_name(vm, args[1])? else { return Ok(0) };
        let class = vm.loaded(&name, args[0] as Ref).filter(|class| vm.get(class.mirror) != 0);
        Ok(class.map_or(0, |class| u64::from(class.mirror)))
    }),
    native(LOADER, "retrieveDirectives", "", directives),
    native(BUILT_IN, "loadClassOrNull", "(Ljava/lang/String;Z)Ljava/lang/Class;", |vm, args| {
        find_built_in(vm, args[0] as Ref, args[1])
    })
    .without_agents(),
    native(BUILT_IN, "findClassOnClassPathOrNull", "", |vm, args| find_built_in(vm, args[0] as Ref, args[1])),
    native(BUILT_IN, "findClassInModuleOrNull", "", |vm, args| find_built_in(vm, args[0] as Ref, args[2])),
    native(LIBRARIES, "findBuiltinLib", "", |vm, args| {
        let file = args::text(vm, args[0])?;
        let name = file.strip_prefix("lib").and_then(|name| name.strip_suffix(".so"));
        match name.filter(|name| JDK_LIBRARIES.contains(name)) {
            Some(name) => Ok(u64::from(vm.new_string(name)?)),
            None => Ok(0),
        }
    }),
    native(LIBRARIES, "load", "", |vm, args| {
        let built_in = args[2] != 0;
        if !built_in {
            let name = args::text(vm, args[1])?;
            return raise("java/lang/UnsatisfiedLinkError", format!("{name}{NO_LIBRARIES}"));
        }
        let library = args::object(args[0])?;
        let place = instance_field(vm.class_of(library), "handle")?.place;
        vm.set(library + place, 1);
        Ok(1)
    })
    .refusing(NeedKind::NativeLibrary),
    native(LIBRARIES, "unload", "", nothing),
    native(LIBRARIES, "findEntry0", "", nothing),
    native("jdk/internal/loader/NativeLibrary", "findEntry0", "", nothing),
    native("jdk/internal/loader/RawNativeLibraries", "load0", "", nothing),
];

/// Frames that the VM pushes.
pub(super) static SYNTHETIC: &[Native] = &[
    native("", "loadClass", "(Ljava/lang/ClassLoader;Ljava/lang/String;)V", load_class).catching(),
    // The frame below the initialisers of the main class, in whose place `main` comes.
    visible(
        "",
        "startMain",
        "([Ljava/lang/String;)V",
        |vm, _| vm.see_initializer(vm.asked_thread(), vm.present_main_class()?),
        |vm, args| vm.start_agents_and_main(args[0] as Ref).and(Err(Trap::Retry)),
    ),
];

/// A class by name as a built-in loader finds it, or null.
fn find(vm: &mut Vm, loader: Ref, name: u64) -> VmResult<u64> {
    let Some(name) = args::class_name(vm, name)?.filter(|name| !name.starts_with('[')) else { return Ok(0) };
    match vm.load(&name, loader) {
        Ok(class) => Ok(u64::from(vm.mirror(class))),
        Err(Trap::Raise("java/lang/ClassNotFoundException", _)) => Ok(0),
        Err(trap) => Err(trap),
    }
}

/// The same for a loader object. While the library boots, the machine does not know the loaders yet.
fn find_built_in(vm: &mut Vm, loader: Ref, name: u64) -> VmResult<u64> {
    if vm.asks_transformers(loader) {
        return find_for_transformers(vm, loader, name);
    }
    let known = loader == vm.app_loader || loader == vm.platform_loader;
    find(vm, if known { loader } else { 0 }, name)
}

/// The same of the system loader, where there are agents: what is found is shown to their transformers before it is defined.
fn find_for_transformers(vm: &mut Vm, loader: Ref, name: u64) -> VmResult<u64> {
    if vm.phase() > 0 {
        return Ok(vm.call_result());
    }
    let Some(internal) = args::class_name(vm, name)?.filter(|name| !name.starts_with('[')) else { return Ok(0) };
    if let Some(class) = vm.loaded(&internal, loader) {
        return Ok(u64::from(vm.mirror(class)));
    }
    if vm.shared.clone().image.class(&internal).is_some() {
        return find(vm, loader, name);
    }
    let Some((bytes, origin)) = vm.find_on_paths(&internal).or_else(|| vm.find_appended(&internal, false)) else {
        return Ok(0);
    };
    Err(vm.call_definer(loader, name, &bytes, 0, origin)?)
}

/// Defines a class to a loader. `domain` is its protection domain.
pub(super) fn define_class(vm: &mut Vm, loader: Ref, name: u64, bytes: &[u8], domain: Ref) -> VmResult<u64> {
    if vm.has_agents() {
        return match vm.phase() {
            0 => Err(vm.call_definer(loader, name, bytes, domain, None)?),
            _ => Ok(vm.call_result()),
        };
    }
    let name = if name == 0 { None } else { Some(vm.string(name as Ref).replace('.', "/")) };
    let class = vm.define(bytes, name.as_deref(), Definition { loader, ..Definition::default() })?;
    if vm.get(class.mirror) != 0 {
        return raise("java/lang/LinkageError", duplicate(vm, loader, class));
    }
    finish_definition(vm, class, domain)
}

pub(crate) fn finish_definition(vm: &mut Vm, class: ClassRef, domain: Ref) -> VmResult<u64> {
    let mirror = vm.mirror(class);
    vm.set_ref_field(mirror, vm.known.mirror_words + MIRROR_DOMAIN, domain);
    Ok(u64::from(mirror))
}

pub(crate) fn duplicate(vm: &Vm, loader: Ref, class: ClassRef) -> String {
    let kind = if class.is_interface() {
        "interface"
    } else if class.access & acc::ABSTRACT != 0 {
        "abstract class"
    } else {
        "class"
    };
    let name = class.java_name();
    let parent = if loader == 0 { 0 } else { vm.ref_field(loader, vm.known.loader_parent) };
    let parent = messages::loader(vm, parent);
    // The loader may have the class from another.
    let place = match class.loader == loader {
        true => messages::place(vm, class),
        false => format!("unnamed module of loader {}", messages::loader(vm, loader)),
    };
    let loader = messages::loader(vm, loader);
    format!(
        "loader {loader} attempted duplicate {kind} definition for {name}. ({name} is in {place}, parent loader {parent})"
    )
}

/// `defineClass0(loader, lookup, name, bytes, offset, length, domain, initialize, flags, classData)`: classes defined by a
/// `Lookup`. The initialiser may run in between, so the class made is kept.
fn define_class0(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let made = vm.scratch(0);
    let class = if made != 0 { vm.class((made - 1) as u32) } else { define_by_lookup(vm, args)? };
    vm.set_scratch(0, u64::from(class.id) + 1);
    if args[7] != 0 {
        vm.initialize(class)?;
    }
    Ok(u64::from(class.mirror))
}

fn define_by_lookup(vm: &mut Vm, args: &[u64]) -> VmResult<ClassRef> {
    let bytes = args::bytes(vm, args[3], args[4], args[5])?;
    let lookup = args::class(vm, args[1])?;
    let (loader, domain, flags) = (args[0] as Ref, args[6] as Ref, args[8]);
    let class = if flags & HIDDEN_CLASS == 0 {
        let mirror = define_class(vm, loader, args[2], &bytes, domain)?;
        args::class(vm, mirror)?
    } else {
        let host = (flags & NESTMATE_CLASS != 0).then_some(lookup);
        let name = (args[2] != 0).then(|| vm.string(args[2] as Ref).replace('.', "/"));
        let for_platform = lookup.platform;
        let definition = Definition { loader, hidden: true, host, for_platform, ..Definition::default() };
        let class = vm.define(&bytes, name.as_deref(), definition)?;
        finish_definition(vm, class, domain)?;
        class
    };
    let anywhere = flags & HIDDEN_CLASS != 0 && flags & NESTMATE_CLASS == 0;
    if !anywhere && class.package() != lookup.package() {
        return raise("java/lang/IllegalArgumentException", "Lookup class and defined class are in different packages");
    }
    vm.set_ref_field(class.mirror, vm.known.class_data, args[9] as Ref);
    Ok(class)
}

/// The assertion settings of the command line.
fn directives(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    let class = vm.load_boot("java/lang/AssertionStatusDirectives")?;
    vm.initialize(class)?;
    let (classes, class_flags) = rules(vm, false)?;
    let (packages, package_flags) = rules(vm, true)?;
    let made = vm.new_object(class)?;
    let enabled = u64::from(vm.shared.config.assertions.program());
    for (field, value) in [
        ("classes", u64::from(classes)),
        ("classEnabled", u64::from(class_flags)),
        ("packages", u64::from(packages)),
        ("packageEnabled", u64::from(package_flags)),
        ("deflt", enabled),
    ] {
        vm.set(made + instance_field(class, field)?.place, value);
    }
    Ok(u64::from(made))
}

/// The settings of classes, or of packages: names and flags.
fn rules(vm: &mut Vm, package: bool) -> VmResult<(Ref, Ref)> {
    let shared = vm.shared.clone();
    let rules: Vec<_> = shared.config.assertions.rules().iter().filter(|rule| rule.package == package).collect();
    let names = rules.iter().map(|rule| vm.new_string(&rule.name)).collect::<VmResult<Vec<Ref>>>()?;
    let names = vm.new_ref_array(vm.known.string(), &names)?;
    let flags = vm.new_primitive_array(Kind::Boolean, rules.len())?;
    for (at, rule) in rules.iter().enumerate() {
        vm.arena.set_bytes(u64::from(flags) * 8 + ARRAY_BASE + at as u64, [u8::from(rule.enabled)]);
    }
    Ok((names, flags))
}

// ---- user-defined loaders

impl Vm {
    /// Asks a loader written in Java for a class: pushes a call of its `loadClass`, after which the class is known.
    pub(crate) fn ask_loader(&mut self, loader: Ref, name: &str) -> VmResult<ClassRef> {
        self.note_load_of_call(loader, name);
        let ask = self.synthetic("loadClass")?;
        let name = self.new_string(&name.replace('/', "."))?;
        self.push_frame(ask, &[u64::from(loader), u64::from(name)], F_RETRY)?;
        Err(Trap::Retry)
    }

    /// A `NoClassDefFoundError` for a class by internal name, with its cause.
    pub(crate) fn no_class_def(&mut self, name: &str, cause: Ref) -> VmResult<Ref> {
        let class = self.load_boot("java/lang/NoClassDefFoundError")?;
        let made = self.make_exception(class, name)?;
        self.set(made + self.known.throwable_cause, u64::from(cause));
        Ok(made)
    }
}

/// The frame that [`Vm::ask_loader`] pushes.
fn load_class(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let loader = args::object(args[0])?;
    if vm.phase() == 0 {
        let method = crate::vm::classes::known::method(
            vm.class_of(loader),
            "loadClass",
            "(Ljava/lang/String;)Ljava/lang/Class;",
        )?;
        return Err(Trap::Call(method, vec![args[0], args[1]]));
    }
    let dotted = args::text(vm, args[1])?;
    let name = dotted.replace('.', "/");
    if let Some(exception) = vm.caught() {
        return refused(vm, &name, exception);
    }
    let found = vm.call_result() as Ref;
    match vm.class_of_mirror(found).filter(|class| found != 0 && *class.name == *name) {
        Some(class) => {
            vm.check_constraints(&name, loader, class)?;
            vm.remember(&name, loader, class)?;
            Ok(0)
        }
        None => {
            let class = vm.load_boot("java/lang/ClassNotFoundException")?;
            let exception = vm.make_exception(class, &dotted)?;
            refused(vm, &name, exception)
        }
    }
}

/// Whether a `forName0` was asked for this class, or for an array of it; it may also need others to link what it has found.
fn asked_for(vm: &Vm, frame: u32, name: &str) -> VmResult<bool> {
    let asked = args::text(vm, vm.get(vm.frame_locals(frame)))?.replace('.', "/");
    let element = asked.trim_start_matches('[');
    Ok(asked == name || (element.len() < asked.len() && element == format!("L{name};")))
}

/// A loader threw: code that refers to the class gets an error, `Class.forName` gets the exception itself.
fn refused(vm: &mut Vm, name: &str, exception: Ref) -> VmResult<u64> {
    let not_found = vm.load_boot("java/lang/ClassNotFoundException")?;
    let (caller, _) = vm.caller(vm.frame);
    let by_name = caller != 0 && &*vm.frame_method(caller).name == "forName0" && asked_for(vm, caller, name)?;
    if by_name || !vm.class_of(exception).is_subclass_of(not_found) {
        return Err(Trap::Throw(exception));
    }
    Err(Trap::Throw(vm.no_class_def(name, exception)?))
}
