import { createHash } from 'node:crypto'
import { newId } from '#kit/text/ids.ts'
import { checkNow } from '#platform/hosting/connected-repositories/connect.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { RepositoryDelivery } from '#platform/model/hosting/connected-repositories/repository-delivery.ts'
import { type ApplicationId, isRepositoryDeliveryId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type HostEvent, parseDelivery } from './parse-delivery.ts'
import { type IncomingDelivery, isSigned } from './verify-delivery.ts'

const kept = { refused: 20, others: 100 }
const maxNameLength = 250

type Context = Pick<Platform, 'store' | 'clock' | 'repositoryWorker'>
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
  const { store, clock } = platform
  const webhook = await store.repositoryWebhooks.find(applicationId)
  const application = webhook && (await store.applications.find(applicationId))
  const repository = application && (await store.connectedRepositories.find(applicationId))
  if (!repository) throw new Refusal('missing', 'There is no such webhook.')
  const digest = createHash('sha256').update(incoming.body).digest('hex')
  const finding = isSigned(incoming, webhook.secret)
    ? await judge(platform, application, incoming, digest)
    : refused('It is not signed with the secret of this webhook.')
  const delivery: RepositoryDelivery = {
    id: newId('repodelivery'),
    applicationId,
    receivedAt: clock(),
    host: '',
    event: '',
    ref: '',
    commit: '',
    digest,
    ...finding,
  }
  await store.repositoryDeliveries.add(delivery)
  await store.repositoryDeliveries.trim(applicationId, kept)
  if (delivery.outcome === 'accepted') await checkNow(platform, applicationId)
  return delivery
}

const refused = (reason: string): Finding => ({ outcome: 'refused', reason })

async function judge(
  { store }: Context,
  { id, branch }: { id: ApplicationId; branch: string },
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
    return { ...about, outcome: 'accepted', reason: 'The repository is looked at.' }
  }
  if (moved.length === 0) return ignored('It is about nothing that is deployed.')
  const own = moved.find(({ ref }) => ref === `refs/heads/${branch}`)
  const [first] = moved
  const names = { ref: shortened(own?.ref ?? first?.ref), commit: shortened(own?.commit) }
  if (!own) return { ...ignored(`Only ${branch} is deployed.`), ...names }
  if (await store.repositoryDeliveries.hasAccepted(id, digest)) {
    return { ...ignored('It was received before.'), ...names }
  }
  return { ...about, ...names, outcome: 'accepted', reason: 'The repository is looked at.' }
}

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
