#!/bin/sh
# plain.sh FOLDER COMMAND…
#
# Runs the command in the folder, with the variables that it reads from file descriptor 3: for each one line with its
# name, one with the number of bytes of its value, or 0 when that is one line, and the value. So no variable of a
# customer is in the environment of a program that runs before the command, nor in a list of arguments that others can read.

while IFS= read -r berth_name <&3; do
  IFS= read -r berth_bytes <&3
  if [ "$berth_bytes" -eq 0 ]; then
    IFS= read -r berth_value <&3
  else
    # The point keeps the line ends at the end of the value, which $() would remove.
    berth_value=$(head -c "$berth_bytes" <&3; echo .)
    berth_value=${berth_value%.}
    IFS= read -r berth_end <&3
  fi
  command export "$berth_name=$berth_value"
done
exec 3<&-
cd -- "$1" || exit 125
shift
exec "$@"
