//! `java.lang.Module` and the boot loader's packages.

use super::args;
use super::{Native, native, nothing};
use crate::vm::memory::layout::{HEADER, Ref};
use crate::vm::{Vm, VmResult, raise};

const MODULE: &str = "java/lang/Module";
const BOOT_LOADER: &str = "jdk/internal/loader/BootLoader";

pub(super) static NATIVES: &[Native] = &[
    native(MODULE, "defineModule0", "", define),
    // Readability and exports: see `modules`.
    native(MODULE, "addReads0", "", nothing),
    native(MODULE, "addExports0", "", nothing),
    native(MODULE, "addExportsToAll0", "", nothing),
    native(MODULE, "addExportsToAllUnnamed0", "", nothing),
    native(BOOT_LOADER, "setBootLoaderUnnamedModule0", "", |vm, args| {
        let module = args::object(args[0])?;
        vm.set_boot_unnamed_module(module);
        Ok(0)
    }),
    native(BOOT_LOADER, "getSystemPackageLocation", "", |vm, args| {
        let package = args::text(vm, args[0])?;
        let location = match vm.shared.image.module_of_package(&package) {
            Some(module) if vm.loader_of_module(module) == Some(0) => format!("jrt:/{module}"),
            _ => return Ok(0),
        };
        Ok(u64::from(vm.new_string(&location)?))
    }),
    native(BOOT_LOADER, "getSystemPackageNames", "", |vm, _| {
        let classes = vm.classes.iter();
        let loaded = classes.filter(|class| class.loader == 0 && class.file.is_some() && vm.get(class.mirror) != 0);
        let mut names: Vec<&str> = loaded.map(|class| class.package()).collect();
        names.sort_unstable();
        names.dedup();
        let names = names.into_iter().map(|name| vm.new_string(name)).collect::<VmResult<Vec<Ref>>>()?;
        Ok(u64::from(vm.new_ref_array(vm.known.string(), &names)?))
    }),
];

/// `defineModule0(module, isOpen, version, location, packages)`.
fn define(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    if args[0] == 0 {
        return raise("java/lang/NullPointerException", "Null module object");
    }
    if args[4] == 0 {
        return raise("java/lang/NullPointerException", "Null packages");
    }
    let packages = args[4] as Ref;
    let packages: Vec<String> = (0..vm.array_len(packages))
        .map(|i| vm.get(packages + HEADER + i) as Ref)
        .filter(|name| *name != 0)
        .map(|name| vm.string(name).replace('.', "/"))
        .collect();
    vm.define_module(args[0] as Ref, &packages)?;
    Ok(0)
}
