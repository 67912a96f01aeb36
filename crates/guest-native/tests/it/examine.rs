//! What kind of file it is.

use std::fs;
use std::path::Path;
use std::process::Command;

use deadheat_guest_native::debug_info::{Examined, RUNTIME_SYMBOL, examine};

use crate::build::{compile, has};

fn built(folder: &Path, name: &str, compiler: &str, arguments: &[&str], source: &str) -> Option<Examined> {
    let file = folder.join(format!("{name}.c"));
    fs::write(&file, source).unwrap();
    compile(compiler, arguments, &file, &folder.join(name)).ok()?;
    Some(examine(&folder.join(name)).unwrap())
}

#[test]
fn files_that_are_no_programs() {
    let folder = tempfile::tempdir().unwrap();
    let written = |bytes: &[u8]| {
        let path = folder.path().join("file");
        fs::write(&path, bytes).unwrap();
        examine(&path).unwrap()
    };
    let header = |class: u8, order: u8, kind: u16, machine: u16| {
        let mut bytes = vec![0x7f, b'E', b'L', b'F', class, order, 1];
        bytes.resize(16, 0);
        let put = |number: u16| if order == 2 { number.to_be_bytes() } else { number.to_le_bytes() };
        bytes.extend(put(kind));
        bytes.extend(put(machine));
        bytes
    };
    assert_eq!(written(b""), Examined::NotElf);
    assert_eq!(written(b"#!/bin/sh\necho a script that is long enough\n"), Examined::NotElf);
    assert_eq!(written(&header(1, 1, 2, 3)), Examined::Elf32);
    assert_eq!(written(&header(2, 1, 2, 183)), Examined::OtherArchitecture("AArch64".to_owned()));
    assert_eq!(written(&header(2, 2, 2, 22)), Examined::OtherArchitecture("IBM Z".to_owned()));
    assert_eq!(written(&header(2, 1, 2, 9999)), Examined::OtherArchitecture("ELF machine 9999".to_owned()));
    assert_eq!(written(&header(2, 1, 4, 62)), Examined::NotExecutable);
    assert_eq!(written(&header(2, 1, 2, 62)), Examined::NotElf, "nothing comes after the header's start");
    assert!(examine(&folder.path().join("missing")).is_err());
    assert!(examine(folder.path()).is_err());
}

#[test]
fn programs_and_libraries() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let main = "int main(void) { return 0; }";
    let of = |name: &str, arguments: &[&str], source: &str| built(folder.path(), name, "gcc", arguments, source);
    assert_eq!(of("plain", &[], main), Some(Examined::NotInstrumented { stripped: false }));
    assert_eq!(of("fixed", &["-no-pie"], main), Some(Examined::NotInstrumented { stripped: false }));
    assert_eq!(of("bare", &["-s"], main), Some(Examined::NotInstrumented { stripped: true }));
    assert_eq!(of("library.so", &["-shared", "-fPIC"], main), Some(Examined::SharedLibraryOnly));
    assert_eq!(of("object.o", &["-c"], main), Some(Examined::NotExecutable));
    for arguments in [["-static"], ["-static-pie"]] {
        if let Some(examined) = of("static", &arguments, main) {
            assert_eq!(examined, Examined::Static, "{arguments:?}");
        }
    }
    let ours = format!("int {RUNTIME_SYMBOL}; {main}");
    assert_eq!(of("ours", &["-rdynamic"], &ours), Some(Examined::Instrumented { stripped: false }));
    let strip = Command::new("strip").arg(folder.path().join("ours")).status();
    if strip.is_ok_and(|status| status.success()) {
        assert_eq!(examine(&folder.path().join("ours")).unwrap(), Examined::Instrumented { stripped: true });
    }
    let foreign = format!("void __tsan_init(void) {{}} {main}");
    let linked_in = Examined::ForeignTsan { replaceable: false, stripped: false };
    assert_eq!(of("foreign", &[], &foreign), Some(linked_in));
    match of("sanitized", &["-fsanitize=thread"], main) {
        Some(examined) => assert_eq!(examined, Examined::ForeignTsan { replaceable: true, stripped: false }),
        None => deadheat_testing::skip("a program with gcc's ThreadSanitizer", "install libtsan"),
    }
    let libc = Path::new("/lib/x86_64-linux-gnu/libc.so.6");
    if libc.exists() {
        assert_eq!(examine(libc).unwrap(), Examined::SharedLibraryOnly, "it has an interpreter, too");
    }
}

#[test]
fn a_linked_in_sanitizer() {
    if !has("clang-19") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    match built(folder.path(), "sanitized", "clang-19", &["-fsanitize=thread"], "int main(void) { return 0; }") {
        Some(examined) => assert_eq!(examined, Examined::ForeignTsan { replaceable: false, stripped: false }),
        None => deadheat_testing::skip("a program with clang's ThreadSanitizer", "install its runtime libraries"),
    }
}
