package pk;

// What the manifest of its jar says of a class's package, and assertions that options switch by package.
public class Versions {
    public static void main(String[] args) {
        Package p = Versions.class.getPackage();
        System.out.println(p.getImplementationTitle() + " " + p.getImplementationVersion() + " " + p.getImplementationVendor() + " "
            + p.getSpecificationVersion() + " " + p.isSealed() + " " + p + " " + (p == Versions.class.getPackage()));
        System.out.println(String.class.getPackage().getImplementationVersion());
        boolean enabled = false;
        assert enabled = true;
        System.out.println(enabled + " " + Versions.class.desiredAssertionStatus() + " " + Versions.class.getModule().getName() + " "
            + System.getProperty("given") + " " + String.join(",", args));
    }
}
