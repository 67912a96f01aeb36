import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles as often as it is asked to, until its input ends. A request is a number of arguments and the arguments; an answer, an exit code and what javac says. */
class Compiler {
    public static void main(String[] args) throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(System.out);
        while (true) {
            String[] options;
            try {
                options = new String[in.readInt()];
            } catch (EOFException end) {
                return;
            }
            for (int i = 0; i < options.length; i++) options[i] = new String(in.readNBytes(in.readInt()), "UTF-8");
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            out.writeInt(javac.run(null, said, said, options));
            out.writeInt(said.size());
            said.writeTo(out);
            out.flush();
        }
    }
}
