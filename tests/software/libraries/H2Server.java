// H2 in network mode: a database server, and two connections to it.
// jars: h2.jar
import java.sql.*;
import org.h2.tools.Server;

public class H2Server {
    public static void main(String[] args) throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        String url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:test;DB_CLOSE_DELAY=-1";
        try (Connection one = DriverManager.getConnection(url, "sa", ""); Statement statement = one.createStatement()) {
            statement.execute("create table t (id int primary key, name varchar(20))");
            statement.execute("insert into t values (1, 'one'), (2, 'two')");
            try (Connection two = DriverManager.getConnection(url, "sa", "");
                    ResultSet rows = two.createStatement().executeQuery("select id, name from t order by id desc")) {
                while (rows.next()) {
                    System.out.println(rows.getInt(1) + " " + rows.getString(2));
                }
            }
        }
        server.stop();
        System.out.println(server.isRunning(false));
    }
}
