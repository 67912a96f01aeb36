//! Compiles `runtime/` into what is linked into native guests: an archive for executables, and a shared library for programs that
//! were linked against the compiler's own runtime.
//!
//! It is no ordinary dependency: it must not contain the standard library, and its symbols (`malloc`, `pthread_create`) must never
//! get into deadheat itself. So it is compiled here, by the same compiler, and embedded as bytes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=runtime");
    println!("cargo::rerun-if-changed=src/protocol.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let (archive, shared) = (out.join("libdeadheat_native.a"), out.join("libdeadheat_native.so"));
    let is_supported = env::var("TARGET").is_ok_and(|target| target == "x86_64-unknown-linux-gnu");
    if is_supported {
        compile("staticlib", &archive, &[]);
        compile("cdylib", &shared, &["-Clink-arg=-Wl,-soname,libtsan.so.2", "-Clink-arg=-lc", "-Clink-arg=-ldl"]);
    } else {
        // Native guests are refused there, with a word.
        for file in [&archive, &shared] {
            fs::write(file, []).expect("OUT_DIR can be written to");
        }
    }
}

fn compile(kind: &str, output: &Path, more: &[&str]) {
    let rustc = env::var_os("RUSTC").expect("cargo sets it");
    let mut command = Command::new(rustc);
    command.args(["--edition=2024", "--crate-name=deadheat_native", "--crate-type", kind]);
    command.args(["-Copt-level=3", "-Cpanic=abort", "-Crelocation-model=pic", "-Ccodegen-units=1", "-Cdebuginfo=0"]);
    command.args(["-Cforce-unwind-tables=yes", "-Coverflow-checks=no", "-Cdebug-assertions=no", "--cap-lints=warn"]);
    command.args(more).arg("-o").arg(output).arg("runtime/lib.rs");
    let done = command.status().expect("the compiler runs");
    assert!(done.success(), "the runtime for native guests does not compile");
}
