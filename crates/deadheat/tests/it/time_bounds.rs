//! Time is bounded whatever a program does in a single step. How exactly the bounds are kept is measured elsewhere; these tests only
//! tell an end from none, so they allow a busy machine several times the bound.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use deadheat_testing::java::{compile, java_home};

use crate::native_tools::has;

/// What each of these would take by itself: for ever, or minutes for one step.
const PROGRAMS: [(&str, &str); 11] = [
    (
        "BigSquare",
        "public class BigSquare { public static void main(String[] a) {
            java.math.BigInteger n = java.math.BigInteger.valueOf(3);
            while (true) { n = n.multiply(n); if (n.bitLength() > 40_000_000) n = java.math.BigInteger.valueOf(3); } } }",
    ),
    (
        "OutOfMemory",
        "public class OutOfMemory { public static void main(String[] a) {
            java.util.List<Object> kept = new java.util.ArrayList<>();
            try { while (true) kept.add(new Object[8]); } catch (OutOfMemoryError e) { }
            while (true) { try { kept.add(new byte[1_000_000]); } catch (OutOfMemoryError e) { } } } }",
    ),
    (
        "Input",
        "public class Input { public static void main(String[] a) throws Exception { System.out.println(System.in.read()); } }",
    ),
    (
        "Copy",
        "public class Copy { public static void main(String[] a) {
            byte[] x = new byte[100_000_000], y = new byte[100_000_000];
            while (true) System.arraycopy(x, 0, y, 0, x.length); } }",
    ),
    (
        "Fill",
        "public class Fill { public static void main(String[] a) {
            byte[] x = new byte[200_000_000];
            while (true) java.util.Arrays.fill(x, (byte) 3); } }",
    ),
    (
        "Regex",
        r#"public class Regex { public static void main(String[] a) {
            System.out.println("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".matches("(a|aa)+b(c|\\1)")); } }"#,
    ),
    (
        "Initialiser",
        "public class Initialiser { static long n; static { while (n >= 0) n++; } public static void main(String[] a) { } }",
    ),
    (
        "Collect",
        "public class Collect { Object next; static Collect head; public static void main(String[] a) {
            for (int i = 0; i < 3_000_000; i++) { Collect n = new Collect(); n.next = head; head = n; }
            while (true) System.gc(); } }",
    ),
    (
        // What it defines has a method `aconst_null; athrow` whose handler, the `athrow`, covers itself: a loop without a jump.
        "Handler",
        r#"public class Handler { public static void main(String[] a) throws Throwable {
            byte[] loop = java.util.Base64.getDecoder().decode("yv66vgAAADEACAEAAUwHAAEBABBqYXZhL2xhbmcvT2JqZWN0BwADAQADcnVuAQADKClWAQAEQ29k"
                + "ZQAhAAIABAAAAAAAAQAJAAUABgABAAcAAAAWAAEAAAAAAAIBvwABAAAAAgABAAAAAAAA");
            java.lang.invoke.MethodHandles.lookup().defineClass(loop).getMethod("run").invoke(null); } }"#,
    ),
    (
        "Shared",
        "public class Shared { static int shared;
            static void work() { byte[] x = new byte[50_000_000], y = new byte[50_000_000];
                while (true) { System.arraycopy(x, 0, y, 0, x.length); shared++; } }
            public static void main(String[] a) { new Thread(Shared::work).start(); work(); } }",
    ),
    // Whatever the words of a monitor are overwritten with, threads that wait for it for ever are seen to wait.
    (
        "Monitor",
        "public class Monitor { static final Object lock = new Object();
            static void spoil(sun.misc.Unsafe u, int n) { for (long at = 0; at < 16; at += 4)
                try { u.putInt(lock, at, n); } catch (InternalError e) { } }
            public static void main(String[] a) throws Exception {
                java.lang.reflect.Field field = sun.misc.Unsafe.class.getDeclaredField(\"theUnsafe\");
                field.setAccessible(true);
                sun.misc.Unsafe u = (sun.misc.Unsafe) field.get(null);
                Thread other = new Thread(() -> { for (int n = 0; ; n++) synchronized (lock) { spoil(u, n); lock.notify(); } });
                other.setDaemon(true);
                other.start();
                for (int n = 0; ; n--) { spoil(u, n); synchronized (lock) { spoil(u, n); lock.wait(1); } } } }",
    ),
];

/// Whether it ends within some times its bound. It has a standard input that never ends and never says anything.
fn ends(args: &[&str], bound: Duration) {
    let begin = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_deadheat"))
        .env("JAVA_HOME", java_home())
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let input = child.stdin.take();
    let most = bound * 4 + Duration::from_secs(15);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begin.elapsed() > most {
            let _ = child.kill();
            panic!("{args:?} does not end within {most:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    drop(input);
    assert!(status.code().is_some_and(|code| code != 3), "{args:?}: {status:?}");
}

#[test]
fn a_run_ends_in_time() {
    for (name, source) in PROGRAMS {
        let classes = compile(name, source);
        ends(&["run", "--timeout", "1", "-cp", classes.path().to_str().unwrap(), name], Duration::from_secs(1));
    }
}

#[test]
fn a_check_ends_in_time() {
    for (name, source) in PROGRAMS {
        let classes = compile(name, source);
        let path = classes.path().to_str().unwrap();
        ends(&["check", "--budget", "0.5,1.5", "-cp", path, name], Duration::from_millis(1500));
    }
}

#[test]
fn a_search_ends_in_time() {
    for (name, source) in PROGRAMS {
        let classes = compile(name, source);
        ends(&["explore", "--max-time", "1", "-cp", classes.path().to_str().unwrap(), name], Duration::from_secs(1));
    }
}

#[test]
fn a_native_program_that_shows_nothing_ends_in_time() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("silent.c");
    fs::write(&source, "int main(void) { volatile unsigned n = 0; for (;;) n++; }\n").unwrap();
    let file = source.to_str().unwrap();
    ends(&["run", "--timeout", "1", file], Duration::from_secs(1));
    ends(&["check", "--budget", "0.5,1", file], Duration::from_secs(1));
    ends(&["explore", "--max-time", "1", file], Duration::from_secs(1));
}

#[test]
fn ctrl_c_ends_a_long_step() {
    let (name, source) = PROGRAMS[0];
    let classes = compile(name, source);
    let mut child = Command::new(env!("CARGO_BIN_EXE_deadheat"))
        .env("JAVA_HOME", java_home())
        .args(["check", "--budget", "600,600", "-cp", classes.path().to_str().unwrap(), name])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The program runs when it is busy: it has used some time of the processor.
    let begin = Instant::now();
    while crate::subject::cpu_time(child.id()).is_some_and(|used| used < 2.0) {
        assert!(begin.elapsed() < Duration::from_secs(120));
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_secs(30) {
            let _ = child.kill();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
