//! `jdk.internal.misc.Unsafe`, the rest: raw memory, field offsets, classes, fences.
//!
//! Raw memory is arena memory outside of the heap's objects: a block of its own chunk, named by its creator like every
//! chunk, so that a path always gets the same addresses. What is freed is zeroed and not used again.

use super::args;
use super::bulk::{Move, Source};
use super::loader::define_class;
use super::reflect_data;
use super::r#unsafe::IMAGE_WINDOW;
use super::{Native, Seen, native, nothing, visible};
use crate::vm::classes::class::{Kind, Shape, acc};
use crate::vm::memory::collect::region::R_BLOCKS;
use crate::vm::memory::layout::{ARRAY_BASE, HEAP, Ref};
use crate::vm::threads::thread;
use crate::vm::{Trap, Vm, VmResult, raise};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
/// Words before a block: its length in bytes, and one that keeps 16-byte alignment likely.
const BLOCK_HEADER: u32 = 2;
/// Blocks are numbered apart from the chunks of objects.
const FIRST_BLOCK: u32 = 1 << 31;

pub(super) static NATIVES: &[Native] = &[
    visible(UNSAFE, "allocateInstance", "", initializer_pending, |vm, args| {
        let class = args::class(vm, args[1])?;
        let abstract_type = class.access & (acc::ABSTRACT | acc::INTERFACE) != 0;
        if abstract_type || !matches!(class.shape, Shape::Instance) || std::ptr::eq(class, vm.known.class()) {
            return raise("java/lang/InstantiationException", class.java_name());
        }
        vm.initialize(class)?;
        Ok(u64::from(vm.new_object(class)?))
    }),
    native(UNSAFE, "allocateMemory0", "", |vm, args| Ok(allocate(vm, args[1]))),
    native(UNSAFE, "reallocateMemory0", "", |vm, args| {
        let (old, bytes) = (args[1], args[2]);
        let new = allocate(vm, bytes);
        if new != 0 {
            let kept = block_bytes(vm, old).min(bytes);
            vm.arena.copy_bytes(old, new, kept as usize);
            free(vm, old);
        }
        Ok(new)
    }),
    native(UNSAFE, "freeMemory0", "", |vm, args| {
        free(vm, args[1]);
        Ok(0)
    }),
    visible(UNSAFE, "setMemory0", "", |vm, args| set_of(vm, args).pending(vm), |vm, args| set_of(vm, args).run(vm)),
    visible(
        UNSAFE,
        "copyMemory0",
        "",
        |vm, args| copy_of(vm, args)?.pending(vm),
        |vm, args| match copy_of(vm, args) {
            Some(bulk) => bulk.run(vm),
            None => {
                copy(vm, address(args[1], args[2]), address(args[3], args[4]), args[5]);
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

/// The byte address of an offset from an object, or of a raw offset.
fn address(base: u64, offset: u64) -> u64 {
    (base * 8).wrapping_add(offset)
}

/// `setMemory(base, offset, bytes, value)`: the elements of an array one by one, anything else byte by byte.
fn set_of(vm: &Vm, args: &[u64]) -> Move {
    let (base, bytes) = (args[1] as Ref, args[3]);
    let (kind, count) = unit(vm, &[base], bytes);
    let value = (args[4] & 0xff) * 0x0101_0101_0101_0101;
    let end = 8u64 << 32;
    let to = address(args[1], args[2]);
    Move {
        source: Source::Value(value),
        target: base,
        to,
        kind,
        count: count.min(end.saturating_sub(to) >> kind.shift()),
        checked: None,
    }
}

/// `copyMemory(source, offset, target, offset, bytes)`; none where the source is the JDK's image.
fn copy_of(vm: &Vm, args: &[u64]) -> Option<Move> {
    let (from, to) = (address(args[1], args[2]), address(args[3], args[4]));
    let (source, target) = (args[1] as Ref, args[3] as Ref);
    let (kind, count) = unit(vm, &[source, target], args[5]);
    (from < IMAGE_WINDOW).then_some(Move {
        source: Source::Memory(source, from),
        target,
        to,
        kind,
        count,
        checked: None,
    })
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
    let region = thread::region(vm);
    let record = region.record(vm) + R_BLOCKS;
    let number = vm.get(record);
    let chunk = vm.shared.registry.lock().chunk(region.creator(vm.tid), FIRST_BLOCK + number as u32, words as u32);
    let Some(chunk) = chunk else { return 0 };
    vm.set(record, number + 1);
    vm.count_raw(words as i64);
    vm.set(chunk, bytes);
    u64::from(chunk + BLOCK_HEADER) * 8
}

/// The length of a block of ours; 0 for any other address.
fn block_bytes(vm: &Vm, address: u64) -> u64 {
    let data = u32::try_from(address / 8).unwrap_or(0);
    if !address.is_multiple_of(8) || data < HEAP + BLOCK_HEADER {
        return 0;
    }
    let bytes = vm.get(data - BLOCK_HEADER);
    if bytes.div_ceil(8) <= u64::from(u32::MAX - data) { bytes } else { 0 }
}

/// Gives a block back; any other address is ignored.
pub(super) fn free(vm: &mut Vm, address: u64) {
    let bytes = block_bytes(vm, address);
    if bytes != 0 {
        let words = bytes.div_ceil(8) as u32 + BLOCK_HEADER;
        vm.arena.zero((address / 8) as u32 - BLOCK_HEADER, words);
        vm.count_raw(-i64::from(words));
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
    let (from, to, bytes) = (address(args[1], args[2]), address(args[3], args[4]), args[5]);
    let size = args[6].clamp(1, 8);
    copy(vm, from, to, bytes);
    for element in 0..bytes / size {
        let at = to.wrapping_add(element * size);
        for i in 0..size / 2 {
            let (low, high) = (at.wrapping_add(i), at.wrapping_add(size - 1 - i));
            let (a, b): ([u8; 1], [u8; 1]) = (vm.arena.bytes(low), vm.arena.bytes(high));
            vm.arena.set_bytes(low, b);
            vm.arena.set_bytes(high, a);
        }
    }
    Ok(0)
}
