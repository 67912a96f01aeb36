// HikariCP over H2.
// jars: HikariCP.jar h2.jar slf4j-api.jar slf4j-nop.jar
// check: 200
import com.zaxxer.hikari.*;
import java.sql.*;

public class UseHikari {
    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:hikari");
        config.setMaximumPoolSize(2);
        try (HikariDataSource source = new HikariDataSource(config)) {
            try (Connection one = source.getConnection(); Connection two = source.getConnection()) {
                one.createStatement().execute("create table t (n int)");
                System.out.println(two.createStatement().executeUpdate("insert into t values (1), (2)"));
            }
            System.out.println(source.isRunning());
        }
    }
}
