// Joda-Time: instants, periods, zones, formats.
// jars: joda-time.jar
import org.joda.time.*;
import org.joda.time.format.*;

public class UseJodaTime {
    public static void main(String[] args) throws Exception {
        DateTime start = new DateTime(2024, 2, 28, 23, 30, DateTimeZone.forID("Europe/Berlin"));
        System.out.println(start.plusDays(2) + " " + start.withZone(DateTimeZone.UTC) + " " + start.toString("EEEE dd.MM.yyyy", java.util.Locale.ENGLISH));
        System.out.println(new Period(start, start.plusMonths(1).plusHours(5)) + " " + Days.daysBetween(start, start.plusYears(1)).getDays());
        System.out.println(DateTimeFormat.forPattern("yyyy-MM-dd").parseLocalDate("2020-02-29").plusYears(1) + " " + ISODateTimeFormat.dateTime().withZoneUTC().print(0));
    }
}
