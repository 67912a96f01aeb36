//! `jsr` and `ret`, as compilers of old used them and as they never did: what class files up to version 50 do with them is what they do under
//! the real `java`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use deadheat_guest_java::host::output::Stream;
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::{Machine, Outcome, States};
use deadheat_testing::java::{all_jdks, compile};

use crate::class_writer::{Body, ClassWriter};
use crate::common::choices;

const STATIC: u16 = 9;

/// A method body with labels in place of addresses.
#[derive(Default)]
struct Assembler {
    code: Vec<u8>,
    labels: HashMap<&'static str, usize>,
    /// Address of an instruction, its label, and whether its offset has four bytes.
    jumps: Vec<(usize, &'static str, bool)>,
}

impl Assembler {
    fn op(mut self, bytes: &[u8]) -> Self {
        self.code.extend(bytes);
        self
    }

    fn constant(self, op: u8, index: u16) -> Self {
        let [high, low] = index.to_be_bytes();
        self.op(&[op, high, low])
    }

    fn label(mut self, name: &'static str) -> Self {
        self.labels.insert(name, self.code.len());
        self
    }

    fn jump(mut self, op: u8, to: &'static str) -> Self {
        let wide = matches!(op, 0xc8 | 0xc9);
        self.jumps.push((self.code.len(), to, wide));
        self.op(&[op]).op(if wide { &[0; 4] } else { &[0; 2] })
    }

    fn at(&self, name: &str) -> u16 {
        self.labels[name] as u16
    }

    fn body(mut self, stack: u16, locals: u16, handlers: &[[&str; 3]]) -> Body {
        for (at, to, wide) in std::mem::take(&mut self.jumps) {
            let offset = self.labels[to] as i32 - at as i32;
            let (from, bytes) = if wide { (0, 4) } else { (2, 2) };
            self.code[at + 1..at + 1 + bytes].copy_from_slice(&offset.to_be_bytes()[from..]);
        }
        let handlers = handlers.iter().map(|[start, end, to]| [self.at(start), self.at(end), self.at(to), 0]).collect();
        Body { stack, locals, code: self.code, handlers, map: Vec::new() }
    }
}

const JSR: u8 = 0xa8;
const JSR_W: u8 = 0xc9;
const RET: u8 = 0xa9;
const GOTO: u8 = 0xa7;
const IF_ICMPLT: u8 = 0xa1;
const IF_ICMPGT: u8 = 0xa3;

/// Methods that take a number and return one, each with subroutines of another kind.
fn old_class(major: u16) -> Vec<u8> {
    let mut class = ClassWriter::new("Old", major);
    class.field(STATIC, "count", "I");
    let count = class.member(9, "Old", "count", "I");
    let garbage = class.method_ref("Driver", "garbage", "()V");
    let bump = |code: Assembler| code.constant(0xb2, count).op(&[0x04, 0x60]).constant(0xb3, count);
    let new = Assembler::default;

    // int r = 100 / x; finally count++
    let code =
        new().label("try").op(&[0x10, 100, 0x1a, 0x6c, 0x3c]).jump(JSR, "finally").op(&[0x1b, 0xac]).label("end");
    let code = code.label("catch").op(&[0x4d]).jump(JSR, "finally").op(&[0x2c, 0xbf]).label("finally").op(&[0x4e]);
    let body = bump(code).op(&[RET, 3]).body(2, 4, &[["try", "end", "catch"]]);
    class.method(STATIC, "tryFinally", "(I)I", body);

    // A subroutine that calls another, twice.
    let code = new().jump(JSR, "outer").jump(JSR, "outer").op(&[0x1a, 0xac]);
    let code = code.label("outer").op(&[0x4c]).jump(JSR, "inner").jump(JSR, "inner").op(&[RET, 1]);
    let body = code.label("inner").op(&[0x4d, 0x84, 0, 10, RET, 2]).body(1, 3, &[]);
    class.method(STATIC, "nested", "(I)I", body);

    // Operands below the return address: an int and a long, which the subroutine leaves alone.
    let long = class.long(7);
    let code = new().op(&[0x1a, 0x1a, 0x85]).jump(JSR, "sub").op(&[0x88, 0x60, 0xac]);
    let code = code.label("sub").op(&[0x4c]).constant(0x14, long).op(&[0x58, RET, 1]);
    class.method(STATIC, "operands", "(I)I", code.body(6, 2, &[]));

    // Callers with different types in a local that the subroutine does not use.
    let code = new().op(&[0x05, 0x3c]).jump(JSR, "sub").op(&[0x1b, 0x1a, 0x60, 0x3b, 0x01, 0x4c]).jump(JSR, "sub");
    let code = code.op(&[0x2b, 0xc6, 0, 5, 0x02, 0xac, 0x1a, 0xac]);
    let body = code.label("sub").op(&[0x4d, 0x84, 0, 1, RET, 2]).body(2, 3, &[]);
    class.method(STATIC, "types", "(I)I", body);

    // jsr_w, and a local that needs a wide ret.
    let code = new().jump(JSR_W, "sub").op(&[0x1a, 0xac]);
    let code = code.label("sub").op(&[0xc4, 0x3a, 1, 44, 0x84, 0, 5, 0xc4, RET, 1, 44]);
    class.method(STATIC, "wide", "(I)I", code.body(1, 301, &[]));

    // The address is copied, and swapped with an int.
    let code = new().jump(JSR, "sub").op(&[0x1a, 0xac]).label("sub").op(&[0x59, 0x4c, 0x1a, 0x5f, 0x4d]);
    class.method(STATIC, "shuffled", "(I)I", code.op(&[0x04, 0x60, 0x3b, RET, 1]).body(3, 3, &[]));

    // Called in a loop; left by a jump when the number is large.
    let code = new().op(&[0x03, 0x3c]).label("loop").jump(JSR, "sub").op(&[0x1b, 0x08]).jump(IF_ICMPLT, "loop");
    let code = code.op(&[0x1a, 0xac]).label("sub").op(&[0x4d, 0x84, 1, 1, 0x1a, 0x10, 50]).jump(IF_ICMPGT, "left");
    let code = code.op(&[0x84, 0, 3, RET, 2]).label("left").op(&[0x02, 0xac]);
    class.method(STATIC, "loop", "(I)I", code.body(2, 3, &[]));

    // Something is thrown and caught in the subroutine, which then returns.
    let code = new().jump(JSR, "sub").op(&[0x1a, 0xac]).label("sub").op(&[0x4c]);
    let code = code.label("try").op(&[0x04, 0x1a, 0x6c, 0x3b]).jump(GOTO, "done").label("end");
    let code = code.label("catch").op(&[0x57, 0x10, 77, 0x3b]).label("done").op(&[RET, 1]);
    class.method(STATIC, "caught", "(I)I", code.body(2, 2, &[["try", "end", "catch"]]));

    // The collector runs while return addresses are in locals and on the stack.
    let code = new().op(&[0x1a]).jump(JSR, "sub").op(&[0x1a, 0x60, 0xac]).label("sub").constant(0xb8, garbage);
    let code = code.op(&[0x4c]).constant(0xb8, garbage).op(&[0x84, 0, 2, RET, 1]);
    class.method(STATIC, "garbage", "(I)I", code.body(2, 2, &[]));
    class.finish()
}

const DRIVER: &str = r#"
import java.lang.reflect.*;
public class Driver {
    static Object kept;
    public static void garbage() { for (int i = 0; i < 2000; i++) kept = new byte[1000]; }
    public static void main(String[] args) throws Exception {
        Class<?> old = Class.forName("Old");
        for (String name : new String[] {"tryFinally", "nested", "operands", "types", "wide", "shuffled", "loop", "caught", "garbage"}) {
            Method method = old.getMethod(name, int.class);
            for (int i : new int[] {0, 1, 7, 49, -3}) {
                String result;
                try {
                    result = "" + method.invoke(null, i);
                } catch (InvocationTargetException e) {
                    result = e.getCause().toString();
                }
                System.out.println(name + "(" + i + ") = " + result + ", count " + old.getField("count").get(null));
            }
        }
        Thread[] threads = new Thread[2];
        for (int t = 0; t < 2; t++) {
            threads[t] = new Thread(() -> {
                try {
                    synchronized (Driver.class) { old.getMethod("tryFinally", int.class).invoke(null, 1); }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(old.getField("count").get(null));
    }
}
"#;

fn run_here(home: &Path, classes: &Path, states: States) -> String {
    let mut config = Config::new(home.to_owned(), vec![classes.to_owned()], "Driver");
    config.heap = 16 << 20;
    config.states = states;
    let mut jvm = Jvm::new(&config).unwrap();
    let mut outcome = Outcome::Running;
    while outcome.is_running() {
        let choice = choices(&jvm)[0];
        if states == States::Kept {
            // What is kept is come back to: return addresses are words like others.
            let before = jvm.snapshot();
            let print = jvm.fingerprint();
            jvm.run(choice, 1, None).unwrap();
            jvm.restore(&before);
            assert_eq!(jvm.fingerprint(), print);
        }
        outcome = jvm.run(choice, 1, None).unwrap().outcome;
    }
    let text = |stream| String::from_utf8_lossy(&jvm.vm().host.output().text(stream)).into_owned();
    assert_eq!(outcome, Outcome::Finished { exit_code: 0 }, "{}", text(Stream::Err));
    text(Stream::Out)
}

#[test]
fn subroutines_run_as_under_java() {
    for home in all_jdks() {
        for major in [45, 49, 50] {
            let classes = compile("Driver", DRIVER);
            fs::write(classes.path().join("Old.class"), old_class(major)).unwrap();
            let mut java = Command::new(home.join("bin/java"));
            let output = java.arg("-cp").arg(classes.path()).arg("Driver").output().unwrap();
            let expected = String::from_utf8(output.stdout).unwrap();
            assert!(output.status.success(), "{expected}{}", String::from_utf8_lossy(&output.stderr));
            for states in [States::Dropped, States::Kept] {
                let found = run_here(&home, classes.path(), states);
                assert_eq!(found, expected, "version {major}, {states:?}");
            }
        }
    }
}
