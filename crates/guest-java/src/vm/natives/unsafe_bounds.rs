//! What `Unsafe` may touch.
//!
//! HotSpot trusts its callers. Here a wrong call must neither leave the guest's memory nor reach what only the machine may
//! write: headers, hidden words, frames, tables. So every access is looked at before it is made:
//!
//! - With an array it may **write** the bytes of the elements, with any other object the words of its declared fields (of a mirror: its
//!   class's static ones, too), with no object the blocks that were allocated and not freed.
//! - It may **read** all of these, and besides whatever else the object has: programs look at headers and lengths.
//! - References and numbers do not mix: a number is never written where a reference belongs, nor read as one, and a reference is written
//!   only where its class may be. So type safety does not depend on what a guest does here.
//! - Objects of `java.lang.invoke` are written by their own classes alone: which method a handle calls, and with which types, is
//!   believed without a look.
//!
//! The answer to all else is the error that HotSpot has for a fault in such an access, for those that it notices.

use super::r#unsafe::IMAGE_WINDOW;
use crate::vm::classes::class::{ClassRef, FieldRef, Kind, Shape};
use crate::vm::memory::layout::{ARRAY, ARRAY_BASE, CLASS_MASK, G_NEXT_THREAD_ID, Ref};
use crate::vm::{Trap, Vm, VmResult};

/// What an access is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It only looks.
    Read,
    /// It changes something.
    Write,
}

/// Where an access goes.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// A field: a whole word.
    Field(u32, FieldRef),
    /// Some bits of a field of a primitive type, from this one on.
    Part(u32, FieldRef, u32),
    /// Bytes of an array, of raw memory or, to be read, of any object.
    Bytes(u64),
}

/// The error for an access that is not allowed.
pub(super) fn fault() -> Trap {
    Trap::Raise("java/lang/InternalError", "a fault occurred in an unsafe memory access operation".into())
}

/// The fields of a class's instances by the word that they are in.
fn instance_slots(class: ClassRef) -> &'static [Option<FieldRef>] {
    class.slots.get_or_init(|| {
        let mut slots = vec![None; class.words as usize];
        let chain = std::iter::successors(Some(class), |class| class.super_class);
        for field in chain.flat_map(|class| class.fields.iter().copied()).filter(|field| !field.is_static()) {
            if let Some(slot) = slots.get_mut(field.place as usize) {
                *slot = Some(field);
            }
        }
        slots.into()
    })
}

/// The fields in a class's mirror: those of `java.lang.Class`, and its own static ones.
fn mirror_slots(vm: &Vm, class: ClassRef) -> &'static [Option<FieldRef>] {
    class.mirror_slots.get_or_init(|| {
        let mut slots = instance_slots(vm.known.class()).to_vec();
        slots.resize(class.mirror_words as usize, None);
        for field in class.fields.iter().copied().filter(|field| field.is_static()) {
            if let Some(slot) = slots.get_mut(field.place.wrapping_sub(class.mirror) as usize) {
                *slot = Some(field);
            }
        }
        slots.into()
    })
}

/// The words of an object that is no array, each with its field.
#[inline]
fn slots(vm: &Vm, object: Ref, class: ClassRef) -> &'static [Option<FieldRef>] {
    if !std::ptr::eq(class, vm.known.class()) {
        return instance_slots(class);
    }
    vm.class_of_mirror(object).map_or_else(|| instance_slots(class), |mirrored| mirror_slots(vm, mirrored))
}

/// The field at an `Unsafe` offset: a static one if `base` is the mirror of its class.
pub(crate) fn field_at(vm: &Vm, base: Ref, offset: u64) -> Option<FieldRef> {
    let class = vm.class_of(base);
    if class.is_array() {
        return None;
    }
    slots(vm, base, class).get(usize::try_from(offset / 8).ok()?).copied().flatten()
}

/// The place of an access to one value, if it may be used so.
#[inline]
pub(super) fn place(vm: &Vm, base: Ref, offset: u64, kind: Kind, usage: Use) -> VmResult<Place> {
    if base == 0 {
        return raw_place(vm, offset, kind, usage);
    }
    let header = vm.get(base);
    let class = vm.class((header & CLASS_MASK) as u32);
    if header & ARRAY != 0 {
        return element_place(class, base, header >> 32, offset, kind, usage);
    }
    let slots = slots(vm, base, class);
    let found = usize::try_from(offset / 8).ok().and_then(|word| slots.get(word)).copied().flatten();
    match found {
        Some(field) if offset.is_multiple_of(8) && field.is_reference() == (kind == Kind::Reference) => {
            let word = base + (offset / 8) as u32;
            if usage == Use::Write && kind.shift() < field.kind.shift() {
                return Ok(Place::Part(word, field, 0));
            }
            Ok(Place::Field(word, field))
        }
        _ => odd_place(base, slots.len() as u64 * 8, found, offset, kind, usage),
    }
}

/// An access to an object that does not fit a field.
#[cold]
fn odd_place(base: Ref, bytes: u64, field: Option<FieldRef>, offset: u64, kind: Kind, usage: Use) -> VmResult<Place> {
    let size = 1u64 << kind.shift();
    let inside = offset.checked_add(size).is_some_and(|end| end <= bytes);
    match (usage, field) {
        _ if !inside || kind == Kind::Reference => Err(fault()),
        (Use::Read, _) => Ok(Place::Bytes(u64::from(base) * 8 + offset)),
        (Use::Write, Some(field)) if !field.is_reference() && offset % 8 + size <= 1 << field.kind.shift() => {
            Ok(Place::Part(base + (offset / 8) as u32, field, (offset % 8) as u32 * 8))
        }
        _ => Err(fault()),
    }
}

#[inline]
fn element_place(class: ClassRef, base: Ref, length: u64, offset: u64, kind: Kind, usage: Use) -> VmResult<Place> {
    let Shape::Array(element, _) = class.shape else { return Err(fault()) };
    let size = 1u64 << kind.shift();
    let end = ARRAY_BASE + (length << element.shift());
    let in_elements = offset >= ARRAY_BASE && offset <= end.saturating_sub(size) && end >= ARRAY_BASE + size;
    let allowed = match (element == Kind::Reference, kind == Kind::Reference) {
        (true, true) => in_elements && offset.is_multiple_of(8),
        (false, true) => false,
        (false, false) if in_elements => true,
        // Headers and padding, and references as numbers, can be looked at.
        _ => usage == Use::Read && offset.checked_add(size).is_some_and(|last| last <= end.next_multiple_of(8)),
    };
    if allowed { Ok(Place::Bytes(u64::from(base) * 8 + offset)) } else { Err(fault()) }
}

fn raw_place(vm: &Vm, address: u64, kind: Kind, usage: Use) -> VmResult<Place> {
    if kind != Kind::Reference && raw_range(vm, address, 1 << kind.shift(), usage) {
        Ok(Place::Bytes(address))
    } else {
        Err(fault())
    }
}

/// Whether bytes at an address without an object may be used: those of a block, or to be read those of the JDK's image.
fn raw_range(vm: &Vm, address: u64, bytes: u64, usage: Use) -> bool {
    if address >= IMAGE_WINDOW {
        return usage == Use::Read;
    }
    // The library of later JDKs counts its threads in a word of the machine's, which is for nothing else.
    vm.in_block(address, bytes) || (address == u64::from(G_NEXT_THREAD_ID) * 8 && bytes == 8)
}

/// The byte address of many bytes, of an array of a primitive type or of raw memory, if they may be used.
pub(super) fn range(vm: &Vm, base: Ref, offset: u64, bytes: u64, usage: Use) -> VmResult<u64> {
    if base == 0 {
        return if bytes == 0 || raw_range(vm, offset, bytes, usage) { Ok(offset) } else { Err(fault()) };
    }
    let Shape::Array(kind, _) = vm.class_of(base).shape else { return Err(fault()) };
    let end = ARRAY_BASE + (u64::from(vm.array_len(base)) << kind.shift());
    let inside = offset >= ARRAY_BASE && offset.checked_add(bytes).is_some_and(|last| last <= end);
    if inside && kind != Kind::Reference { Ok(u64::from(base) * 8 + offset) } else { Err(fault()) }
}

/// Looks whether an object may be written to a place for references: it must be what the field or the array is for.
pub(super) fn check_reference(vm: &mut Vm, base: Ref, place: Place, value: Ref) -> VmResult<()> {
    if value == 0 {
        return Ok(());
    }
    let holder = match place {
        Place::Field(_, field) => holds(vm, field)?,
        _ => match vm.class_of(base).component() {
            Some(component) => component,
            None => return Err(fault()),
        },
    };
    // What has the type of an interface is looked at whenever it is called: no verifier knows more.
    if holder.is_interface() || vm.class_of(value).is_subclass_of(holder) { Ok(()) } else { Err(fault()) }
}

/// The class of what a field for references holds.
fn holds(vm: &mut Vm, field: FieldRef) -> VmResult<ClassRef> {
    if let Some(class) = field.holds.get() {
        return Ok(class);
    }
    let class = vm.load_descriptor(&field.descriptor, field.class().loader)?;
    Ok(field.holds.get_or_init(|| class))
}

/// Looks whether the caller of `Unsafe` may write to an object whose fields the machine believes.
pub(super) fn check_sealed(vm: &Vm, base: Ref, place: Place) -> VmResult<()> {
    let (Place::Field(_, field) | Place::Part(_, field, _)) = place else { return Ok(()) };
    if !vm.class_of(base).sealed || field.is_static() {
        return Ok(());
    }
    let mut frame = vm.frame;
    let caller = loop {
        if frame == 0 {
            return Err(fault());
        }
        let method = vm.frame_method(frame);
        // What an agent has made of a class is not the class's own code.
        if method.version.get().is_some() {
            return Err(fault());
        }
        let class = method.class();
        if class.loader != 0 || !class.name.ends_with("/misc/Unsafe") {
            break class;
        }
        frame = vm.caller(frame).0;
    };
    // The holders are code for handles, not of the class that they are named after.
    let own = caller.platform && !caller.hidden && !caller.name.ends_with("$Holder");
    if own && outermost(&caller.name) == outermost(&field.class().name) { Ok(()) } else { Err(fault()) }
}

fn outermost(name: &str) -> &str {
    name.split_once('$').map_or(name, |(outer, _)| outer)
}

/// Whether the machine believes what is in a class's instances, so that only the class itself may write there.
pub(crate) fn is_sealed(name: &str, of_boot_loader: bool) -> bool {
    /// Programs change lookups, and serialisation fills in lambdas; neither is believed.
    const OPEN: [&str; 2] = ["java/lang/invoke/MethodHandles$Lookup", "java/lang/invoke/SerializedLambda"];
    of_boot_loader && name.starts_with("java/lang/invoke/") && !OPEN.contains(&name)
}
