// Two loaders with different classes of one name: what passes between them must be the same class to both.
import java.io.*;
import java.util.*;
public class LoaderConstraints {
    public static void p(Object o) { System.out.println(o); }
    public static class Token { public int number = 7; public Token self() { return this; } }
    public static class Maker { public Token held = new Token(); public static Token shared = new Token();
        public Token make() { return new Token(); } public void take(Token t) { p("took " + t.number); } public Token[] many() { return new Token[0]; } }
    public interface Giver { Token give(); }
    // The user of Maker's classes; defined by a loader that has its own Token.
    public static class FieldUser implements Runnable { public void run() { p(new Maker().held.number); } }
    public static class StaticUser implements Runnable { public void run() { p(Maker.shared.number); } }
    public static class CallUser implements Runnable { public void run() { p(new Maker().make().number); } }
    public static class ArgumentUser implements Runnable { public void run() { new Maker().take(new Token()); } }
    public static class ArrayUser implements Runnable { public void run() { p(new Maker().many().length); } }
    public static class Heir extends Maker { @Override public Token make() { return new Token(); } }
    public static class HeirUser implements Runnable { public void run() { p(new Heir().make().number); } }
    public static class Implementor implements Giver { public Token give() { return new Token(); } }
    public static class ImplementorUser implements Runnable { public void run() { p(new Implementor().give().number); } }
    public static class LambdaUser implements Runnable { public void run() { Giver g = Token::new; p(g.give().number); } }
    public static class Innocent implements Runnable { public void run() { p(new Token().self().number + " " + (new Maker() != null)); } }
    static byte[] bytes(String n) { try (InputStream i = LoaderConstraints.class.getResourceAsStream(n + ".class")) {
            return i.readAllBytes(); } catch (IOException e) { throw new UncheckedIOException(e); } }
    static class L extends ClassLoader { final Set<String> own;
        L(String... own) { super(LoaderConstraints.class.getClassLoader()); this.own = new HashSet<>(Arrays.asList(own)); }
        @Override protected Class<?> loadClass(String n, boolean r) throws ClassNotFoundException {
            Class<?> c = findLoadedClass(n);
            if (c == null && own.contains(n.replace("LoaderConstraints$", ""))) { byte[] b = bytes(n); c = defineClass(n, b, 0, b.length); }
            return c != null ? c : super.loadClass(n, r); }
        Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); } }
    static void run(String user, String... own) {
        try { String[] all = Arrays.copyOf(own, own.length + 1); all[own.length] = user;
            Class<?> c = Class.forName("LoaderConstraints$" + user, true, new L(all));
            ((Runnable) c.getDeclaredConstructor().newInstance()).run();
        } catch (Throwable t) { p(user + ": " + t.getClass().getName() + ": " + String.valueOf(t.getMessage()).replaceAll("@[0-9a-f]+", "@")); } }
    public static void main(String[] args) throws Exception {
        for (String user : new String[] {"FieldUser", "StaticUser", "CallUser", "ArgumentUser", "ArrayUser"}) {
            run(user); run(user, "Token"); run(user, "Token", "Maker"); }
        run("HeirUser", "Token", "Heir"); run("HeirUser", "Token", "Heir", "Maker"); run("HeirUser", "Heir");
        run("ImplementorUser", "Token", "Implementor"); run("ImplementorUser", "Implementor");
        run("LambdaUser"); run("LambdaUser", "Token", "Giver");
        run("Innocent", "Token");
        // A loader may give a name to one class only.
        L twice = new L(); byte[] other = bytes("LoaderConstraints$Token"); twice.define(other);
        byte[] changed = bytes("LoaderConstraints$Token");
        for (int i = 0; i < changed.length - 1; i++) if (changed[i] == 0x10 && changed[i + 1] == 7) changed[i + 1] = 9;
        try { twice.define(changed); p("defined twice"); } catch (LinkageError e) {
            p(e.getClass().getName() + ": " + e.getMessage().replaceAll("@[0-9a-f]+", "@")); }
        // A loader that delegated may not define the class later.
        L late = new L("FieldUser"); Class<?> user = Class.forName("LoaderConstraints$FieldUser", true, late);
        ((Runnable) user.getDeclaredConstructor().newInstance()).run();
        try { late.define(changed); p("defined late"); } catch (LinkageError e) {
            p(e.getClass().getName() + ": " + e.getMessage().replaceAll("@[0-9a-f]+", "@")); }
        // An heir of a class that it cannot see.
        try { new L("Hidden", "Spy").loadClass("LoaderConstraints$Spy"); Class.forName("LoaderConstraints$Spy", true, new L("Spy")); p("seen");
        } catch (LinkageError e) { p(e.getClass().getName() + ": " + e.getMessage().replaceAll("@[0-9a-f]+", "@")); }
    }
    static class Hidden {}
    public static class Spy extends Hidden {}
}
