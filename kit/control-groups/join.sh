#!/bin/sh
# join.sh [--join GROUP]… [--oom SCORE] -- COMMAND…
#
# Moves itself into control groups, sets how readily the kernel kills it when memory runs out, and execs the command,
# so that the command is inside before its first instruction.

while [ "$1" != -- ]; do
  case $1 in
    --join) echo $$ > "$2/cgroup.procs" || exit 125 ;;
    --oom) echo "$2" > /proc/self/oom_score_adj || exit 125 ;;
    *) exit 125 ;;
  esac
  shift 2
done
shift
exec "$@"
