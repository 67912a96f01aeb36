//! What is at an offset of a value.
//!
//! A walk down the types: from a record to the field that holds all accessed bytes, from an array to the element. Where several parts
//! hold them, as in a union, the first that ends in a part of just that size is taken: it is the likeliest, no more. Parts that a
//! library keeps to itself (the number in a `std::atomic`, the value in an `UnsafeCell`) get no step of their own: to the
//! program they are the whole.

use std::cell::Cell;
use std::fmt::{self, Write as _};

use super::info::Language;
use super::readable;
use super::types::{Field, Shape, Type, TypeId, Types};

/// How many parts are looked at for one answer. Only broken types have more.
const MOST: u32 = 4096;

/// How deep parts are nested at most.
const DEEPEST: u32 = 48;

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A field. Bit fields that share the accessed bytes are one memory location, and one step: `ready|done`.
    Field(String),
    /// An element of an array.
    Element(u64),
}

/// What is at an offset of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// The way to it, from the outermost.
    pub path: Vec<Step>,
    /// Its type: the smallest part that holds all of the access. None for bytes that belong to nothing.
    pub leaf: Option<TypeId>,
}

impl Member {
    /// The path with element numbers left out, as it is the same for all elements: `.slots[].lock`.
    #[must_use]
    pub fn without_indexes(&self) -> String {
        self.path.iter().fold(String::new(), |path, step| match step {
            Step::Field(name) => path + "." + name,
            Step::Element(_) => path + "[]",
        })
    }
}

/// The path behind a variable's name: `.slots[3].lock`.
impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path.iter().try_for_each(|step| match step {
            Step::Field(name) => write!(f, ".{name}"),
            Step::Element(index) => write!(f, "[{index}]"),
        })
    }
}

/// What is at the offset.
pub(super) fn member(types: &dyn Types, type_: TypeId, offset: u64, size: u64) -> Member {
    let walk = Walk { types, size: size.max(1), left: Cell::new(MOST) };
    walk.down(type_, offset, 0).member
}

struct Walk<'a> {
    types: &'a dyn Types,
    size: u64,
    left: Cell<u32>,
}

#[derive(Default)]
struct Found {
    member: Member,
    /// The access is of just this part.
    is_exact: bool,
}

impl Found {
    fn behind(mut self, step: Option<Step>) -> Self {
        if let Some(step) = step {
            self.member.path.insert(0, step);
        }
        self
    }
}

impl Walk<'_> {
    fn down(&self, id: TypeId, offset: u64, depth: u32) -> Found {
        let Some(left) = self.left.get().checked_sub(1).filter(|_| depth < DEEPEST) else { return Found::default() };
        self.left.set(left);
        let Some((_, type_)) = self.types.resolved(id) else { return Found::default() };
        match &type_.shape {
            Shape::Record(fields) => self.down_record(id, &type_, fields, offset, depth),
            Shape::Array { element, lengths } => self.down_array(id, *element, lengths, offset, depth),
            _ => self.whole(id, offset, type_.size),
        }
    }

    /// The part itself, if the access is inside it.
    fn whole(&self, id: TypeId, offset: u64, size: Option<u64>) -> Found {
        let end = offset.saturating_add(self.size);
        let leaf = size.is_none_or(|size| end <= size).then_some(id);
        Found { member: Member { path: Vec::new(), leaf }, is_exact: offset == 0 && size == Some(self.size) }
    }

    fn down_record(&self, id: TypeId, type_: &Type, fields: &[Field], offset: u64, depth: u32) -> Found {
        let end = offset.saturating_add(self.size);
        let holds = |field: &&Field| {
            // The length of the last array of a record may be open.
            let size = self.types.size(field.type_).unwrap_or(u64::MAX);
            field.bits.is_none() && field.offset <= offset && end <= field.offset.saturating_add(size)
        };
        let mut best: Option<Found> = None;
        for field in fields.iter().filter(holds) {
            let step = field.name.as_ref().filter(|name| !is_inner(type_, name)).cloned().map(Step::Field);
            let found = self.down(field.type_, offset - field.offset, depth + 1).behind(step);
            if found.is_exact {
                return found;
            }
            if best.as_ref().is_none_or(|best| best.member.leaf.is_none() && found.member.leaf.is_some()) {
                best = Some(found);
            }
        }
        best.or_else(|| self.bit_fields(fields, offset)).unwrap_or_else(|| {
            let touches = |field: &Field| {
                let size = self.types.size(field.type_).unwrap_or(1);
                field.offset < end && offset < field.offset.saturating_add(size)
            };
            // Between the fields is padding, which is none of the record's values.
            if fields.iter().any(touches) { self.whole(id, offset, type_.size) } else { Found::default() }
        })
    }

    /// The bit fields in the accessed bytes.
    fn bit_fields(&self, fields: &[Field], offset: u64) -> Option<Found> {
        let accessed = offset.checked_mul(8)?..offset.checked_add(self.size)?.checked_mul(8)?;
        let touched: Vec<&Field> = fields
            .iter()
            .filter(|field| {
                let touches =
                    |(first, count): (u64, u64)| first < accessed.end && accessed.start < first.saturating_add(count);
                field.bits.is_some_and(touches)
            })
            .collect();
        let is_plain = |field: &Field| {
            let end = field.offset.saturating_add(self.types.size(field.type_).unwrap_or(1));
            field.bits.is_none() && field.offset < offset.saturating_add(self.size) && offset < end
        };
        // An access of other fields too is one of the record.
        if touched.is_empty() || fields.iter().any(is_plain) {
            return None;
        }
        let mut names = String::new();
        for name in touched.iter().filter_map(|field| field.name.as_ref()) {
            let _ = write!(names, "{}{name}", if names.is_empty() { "" } else { "|" });
        }
        let step = (!names.is_empty()).then_some(Step::Field(names));
        // Its value is some bits of what is accessed, so there is nothing to show a value of.
        Some(Found::default().behind(step))
    }

    fn down_array(&self, id: TypeId, element: TypeId, lengths: &[Option<u64>], offset: u64, depth: u32) -> Found {
        let Some(size) = self.types.size(element).filter(|size| *size > 0) else { return self.whole(id, offset, None) };
        let (number, inside) = (offset / size, offset % size);
        let is_within = match lengths {
            // `int rest[0]` and `int rest[1]` were the way to leave a length open.
            [] | [None | Some(0 | 1)] => true,
            _ => self.types.size(id).is_none_or(|whole| offset.saturating_add(self.size) <= whole),
        };
        if !is_within || inside.saturating_add(self.size) > size {
            return self.whole(id, offset, self.types.size(id));
        }
        let found = self.down(element, inside, depth + 1);
        indexes(number, lengths).into_iter().rev().fold(found, |found, index| found.behind(Some(Step::Element(index))))
    }
}

/// The index in each dimension, the outermost first.
fn indexes(number: u64, lengths: &[Option<u64>]) -> Vec<u64> {
    let mut all = Vec::new();
    let mut rest = number;
    for length in lengths.iter().skip(1).rev() {
        let length = length.unwrap_or(1).max(1);
        all.push(rest % length);
        rest /= length;
    }
    all.push(rest);
    all.reverse();
    all
}

/// Whether a field is a part that the library keeps to itself. In C and C++ such names are reserved; Rust has its own modules.
fn is_inner(record: &Type, field: &str) -> bool {
    match record.language {
        Language::C | Language::Cpp => readable::is_reserved(field),
        Language::Rust => {
            let module = record.name.as_deref().and_then(|name| name.split("::").next()).unwrap_or_default();
            is_library(module)
        }
    }
}

/// Whether a crate of Rust's is a library whose insides are its own.
pub(super) fn is_library(name: &str) -> bool {
    ["core", "alloc", "std", "lock_api", "parking_lot", "crossbeam_utils", "once_cell"].contains(&name)
}
