//! Locks of `java.util.concurrent`: which operations show, what blocks, and which thread holds what.

use crate::stage::Stage;
use deadheat_event::{Choice, ThreadId};
use deadheat_machine::Outcome;

const TWO_LOCKERS: &str = "
    static final ReentrantLock lock = new ReentrantLock();
    static int x;
    static void one() { lock.lock(); x = 1; lock.unlock(); }
    static void two() { lock.lock(); x = 2; lock.unlock(); }
";

#[test]
fn lock_and_unlock_are_one_operation_each() {
    let mut stage = Stage::new(TWO_LOCKERS);
    stage.expect(1, "acquire ReentrantLock exclusive");
    stage.play(&[(1, "acquire ReentrantLock exclusive")]);
    assert_eq!(stage.held(1), "ReentrantLock exclusive");
    stage.expect(1, "plain write Guest.x");
    stage.expect(2, "acquire ReentrantLock exclusive | lock of T1");
    stage.play(&[(1, "plain write Guest.x"), (1, "release ReentrantLock exclusive")]);
    assert_eq!(stage.held(1), "");
    stage.play(&[
        (2, "acquire ReentrantLock exclusive"),
        (2, "plain write Guest.x"),
        (2, "release ReentrantLock exclusive"),
    ]);
    stage.finish();
}

#[test]
fn taking_a_lock_again_is_marked_and_no_place_to_stop() {
    let mut stage = Stage::new(
        "static final ReentrantLock lock = new ReentrantLock();
         static int x;
         static void one() { lock.lock(); lock.lock(); x = lock.getHoldCount(); lock.unlock(); x = 2; lock.unlock(); }
         static void two() { lock.lock(); lock.unlock(); }",
    );
    stage.play(&[
        (1, "acquire ReentrantLock exclusive; acquire ReentrantLock exclusive again"),
        (1, "plain write Guest.x; release ReentrantLock exclusive again"),
        (1, "plain write Guest.x"),
    ]);
    assert_eq!(stage.held(1), "ReentrantLock exclusive");
    stage.play(&[(1, "release ReentrantLock exclusive")]);
    assert_eq!(stage.held(1), "");
    stage.finish();
}

#[test]
fn try_lock_succeeds_and_fails() {
    let mut stage = Stage::new(
        "static final ReentrantLock lock = new ReentrantLock();
         static int x;
         static void one() { lock.lock(); x = 1; lock.unlock(); }
         static void two() { System.out.println(lock.tryLock()); System.out.println(lock.tryLock()); lock.unlock(); }",
    );
    stage.play(&[(1, "acquire ReentrantLock exclusive"), (2, "try ReentrantLock exclusive: false")]);
    stage.to(2, "try");
    // The owner has published and not unlocked yet: a place that a search must be able to stop at.
    stage.play(&[(1, "plain write Guest.x")]);
    stage.expect(1, "release ReentrantLock exclusive");
    stage.play(&[(1, "release ReentrantLock exclusive"), (2, "try ReentrantLock exclusive: true")]);
    assert_eq!(stage.held(2), "ReentrantLock exclusive");
    assert_eq!(stage.finish(), "false\ntrue");
}

const TIMED: &str = "
    static final ReentrantLock lock = new ReentrantLock();
    static void one() { lock.lock(); lock.unlock(); }
    static void two() throws Exception { System.out.println(lock.tryLock(5, TimeUnit.SECONDS)); }
";

#[test]
fn a_timed_try_that_gets_the_lock() {
    let mut stage = Stage::new(TIMED);
    stage.play(&[(1, "acquire ReentrantLock exclusive"), (2, "try ReentrantLock exclusive: false")]);
    stage.expect(2, "try ReentrantLock exclusive | lock of T1");
    stage.play(&[(1, "release ReentrantLock exclusive"), (2, "try ReentrantLock exclusive: true")]);
    assert_eq!(stage.finish(), "true");
}

#[test]
fn a_timed_try_that_runs_out_of_time() {
    let mut stage = Stage::new(TIMED);
    stage.play(&[(1, "acquire ReentrantLock exclusive"), (2, "try ReentrantLock exclusive: false")]);
    stage.timeout(2);
    stage.expect(2, "try ReentrantLock exclusive");
    stage.play(&[(2, "try ReentrantLock exclusive: false")]);
    assert_eq!(stage.finish(), "false");
}

#[test]
fn an_interrupt_ends_only_an_interruptible_wait() {
    let mut stage = Stage::new(
        "static final ReentrantLock lock = new ReentrantLock();
         static void one() { lock.lock(); threads[2].interrupt(); threads[3].interrupt(); lock.unlock(); }
         static void two() throws Exception { lock.lockInterruptibly(); }
         static void three() { lock.lock(); System.out.println(Thread.interrupted()); lock.unlock(); }",
    );
    stage.play(&[(1, "acquire ReentrantLock exclusive")]);
    stage.expect(2, "acquire ReentrantLock exclusive | lock of T1");
    stage.to(1, "release");
    stage.expect(2, "choose 2");
    stage.expect(3, "acquire ReentrantLock exclusive | lock of T1");
    stage.choose(Choice::Value { thread: ThreadId(2), value: 0 });
    assert_eq!(stage.finish(), "java.lang.InterruptedException\ntrue");
}

#[test]
fn an_interrupt_may_come_too_late() {
    let mut stage = Stage::new(
        "static final ReentrantLock lock = new ReentrantLock();
         static void one() { lock.lock(); threads[2].interrupt(); lock.unlock(); }
         static void two() throws Exception {
             lock.lockInterruptibly();
             System.out.println(Thread.interrupted());
             lock.unlock();
         }",
    );
    stage.play(&[(1, "acquire ReentrantLock exclusive")]);
    stage.to(1, "release");
    stage.choose(Choice::Value { thread: ThreadId(2), value: 1 });
    stage.expect(2, "try ReentrantLock exclusive");
    stage.play(&[(1, "release ReentrantLock exclusive"), (2, "acquire ReentrantLock exclusive")]);
    assert_eq!(stage.finish(), "true");
}

#[test]
fn a_fair_lock_goes_to_the_first_who_came() {
    let mut stage = Stage::new(
        "static final ReentrantLock lock = new ReentrantLock(true);
         static void one() { lock.lock(); lock.unlock(); }
         static void two() { lock.lock(); lock.unlock(); }
         static void three() { lock.lock(); lock.unlock(); }",
    );
    stage.play(&[
        (1, "acquire ReentrantLock exclusive"),
        (3, "try ReentrantLock exclusive: false"),
        (2, "try ReentrantLock exclusive: false"),
        (1, "release ReentrantLock exclusive"),
    ]);
    stage.expect(2, "acquire ReentrantLock exclusive | lock");
    stage.play(&[
        (3, "acquire ReentrantLock exclusive"),
        (3, "release ReentrantLock exclusive"),
        (2, "acquire ReentrantLock exclusive"),
        (2, "release ReentrantLock exclusive"),
    ]);
    stage.finish();
}

#[test]
fn opposite_orders_deadlock_with_owners() {
    let mut stage = Stage::new(
        "static final ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
         static void one() { a.lock(); b.lock(); }
         static void two() { b.lock(); a.lock(); }",
    );
    stage.step(1);
    stage.step(2);
    stage.expect(1, "acquire ReentrantLock exclusive | lock of T2");
    stage.expect(2, "acquire ReentrantLock exclusive | lock of T1");
    let all = [0, 1, 2].map(ThreadId).to_vec();
    assert_eq!(stage.outcome, Outcome::Deadlocked { threads: all });
}

#[test]
fn unlocking_what_one_does_not_hold_is_refused() {
    let mut stage = Stage::new(
        "static final ReentrantLock lock = new ReentrantLock();
         static void one() { lock.lock(); }
         static void two() { lock.unlock(); }",
    );
    stage.step(1);
    assert_eq!(stage.finish(), "java.lang.IllegalMonitorStateException");
}

#[test]
fn readers_share_and_writers_do_not() {
    let mut stage = Stage::new(
        "static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
         static void one() { rw.readLock().lock(); rw.readLock().lock(); rw.readLock().unlock(); rw.readLock().unlock(); }
         static void two() { rw.readLock().lock(); rw.readLock().unlock(); }
         static void three() { rw.writeLock().lock(); rw.readLock().lock(); rw.writeLock().unlock(); rw.readLock().unlock(); }",
    );
    let shared = "acquire ReentrantReadWriteLock shared";
    stage.play(&[
        (1, "acquire ReentrantReadWriteLock shared; acquire ReentrantReadWriteLock shared again; release ReentrantReadWriteLock shared again"),
        (2, shared),
    ]);
    assert_eq!(stage.held(1), "ReentrantReadWriteLock shared");
    stage.play(&[(3, "try ReentrantReadWriteLock exclusive: false")]);
    stage.expect(3, "acquire ReentrantReadWriteLock exclusive | lock");
    stage.play(&[
        (2, "release ReentrantReadWriteLock shared"),
        (1, "release ReentrantReadWriteLock shared"),
        (3, "acquire ReentrantReadWriteLock exclusive"),
        (3, shared),
    ]);
    assert_eq!(stage.held(3), "ReentrantReadWriteLock exclusive, ReentrantReadWriteLock shared");
    stage.play(&[(3, "release ReentrantReadWriteLock exclusive")]);
    assert_eq!(stage.held(3), "ReentrantReadWriteLock shared");
    stage.play(&[(3, "release ReentrantReadWriteLock shared")]);
    stage.finish();
}

#[test]
fn a_writer_in_line_keeps_new_readers_out() {
    let mut stage = Stage::new(
        "static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
         static void one() { rw.readLock().lock(); rw.readLock().lock(); }
         static void two() { rw.writeLock().lock(); }
         static void three() { rw.readLock().lock(); }",
    );
    stage.step(1);
    stage.play(&[(2, "try ReentrantReadWriteLock exclusive: false"), (3, "try ReentrantReadWriteLock shared: false")]);
    stage.expect(3, "acquire ReentrantReadWriteLock shared | lock");
}

#[test]
fn stamped_locks_have_stamps_and_no_owner() {
    let mut stage = Stage::new(
        "static final StampedLock sl = new StampedLock();
         static void one() {
             long s = sl.writeLock();
             s = sl.tryConvertToReadLock(s);
             s = sl.tryConvertToWriteLock(s);
             sl.unlockWrite(s);
         }
         static void two() {
             long o = sl.tryOptimisticRead();
             System.out.println(sl.validate(o));
             long s = sl.readLock();
             sl.unlock(s);
         }",
    );
    stage.play(&[(2, "try StampedLock shared: false"), (1, "acquire StampedLock exclusive")]);
    stage.play(&[(2, "try StampedLock shared: false")]);
    stage.to(2, "acquire StampedLock");
    stage.expect(2, "acquire StampedLock shared | lock of T1");
    assert_eq!(stage.held(1), "StampedLock exclusive");
    stage.play(&[(1, "release StampedLock exclusive; try StampedLock shared: true")]);
    assert_eq!(stage.held(1), "StampedLock shared");
    stage.play(&[
        (1, "release StampedLock shared; try StampedLock exclusive: true"),
        (1, "release StampedLock exclusive"),
        (2, "acquire StampedLock shared"),
        (2, "release StampedLock shared"),
    ]);
    assert_eq!(stage.finish(), "false");
}

#[test]
fn queries_are_answered_from_where_threads_stand() {
    let mut stage = Stage::new(
        "static final ReentrantLock lock = new ReentrantLock();
         static void one() {
             lock.lock();
             System.out.println(lock.hasQueuedThreads() + \" \" + lock.getQueueLength() + \" \" + lock.hasQueuedThread(threads[2])
                 + \" \" + lock.hasQueuedThread(threads[1]) + \" \" + threads[2].getState() + \" \" + lock.isLocked());
             lock.unlock();
         }
         static void two() { lock.lock(); lock.unlock(); }",
    );
    assert_eq!(stage.finish(), "true 1 true false WAITING true");
}
