//! Types, read from their entries.

use std::sync::Arc;

use gimli::{AttributeValue, DwAte};

use super::info::{Die, DieId, Info, LONGEST_CHAIN, Language};
use super::names::type_path;
use super::readable;

/// A type of a [`Module`](super::Module): only that module knows what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub(super) DieId);

/// The size of a pointer.
const WORD: u64 = 8;

/// A type, as it is declared.
#[derive(Debug)]
pub(super) struct Type {
    /// As its users write it, where it has a name of its own.
    pub(super) name: Option<String>,
    pub(super) size: Option<u64>,
    pub(super) language: Language,
    pub(super) shape: Shape,
}

#[derive(Debug)]
pub(super) enum Shape {
    /// A number, a truth value, a character.
    Base(DwAte),
    /// A pointer or reference; to nothing in particular.
    Pointer(Option<TypeId>),
    /// An enumeration without data.
    Enumeration { names: Vec<(i128, String)>, is_scoped: bool },
    /// A struct, class, union, tuple, or enumeration with data.
    Record(Vec<Field>),
    /// Elements of one type. The lengths are from the outermost inwards; one that is not known is none.
    Array { element: TypeId, lengths: Vec<Option<u64>> },
    /// Another name for a type, or the same with a qualifier.
    Alias { of: Option<TypeId>, is_atomic: bool },
    /// A function, or what is not known here.
    Other,
}

/// A part of a record.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: Option<String>,
    pub(super) offset: u64,
    pub(super) type_: TypeId,
    /// For a bit field, its first bit within the record, and their number.
    pub(super) bits: Option<(u64, u64)>,
}

impl Info {
    /// Reads a type. `definition` finds a type by its full name, for one that is only declared here.
    pub(super) fn read_type(&self, id: TypeId, definition: &dyn Fn(&str) -> Option<TypeId>) -> Option<Type> {
        let die = self.die(id.0)?;
        let path = type_path(&die);
        let mut size = die.number(gimli::DW_AT_byte_size);
        let signature = die.reference(gimli::DW_AT_signature).map(TypeId);
        let is_declared = signature.is_some() || die.is(gimli::DW_AT_declaration);
        let target = || die.reference(gimli::DW_AT_type).map(TypeId);
        let shape = match die.tag() {
            gimli::DW_TAG_base_type => match die.attr(gimli::DW_AT_encoding)? {
                AttributeValue::Encoding(encoding) => Shape::Base(encoding),
                _ => Shape::Other,
            },
            gimli::DW_TAG_pointer_type | gimli::DW_TAG_reference_type | gimli::DW_TAG_rvalue_reference_type => {
                size = size.or(Some(WORD));
                Shape::Pointer(target())
            }
            gimli::DW_TAG_enumeration_type if !is_declared => enumeration(&die),
            gimli::DW_TAG_structure_type | gimli::DW_TAG_class_type | gimli::DW_TAG_union_type if !is_declared => {
                Shape::Record(fields(&die))
            }
            gimli::DW_TAG_structure_type
            | gimli::DW_TAG_class_type
            | gimli::DW_TAG_union_type
            | gimli::DW_TAG_enumeration_type => {
                let of = signature.or_else(|| path.as_deref().and_then(definition)).filter(|of| *of != id);
                Shape::Alias { of, is_atomic: false }
            }
            gimli::DW_TAG_array_type => Shape::Array { element: target()?, lengths: lengths(&die) },
            gimli::DW_TAG_typedef
            | gimli::DW_TAG_template_alias
            | gimli::DW_TAG_const_type
            | gimli::DW_TAG_volatile_type
            | gimli::DW_TAG_restrict_type
            | gimli::DW_TAG_immutable_type
            | gimli::DW_TAG_packed_type => Shape::Alias { of: target(), is_atomic: false },
            gimli::DW_TAG_atomic_type => Shape::Alias { of: target(), is_atomic: true },
            gimli::DW_TAG_subroutine_type | gimli::DW_TAG_unspecified_type | gimli::DW_TAG_ptr_to_member_type => {
                Shape::Other
            }
            // Not a type: a broken reference led here.
            _ => return None,
        };
        Some(Type { name: path.map(|path| readable::type_name(&path)), size, language: die.unit.language, shape })
    }
}

fn enumeration(die: &Die<'_>) -> Shape {
    let named = |child: Die<'_>| {
        let value = match child.attr(gimli::DW_AT_const_value)? {
            AttributeValue::Udata(value) => i128::from(value),
            other => i128::from(other.sdata_value()?),
        };
        Some((value, child.name()?))
    };
    let constants = die.children().into_iter().filter(|child| child.tag() == gimli::DW_TAG_enumerator);
    let is_scoped = die.is(gimli::DW_AT_enum_class) || die.unit.language == Language::Rust;
    Shape::Enumeration { names: constants.filter_map(named).collect(), is_scoped }
}

fn lengths(die: &Die<'_>) -> Vec<Option<u64>> {
    let dimensions = die.children().into_iter().filter(|child| child.tag() == gimli::DW_TAG_subrange_type);
    let length = |child: Die<'_>| {
        let from_bound = || child.number(gimli::DW_AT_upper_bound)?.checked_add(1);
        child.number(gimli::DW_AT_count).or_else(from_bound)
    };
    dimensions.map(length).collect()
}

fn fields(die: &Die<'_>) -> Vec<Field> {
    let mut all = Vec::new();
    for child in die.children() {
        match child.tag() {
            // A static member is a variable, which is elsewhere.
            gimli::DW_TAG_member | gimli::DW_TAG_inheritance if !child.is(gimli::DW_AT_external) => {
                all.extend(field(&child));
            }
            gimli::DW_TAG_variant_part => variants(&child, &mut all),
            _ => {}
        }
    }
    all
}

/// The fields of an enumeration with data: which variant it is, and each variant as a field.
fn variants(part: &Die<'_>, out: &mut Vec<Field>) {
    for child in part.children() {
        match child.tag() {
            gimli::DW_TAG_member => out.extend(field(&child).map(|field| Field { name: None, ..field })),
            gimli::DW_TAG_variant => out.extend(child.children().iter().filter_map(field)),
            _ => {}
        }
    }
}

fn field(die: &Die<'_>) -> Option<Field> {
    if !matches!(die.tag(), gimli::DW_TAG_member | gimli::DW_TAG_inheritance) {
        return None;
    }
    let type_ = TypeId(die.reference(gimli::DW_AT_type)?);
    // A virtual base is at a place that only a running program knows.
    let location = die.attr(gimli::DW_AT_data_member_location);
    let offset = match &location {
        None => 0,
        Some(value) => value.udata_value()?,
    };
    let bits = die.number(gimli::DW_AT_bit_size).and_then(|count| {
        let first = match die.number(gimli::DW_AT_data_bit_offset) {
            Some(first) => first,
            // Before version 5: counted from the most significant bit of the unit of storage.
            None => {
                let storage = die.number(gimli::DW_AT_byte_size)?.checked_mul(8)?;
                let from_top = die.number(gimli::DW_AT_bit_offset)?;
                offset.checked_mul(8)?.checked_add(storage.checked_sub(from_top.checked_add(count)?)?)?
            }
        };
        Some((first, count))
    });
    let is_rust = die.unit.language == Language::Rust;
    let name = die.name().filter(|_| die.tag() == gimli::DW_TAG_member).map(|name| match name.strip_prefix("__") {
        Some(number) if is_rust && number.bytes().all(|byte| byte.is_ascii_digit()) => number.to_owned(),
        _ if name.starts_with("_vptr") => "vptr".to_owned(),
        _ => name,
    });
    Some(Field { name, offset, type_, bits })
}

/// Types by their numbers: where a walk over types gets them from.
pub(super) trait Types {
    fn get(&self, id: TypeId) -> Option<Arc<Type>>;

    /// The type behind all other names for it, and qualifiers.
    fn resolved(&self, id: TypeId) -> Option<(TypeId, Arc<Type>)> {
        let mut id = id;
        for _ in 0..LONGEST_CHAIN {
            let type_ = self.get(id)?;
            match type_.shape {
                Shape::Alias { of, .. } => id = of?,
                _ => return Some((id, type_)),
            }
        }
        None
    }

    /// The size of a value of the type, in bytes.
    fn size(&self, id: TypeId) -> Option<u64> {
        let mut id = id;
        let mut count: u64 = 1;
        for _ in 0..LONGEST_CHAIN {
            let (_, type_) = self.resolved(id)?;
            match &type_.shape {
                Shape::Array { element, lengths } if type_.size.is_none() => {
                    for length in lengths {
                        count = count.checked_mul((*length)?)?;
                    }
                    id = *element;
                }
                _ => return type_.size?.checked_mul(count),
            }
        }
        None
    }

    /// The type as its users write it.
    fn name(&self, id: TypeId) -> String {
        let (mut id, mut suffix, mut prefix) = (id, String::new(), "");
        for _ in 0..LONGEST_CHAIN {
            let Some(type_) = self.get(id) else { break };
            let is_alias = matches!(type_.shape, Shape::Alias { of: Some(_), .. });
            // Nobody writes the names by which a library calls its own types.
            if let Some(name) = type_.name.as_ref().filter(|name| !is_alias || !readable::is_reserved(name)) {
                return format!("{prefix}{name}{suffix}");
            }
            match &type_.shape {
                Shape::Alias { of: Some(of), is_atomic } => {
                    prefix = if *is_atomic { "_Atomic " } else { prefix };
                    id = *of;
                }
                Shape::Alias { of: None, .. } | Shape::Pointer(None) => {
                    let star = if matches!(type_.shape, Shape::Pointer(_)) { "*" } else { "" };
                    return format!("{prefix}void{star}{suffix}");
                }
                Shape::Pointer(Some(to)) => {
                    suffix = format!("*{suffix}");
                    id = *to;
                }
                Shape::Array { element, lengths } => {
                    let length =
                        |length: &Option<u64>| length.map_or_else(|| "[]".to_owned(), |length| format!("[{length}]"));
                    suffix = format!("{suffix}{}", lengths.iter().map(length).collect::<String>());
                    id = *element;
                }
                Shape::Other => return format!("{prefix}function{suffix}"),
                Shape::Base(_) | Shape::Enumeration { .. } | Shape::Record(_) => break,
            }
        }
        format!("{prefix}unnamed{suffix}")
    }
}
