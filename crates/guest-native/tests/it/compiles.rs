//! Real compilers, called: what they make is instrumented, linked and complete. The runtime is a stand-in that counts.

use std::process::Command;

use deadheat_guest_native::front::compile::{Built, build};
use deadheat_guest_native::front::compilers::{Compiler, Language};
use deadheat_guest_native::front::toolchain::{self, Toolbox};
use deadheat_guest_native::front::{NativeCommand, NativeProgram, flags};
use deadheat_machine::GuestError;
use deadheat_testing::skip;

use super::common::{env, has, has_debug_info, symbols, with_stub, write};

fn source(file: String) -> NativeCommand {
    NativeCommand::new(NativeProgram::Source(file))
}

/// What a program and the stand-in say.
fn said(built: &Built) -> (String, String) {
    let output = Command::new(&built.executable).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

const COUNTER: &str = r#"
#include <stdio.h>
#include <pthread.h>
int counter;
__attribute__((noinline)) void *increase(void *p) { counter++; return p; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, increase, 0);
    pthread_join(thread, 0);
    increase(0);
    puts("done");
    return 0;
}
"#;

/// Both accesses of `counter++` are shown, by every compiler and at every level.
#[test]
fn a_source_in_c() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "counter.c", COUNTER);
    if !has("gcc") {
        return;
    }
    with_stub(folder.path(), |tools| {
        for compiler in ["gcc", "clang-19"].into_iter().filter(|name| has(name)) {
            for optimisation in 0..=2 {
                let command =
                    NativeCommand { compiler: Some(compiler.to_owned()), optimisation, ..source(file.clone()) };
                let built = build(&command, tools).unwrap();
                let (out, told) = said(&built);
                assert_eq!(out, "done\n");
                let numbers: Vec<u64> = told.split_whitespace().filter_map(|word| word.parse().ok()).collect();
                let &[entries, reads, writes, _] = numbers.as_slice() else { panic!("{told}") };
                assert!(entries >= 3 && reads >= 2 && writes >= 2, "{compiler} -O{optimisation}: {told}");
                assert!(has_debug_info(&built.executable));
                assert!(symbols(&built.executable).contains("__deadheat_native_runtime"));
            }
        }
    });
}

#[test]
fn a_source_in_cxx_and_flags() {
    let folder = tempfile::tempdir().unwrap();
    let text = "#include <atomic>\n#include <thread>\n#include <cstdio>\n#include <cmath>\nstd::atomic<int> n{START};\nint main(int c, char **) \
                { std::thread t([] { n += 2; }); t.join(); std::printf(\"%d %.0f\\n\", n.load(), std::floor(c + 0.5)); }\n";
    let file = write(folder.path(), "sum.cc", text);
    if !has("g++") {
        return;
    }
    with_stub(folder.path(), |tools| {
        for compiler in ["gcc", "clang-19"].into_iter().filter(|name| has(name)) {
            let flags = vec!["-std=c++20".to_owned(), "-DSTART=40".to_owned()];
            let command = NativeCommand { compiler: Some(compiler.to_owned()), flags, ..source(file.clone()) };
            let (out, told) = said(&build(&command, tools).unwrap());
            assert_eq!(out, "42 1\n", "{compiler}");
            assert!(!told.contains("atomics 0"), "{compiler}: {told}");
        }
    });
}

#[test]
fn a_source_in_rust() {
    let folder = tempfile::tempdir().unwrap();
    let text = "use std::sync::atomic::{AtomicU32, Ordering};\nstatic N: AtomicU32 = AtomicU32::new(0);\nstatic mut PLAIN: u32 = 0;\n\
                fn main() { std::thread::spawn(|| N.fetch_add(1, Ordering::SeqCst)).join().unwrap();\n\
                unsafe { PLAIN += 1; (&raw mut PLAIN).write_volatile(7) }; println!(\"{}\", N.load(Ordering::SeqCst)); }\n";
    let file = write(folder.path(), "count-up.rs", text);
    if !has("gcc") || !has("rustc") {
        return;
    }
    with_stub(folder.path(), |tools| {
        let built = build(&source(file.clone()), tools).unwrap();
        let (out, told) = said(&built);
        assert_eq!(out, "1\n");
        assert!(!told.contains("atomics 0") && !told.contains("writes 0"), "{told}");
        assert!(has_debug_info(&built.executable) && symbols(&built.executable).contains("__deadheat_native_runtime"));
        let other = NativeCommand { flags: vec!["--edition=2021".to_owned()], optimisation: 0, ..source(file) };
        assert_eq!(said(&build(&other, tools).unwrap()).0, "1\n");
    });
}

/// A witness names its program by a hash: compiling the same text again makes the same program.
#[test]
fn the_same_source_is_the_same_program() {
    let folder = tempfile::tempdir().unwrap();
    let in_c = write(folder.path(), "counter.c", COUNTER);
    let in_rust = write(folder.path(), "main.rs", "fn main() { std::thread::spawn(|| ()).join().unwrap() }");
    if !has("gcc") || !has("rustc") {
        return;
    }
    with_stub(folder.path(), |tools| {
        for file in [in_c, in_rust] {
            let [first, second] = [(); 2].map(|()| build(&source(file.clone()), tools).unwrap());
            assert_ne!(first.executable, second.executable);
            let bytes = [first, second].map(|built| std::fs::read(built.executable).unwrap());
            assert!(bytes[0] == bytes[1], "{file}");
        }
    });
}

#[test]
fn what_cannot_be_built() {
    let folder = tempfile::tempdir().unwrap();
    let environment = env(folder.path());
    let tools = Toolbox::new(&environment);
    let problem = |command: &NativeCommand| -> GuestError { build(command, &tools).unwrap_err() };
    let error = problem(&source("/no/such/file.c".to_owned()));
    assert!(error.problem.starts_with("cannot read /no/such/file.c"), "{error}");
    let error = problem(&NativeCommand::new(NativeProgram::Executable("/no/such/app".to_owned())));
    assert!(error.problem.starts_with("cannot read /no/such/app"), "{error}");
    let script = write(folder.path(), "run.sh", "#!/bin/sh\n");
    let error = problem(&NativeCommand::new(NativeProgram::Executable(script)));
    assert!(error.problem.ends_with("is no executable") && error.remedy.contains("deadheat cc"), "{error}");
    let good = write(folder.path(), "good.c", "int main(void) { return 0; }");
    let error = problem(&NativeCommand { compiler: Some("no-such-cc".to_owned()), ..source(good.clone()) });
    assert_eq!(error.problem, "there is no compiler `no-such-cc`");
    let nothing = |name: &str| (name == "PATH").then(|| "/no/such/folder".into());
    let error = build(&source(good.clone()), &Toolbox::with_files(&nothing, "/a", "/b")).unwrap_err();
    assert!(error.remedy.contains("apt install gcc"), "{error}");
    if !has("gcc") {
        return;
    }
    let bad = write(folder.path(), "bad.c", "int main(void) { return x; }");
    let error = problem(&source(bad.clone()));
    let mut lines = error.problem.lines();
    assert_eq!(lines.next(), Some(format!("{bad} does not compile:").as_str()));
    assert!(lines.any(|line| line.contains("bad.c:1:") && line.contains('x')), "{error}");
    let error = problem(&NativeCommand { flags: vec!["-static".to_owned()], ..source(good) });
    assert!(error.remedy.contains("without -static"), "{error}");
}

/// `app` is the file here, not a program on PATH.
#[test]
fn executables_by_name() {
    let this = std::env::current_exe().unwrap();
    let command = NativeCommand::new(NativeProgram::Executable(this.to_str().unwrap().to_owned()));
    let nothing = |_: &str| None;
    let built = build(&command, &Toolbox::new(&nothing)).unwrap();
    assert!(built.executable.is_absolute() && built.executable.is_file());
}

/// Several files, a library of the user's, and a shared one: what is loaded finds the runtime in the executable.
#[test]
fn programs_of_several_parts() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).into_os_string();
    write(
        folder.path(),
        "main.c",
        "int twice(int); int thrice(int); int main(void) { return twice(3) + thrice(2) - 12; }",
    );
    write(folder.path(), "twice.c", "int calls; int twice(int x) { calls++; return 2 * x; }");
    write(folder.path(), "thrice.c", "int others; int thrice(int x) { others++; return 3 * x; }");
    for compiler in ["gcc", "clang-19"] {
        if !has(compiler) || !has("gcc") {
            continue;
        }
        with_stub(folder.path(), |tools| {
            let found = Compiler::find(Language::C, Some(compiler), tools.env()).unwrap();
            let run = |args: &[&str]| {
                let args: Vec<_> =
                    args.iter().map(|arg| arg.strip_prefix('=').map_or_else(|| arg.into(), path)).collect();
                let plan = toolchain::plan(found.family, &args, tools).unwrap();
                let output = found.command().args(&plan.args).output().unwrap();
                let text = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(output.status.success() && text.is_empty(), "{compiler} {args:?}: {text}");
            };
            // Warnings are errors: none of our flags makes one.
            run(&["-Werror", "-Wall", "-O2", "-c", "=twice.c", "-o", "=twice.o"]);
            run(&["-Werror", "-fPIC", "-shared", "-Wl,-z,defs", "=thrice.c", "-o", "=libthrice.so"]);
            run(&["-Werror", "-r", "=twice.o", "-o", "=both.o", "-nostdlib"]);
            run(&["-Werror", "-s", "=main.c", "=both.o", "=libthrice.so", "-o", "=app"]);
            run(&["-Werror", "-S", "=main.c", "-o", "=main.s"]);
            run(&["-Werror", "-c", "=main.s", "-o", "=main.o"]);
            run(&["-Werror", "-no-pie", "=main.o", "=twice.c", "=libthrice.so", "-o", "=app2"]);
            run(&["-Werror", "-E", "=main.c", "-o", "=main.i"]);
            run(&["-Werror", "-M", "=main.c", "-o", "=main.d"]);
            for app in ["app", "app2"] {
                let output = Command::new(path(app)).env("LD_LIBRARY_PATH", folder.path()).output().unwrap();
                let told = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(output.status.success() && told.contains("reads 2 writes 2"), "{compiler} {app}: {output:?}");
            }
            let parts = [("libthrice.so", "U __tsan_"), ("app", "T __tsan_write4"), ("app2", "T __tsan_write4")];
            for (file, symbol) in parts {
                assert!(symbols(&folder.path().join(file)).contains(symbol), "{compiler}: {file}");
            }
            assert!(!symbols(&folder.path().join("libthrice.so")).contains("T __tsan_"));
        });
    }
}

/// The flags that are given to clang are known to each version that is installed.
#[test]
fn flags_are_known() {
    let versions: Vec<String> = (14..=22).map(|version| format!("clang-{version}")).collect();
    let mut found = versions.iter().filter(|name| Command::new(name).arg("--version").output().is_ok()).peekable();
    if found.peek().is_none() {
        return skip("clang's flags", "install clang");
    }
    for clang in found {
        let mut command = Command::new(clang);
        command.args(["-Werror", "-x", "c", "-c", "/dev/null", "-o", "/dev/null"]);
        command.args(flags::COMPILE).args(flags::CLANG_INSTRUMENT);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{clang}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
