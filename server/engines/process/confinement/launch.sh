#!/bin/sh
# launch.sh [--join GROUP]… [--mount TABLE] [--identity FILE] [--exit FILE] -- COMMAND…
#
# Joins control groups, mounts a table in the mount namespace that it was started in, and runs the command.
# With --exit it stays, and leaves the command's exit code in the file even when no server is there to see it.

exit_file=
while [ "$1" != -- ]; do
  case $1 in
    --join) echo $$ > "$2/cgroup.procs" || exit 125 ;;
    --mount) mount --no-mtab --all --fstab "$2" || exit 125 ;;
    --identity)
      read -r boot < /proc/sys/kernel/random/boot_id
      read -r process < /proc/self/stat
      printf '%s\n%s\n' "$boot" "$process" > "$2" || exit 125
      ;;
    --exit) exit_file=$2 ;;
    *) exit 125 ;;
  esac
  shift 2
done
shift

# Should the machine run out of memory, applications go before the platform.
echo 500 > /proc/self/oom_score_adj 2> /dev/null

[ -n "$exit_file" ] || exec "$@"

# What this shell has to say itself, such as "Terminated", is no output of the command.
exec 5>&2 2> /dev/null
trap : HUP INT TERM
(exec 2>&5 5>&-; exec "$@")
echo $? > "$exit_file"
