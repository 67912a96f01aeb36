// java.time zones: ZonedDateTime, gaps and overlaps, OffsetDateTime, ZoneRules, conversions, Instants.
import java.time.*;
import java.time.temporal.*;
import java.time.zone.*;
import java.util.*;
public class TimeZones {
    static void p(Object o) { System.out.println(o); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) { p(e.getClass().getSimpleName() + " " + e.getMessage()); } }
    public static void main(String[] args) {
        ZoneId ny = ZoneId.of("America/New_York"), paris = ZoneId.of("Europe/Paris"), tokyo = ZoneId.of("Asia/Tokyo"),
            kol = ZoneId.of("Asia/Kolkata"),
            lh = ZoneId.of("Australia/Lord_Howe");
        ZonedDateTime z = ZonedDateTime.of(2021, 7, 15, 12, 30, 0, 0, ny);
        p(z + " " + z.withZoneSameInstant(paris) + " " + z.withZoneSameLocal(tokyo) + " " + z.toInstant() + " " + z.toOffsetDateTime() + " "
            + z.getOffset() + " " + z.getZone() + " " + z.toEpochSecond());
        ZonedDateTime gap = ZonedDateTime.of(2021, 3, 14, 2, 30, 0, 0, ny), ov = ZonedDateTime.of(2021, 11, 7, 1, 30, 0, 0, ny);
        p(gap + " " + ov + " " + ov.withLaterOffsetAtOverlap() + " " + ov.withEarlierOffsetAtOverlap() + " " + ov.plusHours(1) + " "
            + ov.plusHours(2) + " " + ov.plusDays(1));
        p(ZonedDateTime.of(2021, 3, 13, 2, 30, 0, 0, ny).plusDays(1) + " " + ZonedDateTime.of(2021, 3, 13, 2, 30, 0, 0, ny).plusHours(24) + " "
            + Duration.between(LocalDate.of(2021, 3, 14).atStartOfDay(ny), LocalDate.of(2021, 3, 15).atStartOfDay(ny)) + " "
            + ChronoUnit.HOURS.between(z, z.withZoneSameLocal(tokyo)));
        for (ZoneId id : List.of(ny, paris, tokyo, kol, lh, ZoneOffset.UTC, ZoneId.of("Africa/Cairo"), ZoneId.of("America/Sao_Paulo"),
            ZoneId.of("Pacific/Apia"))) {
            ZoneRules r = id.getRules(); Instant i = Instant.parse("2015-06-01T00:00:00Z");
            ZoneOffsetTransition t = r.nextTransition(i), pt = r.previousTransition(i);
            p(id + " " + r.getOffset(i) + " " + r.isDaylightSavings(i) + r.getDaylightSavings(i) + r.getStandardOffset(i) + " next " + t + " prev "
                + pt + " fixed " + r.isFixedOffset() + " n" + r.getTransitions().size() + " rules" + r.getTransitionRules().size());
        }
        ZoneRules nr = ny.getRules(); p(nr.getValidOffsets(LocalDateTime.of(2021, 3, 14, 2, 30)) + " "
            + nr.getValidOffsets(LocalDateTime.of(2021, 11, 7, 1, 30)) + " " + nr.getTransition(LocalDateTime.of(2021, 3, 14, 2, 30)) + " "
            + nr.getTransition(LocalDateTime.of(2021, 3, 14, 2, 30)).isGap()
            + nr.isValidOffset(LocalDateTime.of(2021, 1, 1, 0, 0), ZoneOffset.ofHours(-5)) + nr.getOffset(Instant.EPOCH)
            + nr.getOffset(Instant.parse("1800-01-01T00:00:00Z")) + nr.getOffset(Instant.parse("2100-07-01T00:00:00Z")));
        OffsetDateTime o = OffsetDateTime.of(2020, 1, 1, 0, 0, 0, 0, ZoneOffset.ofHoursMinutes(5, 30));
        p(o + " " + o.withOffsetSameInstant(ZoneOffset.UTC) + " " + o.withOffsetSameLocal(ZoneOffset.ofHours(-3)) + " " + o.toInstant()
            + o.isEqual(o.withOffsetSameInstant(ZoneOffset.UTC)) + o.equals(o.withOffsetSameInstant(ZoneOffset.UTC)) + o.compareTo(o.plusNanos(1))
            + " " + OffsetTime.of(1, 2, 3, 0, ZoneOffset.MAX) + OffsetDateTime.parse("2020-02-02T02:02:02.2-02:00").getNano()
            + o.atZoneSameInstant(kol));
        p(ZoneOffset.of("+01:30:15") + " " + ZoneOffset.of("-5") + ZoneOffset.ofTotalSeconds(3600) + ZoneOffset.UTC
            + ZoneOffset.of("Z").getTotalSeconds() + ZoneId.of("UTC+2") + ZoneId.of("GMT-03:00").getRules() + ZoneId.of("UT").normalized()
            + ZoneOffset.MIN.compareTo(ZoneOffset.MAX) + ZoneId.SHORT_IDS.get("PST") + ZoneId.of("PST", ZoneId.SHORT_IDS));
        ex(() -> ZoneId.of("Mars/Base")); ex(() -> ZoneId.of("bad zone!")); ex(() -> ZoneOffset.ofHours(19));
        ex(() -> ZonedDateTime.ofStrict(LocalDateTime.of(2021, 3, 14, 2, 30), ZoneOffset.ofHours(-5), ny));
        ex(() -> ZonedDateTime.parse("2021-01-01T00:00")); p(ZonedDateTime.parse("2021-06-01T10:00:00+02:00[Europe/Paris]").getZone() + " "
            + ZonedDateTime.parse("2021-06-01T10:00Z") + " " + ZonedDateTime.ofInstant(Instant.EPOCH, tokyo) + " "
            + ZonedDateTime.ofLocal(LocalDateTime.of(2021, 11, 7, 1, 30), ny, ZoneOffset.ofHours(-5)) + Instant.EPOCH.atZone(lh)
            + z.truncatedTo(ChronoUnit.DAYS) + z.with(ChronoField.OFFSET_SECONDS, 0) + z.equals(z.withFixedOffsetZone()) + z.hashCode()
            + z.compareTo(z.withZoneSameInstant(paris)));
        p(ZoneId.getAvailableZoneIds().contains("Europe/Berlin") + " " + (ZoneId.getAvailableZoneIds().size() > 400)
            + TimeZone.getTimeZone(ny).getID() + TimeZone.getTimeZone("Asia/Tokyo").toZoneId()
            + ny.getDisplayName(java.time.format.TextStyle.FULL, Locale.US) + paris.getDisplayName(java.time.format.TextStyle.SHORT, Locale.US)
            + GregorianCalendar.from(z).getTimeInMillis());
    }
}
