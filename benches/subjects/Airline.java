// Competing passengers (Oliveira 2012): every clerk sells one ticket, and looks without a lock whether sales are over.
// expect race Airline.over @look @stop
// expect race Airline.sold @sell @sell
public class Airline {
    static class Clerk extends Thread {
        @Override
        public void run() {
            if (!over) { // @look
                sold++; // @sell
                synchronized (Airline.class) {
                    if (++counted >= seats) {
                        over = true; // @stop
                    }
                }
            }
        }
    }

    static int seats;
    static int sold;
    static int counted;
    static boolean over;

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 19;
        seats = threads - 3;
        Clerk[] clerks = new Clerk[threads];
        for (int i = 0; i < threads; i++) {
            clerks[i] = new Clerk();
            clerks[i].start();
        }
        for (Clerk clerk : clerks) {
            clerk.join();
        }
        System.out.println(sold > seats ? "oversold" : "sold " + sold);
    }
}
