//! What a guest sees of the outside world.
//!
//! Guests are not trusted and runs must be repeatable. So files of the outside can be read, but every change goes to an
//! [`overlay`] in memory; output is kept with the path (or handed on at once when a guest is simply run); standard input is
//! read once and remembered; randomness comes from a seed; the [`network`] is in memory, too, and there are no processes.
//!
//! All that a path can change is in [`HostState`], which is cheap to clone: a snapshot of a machine is its memory's and its
//! host's. [`HostState::hash`] covers everything in it (the output only where it is compared), and is copied to the arena word `G_OVERLAY` after
//! each change, so that fingerprints see it.
//!
//! What this can miss: operations on files are no scheduling points. Two threads that talk through a file meet only where
//! their other operations let them. Pipes do block and wake.

pub mod appended;
pub mod deflate;
pub mod errno;
mod huffman;
pub mod inflate;
pub mod inode;
pub mod network;
pub mod output;
pub mod overlay;
pub mod readable;
pub mod zone;

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;

use deadheat_machine::{NeedKind, Needs, stdin};

use crate::vm::config::Config;
use deflate::Deflate;
use errno::Errno;
use inflate::Inflate;
use inode::{BaseFile, Content, S_IFCHR, Stat, fold, hash_bytes};
use network::Network;
use output::{Live, Output, Stream};
use overlay::{FileOrigin, Overlay, outside, permits};
use readable::Readable;

/// Flags of `open`, as Linux numbers them.
pub mod flag {
    #![allow(missing_docs)]
    pub const WRITE_ONLY: u32 = 1;
    pub const READ_WRITE: u32 = 2;
    pub const CREATE: u32 = 0o100;
    pub const EXCLUSIVE: u32 = 0o200;
    pub const TRUNCATE: u32 = 0o1000;
    pub const APPEND: u32 = 0o2000;
    pub const DIRECTORY: u32 = 0o200_000;
    pub const NO_FOLLOW: u32 = 0o400_000;
}

/// Descriptors that a guest may have open.
const MAX_FILES: i32 = 4096;
/// What new files may not permit.
const UMASK: u32 = 0o022;

/// What a descriptor stands for.
#[derive(Clone)]
enum Endpoint {
    Input,
    Output(Stream),
    Inode(u32),
    Base(Arc<BaseFile>),
    Directory(Arc<[u8]>),
    Pipe(u32),
    Null,
    Zero,
    Random,
}

/// An open file.
#[derive(Clone)]
struct OpenFile {
    endpoint: Endpoint,
    offset: u64,
    reads: bool,
    writes: bool,
    append: bool,
    blocking: bool,
    /// About to be closed: whoever waits here is to go on.
    abandoned: bool,
}

impl OpenFile {
    fn hash(&self, fd: i32) -> u64 {
        let endpoint = match &self.endpoint {
            Endpoint::Input => 1,
            Endpoint::Output(Stream::Out) => 2,
            Endpoint::Output(Stream::Err) => 3,
            Endpoint::Null => 4,
            Endpoint::Zero => 5,
            Endpoint::Random => 6,
            Endpoint::Pipe(id) => 8 << 32 | u64::from(*id),
            Endpoint::Inode(id) => 16 + u64::from(*id),
            Endpoint::Base(file) => hash_bytes(3, file.path.as_os_str().as_bytes()),
            Endpoint::Directory(path) => hash_bytes(4, path),
        };
        let flags = u64::from(self.reads)
            | u64::from(self.writes) << 1
            | u64::from(self.append) << 2
            | u64::from(self.blocking) << 3
            | u64::from(self.abandoned) << 4;
        fold(fold(endpoint ^ (fd as u64) << 48, self.offset), flags)
    }
}

/// A directory being read.
#[derive(Clone)]
struct Listing {
    names: Arc<[Vec<u8>]>,
    next: usize,
}

/// A compressor or decompressor.
#[derive(Clone)]
pub enum Codec {
    /// `java.util.zip.Inflater`.
    Inflate(Box<Inflate>),
    /// `java.util.zip.Deflater`.
    Deflate(Box<Deflate>),
}

/// The part of the outside that a path has changed.
#[derive(Clone)]
pub struct HostState {
    overlay: Overlay,
    files: Arc<BTreeMap<i32, OpenFile>>,
    listings: Arc<BTreeMap<u32, Listing>>,
    pipes: Arc<BTreeMap<u32, Pipe>>,
    mappings: Arc<Vec<Mapping>>,
    network: Network,
    appended: Arc<Vec<appended::Appended>>,
    codecs: Arc<BTreeMap<u32, Arc<Codec>>>,
    /// Changes of codecs, mixed: their content is too large to hash.
    codecs_hash: u64,
    files_hash: u64,
    /// Bytes of standard input read.
    input: u64,
    /// Bytes of randomness read.
    random: u64,
    /// What was printed.
    pub output: Output,
}

impl HostState {
    fn new(readable: Readable) -> HostState {
        let mut state = HostState {
            overlay: Overlay::new(readable),
            files: Arc::default(),
            listings: Arc::default(),
            pipes: Arc::default(),
            mappings: Arc::default(),
            network: Network::default(),
            appended: Arc::default(),
            codecs: Arc::default(),
            codecs_hash: 0,
            files_hash: 0,
            input: 0,
            random: 0,
            output: Output::default(),
        };
        for (fd, endpoint) in
            [Endpoint::Input, Endpoint::Output(Stream::Out), Endpoint::Output(Stream::Err)].into_iter().enumerate()
        {
            let (reads, writes) = (fd == 0, fd != 0);
            let file = OpenFile { endpoint, offset: 0, reads, writes, append: false, blocking: true, abandoned: false };
            Arc::make_mut(&mut state.files).insert(fd as i32, file);
        }
        state
    }

    /// A hash of everything; of the output only where it is compared.
    pub fn hash(&self) -> u64 {
        let listings =
            self.listings.iter().map(|(id, l)| fold(u64::from(*id), l.next as u64)).fold(0, u64::wrapping_add);
        let pipes = self.pipes.iter().map(|(id, pipe)| pipe.hash(*id)).fold(0, u64::wrapping_add);
        let (network, output) = (self.network.hash(), self.output.hash());
        let appended = appended::hash(&self.appended);
        let words =
            [self.files_hash, self.input, self.random, listings, self.codecs_hash, pipes, network, output, appended];
        let rest = words.iter().enumerate().filter(|(_, w)| **w != 0).map(|(i, w)| fold(*w, i as u64 + 1));
        rest.fold(self.overlay.hash(), u64::wrapping_add)
    }

    fn edit_file<T>(&mut self, fd: i32, change: impl FnOnce(&mut OpenFile) -> T) -> Result<T, Errno> {
        let file = Arc::make_mut(&mut self.files).get_mut(&fd).ok_or(Errno::EBADF)?;
        let old = file.hash(fd);
        let answer = change(file);
        self.files_hash = self.files_hash.wrapping_sub(old).wrapping_add(file.hash(fd));
        Ok(answer)
    }
}

/// A state that is shared with those that were saved until it is changed: most steps do not concern the outside.
struct Changeable(Arc<HostState>);

impl Deref for Changeable {
    type Target = HostState;

    fn deref(&self) -> &HostState {
        &self.0
    }
}

impl DerefMut for Changeable {
    fn deref_mut(&mut self) -> &mut HostState {
        Arc::make_mut(&mut self.0)
    }
}

/// See the module's comment.
pub struct Host {
    state: Changeable,
    live: Option<Live>,
    cwd: Vec<u8>,
    uid: u32,
    gid: u32,
    seed: u64,
    opened: BTreeMap<Vec<u8>, Arc<BaseFile>>,
    needs: Needs,
}

impl Host {
    /// The outside as a guest finds it.
    pub fn new(config: &Config) -> Host {
        let me = std::fs::metadata("/proc/self").ok();
        let mut state = HostState::new(config.readable.clone());
        if config.expect.output.is_some() {
            state.output = Output::compared();
        }
        Host {
            state: Changeable(Arc::new(state)),
            needs: config.needs.clone(),
            live: config.live_output.then(Live::new),
            cwd: config.directory.clone().into_os_string().into_vec(),
            uid: me.as_ref().map_or(0, MetadataExt::uid),
            gid: me.as_ref().map_or(0, MetadataExt::gid),
            seed: config.seed,
            opened: BTreeMap::new(),
        }
    }

    /// The state, to come back to.
    pub fn save(&self) -> Arc<HostState> {
        self.state.0.clone()
    }

    /// Back to a state saved before.
    pub fn restore(&mut self, state: &Arc<HostState>) {
        if !Arc::ptr_eq(&self.state.0, state) {
            self.state.0.clone_from(state);
        }
    }

    /// Hash of all that the path has changed; see [`HostState::hash`].
    pub fn hash(&self) -> u64 {
        self.state.hash()
    }

    /// What was printed on this path.
    pub fn output(&self) -> &Output {
        &self.state.output
    }

    /// Hands buffered output on.
    pub fn flush(&mut self) {
        if let Some(live) = &mut self.live {
            live.flush();
        }
    }

    /// Prints.
    pub fn print(&mut self, stream: Stream, bytes: &[u8]) {
        match &mut self.live {
            Some(live) => live.write(stream, bytes),
            None => self.state.output.write(stream, bytes),
        }
    }

    /// The working directory.
    pub fn cwd(&self) -> &[u8] {
        &self.cwd
    }

    /// Bytes that look random.
    pub fn random(&mut self, into: &mut [u8]) {
        for byte in into {
            let word = fold(self.seed ^ 0x5851_F42D_4C95_7F2D, self.state.random >> 3);
            *byte = (word >> ((self.state.random & 7) * 8)) as u8;
            self.state.random += 1;
        }
    }

    /// An absolute form of a path.
    pub fn absolute(&self, path: &[u8]) -> Vec<u8> {
        if path.starts_with(b"/") {
            return path.to_vec();
        }
        [&*self.cwd, b"/", path].concat()
    }

    /// The sockets of the guest's.
    pub fn network(&self) -> &Network {
        &self.state.network
    }

    /// The same, to be changed.
    pub fn network_mut(&mut self) -> &mut Network {
        &mut self.state.network
    }

    // ---- paths

    /// `stat` and `lstat`.
    pub fn stat(&self, path: &[u8], follow: bool) -> Result<Stat, Errno> {
        if path.is_empty() {
            return Err(Errno::ENOENT);
        }
        self.state.overlay.stat(&self.absolute(path), follow)
    }

    /// `access`: `want` is 4 for reading, 2 for writing, 1 for executing.
    pub fn access(&self, path: &[u8], want: u32) -> Result<(), Errno> {
        let stat = self.stat(path, true)?;
        if permits(&stat, want & 7, self.uid, self.gid) { Ok(()) } else { Err(Errno::EACCES) }
    }

    /// The path without links, dots and double slashes; everything on it must exist.
    pub fn real_path(&self, path: &[u8]) -> Result<Vec<u8>, Errno> {
        let place = self.state.overlay.locate(&self.absolute(path), true)?;
        if matches!(place.found, FileOrigin::Nothing) { Err(Errno::ENOENT) } else { Ok(place.path) }
    }

    /// The target of a symbolic link.
    pub fn read_link(&self, path: &[u8]) -> Result<Vec<u8>, Errno> {
        self.state.overlay.read_link(&self.absolute(path))
    }

    /// The names in a directory, sorted.
    pub fn list(&self, path: &[u8]) -> Result<Vec<Vec<u8>>, Errno> {
        self.state.overlay.list(&self.absolute(path))
    }

    fn check_parent(&self, path: &[u8]) -> Result<(), Errno> {
        let place = self.state.overlay.locate(path, false)?;
        let parent = self.state.overlay.parent_of(&place)?;
        if permits(&parent, 2, self.uid, self.gid) { Ok(()) } else { Err(Errno::EACCES) }
    }

    /// `mkdir`.
    pub fn mkdir(&mut self, path: &[u8], mode: u32, now: i64) -> Result<(), Errno> {
        self.make(path, Content::Directory { opaque: true }, mode & !UMASK, now)
    }

    /// `symlink`.
    pub fn symlink(&mut self, target: &[u8], path: &[u8], now: i64) -> Result<(), Errno> {
        if target.is_empty() {
            return Err(Errno::ENOENT);
        }
        self.make(path, Content::Link(target.to_vec()), 0o777, now)
    }

    fn make(&mut self, path: &[u8], content: Content, mode: u32, now: i64) -> Result<(), Errno> {
        if path.is_empty() {
            return Err(Errno::ENOENT);
        }
        let path = self.absolute(path);
        let place = self.state.overlay.locate(&path, false)?;
        let FileOrigin::Nothing = place.found else { return Err(Errno::EEXIST) };
        self.check_parent(&path)?;
        self.state.overlay.create(&place, content, mode, (self.uid, self.gid), now).map(drop)
    }

    /// `unlink` and `rmdir`.
    pub fn remove(&mut self, path: &[u8], directory: bool) -> Result<(), Errno> {
        if path.is_empty() {
            return Err(Errno::ENOENT);
        }
        let path = self.absolute(path);
        self.state.overlay.stat(&path, false)?;
        self.check_parent(&path)?;
        self.state.overlay.remove(&path, directory)
    }

    /// `rename`.
    pub fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        if from.is_empty() || to.is_empty() {
            return Err(Errno::ENOENT);
        }
        let (from, to) = (self.absolute(from), self.absolute(to));
        self.state.overlay.stat(&from, false)?;
        self.check_parent(&from)?;
        self.check_parent(&to)?;
        self.state.overlay.rename(&from, &to)
    }

    /// `link`.
    pub fn link(&mut self, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        let (from, to) = (self.absolute(from), self.absolute(to));
        self.check_parent(&to)?;
        self.state.overlay.link(&from, &to)
    }

    /// Changes an inode's attributes; only its owner may.
    fn set_attributes(
        &mut self,
        path: &[u8],
        follow: bool,
        change: impl FnOnce(&mut inode::Inode),
    ) -> Result<(), Errno> {
        let path = self.absolute(path);
        let stat = self.state.overlay.stat(&path, follow)?;
        if self.uid != 0 && stat.uid != self.uid {
            return Err(Errno::EPERM);
        }
        self.state.overlay.set_attributes(&path, follow, change)
    }

    /// `chmod`.
    pub fn set_mode(&mut self, path: &[u8], mode: u32) -> Result<(), Errno> {
        self.set_attributes(path, true, |inode| inode.mode = mode & 0o7777)
    }

    /// `chown`; -1 leaves an id as it is.
    pub fn set_owner(&mut self, path: &[u8], follow: bool, uid: i32, gid: i32) -> Result<(), Errno> {
        self.set_attributes(path, follow, |inode| {
            inode.uid = if uid == -1 { inode.uid } else { uid as u32 };
            inode.gid = if gid == -1 { inode.gid } else { gid as u32 };
        })
    }

    /// `utimes`, in nanoseconds.
    pub fn set_modified(&mut self, path: &[u8], follow: bool, nanos: i64) -> Result<(), Errno> {
        self.set_attributes(path, follow, |inode| {
            inode.modified = nanos;
            inode.dated = true;
        })
    }
}

mod descriptors;
mod pipes;
pub use descriptors::Whence;
pub use pipes::Mapping;
use pipes::Pipe;

#[cfg(test)]
mod tests;
