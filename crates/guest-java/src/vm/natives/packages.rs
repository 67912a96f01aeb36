//! `java.lang.Package` objects of classes of the class path, with what the manifests of their jars say.
//!
//! The library's own loader makes them when it defines a package's first class. Ours is asked for classes only (see `loader`), so they are made
//! when they are first asked for.

use super::args;
use super::{Native, native};
use crate::vm::classes::class::{ClassRef, Shape};
use crate::vm::classes::known;
use crate::vm::{Trap, Vm, VmResult};

const LOADER: &str = "java/lang/ClassLoader";

/// What a manifest says of a package, in the order of `ClassLoader.definePackage`.
const ATTRIBUTES: [&str; 6] = [
    "Specification-Title",
    "Specification-Version",
    "Specification-Vendor",
    "Implementation-Title",
    "Implementation-Version",
    "Implementation-Vendor",
];

pub(super) static NATIVES: &[Native] =
    &[native(LOADER, "definePackage", "(Ljava/lang/Class;)Ljava/lang/Package;", define_package)];

/// The manifest's attributes of a class's package; none if it has none.
fn attributes(vm: &Vm, class: ClassRef) -> Option<[Option<String>; 6]> {
    let manifest = vm.shared.class_path.manifest(class.origin? as usize)?;
    let found = ATTRIBUTES.map(|name| manifest.of_package(class.package(), name).map(str::to_owned));
    found.iter().any(Option::is_some).then_some(found)
}

/// The package of a class: phase 1 has the one that the loader knows, phase 2 what was made.
fn define_package(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let class = args::class(vm, args[1])?;
    if !matches!(class.shape, Shape::Instance) {
        return Ok(0);
    }
    let loader = vm.load_boot(LOADER)?;
    let name = vm.literal_str(&class.package().replace('/', "."))?;
    let Some(attributes) = attributes(vm, class) else {
        if vm.phase() == 1 {
            return Ok(vm.call_result());
        }
        let descriptor = "(Ljava/lang/String;Ljava/lang/Module;)Ljava/lang/Package;";
        let define = known::method(loader, "definePackage", descriptor)?;
        let module = u64::from(vm.ref_field(class.mirror, vm.known.class_module));
        return Err(Trap::Call(define, vec![args[0], u64::from(name), module]));
    };
    match vm.phase() {
        0 => {
            let find = known::method(loader, "getDefinedPackage", "(Ljava/lang/String;)Ljava/lang/Package;")?;
            Err(Trap::Call(find, vec![args[0], u64::from(name)]))
        }
        1 if vm.call_result() == 0 => {
            let mut given = vec![args[0], u64::from(name)];
            for text in attributes {
                given.push(u64::from(args::literal(vm, text.as_deref())?));
            }
            given.push(0);
            let text = "Ljava/lang/String;".repeat(ATTRIBUTES.len() + 1);
            let define = known::method(loader, "definePackage", &format!("({text}Ljava/net/URL;)Ljava/lang/Package;"))?;
            Err(Trap::Call(define, given))
        }
        _ => Ok(vm.call_result()),
    }
}
