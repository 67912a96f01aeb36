//! Pipes inside the guest, and files mapped into its memory.

use std::collections::VecDeque;
use std::sync::Arc;

use super::descriptors::lowest;
use super::network::events;
use super::*;
use crate::vm::memory::arena::Arena;

/// Bytes that a pipe holds before writers wait.
const CAPACITY: usize = 1 << 16;

/// A pipe: what was written and not yet read, and the descriptors at its ends.
#[derive(Clone)]
pub(super) struct Pipe {
    bytes: VecDeque<u8>,
    readers: u32,
    writers: u32,
}

impl Pipe {
    pub(super) fn hash(&self, id: u32) -> u64 {
        let (front, back) = self.bytes.as_slices();
        let content = if back.is_empty() { hash_bytes(5, front) } else { hash_bytes(5, &[front, back].concat()) };
        fold(content, u64::from(id) | u64::from(self.readers) << 32 | u64::from(self.writers) << 48)
    }
}

/// Part of a file that shows in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    inode: u32,
    offset: u64,
    /// Byte address in the arena.
    pub address: u64,
    /// Bytes mapped.
    pub length: u64,
    /// Whether writes to the memory are writes to the file.
    writable: bool,
}

impl Host {
    /// `pipe`: descriptors to read from and to write to.
    pub fn make_pipe(&mut self) -> Result<(i32, i32), Errno> {
        let pipes = Arc::make_mut(&mut self.state.pipes);
        let id = lowest(pipes);
        pipes.insert(id, Pipe { bytes: VecDeque::new(), readers: 1, writers: 1 });
        let end = |writes: bool| OpenFile {
            endpoint: Endpoint::Pipe(id),
            offset: 0,
            reads: !writes,
            writes,
            append: false,
            blocking: true,
            abandoned: false,
        };
        Ok((self.add_file(end(false))?, self.add_file(end(true))?))
    }

    pub(super) fn close_pipe(&mut self, id: u32, writer: bool) {
        let pipes = Arc::make_mut(&mut self.state.pipes);
        if let Some(pipe) = pipes.get_mut(&id) {
            let ends = if writer { &mut pipe.writers } else { &mut pipe.readers };
            *ends = ends.saturating_sub(1);
            if pipe.writers == 0 && pipe.readers == 0 {
                pipes.remove(&id);
            }
        }
    }

    /// 0 when all writers are gone, [`Errno::EAGAIN`] when there is nothing yet.
    pub(super) fn read_pipe(&mut self, id: u32, into: &mut [u8]) -> Result<usize, Errno> {
        let pipe = Arc::make_mut(&mut self.state.pipes).get_mut(&id).ok_or(Errno::EBADF)?;
        if pipe.bytes.is_empty() {
            return if pipe.writers == 0 { Ok(0) } else { Err(Errno::EAGAIN) };
        }
        let n = pipe.bytes.len().min(into.len());
        for (place, byte) in into.iter_mut().zip(pipe.bytes.drain(..n)) {
            *place = byte;
        }
        Ok(n)
    }

    /// [`Errno::EAGAIN`] when the pipe is full.
    pub(super) fn write_pipe(&mut self, id: u32, from: &[u8]) -> Result<(), Errno> {
        let pipe = Arc::make_mut(&mut self.state.pipes).get_mut(&id).ok_or(Errno::EBADF)?;
        if pipe.readers == 0 {
            return Err(Errno::EPIPE);
        }
        if pipe.bytes.len() >= CAPACITY {
            return Err(Errno::EAGAIN);
        }
        pipe.bytes.extend(from);
        Ok(())
    }

    /// Whether a read or write of this descriptor must wait; none if it is not a pipe.
    pub fn pipe_waits(&self, fd: i32, writes: bool) -> Option<bool> {
        let Endpoint::Pipe(id) = self.file(fd).ok()?.endpoint else { return None };
        let pipe = self.state.pipes.get(&id)?;
        let waits = if writes {
            pipe.readers > 0 && pipe.bytes.len() >= CAPACITY
        } else {
            pipe.writers > 0 && pipe.bytes.is_empty()
        };
        Some(waits && self.blocks(fd) && !self.is_abandoned(fd))
    }

    /// What `poll` says of a descriptor: files are always ready.
    pub fn ready(&self, fd: i32) -> u32 {
        if Network::owns(fd) {
            return self.state.network.ready(fd);
        }
        let Ok(file) = self.file(fd) else { return events::NVAL };
        let Endpoint::Pipe(id) = file.endpoint else { return events::IN | events::OUT };
        let Some(pipe) = self.state.pipes.get(&id) else { return events::NVAL };
        let when = |holds: bool, event: u32| if holds { event } else { 0 };
        if file.writes {
            when(pipe.bytes.len() < CAPACITY, events::OUT) | when(pipe.readers == 0, events::ERR)
        } else {
            when(!pipe.bytes.is_empty(), events::IN) | when(pipe.writers == 0, events::HUP)
        }
    }

    // ---- mapped files

    /// Whether any file shows in memory.
    pub fn has_mappings(&self) -> bool {
        !self.state.mappings.is_empty()
    }

    /// From now on a file shows in memory at `address`. A file of the outside never changes, so it need not be kept.
    pub fn map(&mut self, fd: i32, offset: u64, address: u64, length: u64, writable: bool) -> Result<(), Errno> {
        if let Endpoint::Inode(inode) = self.file(fd)?.endpoint {
            self.state.overlay.edit(inode, |inode| inode.opens += 1);
            Arc::make_mut(&mut self.state.mappings).push(Mapping { inode, offset, address, length, writable });
        }
        Ok(())
    }

    /// The mapping at `address` ends.
    pub fn unmap(&mut self, address: u64) {
        let mappings = Arc::make_mut(&mut self.state.mappings);
        if let Some(at) = mappings.iter().position(|m| m.address == address) {
            let mapping = mappings.remove(at);
            self.state.overlay.edit(mapping.inode, |inode| inode.opens = inode.opens.saturating_sub(1));
        }
    }

    /// Before the outside is looked at: what was written to memory goes to the files.
    pub fn write_back(&mut self, arena: &Arena, now: i64) {
        for mapping in self.state.mappings.clone().iter().filter(|m| m.writable) {
            let memory = mapped(arena, mapping);
            let mut content = vec![0; memory.len()];
            let n = self.state.overlay.read(mapping.inode, mapping.offset, &mut content).unwrap_or(0);
            if content[..n] != memory[..n] {
                let _ = self.state.overlay.write(mapping.inode, mapping.offset, &memory[..n], now);
            }
        }
    }

    /// After the outside has changed: what was written to the files shows in memory.
    pub fn show_in(&self, arena: &mut Arena) {
        for mapping in self.state.mappings.iter() {
            let mut content = vec![0; mapping.length as usize];
            let n = self.state.overlay.read(mapping.inode, mapping.offset, &mut content).unwrap_or(0);
            if mapped(arena, mapping)[..n] != content[..n] {
                arena.slice_mut((mapping.address / 8) as u32, n).copy_from_slice(&content[..n]);
            }
        }
    }
}

fn mapped<'a>(arena: &'a Arena, mapping: &Mapping) -> &'a [u8] {
    arena.slice((mapping.address / 8) as u32, mapping.length as usize)
}
