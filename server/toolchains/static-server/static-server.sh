#!/bin/sh
# Serves a folder of files. It has a Node of its own, because the one on the PATH is the application's choice for its build.
# The small limits make Node collect garbage instead of growing: a server of files has little to remember.
unset NODE_OPTIONS
export MALLOC_ARENA_MAX=2
home=${0%/*}/..
exec "$home/lib/node" --max-old-space-size=64 --max-semi-space-size=1 "$home/lib/main.js" "--port=${PORT:-8080}" "$@"
