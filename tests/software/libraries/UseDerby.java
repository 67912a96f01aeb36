// Derby, embedded and in memory: tables, transactions, an error of its own.
// jars: derby.jar
import java.sql.*;

public class UseDerby {
    public static void main(String[] args) throws Exception {
        System.setProperty("derby.stream.error.field", "java.lang.System.err");
        try (Connection connection = DriverManager.getConnection("jdbc:derby:memory:test;create=true"); Statement statement = connection.createStatement()) {
            statement.execute("create table account (id int primary key, owner varchar(20), balance int)");
            statement.execute("insert into account values (1, 'ann', 10), (2, 'bob', 20)");
            connection.setAutoCommit(false);
            statement.executeUpdate("update account set balance = balance + 5 where id = 1");
            connection.rollback();
            try (ResultSet rows = statement.executeQuery("select owner, balance from account order by id desc")) {
                while (rows.next()) {
                    System.out.println(rows.getString(1) + " " + rows.getInt(2));
                }
            }
            try {
                statement.execute("insert into account values (1, 'again', 0)");
            } catch (SQLException e) {
                System.out.println(e.getSQLState());
            }
            connection.commit();
        }
        try {
            DriverManager.getConnection("jdbc:derby:;shutdown=true");
        } catch (SQLException e) {
            System.out.println(e.getSQLState());
        }
    }
}
