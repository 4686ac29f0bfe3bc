import type { Platform } from '#platform/hosting/platform.ts'
import { ownerName } from '#platform/identity/accounts/owner-name.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import { dateInWords } from '#platform/mail/mail-words.ts'
import {
  type Certificate,
  type CertificateOrder,
  stateOf,
} from '#platform/model/hosting/certificate.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { ProviderOwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { orderLimits } from './acme/order-policy.ts'

const day = 86_400_000
/** An uploaded certificate is not renewed by itself; its owner gets this long. */
const expiryNotice = 14 * day
/** While orders go on failing, the owner is told again. */
const repeatAfter = 7 * day
/** Mails of one owner come at most so often, however many domains are broken. */
const mailPause = day
const maxLines = 20

type Context = Pick<Platform, 'store' | 'clock' | 'mailWorker' | 'policies'>

interface Warning {
  certificates: Certificate[]
  orders: CertificateOrder[]
}

/** Tells owners by e-mail which certificates expire or cannot be renewed: one mail for all of an owner. */
export async function warnOwners(platform: Context): Promise<void> {
  const { store, clock } = platform
  const now = clock()
  const warnings = new Map<ProviderOwnerId, Warning>()
  const of = (ownerId: ProviderOwnerId) => {
    const warning = warnings.get(ownerId) ?? { certificates: [], orders: [] }
    warnings.set(ownerId, warning)
    return warning
  }
  for (const certificate of await store.certificates.listExpiring(now + expiryNotice)) {
    if (stateOf(certificate, now) !== 'valid')
      of(certificate.ownerId).certificates.push(certificate)
  }
  const { failuresBeforeWarning } = orderLimits
  const failing = await store.certificateOrders.listUnwarned(
    failuresBeforeWarning,
    now - repeatAfter,
  )
  for (const order of failing) of(order.ownerId).orders.push(order)
  for (const [ownerId, warning] of warnings) await warnOwner(platform, ownerId, warning, now)
  if (warnings.size > 0) platform.mailWorker.wake()
}

/** The mails and the note that they were sent are written in one transaction. */
async function warnOwner(
  platform: Context,
  ownerId: ProviderOwnerId,
  { certificates, orders }: Warning,
  now: number,
): Promise<void> {
  const last = await platform.store.certificateOrders.lastWarning(ownerId)
  if (last !== undefined && now - last < mailPause && now >= last) return
  const problems = [
    ...certificates.map(({ names, notAfter }) => `${names[0]}: ${expiry(notAfter, now)}`),
    ...orders.map(({ host, problem }) => `${host}: ${problem ?? 'the order failed'}`),
  ]
  const rest = problems.length - maxLines
  const lines = [...problems.slice(0, maxLines), ...(rest > 0 ? [`and ${rest} more`] : [])]
  await platform.store.transaction(async (store) => {
    for (const to of await recipients(platform, store, ownerId)) {
      await post({ ...platform, store }, 'certificate-warning', to, {
        ownerId,
        organisation: await ownerName(store, ownerId),
        lines: JSON.stringify(lines),
      })
    }
    await store.certificateOrders.setLastWarning(ownerId, now)
    for (const { id } of certificates) await store.certificates.setWarned(id, now)
    for (const { host } of orders) await store.certificateOrders.change(host, { warnedAt: now })
  })
}

const expiry = (notAfter: number, now: number) =>
  `the uploaded certificate ${now >= notAfter ? 'expired' : 'expires'} on ${dateInWords(new Date(notAfter).toISOString())}`

/** The user of a personal space, the administrators and managers of an organisation, or the operators. */
async function recipients(
  { policies }: Context,
  store: Store,
  ownerId: ProviderOwnerId,
): Promise<readonly string[]> {
  if (ownerId === 'platform') return policies.operators
  if (isPersonalSpace(ownerId)) {
    const user = await store.users.find(ownerId)
    return user ? [user.email] : []
  }
  const members = await store.members.listOf(ownerId)
  return members
    .filter(({ member: { role } }) => role === 'ADMIN' || role === 'MANAGER')
    .map(({ user }) => user.email)
}
