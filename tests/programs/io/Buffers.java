// ByteBuffer heap and direct: put/get of all types, order, views, slice, duplicate, compact, bulk, exceptions.
import java.nio.*;
import java.util.*;
public class Buffers {
    static void p(Object o) { System.out.println(o); }
    static void ex(String n, Runnable r) { try { r.run(); p(n + " ok"); } catch (RuntimeException e) {
            p(n + " " + e.getClass().getSimpleName() + " " + e.getMessage()); } }
    static String dump(ByteBuffer b) { ByteBuffer d = b.duplicate(); d.clear();
        StringBuilder s = new StringBuilder(); while (d.hasRemaining()) s.append(String.format("%02x", d.get()));
        return s.toString(); }
    static void drive(ByteBuffer b) {
        p(b + " " + b.order() + b.hasArray() + b.isDirect() + b.isReadOnly());
            b.put((byte) 1).putShort((short) 0x0203).putChar('\u0405').putInt(0x06070809).putLong(0x0A0B0C0D0E0F1011L).putFloat(1.5f).putDouble(-2.25);
        p(b + " " + dump(b)); b.flip(); p(b.get() + " " + b.getShort() + " " + (int) b.getChar() + " " + b.getInt() + " " + b.getLong() + " "
            + b.getFloat() + " " + b.getDouble() + " " + b.remaining());
        b.order(ByteOrder.LITTLE_ENDIAN); b.clear(); b.putInt(0x01020304).putLong(5).putDouble(1).putShort(3, (short) -2).putChar(20,
            'z').putFloat(24,
            2f);
        p(dump(b) + " " + b.getInt(0) + " " + b.getLong(4) + " " + b.getShort(3) + b.getChar(20) + b.getFloat(24) + b.position());
        b.position(2).limit(10).mark(); ByteBuffer s = b.slice(), d = b.duplicate(), ro = b.asReadOnlyBuffer(), s2 = b.slice(1, 5);
        s.put(0, (byte) 0x7f); p(s + " " + b.get(2) + d + ro.isReadOnly() + s2.capacity() + s.order() + d.order());
        ex("ro", () -> ro.put((byte) 1)); b.get(); b.reset(); p(b.position()); b.compact();
        p(b + " " + dump(b)); b.rewind(); b.clear(); IntBuffer ib = b.order(ByteOrder.BIG_ENDIAN).asIntBuffer();
        ib.put(0, 99).put(new int[]{1, 2, 3}); p(ib + " " + b.getInt(0) + b.getInt(4) + ib.remaining());
        LongBuffer lb = b.asLongBuffer(); p(lb.get(0) + " " + lb.capacity()); b.order(ByteOrder.LITTLE_ENDIAN);
        ShortBuffer sb = b.asShortBuffer(); sb.put((short) 0x1234); p(dump(b).substring(0, 4) + sb.get(0));
        CharBuffer cb = b.asCharBuffer(); cb.put("hi"); p(cb.flip().toString() + b.asDoubleBuffer().capacity() + b.asFloatBuffer().get(0));
        ex("under", () -> ByteBuffer.allocate(2).getInt()); ex("over", () -> ByteBuffer.allocate(2).putInt(1));
        ex("idx", () -> b.get(1000)); ex("neg", () -> b.getInt(-1)); ex("lim", () -> b.limit(5000));
        ex("pos", () -> b.position(-1)); ex("mark", () -> ByteBuffer.allocate(1).reset());
        ex("alloc", () -> ByteBuffer.allocate(-1)); ex("bulk", () -> b.get(new byte[500]));
        ex("arr", () -> ro.array()); ex("self", () -> b.put(b));
        b.clear(); b.put("abcdef".getBytes(), 1, 3).put(ByteBuffer.wrap(new byte[]{9, 8}));
        byte[] out = new byte[5]; b.flip().get(out); p(Arrays.toString(out)); b.get(1, out, 0, 2);
        b.put(0, new byte[]{5, 6}); p(Arrays.toString(out) + b.get(1));
            p(b.equals(b.duplicate()) + " " + b.compareTo(b.duplicate()) + b.hashCode() + b.mismatch(b.duplicate()) + b.alignedSlice(1).capacity());
    }
    public static void main(String[] args) {
        drive(ByteBuffer.allocate(40)); drive(ByteBuffer.allocateDirect(40)); ByteBuffer w = ByteBuffer.wrap(new byte[]{1, 2, 3, 4, 5}, 1, 3);
        p(w + " " + w.arrayOffset() + w.slice().arrayOffset() + w.array().length + w.remaining());
        p(ByteBuffer.wrap(new byte[]{1, 2}).compareTo(ByteBuffer.wrap(new byte[]{1, 3})) + " "
            + ByteBuffer.wrap(new byte[]{1, 2}).equals(ByteBuffer.allocateDirect(2).put((byte) 1).put((byte) 2).flip())
            + ByteBuffer.wrap(new byte[]{1, 2, 3}).mismatch(ByteBuffer.wrap(new byte[]{1, 9})));
        CharBuffer c = CharBuffer.wrap("hello world", 2, 8); p(c + " " + c.length() + c.charAt(1) + c.subSequence(1, 3) + c.get() + c.position()
            + c.isReadOnly() + c.toString().length());
        ex("cro", () -> c.put('x')); CharBuffer ca = CharBuffer.allocate(8); ca.put("ab").append('c').append("defg", 1, 3);
        ca.flip(); p(ca + " " + ca.chars().sum() + ca.compareTo(CharBuffer.wrap("abcef")) + ca.hashCode());
        IntBuffer i = IntBuffer.wrap(new int[]{5, 6, 7}); i.get(); IntBuffer is = i.slice();
        p(is.get(0) + " " + is + i.compact().position() + Arrays.toString(i.array()));
        LongBuffer l = LongBuffer.allocate(3).put(1L << 40).put(2); p(l.flip() + " " + l.get() + l.hasRemaining());
        DoubleBuffer db = DoubleBuffer.wrap(new double[]{0.0, Double.NaN});
            p(db.equals(DoubleBuffer.wrap(new double[]{-0.0, Double.NaN})) + " " + db.get(1));
        FloatBuffer fb = FloatBuffer.allocate(2).put(0, 1.5f); p(fb.get(0) + " " + fb.duplicate().put(1, 2f).get(1) + fb.get(1));
        ShortBuffer sh = ShortBuffer.wrap(new short[]{1, 2}).asReadOnlyBuffer();
        ex("sro", () -> sh.put((short) 1)); ByteBuffer dd = ByteBuffer.allocateDirect(1 << 16).order(ByteOrder.nativeOrder());
        IntBuffer di = dd.asIntBuffer(); for (int k = 0; k < di.capacity(); k++) di.put(k, k * k);
        long t = 0; for (int k = 0; k < di.capacity(); k++) t += di.get(k); p(t + " " + di.isDirect() + di.order().equals(ByteOrder.nativeOrder()));
    }
}
