//! Bad input and hostile guests: a clear message and a defined exit code, never a panic, a hang or a touched file.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use deadheat_testing::java::{compile, java_home};

fn deadheat(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("JAVA_HOME", java_home()).arg("run").args(args).output().unwrap()
}

fn in_folder(folder: &Path, options: &[&str], main: &str) -> Output {
    let mut args: Vec<&str> = options.to_vec();
    args.extend(["-cp", folder.to_str().unwrap(), main]);
    deadheat(&args)
}

/// The output has this exit code and names these things on stderr, without a panic.
fn expect(output: &Output, code: i32, needles: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    for needle in needles {
        assert!(stderr.contains(needle), "no {needle:?} in: {stderr}");
    }
}

const HELLO: &str = "public class Hello { public static void main(String[] a) { System.out.println(1); } }";

#[test]
fn missing_things_are_named() {
    let classes = compile("Hello", HELLO);
    expect(&in_folder(classes.path(), &[], "Nowhere"), 2, &["Nowhere", "class path"]);
    let no_main = compile("Plain", "public class Plain { void main() {} }");
    expect(&in_folder(no_main.path(), &[], "Plain"), 2, &["main method not found in class Plain"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    let output = command.env("JAVA_HOME", "/no/such/jdk").args(["run", "Hello"]).output().unwrap();
    expect(&output, 2, &["/no/such/jdk"]);
    expect(&deadheat(&["-jar", "/no/such.jar"]), 2, &["/no/such.jar"]);
    expect(&deadheat(&["/no/such/Source.java"]), 2, &["Source.java"]);
}

#[test]
fn broken_classes_and_jars_are_refused() {
    let classes = compile("Hello", HELLO);
    let file = classes.path().join("Hello.class");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    expect(&in_folder(classes.path(), &[], "Hello"), 2, &["Truncated class file"]);
    let mut future = bytes.clone();
    future[7] = 99;
    fs::write(&file, &future).unwrap();
    expect(&in_folder(classes.path(), &[], "Hello"), 2, &["class file version 99"]);
    fs::write(&file, b"not a class").unwrap();
    expect(&in_folder(classes.path(), &[], "Hello"), 2, &["magic value"]);
    let jar = classes.path().join("broken.jar");
    fs::write(&jar, b"PK\x03\x04 nothing").unwrap();
    expect(&deadheat(&["-jar", jar.to_str().unwrap()]), 2, &["broken.jar"]);
}

#[test]
fn cyclic_inheritance_is_an_error_of_the_guest() {
    // Compiled one after the other, so that javac does not see the cycle.
    let folder = compile("B", "public class B { } class A extends B { }");
    let second = compile("B", "class B extends A { } class A { }");
    fs::copy(second.path().join("B.class"), folder.path().join("B.class")).unwrap();
    expect(&in_folder(folder.path(), &[], "A"), 2, &["ClassCircularityError"]);
}

#[test]
fn a_compressed_image_is_refused() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("lib")).unwrap();
    fs::create_dir_all(home.path().join("bin")).unwrap();
    fs::write(home.path().join("release"), "JAVA_VERSION=\"17.0.1\"\n").unwrap();
    fs::write(home.path().join("bin/javac"), "").unwrap();
    fs::write(home.path().join("lib/modules"), vec![0x11u8; 4096]).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    let output = command.env("JAVA_HOME", home.path()).args(["run", "-cp", ".", "Hello"]).output().unwrap();
    expect(&output, 2, &["modules"]);
}

#[test]
fn endless_guests_meet_their_bounds() {
    let spin = compile("Spin", "public class Spin { public static void main(String[] a) { while (true) { } } }");
    expect(&in_folder(spin.path(), &["--timeout", "1"], "Spin"), 4, &["limit on time"]);
    let forks = r"public class Forks { public static void main(String[] a) throws Exception {
        int n = 0;
        try { while (true) { Thread t = new Thread(() -> { synchronized (Forks.class) { try { Forks.class.wait(); } catch (InterruptedException e) { } } }); t.setDaemon(true); t.start(); n++; } }
        catch (OutOfMemoryError e) { System.err.println(e.getMessage() + n); System.exit(7); } } }";
    let forks = compile("Forks", forks);
    expect(&in_folder(forks.path(), &["--threads", "50"], "Forks"), 7, &["unable to create native thread"]);
    let hog = r"import java.util.*; public class Hog { public static void main(String[] a) {
        List<byte[]> all = new ArrayList<>(); while (true) all.add(new byte[100_000]); } }";
    let hog = compile("Hog", hog);
    expect(&in_folder(hog.path(), &["--heap", "32m"], "Hog"), 1, &["java.lang.OutOfMemoryError: Java heap space"]);
    let deep = "public class Deep { static int f(int n) { return f(n + 1) + 1; } public static void main(String[] a) { f(0); } }";
    let deep = compile("Deep", deep);
    expect(&in_folder(deep.path(), &[], "Deep"), 1, &["java.lang.StackOverflowError"]);
}

#[test]
fn guests_reach_nothing_outside() {
    let target = tempfile::tempdir().unwrap();
    let kept = target.path().join("kept.txt");
    fs::write(&kept, "mine").unwrap();
    let source = r#"import java.io.*; import java.nio.file.*; public class Reach { public static void main(String[] a) throws Exception {
        Path dir = Path.of(a[0]);
        Files.writeString(dir.resolve("new.txt"), "x");
        Files.writeString(dir.resolve("kept.txt"), "overwritten");
        System.out.println(Files.readString(dir.resolve("kept.txt")));
        Files.delete(dir.resolve("kept.txt"));
        new File(a[0], "sub").mkdir();
        try { new java.net.Socket("127.0.0.1", 80); } catch (IOException e) { System.out.println("net: " + e.getMessage()); }
        try { new ProcessBuilder("true").start(); } catch (IOException e) { System.out.println("process: " + e.getMessage()); }
        try { System.load("/lib/x86_64-linux-gnu/libm.so.6"); } catch (UnsatisfiedLinkError e) { System.out.println("library: " + e.getMessage()); }
        System.exit(5);
    } }"#;
    let classes = compile("Reach", source);
    let output = deadheat(&["-cp", classes.path().to_str().unwrap(), "Reach", target.path().to_str().unwrap()]);
    expect(&output, 5, &[]);
    let stdout = String::from_utf8_lossy(&output.stdout);
    for needle in ["overwritten", "net: ", "process: ", "library: ", "refused under deadheat"] {
        assert!(stdout.contains(needle), "no {needle:?} in: {stdout}");
    }
    assert_eq!(fs::read_to_string(&kept).unwrap(), "mine");
    assert_eq!(fs::read_dir(target.path()).unwrap().count(), 1);
}

#[test]
fn schedules_are_followed_or_refused() {
    let classes = compile("Hello", HELLO);
    let schedule = classes.path().join("s");
    fs::write(&schedule, "deadheat schedule 1\n\nT0\nT9 x3\n").unwrap();
    let file = schedule.to_str().unwrap();
    let code = in_folder(classes.path(), &["--schedule", file], "Hello").status.code();
    assert_eq!(code, Some(2));
    fs::write(&schedule, "garbage\u{0}").unwrap();
    expect(&in_folder(classes.path(), &["--schedule", file], "Hello"), 2, &["s"]);
    fs::write(&schedule, "deadheat schedule 99\nT0\n").unwrap();
    expect(&in_folder(classes.path(), &["--schedule", file], "Hello"), 2, &["99"]);
}
