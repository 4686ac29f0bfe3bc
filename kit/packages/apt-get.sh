#!/bin/sh
# apt-get.sh "<services>" <arguments of apt-get>
#
# Runs apt-get in a mount namespace in which the two programs by which Debian's packages start services do nothing, and
# disables the services afterwards. The files below them stay as they are, and the rest of the machine sees no difference.

if [ -z "$APART" ] && unshare --mount -- true 2> /dev/null; then
  APART=yes exec unshare --mount -- /bin/sh "$0" "$@"
fi
services=$1
shift
# In a container that may not mount there is no init system either, and nothing would be started.
if [ -n "$APART" ]; then
  for starter in /usr/sbin/invoke-rc.d /usr/bin/deb-systemd-invoke; do
    [ ! -e "$starter" ] || mount --bind /usr/bin/true "$starter" || exit 1
  done
fi
apt-get "$@" || exit
for service in $services; do
  if command -v systemctl > /dev/null; then
    systemctl disable --quiet "$service.service"
  else
    update-rc.d "$service" disable
  fi || echo "the service $service could not be disabled: it may start at the next boot"
done
exit 0
