// Clojure: forms read and evaluated, an atom.
// jars: clojure-1.11.1.jar spec.alpha.jar core.specs.alpha.jar
import clojure.java.api.Clojure;
import clojure.lang.IFn;

public class UseClojure {
    public static void main(String[] args) {
        IFn eval = Clojure.var("clojure.core", "eval"), read = Clojure.var("clojure.core", "read-string");
        System.out.println(eval.invoke(read.invoke("(reduce + (map #(* % %) (range 10)))")));
        System.out.println(eval.invoke(read.invoke("(let [a (atom 0)] (dotimes [_ 5] (swap! a inc)) @a)")));
        Clojure.var("clojure.core", "shutdown-agents").invoke();
    }
}
