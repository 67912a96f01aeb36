// Images without a screen: pixels, rasters, geometry, PNG written and read.
import java.awt.Color;
import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Ellipse2D;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import javax.imageio.ImageIO;

public class Images {
    static BufferedImage again(BufferedImage image) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.out.println(ImageIO.write(image, "png", out));
        return ImageIO.read(new ByteArrayInputStream(out.toByteArray()));
    }

    public static void main(String[] args) throws Exception {
        BufferedImage image = new BufferedImage(20, 10, BufferedImage.TYPE_INT_ARGB);
        for (int x = 0; x < 20; x++) {
            image.setRGB(x, x / 2, new Color(x * 10, 50, 200, 128 + x).getRGB());
        }
        BufferedImage back = again(image);
        System.out.println(back.getWidth() + "x" + back.getHeight() + " " + Integer.toHexString(back.getRGB(8, 4)) + " " + back.getType());
        System.out.println(image.getRaster().getNumBands() + " " + image.getColorModel().hasAlpha());

        BufferedImage gray = new BufferedImage(4, 4, BufferedImage.TYPE_BYTE_GRAY);
        gray.getRaster().setSample(1, 1, 0, 77);
        System.out.println(again(gray).getRaster().getSample(1, 1, 0));

        IndexColorModel colours = new IndexColorModel(1, 2, new byte[] {0, -1}, new byte[] {0, 0}, new byte[] {0, 0});
        BufferedImage two = new BufferedImage(9, 2, BufferedImage.TYPE_BYTE_BINARY, colours);
        two.setRGB(5, 1, 0xffff0000);
        System.out.println(Integer.toHexString(again(two).getRGB(5, 1)) + " " + Integer.toHexString(two.getRGB(4, 1)));
        System.out.println(two.getSubimage(4, 0, 3, 2).getRGB(1, 1) == two.getRGB(5, 1));

        System.out.println(new Rectangle(1, 2, 3, 4).intersection(new Rectangle(2, 3, 9, 9)));
        Area area = new Area(new Ellipse2D.Double(0, 0, 4, 4));
        area.subtract(new Area(new Rectangle(0, 0, 2, 4)));
        System.out.println(area.contains(3, 2) + " " + area.contains(1, 2) + " " + area.getBounds2D());
        System.out.println(AffineTransform.getRotateInstance(Math.PI / 2).transform(new java.awt.Point(3, 0), null));
        System.out.println(Color.decode("#102030").brighter());
    }
}
