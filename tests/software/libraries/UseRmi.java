// RMI on loopback: a registry, an exported object, a call back, an exception.
// jars:
// check: 200
import java.rmi.*;
import java.rmi.registry.*;
import java.rmi.server.UnicastRemoteObject;

public class UseRmi {
    public interface Counter extends Remote {
        int add(int much) throws RemoteException;
    }

    static class Impl implements Counter {
        private int sum;

        @Override
        public synchronized int add(int much) {
            if (much < 0) {
                throw new IllegalArgumentException("negative");
            }
            return sum += much;
        }
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        Registry registry = LocateRegistry.createRegistry(0);
        Impl counter = new Impl();
        Counter stub = (Counter) UnicastRemoteObject.exportObject(counter, 0);
        registry.rebind("counter", stub);
        Counter remote = (Counter) registry.lookup("counter");
        System.out.println(remote.add(5) + " " + remote.add(7));
        Thread other = new Thread(() -> {
            try {
                System.out.println(remote.add(1));
                remote.add(-1);
            } catch (RemoteException | IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        });
        other.start();
        other.join();
        registry.unbind("counter");
        System.out.println(registry.list().length);
        UnicastRemoteObject.unexportObject(counter, true);
        UnicastRemoteObject.unexportObject(registry, true);
    }
}
