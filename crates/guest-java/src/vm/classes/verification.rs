//! When classes are verified: once, before their first use, superclasses and interfaces first (JVMS 5.4.1).
//!
//! The JDK's classes are trusted, and so are those that the machine makes itself, which have no class file. A class that the
//! verifier asks about is loaded as resolution loads it: where a user's loader must be asked, a call of its `loadClass` is
//! pushed and the instruction runs again afterwards. Verification then goes on with the method in which it stopped. Like
//! resolution, it is no part of a state: a class that has passed on one path has passed on all. But its loader is asked for the same classes
//! on every path.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use crate::verify::{self, Hierarchy, Member, Stop};
use crate::vm::classes::class::{ClassRef, acc};
use crate::vm::classes::resolve::is_magic;
use crate::vm::{Trap, Vm, VmResult};

/// Classes as one class sees them.
struct View<'a> {
    vm: &'a mut Vm,
    class: ClassRef,
}

impl Hierarchy for View<'_> {
    type Class = ClassRef;
    type Error = Trap;

    fn current(&self) -> ClassRef {
        self.class
    }

    fn load(&mut self, name: &str) -> VmResult<ClassRef> {
        if !self.class.initiated.is_empty() {
            let mut names = self.class.verified_with.lock().unwrap_or_else(PoisonError::into_inner);
            if !names.iter().any(|known| **known == *name) {
                names.push(name.into());
            }
        }
        self.vm.load_referenced(name, self.class.loader)
    }

    fn name(&self, class: ClassRef) -> Arc<str> {
        class.name.clone()
    }

    fn is_interface(&self, class: ClassRef) -> bool {
        class.is_interface()
    }

    fn super_class(&self, class: ClassRef) -> Option<ClassRef> {
        class.super_class
    }

    fn is_subclass(&self, class: ClassRef, other: ClassRef) -> bool {
        class.is_subclass_of(other)
    }

    fn is_protected_elsewhere(&self, class: ClassRef, member: Member<'_>) -> bool {
        let Member { name, descriptor, is_method } = member;
        let found = if is_method {
            class.find_method(name, descriptor).map(|m| (m.class(), m.access))
        } else {
            class.find_field(name, descriptor).map(|f| (f.class(), f.access))
        };
        found.is_some_and(|(owner, access)| access & acc::PROTECTED != 0 && !owner.same_package(self.class))
    }
}

impl Vm {
    /// Makes sure that the code of a class may be run.
    pub(crate) fn link_for_use(&mut self, class: ClassRef) -> VmResult<()> {
        let linked = class.linked.load(Ordering::Acquire);
        if class.from_image || (linked && class.initiated.is_empty()) {
            return Ok(());
        }
        for above in class.super_class.iter().chain(&class.interfaces) {
            self.link_for_use(above)?;
        }
        self.load_again(class)?;
        if linked {
            return Ok(());
        }
        self.verify(class)?;
        self.constrain_overrides(class)?;
        class.linked.store(true, Ordering::Release);
        Ok(())
    }

    /// Asks the loader for what it was asked for when the class was verified, where that was on another path.
    fn load_again(&mut self, class: ClassRef) -> VmResult<()> {
        let names = class.verified_with.lock().unwrap_or_else(PoisonError::into_inner).clone();
        names.iter().try_for_each(|name| self.load_referenced(name, class.loader).map(drop))
    }

    /// Verifies a later version of a class, on behalf of that. An agent may have changed anything, also in classes that are trusted as they are.
    pub(crate) fn verify_version(&mut self, class: ClassRef, version: ClassRef) -> VmResult<()> {
        let Some(file) = &version.file else { return Ok(()) };
        let mut done = version.verified.load(Ordering::Acquire);
        let verdict = verify::verify(file, &mut View { vm: self, class }, &mut done);
        version.verified.fetch_max(done, Ordering::AcqRel);
        match verdict {
            Ok(()) => Ok(()),
            // The JDK does not say why.
            Err(Stop::Refused(refusal)) => Err(Trap::Raise(refusal.throwable, String::new())),
            Err(Stop::Other(trap)) => Err(trap),
        }
    }

    fn verify(&mut self, class: ClassRef) -> VmResult<()> {
        let Some(file) = &class.file else { return Ok(()) };
        let mut done = if is_magic(class) { file.methods.len() } else { class.verified.load(Ordering::Acquire) };
        let verdict = verify::verify(file, &mut View { vm: self, class }, &mut done);
        class.verified.fetch_max(done, Ordering::AcqRel);
        match verdict {
            Ok(()) => Ok(()),
            Err(Stop::Refused(refusal)) => Err(Trap::Raise(refusal.throwable, refusal.message)),
            Err(Stop::Other(trap)) => Err(trap),
        }
    }
}
