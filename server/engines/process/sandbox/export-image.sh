#!/bin/sh
# export-image.sh IMAGE FOLDER CONFIG
#
# Runs among what an image builder sees: copies the root of an image into an empty folder, without its owners, and writes the
# configuration of the image into a file. What was cached for images that nothing is made of any more is removed.
set -e

image=$1
folder=$2
config=$3

container=$(buildah from --pull-never --quiet "$image")
place=$(buildah mount "$container")
# All files get the one user that an instance has. Nobody becomes another one by a set-user-ID bit.
cp --recursive --no-dereference --no-target-directory --preserve=mode,links,timestamps -- "$place" "$folder"
find "$folder" -xdev -type f -perm /6000 -exec chmod ug-s -- {} +
buildah inspect --type image "$image" > "$config"
buildah rm "$container" > /dev/null
