// XStream: objects to XML and back.
// jars: xstream.jar xpp3.jar
// options: --add-opens java.base/java.util=ALL-UNNAMED
import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.io.xml.*;
import java.util.*;

public class UseXstream {
    static class Order {
        int number = 7;
        List<String> lines = new ArrayList<>();
        Order self;
    }

    public static void main(String[] args) throws Exception {
        XStream stream = new XStream(new DomDriver());
        stream.allowTypes(new Class<?>[] {Order.class});
        stream.alias("order", Order.class);
        Order order = new Order();
        order.lines.add("one");
        order.self = order;
        String xml = stream.toXML(order);
        System.out.println(xml);
        Order back = (Order) stream.fromXML(xml);
        System.out.println((back.self == back) + " " + back.lines);
    }
}
