#!/bin/sh
# pull-image.sh NAME IDFILE DIGESTFILE
#
# Runs among what an image builder sees: pulls an image from its registry, also when it is there already, and writes its id and
# the digest that its name has led to into files.
set -e

image=$(buildah pull --policy always --retry 1 -- "docker://$1")
printf 'sha256:%s\n' "${image#sha256:}" > "$2"
buildah inspect --type image --format '{{.FromImageDigest}}' "$image" > "$3"
