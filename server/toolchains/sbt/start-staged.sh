#!/bin/sh
# Starts what `sbt stage` has made.
#   start-staged <folder of programs, or one program> [options]
# The program of a folder is its first file by name that is not for Windows.
set -eu
wanted=$1
shift

program=
if [ -d "$wanted" ]; then
    for file in "$wanted"/*; do
        case $file in *.bat) continue ;; esac
        if [ -f "$file" ]; then
            program=$file
            break
        fi
    done
elif [ -f "$wanted" ]; then
    program=$wanted
fi

if [ -z "$program" ]; then
    echo "Bad root server path: there is no program to start at $wanted." >&2
    folder=$wanted
    while [ ! -d "$folder" ]; do
        case $folder in */*) folder=${folder%/*} ;; *) folder=. ;; esac
    done
    echo "What is there in $folder:" >&2
    # At most so many names: a folder can hold very many.
    ls -1Aq -- "$folder" | head -n 20 | sed 's/^/  /' >&2
    for place in target/universal/stage/bin */target/universal/stage/bin */*/target/universal/stage/bin; do
        [ -d "$place" ] && [ "$place" != "$wanted" ] && echo "Programs are in $place." >&2
    done
    # As of a command that is not found: another start would not find it either.
    exit 127
fi

[ -x "$program" ] || chmod u+x "$program"
export JAVA_OPTS="${JAVA_OPTS:-} ${CC_EXTRA_JAVA_ARGS:-}"
exec "$program" "$@"
