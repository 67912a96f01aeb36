//! Tasks, as clang makes them: it asks for memory, fills it, and hands it over.

use core::ffi::c_int;

use super::bounds::Bounds;
use super::call::Body;
use super::entry::{caller, entries};
use super::gcc::task_count;
use super::refused::refuse;
use super::task::{self, Dependence, Wanted};
use crate::{control, heap, memory, time};

/// What a task of clang's begins with.
#[repr(C)]
struct Record {
    shareds: usize,
    entry: usize,
    part: i32,
    /// What is called when it has ended, if its flags say so.
    destructors: usize,
    priority: usize,
}

/// What we put before it.
#[repr(C)]
struct Header {
    flags: u32,
    size: usize,
    pad: usize,
}

const HEADER: usize = 32;

mod flag {
    pub const FINAL: u32 = 2;
    pub const DESTRUCTORS: u32 = 8;
    pub const DETACHABLE: u32 = 64;
}

fn header(task: usize) -> &'static mut Header {
    // SAFETY: made by `allocate`.
    unsafe { &mut *((task - HEADER) as *mut Header) }
}

fn record(task: usize) -> &'static mut Record {
    // SAFETY: made by `allocate`.
    unsafe { &mut *(task as *mut Record) }
}

/// Memory for a task, with a copy of what it shares behind it.
fn allocate(flags: u32, size: usize, shareds: usize, entry: usize, pc: usize) -> usize {
    let behind = size.next_multiple_of(16);
    let task = control::inside(|| heap::allocate(HEADER + behind + shareds, 16, pc)) + HEADER;
    *header(task) = Header { flags, size: behind + shareds, pad: 0 };
    let shareds = if shareds > 0 { task + behind } else { 0 };
    *record(task) = Record { shareds, entry, part: 0, destructors: 0, priority: 0 };
    task
}

extern "C" fn task_alloc(_: usize, _: c_int, flags: u32, size: usize, shareds: usize, entry: usize) -> usize {
    if flags & flag::DETACHABLE != 0 {
        refuse("OpenMP (a task with detach)");
    }
    allocate(flags, size, shareds, entry, caller())
}

/// The whole of a task, and what comes behind it.
extern "C" fn run(task: usize) {
    Body::new(record(task).entry, 0, task).run(0);
    if header(task).flags & flag::DESTRUCTORS != 0 && record(task).destructors != 0 {
        Body::new(record(task).destructors, 0, task).run(0);
    }
}

fn create(task: usize, deferred: bool, dependences: &[Dependence], pc: usize) {
    let wanted = Wanted {
        body: Body::new(run as *const () as usize, task, 0),
        data: task - HEADER,
        deferred,
        is_final: header(task).flags & flag::FINAL != 0,
        dependences,
    };
    task::create(&wanted, pc);
}

extern "C" fn omp_task(_: usize, _: c_int, task: usize) -> c_int {
    create(task, true, &[], caller());
    0
}

/// A place that a task depends on, as clang tells it.
#[repr(C)]
struct Place {
    address: usize,
    length: usize,
    flags: u8,
}

extern "C" fn task_with_deps(_: usize, _: c_int, task: usize, count: c_int, places: *const Place) -> c_int {
    const MOST: usize = 64;
    const WRITES: u8 = 2;
    const READS_OR_WRITES: u8 = 3;
    let pc = caller();
    let count = usize::try_from(count).unwrap_or(0);
    let mut dependences = [Dependence { address: 0, writes: false }; MOST];
    // SAFETY: the compiler's own list.
    let places = if count == 0 { &[] } else { unsafe { core::slice::from_raw_parts(places, count) } };
    if count > MOST || places.iter().any(|place| place.flags & !READS_OR_WRITES != 0) {
        refuse("OpenMP (a task with depend objects or mutexinoutset)");
    }
    for (dependence, place) in dependences.iter_mut().zip(places) {
        *dependence = Dependence { address: place.address, writes: place.flags & WRITES != 0 };
    }
    create(task, true, &dependences[..count], pc);
    0
}

extern "C" fn begin_if0(_: usize, _: c_int, task: usize) {
    task::begin_included(header(task).flags & flag::FINAL != 0, caller());
}

extern "C" fn complete_if0(_: usize, _: c_int, task: usize) {
    task::end_included(caller());
    heap::discard(task - HEADER, caller());
}

extern "C" fn taskwait() -> c_int {
    task::wait(caller());
    0
}

extern "C" fn taskyield() -> c_int {
    time::yield_at(caller());
    0
}

extern "C" fn taskgroup() {
    task::begin_group(caller());
}

extern "C" fn end_taskgroup() {
    task::end_group(caller());
}

/// Copies a task, whose iterations begin and end as said where the compiler keeps that.
#[expect(clippy::too_many_arguments, reason = "it is libomp's function")]
extern "C" fn taskloop(
    _: usize,
    _: c_int,
    task: usize,
    deferred: c_int,
    lower: *const i64,
    upper: *const i64,
    step: i64,
    has_no_group: c_int,
    what: c_int,
    number: u64,
    copy: Option<extern "C" fn(usize, usize, c_int)>,
) {
    const GRAIN_SIZE: c_int = 1;
    let pc = caller();
    // SAFETY: the compiler's own variables, inside the task.
    let bounds = unsafe { Bounds::up_to((*lower).into(), (*upper).into(), step.into()) };
    let (at_lower, at_upper) = (lower as usize - task, upper as usize - task);
    if has_no_group == 0 {
        task::begin_group(pc);
    }
    let number = if what == 0 { 0 } else { number };
    let tasks = if bounds.count == 0 { 0 } else { task_count(bounds.count, number, what == GRAIN_SIZE, false) };
    for which in 0..tasks {
        let Header { flags, size, .. } = *header(task);
        let own = allocate(flags, size, 0, record(task).entry, pc);
        // SAFETY: both have this size.
        control::inside(|| unsafe { memory::copy(own, task, size) });
        if record(task).shareds != 0 {
            record(own).shareds = record(task).shareds - task + own;
        }
        let part = bounds.block(which as u32, tasks as u32);
        // SAFETY: the same places in the copy.
        unsafe {
            ((own + at_lower) as *mut i64).write(bounds.value(part.0));
            ((own + at_upper) as *mut i64).write(bounds.value(part.1 - 1));
        }
        if let Some(copy) = copy {
            copy(own, task, (which + 1 == tasks).into());
        }
        create(own, deferred != 0, &[], pc);
    }
    if has_no_group == 0 {
        task::end_group(pc);
    }
    heap::discard(task - HEADER, pc);
}

entries! {
    __kmpc_omp_task_alloc => task_alloc;
    __kmpc_omp_task => omp_task;
    __kmpc_omp_task_with_deps => task_with_deps;
    __kmpc_omp_task_begin_if0 => begin_if0;
    __kmpc_omp_task_complete_if0 => complete_if0;
    __kmpc_omp_taskwait => taskwait;
    // They wait for more than they must.
    __kmpc_omp_taskwait_deps_51 => taskwait;
    __kmpc_omp_wait_deps => taskwait;
    __kmpc_omp_taskyield => taskyield;
    __kmpc_taskgroup => taskgroup;
    __kmpc_end_taskgroup => end_taskgroup;
    __kmpc_taskloop => taskloop;
}
