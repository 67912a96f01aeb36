// JDOM 2, dom4j, XOM, jaxen: a document built, searched and written by each.
// jars: jdom2.jar dom4j.jar xom.jar jaxen.jar
import java.io.StringReader;
import org.jdom2.*;
import org.jdom2.input.SAXBuilder;
import org.jdom2.output.*;
import org.jdom2.xpath.XPathFactory;

public class UseJdom {
    public static void main(String[] args) throws Exception {
        Document document = new SAXBuilder().build(new StringReader("<r><a n='1'/><a n='2'><b>x</b></a></r>"));
        document.getRootElement().addContent(new Element("c").setText("<&>"));
        System.out.println(new XMLOutputter(Format.getCompactFormat()).outputString(document.getRootElement()));
        System.out.println(XPathFactory.instance().compile("//a[@n='2']/b").evaluateFirst(document));
        org.dom4j.Document other = org.dom4j.DocumentHelper.parseText("<p><q k='v'>t</q></p>");
        other.getRootElement().addElement("z").addText("w");
        System.out.println(other.getRootElement().asXML() + " " + other.selectSingleNode("//q/@k").getText());
        nu.xom.Document third = new nu.xom.Builder().build(new StringReader("<m><n/></m>"));
        third.getRootElement().appendChild("text");
        System.out.println(third.getRootElement().toXML() + " " + third.query("//n").size());
    }
}
