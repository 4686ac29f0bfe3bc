import { generateKeyPairSync } from 'node:crypto'
import { recordEvent } from '#platform/events/record-event.ts'
import { assignHosts } from '#platform/hosting/certificates/assign-certificates.ts'
import { recordOf } from '#platform/hosting/certificates/certificates.ts'
import { checkCertificate } from '#platform/hosting/certificates/check-upload.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { type AcmeClient, AcmeError } from '#platform/model/hosting/acme-client.ts'
import {
  type AcmeAccount,
  type CertificateOrder,
  covers,
  type KeyedCertificate,
  renewalTime,
} from '#platform/model/hosting/certificate.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { failurePause, limitPause, minRenewalPause, orderLimits } from './order-policy.ts'
import type { OrderChallenges, PendingChallenges } from './pending-challenges.ts'

export interface OrderContext
  extends Pick<Platform, 'store' | 'clock' | 'monotonic' | 'traffic' | 'policies'> {
  acme: AcmeClient
  challenges: PendingChallenges
  signal: AbortSignal
}

/** How an attempt ended; `skipped` when the host needs no certificate of ACME now. */
export type OrderOutcome = 'issued' | 'skipped' | AcmeError

/**
 * Orders the certificate of one host. The attempt is written down before it begins, so that a crash on the way leads
 * to a new one: at once when the same server starts again, else after the lease. Nothing else of an order has to be known
 * to begin again.
 */
export async function runOrder(
  context: OrderContext,
  order: CertificateOrder,
  accountId: OwnerId,
): Promise<OrderOutcome> {
  const { store, clock } = context
  const now = clock()
  const better = await uploadedFor(context, order)
  if (better !== undefined) {
    const done = { dueAt: better, failures: 0, problem: null, attemptedBy: null }
    await store.certificateOrders.change(order.host, done)
    return 'skipped'
  }
  await store.transaction(async (inside) => {
    const { host } = order
    await inside.acmeAttempts.add({ accountId, host, startedAt: now })
    await inside.certificateOrders.change(host, {
      attemptedAt: now,
      attemptedBy: inside.claims.serverId,
      dueAt: now + orderLimits.lease,
    })
  })
  const challenges = context.challenges.ofOneOrder()
  try {
    const certificate = await obtain({ ...context, challenges }, order)
    const isKept = await store.transaction((inside) => keep(inside, order, certificate, clock()))
    if (!isKept) return 'skipped'
    await assignHosts(context, [order.host])
    return 'issued'
  } catch (error) {
    if (!(error instanceof AcmeError) || context.signal.aborted) throw error
    await store.transaction(async (inside) => {
      if (error.kind === 'rejected') await inside.acmeAttempts.setFailed(order.host, now)
      await fail(inside, order, error, clock())
    })
    return error
  } finally {
    await challenges.remove()
  }
}

/** When the owner's own certificate for the host has to be replaced, if there is one. */
async function uploadedFor(
  { store, clock }: OrderContext,
  { host, ownerId }: CertificateOrder,
): Promise<number | undefined> {
  const now = clock()
  const uploaded = (await store.certificates.listSummaries(ownerId)).filter(
    ({ source, names, notAfter }) =>
      source === 'uploaded' && notAfter > now && names.some((name) => covers(name, host)),
  )
  return uploaded.length === 0 ? undefined : Math.max(...uploaded.map(({ notAfter }) => notAfter))
}

async function obtain(
  context: Omit<OrderContext, 'challenges'> & { challenges: OrderChallenges },
  order: CertificateOrder,
): Promise<KeyedCertificate> {
  const { acme, clock, challenges, signal } = context
  const { host, ownerId } = order
  const account = await openAccount(context)
  const issued = await acme
    .order({ account, host, signal, present: (challenge) => challenges.add(challenge) })
    .catch((error) => forgetLostAccount(context, account, error))
  const now = clock()
  try {
    const checked = checkCertificate(issued, now)
    if (!checked.names.some((name) => covers(name, host))) {
      throw new Refusal('invalid', `It names ${checked.names.slice(0, 5).join(', ')}.`)
    }
    return recordOf(checked, { ownerId, source: 'acme', host, now })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new AcmeError(
      'rejected',
      `The ACME server sent a certificate that is not usable: ${error.message}`,
    )
  }
}

/** The platform's account: its key is made once and kept before the server knows it. */
async function openAccount({ store, acme, signal }: AccountContext): Promise<AcmeAccount> {
  const { directory } = acme
  const known = await store.acmeAccounts.find(directory)
  if (known?.url) return known
  const account = known ?? { directory, key: newKey(), url: '' }
  if (!known) await store.acmeAccounts.put(account)
  const url = await acme.register(account.key, signal).catch(refuseEverybody)
  const registered = { ...account, url }
  await store.acmeAccounts.put(registered)
  return registered
}

type AccountContext = Pick<OrderContext, 'store' | 'acme' | 'signal'>

/** No host is to blame when the account is refused. */
function refuseEverybody(error: unknown): never {
  if (error instanceof AcmeError && error.kind === 'rejected') {
    throw new AcmeError('unavailable', error.message, { retryAfter: error.retryAfter })
  }
  throw error
}

/** A server that has lost its data gets the same key again at the next order. */
async function forgetLostAccount(
  { store }: AccountContext,
  account: AcmeAccount,
  error: unknown,
): Promise<never> {
  const isLost = error instanceof AcmeError && error.problem === 'accountDoesNotExist'
  if (isLost) await store.acmeAccounts.put({ ...account, url: '' })
  throw error
}

const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()

/** An order may be withdrawn while it is under way, and its host may have another owner since. */
const isStanding = async ({ certificateOrders }: Store, { host, ownerId }: CertificateOrder) =>
  (await certificateOrders.find(host))?.ownerId === ownerId

/** Stores the new certificate instead of the old one, with the time of its renewal; `false` for a withdrawn order. */
async function keep(
  store: Store,
  order: CertificateOrder,
  certificate: KeyedCertificate,
  now: number,
): Promise<boolean> {
  if (!(await isStanding(store, order))) return false
  const { host, ownerId } = order
  for (const { id, source, host: ordered } of await store.certificates.listSummaries(ownerId)) {
    if (source === 'acme' && ordered === host) await store.certificates.remove(id)
  }
  await store.certificates.add(certificate)
  await store.certificateOrders.change(host, {
    dueAt: Math.max(renewalTime(certificate), now + minRenewalPause),
    failures: 0,
    problem: null,
    attemptedBy: null,
  })
  const { id, issuer, notAfter } = certificate
  await recordEvent(store, {
    ownerId,
    date: now,
    name: 'CERTIFICATE_ISSUED',
    subjectId: '',
    data: { id, ownerId, host, issuer, notAfter },
  })
  return true
}

/** Only what the host itself is to blame for counts as a failure. */
async function fail(
  store: Store,
  order: CertificateOrder,
  error: AcmeError,
  now: number,
): Promise<void> {
  if (!(await isStanding(store, order))) return
  const { host, ownerId, failures } = order
  const problem = error.message.slice(0, 500)
  if (error.kind !== 'rejected') {
    const pause = error.kind === 'limited' ? limitPause(error) : failurePause(1)
    return store.certificateOrders.change(host, { problem, dueAt: now + pause, attemptedBy: null })
  }
  const count = failures + 1
  await store.certificateOrders.change(host, {
    problem,
    failures: count,
    attemptedBy: null,
    dueAt: now + Math.max(failurePause(count), error.retryAfter ?? 0),
  })
  if (count !== orderLimits.failuresBeforeWarning) return
  await recordEvent(store, {
    ownerId,
    date: now,
    name: 'CERTIFICATE_FAILED',
    subjectId: '',
    data: { id: host, ownerId, host, problem },
  })
}
