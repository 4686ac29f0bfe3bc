import { unlessAborted } from '#kit/concurrency/timeout.ts'
import { registeredDomain } from '#platform/hosting/applications/domains/public-suffix.ts'
import type { DnsResolver, RecordType } from '#platform/model/hosting/dns-resolver.ts'
import type { HostRecords } from '#platform/model/hosting/domains/domain-check.ts'

/** Zones between a host and its registered domain that are looked for. */
const maxZones = 4

/**
 * Asks for everything at once, and takes what has come when the signal is aborted: a name server that is silent about one
 * type, or sends a reply byte by byte, costs this check its deadline and nobody anything else.
 */
export async function lookUpHost(
  dns: Pick<DnsResolver, 'resolve'>,
  host: string,
  signal: AbortSignal,
  now: () => number,
): Promise<HostRecords> {
  const unanswered: string[] = []
  const ask = async (name: string, type: RecordType): Promise<string[] | undefined> => {
    try {
      return (await unlessAborted(dns.resolve(name, type, signal), signal)).map(plainName)
    } catch {
      return undefined
    }
  }
  const about = async (type: 'A' | 'AAAA' | 'CNAME') => {
    const values = await ask(host, type)
    if (!values) unanswered.push(type)
    return values ?? []
  }
  const registered = await registeredDomain(host)
  const candidates = zonesBetween(host, registered)
  const [a, aaaa, cname, servers] = await Promise.all([
    about('A'),
    about('AAAA'),
    about('CNAME'),
    Promise.all(candidates.map((zone) => ask(zone, 'NS'))),
  ])
  // Name servers of a name with a CNAME are those of its target, so that the name is no zone.
  const at = servers.findIndex(
    (found, place) => (found?.length ?? 0) > 0 && !(cname.length > 0 && candidates[place] === host),
  )
  return {
    a: a.toSorted(),
    aaaa: aaaa.toSorted(),
    cname,
    zone: candidates[at] ?? registered,
    nameServers: (servers[at] ?? []).toSorted(),
    unanswered,
    checkedAt: now(),
  }
}

/** The host and what it is below, down to its registered domain, the longest first. */
export function zonesBetween(host: string, registered: string): string[] {
  const zones = [host]
  while (zones.length < maxZones && zones.at(-1) !== registered) {
    const last = zones.at(-1) ?? ''
    const dot = last.indexOf('.')
    if (dot < 0) break
    zones.push(last.slice(dot + 1))
  }
  return zones.includes(registered) ? zones : [...zones.slice(0, maxZones - 1), registered]
}

const plainName = (value: string) => value.toLowerCase().replace(/\.$/, '')
