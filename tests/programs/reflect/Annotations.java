// Annotations at run time: defaults, nested, arrays, repeatable, inherited, on parameters, fields, types; equals and toString.
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;
public class Annotations {
    static void p(Object o) { System.out.println(o); }
    enum Lv { LOW, HIGH }
    @Retention(RetentionPolicy.RUNTIME) @interface Sub { String v() default "sub"; int[] n() default {}; }
    @Retention(RetentionPolicy.RUNTIME) @Inherited @interface Full { boolean z() default true;
        byte b() default 1; short s() default 2; char c() default 'c'; int i() default 4;
        long l() default 5L; float f() default 1.5f; double d() default 2.5; String str() default "q\"uote";
        Class<?> k() default String.class; Lv lv() default Lv.LOW; Sub sub() default @Sub;
        Sub[] subs() default {@Sub(v = "a"), @Sub(v = "b", n = {1, 2})}; String[] strs() default {"x", "y"};
        Class<?>[] ks() default {int.class, int[].class}; Lv[] lvs() default {};
        int must(); }
    @Retention(RetentionPolicy.RUNTIME) @Repeatable(Tags.class) @interface Tag {
        String value(); } @Retention(RetentionPolicy.RUNTIME) @interface Tags {
        Tag[] value(); } @Retention(RetentionPolicy.CLASS) @interface Hidden { }
    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER}) @interface TU {
        int value() default 0; } @Retention(RetentionPolicy.RUNTIME) @interface Marker {
    }
    @Full(must = 7, i = -1, str = "given", strs = "single", lvs = {Lv.HIGH, Lv.LOW}) @Tag("one") @Tag("two") @Hidden @Deprecated(since = "9",
        forRemoval = true) static class Base {
        @Marker @Tag("f") int field; @Marker Base(@Tag("p1") int a, String b, @Marker @Tag("p3") long c) {
        } @Full(must = 1) @Tag("m") void m(@Marker int x) { } @TU(5) String tu(List<@TU(6) String> l) throws @TU(7) Exception {
            return null; } }
    @Tag("derived") static class Derived extends Base { Derived() { super(1, "", 2);
        } @Override void m(int x) { } } @Marker interface Ifc { } static class Impl implements Ifc {
    } record R(@Tag("comp") int x) { } enum En { @Marker A, B } static <@TU(9) T> void gen() {
    }
    static String names(AnnotatedElement e) { List<String> l = new ArrayList<>();
        for (Annotation a : e.getAnnotations()) l.add(a.annotationType().getSimpleName());
        Collections.sort(l); return l.toString(); }
    public static void main(String[] args) throws Exception {
        Full f = Base.class.getAnnotation(Full.class); p(f.z() + " " + f.b() + f.s() + f.c() + f.i() + f.l() + f.f() + f.d() + f.str() + f.k()
            + f.lv() + f.sub().v() + f.subs().length + f.subs()[1].n()[1] + Arrays.toString(f.strs()) + Arrays.toString(f.ks())
            + Arrays.toString(f.lvs()) + f.must());
        p(f.toString().length()); p(f.annotationType() + " " + f.equals(Base.class.getAnnotation(Full.class))
            + f.equals(Base.class.getDeclaredMethod("m", int.class).getAnnotation(Full.class))
            + (f.hashCode() == Derived.class.getAnnotation(Full.class).hashCode()));
        p(names(Base.class) + names(Derived.class) + names(Impl.class) + names(Ifc.class) + Derived.class.getDeclaredAnnotations().length
            + Derived.class.isAnnotationPresent(Full.class) + Base.class.isAnnotationPresent(Hidden.class));
        p(Arrays.toString(Base.class.getAnnotationsByType(Tag.class)) + Base.class.getAnnotation(Tag.class) + Base.class.getAnnotation(Tags.class)
            + Arrays.toString(Derived.class.getAnnotationsByType(Tag.class)) + Derived.class.getDeclaredAnnotation(Full.class));
        p(Base.class.getAnnotation(Deprecated.class)); p(names(Base.class.getDeclaredField("field"))
            + names(Base.class.getDeclaredMethod("m", int.class)) + names(Derived.class.getDeclaredMethod("m", int.class))
            + names(En.class.getField("A")) + names(En.class.getField("B")));
        p(Arrays.deepToString(Base.class.getDeclaredConstructors()[0].getParameterAnnotations())
            + Arrays.deepToString(Base.class.getDeclaredMethod("m", int.class).getParameterAnnotations())
            + Base.class.getDeclaredConstructors()[0].getParameters()[2].getAnnotation(Tag.class));
        Method tu = Base.class.getDeclaredMethod("tu", List.class);
            p(Arrays.toString(tu.getAnnotatedReturnType().getAnnotations()) + tu.getAnnotatedParameterTypes()[0]
                + Arrays.toString(((AnnotatedParameterizedType) tu.getAnnotatedParameterTypes()[0]).getAnnotatedActualTypeArguments()[0].getAnnotations()) + Arrays.toString(tu.getAnnotatedExceptionTypes()[0].getAnnotations()));
        p(Arrays.toString(Annotations.class.getDeclaredMethod("gen").getTypeParameters()[0].getAnnotations()));
        p(names(R.class.getRecordComponents()[0]) + names(R.class.getDeclaredField("x")) + names(R.class.getDeclaredMethod("x"))
            + Arrays.deepToString(R.class.getDeclaredConstructors()[0].getParameterAnnotations()));
        for (Method m : Arrays.stream(Full.class.getDeclaredMethods()).sorted(Comparator.comparing(Method::getName)).toList()) {
            Object d = m.getDefaultValue(); p(m.getName() + " " + m.getReturnType().getSimpleName() + " "
                + (d instanceof Annotation || d instanceof Annotation[] ? "annotation" // the order of members is free
                    : d == null || !d.getClass().isArray() ? d : Arrays.deepToString(new Object[]{d})));
        } p(new Marker() { public Class<? extends Annotation> annotationType() { return Marker.class;
            } }.annotationType().isAnnotation() + " " + Proxy.isProxyClass(f.getClass()) + Base.class.getAnnotation(Marker.class)
                + Full.class.isAnnotationPresent(Inherited.class) + Full.class.getAnnotation(Retention.class));
        int[] n = f.subs()[1].n(); n[0] = 99; p(f.subs()[1].n()[0]); Map<Annotation, Integer> am = new HashMap<>();
        for (Class<?> c : List.of(Base.class, Derived.class)) for (Annotation a : c.getAnnotations()) am.merge(a, 1, Integer::sum);
        p(am.get(f) + " " + am.size()); Sub s1 = f.sub(); p(s1.toString().length() + " " + s1.hashCode() + " " + f.subs()[0].toString().length());
        p(Override.class.getAnnotation(Target.class) + "" + FunctionalInterface.class.getAnnotation(Documented.class)
            + Runnable.class.isAnnotationPresent(FunctionalInterface.class));
    }
}
