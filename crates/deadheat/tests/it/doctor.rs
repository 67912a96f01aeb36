//! `deadheat doctor`: what is there, and what of a program's files cannot be run.

use std::fs;
use std::path::Path;
use std::process::Command;

use deadheat_testing::java::{compile, java_home};

/// What it shows, what it says of errors, and how it ends.
fn doctor(home: &Path, folder: &Path, words: &[&str]) -> (String, String, Option<i32>) {
    let mut doctor = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    let output = doctor.env("JAVA_HOME", home).current_dir(folder).arg("doctor").args(words).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

const PROGRAM: &str =
    "public class Main { static native void call(); native int other(int n); public static void main(String[] a) {} }";

#[test]
fn what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let (said, errors, code) = doctor(&java_home(), folder.path(), &[]);
    assert!(said.contains("\nJava\n  JDK ") && said.contains("\nC, C++ and Rust\n"), "{said}{errors}");
    assert_eq!(code, Some(0), "{errors}");
    let (said, _, code) = doctor(Path::new("/no/such/jdk"), folder.path(), &[]);
    assert!(said.contains("there is no folder /no/such/jdk (from JAVA_HOME)"), "{said}");
    assert!(matches!(code, Some(0 | 2)), "{code:?}");
    let (_, errors, code) = doctor(Path::new("/no/such/jdk"), folder.path(), &["Main"]);
    assert!(errors.contains("there is no folder /no/such/jdk"), "{errors}");
    assert_eq!(code, Some(2));
    let (_, errors, code) = doctor(&java_home(), folder.path(), &["--seed", "1"]);
    assert!(errors.contains("unexpected argument '--seed'"), "{errors}");
    assert_eq!(code, Some(2));
}

#[test]
fn what_cannot_be_run() {
    let classes = compile("Main", PROGRAM);
    let folder = classes.path();
    let (said, _, code) = doctor(&java_home(), folder, &["-cp", ".", "Main"]);
    assert!(said.contains("    native methods\n      2 of Main\n"), "{said}");
    assert_eq!(code, Some(1));
    fs::create_dir(folder.join("lib")).unwrap();
    fs::write(folder.join("lib/libfast.so"), "").unwrap();
    fs::write(folder.join("Broken.class"), "no class").unwrap();
    let mut newer = fs::read(folder.join("Main.class")).unwrap();
    newer[6..8].copy_from_slice(&99u16.to_be_bytes());
    fs::write(folder.join("Newer.class"), newer).unwrap();
    let (said, _, code) = doctor(&java_home(), folder, &["-cp", ".:none.jar", "Elsewhere"]);
    for line in [
        "    cannot be read\n      Broken.class in .\n",
        "    classes for a later JDK\n      Newer.class in ., made for Java 55\n",
        "    native libraries\n      lib/libfast.so in .\n",
        "none.jar, which the class path names\n",
        "      the class Elsewhere, which is to be run\n",
    ] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    assert_eq!(code, Some(1));
}

/// An agent that is started is run like any other code; one that is only there could attach itself, which is refused.
#[test]
fn agents() {
    let classes = compile("Main", "public class Main { public static void main(String[] a) {} }");
    let folder = classes.path();
    fs::write(folder.join("manifest"), "Premain-Class: Main\nAgent-Class: Main\n").unwrap();
    let mut jar = Command::new(java_home().join("bin/jar"));
    assert!(jar.current_dir(folder).args(["cfm", "agent.jar", "manifest"]).status().unwrap().success());
    let (said, _, code) = doctor(&java_home(), folder, &["-cp", ".:agent.jar", "Main"]);
    let line = "    agents that would attach themselves\n      Main of agent.jar; start it: -javaagent:agent.jar\n";
    assert!(said.replace(&format!("{}/", folder.display()), "").contains(line), "{said}");
    assert_eq!(code, Some(1));
    let (said, _, code) = doctor(&java_home(), folder, &["-javaagent:agent.jar", "-cp", ".:agent.jar", "Main"]);
    assert!(said.ends_with("  nothing in its files stands against running it\n"), "{said}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_program_that_nothing_stands_against() {
    let classes = compile("Main", "public class Main { public static void main(String[] a) {} }");
    let (said, _, code) = doctor(&java_home(), classes.path(), &["Main"]);
    let end = "\nMain\n  1 folder, 1 class, made for Java ";
    assert!(said.contains(end) && said.ends_with("  nothing in its files stands against running it\n"), "{said}");
    assert_eq!(code, Some(0));
}

#[test]
fn modules_that_are_missing() {
    let folder = tempfile::tempdir().unwrap();
    let (library, app) = (folder.path().join("mods/lib"), folder.path().join("mods/app"));
    let source = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    };
    let javac = |words: &[&Path]| {
        let mut javac = Command::new(java_home().join("bin/javac"));
        assert!(javac.current_dir(folder.path()).args(words).status().unwrap().success());
    };
    let (option, path) = (Path::new("-d"), Path::new("--module-path"));
    javac(&[option, &library, &source("l/module-info.java", "module lib { }")]);
    let main = source("a/p/Main.java", "package p; public class Main { public static void main(String[] a) {} }");
    let module = source("a/module-info.java", "module app { requires lib; }");
    javac(&[path, Path::new("mods"), option, &app, &module, &main]);
    let (said, _, code) = doctor(&java_home(), folder.path(), &["-p", "mods", "-m", "app/p.Main"]);
    assert_eq!(code, Some(0), "{said}");
    fs::remove_dir_all(library).unwrap();
    let (said, _, code) = doctor(&java_home(), folder.path(), &["-p", "mods", "-m", "app/p.Main"]);
    assert!(said.contains("    missing\n      module lib, which app requires\n"), "{said}");
    assert_eq!(code, Some(1), "{said}");
}
