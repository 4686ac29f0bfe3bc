import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { isOrderable } from './acme/order-policy.ts'
import { createPendingChallenges, type PendingChallenges } from './acme/pending-challenges.ts'
import type { OrderPauses } from './acme/run-due-orders.ts'
import { createSharedChallenges } from './acme/shared-challenges.ts'
import { assignAll, reviewEvery } from './assign-certificates.ts'
import { warnOwners } from './warn-owners.ts'

/** An order that is due soon, or an owner with too many failures, is looked at again after at most this. */
const maxPause = 300_000
const page = 1000

export interface CertificateWorkerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/** Orders and renews certificates by ACME, warns owners, and keeps the router's certificates up to date. */
export function createCertificateWorker({ platform, onBug }: CertificateWorkerOptions): Worker {
  let challenges: PendingChallenges | undefined
  let pauses: OrderPauses | undefined
  let reviewedAt = Number.NEGATIVE_INFINITY
  return createWorker({
    async run(signal) {
      const { store, clock, monotonic, acme } = platform()
      challenges ??= store.shared
        ? createSharedChallenges(platform, store.shared)
        : createPendingChallenges(() => platform().traffic)
      const pending = challenges
      if (monotonic() - reviewedAt >= reviewEvery) {
        if (reviewedAt === Number.NEGATIVE_INFINITY) {
          await pending.clear()
          // Nothing of this server is under way yet: what it began before was cut.
          await store.certificateOrders.resumeOf(store.claims.serverId, clock())
        }
        await review(platform())
        reviewedAt = monotonic()
      }
      if (!acme) return reviewEvery
      // Without ACME, the code for orders is not loaded.
      const { noPauses, runDueOrders } = await import('./acme/run-due-orders.ts')
      pauses ??= noPauses()
      const known = pauses
      await store.claims.lead('certificates', async () => {
        await runDueOrders({ ...platform(), acme, challenges: pending, signal }, known)
        await warnOwners(platform())
      })
      const next = await store.certificateOrders.nextDue(clock())
      return Math.min(maxPause, Math.max(1000, (next ?? Number.POSITIVE_INFINITY) - clock()))
    },
    onError: onBug,
  })
}

/** Removes what belongs to domains that are gone, adds orders for new ones, and tells the router everything. */
async function review(platform: Platform): Promise<void> {
  const { store, acme } = platform
  await store.certificates.removeUnused()
  await store.certificateOrders.removeUnused()
  if (acme) await orderAll(platform)
  await assignAll(platform)
  await warnOwners(platform)
}

async function orderAll({ store, clock, policies }: Platform): Promise<void> {
  for (let after = ''; ; ) {
    const hosts = await store.certificateOrders.listHostsWithout(after, page)
    const wanted = hosts.filter(({ host }) => isOrderable(host, policies.appsDomain))
    await store.transaction((inside) => inside.certificateOrders.add(wanted, clock()))
    after = hosts.at(-1)?.host ?? ''
    if (hosts.length < page) return
  }
}
