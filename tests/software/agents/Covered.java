import java.io.ByteArrayInputStream;
import java.util.TreeMap;
import java.util.Map;
import org.jacoco.agent.rt.RT;
import org.jacoco.core.data.ExecutionDataReader;

/** JaCoCo's agent counts which branches two threads take; what it has counted is read back. */
public class Covered {
    static int even, odd, total;

    static class Counter {
        static synchronized void count(int n) {
            if (n % 2 == 0) {
                even++;
            } else {
                odd++;
            }
        }

        static void never() {
            System.out.println("never");
        }
    }

    static class Worker extends Thread {
        final int n;
        Worker(int n) { this.n = n; }
        @Override public void run() {
            Counter.count(n);
            total += n;
        }
    }

    public static void main(String[] args) throws Exception {
        Counter.count(0);
        Worker one = new Worker(1), two = new Worker(2);
        one.start();
        two.start();
        one.join();
        two.join();
        if (args.length == 0) {
            return;
        }
        Map<String, String> covered = new TreeMap<>();
        ExecutionDataReader reader = new ExecutionDataReader(new ByteArrayInputStream(RT.getAgent().getExecutionData(false)));
        reader.setSessionInfoVisitor(info -> { });
        reader.setExecutionDataVisitor(data -> {
            StringBuilder probes = new StringBuilder();
            for (boolean probe : data.getProbes()) probes.append(probe ? '+' : '-');
            covered.put(data.getName(), probes.toString());
        });
        reader.read();
        covered.forEach((name, probes) -> System.out.println(name + " " + probes));
        System.out.println(even + " " + odd + " " + total + " " + RT.getAgent().getVersion());
    }
}
