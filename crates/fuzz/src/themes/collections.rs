//! Collections of the library.

/// `ConcurrentHashMap` and `ConcurrentSkipListMap`.
pub mod maps {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, read, see};

    pub fn fields(g: &mut Gen) {
        let kind = if g.one_in(5) { "ConcurrentSkipListMap" } else { "ConcurrentHashMap" };
        let first = g.pick(&["", "Map.of(1, 1)"]);
        g.field("map", format!("final ConcurrentMap<Integer, Integer> map = new {kind}<>({first});"));
        g.at_end("map");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        match g.below(10) {
            0..=5 => see(
                g,
                &[
                    "map.put(K, V)",
                    "map.put(K, V)",
                    "map.get(K)",
                    "map.putIfAbsent(K, V)",
                    "map.remove(K)",
                    "map.remove(K, 1)",
                    "map.replace(K, V)",
                    "map.replace(K, 1, V)",
                    "map.merge(K, V, Integer::sum)",
                    "map.merge(K, V, (x, y) -> null)",
                    "map.compute(K, (k, x) -> x == null ? V : x + 1)",
                    "map.computeIfAbsent(K, k -> V)",
                    "map.computeIfPresent(K, (k, x) -> x > 2 ? null : x + 2)",
                    "map.getOrDefault(K, 9)",
                ],
            ),
            6 => read(
                g,
                &["map.size()", "map.keySet().toArray().length", "map.values().stream().mapToInt(x -> x).sum()"],
            ),
            7 => see(
                g,
                &["map.containsKey(K)", "map.containsValue(V)", "map.isEmpty()", "map", "map.keySet()", "map.values()"],
            ),
            8 => act(
                g,
                &[
                    "map.putAll(Map.of(1, V));",
                    "map.clear();",
                    "map.replaceAll((k, x) -> x + 1);",
                    "map.keySet().remove(K);",
                    "map.values().removeIf(x -> x == V);",
                    "map.entrySet().removeIf(e -> e.getKey() == K);",
                ],
            ),
            _ => {
                vec![Stmt::block("for (Map.Entry<Integer, Integer> e : map.entrySet()) {", vec![Stmt::See("e".into())])]
            }
        }
    }
}

/// `CopyOnWriteArrayList`.
pub mod copies {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, read, see};

    pub fn fields(g: &mut Gen) {
        let first = g.pick(&["", "List.of(1)", "List.of(2, 1)"]);
        g.field("cow", format!("final CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>({first});"));
        g.at_end("cow");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        match g.below(6) {
            0..=2 => see(
                g,
                &[
                    "cow.add(V)",
                    "cow.addIfAbsent(K)",
                    "cow.remove((Object) K)",
                    "cow.remove(0)",
                    "cow.get(0)",
                    "cow.set(0, V)",
                    "cow.contains(K)",
                    "cow.addAll(List.of(K, V))",
                    "cow.removeIf(x -> x == K)",
                    "cow",
                ],
            ),
            3 => read(
                g,
                &["cow.size()", "cow.indexOf(K)", "cow.stream().mapToInt(x -> x).sum()", "cow.toArray().length"],
            ),
            4 => act(
                g,
                &[
                    "cow.replaceAll(x -> x + 1);",
                    "cow.sort(null);",
                    "cow.clear();",
                    "cow.add(0, V);",
                    "cow.addAllAbsent(List.of(K));",
                ],
            ),
            _ => vec![Stmt::block("for (int x : cow) {", vec![Stmt::See("x".into())])],
        }
    }
}

/// `ConcurrentLinkedQueue` and `ConcurrentLinkedDeque`.
pub mod linked {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, read, see};

    pub fn fields(g: &mut Gen) {
        let first = g.pick(&["", "List.of(1)", "List.of(1, 2)"]);
        let kind = if g.one_in(3) { "ConcurrentLinkedDeque" } else { "ConcurrentLinkedQueue" };
        g.field("queue", format!("final Queue<Integer> queue = new {kind}<>({first});"));
        g.at_end("queue");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        match g.below(6) {
            0..=3 => see(
                g,
                &[
                    "queue.offer(V)",
                    "queue.add(V)",
                    "queue.poll()",
                    "queue.poll()",
                    "queue.peek()",
                    "queue.remove(K)",
                    "queue.remove()",
                    "queue.isEmpty()",
                    "queue.contains(K)",
                    "queue",
                ],
            ),
            4 => read(g, &["queue.size()", "queue.toArray().length"]),
            _ => act(g, &["queue.addAll(List.of(K, V));", "queue.removeIf(x -> x == K);", "queue.clear();"]),
        }
    }
}

/// Blocking queues. What waits without a limit is not offered to clean programs.
pub mod blocking {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, read, see};

    pub fn fields(g: &mut Gen) {
        let kind = g.pick(&[
            "ArrayBlockingQueue<>(1)",
            "ArrayBlockingQueue<>(2)",
            "LinkedBlockingQueue<>(1)",
            "LinkedBlockingQueue<>()",
            "LinkedBlockingDeque<>(1)",
            "PriorityBlockingQueue<>()",
            "SynchronousQueue<>()",
        ]);
        g.field("bq", format!("final BlockingQueue<Integer> bq = new {kind};"));
        g.at_end("bq");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        if !g.clean && g.one_in(4) {
            return if g.one_in(2) { act(g, &["bq.put(V);"]) } else { see(g, &["bq.take()"]) };
        }
        match g.below(6) {
            0..=3 => see(
                g,
                &[
                    "bq.offer(V)",
                    "bq.offer(V)",
                    "bq.add(V)",
                    "bq.poll()",
                    "bq.poll()",
                    "bq.peek()",
                    "bq.remove(K)",
                    "bq.offer(V, 1, TimeUnit.MILLISECONDS)",
                    "bq.poll(1, TimeUnit.MILLISECONDS)",
                    "bq.contains(V)",
                    "bq",
                ],
            ),
            4 => read(
                g,
                &["bq.size()", "bq.remainingCapacity()", "bq.drainTo(new ArrayList<>())", "bq.toArray().length"],
            ),
            _ => act(g, &["bq.clear();", "bq.removeIf(x -> x > 3);"]),
        }
    }
}

/// `LinkedTransferQueue`, whose waiting is not a lock's.
pub mod transfer {
    use crate::generate::Gen;
    pub use crate::themes::collections::blocking::stmt;

    pub fn fields(g: &mut Gen) {
        g.field("bq", "final BlockingQueue<Integer> bq = new LinkedTransferQueue<>();");
        g.at_end("bq");
    }
}

/// Plain collections, shared with or without a guard.
pub mod plain {
    use crate::generate::Gen;
    use crate::program::Stmt;

    const LISTS: [&str; 2] = ["ArrayList", "LinkedList"];
    const MAPS: [&str; 3] = ["HashMap", "TreeMap", "LinkedHashMap"];

    pub fn fields(g: &mut Gen) {
        let list = g.pick(&LISTS);
        let first = g.pick(&["", "List.of(1, 2)"]);
        g.field("list", format!("final List<Integer> list = new {list}<>({first});"));
        let dict = g.pick(&MAPS);
        let first = g.pick(&["", "Map.of(1, 1)"]);
        g.field("dict", format!("final Map<Integer, Integer> dict = new {dict}<>({first});"));
        g.field("deque", "final ArrayDeque<Integer> deque = new ArrayDeque<>(List.of(1));");
        g.field("text", "final StringBuilder text = new StringBuilder(\"a\");");
        g.field("bits", "final BitSet bits = new BitSet();");
        let which = g.pick(&["list", "dict", "deque", "text", "bits"]);
        g.at_end(which);
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        let (datum, expressions): (&str, &[&str]) = match g.focus(9) {
            0..=2 => (
                "list",
                &[
                    "list.add(V)",
                    "list.get(0)",
                    "list.remove((Object) K)",
                    "list.remove(0)",
                    "list.size()",
                    "list.contains(K)",
                    "list.set(0, V)",
                    "list.addAll(List.of(K, V))",
                    "list.toArray().length",
                    "list",
                    "new ArrayList<>(list)",
                    "list.hashCode()",
                ],
            ),
            3..=5 => (
                "dict",
                &[
                    "dict.put(K, V)",
                    "dict.get(K)",
                    "dict.remove(K)",
                    "dict.size()",
                    "dict.merge(K, V, Integer::sum)",
                    "dict.computeIfAbsent(K, k -> V)",
                    "dict.containsKey(K)",
                    "dict.keySet()",
                    "dict.values()",
                    "dict",
                ],
            ),
            6 => (
                "deque",
                &[
                    "deque.offer(V)",
                    "deque.poll()",
                    "deque.pollLast()",
                    "deque.peek()",
                    "deque.size()",
                    "deque.contains(K)",
                    "deque",
                ],
            ),
            7 => (
                "text",
                &[
                    "text.append(K)",
                    "text.length()",
                    "text.charAt(0)",
                    "text.insert(0, V)",
                    "text.reverse()",
                    "text.toString()",
                ],
            ),
            _ => ("bits", &["bits.get(K)", "bits.cardinality()", "bits", "J.of(() -> { bits.set(K); return \"\"; })"]),
        };
        let seen = Stmt::See(g.fill(expressions));
        vec![g.plain(datum, true, seen)]
    }
}

/// Collections that are safe because each call takes a lock, or because nothing is ever written.
pub mod wrapped {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::see;

    pub fn fields(g: &mut Gen) {
        let kind = g.pick(&["Collections.synchronizedList(new ArrayList<>(List.of(1)))", "new Vector<>(List.of(1))"]);
        g.field("slist", format!("final List<Integer> slist = {kind};"));
        let kind = g.pick(&["Collections.synchronizedMap(new HashMap<>())", "new Hashtable<>()"]);
        g.field("smap", format!("final Map<Integer, Integer> smap = {kind};"));
        g.field("buffer", "final StringBuffer buffer = new StringBuffer(\"a\");");
        let kind = g.pick(&[
            "Map.of(1, 2)",
            "Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2)))",
            "new TreeMap<>(Map.of(1, 2))",
        ]);
        g.field("constants", format!("final Map<Integer, Integer> constants = {kind};"));
        let which = g.pick(&["slist", "smap", "buffer"]);
        g.at_end(which);
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        if g.one_in(10) {
            return vec![Stmt::block(
                "synchronized (slist) {",
                vec![Stmt::block("for (int x : slist) {", vec![Stmt::See("x".into())])],
            )];
        }
        see(
            g,
            &[
                "slist.add(V)",
                "slist.remove((Object) K)",
                "slist.get(0)",
                "slist.size()",
                "slist.contains(K)",
                "slist.addAll(List.of(K, V))",
                "slist",
                "slist.toArray().length",
                "slist.remove(0)",
                "slist.removeIf(x -> x == K)",
                "smap.put(K, V)",
                "smap.get(K)",
                "smap.putIfAbsent(K, V)",
                "smap.merge(K, V, Integer::sum)",
                "smap.remove(K)",
                "smap.size()",
                "smap",
                "smap.keySet()",
                "buffer.append(V).length()",
                "buffer.toString()",
                "buffer.reverse().charAt(0)",
                "constants.get(K)",
                "constants.keySet()",
                "constants.values()",
                "constants.hashCode()",
                "constants.entrySet()",
            ],
        )
    }
}
