import java.io.IOException;
import java.io.InputStream;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Downloads the Gradle of a gradle-wrapper.properties unless it is there, and prints its folder. */
public class Wrapper {
    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        try (InputStream file = Files.newInputStream(Path.of(arguments[0]))) {
            properties.load(file);
        }
        URI address = URI.create(properties.getProperty("distributionUrl"));
        String name = Path.of(address.getPath()).getFileName().toString();
        String home = System.getenv("GRADLE_USER_HOME");
        Path distributions = Path.of(home != null ? home : System.getProperty("user.home") + "/.gradle", "distributions");
        Path place = distributions.resolve(name.replace(".zip", ""));
        if (!Files.isDirectory(place)) {
            Files.createDirectories(distributions);
            Path incoming = Files.createTempDirectory(distributions, "incoming");
            System.err.println("Downloading " + address);
            unpack(address, incoming);
            Files.move(incoming, place);
        }
        try (Stream<Path> entries = Files.list(place)) {
            System.out.println(entries.findFirst().orElseThrow());
        }
    }

    private static void unpack(URI address, Path folder) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .proxy(ProxySelector.getDefault())
                .build();
        HttpResponse<InputStream> response =
                client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) throw new IOException(address + " answered " + response.statusCode());
        try (ZipInputStream zip = new ZipInputStream(response.body())) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path path = folder.resolve(entry.getName()).normalize();
                if (!path.startsWith(folder)) throw new IOException(entry.getName() + " leads out of the archive");
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                    continue;
                }
                Files.createDirectories(path.getParent());
                Files.copy(zip, path);
                if (path.endsWith("bin/gradle")) path.toFile().setExecutable(true);
            }
        }
    }
}
