//! Checked access to the constant pool while a file is being parsed.

use std::cell::{Cell, OnceCell};
use std::fmt::Arguments;
use std::sync::Arc;

use super::descriptor::parse_field;
use super::names::is_field_name;
use super::{ClassFileError, Constant};

/// The pool and the class name that messages mention.
pub(super) struct ConstantPool<'a> {
    pub constants: &'a [Constant],
    pub class: &'a str,
    /// What texts were found to be: local variables name the same few again and again.
    texts: OnceCell<Box<[Cell<u8>]>>,
}

/// A text that may name a field or a local variable.
const FIELD_NAME: u8 = 1;
/// A text that is the descriptor of one.
const FIELD_DESCRIPTOR: u8 = 2;

type Lookup<'a, T> = Result<T, ClassFileError>;

impl<'a> ConstantPool<'a> {
    pub fn new(constants: &'a [Constant], class: &'a str) -> Self {
        Self { constants, class, texts: OnceCell::new() }
    }

    /// Whether the text at `index` may name a field or a local variable.
    pub fn is_field_name(&self, index: u16, text: &str) -> bool {
        self.is(FIELD_NAME, index, || is_field_name(text))
    }

    /// Whether the text at `index` is the descriptor of a field or a local variable.
    pub fn is_field_descriptor(&self, index: u16, text: &str) -> bool {
        self.is(FIELD_DESCRIPTOR, index, || parse_field(text).is_some())
    }

    fn is(&self, what: u8, index: u16, find_out: impl FnOnce() -> bool) -> bool {
        let texts = self.texts.get_or_init(|| self.constants.iter().map(|_| Cell::new(0)).collect());
        let Some(known) = texts.get(usize::from(index)) else { return find_out() };
        if known.get() & what == 0 && find_out() {
            known.set(known.get() | what);
        }
        known.get() & what != 0
    }

    #[inline(always)]
    pub fn get(&self, index: u16) -> Option<&'a Constant> {
        self.constants.get(usize::from(index))
    }

    #[inline(always)]
    pub fn utf8(&self, index: u16) -> Lookup<'a, &'a Arc<str>> {
        match self.get(index) {
            Some(Constant::Utf8(text)) => Ok(text),
            _ => Err(self.bad_index(usize::from(index))),
        }
    }

    /// Index 0 means that there is none.
    pub fn optional_utf8(&self, index: u16) -> Lookup<'a, Option<Arc<str>>> {
        if index == 0 { Ok(None) } else { self.utf8(index).map(|s| Some(Arc::clone(s))) }
    }

    #[inline(always)]
    pub fn class_name(&self, index: u16) -> Lookup<'a, &'a Arc<str>> {
        match self.get(index) {
            Some(Constant::Class(name)) => self.utf8(*name),
            _ => Err(self.bad_index(usize::from(index))),
        }
    }

    /// Index 0 means that there is none.
    pub fn optional_class_name(&self, index: u16) -> Lookup<'a, Option<Arc<str>>> {
        if index == 0 { Ok(None) } else { self.class_name(index).map(|s| Some(Arc::clone(s))) }
    }

    #[inline(always)]
    pub fn name_and_type(&self, index: u16) -> Lookup<'a, (&'a Arc<str>, &'a Arc<str>)> {
        match self.get(index) {
            Some(Constant::NameAndType { name, desc }) => Ok((self.utf8(*name)?, self.utf8(*desc)?)),
            _ => Err(self.bad_index(usize::from(index))),
        }
    }

    #[cold]
    pub fn error(&self, what: Arguments<'_>) -> ClassFileError {
        ClassFileError::format(format!("{what} in class file {}", self.class))
    }

    #[cold]
    pub fn bad_index(&self, index: usize) -> ClassFileError {
        self.error(format_args!("Invalid constant pool index {index}"))
    }

    #[cold]
    pub fn illegal_class_name(&self, name: &str) -> ClassFileError {
        self.error(format_args!("Illegal class name \"{name}\""))
    }

    /// `kind` is `field` or `method`.
    #[cold]
    pub fn illegal_name(&self, kind: &str, name: &str) -> ClassFileError {
        let class = self.class;
        ClassFileError::format(format!("Illegal {kind} name \"{name}\" in class {class}"))
    }

    #[cold]
    pub fn illegal_signature(&self, kind: &str, name: &str, desc: &str) -> ClassFileError {
        let class = self.class;
        ClassFileError::format(format!("{kind} \"{name}\" in class {class} has illegal signature \"{desc}\""))
    }
}
