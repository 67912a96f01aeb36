//! Verification types (JVMS 4.10.1.2), and the names of classes as numbers.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::classfile::descriptor::FieldType;

/// A class or array type, as the number of its name among [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Name(u32);

impl Name {
    pub const OBJECT: Name = Name(0);
    pub const THROWABLE: Name = Name(1);
    pub const STRING: Name = Name(2);
    pub const CLASS: Name = Name(3);
    pub const METHOD_HANDLE: Name = Name(4);
    pub const METHOD_TYPE: Name = Name(5);
}

/// The names that have a number from the start, in the order of the constants above.
const FIXED: [&str; 6] = [
    "java/lang/Object",
    "java/lang/Throwable",
    "java/lang/String",
    "java/lang/Class",
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/MethodType",
];

/// The type of a local variable or an operand. Long and double take two entries, the second of which is one of the `…2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Type {
    /// Unusable.
    Top,
    Int,
    Float,
    Long,
    Long2,
    Double,
    Double2,
    Null,
    UninitializedThis,
    /// Made by the `new` at this address.
    Uninitialized(u16),
    /// An object whose class or array type has this name.
    Reference(Name),
    /// Where the subroutine that begins at this address was called from; in old class files only.
    ReturnAddress(u16),
}

impl Type {
    /// Whether it is an initialised reference.
    pub fn is_reference(self) -> bool {
        matches!(self, Type::Null | Type::Reference(_))
    }

    pub fn is_uninitialized(self) -> bool {
        matches!(self, Type::UninitializedThis | Type::Uninitialized(_))
    }

    /// The second entry of a long or double.
    pub fn second(self) -> Option<Type> {
        match self {
            Type::Long => Some(Type::Long2),
            Type::Double => Some(Type::Double2),
            _ => None,
        }
    }

    pub fn is_second(self) -> bool {
        matches!(self, Type::Long2 | Type::Double2)
    }
}

/// What an instruction asks of an operand or local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    /// Something that can be assigned to this type.
    Is(Type),
    /// Any reference, initialised or not.
    Reference,
    /// One entry that is no half of another value.
    Category1,
    /// The first entry of a long or double.
    Category2,
    /// The second entry of a long or double.
    Category2Second,
}

/// All names that a class's verification has met. Equal names have equal numbers.
pub(super) struct Names {
    list: Vec<Arc<str>>,
    numbers: FxHashMap<Arc<str>, Name>,
}

impl Names {
    pub fn new() -> Names {
        let mut names = Names { list: Vec::new(), numbers: FxHashMap::default() };
        for name in FIXED {
            names.number(name);
        }
        names
    }

    /// The number of a name.
    pub fn number(&mut self, text: &str) -> Name {
        if let Some(known) = self.numbers.get(text) {
            return *known;
        }
        let text: Arc<str> = text.into();
        let name = Name(self.list.len() as u32);
        self.list.push(text.clone());
        self.numbers.insert(text, name);
        name
    }

    pub fn text(&self, name: Name) -> &Arc<str> {
        &self.list[name.0 as usize]
    }

    pub fn is_array(&self, name: Name) -> bool {
        self.text(name).starts_with('[')
    }

    pub fn dimensions(&self, name: Name) -> usize {
        self.text(name).bytes().take_while(|byte| *byte == b'[').count()
    }

    /// The array type with elements of this class or array type.
    pub fn array_of(&mut self, element: Name) -> Name {
        let text = self.text(element);
        let array = if text.starts_with('[') { format!("[{text}") } else { format!("[L{text};") };
        self.number(&array)
    }

    /// The elements of an array type.
    pub fn component(&mut self, array: Name) -> Option<Component> {
        let text = self.text(array).clone();
        let element = text.strip_prefix('[')?;
        Some(match element.as_bytes().first()? {
            b'[' => Component::Reference(self.number(element)),
            b'L' => Component::Reference(self.number(element[1..].trim_end_matches(';'))),
            letter => Component::Primitive(*letter),
        })
    }

    /// A field type as the entry (or the first of two) that it takes.
    pub fn of(&mut self, field: FieldType<'_>) -> Type {
        match field {
            FieldType::Float => Type::Float,
            FieldType::Long => Type::Long,
            FieldType::Double => Type::Double,
            FieldType::Object(name) | FieldType::Array(name) => Type::Reference(self.number(name)),
            _ => Type::Int,
        }
    }

    /// A type as HotSpot's messages show it.
    pub fn show(&self, shown: Type) -> Shown<'_> {
        Shown { names: self, shown }
    }
}

/// What an array has as its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    /// The letter of the descriptor.
    Primitive(u8),
    Reference(Name),
}

/// See [`Names::show`].
pub(super) struct Shown<'a> {
    names: &'a Names,
    shown: Type,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shown {
            Type::Top => f.write_str("top"),
            Type::Int => f.write_str("integer"),
            Type::Float => f.write_str("float"),
            Type::Long => f.write_str("long"),
            Type::Long2 => f.write_str("long_2nd"),
            Type::Double => f.write_str("double"),
            Type::Double2 => f.write_str("double_2nd"),
            Type::Null => f.write_str("null"),
            Type::UninitializedThis => f.write_str("uninitializedThis"),
            Type::Uninitialized(at) => write!(f, "uninitialized {at}"),
            Type::Reference(name) => write!(f, "'{}'", self.names.text(name)),
            Type::ReturnAddress(at) => write!(f, "returnAddress {at}"),
        }
    }
}
