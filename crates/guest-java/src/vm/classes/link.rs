//! Finding, defining and linking classes (JVMS chapter 5).
//!
//! Built-in loaders are ours: each has the modules of the JDK's image that the library defines to it (see `modules`), and the system
//! loader the class path besides. A user's loader is Java code; when it must be asked, resolution pushes a call of its `loadClass` and
//! the instruction runs again afterwards.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, OnceLock};

use deadheat_event::hash::Fnv64;

use crate::classfile::{self, ClassFile};
use crate::vm::classes::class::{Class, ClassRef, Field, FieldRef, Kind, Method, MethodRef, SelectorMap, Shape, acc};
use crate::vm::classes::constraints::violates_constraint;
use crate::vm::exec::{code, messages};
use crate::vm::memory::collect::region::REGION_WORDS;
use crate::vm::memory::layout::{HEADER, Ref};
use crate::vm::registry::Tables;
use crate::vm::threads::policy;
use crate::vm::{Trap, Vm, VmResult, raise};
use crate::vm::{harness, juc, natives};

/// Mirror word, behind the fields of `java.lang.Class`: the class id + 1.
pub const MIRROR_CLASS: u32 = 0;
/// Mirror word: initialisation status.
pub const MIRROR_STATUS: u32 = 1;
/// Mirror words: allocation registers of the class initialiser.
pub const MIRROR_REGION: u32 = 6;
/// Mirror word: the protection domain.
pub const MIRROR_DOMAIN: u32 = 2;
/// Mirror word: the signers.
pub const MIRROR_SIGNERS: u32 = 3;
/// Mirror word: what the initialiser failed of, as an `ExceptionInInitializerError`.
pub const MIRROR_FAILURE: u32 = 4;
/// Mirror word: the id + 1 of the class whose initialisation has asked for this one's and waits for it.
pub const MIRROR_HEIR: u32 = 5;
/// Mirror word: the id + 1 of the version that the class has by now, 0 for the one that was loaded.
pub const MIRROR_VERSION: u32 = MIRROR_REGION + REGION_WORDS;
/// Mirror words before the static fields.
pub const MIRROR_EXTRA: u32 = MIRROR_VERSION + 1;

/// How a class comes to be defined.
#[derive(Default)]
pub struct Definition {
    /// The loader object.
    pub loader: Ref,
    /// Not found by name, and named apart.
    pub hidden: bool,
    /// Nest host of a hidden class.
    pub host: Option<ClassRef>,
    /// Entry of the class path, or behind these of the module path, that it came from.
    pub origin: Option<u32>,
    /// The bytes are the JDK's.
    pub from_image: bool,
    /// Made at run time for the library's own code.
    pub for_platform: bool,
    /// An agent has given it to the boot loader.
    pub appended: bool,
    /// Where there are agents: what a retransformation of the class begins with, which its transformers may have changed since.
    pub bytes: Option<Arc<[u8]>>,
}

impl Vm {
    /// Finds or loads a class by internal name, as `loader` sees it.
    pub fn load(&mut self, name: &str, loader: Ref) -> VmResult<ClassRef> {
        if let Some(class) = self.loaded(name, loader) {
            return Ok(class);
        }
        if let Some(element) = name.strip_prefix('[') {
            return self.load_array(name, element, loader);
        }
        if !self.is_built_in(loader) {
            return self.ask_loader(loader, name);
        }
        let shared = self.shared.clone();
        if let Some((module, bytes)) = shared.image.class(name)
            && let Some(home) = self.loader_of_module(module)
            && (loader != 0 || home == 0)
        {
            if home == loader {
                let definition = Definition { loader, from_image: true, ..Definition::default() };
                return self.define(bytes, Some(name), definition);
            }
            let class = self.load(name, home)?;
            self.remember(name, loader, class)?;
            return Ok(class);
        }
        if self.has_agents() && loader == 0 {
            return self.load_appended(name);
        }
        if self.asks_transformers(loader) {
            return self.ask_loader(loader, name);
        }
        if loader != 0
            && loader == self.app_loader
            && let Some((bytes, origin)) = self.find_on_paths(name)
        {
            return self.define(&bytes, Some(name), Definition { loader, origin, ..Definition::default() });
        }
        // As HotSpot words it, in which the boot loader is no Java code.
        raise("java/lang/ClassNotFoundException", if loader == 0 { name.to_owned() } else { name.replace('/', ".") })
    }

    /// A class of the harness, of the class path, or of a module of the module path if one has its package; and the number of the entry that
    /// has it.
    pub(crate) fn find_on_paths(&self, name: &str) -> Option<(Arc<[u8]>, Option<u32>)> {
        let harness = self.shared.config.harness.as_ref();
        if let Some(bytes) = harness.and_then(|harness| harness.classes.get(name)) {
            return Some((bytes.as_slice().into(), None));
        }
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        let (path, first) = match self.defined_module(package, self.app_loader) {
            Some(_) => (&self.shared.modules, self.shared.class_path.entries().len()),
            None => (&self.shared.class_path, 0),
        };
        let found = path.find(&format!("{name}.class"))?;
        Some((found.bytes, Some((first + found.entry) as u32)))
    }

    /// Like [`Vm::load`], but a missing class is an error of the code that refers to it.
    pub fn load_referenced(&mut self, name: &str, loader: Ref) -> VmResult<ClassRef> {
        match self.load(name, loader) {
            Err(Trap::Raise("java/lang/ClassNotFoundException", message)) => {
                let element = name.trim_start_matches('[');
                let missing = match element.strip_prefix('L') {
                    Some(element) if name.starts_with('[') => element.trim_end_matches(';'),
                    _ => element,
                };
                if loader == 0 {
                    return raise("java/lang/NoClassDefFoundError", missing);
                }
                let not_found = self.load_boot("java/lang/ClassNotFoundException")?;
                let cause = self.make_exception(not_found, &message)?;
                Err(Trap::Throw(self.no_class_def(missing, cause)?))
            }
            other => other,
        }
    }

    /// A class that the VM itself needs.
    pub fn load_boot(&mut self, name: &str) -> VmResult<ClassRef> {
        self.load(name, 0).map_err(|trap| Trap::Internal(format!("cannot load {name}: {trap:?}")))
    }

    fn load_array(&mut self, name: &str, element: &str, loader: Ref) -> VmResult<ClassRef> {
        let component = match element.as_bytes().first() {
            Some(b'[') => self.load(element, loader)?,
            Some(b'L') if element.ends_with(';') => self.load(&element[1..element.len() - 1], loader)?,
            _ if element.len() == 1 => match self.known.primitive(Kind::of(element)) {
                Some(class) => class,
                None => return raise("java/lang/ClassNotFoundException", name),
            },
            _ => return raise("java/lang/ClassNotFoundException", name.replace('/', ".")),
        };
        let class = self.array_of(component)?;
        self.remember(name, loader, class)?;
        Ok(class)
    }

    /// The class that a type descriptor names.
    pub fn load_descriptor(&mut self, descriptor: &str, loader: Ref) -> VmResult<ClassRef> {
        match descriptor.as_bytes().first() {
            Some(b'L') => self.load_referenced(&descriptor[1..descriptor.len() - 1], loader),
            Some(b'[') => self.load_referenced(descriptor, loader),
            _ => match self.known.primitive(Kind::of(descriptor)) {
                Some(class) => Ok(class),
                None => raise("java/lang/NoClassDefFoundError", descriptor),
            },
        }
    }

    /// The array type with the given elements.
    pub fn array_of(&mut self, component: ClassRef) -> VmResult<ClassRef> {
        if let Some(class) = component.array.get() {
            return Ok(class);
        }
        let name: Arc<str> = format!("[{}", component.descriptor()).into();
        if name.bytes().take_while(|b| *b == b'[').count() > 255 {
            return raise("java/lang/IllegalArgumentException", "array type with more than 255 dimensions");
        }
        let kind = component.primitive().unwrap_or(Kind::Reference);
        let object = self.known.object();
        let mut interfaces = Vec::new();
        for name in ["java/lang/Cloneable", "java/io/Serializable"] {
            interfaces.push(self.load_boot(name)?);
        }
        let mut all_interfaces: Vec<u32> = interfaces.iter().map(|i| i.id).collect();
        all_interfaces.sort_unstable();
        let shared = self.shared.clone();
        let mut tables = shared.registry.lock();
        if let Some(class) = component.array.get() {
            return Ok(class);
        }
        let id = tables.classes.len() as u32;
        let class = Class {
            id,
            access: (component.access & (acc::PUBLIC | acc::PRIVATE | acc::PROTECTED)) | acc::FINAL | acc::ABSTRACT,
            loader: component.loader,
            platform: component.platform,
            shape: Shape::Array(kind, component),
            super_class: Some(object),
            supers: vec![object.id, id],
            interfaces,
            all_interfaces,
            vtable: object.vtable.clone(),
            ..self.plain_class(&mut tables, id, name)?
        };
        let class: ClassRef = Box::leak(Box::new(class));
        tables.classes.push(class);
        tables.by_name.insert((component.loader, class.name.clone()), class);
        let _ = component.array.set(class);
        drop(tables);
        Ok(class)
    }

    /// Defines the primitive types; the known classes must be loaded.
    pub fn define_primitives(&mut self) -> VmResult<()> {
        for kind in Kind::PRIMITIVES {
            let shared = self.shared.clone();
            let mut tables = shared.registry.lock();
            let id = tables.classes.len() as u32;
            let class = Class {
                access: acc::PUBLIC | acc::FINAL | acc::ABSTRACT,
                shape: Shape::Primitive(kind),
                ..self.plain_class(&mut tables, id, kind.keyword().into())?
            };
            let class: ClassRef = Box::leak(Box::new(class));
            tables.classes.push(class);
            drop(tables);
            self.known.primitives.push(class);
        }
        Ok(())
    }

    /// A class with a mirror and nothing else.
    pub(crate) fn plain_class(&self, tables: &mut Tables, id: u32, name: Arc<str>) -> VmResult<Class> {
        let mirror_words = self.known.mirror_words + MIRROR_EXTRA;
        let label = tables.class_label(&name, 0);
        let mirror = tables.constant(mirror_words, label).ok_or_else(out_of_constants)?;
        Ok(Class {
            id,
            name,
            access: 0,
            loader: 0,
            platform: true,
            shape: Shape::Instance,
            super_class: None,
            interfaces: Vec::new(),
            supers: Vec::new(),
            all_interfaces: Vec::new(),
            file: None,
            resolved: Box::new([]),
            initiated: Box::new([]),
            verified_with: Mutex::default(),
            fields: Vec::new(),
            methods: Vec::new(),
            vtable: Vec::new(),
            itable: SelectorMap::default(),
            words: HEADER,
            references: Box::new([]),
            static_references: Box::new([]),
            mirror,
            mirror_words,
            initializer: None,
            finalizable: false,
            bare: false,
            arrays: policy::ArrayOwner::Caller,
            hidden: false,
            host: None,
            reference: None,
            weak: false,
            array: OnceLock::new(),
            booted: AtomicBool::new(false),
            verified: AtomicUsize::new(0),
            linked: AtomicBool::new(false),
            digest: 0,
            origin: None,
            from_image: false,
            sealed: false,
            slots: OnceLock::new(),
            mirror_slots: OnceLock::new(),
            version_of: None,
            bytes: None,
        })
    }

    /// Makes a class from class-file bytes.
    pub fn define(&mut self, bytes: &[u8], expected: Option<&str>, definition: Definition) -> VmResult<ClassRef> {
        let newest = u16::try_from(self.shared.feature_version + 44).unwrap_or(classfile::MAX_MAJOR);
        let mut file = classfile::parse_up_to(bytes, expected.unwrap_or("<Unknown>"), newest, !definition.from_image)
            .map_err(|error| Trap::Raise(error.throwable(), error.to_string()))?;
        if file.minor == u16::MAX && file.major >= 56 && !definition.from_image && !self.shared.config.preview {
            let message = format!(
                "Preview features are not enabled for {} (class file version {}.{}). Try running with '--enable-preview'",
                file.name, file.major, file.minor
            );
            return raise("java/lang/UnsupportedClassVersionError", message);
        }
        let mut digest = Fnv64::default();
        // What the JDK's image has by a name is known without a hash of it.
        if !definition.from_image {
            digest.write(bytes);
        }
        // What a retransformation begins with is the same on all paths, too.
        if let Some(original) = definition.bytes.as_ref().filter(|original| ***original != *bytes) {
            digest.write(original);
        }
        let definition = match definition.bytes {
            None if self.has_agents() && !definition.from_image && !definition.hidden => {
                Definition { bytes: Some(bytes.into()), ..definition }
            }
            _ => definition,
        };
        if let Some(expected) = expected.filter(|expected| **expected != *file.name) {
            // A hidden class is called what its definer says.
            if definition.hidden && file.rename(expected) {
                digest.write(expected.as_bytes());
            } else {
                return raise("java/lang/NoClassDefFoundError", format!("{expected} (wrong name: {})", file.name));
            }
        }
        if file.module {
            return raise(
                "java/lang/NoClassDefFoundError",
                format!("{} is not a class because access_flag ACC_MODULE is set", file.name),
            );
        }
        let loader = definition.loader;
        let key = (loader, file.name.clone());
        if self.loading.contains(&key) {
            return raise("java/lang/ClassCircularityError", &*file.name);
        }
        if self.loading.len() > 400 {
            return raise("java/lang/StackOverflowError", "");
        }
        self.loading.push(key);
        let linked = self.link(file, digest.value(), definition);
        self.loading.pop();
        linked
    }

    fn link(&mut self, mut file: ClassFile, digest: u64, definition: Definition) -> VmResult<ClassRef> {
        let loader = definition.loader;
        let of_user = !self.is_built_in(loader) || (self.has_agents() && !definition.from_image);
        let of_library = loader == 0 && !definition.appended;
        let platform = of_library || definition.from_image || definition.for_platform;
        let (super_class, interfaces) = self.load_supers(&file, loader)?;
        let shared = self.shared.clone();
        let mut tables = shared.registry.lock();
        let hidden_key = (loader, definition.host.map_or(0, |host| host.id + 1), digest);
        if definition.hidden {
            let twins = tables.hidden_classes(hidden_key);
            if let Some(class) = twins.iter().copied().find(|class| self.get(class.mirror) == 0) {
                drop(tables);
                self.mirror(class);
                return Ok(class);
            }
            // Like HotSpot's: the name gets a suffix that no class file can spell.
            let number = (digest >> 28 << 8).wrapping_add(twins.len() as u64 * 8);
            file.name = format!("{}+0x{number:016x}", file.name).into();
        } else if let Some(class) = self.defined_before(&tables, loader, &file.name) {
            // For the caller to complain about.
            return Ok(class);
        } else if let Some(known) = tables.by_name.get(&(loader, file.name.clone())).copied() {
            // Another path has it, or a loader that is gone and in whose place this one is.
            if known.loader == loader && known.digest == digest {
                return Ok(known);
            }
            if known.loader == loader || self.has_paths() {
                drop(tables);
                return Err(self.class_by_order(known));
            }
        }
        let id = tables.classes.len() as u32;
        let layout = Layout::new(&file, super_class, (loader, platform), self.known.mirror_words, &mut tables)?;
        let public_blocks = self.shared.config.public_blocks;
        let origin = Origin { platform, hidden: definition.hidden, agents: self.has_agents(), is_version: false };
        let methods = make_methods(&file, &origin, public_blocks, &mut tables)?;
        let mut supers = super_class.map_or_else(Vec::new, |s| s.supers.clone());
        supers.push(id);
        let mut all_interfaces: Vec<u32> = interfaces.iter().flat_map(|i| i.all_interfaces.iter().copied()).collect();
        all_interfaces.extend(super_class.iter().flat_map(|s| s.all_interfaces.iter().copied()));
        let is_interface = file.access & acc::INTERFACE != 0;
        if is_interface {
            all_interfaces.push(id);
        }
        all_interfaces.sort_unstable();
        all_interfaces.dedup();
        let vtable = make_vtable(&file, loader, super_class, &methods)?;
        let finalizable = super_class.is_some_and(|s| s.finalizable)
            || (super_class.is_some() && methods.iter().any(|m| &*m.name == "finalize" && &*m.descriptor == "()V"));
        let class = Class {
            id,
            name: file.name.clone(),
            access: file.access,
            loader,
            platform,
            shape: Shape::Instance,
            super_class,
            interfaces,
            supers,
            all_interfaces,
            resolved: file.constants.iter().map(|_| AtomicU64::new(0)).collect(),
            initiated: file.constants.iter().filter(|_| of_user).map(|_| AtomicU32::new(0)).collect(),
            verified_with: Mutex::default(),
            fields: layout.fields,
            initializer: methods.iter().copied().find(|m| &*m.name == "<clinit>" && &*m.descriptor == "()V"),
            methods,
            vtable,
            itable: SelectorMap::default(),
            words: layout.words,
            references: layout.references.into(),
            static_references: layout.static_references.into(),
            mirror: layout.mirror,
            mirror_words: layout.mirror_words,
            finalizable,
            bare: platform && policy::is_bare(&file.name),
            arrays: policy::array_owner(&file.name, platform),
            hidden: definition.hidden,
            host: definition.host,
            reference: None,
            weak: super_class.is_some_and(|s| s.weak) || &*file.name == "java/lang/ref/Reference",
            array: OnceLock::new(),
            booted: AtomicBool::new(false),
            verified: AtomicUsize::new(0),
            linked: AtomicBool::new(false),
            digest,
            origin: definition.origin,
            from_image: definition.from_image,
            sealed: natives::is_sealed(&file.name, loader == 0),
            slots: OnceLock::new(),
            mirror_slots: OnceLock::new(),
            version_of: None,
            bytes: definition.bytes,
            file: Some(file),
        };
        let class: &'static mut Class = Box::leak(Box::new(class));
        let itable = if is_interface { SelectorMap::default() } else { make_itable(class, &tables) };
        class.itable = itable;
        let class: ClassRef = class;
        for field in &class.fields {
            let _ = field.owner.set(class);
        }
        for method in &class.methods {
            let _ = method.owner.set(class);
        }
        if !definition.hidden
            && let Some(other) = violates_constraint(&mut tables, &class.name, loader, class)
        {
            drop(tables);
            return Err(self.constraint_violation(loader, class, other));
        }
        tables.classes.push(class);
        if definition.hidden {
            tables.hidden_classes(hidden_key).push(class);
        } else {
            tables.by_name.insert((loader, class.name.clone()), class);
        }
        drop(tables);
        if definition.hidden {
            self.mirror(class);
        }
        Ok(class)
    }

    /// What a loader already means by a name on the present path. A loader that defined nothing may be gone, and another in its
    /// place.
    fn defined_before(&self, tables: &Tables, loader: Ref, name: &Arc<str>) -> Option<ClassRef> {
        let class = *tables.by_name.get(&(loader, name.clone()))?;
        let is_alive = || class.loader == loader || tables.classes.iter().any(|other| other.loader == loader);
        (self.get(class.mirror) != 0 && is_alive()).then_some(class)
    }

    fn load_supers(&mut self, file: &ClassFile, loader: Ref) -> VmResult<(Option<ClassRef>, Vec<ClassRef>)> {
        // HotSpot's order, which a user's loader can see: interfaces first.
        let mut interfaces = Vec::with_capacity(file.interfaces.len());
        for name in &file.interfaces {
            let class = self.load_super(name, loader)?;
            let (own, other) = (dots(&file.name), class.java_name());
            if !class.is_interface() {
                let place = messages::place(self, class);
                return incompatible(format!(
                    "class {own} can not implement {other}, because it is not an interface ({other} is in {place})"
                ));
            }
            self.check_super_access(file, loader, class)?;
            if !permits(class, file, loader) {
                return incompatible(format!("class {own} cannot implement sealed interface {other}"));
            }
            interfaces.push(class);
        }
        let super_class = match &file.super_name {
            None => None,
            Some(name) => {
                let class = self.load_super(name, loader)?;
                let (own, other) = (dots(&file.name), class.java_name());
                if class.is_interface() {
                    return incompatible(format!("class {own} has interface {other} as super class"));
                }
                self.check_super_access(file, loader, class)?;
                if class.access & acc::FINAL != 0 {
                    return incompatible(format!("class {own} cannot inherit from final class {other}"));
                }
                if !permits(class, file, loader) {
                    return incompatible(format!("class {own} cannot inherit from sealed class {other}"));
                }
                Some(class)
            }
        };
        Ok((super_class, interfaces))
    }

    /// A class must be able to see what it inherits from (JVMS 5.3.5). Those in `jdk.internal.reflect` are not verified, so only
    /// the library's own loader may define heirs of its classes.
    fn check_super_access(&self, file: &ClassFile, loader: Ref, above: ClassRef) -> VmResult<()> {
        const REFLECTION: &str = "jdk/internal/reflect";
        let own = dots(&file.name);
        let by_library = loader == 0 || &*self.class_of(loader).name == "jdk/internal/reflect/DelegatingClassLoader";
        if above.loader == 0 && above.package() == REFLECTION && !by_library {
            let (loader, above) = (messages::loader(self, loader), &above.name);
            let message =
                format!("class {own} loaded by {loader} cannot access jdk/internal/reflect superclass {above}");
            return raise("java/lang/IllegalAccessError", message);
        }
        let package = file.name.rsplit_once('/').map_or("", |(package, _)| package);
        let near = above.loader == loader && above.package() == package;
        if above.access & acc::PUBLIC != 0 || near || above.package() == REFLECTION {
            return Ok(());
        }
        let kind = match (above.is_interface(), above.access & acc::ABSTRACT != 0) {
            (true, _) => "superinterface",
            (false, true) => "abstract superclass",
            (false, false) => "superclass",
        };
        let (other, place) = (above.java_name(), messages::place(self, above));
        let own_place = format!("unnamed module of loader {}", messages::loader(self, loader));
        let places = match own_place == place {
            true => format!("{own} and {other} are in {place}"),
            false => format!("{own} is in {own_place}; {other} is in {place}"),
        };
        raise("java/lang/IllegalAccessError", format!("class {own} cannot access its {kind} {other} ({places})"))
    }

    fn load_super(&mut self, name: &Arc<str>, loader: Ref) -> VmResult<ClassRef> {
        if self.loading.contains(&(loader, name.clone())) {
            return raise("java/lang/ClassCircularityError", &**name);
        }
        self.load_referenced(name, loader)
    }
}

fn incompatible<T>(message: String) -> VmResult<T> {
    raise("java/lang/IncompatibleClassChangeError", message)
}

/// Whether a class that may be sealed lists another, which must be of the same loader.
fn permits(class: ClassRef, heir: &ClassFile, loader: Ref) -> bool {
    let permitted = class.file.as_ref().and_then(|f| f.permitted_subclasses.as_ref());
    permitted.is_none_or(|names| class.loader == loader && names.contains(&heir.name))
}

fn dots(name: &str) -> String {
    name.replace('/', ".")
}

fn out_of_constants() -> Trap {
    Trap::Raise("java/lang/OutOfMemoryError", "Metaspace".into())
}

/// Words that the VM adds to instances of some classes, behind their own fields.
fn injected_words(name: &str) -> u32 {
    match name {
        // A thread's number, which it keeps when it has ended.
        "java/lang/invoke/MemberName" | "java/lang/invoke/ResolvedMethodName" | "java/lang/Thread" => 1,
        // Whether its methods are single operations.
        "java/util/concurrent/ThreadPoolExecutor"
        | "java/util/concurrent/LinkedBlockingQueue"
        | "java/util/concurrent/ArrayBlockingQueue"
        | "java/util/concurrent/ConcurrentHashMap"
        | "java/util/concurrent/ConcurrentLinkedQueue"
        | "java/util/concurrent/SynchronousQueue"
        | "java/util/concurrent/LinkedTransferQueue"
        | "java/util/concurrent/Exchanger"
        | "java/util/concurrent/Phaser" => 1,
        _ => 0,
    }
}

/// Whether the VM adds a reference to instances of a class, as their last word: a synchroniser's to the lock that users know, a queue's
/// to the pool whose tasks wait in it.
fn injected_reference(name: &str) -> bool {
    matches!(
        name,
        "java/util/concurrent/locks/ReentrantLock$Sync"
            | "java/util/concurrent/locks/ReentrantReadWriteLock$Sync"
            | "java/util/concurrent/LinkedBlockingQueue"
            | "java/util/concurrent/ArrayBlockingQueue"
    )
}

struct Layout {
    fields: Vec<FieldRef>,
    words: u32,
    references: Vec<u32>,
    static_references: Vec<u32>,
    mirror: Ref,
    mirror_words: u32,
}

impl Layout {
    /// Places the fields: one word each, instance fields behind the superclass's, static fields in the mirror.
    fn new(
        file: &ClassFile,
        super_class: Option<ClassRef>,
        (loader, platform): (Ref, bool),
        mirror_base: u32,
        tables: &mut Tables,
    ) -> VmResult<Layout> {
        let statics = file.fields.iter().filter(|f| f.access & acc::STATIC != 0).count() as u32;
        let mirror_words = mirror_base + MIRROR_EXTRA + statics;
        let label = tables.class_label(&file.name, loader);
        let mirror = tables.constant(mirror_words, label).ok_or_else(out_of_constants)?;
        let mut words = super_class.map_or(HEADER, |s| s.words);
        let mut references = super_class.map_or_else(Vec::new, |s| s.references.to_vec());
        let mut next_static = mirror + mirror_base + MIRROR_EXTRA;
        // The VM's own references in the mirror are like static fields.
        let mut static_references: Vec<u32> =
            [MIRROR_DOMAIN, MIRROR_SIGNERS, MIRROR_FAILURE].map(|word| mirror + mirror_base + word).into();
        let mut fields: Vec<FieldRef> = Vec::with_capacity(file.fields.len());
        for (slot, info) in file.fields.iter().enumerate() {
            let kind = Kind::of(&info.desc);
            let is_static = info.access & acc::STATIC != 0;
            let (place, list) = if is_static {
                next_static += 1;
                (next_static - 1, &mut static_references)
            } else {
                words += 1;
                (words - 1, &mut references)
            };
            if kind == Kind::Reference {
                list.push(place);
            }
            let field = Field {
                id: tables.fields.len() as u32,
                slot: slot as u32,
                owner: OnceLock::new(),
                name: info.name.clone(),
                descriptor: info.desc.clone(),
                kind,
                access: info.access,
                place,
                visibility: policy::visibility(&file.name, platform, &info.name, info.access),
                benign: info.benign,
                holds: OnceLock::new(),
            };
            let field: FieldRef = Box::leak(Box::new(field));
            tables.fields.push(field);
            fields.push(field);
        }
        words += injected_words(&file.name);
        if injected_reference(&file.name) {
            references.push(words);
            words += 1;
        }
        Ok(Layout { fields, words, references, static_references, mirror, mirror_words })
    }
}

/// What the methods of a class need to know of it.
pub(crate) struct Origin {
    /// See [`Class::platform`].
    pub platform: bool,
    /// See [`Class::hidden`].
    pub hidden: bool,
    /// The guest has agents.
    pub agents: bool,
    /// They are of a later version of it, which has changed them.
    pub is_version: bool,
}

pub(crate) fn make_methods(
    file: &ClassFile,
    origin: &Origin,
    public_blocks: bool,
    tables: &mut Tables,
) -> VmResult<Vec<MethodRef>> {
    let Origin { platform, hidden, agents, is_version } = *origin;
    let handle_class =
        platform && matches!(&*file.name, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle");
    let mut methods: Vec<MethodRef> = Vec::with_capacity(file.methods.len());
    for (slot, info) in file.methods.iter().enumerate() {
        let Some((params, returns)) = code::kinds(&info.desc) else {
            return raise("java/lang/ClassFormatError", format!("bad descriptor {} in class {}", info.desc, file.name));
        };
        let receiver = u32::from(info.access & acc::STATIC == 0);
        // The annotation library and the harness of tests are the classes outside of the platform that have code of ours.
        let ours = platform || [natives::ANNOTATIONS, harness::CLASS].contains(&&*file.name);
        let found = ours.then(|| natives::find(file, info)).flatten();
        // The system loader's own code takes its locks and asks transformers.
        let found = found.filter(|native| !(agents && native.without_agents));
        let (intrinsic, native) = match found {
            Some(native) if native.intrinsic && info.code.is_some() => (found.filter(|_| !is_version), None),
            _ => (None, found),
        };
        let polymorphic = handle_class
            && info.access & (acc::NATIVE | acc::VARARGS) == (acc::NATIVE | acc::VARARGS)
            && info.desc.starts_with("([Ljava/lang/Object;)");
        let method = Method {
            id: tables.methods.len() as u32,
            slot: slot as u32,
            owner: OnceLock::new(),
            name: info.name.clone(),
            descriptor: info.desc.clone(),
            access: info.access,
            args: params.len() as u32 + receiver,
            params: params.into(),
            returns,
            selector: tables.selector(&info.name, &info.desc),
            parameters: OnceLock::new(),
            vtable_index: OnceLock::new(),
            native,
            intrinsic,
            atomic: (ours && !is_version).then(|| juc::find(&file.name, &info.name, &info.desc, info.access)).flatten(),
            block: info.atomic || (public_blocks && policy::is_block(&file.name, platform, info)),
            caller_sensitive: info.caller_sensitive,
            // Stack traces show nothing of hidden classes.
            hidden: info.hidden || hidden,
            polymorphic,
            code_owner: OnceLock::new(),
            code: OnceLock::new(),
            version: OnceLock::new(),
            has_versions: AtomicBool::new(false),
        };
        let method: MethodRef = Box::leak(Box::new(method));
        tables.methods.push(method);
        methods.push(method);
    }
    Ok(methods)
}

fn make_vtable(
    file: &ClassFile,
    loader: Ref,
    super_class: Option<ClassRef>,
    methods: &[MethodRef],
) -> VmResult<Vec<MethodRef>> {
    let mut vtable = super_class.map_or_else(Vec::new, |s| s.vtable.clone());
    if file.access & acc::INTERFACE != 0 {
        return Ok(vtable);
    }
    let package = file.name.rsplit_once('/').map_or("", |(p, _)| p);
    for method in methods {
        if method.access & (acc::STATIC | acc::PRIVATE) != 0 || method.name.starts_with('<') {
            continue;
        }
        let mut index = None;
        for (at, slot) in vtable.iter_mut().enumerate() {
            if slot.selector != method.selector {
                continue;
            }
            let inherited = slot.class();
            let visible = slot.access & (acc::PUBLIC | acc::PROTECTED) != 0
                || (inherited.loader == loader && inherited.package() == package);
            if visible {
                if slot.access & acc::FINAL != 0 {
                    return raise(
                        "java/lang/IncompatibleClassChangeError",
                        format!(
                            "class {} overrides final method {}.{}{}",
                            dots(&file.name),
                            inherited.java_name(),
                            slot.name,
                            slot.descriptor
                        ),
                    );
                }
                *slot = method;
                index.get_or_insert(at);
            }
        }
        let index = index.unwrap_or_else(|| {
            vtable.push(method);
            vtable.len() - 1
        });
        let _ = method.vtable_index.set(index as u32);
    }
    Ok(vtable)
}

/// Implementations of all interface methods: the class's own if it has one, else the most specific default.
pub(crate) fn make_itable(class: &Class, tables: &Tables) -> SelectorMap {
    let mut entries: Vec<(u32, MethodRef)> = Vec::new();
    for id in &class.all_interfaces {
        let Some(interface) = tables.classes.get(*id as usize) else { continue };
        for method in &interface.methods {
            if method.access & (acc::STATIC | acc::PRIVATE) != 0 || entries.iter().any(|e| e.0 == method.selector) {
                continue;
            }
            let own = class
                .vtable
                .iter()
                .rev()
                .copied()
                .find(|m| m.selector == method.selector && m.access & acc::PUBLIC != 0);
            let found = own.or_else(|| class.find_interface_method(&method.name, &method.descriptor));
            entries.push((method.selector, found.unwrap_or(method)));
        }
    }
    SelectorMap::new(&entries)
}
