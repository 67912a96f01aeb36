//! Synchronisers that the programs of other themes do not use.

/// `StampedLock`, `Phaser`, `Exchanger`, `CountDownLatch`, `CyclicBarrier`, `ThreadLocal`.
#[allow(clippy::module_inception)]
pub mod synchronisers {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, read, see};

    pub fn fields(g: &mut Gen) {
        g.field("sl", "final StampedLock sl = new StampedLock();");
        g.field("sx", "int sx;");
        g.field("phaser", "final Phaser phaser = new Phaser(2);");
        g.field("ex", "final Exchanger<Integer> ex = new Exchanger<>();");
        g.field("latch", "final CountDownLatch latch = new CountDownLatch(1);");
        g.field("barrier", "final CyclicBarrier barrier = new CyclicBarrier(2);");
        g.field("local", "final ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);");
        g.field("sem", "final Semaphore sem = new Semaphore(1);");
        g.at_end("sx");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        if !g.clean && g.one_in(4) {
            return match g.below(4) {
                0 => {
                    act(g, &["latch.await();", "barrier.await();", "phaser.arriveAndAwaitAdvance();", "sem.acquire();"])
                }
                1 => see(g, &["ex.exchange(V)"]),
                2 => see(
                    g,
                    &[
                        "J.of(() -> ex.exchange(V, 1, TimeUnit.MILLISECONDS))",
                        "J.of(() -> barrier.await(1, TimeUnit.MILLISECONDS))",
                    ],
                ),
                _ => vec![Stmt::Do("sx++;".into())],
            };
        }
        match g.below(5) {
            0 => {
                let inner = if g.one_in(2) { Stmt::Read("sx".into()) } else { Stmt::Do("sx++;".into()) };
                let tail = "} finally { sl.unlockWrite(stamp); } }".to_string();
                vec![Stmt::Block { head: "{ long stamp = sl.writeLock(); try {".into(), body: vec![inner], tail }]
            }
            1 => {
                let tail = "} finally { sl.unlockRead(stamp); } }".to_string();
                vec![Stmt::Block {
                    head: "{ long stamp = sl.readLock(); try {".into(),
                    body: vec![Stmt::Read("sx".into())],
                    tail,
                }]
            }
            2 => read(
                g,
                &[
                    "phaser.arrive()",
                    "phaser.getPhase()",
                    "phaser.register()",
                    "phaser.getArrivedParties()",
                    "local.get()",
                    "sem.drainPermits()",
                    "sem.availablePermits()",
                ],
            ),
            3 => see(
                g,
                &[
                    "latch.await(1, TimeUnit.MILLISECONDS)",
                    "latch.getCount()",
                    "sem.tryAcquire()",
                    "sl.isWriteLocked()",
                    "sl.validate(sl.tryOptimisticRead())",
                    "barrier.getNumberWaiting()",
                    "sem.tryAcquire(1, TimeUnit.MILLISECONDS)",
                ],
            ),
            _ => act(
                g,
                &[
                    "latch.countDown();",
                    "local.set(V);",
                    "sem.release();",
                    "phaser.arriveAndDeregister();",
                    "barrier.reset();",
                ],
            ),
        }
    }
}
