//! Pipes, pairs of sockets and event counters between threads of the guest.
//!
//! The kernel's own would be shared by all copies of the process, and a thread that waits in the kernel would keep all others from running.
//! So what they hold is kept here, in the process's own memory, and a thread that has nothing to read waits as it waits for a lock.
//!
//! Every operation on any of them is told as an atomic update of one word, their *log*: so each of them comes before or after each other
//! one, for the analyses and for the search. That orders more than the kernel does: a race may be missed where threads also
//! share a pipe, but none is reported that is not there.

use core::ffi::c_int;

use crate::control::{self, Changed, Event};
use crate::descriptors::{self, End};
use crate::global::Global;
use crate::pending::{Blocked, FREE, Pending};
use crate::protocol::{NO_THREAD, THREADS, blocked, flag, op};
use crate::real::{EAGAIN, EINVAL, fail};
use crate::threads::{self, Thread};
use crate::{crash, digest, memory, mutex, sys};

pub const EPIPE: c_int = 32;
const CHANNELS: usize = 256;
/// As much as the kernel's pipes hold.
const CAPACITY: usize = 1 << 16;

/// One direction of a pipe or a pair of sockets, or a counter.
pub struct Channel {
    pub readers: u32,
    pub writers: u32,
    /// Of a stream: its memory, where its content begins, and how much it is.
    buffer: *mut u8,
    start: usize,
    length: usize,
    /// Of a counter: null `buffer`.
    counter: u64,
    /// Whether a read takes one from the counter, rather than all.
    takes_one: bool,
    /// How often something came that can be read, or left so that there is room: for those that want to be told once of each change.
    pub came: u64,
    pub left: u64,
}

static ALL: Global<[Channel; CHANNELS]> = Global::new(
    [const {
        Channel {
            readers: 0,
            writers: 0,
            buffer: core::ptr::null_mut(),
            start: 0,
            length: 0,
            counter: 0,
            takes_one: false,
            came: 0,
            left: 0,
        }
    }; CHANNELS],
);

/// What reports call it: the channels of the program.
#[unsafe(no_mangle)]
static pipes_and_events: Global<u64> = Global::new(0);

fn log_address() -> usize {
    &raw const *pipes_and_events.get() as usize
}

pub fn get(number: usize) -> &'static mut Channel {
    &mut ALL.get()[number]
}

impl Channel {
    pub fn is_counter(&self) -> bool {
        self.buffer.is_null()
    }

    /// Whether a read would not wait: there is something, or nobody is left to write.
    pub fn can_read(&self) -> bool {
        if self.is_counter() { self.counter > 0 } else { self.length > 0 || self.writers == 0 }
    }

    pub fn can_write(&self) -> bool {
        if self.is_counter() { self.counter < u64::MAX - 1 } else { self.length < CAPACITY || self.readers == 0 }
    }

    pub fn content(&self) -> usize {
        self.length
    }

    fn read(&mut self, to: usize, size: usize) -> isize {
        if self.is_counter() {
            if size < 8 {
                return fail(EINVAL) as isize;
            }
            let taken = if self.takes_one { 1 } else { self.counter };
            self.counter -= taken;
            self.left += 1;
            // SAFETY: the guest's own memory.
            unsafe { (to as *mut u64).write_unaligned(taken) };
            return 8;
        }
        let size = size.min(self.length);
        let first = size.min(CAPACITY - self.start);
        // SAFETY: the content may go around the end of the buffer; the guest's memory has so many bytes.
        unsafe {
            memory::copy(to, self.buffer as usize + self.start, first);
            memory::copy(to + first, self.buffer as usize, size - first);
        }
        self.start = (self.start + size) % CAPACITY;
        self.length -= size;
        self.left += u64::from(size > 0);
        size as isize
    }

    fn write(&mut self, from: usize, size: usize) -> isize {
        if self.is_counter() {
            if size < 8 {
                return fail(EINVAL) as isize;
            }
            // SAFETY: the guest's own memory.
            self.counter = self.counter.saturating_add(unsafe { (from as *const u64).read_unaligned() });
            self.came += 1;
            return 8;
        }
        if self.readers == 0 {
            return fail(EPIPE) as isize;
        }
        let size = size.min(CAPACITY - self.length);
        let end = (self.start + self.length) % CAPACITY;
        let first = size.min(CAPACITY - end);
        // SAFETY: as above.
        unsafe {
            memory::copy(self.buffer as usize + end, from, first);
            memory::copy(self.buffer as usize, from + first, size - first);
        }
        self.length += size;
        self.came += u64::from(size > 0);
        size as isize
    }
}

/// A channel that nobody has.
fn free() -> usize {
    let is_free = |channel: &Channel| channel.readers == 0 && channel.writers == 0;
    ALL.get().iter().position(is_free).unwrap_or_else(|| crash::needs("more than 256 pipes"))
}

/// A stream with one reader and one writer.
pub fn stream() -> usize {
    let number = free();
    let channel = get(number);
    if channel.buffer.is_null() {
        channel.buffer = sys::map(0, CAPACITY);
    }
    (channel.readers, channel.writers, channel.start, channel.length) = (1, 1, 0, 0);
    number
}

/// A counter.
pub fn counter(first: u64, takes_one: bool) -> usize {
    let number = free();
    let channel = get(number);
    (channel.readers, channel.writers, channel.counter, channel.takes_one) = (1, 1, first, takes_one);
    channel.buffer = core::ptr::null_mut();
    number
}

/// What each thread waits for.
pub struct Wait {
    pub is_over: fn(&Wait) -> bool,
    /// A descriptor, or an address.
    pub what: usize,
    pub count: usize,
}

static WAITS: Global<[Wait; THREADS]> = Global::new([const { Wait { is_over: never, what: 0, count: 0 } }; THREADS]);

fn never(_: &Wait) -> bool {
    true
}

fn is_in_the_way(thread: &Thread) -> Blocked {
    let wait = &WAITS.get()[thread.id as usize];
    if thread.wake != 0 || (wait.is_over)(wait) { FREE } else { (blocked::UNPARK, NO_THREAD) }
}

/// How a wait ended.
#[derive(PartialEq, Eq)]
pub enum Waited {
    Over,
    TimedOut,
}

/// The running thread stops until the wait is over, and may then do one thing to the channels: `act` says what has become of it, as a word
/// that is the same only for the same. None: nothing has changed.
pub fn visibly(wait: Wait, deadline: u64, pc: usize, act: &mut dyn FnMut() -> Option<u64>) -> Waited {
    let thread = threads::current();
    loop {
        WAITS.get()[thread.id as usize] = Wait { is_over: wait.is_over, ..wait };
        let timed = if deadline == 0 { 0 } else { flag::TIMED };
        let pending = Pending::new(op::UPDATE, log_address(), pc)
            .size(8)
            .flags(flag::ATOMIC | timed)
            .deadline(deadline)
            .blocked(is_in_the_way);
        thread.wake = 0;
        mutex::visibly(&pending);
        let is_over = (wait.is_over)(&wait);
        let is_late = thread.wake == flag::TIMED_OUT;
        thread.wake = 0;
        if !is_over && !is_late {
            // Woken for no reason.
            continue;
        }
        let done = if is_over { act() } else { None };
        let old = *pipes_and_events.get();
        let log = |word: u64| {
            let mut next = [old, u64::from(thread.id)];
            digest::add(&mut next, word);
            next[0]
        };
        let written = done.map(log);
        control::change_memory(log_address(), 8, || Written(written));
        let event = Event::of(&pending).old(old);
        control::emit(match written {
            Some(new) => event.value(new).flags(flag::DONE),
            None => event.value(old),
        });
        return if is_over { Waited::Over } else { Waited::TimedOut };
    }
}

struct Written(Option<u64>);

impl Changed for Written {
    fn has_changed(&self) -> bool {
        if let Some(new) = self.0 {
            *pipes_and_events.get() = new;
        }
        self.0.is_some()
    }
}

/// For operations that never wait.
pub fn at_once(pc: usize, act: &mut dyn FnMut() -> Option<u64>) {
    visibly(Wait { is_over: never, what: 0, count: 0 }, 0, pc, act);
}

fn can_read(wait: &Wait) -> bool {
    descriptors::end(wait.what).and_then(End::reads).is_none_or(|number| get(number).can_read())
}

fn can_write(wait: &Wait) -> bool {
    descriptors::end(wait.what).and_then(End::writes).is_none_or(|number| get(number).can_write())
}

/// Reads from a descriptor that is a channel's.
pub fn read(descriptor: usize, end: &End, to: usize, size: usize, pc: usize) -> isize {
    let mut result = fail(EAGAIN) as isize;
    let waits = !end.does_not_wait;
    control::inside(|| {
        let wait = Wait { is_over: if waits { can_read } else { never }, what: descriptor, count: 0 };
        visibly(wait, 0, pc, &mut || {
            let channel = get(descriptors::end(descriptor).and_then(End::reads)?);
            if !channel.can_read() {
                return None;
            }
            result = channel.read(to, size);
            Some((descriptor as u64) << 32 | result as u64)
        });
    });
    result
}

/// Writes to a descriptor that is a channel's: all of it, if the thread may wait.
pub fn write(descriptor: usize, end: &End, from: usize, size: usize, pc: usize) -> isize {
    let waits = !end.does_not_wait;
    let mut done = 0;
    loop {
        let mut result = fail(EAGAIN) as isize;
        control::inside(|| {
            let wait = Wait { is_over: if waits { can_write } else { never }, what: descriptor, count: 0 };
            visibly(wait, 0, pc, &mut || {
                let channel = get(descriptors::end(descriptor).and_then(End::writes)?);
                if !channel.can_write() {
                    return None;
                }
                result = channel.write(from + done, size - done);
                let mut content = digest::of(descriptor as u64, result as u64);
                if result > 0 {
                    // SAFETY: the guest has written so many bytes from there.
                    unsafe { digest::bytes(&mut content, from + done, result as usize, digest::include) };
                }
                Some(content[0])
            });
        });
        if result < 0 {
            return if done > 0 { done as isize } else { result };
        }
        done += result as usize;
        if done >= size || !waits {
            return done as isize;
        }
    }
}
