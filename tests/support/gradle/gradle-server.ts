import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { keptFolder } from '#tests/support/packages/kept-folder.ts'
import { type OutsideFolder, serveOutside } from '#tests/support/packages/outside-folder.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { unpackDebianPackages } from '#toolchains/debian/debian-packages.ts'

/** What Gradle 4.4.1 of Debian is made of, and runs on. */
const suite = 'bookworm'
const version = '4.4.1'
export const gradleJava = '17'
const ownPackages = ['gradle', 'libgradle-core-java', 'libgradle-plugins-java']
const libraries =
  `ant ant-optional bnd groovy ivy junit4 testng libantlr-java libaopalliance-java libasm-java libatinject-jsr330-api-java libbcel-java
  libbcpg-java libbcprov-java libbsf-java libbsh-java libcdi-api-java libcommons-cli-java libcommons-codec-java libcommons-collections3-java
  libcommons-compress-java libcommons-io-java libcommons-lang-java libcommons-lang3-java libcommons-logging-java libdd-plist-java libdom4j-java
  libeclipse-jdt-annotation-java libel-api-java liberror-prone-java libfelix-framework-java libfelix-gogo-runtime-java libfelix-resolver-java
  libfindbugs-java libgeronimo-interceptor-3.0-spec-java libgoogle-gson-java libguava-java libguice-java libhamcrest-java libhawtjni-runtime-java
  libhttpclient-java libhttpcore-java libjansi-native-java libjansi1-java libjarjar-java libjatl-java libjavaewah-java libjaxen-java libjcifs-java
  libjcip-annotations-java libjcommander-java libjetty9-java libjformatstring-java libjgit-java libjline2-java libjna-java libjsch-java libjsoup-java
  libjsp-api-java libjsr305-java libjzlib-java libkryo-java liblogback-java libmaven-resolver-java libmaven3-core-java libminlog-java
  libnative-platform-java libnekohtml-java libobjenesis-java libosgi-annotation-java libosgi-compendium-java libosgi-core-java
  libplexus-cipher-java libplexus-classworlds-java libplexus-component-annotations-java libplexus-container-default-java
  libplexus-interpolation-java libplexus-sec-dispatcher-java libplexus-utils2-java libpolyglot-maven-java libqdox-java libreflectasm-java
  librhino-java libservlet-api-java libsimple-http-java libsisu-inject-java libsisu-plexus-java libslf4j-java libwagon-file-java libwagon-http-java
  libwagon-provider-api-java libwebsocket-api-java libxbean-reflect-java libxerces2-java libxml-commons-external-java
  libxml-commons-resolver1.1-java libxpp3-java libxstream-java libxz-java libyaml-snake-java`.split(
    /\s+/,
  )

/** The distribution of Gradle, and a Maven repository with `com.example:greeting:1.0`, outside of this machine. */
export interface GradleServer extends OutsideFolder {
  distributionUrl: string
  /** Path of the distribution, as `asked` has it. */
  distribution: string
  mavenRepository: string
  /** Path of `gradle-wrapper.jar` on this machine. */
  wrapperJar: string
}

export async function openGradleServer(): Promise<GradleServer> {
  const folder = await packedGradle()
  const server = await serveOutside(folder)
  const distribution = `/gradle-${version}-bin.zip`
  return {
    ...server,
    distribution,
    distributionUrl: `${server.address}${distribution}`,
    mavenRepository: `${server.address}/maven/`,
    wrapperJar: join(folder, 'gradle-wrapper.jar'),
  }
}

/** The files of the server, made from packages of Debian once for all tests of this checkout. */
async function packedGradle(): Promise<string> {
  const java = { name: 'java', version: gradleJava }
  const provide = await provideTools(java)
  const jdk = join(await provide(java), 'bin')
  const sources = [fileURLToPath(import.meta.url), locator]
  const texts = await Promise.all(sources.map((path) => readFile(path, 'utf8')))
  return keptFolder('gradle', texts.join(), (temporary, signal) => pack(temporary, jdk, signal))
}

const locator = fileURLToPath(new URL('CurrentGradleInstallationLocator.java', import.meta.url))

async function pack(temporary: string, jdk: string, signal: AbortSignal): Promise<void> {
  const root = join(temporary, 'root')
  const apt = { temporary: join(temporary, 'apt'), root, signal }
  await unpackDebianPackages({ suite, names: [...ownPackages, ...libraries], ...apt })
  const program = (name: string, args: readonly string[], cwd = temporary) =>
    runOrThrow([join(jdk, name), ...args], { signal, cwd })

  const home = join(temporary, 'archive', `gradle-${version}`)
  const lib = join(home, 'lib')
  for (const folder of [lib, join(home, 'bin')]) await mkdir(folder, { recursive: true })
  await copyFile(join(root, 'usr/share/gradle/bin/gradle'), join(home, 'bin/gradle'))
  const jars = join(root, 'usr/share/java')
  for (const name of await readdir(jars)) {
    // Each is there with and without its version; Gradle looks for its own and a few others by it.
    const isVersioned = /-\d[\w.+~-]*\.jar$/.test(name)
    const isLookedForByIt = /^(gradle-|(ant|ant-launcher|commons-cli)-\d)/.test(name)
    if (name.endsWith('.jar') && isVersioned === isLookedForByIt) {
      await copyFile(join(jars, name), join(lib, name)).catch(unlessDangling)
    }
  }
  const api = join(lib, `gradle-core-api-${version}.jar`)
  const classes = join(temporary, 'classes')
  await program('javac', ['--release', '8', '-cp', api, '-d', classes, locator])
  await program('jar', ['--update', '--file', api, '-C', classes, '.'])

  const served = join(temporary, 'made')
  const zip = join(served, `gradle-${version}-bin.zip`)
  await mkdir(served)
  const archive = ['--create', '--no-manifest', '--no-compress', '--file', zip]
  await program('jar', [...archive, '-C', join(temporary, 'archive'), '.'])
  await program(
    'jar',
    ['--extract', '--file', join(lib, `gradle-plugins-${version}.jar`), 'gradle-wrapper.jar'],
    served,
  )
  // Debian's lacks the file that the wrapper takes its own version from.
  const receipt = join(temporary, 'receipt')
  await mkdir(receipt)
  await writeFile(join(receipt, 'build-receipt.properties'), `versionNumber=${version}\n`)
  await program('jar', [
    '--update',
    '--file',
    join(served, 'gradle-wrapper.jar'),
    '-C',
    receipt,
    '.',
  ])
  await packGreeting(temporary, program)
}

/** A link may lead to an alternative that a script of the package would make. */
function unlessDangling(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function packGreeting(
  temporary: string,
  program: (name: string, args: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const source = join(temporary, 'Greeting.java')
  await writeFile(
    source,
    'package greeting; public class Greeting { public static final String TEXT = "Hello from a mirror"; }',
  )
  const classes = join(temporary, 'greeting')
  await program('javac', ['--release', '8', '-d', classes, source])
  const folder = join(temporary, 'made/maven/com/example/greeting/1.0')
  await mkdir(folder, { recursive: true })
  const name = join(folder, 'greeting-1.0')
  await program('jar', ['--create', '--file', `${name}.jar`, '-C', classes, '.'])
  await writeFile(
    `${name}.pom`,
    '<project><modelVersion>4.0.0</modelVersion><groupId>com.example</groupId><artifactId>greeting</artifactId><version>1.0</version></project>',
  )
}
