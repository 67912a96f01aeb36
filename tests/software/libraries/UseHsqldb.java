// HSQLDB in memory: joins, a procedure, threads.
// jars: hsqldb.jar
// check: 200
import java.sql.*;

public class UseHsqldb {
    public static void main(String[] args) throws Exception {
        String url = "jdbc:hsqldb:mem:h;hsqldb.tx=mvcc";
        try (Connection connection = DriverManager.getConnection(url, "SA", ""); Statement statement = connection.createStatement()) {
            statement.execute("create table p (id int primary key, name varchar(10))");
            statement.execute("create table q (p int, v int)");
            statement.execute("insert into p values (1, 'x'), (2, 'y')");
            Thread[] threads = new Thread[2];
            for (int t = 0; t < threads.length; t++) {
                int id = t + 1;
                threads[t] = new Thread(() -> {
                    try (Connection own = DriverManager.getConnection(url, "SA", ""); Statement insert = own.createStatement()) {
                        insert.executeUpdate("insert into q values (" + id + ", " + id * 10 + ")");
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
                threads[t].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            try (ResultSet rows = statement.executeQuery("select name, sum(v) from p join q on p.id = q.p group by name order by name")) {
                while (rows.next()) {
                    System.out.println(rows.getString(1) + " " + rows.getInt(2));
                }
            }
            statement.execute("shutdown");
        }
    }
}
