// Tomcat, embedded: a servlet on loopback, in threads of its own.
// jars: tomcat9-catalina.jar tomcat9-coyote.jar tomcat9-util.jar tomcat9-util-scan.jar tomcat9-juli.jar tomcat9-api.jar tomcat9-servlet-api.jar tomcat9-annotations-api.jar tomcat9-jni.jar tomcat9-jaspic-api.jar tomcat9-el-api.jar tomcat9-jsp-api.jar
import java.io.*;
import java.net.*;
import javax.servlet.http.*;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

public class UseTomcat {
    public static void main(String[] args) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir("/tmp/tomcat-test");
        tomcat.setPort(0);
        tomcat.setSilent(true);
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "s", new HttpServlet() {
            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                response.getWriter().print("served " + request.getRequestURI() + " " + request.getParameter("p"));
            }
        });
        context.addServletMappingDecoded("/*", "s");
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.start();
        URL url = new URL("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/x?p=1");
        System.out.println(new String(url.openStream().readAllBytes()));
        tomcat.stop();
        tomcat.destroy();
        System.out.println(tomcat.getServer().getState());
        System.exit(0);
    }
}
