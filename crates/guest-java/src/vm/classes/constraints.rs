//! Loading constraints (JVMS 5.3.4): where two classes of different loaders hand each other values of a type, both loaders
//! must mean the same class by its name. Without that a class that each side has verified on its own terms could get an object
//! of the other's namesake.
//!
//! The built-in loaders agree by construction, and packages under `java` are only ever the JDK's, so constraints are kept
//! for users' loaders alone. They are added where a member is resolved and where a method overrides or implements another, and
//! looked at again when a loader comes to know a class. Like the classes themselves they only grow, over all paths of a search.
//!
//! Classes are linked once for all paths, so a loader must also mean the same class by a name on all of them. One that does not, because
//! the order of threads decides what it gives, could otherwise get objects of the one class into code that was verified and linked
//! against the other. There the path ends: its class is one that this machine does not have (`class_by_order`).

use std::sync::Arc;

use deadheat_machine::NeedKind;
use rustc_hash::FxHashMap;

use crate::classfile::descriptor::{FieldType, parse_field, parse_method};
use crate::vm::classes::class::{Class, ClassRef, FieldRef, MethodRef, acc};
use crate::vm::classes::resolve::describe;
use crate::vm::exec::messages;
use crate::vm::memory::layout::Ref;
use crate::vm::registry::Tables;
use crate::vm::{Trap, Vm, VmResult, raise};

/// What follows the name of a class that a loader gives on one path, and another one on another.
pub(crate) const BY_ORDER: &str = " is another class in another order of the threads, which deadheat does not have";

/// Loaders that must agree about a name.
#[derive(Default)]
struct Group {
    loaders: Vec<Ref>,
    /// What one of them means by it, once one does.
    class: Option<ClassRef>,
}

/// All constraints, by the name of the class.
#[derive(Default)]
pub(crate) struct Constraints {
    groups: FxHashMap<Arc<str>, Vec<Group>>,
}

/// Who must agree, and why.
struct Parties<'a> {
    one: Ref,
    other: Ref,
    why: &'a dyn Fn(&Vm, &str) -> String,
}

impl Vm {
    /// Whether a loader is one of ours.
    pub(crate) fn is_built_in(&self, loader: Ref) -> bool {
        loader == 0 || loader == self.app_loader || loader == self.platform_loader
    }

    /// Whether a class is loaded on the present path. Those of built-in loaders are the same on all.
    fn is_loaded_here(&self, class: &Class) -> bool {
        self.is_built_in(class.loader) || self.get(class.mirror) != 0
    }

    /// Whether this machine may share its classes with other paths.
    pub(crate) fn has_paths(&self) -> bool {
        self.arena.is_tracking()
    }

    /// A loader gives another class of this name here than on another path.
    pub(crate) fn class_by_order(&self, class: ClassRef) -> Trap {
        let name = class.java_name();
        self.shared.config.needs.add(NeedKind::ClassByOrder, name.clone());
        Trap::Raise("java/lang/LinkageError", format!("{name}{BY_ORDER}"))
    }

    /// A field was found in a class of another loader.
    pub(crate) fn constrain_field(&mut self, from: ClassRef, field: FieldRef) -> VmResult<()> {
        let why = |vm: &Vm, name: &str| {
            format!(
                "loader constraint violation: when resolving field \"{}\" of type {name}, the class loader {} of the current \
                 class, {}, and the class loader {} for the field's defining type, {}, have different Class objects for type \
                 {name} ({})",
                field.name,
                messages::loader(vm, from.loader),
                from.java_name(),
                messages::loader(vm, field.class().loader),
                field.class().java_name(),
                both(vm, from, field.class()),
            )
        };
        let parties = Parties { one: from.loader, other: field.class().loader, why: &why };
        self.constrain(&parties, parse_field(&field.descriptor).into_iter())
    }

    /// A method was found in a class of another loader.
    pub(crate) fn constrain_method(&mut self, from: ClassRef, method: MethodRef) -> VmResult<()> {
        let why = |vm: &Vm, name: &str| {
            format!(
                "loader constraint violation: when resolving method '{}' the class loader {} of the current class, {}, and the \
                 class loader {} for the method's defining class, {}, have different Class objects for the type {name} used in \
                 the signature ({})",
                describe(method),
                messages::loader(vm, from.loader),
                from.java_name(),
                messages::loader(vm, method.class().loader),
                method.class().java_name(),
                both(vm, from, method.class()),
            )
        };
        let parties = Parties { one: from.loader, other: method.class().loader, why: &why };
        self.constrain_signature(&parties, &method.descriptor)
    }

    /// The methods of a class override and implement others, which may be of other loaders.
    pub(crate) fn constrain_overrides(&mut self, class: ClassRef) -> VmResult<()> {
        let loaders = class.supers.iter().chain(&class.all_interfaces).map(|id| self.class(*id).loader);
        if loaders.chain([class.loader]).all(|loader| self.is_built_in(loader)) {
            return Ok(());
        }
        let inherited = class.super_class.map_or(&[][..], |above| &above.vtable);
        for (method, overridden) in class.vtable.iter().zip(inherited) {
            if method.id != overridden.id {
                self.constrain_override(class, method, overridden)?;
            }
        }
        for id in &class.all_interfaces {
            let interface = self.class(*id);
            for declared in interface.methods.iter().filter(|m| m.access & (acc::STATIC | acc::PRIVATE) == 0) {
                if let Some(method) = class.itable.get(declared.selector).filter(|method| method.id != declared.id) {
                    self.constrain_implementation(class, method, declared)?;
                }
            }
        }
        Ok(())
    }

    fn constrain_override(&mut self, class: ClassRef, method: MethodRef, overridden: MethodRef) -> VmResult<()> {
        let why = |vm: &Vm, name: &str| {
            format!(
                "loader constraint violation for class {}: when selecting overriding method '{}' the class loader {} of the \
                 selected method's type {}, and the class loader {} for its super type {} have different Class objects for the \
                 type {name} used in the signature ({})",
                class.java_name(),
                describe(method),
                messages::loader(vm, method.class().loader),
                method.class().java_name(),
                messages::loader(vm, overridden.class().loader),
                overridden.class().java_name(),
                both(vm, method.class(), overridden.class()),
            )
        };
        let parties = Parties { one: method.class().loader, other: overridden.class().loader, why: &why };
        self.constrain_signature(&parties, &method.descriptor)
    }

    fn constrain_implementation(&mut self, class: ClassRef, method: MethodRef, declared: MethodRef) -> VmResult<()> {
        let why = |vm: &Vm, name: &str| {
            format!(
                "loader constraint violation in interface itable initialization for class {}: when selecting method '{}' the \
                 class loader {} for super interface {}, and the class loader {} of the selected method's type, {} have \
                 different Class objects for the type {name} used in the signature ({})",
                class.java_name(),
                describe(declared),
                messages::loader(vm, declared.class().loader),
                declared.class().java_name(),
                messages::loader(vm, method.class().loader),
                method.class().java_name(),
                both(vm, declared.class(), method.class()),
            )
        };
        let parties = Parties { one: method.class().loader, other: declared.class().loader, why: &why };
        self.constrain_signature(&parties, &method.descriptor)
    }

    fn constrain_signature(&mut self, parties: &Parties<'_>, descriptor: &str) -> VmResult<()> {
        if parties.one == parties.other {
            return Ok(());
        }
        let Some(parsed) = parse_method(descriptor) else { return Ok(()) };
        self.constrain(parties, parsed.params.into_iter().chain(parsed.ret))
    }

    fn constrain<'a>(&mut self, parties: &Parties<'_>, types: impl Iterator<Item = FieldType<'a>>) -> VmResult<()> {
        let (one, other) = (parties.one, parties.other);
        if one == other || (self.is_built_in(one) && self.is_built_in(other)) {
            return Ok(());
        }
        for mentioned in types {
            let Some(name) = class_name(mentioned).filter(|name| !name.starts_with("java/")) else { continue };
            match self.agree(name, one, other) {
                Ok(()) => {}
                Err(meant) if meant.iter().all(|class| self.is_loaded_here(class)) => {
                    let message = (parties.why)(self, &name.replace('/', "."));
                    return raise("java/lang/LinkageError", message);
                }
                Err(meant) => return Err(self.class_by_order(meant[0])),
            }
        }
        Ok(())
    }

    /// Two loaders are to mean the same by a name from now on; what they mean, if that is not the same.
    fn agree(&mut self, name: &str, one: Ref, other: Ref) -> Result<(), Vec<ClassRef>> {
        let shared = self.shared.clone();
        let mut tables = shared.registry.lock();
        let name: Arc<str> = name.into();
        let known = [one, other].map(|loader| tables.by_name.get(&(loader, name.clone())).copied());
        let groups = tables.constraints.groups.entry(name).or_default();
        let mut merged = Group::default();
        let (mine, rest): (Vec<Group>, Vec<Group>) = std::mem::take(groups)
            .into_iter()
            .partition(|group| group.loaders.contains(&one) || group.loaders.contains(&other));
        *groups = rest;
        let candidates = known.into_iter().chain(mine.iter().map(|group| group.class)).flatten();
        let meant: Vec<ClassRef> = candidates.collect();
        if meant.iter().any(|class| class.id != meant[0].id) {
            groups.extend(mine);
            return Err(meant);
        }
        merged.class = meant.first().copied();
        merged.loaders = mine.into_iter().flat_map(|group| group.loaders).chain([one, other]).collect();
        merged.loaders.sort_unstable();
        merged.loaders.dedup();
        groups.push(merged);
        Ok(())
    }

    /// A loader comes to mean a class by its name, having it from another loader.
    pub(crate) fn check_constraints(&mut self, name: &str, loader: Ref, class: ClassRef) -> VmResult<()> {
        let shared = self.shared.clone();
        let mut tables = shared.registry.lock();
        let other = violates_constraint(&mut tables, name, loader, class);
        drop(tables);
        other.map_or(Ok(()), |other| Err(self.constraint_violation(loader, class, other)))
    }

    /// The error for [`violates_constraint`].
    pub(crate) fn constraint_violation(&self, loader: Ref, class: ClassRef, other: ClassRef) -> Trap {
        if !self.is_loaded_here(other) {
            return self.class_by_order(other);
        }
        let kind = if class.is_interface() { "interface" } else { "class" };
        let (name, loader) = (class.java_name(), messages::loader(self, loader));
        let (first, place) = (messages::loader(self, other.loader), messages::place(self, other));
        let message = format!(
            "loader constraint violation: loader {loader} wants to load {kind} {name}. A different {kind} with the same name was \
             previously loaded by {first}. ({name} is in {place})"
        );
        Trap::Raise("java/lang/LinkageError", message)
    }
}

/// The class that a loader must mean by a name, where that is another than it is about to mean.
pub(crate) fn violates_constraint(tables: &mut Tables, name: &str, loader: Ref, class: ClassRef) -> Option<ClassRef> {
    let groups = tables.constraints.groups.get_mut(name)?;
    let group = groups.iter_mut().find(|group| group.loaders.contains(&loader))?;
    let other = group.class.filter(|other| other.id != class.id);
    if other.is_none() {
        group.class = Some(class);
    }
    other
}

/// Where two classes are, with the parents of users' loaders.
fn both(vm: &Vm, one: &Class, other: &Class) -> String {
    let place = |class: &Class| {
        let (name, place) = (class.java_name(), messages::place(vm, class));
        if vm.is_built_in(class.loader) {
            return format!("{name} is in {place}");
        }
        let parent = messages::loader(vm, vm.ref_field(class.loader, vm.known.loader_parent));
        format!("{name} is in {place}, parent loader {parent}")
    };
    format!("{}; {}", place(one), place(other))
}

/// The class that a type is, or has as its innermost elements.
fn class_name(mentioned: FieldType<'_>) -> Option<&str> {
    match mentioned {
        FieldType::Object(name) => Some(name),
        FieldType::Array(whole) => whole.trim_start_matches('[').strip_prefix('L')?.strip_suffix(';'),
        _ => None,
    }
}
