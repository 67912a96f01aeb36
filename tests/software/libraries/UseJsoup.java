// jsoup and nekohtml: bad HTML, selectors, cleaning.
// jars: jsoup.jar nekohtml.jar xercesImpl.jar
import org.jsoup.*;
import org.jsoup.nodes.*;
import org.jsoup.safety.Safelist;

public class UseJsoup {
    public static void main(String[] args) throws Exception {
        Document document = Jsoup.parse("<title>T</title><p class=x>one<p>two <b>bold</i><a href='/y'>link", "http://example.org/z/");
        System.out.println(document.title() + " " + document.select("p").size() + " " + document.select("a").first().absUrl("href"));
        System.out.println(document.body().html());
        System.out.println(Jsoup.clean("<script>x</script><b onclick=1>y</b>", Safelist.basic()));
        org.cyberneko.html.parsers.DOMParser parser = new org.cyberneko.html.parsers.DOMParser();
        parser.parse(new org.xml.sax.InputSource(new java.io.StringReader("<ul><li>a<li>b")));
        System.out.println(parser.getDocument().getElementsByTagName("LI").getLength());
    }
}
