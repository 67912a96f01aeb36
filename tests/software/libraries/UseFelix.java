// Felix: an OSGi framework started, a service registered and found.
// jars: org.apache.felix.framework.jar
import java.util.*;
import org.osgi.framework.*;
import org.osgi.framework.launch.*;

public class UseFelix {
    public static void main(String[] args) throws Exception {
        Map<String, String> configuration = new HashMap<>();
        configuration.put(Constants.FRAMEWORK_STORAGE, "/tmp/felix-test");
        configuration.put(Constants.FRAMEWORK_STORAGE_CLEAN, "onFirstInit");
        configuration.put("felix.log.level", "0");
        Framework framework = new org.apache.felix.framework.FrameworkFactory().newFramework(configuration);
        framework.start();
        BundleContext context = framework.getBundleContext();
        context.registerService(Runnable.class.getName(), (Runnable) () -> System.out.println("service ran"), null);
        ((Runnable) context.getService(context.getServiceReference(Runnable.class.getName()))).run();
        System.out.println(context.getBundles().length + " " + framework.getSymbolicName());
        framework.stop();
        System.out.println(framework.waitForStop(5000).getType() == FrameworkEvent.STOPPED);
        System.exit(0);
    }
}
