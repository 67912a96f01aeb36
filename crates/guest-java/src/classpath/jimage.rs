//! Reads the JDK's class library, `$JAVA_HOME/lib/modules` (the jimage format, version 1.0).
//!
//! The file is a perfect hash table: a header, a redirect table, a table of offsets, packed location attributes, strings,
//! then the contents. A look-up hashes `/module/parent/base.extension` at most twice and allocates nothing. There is no
//! specification; the layout follows the JDK's `imageFile.hpp`. Everything read from the file is checked against its
//! length, so that a corrupt file yields "not found" and never a panic.

use std::path::{Path, PathBuf};

use memmap2::Mmap;

const MAGIC: u32 = 0xCAFE_DADA;
const VERSION: u32 = 1 << 16;
const HEADER: usize = 28;
const HASH_MULTIPLIER: u32 = 0x0100_0193;

/// Why a class library was refused.
#[derive(Debug, thiserror::Error)]
pub enum JImageError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}; set JAVA_HOME to a JDK 17, 21 or 25", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The file is not a jimage of this machine.
    #[error("{path} is not a jimage file ({reason}); use the lib/modules of a JDK 17, 21 or 25", path = path.display())]
    NotJImage {
        /// The file.
        path: PathBuf,
        /// What is wrong with the header.
        reason: &'static str,
    },
    /// The format version is unknown.
    #[error("{path} has jimage version {major}.{minor}, not 1.0; use a JDK 17, 21 or 25", path = path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Major version found.
        major: u32,
        /// Minor version found.
        minor: u32,
    },
    /// The contents are compressed.
    #[error("{path} is compressed (jlink --compress); use an uncompressed JDK 17, 21 or 25", path = path.display())]
    Compressed {
        /// The file.
        path: PathBuf,
    },
}

/// An open class library.
#[derive(Debug)]
pub struct JImage {
    map: Mmap,
    table_length: usize,
    /// Where the sections begin; each ends where the next begins.
    offsets_at: usize,
    locations_at: usize,
    strings_at: usize,
    data_at: usize,
}

/// The attributes of one entry.
#[derive(Debug, Default, Clone, Copy)]
struct ImageLocation {
    module: u64,
    parent: u64,
    base: u64,
    extension: u64,
    offset: u64,
    compressed: u64,
    uncompressed: u64,
}

/// An entry's name in its four parts: `/module/parent/base.extension`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry<'a> {
    /// The module, `java.base`; `packages` for the package table.
    pub module: &'a str,
    /// The folder, `java/lang`.
    pub parent: &'a str,
    /// The file name up to its last dot.
    pub base: &'a str,
    /// The file name after its last dot.
    pub extension: &'a str,
}

fn hash(seed: u32, bytes: impl Iterator<Item = u8>) -> u32 {
    bytes.fold(seed, |h, b| h.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(b)) & 0x7FFF_FFFF
}

impl JImage {
    /// Maps the file and checks its header.
    pub fn open(path: &Path) -> Result<JImage, JImageError> {
        let io = |source| JImageError::Io { path: path.to_owned(), source };
        let file = std::fs::File::open(path).map_err(io)?;
        // SAFETY: the JDK's library is installed read-only; truncating it under a running process is undefined for the
        // JDK itself too.
        let map = unsafe { Mmap::map(&file) }.map_err(io)?;
        Self::over(map, path)
    }

    fn over(map: Mmap, path: &Path) -> Result<JImage, JImageError> {
        let bad = |reason| JImageError::NotJImage { path: path.to_owned(), reason };
        let header = map.first_chunk::<HEADER>().ok_or_else(|| bad("it is too short"))?;
        let word = |i: usize| le32(header, i * 4).unwrap_or(0);
        if word(0) == MAGIC.swap_bytes() {
            return Err(bad("it was made for a machine of the other byte order"));
        }
        if word(0) != MAGIC {
            return Err(bad("wrong magic number"));
        }
        if word(1) != VERSION {
            let (major, minor) = (word(1) >> 16, word(1) & 0xFFFF);
            return Err(JImageError::Version { path: path.to_owned(), major, minor });
        }
        let size = |i: usize| word(i) as usize;
        let (table_length, locations, strings) = (size(4), size(5), size(6));
        let sections = || {
            let offsets_at = table_length.checked_mul(4)?.checked_add(HEADER)?;
            let locations_at = table_length.checked_mul(4)?.checked_add(offsets_at)?;
            let strings_at = locations_at.checked_add(locations)?;
            let data_at = strings_at.checked_add(strings)?;
            (data_at <= map.len() && table_length > 0).then_some((offsets_at, locations_at, strings_at, data_at))
        };
        let (offsets_at, locations_at, strings_at, data_at) =
            sections().ok_or_else(|| bad("its tables do not fit into the file"))?;
        let image = JImage { map, table_length, offsets_at, locations_at, strings_at, data_at };
        if image.locations().any(|location| location.compressed != 0) {
            return Err(JImageError::Compressed { path: path.to_owned() });
        }
        Ok(image)
    }

    /// The whole file.
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// The contents of a class or resource of a module: `find("java.base", "java/lang/Object.class")`.
    pub fn find(&self, module: &str, name: &str) -> Option<&[u8]> {
        let (parent, file) = name.rsplit_once('/').unwrap_or(("", name));
        let (base, extension) = file.rsplit_once('.').unwrap_or((file, ""));
        let wanted = Entry { module, parent, base, extension };
        let path = || {
            let head = [b'/'].into_iter().chain(module.bytes()).chain([b'/']);
            head.chain(name.bytes())
        };
        self.content(self.look_up(path, |found| found == wanted)?)
    }

    /// The module that holds a package, given as `java/lang`.
    pub fn module_of_package(&self, package: &str) -> Option<&str> {
        let dotted = || package.bytes().map(|b| if b == b'/' { b'.' } else { b });
        let location = self.look_up(
            || b"/packages/".iter().copied().chain(dotted()),
            |found| {
                let dot = if found.extension.is_empty() { "" } else { "." };
                let name = found.base.bytes().chain(dot.bytes()).chain(found.extension.bytes());
                found.module == "packages" && found.parent.is_empty() && name.eq(dotted())
            },
        )?;
        self.package_module(location)
    }

    /// The bytes of a class of the library, and its module.
    pub fn class(&self, internal_name: &str) -> Option<(&str, &[u8])> {
        let (package, base) = internal_name.rsplit_once('/')?;
        let module = self.module_of_package(package)?;
        let wanted = Entry { module, parent: package, base, extension: "class" };
        let path = || {
            let head = [b'/'].into_iter().chain(module.bytes()).chain([b'/']);
            head.chain(internal_name.bytes()).chain(b".class".iter().copied())
        };
        let location = self.look_up(path, |found| found == wanted)?;
        Some((module, self.content(location)?))
    }

    /// The names of the modules, sorted.
    pub fn modules(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .entries()
            .filter(|e| e.parent.is_empty() && e.base == "module-info" && e.extension == "class")
            .map(|e| e.module)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Every class and resource, in the order of the file's hash table.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.locations()
            .filter_map(|location| self.entry(location))
            .filter(|entry| entry.module != "packages" && entry.module != "modules" && !entry.module.is_empty())
    }

    /// Every package that has content as (`java/lang`, module), sorted.
    pub fn packages(&self) -> Vec<(String, &str)> {
        let mut list: Vec<(String, &str)> = self
            .locations()
            .filter_map(|location| {
                let entry = self.entry(location)?;
                if entry.module != "packages" || !entry.parent.is_empty() {
                    return None;
                }
                let mut name = entry.base.replace('.', "/");
                if !entry.extension.is_empty() {
                    name.push('/');
                    name.push_str(entry.extension);
                }
                Some((name, self.package_module(location)?))
            })
            .collect();
        list.sort_unstable();
        list
    }

    fn look_up<I: Iterator<Item = u8>>(
        &self,
        path: impl Fn() -> I,
        is_wanted: impl Fn(Entry<'_>) -> bool,
    ) -> Option<ImageLocation> {
        let slot = |seed| hash(seed, path()) as usize % self.table_length;
        let redirect = le32(&self.map, HEADER + 4 * slot(HASH_MULTIPLIER))? as i32;
        let index = match redirect {
            0 => return None,
            seed @ 1.. => slot(seed as u32),
            direct => (-1 - direct) as usize,
        };
        let location = self.location(index)?;
        is_wanted(self.entry(location)?).then_some(location)
    }

    fn locations(&self) -> impl Iterator<Item = ImageLocation> {
        (0..self.table_length).filter_map(|index| self.location(index))
    }

    /// Decodes the attributes of a table slot.
    fn location(&self, index: usize) -> Option<ImageLocation> {
        if index >= self.table_length {
            return None;
        }
        let offset = le32(&self.map, self.offsets_at + 4 * index)? as usize;
        let mut bytes = self.map.get(self.locations_at..self.strings_at)?.get(offset..)?;
        let mut location = ImageLocation::default();
        while let Some((&tag, rest)) = bytes.split_first() {
            let field = match tag >> 3 {
                0 => return Some(location),
                1 => &mut location.module,
                2 => &mut location.parent,
                3 => &mut location.base,
                4 => &mut location.extension,
                5 => &mut location.offset,
                6 => &mut location.compressed,
                7 => &mut location.uncompressed,
                _ => return None,
            };
            let (value, rest) = rest.split_at_checked(usize::from(tag & 7) + 1)?;
            *field = value.iter().fold(0, |v, &b| v << 8 | u64::from(b));
            bytes = rest;
        }
        None
    }

    fn entry(&self, location: ImageLocation) -> Option<Entry<'_>> {
        Some(Entry {
            module: self.string(location.module)?,
            parent: self.string(location.parent)?,
            base: self.string(location.base)?,
            extension: self.string(location.extension)?,
        })
    }

    fn string(&self, offset: u64) -> Option<&str> {
        let strings = self.map.get(self.strings_at..self.data_at)?;
        let bytes = strings.get(usize::try_from(offset).ok()?..)?;
        let end = bytes.iter().position(|&b| b == 0)?;
        std::str::from_utf8(&bytes[..end]).ok()
    }

    fn content(&self, location: ImageLocation) -> Option<&[u8]> {
        if location.compressed != 0 {
            return None;
        }
        let start = self.data_at.checked_add(usize::try_from(location.offset).ok()?)?;
        let end = start.checked_add(usize::try_from(location.uncompressed).ok()?)?;
        self.map.get(start..end)
    }

    /// The first module in a package's entry that has content for it. The entry is pairs of (is empty, module name).
    fn package_module(&self, location: ImageLocation) -> Option<&str> {
        let content = self.content(location)?;
        let (pairs, _) = content.as_chunks::<8>();
        let name = pairs.iter().find(|pair| le32(&pair[..], 0) == Some(0))?;
        self.string(u64::from(le32(name, 4)?))
    }
}

fn le32(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|b| u32::from_le_bytes(*b))
}
