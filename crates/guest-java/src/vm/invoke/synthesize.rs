//! Classes that no class file defines: those of lambdas, and one per call site that needs a method of its own.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::assemble::{Assembler, Call};
use crate::vm::classes::class::{Class, ClassRef, Field, FieldRef, Kind, Method, MethodRef, Reference, Shape, acc};
use crate::vm::classes::link::make_itable;
use crate::vm::exec::code::{self, Code};
use crate::vm::memory::layout::HEADER;
use crate::vm::natives::Native;
use crate::vm::registry::Tables;
use crate::vm::threads::policy::Visibility;
use crate::vm::{Trap, Vm, VmResult};

/// A method to be made.
pub struct MethodSpec {
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// Access flags.
    pub access: u16,
    /// Its body; without one it is just its native.
    pub code: Option<Code>,
    /// What its `NATIVE` instruction runs.
    pub native: Option<&'static Native>,
}

/// A class to be made: a final subclass of Object whose instance fields begin right behind the header.
pub struct ClassSpec {
    /// Its name, with a `+` before the suffix that makes it unique.
    pub name: String,
    /// The class whose nest, package and loader it shares.
    pub host: ClassRef,
    /// The method reference that it stands for.
    pub reference: Option<Reference>,
    /// Direct superinterfaces.
    pub interfaces: Vec<ClassRef>,
    /// Descriptors of the fields, which are named as captured arguments are.
    pub fields: Vec<Arc<str>>,
    /// Methods.
    pub methods: Vec<MethodSpec>,
}

/// Offset of the `n`th field of a synthesised class.
pub fn field_place(n: usize) -> u32 {
    HEADER + n as u32
}

impl Vm {
    /// Makes a class that no name leads to.
    pub(super) fn synthesize(&mut self, spec: ClassSpec) -> VmResult<ClassRef> {
        let shared = self.shared.clone();
        let mut tables = shared.registry.lock();
        let id = tables.classes.len() as u32;
        let object = self.known.object();
        let mut all_interfaces: Vec<u32> =
            spec.interfaces.iter().flat_map(|i| i.all_interfaces.iter().copied()).collect();
        all_interfaces.sort_unstable();
        all_interfaces.dedup();
        let fields: Vec<FieldRef> =
            spec.fields.iter().enumerate().map(|(n, descriptor)| make_field(n, descriptor, &mut tables)).collect();
        let methods = spec.methods.into_iter().enumerate();
        let methods = methods.map(|(n, method)| make_method(n, method, &mut tables)).collect::<VmResult<Vec<_>>>()?;
        let references = fields.iter().filter(|f| f.kind == Kind::Reference).map(|f| f.place).collect();
        let mut class = Class {
            access: acc::FINAL | acc::SUPER | acc::SYNTHETIC,
            loader: spec.host.loader,
            platform: spec.host.platform,
            shape: Shape::Instance,
            super_class: Some(object),
            interfaces: spec.interfaces,
            supers: vec![object.id, id],
            all_interfaces,
            words: HEADER + fields.len() as u32,
            references,
            fields,
            vtable: make_vtable(object, &methods),
            methods,
            hidden: true,
            // What it is handed back by the library it hands on to its host.
            arrays: spec.host.arrays,
            host: Some(spec.host.identity()),
            reference: spec.reference,
            // Nothing to initialise, so on no path.
            booted: AtomicBool::new(true),
            ..self.plain_class(&mut tables, id, spec.name.into())?
        };
        class.itable = make_itable(&class, &tables);
        let class: ClassRef = Box::leak(Box::new(class));
        for field in &class.fields {
            let _ = field.owner.set(class);
        }
        for method in &class.methods {
            let _ = method.owner.set(class);
        }
        tables.classes.push(class);
        drop(tables);
        self.constrain_overrides(class)?;
        Ok(class)
    }

    /// Makes a static method that belongs to a call site in `host`; stack traces leave it out.
    pub(super) fn synthesize_static(
        &mut self,
        host: ClassRef,
        name: &str,
        descriptor: &str,
        code: Code,
        native: Option<&'static Native>,
    ) -> VmResult<MethodRef> {
        let method = MethodSpec {
            name: name.into(),
            descriptor: descriptor.into(),
            access: acc::STATIC | acc::SYNTHETIC,
            code: Some(code),
            native,
        };
        let name = format!("{}$$Site+{name}", plain_name(host));
        let class = self.synthesize(ClassSpec {
            name,
            host,
            reference: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: vec![method],
        })?;
        class.methods.first().copied().ok_or_else(|| Trap::Internal("a call site without a method".into()))
    }

    /// A static method that calls `target` with its own arguments and returns what `behind` makes of its result.
    pub(super) fn synthesize_adapter(
        &mut self,
        host: ClassRef,
        target: MethodRef,
        descriptor: &str,
        returns: Kind,
        behind: impl FnOnce(&Vm, &mut Assembler),
    ) -> VmResult<MethodRef> {
        let mut code = Assembler::default();
        for local in 0..target.args {
            code.load(local);
        }
        code.call(self, target, Call::Static);
        behind(self, &mut code);
        let code = code.give(returns).finish(target.args);
        self.synthesize_static(host, &target.name, descriptor, code, None)
    }

    /// A method of the class library that assembled code calls, static or not.
    pub(super) fn library_method(&mut self, class: &str, name: &str, descriptor: &str) -> VmResult<MethodRef> {
        let class = self.load_boot(class)?;
        crate::vm::classes::known::method(class, name, descriptor)
    }
}

/// The name of a class without the suffix of a hidden one.
pub fn plain_name(class: ClassRef) -> String {
    class.name.split('+').next().unwrap_or_default().to_string()
}

fn make_field(slot: usize, descriptor: &Arc<str>, tables: &mut Tables) -> FieldRef {
    let field: FieldRef = Box::leak(Box::new(Field {
        id: tables.fields.len() as u32,
        slot: slot as u32,
        owner: OnceLock::new(),
        name: format!("arg${}", slot + 1).into(),
        kind: Kind::of(descriptor),
        descriptor: descriptor.clone(),
        access: acc::PRIVATE | acc::FINAL,
        place: field_place(slot),
        visibility: Visibility::Quiet,
        benign: false,
        holds: OnceLock::new(),
    }));
    tables.fields.push(field);
    field
}

fn make_method(slot: usize, spec: MethodSpec, tables: &mut Tables) -> VmResult<MethodRef> {
    let Some((params, returns)) = code::kinds(&spec.descriptor) else {
        return Err(Trap::Internal(format!("bad descriptor {}", spec.descriptor)));
    };
    let method: MethodRef = Box::leak(Box::new(Method {
        code_owner: OnceLock::new(),
        id: tables.methods.len() as u32,
        slot: slot as u32,
        owner: OnceLock::new(),
        access: spec.access,
        args: params.len() as u32 + u32::from(spec.access & acc::STATIC == 0),
        params: params.into(),
        returns,
        selector: tables.selector(&spec.name, &spec.descriptor),
        name: spec.name,
        descriptor: spec.descriptor,
        parameters: OnceLock::new(),
        vtable_index: OnceLock::new(),
        native: spec.native,
        intrinsic: None,
        atomic: None,
        block: false,
        caller_sensitive: false,
        hidden: true,
        polymorphic: false,
        code: spec.code.map_or_else(OnceLock::new, OnceLock::from),
        version: OnceLock::new(),
        has_versions: AtomicBool::new(false),
    }));
    tables.methods.push(method);
    Ok(method)
}

/// Object's methods, overridden where ours have the same name and descriptor, and then ours.
fn make_vtable(object: ClassRef, methods: &[MethodRef]) -> Vec<MethodRef> {
    let mut vtable = object.vtable.clone();
    for method in methods {
        if method.access & (acc::STATIC | acc::PRIVATE) != 0 {
            continue;
        }
        let at = vtable.iter().position(|m| m.selector == method.selector).unwrap_or(vtable.len());
        if at == vtable.len() {
            vtable.push(method);
        } else {
            vtable[at] = method;
        }
        let _ = method.vtable_index.set(at as u32);
    }
    vtable
}
