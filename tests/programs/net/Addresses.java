// InetAddress, InetSocketAddress and NetworkInterface for the loopback.
import java.net.*;
import java.util.*;

public class Addresses {
    public static void main(String[] args) throws Exception {
        System.out.println(InetAddress.getLoopbackAddress());
        System.out.println(InetAddress.getByName("127.0.0.1").getHostAddress());
        System.out.println(InetAddress.getByName("localhost").isLoopbackAddress());
        System.out.println(InetAddress.getByName("LOCALHOST").getHostName());
        System.out.println(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).equals(InetAddress.getByName("localhost")));
        System.out.println(InetAddress.getByName("127.0.0.1").getCanonicalHostName());
        System.out.println(InetAddress.getByName("10.1.2.3") + " " + InetAddress.getByName("::1").getHostAddress());
        System.out.println(InetAddress.getByName("0.0.0.0").isAnyLocalAddress());
        System.out.println(InetAddress.getLocalHost().getHostName().isEmpty());
        System.out.println(InetAddress.getByName("127.0.0.1").isReachable(1000));
        System.out.println(Arrays.asList(InetAddress.getAllByName("localhost")).contains(InetAddress.getByName("127.0.0.1")));
        InetSocketAddress at = new InetSocketAddress("localhost", 80);
        System.out.println(at + " " + at.isUnresolved() + " " + at.getHostString());
        System.out.println(InetSocketAddress.createUnresolved("some.where", 1));
        NetworkInterface lo = NetworkInterface.getByInetAddress(InetAddress.getByName("127.0.0.1"));
        System.out.println(lo.getName() + " " + lo.isLoopback() + " " + lo.isUp() + " " + lo.isPointToPoint() + " "
                + lo.isVirtual() + " " + lo.getHardwareAddress() + " " + lo.getMTU());
        System.out.println(Collections.list(lo.getInetAddresses()).contains(InetAddress.getByName("127.0.0.1")));
        System.out.println(NetworkInterface.getByName("lo").equals(lo) + " " + NetworkInterface.getByName("none"));
        System.out.println(Collections.list(NetworkInterface.getNetworkInterfaces()).contains(lo));
        for (InterfaceAddress address : lo.getInterfaceAddresses()) {
            if (address.getAddress() instanceof Inet4Address) {
                System.out.println(address.getAddress() + "/" + address.getNetworkPrefixLength());
            }
        }
    }
}
