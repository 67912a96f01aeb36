//! Asking transformers about a class that is about to be defined.
//!
//! First those that are asked once, agent by agent, then those that are asked again when the class is retransformed: what the first make of a
//! class is what a retransformation begins with. As in the JDK's own library, classes that a transformer needs itself are not shown to any.

use std::sync::Arc;

use crate::vm::agents::IMPLEMENTATION;
use crate::vm::classes::known;
use crate::vm::classes::link::Definition;
use crate::vm::memory::layout::Ref;
use crate::vm::natives;
use crate::vm::threads::thread::T_ATOMIC;
use crate::vm::{Trap, Vm, VmResult, raise};

/// The frame in which transformers are asked.
pub(super) const ASK: &str = "askTransformers";
/// The frame in which a class is defined that transformers are asked about.
pub(super) const DEFINE: &str = "defineTransformed";

const TRANSFORM: &str = "(Ljava/lang/Module;Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/lang/Class;Ljava/security/ProtectionDomain;[BZ)[B";

/// A class that transformers are asked about.
pub(super) struct Question {
    pub loader: Ref,
    /// With slashes, or null.
    pub name: Ref,
    /// The class, if it is there already.
    pub class: Ref,
    pub domain: Ref,
    pub bytes: Ref,
    pub retransformers: bool,
}

impl Vm {
    /// Whether classes of a built-in loader are shown to transformers.
    pub(crate) fn asks_transformers(&self, loader: Ref) -> bool {
        loader != 0 && loader == self.app_loader && self.has_agents()
    }

    /// Whether the running thread, which is about to ask transformers, is in one already.
    fn is_transforming(&self) -> bool {
        let mut found = false;
        self.each_frame(self.tid, |frame, _| found |= frame != self.frame && is_frame_of(self, frame, ASK));
        found
    }

    /// A call of the frame that asks transformers about a class and defines it. `name` is a string, as the loader has it; `origin` the entry of
    /// the class path.
    pub(crate) fn call_definer(
        &mut self,
        loader: Ref,
        name: u64,
        bytes: &[u8],
        domain: Ref,
        origin: Option<u32>,
    ) -> VmResult<Trap> {
        let define = self.synthetic(DEFINE)?;
        let array = self.new_byte_array(bytes)?;
        let origin = origin.map_or(0, |origin| u64::from(origin) + 1);
        Ok(Trap::Call(define, vec![u64::from(loader), name, u64::from(array), u64::from(domain), origin]))
    }

    /// A call of the frame that asks transformers.
    pub(super) fn call_transformers(&mut self, question: &Question) -> VmResult<Trap> {
        let ask = self.synthetic(ASK)?;
        let Question { loader, name, class, domain, bytes, retransformers } = *question;
        let words = [loader, name, class, domain, bytes].map(u64::from);
        Ok(Trap::Call(ask, words.into_iter().chain([u64::from(retransformers)]).collect()))
    }
}

fn is_frame_of(vm: &Vm, frame: u32, name: &str) -> bool {
    vm.frame_method(frame).native.is_some_and(|native| native.class.is_empty() && native.name == name)
}

/// (loader, name, class, domain, bytes, retransformers): asks all transformers of a kind, agent by agent; the bytes that come of it.
pub(super) fn ask_transformers(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    const BYTES: u32 = 0;
    const NEXT: u32 = 1;
    if vm.phase() == 0 {
        if vm.is_transforming() {
            return Ok(args[4]);
        }
        vm.set_scratch(BYTES, args[4]);
    } else if vm.caught().is_none() && vm.call_result() != 0 {
        // What escapes from a transformer counts as no answer.
        let answer = vm.call_result();
        vm.set_scratch(BYTES, answer);
    }
    let retransformers = args[5] != 0;
    for agent in vm.scratch(NEXT) as u32..vm.shared.config.agents.len() as u32 {
        if !vm.has_transformers(agent, retransformers)? {
            continue;
        }
        vm.set_scratch(NEXT, u64::from(agent) + 1);
        // What a transformer does there shows to nobody.
        if vm.multi && vm.thread_word(T_ATOMIC) != 0 {
            vm.shared.config.blind_spots.add("a transformer inside of an operation of the library".to_owned());
        }
        let module = match vm.class_of_mirror(args[2] as Ref).filter(|_| args[2] != 0) {
            Some(class) => vm.module_of(class),
            None => named_module(vm, args[0] as Ref, args[1] as Ref),
        };
        let transform = known::method(vm.load_boot(IMPLEMENTATION)?, "transform", TRANSFORM)?;
        let agent = u64::from(vm.instrumentation(agent)?);
        let bytes = vm.scratch(BYTES);
        return Err(Trap::Call(
            transform,
            vec![agent, u64::from(module), args[0], args[1], args[2], args[3], bytes, args[5]],
        ));
    }
    Ok(vm.scratch(BYTES))
}

/// The named module that a class of this name would be in, or null: the library then takes the loader's unnamed one.
fn named_module(vm: &Vm, loader: Ref, name: Ref) -> Ref {
    let name = if name == 0 { String::new() } else { vm.string(name) };
    let package = name.rsplit_once('/').map_or("", |(package, _)| package);
    vm.defined_module(package, loader).unwrap_or(0)
}

/// Scratch words of [`define_transformed`].
const STAGE: u32 = 0;
const DOMAIN: u32 = 1;
const ORIGINAL: u32 = 2;
const BYTES: u32 = 3;
const NAME: u32 = 4;
const SOURCE: u32 = 5;

/// Stages of [`define_transformed`]: what the last call was for.
const URL: u64 = 1;
const CODE_SOURCE: u64 = 2;
const MADE_DOMAIN: u64 = 3;
const ASKED_ONCE: u64 = 4;
const ASKED: u64 = 5;
const DEFINING: u64 = 6;

/// (loader, name, bytes, domain, entry of the class path + 1): asks transformers about a class, and defines what comes of it.
pub(super) fn define_transformed(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let loader = args[0] as Ref;
    match vm.scratch(STAGE) {
        0 => {
            if args[1] != 0 {
                let internal = vm.string(args[1] as Ref).replace('.', "/");
                let internal = vm.new_string(&internal)?;
                vm.set_scratch(NAME, u64::from(internal));
            }
            match args[4].checked_sub(1) {
                Some(origin) if args[3] == 0 => call_for_url(vm, origin as usize),
                _ => {
                    vm.set_scratch(DOMAIN, args[3]);
                    ask(vm, loader, args[2], false)
                }
            }
        }
        URL => {
            let url = vm.call_result();
            let class = vm.load_boot("java/security/CodeSource")?;
            vm.initialize(class)?;
            let source = u64::from(vm.new_object(class)?);
            vm.set_scratch(SOURCE, source);
            vm.set_scratch(STAGE, CODE_SOURCE);
            let init = known::method(class, "<init>", "(Ljava/net/URL;[Ljava/security/CodeSigner;)V")?;
            Err(Trap::Call(init, vec![source, url, 0]))
        }
        CODE_SOURCE => {
            let class = vm.load_boot("java/security/SecureClassLoader")?;
            let descriptor = "(Ljava/security/CodeSource;)Ljava/security/ProtectionDomain;";
            let to_domain = known::method(class, "getProtectionDomain", descriptor)?;
            vm.set_scratch(STAGE, MADE_DOMAIN);
            Err(Trap::Call(to_domain, vec![args[0], vm.scratch(SOURCE)]))
        }
        MADE_DOMAIN => {
            let domain = vm.call_result();
            vm.set_scratch(DOMAIN, domain);
            ask(vm, loader, args[2], false)
        }
        ASKED_ONCE => {
            let original = vm.call_result();
            vm.set_scratch(ORIGINAL, original);
            ask(vm, loader, original, true)
        }
        ASKED => {
            let bytes = vm.call_result();
            vm.set_scratch(BYTES, bytes);
            vm.set_scratch(STAGE, DEFINING);
            define(vm, loader, args[4])
        }
        _ => define(vm, loader, args[4]),
    }
}

fn call_for_url(vm: &mut Vm, origin: usize) -> VmResult<u64> {
    let shared = vm.shared.clone();
    let entry = shared.class_path.entries().chain(shared.modules.entries()).nth(origin);
    let path = entry.map(|(path, _)| path.to_string_lossy().into_owned()).unwrap_or_default();
    let path = vm.new_string(&path)?;
    let loaders = vm.load_boot("jdk/internal/loader/ClassLoaders")?;
    let to_url = known::method(loaders, "toFileURL", "(Ljava/lang/String;)Ljava/net/URL;")?;
    vm.set_scratch(STAGE, URL);
    Err(Trap::Call(to_url, vec![u64::from(path)]))
}

fn ask(vm: &mut Vm, loader: Ref, bytes: u64, retransformers: bool) -> VmResult<u64> {
    vm.set_scratch(STAGE, if retransformers { ASKED } else { ASKED_ONCE });
    let (name, domain) = (vm.scratch(NAME) as Ref, vm.scratch(DOMAIN) as Ref);
    let question = Question { loader, name, class: 0, domain, bytes: bytes as Ref, retransformers };
    Err(vm.call_transformers(&question)?)
}

fn define(vm: &mut Vm, loader: Ref, origin: u64) -> VmResult<u64> {
    let name = vm.scratch(NAME) as Ref;
    let name = (name != 0).then(|| vm.string(name));
    if let Some(name) = name.as_deref().filter(|name| is_being_defined(vm, loader, name)) {
        return raise("java/lang/ClassCircularityError", name);
    }
    let bytes = vm.array_bytes(vm.scratch(BYTES) as Ref).to_vec();
    let original: Arc<[u8]> = vm.array_bytes(vm.scratch(ORIGINAL) as Ref).into();
    let origin = origin.checked_sub(1).map(|origin| origin as u32);
    let definition = Definition { loader, origin, bytes: Some(original), ..Definition::default() };
    let class = vm.define(&bytes, name.as_deref(), definition)?;
    if vm.get(class.mirror) != 0 {
        return raise("java/lang/LinkageError", natives::duplicate(vm, loader, class));
    }
    let domain = vm.scratch(DOMAIN) as Ref;
    natives::finish_definition(vm, class, domain)
}

/// Whether the running thread is about to define this class already, and has asked for what it inherits from.
fn is_being_defined(vm: &Vm, loader: Ref, name: &str) -> bool {
    let mut found = false;
    vm.each_frame(vm.tid, |frame, _| {
        if frame == vm.frame || !is_frame_of(vm, frame, DEFINE) {
            return;
        }
        let scratch = |n: u32| vm.get(frame - crate::vm::exec::code::NATIVE_SCRATCH + n);
        let same = || scratch(NAME) != 0 && vm.string(scratch(NAME) as Ref) == name;
        found |= scratch(STAGE) == DEFINING && vm.get(vm.frame_locals(frame)) as Ref == loader && same();
    });
    found
}
