package org.gradle.internal.installation;

import java.io.File;
import java.net.URISyntaxException;
import java.util.List;
import java.util.stream.Collectors;

/** Debian's Gradle looks for its files where its package puts them. This one finds itself where it was unpacked, as Gradle of its own archive does. */
abstract class CurrentGradleInstallationLocator {
    public static CurrentGradleInstallation locate() throws URISyntaxException {
        File jar = new File(GradleInstallation.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        return new CurrentGradleInstallation(new GradleInstallation(jar.getParentFile().getParentFile()) {
            @Override
            public List<File> getLibDirs() {
                return super.getLibDirs().stream().filter(File::isDirectory).collect(Collectors.toList());
            }
        });
    }
}
