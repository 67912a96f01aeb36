// Unicode: surrogates, code points, supplementary characters, Latin1 versus UTF-16 strings, modified UTF-8 literals.
import java.util.*;
import java.util.stream.*;
public class Unicode {
    static void p(Object o) { System.out.println(o); }
    public static void main(String[] args) {
        String s = "a\u00e9\u4e2d\ud83d\ude00z"; p(s + " " + s.length() + " " + s.codePointCount(0, s.length()) + " " + s.codePointAt(3) + " "
            + s.codePointAt(4) + " " + s.codePointBefore(5) + " " + s.offsetByCodePoints(0, 4));
        for (int i = 0; i < s.length(); i++) System.out.print((int) s.charAt(i) + (Character.isSurrogate(s.charAt(i)) ? "s " : " "));
        p(""); p(s.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(",")));
        p(Character.toChars(0x1F600).length + " " + Character.charCount(0x10FFFF) + " " + Character.toCodePoint('\ud83d', '\ude00') + " "
            + (int) Character.highSurrogate(0x1F600) + " " + (int) Character.lowSurrogate(0x1F600) + " "
            + Character.isSupplementaryCodePoint(0x10000) + Character.isBmpCodePoint(0xFFFF) + Character.isValidCodePoint(0x110000)
            + Character.isSurrogatePair('\ud800', '\udc00') + " " + Character.toString(0x1F602) + " " + Character.getName(0x1F600) + " "
            + Character.getName('a'));
        try { Character.toChars(-1); } catch (IllegalArgumentException e) { p(e.getMessage());
        }
        String lone = "x\ud83dy\ude00"; p(lone.codePointCount(0, 4) + " " + lone.codePointAt(1) + " "
            + Arrays.toString(lone.getBytes(java.nio.charset.StandardCharsets.UTF_8)) + " " + lone.equals("x\ud83dy\ude00") + " " + lone.hashCode());
        String zero = "a\u0000b"; p(zero.length() + " " + zero.indexOf('\0') + " " + zero.hashCode() + " " + zero.replace('\0', '0'));
        p("\uFFFF".length() + " " + (int) "\uFFFF".charAt(0) + " " + "\uD800\uDC00".codePointAt(0) + " "
            + new String(new int[]{0x10FFFF, 0x41}, 0, 2).length());
        StringBuilder all = new StringBuilder(); for (int c = 0; c < 0x3000; c += 7) all.append((char) c);
        p(all.length() + " " + all.toString().hashCode() + " " + all.toString().toUpperCase(Locale.ROOT).hashCode() + " "
            + all.toString().toLowerCase(Locale.ROOT).hashCode());
        int letters = 0, digits = 0, upper = 0, lower = 0, ws = 0, ids = 0, sp = 0, iso = 0, def = 0, mir = 0, ideo = 0, alpha = 0, title = 0;
        long types = 0, nv = 0, dir = 0; for (int c = 0; c < 0x30000; c++) { if (Character.isLetter(c)) letters++;
            if (Character.isDigit(c)) digits++; if (Character.isUpperCase(c)) upper++;
            if (Character.isLowerCase(c)) lower++; if (Character.isWhitespace(c)) ws++;
            if (Character.isJavaIdentifierStart(c)) ids++; if (Character.isSpaceChar(c)) sp++;
            if (Character.isISOControl(c)) iso++; if (Character.isDefined(c)) def++;
            if (Character.isMirrored(c)) mir++; if (Character.isIdeographic(c)) ideo++;
            if (Character.isAlphabetic(c)) alpha++; if (Character.isTitleCase(c)) title++;
            types = types * 31 + Character.getType(c); nv += Character.getNumericValue(c);
            dir = dir * 7 + Character.getDirectionality(c); }
        p(letters + " " + digits + " " + upper + " " + lower + " " + ws + " " + ids + " " + sp + " " + iso + " " + def + " " + mir + " " + ideo + " "
            + alpha + " " + title + " " + types + " " + nv + " " + dir);
        long cs = 0; for (int c = 0; c < 0x20000; c++) cs = cs * 31 + Character.toUpperCase(c) * 3L + Character.toLowerCase(c) * 5L
            + Character.toTitleCase(c);
        p(cs);
        p("\u01c6 " + (int) Character.toTitleCase('\u01c6') + " " + (int) Character.toUpperCase('\u01c6') + " " + "ß".toUpperCase().length() + " "
            + "ﬁ".toUpperCase(Locale.ROOT) + " " + "ǅ".toLowerCase() + " " + "I".toLowerCase(new Locale("tr")).equals("\u0131") + " "
            + "i".toUpperCase(new Locale("tr")).equals("\u0130"));
        p(Character.digit('٣', 10) + " " + Character.digit('f', 16) + " " + Character.digit('z', 36) + Character.digit('8', 8) + " "
            + Character.forDigit(11, 16) + " " + Character.getNumericValue('Ⅷ') + " " + Character.getNumericValue('½') + " "
            + Character.reverseBytes('\u1234'));
        p(Character.UnicodeBlock.of('中') + " " + Character.UnicodeScript.of('я') + " " + Character.UnicodeScript.of('α') + " "
            + Character.UnicodeBlock.of('é') + " " + Character.UnicodeScript.forName("Hani") + " " + Character.isJavaIdentifierPart('$')
            + Character.isIdentifierIgnorable('\u200b') + Character.isUnicodeIdentifierStart('é'));
        String é_var = "ident"; int 变量 = 7; p(é_var + 变量); p(s.substring(3, 5) + " " + s.indexOf("\ude00") + " " + s.replace("\ud83d\ude00", ":)")
            + " " + s.contains("\u4e2d") + " " + new StringBuilder(s).reverse() + " " + s.toUpperCase() + " " + s.compareTo("a\u00e9\u4e2e") + " "
            + s.strip().equals(s));
        p("e\u0301".length() + " " + "é".equals("e\u0301") + " " + "\u202eabc".length() + " " + "👨‍👩‍👧".length() + " " + "👨‍👩‍👧".codePoints().count()
            + " " + "🇩🇪".codePointCount(0, 4));
        char ch = '\u0041'; ch += 2; p(ch + "" + (char) 0x3b1 + '\u03c9' + "\t|" + '\'' + "\"" + '\\' + "\101\60\7".length() + "\0".length()
            + "\377".codePointAt(0));
        char[] cp = new char[4]; p(Character.toChars(0x1F601, cp, 1) + " " + Character.codePointAt(cp, 1) + " " + Character.codePointCount(cp, 0, 4)
            + " " + My.isEmojiLike(0x41));
    }
    static class My { static boolean isEmojiLike(int c) { return c > 0x1F000; } }
}
