// A third thread takes the first one's lock, then the second one's: a chain of two lock orders hides the race of the others
// (after the chains by which Smaragdakis 2012 shows what happens-before adds).
// expect race ThirdThread.report @author @editor
// hidden: ThirdThread.report
public class ThirdThread {
    private static final int ROUNDS = 100;

    private static final Object desk = new Object();
    private static final Object shelf = new Object();
    private static int drafts;
    private static int copies;
    private static int report;

    public static void main(String[] args) throws InterruptedException {
        Thread author = new Thread(ThirdThread::write);
        Thread clerk = new Thread(ThirdThread::carry);
        Thread editor = new Thread(ThirdThread::edit);
        author.start();
        clerk.start();
        editor.start();
        author.join();
        clerk.join();
        editor.join();
        System.out.println(drafts + " " + copies);
    }

    private static void write() {
        report = 1; // @author
        for (int i = 0; i < ROUNDS; i++) {
            synchronized (desk) {
                drafts++;
            }
        }
    }

    private static void carry() {
        for (int i = 0; i < ROUNDS; i++) {
            synchronized (desk) {
                drafts++;
            }
            synchronized (shelf) {
                copies++;
            }
        }
    }

    private static void edit() {
        for (int i = 0; i < ROUNDS; i++) {
            synchronized (shelf) {
                copies++;
            }
        }
        report = 2; // @editor
    }
}
