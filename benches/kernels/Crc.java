// A table-driven checksum over bytes.
public class Crc {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 700;
        int[] table = new int[256];
        for (int i = 0; i < 256; i++) {
            int c = i;
            for (int k = 0; k < 8; k++) {
                c = (c & 1) != 0 ? c >>> 1 ^ 0xedb88320 : c >>> 1;
            }
            table[i] = c;
        }
        byte[] data = new byte[64 * 1024];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 31 + (i >> 8));
        }
        int crc = -1;
        for (int r = 0; r < rounds; r++) {
            for (int i = 0; i < data.length; i++) {
                crc = table[(crc ^ data[i]) & 0xff] ^ crc >>> 8;
            }
        }
        System.out.println("crc " + crc);
    }
}
