// A synchronized list: asked for its size, then relieved of its last element.
// expect atomicity SyncListPop.pop @remove
import deadheat.Atomic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class SyncListPop {
    static final List<String> stack = Collections.synchronizedList(new ArrayList<>());

    @Atomic
    static void pop() {
        int n = stack.size();
        if (n > 0) {
            stack.remove(n - 1); // @remove
        }
    }

    public static void main(String[] args) throws Exception {
        stack.add("a");
        stack.add("b");
        Thread a = new Thread(SyncListPop::pop);
        Thread b = new Thread(SyncListPop::pop);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(stack.size());
    }
}
