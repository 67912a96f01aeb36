//! What the language itself says: fields, arrays, threads, monitors, interrupts, initialisers.

/// Volatile, guarded and plain fields.
pub mod vars {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, read};

    pub fn fields(g: &mut Gen) {
        g.field("v", "volatile int v;");
        g.field("w", "volatile long w;");
        g.field("x", "int x;");
        g.at_end("x");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        match g.below(4) {
            0 => read(g, &["v", "(int) w"]),
            1 => act(g, &["v = V;", "w = V;", "v++;", "w = v;", "v = r + 1;"]),
            2 => vec![g.plain("x", false, Stmt::Read("x".into()))],
            _ => {
                let java = g.fill(&["x = V;", "x++;", "x = r;"]);
                vec![g.plain("x", false, Stmt::Do(java))]
            }
        }
    }
}

/// Interrupts against everything that can be interrupted.
pub mod interrupts {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, see};

    pub fn fields(g: &mut Gen) {
        g.field("im", "final Object im = new Object();");
        g.field("il", "final ReentrantLock il = new ReentrantLock();");
        g.field("ic", "final Condition ic = il.newCondition();");
        g.field("is", "final Semaphore is = new Semaphore(0);");
        g.field("ilatch", "final CountDownLatch ilatch = new CountDownLatch(1);");
        g.field("iv", "volatile int iv;");
        g.at_end("iv");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        let caught = |body: Vec<Stmt>| Stmt::Block {
            head: "try {".into(),
            body,
            tail:
                "} catch (InterruptedException e) { b.append(\"!\").append(Thread.currentThread().isInterrupted()); }"
                    .into(),
        };
        match g.below(8) {
            0 | 1 => act(g, &["t[W].interrupt();"]),
            2 => see(g, &["Thread.interrupted()", "Thread.currentThread().isInterrupted()", "t[W].isInterrupted()"]),
            3 => {
                let inner = act(
                    g,
                    &[
                        "Thread.sleep(1);",
                        "is.acquire();",
                        "ilatch.await();",
                        "synchronized (im) { if (iv == 0) im.wait(); }",
                        "synchronized (im) { im.wait(1); }",
                        "t[W].join(1);",
                        "il.lockInterruptibly(); try { iv++; } finally { il.unlock(); }",
                        "il.lock(); try { if (iv == 0) ic.await(); } finally { il.unlock(); }",
                        "b.append(il.tryLock(1, TimeUnit.MILLISECONDS)); if (il.isHeldByCurrentThread()) il.unlock();",
                    ],
                );
                vec![caught(inner), Stmt::See("iv".into())]
            }
            4 => act(
                g,
                &[
                    "LockSupport.parkNanos(1000);",
                    "LockSupport.unpark(t[W]);",
                    "LockSupport.unpark(t[W]);",
                    "LockSupport.park();",
                ],
            ),
            5 => act(
                g,
                &[
                    "is.release();",
                    "ilatch.countDown();",
                    "synchronized (im) { iv = 1; im.notify(); }",
                    "synchronized (im) { iv = 1; im.notifyAll(); }",
                    "il.lock(); try { iv = 1; ic.signal(); } finally { il.unlock(); }",
                ],
            ),
            6 => act(g, &["iv++;", "is.acquireUninterruptibly();"]),
            _ => see(g, &["is.tryAcquire()", "iv", "ilatch.getCount()", "is.tryAcquire(1, TimeUnit.MILLISECONDS)"]),
        }
    }
}

/// Static initialisers, and what they do to other classes' data.
pub mod initialisers {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, read, see};

    pub fn fields(g: &mut Gen) {
        g.fresh();
        g.field("sv", "static volatile int sv;");
        g.field("sp", "static int sp;");
        for class in ["A", "B"] {
            let other = if class == "A" { "B" } else { "A" };
            let first = g.fill(&["sv++;", "sp++;", "sp = sv;", "sv = V;", "synchronized (String.class) { sp++; }"]);
            let second = match g.below(6) {
                0 => format!("n += {other}.n;"),
                1 => "if (sv > 1) throw new IllegalStateException();".to_string(),
                2 => "sp++;".to_string(),
                3 => "sv++;".to_string(),
                _ => String::new(),
            };
            let sup = if class == "B" && g.one_in(4) { " extends A" } else { "" };
            g.field(
                class,
                format!("static class {class}{sup} {{ static int n = 1; static final int C = 7; int f = n; static {{ {first} {second} }} static int get() {{ return n; }} }}"),
            );
        }
        let class = g.class();
        g.field("H", format!("static class H {{ static final {class} IT = new {class}(); static {{ sv++; }} }}"));
        g.field("E", "enum E { ONE, TWO; static { sv += 2; } int twice() { return ordinal() * 2; } }");
        g.field("L", "interface L { int N = J_n(); default int l() { return 1; } }");
        g.field("J_n", "static int J_n() { return ++sv; }");
        g.at_end("sv");
        g.at_end("sp");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        match g.below(8) {
            0..=2 => read(
                g,
                &["A.n", "B.n", "A.get()", "B.get()", "new A().f", "A.C", "E.TWO.twice()", "sv", "L.N", "B.n++"],
            ),
            3 => {
                let class = g.class();
                let name = g.pick(&["A", "B", "H"]);
                let init = g.pick(&["", ", true, getClass().getClassLoader()", ", false, getClass().getClassLoader()"]);
                vec![Stmt::See(format!("J.of(() -> Class.forName(\"{class}${name}\"{init}).getSimpleName())"))]
            }
            4 => see(
                g,
                &[
                    "J.of(() -> A.get())",
                    "J.of(() -> B.get())",
                    "H.IT != null",
                    "E.valueOf(\"ONE\")",
                    "A.class.getSimpleName()",
                    "new B[1].length",
                ],
            ),
            5 => act(g, &["sv++;", "A.n = V;", "sv = V;", "B.n++;"]),
            _ => {
                let java = g.fill(&["sp++;", "sp = V;", "b.append(sp);"]);
                vec![g.plain("sp", false, Stmt::Do(java))]
            }
        }
    }
}

/// Final fields, published safely or not.
pub mod finals {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, see};

    pub fn fields(g: &mut Gen) {
        let class = g.class();
        let escape = if g.clean { "" } else { g.pick(&["", "", "p.racy = this;", "p.safe = this;"]) };
        g.field(
            "Fin",
            format!(
                "static final class Fin {{ final int a; int c; final int[] d; Fin({class} p, int n) {{ c = n; {escape} a = n; d = new int[] {{n, n}}; }} \
                 int sum() {{ return a + c + (d == null ? 100 : d[1]); }} }}"
            ),
        );
        g.field("Rec", "record Rec(int a, List<Integer> b) {}");
        g.field("safe", "volatile Fin safe;");
        g.field("racy", "Fin racy;");
        g.field("rec", "volatile Rec rec = new Rec(1, List.of(1));");
        g.field("box", "final AtomicReference<Fin> box = new AtomicReference<>();");
        g.field("fixed", "final int[] fixed = {1, 2};");
        g.at_end("safe == null ? 0 : safe.sum()");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        match g.below(6) {
            0 => act(
                g,
                &[
                    "safe = new Fin(this, V);",
                    "box.set(new Fin(this, V));",
                    "rec = new Rec(V, List.of(V));",
                    "box.compareAndSet(null, new Fin(this, V));",
                ],
            ),
            1 => see(
                g,
                &[
                    "safe == null ? -1 : safe.sum()",
                    "safe == null ? -1 : safe.a",
                    "box.get() == null ? -1 : box.get().d[0]",
                    "rec",
                    "rec.a() + rec.b().get(0)",
                    "fixed[K - 1]",
                    "Arrays.stream(fixed).sum()",
                    "rec.hashCode()",
                    "rec.equals(new Rec(V, List.of(V)))",
                ],
            ),
            2 => {
                let java = g.fill(&["racy = new Fin(this, V);", "if (racy == null) racy = new Fin(this, V);"]);
                vec![g.plain("racy", false, Stmt::Do(java))]
            }
            3 => {
                let java = g.fill(&["racy == null ? -1 : racy.a", "racy == null ? -1 : racy.sum()"]);
                vec![g.plain("racy", false, Stmt::See(java))]
            }
            4 => {
                let java = g.fill(&["if (racy != null) racy.c++;", "if (racy != null) racy.d[0] = V;"]);
                vec![g.plain("racy", false, Stmt::Do(java))]
            }
            _ => see(g, &["J.of(() -> { Fin f = safe; return f == null ? \"-\" : f.d.length; })"]),
        }
    }
}

/// Operations on whole arrays.
pub mod bulk {
    use crate::generate::Gen;
    use crate::program::Stmt;

    pub fn fields(g: &mut Gen) {
        g.field("ia", "final int[] ia = {1, 2, 3};");
        g.field("oa", "final Integer[] oa = {1, 2};");
        g.field("ca", "final char[] ca = {'a', 'b'};");
        g.field("ba", "final byte[] ba = {1, 2, 3, 4};");
        let which = g.pick(&["Arrays.toString(ia)", "Arrays.toString(oa)", "new String(ca)", "Arrays.hashCode(ba)"]);
        g.at_end(which);
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        let (datum, sees, acts): (&str, &[&str], &[&str]) = match g.focus(6) {
            0..=2 => (
                "ia",
                &[
                    "ia[K]",
                    "ia.clone()[K]",
                    "Arrays.toString(ia.clone())",
                    "Arrays.toString(Arrays.copyOf(ia, 2))",
                    "Arrays.copyOfRange(ia, 1, 3)[K - 1]",
                    "Arrays.equals(ia, new int[] {1, 2, V})",
                    "Arrays.hashCode(ia)",
                    "Arrays.stream(ia).sum()",
                    "Arrays.mismatch(ia, new int[] {1, 2, 3})",
                    "IntBuffer.wrap(ia).get(K)",
                    "Arrays.binarySearch(ia, V)",
                ],
                &[
                    "ia[K] = V;",
                    "ia[0]++;",
                    "Arrays.fill(ia, V);",
                    "System.arraycopy(ia, 0, ia, 1, 2);",
                    "System.arraycopy(new int[] {V, V}, 0, ia, 1, 2);",
                    "Arrays.setAll(ia, i -> i + V);",
                    "Arrays.sort(ia);",
                    "IntBuffer.wrap(ia).put(new int[] {V, V});",
                    "Arrays.fill(ia, 1, 3, 0);",
                ],
            ),
            3 => (
                "oa",
                &[
                    "oa[0]",
                    "Arrays.asList(oa)",
                    "Arrays.asList(oa).toArray()[K - 1]",
                    "List.of(oa)",
                    "new ArrayList<>(Arrays.asList(oa))",
                    "Arrays.equals(oa, new Integer[] {1, V})",
                    "Arrays.copyOf(oa, 2, Object[].class)[1]",
                    "String.valueOf(Arrays.deepHashCode(oa))",
                ],
                &[
                    "oa[K - 1] = V;",
                    "Arrays.fill(oa, V);",
                    "System.arraycopy(new Integer[] {4, 5}, 0, oa, 0, 2);",
                    "List.of(V, V).toArray(oa);",
                    "Collections.reverse(Arrays.asList(oa));",
                    "Arrays.sort(oa);",
                ],
            ),
            4 => (
                "ca",
                &[
                    "new String(ca)",
                    "String.valueOf(ca)",
                    "ca[1]",
                    "new StringBuilder().append(ca).toString()",
                    "new String(ca, 1, 1)",
                    "CharBuffer.wrap(ca).toString()",
                ],
                &["ca[K - 1] = 'c';", "Arrays.fill(ca, 'd');", "\"ef\".getChars(0, 2, ca, 0);", "ca[0]++;"],
            ),
            _ => (
                "ba",
                &[
                    "new String(ba).length()",
                    "ByteBuffer.wrap(ba).getInt()",
                    "ba[K]",
                    "Arrays.hashCode(ba)",
                    "Arrays.equals(ba, 0, 1, ba, 1, 2)",
                    "new java.io.ByteArrayInputStream(ba).read()",
                ],
                &[
                    "ba[K] = V;",
                    "ByteBuffer.wrap(ba).putInt(V);",
                    "Arrays.fill(ba, (byte) 1);",
                    "ByteBuffer.wrap(ba).put(new byte[] {5, 6});",
                ],
            ),
        };
        let stmt = if g.one_in(2) { Stmt::See(g.fill(sees)) } else { Stmt::Do(g.fill(acts)) };
        vec![g.plain(datum, true, stmt)]
    }
}

/// The lock and the monitor of the same object.
pub mod monitors {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, see};

    pub fn fields(g: &mut Gen) {
        g.field("lm", "final ReentrantLock lm = new ReentrantLock();");
        g.field("lc", "final Condition lc = lm.newCondition();");
        g.field("ls", "final Semaphore ls = new Semaphore(1);");
        g.field("ly", "int ly;");
        g.field("lz", "volatile int lz;");
        g.at_end("ly");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        let mut inner: Vec<Stmt> = match g.below(4) {
            0 => vec![Stmt::Read("ly".into())],
            1 => vec![Stmt::Do("ly++;".into())],
            2 => act(g, &["ly = V;", "lz++;"]),
            _ => vec![Stmt::See("lz".into())],
        };
        if g.one_in(6) {
            inner = vec![in_lock(g, inner)];
        }
        match g.below(8) {
            0..=5 => vec![in_lock(g, inner)],
            6 => act(
                g,
                &[
                    "lm.lock(); try { lz++; lc.signalAll(); } finally { lm.unlock(); }",
                    "synchronized (lc) { lc.notifyAll(); }",
                    "lm.lock(); try { lc.await(1, TimeUnit.MILLISECONDS); } finally { lm.unlock(); }",
                    "synchronized (lm) { lm.wait(1); }",
                    "synchronized (lm) { lm.notify(); }",
                    "synchronized (lc) { lc.signal(); }",
                    "lm.lock(); try { lm.notify(); } finally { lm.unlock(); }",
                ],
            ),
            _ => see(
                g,
                &["lm.isLocked()", "Thread.holdsLock(lm)", "lm.isHeldByCurrentThread()", "lz", "ls.availablePermits()"],
            ),
        }
    }

    fn in_lock(g: &mut Gen, body: Vec<Stmt>) -> Stmt {
        let (head, tail) = match g.below(7) {
            0 | 1 => ("synchronized (lm) {", "}"),
            2 | 3 => ("lm.lock(); try {", "} finally { lm.unlock(); }"),
            4 => ("if (lm.tryLock()) try {", "} finally { lm.unlock(); }"),
            5 => ("synchronized (ls) {", "}"),
            _ => ("ls.acquire(); try {", "} finally { ls.release(); }"),
        };
        Stmt::Block { head: head.into(), body, tail: tail.into() }
    }
}

/// Operations on threads that may not have started.
pub mod unstarted {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, see};

    pub fn fields(g: &mut Gen) {
        // A thread that a thread of lower number may start: whoever joins in the order of numbers has waited for it.
        let last = g.workers - 1;
        g.hold_back(last);
        g.field("u", "volatile int u;");
        g.field("up", "int up;");
        g.at_end("u");
        g.at_end("up");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        let last = g.workers - 1;
        let mine = g.me == Some(last);
        match g.below(8) {
            0..=2 if !mine && g.me.is_some() => vec![Stmt::Do(format!("t[{last}].start();"))],
            0 | 3 => see(g, &["t[W].isAlive()", "t[W].isInterrupted()"]),
            1 | 4 => {
                act(g, &["t[W].join(1);", "t[W].interrupt();", "LockSupport.unpark(t[W]);", "t[W].setDaemon(false);"])
            }
            // Who is waited for has a higher number, so that no circle arises.
            2 if !mine => vec![Stmt::Do(format!("t[{last}].join();"))],
            5 => see(g, &["Thread.interrupted()", "u"]),
            6 => act(g, &["LockSupport.parkNanos(1000);", "u++;"]),
            _ => {
                let java = g.fill(&["up++;", "up = V;", "b.append(up);", "u = up;"]);
                vec![g.plain("up", false, Stmt::Do(java))]
            }
        }
    }
}
