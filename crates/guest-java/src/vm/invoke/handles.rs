//! Calls of signature-polymorphic methods.
//!
//! `invokeBasic` and `linkTo…` are the two primitives on which the library builds method handles: they enter a method that
//! a `LambdaForm` or a `MemberName` names. `invokeExact` and `invoke` are linked by the library, per constant; the result
//! is a method to enter and an object to pass to it behind the arguments.

use crate::vm::classes::class::{ClassRef, MethodRef, acc};
use crate::vm::exec::op;
use crate::vm::memory::layout::Ref;
use crate::vm::registry::{SITE_DONE, SITE_REF};
use crate::vm::{Trap, Vm, VmResult, raise};

/// `linkToStatic`.
const LINK_STATIC: u32 = 0;
/// `linkToSpecial`.
const LINK_SPECIAL: u32 = 1;
/// `linkToVirtual`, `linkToInterface`.
const LINK_VIRTUAL: u32 = 2;

/// The kind of a `linkTo…` method.
fn link_kind(name: &str) -> Option<u32> {
    match name {
        "linkToStatic" | "linkToNative" => Some(LINK_STATIC),
        "linkToSpecial" => Some(LINK_SPECIAL),
        "linkToVirtual" | "linkToInterface" => Some(LINK_VIRTUAL),
        _ => None,
    }
}

impl Vm {
    /// The quick instruction of an `invokedynamic` or of a call of a signature-polymorphic method.
    pub(crate) fn quicken_call(&mut self, method: MethodRef, at: u32, word: u64) -> VmResult<u64> {
        let index = op::b(word) as u16;
        if op::op(word) == op::INVOKEDYNAMIC {
            return self.quicken_dynamic(method, at, index);
        }
        let class = method.class();
        let callee = self.resolve_method(class, index)?;
        if std::ptr::eq(callee.class(), self.known.var_handle()) {
            return self.quicken_variable(class, index, op::a(word));
        }
        if &*callee.name == "invokeBasic" {
            return Ok(op::pack(op::INVOKEBASIC, op::a(word), 0));
        }
        if let Some(kind) = link_kind(&callee.name) {
            return Ok(op::pack(op::LINKTO, op::a(word), kind));
        }
        Ok(op::pack(op::INVOKELINKED, index, self.constant_site(class, index)?))
    }

    /// The method that a quick call enters with what is then on the stack: `sp` may have moved.
    pub(crate) fn select_call(&mut self, method: MethodRef, at: u32, word: u64) -> VmResult<MethodRef> {
        let args = u32::from(op::a(word));
        match op::op(word) {
            op::INVOKELINKED => self.linked(method, at, op::a(word), op::b(word)),
            op::INVOKEVARHANDLE => self.select_access(args, op::b(word)),
            op::INVOKEBASIC => self.select_basic(args),
            _ => self.select_member(args, op::b(word)),
        }
    }

    /// What a site was linked to on this path.
    fn linked(&mut self, method: MethodRef, at: u32, index: u16, site: u32) -> VmResult<MethodRef> {
        if self.linked_method(site)? == 0 {
            let class = method.class();
            let is_dynamic = class.file.as_ref().and_then(|f| f.constant(index));
            return match is_dynamic {
                Some(crate::classfile::Constant::InvokeDynamic { .. }) => {
                    self.ask_java("linkCall", &[u64::from(method.id), u64::from(at), u64::from(index)])
                }
                _ => self.ask_java("linkHandle", &[u64::from(class.id), u64::from(index)]),
            };
        }
        self.enter_site(site)
    }

    /// Pushes the appendix of a linked site and gives its method.
    pub(super) fn enter_site(&mut self, site: u32) -> VmResult<MethodRef> {
        let target = self.method((self.get(site + SITE_DONE) - 1) as u32);
        self.prepare(target)?;
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
        let target = target.ok_or_else(|| Trap::Internal("a LambdaForm without a method".into()))?;
        self.prepare(target)?;
        Ok(target)
    }

    /// `linkTo…`: the method that the last argument names, which is popped. It may be one of the primitives itself.
    fn select_member(&mut self, args: u32, mut kind: u32) -> VmResult<MethodRef> {
        let mut popped = 0;
        loop {
            let member = self.receiver(popped + 1)?;
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
            self.sp -= popped;
            return Ok(target);
        }
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
        let resolved = self.ref_field(member, self.known.member_method);
        if resolved == 0 {
            return None;
        }
        let id = self.field(resolved, self.known.resolved_method_name().words - 1);
        self.methods.get((id as usize).wrapping_sub(1))
    }
}
