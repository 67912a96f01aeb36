// c3p0 over H2: a pool with helper threads of its own.
// jars: c3p0.jar h2.jar
import com.mchange.v2.c3p0.ComboPooledDataSource;
import java.sql.*;

public class UseC3p0 {
    public static void main(String[] args) throws Exception {
        System.setProperty("com.mchange.v2.log.MLog", "com.mchange.v2.log.FallbackMLog");
        System.setProperty("com.mchange.v2.log.FallbackMLog.DEFAULT_CUTOFF_LEVEL", "OFF");
        ComboPooledDataSource source = new ComboPooledDataSource();
        source.setJdbcUrl("jdbc:h2:mem:c3p0;DB_CLOSE_DELAY=-1");
        source.setUser("sa");
        source.setPassword("");
        source.setInitialPoolSize(1);
        source.setMinPoolSize(1);
        source.setMaxPoolSize(2);
        try (Connection connection = source.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("create table t (n int)");
            System.out.println(statement.executeUpdate("insert into t values (1), (2)"));
        }
        source.close();
        System.out.println("closed");
        System.exit(0);
    }
}
