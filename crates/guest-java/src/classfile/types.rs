//! What the parser yields.

use std::sync::Arc;

/// The raw body of an annotation attribute.
pub type RawAttribute = Option<Box<[u8]>>;

/// A parsed class file.
#[derive(Debug, Clone)]
pub struct ClassFile {
    /// Minor version; 65535 marks preview features.
    pub minor: u16,
    /// Major version.
    pub major: u16,
    /// Access flags.
    pub access: u16,
    /// The constant pool; slot 0 and the slot after a long or double are [`Constant::Unused`].
    pub constants: Vec<Constant>,
    /// The internal name, `java/lang/Object`.
    pub name: Arc<str>,
    /// The superclass; `None` for `java/lang/Object` and modules.
    pub super_name: Option<Arc<str>>,
    /// The direct superinterfaces.
    pub interfaces: Vec<Arc<str>>,
    /// The fields in file order.
    pub fields: Vec<FieldInfo>,
    /// The methods in file order.
    pub methods: Vec<MethodInfo>,
    /// `SourceFile`.
    pub source_file: Option<Arc<str>>,
    /// `Signature`.
    pub signature: Option<Arc<str>>,
    /// `InnerClasses`.
    pub inner_classes: Vec<InnerClass>,
    /// `EnclosingMethod`.
    pub enclosing_method: Option<EnclosingMethod>,
    /// `NestHost`.
    pub nest_host: Option<Arc<str>>,
    /// `NestMembers`.
    pub nest_members: Vec<Arc<str>>,
    /// `PermittedSubclasses`; `Some` marks a sealed class.
    pub permitted_subclasses: Option<Vec<Arc<str>>>,
    /// `Record`; `Some` marks a record class.
    pub record: Option<Vec<RecordComponent>>,
    /// `BootstrapMethods`.
    pub bootstrap_methods: Vec<BootstrapMethod>,
    /// Body of `RuntimeVisibleAnnotations`.
    pub annotations: RawAttribute,
    /// Body of `RuntimeVisibleTypeAnnotations`.
    pub type_annotations: RawAttribute,
    /// Whether this is a `module-info`.
    pub module: bool,
}

/// An entry of the constant pool. `u16` fields are indices into it.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Constant {
    /// Slot 0, and the slot after a long or double.
    Unused,
    /// A string, shared by everything that names it.
    Utf8(Arc<str>),
    /// Modified UTF-8 that is not Unicode, such as lone surrogates: the bytes of the file.
    Utf8Raw(Box<[u8]>),
    Integer(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    /// A class or array type by its name.
    Class(u16),
    String(u16),
    Field {
        class: u16,
        name_type: u16,
    },
    Method {
        class: u16,
        name_type: u16,
    },
    InterfaceMethod {
        class: u16,
        name_type: u16,
    },
    NameAndType {
        name: u16,
        desc: u16,
    },
    /// `kind` is the reference kind, 1..=9.
    MethodHandle {
        kind: u8,
        reference: u16,
    },
    MethodType(u16),
    /// `bootstrap` is an index into [`ClassFile::bootstrap_methods`].
    Dynamic {
        bootstrap: u16,
        name_type: u16,
    },
    /// `bootstrap` is an index into [`ClassFile::bootstrap_methods`].
    InvokeDynamic {
        bootstrap: u16,
        name_type: u16,
    },
    Module(u16),
    Package(u16),
}

/// A field.
#[derive(Debug, Clone)]
pub struct FieldInfo {
    /// Access flags.
    pub access: u16,
    /// Name.
    pub name: Arc<str>,
    /// Descriptor.
    pub desc: Arc<str>,
    /// Pool index of `ConstantValue`, or 0.
    pub constant_value: u16,
    /// `Signature`.
    pub signature: Option<Arc<str>>,
    /// Body of `RuntimeVisibleAnnotations`.
    pub annotations: RawAttribute,
    /// Body of `RuntimeVisibleTypeAnnotations`.
    pub type_annotations: RawAttribute,
    /// Annotated `deadheat.Benign`.
    pub benign: bool,
}

/// A method.
#[derive(Debug, Clone)]
pub struct MethodInfo {
    /// Access flags.
    pub access: u16,
    /// Name.
    pub name: Arc<str>,
    /// Descriptor.
    pub desc: Arc<str>,
    /// The body; absent for native and abstract methods only.
    pub code: Option<Code>,
    /// `Exceptions`.
    pub exceptions: Vec<Arc<str>>,
    /// `Signature`.
    pub signature: Option<Arc<str>>,
    /// Body of `RuntimeVisibleAnnotations`.
    pub annotations: RawAttribute,
    /// Body of `RuntimeVisibleParameterAnnotations`.
    pub parameter_annotations: RawAttribute,
    /// Body of `AnnotationDefault`.
    pub annotation_default: RawAttribute,
    /// Body of `RuntimeVisibleTypeAnnotations`.
    pub type_annotations: RawAttribute,
    /// `MethodParameters`: pool index of the name, or 0, and flags.
    pub parameters: Option<Vec<(u16, u16)>>,
    /// Annotated `jdk.internal.reflect.CallerSensitive`.
    pub caller_sensitive: bool,
    /// Annotated `Hidden`: left out of stack traces.
    pub hidden: bool,
    /// Annotated `deadheat.Atomic`.
    pub atomic: bool,
}

/// A method body.
#[derive(Debug, Clone)]
pub struct Code {
    /// Operand stack slots.
    pub max_stack: u16,
    /// Local variable slots.
    pub max_locals: u16,
    /// The instructions, 1..=65535 bytes.
    pub bytecode: Box<[u8]>,
    /// The exception table in search order.
    pub handlers: Vec<Handler>,
    /// `LineNumberTable` as (pc, line), in file order (need not be sorted).
    pub lines: Box<[(u16, u16)]>,
    /// `LocalVariableTable`.
    pub local_variables: Box<[LocalVariable]>,
    /// Body of `StackMapTable`: the verifier decodes it.
    pub stack_map: RawAttribute,
}

/// An entry of an exception table: covers `start..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handler {
    /// First covered pc.
    pub start: u16,
    /// One past the last covered pc.
    pub end: u16,
    /// Where the handler begins.
    pub target: u16,
    /// Pool index of the caught class, or 0 for all.
    pub catch_type: u16,
}

/// An entry of a `LocalVariableTable`: lives in `start..start + len`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalVariable {
    /// First pc of the scope.
    pub start: u16,
    /// Length of the scope.
    pub len: u16,
    /// Pool index of the name.
    pub name: u16,
    /// Pool index of the descriptor.
    pub desc: u16,
    /// Local variable slot.
    pub slot: u16,
}

/// An entry of `InnerClasses`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InnerClass {
    /// The nested class.
    pub inner: Arc<str>,
    /// The class it is a member of; `None` for local and anonymous classes.
    pub outer: Option<Arc<str>>,
    /// The simple name; `None` for anonymous classes.
    pub name: Option<Arc<str>>,
    /// Access flags as written in the source.
    pub access: u16,
}

/// `EnclosingMethod`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnclosingMethod {
    /// The innermost enclosing class.
    pub class: Arc<str>,
    /// Name and descriptor of the enclosing method, if there is one.
    pub method: Option<(Arc<str>, Arc<str>)>,
}

/// A component of a record class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordComponent {
    /// Name.
    pub name: Arc<str>,
    /// Field descriptor.
    pub desc: Arc<str>,
    /// `Signature`.
    pub signature: Option<Arc<str>>,
    /// Body of `RuntimeVisibleAnnotations`.
    pub annotations: RawAttribute,
    /// Body of `RuntimeVisibleTypeAnnotations`.
    pub type_annotations: RawAttribute,
}

/// An entry of `BootstrapMethods`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BootstrapMethod {
    /// Pool index of a [`Constant::MethodHandle`].
    pub method_ref: u16,
    /// Pool indices of loadable constants.
    pub args: Vec<u16>,
}

impl ClassFile {
    /// The constant at `index`.
    pub fn constant(&self, index: u16) -> Option<&Constant> {
        self.constants.get(usize::from(index))
    }

    /// The string at `index`, if that is a [`Constant::Utf8`].
    pub fn utf8(&self, index: u16) -> Option<&Arc<str>> {
        match self.constant(index)? {
            Constant::Utf8(text) => Some(text),
            _ => None,
        }
    }

    /// The name of the [`Constant::Class`] at `index`.
    pub fn class_name(&self, index: u16) -> Option<&Arc<str>> {
        match *self.constant(index)? {
            Constant::Class(name) => self.utf8(name),
            _ => None,
        }
    }

    /// Gives the class another name, by which it also refers to itself. `false` if its pool has no room for that.
    #[must_use]
    pub fn rename(&mut self, name: &str) -> bool {
        let Ok(at) = u16::try_from(self.constants.len()) else { return false };
        let own = std::mem::replace(&mut self.name, name.into());
        for i in 0..self.constants.len() {
            if let Constant::Class(named) = self.constants[i]
                && self.utf8(named) == Some(&own)
            {
                self.constants[i] = Constant::Class(at);
            }
        }
        self.constants.push(Constant::Utf8(self.name.clone()));
        true
    }

    /// Name and descriptor of the [`Constant::NameAndType`] at `index`.
    pub fn name_and_type(&self, index: u16) -> Option<(&Arc<str>, &Arc<str>)> {
        match *self.constant(index)? {
            Constant::NameAndType { name, desc } => Some((self.utf8(name)?, self.utf8(desc)?)),
            _ => None,
        }
    }

    /// Class, name and descriptor of the field, method or interface method at `index`.
    pub fn member(&self, index: u16) -> Option<(&Arc<str>, &Arc<str>, &Arc<str>)> {
        match *self.constant(index)? {
            Constant::Field { class, name_type }
            | Constant::Method { class, name_type }
            | Constant::InterfaceMethod { class, name_type } => {
                let (name, desc) = self.name_and_type(name_type)?;
                Some((self.class_name(class)?, name, desc))
            }
            _ => None,
        }
    }
}
