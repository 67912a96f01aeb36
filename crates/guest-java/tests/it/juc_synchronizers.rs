//! Conditions, semaphores, latches and printing: which operations show, what blocks, and what wakes.

use crate::common::choices;
use crate::stage::Stage;
use deadheat_event::{Choice, ThreadId};
use deadheat_machine::Machine;
use deadheat_testing::java::feature;

const LOCK: &str = "acquire ReentrantLock exclusive";
const UNLOCK: &str = "release ReentrantLock exclusive";

fn waiters(wait: &str) -> Stage {
    Stage::new(&format!(
        "static final ReentrantLock lock = new ReentrantLock();
         static final Condition c = lock.newCondition();
         static void wait(String who) throws Exception {{
             lock.lock();
             lock.lock();
             try {{ {wait} System.out.println(who + \" \" + lock.getHoldCount()); }} finally {{ lock.unlock(); lock.unlock(); }}
         }}
         static void one() throws Exception {{ wait(\"one\"); }}
         static void two() throws Exception {{ wait(\"two\"); }}
         static void three() {{ lock.lock(); c.signal(); c.signalAll(); lock.unlock(); }}
         static void four() {{ threads[1].interrupt(); }}"
    ))
}

const LOCK_TWICE: &str = "acquire ReentrantLock exclusive; acquire ReentrantLock exclusive again";

#[test]
fn a_wait_gives_the_lock_back_in_full_and_takes_it_again() {
    let mut stage = waiters("c.await();");
    stage.play(&[(1, LOCK_TWICE), (1, "wait ReentrantLock")]);
    assert_eq!(stage.held(1), "");
    stage.expect(1, "wake ReentrantLock notified | a notification");
    stage.play(&[(2, LOCK_TWICE), (2, "wait ReentrantLock")]);
    stage.play(&[(3, LOCK)]);
    // The one that has waited longest is woken, and no other could be.
    assert!(choices(&stage.jvm).contains(&Choice::Thread(ThreadId(3))));
    stage.play(&[(3, "notify T1")]);
    stage.expect(1, "wake ReentrantLock notified | lock of T3");
    stage.play(&[(3, "notify all T2"), (3, UNLOCK)]);
    stage.play(&[(2, "wake ReentrantLock notified")]);
    assert_eq!(stage.held(2), "ReentrantLock exclusive");
    stage.expect(1, "wake ReentrantLock notified | lock of T2");
    assert_eq!(stage.finish(), "two 2\none 2");
}

#[test]
fn a_timed_wait_tells_that_time_is_over() {
    let mut stage = waiters("System.out.println(c.await(5, TimeUnit.SECONDS) + \" \" + c.awaitNanos(7));");
    stage.play(&[(1, LOCK_TWICE), (1, "wait ReentrantLock timed")]);
    stage.timeout(1);
    stage.play(&[(1, "wake ReentrantLock timed out"), (1, "wait ReentrantLock timed")]);
    stage.play(&[(3, LOCK), (3, "notify T1"), (3, "notify all "), (3, UNLOCK)]);
    stage.play(&[(1, "wake ReentrantLock notified")]);
    stage.to(1, "nothing");
    assert!(stage.output().starts_with("false 7"), "{}", stage.output());
}

#[test]
fn an_interrupt_ends_a_wait() {
    let mut stage = waiters("c.await();");
    stage.play(&[(1, LOCK_TWICE), (1, "wait ReentrantLock")]);
    stage.to(4, "interrupt");
    stage.play(&[(4, "interrupt T1"), (1, "leave ReentrantLock")]);
    stage.play(&[(1, "wake ReentrantLock interrupted; release ReentrantLock exclusive again"), (1, UNLOCK)]);
    stage.to(1, "nothing");
    assert!(stage.output().contains("InterruptedException"), "{}", stage.output());
}

#[test]
fn a_deaf_wait_is_not_ended_by_an_interrupt() {
    let mut stage = waiters("c.awaitUninterruptibly(); System.out.println(Thread.interrupted());");
    stage.play(&[(1, LOCK_TWICE), (1, "wait ReentrantLock")]);
    stage.to(4, "interrupt");
    stage.play(&[(4, "interrupt T1")]);
    stage.expect(1, "wake ReentrantLock notified | a notification");
    stage.play(&[(3, LOCK), (3, "notify T1"), (3, "notify all "), (3, UNLOCK), (1, "wake ReentrantLock notified")]);
    stage.to(1, "release");
    assert_eq!(stage.output(), "true\none 2");
}

#[test]
fn a_condition_needs_its_lock() {
    let mut stage = Stage::new(
        "static final ReentrantLock lock = new ReentrantLock();
         static final Condition c = lock.newCondition();
         static void one() throws Exception { c.await(); }
         static void two() { c.signal(); }",
    );
    let refused = "java.lang.IllegalMonitorStateException";
    assert_eq!(stage.finish(), format!("{refused}\n{refused}"));
}

#[test]
fn permits_are_taken_and_given() {
    let mut stage = Stage::new(
        "static final Semaphore s = new Semaphore(1);
         static void one() throws Exception { s.acquire(2); }
         static void two() throws Exception { s.acquire(); System.out.println(s.tryAcquire()); s.release(2); }
         static void three() throws Exception { System.out.println(s.tryAcquire(3, 5, TimeUnit.SECONDS)); }",
    );
    stage.expect(1, "permits acquire 2 | permits");
    stage.play(&[(2, "permits acquire 1"), (2, "permits acquire 0")]);
    stage.to(2, "permits release 2");
    stage.play(&[(3, "permits acquire 0")]);
    stage.expect(3, "permits acquire 3 | permits");
    stage.play(&[(2, "permits release 2"), (1, "permits acquire 2")]);
    stage.timeout(3);
    stage.play(&[(3, "permits acquire 0")]);
    assert_eq!(stage.finish(), "false\nfalse");
}

#[test]
fn a_fair_semaphore_serves_the_first_first() {
    let mut stage = Stage::new(
        "static final Semaphore s = new Semaphore(0, true);
         static void one() throws Exception { s.acquire(2); }
         static void two() throws Exception { s.acquire(1); }
         static void three() { s.release(); s.release(); s.release(); }",
    );
    stage.play(&[(1, "permits acquire 0"), (2, "permits acquire 0"), (3, "permits release 1")]);
    stage.expect(2, "permits acquire 1 | permits");
    stage.play(&[
        (3, "permits release 1"),
        (3, "permits release 1"),
        (1, "permits acquire 2"),
        (2, "permits acquire 1"),
    ]);
    stage.finish();
}

#[test]
fn a_latch_opens_when_it_is_counted_down() {
    let mut stage = Stage::new(
        "static final CountDownLatch latch = new CountDownLatch(2);
         static void one() throws Exception { latch.await(); System.out.println(latch.getCount()); }
         static void two() { latch.countDown(); latch.countDown(); }
         static void three() throws Exception { System.out.println(latch.await(5, TimeUnit.SECONDS)); }",
    );
    stage.expect(1, "latch await | latch");
    stage.play(&[(3, "latch await")]);
    stage.timeout(3);
    stage.play(&[(3, "latch await")]);
    stage.play(&[(2, "latch count down")]);
    stage.expect(1, "latch await | latch");
    stage.play(&[(2, "latch count down"), (1, "latch await"), (1, "latch await")]);
    assert_eq!(stage.finish(), "0\nfalse");
}

/// What printing shows as: later JDKs give a stream a lock of its own.
fn printing() -> String {
    let lock = if feature() > 17 { "ReentrantLock" } else { "PrintStream" };
    format!("acquire {lock} exclusive; release {lock} exclusive")
}

#[test]
fn a_line_of_output_is_one_operation() {
    let mut stage = Stage::new(
        "static void one() { System.out.println(\"a\"); System.out.printf(\"%s-%d%n\", \"b\", 1); }
         static void two() { synchronized (System.out) { System.out.print('c'); System.out.println(3); } }",
    );
    let line = &*printing();
    if feature() > 17 {
        // A guest's monitor keeps no thread from printing.
        let last = &*format!("{line}; release PrintStream exclusive");
        stage.play(&[(2, "acquire PrintStream exclusive"), (1, line), (1, line), (2, line), (2, last)]);
        assert_eq!(stage.finish(), "a\nb-1\nc3");
        return;
    }
    stage.play(&[(2, line), (1, line), (1, line)]);
    assert_eq!(stage.finish(), "c3\na\nb-1");
}

#[test]
fn a_guest_that_holds_the_stream_keeps_others_from_printing() {
    if feature() > 17 {
        return;
    }
    let mut stage = Stage::new(
        "static volatile int x;
         static void one() { synchronized (System.out) { x = 1; } }
         static void two() { System.out.println(2); }",
    );
    stage.play(&[(1, "acquire PrintStream exclusive")]);
    stage.expect(2, "acquire PrintStream exclusive | lock of T1");
    assert_eq!(stage.finish(), "2");
}

#[test]
fn atomics_are_single_accesses() {
    let mut stage = Stage::new(
        "static final AtomicInteger i = new AtomicInteger();
         static final AtomicReference<String> r = new AtomicReference<>();
         static final LongAdder adder = new LongAdder();
         static final AtomicIntegerArray array = new AtomicIntegerArray(3);
         volatile long field;
         static final Guest guest = new Guest();
         static final AtomicLongFieldUpdater<Guest> updater = AtomicLongFieldUpdater.newUpdater(Guest.class, \"field\");
         static void three() {
             array.set(1, 5); array.getAndAdd(2, 5); array.compareAndSet(0, 1, 2); array.get(1);
             updater.incrementAndGet(guest); i.updateAndGet(n -> n + 1);
         }
         static void one() {
             i.set(3); i.incrementAndGet(); i.compareAndSet(7, 8); r.set(null); r.compareAndSet(null, \"x\"); i.get(); adder.add(2);
         }
         static void two() { i.get(); }",
    );
    stage.play(&[
        (1, "synchronised write java.util.concurrent.atomic.AtomicInteger.value"),
        (1, "update java.util.concurrent.atomic.AtomicInteger.value true"),
        (1, "update java.util.concurrent.atomic.AtomicInteger.value false"),
        (1, "synchronised write java.util.concurrent.atomic.AtomicReference.value"),
        (1, "update java.util.concurrent.atomic.AtomicReference.value true"),
        (1, "synchronised read java.util.concurrent.atomic.AtomicInteger.value"),
        (1, "synchronised read java.util.concurrent.atomic.Striped64.cells"),
        (1, "synchronised read java.util.concurrent.atomic.Striped64.base"),
        (1, "update java.util.concurrent.atomic.Striped64.base true"),
        (3, "atomic write [1]"),
        (3, "update [2] true"),
        (3, "update [0] false"),
        (3, "atomic read [1]"),
        (3, "update Guest.field true"),
        (3, "synchronised read java.util.concurrent.atomic.AtomicInteger.value"),
        (3, "update java.util.concurrent.atomic.AtomicInteger.value true"),
    ]);
    stage.finish();
}

#[test]
fn a_call_that_is_held_up_inside_becomes_ordinary_code() {
    let mut stage = Stage::new(
        "static final java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
         static final java.io.PrintStream stream = new java.io.PrintStream(bytes);
         static volatile int x;
         static void one() { synchronized (bytes) { x = 1; } }
         static void two() { stream.println(\"text\"); System.out.print(bytes); }",
    );
    stage.play(&[(1, "acquire ByteArrayOutputStream exclusive"), (2, &printing())]);
    stage.expect(2, "acquire ByteArrayOutputStream exclusive | lock of T1");
    stage.play(&[(1, "synchronised write Guest.x; release ByteArrayOutputStream exclusive")]);
    stage.expect(2, "acquire ByteArrayOutputStream exclusive");
    assert_eq!(stage.finish(), "text");
}

/// Goes through all states; the outputs of the ends, and the number of states.
fn explore(stage: &mut Stage) -> (Vec<String>, usize) {
    let mut visited = std::collections::HashSet::new();
    let mut ends = std::collections::BTreeSet::new();
    let mut work = vec![(stage.jvm.snapshot(), stage.outcome.clone())];
    while let Some((state, outcome)) = work.pop() {
        stage.jvm.restore(&state);
        stage.outcome = outcome;
        if !stage.outcome.is_running() {
            ends.insert(format!("{} {}", stage.output().replace('\n', " "), stage.outcome));
            continue;
        }
        for choice in choices(&stage.jvm) {
            stage.jvm.restore(&state);
            stage.choose(choice);
            if visited.insert(stage.jvm.fingerprint().0) {
                work.push((stage.jvm.snapshot(), stage.outcome.clone()));
            }
        }
    }
    (ends.into_iter().collect(), visited.len())
}

#[test]
fn a_signal_that_comes_too_early_is_lost() {
    let mut stage = Stage::new(
        "static final ReentrantLock lock = new ReentrantLock();
         static final Condition c = lock.newCondition();
         static void one() throws Exception { lock.lock(); try { c.await(); } finally { lock.unlock(); } }
         static void two() { lock.lock(); c.signal(); lock.unlock(); }",
    );
    let (ends, states) = explore(&mut stage);
    assert_eq!(ends, [" deadlock: T0, T1 wait for ever", " finished with exit code 0"]);
    assert!(states < 200, "{states} states");
}
