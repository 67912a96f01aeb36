// What goes wrong with sockets: refused, in use, time limits, resets, broken pipes, closed or interrupted while waiting.
import java.io.*;
import java.net.*;
import java.util.concurrent.CountDownLatch;

public class SocketTrouble {
    interface Act {
        Object run() throws Exception;
    }

    static void tell(String what, Act act) {
        String answer;
        try {
            answer = String.valueOf(act.run());
        } catch (Throwable e) {
            answer = e.getClass().getName() + ": " + e.getMessage();
        }
        System.out.println(what + ": " + answer);
    }

    static int closedPort() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            return server.getLocalPort();
        }
    }

    static void until(Thread thread, Thread.State... states) throws InterruptedException {
        while (true) {
            for (Thread.State state : states) {
                if (thread.getState() == state) return;
            }
            Thread.sleep(1);
        }
    }

    /** Runs an act in a thread of its own, and lets it get stuck. */
    static Thread stuck(String what, Act act) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            begun.countDown();
            tell(what, act);
        });
        thread.start();
        begun.await();
        Thread.sleep(100);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        int closed = closedPort();
        tell("refused", () -> new Socket(here, closed));
        tell("refused in time", () -> {
            Socket socket = new Socket();
            socket.connect(new InetSocketAddress(here, closed), 500);
            return socket;
        });
        try (ServerSocket server = new ServerSocket(0)) {
            int port = server.getLocalPort();
            tell("in use", () -> new ServerSocket(port));
            tell("bound twice", () -> {
                server.bind(null);
                return "?";
            });
            server.setSoTimeout(50);
            tell("accept in time", server::accept);
            try (Socket client = new Socket(here, port); Socket accepted = server.accept()) {
                client.setSoTimeout(40);
                tell("read in time", () -> client.getInputStream().read());
                accepted.getOutputStream().write(7);
                tell("read after that", () -> client.getInputStream().read());
                tell("connected twice", () -> {
                    client.connect(new InetSocketAddress(here, port));
                    return "?";
                });
            }
        }
        tell("not connected", () -> new Socket().getInputStream());
        tell("no such port", () -> new InetSocketAddress(here, 70000));
        tell("not here", () -> {
            ServerSocket server = new ServerSocket();
            server.bind(new InetSocketAddress("203.0.113.5", 0));
            return server;
        });
        resets();
        closes();
        System.out.println("done");
    }

    static void resets() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0)) {
            Socket client = new Socket(here, server.getLocalPort());
            Socket accepted = server.accept();
            client.setSoLinger(true, 0);
            client.close();
            tell("reset", () -> accepted.getInputStream().read());
            tell("reset again", () -> accepted.getInputStream().read());
            tell("write after reset", () -> {
                accepted.getOutputStream().write(1);
                return "written";
            });
            accepted.close();

            Socket second = new Socket(here, server.getLocalPort());
            Socket other = server.accept();
            second.getOutputStream().write(1);
            other.close();
            tell("left with something unread", () -> second.getInputStream().read());
            second.close();

            Socket third = new Socket(here, server.getLocalPort());
            Socket gone = server.accept();
            gone.getOutputStream().write(5);
            gone.close();
            Thread.sleep(50);
            tell("last byte", () -> third.getInputStream().read());
            tell("end", () -> third.getInputStream().read());
            tell("first write", () -> {
                third.getOutputStream().write(1);
                return "written";
            });
            Thread.sleep(50);
            tell("second write", () -> {
                third.getOutputStream().write(1);
                return "written";
            });
            third.close();

            Socket fourth = new Socket(here, server.getLocalPort());
            server.close();
            Thread.sleep(50);
            tell("never accepted", () -> fourth.getInputStream().read());
            fourth.close();
        }
    }

    static void closes() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        ServerSocket server = new ServerSocket(0);
        Thread acceptor = stuck("closed while accepting", server::accept);
        server.close();
        acceptor.join();

        ServerSocket another = new ServerSocket(0);
        Socket client = new Socket(here, another.getLocalPort());
        Socket accepted = another.accept();
        Thread reader = stuck("closed while reading", () -> client.getInputStream().read());
        client.close();
        reader.join();
        tell("the other end", () -> accepted.getInputStream().read());

        Socket second = new Socket(here, another.getLocalPort());
        Socket peer = another.accept();
        Thread shut = stuck("input shut while reading", () -> second.getInputStream().read());
        second.shutdownInput();
        shut.join();
        Thread interrupted = stuck("interrupted while reading", () -> {
            int read = peer.getInputStream().read();
            return read + " " + Thread.currentThread().isInterrupted();
        });
        interrupted.interrupt();
        Thread.sleep(50);
        second.getOutputStream().write(9);
        interrupted.join();

        second.setSendBufferSize(4000);
        peer.setReceiveBufferSize(4000);
        Thread writer = stuck("closed while writing", () -> {
            for (int i = 0; i < 10_000; i++) {
                second.getOutputStream().write(new byte[10_000]);
            }
            return "all written";
        });
        second.close();
        writer.join();
        another.close();
    }
}
