// ByteBuddy: subclasses with interceptors, a class of its own.
// jars: byte-buddy.jar
import java.util.concurrent.Callable;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.*;
import net.bytebuddy.implementation.bind.annotation.*;
import net.bytebuddy.matcher.ElementMatchers;

public class UseByteBuddy {
    public static class Target {
        public String say(String what) {
            return "said " + what;
        }

        public int number() {
            return 1;
        }
    }

    public static String intercept(@SuperCall Callable<String> call, @Argument(0) String what) throws Exception {
        return "intercepted " + what + ", " + call.call();
    }

    public static void main(String[] args) throws Exception {
        Class<? extends Target> made = new ByteBuddy().subclass(Target.class)
            .method(ElementMatchers.named("say")).intercept(MethodDelegation.to(UseByteBuddy.class))
            .method(ElementMatchers.named("number")).intercept(FixedValue.value(42))
            .make().load(UseByteBuddy.class.getClassLoader()).getLoaded();
        Target target = made.getDeclaredConstructor().newInstance();
        System.out.println(target.say("x") + " " + target.number() + " " + made.getSuperclass().getSimpleName());
        Object other = new ByteBuddy().subclass(Object.class).name("a.B").defineField("f", int.class, java.lang.reflect.Modifier.PUBLIC)
            .method(ElementMatchers.isToString()).intercept(FixedValue.value("I am B")).make().load(UseByteBuddy.class.getClassLoader()).getLoaded().getDeclaredConstructor().newInstance();
        System.out.println(other + " " + other.getClass().getName() + " " + other.getClass().getField("f").getInt(other));
    }
}
