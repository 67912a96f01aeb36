// Inheritance, overriding, super calls, bridge methods, covariant returns, hiding of fields and statics, overloads.
import java.util.*;
public class Inheritance {
    static abstract class Animal implements Comparable<Animal> {
        static String kind() { return "animal"; }
        String name = "animal-field"; protected int legs;
        Animal(int legs) { this.legs = legs; System.out.println("ctor Animal " + describe()); }
        abstract String sound();
        String describe() { return getClass().getSimpleName() + " says " + sound(); }
        Animal self() { return this; }
        Object make() { return "made by Animal"; }
        public int compareTo(Animal o) { return Integer.compare(legs, o.legs); }
        String over(Object o) { return "A.Object"; }
        String over(String o) { return "A.String"; }
    }
    static class Dog extends Animal {
        static String kind() { return "dog"; }
        String name = "dog-field"; String bark = "woof";
        Dog() { super(4); System.out.println("ctor Dog " + describe()); }
        Dog(int n) { super(n); }
        String sound() { return bark; }
        @Override Dog self() { return this; }
        @Override String make() { return "made by Dog+" + super.make(); }
        @Override String over(Object o) { return "D.Object"; }
        String over(Integer i) { return "D.Integer"; }
        String names() { return name + "/" + super.name + "/" + ((Animal) this).name; }
    }
    static final class Puppy extends Dog {
        Puppy() { super(3); bark = "yip"; }
        @Override String describe() { return "puppy: " + super.describe(); }
        @Override Puppy self() { System.out.println("Puppy.self"); return this; }
        @Override String make() { return "P+" + super.make(); }
    }
    static abstract class Box<T> { abstract T get(); abstract void set(T t); T twice(T t) { set(t); return get(); } }
    static class StrBox extends Box<String> { String v; String get() { return v; } void set(String s) { v = "[" + s + "]"; } }
    static String o(Object x) { return "Object"; } static String o(long x) {
        return "long"; } static String o(Integer x) { return "Integer"; } static String o(int... x) {
        return "int..."; } static String o(double x) { return "double"; } static String o(char x) {
        return "char"; }
    static String n(Object o) { return "obj"; } static String n(String s) { return "str"; }
    static class P { private String secret() { return "P.secret"; } String call() {
            return secret(); } String pub() { return "P.pub"; } String callPub() { return pub();
        } }
    static class Q extends P { String secret() { return "Q.secret"; } @Override String pub() { return "Q." + super.pub(); } }
    static class L1 { int f() { return 1; } } static class L2 extends L1 { int f() {
            return super.f() * 10 + 2; } } static class L3 extends L2 { int f() { return super.f() * 10 + 3;
        } } static class L4 extends L3 { } static class L5 extends L4 { int f() {
            return super.f() * 10 + 5; } }
    public static void main(String[] args) {
        Animal a = new Dog(); Animal p = new Puppy(); Dog d = (Dog) a;
        System.out.println(a.name + " " + d.name + " " + d.names() + " " + Animal.kind() + " " + Dog.kind() + " " + Puppy.kind());
        System.out.println(p.describe() + " " + p.self().sound() + " " + ((Dog) p).self().bark);
        System.out.println(a.make() + " " + p.make()); System.out.println(a.over("s") + " " + a.over((Object) "s") + " " + d.over(1) + " "
            + a.over(1));
        System.out.println(a.compareTo(p) + " " + ((Comparable) p).compareTo(a));
        try { ((Comparable) p).compareTo("x"); } catch (ClassCastException e) { System.out.println("CCE bridge"); }
        Box<String> b = new StrBox(); System.out.println(b.twice("q")); try { ((Box) b).set(1);
        } catch (ClassCastException e) { System.out.println("CCE box"); }
        byte by = 1; short sh = 1; System.out.println(o(by) + o(sh) + o('c') + o(1) + o(1L) + o(1f) + o((Integer) 1) + o("s") + o() + o(1, 2)
            + n(null));
        System.out.println(new Q().call() + " " + new Q().secret() + " " + new Q().callPub() + " " + ((P) new Q()).secret());
        System.out.println(new L5().f() + " " + new L4().f() + " " + new L3().f());
        Animal[] zoo = {new Dog(7), new Puppy(), new Dog(1), new Animal(0) { String sound() {
                    return "anon" + legs; } }}; Arrays.sort(zoo); for (Animal z : zoo) System.out.print(z.legs + z.sound() + " ");
        System.out.println();
        List<String> ms = new ArrayList<>(); for (var m : StrBox.class.getDeclaredMethods()) ms.add(m.getReturnType().getSimpleName() + " "
            + m.getName() + Arrays.toString(m.getParameterTypes()) + m.isBridge());
        Collections.sort(ms); System.out.println(ms);
        Animal nul = null; System.out.println((nul instanceof Animal) + " " + (p instanceof Dog) + " " + (a instanceof Puppy) + " "
            + Puppy.class.isInstance(p));
    }
}
