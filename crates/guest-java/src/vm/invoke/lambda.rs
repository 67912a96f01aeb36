//! `LambdaMetafactory`: a class per call site that captures arguments in fields and forwards the interface's method.
//!
//! The bodies are what `InnerClassLambdaMetafactory` would spin. Two departures: the class has no constructor, because the
//! `invokedynamic` instruction fills its fields, and what the JDK checks of the types is not checked, since `javac` has.

use std::sync::Arc;

use super::assemble::{Assembler, Call};
use super::convert::Converter;
use super::dynamic::CallSpec;
use super::synthesize::{ClassSpec, MethodSpec, field_place, plain_name};
use crate::classfile::Constant;
use crate::vm::classes::class::{ClassRef, Kind, MethodRef, Reference, acc};
use crate::vm::exec::code::{self, Code};
use crate::vm::exec::op;
use crate::vm::memory::layout::Ref;
use crate::vm::natives::{Native, native};
use crate::vm::{Trap, Vm, VmResult, raise};

/// `LambdaMetafactory.FLAG_SERIALIZABLE`.
const FLAG_SERIALIZABLE: i32 = 1;
/// `LambdaMetafactory.FLAG_MARKERS`.
const FLAG_MARKERS: i32 = 2;
/// `LambdaMetafactory.FLAG_BRIDGES`.
const FLAG_BRIDGES: i32 = 4;

const REF_INVOKE_VIRTUAL: u8 = 5;
const REF_INVOKE_STATIC: u8 = 6;
const REF_INVOKE_SPECIAL: u8 = 7;
const REF_NEW_INVOKE_SPECIAL: u8 = 8;
const REF_INVOKE_INTERFACE: u8 = 9;

/// What a lambda stands for.
pub struct Lambda {
    host: ClassRef,
    /// The functional interface.
    interface: ClassRef,
    /// Its method's name.
    name: Arc<str>,
    /// The method's erased descriptor.
    erased: Arc<str>,
    /// The descriptor that calls are known to conform to.
    instantiated: Arc<str>,
    /// Other descriptors that are to be forwarded.
    bridges: Vec<Arc<str>>,
    /// Further interfaces.
    markers: Vec<ClassRef>,
    serializable: bool,
    /// Types of the captured arguments.
    captured: Vec<Arc<str>>,
    implementation: Implementation,
}

/// The implementation: a method, and the kind of its handle.
struct Implementation {
    kind: u8,
    /// The class that the handle names.
    class: ClassRef,
    method: MethodRef,
}

impl Implementation {
    /// The handle's parameter types, the receiver included.
    fn parameters(&self) -> Vec<String> {
        let (params, _) = code::types(&self.method.descriptor).unwrap_or_default();
        let receiver = matches!(self.kind, REF_INVOKE_VIRTUAL | REF_INVOKE_SPECIAL | REF_INVOKE_INTERFACE);
        let receiver = receiver.then(|| self.class.descriptor());
        receiver.into_iter().chain(params.into_iter().map(str::to_string)).collect()
    }

    /// The handle's return type.
    fn returns(&self) -> String {
        if self.kind == REF_NEW_INVOKE_SPECIAL {
            return self.class.descriptor();
        }
        code::types(&self.method.descriptor).map_or_else(String::new, |(_, returns)| returns.to_string())
    }

    /// What a call site in the guest calls it, if it is the library's.
    fn reference(&self, spec: &CallSpec) -> Option<Reference> {
        if spec.class.platform || !self.method.class().platform {
            return None;
        }
        let class = self.class.name.rsplit('/').next().unwrap_or_default().replace('$', ".");
        let method = if self.kind == REF_NEW_INVOKE_SPECIAL { "new" } else { &*self.method.name };
        Some(Reference { name: format!("{class}::{method}").into(), line: spec.method.line(spec.at) })
    }

    fn call(&self) -> Call {
        match self.kind {
            REF_INVOKE_STATIC => Call::Static,
            REF_INVOKE_SPECIAL | REF_NEW_INVOKE_SPECIAL => Call::Direct,
            _ => Call::Virtual,
        }
    }
}

impl Vm {
    /// Makes the class of a lambda; none when the site is not of the form that `javac` writes.
    pub(super) fn lambda_class(&mut self, spec: &CallSpec, alternative: bool) -> VmResult<Option<ClassRef>> {
        let Some(lambda) = self.read_lambda(spec, alternative)? else { return Ok(None) };
        let mut interfaces = vec![lambda.interface];
        for marker in &lambda.markers {
            if !interfaces.iter().any(|i| std::ptr::eq(*i, *marker)) {
                interfaces.push(marker);
            }
        }
        let mut methods = Vec::new();
        for descriptor in std::iter::once(&lambda.erased).chain(&lambda.bridges) {
            let code = self.forwarder(&lambda, descriptor)?;
            methods.push(MethodSpec {
                name: lambda.name.clone(),
                descriptor: descriptor.clone(),
                access: acc::PUBLIC,
                code: Some(code),
                native: None,
            });
        }
        if lambda.serializable {
            methods.push(MethodSpec {
                name: "writeReplace".into(),
                descriptor: "()Ljava/lang/Object;".into(),
                access: acc::PRIVATE | acc::FINAL,
                code: None,
                native: Some(&WRITE_REPLACE),
            });
        }
        // Not HotSpot's running number: the name must not depend on which path comes here first.
        // Later JDKs don't number them.
        let number = if self.shared.feature_version > 17 { String::new() } else { format!("${}", spec.index) };
        let name = format!("{}$$Lambda{number}+0x{:016x}", plain_name(spec.class), spec.digest());
        let fields = lambda.captured.clone();
        let reference = lambda.implementation.reference(spec);
        let class = self.synthesize(ClassSpec { name, host: spec.class, reference, interfaces, fields, methods })?;
        let lambda: &'static Lambda = Box::leak(Box::new(lambda));
        self.shared.registry.lock().links.lambdas.insert(class.id, lambda);
        Ok(Some(class))
    }

    /// Reads the bootstrap arguments.
    fn read_lambda(&mut self, spec: &CallSpec, alternative: bool) -> VmResult<Option<Lambda>> {
        let Some(file) = spec.class.file.as_ref() else { return Ok(None) };
        let [erased, target, instantiated, rest @ ..] = &*spec.arguments else { return Ok(None) };
        let (Some(erased), Some(instantiated)) = (method_type(spec, *erased), method_type(spec, *instantiated)) else {
            return Ok(None);
        };
        let Some(Constant::MethodHandle { kind, reference }) = file.constant(*target) else { return Ok(None) };
        let Some((captured, interface)) = code::types(&spec.descriptor) else { return Ok(None) };
        let interface = self.load_descriptor(interface, spec.class.loader)?;
        let Some(implementation) = self.lambda_implementation(spec.class, *kind, *reference)? else { return Ok(None) };
        let mut lambda = Lambda {
            host: spec.class.identity(),
            interface,
            name: spec.name.clone(),
            erased,
            instantiated,
            bridges: Vec::new(),
            markers: Vec::new(),
            serializable: false,
            captured: captured.into_iter().map(Arc::from).collect(),
            implementation,
        };
        if alternative && self.read_alternatives(spec, rest, &mut lambda)?.is_none() {
            return Ok(None);
        }
        let arity = code::kinds(&lambda.erased).map_or(0, |(params, _)| params.len());
        let fits =
            interface.is_interface() && lambda.captured.len() + arity == lambda.implementation.parameters().len();
        Ok(fits.then_some(lambda))
    }

    /// The further arguments of `altMetafactory`.
    fn read_alternatives(&mut self, spec: &CallSpec, rest: &[u16], lambda: &mut Lambda) -> VmResult<Option<()>> {
        let mut rest = rest.iter().copied();
        let Some(flags) = rest.next().and_then(|i| integer(spec, i)) else { return Ok(None) };
        if flags & FLAG_MARKERS != 0 {
            let Some(count) = rest.next().and_then(|i| integer(spec, i)) else { return Ok(None) };
            for _ in 0..count {
                let Some(index) = rest.next() else { return Ok(None) };
                let marker = self.resolve_class(spec.class, index)?;
                if !marker.is_interface() {
                    return Ok(None);
                }
                lambda.markers.push(marker);
            }
        }
        if flags & FLAG_BRIDGES != 0 {
            let Some(count) = rest.next().and_then(|i| integer(spec, i)) else { return Ok(None) };
            for _ in 0..count {
                let Some(bridge) = rest.next().and_then(|i| method_type(spec, i)) else { return Ok(None) };
                if bridge != lambda.erased && !lambda.bridges.contains(&bridge) {
                    lambda.bridges.push(bridge);
                }
            }
        }
        if flags & FLAG_SERIALIZABLE != 0 {
            lambda.serializable = true;
            let serializable = self.load_boot("java/io/Serializable")?;
            let is_already =
                std::iter::once(&lambda.interface).chain(&lambda.markers).any(|i| i.is_subclass_of(serializable));
            if !is_already {
                lambda.markers.push(serializable);
            }
        }
        Ok(Some(()))
    }

    /// Resolves the implementation; none for handles that no lambda has.
    fn lambda_implementation(&mut self, class: ClassRef, kind: u8, reference: u16) -> VmResult<Option<Implementation>> {
        let owner = match class.file.as_ref().and_then(|f| f.constant(reference)) {
            Some(Constant::Method { class, .. } | Constant::InterfaceMethod { class, .. }) => *class,
            _ => return Ok(None),
        };
        let owner = self.resolve_class(class, owner)?;
        let method = self.resolve_method(class, reference)?;
        let is_constructor = &*method.name == "<init>";
        let fits = match kind {
            REF_INVOKE_STATIC => method.is_static(),
            REF_NEW_INVOKE_SPECIAL => is_constructor && owner.access & (acc::ABSTRACT | acc::INTERFACE) == 0,
            REF_INVOKE_VIRTUAL | REF_INVOKE_INTERFACE => !method.is_static() && !is_constructor,
            // Of the special calls only those of a class's own methods: what `super` means is not worked out here.
            REF_INVOKE_SPECIAL => !method.is_static() && std::ptr::eq(method.class(), class),
            _ => false,
        };
        Ok((fits && !method.polymorphic).then_some(Implementation { kind, class: owner, method }))
    }

    /// The body of a method that forwards calls with this descriptor.
    fn forwarder(&mut self, lambda: &Lambda, descriptor: &str) -> VmResult<Code> {
        let target = &lambda.implementation;
        let mut code = Assembler::default();
        if target.kind == REF_NEW_INVOKE_SPECIAL {
            code.new_object(target.class).plain(op::DUP, 1, 2);
        }
        for n in 0..lambda.captured.len() {
            code.load(0).get_word(field_place(n));
        }
        let parameters = target.parameters();
        let (params, returns) = code::types(descriptor).unwrap_or_default();
        let (known, _) = code::types(&lambda.instantiated).unwrap_or_default();
        if known.len() != params.len() {
            return raise("java/lang/invoke/LambdaConversionException", "Incorrect number of parameters");
        }
        let wanted = parameters.iter().skip(lambda.captured.len());
        for (n, ((param, known), wanted)) in params.iter().zip(&known).zip(wanted).enumerate() {
            code.load(n as u32 + 1);
            Converter { vm: self, code: &mut code, loader: lambda.host.loader }.convert(param, wanted, known)?;
        }
        code.call(self, target.method, target.call());
        Converter { vm: self, code: &mut code, loader: lambda.host.loader }.convert(
            &target.returns(),
            returns,
            returns,
        )?;
        Ok(code.give(Kind::of(returns)).finish(params.len() as u32 + 1))
    }
}

/// The descriptor in a method-type constant.
fn method_type(spec: &CallSpec, index: u16) -> Option<Arc<str>> {
    let file = spec.class.file.as_ref()?;
    match file.constant(index)? {
        Constant::MethodType(descriptor) => file.utf8(*descriptor).cloned(),
        _ => None,
    }
}

fn integer(spec: &CallSpec, index: u16) -> Option<i32> {
    match spec.class.file.as_ref()?.constant(index)? {
        Constant::Integer(value) => Some(*value),
        _ => None,
    }
}

static WRITE_REPLACE: Native = native("deadheat/Vm", "writeReplace", "", write_replace);

/// What a serialisable lambda is replaced by: a description of its call site.
fn write_replace(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if vm.phase() > 0 {
        return Ok(vm.scratch(0));
    }
    let this = args[0] as Ref;
    let lambda = vm.shared.registry.lock().links.lambdas.get(&vm.class_of(this).id).copied();
    let Some(lambda) = lambda else {
        return Err(Trap::Internal("a lambda without a description".into()));
    };
    let class = vm.load_boot("java/lang/invoke/SerializedLambda")?;
    vm.initialize(class)?;
    let Some(constructor) = class.methods.iter().copied().find(|m| &*m.name == "<init>" && m.args == 11) else {
        return Err(Trap::Internal("this JDK's SerializedLambda has another constructor".into()));
    };
    let mut captured = Vec::new();
    for (n, ty) in lambda.captured.iter().enumerate() {
        let word = vm.field(this, field_place(n));
        captured.push(vm.box_value(Kind::of(ty), word)?);
    }
    let captured = vm.new_ref_array(vm.known.object(), &captured)?;
    let made = vm.new_object(class)?;
    let target = &lambda.implementation;
    let mut words = vec![u64::from(made), u64::from(vm.mirror(lambda.host))];
    for text in [&*lambda.interface.name, &*lambda.name, &*lambda.erased] {
        words.push(u64::from(vm.literal_str(text)?));
    }
    words.push(u64::from(target.kind));
    for text in [&*target.method.class().name, &*target.method.name, &*target.method.descriptor, &*lambda.instantiated]
    {
        words.push(u64::from(vm.literal_str(text)?));
    }
    words.push(u64::from(captured));
    vm.set_scratch(0, u64::from(made));
    Err(Trap::Call(constructor, words))
}
