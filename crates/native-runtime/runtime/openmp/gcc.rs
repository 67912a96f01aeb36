//! The functions that gcc calls: those of libgomp.

use core::ffi::c_int;

use super::bounds::Bounds;
use super::call::Body;
use super::entry::{caller, entries};
use super::refused::refuse;
use super::settings;
use super::share::{self, Kind, Loop};
use super::task::{self, Dependence, Wanted, current};
use super::team;
use crate::{control, heap, memory, time};

extern "C" fn parallel(function: usize, data: usize, threads: u32, _flags: u32) {
    team::parallel(Body::new(function, data, 0), threads, caller(), |_| ());
}

extern "C" fn parallel_start(function: usize, data: usize, threads: u32) {
    team::begin(Body::new(function, data, 0), threads, caller(), |_| ());
}

extern "C" fn parallel_end() {
    team::end(caller());
}

/// A region that is a loop.
fn parallel_loop(function: usize, data: usize, threads: u32, work: Loop) {
    team::parallel(Body::new(function, data, 0), threads, caller(), |team| team.given = work);
}

fn parallel_loop_start(function: usize, data: usize, threads: u32, work: Loop) {
    team::begin(Body::new(function, data, 0), threads, caller(), |team| team.given = work);
}

fn of_kind(kind: Kind, bounds: Bounds, chunk: i64) -> Loop {
    Loop { bounds, kind, chunk: chunk.max(0) as u64, is_ordered: false }
}

fn of_runtime(bounds: Bounds) -> Loop {
    let settings = current().settings;
    Loop { bounds, kind: settings.kind, chunk: settings.chunk, is_ordered: false }
}

macro_rules! parallel_loops {
    ($($name:ident, $start:ident, $kind:ident;)*) => {$(
        extern "C" fn $name(function: usize, data: usize, threads: u32, start: i64, end: i64, step: i64, chunk: i64, _flags: u32) {
            parallel_loop(function, data, threads, of_kind(Kind::$kind, Bounds::signed(start, end, step), chunk));
        }

        extern "C" fn $start(function: usize, data: usize, threads: u32, start: i64, end: i64, step: i64, chunk: i64) {
            parallel_loop_start(function, data, threads, of_kind(Kind::$kind, Bounds::signed(start, end, step), chunk));
        }
    )*};
}

parallel_loops! {
    parallel_static, parallel_static_start, Static;
    parallel_dynamic, parallel_dynamic_start, Dynamic;
    parallel_guided, parallel_guided_start, Guided;
}

extern "C" fn parallel_runtime(
    function: usize,
    data: usize,
    threads: u32,
    start: i64,
    end: i64,
    step: i64,
    _flags: u32,
) {
    parallel_loop(function, data, threads, of_runtime(Bounds::signed(start, end, step)));
}

extern "C" fn parallel_runtime_start(function: usize, data: usize, threads: u32, start: i64, end: i64, step: i64) {
    parallel_loop_start(function, data, threads, of_runtime(Bounds::signed(start, end, step)));
}

/// The next part of a loop, as the compiler wants it: `false` if there is none.
extern "C" fn loop_next(first: *mut i64, end: *mut i64) -> bool {
    let Some(part) = share::next(caller()) else { return false };
    let (from, to) = current().position.values(part);
    // SAFETY: the compiler's own variables.
    unsafe {
        *first = from;
        *end = to;
    }
    true
}

fn loop_start(work: Loop, first: *mut i64, end: *mut i64) -> bool {
    share::begin(work);
    loop_next(first, end)
}

macro_rules! loops {
    ($($name:ident, $wide:ident, $kind:ident, $ordered:literal;)*) => {$(
        extern "C" fn $name(start: i64, stop: i64, step: i64, chunk: i64, first: *mut i64, end: *mut i64) -> bool {
            let work = of_kind(Kind::$kind, Bounds::signed(start, stop, step), chunk);
            loop_start(Loop { is_ordered: $ordered, ..work }, first, end)
        }

        extern "C" fn $wide(up: bool, start: u64, stop: u64, step: u64, chunk: i64, first: *mut i64, end: *mut i64) -> bool {
            let work = of_kind(Kind::$kind, Bounds::unsigned(up, start, stop, step), chunk);
            loop_start(Loop { is_ordered: $ordered, ..work }, first, end)
        }
    )*};
}

loops! {
    static_start, wide_static_start, Static, false;
    dynamic_start, wide_dynamic_start, Dynamic, false;
    guided_start, wide_guided_start, Guided, false;
    ordered_static_start, wide_ordered_static_start, Static, true;
    ordered_dynamic_start, wide_ordered_dynamic_start, Dynamic, true;
    ordered_guided_start, wide_ordered_guided_start, Guided, true;
}

macro_rules! runtime_loops {
    ($($name:ident, $wide:ident, $ordered:literal;)*) => {$(
        extern "C" fn $name(start: i64, stop: i64, step: i64, first: *mut i64, end: *mut i64) -> bool {
            let work = of_runtime(Bounds::signed(start, stop, step));
            loop_start(Loop { is_ordered: $ordered, ..work }, first, end)
        }

        extern "C" fn $wide(up: bool, start: u64, stop: u64, step: u64, first: *mut i64, end: *mut i64) -> bool {
            let work = of_runtime(Bounds::unsigned(up, start, stop, step));
            loop_start(Loop { is_ordered: $ordered, ..work }, first, end)
        }
    )*};
}

runtime_loops! {
    runtime_start, wide_runtime_start, false;
    ordered_runtime_start, wide_ordered_runtime_start, true;
}

extern "C" fn loop_end() {
    let pc = caller();
    share::leave();
    team::barrier(pc);
}

/// Nothing is ever cancelled.
extern "C" fn loop_end_cancel() -> bool {
    loop_end();
    false
}

extern "C" fn loop_end_nowait() {
    share::leave();
}

extern "C" fn parallel_sections(function: usize, data: usize, threads: u32, count: u32, _flags: u32) {
    parallel_loop(function, data, threads, sections(count));
}

extern "C" fn parallel_sections_start(function: usize, data: usize, threads: u32, count: u32) {
    parallel_loop_start(function, data, threads, sections(count));
}

fn sections(count: u32) -> Loop {
    of_kind(Kind::Dynamic, Bounds::counting(count.into()), 1)
}

/// The next section, counted from 1; 0 if there is none.
extern "C" fn sections_next() -> u32 {
    share::next(caller()).map_or(0, |(section, _)| section as u32 + 1)
}

extern "C" fn sections_start(count: u32) -> u32 {
    share::begin(sections(count));
    sections_next()
}

extern "C" fn single_start() -> bool {
    share::single(caller())
}

extern "C" fn single_copy_start() -> usize {
    let pc = caller();
    if share::single(pc) {
        return 0;
    }
    team::barrier(pc);
    *share::copied()
}

extern "C" fn single_copy_end(data: usize) {
    let pc = caller();
    *share::copied() = data;
    team::barrier(pc);
}

extern "C" fn barrier() {
    team::barrier(caller());
}

extern "C" fn barrier_cancel() -> bool {
    team::barrier(caller());
    false
}

extern "C" fn cancel(_what: c_int, _may: bool) -> bool {
    if settings::cancels() {
        refuse("OpenMP (cancellation)");
    }
    false
}

extern "C" fn cancellation_point(_what: c_int) -> bool {
    false
}

extern "C" fn ordered_start() {
    share::begin_ordered(caller());
}

extern "C" fn ordered_end() {
    share::end_ordered(caller());
}

mod flag {
    pub const FINAL: u32 = 1 << 1;
    pub const DEPEND: u32 = 1 << 3;
    pub const IF: u32 = 1 << 10;
    pub const NO_GROUP: u32 = 1 << 11;
    pub const GRAIN_SIZE: u32 = 1 << 9;
    pub const REDUCTION: u32 = 1 << 12;
    pub const DETACH: u32 = 1 << 13;
    pub const STRICT: u32 = 1 << 14;
}

type Copy = extern "C" fn(usize, usize);

/// What a task works on: a copy of its own.
fn copy_of(data: usize, copy: Option<Copy>, size: usize, alignment: usize, pc: usize) -> usize {
    let own = control::inside(|| heap::allocate(size.max(1), alignment, pc));
    match copy {
        Some(copy) => copy(own, data),
        // SAFETY: both have this size.
        None => control::inside(|| unsafe { memory::copy(own, data, size) }),
    }
    own
}

/// So many places can one task depend on.
const MOST_DEPENDENCES: usize = 64;

#[expect(clippy::too_many_arguments, reason = "it is libgomp's function")]
extern "C" fn make_task(
    function: usize,
    data: usize,
    copy: Option<Copy>,
    size: usize,
    alignment: usize,
    may_defer: bool,
    flags: u32,
    depend: *const usize,
    _priority: c_int,
) {
    let pc = caller();
    if flags & flag::DETACH != 0 {
        refuse("OpenMP (a task with detach)");
    }
    let mut dependences = [Dependence { address: 0, writes: false }; MOST_DEPENDENCES];
    let mut count = 0;
    if flags & flag::DEPEND != 0 {
        // SAFETY: the compiler's list: how many, how many of these are written, and then those that are.
        let (all, written) = unsafe { (*depend, *depend.add(1)) };
        if all == 0 || all > MOST_DEPENDENCES {
            refuse("OpenMP (a task with depend objects or mutexinoutset)");
        }
        count = all;
        for (at, dependence) in dependences[..all].iter_mut().enumerate() {
            // SAFETY: as above.
            *dependence = Dependence { address: unsafe { *depend.add(2 + at) }, writes: at < written };
        }
    }
    let own = copy_of(data, copy, size, alignment, pc);
    let wanted = Wanted {
        body: Body::new(function, own, 0),
        data: own,
        deferred: may_defer,
        is_final: flags & flag::FINAL != 0,
        dependences: &dependences[..count],
    };
    task::create(&wanted, pc);
}

extern "C" fn taskwait() {
    task::wait(caller());
}

extern "C" fn taskyield() {
    time::yield_at(caller());
}

extern "C" fn taskgroup_start() {
    task::begin_group(caller());
}

extern "C" fn taskgroup_end() {
    task::end_group(caller());
}

/// How many tasks a loop of so many iterations is: so many, or with so many iterations each.
pub fn task_count(iterations: u64, number: u64, is_grain_size: bool, is_strict: bool) -> u64 {
    let count = match (number, is_grain_size) {
        (0, _) => u64::from(current().team().size),
        (grain, true) if is_strict => iterations.div_ceil(grain),
        (grain, true) => (iterations / grain).max(1),
        (count, false) => count,
    };
    count.clamp(1, iterations.max(1))
}

#[expect(clippy::too_many_arguments, reason = "it is libgomp's function")]
fn taskloop(
    function: usize,
    data: usize,
    copy: Option<Copy>,
    size: usize,
    alignment: usize,
    flags: u32,
    number: u64,
    bounds: Bounds,
) {
    let pc = caller();
    if flags & flag::REDUCTION != 0 {
        refuse("OpenMP (taskloop with a reduction)");
    }
    let has_group = flags & flag::NO_GROUP == 0;
    if has_group {
        task::begin_group(pc);
    }
    let (is_grain_size, is_strict) = (flags & flag::GRAIN_SIZE != 0, flags & flag::STRICT != 0);
    let tasks = if bounds.count == 0 { 0 } else { task_count(bounds.count, number, is_grain_size, is_strict) };
    for which in 0..tasks {
        let part = if is_grain_size && is_strict {
            (which * number, ((which + 1) * number).min(bounds.count))
        } else {
            bounds.block(which as u32, tasks as u32)
        };
        let own = copy_of(data, copy, size, alignment, pc);
        let (from, to) = bounds.values(part);
        // SAFETY: the data of such a task begins with its bounds.
        unsafe { (own as *mut [i64; 2]).write([from, to]) };
        let wanted = Wanted {
            body: Body::new(function, own, 0),
            data: own,
            deferred: flags & flag::IF != 0,
            is_final: flags & flag::FINAL != 0,
            dependences: &[],
        };
        task::create(&wanted, pc);
    }
    if has_group {
        task::end_group(pc);
    }
}

#[expect(clippy::too_many_arguments, reason = "it is libgomp's function")]
extern "C" fn taskloop_signed(
    function: usize,
    data: usize,
    copy: Option<Copy>,
    size: usize,
    alignment: usize,
    flags: u32,
    number: u64,
    _priority: c_int,
    start: i64,
    end: i64,
    step: i64,
) {
    taskloop(function, data, copy, size, alignment, flags, number, Bounds::signed(start, end, step));
}

#[expect(clippy::too_many_arguments, reason = "it is libgomp's function")]
extern "C" fn taskloop_unsigned(
    function: usize,
    data: usize,
    copy: Option<Copy>,
    size: usize,
    alignment: usize,
    flags: u32,
    number: u64,
    _priority: c_int,
    start: u64,
    end: u64,
    step: u64,
) {
    const UP: u32 = 1 << 8;
    taskloop(function, data, copy, size, alignment, flags, number, Bounds::unsigned(flags & UP != 0, start, end, step));
}

/// A league of one team.
extern "C" fn teams(function: usize, data: usize, _teams: u32, _threads: u32, _flags: u32) {
    Body::new(function, data, 0).run(caller());
}

entries! {
    GOMP_parallel => parallel;
    GOMP_parallel_start => parallel_start;
    GOMP_parallel_end => parallel_end;
    GOMP_parallel_loop_static => parallel_static;
    GOMP_parallel_loop_dynamic => parallel_dynamic;
    GOMP_parallel_loop_guided => parallel_guided;
    GOMP_parallel_loop_runtime => parallel_runtime;
    GOMP_parallel_loop_nonmonotonic_dynamic => parallel_dynamic;
    GOMP_parallel_loop_nonmonotonic_guided => parallel_guided;
    GOMP_parallel_loop_nonmonotonic_runtime => parallel_runtime;
    GOMP_parallel_loop_maybe_nonmonotonic_runtime => parallel_runtime;
    GOMP_parallel_loop_static_start => parallel_static_start;
    GOMP_parallel_loop_dynamic_start => parallel_dynamic_start;
    GOMP_parallel_loop_guided_start => parallel_guided_start;
    GOMP_parallel_loop_runtime_start => parallel_runtime_start;
    GOMP_loop_static_start => static_start;
    GOMP_loop_dynamic_start => dynamic_start;
    GOMP_loop_guided_start => guided_start;
    GOMP_loop_runtime_start => runtime_start;
    GOMP_loop_nonmonotonic_dynamic_start => dynamic_start;
    GOMP_loop_nonmonotonic_guided_start => guided_start;
    GOMP_loop_nonmonotonic_runtime_start => runtime_start;
    GOMP_loop_maybe_nonmonotonic_runtime_start => runtime_start;
    GOMP_loop_ordered_static_start => ordered_static_start;
    GOMP_loop_ordered_dynamic_start => ordered_dynamic_start;
    GOMP_loop_ordered_guided_start => ordered_guided_start;
    GOMP_loop_ordered_runtime_start => ordered_runtime_start;
    GOMP_loop_ull_static_start => wide_static_start;
    GOMP_loop_ull_dynamic_start => wide_dynamic_start;
    GOMP_loop_ull_guided_start => wide_guided_start;
    GOMP_loop_ull_runtime_start => wide_runtime_start;
    GOMP_loop_ull_nonmonotonic_dynamic_start => wide_dynamic_start;
    GOMP_loop_ull_nonmonotonic_guided_start => wide_guided_start;
    GOMP_loop_ull_nonmonotonic_runtime_start => wide_runtime_start;
    GOMP_loop_ull_maybe_nonmonotonic_runtime_start => wide_runtime_start;
    GOMP_loop_ull_ordered_static_start => wide_ordered_static_start;
    GOMP_loop_ull_ordered_dynamic_start => wide_ordered_dynamic_start;
    GOMP_loop_ull_ordered_guided_start => wide_ordered_guided_start;
    GOMP_loop_ull_ordered_runtime_start => wide_ordered_runtime_start;
    GOMP_loop_static_next => loop_next;
    GOMP_loop_dynamic_next => loop_next;
    GOMP_loop_guided_next => loop_next;
    GOMP_loop_runtime_next => loop_next;
    GOMP_loop_nonmonotonic_dynamic_next => loop_next;
    GOMP_loop_nonmonotonic_guided_next => loop_next;
    GOMP_loop_nonmonotonic_runtime_next => loop_next;
    GOMP_loop_maybe_nonmonotonic_runtime_next => loop_next;
    GOMP_loop_ordered_static_next => loop_next;
    GOMP_loop_ordered_dynamic_next => loop_next;
    GOMP_loop_ordered_guided_next => loop_next;
    GOMP_loop_ordered_runtime_next => loop_next;
    GOMP_loop_ull_static_next => loop_next;
    GOMP_loop_ull_dynamic_next => loop_next;
    GOMP_loop_ull_guided_next => loop_next;
    GOMP_loop_ull_runtime_next => loop_next;
    GOMP_loop_ull_nonmonotonic_dynamic_next => loop_next;
    GOMP_loop_ull_nonmonotonic_guided_next => loop_next;
    GOMP_loop_ull_nonmonotonic_runtime_next => loop_next;
    GOMP_loop_ull_maybe_nonmonotonic_runtime_next => loop_next;
    GOMP_loop_ull_ordered_static_next => loop_next;
    GOMP_loop_ull_ordered_dynamic_next => loop_next;
    GOMP_loop_ull_ordered_guided_next => loop_next;
    GOMP_loop_ull_ordered_runtime_next => loop_next;
    GOMP_loop_end => loop_end;
    GOMP_loop_end_nowait => loop_end_nowait;
    GOMP_loop_end_cancel => loop_end_cancel;
    GOMP_parallel_sections => parallel_sections;
    GOMP_parallel_sections_start => parallel_sections_start;
    GOMP_sections_start => sections_start;
    GOMP_sections_next => sections_next;
    GOMP_sections_end => loop_end;
    GOMP_sections_end_nowait => loop_end_nowait;
    GOMP_sections_end_cancel => loop_end_cancel;
    GOMP_single_start => single_start;
    GOMP_single_copy_start => single_copy_start;
    GOMP_single_copy_end => single_copy_end;
    GOMP_barrier => barrier;
    GOMP_barrier_cancel => barrier_cancel;
    GOMP_cancel => cancel;
    GOMP_cancellation_point => cancellation_point;
    GOMP_ordered_start => ordered_start;
    GOMP_ordered_end => ordered_end;
    GOMP_task => make_task;
    GOMP_taskwait => taskwait;
    // It waits for more than it must.
    GOMP_taskwait_depend => taskwait;
    GOMP_taskyield => taskyield;
    GOMP_taskgroup_start => taskgroup_start;
    GOMP_taskgroup_end => taskgroup_end;
    GOMP_taskloop => taskloop_signed;
    GOMP_taskloop_ull => taskloop_unsigned;
    GOMP_teams_reg => teams;
}
