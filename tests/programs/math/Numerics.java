// Numeric kernels: matrix multiply, FFT, ODE, Newton, Simpson, statistics, complex numbers; printed exactly.
import java.util.*;
import java.util.function.*;
public class Numerics {
    static void p(Object o) { System.out.println(o); }
    record C(double re, double im) { C plus(C o) { return new C(re + o.re, im + o.im);
        } C minus(C o) { return new C(re - o.re, im - o.im); } C times(C o) { return new C(re * o.re - im * o.im, re * o.im + im * o.re);
        } }
    static C[] fft(C[] x) { int n = x.length; if (n == 1) return x; C[] e = new C[n / 2], o = new C[n / 2];
        for (int i = 0; i < n / 2; i++) { e[i] = x[2 * i]; o[i] = x[2 * i + 1];
        } e = fft(e); o = fft(o); C[] r = new C[n]; for (int k = 0; k < n / 2; k++) {
            double a = -2 * Math.PI * k / n; C t = new C(StrictMath.cos(a), StrictMath.sin(a)).times(o[k]);
            r[k] = e[k].plus(t); r[k + n / 2] = e[k].minus(t); } return r; }
    static double simpson(DoubleUnaryOperator f, double a, double b, int n) {
        double h = (b - a) / n, s = f.applyAsDouble(a) + f.applyAsDouble(b);
            for (int i = 1; i < n; i++) s += f.applyAsDouble(a + i * h) * (i % 2 == 0 ? 2 : 4);
        return s * h / 3; }
    static double[][] mul(double[][] a, double[][] b) { int n = a.length; double[][] c = new double[n][n];
        for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) { double v = a[i][k];
            for (int j = 0; j < n; j++) c[i][j] += v * b[k][j]; } return c; }
    static double det(double[][] m) { int n = m.length; double d = 1; double[][] a = new double[n][];
        for (int i = 0; i < n; i++) a[i] = m[i].clone(); for (int i = 0; i < n; i++) {
            int pv = i; for (int r = i + 1; r < n; r++) if (Math.abs(a[r][i]) > Math.abs(a[pv][i])) pv = r;
            if (pv != i) { double[] t = a[i]; a[i] = a[pv]; a[pv] = t; d = -d; } if (a[i][i] == 0) return 0;
            d *= a[i][i]; for (int r = i + 1; r < n; r++) { double f = a[r][i] / a[i][i];
                for (int c = i; c < n; c++) a[r][c] -= f * a[i][c]; } } return d; }
    static float kahan(float[] v) { float s = 0, c = 0; for (float x : v) { float y = x - c, t = s + y; c = (t - s) - y; s = t; } return s; }
    static double bisect(DoubleUnaryOperator f, double a, double b) { for (int i = 0; i < 100; i++) {
            double m = (a + b) / 2; if (f.applyAsDouble(a) * f.applyAsDouble(m) <= 0) b = m;
            else a = m; } return a; }
    public static void main(String[] args) {
        C[] x = new C[16]; for (int i = 0; i < 16; i++) x[i] = new C(i % 5 - 2, i % 3);
        for (C c : fft(x)) System.out.print(c.re() + "," + c.im() + " "); p("");
        p(simpson(t -> t * t * t, 0, 2, 10) + " " + simpson(StrictMath::sin, 0, Math.PI, 100) + " " + bisect(t -> t * t - 2, 0, 2) + " "
            + bisect(t -> t * t * t - t - 2, 1, 2));
        int n = 24; double[][] a = new double[n][n], b = new double[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 - 5 + 0.25; b[i][j] = 1.0 / (i + j + 1);
        } double[][] c = mul(a, b); for (int i = 0; i < 3; i++) c = mul(c, b); double tr = 0;
        for (int i = 0; i < n; i++) tr += c[i][i]; p(tr + " " + Arrays.deepHashCode(c));
        p(det(new double[][]{{2, 0, 1}, {1, 3, 2}, {1, 1, 4}}) + " " + det(new double[][]{{1, 2}, {2, 4}}));
        float[] v = new float[10000]; for (int i = 0; i < v.length; i++) v[i] = 0.1f + i % 7 * 1e-4f;
        float naive = 0; for (float q : v) naive += q; p(naive + " " + kahan(v));
        double y = 1, h = 0.01; for (int i = 0; i < 100; i++) { double k1 = -y, k2 = -(y + h / 2 * k1), k3 = -(y + h / 2 * k2), k4 = -(y + h * k3);
            y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4); } p(y + " " + StrictMath.exp(-1));
        double[] pos = {0, 1, 0.5}, vel = {0.1, 0, -0.2}; for (int s = 0; s < 1000; s++) for (int i = 0; i < 3; i++) {
            double f = 0; for (int j = 0; j < 3; j++) if (i != j) { double d = pos[j] - pos[i];
                f += d / (Math.abs(d * d * d) + 0.05); } vel[i] += f * 1e-3; pos[i] += vel[i] * 1e-3;
        } p(Arrays.toString(pos) + Arrays.toString(vel)); long[] dd = {2, 3, 5, 7};
        double gm = 1; for (long q : dd) gm *= q; p(Math.sqrt(Math.sqrt(gm))); double[] data = {2, 4, 4, 4, 5, 5, 7, 9};
        double mean = Arrays.stream(data).average().getAsDouble(), var = 0; for (double q : data) var += (q - mean) * (q - mean);
        p(mean + " " + Math.sqrt(var / data.length)); double hor = 0; for (double co : new double[]{1, -3.5, 2.25, 0.125}) hor = hor * 1.7 + co;
        p(hor); double lg = 0.5; StringBuilder sb = new StringBuilder(); for (int i = 0; i < 60; i++) {
            lg = 3.9 * lg * (1 - lg); if (i % 10 == 0) sb.append(lg).append(' '); }
        p(sb); float lf = 0.5f; for (int i = 0; i < 60; i++) lf = 3.9f * lf * (1 - lf);
        p(lf); double pi = 0; for (int i = 0; i < 100000; i++) pi += (i % 2 == 0 ? 4.0 : -4.0) / (2 * i + 1);
        p(pi); double cf = 1; for (int i = 0; i < 40; i++) cf = 1 + 1 / cf; p(cf);
        double e = 1, fct = 1; for (int i = 1; i < 20; i++) { fct *= i; e += 1 / fct;
        } p(e); double big = 1e16; p((big + 1 - big) + " " + (big + 2 - big) + " " + (0.1 + 0.2 + 0.3) + " " + (0.3 + 0.2 + 0.1) + " "
            + (float) (0.1f + 0.2f) + " " + 1.0 / 49 * 49 + " " + 1e308 * 10 / 10 + " " + 5e-324 / 2 + " " + 3 * 1.1f);
        double[][] spec = new double[30][30]; for (int i = 0; i < 30; i++) for (int j = 0; j < 30;
            j++) spec[i][j] = 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1);
        double[] u = new double[30], w = new double[30]; Arrays.fill(u, 1); for (int k = 0; k < 10; k++) {
            for (int i = 0; i < 30; i++) { w[i] = 0; for (int j = 0; j < 30; j++) w[i] += spec[i][j] * u[j];
            } for (int i = 0; i < 30; i++) { u[i] = 0; for (int j = 0; j < 30; j++) u[i] += spec[j][i] * w[j];
            } } double vv = 0, uv = 0; for (int i = 0; i < 30; i++) { uv += u[i] * w[i];
            vv += w[i] * w[i]; } p(uv / vv);
    }
}
