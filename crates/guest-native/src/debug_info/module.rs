//! One ELF file of the guest, and all that can be asked of it.

use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::cache::Cache;
use super::elf::{Elf, ModuleError};
use super::frames::{self, Frame};
use super::info::Info;
use super::locals::{self, Local};
use super::member::{self, Member};
use super::names::type_path;
use super::types::{Shape, Type, TypeId, Types};
use super::unwind::Unwind;
use super::variables::{Variable, Variables};
use super::{blocks, value};

/// One ELF file of the guest: its executable or a library. All addresses are the file's own, as if it were loaded at 0.
///
/// Nothing is read before it is asked for; what was found out is kept. Debug information that is broken or not there makes answers
/// poorer, never wrong in kind, and is no error.
#[derive(Debug)]
pub struct Module {
    elf: Elf,
    info: OnceLock<Info>,
    unwind: OnceLock<Unwind>,
    variables: OnceLock<Variables>,
    definitions: OnceLock<FxHashMap<String, TypeId>>,
    types: Cache<TypeId, Option<Arc<Type>>>,
    frames: Cache<u64, Arc<[Frame]>>,
    locals: Cache<u64, Arc<[Local]>>,
}

impl Module {
    /// Opens a file for x86-64.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is none of these.
    pub fn open(path: &Path) -> Result<Self, ModuleError> {
        Ok(Self {
            elf: Elf::open(path)?,
            info: OnceLock::new(),
            unwind: OnceLock::new(),
            variables: OnceLock::new(),
            definitions: OnceLock::new(),
            types: Cache::default(),
            frames: Cache::default(),
            locals: Cache::default(),
        })
    }

    /// The calls at a code address, innermost first, inlined ones included; of what has no debug information, the symbol. For a return
    /// address, ask for the one before it.
    #[must_use]
    pub fn frames(&self, address: u64) -> Arc<[Frame]> {
        self.frames.get(address, || frames::frames(self.info(), &self.elf, address).into())
    }

    /// The global, static or static local variable at a data address; of what has no debug information, the symbol.
    #[must_use]
    pub fn variable_at(&self, address: u64) -> Option<Variable> {
        let variables = self.variables.get_or_init(|| Variables::find(self.info(), &self.elf));
        variables.at(self.info(), &self.elf, self, address)
    }

    /// What is at an offset of a value of this type: the fields and elements down to what an access of `size` bytes means.
    #[must_use]
    pub fn member(&self, type_: TypeId, offset: u64, size: u64) -> Member {
        member::member(self, type_, offset, size)
    }

    /// The type as its users write it: `queue`, `std::mutex`, `std::vector<int>`, `int*`.
    #[must_use]
    pub fn type_name(&self, type_: TypeId) -> String {
        self.name(type_)
    }

    /// What a report calls a heap block of the type.
    #[must_use]
    pub fn block_name(&self, type_: TypeId) -> String {
        blocks::block_name(self, type_)
    }

    /// The size of a value of the type, in bytes.
    #[must_use]
    pub fn type_size(&self, type_: TypeId) -> Option<u64> {
        self.size(type_)
    }

    /// What a pointer or reference points to.
    #[must_use]
    pub fn pointee(&self, type_: TypeId) -> Option<TypeId> {
        match self.resolved(type_)?.1.shape {
            Shape::Pointer(to) => to,
            _ => None,
        }
    }

    /// A value as the guest's language writes it: `-1`, `true`, `'a'`, `0.5`, `Color::Red`, `NULL`. A pointer that is not null is shown
    /// as its address, which differs from run to run. None for what is no single value, or of another size.
    #[must_use]
    pub fn show_value(&self, type_: TypeId, bits: u64, size: u64) -> Option<String> {
        value::show(self, type_, bits, size)
    }

    /// Local variables and parameters at a code address that are in memory, relative to the frame; those of the innermost blocks and
    /// inlined calls first.
    #[must_use]
    pub fn locals_at(&self, address: u64) -> Arc<[Local]> {
        let unwind = self.unwind.get_or_init(|| Unwind::load(&self.elf));
        self.locals.get(address, || locals::locals_at(self.info(), unwind, self, address).into())
    }

    /// The types that pointers of the function at the address (variables, parameters, the result) point to; those of inlined calls there
    /// first.
    #[must_use]
    pub fn pointee_types_in(&self, address: u64) -> Vec<TypeId> {
        blocks::pointee_types_in(self.info(), self, address)
    }

    /// The type that a heap block of this size most likely has that was asked for by the call at this address, and how many of it.
    #[must_use]
    pub fn block_type(&self, call_address: u64, size: u64) -> Option<(TypeId, u64)> {
        blocks::block_type(self.info(), self, call_address, size)
    }

    /// All code, also where it is inlined, of functions whose full name is wanted: `std::sys::sync::mutex::futex::Mutex::lock`.
    #[must_use]
    pub fn ranges_of(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<(Range<u64>, String)> {
        let mut ranges = frames::ranges_of(self.info(), wanted);
        ranges.retain(|(range, _)| self.elf.is_code(range.start));
        ranges
    }

    /// The folders that the compilers worked in.
    #[must_use]
    pub fn compilation_folders(&self) -> Vec<String> {
        let mut folders: Vec<String> = self.info().units.iter().filter_map(|unit| unit.folder()).collect();
        folders.sort_unstable();
        folders.dedup();
        folders
    }

    /// Where it is started.
    #[must_use]
    pub fn entry(&self) -> u64 {
        self.elf.header.entry
    }

    /// What the linker calls this build of the file.
    #[must_use]
    pub fn build_id(&self) -> Option<&[u8]> {
        self.elf.header.build_id.as_deref()
    }

    /// Whether there is debug information.
    #[must_use]
    pub fn has_debug_info(&self) -> bool {
        self.elf.header.has_debug_info
    }

    /// Whether it can be loaded anywhere.
    #[must_use]
    pub fn is_position_independent(&self) -> bool {
        self.elf.header.is_shared_object
    }

    /// The libraries that it needs.
    #[must_use]
    pub fn needed_libraries(&self) -> &[String] {
        &self.elf.header.needed
    }

    /// The dynamic linker that it asks for.
    #[must_use]
    pub fn interpreter(&self) -> Option<&str> {
        self.elf.header.interpreter.as_deref()
    }

    fn info(&self) -> &Info {
        self.info.get_or_init(|| Info::load(&self.elf))
    }

    /// The type with this full name, where it is defined.
    fn definition(&self, name: &str) -> Option<TypeId> {
        let find = || {
            let info = self.info();
            let all = info.units.iter().flat_map(|unit| &info.index(unit).types);
            let named = all.filter_map(|id| Some((type_path(&info.die(*id)?)?, TypeId(*id))));
            // The first of each name.
            let mut known = FxHashMap::default();
            named.for_each(|(name, id)| {
                known.entry(name).or_insert(id);
            });
            known
        };
        self.definitions.get_or_init(find).get(name).copied()
    }
}

impl Types for Module {
    fn get(&self, id: TypeId) -> Option<Arc<Type>> {
        self.types.get(id, || self.info().read_type(id, &|name| self.definition(name)).map(Arc::new))
    }
}
