// Apache commons-math: statistics, linear algebra, integration, optimisation, random numbers.
// jars: commons-math3.jar
import org.apache.commons.math3.analysis.integration.SimpsonIntegrator;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.linear.*;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;

public class UseMath3 {
    public static void main(String[] args) throws Exception {
        DescriptiveStatistics statistics = new DescriptiveStatistics();
        MersenneTwister random = new MersenneTwister(42);
        for (int i = 0; i < 100; i++) {
            statistics.addValue(random.nextDouble());
        }
        System.out.printf("%.6f %.6f %.6f%n", statistics.getMean(), statistics.getStandardDeviation(), statistics.getPercentile(90));
        RealMatrix matrix = MatrixUtils.createRealMatrix(new double[][] {{2, 1}, {1, 3}});
        System.out.println(new LUDecomposition(matrix).getDeterminant() + " " + new LUDecomposition(matrix).getSolver().solve(new ArrayRealVector(new double[] {3, 5})));
        System.out.printf("%.9f %.9f%n", new SimpsonIntegrator().integrate(1000, Math::sin, 0, Math.PI), new BrentSolver().solve(100, x -> x * x - 2, 0, 2));
        System.out.println(new Complex(1, 2).multiply(new Complex(3, -1)) + " " + new NormalDistribution().cumulativeProbability(0));
    }
}
