//! Open files, directories being read, and compressors: what a guest holds by number.

use std::sync::Arc;

use super::*;

/// From where `seek` counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whence {
    /// The beginning.
    Start,
    /// The present position.
    Current,
    /// The end.
    End,
}

impl Host {
    /// `open`; the lowest free descriptor.
    pub fn open(&mut self, path: &[u8], flags: u32, mode: u32, now: i64) -> Result<i32, Errno> {
        if path.is_empty() {
            return Err(Errno::ENOENT);
        }
        let access = flags & 3;
        let (reads, writes) = (access != flag::WRITE_ONLY, access != 0);
        let path = self.absolute(path);
        let endpoint = match device(&path) {
            Some(endpoint) => endpoint,
            None => self.open_file(&path, flags, mode, now)?,
        };
        if flags & flag::DIRECTORY != 0 && !matches!(endpoint, Endpoint::Directory(_)) {
            return Err(Errno::ENOTDIR);
        }
        let append = flags & flag::APPEND != 0;
        let opened = OpenFile { endpoint, offset: 0, reads, writes, append, blocking: true, abandoned: false };
        self.add_file(opened)
    }

    pub(super) fn add_file(&mut self, file: OpenFile) -> Result<i32, Errno> {
        let Some(fd) = (0..MAX_FILES).find(|fd| !self.state.files.contains_key(fd)) else {
            return Err(Errno::EMFILE);
        };
        if let Endpoint::Inode(id) = file.endpoint {
            self.state.overlay.edit(id, |inode| inode.opens += 1);
        }
        self.state.files_hash = self.state.files_hash.wrapping_add(file.hash(fd));
        Arc::make_mut(&mut self.state.files).insert(fd, file);
        Ok(fd)
    }

    fn open_file(&mut self, path: &[u8], flags: u32, mode: u32, now: i64) -> Result<Endpoint, Errno> {
        let creates = flags & flag::CREATE != 0;
        let exclusive = creates && flags & flag::EXCLUSIVE != 0;
        let follow = flags & flag::NO_FOLLOW == 0 && !exclusive;
        let place = self.state.overlay.locate(path, follow)?;
        if let FileOrigin::Nothing = place.found {
            if !creates {
                return Err(Errno::ENOENT);
            }
            if path.ends_with(b"/") {
                return Err(Errno::EISDIR);
            }
            let parent = self.state.overlay.parent_of(&place)?;
            if !permits(&parent, 2, self.uid, self.gid) {
                return Err(Errno::EACCES);
            }
            let content = Content::Bytes(Vec::new(), 0);
            let owner = (self.uid, self.gid);
            return self.state.overlay.create(&place, content, mode & !UMASK, owner, now).map(Endpoint::Inode);
        }
        if exclusive {
            return Err(Errno::EEXIST);
        }
        let stat = self.state.overlay.stat(&place.path, false)?;
        let writes = flags & 3 != 0;
        if matches!(place.found, FileOrigin::Base(_)) && stat.is_file() && !self.state.overlay.may_read(&place.path) {
            self.needs.add(NeedKind::File, outside(&place.path).display().to_string());
            return Err(Errno::EACCES);
        }
        if stat.is_link() {
            return Err(Errno::ELOOP);
        }
        if stat.is_dir() && (writes || creates) {
            return Err(Errno::EISDIR);
        }
        let want = if writes { 2 } else { 0 } | if flags & 3 != flag::WRITE_ONLY { 4 } else { 0 };
        if !permits(&stat, want, self.uid, self.gid) {
            return Err(Errno::EACCES);
        }
        if stat.is_dir() {
            return Ok(Endpoint::Directory(place.path.into()));
        }
        if !stat.is_file() {
            return Err(Errno::ENXIO);
        }
        if !writes {
            return match place.found {
                FileOrigin::Inode(id) => Ok(Endpoint::Inode(id)),
                _ => self.open_base(&place.path).map(Endpoint::Base),
            };
        }
        let id = self.state.overlay.adopt(&place)?;
        self.redirect(&place.path, id);
        if flags & flag::TRUNCATE != 0 {
            self.state.overlay.edit(id, |inode| {
                if let Content::Base(_) = inode.content {
                    inode.content = Content::Bytes(Vec::new(), 0);
                }
            });
            self.state.overlay.resize(id, 0, now)?;
        }
        Ok(Endpoint::Inode(id))
    }

    /// One real descriptor per file of the outside, however many paths open it.
    fn open_base(&mut self, path: &[u8]) -> Result<Arc<BaseFile>, Errno> {
        if let Some(file) = self.opened.get(path) {
            return Ok(file.clone());
        }
        if self.opened.len() >= 256 {
            self.opened.retain(|_, file| Arc::strong_count(file) > 1);
        }
        let file = BaseFile::new(outside(path));
        file.open()?;
        self.opened.insert(path.to_vec(), file.clone());
        Ok(file)
    }

    /// A file of the outside now lives in the overlay: descriptors open on it follow.
    fn redirect(&mut self, path: &[u8], id: u32) {
        let here = outside(path);
        let is_it = |file: &OpenFile| matches!(&file.endpoint, Endpoint::Base(base) if base.path == here);
        let fds: Vec<i32> = self.state.files.iter().filter(|(_, f)| is_it(f)).map(|(fd, _)| *fd).collect();
        for fd in fds {
            let _ = self.state.edit_file(fd, |file| file.endpoint = Endpoint::Inode(id));
            self.state.overlay.edit(id, |inode| inode.opens += 1);
        }
    }

    pub(super) fn file(&self, fd: i32) -> Result<&OpenFile, Errno> {
        self.state.files.get(&fd).ok_or(Errno::EBADF)
    }

    /// `close`.
    pub fn close(&mut self, fd: i32) -> Result<(), Errno> {
        if Network::owns(fd) {
            return self.state.network.close(fd);
        }
        self.state.network.forget_interest(fd);
        let file = Arc::make_mut(&mut self.state.files).remove(&fd).ok_or(Errno::EBADF)?;
        self.state.files_hash = self.state.files_hash.wrapping_sub(file.hash(fd));
        match file.endpoint {
            Endpoint::Inode(id) => {
                self.state.overlay.edit(id, |inode| inode.opens = inode.opens.saturating_sub(1));
            }
            Endpoint::Pipe(id) => self.close_pipe(id, file.writes),
            _ => {}
        }
        Ok(())
    }

    /// Before a `close`: whoever waits for the descriptor goes on, as if a signal had come.
    pub fn abandon(&mut self, fd: i32) -> Result<(), Errno> {
        if Network::owns(fd) {
            return self.state.network.abandon(fd);
        }
        self.state.edit_file(fd, |file| file.abandoned = true)
    }

    /// Whether a descriptor is about to be closed.
    pub fn is_abandoned(&self, fd: i32) -> bool {
        if Network::owns(fd) { self.state.network.is_abandoned(fd) } else { self.file(fd).is_ok_and(|f| f.abandoned) }
    }

    /// A second descriptor for an open file; unlike the real one it has a position of its own.
    pub fn duplicate(&mut self, fd: i32) -> Result<i32, Errno> {
        let file = self.file(fd)?.clone();
        self.add_file(file)
    }

    /// Turns a standard stream off for good: what closing `System.out`'s descriptor does.
    pub fn silence(&mut self, fd: i32) -> Result<(), Errno> {
        self.state.edit_file(fd, |file| file.endpoint = Endpoint::Null)
    }

    /// Whether reads and writes wait.
    pub fn blocks(&self, fd: i32) -> bool {
        if Network::owns(fd) {
            return self.state.network.blocks(fd);
        }
        self.file(fd).is_ok_and(|f| f.blocking)
    }

    /// Sets whether reads and writes wait.
    pub fn set_blocking(&mut self, fd: i32, blocking: bool) -> Result<(), Errno> {
        if Network::owns(fd) {
            return self.state.network.set_blocking(fd, blocking);
        }
        self.state.edit_file(fd, |file| file.blocking = blocking)
    }

    /// Whether writes go to the end.
    pub fn appends(&self, fd: i32) -> bool {
        self.file(fd).is_ok_and(|f| f.append)
    }

    /// `read`; 0 at the end.
    pub fn read(&mut self, fd: i32, into: &mut [u8]) -> Result<usize, Errno> {
        if Network::owns(fd) {
            return self.state.network.read(fd, into);
        }
        let file = self.file(fd)?;
        let offset = file.offset;
        let n = match &file.endpoint {
            Endpoint::Input => {
                self.flush();
                let n = stdin::read(self.state.input, into, self.live.is_some()).map_err(|_| Errno::EIO)?;
                self.state.input += n as u64;
                return Ok(n);
            }
            Endpoint::Random => {
                self.random(into);
                return Ok(into.len());
            }
            Endpoint::Pipe(id) => return self.read_pipe(*id, into),
            _ => self.read_at(fd, into, offset)?,
        };
        if n > 0 {
            self.state.edit_file(fd, |file| file.offset += n as u64)?;
        }
        Ok(n)
    }

    /// `pread`.
    pub fn read_at(&self, fd: i32, into: &mut [u8], offset: u64) -> Result<usize, Errno> {
        let file = self.file(fd)?;
        if !file.reads {
            return Err(Errno::EBADF);
        }
        match &file.endpoint {
            Endpoint::Inode(id) => self.state.overlay.read(*id, offset, into),
            Endpoint::Base(base) => base.read(offset, into),
            Endpoint::Directory(_) => Err(Errno::EISDIR),
            Endpoint::Null => Ok(0),
            Endpoint::Zero => {
                into.fill(0);
                Ok(into.len())
            }
            Endpoint::Input | Endpoint::Output(_) | Endpoint::Random | Endpoint::Pipe(_) => Err(Errno::ESPIPE),
        }
    }

    /// `write`: how much of it was taken, which is all unless it goes to a socket.
    pub fn write_some(&mut self, fd: i32, from: &[u8], now: i64) -> Result<usize, Errno> {
        if Network::owns(fd) {
            self.state.network.write(fd, from)
        } else {
            self.write(fd, from, now).map(|()| from.len())
        }
    }

    /// `write` to a file or a pipe: all or an error.
    pub fn write(&mut self, fd: i32, from: &[u8], now: i64) -> Result<(), Errno> {
        let file = self.file(fd)?;
        if !file.writes {
            return Err(Errno::EBADF);
        }
        match file.endpoint {
            Endpoint::Output(stream) => self.print(stream, from),
            Endpoint::Pipe(id) => return self.write_pipe(id, from),
            Endpoint::Inode(id) => {
                let offset = if file.append { self.size(fd)? } else { file.offset };
                self.state.overlay.write(id, offset, from, now)?;
                self.state.edit_file(fd, |file| file.offset = offset + from.len() as u64)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// `pwrite`.
    pub fn write_at(&mut self, fd: i32, from: &[u8], offset: u64, now: i64) -> Result<(), Errno> {
        let file = self.file(fd)?;
        match file.endpoint {
            _ if !file.writes => Err(Errno::EBADF),
            Endpoint::Inode(id) => self.state.overlay.write(id, offset, from, now),
            Endpoint::Output(_) | Endpoint::Pipe(_) => Err(Errno::ESPIPE),
            _ => Ok(()),
        }
    }

    /// `lseek`: the new position.
    pub fn seek(&mut self, fd: i32, by: i64, whence: Whence) -> Result<u64, Errno> {
        let file = self.file(fd)?;
        if matches!(file.endpoint, Endpoint::Input | Endpoint::Output(_) | Endpoint::Pipe(_)) {
            return Err(Errno::ESPIPE);
        }
        let from = match whence {
            Whence::Start => 0,
            Whence::Current => file.offset,
            Whence::End => self.size(fd)?,
        };
        let to = i64::try_from(from).ok().and_then(|from| from.checked_add(by)).filter(|to| *to >= 0);
        let to = to.ok_or(Errno::EINVAL)? as u64;
        if self.file(fd)?.offset != to {
            self.state.edit_file(fd, |file| file.offset = to)?;
        }
        Ok(to)
    }

    /// Size of an open file.
    pub fn size(&self, fd: i32) -> Result<u64, Errno> {
        Ok(self.stat_file(fd)?.size)
    }

    /// `fstat`.
    pub fn stat_file(&self, fd: i32) -> Result<Stat, Errno> {
        match &self.file(fd)?.endpoint {
            Endpoint::Inode(id) => self.state.overlay.inode(*id).map(|inode| inode.stat(*id)).ok_or(Errno::EBADF),
            Endpoint::Base(base) => base.stat(),
            Endpoint::Directory(path) => self.state.overlay.stat(path, true),
            _ => Ok(Stat {
                mode: S_IFCHR | 0o620,
                inode: fd as u64,
                device: 0xdead,
                rdev: 0,
                links: 1,
                uid: self.uid,
                gid: self.gid,
                size: 0,
                modified: 0,
                changed: 0,
            }),
        }
    }

    /// `ftruncate`.
    pub fn resize(&mut self, fd: i32, size: u64, now: i64) -> Result<(), Errno> {
        let file = self.file(fd)?;
        match file.endpoint {
            Endpoint::Inode(id) if file.writes => self.state.overlay.resize(id, size, now),
            _ => Err(Errno::EINVAL),
        }
    }

    /// Bytes that can be read without waiting.
    pub fn available(&mut self, fd: i32) -> Result<u64, Errno> {
        let file = self.file(fd)?;
        match file.endpoint {
            Endpoint::Input => Ok(stdin::available(self.state.input, self.live.is_some())),
            Endpoint::Inode(_) | Endpoint::Base(_) => Ok(self.size(fd)?.saturating_sub(file.offset)),
            _ => Ok(0),
        }
    }

    /// The path by which an open directory (or a file of the outside) can be named.
    pub fn path_of(&self, fd: i32) -> Result<Vec<u8>, Errno> {
        match &self.file(fd)?.endpoint {
            Endpoint::Directory(path) => Ok(path.to_vec()),
            Endpoint::Base(base) => Ok(base.path.as_os_str().as_bytes().to_vec()),
            _ => Err(Errno::ENOTDIR),
        }
    }

    /// Changes the attributes of an open file.
    pub fn set_file_attributes(&mut self, fd: i32, change: impl FnOnce(&mut inode::Inode)) -> Result<(), Errno> {
        if let Endpoint::Inode(id) = self.file(fd)?.endpoint {
            return self.state.overlay.edit(id, change).ok_or(Errno::EBADF);
        }
        let path = self.path_of(fd)?;
        let place = self.state.overlay.locate(&path, true)?;
        let id = self.state.overlay.adopt(&place)?;
        self.redirect(&place.path, id);
        self.state.overlay.edit(id, change).ok_or(Errno::EBADF)
    }

    // ---- directories

    /// `opendir`.
    pub fn open_dir(&mut self, path: &[u8]) -> Result<u32, Errno> {
        if path.is_empty() {
            return Err(Errno::ENOENT);
        }
        let stat = self.stat(path, true)?;
        if !stat.is_dir() {
            return Err(Errno::ENOTDIR);
        }
        if !permits(&stat, 4, self.uid, self.gid) {
            return Err(Errno::EACCES);
        }
        let names = self.list(path)?;
        Ok(self.add_listing(names))
    }

    /// A list to be read like a directory.
    pub fn add_listing(&mut self, names: Vec<Vec<u8>>) -> u32 {
        let listings = Arc::make_mut(&mut self.state.listings);
        let id = lowest(listings);
        listings.insert(id, Listing { names: names.into(), next: 0 });
        id
    }

    /// `readdir`; none at the end.
    pub fn read_dir(&mut self, id: u32) -> Result<Option<Vec<u8>>, Errno> {
        let listing = Arc::make_mut(&mut self.state.listings).get_mut(&id).ok_or(Errno::EBADF)?;
        let name = listing.names.get(listing.next).cloned();
        listing.next += usize::from(name.is_some());
        Ok(name)
    }

    /// `rewinddir`.
    pub fn rewind_dir(&mut self, id: u32) {
        if let Some(listing) = Arc::make_mut(&mut self.state.listings).get_mut(&id) {
            listing.next = 0;
        }
    }

    /// `closedir`.
    pub fn close_dir(&mut self, id: u32) {
        Arc::make_mut(&mut self.state.listings).remove(&id);
    }

    // ---- compressors

    /// Keeps a compressor; its number.
    pub fn add_codec(&mut self, codec: Codec) -> u32 {
        let codecs = Arc::make_mut(&mut self.state.codecs);
        let id = lowest(codecs);
        codecs.insert(id, Arc::new(codec));
        self.state.codecs_hash = fold(self.state.codecs_hash, u64::from(id));
        id
    }

    /// A compressor to be changed; `change` stands for the change in the state's hash.
    pub fn codec(&mut self, id: u32, change: u64) -> Option<&mut Codec> {
        self.state.codecs_hash = fold(self.state.codecs_hash ^ change, u64::from(id));
        Arc::make_mut(&mut self.state.codecs).get_mut(&id).map(Arc::make_mut)
    }

    /// A compressor to be looked at.
    pub fn codec_state(&self, id: u32) -> Option<&Codec> {
        self.state.codecs.get(&id).map(|codec| &**codec)
    }

    /// Drops a compressor.
    pub fn remove_codec(&mut self, id: u32) {
        let codecs = Arc::make_mut(&mut self.state.codecs);
        codecs.remove(&id);
        // With no compressor left their history does not matter.
        self.state.codecs_hash = if codecs.is_empty() { 0 } else { fold(self.state.codecs_hash, u64::from(id) + 7) };
    }
}

/// The lowest free number from 1 on.
pub(super) fn lowest<T>(map: &BTreeMap<u32, T>) -> u32 {
    (1u32..).zip(map.keys()).find(|(free, used)| free != *used).map_or(map.len() as u32 + 1, |(free, _)| free)
}

/// The few devices that a guest may open.
fn device(path: &[u8]) -> Option<Endpoint> {
    match path {
        b"/dev/null" => Some(Endpoint::Null),
        b"/dev/zero" => Some(Endpoint::Zero),
        b"/dev/random" | b"/dev/urandom" => Some(Endpoint::Random),
        b"/dev/stdin" => Some(Endpoint::Input),
        b"/dev/stdout" => Some(Endpoint::Output(Stream::Out)),
        b"/dev/stderr" => Some(Endpoint::Output(Stream::Err)),
        _ => None,
    }
}
