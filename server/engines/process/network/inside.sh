#!/bin/sh
# inside.sh
#
# In the network namespace of an instance: keeps it from passing packets on, which a new namespace may inherit from the machine,
# takes IPv6 from its veth, where the kernel has any, lets answers of add-on servers in, which have a loopback address, opens
# ports below 1024, on which programs of images listen, and runs a batch of ip.

echo 0 > /proc/sys/net/ipv4/ip_forward
echo 1 2> /dev/null > /proc/sys/net/ipv6/conf/eth0/disable_ipv6
echo 1 > /proc/sys/net/ipv4/conf/eth0/route_localnet
echo 0 2> /dev/null > /proc/sys/net/ipv4/ip_unprivileged_port_start
exec ip -batch -
