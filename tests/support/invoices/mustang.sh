#!/bin/sh
# Runs the validator's own command line.
exec java -jar "$(dirname "$0")/../mustang.jar" "$@"
