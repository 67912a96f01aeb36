//! Which names and access flags are legal (JVMS 4.1, 4.2, 4.5, 4.6), as HotSpot checks them.

/// The access and property flags of classes, fields and methods.
#[allow(missing_docs)]
pub mod acc {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SUPER: u16 = 0x0020;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const BRIDGE: u16 = 0x0040;
    pub const TRANSIENT: u16 = 0x0080;
    pub const VARARGS: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const STRICT: u16 = 0x0800;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
    pub const MODULE: u16 = 0x8000;
}

use acc::*;

const fn bytes_in(set: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut i = 0;
    while i < set.len() {
        table[set[i] as usize] = true;
        i += 1;
    }
    table
}

static NOT_IN_CLASS: [bool; 256] = bytes_in(b".;[");
static NOT_IN_FIELD: [bool; 256] = bytes_in(b".;[/");
static NOT_IN_METHOD: [bool; 256] = bytes_in(b".;[/<>");

fn free_of(name: &str, forbidden: &[bool; 256]) -> bool {
    !name.bytes().any(|b| forbidden[usize::from(b)])
}

/// The length of the class name in internal form that `bytes` begin with: unqualified names between single slashes. 0 if
/// there is none.
#[inline]
pub(super) fn class_name_len(bytes: &[u8]) -> usize {
    let mut previous = b'/';
    for (i, &byte) in bytes.iter().enumerate() {
        if NOT_IN_CLASS[usize::from(byte)] {
            return if previous == b'/' { 0 } else { i };
        }
        if byte == b'/' && previous == b'/' {
            return 0;
        }
        previous = byte;
    }
    if previous == b'/' { 0 } else { bytes.len() }
}

/// A class name in internal form.
pub(super) fn is_class_name(name: &str) -> bool {
    !name.is_empty() && class_name_len(name.as_bytes()) == name.len()
}

/// What a `CONSTANT_Class` may name: a class or an array type.
pub(super) fn is_class_or_array(name: &str) -> bool {
    if name.starts_with('[') { super::descriptor::parse_field(name).is_some() } else { is_class_name(name) }
}

pub(super) fn is_field_name(name: &str) -> bool {
    !name.is_empty() && free_of(name, &NOT_IN_FIELD)
}

/// A method name; the special names included.
pub(super) fn is_method_name(name: &str) -> bool {
    name == "<init>" || name == "<clinit>" || (!name.is_empty() && free_of(name, &NOT_IN_METHOD))
}

/// At most one of public, protected and private.
fn one_visibility(flags: u16) -> bool {
    (flags & (PUBLIC | PRIVATE | PROTECTED)).count_ones() <= 1
}

pub(super) fn class_flags_ok(flags: u16, major: u16) -> bool {
    let has = |bits| flags & bits != 0;
    let modern = major >= 49;
    if has(MODULE) && major >= 53 {
        return true;
    }
    !((has(ABSTRACT) && has(FINAL))
        || (has(INTERFACE) && !has(ABSTRACT))
        || (has(INTERFACE) && modern && has(SUPER | ENUM))
        || (!has(INTERFACE) && modern && has(ANNOTATION)))
}

pub(super) fn field_flags_ok(flags: u16, in_interface: bool, major: u16) -> bool {
    if in_interface {
        let required = PUBLIC | STATIC | FINAL;
        let enum_bit = if major >= 49 { ENUM } else { 0 };
        flags & required == required && flags & (PRIVATE | PROTECTED | VOLATILE | TRANSIENT | enum_bit) == 0
    } else {
        one_visibility(flags) && flags & (FINAL | VOLATILE) != FINAL | VOLATILE
    }
}

/// For every method but `<clinit>`, whose flags are ignored apart from `static`.
pub(super) fn method_flags_ok(flags: u16, in_interface: bool, is_init: bool, major: u16) -> bool {
    let has = |bits| flags & bits != 0;
    let modern = major >= 49;
    // strictfp stopped to mean anything in Java 17.
    let strict = if major < 61 { STRICT } else { 0 };
    if in_interface {
        return if major >= 52 {
            has(PUBLIC) != has(PRIVATE)
                && !has(NATIVE | PROTECTED | FINAL | SYNCHRONIZED)
                && !(has(ABSTRACT) && has(PRIVATE | STATIC | strict))
        } else if modern {
            has(PUBLIC) && has(ABSTRACT) && !has(PRIVATE | PROTECTED | STATIC | FINAL | SYNCHRONIZED | NATIVE | STRICT)
        } else {
            has(PUBLIC) && has(ABSTRACT) && !has(STATIC | FINAL | NATIVE)
        };
    }
    let modern_only = |bits| if modern { bits } else { 0 };
    one_visibility(flags)
        && if is_init {
            !has(STATIC | FINAL | SYNCHRONIZED | NATIVE | ABSTRACT | modern_only(BRIDGE))
        } else {
            !(has(ABSTRACT) && has(FINAL | NATIVE | PRIVATE | STATIC | modern_only(SYNCHRONIZED | strict)))
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert!(is_class_name("java/lang/Object") && is_class_name("A") && is_class_name("ключ/Ä"));
        for bad in ["", "/", "a/", "/a", "a//b", "a.b", "a;", "[I"] {
            assert!(!is_class_name(bad), "{bad}");
        }
        assert!(is_class_or_array("[I") && is_class_or_array("[[La/B;") && !is_class_or_array("[a"));
        assert!(is_method_name("<init>") && !is_method_name("<foo>") && !is_method_name(""));
        assert!(is_field_name("<x>") && !is_field_name("a/b"));
    }

    #[test]
    fn flags() {
        assert!(!class_flags_ok(INTERFACE | ABSTRACT | FINAL, 61));
        assert!(!class_flags_ok(INTERFACE, 61) && class_flags_ok(INTERFACE | ABSTRACT, 61));
        assert!(!field_flags_ok(PUBLIC | PRIVATE, false, 61));
        assert!(!field_flags_ok(FINAL | VOLATILE, false, 61));
        assert!(!field_flags_ok(PUBLIC | STATIC, true, 61));
        assert!(method_flags_ok(PRIVATE | STATIC, true, false, 61));
        assert!(!method_flags_ok(PRIVATE | ABSTRACT, true, false, 61));
        assert!(!method_flags_ok(ABSTRACT | FINAL, false, false, 61));
        assert!(!method_flags_ok(STATIC, false, true, 61));
        assert!(!method_flags_ok(ABSTRACT | STRICT, false, false, 60));
        assert!(method_flags_ok(ABSTRACT | STRICT, false, false, 61));
    }
}
