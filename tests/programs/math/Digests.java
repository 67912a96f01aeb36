// MessageDigest MD5/SHA-1/SHA-256/SHA-512/SHA3, HMAC, CRC32, CRC32C, Adler32, checked streams, SecureRandom existence.
import java.io.*;
import java.nio.ByteBuffer;
import java.security.*;
import java.util.*;
import java.util.zip.*;
public class Digests {
    static void p(Object o) { System.out.println(o); }
    static String hex(byte[] b) { return HexFormat.of().formatHex(b); }
    public static void main(String[] args) throws Exception {
        byte[] big = new byte[100_000]; for (int i = 0; i < big.length; i++) big[i] = (byte) (i * 31 >> 3);
        byte[][] in = {new byte[0], "abc".getBytes("UTF-8"), "The quick brown fox jumps over the lazy dog".getBytes("UTF-8"), new byte[64],
            new byte[127], big};
        for (String a : new String[]{"MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/256", "SHA3-256", "SHA3-512", "MD2"}) {
            MessageDigest m = MessageDigest.getInstance(a); for (byte[] b : in) p(a + " " + hex(m.digest(b)));
            m.update((byte) 'a'); m.update("bc".getBytes(), 0, 2); MessageDigest c = (MessageDigest) m.clone();
            p(hex(m.digest()) + " " + m.getDigestLength() + " " + m.getAlgorithm());
            c.update(ByteBuffer.wrap(new byte[]{1, 2})); p(hex(c.digest())); m.update((byte) 1);
            m.reset(); p(MessageDigest.isEqual(m.digest(), m.digest(new byte[0])));
        }
        try { MessageDigest.getInstance("NOPE-1"); } catch (NoSuchAlgorithmException e) {
            p(e.getMessage()); } for (Checksum c : new Checksum[]{new CRC32(), new Adler32(), new CRC32C()}) {
            StringBuilder s = new StringBuilder(c.getClass().getSimpleName()); for (byte[] b : in) {
                c.reset(); c.update(b); s.append(' ').append(c.getValue()); } c.reset();
            c.update(65); c.update(big, 10, 1000); c.update(ByteBuffer.wrap(big, 5, 50));
            ByteBuffer d = ByteBuffer.allocateDirect(100); d.put(big, 0, 100).flip();
            c.update(d); p(s + " " + c.getValue() + " " + d.remaining()); }
        CheckedInputStream ci = new CheckedInputStream(new ByteArrayInputStream(big), new CRC32());
        byte[] buf = new byte[333]; int n, t = 0; while ((n = ci.read(buf)) > 0) t += n;
        p(t + " " + ci.getChecksum().getValue()); CheckedOutputStream co = new CheckedOutputStream(new ByteArrayOutputStream(), new Adler32());
        co.write(big, 0, 500); co.write(7); p(co.getChecksum().getValue());
            DigestInputStream di = new DigestInputStream(new ByteArrayInputStream(big), MessageDigest.getInstance("SHA-256"));
        di.readAllBytes(); p(hex(di.getMessageDigest().digest()));
            DigestOutputStream dos = new DigestOutputStream(OutputStream.nullOutputStream(), MessageDigest.getInstance("MD5"));
        dos.write(big); dos.on(false); dos.write(1); p(hex(dos.getMessageDigest().digest()));
        for (String a : new String[]{"HmacMD5", "HmacSHA1", "HmacSHA256", "HmacSHA512"}) {
            javax.crypto.Mac m = javax.crypto.Mac.getInstance(a); m.init(new javax.crypto.spec.SecretKeySpec("key".getBytes(), a));
            p(a + " " + hex(m.doFinal(in[2]))); } javax.crypto.Cipher ae = javax.crypto.Cipher.getInstance("AES/CBC/PKCS5Padding");
        ae.init(javax.crypto.Cipher.ENCRYPT_MODE, new javax.crypto.spec.SecretKeySpec(new byte[16], "AES"),
            new javax.crypto.spec.IvParameterSpec(new byte[16]));
        byte[] enc = ae.doFinal(in[2]); p(hex(enc)); ae.init(javax.crypto.Cipher.DECRYPT_MODE,
            new javax.crypto.spec.SecretKeySpec(new byte[16], "AES"), new javax.crypto.spec.IvParameterSpec(new byte[16]));
        p(new String(ae.doFinal(enc))); SecureRandom sr = new SecureRandom(); byte[] rb = new byte[16];
        sr.nextBytes(rb); int nz = 0; for (byte b : rb) if (b != 0) nz++; p((nz > 0) + " " + sr.generateSeed(4).length + (sr.nextInt(10) < 10));
        p(MessageDigest.isEqual(new byte[]{1}, new byte[]{2}) + " "
            + String.format("%032x", new java.math.BigInteger(1, MessageDigest.getInstance("MD5").digest("x".getBytes()))) + " "
            + (Security.getProviders().length > 3));
        KeyPairGenerator kg = KeyPairGenerator.getInstance("RSA"); kg.initialize(512);
        KeyPair kp = kg.generateKeyPair(); Signature sg = Signature.getInstance("SHA256withRSA");
        sg.initSign(kp.getPrivate()); sg.update(in[1]); byte[] sig = sg.sign();
        sg.initVerify(kp.getPublic()); sg.update(in[1]); p(sg.verify(sig) + " " + sig.length);
        sg.initVerify(kp.getPublic()); sg.update(in[2]); p(sg.verify(sig));
    }
}
