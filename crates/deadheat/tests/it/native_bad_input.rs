//! Files that are no guests, and hostile guests: a clear message or a finding, a defined exit code, never a hang, and no process that is
//! left behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use deadheat_testing::parallel;

use crate::native_tools::{DEADHEAT, command, deadheat, has, left_behind, output_within, said, succeeds, write};

const NOTHING: Vec<PathBuf> = Vec::new();

/// Nothing here takes longer, on a machine that is busy.
const GUARD: Duration = Duration::from_secs(60);

/// Calls deadheat, which must come to an end by itself, without a panic, and leave nothing behind.
#[track_caller]
fn ends(folder: &Path, args: &[&str]) -> Output {
    let mut command = command(DEADHEAT, folder);
    command.args(args).env("DEADHEAT_PATIENCE", "2");
    let output = output_within(&mut command, GUARD).unwrap_or_else(|| panic!("{args:?} hangs"));
    assert!(!said(&output).contains("panicked"), "{args:?}: {}", said(&output));
    assert_eq!(left_behind(folder), NOTHING, "{args:?}");
    output
}

/// What a person reads, in one line: texts are wrapped.
fn words(output: &Output) -> String {
    said(output).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands in front of all guests: a race, for those that call it, and the beginning of what runs before `main`.
const RACE: &str = "#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#define EARLY __attribute__((constructor)) static void early(void)
static int n;
static void *add(void *p) { n++; return p; }
__attribute__((unused)) static void race(void) { pthread_t t; pthread_create(&t, 0, add, 0); n++; pthread_join(t, 0); }
";

#[test]
fn what_is_no_guest() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, &[("a.c", "int f(void) { return 1; }\nint main(void) { return 0; }\n"), ("empty", "")]);
    for args in [
        &["a.c", "-o", "plain"][..],
        &["a.c", "-static", "-o", "static"],
        &["-c", "a.c", "-o", "object.o"],
        &["-shared", "-fPIC", "a.c", "-o", "library.so"],
        &["-fsanitize=thread", "a.c", "-o", "tsan"],
    ] {
        succeeds(&command("gcc", folder).args(args).output().unwrap());
    }
    succeeds(&deadheat(folder, &["cc", "-shared", "-fPIC", "a.c", "-o", "ours.so"]));
    succeeds(&deadheat(folder, &["cc", "a.c", "-o", "ours"]));
    // The class of an ELF file is its fifth byte, its processor the nineteenth and twentieth.
    let bytes = fs::read(folder.join("ours")).unwrap();
    let changed = |at: usize, to: &[u8]| [&bytes[..at], to, &bytes[at + to.len()..]].concat();
    fs::write(folder.join("narrow"), changed(4, &[1])).unwrap();
    fs::write(folder.join("arm"), changed(18, &[183, 0])).unwrap();
    fs::write(folder.join("headless"), &bytes[..64]).unwrap();
    fs::write(folder.join("half"), &bytes[..bytes.len() / 2]).unwrap();
    for (file, part) in [
        ("./plain", "./plain was not built for deadheat"),
        ("./tsan", "ThreadSanitizer's own runtime"),
        ("./static", "is linked statically"),
        ("./object.o", "./object.o is no executable"),
        ("./library.so", "is a library, not a program"),
        ("./ours.so", "is a library, not a program"),
        ("./narrow", "is for 32-bit processors"),
        ("./arm", "is for AArch64"),
        ("./headless", "./headless is"),
        ("./half", "./half"),
        ("./empty", "./empty is no executable"),
        ("./no-such", "cannot read ./no-such"),
        ("./cache", "./cache"),
    ] {
        for call in ["run", "check", "explore"] {
            let output = ends(folder, &[call, file]);
            assert_eq!(output.status.code(), Some(2), "{call} {file}: {}", said(&output));
            assert!(words(&output).contains(part), "{call} {file}: {}", said(&output));
        }
    }
    // What can be built by us comes with the call that does it.
    assert!(words(&ends(folder, &["check", "./plain"])).contains("CC=\"deadheat cc\""));
}

#[test]
fn a_stripped_guest_has_fewer_names() {
    if !has("gcc") || !has("strip") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, &[("a.c", &format!("{RACE}int main(void) {{ race(); return 0; }}\n"))]);
    succeeds(&deadheat(folder, &["cc", "-O1", "a.c", "-o", "app"]));
    succeeds(&command("strip", folder).arg("app").output().unwrap());
    let output = ends(folder, &["check", "--output", "results", "./app"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(words(&output).contains("witnessed: data race on"), "{}", said(&output));
    for witness in deadheat_testing::files(&folder.join("results"), "witness") {
        succeeds(&ends(folder, &["replay", "--check", witness.to_str().unwrap()]));
    }
}

/// A guest, what it does, and what comes of it.
struct Hostile {
    name: &'static str,
    /// What stands in front of `main`, and in it.
    source: (&'static str, &'static str),
    options: &'static [&'static str],
    /// The exit code of a run, and a part of what is said.
    run: (i32, &'static str),
    /// The same of a check.
    check: (i32, &'static str),
    /// Whether a check that finds nothing else may say that it has seen everything.
    complete: bool,
}

const fn hostile(
    name: &'static str,
    source: (&'static str, &'static str),
    run: (i32, &'static str),
    check: (i32, &'static str),
) -> Hostile {
    Hostile { name, source, options: &[], run, check, complete: true }
}

impl Hostile {
    const fn options(self, options: &'static [&'static str]) -> Self {
        Self { options, ..self }
    }

    const fn incomplete(self) -> Self {
        Self { complete: false, ..self }
    }
}

const PROCESSES: (i32, &str) = (2, "program needs other processes, which deadheat does not have");
const SEGMENT: (i32, &str) = (1, "SIGSEGV");
const OVERFLOW: &str = "static int deep(volatile int *p) { volatile int x[64]; x[0] = *p + 1; return deep(x) + x[0]; }
static void *dive(void *p) { int x = 0; deep(&x); return p; }";
const WAITS: &str = "static sem_t s;\nstatic void *wait(void *p) { sem_wait(&s); return p; }";

const GUESTS: [Hostile; 27] = [
    hostile("fork", ("", "return fork();"), PROCESSES, PROCESSES).incomplete(),
    hostile("vfork", ("", "return vfork();"), PROCESSES, PROCESSES).incomplete(),
    hostile("system", ("", "return system(\"true\");"), PROCESSES, PROCESSES).incomplete(),
    hostile("execvp", ("", "char *a[] = {\"true\", 0}; return execvp(\"true\", a);"), PROCESSES, PROCESSES)
        .incomplete(),
    hostile("execl", ("", "return execl(\"/bin/true\", \"true\", (char *)0);"), PROCESSES, PROCESSES).incomplete(),
    hostile("popen", ("", "return popen(\"true\", \"r\") == 0;"), PROCESSES, PROCESSES).incomplete(),
    hostile(
        "pthread_cancel",
        (
            WAITS,
            "pthread_t t; sem_init(&s, 0, 0); pthread_create(&t, 0, wait, 0); pthread_cancel(t); pthread_join(t, 0);",
        ),
        (2, "pthread_cancel"),
        (2, "pthread_cancel"),
    )
    .incomplete(),
    hostile(
        "an endless loop",
        ("", "for (;;) __asm__ volatile(\"\");"),
        (4, "without a visible operation"),
        (0, "without a visible operation"),
    )
    .incomplete(),
    hostile(
        "an endless loop in a thread",
        (
            "static void *loop(void *p) { for (;;) __asm__ volatile(\"\"); return p; }",
            "race(); pthread_t t; pthread_create(&t, 0, loop, 0); pthread_join(t, 0);",
        ),
        (4, "without a visible operation"),
        (1, "data race on n"),
    )
    .incomplete(),
    hostile("a stop", ("", "raise(SIGSTOP);"), (4, "without a visible operation"), (0, "without a visible operation"))
        .incomplete(),
    hostile("a crash before main", ("static int *volatile nowhere; EARLY { *nowhere = 1; }", ""), (139, ""), SEGMENT),
    hostile("an abort before main", ("EARLY { abort(); }", ""), (134, ""), (1, "abort")),
    hostile("an exit before main", ("EARLY { exit(5); }", ""), (5, ""), (0, "nothing found")),
    hostile("a race before main", ("EARLY { race(); }", ""), (0, ""), (1, "data race on n")),
    hostile(
        "closed descriptors",
        ("", "for (int i = 0; i < 1024; i++) close(i); race();"),
        (0, ""),
        (1, "data race on n"),
    ),
    hostile(
        "a heap written before its block",
        (
            "",
            "char *a = malloc(40), *b = malloc(40); memset(b - 16, 255, 16); free(a); free(b); a = malloc(40); memset(a, 1, 40); race();",
        ),
        (0, ""),
        (1, "data race on n"),
    ),
    hostile(
        "a heap written over",
        ("", "char *a = malloc(40); for (int i = 0; i < 1 << 20; i++) a[i] = 1; free(a); free(malloc(40)); race();"),
        (139, ""),
        SEGMENT,
    ),
    hostile("a free of no block", ("", "char *a = malloc(40); free(a + 8); race();"), (134, ""), (1, "free")),
    hostile("an overflow of the stack", (OVERFLOW, "dive(0);"), (139, ""), SEGMENT),
    hostile(
        "an overflow of a thread's stack",
        (OVERFLOW, "pthread_t t; pthread_create(&t, 0, dive, 0); pthread_join(t, 0);"),
        (139, ""),
        SEGMENT,
    ),
    hostile(
        "allocation without an end",
        ("", "for (;;) memset(malloc(100000), 1, 100000);"),
        (4, "limit on heap size"),
        (0, "limit on heap size"),
    )
    .options(&["--heap", "64m"])
    .incomplete(),
    hostile(
        "5,000 threads",
        (WAITS, "for (int i = 0; i < 5000; i++) { pthread_t t; if (pthread_create(&t, 0, wait, 0)) return 9; }"),
        (4, "limit on threads"),
        (0, "limit on threads"),
    )
    .options(&["--threads", "100"])
    .incomplete(),
    hostile("SIGKILL", ("", "race(); raise(SIGKILL);"), (137, ""), (1, "SIGKILL")),
    hostile("SIGTERM", ("", "raise(SIGTERM);"), (143, ""), (1, "killed by a signal")),
    hostile(
        "an end that nobody is told of",
        ("", "race(); syscall(SYS_exit_group, 3);"),
        (128, ""),
        (1, "data race on n"),
    ),
    hostile("a null pointer called", ("static void (*volatile f)(void);", "f();"), (139, ""), SEGMENT),
    hostile(
        "an end in a thread",
        (
            "static void *end(void *p) { exit(7); return p; }",
            "pthread_t t; pthread_create(&t, 0, end, 0); pthread_join(t, 0);",
        ),
        (7, ""),
        (0, ""),
    ),
];

/// What is wrong with deadheat's treatment of a guest.
fn mistreated(guest: &Hostile) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (before, main) = guest.source;
    write(folder, &[("a.c", &format!("{RACE}{before}\nint main(void) {{ {main}\nreturn 0; }}\n"))]);
    succeeds(&deadheat(folder, &["cc", "-O1", "-w", "a.c", "-o", "app"]));
    let searched = ["--workers", "1", "--max-states", "300", "--budget", "10,20"];
    let mut wrong = String::new();
    for (call, more, (code, part)) in [("run", &[][..], guest.run), ("check", &searched, guest.check)] {
        let output = ends(folder, &[&[call], more, guest.options, &["./app"]].concat());
        let claims_all = words(&output).contains("The whole state space was searched");
        if output.status.code() != Some(code) || !words(&output).contains(part) || claims_all && !guest.complete {
            let status = output.status.code();
            wrong += &format!("{}: {call}: {status:?}, and not {code} with {part:?}:\n{}\n", guest.name, said(&output));
        }
    }
    (!wrong.is_empty()).then_some(wrong)
}

#[test]
fn hostile_guests() {
    if !has("gcc") {
        return;
    }
    let only = std::env::var("ONLY").unwrap_or_default();
    let guests: Vec<&Hostile> = GUESTS.iter().filter(|guest| guest.name.contains(&only)).collect();
    let wrong: Vec<String> = parallel::map(&guests, |guest| mistreated(guest)).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// A guest is killed with deadheat, whatever becomes of deadheat.
#[test]
fn nothing_outlives_deadheat() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, &[("a.c", &format!("{RACE}int main(void) {{ race(); for (;;) sched_yield(); }}\n"))]);
    succeeds(&deadheat(folder, &["cc", "-O1", "a.c", "-o", "app"]));
    let mut check = command(DEADHEAT, folder);
    assert!(
        output_within(check.args(["check", "./app"]), Duration::from_secs(2)).is_none(),
        "it ends before it is killed"
    );
    assert_eq!(left_behind(folder), NOTHING);
}
