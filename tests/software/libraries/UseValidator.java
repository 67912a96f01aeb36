// Hibernate Validator: constraints on beans, their messages.
// jars: hibernate-validator.jar geronimo-validation-1.1-spec.jar jboss-logging.jar classmate.jar tomcat9-el-api.jar tomcat9-jasper-el.jar
import java.util.*;
import javax.validation.*;
import javax.validation.constraints.*;

public class UseValidator {
    public static class Person {
        @NotNull
        @Size(min = 2)
        final String name;

        @Max(150)
        final int age;

        Person(String name, int age) {
            this.name = name;
            this.age = age;
        }
    }

    public static void main(String[] args) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        Validator validator = Validation.buildDefaultValidatorFactory().getValidator();
        List<String> messages = new ArrayList<>();
        for (ConstraintViolation<Person> violation : validator.validate(new Person(null, 200))) {
            messages.add(violation.getPropertyPath() + " " + violation.getMessage());
        }
        Collections.sort(messages);
        System.out.println(messages + " " + validator.validate(new Person("ann", 20)).isEmpty());
    }
}
