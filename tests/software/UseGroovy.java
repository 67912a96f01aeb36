import groovy.lang.GroovyShell;

// jars: groovy-all-2.4.21.jar
public class UseGroovy {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> System.out.println(new GroovyShell().evaluate("[1, 2, 3].collect { it * 2 }.sum()")));
        thread.start();
        thread.join();
    }
}
