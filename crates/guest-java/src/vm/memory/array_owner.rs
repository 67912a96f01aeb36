//! To whom an array belongs: to the program, or to trusted code that made it for itself.
//!
//! What trusted code does to its own arrays shows nowhere, what it does to those of the program shows like any other access. The
//! flag ([`TRUSTED`]) is in the array's header, so it is a part of the state and the same on all paths. `policy::ArrayOwner` says who
//! owns what, and what is missed.

use crate::vm::Vm;
use crate::vm::classes::class::{Kind, Shape};
use crate::vm::memory::layout::{HEADER, Ref, SHARED, TRUSTED};
use crate::vm::threads::policy::ArrayOwner;

impl Vm {
    /// Whether other threads can notice what a native, or trusted code, does to the elements of an array.
    #[inline]
    pub fn shows_elements(&self, array: Ref) -> bool {
        self.get(array) & (SHARED | TRUSTED) == SHARED
    }

    /// Whether the running native, or the code in the top frame, makes arrays for trusted code. What works for others has the
    /// owner of its caller.
    pub(crate) fn is_for_trusted(&self) -> bool {
        let mut frame = self.frame;
        let mut native = true;
        while frame != 0 {
            let method = self.frame_method(frame);
            // A native makes what its caller asks for.
            let works_for_caller = native && method.native.is_some();
            native = false;
            match method.class().arrays {
                ArrayOwner::Caller => {}
                _ if works_for_caller => {}
                owner => return owner == ArrayOwner::Trusted,
            }
            frame = self.caller(frame).0;
        }
        true
    }

    /// Gives a new array, with what is nested in it, to the code that makes it.
    pub(crate) fn claim_array(&mut self, array: Ref, owner: ArrayOwner) {
        let trusted = match owner {
            ArrayOwner::Program => false,
            ArrayOwner::Trusted => true,
            ArrayOwner::Caller => self.is_for_trusted(),
        };
        if trusted {
            self.mark_trusted(array);
        }
    }

    fn mark_trusted(&mut self, array: Ref) {
        let header = self.get(array);
        self.set(array, header | TRUSTED);
        self.each_nested(array, Vm::mark_trusted);
    }

    /// Trusted code returns one of its arrays to other code: from now on it is the program's.
    #[cold]
    pub(crate) fn hand_out(&mut self, array: Ref) {
        let header = self.get(array);
        if header & TRUSTED != 0 {
            self.set(array, header & !TRUSTED);
            self.each_nested(array, Vm::hand_out);
        }
    }

    fn each_nested(&mut self, array: Ref, visit: fn(&mut Vm, Ref)) {
        let Shape::Array(Kind::Reference, component) = self.class_of(array).shape else { return };
        if component.is_array() {
            for i in 0..self.array_len(array) {
                match self.get(array + HEADER + i) as Ref {
                    0 => {}
                    nested => visit(self, nested),
                }
            }
        }
    }
}
