// Base64, HexFormat, UUID name hashes, URL encoding, Normalizer, Collator, BreakIterator, CharacterIterator.
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.text.*;
import java.util.*;
public class Encodings {
    static void p(Object o) { System.out.println(o); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) { p(e.getClass().getSimpleName() + " " + e.getMessage()); } }
    static String hex(String s) { StringBuilder b = new StringBuilder(); for (char c : s.toCharArray()) b.append(Integer.toHexString(c)).append(' ');
        return b.toString().trim(); }
    static String brk(BreakIterator b, String s) { b.setText(s); StringBuilder o = new StringBuilder();
        int st = b.first(); for (int e = b.next(); e != BreakIterator.DONE; st = e, e = b.next()) o.append('[').append(s, st, e).append(']');
        return o.toString(); }
    public static void main(String[] args) throws Exception {
        for (int n = 0; n < 8; n++) { byte[] b = new byte[n]; for (int i = 0; i < n; i++) b[i] = (byte) (i * 67 - 100);
            String e = Base64.getEncoder().encodeToString(b);
                p(e + " " + Base64.getUrlEncoder().encodeToString(b) + " " + Base64.getEncoder().withoutPadding().encodeToString(b) + " "
                    + Arrays.equals(b, Base64.getDecoder().decode(e)) + HexFormat.of().formatHex(b));
        }
        byte[] big = new byte[100]; for (int i = 0; i < 100; i++) big[i] = (byte) (i * i);
        String mime = Base64.getMimeEncoder().encodeToString(big);
            p(mime.replace("\r\n", "~") + " " + Arrays.equals(big, Base64.getMimeDecoder().decode(mime + "!!"))
                + Base64.getMimeEncoder(8, new byte[]{'|'}).encodeToString(new byte[13]));
        for (String s : new String[]{"a", "ab=", "abc*", "====", "YQ==YQ==", "YR=="}) ex(() -> p(Base64.getDecoder().decode(s).length));
        byte[] dst = new byte[8]; p(Base64.getEncoder().encode(new byte[]{1, 2, 3}, dst) + new String(dst, 0, 4));
        HexFormat h = HexFormat.ofDelimiter(", ").withPrefix("0x").withUpperCase();
        p(h.formatHex(new byte[]{1, -86, 127}) + Arrays.toString(h.parseHex("0x0A, 0xff")) + h + HexFormat.of().toHexDigits((short) -2)
            + HexFormat.of().toHexDigits(255L, 4) + HexFormat.fromHexDigits("ff10") + HexFormat.fromHexDigit('b') + HexFormat.isHexDigit('g')
            + HexFormat.of().toHexDigits('a'));
        ex(() -> HexFormat.of().parseHex("abc")); ex(() -> HexFormat.of().parseHex("zz"));
        ex(() -> HexFormat.fromHexDigits("123456789"));
        p(UUID.nameUUIDFromBytes("hello".getBytes(StandardCharsets.UTF_8)) + " " + UUID.nameUUIDFromBytes(new byte[0]).version()
            + UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6").timestamp() + " "
            + UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6").node()
            + UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6").clockSequence());
        ex(() -> UUID.nameUUIDFromBytes(new byte[1]).timestamp()); p(UUID.randomUUID().toString().length() + " " + UUID.randomUUID().version());
        p(URLEncoder.encode("a b&c=d/é+~*'\u4e2d", StandardCharsets.UTF_8) + " "
            + URLDecoder.decode("a+b%26%C3%A9%zz".replace("%zz", ""), StandardCharsets.UTF_8));
        ex(() -> URLDecoder.decode("%zz", StandardCharsets.UTF_8)); ex(() -> URLDecoder.decode("%4", StandardCharsets.UTF_8));
        URI u = new URI("http://user@host.com:8080/a/../b/./c?q=1&r=%20#frag");
        p(u.getScheme() + u.getHost() + u.getPort() + u.getPath() + u.getQuery() + u.getRawQuery() + u.getFragment() + u.getUserInfo()
            + u.normalize() + u.resolve("x/y") + u.isAbsolute() + URI.create("http://a/b/").relativize(URI.create("http://a/b/c/d"))
            + URI.create("mailto:a@b").isOpaque() + new URI("http", "h", "/p q", "é").toASCIIString());
        ex(() -> URI.create("http://bad host/")); ex(() -> URI.create("::")); URL ur = new URL("https://example.com:443/p/f.html?x#y");
        p(ur.getProtocol() + ur.getHost() + ur.getPort() + ur.getDefaultPort() + ur.getFile() + ur.getRef() + ur.toExternalForm());
        try { new URL("nope://x"); } catch (MalformedURLException e) { p(e.getMessage());
        }
        for (String s : new String[]{"é", "e\u0301", "\u1e9b\u0323", "ﬁ", "가", "Å", "①"}) p(hex(s) + " C:"
            + hex(Normalizer.normalize(s, Normalizer.Form.NFC)) + " D:" + hex(Normalizer.normalize(s, Normalizer.Form.NFD)) + " KC:"
            + hex(Normalizer.normalize(s, Normalizer.Form.NFKC)) + " KD:" + hex(Normalizer.normalize(s, Normalizer.Form.NFKD))
            + Normalizer.isNormalized(s, Normalizer.Form.NFC));
        p(Normalizer.normalize("Crème Brûlée Ñandú", Normalizer.Form.NFD).replaceAll("\\p{M}", ""));
        Collator c = Collator.getInstance(Locale.US); List<String> ws = new ArrayList<>(List.of("zebra", "Apple", "apple", "éclair", "eclair",
            "Zebra",
            "Éclair", "ab", "a b", "a-b"));
        ws.sort(c); p(ws); c.setStrength(Collator.PRIMARY); p(c.compare("é", "E") + " " + c.equals("a", "A") + c.compare("a", "b"));
        Collator sv = Collator.getInstance(new Locale("sv")); p(sv.compare("ö", "z") + " " + Collator.getInstance(Locale.GERMANY).compare("ö", "z"));
        RuleBasedCollator rb = new RuleBasedCollator("< c < b < a"); ws = new ArrayList<>(List.of("a", "b", "c", "ab", "ca"));
        ws.sort(rb); p(ws + " " + rb.getCollationKey("abc").compareTo(rb.getCollationKey("cba")));
        p(brk(BreakIterator.getWordInstance(Locale.US), "Hello, it's 3.5 o'clock. OK?")
            + brk(BreakIterator.getSentenceInstance(Locale.US), "One. Two! Three? Mr. X.")
            + brk(BreakIterator.getCharacterInstance(Locale.US), "e\u0301a") + brk(BreakIterator.getLineInstance(Locale.US), "wrap this-line now"));
        CharacterIterator ci = new StringCharacterIterator("abc", 1); StringBuilder sb = new StringBuilder();
        for (char x = ci.current(); x != CharacterIterator.DONE; x = ci.next()) sb.append(x).append(ci.getIndex());
        p(sb + "" + ci.first() + ci.last() + ci.previous() + ci.getEndIndex());
        p(Bidi.requiresBidi("abc\u05d0".toCharArray(), 0, 4) + " " + new Bidi("abc \u05d0\u05d1", Bidi.DIRECTION_LEFT_TO_RIGHT).getRunCount());
        AttributedString as = new AttributedString("attr"); as.addAttribute(java.awt.font.TextAttribute.SIZE, 12, 1, 3);
        AttributedCharacterIterator ai = as.getIterator(); p(ai.getRunLimit() + " " + ai.getAllAttributeKeys().size());
    }
}
