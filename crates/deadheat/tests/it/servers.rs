//! Servers on libraries of Debian's packages do what they do under the real `java`: `tests/servers/README.md`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use deadheat_testing::corpus::Program;
use deadheat_testing::java::{LATER, compile_with_class_path, java_home, later_jdk};

/// Where Debian puts them.
const JARS: &str = "/usr/share/java";

/// The jars that a program needs, unless one is missing.
fn jars(program: &Program) -> Result<Vec<PathBuf>, String> {
    let names = program.directives("jars").flat_map(str::split_whitespace);
    let jar = |name: &str| {
        let path = Path::new(JARS).join(name);
        if path.exists() { Ok(path) } else { Err(name.to_owned()) }
    };
    names.map(jar).collect()
}

fn run(mut command: Command, class_path: &str, program: &Program) -> (Option<i32>, String) {
    command.arg("-cp").arg(class_path).arg(&program.name).stdin(Stdio::null()).env("LC_ALL", "C.UTF-8");
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

fn compare(home: &Path) {
    for program in Program::read_folder("tests/servers") {
        let jars = match jars(&program) {
            Ok(jars) => jars,
            Err(missing) => {
                eprintln!("skipped: {} needs {JARS}/{missing}", program.name);
                continue;
            }
        };
        let jars = jars.iter().map(|jar| jar.display().to_string()).collect::<Vec<_>>().join(":");
        let classes = compile_with_class_path(std::slice::from_ref(&program.file), &jars);
        let class_path = format!("{}:{jars}", classes.path().display());
        let expected = run(Command::new(home.join("bin/java")), &class_path, &program);
        let mut deadheat = Command::new(env!("CARGO_BIN_EXE_deadheat"));
        deadheat.env("JAVA_HOME", home).args(["run", "--read", JARS]);
        assert_eq!(run(deadheat, &class_path, &program), expected, "{}", program.name);
    }
}

#[test]
fn servers_are_as_under_java() {
    compare(&java_home());
}

#[test]
fn servers_are_as_under_later_javas() {
    for home in LATER.into_iter().filter_map(later_jdk) {
        compare(&home);
    }
}
