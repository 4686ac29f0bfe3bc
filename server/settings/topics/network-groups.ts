import { overlaps, parseSubnet } from '#kit/net/subnet.ts'
import { hostName, optionalHostName, Problem, portRange, setting } from '#kit/setting-kinds.ts'
import { ipv4Networks } from '#settings/kinds.ts'

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
