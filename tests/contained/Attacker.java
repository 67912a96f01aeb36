// Thousands of random calls of Unsafe on all sorts of objects, and then the objects are used. Arguments: seed, rounds.
// options: --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.lang.reflect=ALL-UNNAMED
// options: --add-opens java.base/java.lang.invoke=ALL-UNNAMED
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

public class Attacker extends Attempts {
    enum Colour { RED, GREEN }

    static class Base {
        boolean flag;
        byte small;
        char letter;
        short half;
        int number;
        float single;
        long big;
        double twice;
        Object any;
        String text = "text";
        int[] ints = {1, 2, 3};
        Base next;
        static int counter;
        static String name = "name";

        int value() {
            return number + (next == null ? 0 : next.number) + ints.length + text.length();
        }
    }

    static class Derived extends Base implements Runnable {
        Derived other;
        Colour colour = Colour.RED;

        @Override
        int value() {
            return super.value() + colour.ordinal();
        }

        @Override
        public void run() {
            number++;
        }
    }

    /** The same sequence everywhere, and out of its own reach. */
    static long state;

    static int next(int bound) {
        state = state * 6364136223846793005L + 1442695040888963407L;
        return (int) ((state >>> 33) % bound);
    }

    static long number() {
        switch (next(8)) {
            case 0: return next(16);
            case 1: return -1 - next(4);
            case 2: return 1L << next(64);
            case 3: return (1L << next(64)) - 1;
            case 4: return (1L << 26) * 8 + next(1 << 16);
            case 5: return state;
            case 6: return Integer.MAX_VALUE - next(3);
            default: return next(1 << 20);
        }
    }

    static long offset() {
        switch (next(10)) {
            case 0: return number();
            case 1: return next(64);
            case 2: return 16 + next(256);
            default: return 16 + 8 * next(24);
        }
    }

    static final List<Object> victims = new ArrayList<>();
    static final List<Long> blocks = new ArrayList<>();
    static final List<Class<?>> made = new ArrayList<>();

    static void fill() throws Throwable {
        victims.clear();
        victims.addAll(Arrays.asList(new boolean[9], new byte[33], new char[7], new short[5], new int[8], new float[3],
                new long[6], new double[2], new Object[5], new String[] {"a", "b"}, new int[3][4], new Base[2], new byte[0]));
        Derived derived = new Derived();
        derived.next = new Base();
        Base base = new Base();
        Runnable lambda = () -> derived.run();
        Object proxy = Proxy.newProxyInstance(Attacker.class.getClassLoader(), new Class<?>[] {Runnable.class},
                (self, method, args) -> null);
        Method method = Base.class.getDeclaredMethod("value");
        Field field = Base.class.getDeclaredField("text");
        Constructor<?> constructor = Base.class.getDeclaredConstructor();
        MethodHandle handle = MethodHandles.lookup().findVirtual(Base.class, "value", MethodType.methodType(int.class));
        VarHandle variable = MethodHandles.lookup().findVarHandle(Base.class, "number", int.class);
        ByteBuffer direct = ByteBuffer.allocateDirect(64);
        victims.addAll(Arrays.asList(derived, base, lambda, proxy, method, field, constructor, handle, handle.bindTo(base),
                variable, handle.type(), direct, ByteBuffer.wrap(new byte[16]), Base.class, Derived.class, Colour.class,
                new String("own"), new StringBuilder("built"), Integer.valueOf(12345), Long.valueOf(1L << 40),
                new Thread(lambda), new Throwable("thrown"), new Exception("cause", new Error()), new WeakReference<>(base),
                new AtomicInteger(), new AtomicReferenceArray<>(3), new ReentrantLock(), Attacker.class.getModule(),
                new Object(), new StackTraceElement("a", "b", "c", 1)));
        for (Class<?> c : made) {
            victims.add(U.allocateInstance(c));
        }
    }

    static Object victim() {
        return victims.get(next(victims.size()));
    }

    static long address() {
        return blocks.isEmpty() || next(3) == 0 ? number() : blocks.get(next(blocks.size())) + next(40) - 4;
    }

    static void attack() {
        Object target = victim();
        long at = offset();
        long value = number();
        boolean raw = next(8) == 0;
        if (raw) {
            target = null;
            at = address();
        }
        switch (next(24)) {
            case 0: U.putByte(target, at, (byte) value); break;
            case 1: U.putInt(target, at, (int) value); break;
            case 2: U.putLong(target, at, value); break;
            case 3: U.putShort(target, at, (short) value); break;
            case 4: U.putDouble(target, at, Double.longBitsToDouble(value)); break;
            case 5: U.putBoolean(target, at, value != 0); break;
            case 6: U.putObject(target, at, victim()); break;
            case 7: U.putObject(target, at, null); break;
            case 8: U.putObjectVolatile(target, at, victim()); break;
            case 9: U.compareAndSwapInt(target, at, U.getInt(target, at), (int) value); break;
            case 10: U.compareAndSwapLong(target, at, U.getLong(target, at), value); break;
            case 11: U.compareAndSwapObject(target, at, U.getObject(target, at), victim()); break;
            case 12: U.getAndSetObject(target, at, victim()); break;
            case 13: U.getAndAddInt(target, at, (int) value); break;
            case 14: U.copyMemory(victim(), offset(), victim(), offset(), next(64)); break;
            case 15: U.copyMemory(target, at, null, address(), next(64)); break;
            case 16: U.setMemory(target, at, next(10) == 0 ? number() : next(32), (byte) value); break;
            case 17: blocks.add(U.allocateMemory(next(20) == 0 ? number() : next(64))); break;
            case 18: U.freeMemory(address()); break;
            case 19: blocks.add(U.reallocateMemory(address(), next(64))); break;
            case 20: use(U.getObject(target, at)); break;
            case 21: U.putChar(target, at, (char) value); break;
            case 22: U.putFloat(target, at, Float.intBitsToFloat((int) value)); break;
            default: U.getLong(target, at);
        }
    }

    static void elements(Object array) {
        int length = java.lang.reflect.Array.getLength(array);
        for (int index : new int[] {0, length - 1, length, -1, Integer.MAX_VALUE}) {
            quietly(() -> java.lang.reflect.Array.set(array, index, java.lang.reflect.Array.get(array, index)));
        }
        if (array instanceof byte[] bytes) {
            bytes[bytes.length - 1]++;
            Arrays.equals(bytes, new byte[bytes.length]);
        } else if (array instanceof long[] longs) {
            longs[longs.length - 1]++;
        } else if (array instanceof Object[] objects) {
            for (Object object : objects) {
                if (object != null) {
                    object.hashCode();
                }
            }
        }
    }

    static void use(Object object) {
        if (object == null) {
            return;
        }
        quietly(object::hashCode);
        quietly(object::toString);
        quietly(() -> object.equals(victim()));
        synchronized (object) {
            quietly(object::notifyAll);
        }
        if (object.getClass().isArray()) {
            quietly(() -> elements(object));
        } else if (object instanceof Base base) {
            quietly(base::value);
            quietly(() -> base.any.toString());
            quietly(() -> base.next.value());
        } else if (object instanceof Runnable task && !(object instanceof Thread)) {
            quietly(task::run);
        } else if (object instanceof Method method) {
            quietly(() -> method.invoke(new Base()));
            quietly(() -> method.getParameterTypes());
            quietly(() -> method.getAnnotations());
            quietly(() -> method.getParameters());
        } else if (object instanceof Field field) {
            quietly(() -> field.get(new Base()));
            quietly(() -> field.set(new Derived(), "set"));
            quietly(() -> field.getAnnotations());
        } else if (object instanceof Constructor<?> constructor) {
            quietly(() -> constructor.newInstance());
        } else if (object instanceof MethodHandle handle) {
            quietly(() -> handle.invoke(new Base()));
            quietly(() -> handle.invoke());
            quietly(() -> handle.bindTo(new Derived()).invoke());
        } else if (object instanceof VarHandle variable) {
            quietly(() -> variable.set(new Base(), 3));
            quietly(() -> variable.compareAndSet(new Derived(), 0, 3));
        } else if (object instanceof ByteBuffer buffer) {
            quietly(() -> buffer.putLong(0, 7));
            quietly(() -> buffer.order(ByteOrder.LITTLE_ENDIAN).getLong(buffer.limit() - 8));
            quietly(() -> buffer.put(ByteBuffer.allocateDirect(8)));
            quietly(() -> buffer.duplicate().get(new byte[9]));
        } else if (object instanceof Class<?> c) {
            quietly(c::getName);
            quietly(c::getDeclaredMethods);
            quietly(() -> c.getDeclaredConstructor().newInstance());
            quietly(() -> java.lang.reflect.Array.newInstance(c, 2));
            quietly(c::getModule);
        } else if (object instanceof CharSequence text) {
            quietly(() -> text.charAt(0));
            quietly(() -> text.subSequence(0, text.length()).toString().intern());
            quietly(() -> new StringBuilder().append(text).append(1).toString().getBytes());
        } else if (object instanceof Thread thread) {
            quietly(thread::getState);
            quietly(thread::getStackTrace);
            quietly(thread::isAlive);
            quietly(thread::interrupt);
            quietly(thread::getName);
        } else if (object instanceof Throwable thrown) {
            quietly(thrown::getStackTrace);
            quietly(thrown::fillInStackTrace);
            quietly(() -> thrown.addSuppressed(new Error()));
        } else if (object instanceof ReentrantLock lock) {
            quietly(lock::tryLock);
            quietly(lock::unlock);
        } else if (object instanceof WeakReference<?> reference) {
            quietly(reference::get);
            quietly(reference::enqueue);
        } else if (object instanceof AtomicReferenceArray<?> array) {
            quietly(() -> array.get(0));
        }
    }

    public static void main(String[] args) throws Throwable {
        state = Long.parseLong(args[0]);
        int rounds = Integer.parseInt(args[1]);
        for (String name : new String[] {"java.lang.invoke.MemberName", "java.lang.invoke.ResolvedMethodName",
            "java.lang.reflect.Method", "java.lang.StackFrameInfo", "jdk.internal.reflect.ConstantPool", "java.lang.Thread"}) {
            quietly(() -> made.add(Class.forName(name, false, null)));
        }
        for (int round = 0; round < rounds; round++) {
            if (round % 500 == 0) {
                quietly(Attacker::fill);
            }
            quietly(Attacker::attack);
            if (round % 4 == 0) {
                quietly(() -> use(victim()));
            }
            if (round % 1000 == 999) {
                System.gc();
            }
        }
        System.out.println("survived");
    }
}
