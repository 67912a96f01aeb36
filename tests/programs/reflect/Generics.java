// Generic signatures: type parameters, bounds, wildcards, generic superclass and interfaces, parameterized returns.
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;
public class Generics {
    static void p(Object o) { System.out.println(o); }
    static abstract class Base<T extends Comparable<? super T>, U> implements Function<T, List<? extends U>> {
        T f; Map<String, List<T[]>> m; List<?> w; List<int[]> arr; U[][] ua; Outer<T>.In<U> in;
    }
    static class Sub<X> extends Base<String, Map<X, ? super Integer>> { public List<? extends Map<X, ? super Integer>> apply(String s) {
            return null; } }
    static class Outer<A> { class In<B> { } } static class Multi<T extends Number & Runnable & Comparable<T>> {
    } interface I1<E> { } interface I2 extends I1<String>, Supplier<Map.Entry<Integer, Long>> {
    }
    static <A extends Exception, B extends List<A>> Map<A, ? extends B> meth(A a, B[] b, List<? super A>... v) throws A {
        return null; } <Q> Generics(Q q, Class<? extends Q> c) { } static void plain(int i) {
    }
    static String d(Type t) { if (t instanceof ParameterizedType q) return "P(" + d(q.getRawType())
        + Arrays.stream(q.getActualTypeArguments()).map(Generics::d).toList()
        + (q.getOwnerType() == null ? "" : "@" + q.getOwnerType().getTypeName()) + ")";
        if (t instanceof TypeVariable<?> v) return "V(" + v.getName() + ")";
            if (t instanceof WildcardType w) return "W(" + Arrays.toString(w.getUpperBounds()) + Arrays.toString(w.getLowerBounds()) + ")";
        if (t instanceof GenericArrayType g) return "A(" + d(g.getGenericComponentType()) + ")";
        return "C(" + t.getTypeName() + ")"; }
    public static void main(String[] args) throws Exception {
        for (Class<?> c : List.of(Base.class, Sub.class, Outer.In.class, Multi.class, I2.class, HashMap.class, Enum.class)) {
            p(c.getSimpleName() + " " + Arrays.toString(c.getTypeParameters()) + " super "
                + (c.getGenericSuperclass() == null ? null : d(c.getGenericSuperclass())) + " ifs "
                + Arrays.stream(c.getGenericInterfaces()).map(Generics::d).toList() + " " + c.toGenericString());
            for (TypeVariable<?> v : c.getTypeParameters()) p("  " + v + " bounds " + Arrays.toString(v.getBounds()) + " of "
                + v.getGenericDeclaration());
        }
        for (String n : new String[]{"f", "m", "w", "arr", "ua", "in"}) { Field f = Base.class.getDeclaredField(n);
            p(f.toGenericString() + " | " + f + " | " + d(f.getGenericType()));
                } Method m = Arrays.stream(Generics.class.getDeclaredMethods()).filter(x -> x.getName().equals("meth")).findFirst().get();
        p(m.toGenericString() + "\n" + m + "\n" + d(m.getGenericReturnType()) + Arrays.stream(m.getGenericParameterTypes()).map(Generics::d).toList()
            + Arrays.toString(m.getGenericExceptionTypes()) + m.isVarArgs() + Arrays.toString(m.getTypeParameters())
            + Arrays.toString(m.getTypeParameters()[1].getBounds()));
        Constructor<?> k = Generics.class.getDeclaredConstructors()[0];
            p(k.toGenericString() + " " + k + Arrays.toString(k.getGenericParameterTypes()));
        p(Generics.class.getDeclaredMethod("plain", int.class).toGenericString());
        ParameterizedType a = (ParameterizedType) Sub.class.getGenericSuperclass(), b = (ParameterizedType) Sub.class.getGenericSuperclass();
        p(a.equals(b) + " " + (a.hashCode() == b.hashCode()) + " " + a + " " + a.getTypeName());
        abstract class Ref<T> { final Type t = ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
        } p(new Ref<List<Map<String, int[]>>>() { }.t + " " + new Ref<String>() { }.t + " " + new Ref<Map.Entry<?, ? extends Number>[]>() { }.t);
        p(Base.class.getDeclaredField("f").getType() + " " + Arrays.toString(Sub.class.getMethod("apply", String.class).getParameterTypes()));
        List<String> br = new ArrayList<>(); for (Method x : Sub.class.getDeclaredMethods()) br.add(x.toString() + x.isBridge() + x.isSynthetic());
        Collections.sort(br); p(br);
    }
}
