import type { PortRange } from '#kit/net/free-port.ts'
import {
  address,
  connections,
  duration,
  ipv4Addresses,
  nameServers,
  oneOf,
  optionalHostName,
  optionalPorts,
  Problem,
  port,
  secretSetting,
  setting,
  webPort,
} from '#kit/setting-kinds.ts'

const optionalPort = (text: string) => (text === '' ? undefined : webPort(text))

/** Public addresses of the router, for links to applications. */
export const visitorSettings = {
  publicHttpPort: setting(
    'BERTH_PUBLIC_HTTP_PORT',
    '',
    optionalPort,
    'HTTP port in links to applications, 80 behind a proxy; BERTH_HTTP_PORT when empty',
  ),
  publicHttpsPort: setting(
    'BERTH_PUBLIC_HTTPS_PORT',
    '',
    optionalPort,
    'the same for HTTPS: 443 behind a proxy; BERTH_HTTPS_PORT when empty',
  ),
  maxPerVisitor: setting(
    'BERTH_ROUTER_CONNECTIONS_PER_ADDRESS',
    '1000',
    connections,
    'connections of one visitor at once, and its concurrent requests beyond one for each; a visitor is an IPv4 address or an IPv6 network of 64 bits, or behind BERTH_TRUSTED_PROXIES what X-Forwarded-For says; never more than a quarter of what the router accepts; 0 for no limit',
  ),
} as const

/** `https://name:key@host:port`, separated by commas. */
const edgeAddresses = (text: string) => {
  const edges: { name: string; key: string; host: string; port: number }[] = []
  for (const part of text.split(',').filter((part) => part.trim() !== '')) {
    const [, name, key, host, port] =
      /^https:\/\/([a-z0-9-]{1,63}):([0-9a-f]{64})@([a-z0-9.-]{1,253}|\[[0-9a-f:]+\]):(\d{1,5})\/?$/i.exec(
        part.trim(),
      ) ?? []
    if (!name || !key || !host) {
      return new Problem(
        'is not a list of addresses such as https://name:key@edge.example.org:4010, whose keys are 64 hexadecimal digits',
      )
    }
    edges.push({ name, key, host: host.replaceAll(/[[\]]/g, ''), port: Number(port) })
  }
  const names = new Set(edges.map(({ name }) => name))
  return names.size === edges.length ? edges : new Problem('names an edge twice')
}

const optionalKey = (text: string) =>
  text === '' || /^[0-9a-f]{64}$/i.test(text)
    ? text
    : new Problem('is not a key of 64 hexadecimal digits, such as `openssl rand -hex 32` makes')

/** Routers on other machines. */
export const edgeSettings = {
  routerEdges: secretSetting(
    'BERTH_ROUTER_EDGES',
    '',
    edgeAddresses,
    'routers on other machines that get every route and certificate too: https://name:key@host:port of `berth-server edge` there, separated by commas',
  ),
  edgeLease: setting(
    'BERTH_ROUTER_EDGE_LEASE',
    '60s',
    duration,
    'how long an edge that has lost the server still reports ready; a deployment waits for such an edge this long at most',
  ),
  edgeKey: secretSetting(
    'BERTH_EDGE_KEY',
    '',
    optionalKey,
    'for `berth-server edge`: the key that the server has for this edge in BERTH_ROUTER_EDGES',
  ),
  edgePort: setting(
    'BERTH_EDGE_PORT',
    '4010',
    port,
    'for `berth-server edge`: port at which the server reaches it',
  ),
  edgeHealthPort: setting(
    'BERTH_EDGE_HEALTH_PORT',
    '4011',
    port,
    'for `berth-server edge`: answers 200 over plain HTTP while visitors may be sent to it, else 503',
  ),
} as const

/** What wakes sleeping applications. */
export const activatorSettings = {
  activatorAddress: setting(
    'BERTH_ACTIVATOR_ADDRESS',
    '127.0.0.1',
    address,
    'IP address of this server at which its routers reach the listener that wakes sleeping applications; with BERTH_ROUTER_EDGES one that the edges reach, or applications cannot sleep',
  ),
  activatorPort: setting(
    'BERTH_ACTIVATOR_PORT',
    '0',
    port,
    'port of that listener; 0 for any free one',
  ),
  wakeTimeout: setting(
    'BERTH_WAKE_TIMEOUT',
    '30s',
    duration,
    'how long the request of a visitor waits for a sleeping application to start; after that it gets a page that reloads, or status 503 with Retry-After',
  ),
} as const

/** Domains of applications and how visitors find them. */
export const domainSettings = {
  domainProof: setting(
    'BERTH_DOMAIN_PROOF',
    'none',
    oneOf('none', 'dns'),
    'dns: a domain outside BERTH_APPS_DOMAIN can be added only after a TXT record for it was created; none: by whoever comes first',
  ),
  publicAddresses: setting(
    'BERTH_PUBLIC_ADDRESSES',
    '',
    ipv4Addresses,
    'IPv4 addresses at which visitors reach applications, separated by commas, for the DNS records of their domains; BERTH_BIND when empty, unless that is all addresses',
  ),
  publicName: setting(
    'BERTH_PUBLIC_NAME',
    '',
    optionalHostName,
    "host name that resolves to these addresses, for CNAME records of domains; an application's own domain when empty",
  ),
  dnsServers: setting(
    'BERTH_DNS_SERVERS',
    '',
    nameServers,
    'name servers that are asked about the domains of customers, such as 192.0.2.53 or 127.0.0.1:5353, separated by commas; those of the machine when empty',
  ),
  tcpPorts: setting(
    'BERTH_TCP_PORTS',
    '',
    optionalPorts,
    'public ports for TCP redirections to applications, such as 30000-30099; none when empty',
  ),
} as const

interface PortSettings {
  tcpPorts: PortRange | undefined
  addonsPorts: PortRange
  apiPort: number
  bridgePort: number
  gitPort: number
  httpPort: number
  httpsPort: number
}

/** Problems of ports for TCP redirections that something else of the platform listens on. */
export function conflictingPorts(settings: PortSettings): string[] {
  const { tcpPorts, addonsPorts } = settings
  if (!tcpPorts) return []
  const { from, to } = tcpPorts
  const { apiPort, bridgePort, gitPort, httpPort, httpsPort } = settings
  const own = [apiPort, bridgePort, gitPort, httpPort, httpsPort]
  const taken = own.find((port) => port >= from && port <= to)
  if (taken !== undefined) {
    return [`BERTH_TCP_PORTS=${from}-${to} contains ${taken}, a port of the platform itself`]
  }
  const isApart = to < addonsPorts.from || from > addonsPorts.to
  return isApart
    ? []
    : [`BERTH_TCP_PORTS=${from}-${to} overlaps BERTH_ADDONS_PORTS, which databases take`]
}
