//! Broken files: poorer answers, never a panic.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use deadheat_guest_native::debug_info::{Module, examine};
use proptest::prelude::*;

use crate::build::{Built, has};

/// Programs with all their debug information.
static WHOLE: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let ways =
        [("gcc", &["-gdwarf-5", "-O1"][..]), ("gcc", &["-gdwarf-4", "-O0", "-gz"]), ("clang-19", &["-g", "-O1"])];
    let known = ways.into_iter().filter(|(compiler, _)| has(compiler));
    known.map(|(compiler, way)| fs::read(&Built::new(compiler, way, "shapes.c").path).unwrap()).collect()
});

/// Asks everything.
fn ask(path: &Path) {
    let _ = examine(path);
    let Ok(module) = Module::open(path) else { return };
    let _ = (module.entry(), module.build_id(), module.needed_libraries(), module.interpreter());
    let _ = module.compilation_folders();
    let functions = module.ranges_of(&|_| true);
    let addresses =
        functions.iter().take(60).flat_map(|(range, _)| [range.start, range.start / 2 + range.end / 2, range.end]);
    for address in addresses.chain([0, module.entry(), u64::MAX]) {
        let _ = module.frames(address);
        for local in module.locals_at(address).iter() {
            let _ = local.type_.map(|type_| module.type_name(type_));
        }
        let types = module.pointee_types_in(address);
        let _ = module.block_type(address, 16);
        for type_ in types {
            let _ = (module.type_name(type_), module.type_size(type_), module.pointee(type_));
            let _ = module.show_value(type_, u64::MAX, 8);
        }
    }
    for address in (0x3000..0x6000).step_by(4).chain([0, u64::MAX]) {
        if let Some(variable) = module.variable_at(address)
            && let Some(type_) = variable.type_
        {
            for (offset, size) in [(0, 1), (4, 4), (40, 1), (8, 64), (u64::MAX, 8), (7, u64::MAX)] {
                let leaf = module.member(type_, offset, size).leaf;
                let _ = leaf.map(|leaf| (module.type_name(leaf), module.show_value(leaf, 1, size)));
            }
        }
    }
}

fn ask_bytes(bytes: &[u8]) {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), bytes).unwrap();
    ask(file.path());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn changed_bytes(which: prop::sample::Index, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40)) {
        if WHOLE.is_empty() {
            return Ok(());
        }
        let mut bytes = which.get(&WHOLE).clone();
        for (at, byte) in changes {
            *at.get_mut(&mut bytes) = byte;
        }
        ask_bytes(&bytes);
    }

    #[test]
    fn cut_off(which: prop::sample::Index, at: prop::sample::Index) {
        if WHOLE.is_empty() {
            return Ok(());
        }
        let bytes = which.get(&WHOLE);
        ask_bytes(&bytes[..at.index(bytes.len())]);
    }

    #[test]
    fn random_bytes(mut bytes in prop::collection::vec(any::<u8>(), 0..2000), is_elf: bool) {
        if is_elf && bytes.len() > 64 {
            bytes[..20].copy_from_slice(&[0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 62, 0]);
        }
        ask_bytes(&bytes);
    }
}

#[test]
fn whole_programs_answer() {
    WHOLE.iter().for_each(|bytes| ask_bytes(bytes));
}
