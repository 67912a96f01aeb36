//! Threads with one body, and ways in which they may turn out to differ.

/// What each has for itself, what it shows of that, and who it is.
#[allow(clippy::module_inception)]
pub mod alike {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, read, see};

    pub fn fields(g: &mut Gen) {
        g.alike();
        g.field("turn", "final AtomicInteger turn = new AtomicInteger();");
        g.field("own", "final ThreadLocal<int[]> own = ThreadLocal.withInitial(() -> new int[1]);");
        g.field("shown", "final AtomicReference<int[]> shown = new AtomicReference<>();");
        g.field("given", "final ConcurrentLinkedQueue<int[]> given = new ConcurrentLinkedQueue<>();");
        g.field("who", "volatile Thread who;");
        g.field("count", "int count;");
        // The last ones tell which of the threads it was: their maker still has them in order.
        let end = ["turn", "count", "shown.get() == null", "given.size()", "who == t[0]", "who == t[t.length - 1]"];
        let which = g.pick(&end);
        g.at_end(which);
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        // What was shown or given away is still written by its owner.
        let racy = !g.clean;
        match g.below(5 + usize::from(racy)) {
            0 => read(g, &["turn.getAndIncrement()", "turn.get()", "turn.getAndSet(V)"]),
            1 => see(
                g,
                &[
                    "shown.compareAndSet(null, own.get())",
                    "shown.get() == own.get()",
                    "given.peek() == own.get()",
                    "Thread.currentThread().getPriority()",
                    "who == Thread.currentThread()",
                ],
            ),
            2 => act(
                g,
                &[
                    "shown.set(own.get());",
                    "given.offer(own.get());",
                    "given.poll();",
                    "if (turn.incrementAndGet() == V) given.offer(own.get());",
                    "who = Thread.currentThread();",
                    "if (r == 0) who = Thread.currentThread();",
                ],
            ),
            3 | 4 => {
                let stmt = if g.one_in(2) { Stmt::Read("count".into()) } else { Stmt::Do("count++;".into()) };
                vec![g.plain("count", false, stmt)]
            }
            _ => read(g, &["own.get()[0]++", "(shown.get() == null ? 7 : shown.get()[0]++)"]),
        }
    }
}
