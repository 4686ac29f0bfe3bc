#!/bin/sh
# inside.sh COMMAND…
#
# The first process of a sandbox: when it ends, everything in the sandbox ends. After a SIGTERM it therefore
# outlives its command until the processes that the command left behind have finished too.

# What this shell has to say itself, such as "Terminated", is no output of the application.
exec 4>&2 2> /dev/null

stopping=
trap 'stopping=yes' TERM
(exec 2>&4 4>&-; exec "$@")
code=$?
exec 4>&-

while [ -n "$stopping" ]; do
  set -- /proc/[0-9]*
  [ $# -gt 1 ] || break
  sleep 0.02
done
exit "$code"
