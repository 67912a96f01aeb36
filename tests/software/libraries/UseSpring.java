// Spring: a context from annotations, injection, scopes, proxies, expressions, events.
// jars: spring3-context.jar spring3-beans.jar spring3-core.jar spring3-expression.jar spring3-aop.jar commons-logging.jar
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.annotation.*;
import org.springframework.context.*;
import org.springframework.context.annotation.*;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.stereotype.Component;

public class UseSpring {
    @Component
    public static class Config {
        @Bean
        public String greeting() {
            return "hello";
        }

        @Bean
        @Scope("prototype")
        public Object part() {
            return new Object();
        }

        @Bean
        public Service service() {
            return new Service();
        }
    }

    public static class Service implements ApplicationListener<ContextRefreshedEvent> {
        @Autowired
        private String greeting;

        String greet(String whom) {
            return greeting + " " + whom;
        }

        @Override
        public void onApplicationEvent(ContextRefreshedEvent event) {
            System.out.println("refreshed");
        }
    }

    public static void main(String[] args) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Config.class)) {
            Service service = context.getBean(Service.class);
            System.out.println(service.greet("x") + " " + (context.getBean("part") == context.getBean("part")));
        }
        System.out.println(new SpelExpressionParser().parseExpression("{1,2,3}.?[#this > 1].![#this * 2]").getValue());
        ProxyFactory proxies = new ProxyFactory((Comparable<String>) "b"::compareTo);
        proxies.addAdvice((org.aopalliance.intercept.MethodInterceptor) call -> -(Integer) call.proceed());
        @SuppressWarnings("unchecked")
        Comparable<String> proxy = (Comparable<String>) proxies.getProxy();
        System.out.println(proxy.compareTo("a"));
    }
}
