#!/bin/sh
# plain.sh FOLDER COMMAND…
#
# Runs the command in the folder, with the variables that it reads from file descriptor 3: for each one line with its name,
# one with the number of lines of its value, and these lines. So no variable of a customer is in the environment
# of a program that runs before the command, nor in a list of arguments that others can read.

while IFS= read -r berth_name <&3; do
  IFS= read -r berth_lines <&3
  IFS= read -r berth_value <&3
  while [ "$berth_lines" -gt 1 ]; do
    IFS= read -r berth_line <&3
    berth_value="$berth_value
$berth_line"
    berth_lines=$((berth_lines - 1))
  done
  command export "$berth_name=$berth_value"
done
exec 3<&-
cd -- "$1" || exit 125
shift
exec "$@"
