// Apache commons-dbcp2 over H2: a pool of connections, shared by threads, known to the platform's beans.
// jars: commons-dbcp2.jar commons-pool2.jar commons-logging.jar h2.jar geronimo-jta-1.2-spec.jar
// check: 200
import java.lang.management.ManagementFactory;
import java.sql.*;
import javax.management.ObjectName;
import org.apache.commons.dbcp2.BasicDataSource;

public class UseDbcp2 {
    public static void main(String[] args) throws Exception {
        try (BasicDataSource source = new BasicDataSource()) {
            source.setUrl("jdbc:h2:mem:dbcp;DB_CLOSE_DELAY=-1");
            source.setMaxTotal(2);
            source.setJmxName("test:type=Pool");
            try (Connection connection = source.getConnection(); Statement statement = connection.createStatement()) {
                statement.execute("create table t (n int)");
            }
            Thread[] threads = new Thread[3];
            for (int t = 0; t < threads.length; t++) {
                int number = t;
                threads[t] = new Thread(() -> {
                    try (Connection connection = source.getConnection(); PreparedStatement insert = connection.prepareStatement("insert into t values (?)")) {
                        insert.setInt(1, number);
                        insert.executeUpdate();
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
                threads[t].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            try (Connection connection = source.getConnection(); ResultSet rows = connection.createStatement().executeQuery("select sum(n), count(*) from t")) {
                rows.next();
                System.out.println(rows.getInt(1) + " " + rows.getInt(2) + " " + source.getNumActive());
            }
            System.out.println(ManagementFactory.getPlatformMBeanServer().getAttribute(new ObjectName("test:type=Pool"), "MaxTotal"));
        }
    }
}
