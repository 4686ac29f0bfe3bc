#!/bin/sh
# sbt with all its caches in the folder that builds of one application keep, and with the repositories of the platform alone: the
# built-in list names hosts that a restricted network does not reach.
set -eu
cache=${SBT_CACHE:-$HOME/.cache/sbt}
repositories=${SBT_REPOSITORIES_FILE:-$HOME/.sbt/repositories}
export COURSIER_CACHE="$cache/coursier"
# shellcheck disable=SC2086 # options are words
exec java ${SBT_MEMORY:-} ${SBT_OPTS:-} -Dfile.encoding=UTF-8 -Dsbt.color=false -Dsbt.supershell=false \
    -Dsbt.server.autostart=false -Dsbt.ci=true \
    -Dsbt.override.build.repos=true "-Dsbt.repository.config=$repositories" \
    "-Dsbt.global.base=$cache/global" "-Dsbt.boot.directory=$cache/boot" "-Dsbt.ivy.home=$cache/ivy" \
    "-Dsbt.coursier.home=$cache/coursier" \
    -jar "${0%/*}/../sbt-launch.jar" "$@"
