// Apache commons-configuration 2 and snakeyaml: properties, hierarchies, YAML.
// jars: commons-configuration2.jar commons-lang3.jar commons-text.jar commons-logging.jar commons-beanutils.jar commons-collections3.jar snakeyaml.jar
import java.io.StringReader;
import java.util.*;
import org.apache.commons.configuration2.*;
import org.yaml.snakeyaml.Yaml;

public class UseConfiguration {
    public static void main(String[] args) throws Exception {
        PropertiesConfiguration properties = new PropertiesConfiguration();
        properties.read(new StringReader("a = 1\nb = ${a}2\nlist = x\nlist = y\n"));
        System.out.println(properties.getInt("b") + " " + properties.getList("list") + " " + properties.getString("none", "default"));
        BaseHierarchicalConfiguration tree = new BaseHierarchicalConfiguration();
        tree.addProperty("db.host", "h");
        tree.addProperty("db.port", 5);
        System.out.println(tree.configurationAt("db").getInt("port"));
        Object loaded = new Yaml().load("name: x\nitems: [1, 2, {k: v}]\nnested:\n  deep: true\n  date: 2020-01-01\n");
        System.out.println(((Map<?, ?>) loaded).get("items") + " " + ((Map<?, ?>) loaded).keySet());
        System.out.print(new Yaml().dump(Map.of("answer", List.of(42, "x", true))));
    }
}
