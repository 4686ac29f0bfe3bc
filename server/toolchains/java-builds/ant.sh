#!/bin/sh
# Apache Ant without the script of its distribution, which Maven Central does not have.
set -f
# shellcheck disable=SC2086 # options are words
exec java ${ANT_OPTS:-} -cp "${0%/*}/../lib/*" "-Dant.home=${0%/*}/.." org.apache.tools.ant.launch.Launcher "$@"
