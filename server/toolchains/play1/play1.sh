#!/bin/sh
# The commands of Play 1 that a platform needs, without the Python launcher of the framework.
#   play1 dependencies|precompile|run --%<profile>
set -eu
command=$1
profile=${2#--%}
home=${0%/*}/..
for jar in "$home"/framework/play-*.jar; do play=$jar; done
version=${play##*/play-}
version=${version%.jar}
app=$PWD

# Play's own launcher puts the jars of the application and of its modules before those of the framework.
classpath="$app/conf:$play"
for jar in "$app"/lib/*.jar "$app"/lib/*/*.jar; do [ -e "$jar" ] && classpath="$classpath:$jar"; done
for module in "$app"/modules/*; do
    [ -f "$module" ] && module=$(cat "$module")
    for jar in "$module"/lib/*.jar; do [ -e "$jar" ] && classpath="$classpath:$jar"; done
done
classpath="$classpath:$home/framework/lib/*"

# A policy or an old class file must not be a reason to fail: the framework rewrites classes while it loads them.
set -- -Dfile.encoding=utf-8 "-Dapplication.path=$app" "-Dplay.id=$profile" "-Dplay.version=$version"

# A command of a build is over before the second compiler of the JVM pays for itself: with the first one alone it takes little more than
# half the processor time. Two collectors are an error.
short='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
case "${JAVA_TOOL_OPTIONS:-}" in
    *-XX:+Use*GC*) short=-XX:TieredStopAtLevel=1 ;;
esac

case $command in
    dependencies)
        # The Ivy of the framework is too old to speak TLS to Maven Central. Its progress bar is left out of the log.
        code=0
        log=$(mktemp)
        # shellcheck disable=SC2086 # options are words
        java $short "$@" "-Dframework.path=$home" -Dplay.forcedeps=false -Dplay.trimdeps=false -Dplay.shortModuleNames=true \
            -Divy.maven.lookup.sources=false -Divy.maven.lookup.javadoc=false \
            "-Duser.home=${PLAY1_CACHE:-$HOME}" \
            -cp "$home/ivy.jar:$classpath" play.deps.DependenciesManager --forProd --forceCopy >"$log" 2>&1 || code=$?
        tr '\r' '\n' <"$log" | grep -Ev '^(~[[:space:]]*|.*downloading .*|[[:space:]]*)$' || true
        # The dependency manager itself ends well without them.
        grep -q '^~ Some dependencies are still missing' "$log" && code=1
        rm -f "$log"
        exit "$code"
        ;;
    precompile)
        # shellcheck disable=SC2086 # options are words
        exec java $short -noverify "-javaagent:$play" "$@" -Dprecompile=yes -cp "$classpath" play.server.Server
        ;;
    run)
        # shellcheck disable=SC2086 # options are words
        exec java -noverify "-javaagent:$play" ${PLAY1_MEMORY:-} ${JAVA_OPTS:-} "$@" -Dprecompiled=true \
            -cp "$classpath" play.server.Server "--http.port=${PORT:-8080}"
        ;;
    *)
        echo "play1: no command $command" >&2
        exit 2
        ;;
esac
