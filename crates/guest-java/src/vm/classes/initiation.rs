//! Which classes a loader was asked for on the present path (JVMS 5.3: of which it is an initiating loader).
//!
//! What names mean is shared by all paths: classes stay in the registry, resolved constants in the code. But a user's loader is Java code with
//! locks and other effects, and must be asked on every path anew: else a path that a search comes to later would do less than a fresh machine that
//! follows its schedule. So a word in the state says of each class whether the loader gave it on this path: the class's mirror, if the loader
//! has defined it, or a word of its own ([`Site::Initiated`]). Names count as known, and constants as resolved, only where that is set.
//! Built-in loaders have no effects; for them the registry is enough. Where there are agents, the system loader is asked like a user's: it
//! asks their transformers (see `agents`).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use deadheat_machine::States;

use crate::vm::classes::class::{ClassRef, MethodRef, Shape};
use crate::vm::exec::op;
use crate::vm::memory::layout::Ref;
use crate::vm::registry::{Site, Tables};
use crate::vm::{Vm, VmResult};

/// What an array is made of in the end.
fn element(mut class: ClassRef) -> ClassRef {
    while let Shape::Array(_, component) = class.shape {
        class = component;
    }
    class
}

impl Vm {
    /// Whether code of a class needs guards: it may run on more than one path, and a user's loader finds the classes that it names.
    pub(crate) fn needs_guards(&self, class: ClassRef) -> bool {
        !class.initiated.is_empty() && (self.shared.config.states == States::Kept || self.arena.is_tracking())
    }

    /// Whether a loader gives a class on all paths, without effects. Built-in loaders do, but for classes that agents may have a part in.
    pub(crate) fn is_given_everywhere(&self, loader: Ref, class: ClassRef) -> bool {
        let class = element(class);
        self.is_built_in(loader) && (!self.has_agents() || class.from_image || class.file.is_none())
    }

    /// A class already loaded by or through `loader`, on this path.
    pub fn loaded(&self, name: &str, loader: Ref) -> Option<ClassRef> {
        let tables = self.shared.registry.lock();
        let class = *tables.by_name.get(&(loader, Arc::from(name)))?;
        (self.is_given_everywhere(loader, class) || self.initiates(&tables, loader, class)).then_some(class)
    }

    /// Records that `loader` gave `class` for `name`.
    pub fn remember(&mut self, name: &str, loader: Ref, class: ClassRef) -> VmResult<()> {
        let shared = self.shared.clone();
        let mut tables = shared.registry.lock();
        let key = (loader, Arc::from(name));
        let is_other = |before: &ClassRef| before.id != class.id && self.has_paths() && !self.is_built_in(loader);
        if tables.by_name.get(&key).is_some_and(is_other) {
            drop(tables);
            return Err(self.class_by_order(class));
        }
        tables.by_name.insert(key, class);
        let element = element(class);
        if self.is_given_everywhere(loader, element) || element.loader == loader {
            return Ok(());
        }
        let word = tables.site(Site::Initiated(element.id, loader), 1);
        drop(tables);
        if let Some(word) = word {
            self.set(word, 1);
        }
        Ok(())
    }

    fn initiates(&self, tables: &Tables, loader: Ref, class: ClassRef) -> bool {
        let class = element(class);
        class.primitive().is_some() || initiation_word(tables, loader, class).is_some_and(|word| self.get(word) != 0)
    }

    /// Whether what code of a class has been resolved to counts on this path.
    pub(crate) fn is_known_to(&self, class: ClassRef, found: ClassRef) -> bool {
        class.initiated.is_empty()
            || std::ptr::eq(class, found)
            || self.is_given_everywhere(class.loader, found)
            || self.initiates(&self.shared.registry.lock(), class.loader, found)
    }

    /// Notes where a path says whether the class that a constant was resolved to was asked for.
    pub(crate) fn note_initiation(&self, class: ClassRef, index: u16, found: ClassRef) {
        let found = element(found);
        if let Some(cell) = class
            .initiated
            .get(usize::from(index))
            .filter(|_| found.primitive().is_none() && !self.is_given_everywhere(class.loader, found))
        {
            let word = initiation_word(&self.shared.registry.lock(), class.loader, found);
            cell.store(word.unwrap_or(0), Ordering::Release);
        }
    }

    /// A loader is about to be asked: if an `invokedynamic` is being linked, other paths will ask for the same.
    pub(crate) fn note_load_of_call(&self, loader: Ref, name: &str) {
        if self.frame == 0 {
            return;
        }
        let method = self.frame_method(self.frame);
        let instruction = method.code.get().and_then(|code| code.ops.get(self.pc as usize));
        let links = instruction.is_some_and(|word| op::op(word.load(Ordering::Relaxed)) == op::INVOKEDYNAMIC);
        if links && self.needs_guards(method.code_class()) {
            let mut tables = self.shared.registry.lock();
            let loads = tables.loads_of_calls.entry((method.id, self.pc)).or_default();
            if !loads.iter().any(|(by, known)| *by == loader && **known == *name) {
                loads.push((loader, name.into()));
            }
        }
    }

    /// Asks the loaders for what they were asked for when a call was linked, where that was on another path.
    pub(crate) fn load_again_for_call(&mut self, method: MethodRef, call: u32) -> VmResult<()> {
        let loads = self.shared.registry.lock().loads_of_calls.get(&(method.id, call)).cloned().unwrap_or_default();
        loads.iter().try_for_each(|(loader, name)| self.load_referenced(name, *loader).map(drop))
    }
}

/// The word that says on a path whether a loader was asked for a class, if it ever was.
fn initiation_word(tables: &Tables, loader: Ref, class: ClassRef) -> Option<u32> {
    if class.loader == loader { Some(class.mirror) } else { tables.find_site(Site::Initiated(class.id, loader)) }
}
