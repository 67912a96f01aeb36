//! Library methods that we run ourselves because they are loops over arrays: comparing, hashing, searching, widening,
//! filling. All are functions of their arguments alone.
//!
//! The content of strings never changes, so the string methods are invisible. The others can be handed arrays of the program's
//! (a `StringBuilder`'s content is one): they are intrinsics, which stand back for the library's own code where other threads
//! can notice what is done to the array.

use deadheat_machine::brake;

use super::r#unsafe::IMAGE_WINDOW;
use super::unsafe_bounds::{self, Use};
use super::{Native, native};
use crate::vm::classes::class::Kind;
use crate::vm::memory::layout::{ARRAY_BASE, HEADER, Ref};
use crate::vm::{Vm, VmResult, raise};

const STRING: &str = "java/lang/String";
const LATIN1: &str = "java/lang/StringLatin1";
const UTF16: &str = "java/lang/StringUTF16";
const ARRAYS: &str = "java/util/Arrays";

/// -1 as an int.
const NONE: u64 = u32::MAX as u64;

/// `Arrays.fill` for one type of element, of the whole array and of a range.
macro_rules! fill {
    ($whole:literal, $range:literal) => {
        [
            native(ARRAYS, "fill", $whole, |vm, args| {
                let end = args[0] as Ref;
                let length = if end == 0 { 0 } else { vm.array_len(end) };
                fill(vm, args[0] as Ref, 0, length as i32, args[1])
            })
            .intrinsic(),
            native(ARRAYS, "fill", $range, |vm, args| {
                fill(vm, args[0] as Ref, args[1] as i32, args[2] as i32, args[3])
            })
            .intrinsic(),
        ]
    };
}

pub(super) static FILLS: [[Native; 2]; 8] = [
    fill!("([ZZ)V", "([ZIIZ)V"),
    fill!("([BB)V", "([BIIB)V"),
    fill!("([CC)V", "([CIIC)V"),
    fill!("([SS)V", "([SIIS)V"),
    fill!("([II)V", "([IIII)V"),
    fill!("([JJ)V", "([JIIJ)V"),
    fill!("([FF)V", "([FIIF)V"),
    fill!("([DD)V", "([DIID)V"),
];

pub(super) static NATIVES: &[Native] = &[
    native(STRING, "equals", "", string_equals),
    native(STRING, "hashCode", "", string_hash),
    native(LATIN1, "equals", "", arrays_equal).intrinsic(),
    native(UTF16, "equals", "", arrays_equal).intrinsic(),
    native(LATIN1, "hashCode", "([B)I", |vm, args| Ok(u64::from(latin1_hash(bytes(vm, args[0])?)))).intrinsic(),
    native(UTF16, "hashCode", "([B)I", |vm, args| Ok(u64::from(utf16_hash(bytes(vm, args[0])?)))).intrinsic(),
    native(LATIN1, "compareTo", "([B[B)I", |vm, args| {
        let (a, b) = (bytes(vm, args[0])?, bytes(vm, args[1])?);
        let first = a.iter().zip(b).find(|(a, b)| a != b).map(|(a, b)| i32::from(*a) - i32::from(*b));
        Ok(u64::from(first.unwrap_or(a.len() as i32 - b.len() as i32) as u32))
    })
    .intrinsic(),
    native(UTF16, "compareTo", "([B[B)I", |vm, args| {
        let (a, b) = (bytes(vm, args[0])?, bytes(vm, args[1])?);
        let first = units(a).zip(units(b)).find(|(a, b)| a != b).map(|(a, b)| i32::from(a) - i32::from(b));
        Ok(u64::from(first.unwrap_or((a.len() / 2) as i32 - (b.len() / 2) as i32) as u32))
    })
    .intrinsic(),
    native(LATIN1, "indexOfChar", "([BIII)I", |vm, args| {
        let (from, to) = (args[2] as i32, args[3] as i32);
        let text = range(bytes(vm, args[0])?, from, to)?;
        Ok(text.iter().position(|b| *b == args[1] as u8).map_or(NONE, |at| at as u64 + args[2]))
    })
    .intrinsic(),
    native(LATIN1, "indexOf", "([BI[BII)I", latin1_index_of).intrinsic(),
    native(LATIN1, "inflate", "([BI[CII)V", inflate).intrinsic(),
    native(LATIN1, "inflate", "([BI[BII)V", inflate).intrinsic(),
    native(LATIN1, "getChars", "([BII[CI)V", |vm, args| {
        inflate(vm, &[args[0], args[1], args[3], args[4], length_of(args)])
    })
    .intrinsic(),
    native(UTF16, "getChars", "([BII[CI)V", |vm, args| {
        copy_units(vm, args[0] as Ref, args[1] as i32, args[3] as Ref, args[4] as i32, length_of(args) as i32)
    })
    .intrinsic(),
    native(UTF16, "compress", "([CI[BII)I", compress).intrinsic(),
    native(UTF16, "compress", "([BI[BII)I", compress).intrinsic(),
    native(UTF16, "toBytes", "([CII)[B", |vm, args| {
        let (from, length) = (args[1] as i32, args[2] as i32);
        if length < 0 {
            return raise("java/lang/NegativeArraySizeException", length.to_string());
        }
        let array = vm.new_primitive_array(Kind::Byte, length as usize * 2)?;
        copy_units(vm, args[0] as Ref, from, array, 0, length)?;
        Ok(u64::from(array))
    })
    .intrinsic(),
    native("java/lang/StringCoding", "hasNegatives", "([BII)Z", |vm, args| {
        let (from, length) = (args[1] as i32, args[2] as i32);
        let text = range(bytes(vm, args[0])?, from, from.saturating_add(length))?;
        Ok(u64::from(text.iter().any(|b| *b >= 0x80)))
    })
    .intrinsic(),
    native("java/lang/StringCoding", "countPositives", "([BII)I", |vm, args| {
        let (from, length) = (args[1] as i32, args[2] as i32);
        let text = range(bytes(vm, args[0])?, from, from.saturating_add(length))?;
        Ok(text.iter().position(|b| *b >= 0x80).unwrap_or(text.len()) as u64)
    })
    .intrinsic(),
    native("jdk/internal/util/ArraysSupport", "vectorizedMismatch", "", mismatch),
];

// ---- arguments

fn bytes(vm: &Vm, array: u64) -> VmResult<&[u8]> {
    if array == 0 { raise("java/lang/NullPointerException", "") } else { Ok(vm.array_bytes(array as Ref)) }
}

fn units(bytes: &[u8]) -> impl Iterator<Item = u16> + '_ {
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
}

fn range(bytes: &[u8], from: i32, to: i32) -> VmResult<&[u8]> {
    if from >= to {
        return Ok(&[]);
    }
    let found = usize::try_from(from).ok().zip(usize::try_from(to).ok()).and_then(|(from, to)| bytes.get(from..to));
    found.map_or_else(|| out_of_bounds(if from < 0 { from } else { bytes.len() as i32 }, bytes.len()), Ok)
}

fn out_of_bounds<T>(index: i32, length: usize) -> VmResult<T> {
    let message = format!("Index {index} out of bounds for length {length}");
    raise("java/lang/ArrayIndexOutOfBoundsException", message)
}

/// The length that a begin and an end in the second and third argument make.
fn length_of(args: &[u64]) -> u64 {
    u64::from((args[2] as i32).wrapping_sub(args[1] as i32).max(0) as u32)
}

// ---- strings

fn string_equals(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (a, b) = (args[0] as Ref, args[1] as Ref);
    if a == b {
        return Ok(1);
    }
    if b == 0 || !std::ptr::eq(vm.class_of(b), vm.known.string()) {
        return Ok(0);
    }
    let (coder, value) = (vm.known.string_coder, vm.known.string_value);
    let same = vm.field(a, coder) == vm.field(b, coder)
        && vm.array_bytes(vm.ref_field(a, value)) == vm.array_bytes(vm.ref_field(b, value));
    Ok(u64::from(same))
}

fn latin1_hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(*byte)))
}

fn utf16_hash(bytes: &[u8]) -> u32 {
    units(bytes).fold(0u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(u32::from(unit)))
}

/// The hash is cached in the string, as the library does.
fn string_hash(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let string = args[0] as Ref;
    let cached = vm.field(string, vm.known.string_hash);
    if cached != 0 {
        return Ok(cached);
    }
    let value = vm.array_bytes(vm.ref_field(string, vm.known.string_value));
    let hash = if vm.field(string, vm.known.string_coder) == 0 { latin1_hash(value) } else { utf16_hash(value) };
    if hash != 0 {
        let place = vm.known.string_hash;
        vm.set(string + place, u64::from(hash));
    }
    Ok(u64::from(hash))
}

fn arrays_equal(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    Ok(u64::from(bytes(vm, args[0])? == bytes(vm, args[1])?))
}

/// `indexOf(value, valueCount, str, strCount, fromIndex)`.
fn latin1_index_of(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let text = range(bytes(vm, args[0])?, 0, args[1] as i32)?;
    let wanted = range(bytes(vm, args[2])?, 0, args[3] as i32)?;
    let from = args[4] as u32 as usize;
    let Some((first, rest)) = wanted.split_first() else {
        return out_of_bounds(0, 0);
    };
    let last = text.len().saturating_sub(wanted.len());
    if wanted.len() > text.len() {
        return Ok(NONE);
    }
    let found = (from..=last).find(|at| text[*at] == *first && text[at + 1..].starts_with(rest));
    Ok(found.map_or(NONE, |at| at as u64))
}

/// Bytes to 16-bit units: `inflate(src, srcOff, dst, dstOff, len)`, offsets in bytes and in units.
fn inflate(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (from, to, length) = (args[1] as i32, args[3] as i32, args[4] as i32);
    let wide: Vec<u8> = {
        let source = bytes(vm, args[0])?;
        range(source, from, from.saturating_add(length))?.iter().flat_map(|b| [*b, 0]).collect()
    };
    store(vm, args[2] as Ref, to, 2, &wide)
}

/// Writes `content` to an array from the `index`th element of `size` bytes on.
fn store(vm: &mut Vm, array: Ref, index: i32, size: usize, content: &[u8]) -> VmResult<u64> {
    if content.is_empty() {
        return Ok(0);
    }
    let length = bytes(vm, u64::from(array))?.len();
    let Ok(start) = usize::try_from(index) else { return out_of_bounds(index, length / size) };
    if start * size + content.len() > length {
        return out_of_bounds((length / size) as i32, length / size);
    }
    vm.store_bytes(array, start * size, content);
    Ok(0)
}

/// Copies units between `char[]`s and `byte[]`s, offsets in units.
fn copy_units(vm: &mut Vm, source: Ref, from: i32, target: Ref, to: i32, length: i32) -> VmResult<u64> {
    let content = {
        let all = bytes(vm, u64::from(source))?;
        range(all, from.saturating_mul(2), from.saturating_add(length).saturating_mul(2))?.to_vec()
    };
    store(vm, target, to, 2, &content)
}

/// Units to bytes if all fit: `compress(src, srcOff, dst, dstOff, len)` answers with the length, or 0.
fn compress(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (from, to, length) = (args[1] as i32, args[3] as i32, args[4] as i32);
    let narrow: Option<Vec<u8>> = {
        let source = bytes(vm, args[0])?;
        let text = range(source, from.saturating_mul(2), from.saturating_add(length).saturating_mul(2))?;
        units(text).map(|unit| u8::try_from(unit).ok()).collect()
    };
    match narrow {
        Some(narrow) => {
            store(vm, args[2] as Ref, to, 1, &narrow)?;
            Ok(args[4])
        }
        None => Ok(0),
    }
}

// ---- arrays

/// `vectorizedMismatch(a, aOffset, b, bOffset, length, log2ElementSize)`: the first difference, or the complement of how
/// many elements are left to check. Those are none, or, where other threads can notice the reads, all: the library then
/// reads them one by one.
fn mismatch(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (shift, count) = (args[5] as u32 & 3, args[4] as u32 as usize);
    if vm.switching && [args[0], args[2]].iter().any(|array| *array != 0 && vm.shows_elements(*array as Ref)) {
        return Ok(u64::from(!(count as u32)));
    }
    if [(args[0], args[1]), (args[2], args[3])].iter().any(|(base, offset)| *base == 0 && *offset >= IMAGE_WINDOW) {
        return Ok(u64::from(!(count as u32)));
    }
    let view = |object: u64, offset: u64| {
        let address = unsafe_bounds::range(vm, object as Ref, offset, (count as u64) << shift, Use::Read)?;
        let skip = (address & 7) as usize;
        VmResult::Ok(vm.arena.slice((address >> 3) as u32, skip + (count << shift)).get(skip..).unwrap_or_default())
    };
    let (a, b) = (view(args[0], args[1])?, view(args[2], args[3])?);
    Ok(a.iter().zip(b).position(|(a, b)| a != b).map_or(NONE, |at| (at >> shift) as u64))
}

/// So many bytes are filled between two looks at the clock on the wall.
const PIECE: usize = 4 << 20;

fn fill(vm: &mut Vm, array: Ref, from: i32, to: i32, value: u64) -> VmResult<u64> {
    if array == 0 {
        return raise("java/lang/NullPointerException", "Cannot read the array length because \"a\" is null");
    }
    let length = vm.array_len(array);
    if from > to {
        return raise("java/lang/IllegalArgumentException", format!("fromIndex({from}) > toIndex({to})"));
    }
    if from < 0 || to as u32 > length {
        let index = if from < 0 { from } else { to };
        return raise("java/lang/ArrayIndexOutOfBoundsException", format!("Array index out of range: {index}"));
    }
    let crate::vm::classes::class::Shape::Array(kind, _) = vm.class_of(array).shape else { return Ok(0) };
    let size = 1usize << kind.shift();
    let word = value.to_le_bytes();
    debug_assert_eq!(ARRAY_BASE, u64::from(HEADER) * 8);
    let first = array + HEADER + ((from as usize * size) / 8) as u32;
    let skip = (from as usize * size) % 8;
    let len = (to - from) as usize * size;
    if len >= PIECE {
        vm.look_soon();
    }
    // Piece by piece, because a long one takes a while; all pieces begin at a word, and the first as far into it as the elements do.
    for at in (0..skip + len).step_by(PIECE) {
        let piece = PIECE.min(skip + len - at);
        let bytes = &mut vm.arena.slice_mut(first + (at / 8) as u32, piece)[if at == 0 { skip } else { 0 }..];
        match size {
            1 => bytes.fill(word[0]),
            _ => bytes.chunks_exact_mut(size).for_each(|element| element.copy_from_slice(&word[..size])),
        }
        if at + piece < skip + len && brake::is_pulled() {
            break;
        }
    }
    Ok(0)
}
