//! Memory that the guest allocates.
//!
//! Each thread allocates from a region of its own, at a fixed address, so that where a block is depends on nothing but what its thread
//! has done. Freed blocks rest for a while before they serve again, so that a use after a free is seen; then they serve the thread that
//! freed them. A block lies in a *cell* behind a header; cells of one size share a *slab*, so that every address inside a block leads to it.

use core::ffi::{c_int, c_void};

use crate::control::{self, Event};
use crate::pending::Pending;
use crate::position::with_position;
use crate::protocol::{THREADS, block, flag, op, outcome};
use crate::real::{self, EINVAL, ENOMEM};
use crate::{crash, shadow_stack, sys, threads};

/// The regions of all threads.
const HEAP: usize = 0x2000_0000_0000;
const REGION: usize = 1 << 32;

/// Slabs of small cells have this size; large cells have as many as they need.
const SLAB: usize = 1 << 16;
const SLABS: usize = REGION / SLAB;
/// Memory is mapped in pieces of this size.
const PIECE: usize = 1 << 20;

/// Cells of up to this size share slabs.
const LARGEST_SMALL: usize = 1 << 13;
const CLASSES: usize = 40;

/// So many freed cells, and bytes of them, rest.
const RESTING: usize = 1024;
const RESTING_BYTES: usize = 1 << 20;

/// In front of every block.
#[repr(C, align(16))]
pub struct BlockHeader {
    /// See [`block::heap`].
    pub name: u64,
    /// As it was asked for.
    pub size: usize,
    /// Where the block begins.
    start: usize,
    /// Where it was made.
    pub stack: u32,
    /// Where it was freed.
    freed_at: u32,
    state: State,
    class: u32,
    /// The next cell of a list.
    next: *mut BlockHeader,
}

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
enum State {
    /// Never used: fresh memory is zero.
    Fresh = 0,
    Live = 1,
    Freed = 2,
}

/// What is at the beginning of a region.
struct Region {
    /// The first byte that was never handed out, and the first that is not mapped.
    next: usize,
    mapped: usize,
    free: [*mut BlockHeader; CLASSES],
    /// Freed large cells.
    large: *mut BlockHeader,
    resting: [*mut BlockHeader; RESTING],
    first_resting: usize,
    resting_count: usize,
    resting_bytes: usize,
    /// Of each slab: 0, the size of its cells divided by 16, or a large cell's slab with its distance from the first, in the upper half.
    slabs: [u32; SLABS],
}

const LARGE: u32 = 1 << 31;

static USED: crate::global::Global<usize> = crate::global::Global::new(0);

/// Whether an address is in memory of ours.
#[inline(always)]
pub fn contains(address: usize) -> bool {
    address.wrapping_sub(HEAP) < THREADS * REGION
}

const fn region_size() -> usize {
    size_of::<Region>().next_multiple_of(SLAB)
}

/// Of each thread: whether its region is there.
static MAPPED: crate::global::Global<[bool; THREADS]> = crate::global::Global::new([false; THREADS]);

fn region(thread: u32) -> &'static mut Region {
    let base = HEAP + thread as usize * REGION;
    // SAFETY: mapped below, on the first call for each thread; fresh memory is an empty region.
    let region = unsafe { &mut *(base as *mut Region) };
    let is_mapped = &mut MAPPED.get()[thread as usize];
    if !*is_mapped {
        let size = region_size().next_multiple_of(PIECE);
        if sys::map(base, size).is_null() {
            crash::fault("no memory for a heap");
        }
        *is_mapped = true;
        region.next = base + region_size();
        region.mapped = base + size;
    }
    region
}

/// The class of cells of this size, and their size.
fn class_of(size: usize) -> (usize, usize) {
    if size <= 256 {
        let class = size.div_ceil(16).max(1);
        return (class, class * 16);
    }
    // Four classes for each doubling.
    let log = (size - 1).ilog2() as usize;
    let step = 1 << (log - 2);
    let steps = (size - (1 << log)).div_ceil(step);
    (17 + (log - 8) * 4 + steps - 1, (1 << log) + steps * step)
}

fn fits(region: &mut Region, bytes: usize) -> usize {
    let at = region.next;
    let end = at + bytes;
    if end > (at & !(REGION - 1)) + REGION {
        control::end(outcome::HEAP, 0, 0, &[]);
    }
    if end > region.mapped {
        let size = (end - region.mapped).next_multiple_of(PIECE);
        if sys::map(region.mapped, size).is_null() {
            control::end(outcome::HEAP, 0, 0, &[]);
        }
        region.mapped += size;
    }
    region.next = end;
    at
}

/// A cell of at least this size.
fn cell(region: &mut Region, size: usize) -> *mut BlockHeader {
    if size > LARGEST_SMALL {
        return large_cell(region, size);
    }
    let (class, size) = class_of(size);
    if region.free[class].is_null() {
        let slab = fits(region, SLAB);
        let number = (slab & (REGION - 1)) / SLAB;
        region.slabs[number] = (size / 16) as u32;
        for at in (0..SLAB / size).rev() {
            let header = (slab + at * size) as *mut BlockHeader;
            // SAFETY: fresh memory.
            unsafe {
                (*header).class = class as u32;
                (*header).next = region.free[class];
            }
            region.free[class] = header;
        }
    }
    let header = region.free[class];
    // SAFETY: lists hold free cells.
    region.free[class] = unsafe { (*header).next };
    header
}

fn large_cell(region: &mut Region, size: usize) -> *mut BlockHeader {
    let slabs = size.div_ceil(SLAB);
    // First fit among those that were freed: few programs free many.
    let mut link = &raw mut region.large;
    // SAFETY: lists hold free cells, and `link` points into one of them or to the list's head.
    unsafe {
        while !(*link).is_null() {
            let header = *link;
            if (*header).class as usize == slabs {
                *link = (*header).next;
                return header;
            }
            link = &raw mut (*header).next;
        }
    }
    let at = fits(region, slabs * SLAB);
    let first = (at & (REGION - 1)) / SLAB;
    for distance in 0..slabs {
        region.slabs[first + distance] = LARGE | distance as u32;
    }
    let header = at as *mut BlockHeader;
    // SAFETY: fresh memory.
    unsafe { (*header).class = slabs as u32 };
    header
}

/// The block that an address is in or next to, and where it begins.
pub fn block_at(address: usize) -> Option<(&'static mut BlockHeader, usize)> {
    let thread = (address - HEAP) / REGION;
    let base = HEAP + thread * REGION;
    if !MAPPED.get()[thread] {
        return None;
    }
    let region = region(thread as u32);
    if address >= region.next || address < base + region_size() {
        return None;
    }
    let slab = address & !(SLAB - 1);
    let cell = match region.slabs[(address - base) / SLAB] {
        0 => return None,
        large if large & LARGE != 0 => slab - (large & !LARGE) as usize * SLAB,
        size => slab + (address - slab) / (size as usize * 16) * (size as usize * 16),
    };
    // SAFETY: cells begin with headers.
    let header = unsafe { &mut *(cell as *mut BlockHeader) };
    (header.state != State::Fresh).then_some((header, 0)).map(|(header, _)| {
        let start = header.start;
        (header, start)
    })
}

/// The thread for which the C library makes a thread of the operating system right now.
static MADE_FOR: crate::global::Global<Option<u32>> = crate::global::Global::new(None);

/// What is allocated meanwhile is that thread's, and is no block of the guest's: where it is, and what blocks are called that are made
/// later, does not depend on when this was.
pub fn on_behalf_of<R>(thread: u32, work: impl FnOnce() -> R) -> R {
    *MADE_FOR.get() = Some(thread);
    let result = work();
    *MADE_FOR.get() = None;
    result
}

/// Allocates for the running thread.
pub fn allocate(size: usize, alignment: usize, pc: usize) -> usize {
    let thread = threads::current();
    let alignment = alignment.max(16);
    let extra = if alignment > 16 { alignment } else { 0 };
    let Some(needed) = size.max(1).checked_add(size_of::<BlockHeader>() + extra).filter(|needed| *needed < REGION)
    else {
        return 0;
    };
    let (owner, number, stack) = match *MADE_FOR.get() {
        Some(other) => (other, 0, 0),
        None => {
            let used = USED.get();
            *used += size;
            if *used as u64 > control::header().heap {
                control::end(outcome::HEAP, 0, 0, &[]);
            }
            thread.blocks += 1;
            (thread.id, thread.blocks, shadow_stack::stack(thread, pc, false))
        }
    };
    let header = cell(region(owner), needed);
    let start = (header as usize + size_of::<BlockHeader>()).next_multiple_of(alignment);
    // SAFETY: the cell is free and large enough.
    unsafe {
        (*header).name = block::heap(owner, number);
        (*header).size = size;
        (*header).start = start;
        (*header).stack = stack;
        (*header).state = State::Live;
    }
    start
}

/// The block is what OpenMP's threads share, and is called so.
pub fn name_team(address: usize) {
    if let Some((header, _)) = block_at(address) {
        header.name |= block::TEAM;
    }
}

/// Whether the block at this address, of this size, is used after it was freed; if so, where that was.
#[inline]
pub fn freed_at(address: usize) -> Option<(u32, u32)> {
    let (header, _) = block_at(address)?;
    (header.state == State::Freed).then_some((header.freed_at, header.stack))
}

/// Frees a block for the running thread.
fn release(address: usize, pc: usize) {
    let Some((header, start)) = block_at(address) else {
        crash::of_guest("invalid free: no block is there", pc);
    };
    if header.state == State::Freed {
        crash::of_guest("double free", pc);
    }
    if start != address {
        crash::of_guest("invalid free: not the beginning of a block", pc);
    }
    if control::is_armed() {
        let size = header.size.clamp(1, 1 << 16) as u32;
        control::inside(|| {
            let pending = Pending::new(op::WRITE, address, pc).flags(flag::FREES).size(size);
            control::arrive(pending);
            control::emit(Event::of(&pending));
        });
        // Another thread may have freed it first.
        if block_at(address).is_none_or(|(header, _)| header.state == State::Freed) {
            crash::of_guest("double free", pc);
        }
    }
    let thread = threads::current();
    header.state = State::Freed;
    header.freed_at = shadow_stack::stack(thread, pc, false);
    *USED.get() -= header.size.min(*USED.get());
    let region = region(thread.id);
    let size = header.size;
    while region.resting_count == RESTING || (region.resting_count > 0 && region.resting_bytes + size > RESTING_BYTES) {
        let oldest = region.resting[region.first_resting];
        region.first_resting = (region.first_resting + 1) % RESTING;
        region.resting_count -= 1;
        // SAFETY: what rests is a free cell.
        let oldest = unsafe { &mut *oldest };
        region.resting_bytes -= oldest.size.min(region.resting_bytes);
        let slab = region_slab(oldest);
        let list = if slab & LARGE != 0 { &mut region.large } else { &mut region.free[oldest.class as usize] };
        oldest.next = *list;
        *list = oldest;
    }
    let at = (region.first_resting + region.resting_count) % RESTING;
    region.resting[at] = header;
    region.resting_count += 1;
    region.resting_bytes += size;
}

/// Frees a block of the runtime's own: nobody is told.
pub fn discard(address: usize, pc: usize) {
    control::inside(|| release(address, pc));
}

fn region_slab(header: &BlockHeader) -> u32 {
    let address = &raw const *header as usize;
    region(((address - HEAP) / REGION) as u32).slabs[address % REGION / SLAB]
}

extern "C" fn malloc_at(size: usize, pc: usize) -> usize {
    if control::is_on() {
        control::inside(|| allocate(size, 16, pc))
    } else {
        // SAFETY: the C library's own.
        unsafe { real::__libc_malloc(size) as usize }
    }
}

extern "C" fn calloc_at(count: usize, size: usize, pc: usize) -> usize {
    if !control::is_on() {
        // SAFETY: the C library's own.
        return unsafe { real::__libc_calloc(count, size) as usize };
    }
    let Some(bytes) = count.checked_mul(size) else { return 0 };
    control::inside(|| {
        let block = allocate(bytes, 16, pc);
        if block != 0 {
            // SAFETY: the block has so many bytes.
            unsafe { crate::memory::fill(block, 0, bytes) };
        }
        block
    })
}

extern "C" fn realloc_at(old: usize, size: usize, pc: usize) -> usize {
    if old == 0 {
        return malloc_at(size, pc);
    }
    if !contains(old) {
        if !control::is_on() {
            // SAFETY: the C library's own.
            return unsafe { real::__libc_realloc(old as *mut c_void, size) as usize };
        }
        // A block of the C library's, from before we were in control: its size is not known to us, but to it.
        let known = crate::real::real!(malloc_usable_size(old => usize) -> usize);
        let new = malloc_at(size, pc);
        if new != 0 {
            // SAFETY: both blocks have so many bytes.
            unsafe { crate::memory::copy(new, old, known.min(size)) };
        }
        return new;
    }
    let Some((header, start)) = block_at(old) else { crash::of_guest("invalid realloc: no block is there", pc) };
    if start != old || header.state == State::Freed {
        crash::of_guest("realloc of a block that was freed", pc);
    }
    let kept = header.size.min(size);
    let new = malloc_at(size, pc);
    if new != 0 {
        // SAFETY: both blocks have so many bytes.
        control::inside(|| unsafe { crate::memory::copy(new, old, kept) });
        release(old, pc);
    }
    new
}

pub extern "C" fn free_at(block: usize, pc: usize) {
    if contains(block) {
        release(block, pc);
    } else if block != 0 && !control::is_on() {
        // SAFETY: the C library's own.
        unsafe { real::__libc_free(block as *mut c_void) };
    }
    // In a controlled guest the C library's blocks are those from before: they are just kept.
}

extern "C" fn memalign_at(alignment: usize, size: usize, pc: usize) -> usize {
    if control::is_on() {
        control::inside(|| allocate(size, alignment, pc))
    } else {
        // SAFETY: the C library's own.
        unsafe { real::__libc_memalign(alignment, size) as usize }
    }
}

extern "C" fn posix_memalign_at(result: *mut usize, alignment: usize, size: usize, pc: usize) -> c_int {
    if !alignment.is_power_of_two() || alignment % 8 != 0 {
        return EINVAL;
    }
    match memalign_at(alignment, size, pc) {
        0 => ENOMEM,
        block => {
            // SAFETY: the guest's own variable.
            unsafe { *result = block };
            0
        }
    }
}

with_position! {
    malloc / 1 => malloc_at;
    calloc / 2 => calloc_at;
    realloc / 2 => realloc_at;
    free / 1 => free_at;
    memalign / 2 => memalign_at;
    aligned_alloc / 2 => memalign_at;
    posix_memalign / 3 => posix_memalign_at;
    // operator new and delete, with their variants
    _Znwm / 1 => malloc_at;
    _Znam / 1 => malloc_at;
    _ZnwmRKSt9nothrow_t / 1 => malloc_at;
    _ZnamRKSt9nothrow_t / 1 => malloc_at;
    _ZdlPv / 1 => free_at;
    _ZdaPv / 1 => free_at;
    _ZdlPvm / 1 => free_at;
    _ZdaPvm / 1 => free_at;
    _ZdlPvRKSt9nothrow_t / 1 => free_at;
    _ZdaPvRKSt9nothrow_t / 1 => free_at;
    _ZnwmSt11align_val_t / 2 => new_aligned;
    _ZnamSt11align_val_t / 2 => new_aligned;
    _ZdlPvSt11align_val_t / 1 => free_at;
    _ZdaPvSt11align_val_t / 1 => free_at;
    _ZdlPvmSt11align_val_t / 1 => free_at;
    _ZdaPvmSt11align_val_t / 1 => free_at;
}

extern "C" fn new_aligned(size: usize, alignment: usize, pc: usize) -> usize {
    memalign_at(alignment, size, pc)
}

#[unsafe(no_mangle)]
extern "C" fn malloc_usable_size(block: usize) -> usize {
    match contains(block).then(|| block_at(block)).flatten() {
        Some((header, _)) => header.size,
        None if block == 0 => 0,
        None => crate::real::real!(malloc_usable_size(block => usize) -> usize),
    }
}
