//! Native guests by every command: one C program from a run to a replayed proof, in every form; a build by `make`; and replays in new
//! processes, also on a busy machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;

use deadheat_testing::{files, repository};
use serde_json::Value;
use tempfile::TempDir;

use crate::native_tools::{DEADHEAT, command, deadheat, has, left_behind, said, succeeds, text, write};

/// A program of the corpus.
fn program(name: &str) -> String {
    repository("tests/native/buggy").join(name).display().to_string()
}

#[track_caller]
fn ends_with(code: i32, output: &Output) -> String {
    assert_eq!(output.status.code(), Some(code), "{}", said(output));
    text(&output.stdout)
}

/// A checked program with a race: the folder, and its witness.
static CHECKED: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(program("lost_update.c"), folder.path().join("lost_update.c")).unwrap();
    let output = deadheat(folder.path(), &["check", "--output", "results", "lost_update.c"]);
    ends_with(1, &output);
    let witness = files(&folder.path().join("results"), "witness").remove(0);
    (folder, witness)
});

#[test]
fn a_check_writes_every_form() {
    if !has("gcc") {
        return;
    }
    let results = CHECKED.0.path().join("results");
    let read = |name: &str| fs::read_to_string(results.join(name)).unwrap();
    let report = read("report.txt");
    assert!(report.contains("witnessed: data race on counter") && report.contains("lost_update.c:"), "{report}");
    let result: Value = serde_json::from_str(&read("result.json")).unwrap();
    assert_eq!(
        (&result["guest"]["kind"], &result["complete"]),
        (&"native".into(), &true.into()),
        "{}",
        result["guest"]
    );
    assert_eq!(result["findings"][0]["verdict"]["verdict"], "witnessed");
    let sarif: Value = serde_json::from_str(&read("report.sarif")).unwrap();
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let uri = place["artifactLocation"]["uri"].as_str().unwrap_or_default();
    assert!(uri.ends_with("lost_update.c") && place["region"]["startLine"].is_u64(), "{place}");
    let page = read("report.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("lost_update.c"));
    assert!(read("trace.json").contains("traceEvents"));
}

#[test]
fn a_result_is_reported_again() {
    if !has("gcc") {
        return;
    }
    let folder = CHECKED.0.path();
    let told = |form: &str| succeeds(&deadheat(folder, &["report", "results/result.json", "--format", form]));
    assert!(told("text").contains("data race on counter"));
    assert!(told("json").contains("\"counter\""));
    assert!(told("sarif").contains("\"2.1.0\""));
    assert!(told("html").starts_with("<!doctype html>"));
    assert!(told("perfetto").contains("traceEvents"));
}

#[test]
fn a_run_warns_and_its_trace_predicts() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let source = "#include <pthread.h>\n#include <stdio.h>\nstatic int n;\nstatic void *add(void *p) { n++; return p; }\n\
                  int main(int count, char **words) { pthread_t t; pthread_create(&t, 0, add, 0); n++; pthread_join(t, 0); \
                  printf(\"%s %d\\n\", words[1], n); return 6; }\n";
    write(folder, &[("add.c", source)]);
    let run = deadheat(folder, &["run", "--trace", "add.trace", "--record", "add.schedule", "add.c", "sum"]);
    // The program's own output and exit code, as without deadheat.
    assert_eq!(ends_with(6, &run), "sum 2\n");
    assert!(said(&run).contains("warning: possible data race on n"), "{}", said(&run));
    let again = deadheat(folder, &["run", "--schedule", "add.schedule", "add.c", "sum"]);
    assert_eq!(ends_with(6, &again), "sum 2\n");
    let predicted = ends_with(1, &deadheat(folder, &["predict", "add.trace"]));
    assert!(predicted.contains("predicted: data race on n") && predicted.contains("add.c:4"), "{predicted}");
    assert!(succeeds(&deadheat(folder, &["convert", "add.trace"])).contains("|w("));
}

#[test]
fn every_schedule_is_explored() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let explore = |name: &str| deadheat(folder.path(), &["explore", name]);
    let deadlock = ends_with(1, &explore(&program("half_gate.c")));
    assert!(deadlock.contains("deadlock"), "{deadlock}");
    let clean = repository("tests/native/clean/gate_lock.c").display().to_string();
    ends_with(0, &explore(&clean));
}

#[test]
fn a_replay_tells_the_story() {
    if !has("gcc") {
        return;
    }
    let (folder, witness) = &*CHECKED;
    let witness = witness.to_str().unwrap();
    let story = succeeds(&deadheat(folder.path(), &["replay", witness]));
    assert!(story.contains("is about to") && story.contains("counter"), "{story}");
    let stopped = succeeds(&deadheat(folder.path(), &["replay", "--stop-at", "1", witness]));
    assert!(stopped.contains("T0"), "{stopped}");
}

#[test]
fn a_changed_program_is_noticed() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let source = fs::read_to_string(program("lost_update.c")).unwrap();
    write(folder, &[("a.c", &source)]);
    ends_with(1, &deadheat(folder, &["check", "--output", "results", "a.c"]));
    let witness = files(&folder.join("results"), "witness").remove(0);
    let replay = || deadheat(folder, &["replay", "--check", witness.to_str().unwrap()]);
    succeeds(&replay());
    write(folder, &[("a.c", &format!("{source}int more;\n"))]);
    let output = replay();
    ends_with(2, &output);
    assert!(said(&output).contains("its code has changed"), "{}", said(&output));
}

#[test]
fn a_build_by_make_is_checked() {
    if !has("gcc") || !has("make") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let makefile = "app: main.o stock.o\n\t$(CC) -o $@ $^ -lpthread\n%.o: %.c\n\t$(CC) -O1 -c -o $@ $<\n";
    let main = "#include <pthread.h>\nvoid *take(void *);\nint main(void) { pthread_t t; pthread_create(&t, 0, take, 0); take(0); \
                pthread_join(t, 0); return 0; }\n";
    let stock = "struct { int left; } stock = {2};\nvoid *take(void *p) {\n    stock.left--;\n    return p;\n}\n";
    write(folder, &[("Makefile", makefile), ("main.c", main), ("stock.c", stock)]);
    succeeds(&command("make", folder).arg(format!("CC={DEADHEAT} cc")).output().unwrap());
    // It is a program like any other when deadheat does not run it.
    succeeds(&command("./app", folder).output().unwrap());
    let checked = ends_with(1, &deadheat(folder, &["check", "--output", "results", "./app"]));
    assert!(checked.contains("data race on stock.left") && checked.contains("stock.c:3"), "{checked}");
    for witness in files(&folder.join("results"), "witness") {
        succeeds(&deadheat(folder, &["replay", "--check", witness.to_str().unwrap()]));
    }
}

/// A race, a deadlock, a lost signal.
const REPLAYED: [&str; 3] = ["lost_update.c", "three_cycle.c", "cond_signal_first.c"];

/// A loop that keeps a processor busy until it is dropped.
struct Busy(Child);

impl Busy {
    fn new() -> Self {
        Self(Command::new("sh").args(["-c", "while :; do :; done"]).stdin(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// Compiles and checks a program of the corpus; gives its witnesses.
fn witnesses(name: &str, folder: &Path) -> Vec<PathBuf> {
    succeeds(&deadheat(folder, &["cc", "-O1", "-pthread", &program(name), "-o", "app"]));
    ends_with(1, &deadheat(folder, &["check", "--output", "results", "./app"]));
    files(&folder.join("results"), "witness")
}

/// How often each witness is replayed: 20 times, or what `DEADHEAT_REPLAYS` says.
fn replays() -> u32 {
    std::env::var("DEADHEAT_REPLAYS").map_or(20, |count| count.parse().expect("DEADHEAT_REPLAYS is a number"))
}

/// In half of the replays the program is at other addresses each time.
#[test]
fn a_witness_replays_every_time() {
    if !has("gcc") {
        return;
    }
    let mut replayed = 0;
    for name in REPLAYED {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        for witness in witnesses(name, folder) {
            for time in 0..replays() {
                let mut replay = command(DEADHEAT, folder);
                if time % 2 == 1 {
                    replay.env("DEADHEAT_RANDOM_ADDRESSES", "1");
                }
                succeeds(&replay.args(["replay", "--check"]).arg(&witness).output().unwrap());
                replayed += 1;
            }
        }
        assert_eq!(left_behind(folder), Vec::<PathBuf>::new(), "{name}");
    }
    println!("{replayed} replays, all to the same error, half of them at other addresses");
}

#[test]
fn a_witness_replays_under_load() {
    if !has("gcc") {
        return;
    }
    let _busy = [Busy::new(), Busy::new()];
    for name in REPLAYED {
        let folder = tempfile::tempdir().unwrap();
        for witness in witnesses(name, folder.path()) {
            for _ in 0..5 {
                succeeds(&deadheat(folder.path(), &["replay", "--check", witness.to_str().unwrap()]));
            }
        }
    }
}

#[test]
fn a_run_tells_what_a_thread_dies_of() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = "#include <pthread.h>\nstatic int *cell;\nstatic void store(void) { *cell = 1; }\n\
                  static void *work(void *p) { store(); return p; }\n\
                  int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); return pthread_join(t, 0); }\n";
    write(folder.path(), &[("crash.c", source)]);
    let run = deadheat(folder.path(), &["run", "crash.c"]);
    ends_with(139, &run);
    let told = said(&run);
    assert!(told.contains("T1 \"thread-1\" dies of SIGSEGV") && told.contains("at store(crash.c:3)"), "{told}");
}

/// As with the C library alone, whose functions give way to the program's.
#[test]
fn a_program_has_functions_by_the_names_of_the_librarys() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = "#include <pthread.h>\n#include <stdio.h>\nint open(int door) { return door + 1; }\n\
                  int read(void) { return 40; }\nint close(int door) { return door - 1; }\nint send(void) { return 0; }\n\
                  static void *work(void *p) { *(int *)p = open(read()) + close(send()); return p; }\n\
                  int main(void) { int sum = 0; pthread_t t; pthread_create(&t, 0, work, &sum); pthread_join(t, 0);\n\
                  printf(\"%d\\n\", sum); return 0; }\n";
    write(folder.path(), &[("own.c", source)]);
    assert_eq!(succeeds(&deadheat(folder.path(), &["run", "own.c"])), "40\n");
}

#[test]
fn an_exit_code_can_be_an_error() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Atomic, so that there is no race; but what one adds may be written over.
    let source = "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\nstatic atomic_int sum;\n\
                  static void *add(void *p) { int now = sum; sum = now + 1; return p; }\n\
                  static void judge(void) { if (sum != 2) exit(3); }\n\
                  int main(void) { pthread_t a, b; pthread_create(&a, 0, add, 0); pthread_create(&b, 0, add, 0);\n\
                  pthread_join(a, 0); pthread_join(b, 0); judge(); return 0; }\n";
    write(folder, &[("judge.c", source)]);
    let told = ends_with(0, &deadheat(folder, &["check", "judge.c"]));
    assert!(told.contains("nothing found"), "{told}");
    for command in ["check", "explore"] {
        let told = ends_with(1, &deadheat(folder, &[command, "--fail-on-exit", "--output", command, "judge.c"]));
        assert!(told.contains("the program ends with exit code 3") && told.contains("at judge(judge.c:6)"), "{told}");
        let witness = files(&folder.join(command), "witness").remove(0).display().to_string();
        succeeds(&deadheat(folder, &["replay", "--check", &witness]));
    }
}

#[test]
fn the_counter_of_cycles_shows_virtual_time() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = "#include <stdio.h>\n#include <unistd.h>\n#include <x86intrin.h>\n\
                  int main(void) { unsigned cpu; unsigned long long a = __rdtsc(), b = __rdtscp(&cpu); sleep(1);\n\
                  printf(\"%llu %llu %u\\n\", b - a, __rdtsc() - a, cpu); return 0; }\n";
    write(folder.path(), &[("cycles.c", source)]);
    assert_eq!(succeeds(&deadheat(folder.path(), &["run", "cycles.c"])), "0 1000000000 0\n");
}
