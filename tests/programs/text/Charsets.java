// Charset encode and decode: UTF-8, UTF-16, ISO-8859-1, US-ASCII, malformed input, CharsetEncoder and Decoder results.
import java.nio.*;
import java.nio.charset.*;
import java.util.*;
public class Charsets {
    static void p(Object o) { System.out.println(o); }
    static String hex(byte[] b) { StringBuilder s = new StringBuilder(); for (byte x : b) s.append(String.format("%02x", x)); return s.toString(); }
    static String esc(String s) { StringBuilder b = new StringBuilder(); for (char c : s.toCharArray()) if (c < 127 && c > 31) b.append(c);
        else b.append(String.format("\\u%04x", (int) c)); return b.toString(); }
    public static void main(String[] args) throws Exception {
        String[] in = {"", "hello", "h\u00e9llo", "\u20ac\u4e2d", "a\ud83d\ude00b", "\ud83d", "\ude00x", "\u0000\u007f\u0080\u07ff\u0800\uffff",
            "\ufeffbom"};
        for (String cs : new String[]{"UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "ISO-8859-1", "US-ASCII", "UTF-32", "windows-1252", "ISO-8859-15",
            "IBM437"}) {
            Charset c = Charset.forName(cs); for (String s : in) { byte[] b = s.getBytes(c);
                p(cs + " " + esc(s) + " " + hex(b) + " " + esc(new String(b, c)) + " " + c.newEncoder().canEncode(s));
            } p(c.name() + c.canEncode() + c.newEncoder().maxBytesPerChar() + " " + c.newDecoder().maxCharsPerByte() + " "
                + c.newEncoder().averageBytesPerChar() + " " + c.isRegistered() + c.contains(StandardCharsets.US_ASCII));
        }
        byte[][] bad = {{(byte) 0xc3}, {(byte) 0xc3, 0x28}, {(byte) 0xe2, (byte) 0x82}, {(byte) 0xf0, (byte) 0x9f, (byte) 0x98}, {(byte) 0xff, 0x41},
            {(byte) 0xc0, (byte) 0x80}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, {(byte) 0xf8, (byte) 0x88, 65}, {65, (byte) 0x80, 66},
                {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80}};
        for (byte[] b : bad) { String r; try { StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(b));
                r = "fine"; } catch (CharacterCodingException e) { r = e.getClass().getSimpleName() + " " + e.getMessage();
            } p(hex(b) + " " + esc(new String(b, StandardCharsets.UTF_8)) + " " + r + " " + esc(new String(b, StandardCharsets.UTF_16BE)) + " "
                + esc(new String(b, StandardCharsets.ISO_8859_1)) + " " + esc(new String(b, StandardCharsets.US_ASCII)));
        }
        CharsetEncoder e = StandardCharsets.US_ASCII.newEncoder().onUnmappableCharacter(CodingErrorAction.REPLACE).replaceWith(new byte[]{'!'});
        p(new String(e.encode(CharBuffer.wrap("a\u00e9b")).array(), 0, 3)); e.onUnmappableCharacter(CodingErrorAction.IGNORE);
        ByteBuffer ig = e.encode(CharBuffer.wrap("a\u00e9b")); p(ig.remaining());
        e.onUnmappableCharacter(CodingErrorAction.REPORT); try { e.encode(CharBuffer.wrap("a\u00e9b"));
        } catch (UnmappableCharacterException x) { p(x.getMessage() + x.getInputLength());
        } CharsetDecoder d = StandardCharsets.UTF_8.newDecoder(); ByteBuffer src = ByteBuffer.wrap(new byte[]{65, (byte) 0xe2, (byte) 0x82});
        CharBuffer dst = CharBuffer.allocate(5); p(d.decode(src, dst, false) + " " + src.position() + dst.position());
        ByteBuffer rest = ByteBuffer.wrap(new byte[]{(byte) 0xe2, (byte) 0x82, (byte) 0xac, 66});
        CharBuffer tiny = CharBuffer.allocate(1); p(d.decode(rest, tiny, true) + " " + esc(tiny.flip().toString()));
        d.reset(); p(d.decode(ByteBuffer.wrap(new byte[]{(byte) 0xff}), CharBuffer.allocate(2), true) + " " + d.malformedInputAction()
            + d.replacement().length());
        d.onMalformedInput(CodingErrorAction.REPLACE).replaceWith("?"); p(d.reset().decode(ByteBuffer.wrap(new byte[]{65, -1, 66})));
        p(Charset.defaultCharset() + " " + Charset.isSupported("UTF-8") + Charset.isSupported("X-NOPE")
            + StandardCharsets.UTF_8.aliases().contains("UTF8") + Charset.forName("latin1") + Charset.forName("utf8").equals(StandardCharsets.UTF_8)
            + StandardCharsets.UTF_8.compareTo(StandardCharsets.UTF_16));
        try { Charset.forName("no-such"); } catch (UnsupportedCharsetException x) {
            p(x.getMessage()); } try { Charset.forName("b@d name"); } catch (IllegalCharsetNameException x) {
            p(x.getMessage()); } StringBuilder all = new StringBuilder();
                for (int c = 0; c < 0x11000; c += 13) if (c < 0xd800 || c > 0xdfff) all.appendCodePoint(c);
        for (Charset c : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII)) {
            byte[] b = all.toString().getBytes(c); p(b.length + " " + Arrays.hashCode(b) + " " + new String(b, c).equals(all.toString()) + " "
                + c.encode(all.toString()).remaining() + c.decode(ByteBuffer.wrap(b)).length());
        } p(new String(new byte[]{72, 105, 33}, 1, 2, "US-ASCII") + Arrays.toString("\u00ff".getBytes("ISO-8859-1")) + "€uro".getBytes().length);
    }
}
