// System.arraycopy of few elements, of all kinds, again and again: overlapping, at the ends, empty, too far, of other types, into null.
import java.lang.reflect.Array;

public class ShortCopies {
    static final Class<?>[] KINDS = {
        boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class, String.class, Object.class
    };

    static Object filled(Class<?> kind, int length) {
        Object array = Array.newInstance(kind, length);
        for (int i = 0; i < length; i++) {
            if (kind == boolean.class) {
                Array.setBoolean(array, i, i % 3 == 0);
            } else if (kind == char.class) {
                Array.setChar(array, i, (char) ('A' + i));
            } else if (kind.isPrimitive()) {
                Array.setByte(array, i, (byte) (i + 1));
            } else {
                Array.set(array, i, "s" + i);
            }
        }
        return array;
    }

    static String copy(Object from, int at, Object to, int there, int count) {
        try {
            System.arraycopy(from, at, to, there, count);
            return "";
        } catch (NullPointerException e) {
            return e.getClass().getName();
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    static long sum(Object array) {
        long sum = 17;
        for (int i = 0; i < Array.getLength(array); i++) {
            sum = sum * 31 + Array.get(array, i).hashCode();
        }
        return sum;
    }

    public static void main(String[] args) {
        for (Class<?> kind : KINDS) {
            long sum = 0;
            for (int count = 0; count <= 70; count++) {
                Object from = filled(kind, 80);
                Object to = filled(kind, 90);
                copy(from, count / 8, to, 10 - count / 8, count);
                copy(to, 3, to, 4, count);
                copy(to, 9, to, 2, count);
                sum = sum * 7 + sum(to) - sum(from);
            }
            System.out.println(kind + " " + sum);
        }
        int[] ints = (int[]) filled(int.class, 8);
        long[] longs = (long[]) filled(long.class, 8);
        int[][] places = {
            {0, 0, 9}, {-1, 0, 2}, {0, -1, 2}, {0, 0, -1}, {8, 8, 0}, {8, 0, 1}, {0, 8, 1}, {7, 0, 2}, {0, 7, 2}, {Integer.MAX_VALUE, 0, 2},
            {0, Integer.MAX_VALUE, 2}, {0, 0, Integer.MIN_VALUE}, {4, 4, 4},
        };
        for (int[] place : places) {
            System.out.println(copy(ints, place[0], ints, place[1], place[2]) + " " + sum(ints));
        }
        System.out.println(copy(null, 0, ints, 0, 0) + copy(ints, 0, null, 0, 0));
        System.out.println(copy(ints, 0, longs, 0, 1) + copy("text", 0, ints, 0, 1) + copy(ints, 0, "text", 0, 0));
        System.out.println(copy("text", 0, "text", 0, 0));
        Object[] mixed = {"a", 1, "b"};
        String[] strings = new String[3];
        System.out.println(copy(mixed, 0, strings, 0, 3) + " " + strings[0] + strings[1]);
        System.out.println(copy(strings, 0, mixed, 1, 2) + " " + mixed[1] + mixed[2]);
    }
}
