#!/bin/sh
# with-filter.sh FILTER COMMAND…
#
# Becomes the command, which finds the file with the seccomp filter open as file descriptor 9.

exec 9< "$1" || exit 125
shift
exec "$@"
