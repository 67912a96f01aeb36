//! The files, directories and links of the overlay, and how they are hashed.

use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::errno::Errno;

/// File type bits of a mode.
pub const S_IFMT: u32 = 0o170_000;
/// A directory.
pub const S_IFDIR: u32 = 0o040_000;
/// A regular file.
pub const S_IFREG: u32 = 0o100_000;
/// A symbolic link.
pub const S_IFLNK: u32 = 0o120_000;
/// A character device.
pub const S_IFCHR: u32 = 0o020_000;

/// What `stat` says. Times are in nanoseconds since 1970.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields of struct stat")]
pub struct Stat {
    pub mode: u32,
    pub inode: u64,
    pub device: u64,
    pub rdev: u64,
    pub links: u64,
    pub uid: u32,
    pub gid: u32,
    pub size: u64,
    pub modified: i64,
    pub changed: i64,
}

impl Stat {
    /// A file of the outside. There is no access time: it would change by being looked at.
    pub fn of(meta: &std::fs::Metadata) -> Stat {
        let nanos = |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
        Stat {
            mode: meta.mode(),
            inode: meta.ino(),
            device: meta.dev(),
            rdev: meta.rdev(),
            links: meta.nlink(),
            uid: meta.uid(),
            gid: meta.gid(),
            size: meta.size(),
            modified: nanos(meta.mtime(), meta.mtime_nsec()),
            changed: nanos(meta.ctime(), meta.ctime_nsec()),
        }
    }

    /// Whether it is a directory.
    pub fn is_dir(&self) -> bool {
        self.mode & S_IFMT == S_IFDIR
    }

    /// Whether it is a regular file.
    pub fn is_file(&self) -> bool {
        self.mode & S_IFMT == S_IFREG
    }

    /// Whether it is a symbolic link.
    pub fn is_link(&self) -> bool {
        self.mode & S_IFMT == S_IFLNK
    }
}

/// A file of the outside, opened when it is first read.
pub struct BaseFile {
    /// Where it is.
    pub path: PathBuf,
    file: OnceLock<Result<File, Errno>>,
}

impl BaseFile {
    /// The file at `path`.
    pub fn new(path: &Path) -> Arc<BaseFile> {
        Arc::new(BaseFile { path: path.to_path_buf(), file: OnceLock::new() })
    }

    fn file(&self) -> Result<&File, Errno> {
        self.file.get_or_init(|| File::open(&self.path).map_err(Errno::from)).as_ref().map_err(|error| *error)
    }

    /// Whether it can be read.
    pub fn open(&self) -> Result<(), Errno> {
        self.file().map(drop)
    }

    /// Reads from an offset; 0 at the end.
    pub fn read(&self, offset: u64, into: &mut [u8]) -> Result<usize, Errno> {
        Ok(self.file()?.read_at(into, offset)?)
    }

    /// The whole content, unless it has more than `limit` bytes.
    pub fn content(&self, limit: u64) -> Result<Vec<u8>, Errno> {
        let size = self.file()?.metadata()?.len();
        if size > limit {
            return Err(Errno::ENOSPC);
        }
        let mut bytes = vec![0; size as usize];
        let mut done = 0;
        while done < bytes.len() {
            match self.read(done as u64, &mut bytes[done..])? {
                0 => break,
                n => done += n,
            }
        }
        bytes.truncate(done);
        Ok(bytes)
    }

    /// What the outside says about it.
    pub fn stat(&self) -> Result<Stat, Errno> {
        Ok(Stat::of(&std::fs::metadata(&self.path)?))
    }
}

/// What an inode holds.
#[derive(Clone)]
pub enum Content {
    /// Bytes, and their hash.
    Bytes(Vec<u8>, u64),
    /// Still those of a file of the outside.
    Base(Arc<BaseFile>),
    /// A directory; an opaque one hides whatever the outside has there.
    Directory {
        /// Nothing of the outside shows in it.
        opaque: bool,
    },
    /// A symbolic link to this path.
    Link(Vec<u8>),
}

/// A file, directory or link of the overlay.
#[derive(Clone)]
pub struct Inode {
    /// What it holds.
    pub content: Content,
    /// Permissions.
    pub mode: u32,
    /// Owner.
    pub uid: u32,
    /// Group.
    pub gid: u32,
    /// Modification time in nanoseconds.
    pub modified: i64,
    /// The guest set the modification time itself, so it is part of the state; otherwise it is the clock's.
    pub dated: bool,
    /// Names that it has.
    pub links: u32,
    /// Descriptors open on it.
    pub opens: u32,
}

impl Inode {
    /// Bytes of content.
    pub fn size(&self) -> u64 {
        match &self.content {
            Content::Bytes(bytes, _) => bytes.len() as u64,
            Content::Base(file) => file.stat().map_or(0, |s| s.size),
            Content::Directory { .. } => 4096,
            Content::Link(target) => target.len() as u64,
        }
    }

    /// As `stat` says it.
    pub fn stat(&self, id: u32) -> Stat {
        let kind = match self.content {
            Content::Bytes(..) | Content::Base(_) => S_IFREG,
            Content::Directory { .. } => S_IFDIR,
            Content::Link(_) => S_IFLNK,
        };
        Stat {
            mode: kind | self.mode & 0o7777,
            inode: (1 << 40) + u64::from(id),
            device: 0xdead,
            rdev: 0,
            links: u64::from(self.links),
            uid: self.uid,
            gid: self.gid,
            size: self.size(),
            modified: self.modified,
            changed: self.modified,
        }
    }

    /// Its part of the state's hash.
    pub fn hash(&self, id: u32) -> u64 {
        let (tag, content) = match &self.content {
            Content::Bytes(bytes, hash) => (1, hash.wrapping_add(bytes.len() as u64)),
            Content::Base(file) => (2, hash_bytes(0, file.path.as_os_str().as_bytes())),
            Content::Directory { opaque } => (3, u64::from(*opaque)),
            Content::Link(target) => (4, hash_bytes(1, target)),
        };
        let dated = if self.dated { self.modified as u64 } else { 0 };
        let mut hash = fold(u64::from(id) + 1, tag);
        for word in [content, u64::from(self.mode), u64::from(self.uid), u64::from(self.gid), dated] {
            hash = fold(hash ^ word, 0xA076_1D64_78BD_642F);
        }
        hash
    }
}

/// Mixes two words.
pub fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9E37_79B9_7F4A_7C15) * u128::from(b ^ 0xE703_7ED1_A0B4_28DB);
    (product >> 64) as u64 ^ product as u64
}

/// A hash of a byte string.
pub fn hash_bytes(seed: u64, bytes: &[u8]) -> u64 {
    let mut hash = fold(seed, bytes.len() as u64);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = fold(hash ^ u64::from_le_bytes(word), 0xD6E8_FEB8_6659_FD93);
    }
    hash
}

/// The part of a content's hash that the words touching `from..to` make up. The hash of a content is the sum over its
/// words, so that a write changes it in time proportional to what was written.
pub fn words_hash(bytes: &[u8], from: usize, to: usize) -> u64 {
    let first = from / 8;
    let last = to.min(bytes.len()).div_ceil(8);
    (first..last).fold(0u64, |sum, at| {
        let chunk = &bytes[at * 8..bytes.len().min(at * 8 + 8)];
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let word = u64::from_le_bytes(word);
        if word == 0 { sum } else { sum.wrapping_add(fold(word, at as u64 + 1)) }
    })
}
