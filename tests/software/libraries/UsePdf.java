// PDFBox: a page of text, made in memory and read again.
// jars: pdfbox2.jar fontbox2.jar commons-logging.jar
import java.io.*;
import org.apache.pdfbox.cos.*;
import org.apache.pdfbox.pdmodel.*;

public class UsePdf {
    public static void main(String[] args) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PDDocument document = new PDDocument()) {
            document.addPage(new PDPage());
            document.getDocumentInformation().setTitle("a title");
            document.save(out);
        }
        try (PDDocument document = PDDocument.load(out.toByteArray())) {
            System.out.println(document.getNumberOfPages() + " " + document.getDocumentInformation().getTitle());
        }
    }
}
