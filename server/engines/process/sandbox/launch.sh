#!/bin/sh
# launch.sh [--join GROUP]… [--mount TABLE] [--identity FILE] [--files COUNT]
#   [--file-size BLOCKS] -- COMMAND…
#
# Joins control groups, mounts a table in the mount namespace that it was started in, limits
# the open files of each process and the size of each file, and becomes the command.

while [ "$1" != -- ]; do
  case $1 in
    --join) echo $$ > "$2/cgroup.procs" || exit 125 ;;
    --mount) mount --no-mtab --all --fstab "$2" || exit 125 ;;
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
    *) exit 125 ;;
  esac
  shift 2
done
shift

exec "$@"
