// A DecimalFormat keeps the number that it is formatting: it is not for several threads at a time.
// expect race java.text.DecimalFormat @first @second
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

public class SharedFormat {
    static final DecimalFormat FORMAT = new DecimalFormat("0.00", DecimalFormatSymbols.getInstance(Locale.ROOT));

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            FORMAT.format(1.5); // @first
        });
        other.start();
        FORMAT.format(2.25); // @second
        other.join();
        System.out.println("ok");
    }
}
