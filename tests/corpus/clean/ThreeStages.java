// A pipeline of three threads and two hand-made channels: each stage changes the item that it passes on.
public class ThreeStages {
    static class Item {
        int value;
        String trail = "";
    }

    static class Channel {
        Item slot;

        synchronized void put(Item i) throws InterruptedException {
            while (slot != null) {
                wait();
            }
            slot = i;
            notifyAll();
        }

        synchronized Item take() throws InterruptedException {
            while (slot == null) {
                wait();
            }
            Item i = slot;
            slot = null;
            notifyAll();
            return i;
        }
    }

    static final Channel first = new Channel();
    static final Channel second = new Channel();
    static String result = "";

    static void make() {
        try {
            for (int n = 1; n <= 3; n++) {
                Item i = new Item();
                i.value = n;
                first.put(i);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void change() {
        try {
            for (int n = 0; n < 3; n++) {
                Item i = first.take();
                i.value += 10;
                i.trail = i.trail + "c";
                second.put(i);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void finish() {
        try {
            for (int n = 0; n < 3; n++) {
                Item i = second.take();
                i.value *= 2;
                i.trail = i.trail + "f";
                result = result + i.trail + i.value + " ";
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ThreeStages::make);
        Thread b = new Thread(ThreeStages::change);
        Thread c = new Thread(ThreeStages::finish);
        a.start();
        b.start();
        c.start();
        a.join();
        b.join();
        c.join();
        System.out.println(result.trim());
    }
}
