//! `invokedynamic`: which call sites the VM links by itself, and what their instructions become.
//!
//! What is made for a site is a function of the code alone, so it is made once and shared by all paths. All other
//! bootstrap methods are run as Java code, once per path and instruction (see `linker`).

use std::sync::Arc;

use super::concat::{Piece, Style, pieces};
use super::records::RecordSite;
use crate::classfile::{Constant, decode_mutf8};
use crate::vm::classes::class::{ClassRef, MethodRef};
use crate::vm::exec::code;
use crate::vm::exec::op;
use crate::vm::memory::label;
use crate::vm::registry::{SITE_WORDS, Site};
use crate::vm::{Trap, Vm, VmResult, raise};

/// The classes whose bootstrap methods we know.
const MAKERS: [&str; 4] = [
    "java/lang/invoke/LambdaMetafactory",
    "java/lang/invoke/StringConcatFactory",
    "java/lang/runtime/ObjectMethods",
    "java/lang/runtime/SwitchBootstraps",
];

/// An `invokedynamic` instruction and its bootstrap method.
pub struct CallSpec {
    /// The class that it is in.
    pub class: ClassRef,
    /// The method that it is in.
    pub method: MethodRef,
    /// Its index there.
    pub at: u32,
    /// The constant's index.
    pub index: u16,
    /// Name of the call.
    pub name: Arc<str>,
    /// Descriptor of the call.
    pub descriptor: Arc<str>,
    /// Class and name of the bootstrap method.
    pub bootstrap: (Arc<str>, Arc<str>),
    /// The constant that names its class.
    owner: u16,
    /// Constants that are its static arguments.
    pub arguments: Vec<u16>,
}

impl CallSpec {
    fn read(method: MethodRef, at: u32, index: u16) -> Option<CallSpec> {
        let class = method.code_class();
        let file = class.file.as_ref()?;
        let Constant::InvokeDynamic { bootstrap, name_type } = file.constant(index)? else { return None };
        let (name, descriptor) = file.name_and_type(*name_type)?;
        let bootstrap = file.bootstrap_methods.get(usize::from(*bootstrap))?;
        let Constant::MethodHandle { reference, .. } = file.constant(bootstrap.method_ref)? else { return None };
        let (Constant::Method { class: owner_index, .. } | Constant::InterfaceMethod { class: owner_index, .. }) =
            file.constant(*reference)?
        else {
            return None;
        };
        let (owner, maker, _) = file.member(*reference)?;
        Some(CallSpec {
            class,
            method,
            at,
            index,
            name: name.clone(),
            descriptor: descriptor.clone(),
            bootstrap: (owner.clone(), maker.clone()),
            owner: *owner_index,
            arguments: bootstrap.args.clone(),
        })
    }

    /// A number for the place, the same in every run.
    pub fn digest(&self) -> u64 {
        let mut hash = rustc_hash::FxHasher::default();
        std::hash::Hash::hash(&(self.class.digest, &*self.class.name, self.method.slot, self.at), &mut hash);
        std::hash::Hasher::finish(&hash) >> 20 << 3
    }

    /// The text of a String constant.
    fn text(&self, index: u16) -> Option<Vec<u16>> {
        let file = self.class.file.as_ref()?;
        let Constant::String(text) = file.constant(index)? else { return None };
        match file.constant(*text)? {
            Constant::Utf8(text) => Some(text.encode_utf16().collect()),
            Constant::Utf8Raw(bytes) => Some(decode_mutf8(bytes)),
            _ => None,
        }
    }

    /// A constant as it shows in a concatenation; none for those that must be asked for their string.
    fn shown(&self, index: u16) -> Option<Vec<u16>> {
        match self.class.file.as_ref()?.constant(index)? {
            Constant::Integer(value) => Some(value.to_string().encode_utf16().collect()),
            Constant::Long(value) => Some(value.to_string().encode_utf16().collect()),
            _ => self.text(index),
        }
    }
}

impl Vm {
    /// The quick instruction of an `invokedynamic`.
    pub(super) fn quicken_dynamic(&mut self, method: MethodRef, at: u32, index: u16) -> VmResult<u64> {
        let known = self.shared.registry.lock().links.dynamic.get(&(method.id, at)).copied();
        if let Some(quick) = known {
            return Ok(quick);
        }
        let Some(spec) = CallSpec::read(method, at, index) else {
            return Err(Trap::Internal(format!("constant {index} of {} is not dynamic", method.class().name)));
        };
        let quick = match self.synthesize_site(&spec)? {
            Some(quick) => quick,
            None => {
                let site = self.shared.registry.lock().site(Site::Call(method.id, at), SITE_WORDS);
                let Some(site) = site else {
                    return raise("java/lang/OutOfMemoryError", "Metaspace");
                };
                op::pack(op::INVOKELINKED, index, site)
            }
        };
        // The first machine decides for all.
        Ok(*self.shared.registry.lock().links.dynamic.entry((method.id, at)).or_insert(quick))
    }

    /// The instruction for a site whose bootstrap method we know; none when Java must be asked.
    fn synthesize_site(&mut self, spec: &CallSpec) -> VmResult<Option<u64>> {
        // A loader of the guest's is asked for the class all the same.
        if !MAKERS.contains(&&*spec.bootstrap.0) || self.resolve_class(spec.class, spec.owner)?.loader != 0 {
            return Ok(None);
        }
        let made = match (&*spec.bootstrap.0, &*spec.bootstrap.1) {
            ("java/lang/invoke/LambdaMetafactory", "metafactory") => return self.lambda_site(spec, false),
            ("java/lang/invoke/LambdaMetafactory", "altMetafactory") => return self.lambda_site(spec, true),
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => self.concat_site(spec)?,
            ("java/lang/invoke/StringConcatFactory", "makeConcat") if spec.arguments.is_empty() => {
                let arguments = code::types(&spec.descriptor).map_or(0, |(types, _)| types.len());
                self.concat_with(spec, vec![Piece::Argument; arguments])?
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.record_site(spec)?,
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => self.switch_site(spec)?,
            _ => None,
        };
        // No class initialiser is concerned: these classes have none.
        Ok(made.map(|method| op::pack(op::INVOKESTATIC_Q, 1, method.id)))
    }

    fn lambda_site(&mut self, spec: &CallSpec, alternative: bool) -> VmResult<Option<u64>> {
        let Some(class) = self.lambda_class(spec, alternative)? else { return Ok(None) };
        let captured = class.fields.len() as u16;
        if captured > 0 {
            return Ok(Some(op::pack(op::INVOKEDYNAMIC_Q, captured, class.id)));
        }
        let mut tables = self.shared.registry.lock();
        let label = label::join(tables.class_label(&class.name, class.loader), 1);
        let Some(instance) = tables.constant(class.words, label) else {
            return raise("java/lang/OutOfMemoryError", "Metaspace");
        };
        tables.links.instances.insert(instance, class);
        Ok(Some(op::pack(op::INVOKEDYNAMIC_Q, 0, instance)))
    }

    fn concat_site(&mut self, spec: &CallSpec) -> VmResult<Option<MethodRef>> {
        let [recipe, constants @ ..] = &*spec.arguments else { return Ok(None) };
        let Some(recipe) = spec.text(*recipe) else { return Ok(None) };
        let Some(constants) = constants.iter().map(|i| spec.shown(*i)).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let arguments = code::types(&spec.descriptor).map_or(0, |(types, _)| types.len());
        match pieces(&recipe, &constants, arguments) {
            Some(pieces) => self.concat_with(spec, pieces),
            None => Ok(None),
        }
    }

    fn concat_with(&mut self, spec: &CallSpec, pieces: Vec<Piece>) -> VmResult<Option<MethodRef>> {
        match code::types(&spec.descriptor) {
            Some((types, "Ljava/lang/String;")) => {
                self.joining_method(spec.class, &types, pieces, Style::Concat).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn record_site(&mut self, spec: &CallSpec) -> VmResult<Option<MethodRef>> {
        let Some(file) = spec.class.file.as_ref() else { return Ok(None) };
        let [record, names, getters @ ..] = &*spec.arguments else { return Ok(None) };
        let Some(names) = spec.text(*names) else { return Ok(None) };
        if file.class_name(*record).is_none() {
            return Ok(None);
        }
        let record = self.resolve_class(spec.class, *record)?;
        let names = String::from_utf16_lossy(&names);
        let names: Vec<Arc<str>> = names.split(';').filter(|name| !name.is_empty()).map(Arc::from).collect();
        let mut fields = Vec::new();
        for getter in getters {
            let Some(Constant::MethodHandle { kind: 1, reference }) = file.constant(*getter) else { return Ok(None) };
            let field = self.resolve_field(spec.class, *reference)?;
            if field.is_static() || !record.is_subclass_of(field.class()) {
                return Ok(None);
            }
            fields.push(field);
        }
        let receiver = code::types(&spec.descriptor).and_then(|(types, _)| types.first().map(|ty| ty.to_string()));
        if names.len() != fields.len() || receiver != Some(record.descriptor()) || record.hidden {
            return Ok(None);
        }
        self.record_method(spec.class, &spec.name, &spec.descriptor, &RecordSite { record, names, fields })
    }

    /// Fills in the instance of a lambda that captures nothing, where a path first meets it.
    pub(crate) fn fill_instance(&mut self, address: u32) -> VmResult<()> {
        let class = self.shared.registry.lock().links.instances.get(&address).copied();
        let Some(class) = class else {
            return Err(Trap::Internal("an instance without a class".into()));
        };
        self.set(address, crate::vm::memory::layout::OBJECT | crate::vm::memory::layout::SHARED | u64::from(class.id));
        Ok(())
    }
}
