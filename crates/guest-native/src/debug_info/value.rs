//! Values as the guest's language writes them.

use super::info::Language;
use super::types::{Shape, Type, TypeId, Types};

/// The value with these bits, if its type is one that fits into them.
pub(super) fn show(types: &dyn Types, type_: TypeId, bits: u64, size: u64) -> Option<String> {
    let (_, type_) = types.resolved(type_)?;
    if type_.size != Some(size) || !(1..=8).contains(&size) {
        return None;
    }
    let unused = 64 - u32::try_from(size * 8).ok()?;
    let unsigned = bits << unused >> unused;
    #[expect(clippy::cast_possible_wrap, reason = "the bits are those of a signed number")]
    let signed = (bits << unused) as i64 >> unused;
    match &type_.shape {
        Shape::Base(encoding) => base(&type_, *encoding, unsigned, signed),
        Shape::Pointer(_) => Some(match (unsigned, type_.language) {
            (0, Language::C) => "NULL".to_owned(),
            (0, Language::Cpp) => "nullptr".to_owned(),
            (0, Language::Rust) => "null".to_owned(),
            _ => format!("{unsigned:#x}"),
        }),
        Shape::Enumeration { names, is_scoped } => {
            // Compilers write constants with or without a sign, whatever the enumeration has.
            let known = names.iter().find(|(value, _)| [i128::from(unsigned), i128::from(signed)].contains(value));
            Some(match known {
                Some((_, name)) if *is_scoped => {
                    let own = type_.name.as_deref().unwrap_or_default();
                    super::readable::join(own.rsplit("::").next().unwrap_or_default(), name)
                }
                Some((_, name)) => name.clone(),
                None => signed.to_string(),
            })
        }
        _ => None,
    }
}

fn base(type_: &Type, encoding: gimli::DwAte, unsigned: u64, signed: i64) -> Option<String> {
    Some(match encoding {
        gimli::DW_ATE_boolean if unsigned > 1 => unsigned.to_string(),
        gimli::DW_ATE_boolean => (unsigned == 1).to_string(),
        gimli::DW_ATE_signed => signed.to_string(),
        gimli::DW_ATE_unsigned => unsigned.to_string(),
        // `signed char` and `unsigned char` are small numbers.
        gimli::DW_ATE_signed_char | gimli::DW_ATE_unsigned_char if type_.name.as_deref() != Some("char") => {
            if encoding == gimli::DW_ATE_signed_char { signed.to_string() } else { unsigned.to_string() }
        }
        gimli::DW_ATE_signed_char | gimli::DW_ATE_unsigned_char if unsigned > 0x7f => signed.to_string(),
        gimli::DW_ATE_signed_char | gimli::DW_ATE_unsigned_char | gimli::DW_ATE_UTF => character(unsigned)?,
        gimli::DW_ATE_float => match type_.size? {
            4 => format!("{:?}", f32::from_bits(u32::try_from(unsigned).ok()?)),
            8 => format!("{:?}", f64::from_bits(unsigned)),
            _ => return None,
        },
        gimli::DW_ATE_address => format!("{unsigned:#x}"),
        _ => return None,
    })
}

fn character(code: u64) -> Option<String> {
    let c = char::from_u32(u32::try_from(code).ok()?)?;
    Some(match c {
        '\0' => r"'\0'".to_owned(),
        _ if c.is_ascii_control() && !matches!(c, '\n' | '\r' | '\t') => format!(r"'\x{code:02x}'"),
        _ => format!("{c:?}"),
    })
}
