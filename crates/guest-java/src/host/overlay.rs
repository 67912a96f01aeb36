//! A file system that reads from the outside and writes to memory.
//!
//! A path is looked up component by component. What the overlay has an entry for comes from the overlay, which may also
//! say that something was removed; everything else comes from the outside, unless a directory above it hides it.
//! `/proc` and `/sys` look empty: what they show differs between runs.
//!
//! The overlay is part of a guest's state. It is persistent, so a snapshot is a clone of three reference counts, and it
//! keeps a hash of itself which is a sum over its parts: equal contents, equal hash, whatever the order of the changes.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::sync::Arc;

use super::errno::Errno;
use super::inode::{BaseFile, Content, Inode, S_IFMT, Stat, fold, hash_bytes, words_hash};
use super::readable::Readable;

/// Bytes that a guest may write in all.
const LIMIT: u64 = 1 << 28;
/// Symbolic links followed in one look-up.
const MAX_LINKS: u32 = 40;
/// Files that a directory may hold to be renamed.
const MAX_MOVED: usize = 10_000;

/// Directories of the outside that look empty.
const EMPTY: &[&[u8]] = &[b"/proc", b"/sys"];

/// What the overlay says about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Removed,
    Inode(u32),
}

/// What is at a path.
#[derive(Clone, Debug)]
pub enum FileOrigin {
    /// Nothing, but its directory exists.
    Nothing,
    /// A file of the outside.
    Base(Stat),
    /// An inode of the overlay.
    Inode(u32),
}

/// Where a path leads.
#[derive(Clone, Debug)]
pub struct ResolvedPath {
    /// The absolute path without links.
    pub path: Vec<u8>,
    /// What is there.
    pub found: FileOrigin,
    /// Whether the outside shows in its directory.
    shows: bool,
}

/// See the module's comment.
#[derive(Clone, Default)]
pub struct Overlay {
    entries: Arc<BTreeMap<Vec<u8>, Entry>>,
    inodes: Arc<BTreeMap<u32, Inode>>,
    bytes: u64,
    hash: u64,
    /// What may be read of the outside; no part of the state.
    readable: Readable,
}

/// The path as the outside takes it.
pub fn outside(path: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(path))
}

fn parent(path: &[u8]) -> &[u8] {
    match path.iter().rposition(|b| *b == b'/') {
        Some(0) | None => b"/",
        Some(at) => &path[..at],
    }
}

fn join(directory: &[u8], name: &[u8]) -> Vec<u8> {
    let mut path = directory.to_vec();
    if path != b"/" {
        path.push(b'/');
    }
    path.extend_from_slice(name);
    path
}

impl Overlay {
    /// An overlay without changes, over what may be read of the outside.
    pub fn new(readable: Readable) -> Self {
        Self { readable, ..Self::default() }
    }

    /// Whether what the outside has at a path without links may be read.
    pub fn may_read(&self, path: &[u8]) -> bool {
        self.readable.permits(path)
    }

    /// The hash of everything in the overlay.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    // ---- keeping the hash

    fn entry_hash(path: &[u8], entry: Entry) -> u64 {
        let value = match entry {
            Entry::Removed => 0,
            Entry::Inode(id) => u64::from(id) + 1,
        };
        fold(hash_bytes(2, path), value)
    }

    fn set_entry(&mut self, path: &[u8], entry: Option<Entry>) {
        let entries = Arc::make_mut(&mut self.entries);
        let old = match entry {
            Some(entry) => {
                self.hash = self.hash.wrapping_add(Self::entry_hash(path, entry));
                entries.insert(path.to_vec(), entry)
            }
            None => entries.remove(path),
        };
        if let Some(old) = old {
            self.hash = self.hash.wrapping_sub(Self::entry_hash(path, old));
        }
    }

    /// Changes an inode; one that has no name and no descriptor any more is gone.
    pub fn edit<T>(&mut self, id: u32, change: impl FnOnce(&mut Inode) -> T) -> Option<T> {
        let inodes = Arc::make_mut(&mut self.inodes);
        let inode = inodes.get_mut(&id)?;
        self.hash = self.hash.wrapping_sub(inode.hash(id));
        let answer = change(inode);
        if inode.links == 0 && inode.opens == 0 {
            if let Content::Bytes(bytes, _) = &inode.content {
                self.bytes -= bytes.len() as u64;
            }
            inodes.remove(&id);
        } else {
            self.hash = self.hash.wrapping_add(inode.hash(id));
        }
        Some(answer)
    }

    fn add_inode(&mut self, inode: Inode) -> u32 {
        let id = (0u32..).zip(self.inodes.keys()).find(|(free, used)| free != *used).map(|(free, _)| free);
        let id = id.unwrap_or(self.inodes.len() as u32);
        self.hash = self.hash.wrapping_add(inode.hash(id));
        if let Content::Bytes(bytes, _) = &inode.content {
            self.bytes += bytes.len() as u64;
        }
        Arc::make_mut(&mut self.inodes).insert(id, inode);
        id
    }

    /// An inode.
    pub fn inode(&self, id: u32) -> Option<&Inode> {
        self.inodes.get(&id)
    }

    // ---- looking up

    /// What `path` (which must be absolute) leads to; `follow` says whether a link at its end counts.
    pub fn locate(&self, path: &[u8], follow: bool) -> Result<ResolvedPath, Errno> {
        if path.contains(&0) {
            return Err(Errno::EINVAL);
        }
        if path.len() >= 4096 {
            return Err(Errno::ENAMETOOLONG);
        }
        let must_be_dir = path.ends_with(b"/") || path.ends_with(b"/.");
        let mut rest: VecDeque<Vec<u8>> = path.split(|b| *b == b'/').map(<[u8]>::to_vec).collect();
        let mut links = 0;
        // The directories passed so far, with whether the outside shows in them.
        let mut passed: Vec<(Vec<u8>, bool)> = vec![(b"/".to_vec(), true)];
        let mut last = None;
        while let Some(name) = rest.pop_front() {
            if name.is_empty() || name == b"." {
                continue;
            }
            if let Some(ResolvedPath { found, .. }) = &last {
                // The previous component was not a directory.
                return Err(if matches!(found, FileOrigin::Nothing) { Errno::ENOENT } else { Errno::ENOTDIR });
            }
            if name == b".." {
                if passed.len() > 1 {
                    passed.pop();
                }
                continue;
            }
            if name.len() > 255 {
                return Err(Errno::ENAMETOOLONG);
            }
            let (directory, shows) = passed.last().cloned().unwrap_or_default();
            let here = join(&directory, &name);
            let found = self.look(&here, shows)?;
            let stat = self.found_stat(&found);
            let at_end = rest.iter().all(|r| r.is_empty());
            if stat.as_ref().is_some_and(Stat::is_link) && (!at_end || follow || must_be_dir) {
                links += 1;
                if links > MAX_LINKS {
                    return Err(Errno::ELOOP);
                }
                let target = self.link_target(&here, &found)?;
                if target.starts_with(b"/") {
                    passed.truncate(1);
                }
                for part in target.split(|b| *b == b'/').rev() {
                    rest.push_front(part.to_vec());
                }
            } else if stat.is_some_and(|s| s.is_dir()) {
                let opaque = match found {
                    FileOrigin::Inode(id) => self.is_opaque(id),
                    _ => EMPTY.contains(&&*here),
                };
                passed.push((here, shows && !opaque));
            } else {
                last = Some(ResolvedPath { path: here, found, shows });
            }
        }
        match last {
            Some(place) if must_be_dir && !matches!(place.found, FileOrigin::Nothing) => Err(Errno::ENOTDIR),
            Some(place) => Ok(place),
            None => {
                let (path, _) = passed.pop().unwrap_or_default();
                let shows = passed.last().is_none_or(|(_, shows)| *shows);
                Ok(ResolvedPath { found: self.look(&path, shows)?, path, shows })
            }
        }
    }

    fn is_opaque(&self, id: u32) -> bool {
        matches!(self.inodes.get(&id).map(|i| &i.content), Some(Content::Directory { opaque: true }))
    }

    fn look(&self, path: &[u8], shows: bool) -> Result<FileOrigin, Errno> {
        match self.entries.get(path) {
            Some(Entry::Removed) => Ok(FileOrigin::Nothing),
            Some(Entry::Inode(id)) => Ok(FileOrigin::Inode(*id)),
            None if shows => match std::fs::symlink_metadata(outside(path)) {
                Ok(meta) => Ok(FileOrigin::Base(Stat::of(&meta))),
                Err(error) => match Errno::from(error) {
                    Errno::ENOENT | Errno::ENOTDIR => Ok(FileOrigin::Nothing),
                    other => Err(other),
                },
            },
            None => Ok(FileOrigin::Nothing),
        }
    }

    fn link_target(&self, path: &[u8], found: &FileOrigin) -> Result<Vec<u8>, Errno> {
        match found {
            FileOrigin::Nothing => Err(Errno::ENOENT),
            FileOrigin::Base(_) => Ok(std::fs::read_link(outside(path))?.into_os_string().into_vec()),
            FileOrigin::Inode(id) => match self.inodes.get(id).map(|i| &i.content) {
                Some(Content::Link(target)) => Ok(target.clone()),
                _ => Err(Errno::EINVAL),
            },
        }
    }

    fn found_stat(&self, found: &FileOrigin) -> Option<Stat> {
        match found {
            FileOrigin::Nothing => None,
            FileOrigin::Base(stat) => Some(stat.clone()),
            FileOrigin::Inode(id) => self.inodes.get(id).map(|inode| inode.stat(*id)),
        }
    }

    /// What `stat` or `lstat` says.
    pub fn stat(&self, path: &[u8], follow: bool) -> Result<Stat, Errno> {
        let place = self.locate(path, follow)?;
        self.found_stat(&place.found).ok_or(Errno::ENOENT)
    }

    /// The target of a symbolic link.
    pub fn read_link(&self, path: &[u8]) -> Result<Vec<u8>, Errno> {
        let place = self.locate(path, false)?;
        if self.found_stat(&place.found).ok_or(Errno::ENOENT)?.is_link() {
            self.link_target(&place.path, &place.found)
        } else {
            Err(Errno::EINVAL)
        }
    }

    /// The names in a directory, sorted.
    pub fn list(&self, path: &[u8]) -> Result<Vec<Vec<u8>>, Errno> {
        let place = self.locate(path, true)?;
        if !self.found_stat(&place.found).ok_or(Errno::ENOENT)?.is_dir() {
            return Err(Errno::ENOTDIR);
        }
        let mut names = BTreeSet::new();
        let opaque = match place.found {
            FileOrigin::Inode(id) => self.is_opaque(id),
            _ => EMPTY.contains(&&*place.path),
        };
        if place.shows && !opaque {
            if !self.may_read(&place.path) {
                return Err(Errno::EACCES);
            }
            for entry in std::fs::read_dir(outside(&place.path))? {
                names.insert(entry?.file_name().into_vec());
            }
        }
        for (name, entry) in self.children(&place.path) {
            if name.contains(&b'/') {
                continue;
            }
            match entry {
                Entry::Removed => names.remove(name),
                Entry::Inode(_) => names.insert(name.to_vec()),
            };
        }
        Ok(names.into_iter().collect())
    }

    /// The overlay's entries below a directory, with their relative paths.
    fn children<'a>(&'a self, path: &[u8]) -> impl Iterator<Item = (&'a [u8], Entry)> + use<'a> {
        let prefix = join(path, b"");
        let skip = prefix.len();
        let from = self.entries.range(prefix.clone()..);
        from.take_while(move |(key, _)| key.starts_with(&prefix)).map(move |(key, entry)| (&key[skip..], *entry))
    }

    // ---- changing

    /// A new name in the overlay.
    pub fn create(
        &mut self,
        place: &ResolvedPath,
        content: Content,
        mode: u32,
        owner: (u32, u32),
        now: i64,
    ) -> Result<u32, Errno> {
        let FileOrigin::Nothing = place.found else { return Err(Errno::EEXIST) };
        if self.inodes.len() >= 1 << 20 {
            return Err(Errno::ENOSPC);
        }
        let (uid, gid) = owner;
        let inode = Inode { content, mode, uid, gid, modified: now, dated: false, links: 1, opens: 0 };
        let id = self.add_inode(inode);
        self.set_entry(&place.path, Some(Entry::Inode(id)));
        Ok(id)
    }

    /// The inode at a place: one of the overlay's own, or one that takes over a file of the outside.
    pub fn adopt(&mut self, place: &ResolvedPath) -> Result<u32, Errno> {
        match &place.found {
            FileOrigin::Nothing => Err(Errno::ENOENT),
            FileOrigin::Inode(id) => Ok(*id),
            FileOrigin::Base(stat) => {
                // Under another name it could be read.
                if stat.is_file() && !self.may_read(&place.path) {
                    return Err(Errno::EACCES);
                }
                let content = if stat.is_dir() {
                    Content::Directory { opaque: false }
                } else if stat.is_link() {
                    Content::Link(self.link_target(&place.path, &place.found)?)
                } else if stat.is_file() {
                    Content::Base(BaseFile::new(outside(&place.path)))
                } else {
                    return Err(Errno::EPERM);
                };
                let id = self.add_inode(Inode {
                    content,
                    mode: stat.mode & 0o7777,
                    uid: stat.uid,
                    gid: stat.gid,
                    modified: stat.modified,
                    dated: true,
                    links: 1,
                    opens: 0,
                });
                self.set_entry(&place.path, Some(Entry::Inode(id)));
                Ok(id)
            }
        }
    }

    /// Makes the content of an inode writable.
    pub fn own_content(&mut self, id: u32) -> Result<(), Errno> {
        let inode = self.inodes.get(&id).ok_or(Errno::EBADF)?;
        let Content::Base(file) = &inode.content else { return Ok(()) };
        let bytes = file.content(LIMIT - self.bytes)?;
        self.bytes += bytes.len() as u64;
        let hash = words_hash(&bytes, 0, bytes.len());
        self.edit(id, |inode| inode.content = Content::Bytes(bytes, hash));
        Ok(())
    }

    /// Reads from a file of the overlay.
    pub fn read(&self, id: u32, offset: u64, into: &mut [u8]) -> Result<usize, Errno> {
        match self.inodes.get(&id).map(|i| &i.content) {
            Some(Content::Bytes(bytes, _)) => {
                let rest = usize::try_from(offset).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
                let n = rest.len().min(into.len());
                into[..n].copy_from_slice(&rest[..n]);
                Ok(n)
            }
            Some(Content::Base(file)) => file.read(offset, into),
            Some(_) => Err(Errno::EISDIR),
            None => Err(Errno::EBADF),
        }
    }

    /// Writes to a file of the overlay.
    pub fn write(&mut self, id: u32, offset: u64, from: &[u8], now: i64) -> Result<(), Errno> {
        let end = offset.checked_add(from.len() as u64).ok_or(Errno::EINVAL)?;
        let size = self.inodes.get(&id).ok_or(Errno::EBADF)?.size();
        if end > size {
            self.resize(id, end, now)?;
        }
        self.own_content(id)?;
        let at = offset as usize;
        self.edit(id, |inode| {
            let Content::Bytes(bytes, hash) = &mut inode.content else { return Err(Errno::EISDIR) };
            let to = at + from.len();
            *hash = hash.wrapping_sub(words_hash(bytes, at, to));
            bytes.get_mut(at..to).ok_or(Errno::EIO)?.copy_from_slice(from);
            *hash = hash.wrapping_add(words_hash(bytes, at, to));
            inode.modified = now;
            inode.dated = false;
            Ok(())
        })
        .unwrap_or(Err(Errno::EBADF))
    }

    /// Sets the length of a file.
    pub fn resize(&mut self, id: u32, size: u64, now: i64) -> Result<(), Errno> {
        self.own_content(id)?;
        let old = self.inodes.get(&id).ok_or(Errno::EBADF)?.size();
        if self.bytes - old.min(self.bytes) + size > LIMIT {
            return Err(Errno::ENOSPC);
        }
        self.edit(id, |inode| {
            let Content::Bytes(bytes, hash) = &mut inode.content else { return Err(Errno::EISDIR) };
            let cut = (old.min(size) as usize).saturating_sub(7);
            *hash = hash.wrapping_sub(words_hash(bytes, cut, bytes.len()));
            bytes.resize(size as usize, 0);
            *hash = hash.wrapping_add(words_hash(bytes, cut, bytes.len()));
            inode.modified = now;
            inode.dated = false;
            Ok(())
        })
        .unwrap_or(Err(Errno::EBADF))?;
        self.bytes = self.bytes - old + size;
        Ok(())
    }

    /// Takes a name away.
    fn erase(&mut self, place: &ResolvedPath) {
        let old = self.entries.get(&place.path).copied();
        let below = place.shows && std::fs::symlink_metadata(outside(&place.path)).is_ok();
        self.set_entry(&place.path, below.then_some(Entry::Removed));
        if let Some(Entry::Inode(id)) = old {
            self.edit(id, |inode| inode.links -= 1);
        }
    }

    /// `unlink`, or `rmdir` for directories.
    pub fn remove(&mut self, path: &[u8], directory: bool) -> Result<(), Errno> {
        let place = self.locate(path, false)?;
        let stat = self.found_stat(&place.found).ok_or(Errno::ENOENT)?;
        match (stat.is_dir(), directory) {
            (true, false) => return Err(Errno::EISDIR),
            (false, true) => return Err(Errno::ENOTDIR),
            (true, true) => {
                if !self.list(&place.path)?.is_empty() {
                    return Err(Errno::ENOTEMPTY);
                }
                // What is left below it are marks of removal.
                self.forget_below(&place.path);
            }
            (false, false) => {}
        }
        self.erase(&place);
        Ok(())
    }

    fn forget_below(&mut self, path: &[u8]) {
        let names: Vec<Vec<u8>> = self.children(path).map(|(name, _)| join(path, name)).collect();
        for name in names {
            self.set_entry(&name, None);
        }
    }

    /// A second name for a file.
    pub fn link(&mut self, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        let source = self.locate(from, false)?;
        if self.found_stat(&source.found).ok_or(Errno::ENOENT)?.is_dir() {
            return Err(Errno::EPERM);
        }
        let target = self.locate(to, false)?;
        let FileOrigin::Nothing = target.found else { return Err(Errno::EEXIST) };
        let id = self.adopt(&source)?;
        self.edit(id, |inode| inode.links += 1);
        self.set_entry(&target.path, Some(Entry::Inode(id)));
        Ok(())
    }

    /// `rename`.
    pub fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        let source = self.locate(from, false)?;
        let moved = self.found_stat(&source.found).ok_or(Errno::ENOENT)?;
        let target = self.locate(to, false)?;
        if source.path == target.path {
            return Ok(());
        }
        if moved.is_dir() && join(&target.path, b"").starts_with(&join(&source.path, b"")) {
            return Err(Errno::EINVAL);
        }
        if let Some(there) = self.found_stat(&target.found) {
            if !moved.is_dir() && there.is_dir() {
                return Err(Errno::EISDIR);
            }
            if moved.is_dir() && !there.is_dir() {
                return Err(Errno::ENOTDIR);
            }
            if there.inode == moved.inode && there.device == moved.device {
                return Ok(());
            }
        }
        let mut list = Vec::new();
        if moved.is_dir() {
            self.gather(&source.path, &mut list)?;
        }
        if !matches!(target.found, FileOrigin::Nothing) {
            self.remove(&target.path, moved.is_dir())?;
        }
        // All are taken over while the old side still shows, then named on the new side; then the old names go.
        list.insert(0, Vec::new());
        let under = |base: &[u8], name: &[u8]| if name.is_empty() { base.to_vec() } else { join(base, name) };
        let mut ids = Vec::with_capacity(list.len());
        for name in &list {
            ids.push(self.adopt(&self.locate(&under(&source.path, name), false)?)?);
        }
        for (name, id) in list.iter().zip(ids) {
            self.edit(id, |inode| {
                inode.links += 1;
                if let Content::Directory { opaque } = &mut inode.content {
                    *opaque = true;
                }
            });
            self.set_entry(&under(&target.path, name), Some(Entry::Inode(id)));
        }
        for name in list.iter().rev() {
            let old = under(&source.path, name);
            if let Some(Entry::Inode(id)) = self.entries.get(&old).copied() {
                self.set_entry(&old, None);
                self.edit(id, |inode| inode.links -= 1);
            }
        }
        self.forget_below(&source.path);
        let gone = ResolvedPath { path: source.path, found: FileOrigin::Nothing, shows: source.shows };
        self.erase(&gone);
        Ok(())
    }

    /// The relative paths of everything below a directory, parents first.
    fn gather(&self, path: &[u8], into: &mut Vec<Vec<u8>>) -> Result<(), Errno> {
        let mut work = VecDeque::from([Vec::new()]);
        while let Some(directory) = work.pop_front() {
            let here = if directory.is_empty() { path.to_vec() } else { join(path, &directory) };
            for name in self.list(&here)? {
                let relative = if directory.is_empty() { name } else { join(&directory, &name) };
                if self.stat(&join(path, &relative), false)?.is_dir() {
                    work.push_back(relative.clone());
                }
                into.push(relative);
                if into.len() > MAX_MOVED {
                    return Err(Errno::EXDEV);
                }
            }
        }
        Ok(())
    }

    /// Changes the attributes of what is at a path.
    pub fn set_attributes(&mut self, path: &[u8], follow: bool, change: impl FnOnce(&mut Inode)) -> Result<(), Errno> {
        let place = self.locate(path, follow)?;
        let id = self.adopt(&place)?;
        self.edit(id, change);
        Ok(())
    }

    /// The directory that a path is in.
    pub fn parent_of(&self, place: &ResolvedPath) -> Result<Stat, Errno> {
        self.stat(parent(&place.path), true)
    }
}

/// Whether a user may do what `want` (4 read, 2 write, 1 execute) says; root may, but executes only what someone may.
pub fn permits(stat: &Stat, want: u32, uid: u32, gid: u32) -> bool {
    let bits = stat.mode & 0o777;
    if uid == 0 {
        return want & 1 == 0 || stat.mode & S_IFMT != super::inode::S_IFREG || bits & 0o111 != 0;
    }
    let shift = if stat.uid == uid {
        6
    } else if stat.gid == gid {
        3
    } else {
        0
    };
    (bits >> shift) & want == want
}
