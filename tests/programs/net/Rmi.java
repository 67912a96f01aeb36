// RMI: a registry, a remote object called by two threads, an exception that comes back.
import java.rmi.*;
import java.rmi.registry.*;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;

public class Rmi {
    public interface Counter extends Remote {
        int add(int n) throws RemoteException;

        String fail(String why) throws RemoteException;
    }

    static class Count implements Counter {
        private int count;

        public synchronized int add(int n) {
            return count += n;
        }

        public String fail(String why) {
            throw new IllegalStateException(why);
        }
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("java.rmi.server.hostname", "localhost");
        Count count = new Count();
        Registry registry = LocateRegistry.createRegistry(0);
        Counter stub = (Counter) UnicastRemoteObject.exportObject(count, 0);
        registry.bind("counter", stub);
        System.out.println(Arrays.toString(registry.list()));
        Counter counter = (Counter) registry.lookup("counter");
        System.out.println(counter.add(5));
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            threads[i] = new Thread(() -> {
                try {
                    counter.add(10);
                } catch (RemoteException e) {
                    System.out.println(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(counter.add(0));
        try {
            counter.fail("on purpose");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            registry.lookup("nobody");
        } catch (NotBoundException e) {
            System.out.println(e.getMessage());
        }
        UnicastRemoteObject.unexportObject(count, true);
        UnicastRemoteObject.unexportObject(registry, true);
        System.out.println("done");
        System.exit(0);
    }
}
