// Enum reflection, record components, sealed permits, nest members, enclosing information.
import java.lang.reflect.*;
import java.util.*;
public class EnumsRecords {
    static void p(Object o) { System.out.println(o); }
    enum Op { ADD("+") { int ap(int a, int b) { return a + b; } }, SUB("-") {
            int ap(int a, int b) { return a - b; } }; final String s; Op(String s) {
            this.s = s; } abstract int ap(int a, int b); }
    record Pt<T extends Number>(T x, List<? super T> l, int... v) implements Comparable<Pt<T>> {
        static int K = 1; Pt { } Pt(T t) { this(t, null); } public int compareTo(Pt<T> o) {
            return 0; } } record E0() { }
    sealed interface S permits S1, S2, S3 { } record S1(int a) implements S {
    } static final class S2 implements S { } static non-sealed class S3 implements S {
    } static class S4 extends S3 { }
    public static void main(String[] args) throws Exception {
        for (Op o : Op.class.getEnumConstants()) p(o + " " + o.getClass().getName() + " " + o.getClass().getSuperclass().getName()
            + o.getClass().isEnum() + o.getDeclaringClass() + o.getClass().isAnonymousClass() + o.ap(5, 3));
        p(Modifier.toString(Op.class.getModifiers()) + " " + Op.class.getSuperclass() + " " + Op.class.getGenericSuperclass()
            + Enum.valueOf(Op.class, "SUB").s);
        List<String> fs = new ArrayList<>(); for (Field f : Op.class.getDeclaredFields()) fs.add(f.getName() + f.isEnumConstant() + f.isSynthetic()
            + Modifier.toString(f.getModifiers()));
        Collections.sort(fs); p(fs); p(((Op[]) Op.class.getMethod("values").invoke(null)).length + " "
            + Op.class.getMethod("valueOf", String.class).invoke(null, "ADD"));
        try { Op.class.getMethod("valueOf", String.class).invoke(null, "MUL"); } catch (InvocationTargetException e) {
            p(e.getCause().getMessage()); } p(Arrays.toString(Op.class.getDeclaredConstructors()[0].getParameterTypes()));
        for (RecordComponent c : Pt.class.getRecordComponents()) p(c + " | " + c.getName() + " " + c.getType().getSimpleName() + " "
            + c.getGenericType() + " " + c.getAccessor() + " " + c.getGenericSignature() + " " + c.getDeclaringRecord().getSimpleName());
        Pt<Integer> pt = new Pt<>(5, null, 1, 2); for (RecordComponent c : Pt.class.getRecordComponents()) {
            Object v = c.getAccessor().invoke(pt); p(c.getName() + "=" + (v instanceof int[] a ? Arrays.toString(a) : v));
        } p(Pt.class.isRecord() + " " + E0.class.getRecordComponents().length + String.class.getRecordComponents() + Record.class.isRecord()
            + Pt.class.getSuperclass() + Modifier.toString(Pt.class.getModifiers()) + Pt.class.getDeclaredConstructors().length);
        Constructor<S1> k = S1.class.getDeclaredConstructor(int.class); p(k.newInstance(7));
        List<String> ms = new ArrayList<>(); for (Method m : S1.class.getDeclaredMethods()) ms.add(m.toString());
        Collections.sort(ms); p(ms); Method eq = S1.class.getMethod("equals", Object.class);
        p(eq.invoke(new S1(1), new S1(1)) + " " + S1.class.getMethod("hashCode").invoke(new S1(9))
            + S1.class.getMethod("toString").invoke(new S1(3)));
        for (Class<?> c : List.of(S.class, S1.class, S2.class, S3.class, S4.class, Op.class, Object.class)) p(c.getSimpleName() + " " + c.isSealed()
            + " " + (c.getPermittedSubclasses() == null ? null : Arrays.stream(c.getPermittedSubclasses()).map(Class::getSimpleName).toList()) + " "
            + Modifier.toString(c.getModifiers()));
        List<String> nm = new ArrayList<>(); for (Class<?> c : EnumsRecords.class.getNestMembers()) nm.add(c.getName());
        Collections.sort(nm); p(nm + " " + S1.class.getNestHost() + S1.class.isNestmateOf(Op.class) + S1.class.isNestmateOf(String.class));
        Runnable r = new Runnable() { class InAnon { } public void run() { class Loc {
                } p(Loc.class.getName() + " " + Loc.class.getEnclosingMethod().getName() + Loc.class.getEnclosingClass().getName()
                    + InAnon.class.getName() + "|" + InAnon.class.getSimpleName() + "|" + InAnon.class.getCanonicalName());
            } }; r.run(); p(new Object() { Class<?> k = getClass(); }.k.getEnclosingMethod());
        EnumMap<Op, Integer> em = new EnumMap<>(Op.class); em.put(Op.SUB, 1);
            p(em.keySet().iterator().next().getDeclaringClass().getEnumConstants().length);
    }
}
