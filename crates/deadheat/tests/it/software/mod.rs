//! Real software: the JDK's own tools, class loaders, modules and options, compared with the real `java`, and libraries (`tests/software`).

mod agents;
pub(crate) mod libraries;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use deadheat_testing::java::{all_jdks, compile_files, java_home};
use deadheat_testing::repository;
use tempfile::TempDir;

fn source(name: &str) -> PathBuf {
    repository("tests/software").join(format!("{name}.java"))
}

fn classes(name: &str) -> TempDir {
    compile_files(&[source(name)])
}

fn here(home: &Path, command: &str) -> Command {
    let mut here = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    here.env("JAVA_HOME", home).arg(command);
    here
}

type Printed = (String, String, Option<i32>);

fn text(output: &Output) -> Printed {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// Runs the same words under both, in a folder, with the same environment.
fn same(home: &Path, folder: &Path, words: &[&str], env: &[(&str, &str)]) {
    let (ours, real) = both(home, folder, words, env);
    assert_eq!(ours, real, "{words:?} on {}", home.display());
}

/// What both print, and how they end: output, errors, code; ours first.
fn both(home: &Path, folder: &Path, words: &[&str], env: &[(&str, &str)]) -> (Printed, Printed) {
    let run = |mut command: Command| {
        command.current_dir(folder).args(words).envs(env.iter().copied()).env("LC_ALL", "C.UTF-8");
        text(&command.output().unwrap())
    };
    let mut java = Command::new(home.join("bin/java"));
    java.arg("-ea");
    let mut ours = here(home, "run");
    ours.args(["--analyses", "none"]);
    (run(ours), run(java))
}

#[test]
fn hidden_classes_have_the_names_that_they_are_given() {
    let classes = classes("Sensitive");
    for home in all_jdks() {
        same(&home, classes.path(), &["-cp", ".", "pk.Sensitive"], &[]);
    }
}

/// The compiler, the archiver and the disassembler are programs like any other. A runtime without them has nothing to compare.
#[test]
fn tools_of_the_jdk() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("Hello.java"),
        "import java.util.*; public class Hello { record P(int x) {} public static void main(String[] a) { List.of(1).forEach(x -> System.out.println(new P(x))); } }",
    )
    .unwrap();
    fs::write(folder.path().join("Bad.java"), "class Bad { int f() { return \"x\"; } }").unwrap();
    let home = java_home();
    let tools: [&[&str]; 7] = [
        &["com.sun.tools.javac.Main", "-d", "out", "Hello.java"],
        &["com.sun.tools.javac.Main", "-Xlint:all", "Bad.java"],
        &["com.sun.tools.javap.Main", "-c", "-p", "java.lang.Runnable"],
        &["sun.tools.jar.Main", "--create", "--file", "made.jar", "Hello.java"],
        &["sun.tools.jar.Main", "--list", "--file", "made.jar"],
        &["com.sun.tools.javac.Main", "-version"],
        // The releases that it knows are in an archive of a few megabytes, whose directory is read at once.
        &["com.sun.tools.javac.Main", "--help"],
    ];
    for words in tools {
        same(&home, folder.path(), words, &[]);
    }
}

fn jar(folder: &Path, manifest: &str, name: &str) {
    fs::write(folder.join("manifest"), manifest).unwrap();
    let mut jar = Command::new(java_home().join("bin/jar"));
    let made = jar.current_dir(folder).args(["cfm", name, "manifest", "pk"]).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

#[test]
fn what_manifests_say_of_packages() {
    let classes = classes("Versions");
    let main =
        "Implementation-Title: all\nImplementation-Version: 1.2\nSpecification-Version: 3\nMain-Class: pk.Versions\n";
    jar(classes.path(), main, "all.jar");
    jar(
        classes.path(),
        &format!("{main}\nName: pk/\nImplementation-Version: 4\nImplementation-Vendor: us\n"),
        "own.jar",
    );
    for home in all_jdks() {
        for file in ["all.jar", "own.jar"] {
            same(&home, classes.path(), &["-jar", file, "x"], &[]);
        }
        same(&home, classes.path(), &["-cp", ".", "pk.Versions"], &[]);
    }
}

#[test]
fn options_as_scripts_have_them() {
    let classes = classes("Versions");
    let folder = classes.path();
    fs::write(folder.join("args"), "-da:pk... # all of them\n'-Dgiven=a b'").unwrap();
    for home in all_jdks() {
        for words in [
            &["-da", "-ea:pk...", "-cp", ".", "pk.Versions"][..],
            &["-da:pk.Versions", "-cp", ".", "pk.Versions"],
            &["@args", "-cp", ".", "pk.Versions", "@args"],
            &["--add-modules", "java.logging", "-cp", ".", "pk.Versions"],
            &["--enable-preview", "-cp", ".", "pk.Versions"],
        ] {
            same(&home, folder, words, &[]);
        }
        let env = [("JAVA_TOOL_OPTIONS", "-Dgiven=tool"), ("JDK_JAVA_OPTIONS", "-da:pk...")];
        same(&home, folder, &["-cp", ".", "pk.Versions"], &env);
        // HotSpot says nothing of its own options; here the user is told once.
        let mut ours = here(&home, "run");
        ours.args(["--analyses", "none", "-Xint", "-XX:+UseSerialGC", "-cp"]).arg(folder).arg("pk.Versions");
        let (_, said, code) = text(&ours.output().unwrap());
        assert_eq!((said.as_str(), code), ("deadheat: -Xint, -XX:+UseSerialGC: without effect here\n", Some(0)));
    }
}

#[test]
fn modules() {
    let folder = tempfile::tempdir().unwrap();
    let (sources, mods) = (folder.path().join("src"), folder.path().join("mods/app"));
    fs::create_dir_all(sources.join("pk")).unwrap();
    fs::write(sources.join("module-info.java"), "module app { requires java.sql; }").unwrap();
    fs::copy(source("Versions"), sources.join("pk/Versions.java")).unwrap();
    let mut javac = Command::new(java_home().join("bin/javac"));
    javac.arg("-d").arg(&mods).args([sources.join("module-info.java"), sources.join("pk/Versions.java")]);
    assert!(javac.status().unwrap().success());
    let mut jar = Command::new(java_home().join("bin/jar"));
    jar.current_dir(folder.path()).args([
        "--create",
        "--file",
        "app.jar",
        "--main-class",
        "pk.Versions",
        "-C",
        "mods/app",
        ".",
    ]);
    assert!(jar.status().unwrap().success());
    // A runtime may lack the module that is required.
    let has_sql =
        |home: &PathBuf| fs::read_to_string(home.join("release")).is_ok_and(|text| text.contains("java.sql "));
    for home in all_jdks().into_iter().filter(has_sql) {
        for words in [
            &["-p", "mods", "-m", "app/pk.Versions", "1"][..],
            &["--module-path=app.jar", "--module", "app", "2", "3"],
            &["-p", "mods", "--add-modules", "app", "-cp", "mods/app", "pk.Versions"],
        ] {
            same(&home, folder.path(), words, &[]);
        }
        let mut check = here(&home, "check");
        check.current_dir(folder.path()).args(["-p", "mods", "-m", "app/pk.Versions"]);
        let (_, said, code) = text(&check.output().unwrap());
        assert_eq!(code, Some(0), "{said}");
    }
}

/// A loader of the user's is asked on every path, so a schedule that a search has found is one that a fresh machine can follow.
#[test]
fn loaders_off_the_main_thread() {
    let classes = classes("OffMain");
    for home in all_jdks() {
        let output = tempfile::tempdir().unwrap();
        let mut check = here(&home, "check");
        check.args(["--budget", "20,60", "--output"]).arg(output.path()).arg("-cp").arg(classes.path()).arg("OffMain");
        let (said, errors, code) = text(&check.output().unwrap());
        assert!(said.contains("witnessed: data race on OffMain.counter"), "{said}{errors}");
        assert_eq!(code, Some(1), "{said}{errors}");
        let witness = fs::read_dir(output.path()).unwrap().filter_map(|file| Some(file.ok()?.path()));
        let witness = witness.into_iter().find(|path| path.extension().is_some_and(|end| end == "witness")).unwrap();
        let (said, errors, code) = text(&here(&home, "replay").arg(witness).output().unwrap());
        assert_eq!(code, Some(0), "{said}{errors}");
    }
}

/// Runs a tool of the JDK that compiles.
fn tool(folder: &Path, name: &str, words: &[&str]) {
    let output = Command::new(java_home().join("bin").join(name)).current_dir(folder).args(words).output().unwrap();
    assert!(output.status.success(), "{name} {words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Checks a jar on all JDKs, with a race in it that must be witnessed, and the witness replayed.
fn witnessed_in(folder: &Path, jar: &str, race: &str) {
    for home in all_jdks() {
        let output = tempfile::tempdir().unwrap();
        let mut check = here(&home, "check");
        check.current_dir(folder).args(["--budget", "20,60", "--output"]).arg(output.path()).args(["-jar", jar]);
        let (said, errors, code) = text(&check.output().unwrap());
        assert!(said.contains(&format!("witnessed: data race on {race}")), "{said}{errors}");
        assert_eq!(code, Some(1), "{said}{errors}");
        let files = fs::read_dir(output.path()).unwrap().filter_map(|file| Some(file.ok()?.path()));
        for witness in files.filter(|path| path.extension().is_some_and(|end| end == "witness")) {
            let (said, errors, code) = text(&here(&home, "replay").current_dir(folder).arg(witness).output().unwrap());
            assert_eq!(code, Some(0), "{said}{errors}");
        }
    }
}

/// A jar inside a jar, and a launcher that loads its classes, one of them in whatever thread is the first to need it.
#[test]
fn nested_jars() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| fs::write(folder.path().join(name), content).unwrap();
    write(
        "Main.java",
        "package app; public class Main { static int counter; public static void main(String[] args) throws Exception {
            Runnable count = () -> counter += Step.length();
            Thread other = new Thread(count); other.start(); count.run(); other.join();
            System.out.println(Step.length() + Main.class.getClassLoader().getClass().getSimpleName()); } }
        class Step { static int length() { return 2; } }",
    );
    write("manifest", "Main-Class: launch.Launcher\n");
    fs::create_dir_all(folder.path().join("outer/lib")).unwrap();
    let launcher = source("Launcher").display().to_string();
    tool(folder.path(), "javac", &["-g", "-d", "inner", "Main.java"]);
    tool(folder.path(), "jar", &["cf", "outer/lib/app.jar", "-C", "inner", "."]);
    tool(folder.path(), "javac", &["-g", "-d", "outer", &launcher]);
    tool(folder.path(), "jar", &["cfm", "fat.jar", "manifest", "-C", "outer", "."]);
    for home in all_jdks() {
        same(&home, folder.path(), &["-jar", "fat.jar"], &[]);
    }
    witnessed_in(folder.path(), "fat.jar", "app.Main.counter");
}

/// The race is in the code for JDK 17 and later only.
#[test]
fn multi_release_jars() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| fs::write(folder.path().join(name), content).unwrap();
    let step = |body: &str| format!("public class Step {{ static int n; static void bump() {{ {body} }} }}");
    write(
        "App.java",
        "public class App { public static void main(String[] a) throws Exception {
            Thread other = new Thread(Step::bump); other.start(); Step.bump(); other.join(); } }",
    );
    fs::create_dir(folder.path().join("later")).unwrap();
    write("Step.java", &step("synchronized (Step.class) { n++; }"));
    write("later/Step.java", &step("n++;"));
    write("manifest", "Main-Class: App\nMulti-Release: true\n");
    tool(folder.path(), "javac", &["-g", "-d", "base", "App.java", "Step.java"]);
    tool(folder.path(), "javac", &["-g", "-d", "17", "later/Step.java"]);
    tool(folder.path(), "jar", &["cfm", "app.jar", "manifest", "-C", "base", "."]);
    tool(folder.path(), "jar", &["uf", "app.jar", "--release", "17", "-C", "17", "."]);
    witnessed_in(folder.path(), "app.jar", "Step.n");
}
