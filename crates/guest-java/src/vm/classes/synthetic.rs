//! A class of the VM's own, `deadheat.Vm`: static natives that are pushed as frames where the VM itself must call Java and go
//! on afterwards. No class file refers to it, and stack traces leave it out.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use crate::vm::classes::class::{Class, ClassRef, Method, MethodRef, acc};
use crate::vm::exec::code;
use crate::vm::natives::{self, Native};
use crate::vm::registry::Tables;
use crate::vm::{Trap, Vm, VmResult};

/// The class's internal name.
///
/// No guest can ask for it: a name with a dot is that of no class, and the dots of a name in Java become slashes.
pub const CLASS: &str = "deadheat.Vm";

impl Vm {
    /// The synthetic method of this name.
    pub fn synthetic(&mut self, name: &str) -> VmResult<MethodRef> {
        let class = match self.loaded(CLASS, 0) {
            Some(class) => class,
            None => self.define_synthetic()?,
        };
        let method = class.methods.iter().copied().find(|m| &*m.name == name);
        method.ok_or_else(|| Trap::Internal(format!("there is no synthetic method {name}")))
    }

    fn define_synthetic(&mut self) -> VmResult<ClassRef> {
        let shared = self.shared.clone();
        let mut tables = shared.registry.lock();
        if let Some(class) = tables.by_name.get(&(0, CLASS.into())) {
            return Ok(class);
        }
        let id = tables.classes.len() as u32;
        let rows = natives::SYNTHETIC.iter().copied().flatten();
        let methods = rows.map(|row| synthetic_method(row, &mut tables)).collect::<VmResult<Vec<_>>>()?;
        let object = self.known.object();
        let class = Class {
            access: acc::FINAL | acc::SYNTHETIC,
            super_class: Some(object),
            supers: vec![object.id, id],
            vtable: object.vtable.clone(),
            methods,
            ..self.plain_class(&mut tables, id, CLASS.into())?
        };
        let class: ClassRef = Box::leak(Box::new(class));
        for method in &class.methods {
            let _ = method.owner.set(class);
        }
        tables.classes.push(class);
        tables.by_name.insert((0, class.name.clone()), class);
        drop(tables);
        Ok(class)
    }
}

fn synthetic_method(row: &'static Native, tables: &mut Tables) -> VmResult<MethodRef> {
    let Some((params, returns)) = code::kinds(row.descriptor) else {
        return Err(Trap::Internal(format!("bad descriptor of the synthetic method {}", row.name)));
    };
    let (name, descriptor) = (row.name.into(), row.descriptor.into());
    let method: MethodRef = Box::leak(Box::new(Method {
        code_owner: OnceLock::new(),
        id: tables.methods.len() as u32,
        slot: u32::MAX,
        owner: OnceLock::new(),
        access: acc::STATIC | acc::NATIVE | acc::SYNTHETIC,
        args: params.len() as u32,
        params: params.into(),
        returns,
        selector: tables.selector(&name, &descriptor),
        name,
        descriptor,
        parameters: OnceLock::new(),
        vtable_index: OnceLock::new(),
        native: Some(row),
        intrinsic: None,
        atomic: None,
        block: false,
        caller_sensitive: false,
        hidden: true,
        polymorphic: false,
        code: OnceLock::new(),
        version: OnceLock::new(),
        has_versions: AtomicBool::new(false),
    }));
    tables.methods.push(method);
    Ok(method)
}
