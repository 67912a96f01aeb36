//! Call sites and states: what linking leaves in a state, and what it must not.

use std::collections::BTreeSet;

use crate::common::{Dice, boot, choices};
use deadheat_event::Choice;
use deadheat_guest_java::Jvm;
use deadheat_machine::{Machine, Outcome};
use deadheat_testing::java::compile;

/// Takes up to `steps` steps; the choices made and the fingerprints passed.
fn run_on(jvm: &mut Jvm, dice: &mut Dice, steps: usize) -> (Vec<Choice>, Vec<u128>) {
    let mut made = Vec::new();
    let mut prints = Vec::new();
    for _ in 0..steps {
        let open = choices(jvm);
        if open.is_empty() {
            break;
        }
        let choice = open[dice.below(open.len())];
        made.push(choice);
        jvm.step(choice, None).unwrap();
        prints.push(jvm.fingerprint().0);
    }
    (made, prints)
}

/// Runs to the end, where the guest must exit with 0; the last fingerprint.
fn finish(jvm: &mut Jvm, dice: &mut Dice) -> u128 {
    loop {
        let open = choices(jvm);
        assert!(!open.is_empty());
        let outcome = jvm.step(open[dice.below(open.len())], None).unwrap();
        let print = jvm.fingerprint().0;
        if !outcome.is_running() {
            assert_eq!(outcome, Outcome::Finished { exit_code: 0 });
            return print;
        }
    }
}

const HANDLES: &str = r#"
import java.lang.invoke.*;
import java.util.function.*;
public class Handles extends Thread {
    static volatile int total;
    int sum;
    static int twice(int x) { return x * 2; }
    static final VarHandle SUM;
    static {
        try {
            SUM = MethodHandles.lookup().findVarHandle(Handles.class, "sum", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
    public void run() {
        try {
            MethodHandle twice = MethodHandles.lookup().findStatic(Handles.class, "twice",
                MethodType.methodType(int.class, int.class));
            for (int i = 0; i < 2; i++) {
                total += (int) twice.invokeExact(i) + (Integer) twice.invoke((short) i);
                Object before = SUM.getAndAdd(this, total);
                Supplier<String> text = () -> "was " + before;
                if (text.get().isEmpty()) throw new AssertionError();
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
    public static void main(String[] args) throws Exception {
        Thread a = new Handles(), b = new Handles();
        a.start(); b.start(); a.join(); b.join();
    }
}
"#;

/// The library links each of these sites on first use: a path that goes back before it must link again, and get there.
#[test]
fn linking_belongs_to_the_path() {
    let classes = compile("Handles", HANDLES);
    let mut jvm = boot(&classes, "Handles");
    let root = jvm.snapshot();
    for seed in 0..8 {
        jvm.restore(&root);
        let mut dice = Dice(seed);
        let ahead = dice.below(80);
        run_on(&mut jvm, &mut dice, ahead);
        let middle = jvm.snapshot();
        let first = run_on(&mut jvm, &mut Dice(seed + 1), 300);
        jvm.restore(&middle);
        let second = run_on(&mut jvm, &mut Dice(seed + 1), 300);
        assert_eq!(first, second, "seed {seed}");
        jvm.restore(&middle);
        finish(&mut jvm, &mut Dice(seed + 2));
    }
}

const APART: &str = r#"
import java.util.function.*;
public class Apart extends Thread {
    static class Box { int value; }
    record Pair(int left, String right) {}
    final Box box;
    Apart(Box box) { this.box = box; }
    static String name(Object o) { return "<" + o + ">"; }
    public void run() {
        for (int i = 0; i < 2; i++) {
            int n = i;
            IntUnaryOperator add = x -> x + n + box.value;
            Function<Object, String> name = Apart::name;
            Pair pair = new Pair(add.applyAsInt(i), name.apply(i));
            box.value += pair.hashCode() + pair.toString().length() + (pair.equals(new Pair(i, "")) ? 1 : 2);
        }
    }
    static Box left = new Box(), right = new Box();
    public static void main(String[] args) throws Exception {
        Thread a = new Apart(left), b = new Apart(right);
        a.start(); b.start(); a.join(); b.join();
    }
}
"#;

/// Lambdas, concatenations and record methods are made by the machine: which thread meets a site first cannot be seen.
#[test]
fn synthesised_sites_leave_no_trace() {
    let classes = compile("Apart", APART);
    let mut jvm = boot(&classes, "Apart");
    let root = jvm.snapshot();
    let prints: BTreeSet<u128> = (0..30)
        .map(|seed| {
            jvm.restore(&root);
            finish(&mut jvm, &mut Dice(seed))
        })
        .collect();
    assert_eq!(prints.len(), 1);
}
