/** Companies and programs that serve zones, as far as their forms are known. */
export const dnsHostIds = [
  'cloudflare',
  'route53',
  'gandi',
  'godaddy',
  'hetzner',
  'namecheap',
  'ovh',
  'zone-file',
  'other',
] as const
export type DnsHostId = (typeof dnsHostIds)[number]

/** How a DNS host wants records to be written. */
export interface DnsHost {
  id: DnsHostId
  name: string
  /** Words of its form. */
  fields: { type: string; name: string; value: string; ttl: string }
  /** Words for the value that depend on the type of the record. */
  values?: Readonly<Record<string, string>>
  /** What stands for the top of the zone where names are relative to it; `null` where names are whole. */
  top: string | null
  /** Whether a target without a dot at the end counts as relative to the zone. */
  hasDot: boolean
  /** Whether texts are written in double quotes. */
  isQuoted: boolean
  /** Type of the record that leads the top of a zone to a name; `null` where there is none, so that addresses are needed. */
  alias: 'ALIAS' | 'CNAME' | null
  ttl: string
  /** A further field whose default is wrong for us. */
  extra?: { name: string; value: string }
  /** Ends of the names of its name servers. */
  nameServers: readonly string[]
}

const short = '300'

/** Words of a form may change with its maker; how names and values are written has not for years. */
export const dnsHosts: Readonly<Record<DnsHostId, DnsHost>> = {
  cloudflare: {
    id: 'cloudflare',
    name: 'Cloudflare',
    fields: { type: 'Type', name: 'Name', value: 'Content', ttl: 'TTL' },
    values: { A: 'IPv4 address', CNAME: 'Target' },
    top: '@',
    hasDot: false,
    isQuoted: false,
    // Flattened: visitors get addresses.
    alias: 'CNAME',
    ttl: 'Auto',
    extra: { name: 'Proxy status', value: 'DNS only' },
    nameServers: ['.ns.cloudflare.com'],
  },
  route53: {
    id: 'route53',
    name: 'Amazon Route 53',
    fields: { type: 'Record type', name: 'Record name', value: 'Value', ttl: 'TTL (seconds)' },
    top: '',
    hasDot: false,
    isQuoted: true,
    // Its aliases lead to resources of Amazon alone.
    alias: null,
    ttl: short,
    nameServers: ['.awsdns-*'],
  },
  gandi: {
    id: 'gandi',
    name: 'Gandi',
    fields: { type: 'Type', name: 'Name', value: 'Value', ttl: 'TTL' },
    values: { A: 'IPv4 address', ALIAS: 'Hostname', CNAME: 'Hostname', TXT: 'Text value' },
    top: '@',
    hasDot: true,
    isQuoted: true,
    alias: 'ALIAS',
    ttl: short,
    nameServers: ['.gandi.net'],
  },
  godaddy: {
    id: 'godaddy',
    name: 'GoDaddy',
    fields: { type: 'Type', name: 'Name', value: 'Value', ttl: 'TTL' },
    top: '@',
    hasDot: false,
    isQuoted: false,
    alias: null,
    // Its shortest.
    ttl: '600',
    nameServers: ['.domaincontrol.com'],
  },
  hetzner: {
    id: 'hetzner',
    name: 'Hetzner',
    fields: { type: 'Type', name: 'Name', value: 'Value', ttl: 'TTL' },
    top: '@',
    hasDot: true,
    isQuoted: true,
    alias: null,
    ttl: short,
    nameServers: [
      '.ns.hetzner.com',
      '.ns.hetzner.de',
      '.first-ns.de',
      '.second-ns.de',
      '.second-ns.com',
    ],
  },
  namecheap: {
    id: 'namecheap',
    name: 'Namecheap',
    fields: { type: 'Type', name: 'Host', value: 'Value', ttl: 'TTL' },
    top: '@',
    hasDot: false,
    isQuoted: false,
    alias: 'ALIAS',
    ttl: '5 min',
    nameServers: ['.registrar-servers.com'],
  },
  ovh: {
    id: 'ovh',
    name: 'OVHcloud',
    fields: { type: 'Type', name: 'Sub-domain', value: 'Target', ttl: 'TTL' },
    values: { TXT: 'Value' },
    top: '',
    hasDot: true,
    isQuoted: false,
    alias: null,
    ttl: short,
    nameServers: ['.ovh.net', '.ovh.ca', '.anycast.me'],
  },
  'zone-file': {
    id: 'zone-file',
    name: 'BIND zone file',
    fields: { type: 'Type', name: 'Name', value: 'Value', ttl: 'TTL' },
    top: null,
    hasDot: true,
    isQuoted: true,
    alias: null,
    ttl: short,
    nameServers: [],
  },
  other: {
    id: 'other',
    name: 'Another one',
    fields: { type: 'Type', name: 'Name', value: 'Value', ttl: 'TTL' },
    top: null,
    hasDot: false,
    isQuoted: false,
    alias: null,
    ttl: short,
    nameServers: [],
  },
}

/** Who serves a zone, by its name servers. */
export function dnsHostOf(nameServers: readonly string[]): DnsHostId | undefined {
  return dnsHostIds.find((id) =>
    dnsHosts[id].nameServers.some((end) =>
      nameServers.some((server) =>
        // Those of Amazon are below awsdns-01.com, awsdns-02.net and so on.
        end.endsWith('*') ? server.includes(end.slice(0, -1)) : server.endsWith(end),
      ),
    ),
  )
}
