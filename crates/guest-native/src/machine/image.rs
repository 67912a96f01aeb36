//! What all machines of one guest share: its files, and the names of what they have met.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use deadheat_event::{CodeOwner, SiteId, SourcePos};
use deadheat_machine::Needs;
use deadheat_machine::thread_births::ThreadBirth;
use rustc_hash::FxHashMap;

use super::lock_sites;
use super::objects::Objects;
use crate::debug_info::{Module, TypeId};
use crate::front::trust;

/// The types of blocks of a size that were asked for at a position, and of how many: found out once.
type BlockTypes = FxHashMap<(SiteId, u64), Option<(TypeId, u64)>>;

/// What all machines of one guest share. Names that are given out here hold among all of them.
#[derive(Default)]
pub struct Image {
    modules: RwLock<Vec<Arc<Loaded>>>,
    places: RwLock<FxHashMap<u64, Arc<[SourcePos]>>>,
    objects: Mutex<Objects>,
    block_types: Mutex<BlockTypes>,
    thread_names: Mutex<Vec<ThreadBirth>>,
    /// What the guest has asked for and cannot have.
    pub needs: Needs,
    blind_spots: Mutex<BTreeSet<String>>,
}

/// A file that was loaded, and what its debug information tells.
pub struct Loaded {
    /// Where it is.
    pub path: PathBuf,
    /// None if it cannot be read.
    pub module: Option<Module>,
    lock_sites: OnceLock<Vec<(u64, u64, u32)>>,
    /// The folders that it was compiled in, each with a `/` behind it.
    folders: OnceLock<Vec<String>>,
}

impl Loaded {
    /// A source file as its compiler was given it: below the folder of the compilation, if it is there. So a program that was built from the
    /// same sources in another folder has the same places, and the witnesses of one are those of the other.
    fn file_name(&self, file: &str) -> Arc<str> {
        let folders = self.folders.get_or_init(|| {
            let all = self.module.as_ref().map(Module::compilation_folders).unwrap_or_default();
            all.into_iter().map(|folder| format!("{}/", folder.trim_end_matches('/'))).collect()
        });
        folders.iter().find_map(|folder| file.strip_prefix(&**folder)).unwrap_or(file).into()
    }
}

/// No more types of blocks are remembered.
const MOST_BLOCK_TYPES: usize = 1 << 16;

/// A position in code is (how deep in inlined calls, which file, where in it).
const MODULE: u32 = 40;
const DEPTH: u32 = 56;
/// Deeper inlined calls are left out.
const DEEPEST: usize = 200;

/// The position of a call in a file's code. `address` is the instruction's own, not the one behind it.
#[must_use]
pub fn site(module: u32, address: u64) -> SiteId {
    SiteId(u64::from(module & 0xffff) << MODULE | address & ((1 << MODULE) - 1))
}

/// The call that the site's is inlined into, so many times.
#[must_use]
pub fn outer(site: SiteId, times: usize) -> SiteId {
    SiteId(site.0 | (times.min(DEEPEST) as u64) << DEPTH)
}

/// The file and the address of a position.
#[must_use]
pub fn address_of(site: SiteId) -> (u32, u64) {
    ((site.0 >> MODULE & 0xffff) as u32, site.0 & ((1 << MODULE) - 1))
}

impl Image {
    /// The number of a file.
    pub fn module_number(&self, path: &Path) -> u32 {
        let position = |modules: &[Arc<Loaded>]| modules.iter().position(|module| module.path == path);
        if let Some(number) = position(&self.modules.read().unwrap_or_else(PoisonError::into_inner)) {
            return number as u32;
        }
        let mut modules = self.modules.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = position(&modules) {
            return number as u32;
        }
        modules.push(Arc::new(Loaded {
            path: path.to_owned(),
            module: Module::open(path).ok(),
            lock_sites: OnceLock::new(),
            folders: OnceLock::new(),
        }));
        modules.len() as u32 - 1
    }

    /// The type of a block of this size that was asked for at a position, and of how many.
    #[must_use]
    pub fn block_type(&self, site: SiteId, size: u64) -> Option<(Arc<Loaded>, TypeId, u64)> {
        let (number, address) = address_of(site);
        let loaded = self.module(number)?;
        // Calls that are inlined at one address are asked together.
        let key = (self::site(number, address), size);
        let mut known = self.block_types.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_BLOCK_TYPES {
            known.clear();
        }
        let find = || loaded.module.as_ref()?.block_type(address, size);
        let (type_, count) = (*known.entry(key).or_insert_with(find))?;
        drop(known);
        Some((loaded, type_, count))
    }

    /// The file with this number.
    #[must_use]
    pub fn module(&self, number: u32) -> Option<Arc<Loaded>> {
        self.modules.read().unwrap_or_else(PoisonError::into_inner).get(number as usize).cloned()
    }

    /// The code of a file that takes, tries and gives back locks: beginnings, ends and kinds.
    #[must_use]
    pub fn lock_sites(&self, number: u32) -> Vec<(u64, u64, u32)> {
        let Some(loaded) = self.module(number) else { return Vec::new() };
        // Libraries of the system are not instrumented.
        let module = loaded.module.as_ref().filter(|module| module.has_debug_info());
        loaded.lock_sites.get_or_init(|| module.map(lock_sites::find).unwrap_or_default()).clone()
    }

    /// The calls at a position, innermost first: more than one where calls are inlined. Never empty.
    #[must_use]
    pub fn calls(&self, site: SiteId) -> Arc<[SourcePos]> {
        let key = site.0 & ((1 << DEPTH) - 1);
        if let Some(known) = self.places.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let found = self.look_up(key);
        self.places.write().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(found).clone()
    }

    fn look_up(&self, key: u64) -> Arc<[SourcePos]> {
        let (number, address) = ((key >> MODULE) as u32, key & ((1 << MODULE) - 1));
        let Some(loaded) = self.module(number) else { return Arc::new([unknown()]) };
        let Some(module) = &loaded.module else { return Arc::new([unknown()]) };
        let frames = module.frames(address);
        let mut calls: Vec<SourcePos> = Vec::with_capacity(frames.len());
        for frame in frames.iter().take(DEEPEST) {
            let owner = trust::owner(frame, &loaded.path);
            calls.push(SourcePos {
                container: frame.container.clone(),
                function: frame.function.clone(),
                file: frame.place.file.as_deref().map(|file| loaded.file_name(file)),
                line: frame.place.line,
                owner,
            });
        }
        if calls.is_empty() {
            let name = loaded.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            calls.push(SourcePos { container: name.into(), owner: CodeOwner::Library, ..unknown() });
        }
        calls.into()
    }

    /// The position of one call.
    #[must_use]
    pub fn source(&self, site: SiteId) -> SourcePos {
        let calls = self.calls(site);
        let depth = (site.0 >> DEPTH) as usize;
        calls.get(depth).or(calls.last()).cloned().unwrap_or_else(unknown)
    }

    /// Whether a position is in the runtime that was linked in.
    #[must_use]
    pub fn is_runtime(&self, site: SiteId) -> bool {
        self.source(site).container.starts_with("deadheat_native")
    }

    /// The names of objects.
    pub fn objects(&self) -> MutexGuard<'_, Objects> {
        self.objects.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The names of threads that are known: parent, number of the start there, number.
    #[must_use]
    pub fn thread_names(&self) -> Vec<ThreadBirth> {
        self.thread_names.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Adds names of threads.
    pub fn learn_thread_names(&self, names: Vec<ThreadBirth>) {
        let mut known = self.thread_names.lock().unwrap_or_else(PoisonError::into_inner);
        for name in names {
            if !known.contains(&name) {
                known.push(name);
            }
        }
    }

    /// Notes that something was done to shared memory that was not shown.
    pub fn note_blind_spot(&self, what: String) {
        self.blind_spots.lock().unwrap_or_else(PoisonError::into_inner).insert(what);
    }

    /// All of that.
    #[must_use]
    pub fn blind_spots(&self) -> Vec<String> {
        self.blind_spots.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

fn unknown() -> SourcePos {
    SourcePos { container: "".into(), function: "?".into(), file: None, line: None, owner: CodeOwner::Library }
}
