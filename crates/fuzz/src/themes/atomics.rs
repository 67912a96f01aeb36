//! Single operations on variables, by the ways around the language.

/// Atomics, adders, updaters.
pub mod atomic {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, read, see};

    pub fn fields(g: &mut Gen) {
        let class = g.class();
        g.field("ai", "final AtomicInteger ai = new AtomicInteger();");
        g.field("ar", "final AtomicReference<Integer> ar = new AtomicReference<>(1);");
        g.field("aa", "final AtomicIntegerArray aa = new AtomicIntegerArray(2);");
        g.field("adder", "final LongAdder adder = new LongAdder();");
        g.field("stamped", "final AtomicStampedReference<Integer> stamped = new AtomicStampedReference<>(1, 0);");
        g.field("updated", "volatile int updated;");
        g.field(
            "UPDATER",
            format!("static final AtomicIntegerFieldUpdater<{class}> UPDATER = AtomicIntegerFieldUpdater.newUpdater({class}.class, \"updated\");"),
        );
        let which = g.pick(&["ai", "ar", "aa", "adder", "updated"]);
        g.at_end(which);
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        match g.below(4) {
            0 | 1 => read(
                g,
                &[
                    "ai.get()",
                    "ai.incrementAndGet()",
                    "ai.getAndAdd(V)",
                    "ai.getAndSet(V)",
                    "ai.updateAndGet(x -> x * 2 + 1)",
                    "ai.accumulateAndGet(V, Math::max)",
                    "ar.get()",
                    "ar.getAndSet(K)",
                    "ar.getAndUpdate(x -> x + 1)",
                    "aa.get(K - 1)",
                    "aa.incrementAndGet(K - 1)",
                    "UPDATER.incrementAndGet(this)",
                    "UPDATER.getAndSet(this, V)",
                    "updated",
                    "adder.intValue()",
                    "stamped.getStamp()",
                ],
            ),
            2 => see(
                g,
                &[
                    "ai.compareAndSet(r, V)",
                    "ai.weakCompareAndSetPlain(0, V)",
                    "ar.compareAndSet(1, K)",
                    "aa.compareAndSet(K - 1, 0, V)",
                    "UPDATER.compareAndSet(this, 0, V)",
                    "stamped.compareAndSet(1, 2, 0, 1)",
                    "stamped.attemptStamp(1, V)",
                    "adder.sumThenReset()",
                    "aa",
                ],
            ),
            _ => act(
                g,
                &[
                    "ai.set(V);",
                    "ai.lazySet(V);",
                    "ar.set(K);",
                    "aa.set(K - 1, V);",
                    "updated = V;",
                    "updated++;",
                    "adder.add(V);",
                    "adder.increment();",
                ],
            ),
        }
    }
}

/// `VarHandle`, method handles and reflection. The plain ways are guarded in clean programs.
pub mod handles {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, read, see};

    pub fn fields(g: &mut Gen) {
        let class = g.class();
        g.field("hv", "volatile int hv;");
        g.field("hp", "int hp;");
        g.field("ha", "final int[] ha = new int[2];");
        let lookup = "MethodHandles.lookup()";
        let find = |name: &str| {
            format!("(VarHandle) J_of(() -> {lookup}.findVarHandle({class}.class, \"{name}\", int.class))")
        };
        g.field("J_of", "static Object J_of(Callable<?> c) { try { return c.call(); } catch (Exception e) { throw new Error(e); } }");
        g.field("HV", format!("static final VarHandle HV = {};", find("hv")));
        g.field("HP", format!("static final VarHandle HP = {};", find("hp")));
        g.field("HA", "static final VarHandle HA = MethodHandles.arrayElementVarHandle(int[].class);");
        g.field(
            "FP",
            format!("static final java.lang.reflect.Field FP = (java.lang.reflect.Field) J_of(() -> {class}.class.getDeclaredField(\"hp\"));"),
        );
        g.field(
            "FV",
            format!("static final java.lang.reflect.Field FV = (java.lang.reflect.Field) J_of(() -> {class}.class.getDeclaredField(\"hv\"));"),
        );
        g.field("addHp", "int addHp(int n) { hp = hp + n; return hp; }");
        g.field(
            "MP",
            format!("static final java.lang.reflect.Method MP = (java.lang.reflect.Method) J_of(() -> {class}.class.getDeclaredMethod(\"addHp\", int.class));"),
        );
        g.field(
            "HG",
            format!("static final MethodHandle HG = (MethodHandle) J_of(() -> {lookup}.findGetter({class}.class, \"hp\", int.class));"),
        );
        let which = g.pick(&["hv", "hp", "ha[0] + ha[1]"]);
        g.at_end(which);
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        match g.below(7) {
            0 | 1 => read(
                g,
                &[
                    "(int) HV.getVolatile(this)",
                    "(int) HV.getAndAdd(this, V)",
                    "(int) HV.getAndSet(this, V)",
                    "(int) HV.getAndBitwiseOr(this, V)",
                    "(int) HV.compareAndExchange(this, 0, V)",
                    "(int) HA.getAndAdd(ha, K - 1, V)",
                    "(int) HA.getVolatile(ha, K - 1)",
                    "FV.getInt(this)",
                    "hv",
                ],
            ),
            2 => see(
                g,
                &[
                    "HV.compareAndSet(this, r, V)",
                    "HV.weakCompareAndSet(this, 0, V)",
                    "HA.compareAndSet(ha, K - 1, 0, V)",
                ],
            ),
            3 => act(
                g,
                &[
                    "HV.setVolatile(this, V);",
                    "HA.setVolatile(ha, K - 1, V);",
                    "FV.setInt(this, V);",
                    "hv = V;",
                    "hv++;",
                ],
            ),
            _ => {
                let read = g.fill(&[
                    "(int) HP.get(this)",
                    "hp",
                    "FP.getInt(this)",
                    "(int) MP.invoke(this, V)",
                    "(int) HG.invokeExact((PROGRAM) this)",
                    "addHp(V)",
                ]);
                let write = g.fill(&["HP.set(this, V);", "FP.setInt(this, V);", "hp = V;", "hp++;"]);
                let class = g.class();
                let stmt = if g.one_in(2) { Stmt::Read(read.replace("PROGRAM", &class)) } else { Stmt::Do(write) };
                vec![g.plain("hp", false, stmt)]
            }
        }
    }
}
