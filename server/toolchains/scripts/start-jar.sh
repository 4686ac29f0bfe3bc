#!/bin/sh
# Starts a jar: start-jar [--check] [-- <path>]
# Without a path it is the only one among those that builds make. --check only looks, at the end of a build.
set -eu
check=
if [ "${1-}" = --check ]; then
  check=yes
  shift
fi
[ "${1-}" != -- ] || shift

# What Maven, Gradle and Ant make, without what lies beside it for other purposes.
jars() {
  for jar in target/*.jar build/libs/*.jar dist/*.jar ./*.jar; do
    [ -f "$jar" ] || continue
    case $jar in
      *-sources.jar | *-javadoc.jar | *-tests.jar | *-plain.jar | */original-*) continue ;;
    esac
    echo "${jar#./}"
  done
}

all_jars() { find . \( -name .git -o -name '.*-home' -o -name .gradle -o -name node_modules -o -name lib -o -name classes \) -prune -o -name '*.jar' -type f -print | head -n 20 | sed 's|^\./|  |'; }

if [ $# -gt 0 ]; then
  jar=$1
  # A name with a version in it changes with each release, so a star stands for it.
  case $jar in
    *\**) for each in $jar; do jar=$each && break; done ;;
  esac
  if [ ! -f "$jar" ]; then
    {
      echo "There is no jar $jar."
      there=$(all_jars)
      if [ "$there" ]; then echo 'Jars that are there, one of which to name in CC_JAR_PATH:' && echo "$there"; else echo 'The build has made none.'; fi
    } >&2
    exit 127
  fi
else
  found=$(jars)
  if [ -z "$found" ]; then
    echo 'There is no jar to start: none is in target, build/libs, dist or the folder of the application.' >&2
    there=$(all_jars)
    [ -z "$there" ] || { echo 'Jars that are elsewhere, one of which to name in CC_JAR_PATH:' && echo "$there"; } >&2
    exit 127
  fi
  if [ "$(echo "$found" | wc -l)" -gt 1 ]; then
    echo 'There are several jars, and CC_JAR_PATH does not say which one to start:' >&2
    echo "$found" | sed 's/^/  /' >&2
    exit 127
  fi
  jar=$found
fi

[ -z "$check" ] || exit 0

# Frameworks read the port from variables of their own, and listen on 8080 without.
[ "$PORT" = 8080 ] || export SERVER_PORT="$PORT" QUARKUS_HTTP_PORT="$PORT" MICRONAUT_SERVER_PORT="$PORT"

# A star in an option is no name of files.
set -f
# shellcheck disable=SC2086 # options are words
exec java ${JAVA_OPTS:-} ${CC_EXTRA_JAVA_ARGS:-} -jar "$jar" ${CC_JAR_ARGS:-}
