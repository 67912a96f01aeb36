// Apache commons-csv, OpenCSV, super-csv and univocity: the same table read by each.
// jars: commons-csv.jar opencsv.jar super-csv.jar univocity-parsers.jar commons-lang3.jar commons-text.jar commons-beanutils.jar commons-collections4.jar commons-logging.jar
import java.io.StringReader;
import org.apache.commons.csv.*;

public class UseCsv {
    public static void main(String[] args) throws Exception {
        String text = "id,name\n1,\"a, b\"\n2,\"say \"\"x\"\"\"\n";
        for (CSVRecord record : CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).build().parse(new StringReader(text))) {
            System.out.println(record.get("id") + ":" + record.get("name"));
        }
        for (String[] row : new com.opencsv.CSVReader(new StringReader(text)).readAll()) {
            System.out.println(String.join("|", row));
        }
        try (org.supercsv.io.CsvListReader rows = new org.supercsv.io.CsvListReader(new StringReader(text), org.supercsv.prefs.CsvPreference.STANDARD_PREFERENCE)) {
            for (java.util.List<String> row = rows.read(); row != null; row = rows.read()) {
                System.out.println(row);
            }
        }
        com.univocity.parsers.csv.CsvParserSettings settings = new com.univocity.parsers.csv.CsvParserSettings();
        settings.getFormat().setLineSeparator("\n");
        for (String[] row : new com.univocity.parsers.csv.CsvParser(settings).parseAll(new StringReader(text))) {
            System.out.println(String.join("/", row));
        }
    }
}
