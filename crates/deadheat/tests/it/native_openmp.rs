//! OpenMP in native guests, beyond what the corpus has (`omp_*` in `tests/native`): how many threads there are, what is not had, both compilers,
//! searches that are complete, and programs that run without deadheat.

use std::path::Path;

use crate::native_tools::{command, deadheat, has, said, succeeds, text, write};

const COUNT: &str = "#include <omp.h>\n#include <stdio.h>\nint main(void) {\n    int threads = 0, inner = 0;\n\
#pragma omp parallel\n#pragma omp single\n    {\n        threads = omp_get_num_threads();\n\
#pragma omp parallel\n#pragma omp master\n        inner = omp_get_num_threads();\n    }\n\
    printf(\"%d %d %d\\n\", threads, inner, omp_get_max_threads());\n}\n";

fn compile(folder: &Path, compiler: &str, source: &str) {
    write(folder, &[("program.c", source)]);
    let args = ["cc", "--compiler", compiler, "-O1", "-fopenmp", "-o", "app", "program.c"];
    succeeds(&deadheat(folder, &args));
}

#[test]
fn teams_have_two_threads_unless_told_otherwise() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    compile(folder.path(), "gcc", COUNT);
    let with = |variable: &str, value: &str| {
        let mut run = command(crate::native_tools::DEADHEAT, folder.path());
        run.env_remove("OMP_NUM_THREADS").env(variable, value).args(["run", "./app"]);
        succeeds(&run.output().unwrap())
    };
    assert_eq!(with("UNUSED", ""), "2 1 2\n");
    assert_eq!(with("OMP_NUM_THREADS", "3"), "3 1 3\n");
    assert_eq!(with("OMP_NUM_THREADS", "3,2"), "3 2 3\n");
    assert_eq!(with("OMP_NUM_THREADS", "no number"), "2 1 2\n");
}

/// Without the flag a compiler leaves its pragmas out, and nothing would be found.
#[test]
fn a_source_with_pragmas_is_compiled_with_openmp() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/native/buggy/omp_missing_critical.c");
    let checked = deadheat(folder.path(), &["check", source.to_str().unwrap()]);
    assert_eq!(checked.status.code(), Some(1), "{}", said(&checked));
    assert!(text(&checked.stdout).contains("witnessed: data race on counter"), "{}", said(&checked));
}

/// More regions than there are names for threads; what is threadprivate lasts from the first to the last.
#[test]
fn there_can_be_thousands_of_regions() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let many = "#include <stdio.h>\nint own, sum;\n#pragma omp threadprivate(own)\nint main(void) {\n\
    for (int i = 0; i < 5000; i++)\n#pragma omp parallel num_threads(2)\n        own++;\n\
#pragma omp parallel num_threads(2) reduction(+ : sum)\n    sum += own;\n    printf(\"%d\\n\", sum);\n}\n";
    compile(folder.path(), "gcc", many);
    assert_eq!(succeeds(&deadheat(folder.path(), &["run", "--analyses", "all", "./app"])), "10000\n");
}

#[test]
fn alone_a_program_uses_the_library_of_its_compiler() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    compile(folder.path(), "gcc", COUNT);
    let run = command("./app", folder.path()).env("OMP_NUM_THREADS", "5").output().unwrap();
    assert_eq!(succeeds(&run), "5 1 5\n");
}

#[test]
fn what_is_not_had_is_named() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let doacross = "int cells[4];\nint main(void) {\n#pragma omp parallel for ordered(1)\n    for (int i = 1; i < 4; i++) {\n\
#pragma omp ordered depend(sink : i - 1)\n        cells[i] = cells[i - 1] + 1;\n#pragma omp ordered depend(source)\n    }\n}\n";
    compile(folder.path(), "gcc", doacross);
    let run = deadheat(folder.path(), &["run", "./app"]);
    assert!(said(&run).contains("OpenMP (GOMP_loop_doacross"), "{}", said(&run));
}

#[test]
fn searches_of_small_programs_are_complete() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for name in ["omp_critical.c", "omp_tasks.c", "omp_single.c", "omp_ordered.c", "omp_locks.c", "omp_phases.c"] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/native/clean").join(name);
        compile(folder.path(), "gcc", &std::fs::read_to_string(source).unwrap());
        let explored = succeeds(&deadheat(folder.path(), &["explore", "./app"]));
        assert!(explored.contains("The whole state space was searched"), "{name}: {explored}");
    }
}

#[test]
fn clang_has_the_same_errors() {
    let Some(clang) = ["clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"]
        .into_iter()
        .find(|name| compiles_openmp(name))
    else {
        deadheat_testing::skip("OpenMP by clang", "install clang and its libomp");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let read = |kind: &str, name: &str| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/native").join(kind).join(name);
        std::fs::read_to_string(source).unwrap()
    };
    for name in ["omp_missing_critical.c", "omp_task_result.c", "omp_nowait.c", "omp_dynamic.c", "omp_lock_order.c"] {
        compile(folder.path(), clang, &read("buggy", name));
        let checked = deadheat(folder.path(), &["check", "--max-states", "1500", "./app"]);
        assert_eq!(checked.status.code(), Some(1), "{name}: {}", said(&checked));
        assert!(text(&checked.stdout).contains("witnessed"), "{name}: {}", said(&checked));
    }
    for name in ["omp_reduction.c", "omp_depend.c", "omp_loops.c", "omp_single.c", "omp_ordered.c", "omp_taskgroup.c"] {
        compile(folder.path(), clang, &read("clean", name));
        succeeds(&deadheat(folder.path(), &["check", "--max-states", "1500", "./app"]));
    }
}

/// Whether there is such a compiler, with the headers and the library of OpenMP.
fn compiles_openmp(compiler: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[("program.c", COUNT)]);
    let compiled = command(compiler, folder.path()).args(["-fopenmp", "-o", "plain", "program.c"]).output();
    compiled.is_ok_and(|output| output.status.success())
}
