// Bouncy Castle: as a provider and by its own classes: digests, AES, elliptic curves.
// jars: bcprov.jar
import java.math.BigInteger;
import java.security.*;
import javax.crypto.*;
import javax.crypto.spec.*;
import org.bouncycastle.crypto.digests.*;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.jce.ECNamedCurveTable;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.util.encoders.Hex;

public class UseBouncyCastle {
    public static void main(String[] args) throws Exception {
        Security.addProvider(new BouncyCastleProvider());
        System.out.println(Hex.toHexString(MessageDigest.getInstance("SHA3-256", "BC").digest("x".getBytes())));
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding", "BC");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"), new GCMParameterSpec(128, new byte[12]));
        System.out.println(Hex.toHexString(cipher.doFinal("secret".getBytes())));
        byte[] block = new byte[16];
        AESEngine engine = new AESEngine();
        engine.init(true, new KeyParameter(new byte[32]));
        engine.processBlock(new byte[16], 0, block, 0);
        System.out.println(Hex.toHexString(block));
        RIPEMD160Digest digest = new RIPEMD160Digest();
        digest.update((byte) 1);
        byte[] out = new byte[digest.getDigestSize()];
        digest.doFinal(out, 0);
        System.out.println(Hex.toHexString(out));
        System.out.println(ECNamedCurveTable.getParameterSpec("secp256k1").getG().multiply(BigInteger.valueOf(12345)).normalize().getXCoord());
    }
}
