//! Fields and methods.

use std::sync::Arc;

use super::attributes::{self, AnnotationFlags, once};
use super::descriptor::{argument_slots, parse_field};
use super::names::{acc, field_flags_ok, is_field_name, is_method_name, method_flags_ok};
use super::pool::ConstantPool;
use super::reader::Reader;
use super::{ClassFileError, Constant, FieldInfo, MethodInfo};

/// What a member needs to know of its class.
pub(super) struct MemberContext<'a> {
    pub pool: &'a ConstantPool<'a>,
    pub major: u16,
    pub in_interface: bool,
    pub stack_maps: bool,
}

/// How HotSpot's messages about repeated attributes go on.
const OF_FIELD: &str = " for field";
const OF_METHOD: &str = " for method";

/// The flags of fields that mean something.
const RECOGNISED: u16 = 0x50DF;

/// Up to this many members are compared pairwise, which needs no allocation.
const FEW: usize = 12;

/// The index of an element whose key is equal to an earlier one's.
pub(super) fn first_duplicate<T>(list: &[T], key: impl Fn(&T) -> (&str, &str)) -> Option<usize> {
    if list.len() <= FEW {
        return (1..list.len()).find(|&i| list[..i].iter().any(|e| key(e) == key(&list[i])));
    }
    let mut order: Vec<(&str, &str)> = list.iter().map(&key).collect();
    // By length first: most comparisons then end without looking at the text.
    order.sort_unstable_by(|a, b| (a.0.len(), a.1.len()).cmp(&(b.0.len(), b.1.len())).then_with(|| a.cmp(b)));
    let twice = order.windows(2).find(|pair| pair[0] == pair[1])?[0];
    list.iter().position(|e| key(e) == twice)
}

pub(super) fn fields(r: &mut Reader<'_>, cx: &MemberContext<'_>) -> Result<Vec<FieldInfo>, ClassFileError> {
    let count = usize::from(r.u16()?);
    let mut list = Vec::with_capacity(count.min(r.remaining() / 8));
    for _ in 0..count {
        list.push(field(r, cx)?);
    }
    if let Some(i) = first_duplicate(&list, |f| (&f.name, &f.desc)) {
        let FieldInfo { name, desc, .. } = &list[i];
        return Err(cx.pool.error(format_args!("Duplicate field name \"{name}\" with signature \"{desc}\"")));
    }
    Ok(list)
}

fn field(r: &mut Reader<'_>, cx: &MemberContext<'_>) -> Result<FieldInfo, ClassFileError> {
    let pool = cx.pool;
    let access = r.u16()? & RECOGNISED;
    if !field_flags_ok(access, cx.in_interface, cx.major) {
        let class = pool.class;
        return Err(ClassFileError::format(format!("Illegal field modifiers in class {class}: 0x{access:X}")));
    }
    let text = |index: u16, what: &str| {
        let complaint = format_args!("Invalid constant pool index {index} for field {what}");
        pool.utf8(index).map_err(|_| pool.error(complaint))
    };
    let name = text(r.u16()?, "name")?;
    if !is_field_name(name) {
        return Err(pool.illegal_name("field", name));
    }
    let desc = text(r.u16()?, "signature")?;
    if parse_field(desc).is_none() {
        return Err(pool.illegal_signature("Field", name, desc));
    }
    let mut field = FieldInfo {
        access,
        name: Arc::clone(name),
        desc: Arc::clone(desc),
        constant_value: 0,
        signature: None,
        annotations: None,
        type_annotations: None,
        benign: false,
    };
    for _ in 0..r.u16()? {
        let index = r.u16()?;
        let attribute =
            pool.utf8(index).map_err(|_| pool.error(format_args!("Invalid field attribute index {index}")))?;
        let body = r.body()?;
        match &**attribute {
            "ConstantValue" if access & acc::STATIC != 0 => {
                if field.constant_value != 0 {
                    return Err(pool.error(format_args!("Duplicate ConstantValue attribute")));
                }
                field.constant_value = constant_value(body, pool, desc)?;
            }
            "Signature" => {
                let signature = attributes::signature(body, pool)?;
                once(&mut field.signature, signature, pool, attribute, OF_FIELD)?;
            }
            "RuntimeVisibleAnnotations" => {
                field.benign |= attributes::annotation_flags(body, pool).benign;
                once(&mut field.annotations, body, pool, attribute, OF_FIELD)?;
            }
            "RuntimeVisibleTypeAnnotations" => once(&mut field.type_annotations, body, pool, attribute, OF_FIELD)?,
            _ => {}
        }
    }
    Ok(field)
}

fn constant_value(body: &[u8], pool: &ConstantPool<'_>, desc: &str) -> Result<u16, ClassFileError> {
    let &[high, low] = body else {
        let len = body.len();
        return Err(pool.error(format_args!("Invalid ConstantValue field attribute length {len}")));
    };
    let index = u16::from_be_bytes([high, low]);
    let fits = match (desc, pool.get(index)) {
        ("I" | "S" | "C" | "B" | "Z", Some(Constant::Integer(_))) => true,
        ("J", Some(Constant::Long(_))) => true,
        ("F", Some(Constant::Float(_))) => true,
        ("D", Some(Constant::Double(_))) => true,
        ("Ljava/lang/String;", Some(Constant::String(_))) => true,
        (_, None | Some(Constant::Unused)) => {
            return Err(pool.error(format_args!("Bad initial value index {index} in ConstantValue attribute")));
        }
        _ => false,
    };
    if !fits {
        return Err(pool.error(format_args!("Inconsistent constant value type")));
    }
    Ok(index)
}

pub(super) fn methods(r: &mut Reader<'_>, cx: &MemberContext<'_>) -> Result<Vec<MethodInfo>, ClassFileError> {
    let count = usize::from(r.u16()?);
    let mut list = Vec::with_capacity(count.min(r.remaining() / 8));
    for _ in 0..count {
        list.push(method(r, cx)?);
    }
    if let Some(i) = first_duplicate(&list, |m| (&m.name, &m.desc)) {
        let MethodInfo { name, desc, .. } = &list[i];
        return Err(cx.pool.error(format_args!("Duplicate method name \"{name}\" with signature \"{desc}\"")));
    }
    Ok(list)
}

/// Checks flags and descriptor; returns the flags to use and the number of argument slots with the receiver.
fn check_method(access: u16, name: &str, desc: &str, cx: &MemberContext<'_>) -> Result<(u16, usize), ClassFileError> {
    let pool = cx.pool;
    if !is_method_name(name) {
        return Err(pool.illegal_name("method", name));
    }
    let illegal = || pool.illegal_signature("Method", name, desc);
    let slots = argument_slots(desc).ok_or_else(illegal)?;
    let special = name.starts_with('<');
    if special && !desc.ends_with(")V") {
        return Err(illegal());
    }
    let mut access = access;
    if special && name == "<clinit>" {
        if cx.major < 51 {
            access = acc::STATIC;
        } else if access & acc::STATIC == 0 {
            return Err(pool.error(format_args!("Method <clinit> is not static")));
        } else {
            access &= acc::STATIC | if cx.major < 61 { acc::STRICT } else { 0 };
        }
        if cx.major >= 51 && slots != 0 {
            return Err(illegal());
        }
    } else {
        if special && cx.in_interface {
            let class = pool.class;
            return Err(ClassFileError::format(format!(
                "Interface cannot have a method named <init>, class file {class}"
            )));
        }
        if !method_flags_ok(access, cx.in_interface, special, cx.major) {
            let class = pool.class;
            return Err(ClassFileError::format(format!(
                "Method {name} in class {class} has illegal modifiers: 0x{access:X}"
            )));
        }
    }
    let slots = slots + usize::from(access & acc::STATIC == 0);
    if slots > 255 {
        return Err(pool.error(format_args!("Too many arguments in method signature")));
    }
    Ok((access, slots))
}

fn method(r: &mut Reader<'_>, cx: &MemberContext<'_>) -> Result<MethodInfo, ClassFileError> {
    let pool = cx.pool;
    let access = r.u16()?;
    let text = |index: u16, what: &str| {
        let complaint = format_args!("Illegal constant pool index {index} for method {what}");
        pool.utf8(index).map_err(|_| pool.error(complaint))
    };
    let name = text(r.u16()?, "name")?;
    let desc = text(r.u16()?, "signature")?;
    let (access, slots) = check_method(access, name, desc, cx)?;
    let mut method = MethodInfo {
        access,
        name: Arc::clone(name),
        desc: Arc::clone(desc),
        code: None,
        exceptions: Vec::new(),
        signature: None,
        annotations: None,
        parameter_annotations: None,
        annotation_default: None,
        type_annotations: None,
        parameters: None,
        caller_sensitive: false,
        hidden: false,
        atomic: false,
    };
    for _ in 0..r.u16()? {
        let index = r.u16()?;
        let attribute =
            pool.utf8(index).map_err(|_| pool.error(format_args!("Invalid method attribute name index {index}")))?;
        let body = r.body()?;
        match &**attribute {
            "Code" => set_code(&mut method, body, slots, cx)?,
            "Exceptions" => {
                method.exceptions = attributes::class_list(body, pool, "Exceptions attribute has wrong length")?
            }
            "Signature" => {
                let signature = attributes::signature(body, pool)?;
                once(&mut method.signature, signature, pool, attribute, OF_METHOD)?;
            }
            "RuntimeVisibleAnnotations" => {
                let AnnotationFlags { caller_sensitive, hidden, atomic, .. } = attributes::annotation_flags(body, pool);
                method.caller_sensitive |= caller_sensitive;
                method.hidden |= hidden;
                method.atomic |= atomic;
                once(&mut method.annotations, body, pool, attribute, OF_METHOD)?;
            }
            "RuntimeVisibleParameterAnnotations" => {
                once(&mut method.parameter_annotations, body, pool, attribute, OF_METHOD)?
            }
            "AnnotationDefault" => once(&mut method.annotation_default, body, pool, attribute, OF_METHOD)?,
            "RuntimeVisibleTypeAnnotations" => once(&mut method.type_annotations, body, pool, attribute, OF_METHOD)?,
            "MethodParameters" => {
                let parameters = method_parameters(body)?;
                once(&mut method.parameters, parameters, pool, attribute, "")?;
            }
            _ => {}
        }
    }
    if method.code.is_none() && access & (acc::NATIVE | acc::ABSTRACT) == 0 {
        return Err(pool.error(format_args!("Absent Code attribute in method that is not native or abstract")));
    }
    Ok(method)
}

fn set_code(method: &mut MethodInfo, body: &[u8], slots: usize, cx: &MemberContext<'_>) -> Result<(), ClassFileError> {
    if method.access & (acc::NATIVE | acc::ABSTRACT) != 0 {
        return Err(cx.pool.error(format_args!("Code attribute in native or abstract methods")));
    }
    if method.code.is_some() {
        return Err(cx.pool.error(format_args!("Multiple Code attributes")));
    }
    method.code = Some(attributes::code(body, cx.pool, cx.stack_maps && cx.major >= 50, slots)?);
    Ok(())
}

fn method_parameters(body: &[u8]) -> Result<Vec<(u16, u16)>, ClassFileError> {
    let mut r = Reader::new(body);
    let count = usize::from(r.u8()?);
    if r.remaining() != 4 * count {
        let length = body.len();
        let message = format!("Invalid MethodParameters method attribute length {length} in class file");
        return Err(ClassFileError::format(message));
    }
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        // Names are looked at when reflection asks for them.
        list.push((r.u16()?, r.u16()?));
    }
    Ok(list)
}
