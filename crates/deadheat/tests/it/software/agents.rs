//! Agents (`tests/software/agents`): what they see and change is what it is under the real `java`, and they are asked on every path of a search.

use std::fs;
use std::path::{Path, PathBuf};

use deadheat_testing::java::{all_jdks, java_home};
use deadheat_testing::repository;
use tempfile::TempDir;

use super::{both, here, same, text, tool};

/// JDKs for what takes longer: the one that compiles, or all where that is asked for.
fn some_jdks() -> Vec<PathBuf> {
    if std::env::var_os("EVERY_JDK").is_some() { all_jdks() } else { vec![java_home()] }
}

/// A program of the folder, compiled.
fn compiled(name: &str, options: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = repository("tests/software/agents").join(format!("{name}.java"));
    let source = source.display().to_string();
    let words: Vec<&str> =
        ["-nowarn", "-d", "."].into_iter().chain(options.iter().copied()).chain([&*source]).collect();
    tool(folder.path(), "javac", &words);
    folder
}

/// Makes a jar with a manifest and some classes.
fn jar(folder: &Path, name: &str, manifest: &str, classes: &[&str]) {
    fs::write(folder.join("manifest"), manifest).unwrap();
    let words: Vec<&str> = ["cfm", name, "manifest"].into_iter().chain(classes.iter().copied()).collect();
    tool(folder, "jar", &words);
}

/// The folder with the jars of libraries, if it has these.
fn libraries(names: &[&str]) -> Option<PathBuf> {
    let folder = std::env::var_os("DEADHEAT_JARS").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let found = folder.filter(|folder| names.iter().all(|name| folder.join(name).exists()));
    if found.is_none() {
        eprintln!("skipped: an agent needs {}", names.join(", "));
    }
    found
}

#[test]
fn transformers_and_later_versions_of_classes() {
    let classes = compiled("Agents", &[]);
    let manifest = "Premain-Class: Agents\nCan-Redefine-Classes: true\nCan-Retransform-Classes: true\n";
    jar(classes.path(), "agent.jar", manifest, &[]);
    for home in all_jdks() {
        let agents = ["-javaagent:agent.jar=one", "-javaagent:agent.jar=two"];
        same(&home, classes.path(), &[agents[0], agents[1], "-cp", ".", "Agents"], &[]);
    }
}

#[test]
fn agents_are_named_in_many_ways() {
    let classes = compiled("Started", &[]);
    let folder = classes.path();
    jar(folder, "agent.jar", "Premain-Class: Started\nCan-Redefine-Classes: true\n", &["Started.class"]);
    jar(folder, "plain.jar", "Premain-Class: Plain\nBoot-Class-Path: boot.jar none.jar\n", &["Plain.class"]);
    jar(folder, "boot.jar", "X: y\n", &["Started$Given.class"]);
    jar(folder, "app.jar", "Main-Class: Started\nLauncher-Agent-Class: Started\n", &["Started.class"]);
    fs::write(folder.join("args"), "-javaagent:agent.jar=file").unwrap();
    fs::remove_file(folder.join("Started$Given.class")).unwrap();
    for home in all_jdks() {
        let words =
            ["-javaagent:agent.jar", "-javaagent:agent.jar=", "-javaagent:plain.jar=a=b", "-cp", ".", "Started", "x"];
        same(&home, folder, &words, &[]);
        let env =
            [("JAVA_TOOL_OPTIONS", "-javaagent:agent.jar=tool"), ("JDK_JAVA_OPTIONS", "-javaagent:agent.jar=jdk")];
        same(&home, folder, &["@args", "-jar", "app.jar", "y"], &env);
    }
}

#[test]
fn agents_that_fail() {
    let classes = compiled("Started", &[]);
    let folder = classes.path();
    for (name, class) in [("agent", "Started"), ("missing", "Missing"), ("empty", "NoPremain")] {
        jar(folder, &format!("{name}.jar"), &format!("Premain-Class: {class}\n"), &[]);
    }
    jar(folder, "none.jar", "X: y\n", &[]);
    let home = java_home();
    for agent in ["agent.jar=throw", "missing.jar", "empty.jar"] {
        let agent = format!("-javaagent:{agent}");
        let (ours, real) = both(&home, folder, &[&agent, "-cp", ".", "Started"], &[]);
        // HotSpot says more than that, and in which lines of its own it gives up.
        let until = |text: &str, end: &str| {
            text.lines().take_while(|line| !line.starts_with(end)).collect::<Vec<_>>().join("\n")
        };
        let told = |printed: &super::Printed| (until(&printed.0, "Native frames"), until(&printed.1, "***"));
        assert_eq!(told(&ours), told(&real), "{agent}");
        // A process that aborts has no code of its own; a shell would say 134.
        assert_eq!((ours.2, real.2), (Some(134), None), "{agent}");
    }
    for agent in ["none.jar", "nowhere.jar"] {
        let agent = format!("-javaagent:{agent}");
        let (ours, real) = both(&home, folder, &[&agent, "-cp", ".", "Started"], &[]);
        let why = real.1.lines().next().unwrap_or_default();
        assert!(ours.1.contains(why) && real.2 == Some(1), "{agent}: {ours:?} {real:?}");
        assert_eq!(ours.2, Some(2), "{agent}");
    }
}

/// What the machine relies on is out of an agent's reach: code for method handles, and packages of the JDK.
#[test]
fn agents_stay_within_bounds() {
    let classes = compiled("Reaching", &[]);
    let folder = classes.path();
    jar(folder, "agent.jar", "Premain-Class: Reaching\nCan-Retransform-Classes: true\n", &[]);
    let sources = folder.join("sources");
    fs::create_dir_all(sources.join("java.base/java/lang")).unwrap();
    fs::write(sources.join("java.base/java/lang/Intruder.java"), "package java.lang; public class Intruder { }")
        .unwrap();
    let patched = format!("java.base={}", sources.join("java.base").display());
    let file = sources.join("java.base/java/lang/Intruder.java").display().to_string();
    tool(folder, "javac", &["-d", ".", "--patch-module", &patched, &file]);
    fs::write(sources.join("Part.java"), "package other; public class Part { } class Intruder { }").unwrap();
    tool(folder, "javac", &["-d", ".", "sources/Part.java"]);
    tool(folder, "jar", &["cf", "given.jar", "java/lang/Intruder.class", "other/Intruder.class"]);
    tool(folder, "jar", &["cf", "part.jar", "other/Part.class"]);
    fs::remove_dir_all(folder.join("other")).unwrap();
    for home in some_jdks() {
        let (ours, real) = both(&home, folder, &["-javaagent:agent.jar", "-cp", ".", "Reaching"], &[]);
        let refusals: Vec<&str> = ours.0.lines().take(3).collect();
        let refused = "java.lang.instrument.UnmodifiableClassException: java.lang.invoke.";
        assert!(refusals.iter().all(|line| line.starts_with(refused) && line.ends_with(" false")), "{ours:?}");
        let rest = |text: &str| text.lines().skip(3).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!((rest(&ours.0), ours.2), (rest(&real.0), real.2), "{ours:?}");
    }
}

/// What a transformer does when threads load classes belongs to the search: its races are found, a whole search is possible, and one whose answers depend on
/// the order of threads is told.
#[test]
fn transformers_are_asked_on_every_path() {
    let classes = compiled("Watched", &[]);
    let folder = classes.path();
    jar(folder, "agent.jar", "Premain-Class: Watched\nCan-Retransform-Classes: true\n", &[]);
    for home in &all_jdks() {
        let check = |mode: &str, output: &Path| {
            let mut check = here(home, "check");
            check.current_dir(folder).arg("--output").arg(output).arg(format!("-javaagent:agent.jar={mode}"));
            let (said, errors, code) = text(&check.args(["-cp", ".", "Watched"]).output().unwrap());
            (format!("{said}{errors}").replace("\n    ", " "), code)
        };
        let output = tempfile::tempdir().unwrap();
        let (said, code) = check("race", output.path());
        assert!(said.contains("witnessed: data race on Watched.loaded"), "{said}");
        assert!(
            said.contains("1 finding, 1 witnessed") && said.contains("The whole state space was searched"),
            "{said}"
        );
        assert_eq!(code, Some(1), "{said}");
        replay(home, output.path());
        // In one mode threads load different classes, in the other the same.
        for mode in ["locked", "same"] {
            let (said, code) = check(mode, output.path());
            assert!(said.contains("nothing found") && said.contains("The whole state space was searched"), "{said}");
            assert_eq!(code, Some(0), "{said}");
        }
        let (said, _) = check("order", output.path());
        assert!(
            said.contains("depends on the order of its threads (a class loader or an agent gives different ones)"),
            "{said}"
        );
        assert!(!said.contains("The whole state space was searched"), "{said}");
        let (said, _) = check("late", output.path());
        assert!(said.contains("Instrumentation.retransformClasses while other threads run"), "{said}");
        assert!(!said.contains("The whole state space was searched"), "{said}");
    }
}

/// Replays all witnesses of a folder.
fn replay(home: &Path, folder: &Path) {
    let files = fs::read_dir(folder).unwrap().filter_map(|file| Some(file.ok()?.path()));
    let witnesses: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "witness")).collect();
    assert!(!witnesses.is_empty());
    for witness in witnesses {
        let (said, errors, code) = text(&here(home, "replay").arg(&witness).output().unwrap());
        assert_eq!(code, Some(0), "{}: {said}{errors}", witness.display());
    }
}

/// Mockito's inline mock maker retransforms classes, `Object` among them, and gives the boot loader a class of its own. Byte Buddy's agent is started, because
/// none can attach itself.
#[test]
fn inline_mocks() {
    let names = ["mockito-core.jar", "byte-buddy.jar", "byte-buddy-agent.jar", "objenesis.jar"];
    let Some(jars) = libraries(&names) else { return };
    let path = names.map(|name| jars.join(name).display().to_string()).join(":");
    // This version of Mockito knows nothing of nests.
    let classes = compiled("Mocked", &["--release", "8", "-cp", &path]);
    let plugins = classes.path().join("mockito-extensions");
    fs::create_dir(&plugins).unwrap();
    fs::write(plugins.join("org.mockito.plugins.MockMaker"), "mock-maker-inline").unwrap();
    let agent = format!("-javaagent:{}", jars.join("byte-buddy-agent.jar").display());
    let path = format!(".:{path}");
    let words = ["-Dnet.bytebuddy.experimental=true", &agent, "-cp", &path, "Mocked"];
    for home in &some_jdks() {
        let (ours, real) = both(home, classes.path(), &words, &[]);
        assert_eq!((ours.0, ours.2), (real.0, real.2), "{}: {}", home.display(), ours.1);
    }
}

/// JaCoCo's agent counts what threads do, in arrays that they share: that it does so without locks is found, and is meant.
#[test]
fn coverage_of_threads() {
    let Some(jars) = libraries(&["org.jacoco.agent.jar", "org.jacoco.core.jar"]) else { return };
    let core = jars.join("org.jacoco.core.jar").display().to_string();
    let agent = jars.join("org.jacoco.agent.jar").display().to_string();
    let unpacked = tempfile::tempdir().unwrap();
    tool(unpacked.path(), "jar", &["xf", &agent, "jacocoagent.jar"]);
    let agent = unpacked.path().join("jacocoagent.jar").display().to_string();
    // It knows class files up to those of Java 16.
    let classes = compiled("Covered", &["--release", "11", "-cp", &format!("{agent}:{core}")]);
    let path = format!(".:{core}");
    for home in all_jdks() {
        // What it writes when the program ends stays in memory.
        let written = format!("-javaagent:{agent}=destfile={}", classes.path().join("jacoco.exec").display());
        same(&home, classes.path(), &[&written, "-cp", &path, "Covered", "and tell"], &[]);
    }
    let output = tempfile::tempdir().unwrap();
    let mut check = here(&java_home(), "check");
    let bounds = ["--without", "walks", "--max-states", "300", "--libraries", "all", "--output"];
    check.current_dir(classes.path()).args(bounds).arg(output.path());
    check.arg(format!("-javaagent:{agent}=output=none")).args(["-cp", &path, "Covered"]);
    let (said, errors, code) = text(&check.output().unwrap());
    let said = format!("{said}{errors}").replace("\n    ", " ");
    assert!(said.contains("witnessed: data race on Covered.total"), "{said}");
    assert!(said.contains("core.data.ExecutionData.probes[]"), "{said}");
    assert_eq!(code, Some(1), "{said}");
    replay(&java_home(), output.path());
}
