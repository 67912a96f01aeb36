//! The application's class path: directories and jars.
//!
//! The order of search is that of `java`: entries from left to right, and right after a jar the jars that its manifest's
//! `Class-Path` names. The names in a jar are indexed when it is opened and a directory's listing is read once, so that a
//! miss costs a hash look-up and a run sees one fixed set of files.

pub mod jimage;
mod manifest;

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use zip::ZipArchive;

pub use manifest::Manifest;

/// An entry of a jar, or a file, may not be bigger than this: a guard against zip bombs.
pub const MAX_RESOURCE: u64 = 512 << 20;
/// Versioned folders of multi-release jars up to this feature version are used unless another is given.
pub const DEFAULT_FEATURE: u16 = 17;

/// Why the class path was refused.
#[derive(Debug, thiserror::Error)]
pub enum ClassPathError {
    /// A jar is missing or cannot be opened.
    #[error("Error: Unable to access jarfile {path}", path = path.display())]
    Access {
        /// The jar.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// A jar is not a zip file.
    #[error("Error: Invalid or corrupt jarfile {path}", path = path.display())]
    Corrupt {
        /// The jar.
        path: PathBuf,
    },
    /// An entry is over the limit.
    #[error("Error: {name} in {path} is bigger than 512 MiB", path = path.display())]
    TooBig {
        /// The jar or directory.
        path: PathBuf,
        /// The entry.
        name: String,
    },
    /// A file or entry cannot be read.
    #[error("Error: cannot read {name} in {path}: {source}", path = path.display())]
    Read {
        /// The jar or directory.
        path: PathBuf,
        /// The entry.
        name: String,
        /// The reason.
        source: std::io::Error,
    },
}

/// What kind of thing an entry of the class path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A directory of class files.
    Directory,
    /// A jar.
    Jar,
}

/// A class or resource that was found.
#[derive(Debug, Clone)]
pub struct Resource {
    /// The contents.
    pub bytes: Arc<[u8]>,
    /// The index of the entry that holds it, as in [`ClassPath::entries`].
    pub entry: usize,
}

/// The class path, to be shared by threads.
#[derive(Debug, Default)]
pub struct ClassPath {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    path: PathBuf,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Directory(Directory),
    Jar(Jar),
}

impl ClassPath {
    /// Opens the entries; those that do not exist are ignored, as `java` does.
    pub fn open(entries: &[PathBuf]) -> Result<ClassPath, ClassPathError> {
        Self::open_for(entries, DEFAULT_FEATURE)
    }

    /// Like [`ClassPath::open`], with the feature version that multi-release jars are read for.
    pub fn open_for(entries: &[PathBuf], feature: u16) -> Result<ClassPath, ClassPathError> {
        let mut class_path = ClassPath::default();
        let mut seen = HashSet::new();
        // A stack, so that the jars named by a jar come right after it.
        let mut pending: Vec<(PathBuf, bool)> = Vec::new();
        for entry in entries.iter().rev() {
            pending.extend(expand(entry).into_iter().rev().map(|path| (path, true)));
        }
        while let Some((path, named_by_user)) = pending.pop() {
            let Ok(real) = path.canonicalize() else { continue };
            if !seen.insert(real.clone()) {
                continue;
            }
            if real.is_dir() {
                let directory = Directory { root: real, listings: Mutex::default() };
                class_path.entries.push(Entry { path, content: Content::Directory(directory) });
                continue;
            }
            let jar = match Jar::open(&path, feature) {
                // `java` passes over files that a manifest names and that are not there.
                Err(_) if !named_by_user => continue,
                jar => jar?,
            };
            let more = jar.manifest.as_ref().map(|m| m.class_path(&path)).unwrap_or_default();
            pending.extend(more.into_iter().rev().map(|path| (path, false)));
            class_path.entries.push(Entry { path, content: Content::Jar(jar) });
        }
        Ok(class_path)
    }

    /// A single jar whose bytes are at hand.
    ///
    /// # Errors
    /// If it is none.
    pub fn of_jar(path: &Path, bytes: Vec<u8>, feature: u16) -> Result<ClassPath, ClassPathError> {
        let jar = Jar::read_from(Box::new(Cursor::new(bytes)), path, feature)?;
        Ok(ClassPath { entries: vec![Entry { path: path.to_owned(), content: Content::Jar(jar) }] })
    }

    /// The first resource of this name, `a/b/C.class`; one that cannot be read counts as absent.
    pub fn find(&self, name: &str) -> Option<Resource> {
        (0..self.entries.len()).find_map(|entry| self.read(entry, name).ok().flatten())
    }

    /// Like [`ClassPath::find`], but says why a resource that is there cannot be read.
    pub fn try_find(&self, name: &str) -> Result<Option<Resource>, ClassPathError> {
        (0..self.entries.len()).find_map(|entry| self.read(entry, name).transpose()).transpose()
    }

    /// All resources of this name in the order of search.
    pub fn find_all(&self, name: &str) -> Vec<Resource> {
        (0..self.entries.len()).filter_map(|entry| self.read(entry, name).ok().flatten()).collect()
    }

    /// The entries in the order of search, with those that manifests name.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&Path, EntryKind)> {
        self.entries.iter().map(|entry| {
            let kind = match entry.content {
                Content::Directory(_) => EntryKind::Directory,
                Content::Jar(_) => EntryKind::Jar,
            };
            (entry.path.as_path(), kind)
        })
    }

    /// The names of all files in an entry, in order.
    pub fn names(&self, entry: usize) -> Vec<String> {
        let mut names: Vec<String> = match self.entries.get(entry).map(|entry| &entry.content) {
            Some(Content::Jar(jar)) => jar.index.keys().map(|name| name.to_string()).collect(),
            Some(Content::Directory(directory)) => files_below(&directory.root),
            None => Vec::new(),
        };
        names.sort_unstable();
        names
    }

    /// A file of an entry.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    pub fn find_in(&self, entry: usize, name: &str) -> Result<Option<Resource>, ClassPathError> {
        if entry < self.entries.len() { self.read(entry, name) } else { Ok(None) }
    }

    /// The manifest of a jar of the class path.
    pub fn manifest(&self, entry: usize) -> Option<&Manifest> {
        match &self.entries.get(entry)?.content {
            Content::Jar(jar) => jar.manifest.as_ref(),
            Content::Directory(_) => None,
        }
    }

    /// The manifest of a jar, whether it is on the class path or not.
    ///
    /// # Errors
    /// If the jar cannot be read.
    pub fn manifest_of(jar: &Path) -> Result<Option<Manifest>, ClassPathError> {
        Ok(Jar::open(jar, DEFAULT_FEATURE)?.manifest)
    }

    /// The `Main-Class` of a jar, as `java -jar` reads it.
    pub fn main_class(jar: &Path) -> Result<Option<String>, ClassPathError> {
        Ok(Self::manifest_of(jar)?.and_then(|m| m.get("Main-Class").map(|c| c.trim().to_owned())))
    }

    fn read(&self, entry: usize, name: &str) -> Result<Option<Resource>, ClassPathError> {
        let Entry { path, content } = &self.entries[entry];
        let bytes = match content {
            Content::Directory(directory) => directory.read(name, path)?,
            Content::Jar(jar) => match jar.index.get(name) {
                Some(&index) => Some(jar.read(index, path)?),
                None => None,
            },
        };
        Ok(bytes.map(|bytes| Resource { bytes: bytes.into(), entry }))
    }
}

/// `dir/*` stands for the jars in the directory, sorted by name; the empty path for the current directory.
fn expand(entry: &Path) -> Vec<PathBuf> {
    if entry.as_os_str().is_empty() {
        return vec![PathBuf::from(".")];
    }
    if entry.file_name().is_none_or(|name| name != "*") {
        return vec![entry.to_owned()];
    }
    let dir = entry.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(files) = dir.read_dir() else { return Vec::new() };
    let mut jars: Vec<PathBuf> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "jar" || e == "JAR"))
        .collect();
    jars.sort_unstable();
    jars
}

/// The files in a folder and the folders in it, by their names from there. Links are not followed: they may go round in circles.
fn files_below(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut pending = vec![String::new()];
    while let Some(folder) = pending.pop() {
        for file in root.join(&folder).read_dir().into_iter().flatten().flatten() {
            let (Ok(kind), Ok(name)) = (file.file_type(), file.file_name().into_string()) else { continue };
            let name = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if kind.is_dir() {
                pending.push(name);
            } else if kind.is_file() {
                found.push(name);
            }
        }
    }
    found
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads all of `from`, up to the limit.
fn read_limited(from: impl Read, size: u64, path: &Path, name: &str) -> Result<Vec<u8>, ClassPathError> {
    let too_big = || ClassPathError::TooBig { path: path.to_owned(), name: name.to_owned() };
    if size > MAX_RESOURCE {
        return Err(too_big());
    }
    // The size is only a claim: reserve little of it in advance.
    let mut bytes = Vec::with_capacity(size.min(1 << 20) as usize);
    from.take(MAX_RESOURCE + 1).read_to_end(&mut bytes).map_err(|source| ClassPathError::Read {
        path: path.to_owned(),
        name: name.to_owned(),
        source,
    })?;
    if bytes.len() as u64 > MAX_RESOURCE {
        return Err(too_big());
    }
    Ok(bytes)
}

#[derive(Debug)]
struct Directory {
    root: PathBuf,
    /// The file names of each folder that was asked for.
    listings: Mutex<FxHashMap<Box<str>, FxHashSet<Box<str>>>>,
}

impl Directory {
    fn read(&self, name: &str, path: &Path) -> Result<Option<Vec<u8>>, ClassPathError> {
        if !is_inside(name) {
            return Ok(None);
        }
        let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
        if !self.lists(folder, file) {
            return Ok(None);
        }
        let failed = |source| ClassPathError::Read { path: path.to_owned(), name: name.to_owned(), source };
        let whole = self.root.join(name);
        // Asked before it is opened: who opens a pipe waits for its writer.
        let meta = std::fs::metadata(&whole).map_err(failed)?;
        if !meta.is_file() {
            if !meta.is_dir() {
                skip(&whole, "it is no file");
            }
            return Ok(None);
        }
        let file = File::open(&whole).map_err(failed)?;
        read_limited(file, meta.len(), path, name).map(Some)
    }

    fn lists(&self, folder: &str, file: &str) -> bool {
        let mut listings = lock(&self.listings);
        if let Some(files) = listings.get(folder) {
            return files.contains(file);
        }
        let names = self.root.join(folder).read_dir().into_iter().flatten();
        let files: FxHashSet<Box<str>> =
            names.filter_map(|file| file.ok()?.file_name().into_string().ok()).map(String::into_boxed_str).collect();
        let found = files.contains(file);
        listings.insert(folder.into(), files);
        found
    }
}

/// Tells the user, once, that something on the class path is left out.
pub(crate) fn skip(path: &Path, why: &str) {
    static TOLD: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    if lock(&TOLD).get_or_insert_default().insert(path.to_owned()) {
        let shown: String = path.display().to_string().chars().filter(|c| !c.is_control()).collect();
        let _ = writeln!(std::io::stderr(), "deadheat: {shown} is left out: {why}");
    }
}

/// Whether a name stays inside of the directory it is looked up in.
fn is_inside(name: &str) -> bool {
    !name.contains('\0')
        && !name.split('/').any(|part| part.is_empty() || part == "." || part == "..")
        && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}

/// The bytes of a jar, wherever they are.
trait Archive: Read + Seek + Send + std::fmt::Debug {}
impl<T: Read + Seek + Send + std::fmt::Debug> Archive for T {}

#[derive(Debug)]
struct Jar {
    archive: Mutex<ZipArchive<Box<dyn Archive>>>,
    /// Where each name is in the archive; for multi-release jars, the newest that fits.
    index: FxHashMap<Box<str>, usize>,
    manifest: Option<Manifest>,
}

impl Jar {
    fn open(path: &Path, feature: u16) -> Result<Jar, ClassPathError> {
        let access = |source| ClassPathError::Access { path: path.to_owned(), source };
        if !std::fs::metadata(path).map_err(access)?.is_file() {
            return Err(access(std::io::ErrorKind::InvalidInput.into()));
        }
        let file = File::open(path).map_err(access)?;
        Self::read_from(Box::new(BufReader::new(file)), path, feature)
    }

    fn read_from(archive: Box<dyn Archive>, path: &Path, feature: u16) -> Result<Jar, ClassPathError> {
        let corrupt = || ClassPathError::Corrupt { path: path.to_owned() };
        let archive = ZipArchive::new(archive).map_err(|_| corrupt())?;
        let mut index: FxHashMap<Box<str>, usize> = (0..archive.len())
            .filter_map(|i| Some((archive.name_for_index(i)?, i)))
            .filter(|(name, _)| !name.ends_with('/'))
            .map(|(name, i)| (name.into(), i))
            .collect();
        let mut jar = Jar { archive: Mutex::new(archive), index: FxHashMap::default(), manifest: None };
        if let Some(i) = find_manifest(&index) {
            jar.manifest = Some(Manifest::parse(&jar.read(i, path).map_err(|_| corrupt())?));
        }
        if jar.manifest.as_ref().is_some_and(Manifest::is_multi_release) {
            prefer_versions(&mut index, feature);
        }
        jar.index = index;
        Ok(jar)
    }

    fn read(&self, index: usize, path: &Path) -> Result<Vec<u8>, ClassPathError> {
        let mut archive = lock(&self.archive);
        let name = archive.name_for_index(index).unwrap_or_default().to_owned();
        let file = archive.by_index(index).map_err(|error| ClassPathError::Read {
            path: path.to_owned(),
            name: name.clone(),
            source: error.into(),
        })?;
        let size = file.size();
        read_limited(file, size, path, &name)
    }
}

/// The manifest's name is not case-sensitive.
fn find_manifest(index: &FxHashMap<Box<str>, usize>) -> Option<usize> {
    const NAME: &str = "META-INF/MANIFEST.MF";
    let exact = index.get(NAME).copied();
    exact.or_else(|| index.iter().filter(|(name, _)| name.eq_ignore_ascii_case(NAME)).map(|(_, &i)| i).min())
}

/// Lets `META-INF/versions/N/name` stand in for `name`, for the greatest N in 9..=feature.
fn prefer_versions(index: &mut FxHashMap<Box<str>, usize>, feature: u16) {
    let mut best: FxHashMap<Box<str>, (u16, usize)> = FxHashMap::default();
    for (name, &i) in &*index {
        let versioned = name.strip_prefix("META-INF/versions/").and_then(|n| n.split_once('/'));
        let Some((version, base)) = versioned else { continue };
        let Ok(version) = version.parse::<u16>() else { continue };
        if !(9..=feature).contains(&version) || base.starts_with("META-INF/") {
            continue;
        }
        let slot = best.entry(base.into()).or_insert((version, i));
        if version > slot.0 {
            *slot = (version, i);
        }
    }
    index.extend(best.into_iter().map(|(name, (_, i))| (name, i)));
}
