package deadheat.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test of JUnit 5, or all tests of a class, that shall pass under whatever schedule: deadheat checks it before it is run, and if it can fail, hang or
 * race, it fails with the interleaving as its message. Without deadheat it is just run, and so it is under {@code deadheat test}.
 *
 * <p>The command is the system property {@code deadheat}, else the environment variable {@code DEADHEAT}, else {@code deadheat} on
 * {@code PATH}; the empty text or {@code off} switches it off.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(InterleaveExtension.class)
public @interface Interleave {
    /** The time for one warning and for the test, in seconds, as {@code --budget} has it. */
    String budget() default "5,10";

    /** More options of {@code deadheat test}. */
    String[] options() default {};
}
