// What libraries do with Unsafe, and HotSpot defines: views of arrays in any width, fields, blocks, instances without constructors.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import sun.misc.Unsafe;

public class UnsafeUses {
    boolean flag;
    byte small = -3;
    char letter = 'x';
    short half = -300;
    int number = 70_000;
    float single = 1.5f;
    long big = 1L << 50;
    double twice = 2.25;
    String text = "text";
    Object any;
    static int counter = 5;
    static String name = "static";

    static final Unsafe U;

    static {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            U = (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static long at(String name) throws Exception {
        return U.objectFieldOffset(UnsafeUses.class.getDeclaredField(name));
    }

    static void views() {
        byte[] bytes = new byte[24];
        long base = Unsafe.ARRAY_BYTE_BASE_OFFSET;
        for (int i = 0; i < 24; i++) {
            U.putByte(bytes, base + i, (byte) (i * 7));
        }
        U.putLong(bytes, base + 3, 0x0102030405060708L);
        U.putInt(bytes, base + 20, -2);
        U.putShort(bytes, base + 13, (short) 0x1234);
        U.putChar(bytes, base + 17, 'q');
        System.out.println(Arrays.toString(bytes));
        System.out.println(U.getLong(bytes, base + 1) + " " + U.getLong(bytes, base + 16) + " " + U.getInt(bytes, base + 5) + " "
                + U.getShort(bytes, base + 22) + " " + U.getFloat(bytes, base + 2) + " " + U.getDouble(bytes, base + 9));
        long[] longs = {1, 2, 3};
        U.putInt(longs, Unsafe.ARRAY_LONG_BASE_OFFSET + 4L, 9);
        U.putByte(longs, Unsafe.ARRAY_LONG_BASE_OFFSET + 23L, (byte) 1);
        System.out.println(Arrays.toString(longs) + " " + U.getInt(longs, Unsafe.ARRAY_LONG_BASE_OFFSET + 8L));
        int[] ints = {1, 2, 3, 4};
        U.copyMemory(bytes, base, ints, Unsafe.ARRAY_INT_BASE_OFFSET, 16);
        U.setMemory(ints, Unsafe.ARRAY_INT_BASE_OFFSET + 2L, 3, (byte) 0x11);
        System.out.println(Arrays.toString(ints));
        double[] doubles = {1, 2};
        System.out.println(U.getLong(doubles, Unsafe.ARRAY_DOUBLE_BASE_OFFSET + 8L));
        boolean[] flags = new boolean[3];
        U.putBoolean(flags, Unsafe.ARRAY_BOOLEAN_BASE_OFFSET + 1L, true);
        System.out.println(Arrays.toString(flags));
        String[] strings = {"a", "b"};
        U.putObject(strings, Unsafe.ARRAY_OBJECT_BASE_OFFSET + (long) Unsafe.ARRAY_OBJECT_INDEX_SCALE, "c");
        System.out.println(Arrays.toString(strings) + " "
                + U.compareAndSwapObject(strings, Unsafe.ARRAY_OBJECT_BASE_OFFSET, strings[0], "d") + " " + strings[0]);
    }

    static void fields() throws Exception {
        UnsafeUses uses = new UnsafeUses();
        U.putBoolean(uses, at("flag"), true);
        U.putByte(uses, at("small"), (byte) 200);
        U.putChar(uses, at("letter"), 'y');
        U.putShort(uses, at("half"), (short) 40_000);
        U.putInt(uses, at("number"), -1);
        U.putFloat(uses, at("single"), 2.5f);
        U.putLong(uses, at("big"), -5);
        U.putDouble(uses, at("twice"), -0.5);
        U.putObject(uses, at("text"), "other");
        U.putObject(uses, at("any"), new int[2]);
        System.out.println(uses.flag + " " + uses.small + " " + uses.letter + " " + uses.half + " " + uses.number + " "
                + uses.single + " " + uses.big + " " + uses.twice + " " + uses.text + " " + (uses.any instanceof int[]));
        U.putByte(uses, at("big") + 7, (byte) 1);
        U.putShort(uses, at("number") + 1, (short) 0);
        U.putByte(uses, at("number"), (byte) 0);
        System.out.println(uses.big + " " + uses.number + " " + U.getByte(uses, at("big") + 7) + " "
                + U.getShort(uses, at("number")));
        U.putInt(uses, at("single"), Float.floatToRawIntBits(7f));
        U.putLong(uses, at("twice"), Double.doubleToRawLongBits(8));
        System.out.println(uses.single + " " + uses.twice + " " + U.getInt(uses, at("single")));
        System.out.println(U.compareAndSwapInt(uses, at("number"), 1, 2) + " " + U.getAndAddInt(uses, at("number"), 3) + " "
                + U.getAndSetLong(uses, at("big"), 6) + " " + U.getAndSetObject(uses, at("text"), null) + " " + uses.text);
        Field counter = UnsafeUses.class.getDeclaredField("counter");
        Field name = UnsafeUses.class.getDeclaredField("name");
        U.putInt(U.staticFieldBase(counter), U.staticFieldOffset(counter), 6);
        U.putObjectVolatile(U.staticFieldBase(name), U.staticFieldOffset(name), "changed");
        System.out.println(UnsafeUses.counter + " " + UnsafeUses.name);
    }

    static void blocks() {
        long block = U.allocateMemory(100);
        U.setMemory(block, 100, (byte) 3);
        U.putLong(block + 1, 99);
        long moved = U.reallocateMemory(block, 1000);
        System.out.println(U.getLong(moved + 1) + " " + U.getByte(moved + 99) + " " + U.getInt(moved + 11));
        U.putAddress(moved + 8, moved);
        System.out.println(U.getAddress(moved + 8) == moved);
        byte[] bytes = new byte[5];
        U.copyMemory(null, moved, bytes, Unsafe.ARRAY_BYTE_BASE_OFFSET, 5);
        System.out.println(Arrays.toString(bytes));
        U.copyMemory(moved, moved + 500, 50);
        System.out.println(U.getLong(moved + 500));
        U.freeMemory(moved);
        U.freeMemory(0);
        System.out.println(U.allocateMemory(0) + " " + U.reallocateMemory(0, 0));
        try {
            U.allocateMemory(-1);
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName());
        }
    }

    static void instances() throws Exception {
        UnsafeUses bare = (UnsafeUses) U.allocateInstance(UnsafeUses.class);
        System.out.println(bare.number + " " + bare.text);
        for (Class<?> c : new Class<?>[] {Class.class, Runnable.class, Number.class, int[].class, int.class}) {
            try {
                System.out.println(U.allocateInstance(c));
            } catch (ReflectiveOperationException e) {
                System.out.println(e);
            }
        }
    }

    static void buffers() {
        ByteBuffer direct = ByteBuffer.allocateDirect(32).order(ByteOrder.LITTLE_ENDIAN);
        direct.putLong(3, 77).putInt(20, 5).putDouble(24, 1.5);
        System.out.println(direct.getLong(3) + " " + direct.getInt(20) + " " + direct.getDouble(24) + " " + direct.get(31));
        try {
            direct.putLong(25, 1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("out of bounds");
        }
        VarHandle view = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
        byte[] bytes = new byte[16];
        view.set(bytes, 5, 0x0102030405060708L);
        System.out.println(Arrays.toString(bytes) + " " + (long) view.get(bytes, 8));
        try {
            view.set(bytes, 9, 1L);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("out of bounds");
        }
        VarHandle buffer = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        buffer.setVolatile(direct, 8, 4);
        System.out.println((int) buffer.getAndAdd(direct, 8, 3) + " " + direct.getInt(8));
        System.out.println(Arrays.mismatch(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 1}) + " "
                + ByteBuffer.wrap(bytes).mismatch(direct));
    }

    public static void main(String[] args) throws Exception {
        views();
        fields();
        blocks();
        instances();
        buffers();
    }
}
