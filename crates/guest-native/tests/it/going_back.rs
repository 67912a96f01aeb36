//! Processes that go back by themselves, and ahead of the scheduler, find what copies of processes find: the same states, the same ends, the
//! same errors by the same schedules.

use std::ffi::OsString;
use std::path::Path;

use deadheat_event::ThreadId;
use deadheat_guest_native::front::{NativeCommand, NativeGuest, NativeProgram};
use deadheat_guest_native::machine::{NativeMachine, Returns};
use deadheat_machine::{Fingerprint, Guest as _, Machine as _, MachineOptions};
use deadheat_search::strategy::{Pct, Random, Strategy};
use deadheat_search::{Bounds, Search};
use deadheat_testing::repository;

use crate::common::{env, has, write};

/// Of each kind of operation one: plain memory, atomics, locks, conditions, read-write locks, semaphores, barriers, timeouts, the heap, threads
/// that start threads, crashes, OpenMP with its tasks and regions in regions, Rust's library.
const PROGRAMS: &[&str] = &[
    "buggy/lost_update.c",
    "buggy/atomic_load_store.c",
    "buggy/philosophers.c",
    "buggy/bounded_buffer_signal.c",
    "buggy/cond_one_signal.c",
    "buggy/rwlock_order.c",
    "buggy/sem_crossed.c",
    "buggy/barrier_missing_phase.c",
    "buggy/sleep_order.c",
    "buggy/double_free.c",
    "buggy/null_pointer.c",
    "buggy/hidden_third_thread.c",
    "buggy/omp_missing_critical.c",
    "buggy/omp_missing_taskwait.c",
    "clean/omp_nested.cc",
    "buggy/park_twice.rs",
];

fn guest(folder: &Path, source: &Path, copies_only: bool) -> NativeGuest {
    let command = NativeCommand::new(NativeProgram::Source(source.display().to_string()));
    let env = env(folder);
    let env = |name: &str| if name == "DEADHEAT_COPIES" { copies_only.then(OsString::new) } else { env(name) };
    NativeGuest::open(&command, MachineOptions::default(), None, env).unwrap()
}

/// What a search has found.
#[derive(Debug, PartialEq)]
struct Found {
    states: u64,
    steps: u64,
    ends: Vec<Fingerprint>,
    errors: Vec<String>,
}

fn search(guest: &NativeGuest, strategy: Option<Box<dyn Strategy>>, bounds: Bounds) -> (Found, Returns) {
    let search = Search::new(vec![guest.fork().unwrap()]).errors().bounds(bounds);
    let search = match strategy {
        Some(strategy) => search.boxed_strategy(strategy),
        None => search,
    };
    let (report, machines) = search.run_and_return();
    let report = report.unwrap();
    let errors = report.counterexamples.iter();
    let errors = errors.map(|one| format!("{:?} {:?}", one.kind, one.schedule.choices().collect::<Vec<_>>())).collect();
    let found = Found { states: report.counts.states, steps: report.counts.steps, ends: report.ends, errors };
    (found, machines[0].returns())
}

/// Searches both ways, and gives how the one that may go back came to its states.
fn both_ways(source: &Path, strategy: impl Fn() -> Option<Box<dyn Strategy>>, bounds: &Bounds) -> Returns {
    let folder = tempfile::tempdir().unwrap();
    let (copied, by_copies) = search(&guest(folder.path(), source, true), strategy(), *bounds);
    assert_eq!((by_copies.back, by_copies.ahead), (0, 0));
    let (found, returns) = search(&guest(folder.path(), source, false), strategy(), *bounds);
    assert_eq!(found, copied, "{}", source.display());
    returns
}

fn walks(most: u64) -> Bounds {
    Bounds { walks: Some(most), ..Bounds::default() }
}

#[test]
fn a_search_finds_the_same() {
    if !(has("gcc") && has("g++") && has("rustc")) {
        return;
    }
    for name in PROGRAMS {
        let bounds = Bounds { states: Some(400), ..Bounds::default() };
        let returns = both_ways(&repository("tests/native").join(name), || None, &bounds);
        assert!(returns.back >= returns.copies, "{name}: {returns:?}");
    }
}

#[test]
fn random_walks_find_the_same() {
    if !(has("gcc") && has("g++") && has("rustc")) {
        return;
    }
    for name in PROGRAMS {
        let source = repository("tests/native").join(name);
        let returns = both_ways(&source, || Some(Box::new(Random::new(7))), &walks(40));
        assert!(returns.back > returns.copies && returns.ahead > returns.back, "{name}: {returns:?}");
    }
}

#[test]
fn pct_walks_find_the_same() {
    if !(has("gcc") && has("g++") && has("rustc")) {
        return;
    }
    for name in PROGRAMS {
        let source = repository("tests/native").join(name);
        let returns = both_ways(&source, || Some(Box::new(Pct::new(7))), &walks(40));
        assert!(returns.back > returns.copies && returns.ahead > returns.back, "{name}: {returns:?}");
    }
}

/// Two threads that count under a lock, and something that `main` does before and the threads do meanwhile.
fn counting(before: &str, meanwhile: &str) -> String {
    format!(
        "#define _GNU_SOURCE\n#include <fcntl.h>\n#include <pthread.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         #include <sys/mman.h>\n#include <unistd.h>\n\
         static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic int sum, file = -1;\n\
         static void *work(void *p) {{ for (int i = 0; i < 2; i++) {{ pthread_mutex_lock(&lock); sum++; {meanwhile}\n\
         pthread_mutex_unlock(&lock); }} return p; }}\n\
         int main(void) {{ pthread_t a, b; {before}\n pthread_create(&a, 0, work, 0); pthread_create(&b, 0, work, 0);\n\
         pthread_join(a, 0); pthread_join(b, 0); printf(\"%d\\n\", sum); return sum != 4; }}\n"
    )
}

/// What only the kernel knows of does not go back: such programs are copied, as before.
#[test]
fn what_the_kernel_knows_is_copied() {
    if !has("gcc") {
        return;
    }
    let programs = [
        (
            "file.c",
            counting("file = open(\"/proc/self/cmdline\", O_RDONLY);", "char c; if (read(file, &c, 1) != 1) abort();"),
        ),
        ("mapping.c", counting("", "char *m = mmap(0, 4096, 3, 34, -1, 0); m[0] = 1; munmap(m, 4096);")),
        ("shared.c", counting("int *m = mmap(0, 4096, 3, 33, -1, 0); *m = 1;", "")),
    ];
    for (name, text) in programs {
        let folder = tempfile::tempdir().unwrap();
        let source = write(folder.path(), name, &text);
        let returns = both_ways(source.as_ref(), || Some(Box::new(Random::new(3))), &walks(20));
        assert!(returns.back < returns.copies, "{name}: {returns:?}");
    }
}

/// All that a program has of its own goes back: variables, the heap, stacks that grow, thread-local storage, what libraries keep.
#[test]
fn what_the_program_has_goes_back() {
    if !has("gcc") {
        return;
    }
    let programs = [
        (
            "heap.c",
            counting("", "char *m = malloc(100000); memset(m, sum, 100000); if (m[99999] != sum) abort(); free(m);"),
        ),
        ("output.c", counting("printf(\"begins\\n\");", "printf(\"%d\\n\", sum); fflush(stdout);")),
        (
            "stack.c",
            counting("", "volatile char m[65536]; memset((char *)m, sum, sizeof m); if (m[9] != sum) abort();"),
        ),
        ("local.c", counting("", "static __thread int mine; mine++; if (mine > 2) abort();")),
        ("random.c", counting("srand(5);", "static int r; r = r * 31 + rand(); if (sum == 4 && r == 0) abort();")),
        (
            "attributes.c",
            counting(
                "pthread_attr_t t; pthread_attr_init(&t); pthread_attr_setstacksize(&t, 1 << 20);\n\
                 pthread_t c; pthread_create(&c, &t, work, 0);",
                "",
            ),
        ),
        ("signal.c", counting("", "if (signal(SIGPIPE, SIG_IGN) != (sum == 1 ? SIG_DFL : SIG_IGN)) abort();")),
        (
            "token.c",
            counting(
                "",
                "static char t[] = \"a b c d e\"; static char *s; char *w = strtok_r(s ? 0 : t, \" \", &s); if (!w) abort();",
            ),
        ),
    ];
    for (name, text) in programs {
        let folder = tempfile::tempdir().unwrap();
        let source = write(folder.path(), name, &text);
        let returns = both_ways(source.as_ref(), || Some(Box::new(Random::new(3))), &walks(30));
        assert!(returns.back > 20 && returns.copies < 8, "{name}: {returns:?}");
    }
}

/// A scheduler may choose otherwise than it said: the machine is where the choices lead, not where the process went.
#[test]
fn a_forecast_need_not_come_true() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let guest = guest(folder.path(), &repository("tests/native/buggy/lost_update.c"), false);
    let mut machine = guest.fork().unwrap();
    let root = machine.snapshot();
    let to_the_end = |machine: &mut NativeMachine, forecast| {
        machine.restore(&root);
        if let Some(state) = forecast {
            machine.foresee(deadheat_machine::Forecast::Random { state }, false);
        }
        let mut choices = Vec::new();
        loop {
            machine.choices(&mut choices);
            // Always the last thread, whatever was foreseen.
            let Some(choice) = choices.last().copied() else { break };
            machine.step(choice, None).unwrap();
        }
        (machine.fingerprint(), machine.uncaught(ThreadId(0)).is_some())
    };
    let plain = to_the_end(&mut machine, None);
    for state in 0..8 {
        assert_eq!(to_the_end(&mut machine, Some(state)), plain);
    }
}
