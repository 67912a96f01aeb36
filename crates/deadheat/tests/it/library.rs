//! The whole library, once over: every public class of java.base, java.logging and java.xml that HotSpot can initialise is
//! initialised here too.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use deadheat_guest_java::classfile;
use deadheat_guest_java::classpath::jimage::JImage;
use deadheat_testing::java::{compile, java_home, later_jdk};

const GUEST: &str = r#"
import java.io.*;
public class Smoke {
    public static void main(String[] args) throws Exception {
        BufferedReader names = new BufferedReader(new InputStreamReader(System.in));
        PrintStream out = System.out;
        for (String name = names.readLine(); name != null; name = names.readLine()) {
            String result;
            try {
                Class.forName(name, true, Smoke.class.getClassLoader());
                result = "ok";
            } catch (Throwable t) {
                Throwable root = t;
                while (root.getCause() != null) root = root.getCause();
                result = root.toString().split("\n")[0];
            }
            out.println(name + " " + result);
        }
        out.flush();
        Runtime.getRuntime().halt(0);
    }
}
"#;

/// What is refused on purpose: virtual threads are threads of their own.
const REFUSED: &[&str] = &["jdk.internal.vm.Continuation"];

/// Public classes of the three modules, without those whose initialisers end or hang the process.
fn public_classes(home: &Path) -> Vec<String> {
    let image = JImage::open(&home.join("lib/modules")).unwrap();
    let mut names = Vec::new();
    for entry in image.entries() {
        if !matches!(entry.module, "java.base" | "java.logging" | "java.xml") || entry.extension != "class" {
            continue;
        }
        let name = format!("{}/{}", entry.parent, entry.base);
        if entry.base == "module-info" || entry.base == "package-info" {
            continue;
        }
        let bytes = image.find(entry.module, &format!("{name}.class")).unwrap();
        let file = classfile::parse(bytes).unwrap();
        if file.access & 1 != 0 {
            names.push(name.replace('/', "."));
        }
    }
    names.sort();
    names
}

fn run(mut command: Command, names: &[String]) -> BTreeMap<String, String> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = names.join("\n");
    let writer = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{}\n{}",
        stdout.lines().last().unwrap_or(""),
        String::from_utf8_lossy(&output.stderr)
    );
    stdout.lines().filter_map(|line| line.split_once(' ')).map(|(n, r)| (n.to_owned(), r.to_owned())).collect()
}

#[test]
fn every_public_class_that_hotspot_initialises() {
    smoke(&java_home());
}

#[test]
fn every_public_class_of_jdk_21() {
    if let Some(home) = later_jdk(21) {
        smoke(&home);
    }
}

#[test]
fn every_public_class_of_jdk_25() {
    if let Some(home) = later_jdk(25) {
        smoke(&home);
    }
}

fn smoke(home: &Path) {
    let folder = compile("Smoke", GUEST);
    let names = public_classes(home);
    assert!(names.len() > 2000);

    let mut java = Command::new(home.join("bin/java"));
    java.arg("-cp").arg(folder.path()).arg("Smoke");
    let expected = run(java, &names);
    let mut here = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    here.env("JAVA_HOME", home)
        .args(["run", "--analyses", "none", "--timeout", "300"])
        .arg("-cp")
        .arg(folder.path())
        .arg("Smoke");
    let found = run(here, &names);

    let missing: Vec<String> = expected
        .iter()
        .filter(|(name, _)| !REFUSED.contains(&name.as_str()))
        .filter(|(name, result)| *result == "ok" && found.get(*name).map(String::as_str) != Some("ok"))
        .map(|(name, _)| format!("{name}: {}", found.get(name).map_or("not reached", String::as_str)))
        .collect();
    assert!(missing.is_empty(), "{} of {} classes:\n{}", missing.len(), expected.len(), missing.join("\n"));
}
