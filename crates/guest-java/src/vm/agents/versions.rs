//! Later versions of classes: what `redefineClasses` and `retransformClasses` make.
//!
//! A class keeps its identity, its fields and its tables of methods; a version is a second [`Class`] behind it that only holds another class file, the
//! constants that its code names, and the methods that differ. Versions are shared by all paths, by what they were made of; which one a class has on a
//! path is a word of its mirror. Calls look there, so frames that run keep the code that they began with, as the JDK promises.
//!
//! Of the library's methods some are ours (natives in place of Java code, single operations of `juc`). The former stay ours whatever a version says, the
//! latter become ordinary code where a version has changed them; both are named as blind spots.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use deadheat_event::hash::Fnv64;

use crate::classfile::{self, ClassFile, MethodInfo};
use crate::vm::agents::transform::Question;
use crate::vm::classes::class::{Class, ClassRef, Kind, MethodRef, Shape};
use crate::vm::classes::link::{MIRROR_DOMAIN, MIRROR_VERSION, Origin, make_methods};
use crate::vm::memory::layout::{HEADER, Ref};
use crate::vm::{Trap, Vm, VmResult, raise};

/// Scratch words of the natives that come here.
const NEXT: u32 = 0;
const STAGE: u32 = 1;
const ORIGINALS: u32 = 2;
const RESULTS: u32 = 3;

/// Stages: what the last call was for.
const ASKED_ONCE: u64 = 1;
const ASKED: u64 = 2;

impl Vm {
    /// The version of a method that a call enters on this path.
    #[inline]
    pub(crate) fn present_version(&self, method: MethodRef) -> MethodRef {
        if method.has_versions.load(Ordering::Relaxed) { self.look_up_version(method) } else { method }
    }

    #[cold]
    fn look_up_version(&self, method: MethodRef) -> MethodRef {
        self.version(method.class())
            .and_then(|version| version.methods.get(method.slot as usize).copied())
            .unwrap_or(method)
    }

    /// The later version that a class has on this path, if it has one.
    fn version(&self, class: ClassRef) -> Option<ClassRef> {
        let word = self.get(class.mirror + self.known.mirror_words + MIRROR_VERSION) as u32;
        word.checked_sub(1).map(|id| self.class(id))
    }

    /// Whether a class may get other code.
    pub(crate) fn is_modifiable(&self, class: ClassRef) -> bool {
        matches!(class.shape, Shape::Instance) && !class.hidden && class.file.is_some() && !is_relied_on(class)
    }

    /// Gives classes other code: the bytes given, or their own, after transformers were asked. Called again until all have answered.
    pub(crate) fn redefine(&mut self, classes: &[ClassRef], given: Option<&[Ref]>) -> VmResult<u64> {
        if self.phase() == 0 {
            if let Some(class) = classes.iter().find(|class| !self.is_modifiable(class)) {
                let why = if is_relied_on(class) {
                    format!("{}, which deadheat relies on", class.java_name())
                } else {
                    String::new()
                };
                return raise("java/lang/instrument/UnmodifiableClassException", why);
            }
            let bytes = self.known.primitive(Kind::Byte).ok_or_else(|| Trap::Internal("there are no bytes".into()))?;
            let element = self.array_of(bytes)?;
            for word in [ORIGINALS, RESULTS] {
                let array = self.new_ref_array(element, &vec![0; classes.len()])?;
                self.set_scratch(word, u64::from(array));
            }
        } else {
            let (word, answer) =
                (if self.scratch(STAGE) == ASKED_ONCE { ORIGINALS } else { RESULTS }, self.call_result());
            if self.scratch(STAGE) != 0 {
                let (array, at) = (self.scratch(word) as Ref, self.scratch(NEXT) as u32);
                self.set_array_ref(array, at, answer as Ref);
            }
        }
        while let Some(class) = classes.get(self.scratch(NEXT) as usize).copied() {
            let at = self.scratch(NEXT) as u32;
            match self.scratch(STAGE) {
                0 => {
                    let bytes = match given {
                        Some(given) => given.get(at as usize).copied().unwrap_or(0),
                        None => {
                            let bytes = self.present_bytes(class)?;
                            self.new_byte_array(&bytes)?
                        }
                    };
                    if given.is_some() {
                        return self.ask_of(class, bytes, ASKED_ONCE);
                    }
                    let originals = self.scratch(ORIGINALS) as Ref;
                    self.set_array_ref(originals, at, bytes);
                    return self.ask_of(class, bytes, ASKED);
                }
                ASKED_ONCE => {
                    let bytes = self.array_ref(self.scratch(ORIGINALS) as Ref, at);
                    return self.ask_of(class, bytes, ASKED);
                }
                _ => {
                    self.set_scratch(NEXT, u64::from(at) + 1);
                    self.set_scratch(STAGE, 0);
                }
            }
        }
        self.apply(classes)
    }

    fn ask_of(&mut self, class: ClassRef, bytes: Ref, stage: u64) -> VmResult<u64> {
        self.set_scratch(STAGE, stage);
        let name = self.new_string(&class.name)?;
        let mirror = self.mirror(class);
        let domain = self.get(class.mirror + self.known.mirror_words + MIRROR_DOMAIN) as Ref;
        let retransformers = stage == ASKED;
        let question = Question { loader: class.loader, name, class: mirror, domain, bytes, retransformers };
        Err(self.call_transformers(&question)?)
    }

    /// What a retransformation of a class begins with.
    fn present_bytes(&self, class: ClassRef) -> VmResult<Arc<[u8]>> {
        let own = self.version(class).unwrap_or(class).bytes.clone();
        let of_image = || self.shared.image.class(&class.name).map(|(_, bytes)| bytes.into());
        let bytes = own.or_else(|| of_image().filter(|_| class.from_image));
        bytes.map_or_else(|| raise("java/lang/instrument/UnmodifiableClassException", class.java_name()), Ok)
    }

    /// All or none get their new code.
    fn apply(&mut self, classes: &[ClassRef]) -> VmResult<u64> {
        let (originals, results) = (self.scratch(ORIGINALS) as Ref, self.scratch(RESULTS) as Ref);
        let mut versions = Vec::with_capacity(classes.len());
        for (at, class) in (0..).zip(classes) {
            let original: Arc<[u8]> = self.array_bytes(self.array_ref(originals, at)).into();
            let bytes = self.array_bytes(self.array_ref(results, at)).to_vec();
            versions.push(self.version_of(class, &bytes, original)?);
        }
        self.note_other_threads("Instrumentation.retransformClasses");
        for (class, version) in classes.iter().zip(versions) {
            self.mirror(class);
            let word = class.mirror + self.known.mirror_words + MIRROR_VERSION;
            self.set(word, version.map_or(0, |version| u64::from(version.id) + 1));
        }
        Ok(0)
    }

    /// The version of a class that these bytes are; none if they are what was loaded.
    fn version_of(&mut self, class: ClassRef, bytes: &[u8], original: Arc<[u8]>) -> VmResult<Option<ClassRef>> {
        let mut digest = Fnv64::default();
        digest.write(bytes);
        if *original != *bytes {
            digest.write(&original);
        }
        let digest = digest.value();
        let of_image = class.from_image.then(|| self.shared.image.class(&class.name)).flatten();
        if class.digest == digest || of_image.is_some_and(|(_, image)| *image == *bytes && *original == *image) {
            return Ok(None);
        }
        let known = self.shared.registry.lock().versions.get(&(class.id, digest)).copied();
        let version = match known {
            Some(version) => version,
            None => self.make_version(class, bytes, original, digest)?,
        };
        self.verify_version(class, version)?;
        for (slot, method) in class.methods.iter().enumerate() {
            if version.methods.get(slot).is_some_and(|other| other.id != method.id) {
                self.note_changed(method);
                method.has_versions.store(true, Ordering::Relaxed);
            }
        }
        Ok(Some(version))
    }

    fn note_changed(&self, method: MethodRef) {
        let modelled = method.native.is_some() || method.atomic.is_some();
        if modelled && method.info().is_some_and(|info| info.code.is_some()) {
            let name = format!("{}.{}, which an agent has changed", method.class().java_name(), method.name);
            self.shared.config.blind_spots.add(name);
        }
    }

    fn make_version(&mut self, class: ClassRef, bytes: &[u8], original: Arc<[u8]>, digest: u64) -> VmResult<ClassRef> {
        let newest = u16::try_from(self.shared.feature_version + 44).unwrap_or(classfile::MAX_MAJOR);
        let file = classfile::parse_up_to(bytes, &class.name, newest, true)
            .map_err(|error| Trap::Raise(error.throwable(), String::new()))?;
        let Some(own) = &class.file else { return Err(Trap::Internal(format!("{} has no file", class.name))) };
        if file.name != class.name {
            return raise("java/lang/NoClassDefFoundError", "class names don't match");
        }
        if let Some(what) = forbidden_change(own, &file) {
            return raise(
                "java/lang/UnsupportedOperationException",
                format!("class redefinition failed: attempted to {what}"),
            );
        }
        let shared = self.shared.clone();
        let mut tables = shared.registry.lock();
        if let Some(version) = tables.versions.get(&(class.id, digest)) {
            return Ok(version);
        }
        let origin = Origin { platform: class.platform, hidden: false, agents: true, is_version: true };
        let made = make_methods(&file, &origin, shared.config.public_blocks, &mut tables)?;
        let unchanged = Unchanged::new(own, &file);
        let methods: Vec<MethodRef> = class.methods.iter().map(|method| unchanged.pick(method, &made)).collect();
        let id = tables.classes.len() as u32;
        let version = Class {
            access: class.access,
            loader: class.loader,
            platform: class.platform,
            super_class: class.super_class,
            interfaces: class.interfaces.clone(),
            supers: class.supers.clone(),
            all_interfaces: class.all_interfaces.clone(),
            resolved: file.constants.iter().map(|_| AtomicU64::new(0)).collect(),
            initiated: file.constants.iter().map(|_| AtomicU32::new(0)).collect(),
            methods,
            mirror: class.mirror,
            mirror_words: class.mirror_words,
            arrays: class.arrays,
            host: class.host,
            digest,
            origin: class.origin,
            version_of: Some(class),
            bytes: Some(original),
            file: Some(file),
            ..self.plain_class(&mut tables, id, class.name.clone())?
        };
        let version: ClassRef = Box::leak(Box::new(version));
        for method in made {
            let _ = method.owner.set(class);
            let _ = method.version.set(version);
        }
        tables.classes.push(version);
        tables.versions.insert((class.id, digest), version);
        Ok(version)
    }
}

/// Which methods of two class files have the same code. That is cautious: bytes must be the same, and so must be all constants.
struct Unchanged<'a> {
    own: &'a ClassFile,
    other: &'a ClassFile,
    same_constants: bool,
}

impl<'a> Unchanged<'a> {
    fn new(own: &'a ClassFile, other: &'a ClassFile) -> Self {
        let same_bootstraps =
            || own.bootstrap_methods == *other.bootstrap_methods.get(..own.bootstrap_methods.len()).unwrap_or_default();
        let same_constants = other.constants.starts_with(&own.constants) && same_bootstraps();
        Self { own, other, same_constants }
    }

    /// The method itself where it is unchanged, else the one that was made for it.
    fn pick(&self, method: MethodRef, made: &[MethodRef]) -> MethodRef {
        let own = &self.own.methods[method.slot as usize];
        let found =
            self.other.methods.iter().zip(made).find(|(other, _)| own.name == other.name && own.desc == other.desc);
        match found {
            Some((other, made)) if !(self.same_constants && same_code(own, other)) => made,
            _ => method,
        }
    }
}

fn same_code(own: &MethodInfo, other: &MethodInfo) -> bool {
    match (&own.code, &other.code) {
        (Some(own), Some(other)) => {
            own.bytecode == other.bytecode
                && own.handlers == other.handlers
                && own.lines == other.lines
                && (own.max_stack, own.max_locals) == (other.max_stack, other.max_locals)
        }
        (own, other) => own.is_none() && other.is_none(),
    }
}

/// What a new class file changes beyond code, in the JDK's words and order.
fn forbidden_change(own: &ClassFile, new: &ClassFile) -> Option<&'static str> {
    if own.super_name != new.super_name || own.interfaces != new.interfaces {
        return Some("change superclass or interfaces");
    }
    if own.access != new.access {
        return Some("change the class modifiers");
    }
    let same_fields = own.fields.len() == new.fields.len()
        && own
            .fields
            .iter()
            .zip(&new.fields)
            .all(|(a, b)| (&a.name, &a.desc, a.access) == (&b.name, &b.desc, b.access));
    if !same_fields {
        return Some("change the schema (add/remove fields)");
    }
    let attributes = |file: &ClassFile| {
        let mut members = file.nest_members.clone();
        members.sort_unstable();
        (file.nest_host.clone(), members, file.permitted_subclasses.clone())
    };
    if attributes(own) != attributes(new) || own.record.is_some() != new.record.is_some() {
        return Some("change the class NestHost, NestMembers, Record, or PermittedSubclasses attribute");
    }
    let twin = |method: &MethodInfo, file: &'_ ClassFile| {
        file.methods
            .iter()
            .find(|other| other.name == method.name && other.desc == method.desc)
            .map(|other| other.access)
    };
    if new.methods.iter().any(|method| twin(method, own).is_some_and(|access| access != method.access)) {
        return Some("change method modifiers");
    }
    if new.methods.iter().any(|method| twin(method, own).is_none()) {
        return Some("add a method");
    }
    if own.methods.iter().any(|method| twin(method, new).is_none()) {
        return Some("delete a method");
    }
    None
}

/// Classes whose objects the machine believes, and the code that can write to them: see `natives::unsafe_bounds`.
fn is_relied_on(class: ClassRef) -> bool {
    class.loader == 0 && class.package() == "java/lang/invoke"
}

/// The elements of an array of references.
pub(crate) fn elements(vm: &Vm, array: Ref) -> Vec<Ref> {
    (0..vm.array_len(array)).map(|at| vm.get(array + HEADER + at) as Ref).collect()
}
