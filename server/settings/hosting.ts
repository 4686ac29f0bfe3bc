import type { PortRange } from '#kit/net/free-port.ts'
import { overlaps, parseSubnet } from '#kit/net/subnet.ts'
import {
  connections,
  count,
  duration,
  hostName,
  ipv4Addresses,
  ipv4Networks,
  megabytes,
  oneOf,
  optionalCount,
  optionalHostName,
  optionalPorts,
  Problem,
  port,
  portRange,
  secretSetting,
  setting,
  webPort,
  yesOrNo,
} from '#kit/setting-kinds.ts'

/** Concurrency of deployments, in total and per owner. */
export const deploymentSettings = {
  maxConcurrentDeployments: setting(
    'BERTH_DEPLOYMENTS_AT_ONCE',
    '4',
    count,
    'deployments that run at the same time',
  ),
  maxDeploymentsPerOwner: setting(
    'BERTH_OWNER_DEPLOYMENTS_AT_ONCE',
    '',
    optionalCount,
    'how many of those may be of the owners that count for one person, or asked for by one user; half of them when empty, and never all. Unless it is all of them, the last free one is kept for whoever has used little recently',
  ),
} as const

/** Health of a version before and after visitors are switched to it. */
export const healthSettings = {
  slowStartTimeout: setting(
    'BERTH_SLOW_START_DEADLINE',
    '180s',
    duration,
    'the same for applications on a JVM (Play 1, Play 2, sbt), which start slowly; BERTH_HEALTH_CHECK_DEADLINE where that is longer',
  ),
  probation: setting(
    'BERTH_PROBATION',
    '5s',
    duration,
    'how long the previous version stays ready after the switch: a new one that crashes or stops answering meanwhile is switched back; 0 for none, CC_PROBATION of an application wins',
  ),
  autoRollback: setting(
    'BERTH_AUTO_ROLLBACK',
    'off',
    yesOrNo('on', 'off'),
    'on: a version of which an instance exits three times soon after its probation goes back to the release before, once; CC_AUTO_ROLLBACK of an application wins',
  ),
  autoRollbackWindow: setting(
    'BERTH_AUTO_ROLLBACK_WINDOW',
    '10m',
    duration,
    'how long after its probation a version may be rolled back automatically',
  ),
} as const

/** Limits of log output and its retention. */
export const logSettings = {
  outputRate: setting(
    'BERTH_OUTPUT_RATE',
    '1000',
    count,
    'lines per second, of 1 KiB on average, that an instance or a build may print; further lines are dropped and counted',
  ),
  logLimit: setting(
    'BERTH_LOG_LIMIT',
    '64',
    megabytes,
    'log kept of each application, in megabytes',
  ),
  logAge: setting('BERTH_LOG_AGE', '30d', duration, 'log lines older than this are removed'),
} as const

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
  tcpPorts: setting(
    'BERTH_TCP_PORTS',
    '',
    optionalPorts,
    'public ports for TCP redirections to applications, such as 30000-30099; none when empty',
  ),
} as const

const subnetBits = { min: 4, max: 22 }

const ipv4Range = (text: string) => {
  const [network, ...more] = ipv4NetworksOrNone(text)
  const bits = Number(network?.split('/')[1])
  return network && more.length === 0 && bits >= subnetBits.min && bits <= subnetBits.max
    ? network
    : new Problem(
        `is not an IPv4 network such as 100.80.0.0/12, with /${subnetBits.min} to /${subnetBits.max}`,
      )
}

const ipv4NetworksOrNone = (text: string): string[] => {
  const networks = ipv4Networks(text)
  return networks instanceof Problem ? [] : networks
}

/** Private networks of applications, add-ons and machines of people. */
export const networkGroupSettings = {
  networkGroupRange: setting(
    'BERTH_NETWORK_GROUP_RANGE',
    '100.80.0.0/12',
    ipv4Range,
    'IPv4 range that network groups get their subnets of 1,022 addresses from, the same at all servers; one that no network of yours, of your applications or of people who join uses',
  ),
  networkGroupDomain: setting(
    'BERTH_NETWORK_GROUP_DOMAIN',
    'ng.internal',
    hostName,
    'members of network groups are found as <member>.m.<group>.<this>',
  ),
  networkGroupPorts: setting(
    'BERTH_NETWORK_GROUP_PORTS',
    '51820-52819',
    portRange,
    'UDP ports of WireGuard, one for each network group with members at other servers or outside: open them in front of this server',
  ),
  networkGroupHost: setting(
    'BERTH_NETWORK_GROUP_HOST',
    '',
    optionalHostName,
    'host name or IPv4 address at which other servers and machines outside reach these ports; when empty the first of BERTH_PUBLIC_ADDRESSES, else BERTH_SERVER_HOST',
  ),
} as const

interface RangeSettings {
  networkGroupRange: string
  egressAllowed: readonly string[]
}

/** What is larger is no network of the operator's, but all or most of the Internet. */
const minNetworkBits = 8

/** Addresses of instances and of add-ons inside them. */
const takenRanges = ['10.128.0.0/10', '198.18.0.0/15', '127.0.0.0/8']

/** Problems of a range for network groups in which other addresses of applications are. */
export function conflictingRanges({ networkGroupRange, egressAllowed }: RangeSettings): string[] {
  const range = parseSubnet(networkGroupRange)
  const isHit = (network: string) => overlaps(range, parseSubnet(network))
  const own = takenRanges.find(isHit)
  if (own)
    return [`BERTH_NETWORK_GROUP_RANGE=${networkGroupRange} overlaps ${own}, which instances use`]
  const opened = egressAllowed
    .filter((network) => parseSubnet(network).bits >= minNetworkBits)
    .find(isHit)
  return opened
    ? [`BERTH_NETWORK_GROUP_RANGE=${networkGroupRange} overlaps ${opened} of BERTH_EGRESS_ALLOWED`]
    : []
}

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
