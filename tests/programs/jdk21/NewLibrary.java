// Methods that the library has had since 17: sequenced collections, strings, characters, maths.
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;

public class NewLibrary {
    /// Calls the public method of an exported type with this name and these parameters.
    static Object call(Class<?> type, Object target, String name, Object... args) {
        for (Method method : type.getMethods()) {
            if (!method.getName().equals(name) || !fits(method.getParameterTypes(), args)) continue;
            try {
                return method.invoke(target, args);
            } catch (InvocationTargetException e) {
                return e.getCause().getClass().getSimpleName() + " " + e.getCause().getMessage();
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return "no " + name;
    }

    static boolean fits(Class<?>[] types, Object[] args) {
        if (types.length != args.length) return false;
        for (int i = 0; i < types.length; i++) {
            boolean fits = types[i].isInstance(args[i])
                || types[i] == int.class && args[i] instanceof Integer
                || types[i] == long.class && args[i] instanceof Long
                || types[i] == double.class && args[i] instanceof Double
                || types[i] == float.class && args[i] instanceof Float
                || types[i] == short.class && args[i] instanceof Short
                || types[i] == char.class && args[i] instanceof Character
                || types[i] == boolean.class && args[i] instanceof Boolean;
            if (!fits) return false;
        }
        return true;
    }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
        System.out.println(call(List.class, list, "reversed") + " " + call(List.class, list, "getFirst") + " "
            + call(List.class, list, "removeLast") + " " + list);
        call(List.class, list, "addFirst", (Object) 0);
        Object view = call(List.class, list, "reversed");
        ((List<?>) view).remove(0);
        System.out.println(list + " " + view + " " + call(List.class, List.of(), "getFirst"));
        LinkedHashMap<String, Integer> map = new LinkedHashMap<>();
        for (String key : List.of("a", "b", "c")) map.put(key, map.size());
        System.out.println(call(LinkedHashMap.class, map, "firstEntry") + " " + call(LinkedHashMap.class, map, "reversed") + " "
            + call(LinkedHashMap.class, map, "pollLastEntry") + " " + call(LinkedHashMap.class, map, "putFirst", "z", 9) + " "
            + map + call(LinkedHashMap.class, map, "sequencedKeySet"));
        LinkedHashSet<Integer> set = new LinkedHashSet<>(List.of(5, 6, 7));
        System.out.println(call(LinkedHashSet.class, set, "reversed") + " " + call(LinkedHashSet.class, set, "getLast"));
        System.out.println(call(ArrayDeque.class, new ArrayDeque<>(List.of(1, 2)), "reversed") + " "
            + call(TreeMap.class, new TreeMap<>(java.util.Map.of(1, 2, 3, 4)), "reversed"));

        StringBuilder text = new StringBuilder("<");
        System.out.println(call(StringBuilder.class, text, "repeat", "ab", 3) + " "
            + call(StringBuilder.class, text, "repeat", 0x1F600, 2));
        System.out.println(call(String.class, "abcabc", "indexOf", "c", 3, 6) + " "
            + call(String.class, "abcabc", "indexOf", (int) 'b', 2, 6) + " "
            + Arrays.toString((Object[]) call(String.class, "a1b22c", "splitWithDelimiters", "\\d+", 0)));
        System.out.println(Arrays.toString((Object[]) call(Pattern.class, Pattern.compile("[,;]"), "splitWithDelimiters", "a,b;c", 2)));
        System.out.println(call(Character.class, null, "isEmoji", 0x1F600) + " " + call(Character.class, null, "isEmoji", 65)
            + " " + call(Character.class, null, "toString", 0x41));
        System.out.println(call(Math.class, null, "clamp", 15L, 1, 10) + " " + call(Math.class, null, "clamp", 0.5, 1.0, 2.0) + " "
            + call(Math.class, null, "ceilDiv", 7, 2) + " " + call(Math.class, null, "ceilDiv", -7L, 2L) + " "
            + call(Math.class, null, "unsignedMultiplyHigh", -1L, -1L) + " " + call(Math.class, null, "clamp", 1L, 5, 2));
        System.out.println(call(Integer.class, null, "compress", 0b1011, 0b1101) + " "
            + call(Integer.class, null, "expand", 0b101, 0b11010) + " " + call(Long.class, null, "compress", -1L, 0xF0F0L));
        System.out.println(call(Float.class, null, "floatToFloat16", 1.5f) + " "
            + call(Float.class, null, "float16ToFloat", (short) 0x3e00));
        System.out.println(call(java.math.BigInteger.class, java.math.BigInteger.TEN.pow(40), "parallelMultiply",
            java.math.BigInteger.TWO));
        System.out.println(2e-3 + " " + 2e23 + " " + 1.0E23f + " " + Double.MIN_VALUE + " " + 9.007199254740993E15);
        System.out.println(call(Class.class, int[].class, "descriptorString") + " " + call(Class.class, Object.class, "accessFlags"));
        System.out.println(call(java.time.Duration.class, null, "ofSeconds", 90L) + " "
            + call(java.time.Instant.class, java.time.Instant.EPOCH, "until", java.time.Instant.ofEpochSecond(75)));
        System.out.println(String.format("%h %-8s|%08.3f", "hi", "x", 3.14159) + " "
            + call(java.util.Locale.class, null, "of", "de", "AT"));
    }
}
