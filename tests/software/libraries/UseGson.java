// Gson, json-simple, javax.json and jettison.
// jars: gson.jar json-simple.jar javax.json.jar javax.json-api.jar jettison.jar
import com.google.gson.*;
import com.google.gson.reflect.TypeToken;
import java.io.StringReader;
import java.util.*;

public class UseGson {
    static class Item {
        String name;
        double[] prices;
        transient int hidden = 5;
        Locale locale;
    }

    public static void main(String[] args) throws Exception {
        Gson gson = new GsonBuilder().setPrettyPrinting().registerTypeAdapter(Locale.class, (JsonSerializer<Locale>) (locale, type, context) -> new JsonPrimitive(locale.toLanguageTag())).create();
        Item item = new Gson().fromJson("{\"name\":\"x\",\"prices\":[1.5,2],\"locale\":null}", Item.class);
        item.locale = Locale.FRANCE;
        System.out.println(gson.toJson(item));
        Map<String, List<Integer>> map = new Gson().fromJson("{\"a\":[1]}", new TypeToken<Map<String, List<Integer>>>() { }.getType());
        System.out.println(map.get("a").get(0) + 1);
        System.out.println(((org.json.simple.JSONObject) new org.json.simple.parser.JSONParser().parse("{\"n\":[1,{\"m\":2}]}")).get("n"));
        System.out.println(javax.json.Json.createReader(new StringReader("{\"p\":{\"q\":[true,null]}}")).readObject().getJsonObject("p").getJsonArray("q"));
        System.out.println(new org.codehaus.jettison.json.JSONObject("{\"z\":[3]}").getJSONArray("z").getInt(0));
    }
}
