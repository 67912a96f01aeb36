//! The user's findings come first, and those inside libraries are folded away: `tests/libraries/README.md`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use deadheat_testing::corpus::Program;
use deadheat_testing::java::{compile, java_home};
use deadheat_testing::{files, repository};
use serde_json::Value;

fn deadheat(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deadheat")).env("JAVA_HOME", java_home()).args(args).output().unwrap()
}

/// The library as a jar, and the programs as a folder of classes.
fn class_path(folder: &Path) -> String {
    let (library, jar, app) = (folder.join("lib"), folder.join("lib.jar"), folder.join("app"));
    [&library, &app].into_iter().for_each(|folder| fs::create_dir(folder).unwrap());
    javac(&library, &jar, "tests/libraries/lib/org/lib");
    let mut tool = Command::new(java_home().join("bin/jar"));
    let made = tool.arg("--create").arg("--file").arg(&jar).arg("-C").arg(&library).arg(".").status().unwrap();
    assert!(made.success());
    javac(&app, &jar, "tests/libraries/app");
    format!("{}:{}", app.display(), jar.display())
}

fn javac(folder: &Path, class_path: &Path, sources: &str) {
    let mut javac = Command::new(java_home().join("bin/javac"));
    let done =
        javac.arg("-g").arg("-cp").arg(class_path).arg("-d").arg(folder).args(files(&repository(sources), "java"));
    assert!(done.status().unwrap().success());
}

#[test]
fn what_is_inside_a_library_is_folded_away() {
    let folder = tempfile::tempdir().unwrap();
    let path = class_path(folder.path());
    for program in Program::read_folder("tests/libraries/app") {
        let yours: Vec<&str> = program.directives("yours").collect();
        let folded: usize = program.directives("folded").next().unwrap().parse().unwrap();
        for command in ["check", "explore"] {
            let results = tempfile::tempdir().unwrap();
            let output =
                deadheat(&[command, "--output", results.path().to_str().unwrap(), "-cp", &path, &program.name]);
            let text = String::from_utf8(output.stdout).unwrap();
            assert_eq!(output.status.code(), Some(i32::from(!yours.is_empty())), "{command}: {text}");
            let titles = text.lines().filter(|line| line.contains("witnessed: ")).count();
            assert_eq!(titles, yours.len(), "{command}: {text}");
            yours.iter().for_each(|title| assert!(text.contains(title), "{command}: {title}\n{text}"));
            let plural = if folded == 1 { "" } else { "s" };
            let told = format!("And {folded} finding{plural} inside libraries: --libraries all shows them.");
            assert!(text.contains(&told), "{command}: {text}");
            let result: Value =
                serde_json::from_str(&fs::read_to_string(results.path().join("result.json")).unwrap()).unwrap();
            let flags = result["findings"].as_array().unwrap().iter().map(|finding| finding["in_library"] == true);
            let flags: Vec<bool> = flags.collect();
            assert_eq!(flags, [vec![false; yours.len()], vec![true; folded]].concat(), "{command}: {text}");
            assert!(!text.contains("not atomic"), "{command}: {text}");

            let all = deadheat(&[command, "--libraries", "all", "-cp", &path, &program.name]);
            let text = String::from_utf8(all.stdout).unwrap();
            assert_eq!(all.status.code(), Some(1), "{command}: {text}");
            let titles = text.lines().filter(|line| line.contains("witnessed: ")).count();
            assert_eq!(titles, yours.len() + folded, "{command}: {text}");
        }
        let included =
            deadheat(&["check", "--include", "org.lib", "--include", &program.name, "-cp", &path, &program.name]);
        let text = String::from_utf8(included.stdout).unwrap();
        assert!(!text.contains("inside libraries"), "{text}");
    }
}

#[test]
fn titles_say_what_an_error_needs_and_what_holds_a_collection() {
    let source = "import java.util.*;
        public class Titles {
            static class Cache { final List<String> entries = new ArrayList<>(); }
            static final Cache cache = new Cache();
            static int late;
            static boolean done;
            static char letter;
            public static void main(String[] args) throws Exception {
                Thread other = new Thread(() -> {
                    done = true;
                    letter = 'x';
                    cache.entries.add(\"a\");
                    try { Thread.sleep(5000); } catch (InterruptedException e) { return; }
                    late = 1;
                });
                other.start();
                done = true;
                letter = 'x';
                cache.entries.add(\"b\");
                late = 2;
                other.join();
            }
        }";
    let classes = compile("Titles", source);
    let output = deadheat(&["check", "--width", "200", "-cp", classes.path().to_str().unwrap(), "Titles"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let titles: Vec<&str> = text.lines().filter(|line| line.contains("witnessed: ")).collect();
    let race = |what: &str| titles.iter().any(|title| title.ends_with(&format!("witnessed: data race on {what}")));
    assert!(race("Titles$Cache.entries (java.util.ArrayList)"), "{text}");
    assert!(race("Titles.late, after a timeout of 5 s"), "{text}");
    assert!(titles.last().is_some_and(|title| title.contains("Titles.late")), "the certain ones come first: {text}");
    assert!(text.contains("write true to Titles.done") && text.contains("write 'x' to Titles.letter"), "{text}");
}
