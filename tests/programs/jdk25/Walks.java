// Stack walks, whose frames later JDKs keep in another way: names, types, lines, classes only, callers.
import java.lang.StackWalker.Option;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

public class Walks {
    static List<String> walk(Set<Option> options) {
        return StackWalker.getInstance(options).walk(frames -> frames
            .map(frame -> frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber())
            .filter(text -> text.startsWith("Walks")).collect(Collectors.toList()));
    }

    static Class<?> caller() {
        return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    }

    interface Deep {
        Object go(int depth);
    }

    static class Other {
        Class<?> asks() {
            return caller();
        }
    }

    static Object dig(int depth, Deep deep) {
        return depth == 0 ? deep.go(0) : dig(depth - 1, deep);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(walk(Set.of()));
        System.out.println(caller() + " " + new Other().asks());
        System.out.println(dig(3, depth -> walk(Set.of(Option.SHOW_HIDDEN_FRAMES))).toString().replaceAll("Lambda.[^.]*", "Lambda"));
        System.out.println(dig(40, depth -> StackWalker.getInstance().walk(frames -> frames.skip(2).limit(30).count())));
        StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).forEach(frame -> System.out.println(
            frame.getDeclaringClass() + " " + frame.getMethodType() + " " + frame.getDescriptor() + " " + frame.getByteCodeIndex() + " "
                + frame.isNativeMethod() + " " + frame.toStackTraceElement()));
        for (Option option : Option.values()) {
            if (!option.name().equals("DROP_METHOD_INFO")) continue;
            StackWalker walker = StackWalker.getInstance(option);
            List<String> names = walker.walk(frames -> frames.map(StackWalker.StackFrame::getClassName).collect(Collectors.toList()));
            System.out.println(names);
            try {
                walker.walk(frames -> frames.map(StackWalker.StackFrame::getMethodName).findFirst());
            } catch (UnsupportedOperationException e) {
                System.out.println("no names: " + e.getMessage());
            }
        }
        try {
            StackWalker.getInstance().getCallerClass();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
    }
}
