//! Which descriptors are ends of [`channels`](crate::channels), and the functions that make, copy and close them.
//!
//! Each such descriptor is also one of the kernel's, of a counter that nobody uses: so its number is taken.

use core::ffi::c_int;

use crate::channels;
use crate::control;
use crate::global::Global;
use crate::position::with_position;
use crate::real::{EINVAL, fail, real};
use crate::{access, crash, sys};

/// What a descriptor is. Numbers of channels are stored plus 1; 0 for none.
#[derive(Clone, Copy)]
pub struct End {
    reads: u16,
    writes: u16,
    pub watch: u16,
    pub does_not_wait: bool,
}

const NONE: End = End { reads: 0, writes: 0, watch: 0, does_not_wait: false };
const MOST: usize = 1024;

static ENDS: Global<[End; MOST]> = Global::new([NONE; MOST]);

impl End {
    pub fn reads(&self) -> Option<usize> {
        self.reads.checked_sub(1).map(usize::from)
    }

    pub fn writes(&self) -> Option<usize> {
        self.writes.checked_sub(1).map(usize::from)
    }

    fn is_none(&self) -> bool {
        self.reads == 0 && self.writes == 0 && self.watch == 0
    }

    /// One descriptor more has it.
    fn shared(&self) {
        self.reads().into_iter().for_each(|number| channels::get(number).readers += 1);
        self.writes().into_iter().for_each(|number| channels::get(number).writers += 1);
        if self.watch != 0 {
            crate::watches::share(self.watch, 1);
        }
    }

    /// One less.
    fn closed(&self) {
        if let Some(number) = self.reads() {
            let channel = channels::get(number);
            channel.readers -= 1;
            channel.left += 1;
        }
        if let Some(number) = self.writes() {
            let channel = channels::get(number);
            channel.writers -= 1;
            channel.came += 1;
        }
        if self.watch != 0 {
            crate::watches::share(self.watch, -1);
        }
    }
}

/// What a descriptor is, if it is ours.
pub fn end(descriptor: usize) -> Option<&'static End> {
    ENDS.get().get(descriptor).filter(|end| !end.is_none())
}

fn own(descriptor: c_int) -> Option<&'static End> {
    if control::is_on() { end(descriptor as usize) } else { None }
}

const CLOSE_ON_EXEC: c_int = 0o2_000_000;
const DOES_NOT_WAIT: c_int = 0o4_000;

/// A descriptor for an end; -1 if there are too many.
pub fn make(end: End, flags: c_int) -> c_int {
    const EVENTFD2: usize = 290;
    // SAFETY: takes a number, nothing else.
    let number = unsafe { sys::call(EVENTFD2, 0, (flags & CLOSE_ON_EXEC) as usize, 0, 0, 0, 0) };
    if number < 0 {
        return fail(-number as c_int);
    }
    let Some(place) = ENDS.get().get_mut(number as usize) else { crash::needs("more than 1024 descriptors") };
    *place = End { does_not_wait: flags & DOES_NOT_WAIT != 0, ..end };
    number as c_int
}

/// A descriptor of a watch over others.
pub fn make_watch(watch: u16, flags: c_int) -> c_int {
    make(End { watch, ..NONE }, flags)
}

fn channel(number: usize) -> u16 {
    number as u16 + 1
}

fn two(ends: [End; 2], flags: c_int, result: *mut [c_int; 2]) -> c_int {
    let made = ends.map(|end| make(end, flags));
    if made.contains(&-1) {
        return -1;
    }
    // SAFETY: the guest's own variable.
    unsafe { *result = made };
    0
}

#[unsafe(no_mangle)]
extern "C" fn pipe2(result: *mut [c_int; 2], flags: c_int) -> c_int {
    if !control::is_on() {
        return real!(pipe2(result => *mut [c_int; 2], flags => c_int) -> c_int);
    }
    let stream = channel(channels::stream());
    two([End { reads: stream, ..NONE }, End { writes: stream, ..NONE }], flags, result)
}

#[unsafe(no_mangle)]
extern "C" fn pipe(result: *mut [c_int; 2]) -> c_int {
    if control::is_on() { pipe2(result, 0) } else { real!(pipe(result => *mut [c_int; 2]) -> c_int) }
}

#[unsafe(no_mangle)]
extern "C" fn socketpair(domain: c_int, kind: c_int, protocol: c_int, result: *mut [c_int; 2]) -> c_int {
    const STREAM: c_int = 1;
    if !control::is_on() {
        return real!(socketpair(domain => c_int, kind => c_int, protocol => c_int, result => *mut [c_int; 2]) -> c_int);
    }
    if kind & 15 != STREAM {
        crash::needs("socketpair of messages");
    }
    let (there, back) = (channel(channels::stream()), channel(channels::stream()));
    let ends = [End { reads: back, writes: there, ..NONE }, End { reads: there, writes: back, ..NONE }];
    two(ends, kind, result)
}

#[unsafe(no_mangle)]
extern "C" fn eventfd(first: u32, flags: c_int) -> c_int {
    const SEMAPHORE: c_int = 1;
    if !control::is_on() {
        return real!(eventfd(first => u32, flags => c_int) -> c_int);
    }
    let counter = channel(channels::counter(first.into(), flags & SEMAPHORE != 0));
    make(End { reads: counter, writes: counter, ..NONE }, flags)
}

/// The network would have to answer the same each time.
#[unsafe(no_mangle)]
extern "C" fn socket(domain: c_int, kind: c_int, protocol: c_int) -> c_int {
    if control::is_on() {
        crash::needs("network: socket");
    }
    real!(socket(domain => c_int, kind => c_int, protocol => c_int) -> c_int)
}

extern "C" fn close_at(descriptor: c_int, pc: usize) -> c_int {
    let closed = own(descriptor).copied();
    if let Some(end) = closed {
        control::inside(|| {
            channels::at_once(pc, &mut || {
                end.closed();
                ENDS.get()[descriptor as usize] = NONE;
                Some(descriptor as u64)
            });
            crate::watches::forget(descriptor);
        });
    }
    real!(close(descriptor => c_int) -> c_int)
}

/// A descriptor was copied: what it is goes with it.
fn copied(old: c_int, new: c_int, pc: usize) -> c_int {
    if new < 0 || old == new || !control::is_on() || (own(old).is_none() && own(new).is_none()) {
        return new;
    }
    if new as usize >= MOST {
        crash::needs("more than 1024 descriptors");
    }
    control::inside(|| {
        channels::at_once(pc, &mut || {
            let before = ENDS.get()[new as usize];
            before.closed();
            let end = end(old as usize).copied().unwrap_or(NONE);
            end.shared();
            ENDS.get()[new as usize] = end;
            Some((old as u64) << 32 | new as u64)
        });
    });
    new
}

extern "C" fn dup_at(old: c_int, pc: usize) -> c_int {
    copied(old, real!(dup(old => c_int) -> c_int), pc)
}

extern "C" fn dup2_at(old: c_int, new: c_int, pc: usize) -> c_int {
    copied(old, real!(dup2(old => c_int, new => c_int) -> c_int), pc)
}

extern "C" fn dup3_at(old: c_int, new: c_int, flags: c_int, pc: usize) -> c_int {
    copied(old, real!(dup3(old => c_int, new => c_int, flags => c_int) -> c_int), pc)
}

extern "C" fn control_at(descriptor: c_int, command: c_int, argument: usize, pc: usize) -> c_int {
    const COPY: c_int = 0;
    const COPY_CLOSE_ON_EXEC: c_int = 1030;
    const GET_FLAGS: c_int = 3;
    const SET_FLAGS: c_int = 4;
    const READ_AND_WRITE: c_int = 2;
    match (own(descriptor), command) {
        (Some(end), GET_FLAGS) => return READ_AND_WRITE | if end.does_not_wait { DOES_NOT_WAIT } else { 0 },
        (Some(_), SET_FLAGS) => {
            ENDS.get()[descriptor as usize].does_not_wait = argument as c_int & DOES_NOT_WAIT != 0;
            return 0;
        }
        _ => {}
    }
    let result = real!(fcntl(descriptor => c_int, command => c_int, argument => usize) -> c_int);
    if matches!(command, COPY | COPY_CLOSE_ON_EXEC) { copied(descriptor, result, pc) } else { result }
}

#[unsafe(no_mangle)]
extern "C" fn ioctl(descriptor: c_int, request: u64, argument: usize) -> c_int {
    const SET_DOES_NOT_WAIT: u64 = 0x5421;
    const CONTENT: u64 = 0x541b;
    // SAFETY: the guest's own variable.
    match (own(descriptor), request) {
        (Some(_), SET_DOES_NOT_WAIT) => unsafe {
            ENDS.get()[descriptor as usize].does_not_wait = *(argument as *const c_int) != 0;
            0
        },
        (Some(end), CONTENT) => unsafe {
            *(argument as *mut c_int) = end.reads().map_or(0, |number| channels::get(number).content() as c_int);
            0
        },
        _ => real!(ioctl(descriptor => c_int, request => u64, argument => usize) -> c_int),
    }
}

extern "C" fn shutdown_at(descriptor: c_int, how: c_int, pc: usize) -> c_int {
    let Some(end) = own(descriptor).copied() else {
        return real!(shutdown(descriptor => c_int, how => c_int) -> c_int);
    };
    let (reads, writes) = match how {
        0 => (end.reads, 0),
        1 => (0, end.writes),
        2 => (end.reads, end.writes),
        _ => return fail(EINVAL),
    };
    control::inside(|| {
        channels::at_once(pc, &mut || {
            End { reads, writes, ..NONE }.closed();
            let left = End { reads: end.reads - reads, writes: end.writes - writes, ..end };
            ENDS.get()[descriptor as usize] = left;
            Some((descriptor as u64) << 32 | how as u64)
        });
    });
    0
}

/// The kernel reads or writes the guest's memory, as far as the analyses look.
fn note(address: usize, size: isize, writes: bool, pc: usize) {
    const LONGEST: isize = 1 << 16;
    if control::is_armed() && size > 0 {
        access::range(address, size.min(LONGEST) as usize, writes, pc);
    }
}

extern "C" fn read_at(descriptor: c_int, to: usize, size: usize, pc: usize) -> isize {
    match own(descriptor) {
        Some(end) => {
            let result = channels::read(descriptor as usize, end, to, size, pc);
            note(to, result, true, pc);
            result
        }
        None => {
            note(to, size.min(isize::MAX as usize) as isize, true, pc);
            real!(read(descriptor => c_int, to => usize, size => usize) -> isize)
        }
    }
}

extern "C" fn write_at(descriptor: c_int, from: usize, size: usize, pc: usize) -> isize {
    note(from, size.min(isize::MAX as usize) as isize, false, pc);
    match own(descriptor) {
        Some(end) => channels::write(descriptor as usize, end, from, size, pc),
        None => {
            crate::output::announce_call(descriptor, pc);
            real!(write(descriptor => c_int, from => usize, size => usize) -> isize)
        }
    }
}

extern "C" fn receive_at(descriptor: c_int, to: usize, size: usize, flags: c_int, pc: usize) -> isize {
    const PEEK: c_int = 2;
    const WITHOUT_WAITING: c_int = 0x40;
    match own(descriptor) {
        Some(_) if flags & PEEK != 0 => crash::needs("recv with MSG_PEEK"),
        Some(end) => {
            let does_not_wait = end.does_not_wait || flags & WITHOUT_WAITING != 0;
            let result = channels::read(descriptor as usize, &End { does_not_wait, ..*end }, to, size, pc);
            note(to, result, true, pc);
            result
        }
        None => real!(recv(descriptor => c_int, to => usize, size => usize, flags => c_int) -> isize),
    }
}

extern "C" fn send_at(descriptor: c_int, from: usize, size: usize, flags: c_int, pc: usize) -> isize {
    match own(descriptor) {
        Some(_) => write_at(descriptor, from, size, pc),
        None => real!(send(descriptor => c_int, from => usize, size => usize, flags => c_int) -> isize),
    }
}

/// What nobody has asked for yet between threads of one program.
macro_rules! refuse {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name(descriptor: c_int, b: usize, c: usize, d: usize, e: usize, f: usize) -> isize {
            if own(descriptor).is_some() {
                crash::needs(concat!(stringify!($name), " between threads"));
            }
            real!($name(descriptor => c_int, b => usize, c => usize, d => usize, e => usize, f => usize) -> isize)
        }
    )*};
}

refuse! { recvfrom recvmsg sendto sendmsg splice sendfile sendfile64 }

/// A piece of memory in a list of several.
#[repr(C)]
struct Piece {
    address: usize,
    size: usize,
}

/// Does it to each piece, until one is not done completely.
fn each(pieces: *const Piece, count: c_int, mut act: impl FnMut(&Piece) -> isize) -> isize {
    let mut sum = 0;
    for at in 0..count.max(0) as usize {
        // SAFETY: the guest's own list.
        let piece = unsafe { &*pieces.add(at) };
        let done = if piece.size == 0 { 0 } else { act(piece) };
        if done < 0 {
            return if sum > 0 { sum } else { done };
        }
        sum += done;
        if (done as usize) < piece.size {
            break;
        }
    }
    sum
}

extern "C" fn read_pieces_at(descriptor: c_int, pieces: *const Piece, count: c_int, pc: usize) -> isize {
    match own(descriptor) {
        Some(_) => each(pieces, count.min(1), |piece| read_at(descriptor, piece.address, piece.size, pc)),
        None => real!(readv(descriptor => c_int, pieces => *const Piece, count => c_int) -> isize),
    }
}

extern "C" fn write_pieces_at(descriptor: c_int, pieces: *const Piece, count: c_int, pc: usize) -> isize {
    match own(descriptor) {
        Some(_) => each(pieces, count, |piece| write_at(descriptor, piece.address, piece.size, pc)),
        None => {
            crate::output::announce_call(descriptor, pc);
            real!(writev(descriptor => c_int, pieces => *const Piece, count => c_int) -> isize)
        }
    }
}

with_position! {
    weak:
    close / 1 => close_at;
    dup / 1 => dup_at;
    dup2 / 2 => dup2_at;
    dup3 / 3 => dup3_at;
    fcntl / 3 => control_at;
    fcntl64 / 3 => control_at;
    shutdown / 2 => shutdown_at;
    read / 3 => read_at;
    write / 3 => write_at;
    recv / 4 => receive_at;
    send / 4 => send_at;
    readv / 3 => read_pieces_at;
    writev / 3 => write_pieces_at;
}
