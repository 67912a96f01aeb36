//! Classes, methods and fields as the interpreter sees them: immutable once linked, shared by all workers, never part of a
//! guest's state. What a *path* changes about a class (initialisation status, static fields) lives in its mirror.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use deadheat_event::CodeOwner;

use crate::classfile::ClassFile;
pub use crate::classfile::acc;
use crate::front::trust;
use crate::vm::exec::code::Code;
use crate::vm::memory::layout::Ref;
use crate::vm::natives::Native;
use crate::vm::reach::bytecode::{instructions, opcode};
use crate::vm::threads::policy::{ArrayOwner, Visibility};

/// Linked classes live as long as the process: they are shared by every machine and pointed to from decoded code.
pub type ClassRef = &'static Class;
/// See [`ClassRef`].
pub type MethodRef = &'static Method;
/// See [`ClassRef`].
pub type FieldRef = &'static Field;

/// The kind of a value, an array element or a return type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Kind {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Float,
    Long,
    Double,
    Reference,
    Void,
}

impl Kind {
    /// The kind that a descriptor's first character stands for.
    pub fn of(descriptor: &str) -> Kind {
        match descriptor.as_bytes().first() {
            Some(b'Z') => Kind::Boolean,
            Some(b'B') => Kind::Byte,
            Some(b'C') => Kind::Char,
            Some(b'S') => Kind::Short,
            Some(b'I') => Kind::Int,
            Some(b'F') => Kind::Float,
            Some(b'J') => Kind::Long,
            Some(b'D') => Kind::Double,
            Some(b'V') => Kind::Void,
            _ => Kind::Reference,
        }
    }

    /// log2 of the bytes that an array element takes.
    pub fn shift(self) -> u32 {
        match self {
            Kind::Boolean | Kind::Byte | Kind::Void => 0,
            Kind::Char | Kind::Short => 1,
            Kind::Int | Kind::Float => 2,
            Kind::Long | Kind::Double | Kind::Reference => 3,
        }
    }

    /// Long and double take two JVM slots.
    pub fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }

    /// The Java keyword of a primitive kind.
    pub fn keyword(self) -> &'static str {
        match self {
            Kind::Boolean => "boolean",
            Kind::Byte => "byte",
            Kind::Char => "char",
            Kind::Short => "short",
            Kind::Int => "int",
            Kind::Float => "float",
            Kind::Long => "long",
            Kind::Double => "double",
            Kind::Void => "void",
            Kind::Reference => "reference",
        }
    }

    /// The descriptor character of a primitive kind.
    pub fn letter(self) -> char {
        match self {
            Kind::Boolean => 'Z',
            Kind::Byte => 'B',
            Kind::Char => 'C',
            Kind::Short => 'S',
            Kind::Int => 'I',
            Kind::Float => 'F',
            Kind::Long => 'J',
            Kind::Double => 'D',
            Kind::Void => 'V',
            Kind::Reference => 'L',
        }
    }

    /// All primitive kinds, void included.
    pub const PRIMITIVES: [Kind; 9] = [
        Kind::Boolean,
        Kind::Byte,
        Kind::Char,
        Kind::Short,
        Kind::Int,
        Kind::Float,
        Kind::Long,
        Kind::Double,
        Kind::Void,
    ];
}

/// What sort of type a class is.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A class or interface from a class file.
    Instance,
    /// An array type: the kind of its elements and their class.
    Array(Kind, ClassRef),
    /// int, void …
    Primitive(Kind),
}

/// A linked class, interface, array type or primitive type.
pub struct Class {
    /// Number, unique in the registry.
    pub id: u32,
    /// Internal name: `java/lang/Object`, `[I`, `int`.
    pub name: Arc<str>,
    /// Access flags of the class file (for arrays: those of the element type).
    pub access: u16,
    /// The defining loader object, 0 for the boot loader.
    pub loader: Ref,
    /// Instance, array or primitive.
    pub shape: Shape,
    /// The library's own: from the JDK's image, or made at run time for its code.
    pub platform: bool,
    /// The superclass; none for Object, interfaces' is Object.
    pub super_class: Option<ClassRef>,
    /// Direct superinterfaces.
    pub interfaces: Vec<ClassRef>,
    /// This class and its superclasses, Object first.
    pub supers: Vec<u32>,
    /// Ids of all interfaces implemented, sorted; of an interface: itself too.
    pub all_interfaces: Vec<u32>,
    /// The class file; none for arrays and primitives.
    pub file: Option<ClassFile>,
    /// Resolved constants, by constant-pool index; 0 = not yet. Resolution is idempotent, so it is outside the state.
    pub resolved: Box<[AtomicU64]>,
    /// Of a class of a user's loader, for each class constant that was resolved: the word that says on a path whether the loader was asked
    /// there (see `initiation`). Empty for classes of built-in loaders.
    pub initiated: Box<[AtomicU32]>,
    /// Of such a class: the classes that its loader was asked for when it was verified.
    pub verified_with: Mutex<Vec<Arc<str>>>,
    /// Declared fields.
    pub fields: Vec<FieldRef>,
    /// Declared methods.
    pub methods: Vec<MethodRef>,
    /// Virtual methods by index.
    pub vtable: Vec<MethodRef>,
    /// Interface methods by selector.
    pub itable: SelectorMap,
    /// Words of an instance, header included.
    pub words: u32,
    /// Offsets (in words from the header) of the reference fields of an instance, superclasses' included.
    pub references: Box<[u32]>,
    /// Addresses of static reference fields.
    pub static_references: Box<[u32]>,
    /// Address of the mirror.
    pub mirror: Ref,
    /// Words of the mirror, static fields included.
    pub mirror_words: u32,
    /// `<clinit>`.
    pub initializer: Option<MethodRef>,
    /// Whether `finalize` is overridden.
    pub finalizable: bool,
    /// Says nothing about what its objects are for: where they are made is remembered.
    pub bare: bool,
    /// To whom the arrays belong that its code makes.
    pub arrays: ArrayOwner,
    /// Made by `Lookup.defineHiddenClass`.
    pub hidden: bool,
    /// For hidden classes: the nest host given at definition.
    pub host: Option<ClassRef>,
    /// For the class of a method reference in the guest to a method of the library: what analyses call it.
    pub reference: Option<Reference>,
    /// `java.lang.ref.Reference` or a subclass: its `referent` is weak.
    pub weak: bool,
    /// The array type of which this is the element type, once asked for.
    pub array: OnceLock<ClassRef>,
    /// Initialised when boot ended, so on every path.
    pub booted: AtomicBool,
    /// How many of its methods have passed the verifier.
    pub verified: AtomicUsize,
    /// Verified and decoded, and all above it: its code may be run.
    pub linked: AtomicBool,
    /// Hash of the class file's bytes: a witness names the guest's classes by it.
    pub digest: u64,
    /// Where the bytes came from: index among the entries of the class path and then of the module path, or none.
    pub origin: Option<u32>,
    /// From the JDK's image, so code that can be believed. Others of the boot loader were made at run time, by whomever.
    pub from_image: bool,
    /// Only its own code may write to its instances with `Unsafe`: see `natives::unsafe_bounds`.
    pub sealed: bool,
    /// The fields of an instance by word, once `Unsafe` has asked.
    pub slots: OnceLock<Box<[Option<FieldRef>]>>,
    /// The same of the mirror.
    pub mirror_slots: OnceLock<Box<[Option<FieldRef>]>>,
    /// Of a later version of a class, which only holds other code for it: the class itself. See `agents::versions`.
    pub version_of: Option<ClassRef>,
    /// Where there are agents: the bytes that a retransformation begins with, if the JDK's image has not got them.
    pub bytes: Option<Arc<[u8]>>,
}

impl Class {
    /// Whether instances of this class are instances of `other`.
    #[inline]
    pub fn is_subclass_of(&self, other: &Class) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        if other.access & acc::INTERFACE != 0 && matches!(other.shape, Shape::Instance) {
            return self.all_interfaces.binary_search(&other.id).is_ok();
        }
        if let (Shape::Array(kind, element), Shape::Array(other_kind, other_element)) = (self.shape, other.shape) {
            return kind == other_kind && kind == Kind::Reference && element.is_subclass_of(other_element);
        }
        let depth = other.supers.len();
        depth > 0 && self.supers.get(depth - 1) == Some(&other.id)
    }

    /// The class of which this is a version, or itself.
    pub fn identity(&'static self) -> ClassRef {
        self.version_of.unwrap_or(self)
    }

    /// Whether this is an interface.
    pub fn is_interface(&self) -> bool {
        self.access & acc::INTERFACE != 0 && matches!(self.shape, Shape::Instance)
    }

    /// Whether this is an array type.
    pub fn is_array(&self) -> bool {
        matches!(self.shape, Shape::Array(..))
    }

    /// The element class of an array type.
    pub fn component(&self) -> Option<ClassRef> {
        match self.shape {
            Shape::Array(_, element) => Some(element),
            _ => None,
        }
    }

    /// Whether all its code was verified.
    pub fn is_verified(&self) -> bool {
        self.file.as_ref().is_some_and(|file| self.verified.load(Ordering::Acquire) >= file.methods.len())
    }

    /// The primitive kind, of a primitive type.
    pub fn primitive(&self) -> Option<Kind> {
        match self.shape {
            Shape::Primitive(kind) => Some(kind),
            _ => None,
        }
    }

    /// The descriptor: `I`, `[I`, `Ljava/lang/Object;`.
    pub fn descriptor(&self) -> String {
        match self.shape {
            Shape::Instance => format!("L{};", self.name),
            Shape::Array(..) => self.name.to_string(),
            Shape::Primitive(kind) => kind.letter().to_string(),
        }
    }

    /// The name as `Class.getName` gives it.
    pub fn java_name(&self) -> String {
        if self.hidden {
            // "pkg/Name+0x…" keeps its suffix behind a slash.
            if let Some((name, suffix)) = self.name.rsplit_once('+') {
                return format!("{}/{suffix}", name.replace('/', "."));
            }
        }
        self.name.replace('/', ".")
    }

    /// The package part of the internal name, `""` for none.
    pub fn package(&self) -> &str {
        let mut class = self;
        while let Shape::Array(_, element) = class.shape {
            class = element;
        }
        class.name.rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// Same run-time package: same loader, same package name.
    pub fn same_package(&self, other: &Class) -> bool {
        self.loader == other.loader && self.package() == other.package()
    }

    /// A field declared here.
    pub fn declared_field(&self, name: &str, descriptor: &str) -> Option<FieldRef> {
        self.fields.iter().copied().find(|f| &*f.name == name && &*f.descriptor == descriptor)
    }

    /// Field resolution (JVMS 5.4.3.2).
    pub fn find_field(&self, name: &str, descriptor: &str) -> Option<FieldRef> {
        self.declared_field(name, descriptor)
            .or_else(|| self.interfaces.iter().find_map(|i| i.find_field(name, descriptor)))
            .or_else(|| self.super_class.and_then(|s| s.find_field(name, descriptor)))
    }

    /// A field by name alone, superclasses' included: for the VM's own look-ups.
    pub fn field_named(&self, name: &str) -> Option<FieldRef> {
        self.fields
            .iter()
            .copied()
            .find(|f| &*f.name == name)
            .or_else(|| self.super_class.and_then(|s| s.field_named(name)))
    }

    /// A method declared here.
    pub fn declared_method(&self, name: &str, descriptor: &str) -> Option<MethodRef> {
        self.methods.iter().copied().find(|m| &*m.name == name && &*m.descriptor == descriptor)
    }

    /// Method resolution (JVMS 5.4.3.3 and 5.4.3.4): the class, its superclasses, then its interfaces.
    pub fn find_method(&self, name: &str, descriptor: &str) -> Option<MethodRef> {
        let mut class = Some(self);
        while let Some(c) = class {
            if let Some(method) = c.declared_method(name, descriptor) {
                return Some(method);
            }
            class = c.super_class;
        }
        self.find_interface_method(name, descriptor)
    }

    /// The maximally specific interface method: a default one if there is one, else any.
    pub fn find_interface_method(&self, name: &str, descriptor: &str) -> Option<MethodRef> {
        let mut candidates: Vec<MethodRef> = Vec::new();
        self.collect_interface_methods(name, descriptor, &mut candidates);
        let specific: Vec<MethodRef> = candidates
            .iter()
            .copied()
            .filter(|m| !candidates.iter().any(|n| n.id != m.id && n.class().is_subclass_of(m.class())))
            .collect();
        let concrete = specific.iter().copied().find(|m| m.access & acc::ABSTRACT == 0);
        concrete.or_else(|| specific.first().copied()).or_else(|| candidates.first().copied())
    }

    fn collect_interface_methods(&self, name: &str, descriptor: &str, into: &mut Vec<MethodRef>) {
        for interface in &self.interfaces {
            if let Some(method) = interface.declared_method(name, descriptor)
                && method.access & (acc::STATIC | acc::PRIVATE) == 0
                && !into.iter().any(|m| m.id == method.id)
            {
                into.push(method);
            }
            interface.collect_interface_methods(name, descriptor, into);
        }
        if let Some(super_class) = self.super_class {
            super_class.collect_interface_methods(name, descriptor, into);
        }
    }

    /// A resolved constant, or 0.
    #[inline]
    pub fn constant(&self, index: u32) -> u64 {
        self.resolved.get(index as usize).map_or(0, |cell| cell.load(Ordering::Acquire))
    }

    /// The word that says whether the class's loader was asked for the class that a constant names, or 0.
    #[inline]
    pub fn initiation(&self, index: u32) -> u32 {
        self.initiated.get(index as usize).map_or(0, |cell| cell.load(Ordering::Acquire))
    }

    /// Remembers a resolved constant.
    pub fn set_constant(&self, index: u32, value: u64) {
        if let Some(cell) = self.resolved.get(index as usize) {
            cell.store(value, Ordering::Release);
        }
    }
}

impl std::fmt::Debug for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// A field, declared by `class`.
pub struct Field {
    /// Number, unique in the registry.
    pub id: u32,
    /// Index among the class file's fields.
    pub slot: u32,
    /// The declaring class, once linked.
    pub owner: OnceLock<ClassRef>,
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub descriptor: Arc<str>,
    /// What its descriptor says.
    pub kind: Kind,
    /// Access flags.
    pub access: u16,
    /// Instance fields: words from the header. Static fields: the address in the arena.
    pub place: u32,
    /// Whether other threads can notice an access.
    pub visibility: Visibility,
    /// The guest says that races on it are meant.
    pub benign: bool,
    /// The class that its descriptor names, once `Unsafe` has written a reference there.
    pub holds: OnceLock<ClassRef>,
}

impl Field {
    /// The declaring class.
    #[inline]
    pub fn class(&self) -> ClassRef {
        self.owner.get().expect("a field is published after its class")
    }

    /// Whether it holds references.
    pub fn is_reference(&self) -> bool {
        self.kind == Kind::Reference
    }

    /// Whether the field is static.
    pub fn is_static(&self) -> bool {
        self.access & acc::STATIC != 0
    }

    /// The offset that `Unsafe` uses for it.
    pub fn unsafe_offset(&self) -> u64 {
        let words = if self.is_static() { self.place - self.class().mirror } else { self.place };
        u64::from(words) * 8
    }
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.class().name, self.name)
    }
}

/// A method, declared by `class`.
pub struct Method {
    /// Number, unique in the registry.
    pub id: u32,
    /// Index among the class file's methods.
    pub slot: u32,
    /// The declaring class, once linked.
    pub owner: OnceLock<ClassRef>,
    /// Its name.
    pub name: Arc<str>,
    /// Its parameter and return types.
    pub descriptor: Arc<str>,
    /// Access flags.
    pub access: u16,
    /// Number of argument values, the receiver included.
    pub args: u32,
    /// Kinds of the declared parameters, the receiver excluded.
    pub params: Box<[Kind]>,
    /// What it returns.
    pub returns: Kind,
    /// The classes of the declared parameters, once asked for.
    pub parameters: OnceLock<Box<[OnceLock<ClassRef>]>>,
    /// Interned (name, descriptor).
    pub selector: u32,
    /// Index in the vtable, or `u32::MAX`.
    pub vtable_index: OnceLock<u32>,
    /// Our code for it: natives, and the few models of library methods.
    pub native: Option<&'static Native>,
    /// A faster way to do what its own code does, for arrays in which no other thread takes part.
    pub intrinsic: Option<&'static Native>,
    /// Runs without switches, as one visible operation.
    pub atomic: Option<&'static crate::vm::juc::AtomicCall>,
    /// Its calls should be atomic: their begin and end are reported to observers.
    pub block: bool,
    /// `@CallerSensitive`.
    pub caller_sensitive: bool,
    /// Left out of stack traces.
    pub hidden: bool,
    /// Signature-polymorphic (`MethodHandle.invokeExact`, `VarHandle.get` …).
    pub polymorphic: bool,
    /// Whose code it is, once it was asked for.
    pub code_owner: OnceLock<CodeOwner>,
    /// Decoded on first use.
    pub code: OnceLock<Code>,
    /// Of a method of a later version of its class: that version, whose constants its code names.
    pub version: OnceLock<ClassRef>,
    /// Some path has another version of it: calls ask the state which one is meant.
    pub has_versions: AtomicBool,
}

impl Method {
    /// Whose code it is. What stands for a method reference is the referring class's.
    pub fn code_owner(&self) -> CodeOwner {
        *self.code_owner.get_or_init(|| {
            let class = self.class();
            match (&class.reference, class.host) {
                (Some(reference), Some(host)) => trust::owner(&host.name, &reference.name),
                _ if self.only_copies() => CodeOwner::Access,
                _ => trust::owner(&class.name, &self.name),
            }
        })
    }

    /// Whether the method is a `clone` that only makes `Object.clone` public: it has no accesses and calls of its own. What is copied
    /// there is read for its caller.
    fn only_copies(&self) -> bool {
        let code = self.info().filter(|_| &*self.name == "clone").and_then(|info| info.code.as_ref());
        code.is_some_and(|code| {
            instructions(&code.bytecode).all(|instruction| !opcode::is_access_or_call(instruction.op))
        })
    }

    /// The declaring class.
    #[inline]
    pub fn class(&self) -> ClassRef {
        self.owner.get().expect("a method is published after its class")
    }

    /// The class file with its code, and the constants that it names: that of its class, or of a later version of it.
    #[inline]
    pub fn code_class(&self) -> ClassRef {
        self.version.get().copied().unwrap_or_else(|| self.class())
    }

    /// Whether the method is static.
    pub fn is_static(&self) -> bool {
        self.access & acc::STATIC != 0
    }

    /// Line number of an instruction, if the class file says so.
    pub fn line(&self, index: u32) -> Option<u32> {
        let code = self.code.get()?;
        let pc = *code.pcs.get(index as usize)?;
        let lines = &self.info()?.code.as_ref()?.lines;
        lines.iter().filter(|(start, _)| *start <= pc).max_by_key(|(start, _)| *start).map(|(_, line)| u32::from(*line))
    }

    /// The method's entry in the class file.
    pub fn info(&self) -> Option<&'static crate::classfile::MethodInfo> {
        self.code_class().file.as_ref()?.methods.get(self.slot as usize)
    }
}

impl std::fmt::Debug for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.owner.get() {
            Some(class) => write!(f, "{}.{}{}", class.name, self.name, self.descriptor),
            None => write!(f, "{}{}", self.name, self.descriptor),
        }
    }
}

/// A method reference as the guest wrote it. No frame of the guest's stands for it, yet it is the guest's call.
#[derive(Debug)]
pub struct Reference {
    /// `List::add`.
    pub name: Arc<str>,
    /// The line that it is in.
    pub line: Option<u32>,
}

/// An open-addressed map from selectors to methods: what `invokeinterface` looks up.
#[derive(Default)]
pub struct SelectorMap {
    slots: Box<[(u32, Option<MethodRef>)]>,
}

impl SelectorMap {
    const EMPTY: u32 = u32::MAX;

    /// Builds the map at half load.
    pub fn new(entries: &[(u32, MethodRef)]) -> SelectorMap {
        if entries.is_empty() {
            return SelectorMap::default();
        }
        let mut slots = vec![(Self::EMPTY, None); (entries.len() * 2).next_power_of_two()].into_boxed_slice();
        let mask = slots.len() - 1;
        for &(selector, method) in entries {
            let mut at = Self::hash(selector) & mask;
            while slots[at].0 != Self::EMPTY && slots[at].0 != selector {
                at = (at + 1) & mask;
            }
            slots[at] = (selector, Some(method));
        }
        SelectorMap { slots }
    }

    fn hash(selector: u32) -> usize {
        (selector.wrapping_mul(0x9E37_79B1) >> 12) as usize
    }

    /// The method for a selector.
    #[inline]
    pub fn get(&self, selector: u32) -> Option<MethodRef> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut at = Self::hash(selector) & mask;
        loop {
            let (found, method) = self.slots[at];
            if found == selector {
                return method;
            }
            if found == Self::EMPTY {
                return None;
            }
            at = (at + 1) & mask;
        }
    }

    /// All entries.
    pub fn iter(&self) -> impl Iterator<Item = (u32, MethodRef)> + '_ {
        self.slots.iter().filter_map(|(selector, method)| method.map(|m| (*selector, m)))
    }
}
