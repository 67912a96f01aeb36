//! What all machines of one guest share and no path changes: the classes linked so far, and the names that make objects and
//! threads the same thing on every path.
//!
//! Everything here only grows, and every entry is a function of its key: two workers that ask for the same chunk, thread or
//! literal get the same answer whatever the order. So none of it belongs to a state.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::atomic::Ordering;

use deadheat_event::{LastingName, Nameable, ObjectId};
use rustc_hash::FxHashMap;

use crate::vm::classes::class::{Class, ClassRef, Field, Method};
use crate::vm::memory::arena::Extent;
use crate::vm::memory::label::{self, Labels};
use crate::vm::memory::layout::{CONSTANT_WORDS, CONSTANTS, HEAP, Ref};
use crate::vm::memory::table::Table;

/// What allocates: a thread, or the initialiser of a class (whichever thread runs it).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Creator {
    /// A thread, by id.
    Thread(u32),
    /// A class initialiser, by class id.
    Initializer(u32),
}

/// What hidden classes with the same definition share: the loader, the nest host's id + 1, the hash of the bytes.
pub type HiddenKey = (Ref, u32, u64);

/// A place in the code with words of its own in every state: what a path has linked there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Site {
    /// A constant (or the descriptor in it), by class id and index.
    Constant(u32, u16),
    /// A call instruction, by method id and index.
    Call(u32, u32),
    /// The `ResolvedMethodName` of a method, by id.
    Method(u32),
    /// A class that a loader gave which has not defined it, by id.
    Initiated(u32, Ref),
    /// An agent, by number: its `Instrumentation`, and which transformers it has.
    Agent(u32),
}

/// Word of a site: 0 until a path has linked it.
pub const SITE_DONE: u32 = 0;
/// Word of a site: the object linked, or null.
pub const SITE_REF: u32 = 1;
/// Word of a site: the value linked, if it is not a reference.
pub const SITE_VALUE: u32 = 2;
/// Words of a site.
pub const SITE_WORDS: u32 = 3;

impl Site {
    fn holds_reference(self) -> bool {
        !matches!(self, Site::Method(_) | Site::Initiated(..))
    }
}

/// The shared, append-only tables.
#[derive(Default)]
pub struct Registry {
    tables: Mutex<Tables>,
}

/// A loader, and the name of a class that it was asked for.
type Load = (Ref, Arc<str>);

/// The tables behind the lock.
#[derive(Default)]
pub struct Tables {
    /// Classes by id.
    pub classes: Table<Class>,
    /// Methods by id.
    pub methods: Table<Method>,
    /// Fields by id.
    pub fields: Table<Field>,
    /// Classes by initiating loader and name.
    pub by_name: FxHashMap<(Ref, Arc<str>), ClassRef>,
    /// What loaders must agree about.
    pub(crate) constraints: crate::vm::classes::constraints::Constraints,
    selectors: FxHashMap<(Arc<str>, Arc<str>), u32>,
    literals: FxHashMap<Box<[u16]>, u32>,
    chunks: FxHashMap<(Creator, u32, u32), u32>,
    /// The chunks that are raw memory, with their ends, by address.
    blocks: BTreeMap<u32, u32>,
    threads: FxHashMap<(u32, u32), u32>,
    /// Each thread's parent, and the number of its start there.
    lineage: FxHashMap<u32, (u32, u32)>,
    constant_labels: Labels,
    heap_labels: Labels,
    constant_words: u32,
    heap_words: u32,
    /// The two numbers above for all arenas.
    pub extent: Arc<Extent>,
    thread_count: u32,
    hidden_classes: FxHashMap<HiddenKey, Vec<ClassRef>>,
    modules: FxHashMap<(Ref, Box<str>), Vec<Ref>>,
    /// The built-in loaders of the modules that the library defines while it boots.
    pub(crate) image_modules: FxHashMap<Box<str>, Ref>,
    /// What loaders were asked for when a call was linked, by method id and index.
    pub(crate) loads_of_calls: FxHashMap<(u32, u32), Vec<Load>>,
    sites: FxHashMap<Site, u32>,
    site_roots: Vec<u32>,
    /// What `invokedynamic` and method-handle calls were linked to.
    pub(crate) links: crate::vm::invoke::Links,
    /// Later versions of classes, by the class's id and the hash of the bytes.
    pub(crate) versions: FxHashMap<(u32, u64), ClassRef>,
}

impl Registry {
    /// Locks the tables. A panic of another worker does not make them wrong: they only grow.
    pub fn lock(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Tables {
    /// Interns a method's name and descriptor.
    pub fn selector(&mut self, name: &Arc<str>, descriptor: &Arc<str>) -> u32 {
        let next = self.selectors.len() as u32;
        *self.selectors.entry((name.clone(), descriptor.clone())).or_insert(next)
    }

    /// The selector of a name and descriptor that some method has.
    pub fn find_selector(&self, name: &str, descriptor: &str) -> Option<u32> {
        self.selectors.get(&(Arc::from(name), Arc::from(descriptor))).copied()
    }

    /// Reserves `words` in the constant area for what has this label; none when it is full.
    pub fn constant(&mut self, words: u32, label: u64) -> Option<u32> {
        let at = self.constant_words;
        let end = at.checked_add(words).filter(|end| *end <= CONSTANT_WORDS)?;
        self.constant_words = end;
        self.extent.constants.store(end, Ordering::Relaxed);
        if words > 0 {
            self.constant_labels.add(CONSTANTS + at, label);
        }
        Some(CONSTANTS + at)
    }

    /// What an object is called on every machine of the guest.
    pub fn label(&self, object: Ref) -> u64 {
        if object < HEAP { self.constant_labels.of(object) } else { self.heap_labels.of(object) }
    }

    /// What a class of this name and loader is called on every machine of the guest.
    pub fn class_label(&self, name: &str, loader: Ref) -> u64 {
        let label = label::text(name.bytes());
        if loader == 0 { label } else { label::join(label, self.label(loader)) }
    }

    /// What a thread, object or field is called in every process.
    pub fn lasting_name(&self, of: Nameable) -> Option<LastingName> {
        // Things of different kinds have different names, whatever their labels are.
        const THREAD: u64 = 1 << 32;
        const CHUNK: u64 = 2 << 32;
        const LITERAL: u64 = 3 << 32;
        const CONSTANT: u64 = 4 << 32;
        match of {
            Nameable::Thread(thread) => {
                let is_known = thread.0 == 0 || self.lineage.contains_key(&thread.0);
                is_known.then(|| LastingName(self.creator_label(Creator::Thread(thread.0)), THREAD))
            }
            Nameable::Object(ObjectId(address)) if address >= HEAP => {
                let (start, label) = self.heap_labels.stretch(address)?;
                Some(LastingName(label, CHUNK | u64::from(address - start)))
            }
            Nameable::Object(ObjectId(address)) => {
                let (start, label) = self.constant_labels.stretch(address)?;
                // A literal may be spelt like a class.
                let kind = if self.literals.values().any(|literal| *literal == start) { LITERAL } else { CONSTANT };
                Some(LastingName(label, kind | u64::from(address - start)))
            }
            Nameable::Field(field) => {
                let field = self.fields.get(field.0 as usize)?;
                let class = field.owner.get()?;
                let declared = field.name.bytes().chain([b':']).chain(field.descriptor.bytes());
                Some(LastingName(self.class_label(&class.name, class.loader), label::text(declared)))
            }
        }
    }

    fn creator_label(&self, creator: Creator) -> u64 {
        match creator {
            Creator::Thread(mut thread) => {
                let mut label = 0;
                // Names may come from a file, in which there can be a cycle.
                for _ in 0..=self.lineage.len() {
                    let Some((parent, number)) = self.lineage.get(&thread) else { break };
                    label = label::join(label, u64::from(*number) + 1);
                    thread = *parent;
                }
                label
            }
            Creator::Initializer(class) => {
                self.classes.get(class as usize).map_or(1, |class| self.class_label(&class.name, class.loader))
            }
        }
    }

    /// The address of the literal with these UTF-16 units; `words` (for the string and its bytes) are reserved at first
    /// use. None when the constant area is full.
    pub fn literal(&mut self, text: &[u16], words: u32) -> Option<u32> {
        if let Some(found) = self.literals.get(text) {
            return Some(*found);
        }
        let address = self.constant(words, label::text(text.iter().copied()))?;
        self.literals.insert(text.into(), address);
        Some(address)
    }

    /// The address of `creator`'s `number`th chunk, `words` long; none when the address space is used up.
    pub fn chunk(&mut self, creator: Creator, number: u32, words: u32) -> Option<u32> {
        if let Some(found) = self.chunks.get(&(creator, number, words)) {
            return Some(*found);
        }
        let at = self.heap_words;
        let end = at.checked_add(words).filter(|end| HEAP.checked_add(*end).is_some())?;
        self.heap_words = end;
        self.extent.heap.store(end, Ordering::Relaxed);
        if words > 0 {
            let label = label::join(label::join(self.creator_label(creator), u64::from(number)), u64::from(words));
            self.heap_labels.add(HEAP + at, label);
        }
        self.chunks.insert((creator, number, words), HEAP + at);
        Some(HEAP + at)
    }

    /// The same, of a chunk that is a block of raw memory.
    pub fn block(&mut self, creator: Creator, number: u32, words: u32) -> Option<u32> {
        let chunk = self.chunk(creator, number, words)?;
        self.blocks.insert(chunk, chunk + words);
        Some(chunk)
    }

    /// The chunk of raw memory that a word is in, and its end.
    pub fn block_around(&self, word: u32) -> Option<(u32, u32)> {
        let (first, end) = self.blocks.range(..=word).next_back()?;
        (word < *end).then_some((*first, *end))
    }

    /// The id of the `number`th thread that `parent` starts.
    pub fn thread(&mut self, parent: u32, number: u32) -> u32 {
        if let Some(known) = self.threads.get(&(parent, number)) {
            return *known;
        }
        let id = self.thread_count + 1;
        self.name_threads(&[(parent, number, id)]);
        id
    }

    /// Gives threads their names before they are asked for.
    pub fn name_threads(&mut self, names: &[(u32, u32, u32)]) {
        for (parent, number, id) in names {
            self.threads.insert((*parent, *number), *id);
            self.lineage.insert(*id, (*parent, *number));
            self.thread_count = self.thread_count.max(*id);
        }
    }

    /// The names given to threads so far, as (parent, number of its start, thread), in the order of the threads.
    pub fn thread_names(&self) -> Vec<(u32, u32, u32)> {
        let mut names: Vec<_> = self.threads.iter().map(|((parent, number), id)| (*parent, *number, *id)).collect();
        names.sort_unstable_by_key(|(_, _, id)| *id);
        names
    }

    /// The hidden classes made so far from the same bytes for the same loader and host. A path takes the first that it
    /// has not used yet, so that equal paths get equal classes.
    pub fn hidden_classes(&mut self, key: HiddenKey) -> &mut Vec<ClassRef> {
        self.hidden_classes.entry(key).or_default()
    }

    /// Records that a module object, wherever it is defined, has this package of this loader.
    pub fn add_module(&mut self, loader: Ref, package: &str, module: Ref) {
        let modules = self.modules.entry((loader, package.into())).or_default();
        if !modules.contains(&module) {
            modules.push(module);
        }
    }

    /// The module objects of all paths that have this package of this loader.
    pub fn modules_with(&self, loader: Ref, package: &str) -> Vec<Ref> {
        if self.modules.is_empty() {
            return Vec::new();
        }
        self.modules.get(&(loader, package.into())).cloned().unwrap_or_default()
    }

    /// The address of the words that belong to a place in the code: same place, same address.
    pub fn site(&mut self, site: Site, words: u32) -> Option<u32> {
        if let Some(found) = self.sites.get(&site) {
            return Some(*found);
        }
        // No object of the guest's is here.
        let address = self.constant(words, 0)?;
        self.sites.insert(site, address);
        if site.holds_reference() {
            self.site_roots.push(address + SITE_REF);
        }
        Some(address)
    }

    /// The same, if it was asked for before.
    pub fn find_site(&self, site: Site) -> Option<u32> {
        self.sites.get(&site).copied()
    }

    /// Addresses of the site words that hold references: roots of a collection.
    pub fn site_roots(&self) -> impl Iterator<Item = u32> + '_ {
        self.site_roots.iter().copied()
    }

    /// Words of address space handed out to chunks.
    pub fn heap_words(&self) -> u32 {
        self.heap_words
    }
}
