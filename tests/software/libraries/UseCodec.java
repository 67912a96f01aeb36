// Apache commons-codec: Base64, hex, digests, phonetics.
// jars: commons-codec.jar
import org.apache.commons.codec.binary.*;
import org.apache.commons.codec.digest.*;
import org.apache.commons.codec.language.*;
import org.apache.commons.codec.net.URLCodec;

public class UseCodec {
    public static void main(String[] args) throws Exception {
        System.out.println(Base64.encodeBase64String("codec".getBytes()) + " " + Hex.encodeHexString(new byte[] {1, -1}) + " " + new Base32().encodeToString("x".getBytes()));
        System.out.println(DigestUtils.md5Hex("a") + " " + DigestUtils.sha512Hex("a").substring(0, 16) + " " + new HmacUtils(HmacAlgorithms.HMAC_SHA_256, "k").hmacHex("v").substring(0, 16));
        System.out.println(new Soundex().encode("Robert") + " " + new DoubleMetaphone().encode("Thompson") + " " + new URLCodec().encode("a b&c"));
        System.out.println(Integer.toHexString(MurmurHash3.hash32x86("x".getBytes())) + " " + Crypt.crypt("secret", "$1$salt"));
    }
}
