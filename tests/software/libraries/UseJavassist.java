// Javassist, CGLIB, BCEL and Objenesis: classes made and changed.
// jars: javassist.jar cglib.jar asm.jar bcel.jar objenesis.jar
// options: --add-opens java.base/java.lang=ALL-UNNAMED
import javassist.*;
import net.sf.cglib.proxy.*;

public class UseJavassist {
    public static class Target {
        int value = 5;

        public String say() {
            return "target";
        }
    }

    public static void main(String[] args) throws Exception {
        ClassPool pool = ClassPool.getDefault();
        CtClass made = pool.makeClass("Made");
        made.addMethod(CtNewMethod.make("public static int twice(int n) { int r = 0; for (int i = 0; i < 2; i++) r += n; return r; }", made));
        System.out.println(made.toClass(UseJavassist.class).getMethod("twice", int.class).invoke(null, 21));
        Enhancer enhancer = new Enhancer();
        enhancer.setSuperclass(Target.class);
        enhancer.setCallback((MethodInterceptor) (object, method, arguments, proxy) -> method.getName().equals("say") ? "proxied " + proxy.invokeSuper(object, arguments) : proxy.invokeSuper(object, arguments));
        System.out.println(((Target) enhancer.create()).say());
        org.apache.bcel.classfile.JavaClass parsed = new org.apache.bcel.classfile.ClassParser(UseJavassist.class.getResourceAsStream("UseJavassist.class"), "UseJavassist.class").parse();
        System.out.println(parsed.getMethods().length + " " + parsed.getMethods()[1].getName());
        System.out.println(new org.objenesis.ObjenesisStd().newInstance(Target.class).value);
    }
}
