// java.util.Random with fixed seeds: every method and stream; SplittableRandom seeded; RandomGenerator by name.
import java.util.*;
import java.util.random.*;
import java.util.stream.*;
public class Randoms {
    static void p(Object o) { System.out.println(o); }
    static void ex(Runnable r) { try { r.run(); p("ok"); } catch (RuntimeException e) { p(e.getClass().getSimpleName() + " " + e.getMessage()); } }
    static void gen(RandomGenerator r) { StringBuilder s = new StringBuilder();
        for (int i = 0; i < 4; i++) s.append(r.nextInt()).append(' ').append(r.nextInt(100)).append(' ').append(r.nextInt(5,
            9)).append(' ').append(r.nextLong()).append(' ').append(r.nextLong(1L << 40)).append(' ').append(r.nextLong(-5,
                5)).append(' ').append(r.nextDouble()).append(' ').append(r.nextDouble(2)).append(' ').append(r.nextDouble(-1,
                    1)).append(' ').append(r.nextFloat()).append(' ').append(r.nextBoolean()).append(' ').append(r.nextGaussian()).append(' ').append(r.nextGaussian(10, 2)).append(' ').append(r.nextExponential()).append(';');
        byte[] b = new byte[11]; r.nextBytes(b); p(s + Arrays.toString(b)); }
    public static void main(String[] args) {
        for (long seed : new long[]{0, 1, 42, -1, Long.MAX_VALUE, 123456789012L}) {
            Random r = new Random(seed); StringBuilder s = new StringBuilder();
                for (int i = 0; i < 5; i++) s.append(r.nextInt()).append(' ').append(r.nextInt(10)).append(' ').append(r.nextInt(64)).append(' ').append(r.nextInt((1 << 30) + 1)).append(' ').append(r.nextLong()).append(' ').append(r.nextFloat()).append(' ').append(r.nextDouble()).append(' ').append(r.nextGaussian()).append(' ').append(r.nextBoolean()).append("; ");
            byte[] b = new byte[7]; r.nextBytes(b); p(seed + " " + s + Arrays.toString(b));
        }
        Random r = new Random(7); p(r.ints(5).boxed().toList() + " " + r.ints(5, -10, 10).boxed().toList() + r.longs(3).boxed().toList()
            + r.longs(3, 0, 1000).boxed().toList() + r.doubles(3).boxed().toList() + r.doubles(2, 5, 6).boxed().toList() + r.ints().limit(2).sum()
            + " " + r.ints(0, 6).limit(10).boxed().toList());
        r.setSeed(7); p(r.nextInt() == new Random(7).nextInt());
        ex(() -> new Random().nextInt(0)); ex(() -> new Random().nextInt(5, 5));
        ex(() -> new Random().ints(-1)); ex(() -> new Random().ints(1, 5, 2)); ex(() -> new Random().nextDouble(-1));
        ex(() -> new SplittableRandom().nextInt(-3)); ex(() -> RandomGenerator.of("NoSuch"));
        SplittableRandom sr = new SplittableRandom(99); gen(sr); SplittableRandom c = sr.split();
        gen(c); p(sr.ints(3, 0, 50).boxed().toList() + "" + sr.longs(2).boxed().toList() + sr.doubles(2).boxed().toList());
        gen(new Random(5)); for (String n : new String[]{"L64X128MixRandom", "Xoshiro256PlusPlus", "L32X64MixRandom", "Xoroshiro128PlusPlus",
            "L128X128MixRandom", "L64X1024MixRandom"}) {
            p(n); gen(RandomGeneratorFactory.of(n).create(12345L));
                } p(RandomGenerator.of("Random").getClass().getSimpleName() + RandomGeneratorFactory.of("L64X128MixRandom").stateBits()
                    + RandomGeneratorFactory.of("Random").isStatistical());
        int[] hist = new int[10]; Random h = new Random(2024); for (int i = 0; i < 20000; i++) hist[h.nextInt(10)]++;
        p(Arrays.toString(hist)); double mean = 0; for (int i = 0; i < 5000; i++) mean += h.nextGaussian();
        p(mean); List<Integer> l = IntStream.range(0, 20).boxed().collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(l, new Random(3)); p(l); int in = 0; Random m = new Random(11);
        for (int i = 0; i < 50000; i++) { double x = m.nextDouble(), y = m.nextDouble();
            if (x * x + y * y < 1) in++; } p(in); Random sub = new Random(4) { @Override protected int next(int bits) {
                return super.next(bits) & 0xff; } }; p(sub.nextInt() + " " + sub.nextInt(50) + " " + sub.nextDouble());
        java.util.concurrent.ThreadLocalRandom t = java.util.concurrent.ThreadLocalRandom.current();
        int q = t.nextInt(3, 5); p(q >= 3 && q < 5); ex(() -> t.setSeed(1)); double mr = Math.random();
        p(mr >= 0 && mr < 1);
    }
}
