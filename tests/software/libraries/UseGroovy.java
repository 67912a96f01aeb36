// Groovy: a script compiled and run off the main thread.
// jars: groovy-all-2.4.21.jar
import groovy.lang.GroovyShell;

public class UseGroovy {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> System.out.println(new GroovyShell().evaluate("[1, 2, 3].collect { it * 2 }.sum()")));
        thread.start();
        thread.join();
    }
}
