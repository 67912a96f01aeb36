package org.lib;

import java.util.ArrayList;
import java.util.List;

/** A library with errors of its own, and with an object that its callers must guard. */
public class Registry {
    static int hits;
    private final List<String> names = new ArrayList<>(16);
    private int first;
    private int second;

    /** A race between the library's own threads. */
    public static void refresh() throws InterruptedException {
        Thread refresher = new Thread(() -> hits++);
        refresher.start();
        hits++;
        refresher.join();
    }

    /** A race on the library's own collection, whoever calls. */
    public void register(String name) {
        names.add(name);
    }

    /** A block that is none. */
    public synchronized void move() {
        synchronized (this) {
            first++;
        }
        second = first;
    }

    /** Nothing for several threads. */
    public static class Bag {
        private int size;

        public void add() {
            size++;
        }
    }
}
