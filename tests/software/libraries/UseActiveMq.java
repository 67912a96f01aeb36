// ActiveMQ: a broker inside the program, a queue and a topic over its vm transport.
// jars: activemq-broker.jar activemq-client.jar activemq-openwire-legacy.jar geronimo-jms_1.1_spec.jar hawtbuf.jar slf4j-api.jar slf4j-nop.jar geronimo-j2ee-management-1.1-spec.jar
import javax.jms.*;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;

public class UseActiveMq {
    public static void main(String[] args) throws Exception {
        BrokerService broker = new BrokerService();
        broker.setPersistent(false);
        broker.setUseJmx(false);
        broker.setUseShutdownHook(false);
        broker.setBrokerName("inside");
        broker.start();
        Connection connection = new ActiveMQConnectionFactory("vm://inside?create=false").createConnection();
        connection.start();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        Queue queue = session.createQueue("work");
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue);
        for (int i = 0; i < 3; i++) {
            producer.send(session.createTextMessage("message " + i));
        }
        for (int i = 0; i < 3; i++) {
            System.out.println(((TextMessage) consumer.receive(5000)).getText());
        }
        System.out.println(consumer.receiveNoWait());
        connection.close();
        broker.stop();
        broker.waitUntilStopped();
        System.out.println(broker.isStopped());
        System.exit(0);
    }
}
