/** An interface for the seeds. */
public interface Shape {
    double area();

    default String label() {
        return "shape";
    }

    static int count(Shape[] shapes) {
        return shapes.length;
    }
}
