import java.lang.instrument.Instrumentation;

/** Agents as command lines and manifests name them. */
public class Started {
    /** What an agent gives to the boot loader. */
    public static class Given {
        @Override
        public String toString() {
            return "given " + Given.class.getClassLoader();
        }
    }

    public static void premain(String options, Instrumentation instrumentation) {
        System.out.println("premain " + options + " " + instrumentation.isRedefineClassesSupported()
            + " " + instrumentation.isRetransformClassesSupported() + " " + instrumentation.isNativeMethodPrefixSupported()
            + " " + Thread.currentThread().getName() + " " + Started.class.getClassLoader().getClass().getSimpleName());
        if ("throw".equals(options)) {
            throw new IllegalStateException("on purpose");
        }
    }

    public static void agentmain(String options, Instrumentation instrumentation) {
        System.out.println("agentmain [" + options + "]");
    }

    public static void main(String[] args) {
        System.out.println("main " + String.join(" ", args) + " " + System.getProperty("java.class.path"));
    }
}

/** Only told its options; and what it adds to the boot loader. */
class Plain {
    public static void premain(String options) throws Exception {
        System.out.println("plain " + options + " " + Class.forName("Started$Given", false, null).getClassLoader());
        System.out.println(new Started.Given() + " " + Started.Given.class.getResource("Started$Given.class").getProtocol());
    }
}

class NoPremain { }
