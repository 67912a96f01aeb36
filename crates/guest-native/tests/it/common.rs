//! What these tests share: compilers that may not be there, and a folder for what they make.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use deadheat_guest_native::front::{Toolbox, flags};
use deadheat_testing::{repository, skip};

/// Whether a program can be called; says so where it cannot.
pub fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        skip(&format!("what {program} makes"), &format!("install {program}"));
    }
    found
}

/// The environment of these tests, but for the cache, which is a folder of theirs.
pub fn env(folder: &Path) -> impl Fn(&str) -> Option<OsString> {
    let cache = folder.join("cache");
    move |name| match name {
        "XDG_CACHE_HOME" => Some(cache.clone().into()),
        "DEADHEAT_CC" | "DEADHEAT_CXX" | "RUSTFLAGS" | "CARGO_ENCODED_RUSTFLAGS" => None,
        other => std::env::var_os(other),
    }
}

/// Writes a file, and gives its path as text.
pub fn write(folder: &Path, name: &str, text: &str) -> String {
    let file = folder.join(name);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

/// The names of symbols that a file has or wants.
pub fn symbols(file: &Path) -> String {
    let listed = Command::new("nm").arg(file).output().expect("nm is installed with every compiler");
    String::from_utf8(listed.stdout).unwrap()
}

/// The lines of a file that a compiler noted, in DWARF: a sign that there are any.
pub fn has_debug_info(file: &Path) -> bool {
    let listed =
        Command::new("objdump").arg("-h").arg(file).output().expect("objdump is installed with every compiler");
    String::from_utf8_lossy(&listed.stdout).contains(".debug_info")
}

/// The stand-in for the runtime, compiled, and the specs for gcc, in a folder.
pub fn with_stub(folder: &Path, test: impl FnOnce(&Toolbox)) {
    let (object, archive) = (folder.join("stub.o"), folder.join("stub.a"));
    let source = repository("crates/guest-native/tests/it/stub.c");
    let run = |command: &mut Command| assert!(command.status().unwrap().success(), "{command:?}");
    run(Command::new("cc")
        .args(["-O1", "-fPIC", "-fvisibility=hidden", "-w", "-c"])
        .arg(source)
        .arg("-o")
        .arg(&object));
    run(Command::new("ar").arg("rcs").arg(&archive).arg(&object));
    let specs = write(folder, "gcc.specs", flags::GCC_SPECS);
    test(&Toolbox::with_files(&env(folder), archive, specs));
}
