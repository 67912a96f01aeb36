//! Calls of signature-polymorphic methods.
//!
//! `invokeBasic` and `linkTo…` are the two primitives on which the library builds method handles: they enter a method that
//! a `LambdaForm` or a `MemberName` names. `invokeExact` and `invoke` are linked by the library, per constant; the result
//! is a method to enter and an object to pass to it behind the arguments.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;

use crate::classfile::Constant;
use crate::vm::classes::class::{ClassRef, Kind, MethodRef, acc};
use crate::vm::exec::{self, code, op};
use crate::vm::memory::layout::Ref;
use crate::vm::registry::{SITE_DONE, SITE_REF};
use crate::vm::{Vm, VmResult, raise};

/// `linkToStatic`.
const LINK_STATIC: u32 = 0;
/// `linkToSpecial`.
const LINK_SPECIAL: u32 = 1;
/// `linkToVirtual`, `linkToInterface`.
const LINK_VIRTUAL: u32 = 2;

/// Bits of an operand that have the kind; the others have the number of the site's shape.
const KIND_BITS: u32 = 2;

/// The kind of a `linkTo…` method.
fn link_kind(name: &str) -> Option<u32> {
    match name {
        "linkToStatic" | "linkToNative" => Some(LINK_STATIC),
        "linkToSpecial" => Some(LINK_SPECIAL),
        "linkToVirtual" | "linkToInterface" => Some(LINK_VIRTUAL),
        _ => None,
    }
}

/// The kinds of a call's arguments, then that of what it returns, as far as stacks tell them apart.
pub(super) type Shape = Box<[Kind]>;

/// The kind that a value has on a stack.
fn basic(kind: Kind) -> Kind {
    match kind {
        Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short => Kind::Int,
        other => other,
    }
}

impl Vm {
    /// The quick instruction of an `invokedynamic` or of a call of a signature-polymorphic method.
    pub(crate) fn quicken_call(&mut self, method: MethodRef, at: u32, word: u64) -> VmResult<u64> {
        let index = op::b(word) as u16;
        if op::op(word) == op::INVOKEDYNAMIC {
            return self.quicken_dynamic(method, at, index);
        }
        let class = method.code_class();
        let callee = self.resolve_method(class, index)?;
        if std::ptr::eq(callee.class(), self.known.var_handle()) {
            return self.quicken_variable(class, index, op::a(word));
        }
        let kind = link_kind(&callee.name);
        if kind.is_some() || &*callee.name == "invokeBasic" {
            let shape = self.shape_of(class, index, kind.is_none())?;
            return Ok(match kind {
                Some(kind) => op::pack(op::LINKTO, op::a(word), kind | shape << KIND_BITS),
                None => op::pack(op::INVOKEBASIC, op::a(word), shape),
            });
        }
        Ok(op::pack(op::INVOKELINKED, index, self.constant_site(class, index)?))
    }

    /// The method that a quick call enters with what is then on the stack: `sp` may have moved.
    pub(crate) fn select_call(&mut self, method: MethodRef, at: u32, word: u64) -> VmResult<MethodRef> {
        let args = u32::from(op::a(word));
        self.compares_result = false;
        match op::op(word) {
            op::INVOKELINKED => self.linked(method, at, op::a(word), op::b(word)),
            op::INVOKEVARHANDLE => self.select_access(args, op::b(word)),
            op::INVOKEBASIC => {
                let target = self.select_basic(args)?;
                self.check_arguments(target, op::b(word), args, 0)?;
                Ok(target)
            }
            _ => self.select_member(args, op::b(word)),
        }
    }

    /// What a site was linked to on this path.
    fn linked(&mut self, method: MethodRef, at: u32, index: u16, site: u32) -> VmResult<MethodRef> {
        if self.linked_method(site)? == 0 {
            let class = method.code_class();
            let is_dynamic = class.file.as_ref().and_then(|f| f.constant(index));
            return match is_dynamic {
                Some(Constant::InvokeDynamic { .. }) => {
                    self.ask_java("linkCall", &[u64::from(method.id), u64::from(at), u64::from(index)])
                }
                _ => self.ask_java("linkHandle", &[u64::from(class.id), u64::from(index)]),
            };
        }
        self.enter_site(method.code_class(), index, site)
    }

    /// The class of what a call through a handle returns; none where anything will do.
    fn result_class(&mut self, class: ClassRef, index: u16) -> VmResult<Option<ClassRef>> {
        if let Some(known) = self.results.get(&(class.id, index)) {
            return Ok(*known);
        }
        let file = class.file.as_ref();
        let descriptor = file.and_then(|f| match f.constant(index)? {
            Constant::InvokeDynamic { name_type, .. } => f.name_and_type(*name_type).map(|(_, descriptor)| descriptor),
            _ => f.member(index).map(|(_, _, descriptor)| descriptor),
        });
        let result = match descriptor.and_then(|descriptor| code::types(descriptor)) {
            Some((_, returns)) if Kind::of(returns) == Kind::Reference => {
                let result = self.load_descriptor(returns, class.loader)?;
                (!result.is_interface() && !std::ptr::eq(result, self.known.object())).then_some(result)
            }
            _ => None,
        };
        self.results.insert((class.id, index), result);
        Ok(result)
    }

    /// Compares what a call through a handle returns with what the call says. The library sees to that, with objects: see
    /// [`Vm::check_arguments`].
    pub(crate) fn check_result(&mut self, frame: u32, value: Ref) -> VmResult<()> {
        let (caller, next) = self.caller(frame);
        let method = self.frame_method(caller);
        let at = (next as usize).checked_sub(1);
        let word = method.code.get().zip(at).and_then(|(code, at)| code.ops.get(at)).map(|word| word.load(Relaxed));
        let result = match word.map(|word| (op::op(word), word)) {
            Some((op::INVOKELINKED, word)) => self.result_class(method.code_class(), op::a(word))?,
            Some((op::INVOKEVARHANDLE, word)) => {
                let (class, index) = self.access_constant(op::b(word))?;
                self.result_class(class, index)?
            }
            _ => None,
        };
        match result {
            Some(class) if value != 0 && !self.class_of(value).is_subclass_of(class) => {
                let message = exec::messages::class_cast(self, self.class_of(value), class);
                raise("java/lang/ClassCastException", message)
            }
            _ => Ok(()),
        }
    }

    /// Pushes the appendix of a linked site, a constant of a class, and gives its method.
    pub(super) fn enter_site(&mut self, class: ClassRef, index: u16, site: u32) -> VmResult<MethodRef> {
        let target = self.method((self.get(site + SITE_DONE) - 1) as u32);
        self.prepare(target)?;
        self.compares_result = target.returns == Kind::Reference && self.result_class(class, index)?.is_some();
        let appendix = self.get(site + SITE_REF);
        if appendix != 0 {
            let sp = self.sp;
            self.set(sp, appendix);
            self.sp += 1;
        }
        Ok(target)
    }

    /// A static method needs its class.
    fn prepare(&mut self, target: MethodRef) -> VmResult<()> {
        if target.is_static() && !self.is_initialized(target.class()) {
            self.initialize(target.class())?;
        }
        Ok(())
    }

    /// The argument `n` from the top of the stack, which must not be null.
    pub(super) fn receiver(&self, n: u32) -> VmResult<Ref> {
        match self.get(self.sp - n) as Ref {
            0 => raise("java/lang/NullPointerException", ""),
            object => Ok(object),
        }
    }

    /// `invokeBasic`: the method of the form of the handle that is the `n`th argument from the top.
    fn select_basic(&mut self, n: u32) -> VmResult<MethodRef> {
        let handle = self.receiver(n)?;
        let form = self.ref_field(handle, self.known.method_handle_form);
        let entry = self.ref_field(form, self.known.lambda_form_entry);
        let target = self.member_method(entry);
        let Some(target) = target else {
            return raise("java/lang/InternalError", "a LambdaForm without a method");
        };
        self.prepare(target)?;
        Ok(target)
    }

    /// `linkTo…`: the method that the last argument names, which is popped. It may be one of the primitives itself.
    fn select_member(&mut self, args: u32, operand: u32) -> VmResult<MethodRef> {
        let mut kind = operand & ((1 << KIND_BITS) - 1);
        let mut popped = 0;
        loop {
            let member = self.receiver(popped + 1)?;
            if !std::ptr::eq(self.class_of(member), self.known.member_name()) {
                return raise("java/lang/InternalError", "call of what is no MemberName");
            }
            let Some(mut target) = self.member_method(member) else {
                return raise("java/lang/InternalError", "call of an unresolved MemberName");
            };
            if kind != LINK_STATIC {
                let receiver = self.receiver(args)?;
                if kind == LINK_VIRTUAL {
                    target = self.select_virtual(self.class_of(receiver), target)?;
                }
            }
            popped += 1;
            if target.polymorphic {
                match link_kind(&target.name) {
                    Some(next) if popped < args => {
                        kind = next;
                        continue;
                    }
                    None if &*target.name == "invokeBasic" => target = self.select_basic(args)?,
                    _ => {
                        return raise(
                            "java/lang/UnsupportedOperationException",
                            format!("MethodHandle.{}", target.name),
                        );
                    }
                }
            }
            // Popping comes last: until here the instruction may have to run again.
            self.prepare(target)?;
            self.check_arguments(target, operand >> KIND_BITS, args, popped)?;
            self.sp -= popped;
            return Ok(target);
        }
    }

    /// The number of the shape of a call: the kinds of its arguments and of what it returns.
    fn shape_of(&mut self, class: ClassRef, index: u16, has_receiver: bool) -> VmResult<u32> {
        let member = class.file.as_ref().and_then(|f| f.member(index));
        let Some((params, returns)) = member.and_then(|(_, _, descriptor)| code::kinds(descriptor)) else {
            return raise("java/lang/ClassFormatError", format!("constant {index} of {} is no method", class.name));
        };
        let receiver = has_receiver.then_some(Kind::Reference);
        let shape: Shape = receiver.into_iter().chain(params).chain([returns]).map(basic).collect();
        Ok(self.shared.registry.lock().links.shape(shape))
    }

    /// Looks whether a call passes what the method takes. The library sees to that, but what it sees to it with are objects, and the
    /// machine must not believe objects where it has no other word for what is on a stack.
    fn check_arguments(&mut self, target: MethodRef, shape: u32, args: u32, popped: u32) -> VmResult<()> {
        let shape = self.shape(shape);
        let receiver = (!target.is_static()).then_some(Kind::Reference);
        let taken = receiver.into_iter().chain(target.params.iter().copied()).map(basic);
        let given = shape.split_last().and_then(|(returns, given)| {
            let given = given.get(..(args - popped) as usize)?;
            (*returns == basic(target.returns)).then_some(given)
        });
        if !given.is_some_and(|given| taken.eq(given.iter().copied())) {
            return raise("java/lang/InternalError", format!("a call that is not one of {target:?}"));
        }
        let mut at = self.sp - args;
        if receiver.is_some() {
            self.check_argument(at, target.class())?;
            at += 1;
        }
        for (n, kind) in target.params.iter().enumerate() {
            if *kind == Kind::Reference && self.get(at) != 0 {
                let class = self.parameter_class(target, n)?;
                self.check_argument(at, class)?;
            }
            at += 1;
        }
        Ok(())
    }

    fn check_argument(&self, at: u32, class: ClassRef) -> VmResult<()> {
        let value = self.get(at) as Ref;
        // What has the type of an interface is looked at whenever it is called.
        if value == 0 || class.is_interface() || self.class_of(value).is_subclass_of(class) {
            return Ok(());
        }
        let message = exec::messages::class_cast(self, self.class_of(value), class);
        raise("java/lang/ClassCastException", message)
    }

    fn shape(&mut self, number: u32) -> &'static [Kind] {
        if self.shapes.len() <= number as usize {
            let tables = self.shared.registry.lock();
            let known = self.shapes.len();
            self.shapes.extend_from_slice(&tables.links.shapes[known..]);
        }
        self.shapes.get(number as usize).copied().unwrap_or_default()
    }

    /// The class of a method's `n`th parameter, the receiver not counted.
    pub(crate) fn parameter_class(&mut self, method: MethodRef, n: usize) -> VmResult<ClassRef> {
        let classes = method.parameters.get_or_init(|| method.params.iter().map(|_| OnceLock::new()).collect());
        let Some(class) = classes.get(n) else {
            return raise("java/lang/InternalError", format!("{method:?} has no parameter {n}"));
        };
        if let Some(class) = class.get()
            && self.is_known_to(method.class(), class)
        {
            return Ok(class);
        }
        let types = code::types(&method.descriptor).map_or_else(Vec::new, |(types, _)| types);
        let descriptor = types.get(n).copied().unwrap_or("Ljava/lang/Object;");
        let loaded = self.load_descriptor(descriptor, method.class().loader)?;
        Ok(class.get_or_init(|| loaded))
    }

    /// The method that a call of `method` runs on an instance of `class`.
    pub(crate) fn select_virtual(&mut self, class: ClassRef, method: MethodRef) -> VmResult<MethodRef> {
        if method.access & (acc::PRIVATE | acc::FINAL | acc::STATIC) != 0 {
            return Ok(method);
        }
        if method.class().is_interface() {
            return match class.itable.get(method.selector) {
                Some(found) if class.is_subclass_of(method.class()) => Ok(found),
                _ => self.select_interface_method(class, method),
            };
        }
        Ok(method.vtable_index.get().and_then(|at| class.vtable.get(*at as usize)).copied().unwrap_or(method))
    }

    /// The method that a `MemberName` is resolved to.
    pub(crate) fn member_method(&self, member: Ref) -> Option<MethodRef> {
        if member == 0 {
            return None;
        }
        self.method_of_resolved(self.ref_field(member, self.known.member_method))
    }

    /// The method of a `ResolvedMethodName`.
    pub(crate) fn method_of_resolved(&self, resolved: Ref) -> Option<MethodRef> {
        let class = self.known.resolved_method_name();
        if resolved == 0 || !std::ptr::eq(self.class_of(resolved), class) {
            return None;
        }
        let id = self.field(resolved, class.words - 1);
        self.methods.get((id as usize).wrapping_sub(1))
    }
}
