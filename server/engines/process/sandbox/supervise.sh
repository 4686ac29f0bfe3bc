#!/bin/sh
# supervise.sh [worker "RESTART SECONDS" NAME COUNT WORD…]… -- COMMAND…
#
# Runs the command with workers beside it, and ends as it ends. COUNT is how many words of theirs follow.
# On SIGTERM each is told once, and waited for.

# What this shell has to say itself, such as "Terminated", is no output of the application.
exec 4>&2 2> /dev/null
told=

# A shell lets what it runs in the background ignore some signals, which no application expects.
run() {
  exec 2>&4 4>&-
  exec /usr/bin/env --default-signal=INT,QUIT /bin/sh -c 'exec "$@"' sh "$@"
}

# Waits for a child, also when signals come meanwhile, and leaves its exit code in $code.
finish() {
  code=
  interrupted=yes
  while [ -n "$interrupted" ]; do
    interrupted=
    wait "$1"
    set -- "$1" $?
    [ "$2" -eq 127 ] && [ -n "$code" ] && return
    code=$2
  done
}

pause() {
  /bin/sleep "$1" & child=$!
  finish "$child"
  child=
}

worker() {
  restart=${settings% *}
  delay=${settings#* }
  while [ -z "$told" ]; do
    run "$@" & child=$!
    finish "$child"
    child=
    case $told$restart-$code in yes*|never-*|on-failure-0) exit ;; esac
    printf 'The worker "%s" ended with code %s. It is started again in %s s.\n' "$name" "$code" "$delay"
    pause "$delay"
  done
}

# worker SETTINGS NAME COUNT WORD… and what follows: of that only the words are its own.
beside() {
  child=
  trap 'told=yes interrupted=yes; [ -z "$child" ] || kill -TERM "$child"' TERM
  settings=$2
  name=$3
  count=$4
  shift 4
  turn=0
  while [ "$turn" -lt "$count" ]; do
    set -- "$@" "$1"
    shift
    turn=$((turn + 1))
  done
  shift $(($# - count))
  worker "$@"
  exit 0
}

is_anyone_left() {
  for other in $others; do
    kill -0 "$other" && return 0
  done
  return 1
}

tell_all() {
  interrupted=yes
  [ -z "$told" ] || return
  told=yes
  for one in $main $others; do kill -TERM "$one"; done
}

main=
others=
trap tell_all TERM
while [ "$1" != -- ]; do
  beside "$@" &
  others="$others $!"
  shift $((4 + $4))
done
shift
run "$@" & main=$!
[ -z "$told" ] || kill -TERM "$main"
finish "$main"
answer=$code
main=

# What runs beside a command that ended by itself gets a moment; when it was told to end, whoever told it is the judge.
moments=-1
if [ -z "$told" ]; then
  moments=50
  tell_all
fi
while [ "$moments" -ne 0 ] && is_anyone_left; do
  /bin/sleep 0.1
  moments=$((moments - 1))
done
exit "$answer"
