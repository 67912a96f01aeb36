import java.util.concurrent.CompletableFuture;

/** Pools of daemons keep no program from its end: there is nothing to say. */
public class CommonPool {
    public static void main(String[] args) throws Exception {
        System.out.println(CompletableFuture.supplyAsync(() -> 1).get());
    }
}
