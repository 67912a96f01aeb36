import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** What programs call, for deadheat: there are no delays, because all interleavings are searched. */
public class J {
    public static void ready() {}

    public static void at() {}

//COMMON
}
