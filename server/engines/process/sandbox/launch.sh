#!/bin/sh
# launch.sh [--join GROUP]… [--mount TABLE] [--identity FILE] [--files COUNT]
#   [--file-size BLOCKS] [--cpu-time SECONDS] [--address-space KILOBYTES] [--core-size BLOCKS]
#   [--oom SCORE] [--filter FILE] -- COMMAND…
#
# Joins control groups, mounts a table in the mount namespace that it was started in, limits
# the resources of each process (soft and hard limit), opens the file with a seccomp filter as
# file descriptor 9, and becomes the command. One shell does all of it, because each program
# between the server and the command costs as much as a small command. Descriptors above 9 are for
# nobody: a shell cannot close them, but perl is started only when one is open.

# One is: this script.
has_inherited() { set -- /proc/self/fd/[1-9][0-9]*; [ $# -gt 1 ]; }

while [ "$1" != -- ]; do
  case $1 in
    --join) echo $$ > "$2/cgroup.procs" || exit 125 ;;
    # The folders that it makes are passed through by the user of the command.
    --mount) (umask 022; exec mount --no-mtab --all --fstab "$2") || exit 125 ;;
    --identity)
      # The server writes the same as soon as it knows the PID; each does it in case the other is killed first.
      if [ ! -s "$2" ]; then
        read -r boot < /proc/sys/kernel/random/boot_id
        read -r process < /proc/self/stat
        printf '%s\n%s\n' "$boot" "$process" > "$2" || exit 125
      fi
      ;;
    --files) ulimit -n "$2" || exit 125 ;;
    # In blocks of 512 bytes. It fails only where a lower limit is in force already.
    --file-size) ulimit -f "$2" 2> /dev/null || : ;;
    --cpu-time) ulimit -t "$2" || exit 125 ;;
    --address-space) ulimit -v "$2" || exit 125 ;;
    --core-size) ulimit -c "$2" || exit 125 ;;
    # Set by root it is also the least that the command can choose.
    --oom) echo "$2" 2> /dev/null > /proc/self/oom_score_adj || : ;;
    --filter) exec 9< "$2" || exit 125 ;;
    *) exit 125 ;;
  esac
  shift 2
done
shift

if has_inherited; then
  exec perl "${0%/*}/../../../../kit/process/close-descriptors.pl" 10 "$@"
fi
exec "$@"
