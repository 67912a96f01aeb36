// Objects that the machine itself believes: made without a constructor, or written to.
// options: --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.lang.reflect=ALL-UNNAMED
// options: --add-opens java.base/java.lang.invoke=ALL-UNNAMED --add-opens java.base/jdk.internal.reflect=ALL-UNNAMED
// prints: made: IllegalAccessException
// prints: handles: InternalError x3
// prints: forged: ClassCastException x2 InternalError x2 WrongMethodTypeException
// prints: constructor of another class: VerifyError
// prints: before and after: 3 3
// prints: survived
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import sun.misc.Unsafe;

public class Magic extends Attempts {
    public static int plus(int a, int b) {
        return a + b;
    }

    public static Object number() {
        return Integer.valueOf(7);
    }

    public static int length(String text) {
        return text.length();
    }

    static class Wide {
        long a = 1;
        long b = 2;
        Object c = "c";
    }

    static MethodHandle forged(Method copy, MethodHandle handle, Field form, MethodType type) throws Throwable {
        return (MethodHandle) copy.invoke(handle, type, form.get(handle));
    }

    public static String join(Object a, Object b) {
        return "" + a + b;
    }

    /** Calls what can be called without arguments. */
    static void use(Object object) {
        for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                String name = method.getName();
                boolean waits = name.matches("wait|join.*|notify|run|exit|start.*|stop.*|suspend.*|yield.*|dump.*|list"
                        + "|.*[lL]ock.*|.*await.*|.*cquire.*|accept.*|read.*");
                if (method.getParameterCount() == 0 && !waits) {
                    quietly(() -> {
                        method.setAccessible(true);
                        method.invoke(java.lang.reflect.Modifier.isStatic(method.getModifiers()) ? null : object);
                    });
                }
            }
        }
    }

    public static void main(String[] args) throws Throwable {
        System.out.println("made: " + of(() -> U.allocateInstance(Class.class)));
        String[] names = {"java.lang.Thread", "java.lang.invoke.MemberName", "java.lang.invoke.ResolvedMethodName",
            "java.lang.invoke.LambdaForm", "java.lang.invoke.MethodType", "java.lang.invoke.MutableCallSite",
            "java.lang.reflect.Method", "java.lang.reflect.Field", "java.lang.reflect.Constructor",
            "jdk.internal.reflect.ConstantPool", "java.lang.StackFrameInfo", "java.lang.StackTraceElement", "java.lang.Throwable",
            "java.lang.String", "java.lang.StringBuilder", "java.lang.Module", "java.lang.ThreadGroup", "java.lang.Integer",
            "java.lang.ref.WeakReference", "java.io.FileDescriptor", "java.util.zip.Inflater", "java.util.zip.CRC32",
            "java.util.concurrent.locks.ReentrantLock", "java.util.concurrent.Semaphore", "java.io.FileInputStream",
            "java.lang.invoke.DirectMethodHandle", "java.lang.invoke.VarHandleInts$FieldInstanceReadWrite",
            "java.lang.invoke.BoundMethodHandle$Species_L", "java.lang.ProcessHandleImpl", "java.util.concurrent.CountDownLatch",
            "java.util.concurrent.locks.ReentrantReadWriteLock", "java.util.concurrent.locks.StampedLock", "java.util.Random",
            "java.lang.StackStreamFactory$AbstractStackWalker", "jdk.internal.loader.NativeLibraries", "java.net.Socket"};
        for (String name : names) {
            quietly(() -> use(U.allocateInstance(Class.forName(name, false, null))));
        }

        Method method = Magic.class.getMethod("plus", int.class, int.class);
        Method other = Magic.class.getMethod("join", Object.class, Object.class);
        Field field = Attempts.class.getDeclaredField("U");
        Constructor<?> constructor = ArrayList.class.getConstructor(int.class);
        Thread thread = new Thread(() -> { });
        Throwable throwable = new Throwable();
        List<Object> victims = List.of(method, field, constructor, thread, throwable);
        long[] values = {0, 1, 2, 7, 100, -1, Integer.MAX_VALUE, Long.MIN_VALUE, 1L << 32, 0x1234567};
        for (Object victim : victims) {
            for (long offset = 0; offset < 400; offset += 8) {
                for (long value : values) {
                    long at = offset;
                    long old;
                    try {
                        old = U.getLong(victim, at);
                        U.putLong(victim, at, value);
                    } catch (InternalError e) {
                        break;
                    }
                    quietly(() -> method.invoke(null, 1, 2));
                    quietly(() -> field.get(null));
                    quietly(() -> constructor.newInstance(1));
                    quietly(() -> method.getParameters());
                    quietly(() -> thread.getState());
                    quietly(() -> thread.isAlive());
                    quietly(() -> thread.interrupt());
                    quietly(() -> thread.getStackTrace());
                    quietly(() -> thread.join(1));
                    quietly(() -> throwable.getStackTrace());
                    quietly(() -> throwable.toString());
                    U.putLong(victim, at, old);
                }
            }
        }
        // A class without a class, by its constructor.
        Constructor<?> classes = Class.class.getDeclaredConstructors()[0];
        for (long offset = 8; offset < 64; offset++) {
            long at = offset;
            quietly(() -> U.putBoolean(classes, at, true));
            quietly(() -> use(classes.newInstance(null, null)));
            quietly(() -> use(classes.newInstance(null, int.class)));
        }
        // The parameter types of a method are a guest's to change; what is called is not.
        for (long offset = 16; offset < 200; offset += 8) {
            long at = offset;
            quietly(() -> {
                if (U.getObject(method, at) instanceof Class<?>[] found && found.length == 2) {
                    found[0] = Object.class;
                    found[1] = Object.class;
                    method.invoke(null, "a", new Object());
                }
                if (U.getObject(method, at) instanceof Class<?>[] found && found.length == 2) {
                    found[0] = int.class;
                    found[1] = int.class;
                }
                Object mine = U.getObject(other, at);
                U.putObject(method, at, mine);
                method.invoke(null, "a", new Object());
            });
        }
        for (Object wrong : new Object[] {"text", new int[3], new long[] {-1, 1L << 60}, new Object[2], throwable}) {
            for (long offset = 16; offset < 120; offset += 8) {
                long at = offset;
                quietly(() -> {
                    Throwable victim = new NullPointerException();
                    U.putObject(victim, at, wrong);
                    victim.getMessage();
                    victim.getStackTrace();
                    victim.fillInStackTrace();
                });
                quietly(() -> {
                    Thread victim = new Thread(() -> { });
                    U.putObject(victim, at, wrong);
                    victim.getName();
                    victim.start();
                    victim.join();
                });
            }
        }

        // Which method a handle calls is believed, so nobody else may say it.
        MethodHandle plus = MethodHandles.lookup().findStatic(Magic.class, "plus",
                MethodType.methodType(int.class, int.class, int.class));
        MethodHandle join = MethodHandles.lookup().findStatic(Magic.class, "join",
                MethodType.methodType(String.class, Object.class, Object.class));
        int before = (int) plus.invokeExact(1, 2);
        int[] refused = new int[1];
        for (long offset = 16; offset < 120; offset += 8) {
            long at = offset;
            quietly(() -> {
                Object mine = U.getObject(join, at);
                try {
                    U.putObject(plus, at, mine);
                } catch (InternalError e) {
                    refused[0]++;
                }
            });
        }
        Field form = Class.forName("java.lang.invoke.MethodHandle").getDeclaredField("form");
        form.setAccessible(true);
        Field type = Class.forName("java.lang.invoke.MethodHandle").getDeclaredField("type");
        type.setAccessible(true);
        Class<?> direct = Class.forName("java.lang.invoke.DirectMethodHandle");
        Field member = direct.getDeclaredField("member");
        member.setAccessible(true);
        System.out.println("handles: " + of(
                () -> type.set(plus, join.type()),
                () -> member.set(plus, member.get(join)),
                () -> U.putObject(plus, U.objectFieldOffset(form), form.get(join))));
        // Handles whose types are not those of their methods, made by the library's own hands.
        Method copy = MethodHandle.class.getDeclaredMethod("copyWith", MethodType.class, form.getType());
        copy.setAccessible(true);
        MethodHandle number = MethodHandles.lookup().findStatic(Magic.class, "number", MethodType.methodType(Object.class));
        MethodHandle length = MethodHandles.lookup().findStatic(Magic.class, "length",
                MethodType.methodType(int.class, String.class));
        Method set = Class.forName("java.lang.invoke.MethodHandleNatives").getDeclaredMethod("setCallSiteTargetNormal",
                CallSite.class, MethodHandle.class);
        set.setAccessible(true);
        System.out.println("forged: " + of(
                () -> {
                    String text = (String) forged(copy, number, form, MethodType.methodType(String.class)).invokeExact();
                    text.length();
                },
                () -> {
                    MethodHandle wrong = forged(copy, length, form, MethodType.methodType(int.class, Object.class));
                    int result = (int) wrong.invokeExact((Object) Integer.valueOf(1));
                },
                () -> {
                    MethodHandle wrong = forged(copy, length, form, MethodType.methodType(int.class, long.class));
                    int result = (int) wrong.invokeExact(1L << 20);
                },
                () -> {
                    MethodHandle wrong = forged(copy, length, form, MethodType.methodType(int.class));
                    int result = (int) wrong.invokeExact();
                },
                () -> {
                    try {
                        set.invoke(null, new MutableCallSite(number), length);
                    } catch (InvocationTargetException | IllegalArgumentException e) {
                        // Which of the two it is depends on the JDK.
                        throw new WrongMethodTypeException();
                    }
                }));
        System.out.println("constructor of another class: " + of(() -> {
            try {
                sun.reflect.ReflectionFactory.getReflectionFactory()
                        .newConstructorForSerialization(Magic.class, Wide.class.getDeclaredConstructor()).newInstance();
            } catch (InvocationTargetException e) {
                throw e.getCause();
            } catch (UnsupportedOperationException e) {
                // JDK 25 looks before it makes the constructor.
                throw new VerifyError();
            }
        }));
        System.out.println("before and after: " + before + " " + (int) plus.invokeExact(1, 2));
        if (refused[0] == 0) {
            System.out.println("nothing was refused");
        }
        Class<?> hidden = null;
        try {
            hidden = Class.forName("deadheat.Vm", false, null);
            System.out.println("the machine's own class is " + hidden);
        } catch (ClassNotFoundException e) {
            System.out.println("survived");
        }
    }
}
