// Spring over H2: templates and transactions.
// jars: spring3-jdbc.jar spring3-transaction.jar spring3-beans.jar spring3-core.jar commons-logging.jar h2.jar
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.*;
import org.springframework.transaction.support.TransactionTemplate;

public class UseSpringJdbc {
    public static void main(String[] args) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        SingleConnectionDataSource source = new SingleConnectionDataSource("jdbc:h2:mem:spring", true);
        JdbcTemplate template = new JdbcTemplate(source);
        template.execute("create table t (id int primary key, name varchar(10))");
        template.update("insert into t values (?, ?)", 1, "one");
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(source));
        try {
            transaction.execute(status -> {
                template.update("insert into t values (?, ?)", 2, "two");
                throw new IllegalStateException("back");
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(template.queryForList("select name from t", String.class));
        source.destroy();
    }
}
