// Woodstox, XPP3 and kXML: pull parsers.
// jars: woodstox-core.jar stax2-api.jar xpp3.jar kxml2.jar
import java.io.*;
import javax.xml.stream.*;
import org.xmlpull.v1.XmlPullParser;

public class UseWoodstox {
    public static void main(String[] args) throws Exception {
        XMLStreamReader reader = new com.ctc.wstx.stax.WstxInputFactory().createXMLStreamReader(new StringReader("<a x='1'><b>t</b><!--c--></a>"));
        while (reader.hasNext()) {
            int event = reader.next();
            System.out.print(event + (reader.hasName() ? reader.getLocalName() : "") + " ");
        }
        System.out.println();
        StringWriter out = new StringWriter();
        XMLStreamWriter writer = new com.ctc.wstx.stax.WstxOutputFactory().createXMLStreamWriter(out);
        writer.writeStartElement("r");
        writer.writeAttribute("k", "<v>");
        writer.writeCharacters("a&b");
        writer.writeEndDocument();
        writer.close();
        System.out.println(out);
        for (XmlPullParser parser : new XmlPullParser[] {new org.xmlpull.mxp1.MXParser(), new org.kxml2.io.KXmlParser()}) {
            parser.setInput(new StringReader("<p><q/>text</p>"));
            StringBuilder seen = new StringBuilder();
            for (int event = parser.getEventType(); event != XmlPullParser.END_DOCUMENT; event = parser.next()) {
                seen.append(event).append(parser.getName() == null ? "" : parser.getName()).append(' ');
            }
            System.out.println(seen);
        }
    }
}
