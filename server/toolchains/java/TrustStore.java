import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;

/** Writes the certificates of PEM files into a trust store. Arguments: the store, the files. Every JDK from 8 on compiles it. */
public class TrustStore {
    public static void main(String[] args) throws Exception {
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        CertificateFactory certificates = CertificateFactory.getInstance("X.509");
        for (int i = 1; i < args.length; i++) {
            try (InputStream file = new FileInputStream(args[i])) {
                for (Certificate certificate : certificates.generateCertificates(file)) {
                    store.setCertificateEntry("authority-" + store.size(), certificate);
                }
            }
        }
        try (OutputStream file = new FileOutputStream(args[0])) {
            store.store(file, "changeit".toCharArray());
        }
    }
}
