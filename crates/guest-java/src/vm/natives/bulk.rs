//! Bulk operations: natives that read or write many elements, or all fields of an object.
//!
//! Java promises nothing about them but that each element is read and written: other threads can come in between any two. So where
//! other threads can notice them, each element is a visible operation of its own: first the read, if the source is shared, then the
//! write, if the target is. Such a native is entered once for each ([`Trap::Retry`]); what it has done so far is in the scratch words
//! of its frame, so [`pending`](super::PendingFn) functions, which are asked in any state, can tell what comes next. Where nothing
//! involved is shared, all is done at once.
//!
//! Elements are moved from the first to the last, or from the last to the first where source and target overlap that way. HotSpot
//! may take another order, or several elements at once; what that could show beyond this order is missed.

use deadheat_event::AccessKind;
use deadheat_machine::brake;

use super::{Seen, r#unsafe::read_bytes, r#unsafe::write_bytes};
use crate::vm::classes::class::{ClassRef, FieldRef, Kind, Shape};
use crate::vm::memory::layout::{ARRAY, ARRAY_BASE, LEAKED, OBJECT, Ref, SHARED, TRUSTED};
use crate::vm::{Trap, Vm, VmResult, raise};

/// Scratch word: elements (or fields) done so far.
const DONE: u32 = 0;
/// Scratch word: 1 when an element was read that is still to be written.
const READ: u32 = 1;
/// Scratch word: the element that was read.
const VALUE: u32 = 2;
/// Scratch word: the copy that `clone` makes.
const COPY: u32 = 3;

/// A move of so many elements takes a while: the clock is looked at behind it.
const MANY: u64 = 1 << 14;
/// And behind so many bytes of a long one.
const PIECE: u64 = 4 << 20;
/// And where each is moved by itself, also behind so many.
const OFTEN: u64 = 1 << 20;

/// Where the elements come from.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// Memory: the object or array (0 for none), and the byte address of the first element.
    Memory(Ref, u64),
    /// All are this value.
    Value(u64),
}

/// Elements that are to be moved.
#[derive(Clone, Copy)]
pub(super) struct Move {
    /// From where.
    pub source: Source,
    /// The object or array that they go to, 0 for none.
    pub target: Ref,
    /// The byte address of the first there.
    pub to: u64,
    /// What they are.
    pub kind: Kind,
    /// How many.
    pub count: u64,
    /// What the elements of the target must be, where that has to be looked at.
    pub checked: Option<ClassRef>,
}

impl Move {
    /// Whether other threads can notice the reads, and the writes.
    fn shows(&self, vm: &Vm) -> (bool, bool) {
        let shows = |object: Ref| object != 0 && vm.get(object) & ARRAY != 0 && vm.shows_elements(object);
        let reads = matches!(self.source, Source::Memory(object, _) if shows(object));
        (reads, shows(self.target))
    }

    /// Which element is the `n`th to be moved.
    fn element(&self, n: u64) -> u64 {
        match self.source {
            // The end of the source is the beginning of the target: what is read last must not have been overwritten.
            Source::Memory(_, from) if from < self.to && self.to < from + (self.count << self.kind.shift()) => {
                self.count - 1 - n
            }
            _ => n,
        }
    }

    /// The byte addresses of the `n`th element to be moved.
    fn addresses(&self, n: u64) -> (Option<u64>, u64) {
        let offset = self.element(n) << self.kind.shift();
        let from = match self.source {
            Source::Memory(_, from) => Some(from + offset),
            Source::Value(_) => None,
        };
        (from, self.to + offset)
    }

    fn read(&self, vm: &Vm, n: u64) -> u64 {
        match (self.source, self.addresses(n).0) {
            (_, Some(from)) => read_bytes(vm, from, self.kind),
            (Source::Value(value), None) => value,
            (Source::Memory(..), None) => 0,
        }
    }

    fn write(&self, vm: &mut Vm, n: u64, value: u64) -> VmResult<()> {
        if let Some(component) = self.checked
            && value != 0
            && !vm.class_of(value as Ref).is_subclass_of(component)
        {
            let source = match self.source {
                Source::Memory(array, _) => vm.class_of(array).component().map_or_else(String::new, |c| c.java_name()),
                Source::Value(_) => String::new(),
            };
            return raise(
                "java/lang/ArrayStoreException",
                format!(
                    "arraycopy: element type mismatch: can not cast one of the elements of {source}[] to the type of the destination array, {}",
                    component.java_name()
                ),
            );
        }
        if self.kind == Kind::Reference && self.target != 0 {
            vm.publish_into(self.target, value as Ref);
        }
        write_bytes(vm, self.addresses(n).1, self.kind, value);
        Ok(())
    }

    /// The next visible operation of the native that is asked about.
    pub(super) fn pending(&self, vm: &Vm) -> Option<Seen> {
        let (reads, writes) = self.shows(vm);
        let n = vm.asked_scratch(DONE);
        if n >= self.count {
            return None;
        }
        let (from, to) = self.addresses(n);
        let has_read = vm.asked_scratch(READ) != 0;
        match (self.source, from) {
            (Source::Memory(array, _), Some(from)) if reads && !has_read => see(vm, array, from, None),
            _ if writes => {
                let value = if has_read { vm.asked_scratch(VALUE) } else { self.read(vm, n) };
                see(vm, self.target, to, Some(value))
            }
            _ => None,
        }
    }

    /// Does the next visible operation, or all the rest where nothing shows.
    pub(super) fn run(&self, vm: &mut Vm) -> VmResult<u64> {
        let (reads, writes) = if vm.switching { self.shows(vm) } else { (false, false) };
        let n = vm.scratch(DONE);
        if !reads && !writes {
            return self.run_rest(vm, n);
        }
        if n >= self.count {
            return Ok(0);
        }
        let has_read = vm.scratch(READ) != 0;
        let value = if has_read { vm.scratch(VALUE) } else { self.read(vm, n) };
        if reads && writes && !has_read {
            vm.set_scratch(READ, 1);
            vm.set_scratch(VALUE, value);
            return Err(Trap::Retry);
        }
        self.write(vm, n, value)?;
        vm.set_scratch(READ, 0);
        vm.set_scratch(VALUE, 0);
        vm.set_scratch(DONE, n + 1);
        if n + 1 == self.count { Ok(0) } else { Err(Trap::Retry) }
    }

    fn run_rest(&self, vm: &mut Vm, done: u64) -> VmResult<u64> {
        if self.count >= MANY {
            vm.look_soon();
        }
        let first = match self.source {
            Source::Memory(_, from) if self.checked.is_none() && done == 0 => from,
            _ => {
                for n in done..self.count {
                    let value = self.read(vm, n);
                    self.write(vm, n, value)?;
                    if n % OFTEN == OFTEN - 1 && brake::is_pulled() {
                        break;
                    }
                }
                return Ok(0);
            }
        };
        // What a shared array refers to is shared already: a list of many threads is moved as fast as bytes are.
        let is_known = matches!(self.source, Source::Memory(object, _) if object != 0 && vm.is_shared(object));
        if self.kind == Kind::Reference && vm.multi && self.target != 0 && !is_known && vm.is_shared(self.target) {
            for n in 0..self.count {
                let value = self.read(vm, n);
                vm.publish_into(self.target, value as Ref);
            }
        }
        copy(vm, first, self.to, self.count << self.kind.shift());
        Ok(0)
    }
}

/// Copies bytes like `memmove`, piece by piece, as long as there is time.
fn copy(vm: &mut Vm, from: u64, to: u64, length: u64) {
    let backwards = from < to && to < from + length;
    let mut done = 0;
    while done < length {
        let piece = PIECE.min(length - done);
        let at = if backwards { length - done - piece } else { done };
        vm.arena.copy_bytes(from + at, to + at, piece as usize);
        done += piece;
        if done < length && brake::is_pulled() {
            return;
        }
    }
}

/// The byte address of an element.
pub(super) fn element_address(array: Ref, index: u64, kind: Kind) -> u64 {
    u64::from(array) * 8 + ARRAY_BASE + (index << kind.shift())
}

/// An access to the element of an array that has the byte at an address.
fn see(vm: &Vm, array: Ref, address: u64, written: Option<u64>) -> Option<Seen> {
    let Shape::Array(kind, _) = vm.class_of(array).shape else { return None };
    let index = (address.checked_sub(element_address(array, 0, kind))? >> kind.shift()) as u32;
    vm.see_element(array, index, written, AccessKind::Plain)
}

// ---- clone

/// The fields whose reads other threads can notice, in the order of their places.
fn noticed_fields(vm: &Vm, object: Ref) -> Vec<FieldRef> {
    let chain = std::iter::successors(Some(vm.class_of(object)), |class| class.super_class);
    let fields = chain.flat_map(|class| class.fields.iter().copied());
    let mut fields: Vec<FieldRef> = fields.filter(|f| !f.is_static() && vm.shows_field(object, f)).collect();
    fields.sort_by_key(|field| field.place);
    fields
}

/// The read that `clone` does next.
pub(super) fn clone_pending(vm: &Vm, args: &[u64]) -> Option<Seen> {
    let object = args[0] as Ref;
    let done = vm.asked_scratch(DONE) as u32;
    if vm.get(object) & ARRAY != 0 {
        let more = vm.shows_elements(object) && done < vm.array_len(object);
        return if more { vm.see_element(object, done, None, AccessKind::Plain) } else { None };
    }
    if !vm.is_shared(object) || !is_cloneable(vm, object) {
        return None;
    }
    let field = noticed_fields(vm, object).get(done as usize).copied()?;
    vm.see_field(field, object, None)
}

fn is_cloneable(vm: &Vm, object: Ref) -> bool {
    let interfaces = &vm.class_of(object).all_interfaces;
    interfaces.iter().any(|id| vm.class(*id).loader == 0 && &*vm.class(*id).name == "java/lang/Cloneable")
}

/// `Object.clone`: the copy is made at the first entry, and each element or field that shows is read at its own.
pub(super) fn clone(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let object = args[0] as Ref;
    let is_array = vm.get(object) & ARRAY != 0;
    let stepwise = vm.switching && if is_array { vm.shows_elements(object) } else { vm.is_shared(object) };
    let copy = match vm.scratch(COPY) {
        0 => {
            let copy = shallow_copy(vm, object)?;
            vm.set_scratch(COPY, u64::from(copy));
            copy
        }
        copy => copy as Ref,
    };
    if !stepwise {
        return Ok(u64::from(copy));
    }
    let n = vm.scratch(DONE) as u32;
    let count = if let Shape::Array(kind, _) = vm.class_of(object).shape {
        let count = vm.array_len(object);
        if n < count {
            let value = read_bytes(vm, element_address(object, u64::from(n), kind), kind);
            write_bytes(vm, element_address(copy, u64::from(n), kind), kind, value);
        }
        count
    } else {
        let fields = noticed_fields(vm, object);
        if let Some(field) = fields.get(n as usize) {
            let value = vm.get(object + field.place);
            vm.set(copy + field.place, value);
        }
        fields.len() as u32
    };
    if n + 1 >= count {
        return Ok(u64::from(copy));
    }
    vm.set_scratch(DONE, u64::from(n + 1));
    Err(Trap::Retry)
}

fn shallow_copy(vm: &mut Vm, object: Ref) -> VmResult<Ref> {
    use crate::vm::memory::layout::HEADER;
    let class = vm.class_of(object);
    let copy = match class.shape {
        Shape::Array(..) => vm.new_array(class, vm.array_len(object) as i32)?,
        _ if !is_cloneable(vm, object) => return raise("java/lang/CloneNotSupportedException", class.java_name()),
        _ => vm.new_object(class)?,
    };
    let words = vm.object_words(object);
    self::copy(vm, u64::from(object + HEADER) * 8, u64::from(copy + HEADER) * 8, u64::from(words - HEADER) * 8);
    let owner = vm.get(copy) & TRUSTED;
    let header = vm.get(object) & !(SHARED | TRUSTED | LEAKED);
    vm.set(copy, header | owner | OBJECT);
    Ok(copy)
}
