//! Field and method descriptors (JVMS 4.3).

use super::names::class_name_len;

/// The type of a field, parameter or result, borrowed from its descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldType<'a> {
    /// `B`
    Byte,
    /// `C`
    Char,
    /// `D`
    Double,
    /// `F`
    Float,
    /// `I`
    Int,
    /// `J`
    Long,
    /// `S`
    Short,
    /// `Z`
    Boolean,
    /// `Lname;`: the internal name.
    Object(&'a str),
    /// `[…`: the whole descriptor.
    Array(&'a str),
}

impl FieldType<'_> {
    /// Whether the value takes two slots.
    pub fn is_wide(&self) -> bool {
        matches!(self, FieldType::Long | FieldType::Double)
    }

    /// Whether the value is a reference.
    pub fn is_reference(&self) -> bool {
        matches!(self, FieldType::Object(_) | FieldType::Array(_))
    }

    /// The type as Java sources spell it: `int[][]`, `java.lang.Object`.
    pub fn source(&self) -> String {
        match self {
            FieldType::Byte => "byte".into(),
            FieldType::Char => "char".into(),
            FieldType::Double => "double".into(),
            FieldType::Float => "float".into(),
            FieldType::Int => "int".into(),
            FieldType::Long => "long".into(),
            FieldType::Short => "short".into(),
            FieldType::Boolean => "boolean".into(),
            FieldType::Object(name) => name.replace('/', "."),
            FieldType::Array(whole) => {
                let element = whole.trim_start_matches('[');
                let dimensions = whole.len() - element.len();
                parse_field(element).map_or_else(String::new, |element| element.source()) + &"[]".repeat(dimensions)
            }
        }
    }

    /// The number of slots: 1 or 2.
    pub fn slots(&self) -> usize {
        if self.is_wide() { 2 } else { 1 }
    }
}

/// A method descriptor; `ret` is `None` for `void`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodDescriptor<'a> {
    /// The parameters, without the receiver.
    pub params: Vec<FieldType<'a>>,
    /// The result, `None` for `void`.
    pub ret: Option<FieldType<'a>>,
}

/// Takes one field type off the front of `desc`.
#[inline]
fn take(desc: &str) -> Option<(FieldType<'_>, &str)> {
    let simple = match desc.as_bytes().first()? {
        b'B' => FieldType::Byte,
        b'C' => FieldType::Char,
        b'D' => FieldType::Double,
        b'F' => FieldType::Float,
        b'I' => FieldType::Int,
        b'J' => FieldType::Long,
        b'S' => FieldType::Short,
        b'Z' => FieldType::Boolean,
        b'L' => {
            let end = 1 + class_name_len(&desc.as_bytes()[1..]);
            let rest = desc[end..].strip_prefix(';')?;
            return (end > 1).then(|| (FieldType::Object(&desc[1..end]), rest));
        }
        b'[' => {
            let dims = desc.bytes().take_while(|&b| b == b'[').count();
            if dims > 255 {
                return None;
            }
            let (_, rest) = take(&desc[dims..])?;
            return Some((FieldType::Array(&desc[..desc.len() - rest.len()]), rest));
        }
        _ => return None,
    };
    Some((simple, &desc[1..]))
}

/// Parses a field descriptor; `None` if it is malformed.
pub fn parse_field(desc: &str) -> Option<FieldType<'_>> {
    take(desc).and_then(|(ty, rest)| rest.is_empty().then_some(ty))
}

/// Walks a method descriptor without allocating; yields the result type.
#[inline]
fn walk<'a>(desc: &'a str, mut param: impl FnMut(FieldType<'a>)) -> Option<Option<FieldType<'a>>> {
    let mut rest = desc.strip_prefix('(')?;
    loop {
        if let Some(ret) = rest.strip_prefix(')') {
            return if ret == "V" { Some(None) } else { parse_field(ret).map(Some) };
        }
        let (ty, tail) = take(rest)?;
        param(ty);
        rest = tail;
    }
}

/// Parses a method descriptor; `None` if it is malformed.
pub fn parse_method(desc: &str) -> Option<MethodDescriptor<'_>> {
    let mut params = Vec::new();
    let ret = walk(desc, |ty| params.push(ty))?;
    Some(MethodDescriptor { params, ret })
}

/// The number of argument slots of a method descriptor, without the receiver; `None` if it is malformed.
pub fn argument_slots(desc: &str) -> Option<usize> {
    let mut slots = 0;
    walk(desc, |ty| slots += ty.slots())?;
    Some(slots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields() {
        assert_eq!(parse_field("I"), Some(FieldType::Int));
        assert_eq!(parse_field("La/B;"), Some(FieldType::Object("a/B")));
        assert_eq!(parse_field("[[J"), Some(FieldType::Array("[[J")));
        assert_eq!(parse_field("[La/B;"), Some(FieldType::Array("[La/B;")));
        for bad in ["", "V", "II", "L;", "La.b;", "La", "[", "[V", "La//b;", "L/a;", "La/;", "L[I;", "Q"] {
            assert_eq!(parse_field(bad), None, "{bad}");
        }
        assert!(parse_field(&format!("{}I", "[".repeat(255))).is_some());
        assert!(parse_field(&format!("{}I", "[".repeat(256))).is_none());
    }

    #[test]
    fn methods() {
        let m = parse_method("(IJ[DLa/B;)V").unwrap();
        assert_eq!(m.params, [FieldType::Int, FieldType::Long, FieldType::Array("[D"), FieldType::Object("a/B")]);
        assert_eq!(m.ret, None);
        assert!(m.params[1].is_wide() && m.params[2].is_reference());
        assert_eq!(argument_slots("(IJ[DLa/B;)V"), Some(5));
        assert_eq!(parse_method("()D").unwrap().ret, Some(FieldType::Double));
        for bad in ["", "()", "(V)V", "I", "(", "()II", "(I", ")V"] {
            assert_eq!(parse_method(bad), None, "{bad}");
        }
    }
}
