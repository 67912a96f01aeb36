//! `pthread_create` and what comes after it.
//!
//! Each thread of the guest has a thread of the operating system, its *donor*, which owns its stack and thread-local storage and is parked for
//! ever; the code runs on the one thread of the operating system that the guest started with. So going over to another thread is
//! a change of registers, and a copy of the process has all of them.

use core::ffi::{c_char, c_int};
use core::sync::atomic::{AtomicU32, Ordering};

use crate::control::{self, Event};
use crate::pending::{Blocked, FREE, Pending};
use crate::position::with_position;
use crate::protocol::{THREADS, blocked, flag, op, outcome};
use crate::real::{EBUSY, EDEADLK, EINVAL, ESRCH, ETIMEDOUT, Real, real};
use crate::threads::{self, STACK_STRIDE, STACKS, Status, Thread};
use crate::time::{self, Timespec};
use crate::{crash, global::Global, keys, switch, sys};

/// The size of a `pthread_attr_t`.
const ATTRIBUTES: usize = 56;
/// What is left free below each stack.
const GUARD: usize = sys::PAGE;
/// What a thread gets that asks for nothing else.
const USUAL_STACK: usize = 8 << 20;

type Start = extern "C" fn(usize) -> usize;

/// What a donor tells of itself before it parks: the base of its thread-local storage, and how far its stack is used.
static DONATED: Global<(usize, usize)> = Global::new((0, 0));
static DONOR: AtomicU32 = AtomicU32::new(0);

/// Of each thread: its donor may go when this is set.
static MAY_GO: [AtomicU32; THREADS] = [const { AtomicU32::new(0) }; THREADS];

/// A donor that waits for its thread to be started: see [`prepare`].
#[derive(Clone, Copy)]
struct Prepared {
    /// What size was asked for.
    size: usize,
    low: usize,
    high: usize,
    local_base: usize,
    used: usize,
}

/// So many donors are prepared at most.
pub const PREPARED_MOST: usize = 64;

static PREPARED: Global<[Option<Prepared>; PREPARED_MOST]> = Global::new([None; PREPARED_MOST]);

extern "C" fn donate(id: usize) -> usize {
    sys::block_signals();
    let here = 0u8;
    *DONATED.get() = (switch::local_base(), &raw const here as usize);
    sys::park(&DONOR, &MAY_GO[id])
}

extern "C" fn create_at(handle: *mut usize, attributes: *const u8, start: Start, argument: usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_create(handle => *mut usize, attributes => *const u8, start => Start, argument => usize) -> c_int);
    }
    let result = control::inside(|| create(handle, attributes, start, argument, pc));
    control::arm();
    result
}

/// Starts a thread.
pub fn create(handle: *mut usize, attributes: *const u8, start: Start, argument: usize, pc: usize) -> c_int {
    control::become_visible();
    let parent = threads::current();
    let limit = control::header().threads as usize;
    let id = threads::name_next(parent).filter(|_| threads::live().len() < limit);
    let Some(id) = id else { control::end(outcome::MANY_THREADS, 0, 0, &[]) };
    let pending = Pending::new(op::START, 0, pc).other(id);
    control::arrive(pending);
    let thread = threads::create(id);
    thread.start = Some(start);
    thread.argument = argument;
    adopt(thread, attributes);
    crate::signals::inherit(id);
    // SAFETY: the guest's own variable.
    unsafe { *handle = thread.local_base };
    threads::add(id);
    control::emit(Event::of(&pending));
    0
}

/// A thread of ours: of a team, or a task.
pub struct Spawn {
    pub start: Start,
    pub argument: usize,
    pub storage: Storage,
    /// See [`Thread::task`].
    pub task: usize,
    /// What it does first, if that is more than to begin.
    pub first: Option<Pending>,
}

/// Which thread-local storage it has.
pub enum Storage {
    /// Its own, which is kept when it has ended.
    Kept,
    /// That with this base.
    Of(usize),
}

/// Starts a thread of ours; none if there are too many.
pub fn spawn(spawn: Spawn, pc: usize) -> Option<&'static mut Thread> {
    control::become_visible();
    let parent = threads::current();
    let limit = control::header().threads as usize;
    let id = threads::name_next(parent).filter(|_| threads::live().len() < limit)?;
    let pending = Pending::new(op::START, 0, pc).other(id);
    control::arrive(pending);
    let thread = threads::create(id);
    thread.start = Some(spawn.start);
    thread.argument = spawn.argument;
    thread.task = spawn.task;
    thread.keeps_storage = true;
    match spawn.storage {
        Storage::Kept => adopt(thread, core::ptr::null()),
        Storage::Of(base) => {
            (thread.stack_low, thread.stack_high) = map_stack(id, USUAL_STACK, Half::Ours);
            thread.local_base = base;
            settle_on(thread, thread.stack_high - 64);
        }
    }
    crate::signals::inherit(id);
    if let Some(first) = spawn.first {
        thread.pending = first;
    }
    threads::add(id);
    control::emit(Event::of(&pending));
    Some(thread)
}

/// Where in a thread's stretch of addresses its stack ends. Both may be there: what a donor was prepared for can turn out to need none.
#[derive(Clone, Copy)]
enum Half {
    /// In the middle: the stack of its donor.
    Donor = 1,
    /// At the end: one without a donor, or with another than the one that was prepared.
    Ours = 2,
}

/// Maps a stack of about this size for a thread, and gives its bounds.
fn map_stack(id: u32, size: usize, half: Half) -> (usize, usize) {
    // Room for what lies on a stack beside the guest's own frames: thread-local storage, and our reports.
    let size = (size + (256 << 10)).clamp(512 << 10, STACK_STRIDE / 2 - GUARD).next_multiple_of(sys::PAGE);
    let end = STACKS + id as usize * STACK_STRIDE + STACK_STRIDE / 2 * half as usize;
    let low = end - size;
    if sys::map(low, size).is_null() {
        crash::fault("no memory for a stack");
    }
    (low, low + size)
}

/// The thread begins below this address of its stack.
fn settle_on(thread: &mut Thread, top: usize) {
    // SAFETY: nothing is below.
    thread.stack_pointer = unsafe { switch::fresh(top, begin) };
    thread.stack_top = top & !15;
}

/// Gives a thread its donor.
fn adopt(thread: &mut Thread, attributes: *const u8) {
    let mut size = USUAL_STACK;
    if !attributes.is_null() {
        let mut detached = 0;
        real!(pthread_attr_getdetachstate(attributes => *const u8, &mut detached => &mut c_int) -> c_int);
        thread.is_detached = detached != 0;
        real!(pthread_attr_getstacksize(attributes => *const u8, &mut size => &mut usize) -> c_int);
    }
    *WANTED.get() = (thread.id, size);
    control::header().stack_sizes[thread.id as usize].store(size as u64, Ordering::Relaxed);
    // SAFETY: it uses nothing of ours.
    unsafe { switch::aside(0, give_donor) };
    let Some(Prepared { low, high, local_base, used, .. }) = GIVEN.get().take() else {
        control::end(outcome::MANY_THREADS, 0, 0, &[]);
    };
    const BELOW_THE_DONOR: usize = 4096;
    (thread.stack_low, thread.stack_high, thread.local_base) = (low, high, local_base);
    // Nothing is below where the donor parks.
    settle_on(thread, used - BELOW_THE_DONOR);
}

/// For which thread a donor is wanted, and the size of its stack; and the donor.
static WANTED: Global<(u32, usize)> = Global::new((0, 0));
static GIVEN: Global<Option<Prepared>> = Global::new(None);

/// Finds a donor. Where it comes from leaves no trace on the stack of the thread that asks.
extern "C" fn give_donor(_: usize) {
    let (id, size) = *WANTED.get();
    let prepared = PREPARED.get().get_mut(id as usize).and_then(Option::take);
    *GIVEN.get() = match prepared {
        Some(donor) if donor.size == size => Some(donor),
        // The one that is there is of no use, and in the way.
        Some(_) => find_donor(id, size, Half::Ours),
        None => find_donor(id, size, Half::Donor),
    };
}

/// What makes threads of the operating system.
static INIT: Real = Real::new("pthread_attr_init\0");
static SET_STACK: Real = Real::new("pthread_attr_setstack\0");
static CREATE: Real = Real::new("pthread_create\0");

/// Looks these up before the guest begins: it leaves traces in memory, and when the first donor is made differs.
pub fn look_up() {
    for function in [&INIT, &SET_STACK, &CREATE] {
        function.address();
    }
}

/// A fresh thread of the operating system that parks; none if there are too many.
fn find_donor(id: u32, size: usize, half: Half) -> Option<Prepared> {
    // A thread of the operating system does not go back.
    crate::checkpoint::give_up();
    let mut own = [0u8; ATTRIBUTES];
    let own = own.as_mut_ptr();
    let (low, high) = map_stack(id, size, half);
    // SAFETY: the C library's functions have these types.
    unsafe {
        core::mem::transmute::<usize, extern "C" fn(*mut u8) -> c_int>(INIT.address())(own);
        core::mem::transmute::<usize, extern "C" fn(*mut u8, usize, usize) -> c_int>(SET_STACK.address())(own, low, high - low);
    }
    DONOR.store(0, Ordering::Release);
    let mut donor = 0usize;
    type Create = extern "C" fn(&mut usize, *mut u8, Start, usize) -> c_int;
    // SAFETY: as above.
    let create = unsafe { core::mem::transmute::<usize, Create>(CREATE.address()) };
    if crate::heap::on_behalf_of(id, || create(&mut donor, own, donate, id as usize)) != 0 {
        return None;
    }
    while DONOR.load(Ordering::Acquire) == 0 {
        sys::wait_for_own(&DONOR, 0);
    }
    let (local_base, used) = *DONATED.get();
    Some(Prepared { size, low, high, local_base, used })
}

/// Makes donors for all threads that have had some and have none here yet: a process that goes back cannot make them, nor lose them.
pub fn prepare() {
    for id in 1..PREPARED_MOST as u32 {
        let size = control::header().stack_sizes[id as usize].load(Ordering::Relaxed) as usize;
        let slot = &mut PREPARED.get()[id as usize];
        if size != 0 && slot.is_none() && threads::get(id).is_none() {
            *slot = find_donor(id, size, Half::Donor);
        }
    }
}

/// The thread-local storage of a prepared donor.
pub fn prepared_base(id: u32) -> Option<usize> {
    PREPARED.get().get(id as usize)?.map(|prepared| prepared.local_base)
}

/// Where a thread begins: it was chosen for the first time.
extern "C" fn begin() -> ! {
    let thread = threads::current();
    control::begin_step();
    control::emit(Event::of(&Pending::new(op::BEGIN, 0, 0)));
    let Some(start) = thread.start else { crash::fault("a thread without a beginning") };
    control::arm();
    let result = start(thread.argument);
    end(result)
}

/// The running thread ends.
pub fn end(result: usize) -> ! {
    let thread = threads::current();
    if !thread.keeps_storage {
        keys::destroy_all();
    }
    control::disarm();
    let pending = Pending::new(op::END, 0, 0);
    control::arrive(pending);
    control::emit(Event::of(&pending));
    thread.result = result;
    thread.status = Status::Ended;
    threads::remove(thread.id);
    control::note_end(thread);
    crate::openmp::thread_ends(thread);
    if thread.keeps_storage {
        control::leave();
    }
    // Where the process can go back, the thread may be started again.
    if !crate::checkpoint::is_active() {
        let may_go = &MAY_GO[thread.id as usize];
        may_go.store(1, Ordering::Release);
        sys::wake_own(may_go);
    }
    if threads::live().is_empty() {
        crate::exit::last_thread_ended();
    }
    control::leave()
}

fn is_in_the_way(thread: &Thread) -> Blocked {
    let other = thread.pending.other;
    let has_ended = threads::get(other).is_none_or(|other| other.status == Status::Ended);
    if has_ended || thread.wake != 0 { FREE } else { (blocked::JOIN, other) }
}

/// Waits for the end of a thread.
pub fn wait_for(id: u32, pc: usize) {
    let pending = Pending::new(op::JOIN, 0, pc).other(id).blocked(is_in_the_way);
    control::arrive(pending);
    control::emit(Event::of(&pending));
}

/// Waits for the end of a thread; until the deadline, if there is one.
fn join(handle: usize, result: *mut usize, deadline: u64, pc: usize) -> c_int {
    control::inside(|| {
        let Some(other) = threads::by_handle(handle) else { return ESRCH };
        if other.is_detached {
            return EINVAL;
        }
        if threads::is_running(other) {
            return EDEADLK;
        }
        let timed = if deadline == 0 { 0 } else { flag::TIMED };
        let pending =
            Pending::new(op::JOIN, 0, pc).other(other.id).flags(timed).deadline(deadline).blocked(is_in_the_way);
        control::arrive(pending);
        control::emit(Event::of(&pending));
        if other.status != Status::Ended {
            return ETIMEDOUT;
        }
        if !result.is_null() {
            // SAFETY: the guest's own variable.
            unsafe { *result = other.result };
        }
        0
    })
}

pub extern "C" fn join_at(handle: usize, result: *mut usize, pc: usize) -> c_int {
    if control::is_on() {
        join(handle, result, 0, pc)
    } else {
        real!(pthread_join(handle => usize, result => *mut usize) -> c_int)
    }
}

extern "C" fn timed_join_at(handle: usize, result: *mut usize, until: *const Timespec, pc: usize) -> c_int {
    if control::is_on() {
        join(handle, result, time::deadline(time::REALTIME, until), pc)
    } else {
        real!(pthread_timedjoin_np(handle => usize, result => *mut usize, until => *const Timespec) -> c_int)
    }
}

extern "C" fn try_join_at(handle: usize, result: *mut usize, pc: usize) -> c_int {
    if !control::is_on() {
        return real!(pthread_tryjoin_np(handle => usize, result => *mut usize) -> c_int);
    }
    control::inside(|| {
        let Some(other) = threads::by_handle(handle) else { return ESRCH };
        let pending = Pending::new(op::JOIN, 0, pc).other(other.id).flags(flag::TIMED);
        control::arrive(pending);
        control::emit(Event::of(&pending));
        if other.status != Status::Ended {
            return EBUSY;
        }
        if !result.is_null() {
            // SAFETY: the guest's own variable.
            unsafe { *result = other.result };
        }
        0
    })
}

#[unsafe(no_mangle)]
extern "C" fn pthread_detach(handle: usize) -> c_int {
    if control::is_on() { detach(handle) } else { real!(pthread_detach(handle => usize) -> c_int) }
}

/// No thread is going to join this one.
pub fn detach(handle: usize) -> c_int {
    match threads::by_handle(handle) {
        Some(thread) if thread.is_detached => EINVAL,
        Some(thread) => {
            thread.is_detached = true;
            0
        }
        None => ESRCH,
    }
}

/// Ends the running thread from anywhere: C++ and Rust frames are unwound on the way, where there is an unwinder.
pub fn exit(result: usize) -> ! {
    if !control::is_on() {
        real!(pthread_exit(result => usize) -> ());
        crash::fault("pthread_exit came back");
    }
    type Stop = extern "C" fn(c_int, c_int, u64, usize, usize, usize) -> c_int;
    type Unwind = extern "C" fn(*mut [usize; 8], Stop, usize) -> c_int;
    extern "C" fn at_each_frame(_: c_int, actions: c_int, _: u64, _: usize, _: usize, result: usize) -> c_int {
        const END_OF_STACK: c_int = 16;
        if actions & END_OF_STACK != 0 {
            end(result);
        }
        0
    }
    run_next_cleanup(result);
    if let Some(unwind) = crate::real::find(c"_Unwind_ForcedUnwind") {
        let mut exception = [0; 8];
        // SAFETY: the unwinder's function has this type.
        unsafe { core::mem::transmute::<usize, Unwind>(unwind)(&raw mut exception, at_each_frame, result) };
    }
    end(result)
}

/// Where `pthread_cleanup_push` of C has noted how to come back to it: a jump buffer, and room for a link.
#[repr(C)]
struct Cleanup {
    jump: [usize; 8],
    mask: usize,
    next: usize,
}

/// Jumps to the innermost cleanup handler, if there is one; it comes back by `__pthread_unwind_next`.
fn run_next_cleanup(result: usize) {
    let thread = threads::current();
    thread.result = result;
    if thread.cleanup == 0 {
        return;
    }
    let handler = thread.cleanup as *mut Cleanup;
    // SAFETY: the guest's own handler, in a frame that is still there.
    thread.cleanup = unsafe { (*handler).next };
    real!(longjmp(handler => *mut Cleanup, 1 => c_int) -> ());
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __pthread_register_cancel(handler: *mut Cleanup) {
    if !control::is_on() {
        return real!(__pthread_register_cancel(handler => *mut Cleanup) -> ());
    }
    let thread = threads::current();
    // SAFETY: the guest's own handler.
    unsafe { (*handler).next = thread.cleanup };
    thread.cleanup = handler as usize;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __pthread_unregister_cancel(handler: *mut Cleanup) {
    if !control::is_on() {
        return real!(__pthread_unregister_cancel(handler => *mut Cleanup) -> ());
    }
    // SAFETY: the guest's own handler.
    threads::current().cleanup = unsafe { (*handler).next };
}

#[unsafe(no_mangle)]
extern "C" fn __pthread_unwind_next(handler: *mut Cleanup) -> ! {
    if !control::is_on() {
        real!(__pthread_unwind_next(handler => *mut Cleanup) -> ());
        crash::fault("unwinding came back");
    }
    exit(threads::current().result)
}

#[unsafe(no_mangle)]
extern "C" fn pthread_exit(result: usize) -> ! {
    exit(result)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pthread_setname_np(handle: usize, name: *const c_char) -> c_int {
    if !control::is_on() {
        return real!(pthread_setname_np(handle => usize, name => *const c_char) -> c_int);
    }
    let Some(thread) = threads::by_handle(handle) else { return ESRCH };
    thread.name = [0; 16];
    for (at, byte) in thread.name.iter_mut().enumerate().take(15) {
        // SAFETY: the guest's own text.
        match unsafe { *name.add(at) } {
            0 => break,
            letter => *byte = letter as u8,
        }
    }
    thread.is_dirty = true;
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_cancel(handle: usize) -> c_int {
    if control::is_on() {
        crash::needs("pthread_cancel");
    }
    real!(pthread_cancel(handle => usize) -> c_int)
}

with_position! {
    pthread_create / 4 => create_at;
    pthread_join / 2 => join_at;
    pthread_timedjoin_np / 3 => timed_join_at;
    pthread_tryjoin_np / 2 => try_join_at;
}

const _: () = assert!(THREADS * STACK_STRIDE <= 1 << 46);
