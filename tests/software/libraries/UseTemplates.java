// Velocity, FreeMarker and StringTemplate: one page by each.
// jars: velocity.jar commons-lang.jar commons-collections3.jar commons-logging.jar freemarker.jar stringtemplate4.jar antlr3-runtime.jar
import java.io.*;
import java.util.*;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;

public class UseTemplates {
    public static void main(String[] args) throws Exception {
        Map<String, Object> model = Map.of("name", "x", "items", List.of("a", "b"));
        VelocityEngine engine = new VelocityEngine();
        engine.setProperty("runtime.log.logsystem.class", "org.apache.velocity.runtime.log.NullLogChute");
        engine.init();
        StringWriter out = new StringWriter();
        engine.evaluate(new VelocityContext(new HashMap<>(model)), out, "t", "Hello $name: #foreach($i in $items)$velocityCount=$i #end#if($none)no#{else}else#end");
        System.out.println(out);
        freemarker.template.Configuration configuration = new freemarker.template.Configuration(freemarker.template.Configuration.VERSION_2_3_23);
        out = new StringWriter();
        new freemarker.template.Template("t", "Hello ${name?upper_case}: <#list items as i>${i_index}=${i}<#sep>, </#sep></#list>", configuration).process(model, out);
        System.out.println(out);
        org.stringtemplate.v4.ST template = new org.stringtemplate.v4.ST("Hello <name>: <items:{i | [<i>]}; separator=\", \">");
        template.add("name", "x");
        template.add("items", List.of("a", "b"));
        System.out.println(template.render());
    }
}
