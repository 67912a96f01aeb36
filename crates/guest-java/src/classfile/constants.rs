//! Reads the constant pool and checks every reference inside it.

use super::descriptor::{argument_slots, parse_field};
use super::names::{is_class_or_array, is_field_name, is_method_name};
use super::pool::ConstantPool;
use super::reader::Reader;
use super::{ClassFileError, Constant, mutf8};

type Checked<T = ()> = Result<T, ClassFileError>;

/// Reads the pool; `class` is the name for messages.
pub(super) fn read(r: &mut Reader<'_>, major: u16, class: &str) -> Checked<Vec<Constant>> {
    let count = usize::from(r.u16()?);
    if count == 0 {
        return Err(ClassFileError::format(format!("Illegal constant pool size {count} in class file {class}")));
    }
    // An entry takes at least three bytes: do not reserve more than the input can hold.
    let mut pool = Vec::with_capacity(count.min(r.remaining() / 3 * 2 + 2));
    pool.push(Constant::Unused);
    while pool.len() < count {
        let constant = entry(r, major, class)?;
        let wide = matches!(constant, Constant::Long(_) | Constant::Double(_));
        pool.push(constant);
        if wide {
            pool.push(Constant::Unused);
        }
    }
    if pool.len() > count {
        return Err(ClassFileError::format(format!(
            "Improper constant pool long/double index {count} in class file {class}"
        )));
    }
    Ok(pool)
}

#[inline(always)]
fn entry(r: &mut Reader<'_>, major: u16, class: &str) -> Checked<Constant> {
    let tag = r.u8()?;
    Ok(match tag {
        1 => {
            let len = usize::from(r.u16()?);
            let bytes = r.bytes(len)?;
            mutf8::constant(bytes, major).ok_or_else(|| {
                ClassFileError::format(format!("Illegal UTF8 string in constant pool in class file {class}"))
            })?
        }
        3 => Constant::Integer(r.u32()? as i32),
        4 => Constant::Float(f32::from_bits(r.u32()?)),
        5 => Constant::Long(r.u64()? as i64),
        6 => Constant::Double(f64::from_bits(r.u64()?)),
        7 => Constant::Class(r.u16()?),
        8 => Constant::String(r.u16()?),
        9 => Constant::Field { class: r.u16()?, name_type: r.u16()? },
        10 => Constant::Method { class: r.u16()?, name_type: r.u16()? },
        11 => Constant::InterfaceMethod { class: r.u16()?, name_type: r.u16()? },
        12 => Constant::NameAndType { name: r.u16()?, desc: r.u16()? },
        15 if major >= 51 => Constant::MethodHandle { kind: r.u8()?, reference: r.u16()? },
        16 if major >= 51 => Constant::MethodType(r.u16()?),
        17 if major >= 55 => Constant::Dynamic { bootstrap: r.u16()?, name_type: r.u16()? },
        18 if major >= 51 => Constant::InvokeDynamic { bootstrap: r.u16()?, name_type: r.u16()? },
        19 if major >= 53 => Constant::Module(r.u16()?),
        20 if major >= 53 => Constant::Package(r.u16()?),
        15..=18 => {
            return Err(ClassFileError::format(format!(
                "Class file version does not support constant tag {tag} in class file {class}"
            )));
        }
        _ => {
            return Err(ClassFileError::format(format!("Unknown constant tag {tag} in class file {class}")));
        }
    })
}

/// Checks every entry against the entries it refers to. Returns the number of bootstrap methods that the pool needs.
pub(super) fn check(pool: &ConstantPool<'_>, major: u16, is_module: bool) -> Checked<usize> {
    let mut bootstraps = 0;
    for (index, constant) in pool.constants.iter().enumerate() {
        let bad = |target: u16| pool.bad_index(usize::from(target));
        match *constant {
            Constant::Class(name) => {
                let name = pool.utf8(name)?;
                if !is_class_or_array(name) {
                    return Err(pool.illegal_class_name(name));
                }
            }
            Constant::String(text) => match pool.get(text) {
                Some(Constant::Utf8(_) | Constant::Utf8Raw(_)) => {}
                _ => return Err(bad(text)),
            },
            Constant::NameAndType { name, desc } => {
                let (name, desc) = (pool.utf8(name)?, pool.utf8(desc)?);
                check_name_and_type(pool, name, desc)?;
            }
            Constant::Field { class, name_type } => {
                pool.class_name(class)?;
                let (name, desc) = pool.name_and_type(name_type)?;
                if desc.starts_with('(') {
                    return Err(pool.illegal_signature("Field", name, desc));
                }
            }
            Constant::Method { class, name_type } | Constant::InterfaceMethod { class, name_type } => {
                pool.class_name(class)?;
                let (name, desc) = pool.name_and_type(name_type)?;
                if !desc.starts_with('(') {
                    return Err(pool.illegal_signature("Method", name, desc));
                }
                if name.starts_with('<') {
                    let interface = matches!(constant, Constant::InterfaceMethod { .. });
                    if interface || &**name != "<init>" {
                        let index = match pool.get(name_type) {
                            Some(Constant::NameAndType { name, .. }) => usize::from(*name),
                            _ => index,
                        };
                        return Err(pool.error(format_args!("Bad method name at constant pool index {index}")));
                    }
                }
            }
            Constant::MethodHandle { kind, reference } => {
                check_method_handle(pool, index, kind, reference, major)?;
            }
            Constant::MethodType(desc) => {
                let desc = pool.utf8(desc)?;
                if argument_slots(desc).is_none() {
                    return Err(pool.illegal_signature("Method", "MethodType", desc));
                }
            }
            Constant::Dynamic { bootstrap, name_type } => {
                let (name, desc) = pool.name_and_type(name_type)?;
                if desc.starts_with('(') {
                    return Err(pool.illegal_signature("Field", name, desc));
                }
                bootstraps = bootstraps.max(usize::from(bootstrap) + 1);
            }
            Constant::InvokeDynamic { bootstrap, name_type } => {
                let (name, desc) = pool.name_and_type(name_type)?;
                if !desc.starts_with('(') {
                    return Err(pool.illegal_signature("Method", name, desc));
                }
                bootstraps = bootstraps.max(usize::from(bootstrap) + 1);
            }
            Constant::Module(name) | Constant::Package(name) => {
                if !is_module {
                    let tag = if matches!(constant, Constant::Module(_)) { 19 } else { 20 };
                    return Err(pool.error(format_args!("Unknown constant tag {tag}")));
                }
                pool.utf8(name)?;
            }
            _ => {}
        }
    }
    Ok(bootstraps)
}

fn check_name_and_type(pool: &ConstantPool<'_>, name: &str, desc: &str) -> Checked {
    if desc.starts_with('(') {
        if !is_method_name(name) {
            return Err(pool.illegal_name("method", name));
        }
        if argument_slots(desc).is_none() || (name == "<init>" && !desc.ends_with(")V")) {
            return Err(pool.illegal_signature("Method", name, desc));
        }
    } else {
        if !is_field_name(name) {
            return Err(pool.illegal_name("field", name));
        }
        if parse_field(desc).is_none() {
            return Err(pool.illegal_signature("Field", name, desc));
        }
    }
    Ok(())
}

fn check_method_handle(pool: &ConstantPool<'_>, index: usize, kind: u8, reference: u16, major: u16) -> Checked {
    let name_type = match (kind, pool.get(reference)) {
        (1..=4, Some(Constant::Field { .. })) => return Ok(()),
        (5..=8, Some(Constant::Method { name_type, .. })) => *name_type,
        (6 | 7, Some(Constant::InterfaceMethod { name_type, .. })) if major >= 52 => *name_type,
        (9, Some(Constant::InterfaceMethod { name_type, .. })) => *name_type,
        (1..=9, _) => {
            let wanted = match kind {
                1..=4 => "a field",
                5..=8 => "a method",
                _ => "an interface method",
            };
            let class = pool.class;
            return Err(ClassFileError::format(format!(
                "Invalid constant pool index {reference} in class file {class} (not {wanted})"
            )));
        }
        _ => {
            return Err(pool.error(format_args!("Bad method handle kind at constant pool index {index}")));
        }
    };
    let is_init = &**pool.name_and_type(name_type)?.0 == "<init>";
    match (kind == 8, is_init) {
        (true, false) => Err(pool.error(format_args!("Bad constructor name at constant pool index {name_type}"))),
        (false, true) => Err(pool.error(format_args!("Bad method name at constant pool index {name_type}"))),
        _ => Ok(()),
    }
}
