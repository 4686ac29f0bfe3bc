import { type DnsHost, type DnsHostId, dnsHosts } from './dns-hosts.ts'

/** A record as such: whole names without a dot at the end. */
export interface DnsRecord {
  name: string
  type: 'A' | 'AAAA' | 'ALIAS' | 'CNAME' | 'TXT'
  value: string
}

/** A field of a DNS host's form. */
export interface RecordField {
  name: string
  value: string
}

/** A record as a DNS host wants it. */
export interface RecordForm {
  type: RecordField
  name: RecordField
  value: RecordField
  ttl: RecordField
  /** A further field whose default is wrong for us. */
  extra?: RecordField
}

/**
 * Records that lead a host to the platform, for a DNS host: a CNAME where there can be one, because it follows the platform
 * when its addresses change; at the top of a zone, which cannot have one, an alias or else the addresses.
 */
export function visitorRecords(
  hostId: DnsHostId,
  { host, zone }: { host: string; zone: string },
  { a, cname }: { a: readonly string[]; cname: string },
): DnsRecord[] {
  if (host !== zone) return [{ name: host, type: 'CNAME', value: cname }]
  const { alias } = dnsHosts[hostId]
  if (alias) return [{ name: host, type: alias, value: cname }]
  return a.map((address) => ({ name: host, type: 'A', value: address }))
}

/** A record in the words of a DNS host's form. */
export function recordForm(hostId: DnsHostId, record: DnsRecord, zone: string): RecordForm {
  const host = dnsHosts[hostId]
  const { fields, values, ttl, extra } = host
  const isAddress = record.type !== 'TXT'
  return {
    type: { name: fields.type, value: record.type },
    name: { name: fields.name, value: nameIn(host, record.name, zone) },
    value: { name: values?.[record.type] ?? fields.value, value: valueIn(host, record) },
    ttl: { name: fields.ttl, value: ttl },
    ...(extra && isAddress && { extra }),
  }
}

/** A record as a line of a zone file. */
export function zoneFileLine(record: DnsRecord): string {
  const { name, ttl, type, value } = recordForm('zone-file', record, '')
  return `${name.value} ${ttl.value} IN ${type.value} ${value.value}`
}

function nameIn({ top, hasDot }: DnsHost, name: string, zone: string): string {
  if (top === null) return hasDot ? `${name}.` : name
  if (name === zone) return top
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name
}

function valueIn({ hasDot, isQuoted }: DnsHost, { type, value }: DnsRecord): string {
  if (type === 'TXT') return isQuoted ? `"${value}"` : value
  const isName = type === 'CNAME' || type === 'ALIAS'
  return isName && hasDot ? `${value}.` : value
}
