// DataInputStream and DataOutputStream: all types, modified UTF, EOF, readFully, skipBytes, unsigned reads.
import java.io.*;
import java.util.*;
public class DataStreams {
    static void p(Object o) { System.out.println(o); }
    interface Rd { Object go(DataInputStream d) throws IOException; }
    static void ex(byte[] b, Rd r) { try { p(r.go(new DataInputStream(new ByteArrayInputStream(b))));
        } catch (IOException e) { p(e.getClass().getSimpleName() + " " + e.getMessage());
        } }
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bo = new ByteArrayOutputStream(); DataOutputStream d = new DataOutputStream(bo);
        d.writeBoolean(true); d.writeByte(-1); d.writeShort(-2); d.writeChar('\u4e2d');
        d.writeInt(Integer.MIN_VALUE); d.writeLong(0x0123456789ABCDEFL); d.writeFloat(-0f);
        d.writeDouble(Math.PI); d.writeUTF("a\u0000\u00e9\u4e2d\ud83d\ude00"); d.writeBytes("by");
        d.writeChars("ch"); d.write(new byte[]{7, 8}, 0, 2); d.writeUTF(""); p(d.size() + " " + HexFormat.of().formatHex(bo.toByteArray()));
        DataInputStream i = new DataInputStream(new ByteArrayInputStream(bo.toByteArray()));
        p(i.readBoolean() + " " + i.readByte() + " " + i.readShort() + " " + i.readChar() + " " + i.readInt() + " " + i.readLong() + " "
            + i.readFloat() + " " + i.readDouble() + " " + i.readUTF().length() + " " + (char) i.readByte() + (char) i.readUnsignedByte()
            + i.readChar() + i.readChar() + i.readUnsignedShort() + "[" + i.readUTF() + "]" + i.available() + i.read());
        ex(new byte[]{1}, DataInputStream::readInt); ex(new byte[]{1, 2, 3}, DataInputStream::readLong);
        ex(new byte[]{0, 5, 65}, x -> x.readUTF()); ex(new byte[]{0, 2, (byte) 0xc3, 0x28}, x -> x.readUTF());
        ex(new byte[]{0, 1, (byte) 0xff}, x -> x.readUTF()); ex(new byte[]{0, 1, (byte) 0xe0}, x -> x.readUTF());
        ex(new byte[0], DataInputStream::readBoolean); ex(new byte[3], x -> { x.readFully(new byte[5]); return 0; });
        ex(new byte[3], x -> x.skipBytes(10)); ex(new byte[]{-1, -1}, DataInputStream::readUnsignedShort);
        ex("line1\r\nx".getBytes(), DataInputStream::readLine);
            ex(new byte[5], x -> { byte[] b = new byte[3]; x.readFully(b, 1, 2); return x.available(); });
        try { d.writeUTF("x".repeat(70000)); } catch (UTFDataFormatException e) {
            p(e.getMessage().length() + " " + e.getClass()); } DataOutputStream big = new DataOutputStream(bo = new ByteArrayOutputStream());
        for (int k = 0; k < 1000; k++) { big.writeInt(k * k); big.writeDouble(k / 7.0);
            big.writeUTF("k" + k); } DataInputStream bi = new DataInputStream(new BufferedInputStream(new ByteArrayInputStream(bo.toByteArray()),
                16));
        long s = 0; for (int k = 0; k < 1000; k++) s = s * 31 + bi.readInt() + Double.doubleToLongBits(bi.readDouble()) + bi.readUTF().hashCode();
        p(s + " " + big.size() + " " + Arrays.hashCode(bo.toByteArray())); DataOutput o = d;
        o.writeInt(5); try { bi.readByte(); } catch (EOFException e) { p("EOF " + e.getMessage());
        } RandomAccessFile raf = null; File f = File.createTempFile("dst", ".bin");
        try { raf = new RandomAccessFile(f, "rw"); raf.writeInt(42); raf.writeUTF("raf");
            raf.writeDouble(1.5); p(raf.getFilePointer() + " " + raf.length()); raf.seek(4);
            p(raf.readUTF() + raf.readDouble()); raf.seek(100); raf.write(1); p(raf.length());
            raf.setLength(10); p(raf.length() + " " + raf.getFilePointer()); raf.seek(0);
            p(raf.readInt() + " " + raf.skipBytes(100) + raf.read()); try { raf.readInt();
            } catch (EOFException e) { p("EOF"); } try { raf.seek(-1); } catch (IOException e) {
                p(e.getMessage()); } raf.seek(0); raf.writeBytes("line one\nline two");
            raf.seek(0); p(raf.readLine() + "|" + raf.readLine() + "|" + raf.readLine());
            raf.close(); try { raf.read(); } catch (IOException e) { p(e.getMessage());
            } try (RandomAccessFile ro = new RandomAccessFile(f, "r")) { ro.write(1);
            } catch (IOException e) { p("ro " + (e.getMessage() != null)); } try { new RandomAccessFile(f, "zz");
            } catch (IllegalArgumentException e) { p(e.getMessage()); } } finally {
            p(f.delete()); }
    }
}
