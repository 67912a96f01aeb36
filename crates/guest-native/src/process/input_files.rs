//! Files that a guest opens and only reads: what its runs depend on, and what a replay gives it again.
//!
//! What belongs to the system, or is no regular file, or was ever opened for writing, is no input.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use deadheat_machine::surroundings;
use deadheat_native_runtime::protocol::{OPENED, opened};

use super::{Board, Family, memory_file};

/// Folders whose files are the system's.
const SYSTEM: [&str; 8] = ["/bin", "/dev", "/etc", "/lib", "/lib64", "/proc", "/sys", "/usr"];

/// The input files of a guest, by the names that it gives them.
#[derive(Default)]
pub struct InputFiles {
    /// Whether it has opened them for writing, too.
    opened: Mutex<BTreeMap<String, bool>>,
    /// What was in them when a schedule was found that is now followed, and memory that a guest can open as a file.
    kept: BTreeMap<String, (Vec<u8>, File)>,
    /// Processes that may open more.
    families: Mutex<Vec<Weak<Family>>>,
}

impl InputFiles {
    /// Those that a fact has kept.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub fn kept(fact: &str) -> io::Result<Self> {
        let contents = surroundings::files(fact).into_iter().filter_map(|(name, bytes)| Some((name, bytes?)));
        let kept = contents.map(|(name, bytes)| in_memory(&bytes).map(|file| (name, (bytes, file))));
        Ok(Self { kept: kept.collect::<io::Result<_>>()?, ..Self::default() })
    }

    /// Says to a guest that has not started yet which files to open instead of others.
    pub fn tell(&self, board: &Board) {
        let pairs = self.kept.iter().filter(|(name, _)| !name.contains('\0'));
        let texts = pairs.flat_map(|(name, (_, file))| [name.clone(), memory_file::path_of(file)]);
        let list: Vec<u8> = texts.flat_map(|text| text.into_bytes().into_iter().chain([0])).collect();
        let header = board.header();
        // SAFETY: the board is mapped, and nobody else has it yet.
        unsafe {
            let place = &mut (&mut (*header).instead)[..];
            if let Some(place) = place.get_mut(..list.len()) {
                place.copy_from_slice(&list);
                (*header).instead_length = list.len() as u32;
            }
        }
    }

    /// A family of processes has started: it [tells](Self::learn) what it has opened when it ends, or when it is asked.
    pub fn watch(&self, family: &Arc<Family>) {
        let mut families = self.families.lock().unwrap_or_else(PoisonError::into_inner);
        families.retain(|family| family.strong_count() > 0);
        families.push(Arc::downgrade(family));
    }

    /// Learns which files the processes of a board have opened.
    pub fn learn(&self, board: &Board) {
        let header = board.header();
        // SAFETY: the board is mapped, and the list is atomic.
        let list: Vec<u8> = unsafe {
            let length = ((*header).opened_length.load(Ordering::Acquire) as usize).min(OPENED);
            (&(*header).opened)[..length].iter().map(|byte| byte.load(Ordering::Relaxed)).collect()
        };
        let mut known = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        for entry in list.split(|byte| *byte == 0) {
            let Some((kind, Ok(name))) = entry.split_first().map(|(kind, name)| (*kind, str::from_utf8(name))) else {
                continue;
            };
            if [opened::READS, opened::WRITES].contains(&kind) && !name.is_empty() {
                *known.entry(name.to_owned()).or_default() |= kind == opened::WRITES;
            }
        }
    }

    /// The fact about them, for a guest that runs in this folder; none if there are none.
    pub fn fact(&self, folder: &Path, values: bool) -> Option<String> {
        let families = self.families.lock().unwrap_or_else(PoisonError::into_inner).clone();
        families.iter().filter_map(Weak::upgrade).for_each(|family| self.learn(family.board()));
        let known = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let names = known.iter().filter(|(_, writes)| !**writes).map(|(name, _)| name);
        let content = |name: &String| match self.kept.get(name) {
            Some((bytes, _)) => Some(bytes.clone()),
            None => read(&folder.join(name)),
        };
        let files: Vec<_> = names.filter_map(|name| Some((name.clone(), content(name)?))).collect();
        (!files.is_empty()).then(|| surroundings::of_files(&files, values))
    }
}

/// What is in a file, if it can be an input.
fn read(path: &Path) -> Option<Vec<u8>> {
    let path = fs::canonicalize(path).ok()?;
    let is_input = !SYSTEM.iter().any(|folder| path.starts_with(folder)) && path.is_file();
    is_input.then(|| fs::read(path).ok()).flatten()
}

/// Bytes as a file that has no name.
pub fn in_memory(bytes: &[u8]) -> io::Result<File> {
    let mut file = memory_file::create(c"deadheat-input")?;
    file.write_all(bytes)?;
    Ok(file)
}
