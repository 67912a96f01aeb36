package pk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

// Method handles on caller-sensitive methods, made in a package: the library defines hidden classes there by a name of its own.
public class Sensitive {
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle forName = lookup.findStatic(Class.class, "forName", MethodType.methodType(Class.class, String.class));
        System.out.println((Class<?>) forName.invokeExact("pk.Sensitive"));
        MethodHandle own = lookup.findStatic(MethodHandles.class, "lookup", MethodType.methodType(MethodHandles.Lookup.class));
        System.out.println(((MethodHandles.Lookup) own.invokeExact()).lookupClass().getPackageName());
        MethodHandle loader = lookup.findVirtual(Class.class, "getClassLoader", MethodType.methodType(ClassLoader.class));
        System.out.println((ClassLoader) loader.invokeExact(Sensitive.class) == Sensitive.class.getClassLoader());
    }
}
