//! Which module a class belongs to.
//!
//! The classes of the JDK's image belong to the module that holds their package in the image, and are defined to the built-in loader
//! to which the library, while it boots, defines that module: the boot loader, the platform loader or the system loader. Modules
//! that it does not define cannot be seen. Other classes belong to their loader's unnamed module, unless the guest has defined a
//! module with that package to the loader (proxies do, module layers do). The module objects defined on a path are a hash table in the
//! arena, so that they are part of its state; which packages a module object has is a function of the object, so it is not.
//!
//! Readability and exports are checked by the library's own code where it matters (reflection); linkage here ignores them.

use crate::vm::classes::class::{Class, Shape};
use crate::vm::memory::layout::{G_MODULES, MAX_MODULES, Ref};
use crate::vm::{Vm, VmResult, raise};

/// The first slot of the table holds the boot loader's unnamed module.
const BOOT_UNNAMED: u32 = G_MODULES;
/// The named modules are hashed over the others.
const SLOTS: u32 = MAX_MODULES - 1;

/// The slots in which a module of this name can be, in order.
fn slots(name: &[u8]) -> impl Iterator<Item = u32> {
    let hash = name.iter().fold(0x811c_9dc5u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    (0..SLOTS).map(move |i| BOOT_UNNAMED + 1 + hash.wrapping_add(i) % SLOTS)
}

impl Vm {
    /// The module object of a class; 0 before the module is defined.
    pub fn module_of(&self, class: &Class) -> Ref {
        match class.shape {
            Shape::Array(_, element) => self.module_of(element),
            Shape::Primitive(_) => self.module_named("java.base"),
            Shape::Instance => self.module_of_package(class.package(), class.loader),
        }
    }

    fn module_of_package(&self, package: &str, loader: Ref) -> Ref {
        if let Some(name) = self.shared.image.module_of_package(package)
            && self.loader_of_module(name) == Some(loader)
        {
            return self.module_named(name);
        }
        if let Some(module) = self.defined_module(package, loader) {
            return module;
        }
        if loader == 0 {
            self.get(BOOT_UNNAMED) as Ref
        } else {
            self.ref_field(loader, self.known.loader_unnamed_module)
        }
    }

    /// The built-in loader of a module of the image. None of a module that the library does not use; until it has begun to define
    /// modules, all is the boot loader's.
    pub fn loader_of_module(&self, name: &str) -> Option<Ref> {
        if self.app_loader == 0 {
            return Some(0);
        }
        self.shared.registry.lock().image_modules.get(name).copied()
    }

    /// The module that the guest defined with this package to this loader, on this path.
    pub(crate) fn defined_module(&self, package: &str, loader: Ref) -> Option<Ref> {
        let candidates = self.shared.registry.lock().modules_with(loader, package);
        candidates.into_iter().find(|module| self.is_defined_module(*module))
    }

    /// A named module by its name.
    pub fn module_named(&self, name: &str) -> Ref {
        slots(name.as_bytes())
            .map(|slot| self.get(slot) as Ref)
            .take_while(|module| *module != 0)
            .find(|module| self.module_name(*module) == name.as_bytes())
            .unwrap_or(0)
    }

    fn is_defined_module(&self, module: Ref) -> bool {
        let name = self.module_name(module);
        slots(name).map(|slot| self.get(slot) as Ref).take_while(|found| *found != 0).any(|found| found == module)
    }

    /// The name of a class's module; none for an unnamed module.
    pub fn module_name_of(&self, class: &Class) -> Option<String> {
        let module = self.module_of(class);
        let name = if module == 0 { &[][..] } else { self.module_name(module) };
        (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
    }

    /// The bytes of a module's name.
    fn module_name(&self, module: Ref) -> &[u8] {
        let name = self.ref_field(module, self.known.module_name);
        if name == 0 { &[] } else { self.array_bytes(self.ref_field(name, self.known.string_value)) }
    }

    /// Every thread can find a module that is in the table.
    fn share_module(&mut self, module: Ref) {
        if self.multi && !self.is_shared(module) {
            self.publish(module);
        }
    }

    /// The boot loader's unnamed module is known from now on.
    pub fn set_boot_unnamed_module(&mut self, module: Ref) {
        self.share_module(module);
        self.set(BOOT_UNNAMED, u64::from(module));
    }

    /// Defines a named module with these packages (`java/lang`), and gives it to the classes that were waiting for it.
    pub fn define_module(&mut self, module: Ref, packages: &[String]) -> VmResult<()> {
        if !self.is_defined_module(module) {
            let free = slots(self.module_name(module)).find(|slot| self.get(*slot) == 0);
            let Some(slot) = free else {
                return raise("java/lang/OutOfMemoryError", "too many modules");
            };
            self.share_module(module);
            self.set(slot, u64::from(module));
        }
        let loader = self.ref_field(module, self.known.module_loader);
        let name = String::from_utf8_lossy(self.module_name(module)).into_owned();
        if self.app_loader == 0 {
            self.shared.registry.lock().image_modules.insert(name.as_str().into(), loader);
        }
        for package in packages {
            if self.shared.image.module_of_package(package) != Some(&name) {
                self.shared.registry.lock().add_module(loader, package, module);
            }
        }
        for class in self.classes.clone().iter() {
            let waiting = self.get(class.mirror) != 0 && self.ref_field(class.mirror, self.known.class_module) == 0;
            if waiting && self.module_of(class) == module {
                self.set_ref_field(class.mirror, self.known.class_module, module);
            }
        }
        Ok(())
    }
}
