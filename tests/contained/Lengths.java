// Forges the length of an array, and whole headers, and indexes.
// prints: header: InternalError x5
// prints: lengths: 4 4 4 4
// prints: index: ArrayIndexOutOfBoundsException ArrayIndexOutOfBoundsException
// prints: fake: InternalError x6
// prints: past the end: InternalError x8
// prints: other lengths: 4 4 4 4
import sun.misc.Unsafe;

public class Lengths extends Attempts {
    Object reference;
    int number;

    public static void main(String[] args) {
        byte[] bytes = new byte[4];
        int[] ints = new int[4];
        long[] longs = new long[4];
        Object[] objects = new Object[4];
        System.out.println("header: " + of(
                () -> U.putInt(bytes, 4L, -1),
                () -> U.putLong(ints, 0L, -1L),
                () -> U.putInt(longs, 8L, -1),
                () -> U.putInt(objects, 12L, -1),
                () -> U.putByte(ints, 7L, (byte) 0x7f)));
        System.out.println("lengths: " + bytes.length + " " + ints.length + " " + longs.length + " " + objects.length);
        try {
            longs[Integer.MAX_VALUE] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            try {
                System.out.println(bytes[4]);
            } catch (ArrayIndexOutOfBoundsException f) {
                System.out.println("index: ArrayIndexOutOfBoundsException ArrayIndexOutOfBoundsException");
            }
        }
        // A header in the elements, and a reference to it.
        long header = U.getLong(longs, 0L);
        longs[0] = header | 0x7fffffffL << 32;
        Lengths holder = new Lengths();
        long at;
        try {
            at = U.objectFieldOffset(Lengths.class.getDeclaredField("reference"));
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e);
        }
        objects[0] = longs;
        int address = U.getInt(objects, (long) Unsafe.ARRAY_OBJECT_BASE_OFFSET);
        System.out.println("fake: " + of(
                () -> U.putInt(objects, (long) Unsafe.ARRAY_OBJECT_BASE_OFFSET, address + 2),
                () -> U.putLong(objects, (long) Unsafe.ARRAY_OBJECT_BASE_OFFSET, address + 2),
                () -> U.putInt(holder, at, address + 2),
                () -> U.putByte(holder, at, (byte) 1),
                () -> System.out.println(U.getObject(longs, (long) Unsafe.ARRAY_LONG_BASE_OFFSET)),
                () -> U.compareAndSwapInt(objects, (long) Unsafe.ARRAY_OBJECT_BASE_OFFSET, address, address + 2)));
        System.out.println("past the end: " + of(
                () -> U.putByte(bytes, Unsafe.ARRAY_BYTE_BASE_OFFSET + 4L, (byte) 1),
                () -> U.putInt(bytes, Unsafe.ARRAY_BYTE_BASE_OFFSET + 1L, 1),
                () -> U.putLong(longs, Unsafe.ARRAY_LONG_BASE_OFFSET + 32L, 1),
                () -> System.out.println(U.getLong(longs, Unsafe.ARRAY_LONG_BASE_OFFSET + 32L)),
                () -> U.putInt(ints, Long.MAX_VALUE, 1),
                () -> U.putInt(ints, -8L, 1),
                () -> System.out.println(U.getInt(holder, 1L << 34)),
                () -> U.putInt(holder, Long.MIN_VALUE, 1)));
        System.out.println("other lengths: " + bytes.length + " " + ints.length + " " + longs.length + " " + objects.length);
    }
}
