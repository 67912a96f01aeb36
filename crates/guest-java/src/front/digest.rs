//! Names a program's classes by hash, so that a witness of another program is noticed.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use deadheat_event::hash::Fnv64;
use deadheat_machine::GuestError;

use crate::classpath;

/// A hash of all class files and jars on a class path, in hexadecimal. Where the files are does not count, only what is in them
/// and what they are called below their folder.
///
/// # Errors
/// If one cannot be read.
pub fn class_path(path: &[PathBuf]) -> Result<String, GuestError> {
    let mut hash = Fnv64::default();
    for entry in path {
        if entry.is_dir() {
            folder(entry, entry, &mut BTreeSet::new(), &mut hash)?;
        } else if entry.is_file() {
            file(entry, &mut hash)?;
        }
    }
    Ok(hash.to_string())
}

/// `seen` are the folders that were entered, by their real names: links may lead in a circle.
fn folder(root: &Path, at: &Path, seen: &mut BTreeSet<PathBuf>, hash: &mut Fnv64) -> Result<(), GuestError> {
    if !seen.insert(at.canonicalize().map_err(|error| cannot_read(at, &error))?) {
        classpath::skip(at, "it is a link to a folder that is on the class path already");
        return Ok(());
    }
    let entries = fs::read_dir(at).map_err(|error| cannot_read(at, &error))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            folder(root, &path, seen, hash)?;
        } else if path.extension().is_some_and(|extension| extension == "class") {
            if !path.is_file() {
                classpath::skip(&path, if path.exists() { "it is no file" } else { "it is a link to nothing" });
                continue;
            }
            let name = path.strip_prefix(root).unwrap_or(&path);
            add(name.to_string_lossy().as_bytes(), hash);
            file(&path, hash)?;
        }
    }
    Ok(())
}

fn file(path: &Path, hash: &mut Fnv64) -> Result<(), GuestError> {
    add(&fs::read(path).map_err(|error| cannot_read(path, &error))?, hash);
    Ok(())
}

/// Adds bytes and their number: what ends one file must not count as the beginning of the next.
fn add(bytes: &[u8], hash: &mut Fnv64) {
    hash.write(bytes);
    hash.write(&(bytes.len() as u64).to_le_bytes());
}

fn cannot_read(path: &Path, error: &io::Error) -> GuestError {
    GuestError::new(format!("cannot read {}: {error}", path.display()), "check its name and rights")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_contents_count_and_folders_do_not() {
        let digest = |files: &[(&str, &str)]| {
            let folder = tempfile::tempdir().unwrap();
            for (name, text) in files {
                let path = folder.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            class_path(&[folder.path().to_owned(), PathBuf::from("/no/such/folder")]).unwrap()
        };
        let first = digest(&[("a/B.class", "one"), ("C.class", "two")]);
        assert_eq!(first.len(), 16);
        assert_eq!(digest(&[("C.class", "two"), ("a/B.class", "one"), ("note.txt", "x")]), first);
        for other in [
            [("a/B.class", "one"), ("C.class", "twö")],
            [("a/B.class", "onet"), ("C.class", "wo")],
            [("b/B.class", "one"), ("C.class", "two")],
        ] {
            assert_ne!(digest(&other), first);
        }
    }
}
