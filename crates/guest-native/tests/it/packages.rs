//! Rust packages, built by cargo, and their tests and programs as guests. The runtime is a stand-in.

use std::path::Path;
use std::process::Command;

use deadheat_guest_native::front::cargo::{self, CargoGuest};
use deadheat_guest_native::front::{CargoLine, NativeProgram, Toolbox};
use deadheat_machine::{GuestError, Limits};

use super::common::{has, symbols, with_stub, write};

const MANIFEST: &str = r#"
[package]
name = "pool"
version = "0.1.0"
edition = "2024"
default-run = "pool"

[lints.rust]
unexpected_cfgs = "allow"

[dependencies]
shout = { path = "shout" }

[[test]]
name = "plain"
harness = false

[workspace]
"#;

/// A package with a macro that runs inside the compiler, a build script, tests of all kinds, and two programs.
fn package(folder: &Path) {
    write(folder, "Cargo.toml", MANIFEST);
    write(folder, "shout/Cargo.toml", "[package]\nname = \"shout\"\nversion = \"0.1.0\"\n[lib]\nproc-macro = true\n");
    let shout = "extern crate proc_macro;\n#[proc_macro]\npub fn shout(words: proc_macro::TokenStream) -> proc_macro::TokenStream { words }\n";
    write(folder, "shout/src/lib.rs", shout);
    write(folder, "build.rs", "fn main() { println!(\"cargo::rerun-if-changed=build.rs\") }");
    let tests = "#[test] fn adds() { assert_eq!(crate::sum(1, 2), 3) } #[test] fn adds_more() {} #[test] #[ignore] fn is_slow() {}";
    let lib = format!(
        "pub fn sum(a: u32, b: u32) -> u32 {{ a + b }}\n#[cfg(not(from_config))] compile_error!(\"the user's flags are lost\");\n\
         #[cfg(test)] mod tests {{ {tests} }}\n"
    );
    write(folder, "src/lib.rs", &lib);
    write(folder, "src/main.rs", "fn main() { println!(\"{}\", shout::shout!(pool::sum(20, 22))); }");
    write(folder, "src/bin/other.rs", "fn main() {}");
    write(folder, "tests/it.rs", "#[test] fn from_outside() { assert_eq!(pool::sum(2, 2), 4) }");
    write(folder, "tests/plain.rs", "fn main() { println!(\"no list\") }");
}

fn line(folder: &Path, line: &str) -> CargoLine {
    let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let manifest = folder.join("Cargo.toml").to_str().unwrap().to_owned();
    let target = format!("--target-dir={}", folder.join("target/deadheat").display());
    let flags = "build.rustflags=['--cfg', 'from_config']".to_owned();
    words.splice(
        1..1,
        ["--manifest-path".to_owned(), manifest, "--quiet".to_owned(), target, "--config".to_owned(), flags],
    );
    CargoLine::read(&words).unwrap()
}

fn executable(guest: &CargoGuest) -> &Path {
    match &guest.command.program {
        NativeProgram::Executable(file) => Path::new(file),
        NativeProgram::Source(file) => panic!("{file} is a source"),
    }
}

#[test]
fn tests_and_programs_of_a_package() {
    if !has("gcc") || !has("cargo") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let top = folder.path();
    package(top);
    with_stub(top, |tools: &Toolbox| {
        let limits = Limits { threads: 7, ..Limits::default() };
        let names = |words: &str| -> Vec<String> {
            let tests = cargo::tests(&line(top, words), limits, tools).unwrap();
            tests.into_iter().map(|test| test.name).collect()
        };
        assert_eq!(
            names("test"),
            ["it::from_outside", "plain", "pool::tests::adds", "pool::tests::adds_more"].map(str::to_owned)
        );
        assert_eq!(names("test --lib adds_m"), ["pool::tests::adds_more"]);
        assert_eq!(names("test --lib -- --exact tests::adds"), ["pool::tests::adds"]);
        assert_eq!(names("test --lib -- --ignored"), ["pool::tests::is_slow"]);
        assert_eq!(names("test --lib -- --skip more --include-ignored"), ["pool::tests::adds", "pool::tests::is_slow"]);

        let tests = cargo::tests(&line(top, "test --test it"), limits, tools).unwrap();
        let [test] = tests.as_slice() else { panic!("{tests:?}") };
        assert_eq!(test.command.arguments.join(" "), "--exact from_outside --test-threads=1 --nocapture");
        assert_eq!((test.command.limits, test.command.directory.as_deref()), (limits, top.to_str()));
        assert!(executable(test).starts_with(top.join("target/deadheat")));
        assert!(symbols(executable(test)).contains("__deadheat_native_runtime"));
        let output = Command::new(executable(test)).args(&test.command.arguments).output().unwrap();
        assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("1 passed"), "{output:?}");

        let program = cargo::program(&line(top, "run -- a b"), limits, tools).unwrap();
        assert_eq!((program.name.as_str(), program.command.arguments.join(" ").as_str()), ("pool", "a b"));
        let output = Command::new(executable(&program)).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "42\n");
        let other = cargo::program(&line(top, "run --bin other"), limits, tools).unwrap();
        assert_eq!(other.name, "other");
        assert_eq!(cargo::build(&line(top, "build --release"), tools), Ok(0));
        assert!(symbols(&top.join("target/deadheat/x86_64-unknown-linux-gnu/release/pool")).contains("__tsan_init"));
    });
}

#[test]
fn packages_that_cannot_be_built() {
    if !has("gcc") || !has("cargo") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let top = folder.path();
    with_stub(top, |tools| {
        let problem =
            |words: &str| -> GuestError { cargo::tests(&line(top, words), Limits::default(), tools).unwrap_err() };
        write(top, "Cargo.toml", "[package]\nname = \"bad\"\nversion = \"0.1.0\"\n[workspace]\n");
        write(top, "src/lib.rs", "fn broken(");
        assert_eq!(problem("test").problem, "cargo could not build the tests");
        write(top, "src/lib.rs", "");
        let error = cargo::program(&line(top, "run"), Limits::default(), tools).unwrap_err();
        assert_eq!(error.problem, "the package has no program");
        write(top, "src/bin/a.rs", "fn main() {}");
        write(top, "src/bin/b.rs", "fn main() {}");
        let error = cargo::program(&line(top, "run"), Limits::default(), tools).unwrap_err();
        assert_eq!(error.problem, "the package has several programs: a, b");
    });
}
