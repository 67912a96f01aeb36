//! `jdk.internal.misc.Unsafe`, the rest: raw memory, field offsets, classes, fences.
//!
//! Raw memory is arena memory outside of the heap's objects: a block of its own chunk, named by its creator like every
//! chunk, so that a path always gets the same addresses. What is freed is zeroed, and serves again for blocks of that length of the same
//! creator. All of it counts as heap.

use super::args;
use super::bulk::{Move, Source};
use super::loader::define_class;
use super::reflect_data;
use super::r#unsafe::IMAGE_WINDOW;
use super::unsafe_bounds::{Use, fault, range};
use super::{Native, Seen, native, nothing, visible};
use crate::vm::classes::class::{Kind, Shape, acc};
use crate::vm::memory::collect::region::{R_BLOCKS, R_FREE_BLOCKS};
use crate::vm::memory::layout::{ARRAY_BASE, Ref};
use crate::vm::threads::thread;
use crate::vm::{Trap, Vm, VmResult, raise};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
/// Words before a block. The first has the length in bytes, shifted left by one and with the lowest bit set; of a free block it has
/// the next free one, shifted likewise. The second has the words of the chunk, and above them the address of its region's record.
const BLOCK_HEADER: u32 = 2;
/// So many free blocks are looked at for one that fits.
const MOST_LOOKED_AT: usize = 256;
/// Blocks are numbered apart from the chunks of objects.
const FIRST_BLOCK: u32 = 1 << 31;

pub(super) static NATIVES: &[Native] = &[
    visible(UNSAFE, "allocateInstance", "", initializer_pending, |vm, args| {
        let class = args::class(vm, args[1])?;
        let abstract_type = class.access & (acc::ABSTRACT | acc::INTERFACE) != 0;
        if std::ptr::eq(class, vm.known.class()) {
            return raise("java/lang/IllegalAccessException", class.java_name());
        }
        if abstract_type || !matches!(class.shape, Shape::Instance) {
            let name = if class.primitive().is_some() { String::new() } else { class.java_name() };
            return raise("java/lang/InstantiationException", name);
        }
        vm.initialize(class)?;
        Ok(u64::from(vm.new_object(class)?))
    }),
    native(UNSAFE, "allocateMemory0", "", |vm, args| Ok(allocate(vm, args[1]))),
    native(UNSAFE, "reallocateMemory0", "", |vm, args| {
        let (old, bytes) = (args[1], args[2]);
        if old != 0 && block_bytes(vm, old).is_none() {
            return Err(fault());
        }
        let new = allocate(vm, bytes);
        if new != 0 && old != 0 {
            let kept = block_bytes(vm, old).unwrap_or(0).min(bytes);
            vm.arena.copy_bytes(old, new, kept as usize);
            free(vm, old)?;
        }
        Ok(new)
    }),
    native(UNSAFE, "freeMemory0", "", |vm, args| {
        if args[1] != 0 {
            free(vm, args[1])?;
        }
        Ok(0)
    }),
    visible(
        UNSAFE,
        "setMemory0",
        "",
        |vm, args| set_of(vm, args).ok()?.pending(vm),
        |vm, args| set_of(vm, args)?.run(vm),
    ),
    visible(
        UNSAFE,
        "copyMemory0",
        "",
        |vm, args| copy_of(vm, args).ok()??.pending(vm),
        |vm, args| match copy_of(vm, args)? {
            Some(bulk) => bulk.run(vm),
            None => {
                let (from, to) = copied(vm, args)?;
                copy(vm, from, to, args[5]);
                Ok(0)
            }
        },
    ),
    native(UNSAFE, "copySwapMemory0", "", copy_swapped),
    native(UNSAFE, "objectFieldOffset0", "", |vm, args| Ok(reflect_data::field_of(vm, args[1])?.unsafe_offset())),
    native(UNSAFE, "objectFieldOffset1", "", |vm, args| {
        let class = args::class(vm, args[1])?;
        let name = args::text(vm, args[2])?;
        match class.fields.iter().find(|f| *f.name == *name) {
            Some(field) => Ok(field.unsafe_offset()),
            None => raise("java/lang/InternalError", name),
        }
    }),
    native(UNSAFE, "staticFieldOffset0", "", |vm, args| Ok(reflect_data::field_of(vm, args[1])?.unsafe_offset())),
    native(UNSAFE, "staticFieldBase0", "", |vm, args| {
        let class = reflect_data::field_of(vm, args[1])?.class();
        Ok(u64::from(vm.mirror(class)))
    }),
    native(UNSAFE, "shouldBeInitialized0", "", |vm, args| {
        let class = args::class(vm, args[1])?;
        Ok(u64::from(matches!(class.shape, Shape::Instance) && !vm.is_initialized(class)))
    }),
    visible(UNSAFE, "ensureClassInitialized0", "", initializer_pending, |vm, args| {
        let class = args::class(vm, args[1])?;
        vm.initialize(class)?;
        Ok(0)
    }),
    native(UNSAFE, "arrayBaseOffset0", "", |vm, args| array_class(vm, args[1]).map(|_| ARRAY_BASE)),
    native(UNSAFE, "arrayIndexScale0", "", |vm, args| array_class(vm, args[1]).map(|shift| 1 << shift)),
    native(UNSAFE, "defineClass0", "", |vm, args| {
        let bytes = args::bytes(vm, args[2], args[3], args[4])?;
        define_class(vm, args[5] as Ref, args[1], &bytes, args[6] as Ref)
    }),
    native(UNSAFE, "throwException", "", |_, args| Err(Trap::Throw(args::object(args[1])?))),
    native(UNSAFE, "getLoadAverage0", "", |_, _| Ok(u64::from(u32::MAX))),
    native(UNSAFE, "loadFence", "", nothing),
    native(UNSAFE, "storeFence", "", nothing),
    native(UNSAFE, "fullFence", "", nothing),
];

/// What needs a class is visible only while another thread initialises it.
fn initializer_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    vm.see_initializer(vm.asked_thread(), args::class(vm, args[1]).ok()?)
}

/// `setMemory(base, offset, bytes, value)`: the elements of an array one by one, anything else byte by byte.
fn set_of(vm: &Vm, args: &[u64]) -> VmResult<Move> {
    let (base, bytes) = (args[1] as Ref, args[3]);
    let to = range(vm, base, args[2], bytes, Use::Write)?;
    let (kind, count) = unit(vm, &[base], bytes);
    let value = (args[4] & 0xff) * 0x0101_0101_0101_0101;
    Ok(Move { source: Source::Value(value), target: base, to, kind, count, checked: None })
}

/// The byte addresses of a copy, `(source, offset, target, offset, bytes)`.
fn copied(vm: &Vm, args: &[u64]) -> VmResult<(u64, u64)> {
    let from = range(vm, args[1] as Ref, args[2], args[5], Use::Read)?;
    let to = range(vm, args[3] as Ref, args[4], args[5], Use::Write)?;
    Ok((from, to))
}

/// `copyMemory(source, offset, target, offset, bytes)`; none where the source is the JDK's image.
fn copy_of(vm: &Vm, args: &[u64]) -> VmResult<Option<Move>> {
    let (from, to) = copied(vm, args)?;
    let (source, target) = (args[1] as Ref, args[3] as Ref);
    let (kind, count) = unit(vm, &[source, target], args[5]);
    let source = Source::Memory(source, from);
    Ok((from < IMAGE_WINDOW).then_some(Move { source, target, to, kind, count, checked: None }))
}

/// In which pieces so many bytes of some arrays are moved, and in how many: in the smallest elements that other threads can
/// notice, or in bytes where those would not come out even.
fn unit(vm: &Vm, arrays: &[Ref], bytes: u64) -> (Kind, u64) {
    let noticed = arrays.iter().copied().filter(|array| *array != 0 && vm.shows_elements(*array));
    let shifts = noticed.filter_map(|array| match vm.class_of(array).shape {
        Shape::Array(kind, _) => Some(kind.shift()),
        _ => None,
    });
    let shift = shifts.min().filter(|shift| bytes.is_multiple_of(1 << shift)).unwrap_or(0);
    let kind = [Kind::Byte, Kind::Short, Kind::Int, Kind::Long][shift as usize];
    (kind, bytes >> shift)
}

/// log2 of the element size of an array class argument.
fn array_class(vm: &Vm, mirror: u64) -> VmResult<u32> {
    match args::class(vm, mirror)?.shape {
        Shape::Array(kind, _) => Ok(kind.shift()),
        _ => raise("java/lang/IllegalArgumentException", "not an array class"),
    }
}

/// Allocates a block; 0 when memory is used up, which the caller turns into an `OutOfMemoryError`.
pub(super) fn allocate(vm: &mut Vm, bytes: u64) -> u64 {
    let words = bytes.div_ceil(8).saturating_add(u64::from(BLOCK_HEADER));
    let limit = vm.shared.config.heap_words();
    if words > limit || (vm.heap_used + words > limit && vm.collect_for(words).is_err()) {
        return 0;
    }
    let words = words as u32;
    let record = thread::region(vm).record(vm);
    let chunk = match take_free(vm, record, words) {
        Some(chunk) => chunk,
        None => {
            let creator = thread::region(vm).creator(vm.tid);
            let number = vm.get(record + R_BLOCKS);
            let chunk = vm.shared.registry.lock().block(creator, FIRST_BLOCK + number as u32, words);
            let Some(chunk) = chunk else { return 0 };
            vm.set(record + R_BLOCKS, number + 1);
            chunk
        }
    };
    vm.count_raw(i64::from(words));
    vm.set(chunk, bytes << 1 | 1);
    vm.set(chunk + 1, u64::from(words) | u64::from(record) << 32);
    u64::from(chunk + BLOCK_HEADER) * 8
}

/// Takes a free block of this length off a region's list.
fn take_free(vm: &mut Vm, record: u32, words: u32) -> Option<u32> {
    let mut before = record + R_FREE_BLOCKS;
    for _ in 0..MOST_LOOKED_AT {
        let chunk = (vm.get(before) >> 1) as u32;
        if chunk == 0 {
            return None;
        }
        if vm.get(chunk + 1) as u32 == words {
            let next = vm.get(chunk);
            vm.set(before, next);
            return Some(chunk);
        }
        before = chunk;
    }
    None
}

/// The length of the block that begins at an address; none for any other address.
fn block_bytes(vm: &Vm, address: u64) -> Option<u64> {
    let data = u32::try_from(address / 8).ok().filter(|_| address.is_multiple_of(8))?;
    let (chunk, _) = vm.block_around(data)?;
    let word = vm.get(chunk);
    (chunk + BLOCK_HEADER == data && word & 1 != 0).then_some(word >> 1)
}

/// Gives a block back; any other address is a fault.
pub(super) fn free(vm: &mut Vm, address: u64) -> VmResult<()> {
    if block_bytes(vm, address).is_none() {
        return Err(fault());
    }
    let chunk = (address / 8) as u32 - BLOCK_HEADER;
    let word = vm.get(chunk + 1);
    let (words, list) = (word as u32, (word >> 32) as u32 + R_FREE_BLOCKS);
    vm.arena.clear(chunk + BLOCK_HEADER, words - BLOCK_HEADER);
    let next = vm.get(list);
    vm.set(chunk, next);
    vm.set(list, u64::from(chunk) << 1);
    vm.count_raw(-i64::from(words));
    Ok(())
}

impl Vm {
    /// Whether bytes at a raw address are all in one block that was allocated and not freed.
    #[inline]
    pub(super) fn in_block(&self, address: u64, bytes: u64) -> bool {
        let Some((chunk, _)) = u32::try_from(address / 8).ok().and_then(|word| self.block_around(word)) else {
            return false;
        };
        let word = self.get(chunk);
        let first = u64::from(chunk + BLOCK_HEADER) * 8;
        let end = first + (word >> 1);
        word & 1 != 0 && address >= first && address.checked_add(bytes).is_some_and(|last| last <= end)
    }

    /// The chunk of raw memory, free or not, that a word is in, and its end. The last answer is remembered: chunks stay what they are.
    fn block_around(&self, word: u32) -> Option<(u32, u32)> {
        let (first, end) = self.last_block.get();
        if (first..end).contains(&word) {
            return Some((first, end));
        }
        let found = self.shared.registry.lock().block_around(word)?;
        self.last_block.set(found);
        Some(found)
    }
}

fn copy(vm: &mut Vm, from: u64, to: u64, bytes: u64) {
    if from < IMAGE_WINDOW {
        vm.arena.copy_bytes(from, to, bytes as usize);
        return;
    }
    let shared = vm.shared.clone();
    let from = usize::try_from(from - IMAGE_WINDOW).unwrap_or(usize::MAX);
    let Some(source) = shared.image.bytes().get(from..).and_then(|rest| rest.get(..bytes as usize)) else { return };
    let Ok(first) = u32::try_from(to / 8) else { return };
    let skip = (to % 8) as usize;
    if let Some(target) = vm.arena.slice_mut(first, skip + source.len()).get_mut(skip..skip + source.len()) {
        target.copy_from_slice(source);
    }
}

fn copy_swapped(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (from, to) = copied(vm, args)?;
    let (bytes, size) = (args[5], args[6]);
    if !matches!(size, 2 | 4 | 8) || !bytes.is_multiple_of(size) {
        return raise("java/lang/IllegalArgumentException", "");
    }
    copy(vm, from, to, bytes);
    for element in 0..bytes / size {
        let at = to + element * size;
        for i in 0..size / 2 {
            let (low, high) = (at + i, at + size - 1 - i);
            let (a, b): ([u8; 1], [u8; 1]) = (vm.arena.bytes(low), vm.arena.bytes(high));
            vm.arena.set_bytes(low, b);
            vm.arena.set_bytes(high, a);
        }
    }
    Ok(0)
}
