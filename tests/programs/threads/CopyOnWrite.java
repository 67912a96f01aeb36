// CopyOnWriteArrayList and CopyOnWriteArraySet: snapshot iteration during concurrent adds.
import java.util.*;
import java.util.concurrent.*;

public class CopyOnWrite {
    public static void main(String[] args) throws Exception {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        CopyOnWriteArraySet<String> set = new CopyOnWriteArraySet<>();
        Thread[] threads = new Thread[4];
        boolean[] torn = new boolean[1];
        for (int t = 0; t < 4; t++) {
            final int id = t;
            threads[t] = new Thread(() -> {
                for (int k = 0; k < 30; k++) {
                    list.add(id * 100 + k);
                    list.addIfAbsent(-(k % 10) - 1);
                    set.add("x" + k % 12);
                    int[] last = {-1, -1, -1, -1};
                    for (int v : list) {
                        if (v < 0) continue;
                        if (v % 100 != last[v / 100] + 1) torn[0] = true;
                        last[v / 100] = v % 100;
                    }
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        List<Integer> sorted = new ArrayList<>(list);
        Collections.sort(sorted);
        System.out.println(sorted.size() + " " + sorted.subList(0, 12) + " torn " + torn[0]);
        System.out.println(new TreeSet<>(set) + " " + set.size());
        Iterator<Integer> snapshot = list.iterator();
        list.clear();
        int n = 0;
        while (snapshot.hasNext()) {
            snapshot.next();
            n++;
        }
        System.out.println("snapshot " + n + " list " + list);
        list.addAll(List.of(3, 1, 2, 3));
        Iterator<Integer> it = list.iterator();
        it.next();
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println("iterator cannot remove");
        }
        for (int v : list) list.add(v * 10);
        System.out.println(list + " " + list.addAllAbsent(List.of(3, 4, 5, 4)));
        list.sort(null);
        list.replaceAll(v -> v + 1);
        System.out.println(list + " " + list.removeIf(v -> v > 20) + " " + list + " " + list.indexOf(4));
        Thread remover = new Thread(() -> {
            while (!list.isEmpty()) list.remove(0);
        });
        remover.start();
        remover.join();
        System.out.println(list.size() + " " + list.equals(List.of()));
    }
}
