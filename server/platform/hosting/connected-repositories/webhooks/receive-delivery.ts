import { createHash } from 'node:crypto'
import { newId } from '#kit/text/ids.ts'
import { checkNow, makeDue } from '#platform/hosting/connected-repositories/connect.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import {
  makeBranchPreviewsDue,
  previewedBranches,
} from '#platform/hosting/previews/follow-branch.ts'
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
const unrelated = 'It is about nothing that is deployed.'

type Context = Pick<
  Platform,
  | 'store'
  | 'clock'
  | 'repositoryWorker'
  | 'pullRequestWorker'
  | 'previewWorker'
  | 'deliveryLimits'
  | 'callLimits'
>
type Finding = Pick<RepositoryDelivery, 'outcome' | 'reason'> & Partial<RepositoryDelivery>
type Judgement = Finding & { pullRequest?: MentionedPullRequest; pushed?: PushedBranches }

/** What a push is about; absent where a program does not say what has moved. */
interface PushedBranches {
  isDeployed: boolean
  /** Those with a preview. */
  previewed: ReadonlySet<string>
}

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
  const { pullRequest, pushed, ...found }: Partial<Judgement> = judged
  const listed = { ...delivery, ...found }
  // In one transaction, because a host repeats what was not acknowledged, and is told then that it was received before.
  await store.transaction(async (inside) => {
    await inside.repositoryDeliveries.add(listed)
    await inside.repositoryDeliveries.trim(applicationId, kept)
    if (listed.outcome !== 'accepted') return
    if (pullRequest) return addAnnouncement(inside, applicationId, pullRequest)
    if (pushed?.isDeployed !== false) await makeDue(inside, applicationId, clock())
    await makeBranchPreviewsDue(inside, applicationId, clock(), pushed?.previewed)
  })
  if (listed.outcome === 'accepted') wakeAll(platform)
  return listed
}

function wakeAll({ repositoryWorker, pullRequestWorker, previewWorker }: Context): void {
  repositoryWorker.wake()
  pullRequestWorker.wake()
  previewWorker.wake()
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
    await makeBranchPreviewsDue(inside, applicationId, now + lateLook)
  })
  wakeAll(platform)
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
  const { host, moved, deleted } = event
  const about = { host, event: event.event }
  const ignored = (reason: string): Finding => ({ ...about, outcome: 'ignored', reason })
  if (event.pullRequest) {
    return {
      ...about,
      ...(await judgePullRequest({ store }, wanted.applicationId, event.pullRequest, digest)),
    }
  }
  const isSilent = moved.length + deleted.length === 0
  if (host === '' && isSilent) {
    return { ...about, outcome: 'accepted', reason: looked }
  }
  const refs = [...moved.map(({ ref }) => ref), ...deleted]
  const previewed = await previewedBranches(
    store,
    wanted.applicationId,
    new Set(refs.map(branchOf)),
  )
  const own = moved.find(({ ref }) => isWanted(ref, wanted))
  const shown = own?.ref ?? refs.find((ref) => previewed.has(branchOf(ref))) ?? refs[0]
  const names = { ref: shortened(shown), commit: shortened(own?.commit) }
  const pushed = { isDeployed: own !== undefined, previewed }
  if (!own && previewed.size === 0) {
    const reason = `Only ${wanted.tags.join(', ') || wanted.branch} is deployed.`
    return { ...ignored(moved.length > 0 ? reason : unrelated), ...names }
  }
  if (await store.repositoryDeliveries.hasAccepted(wanted.applicationId, digest)) {
    return { ...ignored('It was received before.'), ...names }
  }
  const reason = own ? looked : `Previews are looked at: ${shortened([...previewed].join(', '))}.`
  return { ...about, ...names, outcome: 'accepted', reason, pushed }
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

const headsFolder = 'refs/heads/'
/** The branch of a ref; empty for a tag. */
const branchOf = (ref: string) => (ref.startsWith(headsFolder) ? ref.slice(headsFolder.length) : '')

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
