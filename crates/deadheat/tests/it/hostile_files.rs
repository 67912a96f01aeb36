//! Files that are none: links in a circle, pipes and devices where classes or input are expected, and limits that cannot be meant.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use deadheat_testing::java::{compile, java_home};

const HELLO: &str = "public class Hello { public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> System.out.println(1)); t.start(); t.join();
    try { Class.forName(\"Pipe\"); System.out.println(\"loaded\"); } catch (ClassNotFoundException e) { System.out.println(\"none\"); } } }";

/// What it says, or a failure if it hangs.
fn deadheat(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.env("JAVA_HOME", java_home()).args(args);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
            panic!("{args:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn refuses(args: &[&str], part: &str) {
    let output = deadheat(args);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
    assert!(message.contains(part) && !message.contains("panicked"), "{args:?}: {message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn what_is_no_class_is_left_out_with_a_word() {
    let classes = compile("Hello", HELLO);
    let at = |name: &str| classes.path().join(name);
    fs::create_dir(at("sub")).unwrap();
    symlink("..", at("sub/up")).unwrap();
    symlink(".", at("again")).unwrap();
    symlink("nothing", at("Dangling.class")).unwrap();
    symlink("/dev/zero", at("Device.class")).unwrap();
    fs::create_dir(at("Folder.class")).unwrap();
    assert!(Command::new("mkfifo").arg(at("Pipe.class")).status().unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(at("Socket.class")).unwrap();
    let path = classes.path().to_str().unwrap();
    for command in ["run", "check", "explore"] {
        let output = deadheat(&[command, "-cp", path, "Hello"]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{command}: {message}");
        assert!(message.contains("Pipe.class is left out: it is no file"), "{command}: {message}");
        if command != "run" {
            for name in ["Device.class", "Socket.class", "Dangling.class", "again", "up"] {
                assert!(message.contains(&format!("{name} is left out: ")), "{name}: {message}");
            }
        }
        assert_eq!(message.matches("Pipe.class").count(), 1, "once is enough: {message}");
    }
    let pipe = at("Pipe.class");
    refuses(&["run", "-jar", pipe.to_str().unwrap()], "is not a jar file");
}

#[test]
fn what_never_ends_is_no_input() {
    let classes = compile("Hello", HELLO);
    let path = classes.path().to_str().unwrap();
    for args in [
        &["check", "--suppressions", "/dev/zero", "-cp", path, "Hello"][..],
        &["run", "--suppressions", "/dev/zero", "-cp", path, "Hello"],
        &["run", "--schedule", "/dev/zero", "-cp", path, "Hello"],
        &["replay", "/dev/zero"],
        &["report", "/dev/zero"],
        &["report", "--diff", "/dev/zero", "/dev/zero"],
        &["predict", "/dev/zero"],
        &["convert", "/dev/zero"],
    ] {
        refuses(args, "/dev/zero");
    }
}

#[test]
fn limits_that_cannot_be_meant_are_refused() {
    let classes = compile("Hello", HELLO);
    let path = classes.path().to_str().unwrap();
    for (option, value, part) in [
        ("--heap", "1", "no Java program runs in a heap of 1 bytes; give it --heap 1m or more"),
        ("--heap", "100k", "--heap 1m or more"),
        ("--heap", "100g", "at most 32 GB"),
        ("--stack", "100g", "at most 2 MB"),
    ] {
        refuses(&["run", option, value, "-cp", path, "Hello"], part);
    }
    let output = deadheat(&["explore", "--freeze", "T99", "-cp", path, "Hello"]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(
        message.contains("--freeze T99: the search met no such thread; the last one that was started is T1"),
        "{message}"
    );
}

/// Reads the files that it is given, in both of Java's ways, directly and by other names.
const READER: &str = r#"import java.io.*; import java.nio.file.*;
public class Reader { public static void main(String[] args) throws Exception {
    for (String name : args) {
        try (FileInputStream in = new FileInputStream(name)) { System.out.println("io " + in.read()); }
        catch (FileNotFoundException e) { System.out.println("io " + e.getMessage()); }
        try { System.out.println("nio " + Files.readString(Path.of(name)).length()); }
        catch (AccessDeniedException e) { System.out.println("nio denied " + e.getMessage()); }
        try { Files.move(Path.of(name), Path.of("other")); System.out.println("moved " + Files.readString(Path.of("other")).length()); }
        catch (IOException e) { System.out.println("moved " + e); }
    }
} }"#;

#[test]
fn files_are_read_where_that_is_allowed() {
    let classes = compile("Reader", READER);
    let secret = tempfile::tempdir_in("/var/tmp").unwrap();
    let file = secret.path().canonicalize().unwrap().join("secret.txt");
    fs::write(&file, "x").unwrap();
    let file = file.to_str().unwrap();
    let link = classes.path().join("link.txt");
    symlink(file, &link).unwrap();
    let link = link.to_str().unwrap();
    let path = classes.path().to_str().unwrap();
    let run = |options: &[&str], name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
        let args = [&["run"][..], options, &["-cp", path, "Reader", name]].concat();
        command.env("JAVA_HOME", java_home()).current_dir(path).args(args).output().unwrap()
    };
    for name in [file, link] {
        let output = run(&[], name);
        let stdout = text(&output.stdout);
        assert!(stdout.contains(&format!("io {name} (Permission denied)")), "{stdout}{}", text(&output.stderr));
        assert!(stdout.contains(&format!("nio denied {name}")), "{stdout}");
        assert!(!stdout.contains("moved 1"), "{stdout}");
        assert!(text(&output.stderr).contains(&format!("needs the file {file} (allow it with --read)")), "{output:?}");
        let output = run(&["--read", &format!("/nowhere:{}", secret.path().display())], name);
        let stdout = text(&output.stdout);
        assert!(stdout.contains("io 120\nnio 1\n"), "{stdout}{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "");
    }
}

#[test]
fn a_thread_that_dies_of_a_refused_file_is_no_finding() {
    let source = "public class Dies { public static void main(String[] a) throws Exception { new java.io.FileReader(a[0]).read(); } }";
    let classes = compile("Dies", source);
    let output = deadheat(&["check", "-cp", classes.path().to_str().unwrap(), "Dies", "/etc/passwd"]);
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{stdout}");
    assert!(stdout.contains("nothing found") && stdout.contains("the file /etc/passwd"), "{stdout}");
}
