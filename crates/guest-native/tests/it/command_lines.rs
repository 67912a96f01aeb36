//! Command lines as tables: what a user writes, and what is run.

use std::ffi::OsString;

use deadheat_guest_native::front::arguments::{Product, Request};
use deadheat_guest_native::front::compilers::Family;
use deadheat_guest_native::front::toolchain::{self, Toolbox};
use deadheat_guest_native::front::{flags, rustc};

fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(OsString::from).collect()
}

fn line(words: &[OsString]) -> String {
    words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Plans with files that need not be there.
fn with_tools<T>(test: impl FnOnce(&Toolbox) -> T) -> T {
    test(&Toolbox::with_files(&|_| None, "/c/rt.a", "/c/gcc.specs"))
}

fn plan(family: Family, args: &str) -> Result<(String, String), String> {
    let plan = with_tools(|tools| toolchain::plan(family, &words(args), tools));
    plan.map(|plan| (line(&plan.args), plan.warnings.join("\n"))).map_err(|error| error.to_string())
}

#[test]
fn what_a_command_line_asks_for() {
    use Product::{Answer, Executable, Relocatable, SharedLibrary, Unlinked};
    for (args, compiles, product) in [
        ("", false, Answer),
        ("-v", false, Answer),
        ("--version", false, Answer),
        ("-c a.c --version", true, Answer),
        ("-dumpmachine", false, Answer),
        ("-print-prog-name=ld", false, Answer),
        ("-print-search-dirs a.c", true, Answer),
        ("-Wl,--version", false, Answer),
        ("-O2 -Wall", false, Answer),
        ("-o a.c", false, Answer),
        ("-v a.c", true, Executable),
        ("a.c", true, Executable),
        ("a.c b.o -o x -lpthread", true, Executable),
        ("b.o c.a -o x", false, Executable),
        ("-lfoo -o x", false, Executable),
        ("-l foo -o x", false, Executable),
        ("foo.so.1 -o x", false, Executable),
        ("-x c - -o x", true, Executable),
        ("-xc++ odd.name", true, Executable),
        ("-x c odd -x none b.o -c", true, Unlinked),
        ("-c a.c", true, Unlinked),
        ("-c -o b.o a.cpp -MD -MF a.c", true, Unlinked),
        ("-S a.c", true, Unlinked),
        ("-E a.c", true, Unlinked),
        ("-E -dM -", true, Unlinked),
        ("-M a.c", true, Unlinked),
        ("-MM a.c", true, Unlinked),
        ("-MD a.c -o x", true, Executable),
        ("-fsyntax-only a.c", true, Unlinked),
        ("-c a.s", false, Unlinked),
        ("-c a.S", false, Unlinked),
        ("-x assembler-with-cpp -c a.c", false, Unlinked),
        ("a.s b.o", false, Executable),
        ("all.h", true, Unlinked),
        ("-x c++-header all -o all.gch", true, Unlinked),
        ("-include pre.h a.c -o x", true, Executable),
        ("-include pre.h b.o -o x", false, Executable),
        ("-D a.c -I b.c -isystem c.c x.o", false, Executable),
        ("-shared a.c -o a.so", true, SharedLibrary),
        ("-shared -c a.c", true, Unlinked),
        ("-r a.o b.o -o c.o", false, Relocatable),
        ("-Wl,-r a.o -o c.o", false, Relocatable),
        ("-T script.c -Xlinker a.c -mllvm b.c a.o", false, Executable),
        ("a.C", true, Executable),
        ("dir.c/a", false, Executable),
    ] {
        let request = Request::of(&words(args));
        assert_eq!((request.compiles, request.product), (compiles, product), "{args}");
    }
    for (args, is_static, is_closed) in [
        ("a.o", false, false),
        ("a.o -static", true, false),
        ("a.o -static-pie", true, false),
        ("a.o -static-libgcc -Wl,-Bstatic -lx", false, false),
        ("-shared a.o -Wl,-z,defs", false, true),
        ("-shared a.o -Wl,-z -Wl,defs", false, true),
        ("-shared a.o -z defs", false, true),
        ("-shared a.o -Xlinker --no-undefined", false, true),
        ("-shared a.o -Wl,-z,now,--no-undefined", false, true),
        ("-shared a.o -Wl,-z,now", false, false),
    ] {
        let request = Request::of(&words(args));
        assert_eq!((request.is_static, request.is_closed), (is_static, is_closed), "{args}");
    }
}

const LINK: &str = "-rdynamic -Xlinker -u -Xlinker __deadheat_native_runtime -Xlinker /c/rt.a -Xlinker --push-state -Xlinker -Bdynamic \
                    -ldl -lpthread -Xlinker --pop-state";

#[test]
fn what_is_run_for_gcc() {
    let compile = flags::COMPILE.join(" ");
    let compile = compile.as_str();
    for (args, expected) in [
        ("", String::new()),
        ("--version", "--version".to_owned()),
        ("-v -fsanitize=address", "-v -fsanitize=address".to_owned()),
        ("-c -O2 a.c", format!("-c -O2 a.c {compile} -fsanitize=thread")),
        ("-E a.c", format!("-E a.c {compile} -fsanitize=thread")),
        ("-S -g3 a.c", format!("-S -g3 a.c {compile} -fsanitize=thread")),
        ("-c a.s", "-c a.s".to_owned()),
        ("a.c -o x -lm", format!("a.c -o x -lm {compile} -specs=/c/gcc.specs {LINK}")),
        ("a.o -o x", format!("a.o -o x {LINK}")),
        ("-shared a.o -o a.so", "-shared a.o -o a.so".to_owned()),
        ("-shared a.c -o a.so", format!("-shared a.c -o a.so {compile} -specs=/c/gcc.specs")),
        ("-shared a.o -Wl,-z,defs", "-shared a.o -Wl,-z,defs -Xlinker -z -Xlinker undefs".to_owned()),
        ("-r a.o b.o -o c.o", "-r a.o b.o -o c.o".to_owned()),
        ("-fsanitize=thread a.o -s -o x", format!("a.o -o x {LINK}")),
        ("-c a.c -flto=auto -gsplit-dwarf -D_FORTIFY_SOURCE=2", format!("-c a.c {compile} -fsanitize=thread")),
        // The value of an option is no flag.
        ("-c a.c -o -s", format!("-c a.c -o -s {compile} -fsanitize=thread")),
        // The user's own word that a file is not to be instrumented.
        ("-c a.c -fno-sanitize=thread", format!("-c a.c {compile}")),
        ("-c a.c -fno-sanitize=all -fsanitize=thread", format!("-c a.c {compile} -fsanitize=thread")),
        ("-c a.c -fno-sanitize=address -fno-sanitize-recover=all", format!("-c a.c {compile} -fsanitize=thread")),
    ] {
        assert_eq!(plan(Family::Gcc, args), Ok((expected, String::new())), "{args}");
    }
}

#[test]
fn what_is_run_for_clang() {
    let [start, end] = flags::CLANG_QUIET;
    let compile = [flags::COMPILE, flags::CLANG_INSTRUMENT].concat().join(" ");
    for (args, expected) in [
        ("-dumpmachine", "-dumpmachine".to_owned()),
        ("-c a.c", format!("-c a.c {start} {compile} {end}")),
        ("a.c -o x", format!("a.c -o x {start} {compile} {LINK} {end}")),
        ("a.o -o x", format!("a.o -o x {start} {LINK} {end}")),
        ("-shared a.o -o x.so", "-shared a.o -o x.so".to_owned()),
        ("-c -- -odd.c", format!("-c {start} {compile} {end} -- -odd.c")),
    ] {
        // What stands behind `--` has the ending of a source, however it begins.
        assert_eq!(plan(Family::Clang, args), Ok((expected, String::new())), "{args}");
    }
}

#[test]
fn other_sanitizers_are_left_out_with_a_word() {
    for (args, named) in [
        ("-c a.c -fsanitize=address", Some("-fsanitize=address")),
        ("-c a.c -fsanitize=undefined,thread,leak", Some("-fsanitize=undefined,leak")),
        ("-c a.c -fsanitize-coverage=trace-pc", Some("-fsanitize-coverage=trace-pc")),
        ("-c a.c -fsanitize=thread", None),
    ] {
        let (run, warning) = plan(Family::Gcc, args).unwrap();
        assert!(run.starts_with("-c a.c -g"), "{run}");
        match named {
            Some(flag) => assert!(warning.starts_with(&format!("{flag} is left out")), "{warning}"),
            None => assert_eq!(warning, ""),
        }
    }
}

#[test]
fn static_programs_are_refused() {
    for args in ["-static a.c", "a.o -static -o x", "-static-pie a.o"] {
        let error = plan(Family::Gcc, args).unwrap_err();
        assert!(error.contains("link it without -static"), "{error}");
    }
    for args in ["-static -c a.c", "-static -shared a.o", "-static -v", "-static-libgcc a.o", "-static -r a.o"] {
        assert!(plan(Family::Clang, args).is_ok(), "{args}");
    }
}

#[test]
fn what_is_run_for_rustc() {
    let compile = [flags::RUST_COMPILE, flags::RUST_DEBUG].concat().join(" ");
    let link = [flags::RUST_LINK_BEFORE, &["-Clink-arg=/c/rt.a"], flags::RUST_LINK_BEHIND].concat().join(" ");
    let run =
        |args: &str| with_tools(|tools| rustc::plan(&words(args), tools)).map(|args| args.map(|args| line(&args)));
    for args in ["", "-vV", "--version", "--print cfg", "--print=sysroot --target x", "--explain E0001"] {
        assert_eq!(run(args), Ok(None), "{args}");
    }
    for args in ["a.rs --crate-type proc-macro", "--crate-type=proc-macro a.rs"] {
        assert_eq!(run(args), Ok(None), "{args}");
    }
    for args in ["a.rs --crate-type lib", "--crate-type=rlib,cdylib a.rs"] {
        assert_eq!(run(args), Ok(Some(format!("{args} {compile}"))));
    }
    for args in
        ["a.rs", "a.rs --test --crate-type lib", "--crate-type=bin a.rs", "-", "a.rs --target x86_64-unknown-linux-gnu"]
    {
        assert_eq!(run(args), Ok(Some(format!("{args} {compile} {link}"))));
    }
    for (args, remedy) in [
        ("a.rs -C target-feature=+crt-static", "leave out +crt-static"),
        ("a.rs --target=wasm32-unknown-unknown", "leave out --target"),
        ("a.rs --target aarch64-unknown-linux-gnu", "leave out --target"),
    ] {
        let error = run(args).unwrap_err();
        assert!(error.remedy.contains(remedy), "{args}: {error}");
    }
}
