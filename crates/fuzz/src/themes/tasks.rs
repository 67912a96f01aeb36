//! Work that other threads do: pools, futures, promises, streams.

/// Executors and futures.
pub mod pools {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, see};

    pub fn fields(g: &mut Gen) {
        let kind = g.pick(&[
            "Executors.newSingleThreadExecutor()",
            "Executors.newFixedThreadPool(1)",
            "Executors.newFixedThreadPool(2)",
            "Executors.newCachedThreadPool()",
            "Executors.newScheduledThreadPool(1)",
            "new ForkJoinPool(1)",
            "new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1))",
        ]);
        g.field("pool", format!("final ExecutorService pool = {kind};"));
        g.field("done", "final AtomicInteger done = new AtomicInteger();");
        g.field(
            "future",
            "final AtomicReference<Future<Integer>> future = new AtomicReference<>(new FutureTask<>(() -> 8));",
        );
        g.finish("J.end(pool);");
        g.at_end("done");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        match g.below(if g.clean { 5 } else { 7 }) {
            0 | 1 => see(
                g,
                &[
                    "pool.submit(() -> done.addAndGet(V)).get()",
                    "pool.submit(() -> done.incrementAndGet()).isDone()",
                    "J.of(() -> pool.submit(() -> List.of().get(K)).get())",
                    "pool.submit(() -> done.get(), K).get()",
                ],
            ),
            2 => act(
                g,
                &[
                    "pool.execute(() -> done.addAndGet(V));",
                    "future.set(pool.submit(() -> done.addAndGet(V)));",
                    "pool.execute((Runnable) future.get());",
                ],
            ),
            3 => see(g, &["future.get().isDone()", "done.get()", "pool.isShutdown()"]),
            4 => see(
                g,
                &[
                    "future.get().cancel(false)",
                    "future.get().isCancelled()",
                    "((Runnable) future.get()).hashCode() == 0",
                ],
            ),
            5 => see(
                g,
                &[
                    "J.of(() -> pool.invokeAll(List.of(() -> done.addAndGet(V), () -> done.get())).get(0).get())",
                    "J.of(() -> pool.invokeAny(List.of(() -> V)))",
                    "J.of(() -> future.get().get(1, TimeUnit.MILLISECONDS))",
                    "future.get().cancel(true)",
                ],
            ),
            _ => act(g, &["pool.shutdown();", "b.append(pool.shutdownNow().size());"]),
        }
    }
}

/// `CompletableFuture`.
pub mod promises {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::{act, see};

    pub fn fields(g: &mut Gen) {
        g.field("p", "final CompletableFuture<Integer> p = new CompletableFuture<>();");
        g.field("q", "final CompletableFuture<Integer> q = new CompletableFuture<>();");
        g.field("ran", "final AtomicInteger ran = new AtomicInteger();");
        g.at_end("ran");
        g.at_end("J.of(() -> p.getNow(-1))");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        if !g.clean && g.one_in(6) {
            return see(
                g,
                &[
                    "J.of(() -> p.join())",
                    "J.of(() -> q.get())",
                    "J.of(() -> p.get(1, TimeUnit.MILLISECONDS))",
                    "J.of(() -> p.thenCombine(q, Integer::sum).join())",
                    "J.of(() -> CompletableFuture.anyOf(p, q).join())",
                ],
            );
        }
        match g.below(5) {
            0 | 1 => see(
                g,
                &[
                    "p.complete(V)",
                    "q.complete(V)",
                    "p.completeExceptionally(new IllegalStateException())",
                    "p.cancel(true)",
                    "J.of(() -> p.getNow(-1))",
                    "p.isDone()",
                    "q.isDone()",
                ],
            ),
            2 => see(
                g,
                &[
                    "J.of(() -> p.thenApply(x -> x + 1).getNow(-2))",
                    "J.of(() -> p.thenCombine(q, Integer::sum).getNow(-3))",
                    "J.of(() -> CompletableFuture.allOf(p, q).isDone())",
                    "J.of(() -> CompletableFuture.anyOf(p, q).getNow(-4))",
                    "J.of(() -> p.handle((x, e) -> e == null ? x : -5).getNow(-6))",
                    "J.of(() -> p.thenCompose(x -> q).getNow(-7))",
                    "J.of(() -> p.exceptionally(e -> V).getNow(-8))",
                    "J.of(() -> p.applyToEither(q, x -> x + 2).getNow(-9))",
                ],
            ),
            3 => act(
                g,
                &[
                    "p.thenAccept(x -> ran.addAndGet(x));",
                    "p.whenComplete((x, e) -> ran.addAndGet(e == null ? x : 10));",
                    "p.thenRun(() -> q.complete(V));",
                    "q.thenAccept(x -> p.complete(x + 1));",
                    "p.runAfterBoth(q, () -> ran.incrementAndGet());",
                    "p.obtrudeValue(V);",
                    "CompletableFuture.supplyAsync(() -> V, Runnable::run).thenAccept(p::complete);",
                ],
            ),
            _ => see(
                g,
                &[
                    "CompletableFuture.supplyAsync(() -> ran.incrementAndGet(), x -> new Thread(x).start()).join()",
                    "p.thenApplyAsync(x -> ran.addAndGet(x), Runnable::run).isDone()",
                    "ran.get()",
                    "p.getNumberOfDependents()",
                ],
            ),
        }
    }
}

/// Streams over what is shared.
pub mod streams {
    use crate::generate::Gen;
    use crate::program::Stmt;
    use crate::themes::see;

    pub fn fields(g: &mut Gen) {
        g.field("sum", "final AtomicInteger sum = new AtomicInteger();");
        g.field("cells", "final int[] cells = {1, 2};");
        g.field("items", "final List<Integer> items = new ArrayList<>(List.of(1, 2));");
        g.at_end("sum");
    }

    pub fn stmt(g: &mut Gen) -> Vec<Stmt> {
        if g.one_in(6) {
            return see(
                g,
                &[
                    "IntStream.range(0, 2).parallel().map(i -> sum.addAndGet(i + 1)).sum()",
                    "List.of(1, 2).parallelStream().mapToInt(x -> x + V).sum()",
                    "IntStream.range(0, 2).parallel().boxed().collect(Collectors.toList())",
                ],
            );
        }
        match g.below(4) {
            0 => {
                let java = g.fill(&[
                    "Arrays.stream(cells).sum()",
                    "IntStream.of(cells).map(x -> x + V).boxed().collect(Collectors.toList())",
                    "J.of(() -> { cells[1] = V; return \"\"; })",
                    "Arrays.stream(cells, 0, 1).max().getAsInt()",
                ]);
                vec![g.plain("cells", true, Stmt::See(java))]
            }
            1 => {
                let java = g.fill(&[
                    "items.stream().filter(x -> x > 1).count()",
                    "items.stream().map(x -> x + 1).collect(Collectors.toList())",
                    "items.stream().reduce(0, Integer::sum)",
                    "items.stream().sorted().findFirst().get()",
                    "items.add(V)",
                    "items.removeIf(x -> x == V)",
                    "items.stream().collect(Collectors.groupingBy(x -> x % 2))",
                    "items.stream().map(String::valueOf).collect(Collectors.joining())",
                ]);
                vec![g.plain("items", true, Stmt::See(java))]
            }
            _ => see(
                g,
                &[
                    "IntStream.range(0, 2).map(i -> sum.addAndGet(i)).sum()",
                    "Stream.of(1, 2).peek(x -> sum.addAndGet(x)).count()",
                    "Stream.of(1, 2).peek(x -> sum.addAndGet(x)).collect(Collectors.toList())",
                    "Stream.iterate(1, x -> x + 1).map(x -> sum.addAndGet(x)).limit(2).collect(Collectors.toList())",
                    "Stream.of(1, 2).anyMatch(x -> sum.incrementAndGet() > 1)",
                    "sum.get()",
                ],
            ),
        }
    }
}
