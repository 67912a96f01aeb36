//! A stack that has the same mark is the same stack.

use std::collections::HashMap;

use deadheat_event::{Context, Event, Observer, SiteId};
use deadheat_machine::Machine;
use deadheat_testing::java::compile;

use crate::common::{Dice, boot, choices};

/// Goes in and out of calls in every way that there is, and touches what is shared at each turn: recursion, exceptions that leave several calls, initialisers,
/// lambdas, concatenation, reflection, method handles, callbacks of the library, calls in loops and loops in calls.
const CALLS: &str = r#"
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

public class Calls {
    static int shared;
    static final int[] cells = new int[8];
    static class Late {
        static int made = touch(3);
        static int get() { return made++; }
    }
    static class Box implements Comparable<Box> {
        int value;
        Box(int value) { this.value = value; shared++; }
        public int compareTo(Box other) { shared++; return Integer.compare(value, other.value); }
        synchronized void locked(int depth) { value++; if (depth > 0) { locked(depth - 1); value--; } shared++; }
    }
    static int touch(int n) { shared += n; cells[n & 7]++; return shared; }
    static int deep(int n) {
        shared++;
        if (n == 0) { return cells[1]; }
        int r = deep(n - 1);
        cells[n & 7] = r;
        r += n % 3 == 0 ? deep(n / 2) : touch(n);
        return r + shared;
    }
    static int thrown(int n) {
        try {
            shared++;
            if (n == 0) { throw new IllegalStateException("x" + shared); }
            return thrown(n - 1) + 1;
        } catch (ArithmeticException e) {
            return shared++;
        } finally {
            cells[n & 7]++;
        }
    }
    public static int reflected(int n) { return touch(n) + deep(2); }
    static int all(int seed) throws Throwable {
        int r = 0;
        MethodHandle handle = MethodHandles.lookup()
            .findStatic(Calls.class, "reflected", MethodType.methodType(int.class, int.class));
        IntUnaryOperator op = n -> { shared += n; return deep(n & 3) + touch(n); };
        TreeMap<Box, Integer> map = new TreeMap<>();
        ArrayList<Box> list = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            shared += seed;
            r += deep(i);
            cells[i]++;
            r += touch(i) + Late.get() + op.applyAsInt(i) + (int) handle.invokeExact(i);
            try { r += thrown(i); } catch (IllegalStateException e) { shared++; r += e.getMessage().length(); }
            r += (int) Calls.class.getMethod("reflected", int.class).invoke(null, i);
            Box box = new Box(seed ^ i);
            box.locked(i);
            map.put(box, i);
            list.add(box);
            try { r += cells[i + 4]; shared++; r += cells[cells.length + i]; } catch (ArrayIndexOutOfBoundsException e) { shared++; }
            shared++;
        }
        list.sort((a, b) -> { shared++; return touch(a.value) - b.value; });
        return r + map.size();
    }
    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            int seed = t + 1;
            threads[t] = new Thread(() -> {
                try { all(seed); } catch (Throwable e) { throw new AssertionError(e); }
            });
            threads[t].start();
        }
        for (Thread thread : threads) { thread.join(); }
    }
}
"#;

/// Remembers the calls below the innermost by what a mark says of them.
#[derive(Default)]
struct Marks {
    known: HashMap<(u32, [u64; 2]), (SiteId, Vec<SiteId>)>,
    /// Whether the stacks of this many events were known by their marks, at another place of the innermost call.
    moved: usize,
    events: usize,
}

impl Observer for Marks {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        let Some(mark) = context.stack_mark(event.thread) else { return };
        assert_eq!(mark.site, event.site);
        let sites = context.sites(event.thread);
        // The innermost call may be one that stacks do not show.
        let callers = sites.strip_prefix(&[mark.site]).unwrap_or(&sites).to_vec();
        self.events += 1;
        let (site, known) = self.known.entry((mark.frame, mark.since)).or_insert_with(|| (mark.site, callers.clone()));
        assert_eq!(*known, callers, "at {:?} and {:?}", site, mark.site);
        self.moved += usize::from(*site != mark.site);
    }
}

#[test]
fn a_mark_stands_for_one_stack() {
    let classes = compile("Calls", CALLS);
    // One observer for all machines: marks of one are no other's.
    let mut marks = Marks::default();
    for seed in 0..4 {
        let mut jvm = boot(&classes, "Calls");
        let mut dice = Dice(seed);
        loop {
            let open = choices(&jvm);
            let choice = open[dice.below(open.len())];
            let budget = [1, 7, 1000][dice.below(3)];
            let ran = jvm.run(choice, budget, Some(&mut marks)).unwrap();
            if !ran.outcome.is_running() {
                break;
            }
        }
    }
    assert!(marks.events > 5000 && marks.moved > 1000, "{} events, {} moved", marks.events, marks.moved);
}
