//! `VarHandle` access modes.
//!
//! The library implements every access mode of every kind of variable as a static method, which it finds through the
//! handle's `VarForm`. Where the call site passes just what that method takes, the instruction enters it; a reference
//! that comes back is cast as the call site says. Everything else (values to convert, exact or indirect handles, wrong
//! types) goes the library's own way, through the method that it links for the call site.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::assemble::{Assembler, Call};
use super::convert::OBJECT;
use crate::vm::classes::class::{ClassRef, Kind, MethodRef};
use crate::vm::classes::synthetic::CLASS;
use crate::vm::exec::code;
use crate::vm::exec::op;
use crate::vm::memory::layout::Ref;
use crate::vm::natives::{Native, native};
use crate::vm::{Trap, Vm, VmResult};

/// The access modes in the order of `VarHandle.AccessMode`.
const MODES: [&str; 31] = [
    "get",
    "set",
    "getVolatile",
    "setVolatile",
    "getAcquire",
    "setRelease",
    "getOpaque",
    "setOpaque",
    "compareAndSet",
    "compareAndExchange",
    "compareAndExchangeAcquire",
    "compareAndExchangeRelease",
    "weakCompareAndSetPlain",
    "weakCompareAndSet",
    "weakCompareAndSetAcquire",
    "weakCompareAndSetRelease",
    "getAndSet",
    "getAndSetAcquire",
    "getAndSetRelease",
    "getAndAdd",
    "getAndAddAcquire",
    "getAndAddRelease",
    "getAndBitwiseOr",
    "getAndBitwiseOrRelease",
    "getAndBitwiseOrAcquire",
    "getAndBitwiseAnd",
    "getAndBitwiseAndRelease",
    "getAndBitwiseAndAcquire",
    "getAndBitwiseXor",
    "getAndBitwiseXorRelease",
    "getAndBitwiseXorAcquire",
];

/// The natives of this module.
pub static SYNTHETIC: &[Native] = &[native(CLASS, "cast", "(Ljava/lang/Object;I)Ljava/lang/Object;", cast)];

/// (object, class id): `Class.cast`, which is what the library calls, and what stack traces show.
fn cast(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if vm.phase() > 0 {
        return Ok(vm.call_result());
    }
    let cast = crate::vm::classes::known::method(vm.known.class(), "cast", "(Ljava/lang/Object;)Ljava/lang/Object;")?;
    let mirror = vm.mirror(vm.class(args[1] as u32));
    Err(Trap::Call(cast, vec![u64::from(mirror), args[0]]))
}

/// Checks the object on the stack, leaving it to `refuse` to throw.
fn cast_result<'a>(vm: &Vm, code: &'a mut Assembler, class: ClassRef, refuse: MethodRef) -> &'a mut Assembler {
    let null = code.plain(op::DUP, 1, 2).jump(op::IFNULL, 1);
    code.plain(op::DUP, 1, 2).push(op::pack(op::INSTANCEOF_Q, 0, class.id), 1, 1);
    let fits = code.jump(op::IFNE, 1);
    code.int(class.id as i32).call(vm, refuse, Call::Static).land(&[null, fits])
}

/// A call of an access mode in the code.
pub struct AccessSite {
    class: ClassRef,
    index: u16,
    mode: u32,
    descriptor: Arc<str>,
    /// What the implementation must take, behind the handle, and what is wanted back.
    params: Vec<Kind>,
    returns: Kind,
    /// The words of the constant, for the library's own way.
    words: u32,
    /// The implementation seen last and the method to enter for it: ids plus one.
    cache: AtomicU64,
}

impl Vm {
    /// The quick instruction of a call of an access mode.
    pub(super) fn quicken_variable(&mut self, class: ClassRef, index: u16, args: u16) -> VmResult<u64> {
        let words = self.constant_site(class, index)?;
        let member = class.file.as_ref().and_then(|f| f.member(index));
        let site = member.and_then(|(_, name, descriptor)| {
            let mode = MODES.iter().position(|mode| *mode == &**name)? as u32;
            let (params, returns) = code::kinds(descriptor)?;
            let descriptor = descriptor.clone();
            Some(AccessSite { class, index, mode, descriptor, params, returns, words, cache: AtomicU64::new(0) })
        });
        let Some(site) = site else {
            return Ok(op::pack(op::INVOKELINKED, index, words));
        };
        let mut tables = self.shared.registry.lock();
        let links = &mut tables.links;
        let number = match links.access_sites.get(&(class.id, index)) {
            Some(number) => *number,
            None => {
                let number = links.accesses.len() as u32;
                links.accesses.push(Box::leak(Box::new(site)));
                links.access_sites.insert((class.id, index), number);
                number
            }
        };
        Ok(op::pack(op::INVOKEVARHANDLE, args, number))
    }

    fn access_site(&mut self, number: u32) -> VmResult<&'static AccessSite> {
        if self.accesses.len() <= number as usize {
            let tables = self.shared.registry.lock();
            let known = self.accesses.len();
            self.accesses.extend_from_slice(&tables.links.accesses[known..]);
        }
        let site = self.accesses.get(number as usize).copied();
        site.ok_or_else(|| Trap::Internal(format!("there is no access site {number}")))
    }

    /// The method to enter for an access: the handle is the first of `args` arguments.
    pub(super) fn select_access(&mut self, args: u32, number: u32) -> VmResult<MethodRef> {
        let site = self.access_site(number)?;
        let handle = self.receiver(args)?;
        let form = self.ref_field(handle, self.known.var_handle_form);
        let members = if form == 0 { 0 } else { self.ref_field(form, self.known.var_form_members) };
        if members == 0 || self.field(handle, self.known.var_handle_exact) != 0 || site.mode >= self.array_len(members)
        {
            return self.select_access_slowly(site);
        }
        let member = self.array_ref(members, site.mode);
        let known = self.member_method(member).or_else(|| self.implementation(form, site.mode));
        let Some(implementation) = known else {
            return self.ask_java("linkVariable", &[u64::from(form), u64::from(site.mode)]);
        };
        if !self.is_initialized(implementation.class()) {
            self.initialize(implementation.class())?;
        }
        let cached = site.cache.load(Ordering::Acquire);
        if cached as u32 == implementation.id + 1 {
            return Ok(self.method((cached >> 32) as u32 - 1));
        }
        match self.adapt_access(site, implementation)? {
            Some(target) => {
                site.cache.store(u64::from(implementation.id + 1) | u64::from(target.id + 1) << 32, Ordering::Release);
                Ok(target)
            }
            None => self.select_access_slowly(site),
        }
    }

    /// The method that a form's class has for an access mode: what the library would look up and keep, but no part of the state. Whichever thread
    /// is the first to use a mode leaves no trace.
    fn implementation(&self, form: Ref, mode: u32) -> Option<MethodRef> {
        let mirror = Some(self.known.var_form_implementation).filter(|place| *place != 0);
        let class = self.class_of_mirror(self.ref_field(form, mirror?))?;
        let mut classes = std::iter::successors(Some(class), |class| class.super_class);
        let name = MODES.get(mode as usize)?;
        let takes_handle = |method: &MethodRef| method.descriptor.starts_with("(Ljava/lang/invoke/VarHandle;");
        classes.find_map(|class| {
            let mut methods = class.methods.iter().copied();
            methods.find(|method| &*method.name == *name && method.is_static() && takes_handle(method))
        })
    }

    fn select_access_slowly(&mut self, site: &AccessSite) -> VmResult<MethodRef> {
        if self.linked_method(site.words)? == 0 {
            return self.ask_java("linkHandle", &[u64::from(site.class.id), u64::from(site.index)]);
        }
        self.enter_site(site.class, site.index, site.words)
    }

    /// The constant of the call of an access mode.
    pub(super) fn access_constant(&mut self, number: u32) -> VmResult<(ClassRef, u16)> {
        self.access_site(number).map(|site| (site.class, site.index))
    }

    /// A method that takes the site's arguments and does what the implementation does; none if they don't fit as they are.
    fn adapt_access(&mut self, site: &'static AccessSite, implementation: MethodRef) -> VmResult<Option<MethodRef>> {
        let fits = implementation.is_static()
            && implementation.params.get(1..) == Some(&*site.params)
            && (site.returns == implementation.returns || site.returns == Kind::Void);
        if !fits {
            return Ok(None);
        }
        let Some((params, returns)) = code::types(&site.descriptor) else { return Ok(None) };
        // All implementations take objects, and look at them themselves.
        let takes_objects = code::types(&implementation.descriptor).is_some_and(|(taken, _)| {
            taken.first() == Some(&"Ljava/lang/invoke/VarHandle;")
                && taken[1..].iter().all(|ty| *ty == OBJECT || Kind::of(ty) != Kind::Reference)
        });
        if !takes_objects {
            return Ok(None);
        }
        let plain = site.returns == implementation.returns && (site.returns != Kind::Reference || returns == OBJECT);
        if plain {
            return Ok(Some(implementation));
        }
        let key = (site.class.id, site.index, implementation.id);
        let known = self.shared.registry.lock().links.adapters.get(&key).copied();
        if known.is_some() {
            return Ok(known);
        }
        let cast = if site.returns == Kind::Reference {
            Some(self.load_descriptor(returns, site.class.loader)?)
        } else {
            None
        };
        let refuse = self.synthetic("cast")?;
        let behind = |vm: &Vm, code: &mut Assembler| {
            match cast {
                Some(class) => cast_result(vm, code, class, refuse),
                None => code.plain(op::POP, 1, 0),
            };
        };
        let descriptor = format!("(Ljava/lang/invoke/VarHandle;{}){returns}", params.concat());
        let adapter = self.synthesize_adapter(site.class, implementation, &descriptor, site.returns, behind)?;
        Ok(Some(*self.shared.registry.lock().links.adapters.entry(key).or_insert(adapter)))
    }
}
