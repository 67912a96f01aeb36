//! Exception texts that take some words.

use crate::vm::Vm;
use crate::vm::classes::class::{Class, Shape};
use crate::vm::memory::layout::Ref;

/// The message of a `ClassCastException`.
pub fn class_cast(vm: &Vm, class: &Class, target: &Class) -> String {
    let (from, to) = (class.java_name(), target.java_name());
    format!("class {from} cannot be cast to class {to} ({})", places(vm, class, target))
}

/// Where two classes are: together, or each in its place.
pub fn places(vm: &Vm, class: &Class, other: &Class) -> String {
    let (name, other_name) = (class.java_name(), other.java_name());
    let (class_in, other_in) = (place(vm, class), place(vm, other));
    if class_in == other_in {
        format!("{name} and {other_name} are in {class_in}")
    } else {
        format!("{name} is in {class_in}; {other_name} is in {other_in}")
    }
}

/// The module and loader of a class: `module java.base of loader 'bootstrap'`.
pub fn place(vm: &Vm, class: &Class) -> String {
    let mut class = class;
    while let Shape::Array(_, element) = class.shape {
        class = element;
    }
    let module = match vm.module_name_of(class) {
        Some(module) => format!("module {module}"),
        None => "unnamed module".to_string(),
    };
    format!("{module} of loader {}", loader(vm, class.loader))
}

/// A loader: `'app'`, `'name' @1b28cdfa`, `my.Loader @1b28cdfa`.
pub fn loader(vm: &Vm, loader: Ref) -> String {
    if loader == 0 {
        return "'bootstrap'".to_string();
    }
    if loader == vm.app_loader {
        return "'app'".to_string();
    }
    if loader == vm.platform_loader {
        return "'platform'".to_string();
    }
    let hash = vm.identity_hash(loader);
    match vm.ref_field(loader, vm.known.loader_name) {
        0 => format!("{} @{hash:x}", vm.class_of(loader).java_name()),
        name => format!("'{}' @{hash:x}", vm.string(name)),
    }
}
