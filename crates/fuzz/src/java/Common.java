    /** Waits for a thread whatever happens; one that was never started has ended. */
    public static void join(Thread thread) {
        while (true) {
            try {
                thread.join();
                return;
            } catch (InterruptedException again) {
            }
        }
    }

    public static void end(ExecutorService pool) {
        pool.shutdown();
        while (true) {
            try {
                if (pool.awaitTermination(1, TimeUnit.DAYS)) return;
            } catch (InterruptedException again) {
            }
        }
    }

    public static String name(Throwable e) {
        boolean wrapper = e instanceof ExecutionException || e instanceof CompletionException || e instanceof ExceptionInInitializerError
            || e instanceof java.lang.reflect.InvocationTargetException;
        return e.getClass().getSimpleName() + (wrapper && e.getCause() != null ? "(" + e.getCause().getClass().getSimpleName() + ")" : "");
    }

    /** A value or the name of what was thrown. */
    public static Object of(Callable<?> expression) {
        try {
            return expression.call();
        } catch (Throwable e) {
            return name(e);
        }
    }
