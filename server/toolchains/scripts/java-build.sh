#!/bin/sh
# A build tool of Java with the caches, the mirror and the proxies of the platform:
#   java-build <maven|gradle|ant> [--wrapper] [--kept] [--start] -- <words for the tool>
# --wrapper runs the application's own mvnw or gradlew. With --kept, what is downloaded lies in the application's folder, where its start finds it,
# instead of in the cache of its builds. --start runs what serves instead of building.
# A star in an option is no name of files.
set -euf

tool=$1
shift
wrapper='' kept='' start=''
while [ $# -gt 0 ]; do
  option=$1
  shift
  case $option in
    --wrapper) wrapper=yes ;;
    --kept) kept=yes ;;
    --start) start=yes ;;
    --) break ;;
  esac
done

home=${JAVA_BUILD_CACHE:-$HOME/.cache}/$tool
[ -z "$kept" ] || home=$PWD/.$tool-home
mkdir -p "$home"

xml() { printf %s "$1" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'; }

maven_settings() {
  echo "<settings><localRepository>$(xml "$home/repository")</localRepository><mirrors>"
  [ -z "${MAVEN_MIRROR:-}" ] || echo "<mirror><id>platform</id><mirrorOf>central</mirrorOf><url>$(xml "$MAVEN_MIRROR")</url></mirror>"
  # As in the settings of Maven itself, which these stand for: nothing comes unencrypted, unless the operator says so.
  echo '<mirror><id>maven-default-http-blocker</id><mirrorOf>external:http:*</mirrorOf><url>http://0.0.0.0/</url><blocked>true</blocked></mirror>'
  echo '</mirrors><proxies>'
  maven_proxy http
  maven_proxy https
  echo '</proxies></settings>'
}

# Maven does not read the options of its JVM for this.
maven_proxy() {
  host='' port='' except=''
  for word in ${JAVA_PROXIES:-}; do
    case $word in
      "-D$1.proxyHost="*) host=${word#*=} ;;
      "-D$1.proxyPort="*) port=${word#*=} ;;
      -Dhttp.nonProxyHosts=*) except=${word#*=} ;;
    esac
  done
  [ -z "$host" ] || echo "<proxy><id>$1</id><protocol>$1</protocol><host>$(xml "$host")</host><port>$port</port><nonProxyHosts>$(xml "$except")</nonProxyHosts></proxy>"
}

# Gradle knows no mirrors: the address of Maven Central is replaced wherever a build asks for it.
gradle_settings() {
  cat <<'END'
def mirror = System.getenv('MAVEN_MIRROR')
if (mirror) {
  def replace = { repositories -> repositories.all { repository ->
    if (repository instanceof MavenArtifactRepository && "${repository.url}".contains('//repo.maven.apache.org/maven2')) {
      repository.url = mirror
      if (mirror.startsWith('http:') && repository.hasProperty('allowInsecureProtocol')) repository.allowInsecureProtocol = true
    }
  } }
  allprojects { replace(buildscript.repositories); replace(repositories) }
  settingsEvaluated { settings ->
    if (settings.hasProperty('pluginManagement')) replace(settings.pluginManagement.repositories)
    if (settings.hasProperty('dependencyResolutionManagement')) replace(settings.dependencyResolutionManagement.repositories)
  }
}
END
}

# Two collectors are an error.
collector() {
  case "$1 ${MAVEN_OPTS:-} ${GRADLE_OPTS:-} ${ANT_OPTS:-} ${JAVA_TOOL_OPTIONS:-}" in
    *-XX:+Use*GC*) ;;
    *) echo -XX:+UseSerialGC ;;
  esac
}

# A short build is over before the second compiler of the JVM pays for itself: with the first one alone it takes half the processor time.
short_build_options() {
  collector ''
  sources=$(find . \( -name .git -o -name node_modules -o -name target -o -name build \) -prune -o \( -name '*.java' -o -name '*.kt' -o -name '*.groovy' \) -print | head -n 200 | wc -l)
  [ "$sources" -ge 200 ] || echo -XX:TieredStopAtLevel=1
}

options="${JAVA_PROXIES:-} ${JAVA_BUILD_MEMORY:-}"
if [ "$start" ]; then
  [ "$PORT" = 8080 ] || export SERVER_PORT="$PORT" QUARKUS_HTTP_PORT="$PORT" MICRONAUT_SERVER_PORT="$PORT"
  given="${JAVA_OPTS:-} ${CC_EXTRA_JAVA_ARGS:-}"
  # Where a goal runs the application in a JVM of its own, that one gets the memory, and the tool only what it needs to wait.
  case "$tool $* " in
    gradle* | *spring-boot:run* | *quarkus:run* | *exec:exec*)
      options="-XX:MaxHeapSize=128m -XX:TieredStopAtLevel=1 $(collector "$given")"
      export JAVA_TOOL_OPTIONS="$given ${JAVA_TOOL_OPTIONS:-}"
      ;;
    *) options=$given ;;
  esac
else
  options="$options $(short_build_options | tr '\n' ' ')"
fi

# Options of the owner come last, so that theirs count.
case $tool in
  maven)
    # An instance has no mirror in its environment: it takes what the build has written.
    [ "$start" ] && [ -s "$home/platform.xml" ] || maven_settings >"$home/platform.xml"
    # Where the wrapper keeps the Maven that it downloads, and whom it asks for it.
    export MAVEN_USER_HOME="$home"
    [ -z "${MAVEN_MIRROR:-}" ] || export MVNW_REPOURL="${MAVEN_MIRROR%/}"
    # A line for each file that is downloaded buries everything else; older lines of Maven have no option for it.
    export MAVEN_OPTS="$options -Dorg.slf4j.simpleLogger.log.org.apache.maven.cli.transfer.Slf4jMavenTransferListener=warn ${MAVEN_OPTS:-}"
    set -- --batch-mode --global-settings "$home/platform.xml" "$@"
    [ -z "$wrapper" ] || exec sh ./mvnw "$@"
    exec mvn "$@"
    ;;
  gradle)
    export GRADLE_USER_HOME="$home"
    gradle_settings >"$home/platform.gradle"
    export GRADLE_OPTS="$options ${GRADLE_OPTS:-}"
    # Unless the build says so itself, it works in the JVM that is there, which has the same options.
    grep -qs '^ *org\.gradle\.jvmargs' gradle.properties || set -- "-Dorg.gradle.jvmargs=$GRADLE_OPTS" "$@"
    exec sh ./gradlew --no-daemon --console=plain --init-script "$home/platform.gradle" "$@"
    ;;
  ant)
    export ANT_OPTS="$options ${ANT_OPTS:-}"
    exec ant -noinput "$@"
    ;;
esac
