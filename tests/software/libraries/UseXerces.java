// Xerces and Xalan: a schema, SAX, DOM, XPath, a stylesheet.
// jars: xercesImpl.jar xalan2.jar serializer.jar
import java.io.*;
import javax.xml.parsers.*;
import javax.xml.transform.*;
import javax.xml.transform.stream.*;
import org.w3c.dom.Document;
import org.xml.sax.*;
import org.xml.sax.helpers.DefaultHandler;

public class UseXerces {
    public static void main(String[] args) throws Exception {
        String xml = "<items><item n='1'>one</item><item n='2'>two</item></items>";
        new org.apache.xerces.jaxp.SAXParserFactoryImpl().newSAXParser().parse(new InputSource(new StringReader(xml)), new DefaultHandler() {
            @Override
            public void startElement(String uri, String local, String name, Attributes attributes) {
                System.out.print(name + attributes.getLength() + " ");
            }
        });
        Document document = new org.apache.xerces.jaxp.DocumentBuilderFactoryImpl().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
        System.out.println(document.getElementsByTagName("item").item(1).getTextContent());
        System.out.println(org.apache.xpath.XPathAPI.eval(document, "sum(//item/@n)"));
        String sheet = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:output method='text'/><xsl:template match='/'><xsl:for-each select='//item'><xsl:sort select='.' order='descending'/><xsl:value-of select='concat(@n, .)'/>;</xsl:for-each></xsl:template></xsl:stylesheet>";
        StringWriter out = new StringWriter();
        new org.apache.xalan.processor.TransformerFactoryImpl().newTransformer(new StreamSource(new StringReader(sheet))).transform(new StreamSource(new StringReader(xml)), new StreamResult(out));
        System.out.println(out);
        try {
            new org.apache.xerces.jaxp.SAXParserFactoryImpl().newSAXParser().parse(new InputSource(new StringReader("<a><b></a>")), new DefaultHandler());
        } catch (SAXParseException e) {
            System.out.println(e.getLineNumber() + ": " + e.getMessage());
        }
    }
}
