// Saxon: XSLT 2 and XQuery.
// jars: Saxon-HE.jar
import java.io.*;
import javax.xml.transform.stream.*;
import net.sf.saxon.s9api.*;

public class UseSaxon {
    public static void main(String[] args) throws Exception {
        Processor processor = new Processor(false);
        StringWriter out = new StringWriter();
        XsltTransformer transformer = processor.newXsltCompiler().compile(new StreamSource(new StringReader("<xsl:stylesheet version='2.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:output method='text'/><xsl:template match='/'><xsl:for-each-group select='//w' group-by='substring(., 1, 1)'><xsl:sort select='current-grouping-key()'/><xsl:value-of select='current-grouping-key(), count(current-group())'/>;</xsl:for-each-group></xsl:template></xsl:stylesheet>"))).load();
        transformer.setSource(new StreamSource(new StringReader("<d><w>cat</w><w>ant</w><w>cow</w></d>")));
        transformer.setDestination(processor.newSerializer(out));
        transformer.transform();
        System.out.println(out);
        System.out.println(processor.newXQueryCompiler().compile("for $i in 1 to 4 where $i mod 2 = 0 return <n>{$i * $i}</n>").load().evaluate());
    }
}
