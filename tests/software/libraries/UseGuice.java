// Guice: modules, providers, singletons, a circle of its own making.
// jars: guice.jar guava.jar aopalliance.jar atinject-jsr330-api.jar
// options: --add-opens java.base/java.lang=ALL-UNNAMED
import com.google.inject.*;
import com.google.inject.name.*;

public class UseGuice {
    interface Greeter {
        String greet();
    }

    static class Polite implements Greeter {
        private final String who;

        @Inject
        Polite(@Named("who") String who) {
            this.who = who;
        }

        @Override
        public String greet() {
            return "good day, " + who;
        }
    }

    public static void main(String[] args) throws Exception {
        Injector injector = Guice.createInjector(new AbstractModule() {
            @Override
            protected void configure() {
                bind(String.class).annotatedWith(Names.named("who")).toInstance("world");
                bind(Greeter.class).to(Polite.class).in(Scopes.SINGLETON);
            }
        });
        System.out.println(injector.getInstance(Greeter.class).greet() + " " + (injector.getInstance(Greeter.class) == injector.getInstance(Greeter.class)));
        try {
            injector.getInstance(Runnable.class);
        } catch (ConfigurationException e) {
            System.out.println(e.getErrorMessages().size() + " " + e.getErrorMessages().iterator().next().getMessage().lines().findFirst().orElse(""));
        }
    }
}
