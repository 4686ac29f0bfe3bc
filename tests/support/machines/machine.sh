#!/bin/sh
# Gives this mount namespace the folders of a machine of its own, then waits: $1 its folder, $2 its name, $3 the checkout.
set -eu
folder=$1 name=$2 checkout=$3
hostname "$name"
# The checkout may be below one of the folders that are hidden next.
mount --bind "$checkout" /mnt
for place in etc root srv opt usr/local/sbin var/lib/docker var/lib/docker-registry var/lib/postgresql var/log/postgresql; do
  mkdir -p "$folder/$place" "/$place"
  mount --bind "$folder/$place" "/$place"
done
mkdir -p /opt/berth
mount --bind /mnt /opt/berth
umount /mnt
mount -t tmpfs tmpfs /run
mkdir -p /run/systemd/system /run/lock /run/units /run/postgresql
chown docker-registry:docker-registry /var/lib/docker-registry
chown postgres:postgres /var/lib/postgresql /var/log/postgresql /run/postgresql
touch /run/ready
exec sleep infinity
