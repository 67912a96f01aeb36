// A clock that wakes its clients (Oliveira 2012): alarms are kept under the clock's monitor; a client that was woken reads the time without it.
// expect race AlarmClock$Clock.now @read @tick
import java.util.ArrayList;
import java.util.List;

public class AlarmClock {
    static class Alarm {
        final int due;
        boolean rung;

        Alarm(int due) {
            this.due = due;
        }
    }

    static class Clock extends Thread {
        private final List<Alarm> alarms = new ArrayList<>();
        private int now;
        private int clients;

        Clock(int clients) {
            this.clients = clients;
        }

        @Override
        public synchronized void run() {
            try {
                while (clients > 0) {
                    while (alarms.isEmpty() && clients > 0) {
                        wait();
                    }
                    now++; // @tick
                    ring();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private void ring() {
            for (int i = alarms.size() - 1; i >= 0; i--) {
                Alarm alarm = alarms.get(i);
                if (alarm.due <= now) {
                    alarms.remove(i);
                    alarm.rung = true;
                    notifyAll();
                }
            }
        }

        synchronized void sleep(int ticks) throws InterruptedException {
            Alarm alarm = new Alarm(now + ticks);
            alarms.add(alarm);
            notifyAll();
            while (!alarm.rung) {
                wait();
            }
        }

        int now() {
            return now; // @read
        }

        synchronized void leave() {
            clients--;
            notifyAll();
        }
    }

    static class Client extends Thread {
        private final Clock clock;
        private final int ticks;
        int woken;

        Client(Clock clock, int ticks) {
            this.clock = clock;
            this.ticks = ticks;
        }

        @Override
        public void run() {
            try {
                for (int nap = 0; nap < 2; nap++) {
                    clock.sleep(ticks);
                    woken = clock.now();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            clock.leave();
        }
    }

    /** The clock is one of the threads, the others are its clients. */
    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 8;
        Clock clock = new Clock(threads - 1);
        Client[] clients = new Client[threads - 1];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new Client(clock, 1 + i % 3);
            clients[i].start();
        }
        clock.start();
        int last = 0;
        for (Client client : clients) {
            client.join();
            last = Math.max(last, client.woken);
        }
        clock.join();
        System.out.println(last > 0 ? "all woken" : "nobody woken");
    }
}
