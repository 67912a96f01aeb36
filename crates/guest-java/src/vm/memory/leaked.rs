//! Objects that other threads can reach before their final fields are written.
//!
//! A final field is read everywhere and written once, before any other thread can come by its object, so accesses to it are no
//! visible operations. That fails if `this` leaves the constructor too early: `Cache.instance = this; size = 16;`. Then the field is
//! like any other. So an object is marked ([`LEAKED`]) when it becomes shared while a constructor of it, in a frame of the thread that
//! shares it, still has a write of a final field before it; accesses to final fields of marked objects are plain visible ones.
//!
//! Only the thread that shares the object can be in its constructor: before that no other thread has it. What is before the
//! thread is read off the constructor's instructions: any write of a final field behind the present one, or anywhere if there is a
//! jump back. Subclasses count: their constructors are further down the stack. The usual `new Thread(this).start()` at the end of a
//! constructor writes nothing afterwards, and costs nothing.
//!
//! The mark is never taken away: that the constructor ends orders nothing. It is in the object's header, a function of the path like
//! the rest of the state; which other paths or workers there are makes no difference.
//!
//! What is missed: final fields that are written outside of constructors, by reflection or `Unsafe`. Such a write of a shared object is
//! a blind spot (see `vm::blind_spots`).

use std::sync::atomic::Ordering;

use crate::vm::Vm;
use crate::vm::classes::class::{ClassRef, FieldRef, MethodRef};
use crate::vm::exec::code::Code;
use crate::vm::exec::op;
use crate::vm::memory::layout::{LEAKED, Ref};
use crate::vm::threads::policy::Visibility;

impl Vm {
    /// Whether accesses to a field of a shared object show.
    #[inline]
    pub fn shows_field(&self, object: Ref, field: FieldRef) -> bool {
        match field.visibility {
            Visibility::Quiet => false,
            Visibility::Final => self.get(object) & LEAKED != 0,
            Visibility::Plain | Visibility::Volatile => true,
        }
    }

    /// The objects whose constructors the running thread is in, with final fields still to be written.
    pub(crate) fn unfinished(&self) -> Vec<Ref> {
        let mut found = Vec::new();
        self.each_frame(self.tid, |frame, pc| {
            let method = self.frame_method(frame);
            if &*method.name == "<init>" && has_finals(method.class()) && writes_finals(method, pc) {
                found.push(self.get(self.frame_locals(frame)) as Ref);
            }
        });
        found
    }
}

fn has_finals(class: ClassRef) -> bool {
    class.fields.iter().any(|field| field.visibility == Visibility::Final)
}

/// Whether a final field is written by what can follow instruction `at` of a constructor.
fn writes_finals(method: MethodRef, at: u32) -> bool {
    let Some(code) = method.code.get() else { return false };
    let first = if jumps_back(code, at) { 0 } else { at as usize };
    code.ops.iter().skip(first).any(|word| {
        let word = word.load(Ordering::Relaxed);
        let is_final = |field: &FieldRef| field.visibility == Visibility::Final;
        match op::op(word) {
            op::PUTFIELD => {
                let class = method.class();
                let member = method.code_class().file.as_ref().and_then(|file| file.member(op::b(word) as u16));
                member.is_some_and(|(_, name, _)| class.fields.iter().any(|f| f.name == *name && is_final(f)))
            }
            op::PUTFIELD_F => true,
            op::PUTFIELD_R => class_field(method.class(), op::b(word)).as_ref().is_some_and(is_final),
            _ => false,
        }
    })
}

fn class_field(class: ClassRef, id: u32) -> Option<FieldRef> {
    class.fields.iter().copied().find(|field| field.id == id)
}

/// Whether an instruction from `at` on can go back to one before it.
fn jumps_back(code: &Code, at: u32) -> bool {
    code.ops.iter().skip(at as usize).any(|word| {
        let word = word.load(Ordering::Relaxed);
        match op::op(word) {
            op::IFEQ..=op::GOTO => op::b(word) < at,
            op::TABLESWITCH | op::LOOKUPSWITCH => {
                let switch = &code.switches[op::b(word) as usize];
                let sparse = switch.sparse.iter().map(|(_, target)| *target);
                switch.dense.iter().copied().chain(sparse).chain([switch.default]).any(|target| target < at)
            }
            _ => false,
        }
    })
}
