#!/bin/sh
# Usage: egress-agent.sh TABLE MARK RULES
# Applies rules of nftables to the network of this node, and again when somebody has removed them. They stay when this
# ends. Docker gives a container in the node's network the node's name servers.
set -eu
table=$1 mark=$2 rules=$3

servers=
while read -r word address _ || [ -n "$word" ]; do
  case $word/$address in
    nameserver/*:* | nameserver/127.*) ;;
    nameserver/*) servers="$servers${servers:+, }$address" ;;
  esac
done < /etc/resolv.conf

apply() {
  {
    printf '%s\n' "$rules"
    [ -z "$servers" ] || printf 'add element inet %s name_servers { %s }\n' "$table" "$servers"
  } | nft -f -
}

trap 'exit 0' TERM INT
apply
while :; do
  nft list chain inet "$table" "$mark" > /dev/null 2>&1 || apply
  sleep 1 &
  wait $!
done
