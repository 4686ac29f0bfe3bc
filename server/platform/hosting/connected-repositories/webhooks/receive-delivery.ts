import { createHash } from 'node:crypto'
import { newId } from '#kit/text/ids.ts'
import { checkNow, makeDue } from '#platform/hosting/connected-repositories/connect.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import {
  addAnnouncement,
  checkPullRequests,
  makePullRequestsDue,
} from '#platform/hosting/pull-requests/announce.ts'
import type { ConnectedRepository } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { isDeployedTag } from '#platform/model/hosting/connected-repositories/newest-tag.ts'
import type { RepositoryDelivery } from '#platform/model/hosting/connected-repositories/repository-delivery.ts'
import { type ApplicationId, isApplicationId, isRepositoryDeliveryId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type HostEvent, parseDelivery } from './parse-delivery.ts'
import type { MentionedPullRequest } from './parse-pull-request.ts'
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
  'store' | 'clock' | 'repositoryWorker' | 'pullRequestWorker' | 'deliveryLimits' | 'callLimits'
>
type Finding = Pick<RepositoryDelivery, 'outcome' | 'reason'> & Partial<RepositoryDelivery>
type Judgement = Finding & { pullRequest?: MentionedPullRequest }

/**
 * Takes a call of a repository's host, which says that the repository has moved. Nothing of its content is trusted: what is
 * deployed is what a look at the repository finds.
 */
export async function receiveDelivery(
  platform: Context,
  applicationId: ApplicationId,
  incoming: IncomingDelivery,
): Promise<RepositoryDelivery> {
  const { store, clock, deliveryLimits, callLimits } = platform
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
  const judged = isGenuine
    ? await judge(platform, { ...repository, branch: application.branch }, incoming, digest)
    : {}
  const { pullRequest, ...found }: Partial<Judgement> = judged
  const listed = { ...delivery, ...found }
  // In one transaction, because a host repeats what was not acknowledged, and is told then that it was received before.
  await store.transaction(async (inside) => {
    await inside.repositoryDeliveries.add(listed)
    await inside.repositoryDeliveries.trim(applicationId, kept)
    if (listed.outcome !== 'accepted') return
    if (pullRequest) await addAnnouncement(inside, applicationId, pullRequest)
    else await makeDue(inside, applicationId, clock())
  })
  if (listed.outcome === 'accepted') wakeBoth(platform)
  return listed
}

function wakeBoth({ repositoryWorker, pullRequestWorker }: Context): void {
  repositoryWorker.wake()
  pullRequestWorker.wake()
}

/** Covers any number of calls by one look, after the last of them. */
async function lookSoon(
  platform: Context,
  { applicationId, dueAt }: Pick<ConnectedRepository, 'applicationId' | 'dueAt'>,
): Promise<void> {
  const { store, clock } = platform
  const now = clock()
  if (dueAt > now && dueAt <= now + lateLook) return
  await store.transaction(async (inside) => {
    await makeDue(inside, applicationId, now + lateLook)
    await makePullRequestsDue(inside, applicationId, now + lateLook)
  })
  wakeBoth(platform)
}

const refused = (reason: string): Finding => ({ outcome: 'refused', reason })

async function judge(
  { store }: Context,
  wanted: Pick<ConnectedRepository, 'applicationId' | 'tags'> & { branch: string },
  incoming: IncomingDelivery,
  digest: string,
): Promise<Judgement> {
  let event: HostEvent
  try {
    event = parseDelivery(incoming)
  } catch (error) {
    return refused((error as Error).message)
  }
  const { host, moved } = event
  const about = { host, event: event.event }
  const ignored = (reason: string): Finding => ({ ...about, outcome: 'ignored', reason })
  if (event.pullRequest) {
    return {
      ...about,
      ...(await judgePullRequest({ store }, wanted.applicationId, event.pullRequest, digest)),
    }
  }
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

async function judgePullRequest(
  { store }: Pick<Platform, 'store'>,
  id: ApplicationId,
  pullRequest: MentionedPullRequest,
  digest: string,
): Promise<Judgement> {
  const { number } = pullRequest
  const ref = `refs/pull/${number}/head`
  const settings = await store.previewSettings.find(id)
  if (!settings?.isEnabled || !settings.pullRequests) {
    return { ref, outcome: 'ignored', reason: 'Pull requests get no previews.' }
  }
  if (await store.repositoryDeliveries.hasAccepted(id, digest)) {
    return { ref, outcome: 'ignored', reason: 'It was received before.' }
  }
  return { ref, outcome: 'accepted', reason: `Pull request #${number} is looked at.`, pullRequest }
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
  await checkPullRequests(platform, applicationId)
}
