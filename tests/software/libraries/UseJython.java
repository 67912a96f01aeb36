// Jython: a script with classes, generators and exceptions.
// jars: jython.jar antlr3-runtime.jar asm.jar asm-commons.jar asm-util.jar asm-tree.jar guava.jar icu4j.jar netty-all.jar jline2.jar commons-compress.jar jnr-constants.jar jnr-posix.jar jnr-ffi.jar jffi.jar jnr-netdb.jar
import java.util.Properties;
import org.python.core.*;
import org.python.util.PythonInterpreter;

public class UseJython {
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("python.import.site", "false");
        properties.setProperty("python.cachedir.skip", "true");
        PythonInterpreter.initialize(System.getProperties(), properties, new String[0]);
        try (PythonInterpreter python = new PythonInterpreter()) {
            python.exec("def squares(n):\n    for i in range(n):\n        yield i * i\n\nclass A(object):\n    def __init__(self, x): self.x = x\n    def __add__(self, o): return A(self.x + o.x)\n");
            System.out.println(python.eval("sum(squares(5)) + (A(1) + A(2)).x"));
            python.exec("try:\n    {}['k']\nexcept KeyError as e:\n    r = 'no ' + str(e)\n");
            System.out.println(python.get("r"));
        }
    }
}
