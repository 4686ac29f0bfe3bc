#!/bin/sh
# Maven's own program, in the folder that its archive has inside.
for home in "${0%/*}"/../home/apache-maven-*; do exec sh "$home/bin/mvn" "$@"; done
