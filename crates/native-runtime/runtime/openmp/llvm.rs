//! The functions that clang calls: those of libomp. What they are handed to say where in the source they are, and a thread's number, is not
//! looked at: both are known.

use core::arch::naked_asm;
use core::ffi::c_int;

use super::bounds::Bounds;
use super::call::Body;
use super::entry::{caller, entries};
use super::refused::refuse;
use super::share::{self, Kind, Loop};
use super::task::current;
use super::{lock, settings, team};
use crate::{control, heap, memory};

/// What bodies get for the number of their thread.
static NUMBER: crate::global::Global<c_int> = crate::global::Global::new(0);

/// A call with any number of arguments: gathers them.
#[unsafe(naked)]
unsafe extern "C" fn fork_call() {
    naked_asm!(
        "lea rax, [rsp + 8]",
        "push r9",
        "push r8",
        "push rcx",
        "mov edi, esi",
        "mov rsi, rdx",
        "mov rdx, rsp",
        "mov rcx, rax",
        "call {fork}",
        "add rsp, 24",
        "ret",
        fork = sym fork,
    )
}

/// A region. Of the arguments of its body three are at `first`, and the rest at `rest`.
extern "C" fn fork(count: c_int, function: usize, first: *const usize, rest: *const usize) {
    const IN_REGISTERS: usize = 3;
    let pc = caller();
    let count = usize::try_from(count).unwrap_or(0);
    let arguments = control::inside(|| team::allocate::<usize>(count.max(4), pc));
    for at in 0..count {
        // SAFETY: the compiler's own arguments, and fresh memory for them.
        unsafe {
            let from = if at < IN_REGISTERS { first.add(at) } else { rest.add(at - IN_REGISTERS) };
            arguments.add(at).write(from.read());
        }
    }
    let number = NUMBER.get() as *mut c_int as usize;
    let body = Body { count, more: arguments, ..Body::new(function, number, number) };
    let asked = core::mem::take(&mut current().asked);
    team::parallel(body, asked, pc, |_| ());
    heap::discard(arguments as usize, pc);
}

extern "C" fn push_num_threads(_: usize, _: c_int, threads: c_int) {
    current().asked = u32::try_from(threads).unwrap_or(0);
}

extern "C" fn nothing() {}

extern "C" fn global_thread_num() -> c_int {
    current().number as c_int
}

extern "C" fn serialized_parallel() {
    current().asked = 0;
    team::begin(Body::new(0, 0, 0), 1, caller(), |_| ());
}

extern "C" fn end_serialized_parallel() {
    team::end(caller());
}

extern "C" fn barrier() {
    team::barrier(caller());
}

extern "C" fn cancel_barrier() -> c_int {
    team::barrier(caller());
    0
}

extern "C" fn cancel() -> c_int {
    if settings::cancels() {
        refuse("OpenMP (cancellation)");
    }
    0
}

extern "C" fn critical(_: usize, _: c_int, name: usize) {
    lock::take(name, caller());
}

extern "C" fn end_critical(_: usize, _: c_int, name: usize) {
    lock::give(name, caller());
}

extern "C" fn single() -> c_int {
    share::single(caller()).into()
}

extern "C" fn master() -> c_int {
    (current().number == 0).into()
}

extern "C" fn masked(_: usize, _: c_int, filter: c_int) -> c_int {
    (current().number as c_int == filter).into()
}

extern "C" fn copy_private(_: usize, _: c_int, _: usize, data: usize, copy: extern "C" fn(usize, usize), did: c_int) {
    let pc = caller();
    if did != 0 {
        *share::copied() = data;
    }
    team::barrier(pc);
    if did == 0 {
        copy(data, *share::copied());
    }
    team::barrier(pc);
}

/// Each thread adds up its part in turn: 1 says that it holds the lock for that.
extern "C" fn reduce(_: usize, _: c_int, _: c_int, _: usize, _: usize, _: usize, name: usize) -> c_int {
    lock::take(name, caller());
    1
}

extern "C" fn end_reduce_nowait(_: usize, _: c_int, name: usize) {
    lock::give(name, caller());
}

extern "C" fn end_reduce(_: usize, _: c_int, name: usize) {
    let pc = caller();
    lock::give(name, pc);
    team::barrier(pc);
}

extern "C" fn ordered() {
    share::begin_ordered(caller());
}

extern "C" fn end_ordered() {
    share::end_ordered(caller());
}

mod schedule {
    /// Beside the kind of a schedule: whether parts come in order.
    pub const MODIFIERS: u32 = 3 << 29;
    pub const ORDERED: u32 = 32;
    pub const STATIC_CHUNKED: u32 = 33;
    pub const STATIC: u32 = 34;
    pub const DYNAMIC: u32 = 35;
    pub const GUIDED: u32 = 36;
    pub const RUNTIME: u32 = 37;
    pub const AUTO: u32 = 38;
}

/// A loop, as clang has it: `last` is come to.
fn work(kind: u32, bounds: Bounds, chunk: i64) -> Loop {
    let kind = kind & !schedule::MODIFIERS;
    let is_ordered =
        (schedule::STATIC_CHUNKED + schedule::ORDERED..=schedule::AUTO + schedule::ORDERED).contains(&kind);
    let kind = if is_ordered { kind - schedule::ORDERED } else { kind };
    let chunk = chunk.max(1) as u64;
    let settings = current().settings;
    let (kind, chunk) = match kind {
        schedule::STATIC_CHUNKED => (Kind::Static, chunk),
        schedule::STATIC | schedule::AUTO => (Kind::Static, 0),
        schedule::DYNAMIC => (Kind::Dynamic, chunk),
        schedule::GUIDED => (Kind::Guided, chunk),
        schedule::RUNTIME => (settings.kind, settings.chunk),
        _ => refuse("OpenMP (a schedule of a kind that is not known)"),
    };
    Loop { bounds, kind, chunk, is_ordered }
}

/// The functions for loops over one type of numbers.
macro_rules! loops {
    ($($number:ty, $signed:ty, $init:ident, $next:ident, $static:ident, $bounds:expr;)*) => {$(
        extern "C" fn $init(_: usize, _: c_int, kind: u32, first: $number, last: $number, step: $signed, chunk: $signed) {
            let bounds: fn($number, $number, $signed) -> Bounds = $bounds;
            share::begin(work(kind, bounds(first, last, step), i64::from(chunk)));
        }

        extern "C" fn $next(_: usize, _: c_int, is_last: *mut c_int, first: *mut $number, last: *mut $number, step: *mut $signed) -> c_int {
            let Some(part) = share::next(caller()) else {
                share::leave();
                return 0;
            };
            let bounds = current().position.bounds();
            // SAFETY: the compiler's own variables.
            unsafe {
                if let Some(is_last) = is_last.as_mut() {
                    *is_last = share::is_last(part).into();
                }
                *first = bounds.value(part.0) as $number;
                *last = bounds.value(part.1 - 1) as $number;
                if let Some(step) = step.as_mut() {
                    *step = bounds.step as $signed;
                }
            }
            1
        }

        #[expect(clippy::too_many_arguments, reason = "it is libomp's function")]
        extern "C" fn $static(
            _: usize,
            _: c_int,
            kind: u32,
            is_last: *mut c_int,
            first: *mut $number,
            last: *mut $number,
            stride: *mut $signed,
            step: $signed,
            chunk: $signed,
        ) {
            let task = current();
            let (number, threads) = (task.number, task.team().size);
            // SAFETY: the compiler's own variables.
            let (is_last, first, last, stride) = unsafe { (is_last.as_mut(), &mut *first, &mut *last, &mut *stride) };
            let make: fn($number, $number, $signed) -> Bounds = $bounds;
            let bounds = make(*first, *last, step);
            let chunk = chunk.max(1) as u64;
            let (part, ends, next) = match kind & !schedule::MODIFIERS {
                schedule::STATIC_CHUNKED => {
                    let from = u64::from(number) * chunk;
                    let ends = bounds.count > 0 && (bounds.count - 1) / chunk % u64::from(threads) == u64::from(number);
                    ((from, from + chunk), ends, chunk * u64::from(threads))
                }
                schedule::STATIC => {
                    let part = bounds.block(number, threads);
                    (part, part.0 < part.1 && part.1 == bounds.count, bounds.count)
                }
                _ => refuse("OpenMP (a schedule of a kind that is not known)"),
            };
            if let Some(is_last) = is_last {
                *is_last = ends.into();
            }
            *stride = (next as $signed).wrapping_mul(step);
            *first = bounds.value(part.0) as $number;
            // Nothing at all: the last value lies before the first.
            *last = bounds.value(part.1).wrapping_sub(bounds.step) as $number;
        }
    )*};
}

loops! {
    i32, i32, dispatch_init_4, dispatch_next_4, static_init_4,
        |first, last, step| Bounds::up_to(first.into(), last.into(), step.into());
    u32, i32, dispatch_init_4u, dispatch_next_4u, static_init_4u,
        |first, last, step| Bounds::up_to(first.into(), last.into(), step.into());
    i64, i64, dispatch_init_8, dispatch_next_8, static_init_8,
        |first, last, step| Bounds::up_to(first.into(), last.into(), step.into());
    u64, i64, dispatch_init_8u, dispatch_next_8u, static_init_8u,
        |first, last, step| Bounds::up_to(first.into(), last.into(), step.into());
}

extern "C" fn alloc(_: c_int, size: usize, _: usize) -> usize {
    let pc = caller();
    control::inside(|| heap::allocate(size, 16, pc))
}

extern "C" fn calloc(number: c_int, count: usize, size: usize, allocator: usize) -> usize {
    let bytes = count.saturating_mul(size);
    let block = alloc(number, bytes, allocator);
    if block != 0 {
        // SAFETY: the block has so many bytes.
        unsafe { memory::fill(block, 0, bytes) };
    }
    block
}

extern "C" fn free(_: c_int, block: usize, _: usize) {
    heap::free_at(block, caller());
}

entries! {
    __kmpc_fork_call => fork_call;
    __kmpc_push_num_threads => push_num_threads;
    __kmpc_push_proc_bind => nothing;
    __kmpc_begin => nothing;
    __kmpc_end => nothing;
    __kmpc_flush => nothing;
    __kmpc_global_thread_num => global_thread_num;
    __kmpc_serialized_parallel => serialized_parallel;
    __kmpc_end_serialized_parallel => end_serialized_parallel;
    __kmpc_barrier => barrier;
    __kmpc_cancel_barrier => cancel_barrier;
    __kmpc_cancel => cancel;
    __kmpc_cancellationpoint => cancel;
    __kmpc_critical => critical;
    __kmpc_critical_with_hint => critical;
    __kmpc_end_critical => end_critical;
    __kmpc_single => single;
    __kmpc_end_single => nothing;
    __kmpc_master => master;
    __kmpc_end_master => nothing;
    __kmpc_masked => masked;
    __kmpc_end_masked => nothing;
    __kmpc_copyprivate => copy_private;
    __kmpc_reduce => reduce;
    __kmpc_reduce_nowait => reduce;
    __kmpc_end_reduce => end_reduce;
    __kmpc_end_reduce_nowait => end_reduce_nowait;
    __kmpc_ordered => ordered;
    __kmpc_end_ordered => end_ordered;
    __kmpc_for_static_init_4 => static_init_4;
    __kmpc_for_static_init_4u => static_init_4u;
    __kmpc_for_static_init_8 => static_init_8;
    __kmpc_for_static_init_8u => static_init_8u;
    __kmpc_for_static_fini => nothing;
    __kmpc_dispatch_init_4 => dispatch_init_4;
    __kmpc_dispatch_init_4u => dispatch_init_4u;
    __kmpc_dispatch_init_8 => dispatch_init_8;
    __kmpc_dispatch_init_8u => dispatch_init_8u;
    __kmpc_dispatch_next_4 => dispatch_next_4;
    __kmpc_dispatch_next_4u => dispatch_next_4u;
    __kmpc_dispatch_next_8 => dispatch_next_8;
    __kmpc_dispatch_next_8u => dispatch_next_8u;
    __kmpc_dispatch_fini_4 => nothing;
    __kmpc_dispatch_fini_4u => nothing;
    __kmpc_dispatch_fini_8 => nothing;
    __kmpc_dispatch_fini_8u => nothing;
    __kmpc_dispatch_deinit => nothing;
    __kmpc_alloc => alloc;
    __kmpc_calloc => calloc;
    __kmpc_free => free;
}
