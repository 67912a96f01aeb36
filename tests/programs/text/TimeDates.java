// java.time: LocalDate, LocalTime, LocalDateTime, Period, Duration, ChronoUnit, adjusters, errors.
import java.time.*;
import java.time.chrono.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;
public class TimeDates {
    static void p(Object o) { System.out.println(o); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) { p(e.getClass().getSimpleName() + " " + e.getMessage()); } }
    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 2, 29); p(d + " " + d.plusYears(1) + d.minusMonths(1) + d.plusDays(366) + d.withDayOfMonth(1)
            + d.withDayOfYear(60) + " " + d.getDayOfWeek() + d.getDayOfYear() + d.isLeapYear() + d.lengthOfMonth() + d.lengthOfYear() + d.getMonth()
            + d.toEpochDay() + " " + d.isBefore(LocalDate.MAX) + d.compareTo(LocalDate.of(2023, 1, 1)) + d.equals(LocalDate.parse("2024-02-29"))
            + d.hashCode() + LocalDate.MIN + LocalDate.EPOCH + LocalDate.ofYearDay(2023, 100) + LocalDate.ofEpochDay(-1));
        ex(() -> LocalDate.of(2023, 2, 29)); ex(() -> LocalDate.of(2023, 13, 1));
        ex(() -> LocalDate.parse("2023-2-1")); ex(() -> LocalDate.parse("x")); ex(() -> LocalTime.of(24, 0));
        ex(() -> d.get(ChronoField.HOUR_OF_DAY)); ex(() -> LocalDate.MAX.plusDays(1));
        ex(() -> d.plus(1, ChronoUnit.HOURS)); ex(() -> LocalDate.from(LocalTime.NOON));
        ex(() -> Duration.between(d, d)); ex(() -> Year.of(2023).atDay(366)); ex(() -> Month.of(0));
        ex(() -> Duration.parse("bad")); ex(() -> Period.parse("P1"));
        LocalTime t = LocalTime.of(13, 45, 30, 5000000); p(t + " " + t.plusHours(12) + t.minusMinutes(50) + t.withNano(0)
            + t.truncatedTo(ChronoUnit.HOURS) + t.toSecondOfDay() + " " + t.toNanoOfDay() + LocalTime.MIDNIGHT + LocalTime.MAX
            + LocalTime.parse("07:05") + t.isAfter(LocalTime.NOON) + t.get(ChronoField.AMPM_OF_DAY) + t.getLong(ChronoField.MILLI_OF_DAY));
        LocalDateTime dt = d.atTime(t); p(dt + " " + dt.plusSeconds(100000) + dt.toLocalDate().atStartOfDay() + dt.truncatedTo(ChronoUnit.MINUTES)
            + LocalDateTime.of(2020, 1, 1, 0, 0).minusNanos(1) + LocalDateTime.ofEpochSecond(1e9 > 0 ? 1_000_000_000L : 0, 0, ZoneOffset.UTC)
            + dt.getDayOfWeek().plus(3) + dt.equals(LocalDateTime.parse(dt.toString())));
        p(ChronoUnit.DAYS.between(LocalDate.of(2000, 1, 1), d) + " " + ChronoUnit.MONTHS.between(LocalDate.of(2000, 1, 31), d) + " "
            + ChronoUnit.WEEKS.between(d, LocalDate.of(2025, 1, 1)) + " " + ChronoUnit.HOURS.between(dt, dt.plusDays(2)) + " "
            + d.until(LocalDate.of(2030, 5, 1)) + " " + Period.between(LocalDate.of(2020, 3, 31), LocalDate.of(2021, 2, 28)) + " "
            + d.datesUntil(d.plusDays(3)).toList());
        Period pe = Period.of(1, 14, 40); p(pe + " " + pe.normalized() + pe.negated() + pe.plusDays(5) + pe.toTotalMonths() + pe.multipliedBy(2)
            + Period.parse("P1Y2M3W4D") + Period.ZERO + d.plus(pe) + pe.isNegative() + Period.ofWeeks(3));
        Duration du = Duration.ofSeconds(3661, 500_000_000); p(du + " " + du.toHours() + du.toMinutesPart() + du.toSecondsPart() + du.toMillis()
            + du.plusDays(1) + du.negated() + du.dividedBy(2) + du.multipliedBy(3) + Duration.parse("PT1H30M") + Duration.parse("P1DT2H3M4.5S")
            + Duration.ZERO + Duration.ofMillis(-1500) + du.compareTo(Duration.ofHours(1)) + Duration.between(dt, dt.plusHours(5))
            + Duration.ofNanos(1) + du.truncatedTo(ChronoUnit.MINUTES) + Duration.ofDays(400).toDaysPart() + du.getNano());
        p(d.with(TemporalAdjusters.firstDayOfMonth()) + " " + d.with(TemporalAdjusters.lastDayOfYear())
            + d.with(TemporalAdjusters.next(DayOfWeek.MONDAY)) + d.with(TemporalAdjusters.previousOrSame(DayOfWeek.THURSDAY))
            + d.with(TemporalAdjusters.dayOfWeekInMonth(2, DayOfWeek.FRIDAY)) + d.with(TemporalAdjusters.lastInMonth(DayOfWeek.SUNDAY))
            + d.with(x -> x.plus(1, ChronoUnit.DECADES)) + d.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + d.get(IsoFields.QUARTER_OF_YEAR)
            + d.get(WeekFields.of(Locale.US).weekOfYear()) + d.get(JulianFields.JULIAN_DAY.range() != null ? ChronoField.ALIGNED_WEEK_OF_MONTH : null) + d.getLong(JulianFields.MODIFIED_JULIAN_DAY) + d.range(ChronoField.DAY_OF_MONTH));
        p(YearMonth.of(2023, 2).lengthOfMonth() + " " + YearMonth.parse("2023-11").plusMonths(3) + Year.of(1900).isLeap()
            + MonthDay.of(2, 29).isValidYear(2023) + MonthDay.parse("--12-25") + DayOfWeek.FRIDAY.minus(10) + Month.JANUARY.minus(1)
            + Month.FEBRUARY.length(true) + Month.MAY.firstMonthOfQuarter() + Month.MARCH.getDisplayName(TextStyle.SHORT, Locale.GERMANY)
            + DayOfWeek.SUNDAY.getDisplayName(TextStyle.FULL, Locale.FRANCE) + YearMonth.of(2024, 2).atEndOfMonth());
        Instant i = Instant.ofEpochSecond(1_700_000_000, 123_456_789);
            p(i + " " + i.plusMillis(5) + i.truncatedTo(ChronoUnit.DAYS) + i.toEpochMilli() + Instant.parse("1970-01-01T00:00:01Z").getEpochSecond()
                + Instant.EPOCH + Instant.MIN + i.until(i.plusSeconds(90), ChronoUnit.MINUTES) + Instant.ofEpochMilli(-1));
        p(Clock.fixed(i, ZoneOffset.UTC).instant() + " " + LocalDate.now(Clock.fixed(i, ZoneOffset.UTC))
            + Clock.offset(Clock.fixed(i, ZoneOffset.UTC), Duration.ofDays(1)).millis());
        p(ThaiBuddhistDate.from(d) + " " + JapaneseDate.from(d) + " " + MinguoDate.from(d) + " " + HijrahDate.from(d) + " "
            + IsoChronology.INSTANCE.isLeapYear(2100) + ThaiBuddhistDate.of(2567, 1, 1).isLeapYear() + Chronology.of("ISO"));
        LocalDate easter = LocalDate.of(2000, 1, 1); int fri13 = 0;
            for (LocalDate x = easter; x.getYear() < 2010; x = x.plusMonths(1)) if (x.withDayOfMonth(13).getDayOfWeek() == DayOfWeek.FRIDAY) fri13++;
        p(fri13); List<LocalDate> ls = new ArrayList<>(List.of(d, LocalDate.EPOCH, LocalDate.of(1999, 12, 31)));
        Collections.sort(ls); p(ls);
    }
}
