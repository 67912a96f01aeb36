// H2, embedded: two connections of two threads, a transaction of each.
// jars: h2.jar
import java.sql.*;

public class UseH2 {
    public static void main(String[] args) throws Exception {
        String url = "jdbc:h2:mem:both;DB_CLOSE_DELAY=-1";
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            statement.execute("create table t (id int primary key, n int)");
            statement.execute("insert into t values (1, 0)");
            Thread[] threads = new Thread[2];
            for (int t = 0; t < threads.length; t++) {
                threads[t] = new Thread(() -> {
                    try (Connection own = DriverManager.getConnection(url); Statement update = own.createStatement()) {
                        for (int i = 0; i < 3; i++) {
                            update.executeUpdate("update t set n = n + 1 where id = 1");
                        }
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
                threads[t].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            try (ResultSet rows = statement.executeQuery("select n from t")) {
                rows.next();
                System.out.println(rows.getInt(1));
            }
            statement.execute("shutdown");
        }
    }
}
