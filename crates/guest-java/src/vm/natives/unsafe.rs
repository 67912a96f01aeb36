//! `jdk.internal.misc.Unsafe`, accesses: gets, puts, compare-and-set and read-modify-write.
//!
//! An offset into an instance or a mirror is a word offset times 8: a field is one word that holds its value in canonical
//! form, whatever its type, so such an access converts a whole word. An offset into an array counts bytes from its header,
//! and without a base object the offset is a byte address of the arena; both are accessed in the natural size of the type. Which of
//! all these may be touched is said by `unsafe_bounds`.
//!
//! Accesses are visible operations when another thread can reach the place and its field is watched. A read-modify-write is
//! *one* operation: the loops around `weakCompareAndSet` in the JDK's own code are replaced. Plain accesses to arrays show unless
//! the array is trusted code's own.

use deadheat_event::{AccessKind, Done, FieldId, Location, ObjectId};

use super::unsafe_bounds::{Place, Use, check_reference, check_sealed, field_at, place};
use super::{Native, Seen, steady};
use crate::vm::classes::class::{FieldRef, Kind, Shape};
use crate::vm::memory::layout::{ARRAY_BASE, Ref};
use crate::vm::threads::policy::{ArrayOwner, Visibility};
use crate::vm::threads::visible::value_of;
use crate::vm::{Vm, VmResult};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";

/// Raw addresses from here on are the bytes of the JDK's image, read-only and outside of the state: what HotSpot does with
/// a memory map. The arena ends far below.
pub(super) const IMAGE_WINDOW: u64 = 1 << 40;

/// The Java types, as parameters of the natives below.
trait Typed {
    const KIND: Kind;
}

macro_rules! types {
    ($($name:ident)*) => {
        $(struct $name;
        impl Typed for $name {
            const KIND: Kind = Kind::$name;
        })*
    };
}

types! { Boolean Byte Char Short Int Float Long Double Reference }

/// What a read-modify-write makes of the old value and its argument.
trait Change {
    fn apply(old: u64, argument: u64) -> u64;
}

macro_rules! changes {
    ($($name:ident = |$old:ident, $argument:ident| $new:expr;)*) => {
        $(struct $name;
        impl Change for $name {
            fn apply($old: u64, $argument: u64) -> u64 {
                $new
            }
        })*
    };
}

changes! {
    Add = |old, argument| old.wrapping_add(argument);
    Set = |_old, argument| argument;
    Or = |old, argument| old | argument;
    And = |old, argument| old & argument;
    Xor = |old, argument| old ^ argument;
}

// ---- memory

/// The form in which a value of this kind lies on stacks and in fields.
pub(super) fn canonical(kind: Kind, bits: u64) -> u64 {
    match kind {
        Kind::Boolean => u64::from(bits as u8 != 0),
        Kind::Byte => u64::from(i32::from(bits as i8) as u32),
        Kind::Short => u64::from(i32::from(bits as i16) as u32),
        Kind::Char => u64::from(bits as u16),
        Kind::Int | Kind::Float | Kind::Reference => u64::from(bits as u32),
        Kind::Long | Kind::Double => bits,
        Kind::Void => 0,
    }
}

/// Reads a value at a byte address.
pub(super) fn read_bytes(vm: &Vm, at: u64, kind: Kind) -> u64 {
    if at >= IMAGE_WINDOW {
        return canonical(kind, read_image(vm, at, 1 << kind.shift()));
    }
    let bits = match kind.shift() {
        0 => u64::from(vm.arena.bytes::<1>(at)[0]),
        1 => u64::from(u16::from_le_bytes(vm.arena.bytes(at))),
        2 => u64::from(u32::from_le_bytes(vm.arena.bytes(at))),
        _ => u64::from_le_bytes(vm.arena.bytes(at)),
    };
    canonical(kind, bits)
}

/// Reads little-endian bytes of the JDK's image; what is behind its end is zero.
fn read_image(vm: &Vm, at: u64, len: usize) -> u64 {
    let mut bytes = [0; 8];
    let from = usize::try_from(at - IMAGE_WINDOW).unwrap_or(usize::MAX);
    if let Some(found) = vm.shared.image.bytes().get(from..).and_then(|rest| rest.get(..len)) {
        bytes[..len].copy_from_slice(found);
    }
    u64::from_le_bytes(bytes)
}

/// Writes a value at a byte address.
pub(super) fn write_bytes(vm: &mut Vm, at: u64, kind: Kind, value: u64) {
    match kind.shift() {
        _ if at >= IMAGE_WINDOW => {}
        0 => vm.arena.set_bytes(at, [value as u8]),
        1 => vm.arena.set_bytes(at, (value as u16).to_le_bytes()),
        2 => vm.arena.set_bytes(at, (value as u32).to_le_bytes()),
        _ => vm.arena.set_bytes(at, value.to_le_bytes()),
    }
}

/// Reads a place.
fn load(vm: &Vm, base: Ref, place: Place, kind: Kind) -> u64 {
    match place {
        Place::Field(address, _) => canonical(kind, vm.get(address)),
        Place::Part(address, _, shift) => canonical(kind, vm.get(address) >> shift),
        Place::Bytes(at) => {
            audit_width(vm, base, kind);
            read_bytes(vm, at, kind)
        }
    }
}

/// An access to several elements at once, as views of a `byte[]` make, declares only the first.
fn audit_width(vm: &Vm, base: Ref, kind: Kind) {
    if base != 0
        && vm.doing.get().is_some()
        && vm.shows_elements(base)
        && matches!(vm.class_of(base).shape, Shape::Array(element, _) if element.shift() < kind.shift())
    {
        vm.note_undeclared();
    }
}

/// A final field that is written other than by a constructor is not watched by its readers.
fn audit_final(vm: &Vm, base: Ref, field: FieldRef) {
    if vm.doing.get().is_some()
        && vm.is_shared(base)
        && vm.class_of(base).arrays == ArrayOwner::Program
        && field.visibility == Visibility::Final
        && !vm.shows_field(base, field)
    {
        vm.note_undeclared();
    }
}

/// Writes to a place, which was found for writing.
fn store(vm: &mut Vm, base: Ref, place: Place, kind: Kind, value: u64) -> VmResult<()> {
    check_sealed(vm, base, place)?;
    let value = canonical(kind, value);
    if kind == Kind::Reference {
        check_reference(vm, base, place, value as Ref)?;
        vm.publish_into(base, value as Ref);
    }
    match place {
        Place::Field(address, field) => {
            audit_final(vm, base, field);
            // The JDK handles char as short and boolean as byte; the field keeps the form of its own type.
            vm.set(address, canonical(field.kind, value));
        }
        Place::Part(address, field, shift) => {
            audit_final(vm, base, field);
            let mask = u64::MAX >> (64 - (8 << kind.shift())) << shift;
            let word = vm.get(address) & !mask | value << shift & mask;
            vm.set(address, canonical(field.kind, word));
        }
        Place::Bytes(at) => {
            audit_width(vm, base, kind);
            write_bytes(vm, at, kind, value);
        }
    }
    Ok(())
}

// ---- visibility

/// Names the place of an access and says how it is ordered; none when no other thread can notice it, or it is not allowed.
fn watched(vm: &Vm, base: Ref, offset: u64, plain: bool) -> Option<(Location, AccessKind)> {
    if base == 0 || !vm.is_shared(base) {
        return None;
    }
    if let Shape::Array(kind, _) = vm.class_of(base).shape {
        let index = (offset.checked_sub(ARRAY_BASE)? >> kind.shift()) as u32;
        let location = Location::Element { array: ObjectId(base), index };
        return match plain {
            false => Some((location, AccessKind::Atomic)),
            true => vm.shows_elements(base).then_some((location, AccessKind::Plain)),
        };
    }
    let field = field_at(vm, base, offset)?;
    if !vm.shows_field(base, field) {
        return None;
    }
    let access = match field.visibility {
        Visibility::Volatile => AccessKind::Synchronised,
        _ if plain => AccessKind::Plain,
        _ => AccessKind::Atomic,
    };
    let id = FieldId(field.id);
    let location = if field.is_static() {
        Location::Global { field: id }
    } else {
        Location::Field { object: ObjectId(base), field: id }
    };
    Some((location, access))
}

fn get_pending<T: Typed, const PLAIN: bool>(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let (base, offset) = (args[1] as Ref, args[2]);
    let (location, access) = watched(vm, base, offset, PLAIN)?;
    let place = place(vm, base, offset, T::KIND, Use::Read).ok()?;
    let value = Some(value_of(T::KIND, load(vm, base, place, T::KIND)));
    Some(Seen { kind: Done::Read { location, access, value }, blocked: None })
}

fn put_pending<T: Typed, const PLAIN: bool>(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let (location, access) = watched(vm, args[1] as Ref, args[2], PLAIN)?;
    place(vm, args[1] as Ref, args[2], T::KIND, Use::Write).ok()?;
    let value = Some(value_of(T::KIND, args[3]));
    Some(Seen { kind: Done::Write { location, access, value }, blocked: None })
}

fn compare_pending<T: Typed>(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let (base, offset) = (args[1] as Ref, args[2]);
    let (location, _) = watched(vm, base, offset, false)?;
    let place = place(vm, base, offset, T::KIND, Use::Write).ok()?;
    let old = load(vm, base, place, T::KIND);
    // Whether it will succeed is known only when the running thread is at it.
    let wrote = vm.asked.get().is_some() || old == canonical(T::KIND, args[3]);
    let (old, new) = (Some(value_of(T::KIND, old)), Some(value_of(T::KIND, args[4])));
    Some(Seen { kind: Done::Update { location, old, new, wrote }, blocked: None })
}

fn modify_pending<T: Typed, C: Change>(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let (base, offset) = (args[1] as Ref, args[2]);
    let (location, _) = watched(vm, base, offset, false)?;
    let place = place(vm, base, offset, T::KIND, Use::Write).ok()?;
    let old = load(vm, base, place, T::KIND);
    let new = canonical(T::KIND, C::apply(old, args[3]));
    let (old, new) = (Some(value_of(T::KIND, old)), Some(value_of(T::KIND, new)));
    Some(Seen { kind: Done::Update { location, old, new, wrote: true }, blocked: None })
}

// ---- the natives

fn get<T: Typed>(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let base = args[1] as Ref;
    let place = place(vm, base, args[2], T::KIND, Use::Read)?;
    Ok(load(vm, base, place, T::KIND))
}

fn put<T: Typed>(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let base = args[1] as Ref;
    let place = place(vm, base, args[2], T::KIND, Use::Write)?;
    store(vm, base, place, T::KIND, args[3])?;
    Ok(0)
}

/// Compare and exchange: gives the old value.
fn exchange<T: Typed>(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let base = args[1] as Ref;
    let place = place(vm, base, args[2], T::KIND, Use::Write)?;
    let old = load(vm, base, place, T::KIND);
    if old == canonical(T::KIND, args[3]) {
        store(vm, base, place, T::KIND, args[4])?;
    }
    Ok(old)
}

/// Compare and set: whether it wrote.
fn compare_set<T: Typed>(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let old = exchange::<T>(vm, args)?;
    Ok(u64::from(old == canonical(T::KIND, args[3])))
}

fn modify<T: Typed, C: Change>(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let base = args[1] as Ref;
    let place = place(vm, base, args[2], T::KIND, Use::Write)?;
    let old = load(vm, base, place, T::KIND);
    store(vm, base, place, T::KIND, C::apply(old, args[3]))?;
    Ok(old)
}

macro_rules! accessors {
    ($($name:ident $letter:literal)*) => {
        &[$(
            steady(
                UNSAFE, concat!("get", stringify!($name)), concat!("(Ljava/lang/Object;J)", $letter),
                get_pending::<$name, true>, get::<$name>,
            ),
            steady(
                UNSAFE, concat!("put", stringify!($name)), concat!("(Ljava/lang/Object;J", $letter, ")V"),
                put_pending::<$name, true>, put::<$name>,
            ),
            steady(
                UNSAFE, concat!("get", stringify!($name), "Volatile"), concat!("(Ljava/lang/Object;J)", $letter),
                get_pending::<$name, false>, get::<$name>,
            ),
            steady(
                UNSAFE, concat!("put", stringify!($name), "Volatile"), concat!("(Ljava/lang/Object;J", $letter, ")V"),
                put_pending::<$name, false>, put::<$name>,
            ),
        )*]
    };
}

/// Gets and puts.
pub(super) static ACCESSORS: &[Native] = accessors! {
    Boolean "Z" Byte "B" Char "C" Short "S" Int "I" Float "F" Long "J" Double "D" Reference "Ljava/lang/Object;"
};

macro_rules! comparisons {
    ($($name:ident)*) => {
        &[$(
            steady(UNSAFE, concat!("compareAndSet", stringify!($name)), "", compare_pending::<$name>, compare_set::<$name>),
            steady(UNSAFE, concat!("compareAndExchange", stringify!($name)), "", compare_pending::<$name>, exchange::<$name>),
        )*]
    };
}

/// Compare-and-set. Those of the other types are written in Java on top of these.
pub(super) static COMPARISONS: &[Native] = comparisons! { Byte Short Int Long Reference };

macro_rules! modifiers {
    ($($method:literal $name:ident $change:ident;)*) => {
        &[$(
            steady(UNSAFE, $method, "", modify_pending::<$name, $change>, modify::<$name, $change>),
            steady(UNSAFE, concat!($method, "Acquire"), "", modify_pending::<$name, $change>, modify::<$name, $change>),
            steady(UNSAFE, concat!($method, "Release"), "", modify_pending::<$name, $change>, modify::<$name, $change>),
        )*]
    };
}

/// Read-modify-write.
pub(super) static MODIFIERS: &[Native] = modifiers! {
    "getAndAddInt" Int Add;
    "getAndAddLong" Long Add;
    "getAndSetInt" Int Set;
    "getAndSetLong" Long Set;
    "getAndSetReference" Reference Set;
    "getAndBitwiseOrInt" Int Or;
    "getAndBitwiseAndInt" Int And;
    "getAndBitwiseXorInt" Int Xor;
    "getAndBitwiseOrLong" Long Or;
    "getAndBitwiseAndLong" Long And;
    "getAndBitwiseXorLong" Long Xor;
    "getAndAddByte" Byte Add;
    "getAndAddShort" Short Add;
    "getAndAddChar" Char Add;
    "getAndSetByte" Byte Set;
    "getAndSetShort" Short Set;
    "getAndSetChar" Char Set;
    "getAndSetBoolean" Boolean Set;
    "getAndBitwiseOrByte" Byte Or;
    "getAndBitwiseAndByte" Byte And;
    "getAndBitwiseXorByte" Byte Xor;
    "getAndBitwiseOrShort" Short Or;
    "getAndBitwiseAndShort" Short And;
    "getAndBitwiseXorShort" Short Xor;
    "getAndBitwiseOrChar" Char Or;
    "getAndBitwiseAndChar" Char And;
    "getAndBitwiseXorChar" Char Xor;
    "getAndBitwiseOrBoolean" Boolean Or;
    "getAndBitwiseAndBoolean" Boolean And;
    "getAndBitwiseXorBoolean" Boolean Xor;
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_forms() {
        assert_eq!(canonical(Kind::Byte, 0x80), u64::from(-128i32 as u32));
        assert_eq!(canonical(Kind::Short, 0xffff), u64::from(u32::MAX));
        assert_eq!(canonical(Kind::Char, u64::MAX), 0xffff);
        assert_eq!(canonical(Kind::Boolean, 0x100), 0);
        assert_eq!(canonical(Kind::Boolean, 2), 1);
        assert_eq!(canonical(Kind::Int, u64::MAX), u64::from(u32::MAX));
        assert_eq!(canonical(Kind::Long, u64::MAX), u64::MAX);
    }

    #[test]
    fn changes_wrap_in_their_type() {
        assert_eq!(canonical(Kind::Byte, Add::apply(canonical(Kind::Byte, 127), 1)), canonical(Kind::Byte, 0x80));
        assert_eq!(canonical(Kind::Int, Add::apply(u64::from(u32::MAX), 1)), 0);
        assert_eq!(Add::apply(u64::MAX, 1), 0);
    }
}
