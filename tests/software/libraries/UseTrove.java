// Trove, HPPC's kin: primitive collections; Jama and colt: matrices.
// jars: trove4j.jar jama.jar colt.jar concurrent.jar
import gnu.trove.list.array.TIntArrayList;
import gnu.trove.map.hash.TIntObjectHashMap;
import gnu.trove.set.hash.TLongHashSet;

public class UseTrove {
    public static void main(String[] args) throws Exception {
        TIntArrayList list = new TIntArrayList(new int[] {5, 3, 9});
        list.sort();
        TIntObjectHashMap<String> map = new TIntObjectHashMap<>();
        map.put(7, "seven");
        System.out.println(list + " " + map.get(7) + " " + map.get(8) + " " + new TLongHashSet(new long[] {1, 1, 2}).size() + " " + list.binarySearch(9));
        Jama.Matrix matrix = new Jama.Matrix(new double[][] {{4, 1}, {2, 3}});
        System.out.printf("%.3f %.3f%n", matrix.det(), matrix.inverse().get(0, 0));
        System.out.println(new cern.colt.matrix.linalg.Algebra().det(new cern.colt.matrix.impl.DenseDoubleMatrix2D(new double[][] {{1, 2}, {3, 4}})));
    }
}
