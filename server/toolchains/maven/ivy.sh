#!/bin/sh
# Apache Ivy's own command line.
exec java -jar "${0%/*}/../ivy.jar" "$@"
