import type { Platform } from '#platform/hosting/platform.ts'
import type { CertificateSummary } from '#platform/model/hosting/certificate.ts'
import type { OwnedHost } from '#platform/model/hosting/certificate-store.ts'
import type { CertificateAssignment } from '#platform/model/hosting/deployments/traffic.ts'
import type { CertificateId, OwnerId } from '#platform/model/ids.ts'
import {
  type CertificateIndex,
  chooseCertificate,
  indexCertificates,
  isBelow,
} from './choose-certificate.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'traffic' | 'policies'>
/** Adds the certificate of a host to an assignment. */
type Assign = (host: OwnedHost) => Promise<void>

/** All hosts are looked at this often, because certificates expire. */
export const reviewEvery = 3_600_000
const page = 1000

/** Tells the router which certificates these hosts have, by their owners of now; a host of nobody has none. */
export async function assignHosts(platform: Context, hosts: readonly string[]): Promise<void> {
  if (hosts.length === 0) return
  await send(platform, async (assigned, assign) => {
    for (const host of hosts) assigned.hosts[host] = null
    for (const owned of await platform.store.certificates.ownersOf(hosts)) await assign(owned)
  })
}

/** The same for all hosts of an owner; of all owners for the platform. */
export async function assignOwner(platform: Context, ownerId: OwnerId | 'platform'): Promise<void> {
  if (ownerId === 'platform') return assignAll(platform)
  await assignHosts(platform, await platform.store.certificates.hostsOf(ownerId))
}

/** Tells the router all certificates, at the start and from time to time: what expires gives way to another. */
export async function assignAll(platform: Context): Promise<void> {
  const { certificates } = platform.store
  await send(platform, async (assigned, assign) => {
    assigned.isComplete = true
    for (let after = ''; ; ) {
      const hosts = await certificates.listHosts(after, page)
      for (const owned of hosts) await assign(owned)
      after = hosts.at(-1)?.host ?? ''
      if (hosts.length < page) return
    }
  })
}

/** The store is read under the router's lock, so that a slow assignment does not undo a later one with what it read before. */
function send(
  platform: Context,
  fill: (assigned: CertificateAssignment, assign: Assign) => Promise<void>,
): Promise<void> {
  const { store, traffic } = platform
  const chosen = new Map<string, CertificateId>()
  const decide = async () => {
    const assigned: CertificateAssignment = { hosts: {}, isComplete: false }
    const choose = createChooser(platform)
    await fill(assigned, async (owned) => {
      const certificate = await choose(owned)
      if (!certificate) return
      const { fingerprint, id } = certificate
      assigned.hosts[owned.host] = fingerprint
      chosen.set(fingerprint, id)
    })
    return assigned
  }
  return traffic.setCertificates(decide, async (fingerprint) => {
    const id = chosen.get(fingerprint)
    const found = id && (await store.certificates.findKeyed(id))
    return found && { certificate: found.chain, key: found.key }
  })
}

/** Reads the certificates of each owner once. */
function createChooser({ store, clock, policies }: Context) {
  const known = new Map<string, Promise<CertificateIndex>>()
  const certificatesOf = (ownerId: OwnerId | 'platform') => {
    const indexed =
      known.get(ownerId) ?? store.certificates.listSummaries(ownerId).then(indexCertificates)
    known.set(ownerId, indexed)
    return indexed
  }
  return async ({ ownerId, host }: OwnedHost): Promise<CertificateSummary | undefined> => {
    const own = await certificatesOf(ownerId)
    const shared = isBelow(host, policies.appsDomain) ? [await certificatesOf('platform')] : []
    // One that expires before the next review counts as expired now.
    return chooseCertificate(host, [own, ...shared], clock() + reviewEvery)
  }
}
