#!/bin/sh
# join.sh [--join GROUP]… [--oom SCORE] [--fifo PATH] -- COMMAND…
#
# Moves itself into control groups, sets how readily the kernel kills it when memory runs out, and execs the command,
# so that the command is inside before its first instruction. The command inherits the write end of a new FIFO as
# descriptor 8: whoever reads it gets the end of file when the command and all its children have exited. Descriptors above
# 9 are for nobody, and closed by perl, because a shell cannot name them.

while [ "$1" != -- ]; do
  case $1 in
    --join) echo $$ > "$2/cgroup.procs" || exit 125 ;;
    --oom) echo "$2" > /proc/self/oom_score_adj || exit 125 ;;
    --fifo) rm -f -- "$2" && mkfifo -m 600 -- "$2" && exec 8<> "$2" || exit 125 ;;
    *) exit 125 ;;
  esac
  shift 2
done
shift
exec perl "${0%/*}/../process/close-descriptors.pl" 10 "$@"
