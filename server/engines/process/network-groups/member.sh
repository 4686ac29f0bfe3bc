#!/bin/sh
# member.sh INTERFACE
#
# In the network namespace of an instance: keeps it from passing packets of one network on to another, takes IPv6 from the
# interface of a network group, where the kernel has any, and runs a batch of ip.

echo 0 > /proc/sys/net/ipv4/ip_forward
echo 1 2> /dev/null > "/proc/sys/net/ipv6/conf/$1/disable_ipv6"
exec ip -batch -
