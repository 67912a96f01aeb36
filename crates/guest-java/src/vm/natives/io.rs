//! `java.io`: descriptors, file streams, random access files, and the standard streams behind them.
//!
//! What is done to the outside is the [`Host`]'s matter; here are only Java's views of it and the exceptions it expects.

use super::r#unsafe::IMAGE_WINDOW;
use super::unsafe_bounds::{Use, fault, range};
use super::{Native, native, nothing};
use crate::host::errno::Errno;
use crate::host::{Host, Whence, flag};
use crate::vm::classes::class::Kind;
use crate::vm::classes::known;
use crate::vm::memory::layout::{self, HEADER, Ref};
use crate::vm::threads::thread::T_HELD;
use crate::vm::{Trap, Vm, VmResult, raise};

const DESCRIPTOR: &str = "java/io/FileDescriptor";
const INPUT: &str = "java/io/FileInputStream";
const OUTPUT: &str = "java/io/FileOutputStream";
const RANDOM: &str = "java/io/RandomAccessFile";
const CONSOLE: &str = "java/io/Console";
const IO_EXCEPTION: &str = "java/io/IOException";

/// The descriptor of the standard output.
const STANDARD_OUTPUT: i32 = 1;

/// Scratch word: the array that the elements of a part go through, or how many there are.
const PART: u32 = 0;

pub(super) static NATIVES: &[Native] = &[
    native(DESCRIPTOR, "getHandle", "", |_, _| Ok(u64::MAX)),
    native(DESCRIPTOR, "getAppend", "", |vm, args| Ok(u64::from(vm.host.appends(args[0] as i32)))),
    native(DESCRIPTOR, "close0", "", |vm, args| close(vm, args[0] as Ref)),
    native(DESCRIPTOR, "sync", "", nothing),
    native("java/io/FileCleanable", "cleanupClose0", "", |vm, args| {
        let _ = vm.outside(|host, _| host.close(args[0] as i32));
        Ok(0)
    }),
    native(INPUT, "open0", "", |vm, args| open(vm, args, 0)),
    native(INPUT, "read0", "", |vm, args| read_byte(vm, args[0] as Ref)),
    native(INPUT, "readBytes", "", read_bytes),
    native(INPUT, "skip0", "", skip),
    native(INPUT, "available0", "", |vm, args| {
        let fd = stream_fd(vm, args[0] as Ref)?;
        let n = or_io(vm.outside(|host, _| host.available(fd)))?;
        Ok(n.min(i32::MAX as u64))
    }),
    native(INPUT, "length0", "", length),
    native(INPUT, "position0", "", position),
    native(INPUT, "isRegularFile0", "", |vm, args| {
        let fd = vm.fd_of(args[1] as Ref)?;
        Ok(u64::from(or_io(vm.host.stat_file(fd))?.is_file()))
    }),
    native(OUTPUT, "open0", "", |vm, args| {
        let mode = if args[2] != 0 { flag::APPEND } else { flag::TRUNCATE };
        open(vm, args, flag::WRITE_ONLY | flag::CREATE | mode)
    }),
    native(OUTPUT, "write", "(IZ)V", write_byte),
    native(OUTPUT, "writeBytes", "([BIIZ)V", write_bytes),
    native(RANDOM, "open0", "", |vm, args| {
        // The bits of RandomAccessFile's O_RDONLY, O_RDWR, O_SYNC, O_DSYNC.
        let flags = if args[2] & 2 != 0 { flag::READ_WRITE | flag::CREATE } else { 0 };
        open(vm, args, flags)
    }),
    native(RANDOM, "read0", "", |vm, args| read_byte(vm, args[0] as Ref)),
    native(RANDOM, "readBytes", "([BII)I", read_bytes),
    native(RANDOM, "write0", "", write_byte),
    native(RANDOM, "writeBytes", "([BII)V", write_bytes),
    native(RANDOM, "getFilePointer", "", position),
    native(RANDOM, "seek0", "", seek),
    native(RANDOM, "length", "", length),
    native(RANDOM, "setLength", "", set_length),
    native(CONSOLE, "encoding", "", nothing),
    native(CONSOLE, "istty", "", nothing),
    native(CONSOLE, "ttyStatus", "", nothing),
    native(CONSOLE, "echo", "", nothing),
    native("java/io/ObjectStreamClass", "initNative", "", nothing),
    native("java/io/ObjectStreamClass", "hasStaticInitializer", "", |vm, args| {
        Ok(u64::from(vm.class_of_mirror(args[0] as Ref).is_some_and(|c| c.initializer.is_some())))
    }),
];

impl Vm {
    /// Does something to the outside; afterwards fingerprints see the change.
    pub(crate) fn outside<T>(&mut self, act: impl FnOnce(&mut Host, i64) -> Result<T, Errno>) -> Result<T, Errno> {
        let now = self.file_time();
        if self.host.has_mappings() {
            self.host.write_back(&self.arena, now);
        }
        let answer = act(&mut self.host, now);
        if self.host.has_mappings() {
            self.host.show_in(&mut self.arena);
        }
        let hash = self.host.hash();
        if self.get(layout::G_OVERLAY) != hash {
            self.set(layout::G_OVERLAY, hash);
        }
        answer
    }

    /// Virtual time for file dates, in nanoseconds since 1970.
    fn file_time(&self) -> i64 {
        let within = (self.get(layout::G_CLOCK) % 1_000_000) as i64;
        self.current_millis().saturating_mul(1_000_000).saturating_add(within)
    }

    /// The number in a `FileDescriptor`.
    pub(super) fn fd_of(&self, descriptor: Ref) -> VmResult<i32> {
        if descriptor == 0 {
            return raise("java/lang/NullPointerException", "");
        }
        let field = known::instance_field(self.class_of(descriptor), "fd")?;
        Ok(self.field(descriptor, field.place) as i32)
    }

    /// Sets the number in a `FileDescriptor`.
    pub(super) fn set_fd(&mut self, descriptor: Ref, fd: i32) -> VmResult<()> {
        let field = known::instance_field(self.class_of(descriptor), "fd")?;
        self.set(descriptor + field.place, u64::from(fd as u32));
        Ok(())
    }

    /// A field of the class that declares the running native: subclasses may have fields of the same name.
    pub(super) fn own_field(&self, name: &str) -> VmResult<u32> {
        Ok(known::instance_field(self.frame_method(self.frame).class(), name)?.place)
    }

    /// A path in the encoding of the outside.
    pub(super) fn path(&self, string: Ref) -> VmResult<Vec<u8>> {
        if string == 0 {
            return raise("java/lang/NullPointerException", "");
        }
        Ok(self.string(string).into_bytes())
    }

    /// Bytes of a `byte[]` from `offset` on; an exception if they are not inside.
    pub(super) fn byte_range(&self, array: Ref, offset: u64, length: u64) -> VmResult<(u32, usize, usize)> {
        if array == 0 {
            return raise("java/lang/NullPointerException", "");
        }
        let (offset, length) = (offset as u32 as i32, length as u32 as i32);
        let size = self.array_len(array);
        if offset < 0 || length < 0 || offset as u32 + length as u32 > size {
            return raise("java/lang/IndexOutOfBoundsException", "");
        }
        Ok((array + HEADER, offset as usize, length as usize))
    }

    /// A copy of part of a `byte[]`, for a native that begins with it. Where other threads can notice the reads they are made one by
    /// one, by a call of `arraycopy`, behind which the native is entered again.
    pub(super) fn read_part(&mut self, array: Ref, offset: u64, length: u64) -> VmResult<Vec<u8>> {
        if self.phase() > 0 {
            return Ok(self.array_bytes(self.scratch(PART) as Ref).to_vec());
        }
        if array == 0 || !self.switching || !self.shows_elements(array) || length as u32 == 0 {
            return self.copy_of_bytes(array, offset, length);
        }
        self.byte_range(array, offset, length)?;
        let part = self.new_primitive_array(Kind::Byte, length as u32 as usize)?;
        self.set_scratch(PART, u64::from(part));
        self.call_arraycopy([array, part], [offset, 0], length)
    }

    /// Calls `System.arraycopy` with these arrays, from these places on: the running native goes on in its next phase.
    fn call_arraycopy<T>(&mut self, arrays: [Ref; 2], places: [u64; 2], length: u64) -> VmResult<T> {
        let descriptor = "(Ljava/lang/Object;ILjava/lang/Object;II)V";
        let arraycopy = known::method(self.known.system(), "arraycopy", descriptor)?;
        let [source, target] = arrays.map(u64::from);
        Err(Trap::Call(arraycopy, vec![source, places[0], target, places[1], length]))
    }

    /// A copy of part of a `byte[]`.
    pub(super) fn copy_of_bytes(&self, array: Ref, offset: u64, length: u64) -> VmResult<Vec<u8>> {
        let (base, offset, length) = self.byte_range(array, offset, length)?;
        self.audit_elements(array);
        Ok(self.arena.slice(base, offset + length)[offset..].to_vec())
    }

    /// Stores into a `byte[]`; the range must have been checked.
    pub(super) fn store_bytes(&mut self, array: Ref, offset: usize, bytes: &[u8]) {
        self.audit_elements(array);
        if bytes.is_empty() {
            return;
        }
        let first = array + HEADER + (offset / 8) as u32;
        let skip = offset % 8;
        self.arena.slice_mut(first, skip + bytes.len())[skip..].copy_from_slice(bytes);
    }

    /// A copy of memory at an address that `Unsafe` would use, if it may be read.
    pub(super) fn memory(&self, address: u64, length: usize) -> VmResult<Vec<u8>> {
        if address >= IMAGE_WINDOW {
            let from = usize::try_from(address - IMAGE_WINDOW).unwrap_or(usize::MAX);
            let image = self.shared.image.bytes().get(from..).and_then(|rest| rest.get(..length));
            return image.map(<[u8]>::to_vec).ok_or_else(fault);
        }
        range(self, 0, address, length as u64, Use::Read)?;
        let (word, skip) = ((address >> 3) as u32, (address & 7) as usize);
        let bytes = self.arena.slice(word, skip + length);
        Ok(bytes.get(skip..).unwrap_or_default().to_vec())
    }

    /// Writes to memory at an address that `Unsafe` would use, if that may be.
    pub(super) fn set_memory(&mut self, address: u64, bytes: &[u8]) -> VmResult<()> {
        range(self, 0, address, bytes.len() as u64, Use::Write)?;
        if bytes.is_empty() {
            return Ok(());
        }
        let (word, skip) = ((address >> 3) as u32, (address & 7) as usize);
        self.arena.slice_mut(word, skip + bytes.len())[skip..].copy_from_slice(bytes);
        Ok(())
    }
}

/// Turns an error number into an `IOException` with its text.
pub(super) fn or_io<T>(answer: Result<T, Errno>) -> VmResult<T> {
    answer.or_else(|errno| raise(IO_EXCEPTION, errno.text()))
}

/// The descriptor of a stream, which must be open.
fn stream_fd(vm: &Vm, stream: Ref) -> VmResult<i32> {
    let descriptor = vm.ref_field(stream, vm.own_field("fd")?);
    let fd = if descriptor == 0 { -1 } else { vm.fd_of(descriptor)? };
    if fd == -1 { raise(IO_EXCEPTION, "Stream Closed") } else { Ok(fd) }
}

fn open(vm: &mut Vm, args: &[u64], flags: u32) -> VmResult<u64> {
    let text = args[1] as Ref;
    let mut path = vm.path(text)?;
    while path.len() > 1 && path.ends_with(b"/") {
        path.pop();
    }
    let opened = vm.outside(|host, now| {
        if host.stat(&path, true).is_ok_and(|stat| stat.is_dir()) {
            return Err(Errno::EISDIR);
        }
        host.open(&path, flags, 0o666, now)
    });
    let fd = match opened {
        Ok(fd) => fd,
        Err(errno) => {
            return raise("java/io/FileNotFoundException", format!("{} ({})", vm.string(text), errno.text()));
        }
    };
    let descriptor = vm.ref_field(args[0] as Ref, vm.own_field("fd")?);
    vm.set_fd(descriptor, fd)?;
    let append = known::instance_field(vm.class_of(descriptor), "append")?;
    vm.set(descriptor + append.place, u64::from(flags & flag::APPEND != 0));
    Ok(0)
}

/// Closes a descriptor; the standard ones are only turned off, so that no other file gets their numbers.
fn close(vm: &mut Vm, descriptor: Ref) -> VmResult<u64> {
    let fd = vm.fd_of(descriptor)?;
    if fd == -1 {
        return Ok(0);
    }
    vm.set_fd(descriptor, -1)?;
    or_io(vm.outside(|host, _| if (0..=2).contains(&fd) { host.silence(fd) } else { host.close(fd) }))?;
    Ok(0)
}

fn read_byte(vm: &mut Vm, stream: Ref) -> VmResult<u64> {
    let fd = stream_fd(vm, stream)?;
    let mut byte = [0];
    let n = or_io(vm.outside(|host, _| host.read(fd, &mut byte)))?;
    Ok(if n == 0 { u64::from(u32::MAX) } else { u64::from(byte[0]) })
}

fn read_bytes(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if vm.phase() > 0 {
        return Ok(vm.scratch(PART));
    }
    let array = args[1] as Ref;
    let (_, offset, length) = vm.byte_range(array, args[2], args[3])?;
    if length == 0 {
        return Ok(0);
    }
    let fd = stream_fd(vm, args[0] as Ref)?;
    let mut bytes = vec![0; length];
    let n = or_io(vm.outside(|host, _| host.read(fd, &mut bytes)))?;
    if n > 0 && vm.switching && vm.shows_elements(array) {
        let part = vm.new_byte_array(&bytes[..n])?;
        vm.set_scratch(PART, n as u64);
        return vm.call_arraycopy([part, array], [0, offset as u64], n as u64);
    }
    vm.store_bytes(array, offset, &bytes[..n]);
    Ok(if n == 0 { u64::from(u32::MAX) } else { n as u64 })
}

fn write_byte(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = stream_fd(vm, args[0] as Ref)?;
    or_io(vm.outside(|host, now| host.write(fd, &[args[1] as u8], now)))?;
    Ok(0)
}

fn write_bytes(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let bytes = vm.read_part(args[1] as Ref, args[2], args[3])?;
    if bytes.is_empty() {
        return Ok(0);
    }
    let fd = stream_fd(vm, args[0] as Ref)?;
    // To write is no operation that others can see, so where output is compared a lock must order it, such as that of `System.out`.
    let is_compared = fd == STANDARD_OUTPUT && vm.shared.config.expect.output.is_some();
    if is_compared && vm.get(layout::G_MULTI) != 0 && vm.thread_word(T_HELD) == 0 {
        vm.note_undeclared();
    }
    or_io(vm.outside(|host, now| host.write(fd, &bytes, now)))?;
    Ok(0)
}

fn skip(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = stream_fd(vm, args[0] as Ref)?;
    let moved = vm.outside(|host, _| {
        let from = host.seek(fd, 0, Whence::Current)?;
        let to = host.seek(fd, args[1] as i64, Whence::Current)?;
        Ok(to as i64 - from as i64)
    });
    Ok(or_io(moved)? as u64)
}

fn position(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = stream_fd(vm, args[0] as Ref)?;
    or_io(vm.host.seek(fd, 0, Whence::Current))
}

fn length(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = stream_fd(vm, args[0] as Ref)?;
    or_io(vm.host.size(fd))
}

fn seek(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = stream_fd(vm, args[0] as Ref)?;
    let to = args[1] as i64;
    if to < 0 {
        return raise(IO_EXCEPTION, "Negative seek offset");
    }
    or_io(vm.outside(|host, _| host.seek(fd, to, Whence::Start)))?;
    Ok(0)
}

fn set_length(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let fd = stream_fd(vm, args[0] as Ref)?;
    let size = args[1];
    let changed = vm.outside(|host, now| {
        if size > i64::MAX as u64 {
            return Err(Errno::EINVAL);
        }
        host.resize(fd, size, now)?;
        // A position behind the new end moves to the end.
        if host.seek(fd, 0, Whence::Current)? > size {
            host.seek(fd, 0, Whence::End)?;
        }
        Ok(())
    });
    or_io(changed)?;
    Ok(0)
}

/// A missing class or field of this JDK, as an error of ours.
pub(super) fn internal<T>(why: &str) -> VmResult<T> {
    Err(Trap::Internal(why.to_string()))
}
