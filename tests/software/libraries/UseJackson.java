// Jackson: trees, beans, annotations, streams.
// jars: jackson-databind.jar jackson-core.jar jackson-annotations.jar
import com.fasterxml.jackson.annotation.*;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.*;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.*;

public class UseJackson {
    @JsonIgnoreProperties(ignoreUnknown = true)
    public static class Person {
        @JsonProperty("full-name")
        public String name;
        public int age;
        public List<String> tags;
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes(@JsonSubTypes.Type(value = Circle.class, name = "circle"))
    public interface Shape {
    }

    public static class Circle implements Shape {
        public int r;
    }

    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);
        Person person = mapper.readValue("{\"full-name\":\"Ann\",\"age\":3,\"tags\":[\"x\"],\"unknown\":1}", Person.class);
        System.out.println(person.name + " " + person.age + " " + person.tags + " " + mapper.writeValueAsString(person));
        ObjectNode tree = (ObjectNode) mapper.readTree("{\"a\":{\"b\":[1,2.5,null,true]}}");
        tree.put("c", tree.at("/a/b/1").asDouble() * 2);
        System.out.println(tree.toPrettyString());
        System.out.println(mapper.readValue("{\"k\":[1,2]}", new TypeReference<Map<String, List<Integer>>>() { }).get("k").get(1));
        Shape shape = mapper.readValue("{\"type\":\"circle\",\"r\":2}", Shape.class);
        System.out.println(shape.getClass().getSimpleName() + " " + mapper.writeValueAsString(shape));
        try {
            mapper.readValue("{\"age\":\"x\"}", Person.class);
        } catch (JsonMappingException e) {
            System.out.println(e.getOriginalMessage());
        }
    }
}
