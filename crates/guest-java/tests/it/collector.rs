//! The garbage collector, on guests that make garbage.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Dice, choices};
use deadheat_event::{Choice, ThreadId};
use deadheat_guest_java::host::output::Stream;
use deadheat_guest_java::{Config, Jvm};
use deadheat_machine::scheduler::{Random, RoundRobin};
use deadheat_machine::{Driver, Machine, Outcome, States};
use deadheat_testing::java::{compile, java_home};
use tempfile::TempDir;

/// A machine with a heap of so many megabytes.
fn boot_with(classes: &TempDir, main: &str, megabytes: u64, paranoid: bool, states: States) -> Jvm {
    let mut config = Config::new(java_home(), vec![classes.path().to_owned()], main);
    config.heap = megabytes << 20;
    config.paranoid = paranoid;
    config.states = states;
    Jvm::new(&config).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs the body of a `main` (with `members` beside it) to its end and gives what it printed.
fn run(members: &str, body: &str, megabytes: u64) -> String {
    let classes = compile("Main", &program(members, body));
    let mut jvm = boot_with(&classes, "Main", megabytes, false, States::Dropped);
    let report = Driver::new(&mut jvm, &mut Random::new(1)).max_steps(5_000_000).run();
    let text = |stream| String::from_utf8_lossy(&jvm.vm().host.output().text(stream)).into_owned();
    let (out, err) = (text(Stream::Out), text(Stream::Err));
    assert_eq!(report.end.unwrap(), Outcome::Finished { exit_code: 0 }, "{out}{err}");
    assert_eq!(err, "");
    out
}

fn program(members: &str, body: &str) -> String {
    format!(
        "import java.lang.ref.*;
        import java.util.*;
        import java.util.concurrent.*;
        import java.util.concurrent.atomic.*;
        import java.util.function.*;
        public class Main {{
            {members}
            public static void main(String[] args) throws Exception {{ {body} }}
        }}"
    )
}

#[test]
fn garbage_beyond_the_limit_is_no_matter() {
    let members = "
        static class Node { Node next; long value; int[] data; Node(Node n, long v) { next = n; value = v; data = new int[] {(int) v}; } }
        static Node table;
        static long sum(Node n) { long s = 0; for (; n != null; n = n.next) s = s * 31 + n.value + n.data[0]; return s; }";
    let body = "
        Node local = null;
        for (int i = 0; i < 2000; i++) { table = new Node(table, i); local = new Node(local, -i); }
        long before = sum(table), other = sum(local);
        Map<Integer, String> map = new HashMap<>();
        for (int i = 0; i < 300; i++) map.put(i, \"v\" + i);
        long total = 0;
        for (int i = 0; i < 60000; i++) {
            byte[] small = new byte[i % 300];
            Object[] mixed = { small, new Object(), \"x\" + i };
            total += mixed.length + small.length;
            if (i % 100 == 0) total += new long[20000 + i / 2].length;
            if (i % 7 == 0) map.put(i % 300, \"v\" + i % 300);
        }
        boolean same = sum(table) == before && sum(local) == other;
        for (int i = 0; i < 300; i++) same &= map.get(i).equals(\"v\" + i);
        System.out.println(same + \" \" + total);";
    let small: i64 = (0..60000).map(|i| 3 + i % 300).sum();
    let large: i64 = (0..600).map(|i| 20000 + i * 50).sum();
    assert_eq!(run(members, body, 6), format!("true {}\n", small + large));
}

#[test]
fn natives_and_exceptions_make_garbage_too() {
    let body = "
        long total = 0;
        int[] model = new int[5000];
        for (int i = 0; i < 2000; i++) total += model.clone().length;
        for (int i = 0; i < 200000; i++) {
            Object none = i < 0 ? \"\" : null;
            try { none.hashCode(); } catch (NullPointerException e) { total++; }
        }
        for (int i = 0; i < 300000; i++) { int n = i; IntSupplier s = () -> n & 1; total += s.getAsInt(); }
        for (int i = 0; i < 500; i++) total += new int[30][40][10].length;
        for (int i = 0; i < 500; i++) total += ((int[][]) java.lang.reflect.Array.newInstance(int.class, 100, 100)).length;
        System.out.println(total);";
    assert_eq!(run("", body, 6), format!("{}\n", 2000 * 5000 + 200_000 + 150_000 + 500 * 30 + 500 * 100));
}

#[test]
fn a_guest_can_go_on_after_an_out_of_memory_error() {
    let body = "
        for (int round = 0; round < 3; round++) {
            List<Object> hoard = new ArrayList<>();
            int n = 0;
            try {
                while (true) { hoard.add(new byte[10000]); n++; }
            } catch (OutOfMemoryError e) {
                hoard = null;
                System.out.println((n > 200) + \" \" + e.getMessage());
            }
        }
        List<int[]> clones = new ArrayList<>();
        int[] model = new int[10000];
        try { while (true) clones.add(model.clone()); } catch (OutOfMemoryError e) { clones = null; System.out.println(\"clone\"); }
        try { System.out.println(new long[4000][4000].length); } catch (OutOfMemoryError e) { System.out.println(\"multi\"); }
        System.out.println(new byte[100000].length);";
    let heap = "true Java heap space\n".repeat(3);
    assert_eq!(run("", body, 6), format!("{heap}clone\nmulti\n100000\n"));
}

#[test]
fn impossible_arrays_are_refused_at_once() {
    let body = "
        for (int i = 0; i < 20000; i++)
            for (int n : new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE - 2})
                try { System.out.println(new long[n].length); }
                catch (OutOfMemoryError e) { if (i == 0) System.out.println(e.getMessage()); }";
    assert_eq!(run("", body, 64), "Requested array size exceeds VM limit\nJava heap space\n");
}

#[test]
fn references_are_cleared_and_enqueued() {
    let members = "
        static <T> T[] dead(Supplier<T[]> maker) { return maker.get(); }
        static void flush() { byte[][] big = new byte[10][1000]; System.gc(); }";
    let body = "
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object kept = new Object();
        Reference<?>[] all = dead(() -> new Reference<?>[] {
            new WeakReference<Object>(new Object(), queue), new PhantomReference<Object>(new Object(), queue),
            new SoftReference<Object>(new Object(), queue), new WeakReference<Object>(kept, queue), new WeakReference<Object>(new Object()) });
        flush();
        System.out.println(all[0].get() + \" \" + all[0].refersTo(null) + all[1].refersTo(null) + all[2].refersTo(null)
            + all[3].refersTo(null) + all[4].refersTo(null) + (all[3].get() == kept));
        Set<Reference<?>> polled = new HashSet<>();
        for (Reference<?> r; (r = queue.poll()) != null; ) polled.add(r);
        System.out.println(polled.size() + \" \" + polled.contains(all[0]) + polled.contains(all[1]) + queue.poll());
        Reference<?> soft = all[2];
        try { List<Object> hoard = new ArrayList<>(); while (true) hoard.add(new byte[10000]); } catch (OutOfMemoryError e) { }
        System.out.println(soft.get() + \" \" + (queue.remove() == soft));

        WeakHashMap<Object, String> map = new WeakHashMap<>();
        Object key = new Object();
        map.put(key, \"kept\");
        dead(() -> { for (int i = 0; i < 50; i++) map.put(new Object(), \"lost\" + i); return null; });
        flush();
        System.out.println(map.size() + map.get(key));

        ThreadLocal<int[]> local = ThreadLocal.withInitial(() -> new int[] {7});
        local.get()[0]++;
        dead(() -> { for (int i = 0; i < 1000; i++) ThreadLocal.withInitial(() -> new byte[5000]).get(); return null; });
        flush();
        System.out.println(local.get()[0]);";
    let expected = "null truetruefalsefalsetruetrue\n2 truetruenull\nnull true\n1kept\n8\n";
    assert_eq!(run(members, body, 6), expected);
}

#[test]
fn a_waiting_thread_gets_the_cleared_reference() {
    let members = "
        static PhantomReference<Object> dead(ReferenceQueue<Object> queue) { return new PhantomReference<>(new Object(), queue); }
        static void register(Cleaner cleaner, CountDownLatch latch) { cleaner.register(new Object(), latch::countDown); }";
    let body = "
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Thread waiter = new Thread(() -> {
            try { System.out.println(queue.remove() != null); } catch (InterruptedException e) { System.out.println(e); }
        });
        waiter.start();
        PhantomReference<Object> reference = dead(queue);
        while (waiter.getState() != Thread.State.WAITING) Thread.yield();
        System.gc();
        waiter.join();
        Reference.reachabilityFence(reference);

        CountDownLatch latch = new CountDownLatch(1);
        register(Cleaner.create(), latch);
        while (!latch.await(1, TimeUnit.MILLISECONDS)) System.gc();
        System.out.println(\"cleaned\");";
    assert_eq!(run(members, body, 32), "true\ncleaned\n");
}

#[test]
fn threads_share_a_small_heap() {
    let members = "
        static final ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        static class Worker extends Thread {
            final int id; long total;
            Worker(int id) { this.id = id; }
            public void run() {
                List<String> mine = new ArrayList<>();
                for (int i = 0; i < 150; i++) {
                    mine.add(id + \":\" + i);
                    byte[] garbage = new byte[3000 + i * 10];
                    map.put(i % 10, mine.get(i));
                    total += garbage.length + mine.get(i / 2).length();
                }
            }
        }";
    let body = "
        long total = 0;
        for (int round = 0; round < 8; round++) {
            Worker[] workers = new Worker[4];
            for (int i = 0; i < 4; i++) (workers[i] = new Worker(i)).start();
            for (Worker w : workers) { w.join(); total += w.total; }
        }
        System.out.println(total + \" \" + map.size());";
    let each: usize = (0..150).map(|i| 3000 + i * 10 + format!("0:{}", i / 2).len()).sum();
    assert_eq!(run(members, body, 6), format!("{} 10\n", each * 32));
}

/// Two threads, one of which runs `body` for ever.
fn looping(body: &str) -> Jvm {
    let members = format!(
        "static volatile int turn; static final Object lock = new Object();
        static String name = \"n\";
        static class Looper extends Thread {{ public void run() {{ while (true) {{ {body} }} }} }}"
    );
    let classes = compile("Main", &program(&members, "new Looper().start(); synchronized (lock) { lock.wait(); }"));
    let mut jvm = boot_with(&classes, "Main", 16, false, States::Kept);
    for _ in 0..1000 {
        let open = choices(&jvm);
        let Some(main) = open.iter().find(|c| matches!(c, Choice::Thread(ThreadId(0)))) else { break };
        jvm.step(*main, None).unwrap();
    }
    // The first rounds initialise classes and fill caches.
    advance(&mut jvm, 300);
    jvm
}

/// Moves the looping thread; the fingerprints on the way.
fn advance(jvm: &mut Jvm, steps: usize) -> Vec<u128> {
    let mut prints = Vec::new();
    for _ in 0..steps {
        jvm.step(Choice::Thread(ThreadId(1)), None).unwrap();
        prints.push(jvm.fingerprint().0);
    }
    prints
}

fn distinct(prints: &[u128]) -> usize {
    prints.iter().collect::<BTreeSet<_>>().len()
}

#[test]
fn a_loop_that_makes_garbage_comes_back_to_its_state() {
    // Bodies, and how many visible operations a round of each has. What lives across an operation may have two addresses in
    // turn: in the step in which an object dies its successor may have been made already.
    for (body, states) in [
        ("turn = new int[] {1, 2}.length;", 1),
        ("turn = String.valueOf(turn + 1.5).length(); turn = name.repeat(20).length();", 5),
        ("Object a = new Object(); turn = 1; int[] b = new int[20]; turn = 2;", 2 * 2),
        (
            "StringBuilder b = new StringBuilder(); for (int i = 0; i < 4; i++) b.append(i).append(name); turn = b.toString().length();",
            2 * 5,
        ),
        (
            "List<Integer> l = new ArrayList<>(); for (int i = 500; i < 600; i++) l.add(i); l.sort(null); turn = l.size();",
            2,
        ),
        (
            "synchronized (lock) { Object[] o = new Object[300]; o[3] = o; turn = o.length; } byte[] big = new byte[50000]; turn = big.length;",
            2 * 3,
        ),
        ("try { throw new IllegalStateException(\"x\" + turn); } catch (IllegalStateException e) { turn = 1; }", 2 * 2),
    ] {
        let mut jvm = looping(body);
        let found = distinct(&advance(&mut jvm, 60));
        assert!(found <= states, "{found} states in 60 steps of {body}");
    }
}

#[test]
fn what_a_thread_keeps_for_itself_survives() {
    let body = "
        LinkedList<int[]> mine = new LinkedList<>();
        Map<Object, Integer> seen = new IdentityHashMap<>();
        for (int i = 0; i < 40; i++) {
            mine.add(new int[] {i, i * i});
            seen.put(mine.getLast(), i);
            turn = new int[5].length;
            for (int[] pair : mine) if (pair[1] != pair[0] * pair[0] || seen.get(pair) != pair[0]) System.exit(3);
            if (i % 3 == 0) seen.remove(mine.removeFirst());
        }";
    let mut jvm = looping(body);
    for _ in 0..500 {
        let outcome = jvm.step(Choice::Thread(ThreadId(1)), None).unwrap();
        assert!(outcome.is_running(), "{outcome:?}");
    }
}

#[test]
fn nothing_shared_is_freed_by_a_local_collection() {
    // `paranoid` checks every local collection against a full one.
    let members = "
        static final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
        static final Map<String, List<Integer>> table = Collections.synchronizedMap(new TreeMap<>());
        static final AtomicReference<int[]> box = new AtomicReference<>(new int[1]);
        static final InheritableThreadLocal<StringBuilder> inherited = new InheritableThreadLocal<>();
        static class Worker extends Thread {
            final int id;
            Worker(int id) { this.id = id; }
            public void run() {
                for (int i = 0; i < 6; i++) {
                    queue.add(\"q\" + id + i);
                    table.computeIfAbsent(\"t\" + i, k -> Collections.synchronizedList(new ArrayList<>())).add(id);
                    int n = i;
                    box.updateAndGet(old -> new int[] {old[0] + n});
                    StringBuilder text = inherited.get();
                    if (text != null && i == 3) inherited.set(new StringBuilder(\"own\"));
                }
            }
        }";
    let body = "
        inherited.set(new StringBuilder(\"main\"));
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Worker[] workers = { new Worker(1), new Worker(2) };
        for (Worker w : workers) w.start();
        Future<Integer> answer = pool.submit(() -> { Integer[] a = {40, 2}; return a[0] + a[1]; });
        for (Worker w : workers) w.join();
        System.out.println(queue.size() + \" \" + table.size() + \" \" + box.get()[0] + \" \" + answer.get() + inherited.get());
        pool.shutdown();";
    let classes = compile("Main", &program(members, body));
    let mut jvm = boot_with(&classes, "Main", 16, true, States::Kept);
    let root = jvm.snapshot();
    for seed in 0..20 {
        jvm.restore(&root);
        let mut dice = Dice(seed);
        loop {
            let open = choices(&jvm);
            if open.is_empty() {
                break;
            }
            jvm.step(open[dice.below(open.len())], None).unwrap_or_else(|error| panic!("{error}"));
            if dice.below(10) == 0 {
                jvm.snapshot();
            }
        }
        let text = |stream| String::from_utf8_lossy(&jvm.vm().host.output().text(stream)).into_owned();
        assert_eq!(text(Stream::Out) + &text(Stream::Err), "12 6 30 42main\n");
    }
}

#[test]
fn a_run_of_many_steps_is_as_many_steps() {
    let body = "Object a = new Object(); turn = a.hashCode(); int[] b = new int[turn & 15]; turn = System.identityHashCode(b);";
    let mut jvm = looping(body);
    let start = jvm.snapshot();
    let by_steps = *advance(&mut jvm, 37).last().unwrap();
    jvm.restore(&start);
    assert_eq!(jvm.run(Choice::Thread(ThreadId(1)), 37, None).unwrap().steps, 37);
    assert_eq!(jvm.fingerprint().0, by_steps);
}

/// How a program is run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// With as few collections as can be.
    Plain,
    /// With a full collection wherever one is possible.
    Constant,
    /// With local collections.
    Tracked,
    /// With both, and every local collection is checked: only the beginning.
    Checked,
}

/// Runs one of the programs under `tests/programs`: how it ended, and its output.
fn outcome_of(classes: &TempDir, main: &str, mode: Mode) -> (String, String) {
    let states = if matches!(mode, Mode::Tracked | Mode::Checked) { States::Kept } else { States::Dropped };
    let mut jvm = boot_with(classes, main, 256, matches!(mode, Mode::Constant | Mode::Checked), states);
    let steps = if mode == Mode::Checked { 2_000 } else { 20_000_000 };
    let report = Driver::new(&mut jvm, &mut RoundRobin::new(100)).max_steps(steps).run();
    (format!("{:?}", report.end), String::from_utf8_lossy(&jvm.vm().host.output().text(Stream::Out)).into_owned())
}

fn check_programs(wanted: impl Fn(&str) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        files.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.sort();
    let mut different = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "java")) {
        let main = file.file_stem().unwrap().to_str().unwrap();
        if !wanted(main) {
            continue;
        }
        let classes = compile(main, &fs::read_to_string(file).unwrap());
        let plain = outcome_of(&classes, main, Mode::Plain);
        for (mode, name) in [(Mode::Constant, "constant collection"), (Mode::Tracked, "local collection")] {
            if outcome_of(&classes, main, mode) != plain {
                different.push(format!("{main} with {name}"));
            }
        }
        let checked = outcome_of(&classes, main, Mode::Checked);
        if !checked.0.starts_with("Ok") {
            different.push(format!("{main}: {}", checked.0));
        }
    }
    assert!(different.is_empty(), "{different:#?}");
}

#[test]
fn programs_survive_any_collection() {
    let few = ["Lists", "Capturing", "UncaughtNested", "ProducerConsumer"];
    check_programs(|name| few.contains(&name));
}

#[test]
#[ignore = "takes many minutes"]
fn all_programs_survive_any_collection() {
    let only = std::env::var("PROGRAM").ok();
    check_programs(|name| only.as_ref().is_none_or(|only| only == name));
}
