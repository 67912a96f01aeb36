package deadheat.test;

import java.util.List;
import java.util.function.Consumer;

/** What finds tests, and can run a single one. */
interface Engine {
    /** Finds the tests of these classes. Those of them that have none are passed over. */
    void find(List<Class<?>> classes, Consumer<Test> found);
}
