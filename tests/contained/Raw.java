// Raw addresses: of objects, of stacks, of blocks that are freed, beside blocks; more than there is.
// prints: nowhere: InternalError x7
// prints: objects: InternalError x3
// prints: in a block: nothing x4
// prints: beside it: InternalError x7
// prints: after free: InternalError x4
// prints: wrong free: InternalError x4
// prints: bulk: InternalError x5
// prints: overlap: 1 1 2 3 4 5
// prints: too much: IllegalArgumentException OutOfMemoryError x2
// prints: all of it: OutOfMemoryError
// prints: again and again: done
import sun.misc.Unsafe;

public class Raw extends Attempts {
    public static void main(String[] args) {
        System.out.println("nowhere: " + of(
                () -> U.putInt(8L, 1),
                () -> U.putLong(64L * 8, 1),
                () -> U.putLong((1L << 26) * 8, 1),
                () -> U.putByte(-1L, (byte) 1),
                () -> U.getLong((1L << 35) - 8),
                () -> U.getByte(1L << 39),
                () -> U.putInt(1L << 40, 1)));
        Object[] objects = {new int[4]};
        long address = (U.getInt(objects, (long) Unsafe.ARRAY_OBJECT_BASE_OFFSET) & 0xffffffffL) * 8;
        System.out.println("objects: " + of(
                () -> U.putInt(address + 4, -1),
                () -> U.putInt(address + 16, 1),
                () -> U.getInt(address)));
        long block = U.allocateMemory(24);
        System.out.println("in a block: " + of(
                () -> U.putLong(block, -1L),
                () -> U.putLong(block + 16, -1L),
                () -> U.putByte(block + 23, (byte) 3),
                () -> U.setMemory(block, 24, (byte) 0)));
        System.out.println("beside it: " + of(
                () -> U.putLong(block - 8, -1L),
                () -> U.putLong(block - 16, -1L),
                () -> U.putByte(block - 1, (byte) 3),
                () -> U.putByte(block + 24, (byte) 3),
                () -> U.getInt(block + 21),
                () -> U.setMemory(block, 25, (byte) 0),
                () -> U.setMemory(block - 1, 3, (byte) 0)));
        U.freeMemory(block);
        System.out.println("after free: " + of(
                () -> U.putLong(block, -1L),
                () -> U.getLong(block),
                () -> U.freeMemory(block),
                () -> U.reallocateMemory(block, 8)));
        long other = U.allocateMemory(64);
        System.out.println("wrong free: " + of(
                () -> U.freeMemory(other + 8),
                () -> U.freeMemory(address),
                () -> U.freeMemory(1),
                () -> U.reallocateMemory(other + 8, 128)));
        byte[] bytes = {1, 2, 3, 4, 5, 6};
        long first = Unsafe.ARRAY_BYTE_BASE_OFFSET;
        System.out.println("bulk: " + of(
                () -> U.copyMemory(bytes, first, null, other, 7),
                () -> U.copyMemory(null, other, bytes, first, 7),
                () -> U.copyMemory(bytes, 0L, null, other, 6),
                () -> U.copyMemory(null, other + 60, null, other, 8),
                () -> U.copyMemory(null, address, null, other, 8)));
        U.copyMemory(bytes, first, bytes, first + 1, 5);
        System.out.println("overlap: " + bytes[0] + " " + bytes[1] + " " + bytes[2] + " " + bytes[3] + " " + bytes[4] + " "
                + bytes[5]);
        System.out.println("too much: " + of(
                () -> U.allocateMemory(-1),
                () -> U.allocateMemory(1L << 40),
                () -> U.allocateMemory(65L << 20)));
        System.out.println("all of it: " + of(() -> {
            for (int i = 0; i < 100; i++) {
                long some = U.allocateMemory(1 << 20);
                U.setMemory(some, 1 << 20, (byte) 1);
            }
        }));
        // What is freed can be had again; were it not so, this would be 40 gigabytes.
        for (int i = 0; i < 10_000; i++) {
            long some = U.allocateMemory(4 << 10);
            U.putLong(some + 4088, i);
            U.freeMemory(some);
        }
        System.out.println("again and again: done");
    }
}
