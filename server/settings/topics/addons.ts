import { isIPv4 } from 'node:net'
import { hostLoopback } from '#kit/net/host-loopback.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import { hostName, optionalAddress, Problem, portRange, setting } from '#kit/setting-kinds.ts'
import { ipv4Networks } from '#settings/kinds.ts'

/** A host without a port that means the same for every application, unlike `localhost`. */
function addonsHost(text: string) {
  if (text === '') return undefined
  if (text.includes(':')) return new Problem('is not a host name or IPv4 address without a port')
  const isOwn = isIPv4(text) ? isLoopback(text) || text.startsWith('0.') : text === 'localhost'
  return isOwn && text !== hostLoopback
    ? new Problem('is an address that each application has for itself')
    : hostName(text)
}

/** How databases of the built-in providers are reached. */
export const addonsSettings = {
  addonsHost: setting(
    'BERTH_ADDONS_HOST',
    '',
    addonsHost,
    'host name or IPv4 address in the URIs of databases, for applications, this machine and whoever BERTH_ADDONS_BIND lets in; when empty the host of the API if BERTH_ADDONS_BIND is set, else 127.18.0.1, which only this machine and applications reach',
  ),
  addonsBind: setting(
    'BERTH_ADDONS_BIND',
    '',
    optionalAddress,
    'address at which databases are reached from outside, over TLS alone, such as 0.0.0.0 for all of this machine; not at all when empty',
  ),
  addonsNetworks: setting(
    'BERTH_ADDONS_NETWORKS',
    '',
    ipv4Networks,
    'networks from which databases are reached at BERTH_ADDONS_BIND as applications reach them, without TLS: those of the nodes of a swarm, such as 10.0.0.0/24, separated by commas; none when empty',
  ),
  addonsPorts: setting(
    'BERTH_ADDONS_PORTS',
    '20000-29999',
    portRange,
    'ports that new database servers take, on loopback and from outside alike',
  ),
}
