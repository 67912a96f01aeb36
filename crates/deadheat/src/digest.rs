//! Names a program's classes by hash, so that a witness of another program is noticed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::run::cannot_read;

/// A hash of all class files and jars on a class path, in hexadecimal. Where the files are does not count, only what is in them
/// and what they are called below their folder.
///
/// # Errors
/// If one cannot be read.
pub fn class_path(path: &[PathBuf]) -> Result<String, Failure> {
    let mut hash = Fnv::default();
    for entry in path {
        if entry.is_dir() {
            folder(entry, entry, &mut hash)?;
        } else if entry.is_file() {
            file(entry, &mut hash)?;
        }
    }
    Ok(format!("{:016x}", hash.0))
}

fn folder(root: &Path, at: &Path, hash: &mut Fnv) -> Result<(), Failure> {
    let entries = fs::read_dir(at).map_err(|error| cannot_read(at, &error))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            folder(root, &path, hash)?;
        } else if path.extension().is_some_and(|extension| extension == "class") {
            let name = path.strip_prefix(root).unwrap_or(&path);
            hash.add(name.to_string_lossy().as_bytes());
            file(&path, hash)?;
        }
    }
    Ok(())
}

fn file(path: &Path, hash: &mut Fnv) -> Result<(), Failure> {
    hash.add(&fs::read(path).map_err(|error| cannot_read(path, &error))?);
    Ok(())
}

/// FNV-1a on words of eight bytes: the same for ever, and fast enough for jars.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        let mut take = |word: u64| self.0 = (self.0 ^ word).wrapping_mul(0x100_0000_01b3).rotate_left(23);
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            take(u64::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        words.remainder().iter().for_each(|byte| take(u64::from(*byte)));
        take(bytes.len() as u64);
    }
}
