// BeanShell and Rhino, interpreted and compiled: expressions and scripts.
// jars: bsh.jar js.jar
import org.mozilla.javascript.*;

public class UseScripts {
    public static void main(String[] args) throws Exception {
        System.out.println(new bsh.Interpreter().eval("int f(int n) { return n < 2 ? 1 : n * f(n - 1); } f(6)"));
        Context context = Context.enter();
        context.setOptimizationLevel(-1);
        Scriptable scope = context.initStandardObjects();
        System.out.println(Context.toString(context.evaluateString(scope, "var a = [3,1,2].sort().map(function(x) { return x * 2; }); JSON.stringify({a: a, s: 'x'.repeat ? 1 : 0})", "t", 1, null)));
        context.setOptimizationLevel(9);
        System.out.println(Context.toString(context.evaluateString(scope, "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } fib(12)", "t", 1, null)));
        Context.exit();
    }
}
