//! A fault of deadheat: what is said of it, and what a report of it is made of.
//!
//! The fault is a real one, a limit of the runtime that no program of sense comes to. Whoever takes it away finds another one for these
//! tests.

use std::fs;

use crate::native_tools::{deadheat, has, text, write};

const TOO_MANY: &str = "#include <pthread.h>
extern int __cxa_thread_atexit_impl(void (*)(void *), void *, void *);
static int n;
static void nothing(void *object) { (void)object; }
static void *work(void *arg) { n++; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n++;
    for (int i = 0; i < 100000; i++) __cxa_thread_atexit_impl(nothing, &n, 0);
    pthread_join(t, 0);
    return 0;
}
";

#[test]
fn a_fault_says_where_to_report_it_and_its_bundle_has_what_is_needed() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[("many.c", TOO_MANY)]);
    for command in ["run", "check", "explore"] {
        let args = [command, "--bundle", "bundle.txt", "--output", "out", "many.c"];
        let output = deadheat(folder.path(), &args);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{command}: {said}");
        let repository = concat!(env!("CARGO_PKG_REPOSITORY"), "/issues");
        assert!(repository.starts_with("https://"), "{repository}");
        for part in ["too many thread-local objects", "not of your program", repository, "--bundle", "the program"] {
            assert!(said.contains(part), "{command}: no {part:?} in: {said}");
        }
        assert!(said.contains("what a report needs is in bundle.txt"), "{command}: {said}");
        let bundle = fs::read_to_string(folder.path().join("bundle.txt")).unwrap();
        let line = format!("command: deadheat {}\n", args.join(" "));
        let version = concat!("deadheat ", env!("CARGO_PKG_VERSION"), " on linux");
        for part in [version, &line, "fault: step ", "too many thread-local objects", "guest:\n    native many.c\n"] {
            assert!(bundle.contains(part), "{command}: no {part:?} in: {bundle}");
        }
        // A check is made again by its command line; a run and a path of a search by their schedules.
        if command != "check" {
            assert!(bundle.contains("schedule:\n    deadheat schedule 1\n") && bundle.contains("\n    T0"), "{bundle}");
        }
        fs::remove_file(folder.path().join("bundle.txt")).unwrap();
        // What was found before is not lost, where something was.
        if command == "explore" {
            assert!(folder.path().join("out/result.json").is_file());
        }
    }
    let output = deadheat(folder.path(), &["run", "many.c"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(!folder.path().join("bundle.txt").exists(), "only if it is asked for");
}

#[test]
fn without_a_fault_there_is_no_bundle() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[("fine.c", "int main(void) { return 0; }\n")]);
    let output = deadheat(folder.path(), &["run", "--bundle", "bundle.txt", "fine.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(!folder.path().join("bundle.txt").exists());
}
