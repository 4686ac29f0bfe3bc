#!/bin/sh
# Starts what `sbt stage` has made.
#   start-staged [options for Play] <folder of programs, or one program> [options]
# The program of a folder is its first file by name that is not for Windows.
#
# With options for Play it reads a configuration that is written here, around the application's own. A key of the secret stands before
# what is included (--default-secret), which overrides it, or after it (--secret); the hosts (--default-hosts) stand before. The secret
# itself stays a variable, because anybody on the machine can read a command line.
set -eu
default_secret='' secret='' default_hosts='' includes=''
while :; do
    case $1 in
        --default-secret=*) default_secret=${1#*=} ;;
        --secret=*) secret=${1#*=} ;;
        --default-hosts=*) default_hosts=${1#*=} ;;
        --include=*) includes="$includes${includes:+
}include ${1#*=}" ;;
        *) break ;;
    esac
    shift
done
wanted=$1
shift

# What Play reads where no option names a configuration, weakest first.
usual_includes='include classpath("application.properties")
include classpath("application.json")
include classpath("application.conf")'

# shellcheck disable=SC2016 # the substitutions are those of the configuration
configuration() {
    [ -z "$default_secret" ] || printf '%s = ${APPLICATION_SECRET}\n' "$default_secret"
    if [ -n "$default_hosts" ]; then
        printf '%s = ["localhost", ".local", "127.0.0.1"' "$default_hosts"
        set -f
        for host in ${CC_APP_DOMAINS:-}; do printf ', "%s"' "$host"; done
        set +f
        echo ']'
    fi
    printf '%s\n' "${includes:-$usual_includes}"
    [ -z "$secret" ] || printf '%s = ${APPLICATION_SECRET}\n' "$secret"
}

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
if [ -n "$default_secret$secret$default_hosts" ]; then
    folder=$(mktemp -d)
    configuration >"$folder/play.conf"
    set -- "-Dconfig.file=$folder/play.conf" "$@"
fi
export JAVA_OPTS="${JAVA_OPTS:-} ${CC_EXTRA_JAVA_ARGS:-}"
exec "$program" "$@"
