//! `deadheat cc`, `c++`, `rustc` and `cargo` from outside: real builds do not notice that another compiler is called.

use std::fs;
use std::process::Command;

use crate::native_tools::{DEADHEAT, command, deadheat, has, succeeds, text, write};

const THREADED: &str = "#include <pthread.h>\n#include <stdio.h>\nint answer(void); int half(int);\nstatic int sum;\nstatic void *add(void *p) { sum += \
                        half(answer()); return p; }\nint main(void) { pthread_t t; pthread_create(&t, 0, add, 0); pthread_join(t, 0); add(0); \
                        printf(\"%d\\n\", sum); return 0; }\n";

const MAKEFILE: &str = "\
CFLAGS = -O2 -Wall -Wextra -Werror
LDLIBS = -lpthread

app: main.o libanswer.a libhalf.so
	$(CC) $(CFLAGS) -o $@ main.o -L. -lanswer -lhalf -Wl,-rpath,. $(LDLIBS)

libanswer.a: answer.o
	$(AR) rcs $@ $^

libhalf.so: half.c
	$(CC) $(CFLAGS) -fPIC -shared -Wl,-z,defs -Wl,-soname,libhalf.so -o $@ $<

%.o: %.c
	$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<
";

#[test]
fn a_makefile_needs_no_change() {
    if !has("make") || !has("gcc") {
        return;
    }
    for compiler in ["gcc", "clang-19"].into_iter().filter(|name| has(name)) {
        let folder = tempfile::tempdir().unwrap();
        write(
            folder.path(),
            &[
                ("Makefile", MAKEFILE),
                ("main.c", THREADED),
                ("answer.c", "int answer(void) { return 42; }\n"),
                ("half.c", "int halves;\nint half(int x) { halves++; return x / 2; }\n"),
            ],
        );
        let cc = format!("CC={DEADHEAT} cc --compiler {compiler}");
        let made = command("make", folder.path()).args(["-j2", &cc]).output().unwrap();
        succeeds(&made);
        assert_eq!(text(&made.stderr), "", "{compiler}");
        assert!(folder.path().join("main.d").is_file());
        assert_eq!(succeeds(&command("./app", folder.path()).output().unwrap()), "42\n");
        let symbols = Command::new("nm").arg(folder.path().join("app")).output().unwrap();
        assert!(succeeds(&symbols).contains("__deadheat_native_runtime"), "{compiler}");
    }
}

/// What scripts that configure a build do to find out about a compiler.
const CONFIGURE: &str = r#"
set -u
say() { echo "$1: $2" >> config.txt; }
: > config.txt
say version "$($CC --version | head -n 1)"
say machine "$($CC -dumpmachine)"
say linker "$($CC -print-prog-name=ld)"
say search "$($CC -print-search-dirs | md5sum)"
say shown "$($CC -v 2>&1 | md5sum)"
say none "$($CC 2>&1; echo $?)"
echo 'int main(void) { return 0; }' > conftest.c
$CC -o conftest conftest.c > log 2>&1 && ./conftest; say works "$? $(cat log)"
$CC -c conftest.c > log 2>&1; say object "$? $(cat log)"
$CC -Werror -Wno-no-such-warning -c conftest.c > log 2>&1; say flag "$? $(cat log)"
$CC -no-such-flag -c conftest.c > log 2>&1; say noflag "$? $(cat log)"
echo 'int main(void) { return missing(); }' > conftest.c
$CC -Werror=implicit-function-declaration -c conftest.c > log 2>&1; say undeclared "$? $(cat log)"
echo 'char pthread_create(); int main(void) { return pthread_create() == 7; }' > conftest.c
$CC -o conftest conftest.c -lpthread > /dev/null 2>&1; say pthread "$?"
echo 'char no_such_function(); int main(void) { return no_such_function(); }' > conftest.c
$CC -o conftest conftest.c -lpthread > /dev/null 2>&1; say function "$?"
printf '#include <stdint.h>\nsize: sizeof(int)\n#ifdef __x86_64__\nyes\n#endif\n' > conftest.c
say preprocessed "$($CC -E conftest.c | tail -n 1)"
say piped "$(echo 'yes __x86_64__' | $CC -E -P -xc -)"
say assembler "$(echo 'int x = 3;' | $CC -S -xc - -o - | grep -c 'x:')"
say macros "$($CC -dM -E -xc /dev/null | grep -v -i 'sanitize\|FORTIFY\|OPTIMIZE' | sort | md5sum)"
say depends "$($CC -MM -MT target.o conftest.c)"
say so "$(echo 'int f(void) { return 1; }' > f.c; $CC -shared -fPIC -o f.so f.c 2>&1; echo $?)"
"#;

#[test]
fn a_script_that_configures_sees_the_compiler() {
    if !has("gcc") {
        return;
    }
    for compiler in ["gcc", "clang-19"].into_iter().filter(|name| has(name)) {
        let answers = |cc: &str| {
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), &[("configure", CONFIGURE)]);
            let mut run = command("sh", folder.path());
            succeeds(&run.arg("configure").env("CC", cc).output().unwrap());
            // The name of the temporary folder is in no answer.
            fs::read_to_string(folder.path().join("config.txt")).unwrap()
        };
        let (plain, ours) = (answers(compiler), answers(&format!("{DEADHEAT} cc --compiler {compiler}")));
        assert!(plain.contains("works: 0") && plain.contains("function: 1"), "{plain}");
        assert_eq!(plain, ours, "{compiler}");
    }
}

#[test]
fn what_the_compiler_says_and_its_exit_code() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        &[("bad.c", "int main(void) { return x; }\n"), ("good.c", "int main(void) { int x; return 0; }\n")],
    );
    for args in [&["-c", "bad.c"][..], &["-Wall", "-c", "good.c"], &["no-such.c"], &["-x"]] {
        let plain = command("gcc", folder.path()).args(args).output().unwrap();
        let ours = deadheat(folder.path(), &[&["cc"], args].concat());
        assert_eq!(ours.status.code(), plain.status.code(), "{args:?}");
        assert_eq!((text(&ours.stdout), text(&ours.stderr)), (text(&plain.stdout), text(&plain.stderr)), "{args:?}");
    }
    let warned = deadheat(folder.path(), &["cc", "-fsanitize=address,thread", "-c", "good.c"]);
    succeeds(&warned);
    assert_eq!(
        text(&warned.stderr),
        "deadheat: warning: -fsanitize=address is left out: a program for deadheat can have no other sanitizer\n"
    );
}

#[test]
fn what_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[("a.c", "int main(void) { return 0; }\n"), ("Main.txt", "text")]);
    for (args, part) in [
        (&["cc", "--compiler", "no-such-cc", "a.c"][..], "there is no compiler `no-such-cc`"),
        (&["cargo", "doc"], "makes no program to check"),
        (&["check", "./Main.txt"], "is no executable"),
        (&["check", "./no-such-program"], "cannot read ./no-such-program"),
        (&["check", "no-such.rs"], "cannot read no-such.rs"),
    ] {
        let output = deadheat(folder.path(), args);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.starts_with("deadheat: error: ") && said.contains(part), "{args:?}: {said}");
    }
    let output = command(DEADHEAT, folder.path()).args(["cc", "a.c"]).env("PATH", "/no/such/folder").output().unwrap();
    assert!(text(&output.stderr).contains("apt install gcc"), "{}", text(&output.stderr));
    if !has("gcc") {
        return;
    }
    let output = deadheat(folder.path(), &["cc", "-static", "a.c"]);
    assert_eq!((output.status.code(), text(&output.stderr).contains("link it without -static")), (Some(2), true));
    write(folder.path(), &[("bad.c", "int main(void) { return x; }\n")]);
    let output = deadheat(folder.path(), &["check", "bad.c"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("deadheat: error: bad.c does not compile:\n") && said.contains("bad.c:1:"), "{said}");
}

/// The library that is linked is written by the first to need it, and they all may be the first.
#[test]
fn several_at_once() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[("a.c", "int main(void) { return 0; }\n")]);
    let names: Vec<String> = (0..6).map(|number| format!("app{number}")).collect();
    let start = |name: &String| command(DEADHEAT, folder.path()).args(["cc", "a.c", "-o", name]).spawn().unwrap();
    let running: Vec<_> = names.iter().map(start).collect();
    for mut compiler in running {
        assert!(compiler.wait().unwrap().success());
    }
    for name in &names {
        succeeds(&command(&format!("./{name}"), folder.path()).output().unwrap());
    }
    let cached = fs::read_dir(folder.path().join("cache/deadheat")).unwrap();
    let mut cached: Vec<String> = cached.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    cached.sort();
    assert!(cached.len() == 2 && cached[0].starts_with("gcc-") && cached[1].starts_with("libdeadheat-"), "{cached:?}");
}

#[test]
fn response_files() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        &[
            ("a b.c", "#include <stdio.h>\nint main(void) { puts(TEXT); return 0; }\n"),
            ("all.rsp", "-O1 -fsanitize=thread 'a b.c'\n@more.rsp"),
            ("more.rsp", "-o app \"-DTEXT=\\\"it's here\\\"\""),
        ],
    );
    succeeds(&deadheat(folder.path(), &["cc", "@all.rsp"]));
    assert_eq!(succeeds(&command("./app", folder.path()).output().unwrap()), "it's here\n");
}

#[test]
fn cxx_and_rust() {
    let folder = tempfile::tempdir().unwrap();
    let cxx = "#include <thread>\n#include <iostream>\nint main() { int n = 0; std::thread([&] { n = 7; }).join(); std::cout << n << '\\n'; }\n";
    let rust = "fn main() { println!(\"{}\", std::thread::spawn(|| 7).join().unwrap()); }\n";
    write(folder.path(), &[("a.cc", cxx), ("a.rs", rust)]);
    let mut calls: Vec<&[&str]> = Vec::new();
    if has("g++") {
        calls.extend([&["c++", "-O1", "a.cc", "-o", "app"][..], &["cc", "-O1", "a.cc", "-o", "app", "-lstdc++"]]);
    }
    if has("clang-19") {
        calls.push(&["c++", "--compiler=clang-19", "a.cc", "-o", "app"]);
    }
    if has("rustc") {
        calls.push(&["rustc", "a.rs", "-o", "app"]);
    }
    for call in calls {
        succeeds(&deadheat(folder.path(), call));
        assert_eq!(succeeds(&command("./app", folder.path()).output().unwrap()), "7\n", "{call:?}");
    }
}
