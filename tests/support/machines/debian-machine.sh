#!/bin/sh
# Boots the systemd of a Debian root in the namespaces that it is started in: $1 the root, $2 tools that tests have fetched, $3 the control group.
set -eu
root=$1 tools=$2 group=$3
echo $$ > "$group/cgroup.procs"
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
for place in run tmp; do mount -t tmpfs tmpfs "$root/$place"; done
mount --rbind /dev "$root/dev"
mkdir -p "$root/srv/toolchains"
mount --bind "$tools" "$root/srv/toolchains"
cd "$root"
pivot_root . mnt
# From here the root of the control groups is that of the machine. The name of any container manager keeps systemd from
# what only a real machine has, such as its clock and modules.
exec unshare --cgroup sh -c 'mount -t cgroup2 cgroup2 /sys/fs/cgroup && umount -l /mnt &&
  exec env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd'
