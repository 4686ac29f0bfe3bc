#!/bin/sh
# sbt with all its caches in the folder that builds of one application keep, and with the repositories of the platform alone: the
# built-in list names hosts that a restricted network does not reach.
set -eu
cache=${SBT_CACHE:-$HOME/.cache/sbt}
# Where Coursier puts its cache below the home that it is given.
artifacts=$cache/coursier/cache
# One for each folder of the application in which sbt is run.
kept=$cache/targets$(printf %s "${PWD#"${APP_HOME:-$PWD}"}" | tr -c 'A-Za-z0-9' _)

# Artifacts that all builds share become links in the cache of this application, with the checksums that were computed of them; one
# whose artifact is gone is downloaded again.
link_artifacts() {
    [ -d "${SBT_SHARED_ARTIFACTS:-}" ] || return 0
    find "$artifacts" -path "$SBT_SHARED_ARTIFACTS" -prune -o -xtype l -exec rm -f -- {} +
    # Some versions of cp print a line for each file that is there already.
    cp -rs --no-clobber "$SBT_SHARED_ARTIFACTS/." "$artifacts/" 2>/dev/null || :
}

# What the last build has compiled, unless the project brings such a folder itself or has no place for it any more. sbt tells by
# hashes what is still valid; times are kept to the nanosecond because it compares those of classes.
restore_targets() {
    [ -f "$kept/list" ] || return 0
    set --
    while IFS= read -r folder; do
        case $folder in
            ./project/*) ;;
            *) [ -d "${folder%/*}" ] || continue ;;
        esac
        [ -e "$folder" ] || set -- "$@" "$folder"
    done <"$kept/list"
    [ $# -eq 0 ] || tar -xf "$kept/tar" -- "$@" || echo 'What was compiled before could not be used again.' >&2
}

keep_targets() {
    rm -rf "$kept.new" && mkdir "$kept.new" &&
        find . \( -name .git -o -name node_modules \) -prune -o -type d -name target -prune -print >"$kept.new/list" &&
        tar -cf "$kept.new/tar" --format=posix --exclude='*/target/universal' --exclude='*/target/task-temp-directory' \
            --verbatim-files-from --files-from="$kept.new/list" &&
        rm -rf "$kept" && mv "$kept.new" "$kept"
}

# A short build is over before the second compiler of the JVM pays for itself: with the first one alone it takes half the processor time.
short_build_options() {
    sources=$(find . \( -name .git -o -name node_modules -o -name target \) -prune -o \( -name '*.scala' -o -name '*.java' \) -print | head -n 200 | wc -l)
    [ -f "$kept/list" ] || [ "$sources" -lt 200 ] || return 0
    echo -XX:TieredStopAtLevel=1
}

mkdir -p "$artifacts"
printf '[repositories]\n%s\n' "${SBT_REPOSITORIES:-maven-central}" >"$cache/repositories"
# Settings of the platform for every module; those of the build itself override them.
mkdir -p "$cache/global"
printf '%s\n' "${SBT_GLOBAL_SETTINGS:-}" >"$cache/global/global.sbt"
link_artifacts
restore_targets
export COURSIER_CACHE="$artifacts"

# A heap that is too small ends the build with a message, instead of letting the collector run for ever. Two collectors are an error.
collector='-XX:+UseParallelGC -XX:+ExitOnOutOfMemoryError'
case "${SBT_OPTS:-} ${JAVA_TOOL_OPTIONS:-} $*" in
    *-XX:+Use*GC*) collector=-XX:+ExitOnOutOfMemoryError ;;
esac

# As in sbt's own script, properties and other options of the JVM go to java, and the rest to sbt.
given=$#
for word in "$@"; do
    case $word in
        -D* | -X*) set -- "$@" "$word" ;;
        -J*) set -- "$@" "${word#-J}" ;;
    esac
done
set -- "$@" -jar "${0%/*}/../sbt-launch.jar"
seen=0
for word in "$@"; do
    [ "$seen" -lt "$given" ] || break
    seen=$((seen + 1))
    case $word in
        -D* | -X* | -J*) ;;
        *) set -- "$@" "$word" ;;
    esac
done
shift "$given"

code=0
# A star in an option, as in a list of hosts, is no name of files.
set -f
# The compiler calls itself deeply, hence the larger stack.
# shellcheck disable=SC2086 # options are words
java -Xss4m $collector $(short_build_options) -Dfile.encoding=UTF-8 -Dsbt.color=false -Dsbt.supershell=false \
    -Dsbt.server.autostart=false -Dsbt.ci=true \
    -Dsbt.override.build.repos=true "-Dsbt.repository.config=$cache/repositories" \
    "-Dsbt.global.base=$cache/global" "-Dsbt.boot.directory=$cache/boot" "-Dsbt.ivy.home=$cache/ivy" \
    "-Dsbt.coursier.home=$cache/coursier" \
    ${SBT_PROXIES:-} ${SBT_MEMORY:-} ${SBT_OPTS:-} "$@" || code=$?
set +f
# A file that cannot be read, or that something still writes, is no reason to fail a build that went well.
[ "$code" -ne 0 ] || keep_targets || {
    rm -rf "$kept.new" || :
    echo 'What was compiled could not be kept for the next build.' >&2
}
exit "$code"
