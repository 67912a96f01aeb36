//! The attributes of classes and method bodies.

use std::sync::Arc;

use super::descriptor::parse_field;
use super::names::acc;
use super::pool::ConstantPool;
use super::reader::{Reader, Truncated};
use super::{
    BootstrapMethod, ClassFileError, Code, Constant, EnclosingMethod, Handler, InnerClass, LocalVariable, RawAttribute,
    RecordComponent,
};

type Parsed<T> = Result<T, ClassFileError>;

/// Everything that hangs on the class itself.
#[derive(Default)]
pub(super) struct ClassAttributes {
    pub source_file: Option<Arc<str>>,
    pub signature: Option<Arc<str>>,
    pub inner_classes: Vec<InnerClass>,
    pub enclosing_method: Option<EnclosingMethod>,
    pub nest_host: Option<Arc<str>>,
    pub nest_members: Vec<Arc<str>>,
    pub permitted_subclasses: Option<Vec<Arc<str>>>,
    pub record: Option<Vec<RecordComponent>>,
    pub bootstrap_methods: Vec<BootstrapMethod>,
    pub annotations: RawAttribute,
    pub type_annotations: RawAttribute,
}

/// An attribute must be used up by its content; else `complaint` is the error.
pub(super) fn finished(r: &Reader<'_>, pool: &ConstantPool<'_>, complaint: &str) -> Parsed<()> {
    if r.remaining() == 0 { Ok(()) } else { Err(pool.error(format_args!("{complaint}"))) }
}

/// Fills a slot that an attribute may fill only once; `of` ends the message.
pub(super) fn once<T>(
    slot: &mut Option<T>,
    value: impl Into<T>,
    pool: &ConstantPool<'_>,
    attribute: &str,
    of: &str,
) -> Parsed<()> {
    if slot.is_some() {
        return Err(pool.error(format_args!("Multiple {attribute} attributes{of}")));
    }
    *slot = Some(value.into());
    Ok(())
}

/// An attribute that is one index.
fn index(body: &[u8], pool: &ConstantPool<'_>, attribute: &str) -> Parsed<u16> {
    match *body {
        [high, low] => Ok(u16::from_be_bytes([high, low])),
        _ => Err(pool.error(format_args!("Wrong {attribute} attribute length"))),
    }
}

pub(super) fn signature(body: &[u8], pool: &ConstantPool<'_>) -> Parsed<Arc<str>> {
    let index = index(body, pool, "Signature")?;
    let complaint = format_args!("Invalid Signature attribute at constant pool index {index}");
    pool.utf8(index).cloned().map_err(|_| pool.error(complaint))
}

/// An attribute that is a list of classes.
pub(super) fn class_list(body: &[u8], pool: &ConstantPool<'_>, complaint: &str) -> Parsed<Vec<Arc<str>>> {
    let mut r = Reader::new(body);
    let count = usize::from(r.u16()?);
    let mut list = Vec::with_capacity(count.min(r.remaining() / 2));
    for _ in 0..count {
        list.push(Arc::clone(pool.class_name(r.u16()?)?));
    }
    finished(&r, pool, complaint)?;
    Ok(list)
}

pub(super) fn class_attributes(r: &mut Reader<'_>, pool: &ConstantPool<'_>, major: u16) -> Parsed<ClassAttributes> {
    let mut all = ClassAttributes::default();
    let mut bootstraps: Option<Vec<BootstrapMethod>> = None;
    for _ in 0..r.u16()? {
        let name = r.u16()?;
        let complaint = format_args!("Attribute name has bad constant pool index {name}");
        let attribute = pool.utf8(name).map_err(|_| pool.error(complaint))?;
        let body = r.body()?;
        match &**attribute {
            "SourceFile" => {
                let index = index(body, pool, "SourceFile")?;
                // A lone surrogate in a file name is no reason to refuse the class.
                if !matches!(pool.get(index), Some(Constant::Utf8Raw(_))) {
                    let file = Arc::clone(pool.utf8(index)?);
                    once(&mut all.source_file, file, pool, attribute, "")?;
                }
            }
            "Signature" => once(&mut all.signature, signature(body, pool)?, pool, attribute, "")?,
            "InnerClasses" => all.inner_classes = inner_classes(body, pool, major)?,
            "EnclosingMethod" => {
                once(&mut all.enclosing_method, enclosing_method(body, pool)?, pool, attribute, "")?;
            }
            "NestHost" if major >= 55 => {
                let host = pool.class_name(index(body, pool, "NestHost")?)?;
                once(&mut all.nest_host, Arc::clone(host), pool, attribute, "")?;
            }
            "NestMembers" if major >= 55 => {
                all.nest_members = class_list(body, pool, "Wrong NestMembers attribute length")?;
            }
            "PermittedSubclasses" if major >= 59 => {
                let list = class_list(body, pool, "Wrong PermittedSubclasses attribute length")?;
                once(&mut all.permitted_subclasses, list, pool, attribute, "")?;
            }
            "Record" if major >= 58 => {
                once(&mut all.record, record(body, pool)?, pool, attribute, "")?;
            }
            "BootstrapMethods" if major >= 51 => {
                let methods = bootstrap_methods(body, pool)?;
                once(&mut bootstraps, methods, pool, attribute, "")?;
            }
            "RuntimeVisibleAnnotations" => once(&mut all.annotations, body, pool, attribute, "")?,
            "RuntimeVisibleTypeAnnotations" => {
                once(&mut all.type_annotations, body, pool, attribute, "")?;
            }
            _ => {}
        }
    }
    all.bootstrap_methods = bootstraps.unwrap_or_default();
    if all.nest_host.is_some() && !all.nest_members.is_empty() {
        return Err(pool.error(format_args!("Conflicting NestHost and NestMembers attributes")));
    }
    Ok(all)
}

fn inner_classes(body: &[u8], pool: &ConstantPool<'_>, major: u16) -> Parsed<Vec<InnerClass>> {
    let mut r = Reader::new(body);
    let count = usize::from(r.u16()?);
    let mut list = Vec::with_capacity(count.min(r.remaining() / 8));
    for _ in 0..count {
        let (inner, outer, name, access) = (r.u16()?, r.u16()?, r.u16()?, r.u16()?);
        let bad = |what: &str, index: u16| pool.error(format_args!("{what} {index} has bad constant type"));
        let inner_name = pool.class_name(inner).map_err(|_| bad("inner_class_info_index", inner))?;
        let outer = pool.optional_class_name(outer).map_err(|_| bad("outer_class_info_index", outer))?;
        let simple = pool.optional_utf8(name).map_err(|_| bad("inner_name_index", name))?;
        if access & acc::MODULE != 0 && major >= 53 {
            return Err(ClassFileError::NotAClass(pool.class.into()));
        }
        list.push(InnerClass { inner: Arc::clone(inner_name), outer, name: simple, access });
    }
    finished(&r, pool, "Wrong InnerClasses attribute length")?;
    Ok(list)
}

fn enclosing_method(body: &[u8], pool: &ConstantPool<'_>) -> Parsed<EnclosingMethod> {
    let mut r = Reader::new(body);
    let class = r.u16()?;
    if class == 0 {
        return Err(pool.error(format_args!("Invalid class index in EnclosingMethod attribute")));
    }
    let class = Arc::clone(pool.class_name(class)?);
    let method = match r.u16()? {
        0 => None,
        index => {
            let (name, desc) = pool.name_and_type(index)?;
            Some((Arc::clone(name), Arc::clone(desc)))
        }
    };
    finished(&r, pool, "Wrong EnclosingMethod attribute length")?;
    Ok(EnclosingMethod { class, method })
}

fn record(body: &[u8], pool: &ConstantPool<'_>) -> Parsed<Vec<RecordComponent>> {
    let mut r = Reader::new(body);
    let count = usize::from(r.u16()?);
    let mut list = Vec::with_capacity(count.min(r.remaining() / 6));
    for _ in 0..count {
        let (name, desc) = (pool.utf8(r.u16()?)?, pool.utf8(r.u16()?)?);
        if parse_field(desc).is_none() {
            return Err(pool.illegal_signature("Record component", name, desc));
        }
        let mut component = RecordComponent {
            name: Arc::clone(name),
            desc: Arc::clone(desc),
            signature: None,
            annotations: None,
            type_annotations: None,
        };
        for _ in 0..r.u16()? {
            let attribute = pool.utf8(r.u16()?)?;
            let body = r.body()?;
            match &**attribute {
                "Signature" => component.signature = Some(signature(body, pool)?),
                "RuntimeVisibleAnnotations" => component.annotations = Some(body.into()),
                "RuntimeVisibleTypeAnnotations" => component.type_annotations = Some(body.into()),
                _ => {}
            }
        }
        list.push(component);
    }
    finished(&r, pool, "Record attribute has wrong length")?;
    Ok(list)
}

fn bootstrap_methods(body: &[u8], pool: &ConstantPool<'_>) -> Parsed<Vec<BootstrapMethod>> {
    let mut r = Reader::new(body);
    let count = usize::from(r.u16()?);
    let mut list = Vec::with_capacity(count.min(r.remaining() / 4));
    for _ in 0..count {
        let method_ref = r.u16()?;
        if !matches!(pool.get(method_ref), Some(Constant::MethodHandle { .. })) {
            return Err(pool.error(format_args!("bootstrap_method_index {method_ref} has bad constant type")));
        }
        let args = usize::from(r.u16()?);
        let mut arguments = Vec::with_capacity(args.min(r.remaining() / 2));
        for _ in 0..args {
            let argument = r.u16()?;
            if !is_loadable(pool.get(argument)) {
                return Err(pool.error(format_args!("argument_index {argument} has bad constant type")));
            }
            arguments.push(argument);
        }
        list.push(BootstrapMethod { method_ref, args: arguments });
    }
    finished(&r, pool, "Bad length on BootstrapMethods")?;
    Ok(list)
}

fn is_loadable(constant: Option<&Constant>) -> bool {
    matches!(
        constant,
        Some(
            Constant::Integer(_)
                | Constant::Float(_)
                | Constant::Long(_)
                | Constant::Double(_)
                | Constant::Class(_)
                | Constant::String(_)
                | Constant::MethodHandle { .. }
                | Constant::MethodType(_)
                | Constant::Dynamic { .. }
        )
    )
}

/// A method body; `slots` are the argument's.
pub(super) fn code(body: &[u8], pool: &ConstantPool<'_>, stack_maps: bool, slots: usize) -> Parsed<Code> {
    let mut r = Reader::new(body);
    let (max_stack, max_locals) = (r.u16()?, r.u16()?);
    let len = r.u32()?;
    if slots > usize::from(max_locals) {
        return Err(pool.error(format_args!("Arguments can't fit into locals")));
    }
    let len = match u16::try_from(len) {
        Ok(len) if len > 0 => len,
        _ => return Err(pool.error(format_args!("Invalid method Code length {len}"))),
    };
    let bytecode = r.bytes(usize::from(len))?;
    let handlers = handlers(&mut r, pool, len)?;
    let mut stack_map = None;
    // A table may come in several attributes.
    let mut lines = Vec::new();
    let mut local_variables = Vec::new();
    for _ in 0..r.u16()? {
        let index = r.u16()?;
        let attribute =
            pool.utf8(index).map_err(|_| pool.error(format_args!("Invalid code attribute name index {index}")))?;
        let body = r.body()?;
        match &**attribute {
            "LineNumberTable" => line_numbers(body, pool, len, &mut lines)?,
            "StackMapTable" if stack_maps => {
                once::<Box<[u8]>>(&mut stack_map, body, pool, attribute, "")?;
            }
            "LocalVariableTable" => locals(body, pool, len, max_locals, &mut local_variables)?,
            _ => {}
        }
    }
    finished(&r, pool, "Code segment has wrong length")?;
    Ok(Code {
        max_stack,
        max_locals,
        bytecode: bytecode.into(),
        handlers,
        lines: lines.into(),
        local_variables: local_variables.into(),
        stack_map,
    })
}

fn handlers(r: &mut Reader<'_>, pool: &ConstantPool<'_>, len: u16) -> Parsed<Vec<Handler>> {
    let count = usize::from(r.u16()?);
    if r.remaining() < 8 * count {
        return Err(ClassFileError::Truncated);
    }
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        let handler = Handler { start: r.u16()?, end: r.u16()?, target: r.u16()?, catch_type: r.u16()? };
        if handler.start >= handler.end || handler.end > len {
            return Err(pool.error(format_args!("Illegal exception table range")));
        }
        if handler.target >= len {
            return Err(pool.error(format_args!("Illegal exception table handler")));
        }
        if handler.catch_type != 0 && pool.class_name(handler.catch_type).is_err() {
            return Err(pool.error(format_args!("Catch type in exception table has bad constant type")));
        }
        list.push(handler);
    }
    Ok(list)
}

/// Exact for the first attribute, which is nearly always the only one; growing by doubling after it.
fn reserve<T>(list: &mut Vec<T>, more: usize) {
    if list.is_empty() { list.reserve_exact(more) } else { list.reserve(more) }
}

fn line_numbers(body: &[u8], pool: &ConstantPool<'_>, len: u16, list: &mut Vec<(u16, u16)>) -> Parsed<()> {
    let mut r = Reader::new(body);
    let count = usize::from(r.u16()?);
    if r.remaining() != 4 * count {
        return Err(pool.error(format_args!("LineNumberTable attribute has wrong length")));
    }
    reserve(list, count);
    for _ in 0..count {
        let (pc, line) = (r.u16()?, r.u16()?);
        if pc >= len {
            return Err(pool.error(format_args!("Invalid pc in LineNumberTable")));
        }
        list.push((pc, line));
    }
    Ok(())
}

fn locals(
    body: &[u8],
    pool: &ConstantPool<'_>,
    code_len: u16,
    max_locals: u16,
    list: &mut Vec<LocalVariable>,
) -> Parsed<()> {
    let mut r = Reader::new(body);
    let count = usize::from(r.u16()?);
    if r.remaining() != 10 * count {
        return Err(pool.error(format_args!("LocalVariableTable has wrong length")));
    }
    reserve(list, count);
    for _ in 0..count {
        let (start, len) = (r.u16()?, r.u16()?);
        let (name, desc, slot) = (r.u16()?, r.u16()?, r.u16()?);
        if start >= code_len {
            return Err(pool.error(format_args!("Invalid start_pc {start} in LocalVariableTable")));
        }
        if u32::from(start) + u32::from(len) > u32::from(code_len) {
            return Err(pool.error(format_args!("Invalid length {len} in LocalVariableTable")));
        }
        let text = |index: u16, what: &str| {
            let complaint = format_args!("{what} index {index} in LocalVariableTable has bad constant type");
            pool.utf8(index).map_err(|_| pool.error(complaint))
        };
        let (name_text, desc_text) = (text(name, "Name")?, text(desc, "Signature")?);
        if !pool.is_field_name(name, name_text) {
            return Err(pool.illegal_name("field", name_text));
        }
        if !pool.is_field_descriptor(desc, desc_text) {
            return Err(pool.illegal_signature("Field", name_text, desc_text));
        }
        if slot >= max_locals {
            return Err(pool.error(format_args!("Invalid index {slot} in LocalVariableTable")));
        }
        list.push(LocalVariable { start, len, name, desc, slot });
    }
    Ok(())
}

/// Annotations that change how the machine treats a method or field.
#[derive(Default)]
pub(super) struct AnnotationFlags {
    pub caller_sensitive: bool,
    pub hidden: bool,
    pub atomic: bool,
    pub benign: bool,
}

/// Looks for the marker annotations; like HotSpot, it stops without error at malformed content.
pub(super) fn annotation_flags(body: &[u8], pool: &ConstantPool<'_>) -> AnnotationFlags {
    let mut flags = AnnotationFlags::default();
    let mut r = Reader::new(body);
    let mut scan = || -> Result<(), Truncated> {
        for _ in 0..r.u16()? {
            let ty = r.u16()?;
            if let Some(Constant::Utf8(ty)) = pool.get(ty) {
                match &**ty {
                    "Ljdk/internal/reflect/CallerSensitive;" => flags.caller_sensitive = true,
                    "Ljdk/internal/vm/annotation/Hidden;" | "Ljava/lang/invoke/LambdaForm$Hidden;" => {
                        flags.hidden = true
                    }
                    "Ldeadheat/Atomic;" => flags.atomic = true,
                    "Ldeadheat/Benign;" => flags.benign = true,
                    _ => {}
                }
            }
            skip_pairs(&mut r, 0)?;
        }
        Ok(())
    };
    let _ = scan();
    flags
}

/// No annotation that is written by hand nests deeper.
const MAX_ANNOTATION_DEPTH: u32 = 64;

fn skip_pairs(r: &mut Reader<'_>, depth: u32) -> Result<(), Truncated> {
    for _ in 0..r.u16()? {
        r.u16()?;
        skip_value(r, depth)?;
    }
    Ok(())
}

fn skip_value(r: &mut Reader<'_>, depth: u32) -> Result<(), Truncated> {
    if depth > MAX_ANNOTATION_DEPTH {
        return Err(Truncated);
    }
    match r.u8()? {
        b'e' => r.u32().map(drop),
        b'@' => {
            r.u16()?;
            skip_pairs(r, depth + 1)
        }
        b'[' => {
            for _ in 0..r.u16()? {
                skip_value(r, depth + 1)?;
            }
            Ok(())
        }
        _ => r.u16().map(drop),
    }
}
