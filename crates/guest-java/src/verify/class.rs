//! What the verification of all methods of one class shares: its file, names, signatures, and what is known of other classes.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Stop;
use super::hierarchy::{Hierarchy, Member};
use super::types::{Component, Name, Names, Type};
use crate::classfile::descriptor::{parse_field, parse_method};
use crate::classfile::{ClassFile, Constant};

/// A method's types as entries: long and double take two.
pub(super) struct Signature {
    /// The arguments without the receiver.
    pub arguments: Box<[Type]>,
    /// The result; none for void.
    pub returns: Option<Type>,
}

/// The class under verification.
pub(super) struct ClassContext<'a, H: Hierarchy> {
    pub file: &'a ClassFile,
    pub hierarchy: &'a mut H,
    pub names: Names,
    /// The class itself.
    pub this: Name,
    /// The name in the file of a hidden class, which has another.
    plain: Option<&'a str>,
    /// The names that class constants have, by their indices.
    class_constants: Box<[Option<Name>]>,
    /// By where the descriptor is: it is the same text of the pool again and again.
    signatures: FxHashMap<*const u8, Rc<Signature>>,
    field_types: FxHashMap<*const u8, Type>,
    answers: FxHashMap<(Name, Name, bool), bool>,
    /// Comparisons left before the class is given up: far more than any compiler's output needs.
    budget: u64,
}

/// Comparisons per byte of code, and for a class without code.
const PER_BYTE: u64 = 4096;
const AT_LEAST: u64 = 1 << 22;

impl<'a, H: Hierarchy> ClassContext<'a, H> {
    pub fn new(file: &'a ClassFile, hierarchy: &'a mut H) -> Self {
        let mut names = Names::new();
        let this = names.number(&file.name);
        let bytes: usize = file.methods.iter().filter_map(|m| m.code.as_ref()).map(|c| c.bytecode.len()).sum();
        ClassContext {
            file,
            hierarchy,
            names,
            this,
            plain: file.name.rsplit_once('+').map(|(plain, _)| plain),
            class_constants: vec![None; file.constants.len()].into(),
            signatures: FxHashMap::default(),
            field_types: FxHashMap::default(),
            answers: FxHashMap::default(),
            budget: AT_LEAST + PER_BYTE * bytes as u64,
        }
    }

    /// Counts comparisons; false when there were too many.
    pub fn spend(&mut self, comparisons: usize) -> bool {
        let enough = self.budget >= comparisons as u64;
        self.budget = self.budget.saturating_sub(comparisons as u64);
        enough
    }

    /// The class or array type that a class constant names.
    pub fn class_constant(&mut self, index: u16) -> Option<Name> {
        if let Some(Some(known)) = self.class_constants.get(usize::from(index)) {
            return Some(*known);
        }
        let name = self.file.class_name(index)?;
        // A hidden class refers to itself by the name in its file.
        let name = if self.plain == Some(&**name) { self.this } else { self.names.number(name) };
        self.class_constants[usize::from(index)] = Some(name);
        Some(name)
    }

    /// The class of a member constant, with the member's name and descriptor.
    pub fn member(&mut self, index: u16) -> Option<(Name, &'a str, &'a str)> {
        let class = match *self.file.constant(index)? {
            Constant::Field { class, .. }
            | Constant::Method { class, .. }
            | Constant::InterfaceMethod { class, .. } => class,
            _ => return None,
        };
        let class = self.class_constant(class)?;
        let (_, name, descriptor) = self.file.member(index)?;
        Some((class, name, descriptor))
    }

    /// The types of a method descriptor.
    pub fn signature(&mut self, descriptor: &'a str) -> Option<Rc<Signature>> {
        if let Some(known) = self.signatures.get(&descriptor.as_ptr()) {
            return Some(known.clone());
        }
        let parsed = parse_method(descriptor)?;
        let mut arguments = Vec::new();
        for parameter in &parsed.params {
            let first = self.names.of(*parameter);
            arguments.extend([Some(first), first.second()].into_iter().flatten());
        }
        let returns = parsed.ret.map(|ret| self.names.of(ret));
        let signature = Rc::new(Signature { arguments: arguments.into(), returns });
        self.signatures.insert(descriptor.as_ptr(), signature.clone());
        Some(signature)
    }

    /// The type of a field descriptor.
    pub fn field_type(&mut self, descriptor: &'a str) -> Option<Type> {
        if let Some(known) = self.field_types.get(&descriptor.as_ptr()) {
            return Some(*known);
        }
        let found = self.names.of(parse_field(descriptor)?);
        self.field_types.insert(descriptor.as_ptr(), found);
        Some(found)
    }

    fn load(&mut self, name: Name) -> Result<H::Class, Stop<H::Error>> {
        if name == self.this {
            return Ok(self.hierarchy.current());
        }
        let name = self.names.text(name).clone();
        self.hierarchy.load(&name).map_err(Stop::Other)
    }

    /// Whether a value may be used as another type (JVMS 4.10.1.2). `protected` is asked about receivers of protected
    /// members: there even an interface takes no Object.
    pub fn is_assignable(&mut self, from: Type, to: Type, protected: bool) -> Result<bool, Stop<H::Error>> {
        if from == to || to == Type::Top {
            return Ok(true);
        }
        let Type::Reference(target) = to else { return Ok(false) };
        match from {
            Type::Null => Ok(true),
            Type::Reference(_) if target == Name::OBJECT => Ok(true),
            Type::Reference(source) => {
                if let Some(known) = self.answers.get(&(source, target, protected)) {
                    return Ok(*known);
                }
                let answer = self.is_reference_assignable(source, target, protected)?;
                self.answers.insert((source, target, protected), answer);
                Ok(answer)
            }
            _ => Ok(false),
        }
    }

    fn is_reference_assignable(
        &mut self,
        mut source: Name,
        mut target: Name,
        protected: bool,
    ) -> Result<bool, Stop<H::Error>> {
        // Arrays of arrays are compared by their elements.
        while let (Some(from), Some(to)) = (self.names.component(source), self.names.component(target)) {
            match (from, to) {
                (Component::Reference(from), Component::Reference(to)) => (source, target) = (from, to),
                _ => return Ok(from == to),
            }
            if source == target || target == Name::OBJECT {
                return Ok(true);
            }
        }
        if self.names.is_array(target) {
            return Ok(false);
        }
        let from_array = self.names.is_array(source);
        let class = self.load(target)?;
        if self.hierarchy.is_interface(class) && !(protected && source == Name::OBJECT) {
            // Interfaces are like Object here; calls of their methods look at the receiver.
            let array_like = matches!(&**self.names.text(target), "java/lang/Cloneable" | "java/io/Serializable");
            return Ok(!from_array || array_like);
        }
        if from_array {
            return Ok(false);
        }
        let from = self.load(source)?;
        Ok(self.hierarchy.is_subclass(from, class))
    }

    /// Whether a class of this name is the current class or one of its superclasses.
    fn is_above(&self, name: Name) -> bool {
        let wanted = self.names.text(name);
        let mut next = Some(self.hierarchy.current());
        while let Some(class) = next {
            if self.hierarchy.name(class) == *wanted {
                return true;
            }
            next = self.hierarchy.super_class(class);
        }
        false
    }

    /// Whether a member that is named in a superclass is protected there, in another package (JVMS 4.10.1.8).
    pub fn is_protected(&mut self, class: Name, member: Member<'_>) -> Result<bool, Stop<H::Error>> {
        if !self.is_above(class) {
            return Ok(false);
        }
        let class = self.load(class)?;
        Ok(self.hierarchy.is_protected_elsewhere(class, member))
    }

    /// The superclass's name.
    pub fn super_name(&mut self) -> Option<Name> {
        self.file.super_name.as_ref().map(|name| self.names.number(name))
    }

    /// The nearest class that is above both (JVMS 4.10.2.2); interfaces count as Object.
    pub fn common_super(&mut self, one: Name, other: Name) -> Result<Name, Stop<H::Error>> {
        if one == other {
            return Ok(one);
        }
        match (self.names.component(one), self.names.component(other)) {
            (Some(Component::Reference(one)), Some(Component::Reference(other))) => {
                let element = self.common_super(one, other)?;
                return Ok(self.names.array_of(element));
            }
            (None, None) => {}
            _ => return Ok(Name::OBJECT),
        }
        if one == Name::OBJECT || other == Name::OBJECT {
            return Ok(Name::OBJECT);
        }
        let (one, other) = (self.load(one)?, self.load(other)?);
        if self.hierarchy.is_interface(one) || self.hierarchy.is_interface(other) {
            return Ok(Name::OBJECT);
        }
        let mut next = Some(one);
        while let Some(class) = next {
            if self.hierarchy.is_subclass(other, class) {
                let name = self.hierarchy.name(class);
                return Ok(self.names.number(&name));
            }
            next = self.hierarchy.super_class(class);
        }
        Ok(Name::OBJECT)
    }
}
