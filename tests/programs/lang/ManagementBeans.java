// Platform beans and beans of the program's own, in the platform's server.
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.PlatformManagedObject;
import java.lang.management.RuntimeMXBean;
import java.util.Set;
import java.util.TreeSet;
import javax.management.Attribute;
import javax.management.InstanceAlreadyExistsException;
import javax.management.MBeanServer;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

public class ManagementBeans {
    public interface CounterMBean {
        int getCount();

        void setCount(int count);

        int add(int much);
    }

    public static class Counter extends NotificationBroadcasterSupport implements CounterMBean {
        private int count;

        @Override
        public int getCount() {
            return count;
        }

        @Override
        public void setCount(int count) {
            this.count = count;
        }

        @Override
        public int add(int much) {
            count += much;
            sendNotification(new Notification("added", this, count, "by " + much));
            return count;
        }
    }

    static boolean sensible(MemoryUsage usage) {
        return usage.getUsed() >= 0 && usage.getUsed() <= usage.getCommitted() && (usage.getMax() == -1 || usage.getCommitted() <= usage.getMax());
    }

    public static void main(String[] args) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        System.out.println(server == ManagementFactory.getPlatformMBeanServer());
        for (String name : new String[] {"Runtime", "Memory", "Threading", "ClassLoading", "OperatingSystem"}) {
            System.out.println(name + " " + server.isRegistered(new ObjectName("java.lang:type=" + name)));
        }
        System.out.println(server.isRegistered(new ObjectName("java.util.logging:type=Logging")));

        ObjectName name = new ObjectName("test:type=Counter,name=one");
        Counter counter = new Counter();
        server.registerMBean(counter, name);
        try {
            server.registerMBean(new Counter(), name);
        } catch (InstanceAlreadyExistsException e) {
            System.out.println("twice: " + e.getMessage());
        }
        server.addNotificationListener(name, (note, back) -> System.out.println(back + ": " + note.getType() + " " + note.getMessage()), null, "heard");
        server.setAttribute(name, new Attribute("Count", 40));
        System.out.println(server.invoke(name, "add", new Object[] {2}, new String[] {"int"}) + " " + server.getAttribute(name, "Count"));
        System.out.println(server.getMBeanInfo(name).getAttributes().length + " " + server.getMBeanInfo(name).getOperations()[0]);
        Set<ObjectName> names = new TreeSet<>(server.queryNames(new ObjectName("test:*"), null));
        System.out.println(names);
        server.unregisterMBean(name);
        System.out.println(server.isRegistered(name));

        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        System.out.println(runtime.getSpecVersion() + " " + runtime.getManagementSpecVersion() + " " + runtime.getSpecName());
        System.out.println((runtime.getUptime() >= 0) + " " + (runtime.getStartTime() > 0) + " " + runtime.getName().contains("@"));
        System.out.println(runtime.getSystemProperties().get("java.vm.specification.name"));

        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        System.out.println(sensible(memory.getHeapMemoryUsage()) + " " + sensible(memory.getNonHeapMemoryUsage()));
        CompositeData heap = (CompositeData) server.getAttribute(new ObjectName(ManagementFactory.MEMORY_MXBEAN_NAME), "HeapMemoryUsage");
        System.out.println((Long) heap.get("used") > 0);
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (!sensible(pool.getUsage()) || pool.getMemoryManagerNames().length == 0 || !pool.isValid()) {
                System.out.println("strange: " + pool.getName());
            }
        }
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector.getMemoryPoolNames().length == 0 || collector.getCollectionCount() < -1) {
                System.out.println("strange: " + collector.getName());
            }
        }
        System.out.println(ManagementFactory.getGarbageCollectorMXBeans().isEmpty());
        System.out.println(ManagementFactory.getClassLoadingMXBean().getLoadedClassCount() > 100);
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        System.out.println(system.getName() + " " + system.getArch() + " " + (system.getAvailableProcessors() > 0));
        System.out.println(system instanceof com.sun.management.OperatingSystemMXBean);
        System.out.println(((com.sun.management.OperatingSystemMXBean) system).getTotalPhysicalMemorySize() > 0);
        Set<String> interfaces = new TreeSet<>();
        for (Class<? extends PlatformManagedObject> type : ManagementFactory.getPlatformManagementInterfaces()) {
            if (type.getName().startsWith("java.lang.management")) {
                interfaces.add(type.getSimpleName());
            }
        }
        System.out.println(interfaces);
    }
}
