import { createHash } from 'node:crypto'
import { newId } from '#kit/text/ids.ts'
import { checkNow, makeDue } from '#platform/hosting/connected-repositories/connect.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { ConnectedRepository } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { isDeployedTag } from '#platform/model/hosting/connected-repositories/newest-tag.ts'
import type { RepositoryDelivery } from '#platform/model/hosting/connected-repositories/repository-delivery.ts'
import { type ApplicationId, isApplicationId, isRepositoryDeliveryId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type HostEvent, parseDelivery } from './parse-delivery.ts'
import { type IncomingDelivery, isSigned } from './verify-delivery.ts'

const kept = { refused: 20, others: 100 }
const maxNameLength = 250

/** Bytes of a body that count as a further call of a client that signs nothing. */
const bytesPerCall = 64 * 1024
/** Until the look that covers the calls beyond the limit. */
const lateLook = 10_000
const looked = 'The repository is looked at.'

type Context = Pick<
  Platform,
  'store' | 'clock' | 'repositoryWorker' | 'deliveryLimits' | 'callLimits'
>
type Finding = Pick<RepositoryDelivery, 'outcome' | 'reason'> & Partial<RepositoryDelivery>

/**
 * Takes a call of a repository's host, which says that the repository has moved. Nothing of its content is trusted: what is
 * deployed is what a look at the repository finds.
 */
export async function receiveDelivery(
  platform: Context,
  applicationId: ApplicationId,
  incoming: IncomingDelivery,
): Promise<RepositoryDelivery> {
  const { store, clock, repositoryWorker, deliveryLimits, callLimits } = platform
  const webhook = isApplicationId(applicationId)
    ? await store.repositoryWebhooks.find(applicationId)
    : undefined
  const isGenuine = webhook !== undefined && isSigned(incoming, webhook.secret)
  if (!isGenuine) {
    const cost = 1 + Math.floor(incoming.body.length / bytesPerCall)
    callLimits.count({ address: incoming.from }, cost)
  }
  const application = webhook && (await store.applications.find(applicationId))
  const repository = application && (await store.connectedRepositories.find(applicationId))
  if (!repository) throw new Refusal('missing', 'There is no such webhook.')
  const digest = createHash('sha256').update(incoming.body).digest('hex')
  const delivery: RepositoryDelivery = {
    id: newId('repodelivery'),
    applicationId,
    receivedAt: clock(),
    host: '',
    event: '',
    ref: '',
    commit: '',
    digest,
    outcome: 'refused',
    reason: 'It is not signed with the secret of this webhook.',
  }
  if (isGenuine && !deliveryLimits.takeSigned(applicationId)) {
    await lookSoon(platform, repository)
    const reason = 'Too many come at once: it is not listed, and the repository is looked at soon.'
    return { ...delivery, outcome: 'ignored', reason }
  }
  if (!isGenuine && !deliveryLimits.takeRefused(applicationId)) return delivery
  const found = isGenuine
    ? await judge(platform, { ...repository, branch: application.branch }, incoming, digest)
    : {}
  const listed = { ...delivery, ...found }
  // In one transaction, because a host repeats what was not acknowledged, and is told then that it was received before.
  await store.transaction(async (inside) => {
    await inside.repositoryDeliveries.add(listed)
    await inside.repositoryDeliveries.trim(applicationId, kept)
    if (listed.outcome === 'accepted') await makeDue(inside, applicationId, clock())
  })
  if (listed.outcome === 'accepted') repositoryWorker.wake()
  return listed
}

/** Covers any number of calls by one look, after the last of them. */
async function lookSoon(
  { store, clock, repositoryWorker }: Context,
  { applicationId, dueAt }: Pick<ConnectedRepository, 'applicationId' | 'dueAt'>,
): Promise<void> {
  const now = clock()
  if (dueAt > now && dueAt <= now + lateLook) return
  await store.transaction((inside) => makeDue(inside, applicationId, now + lateLook))
  repositoryWorker.wake()
}

const refused = (reason: string): Finding => ({ outcome: 'refused', reason })

async function judge(
  { store }: Context,
  wanted: Pick<ConnectedRepository, 'applicationId' | 'tags'> & { branch: string },
  incoming: IncomingDelivery,
  digest: string,
): Promise<Finding> {
  let event: HostEvent
  try {
    event = parseDelivery(incoming)
  } catch (error) {
    return refused((error as Error).message)
  }
  const { host, moved } = event
  const about = { host, event: event.event }
  const ignored = (reason: string): Finding => ({ ...about, outcome: 'ignored', reason })
  if (host === '' && moved.length === 0) {
    return { ...about, outcome: 'accepted', reason: looked }
  }
  if (moved.length === 0) return ignored('It is about nothing that is deployed.')
  const own = moved.find(({ ref }) => isWanted(ref, wanted))
  const [first] = moved
  const names = { ref: shortened(own?.ref ?? first?.ref), commit: shortened(own?.commit) }
  if (!own)
    return { ...ignored(`Only ${wanted.tags.join(', ') || wanted.branch} is deployed.`), ...names }
  if (await store.repositoryDeliveries.hasAccepted(wanted.applicationId, digest)) {
    return { ...ignored('It was received before.'), ...names }
  }
  return { ...about, ...names, outcome: 'accepted', reason: looked }
}

const isWanted = (ref: string, { tags, branch }: { tags: readonly string[]; branch: string }) =>
  tags.length > 0
    ? ref.startsWith('refs/tags/') && isDeployedTag(ref.slice('refs/tags/'.length), tags)
    : ref === `refs/heads/${branch}`

const shortened = (text = '') => text.slice(0, maxNameLength)

/** Does again what a delivery has led to, or would have. */
export async function replayDelivery(
  platform: Context,
  applicationId: ApplicationId,
  id: string,
): Promise<void> {
  const found = isRepositoryDeliveryId(id)
    ? await platform.store.repositoryDeliveries.find(id)
    : undefined
  if (found?.applicationId !== applicationId) {
    throw new Refusal('missing', `There is no delivery ${id.slice(0, 100)}.`)
  }
  if (found.outcome === 'refused') {
    throw new Refusal('conflict', 'A delivery that was refused is not replayed.')
  }
  await checkNow(platform, applicationId)
}
