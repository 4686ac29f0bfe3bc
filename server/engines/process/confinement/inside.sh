#!/bin/sh
# inside.sh COMMAND…
#
# The first process of a sandbox: when it ends, everything in the sandbox ends. After a SIGTERM it therefore
# outlives its command until the processes that the command left behind have finished too.

stopping=
trap 'stopping=yes' TERM
"$@"
code=$?

# What follows is no output of the application.
exec > /dev/null 2>&1
while [ -n "$stopping" ]; do
  set -- /proc/[0-9]*
  [ $# -gt 1 ] || break
  sleep 0.02
done
exit "$code"
