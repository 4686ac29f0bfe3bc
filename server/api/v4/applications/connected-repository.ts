import { connectedRepositoryAnswer } from '#api/answers/hosting/connected-repository.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { array, type Infer, object, oneOf, optional, string } from '#kit/schema.ts'
import {
  checkNow,
  connectRepository,
  disconnectRepository,
  getConnectedRepository,
  type WantedRepository,
} from '#platform/hosting/connected-repositories/connect.ts'
import { findGitHost } from '#platform/hosting/git-hosts/host-repository.ts'
import {
  moveHostWebhook,
  removeHostWebhook,
  retryHostWebhook,
} from '#platform/hosting/git-hosts/host-webhook.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { commitUrl } from '#platform/model/hosting/connected-repositories/commit-url.ts'
import type { ConnectedRepository } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

const path =
  '/v4/berth/organisations/:ownerId/applications/:applicationId/connected-repository' as const

const getRepository = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary: 'Shows the repository that an application is deployed from, without secrets',
  answer: connectedRepositoryAnswer,
  async handle({ platform, application }) {
    return recordOf(platform, await getConnectedRepository(platform, application.id))
  },
})

const putBody = object({
  /** `https://host/owner/name`, or `git@host:owner/name.git` with a deploy key. */
  url: string,
  access: optional(oneOf('nobody', 'deploy-key', 'token')),
  /** Of the host, with access `token`. */
  token: optional(string),
  /** The name that belongs to the token, where the host wants one. */
  user: optional(string),
  branch: optional(string),
  /** Folders and files; a commit that changes none of them is not deployed. */
  paths: optional(array(string)),
  /** Patterns such as `v*`: the tag of the highest version is deployed, in the place of a branch. */
  tags: optional(array(string)),
})

const putRepository = endpoint({
  method: 'PUT',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'application.connect',
  summary: 'Connects an application to a repository, whose branch is deployed when it moves',
  body: putBody,
  // A look at a host that answers slowly takes a minute.
  cost: 20,
  answer: connectedRepositoryAnswer,
  async handle({ platform, application, body, caller }) {
    const wanted = wantedOf(body)
    const before = await platform.store.connectedRepositories.find(application.id)
    const connected = await connectRepository(platform, application, wanted, caller.userId)
    await moveHostWebhook(platform, before, connected)
    return recordOf(platform, connected)
  },
})

const deleteRepository = endpoint({
  method: 'DELETE',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'application.disconnect',
  summary: 'Disconnects an application from its repository; what is deployed stays',
  answer: outcome,
  async handle({ platform, application }) {
    const connected = await getConnectedRepository(platform, application.id)
    const problem = await removeHostWebhook(platform, connected)
    await disconnectRepository(platform, application.id)
    const left = problem && ` Remove its webhook at the host yourself: ${problem}`
    return done(`The application is not deployed from a repository any more.${left}`)
  },
})

const checkRepository = endpoint({
  method: 'POST',
  path: `${path}/check`,
  access: { on: 'application', may: 'operate' },
  action: 'application.check-repository',
  summary: 'Looks at the repository of an application now, instead of at the next time',
  answer: outcome,
  cost: 5,
  async handle({ platform, application }) {
    const connected = await getConnectedRepository(platform, application.id)
    await checkNow(platform, application.id)
    await retryHostWebhook(platform, connected)
    return done('The repository is looked at.')
  },
})

export const connectedRepositoryEndpoints = [
  getRepository,
  putRepository,
  deleteRepository,
  checkRepository,
]

function wantedOf(body: Infer<typeof putBody>): WantedRepository {
  const { url, token, user, branch, paths, tags } = body
  const by = body.access ?? (token === undefined ? 'nobody' : 'token')
  if ((by === 'token') !== (token !== undefined)) {
    throw new Refusal('invalid', 'A token belongs to the access "token", and only to that.')
  }
  const access =
    by === 'token' ? { by, token: token ?? '', ...(user !== undefined && { user }) } : { by }
  return {
    url,
    access,
    ...(branch !== undefined && { branch }),
    ...(paths !== undefined && { paths }),
    ...(tags !== undefined && { tags }),
  }
}

async function recordOf(
  { store }: Pick<Platform, 'store'>,
  repository: ConnectedRepository,
): Promise<Infer<typeof connectedRepositoryAnswer>> {
  const { applicationId, access, paths, connectedBy, checkedAt } = repository
  const [application, user, webhook] = await Promise.all([
    store.applications.find(applicationId),
    store.users.find(connectedBy),
    store.hostWebhooks.find(applicationId),
  ])
  return {
    url: repository.url,
    branch: (application as Application).branch,
    access: access.by,
    deployKey: access.by === 'deploy-key' ? access.publicKey : null,
    paths: [...paths],
    tags: [...repository.tags],
    head: await headOf({ store }, repository),
    connectedBy: { id: connectedBy, name: user?.name ?? null },
    connectedAt: iso(repository.connectedAt),
    checkedAt: checkedAt === null ? null : iso(checkedAt),
    dueAt: iso(repository.dueAt),
    attempts: repository.attempts,
    lastError: repository.lastError,
    webhook: { isAtHost: Boolean(webhook?.hookId), problem: webhook?.problem ?? '' },
  }
}

async function headOf(
  { store }: Pick<Platform, 'store'>,
  { applicationId, head, headBranch, url }: ConnectedRepository,
) {
  const summary = head === null ? undefined : await store.commitSummaries.find(applicationId, head)
  if (!summary) return null
  return {
    ...summary,
    ref: headBranch,
    date: iso(summary.date),
    url: commitUrl(url, summary.commit, await findGitHost({ store }, url)),
  }
}

const iso = (date: number) => new Date(date).toISOString()
