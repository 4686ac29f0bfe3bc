import type { Platform } from '#platform/hosting/platform.ts'
import { type Certificate, covers, renewalTime } from '#platform/model/hosting/certificate.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { isOrderable } from './acme/order-policy.ts'
import { assignHosts } from './assign-certificates.ts'

export type CertificateContext = Pick<Platform, 'store' | 'clock' | 'traffic' | 'policies'> &
  Partial<Pick<Platform, 'acme' | 'certificateWorker'>>

/**
 * Prepares the certificates of hosts before visitors are sent there: the router learns which they have, so that none
 * shows that of an earlier owner, and ACME is asked for those without.
 */
export async function serveHosts(
  platform: CertificateContext,
  ownerId: OwnerId,
  hosts: readonly string[],
): Promise<void> {
  const { store, clock, policies, acme, certificateWorker } = platform
  await assignHosts(platform, hosts)
  if (!acme) return
  for (const host of hosts) {
    if (!isOrderable(host, policies.appsDomain)) continue
    const known = await store.certificateOrders.find(host)
    if (known?.ownerId === ownerId) continue
    await store.certificateOrders.removeUnused([host])
    await store.certificateOrders.add([{ host, ownerId }], clock())
    certificateWorker?.wake()
  }
}

/** Makes the orders due again that waited for the end of an uploaded certificate, which was removed before. */
export async function resumeOrders(
  { certificateOrders, certificates }: Pick<Store, 'certificateOrders' | 'certificates'>,
  ownerId: OwnerId,
  { names }: Pick<Certificate, 'names'>,
  now: number,
): Promise<void> {
  const issued = new Map(
    (await certificates.listSummaries(ownerId)).map((each) => [each.host, renewalTime(each)]),
  )
  for (const host of await certificates.hostsOf(ownerId)) {
    if (!names.some((name) => covers(name, host))) continue
    const order = await certificateOrders.find(host)
    // A failed one goes on with its pauses.
    if (order?.ownerId !== ownerId || order.failures > 0) continue
    const dueAt = Math.min(order.dueAt, issued.get(host) ?? now)
    await certificateOrders.change(host, { dueAt })
  }
}

/** Withdraws the orders of hosts that an owner no longer has, and removes what ACME issued for them. */
export async function withdrawOrders(
  { certificateOrders, certificates }: Pick<Store, 'certificateOrders' | 'certificates'>,
  hosts: readonly string[],
): Promise<void> {
  if (hosts.length === 0) return
  await certificateOrders.removeUnused(hosts)
  await certificates.removeUnused(hosts)
}
