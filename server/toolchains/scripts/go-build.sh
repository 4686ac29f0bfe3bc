#!/bin/sh
# Builds a Go application: go-build gomod|gobuild|goget <program> <package> [<flags>...], or go-build makefile <file>.
# Without go.mod, gobuild is as before there were modules, with what is in vendor/, and goget makes a module with the newest of each dependency.
set -eu

# The first build of an application begins with the standard library as it was compiled when this Go was installed.
compiled=$(go env GOROOT)/compiled
if [ "${GOCACHE-}" ] && [ -d "$compiled" ] && [ ! -e "$GOCACHE/00" ]; then
  mkdir -p "$GOCACHE"
  cp --recursive --no-preserve=mode "$compiled/." "$GOCACHE"
fi

tool=$1
if [ "$tool" = makefile ]; then exec make --file="$2"; fi
program=$2
package=$3
shift 3

case $tool in
  gomod) ;;
  goget)
    if [ ! -e go.mod ]; then
      go mod init "$package"
      package=.
    fi
    go mod tidy
    ;;
  gobuild)
    # Packages are found by their place below GOPATH, and a vendor folder only there.
    here=$PWD
    GOPATH=${TMPDIR:?}/gopath
    mkdir -p "$GOPATH/src/$package"
    tar --create --exclude=./go_home . | tar --extract --directory="$GOPATH/src/$package"
    cd "$GOPATH/src/$package"
    export GOPATH GO111MODULE=off
    exec go build -o "$here/$program" "$@" .
    ;;
  *)
    echo "go-build: unknown tool $tool" >&2
    exit 2
    ;;
esac
exec go build -o "$program" "$@" "$package"
