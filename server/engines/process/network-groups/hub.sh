#!/bin/sh
# hub.sh
#
# In the network namespace of a hub: lets packets pass between its interfaces, takes IPv6 from it, where the kernel has any,
# and runs a batch of ip.

echo 1 > /proc/sys/net/ipv4/ip_forward
for scope in all default; do
  echo 1 2> /dev/null > /proc/sys/net/ipv6/conf/$scope/disable_ipv6
done
exec ip -batch -
