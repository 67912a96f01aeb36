//! Whole files of each format, made by the tools that make them for users.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use deadheat_guest_java::classpath::jimage::JImage;
use deadheat_testing::java::{compile, java_home};
use deadheat_testing::{files, repository, skip};
use tempfile::TempDir;

use crate::image;

/// Small, and with something of everything that a trace, a witness or a result can have.
const PROGRAM: &str = r#"
import java.util.concurrent.locks.ReentrantLock;
public class Target {
    static int shared; static volatile boolean ready; static String text = "é\n";
    static final Object a = new Object(), b = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    int[] numbers = {1, 2, 3}; double wide = 2.5;
    static void both(Object first, Object second) { synchronized (first) { synchronized (second) { shared++; } } }
    public static void main(String[] args) throws Exception {
        Target target = new Target();
        Thread other = new Thread(() -> {
            shared++;
            target.numbers[1] = shared;
            both(a, b);
            lock.lock();
            try { text += 1; } finally { lock.unlock(); }
            synchronized (a) { ready = true; a.notifyAll(); }
        }, "other");
        other.start();
        shared++;
        both(b, a);
        synchronized (a) { while (!ready) a.wait(); }
        target.wide /= target.numbers[1];
        other.join();
        System.out.println(shared > 0);
    }
}
"#;

/// A value of each form.
const PROJECT: &str = r#"
class-path = ["a", "b/*"]   # folders
java-options = ["-Dk=v", '-ea']
include = "^com.example.*"
budget = [10, 12.5]
heap = "64m"
seed = 0x2a
[check]
expect-exit = -1
same-output = false
[test]
select = ["A#b", """C"""]
total = 600
"#;

/// The files of each format, and the folder with what commands need besides.
pub struct Seeds {
    folder: TempDir,
    files: BTreeMap<&'static str, Vec<Vec<u8>>>,
}

impl Seeds {
    /// The same for all tests.
    pub fn new() -> &'static Self {
        static SEEDS: LazyLock<Seeds> = LazyLock::new(Seeds::make);
        &SEEDS
    }

    fn make() -> Self {
        let folder = compile("Target", PROGRAM);
        let at = |name: &str| folder.path().join(name);
        let classes = folder.path().to_str().expect("a name in UTF-8");
        deadheat(1, &["check", "--budget", "20", "--output", path(&at("results")), "-cp", classes, "Target"]);
        deadheat(0, &["run", "--trace", path(&at("t")), "--record", path(&at("s")), "-cp", classes, "Target"]);
        deadheat(0, &["convert", "--output", path(&at("t.std")), path(&at("t"))]);
        deadheat(0, &["convert", "--output", path(&at("t.std.gz")), path(&at("t"))]);
        let mut jar = Command::new(java_home().join("bin/jar"));
        jar.args(["--create", "--main-class", "Target", "--file"]).arg(at("target.jar"));
        assert!(jar.arg("-C").arg(classes).arg("Target.class").status().expect("a JDK with `jar`").success());

        let read = |file: PathBuf| fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let image = JImage::open(&java_home().join("lib/modules")).expect("the JDK's library");
        let fixtures = files(&repository("crates/report/tests/fixtures"), "json");
        let mut all = BTreeMap::from([
            ("class", files(folder.path(), "class").into_iter().map(read).collect()),
            ("jar", vec![read(at("target.jar"))]),
            ("jimage", vec![image::with_classes(&image, &["java/lang/Object", "java/util/List", "java/lang/String"])]),
            ("schedule", vec![read(at("s"))]),
            ("witness", files(&at("results"), "witness").into_iter().map(read).collect()),
            ("trace", vec![read(at("t"))]),
            ("text-trace", vec![read(at("t.std")), read(at("t.std.gz"))]),
            ("result", fixtures.into_iter().chain([at("results/result.json")]).map(read).collect()),
            ("suppressions", vec![b"# ours\nrace:Account.*\ndeadlock:*\n\natomicity:a*b*c*d\nrace:*.java\n".to_vec()]),
        ]);
        all.insert("project", vec![PROJECT.into()]);
        let account = repository("examples/account.c");
        let gcc = Command::new("gcc").arg("-g").arg("-o").arg(at("account")).arg(&account).arg("-pthread").status();
        if gcc.is_ok_and(|status| status.success()) {
            deadheat(1, &["check", "--output", path(&at("native")), path(&account)]);
            all.insert("executable", vec![read(at("account"))]);
            all.insert("native-witness", files(&at("native"), "witness").into_iter().map(read).collect());
        } else {
            skip("damaged executables", "install gcc");
        }
        Self { folder, files: all }
    }

    /// The files of a format; none where the tool that makes them is missing.
    pub fn of(&self, format: &str) -> &[Vec<u8>] {
        self.files.get(format).map_or(&[], Vec::as_slice)
    }

    /// Where the classes of the program are.
    pub fn classes(&self) -> &Path {
        self.folder.path()
    }
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a name in UTF-8")
}

fn deadheat(code: i32, args: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    let output = command.env("JAVA_HOME", java_home()).args(args).output().expect("deadheat runs");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}
