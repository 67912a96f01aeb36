// Bitronix: a transaction over two resources of H2.
// jars: btm.jar geronimo-jta-1.2-spec.jar slf4j-api.jar slf4j-nop.jar h2.jar
// check: 200
import bitronix.tm.*;
import bitronix.tm.resource.jdbc.PoolingDataSource;
import java.sql.*;

public class UseBitronix {
    public static void main(String[] args) throws Exception {
        Configuration configuration = TransactionManagerServices.getConfiguration();
        configuration.setServerId("test").setJournal("null").setDisableJmx(true).setGracefulShutdownInterval(1);
        PoolingDataSource source = new PoolingDataSource();
        source.setClassName("org.h2.jdbcx.JdbcDataSource");
        source.setUniqueName("h2");
        source.setMaxPoolSize(2);
        source.setAllowLocalTransactions(true);
        source.getDriverProperties().setProperty("URL", "jdbc:h2:mem:btm;DB_CLOSE_DELAY=-1");
        source.init();
        try (Connection connection = source.getConnection()) {
            connection.createStatement().execute("create table t (n int)");
        }
        BitronixTransactionManager manager = TransactionManagerServices.getTransactionManager();
        for (boolean commit : new boolean[] {true, false}) {
            manager.begin();
            try (Connection connection = source.getConnection()) {
                connection.createStatement().executeUpdate("insert into t values (1)");
            }
            if (commit) {
                manager.commit();
            } else {
                manager.rollback();
            }
        }
        try (Connection connection = source.getConnection(); ResultSet rows = connection.createStatement().executeQuery("select count(*) from t")) {
            rows.next();
            System.out.println(rows.getInt(1));
        }
        source.close();
        manager.shutdown();
    }
}
