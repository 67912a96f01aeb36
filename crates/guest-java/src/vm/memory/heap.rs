//! Objects: allocation, arrays, strings, mirrors, and which of them more than one thread can reach.
//!
//! Memory comes in chunks named by their creator (a thread, or the initialiser of a class) and is handed out by bumping a
//! pointer; what lies behind the pointer is zero. Mirrors and literals have fixed addresses in the constant area and are
//! filled in when a path first meets them.

use crate::vm::classes::class::{ClassRef, Kind, Shape};
use crate::vm::classes::link::{MIRROR_CLASS, MIRROR_STATUS};
use crate::vm::memory::layout::{
    self, ARRAY, BOOLEAN, CLASS_MASK, G_MODULES, G_PENDING_REFS, HEADER, LEAKED, MAX_MODULES, OBJECT, Ref, SHARED,
    TRUSTED,
};
use crate::vm::registry::Creator;
use crate::vm::threads::policy::ArrayOwner;
use crate::vm::threads::thread::{self, NO_REGION};
use crate::vm::{Trap, Vm, VmResult, raise};

impl Vm {
    /// Allocates zeroed words.
    #[inline]
    fn allocate(&mut self, words: u32) -> VmResult<Ref> {
        let at = self.bump;
        if words <= self.bump_end - at {
            self.bump = at + words;
            return Ok(at);
        }
        self.allocate_slow(words)
    }

    /// A new instance with all fields zero. The class must be initialised (or being so).
    #[inline]
    pub fn new_object(&mut self, class: ClassRef) -> VmResult<Ref> {
        let object = self.allocate(class.words)?;
        self.set(object, OBJECT | u64::from(class.id));
        Ok(object)
    }

    /// A new array of the given array class, for what the running native works for.
    pub fn new_array(&mut self, class: ClassRef, length: i32) -> VmResult<Ref> {
        let array = self.allocate_array(class, length)?;
        self.claim_array(array, ArrayOwner::Caller);
        Ok(array)
    }

    /// A new array of the given array class, which is the program's until it is claimed.
    pub(crate) fn allocate_array(&mut self, class: ClassRef, length: i32) -> VmResult<Ref> {
        let Shape::Array(kind, _) = class.shape else {
            return Err(Trap::Internal(format!("{} is not an array class", class.name)));
        };
        if length < 0 {
            return raise("java/lang/NegativeArraySizeException", length.to_string());
        }
        let bytes = (length as u64) << kind.shift();
        let words = u64::from(HEADER) + bytes.div_ceil(8);
        if length >= i32::MAX - 1 {
            return raise("java/lang/OutOfMemoryError", "Requested array size exceeds VM limit");
        }
        if words > self.shared.config.heap_words() {
            return raise("java/lang/OutOfMemoryError", "Java heap space");
        }
        let array = self.allocate(words as u32)?;
        let boolean = if kind == Kind::Boolean { BOOLEAN } else { 0 };
        self.set(array, OBJECT | ARRAY | boolean | u64::from(class.id) | (length as u64) << 32);
        Ok(array)
    }

    /// `new_array` for an instruction: collects first if that is due.
    pub(crate) fn make_array(&mut self, class: ClassRef, length: i32) -> VmResult<Ref> {
        if let (Shape::Array(kind, _), 0..) = (class.shape, length) {
            let words = u64::from(HEADER) + ((length as u64) << kind.shift()).div_ceil(8);
            // What cannot be had at all is refused at once.
            if words > u64::from(self.bump_end - self.bump) && words <= self.shared.config.heap_words() {
                self.before_allocation(words)?;
            }
        }
        self.allocate_array(class, length)
    }

    /// The same for an array of a primitive kind.
    pub(crate) fn make_primitive_array(&mut self, kind: Kind, length: i32) -> VmResult<Ref> {
        let Some(element) = self.known.primitive(kind) else {
            return Err(Trap::Internal("primitive classes are not defined".into()));
        };
        let class = self.array_of(element)?;
        self.make_array(class, length)
    }

    /// A new array of a primitive kind.
    pub fn new_primitive_array(&mut self, kind: Kind, length: usize) -> VmResult<Ref> {
        let Some(element) = self.known.primitive(kind) else {
            return Err(Trap::Internal("primitive classes are not defined".into()));
        };
        let class = self.array_of(element)?;
        self.new_array(class, i32::try_from(length).unwrap_or(i32::MAX))
    }

    /// A new array of references.
    pub fn new_ref_array(&mut self, element: ClassRef, refs: &[Ref]) -> VmResult<Ref> {
        let class = self.array_of(element)?;
        let array = self.new_array(class, refs.len() as i32)?;
        for (i, value) in (0u32..).zip(refs) {
            self.set(array + HEADER + i, u64::from(*value));
        }
        Ok(array)
    }

    /// A new `byte[]` with this content.
    pub fn new_byte_array(&mut self, bytes: &[u8]) -> VmResult<Ref> {
        let array = self.new_primitive_array(Kind::Byte, bytes.len())?;
        self.arena.slice_mut(array + HEADER, bytes.len()).copy_from_slice(bytes);
        Ok(array)
    }

    /// Words that an object takes.
    pub fn object_words(&self, object: Ref) -> u32 {
        let header = self.get(object);
        let class = self.class((header & CLASS_MASK) as u32);
        match class.shape {
            Shape::Array(kind, _) => HEADER + ((header >> 32) << kind.shift()).div_ceil(8) as u32,
            _ if std::ptr::eq(class, self.known.class()) => {
                self.class_of_mirror(object).map_or(class.words, |c| c.mirror_words)
            }
            _ => class.words,
        }
    }

    // ---- strings

    /// A new string from Rust text.
    pub fn new_string(&mut self, text: &str) -> VmResult<Ref> {
        if text.is_ascii() {
            return self.string_from_bytes(text.as_bytes(), 0);
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string_utf16(&units)
    }

    /// A new string from UTF-16 units.
    pub fn new_string_utf16(&mut self, units: &[u16]) -> VmResult<Ref> {
        let (bytes, coder) = compact(units);
        self.string_from_bytes(&bytes, coder)
    }

    pub(crate) fn string_from_bytes(&mut self, bytes: &[u8], coder: u64) -> VmResult<Ref> {
        let value = self.new_byte_array(bytes)?;
        self.claim_array(value, ArrayOwner::Trusted);
        let string = self.new_object(self.known.string())?;
        self.set(string + self.known.string_value, u64::from(value));
        self.set(string + self.known.string_coder, coder);
        Ok(string)
    }

    /// A string's UTF-16 units; null gives none.
    pub fn string_units(&self, string: Ref) -> Vec<u16> {
        if string == 0 {
            return Vec::new();
        }
        let bytes = self.array_bytes(self.ref_field(string, self.known.string_value));
        if self.field(string, self.known.string_coder) == 0 {
            bytes.iter().map(|b| u16::from(*b)).collect()
        } else {
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        }
    }

    /// A string as Rust text; lone surrogates are replaced.
    pub fn string(&self, string: Ref) -> String {
        String::from_utf16_lossy(&self.string_units(string))
    }

    /// The interned string with this text.
    pub fn literal(&mut self, units: &[u16]) -> VmResult<Ref> {
        let (bytes, coder) = compact(units);
        let string_words = self.known.string().words;
        let words = string_words + HEADER + bytes.len().div_ceil(8) as u32;
        let Some(address) = self.shared.registry.lock().literal(units, words) else {
            return raise("java/lang/OutOfMemoryError", "Metaspace");
        };
        if self.get(address) == 0 {
            let element = self.known.primitive(Kind::Byte).unwrap_or_else(|| self.known.object());
            let array_class = self.array_of(element)?;
            let value = address + string_words;
            self.set(value, OBJECT | ARRAY | SHARED | TRUSTED | u64::from(array_class.id) | (bytes.len() as u64) << 32);
            self.arena.slice_mut(value + HEADER, bytes.len()).copy_from_slice(&bytes);
            self.set(address, OBJECT | SHARED | u64::from(self.known.string().id));
            self.set(address + self.known.string_value, u64::from(value));
            self.set(address + self.known.string_coder, coder);
        }
        Ok(address)
    }

    /// The interned string with this text.
    pub fn literal_str(&mut self, text: &str) -> VmResult<Ref> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.literal(&units)
    }

    // ---- mirrors

    /// The `java.lang.Class` object of a class.
    #[inline]
    pub fn mirror(&mut self, class: ClassRef) -> Ref {
        if self.get(class.mirror) == 0 {
            self.fill_mirror(class);
        }
        class.mirror
    }

    #[cold]
    fn fill_mirror(&mut self, class: ClassRef) {
        let mirror = class.mirror;
        self.set(mirror, OBJECT | SHARED | u64::from(self.known.class().id));
        self.set(mirror + self.known.mirror_words + MIRROR_CLASS, u64::from(class.id) + 1);
        if !matches!(class.shape, Shape::Instance) {
            self.set(mirror + self.known.mirror_words + MIRROR_STATUS, crate::vm::classes::init::DONE);
        }
        self.set_ref_field(mirror, self.known.class_loader_field, class.loader);
        if let Some(component) = class.component() {
            let component = self.mirror(component);
            self.set(mirror + self.known.class_component, u64::from(component));
        }
        let module = self.module_of(class);
        self.set_ref_field(mirror, self.known.class_module, module);
    }

    /// The class that a `java.lang.Class` object stands for.
    #[inline]
    pub fn class_of_mirror(&self, mirror: Ref) -> Option<ClassRef> {
        // Anything may be in a field of type `Object` where the library keeps a class.
        let is_mirror = |class: ClassRef| self.get(mirror) & CLASS_MASK == u64::from(class.id);
        self.known.class.filter(|class| is_mirror(class))?;
        let id = self.get(mirror + self.known.mirror_words + MIRROR_CLASS) as u32;
        self.classes.get(id.wrapping_sub(1) as usize)
    }

    // ---- sharing

    /// Whether more than one thread can reach an object.
    #[inline(always)]
    pub fn is_shared(&self, object: Ref) -> bool {
        self.get(object) & SHARED != 0
    }

    /// To be called before `value` is stored in `object`: what a shared object refers to is shared.
    #[inline]
    pub fn publish_into(&mut self, object: Ref, value: Ref) {
        if self.multi && value != 0 && self.is_shared(object) && !self.is_shared(value) {
            self.publish(value);
        }
    }

    /// Marks an object, and all that can be reached from it, as shared. The running thread's registers must be spilled.
    #[cold]
    pub fn publish(&mut self, object: Ref) {
        let mut unfinished = None;
        let mut work = vec![object];
        while let Some(object) = work.pop() {
            if object == 0 || self.is_shared(object) {
                continue;
            }
            let header = self.get(object);
            let mut flags = SHARED;
            if !self.class((header & CLASS_MASK) as u32).platform
                && unfinished.get_or_insert_with(|| self.unfinished()).contains(&object)
            {
                flags |= LEAKED;
            }
            self.set(object, header | flags);
            self.references(object, |target| work.push(target));
        }
    }

    /// The references that make what they point to as shared as their holder. A thread's own `ThreadLocal` map is not
    /// among them: no other thread looks there. (What it has inherited it has in common with its parent.)
    fn references(&self, object: Ref, mut visit: impl FnMut(Ref)) {
        let header = self.get(object);
        let class = self.class((header & CLASS_MASK) as u32);
        match class.shape {
            Shape::Array(Kind::Reference, _) => {
                for i in 0..(header >> 32) as u32 {
                    visit(self.get(object + HEADER + i) as Ref);
                }
            }
            Shape::Instance => {
                let is_thread = class.is_subclass_of(self.known.thread());
                for offset in &class.references {
                    if is_thread && *offset == self.known.thread_locals {
                        continue;
                    }
                    visit(self.get(object + *offset) as Ref);
                }
            }
            _ => {}
        }
    }

    /// From now on there may be more than one thread: everything that statics reach is shared.
    pub fn become_multithreaded(&mut self) {
        self.multi = true;
        self.set(layout::G_MULTI, 1);
        for class in self.classes.clone().iter() {
            if self.get(class.mirror) != 0 {
                let header = self.get(class.mirror);
                self.set(class.mirror, header | SHARED);
                for offset in self.known.class().references.iter().copied() {
                    let value = self.ref_field(class.mirror, offset);
                    if value != 0 && !self.is_shared(value) {
                        self.publish(value);
                    }
                }
            }
            for address in &class.static_references {
                let value = self.get(*address) as Ref;
                if value != 0 && !self.is_shared(value) {
                    self.publish(value);
                }
            }
        }
        let sites: Vec<u32> = self.shared.registry.lock().site_roots().collect();
        for site in sites {
            let value = self.get(site) as Ref;
            if value != 0 && !self.is_shared(value) {
                self.publish(value);
            }
        }
        let mut roots: Vec<u32> = self.shared.registry.lock().site_roots().collect();
        roots.extend(G_MODULES..G_MODULES + MAX_MODULES);
        roots.push(G_PENDING_REFS);
        let threads = self.thread_ids();
        roots.extend(threads.iter().map(|tid| layout::thread(*tid) + thread::T_OBJECT));
        for address in roots {
            let value = self.get(address) as Ref;
            if value != 0 && !self.is_shared(value) {
                self.publish(value);
            }
        }
        for tid in threads {
            self.raise_floor(tid);
        }
    }
}

/// A string's bytes and coder: one byte per unit when all units fit.
fn compact(units: &[u16]) -> (Vec<u8>, u64) {
    if units.iter().all(|u| *u < 256) {
        (units.iter().map(|u| *u as u8).collect(), 0)
    } else {
        (units.iter().flat_map(|u| u.to_le_bytes()).collect(), 1)
    }
}

impl thread::Region {
    /// What the region belongs to, when thread `tid` allocates from it.
    pub(crate) fn creator(self, tid: u32) -> Creator {
        if self.0 == NO_REGION { Creator::Thread(tid) } else { Creator::Initializer(self.0 - 1) }
    }
}
