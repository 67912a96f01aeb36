import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs programs many times in one JVM. A request is a line "CLASSES\tPROGRAM\tRUNS\tSEED\tfresh"; the answer is a line
 * "COUNT\tOUTCOME" for each outcome that was seen, and an empty line. HANG is an outcome: nothing moves any more; SPIN: something moves for
 * ever; LATE: it cannot be said which. With "fresh" every run has classes of its own, so that
 * static initialisers run again.
 */
public class Stress {
    static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) {
            String[] request = line.split("\t");
            for (Map.Entry<String, Integer> outcome : program(request).entrySet()) {
                System.out.println(outcome.getValue() + "\t" + outcome.getKey());
            }
            System.out.println();
            System.out.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    static Map<String, Integer> program(String[] request) throws Exception {
        URL[] classes = {new File(request[0]).toURI().toURL()};
        boolean fresh = request[4].equals("fresh");
        Map<String, Integer> outcomes = new TreeMap<>();
        long end = System.nanoTime() + 1_500_000_000L;
        ClassLoader loader = null;
        for (int run = 0; run < Integer.parseInt(request[2]) && System.nanoTime() < end; run++) {
            if (loader == null || fresh) loader = new URLClassLoader(classes, Stress.class.getClassLoader());
            // Half of the runs have no delays: they show what happens most often, the others what seldom happens.
            J.begin(Long.parseLong(request[3]) * 1_000_003 + run, run % 2 == 0);
            String outcome = once(loader, request[1]);
            outcomes.merge(outcome, 1, Integer::sum);
            // What hangs keeps its threads; one of them is enough.
            if (outcome.equals("HANG") || outcome.equals("SPIN") || outcome.equals("LATE")) break;
        }
        return outcomes;
    }

    static String once(ClassLoader loader, String program) throws Exception {
        ThreadGroup group = new ThreadGroup(program);
        String[] outcome = new String[1];
        Thread main = new Thread(group, () -> {
            try {
                outcome[0] = (String) Class.forName(program, true, loader).getDeclaredMethod("once").invoke(null);
            } catch (java.lang.reflect.InvocationTargetException e) {
                outcome[0] = "THROWN " + e.getCause().getClass().getSimpleName();
            } catch (Throwable e) {
                outcome[0] = "THROWN " + e.getClass().getSimpleName();
            }
        });
        main.setDaemon(true);
        main.start();
        main.join(300);
        long before = -1;
        int quiet = 0;
        for (int looks = 0; main.isAlive(); looks++) {
            Thread[] threads = new Thread[64];
            int number = group.enumerate(threads);
            long spent = 0;
            boolean waiting = true;
            for (int i = 0; i < number; i++) {
                spent += Math.max(0, BEAN.getThreadCpuTime(threads[i].getId()));
                Thread.State state = threads[i].getState();
                waiting &= state == Thread.State.WAITING || state == Thread.State.BLOCKED;
            }
            quiet = spent + number == before ? quiet + 1 : 0;
            before = spent + number;
            // A thread that waits for an initialiser is RUNNABLE; so is one that gets no processor, but not for so long.
            if (quiet >= (waiting ? 10 : 60)) return "HANG";
            if (spent > 2_000_000_000L) return "SPIN";
            if (looks >= 600) return "LATE";
            main.join(100);
        }
        return outcome[0];
    }
}
