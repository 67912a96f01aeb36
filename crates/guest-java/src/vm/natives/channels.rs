//! `sun.nio.ch`: channels of files, pipes and sockets, read and written. All else about sockets is in `natives/net`.

use deadheat_event::{BlockedOn, Done};

use super::io::or_io;
use super::net::pieces;
use super::{Native, Seen, native, net, nothing, unsafe_memory, visible};
use crate::host::Whence;
use crate::host::errno::Errno;
use crate::host::network::{Network, PIPES, Protocol, events};
use crate::vm::classes::known;
use crate::vm::memory::layout::{self, Ref};
use crate::vm::threads::thread::{T_WAKE, W_INTERRUPTED, W_NONE};
use crate::vm::{Trap, Vm, VmResult, raise};

const DISPATCHER: &str = "sun/nio/ch/FileDispatcherImpl";
/// Where later JDKs have most of the dispatcher's methods: see `MOVED` in `natives/mod.rs`.
const UNIX_DISPATCHER: &str = "sun/nio/ch/UnixFileDispatcherImpl";
const CHANNEL: &str = "sun/nio/ch/FileChannelImpl";
const UTIL: &str = "sun/nio/ch/IOUtil";
const THREAD: &str = "sun/nio/ch/NativeThread";
const SOCKET: &str = "sun/nio/ch/SocketDispatcher";
const DATAGRAM: &str = "sun/nio/ch/DatagramDispatcher";

/// `IOStatus`: the end, nothing there, and "do it in Java".
const EOF: u64 = u64::MAX;
const UNAVAILABLE: u64 = -2i64 as u64;
/// A wait that was ended because the descriptor is about to be closed.
const INTERRUPTED: u64 = -3i64 as u64;
const UNSUPPORTED: u64 = -4i64 as u64;

/// Scratch word: how much of a write was taken so far.
const DONE: u32 = 0;

pub(super) static NATIVES: &[Native] = &[
    native(DISPATCHER, "init", "", nothing),
    visible(DISPATCHER, "read0", "", read_pending, read),
    native(DISPATCHER, "pread0", "", read_at),
    visible(DISPATCHER, "readv0", "", read_vector_pending, read_vector),
    visible(DISPATCHER, "write0", "", write_pending, write),
    native(DISPATCHER, "pwrite0", "", write_at),
    visible(DISPATCHER, "writev0", "", write_vector_pending, write_vector),
    visible(SOCKET, "read0", "", read_pending, read),
    visible(SOCKET, "readv0", "", read_vector_pending, read_vector),
    visible(SOCKET, "write0", "", write_pending, write),
    visible(SOCKET, "writev0", "", write_vector_pending, write_vector),
    visible(DATAGRAM, "read0", "", read_pending, read),
    visible(DATAGRAM, "readv0", "", read_vector_pending, read_vector),
    visible(DATAGRAM, "write0", "", write_pending, write),
    visible(DATAGRAM, "writev0", "", write_vector_pending, write_vector),
    native(DISPATCHER, "force0", "", nothing),
    native(DISPATCHER, "seek0", "", seek),
    native(DISPATCHER, "truncate0", "", |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        or_io(vm.outside(|host, now| host.resize(fd, args[1], now)))?;
        Ok(0)
    }),
    native(DISPATCHER, "size0", "", |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        or_io(vm.host.size(fd))
    }),
    // There is only one process: a lock that Java's own table grants is granted.
    native(DISPATCHER, "lock0", "", nothing),
    native(DISPATCHER, "release0", "", nothing),
    visible(DISPATCHER, "close0", "", close_pending, |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        close(vm, fd)
    }),
    visible(
        DISPATCHER,
        "closeIntFD",
        "",
        |vm, args| net::close_pending(vm, args[0] as i32),
        |vm, args| close(vm, args[0] as i32),
    ),
    visible(DISPATCHER, "preClose0", "", close_pending, |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        or_io(vm.outside(|host, _| host.abandon(fd)))?;
        Ok(0)
    }),
    native(DISPATCHER, "dup0", "", |_, _| raise("java/io/IOException", Errno::EOPNOTSUPP.text())),
    native(DISPATCHER, "canTransferToFromOverlappedMap0", "", |_, _| Ok(1)),
    native(DISPATCHER, "setDirect0", "", |_, _| Ok(4096)),
    native(DISPATCHER, "allocationGranularity0", "", |_, _| Ok(4096)),
    native(UNIX_DISPATCHER, "available0", "", |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        let n = or_io(vm.outside(|host, _| host.available(fd)))?;
        Ok(n.min(i32::MAX as u64))
    }),
    native(UNIX_DISPATCHER, "isOther0", "", |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        let stat = or_io(vm.host.stat_file(fd))?;
        Ok(u64::from(!stat.is_file() && !stat.is_dir()))
    }),
    native(CHANNEL, "initIDs", "", |_, _| Ok(4096)),
    native(CHANNEL, "map0", "", |vm, args| {
        let descriptor = vm.ref_field(args[0] as Ref, vm.own_field("fd")?);
        map(vm, descriptor, args)
    }),
    native(CHANNEL, "unmap0", "", unmap),
    native(UNIX_DISPATCHER, "map0", "", |vm, args| map(vm, args[0] as Ref, args)),
    native(UNIX_DISPATCHER, "unmap0", "", unmap),
    native(CHANNEL, "maxDirectTransferSize0", "", |_, _| Ok(0x7fff_f000)),
    native(CHANNEL, "transferTo0", "", |vm, args| transfer(vm, &args[1..])),
    native(DISPATCHER, "transferTo0", "", transfer),
    native(DISPATCHER, "transferFrom0", "", |_, _| Ok(UNSUPPORTED)),
    // These would map the file.
    native(CHANNEL, "transferToTrustedChannel", "", |_, _| Ok(UNSUPPORTED)),
    native(CHANNEL, "transferFromFileChannel", "", |_, _| Ok(UNSUPPORTED)),
    native("sun/nio/ch/FileKey", "init", "(Ljava/io/FileDescriptor;[J)V", |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        let stat = or_io(vm.host.stat_file(fd))?;
        let info = args[1] as Ref;
        if vm.array_len(info) < 2 {
            return raise("java/lang/ArrayIndexOutOfBoundsException", "");
        }
        vm.arena.set_element(info, 0, stat.device);
        vm.arena.set_element(info, 1, stat.inode);
        Ok(0)
    }),
    native("sun/nio/ch/FileKey", "init", "(Ljava/io/FileDescriptor;)V", |vm, args| {
        let fd = vm.fd_of(args[1] as Ref)?;
        let stat = or_io(vm.host.stat_file(fd))?;
        let key = args[0] as Ref;
        for (name, value) in [("st_dev", stat.device), ("st_ino", stat.inode)] {
            let field = known::instance_field(vm.class_of(key), name)?;
            vm.set(key + field.place, value);
        }
        Ok(0)
    }),
    native(UTIL, "iovMax", "", |_, _| Ok(1024)),
    native(UTIL, "writevMax", "", |_, _| Ok(i32::MAX as u64)),
    native(UTIL, "fdLimit", "", |_, _| Ok(4096)),
    native(UTIL, "fdVal", "", |vm, args| Ok(u64::from(vm.fd_of(args[0] as Ref)? as u32))),
    native(UTIL, "setfdVal", "", |vm, args| {
        vm.set_fd(args[0] as Ref, args[1] as i32)?;
        Ok(0)
    }),
    native(UTIL, "configureBlocking", "", |vm, args| {
        let fd = vm.fd_of(args[0] as Ref)?;
        or_io(vm.outside(|host, _| host.set_blocking(fd, args[1] != 0)))?;
        Ok(0)
    }),
    native(UTIL, "randomBytes", "", |vm, args| {
        let array = args[0] as Ref;
        let mut bytes = vec![0; vm.array_len(array) as usize];
        let _ = vm.outside(|host, _| {
            host.random(&mut bytes);
            Ok(())
        });
        vm.store_bytes(array, 0, &bytes);
        Ok(1)
    }),
    native(UTIL, "makePipe", "", |vm, args| {
        let (read, write) = or_io(vm.outside(|host, _| {
            let (read, write) = host.make_pipe()?;
            host.set_blocking(read, args[0] != 0)?;
            host.set_blocking(write, args[0] != 0)?;
            Ok((read, write))
        }))?;
        Ok((read as u64) << 32 | write as u64)
    }),
    native(THREAD, "init", "", nothing),
    native(THREAD, "current", "", |vm, _| Ok(u64::from(vm.tid) + 1)),
    visible(THREAD, "signal", "", |vm, _| net::look_at_pipes(vm), signal),
    native(THREAD, "supportPendingSignals0", "", nothing),
    native("java/nio/MappedMemoryUtils", "isLoaded0", "", |_, _| Ok(1)),
    native("java/nio/MappedMemoryUtils", "load0", "", nothing),
    native("java/nio/MappedMemoryUtils", "unload0", "", nothing),
    native("java/nio/MappedMemoryUtils", "force0", "", |vm, _| {
        let _ = vm.outside(|_, _| Ok(()));
        Ok(0)
    }),
];

fn close_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    net::close_pending(vm, vm.fd_of(args[0] as Ref).ok()?)
}

fn read_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    transfer_pending(vm, args, false, args[2] as u32 as usize)
}

fn write_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    transfer_pending(vm, args, true, args[2] as u32 as usize)
}

fn read_vector_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    transfer_pending(vm, args, false, total(&vector(vm, args).ok()?))
}

fn write_vector_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    transfer_pending(vm, args, true, total(&vector(vm, args).ok()?))
}

fn transfer_pending(vm: &Vm, args: &[u64], writes: bool, length: usize) -> Option<Seen> {
    let fd = vm.fd_of(args[0] as Ref).ok()?;
    match (Network::owns(fd), writes) {
        (true, false) => pieces::pending(vm, fd, length).or_else(|| net::read_pending(vm, fd, length)),
        (true, true) => net::write_pending(vm, fd, length - (vm.asked_scratch(DONE) as usize).min(length)),
        (false, _) => pipe_pending(vm, fd, writes),
    }
}

/// A pipe is to the threads at its ends what a semaphore is that counts bytes. All pipes go by one name.
fn pipe_pending(vm: &Vm, fd: i32, writes: bool) -> Option<Seen> {
    let signalled = vm.get(layout::thread(vm.asked_thread()) + T_WAKE) == W_INTERRUPTED;
    let waits = vm.host.pipe_waits(fd, writes)? && !signalled;
    let semaphore = net::meeting(vm, Some(PIPES));
    let kind = if writes {
        Done::SemaphoreRelease { semaphore, permits: 1 }
    } else {
        Done::SemaphoreAcquire { semaphore, permits: 1 }
    };
    Some(Seen { kind, blocked: waits.then_some(BlockedOn::Permits { semaphore }) })
}

/// Ends another thread's wait for a pipe. Those for sockets have been ended before: see `natives/net`.
fn signal(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let pipes = net::meeting(vm, Some(PIPES));
    let target = vm.live_threads().into_iter().find(|tid| u64::from(*tid) + 1 == args[0]);
    let waits = |tid: &u32| {
        vm.pending_of(*tid).is_some_and(|pending| pending.blocked == Some(BlockedOn::Permits { semaphore: pipes }))
    };
    if let Some(tid) = target.filter(waits) {
        vm.set(layout::thread(tid) + T_WAKE, W_INTERRUPTED);
    }
    Ok(0)
}

/// Whether the running thread's wait for a descriptor was ended: the descriptor is about to be closed, or a signal has come.
fn is_interrupted(vm: &mut Vm, fd: i32) -> bool {
    let signalled = vm.thread_word(T_WAKE) == W_INTERRUPTED;
    if signalled {
        vm.set_thread_word(T_WAKE, W_NONE);
    }
    signalled || vm.host.is_abandoned(fd)
}

/// Waits, says "not now", or throws. A reset connection has an exception of its own, which the library knows.
fn or_wait<T>(vm: &Vm, fd: i32, answer: Result<T, Errno>) -> VmResult<Option<T>> {
    match answer {
        Err(Errno::EAGAIN) if vm.host.blocks(fd) => Err(Trap::Block),
        Err(Errno::EAGAIN) => Ok(None),
        Err(Errno::ECONNREFUSED) if vm.host.network().protocol(fd) == Some(Protocol::Udp) => {
            raise("java/net/PortUnreachableException", "")
        }
        answer => or_io(answer).map(Some),
    }
}

/// The file's bytes are copied to raw memory; where the two must stay the same, the host keeps them so.
fn map(vm: &mut Vm, descriptor: Ref, args: &[u64]) -> VmResult<u64> {
    const READ_WRITE: u64 = 1;
    const PRIVATE: u64 = 2;
    let (mode, position, length) = (args[1] & 0xffff_ffff, args[2], args[3]);
    let fd = vm.fd_of(descriptor)?;
    let address = unsafe_memory::allocate(vm, length);
    if address == 0 {
        return raise("java/lang/OutOfMemoryError", "Map failed");
    }
    let mut done = 0;
    while done < length {
        match read_into(vm, fd, address + done, (length - done) as usize, Some(position + done))? {
            Some(n) if n > 0 => done += n as u64,
            _ => break,
        }
    }
    if mode != PRIVATE {
        or_io(vm.outside(|host, _| host.map(fd, position, address, length, mode == READ_WRITE)))?;
    }
    Ok(address)
}

fn unmap(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let _ = vm.outside(|host, _| {
        host.unmap(args[0]);
        Ok(())
    });
    unsafe_memory::free(vm, args[0])?;
    Ok(0)
}

fn close(vm: &mut Vm, fd: i32) -> VmResult<u64> {
    if Network::owns(fd) {
        return net::close(vm, fd);
    }
    or_io(vm.outside(|host, _| host.close(fd)))?;
    Ok(0)
}

fn read_into(vm: &mut Vm, fd: i32, address: u64, length: usize, at: Option<u64>) -> VmResult<Option<usize>> {
    // A file gives all that is asked for, as Linux does; no guest has more room than its heap.
    let mut bytes = vec![0; length.min(vm.shared.config.heap as usize)];
    let n = vm.outside(|host, _| match at {
        Some(at) => host.read_at(fd, &mut bytes, at),
        None => host.read(fd, &mut bytes),
    });
    if n == Err(Errno::ECONNRESET) {
        return raise("sun/net/ConnectionResetException", "Connection reset");
    }
    let n = or_wait(vm, fd, n)?;
    vm.set_memory(address, &bytes[..n.unwrap_or(0)])?;
    Ok(n)
}

fn or_eof(n: Option<usize>) -> u64 {
    match n {
        None => UNAVAILABLE,
        Some(0) => EOF,
        Some(n) => n as u64,
    }
}

fn read(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    if is_interrupted(vm, fd) {
        return Ok(u64::from(INTERRUPTED as u32));
    }
    let length = args[2] as u32 as usize;
    let limit = pieces::limit(vm, length)?;
    let n = read_into(vm, fd, args[1], limit, None)?;
    if limit == length {
        pieces::note(vm, fd, length, n.unwrap_or(0));
    }
    Ok(u64::from(or_eof(n) as u32))
}

fn read_at(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    let n = read_into(vm, fd, args[1], args[2] as u32 as usize, Some(args[3]))?;
    Ok(u64::from(or_eof(n) as u32))
}

/// The buffers of a `readv` or `writev`: addresses and lengths.
fn vector(vm: &Vm, args: &[u64]) -> VmResult<Vec<(u64, usize)>> {
    let count = (args[2] as u32).min(1024) as usize;
    let words = vm.memory(args[1], count * 16)?;
    let word = |pair: &[u8]| pair.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    Ok(words.chunks_exact(16).map(|pair| (word(pair), word(&pair[8..]) as u32 as usize)).collect())
}

fn total(buffers: &[(u64, usize)]) -> usize {
    buffers.iter().map(|(_, length)| length).sum()
}

fn read_vector(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    if is_interrupted(vm, fd) {
        return Ok(INTERRUPTED);
    }
    let buffers = vector(vm, args)?;
    let length = total(&buffers);
    let limit = pieces::limit(vm, length)?;
    let n = read_buffers(vm, fd, &buffers, limit)?;
    if limit == length {
        pieces::note(vm, fd, length, n.unwrap_or(0));
    }
    Ok(or_eof(n))
}

/// Fills buffers one after the other, up to so many bytes.
fn read_buffers(vm: &mut Vm, fd: i32, buffers: &[(u64, usize)], limit: usize) -> VmResult<Option<usize>> {
    let mut total = None;
    for &(address, length) in buffers {
        let length = length.min(limit - total.unwrap_or(0));
        // Once something was read, the rest need not be waited for; and the next datagram is none of its business.
        if total.is_some()
            && (vm.host.ready(fd) & events::IN == 0 || vm.host.network().protocol(fd) == Some(Protocol::Udp))
        {
            break;
        }
        let Some(n) = read_into(vm, fd, address, length, None)? else { break };
        total = Some(total.unwrap_or(0) + n);
        if n < length || total == Some(limit) {
            break;
        }
    }
    Ok(total)
}

fn write(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    let bytes = vm.memory(args[1], args[2] as u32 as usize)?;
    Ok(u64::from(write_all(vm, fd, &bytes)? as u32))
}

/// Writes, all of it where the descriptor waits, and as much as there is room for where it does not: how much, or why nothing.
fn write_all(vm: &mut Vm, fd: i32, bytes: &[u8]) -> VmResult<u64> {
    let before = vm.scratch(DONE) as usize;
    if is_interrupted(vm, fd) {
        return Ok(if before > 0 { before as u64 } else { INTERRUPTED });
    }
    let rest = bytes.get(before..).unwrap_or_default();
    let written = vm.outside(|host, now| host.write_some(fd, rest, now));
    let Some(n) = or_wait(vm, fd, written)? else { return Ok(UNAVAILABLE) };
    if n < rest.len() && vm.host.blocks(fd) {
        vm.set_scratch(DONE, (before + n) as u64);
        return Err(Trap::Block);
    }
    Ok((before + n) as u64)
}

fn write_at(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    let bytes = vm.memory(args[1], args[2] as u32 as usize)?;
    or_io(vm.outside(|host, now| host.write_at(fd, &bytes, args[3], now)))?;
    Ok(bytes.len() as u64)
}

fn write_vector(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    let mut bytes = Vec::new();
    for (address, length) in vector(vm, args)? {
        bytes.append(&mut vm.memory(address, length)?);
    }
    write_all(vm, fd, &bytes)
}

/// A negative offset asks for the present position.
fn seek(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = vm.fd_of(args[0] as Ref)?;
    let to = args[1] as i64;
    let whence = if to < 0 { Whence::Current } else { Whence::Start };
    or_io(vm.outside(|host, _| host.seek(fd, to.max(0), whence)))
}

/// `sendfile` between two files.
fn transfer(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (from, to) = (vm.fd_of(args[0] as Ref)?, vm.fd_of(args[3] as Ref)?);
    let (position, count) = (args[1], args[2]);
    copy_range(vm, from, position, count, to)
}

fn copy_range(vm: &mut Vm, from: i32, position: u64, count: u64, to: i32) -> VmResult<u64> {
    or_io(vm.outside(|host, now| {
        let mut bytes = vec![0; count.min(1 << 16) as usize];
        let mut done = 0;
        while done < count {
            let want = (count - done).min(bytes.len() as u64) as usize;
            match host.read_at(from, &mut bytes[..want], position + done)? {
                0 => break,
                n => {
                    host.write(to, &bytes[..n], now)?;
                    done += n as u64;
                }
            }
        }
        Ok(done)
    }))
}
