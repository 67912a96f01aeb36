//! The class-file parser (JVMS chapter 4).
//!
//! One pass over the bytes yields the structures that the linker reads. Every `CONSTANT_Utf8` is decoded once and shared.
//! All references into the constant pool, outside of bytecode operands, are checked here, so that later stages may rely
//! on them; operands of instructions are the linker's to check. Messages follow HotSpot's `classFileParser.cpp`.
//!
//! What is not done: `StackMapTable` is kept as bytes for the verifier, annotations for the Java library to parse, and names
//! of files older than version 49 are held to the modern, wider rule. A member or class whose *name* is not Unicode (a lone
//! surrogate) is refused, although the specification allows it.

mod attributes;
mod constants;
pub mod descriptor;
mod error;
mod members;
mod mutf8;
mod names;
mod pool;
mod reader;
mod types;

pub use error::ClassFileError;
pub use mutf8::decode_mutf8;
pub use names::acc;
pub use reader::{Reader, Truncated};
pub use types::*;

use std::sync::Arc;

use pool::ConstantPool;

/// The oldest class-file version that is read (Java 1.0.2).
pub const MIN_MAJOR: u16 = 45;
/// The newest class-file version that is read (Java 25).
pub const MAX_MAJOR: u16 = 69;

/// Parses a class file.
pub fn parse(bytes: &[u8]) -> Result<ClassFile, ClassFileError> {
    parse_as(bytes, "<Unknown>")
}

/// Parses a class file; `requested` is the name to show in messages until the file's own is known.
pub fn parse_as(bytes: &[u8], requested: &str) -> Result<ClassFile, ClassFileError> {
    parse_up_to(bytes, requested, MAX_MAJOR, true)
}

/// Like [`parse_as`]; `newest` is the last major version to be accepted, and `stack_maps` are kept only where the class is going to
/// be verified.
pub fn parse_up_to(bytes: &[u8], requested: &str, newest: u16, stack_maps: bool) -> Result<ClassFile, ClassFileError> {
    let mut r = Reader::new(bytes);
    if r.remaining() < 8 {
        return Err(ClassFileError::Truncated);
    }
    let magic = r.u32()?;
    if magic != 0xCAFE_BABE {
        return Err(ClassFileError::format(format!("Incompatible magic value {magic} in class file {requested}")));
    }
    let minor = r.u16()?;
    let major = r.u16()?;
    check_version(major, minor, requested, newest.min(MAX_MAJOR))?;
    let constants = constants::read(&mut r, major, requested)?;

    let unnamed = ConstantPool::new(&constants, requested);
    let module = major >= 53 && r.clone().u16().is_ok_and(|access| access & acc::MODULE != 0);
    let needed_bootstraps = constants::check(&unnamed, major, module)?;
    let mut access = r.u16()?;
    let this_index = r.u16()?;
    let name = Arc::clone(
        unnamed
            .class_name(this_index)
            .map_err(|_| unnamed.error(format_args!("Invalid this class index {this_index} in constant pool")))?,
    );
    let pool = ConstantPool::new(&constants, &name);
    if name.starts_with('[') {
        return Err(pool.error(format_args!("Bad class name")));
    }
    // Old compilers left this out.
    if access & acc::INTERFACE != 0 && major < 50 {
        access |= acc::ABSTRACT;
    }
    if !names::class_flags_ok(access, major) {
        return Err(ClassFileError::format(format!("Illegal class modifiers in class {name}: 0x{access:X}")));
    }

    let super_name = superclass(&pool, r.u16()?, module)?;
    if access & acc::INTERFACE != 0 && super_name.as_deref() != Some("java/lang/Object") {
        return Err(pool.error(format_args!("Interfaces must have java.lang.Object as superclass")));
    }
    let interfaces = interfaces(&mut r, &pool)?;
    if !interfaces.is_empty() && &*name == "java/lang/Object" {
        return Err(pool.error(format_args!("java.lang.Object cannot implement an interface")));
    }
    let context = members::MemberContext { pool: &pool, major, in_interface: access & acc::INTERFACE != 0, stack_maps };
    let fields = members::fields(&mut r, &context)?;
    let methods = members::methods(&mut r, &context)?;
    let attributes = attributes::class_attributes(&mut r, &pool, major)?;
    if r.remaining() != 0 {
        return Err(ClassFileError::format(format!("Extra bytes at the end of class file {name}")));
    }
    if attributes.bootstrap_methods.len() < needed_bootstraps {
        let what = if attributes.bootstrap_methods.is_empty() {
            "Missing BootstrapMethods attribute"
        } else {
            "Short length on BootstrapMethods"
        };
        return Err(pool.error(format_args!("{what}")));
    }
    Ok(ClassFile {
        minor,
        major,
        access,
        name,
        super_name,
        interfaces,
        fields,
        methods,
        source_file: attributes.source_file,
        signature: attributes.signature,
        inner_classes: attributes.inner_classes,
        enclosing_method: attributes.enclosing_method,
        nest_host: attributes.nest_host,
        nest_members: attributes.nest_members,
        permitted_subclasses: attributes.permitted_subclasses,
        record: attributes.record,
        bootstrap_methods: attributes.bootstrap_methods,
        annotations: attributes.annotations,
        type_annotations: attributes.type_annotations,
        module,
        constants,
    })
}

fn check_version(major: u16, minor: u16, class: &str, newest: u16) -> Result<(), ClassFileError> {
    let problem = if major < MIN_MAJOR {
        format!("{class} (class file version {major}.{minor}) was compiled with an invalid major version")
    } else if major > newest {
        format!(
            "{class} has been compiled by a more recent version of the Java Runtime (class file version {major}.{minor}), \
             this version of the Java Runtime only recognizes class file versions up to {newest}.0"
        )
    } else if major >= 56 && minor == u16::MAX && major != newest {
        format!(
            "{class} (class file version {major}.{minor}) was compiled with preview features that are unsupported. \
             This version of the Java Runtime only recognizes preview features for class file version {newest}.{minor}"
        )
    } else if major >= 56 && minor != 0 && minor != u16::MAX {
        format!("{class} (class file version {major}.{minor}) was compiled with an invalid non-zero minor version")
    } else {
        return Ok(());
    };
    Err(ClassFileError::UnsupportedVersion(problem.into()))
}

fn superclass(pool: &ConstantPool<'_>, index: u16, module: bool) -> Result<Option<Arc<str>>, ClassFileError> {
    let invalid = || pool.error(format_args!("Invalid superclass index {index}"));
    if index == 0 {
        let rootless = module || pool.class == "java/lang/Object";
        return if rootless { Ok(None) } else { Err(invalid()) };
    }
    let name = pool.class_name(index).map_err(|_| invalid())?;
    if name.starts_with('[') {
        return Err(pool.error(format_args!("Bad superclass name")));
    }
    Ok(Some(Arc::clone(name)))
}

fn interfaces(r: &mut Reader<'_>, pool: &ConstantPool<'_>) -> Result<Vec<Arc<str>>, ClassFileError> {
    let count = usize::from(r.u16()?);
    let mut list: Vec<Arc<str>> = Vec::with_capacity(count);
    for _ in 0..count {
        let index = r.u16()?;
        let name = pool
            .class_name(index)
            .map_err(|_| pool.error(format_args!("Interface name has bad constant pool index {index}")))?;
        if name.starts_with('[') {
            return Err(pool.error(format_args!("Bad interface name")));
        }
        list.push(Arc::clone(name));
    }
    if let Some(twice) = members::first_duplicate(&list, |name| (name, "")) {
        return Err(pool.error(format_args!("Duplicate interface name \"{}\"", list[twice])));
    }
    Ok(list)
}
