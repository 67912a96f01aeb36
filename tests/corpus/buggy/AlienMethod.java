// A model calls its listener with its own monitor held; the listener asks the model back from another thread.
// expect deadlock AlienMethod.model AlienMethod.view @call @back
public class AlienMethod {
    static class Model {
        int value;

        synchronized void change(int v) {
            value = v;
            view.changed(v); // @call
        }

        synchronized int value() {
            return value;
        }
    }

    static class View {
        int shown;

        synchronized void changed(int v) {
            shown = v;
        }

        synchronized void refresh() {
            shown = model.value(); // @back
        }
    }

    static final Model model = new Model();
    static final View view = new View();

    public static void main(String[] args) throws Exception {
        Thread t1 = new Thread(() -> model.change(4));
        Thread t2 = new Thread(() -> view.refresh());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(model.value);
    }
}
