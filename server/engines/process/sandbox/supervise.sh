#!/bin/sh
# supervise.sh [worker "RESTART SECONDS" NAME COUNT WORD…]… [cron "MINUTES HOURS DAYS MONTHS WEEKDAYS RULE" NAME COUNT WORD…]… -- COMMAND…
#
# Runs the command with workers and crons beside it, and ends as it ends. COUNT is how many words of theirs follow.
# On SIGTERM each is told once, and waited for. Times are lists as 0,15,30 in UTC; RULE is both or either.

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

cron() {
  read -r minutes hours days months weekdays rule << END
$settings
END
  running=
  last=
  while [ -z "$told" ]; do
    pause $((60 - $(/bin/date -u +%-S)))
    [ -z "$told" ] && is_due || continue
    if [ -n "$running" ] && kill -0 "$running"; then
      printf 'The cron "%s" is left out this time: it is still running from before.\n' "$name"
      continue
    fi
    run "$@" & running=$!
  done
  [ -z "$running" ] || ! kill -TERM "$running" || finish "$running"
}

is_due() {
  read -r minute hour day month weekday now << END
$(/bin/date -u '+%-M %-H %-d %-m %w %s')
END
  [ $((now / 60)) != "$last" ] || return 1
  last=$((now / 60))
  among "$minutes" "$minute" && among "$hours" "$hour" && among "$months" "$month" || return 1
  if [ "$rule" = either ]; then
    among "$days" "$day" || among "$weekdays" "$weekday"
  else
    among "$days" "$day" && among "$weekdays" "$weekday"
  fi
}

among() {
  case ",$1," in *",$2,"*) return 0 ;; esac
  return 1
}

# KIND SETTINGS NAME COUNT WORD… and what follows: of that only the words are its own.
beside() {
  child=
  trap 'told=yes interrupted=yes; [ -z "$child" ] || kill -TERM "$child"' TERM
  kind=$1
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
  "$kind" "$@"
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
