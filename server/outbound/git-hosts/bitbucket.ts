import { createHash } from 'node:crypto'
import { array, type Infer, integer, nullable, object, optional, string } from '#kit/schema.ts'
import type { GitHostClient } from '#platform/model/hosting/git-hosts/git-host-client.ts'
import type { PullRequest } from '#platform/model/hosting/git-hosts/pull-request.ts'
import type { OpenRepositoryApi, RepositoryApi } from './git-host-api.ts'
import { editOrCreate, replaceWebhook, undefinedIfMissing } from './repeatable.ts'
import { isFromFork, isSameKey, segments } from './wire-text.ts'

const states = { pending: 'INPROGRESS', success: 'SUCCESSFUL', failure: 'FAILED' } as const
const maxKeyLength = 40
const events = [
  'repo:push',
  'pullrequest:created',
  'pullrequest:updated',
  'pullrequest:fulfilled',
  'pullrequest:rejected',
]

const hooks = object({ values: array(object({ uuid: string, url: string })) })
const identified = object({ id: integer })
const listedComments = object({
  values: array(object({ id: integer, content: object({ raw: string }) })),
})
const side = object({
  branch: object({ name: string }),
  repository: optional(nullable(object({ full_name: string }))),
})
const pullRequest = object({
  id: integer,
  title: string,
  state: string,
  author: optional(nullable(object({ nickname: optional(string), display_name: string }))),
  source: side,
  destination: side,
  links: object({ html: object({ href: string }) }),
})
const listedCommits = object({
  values: array(
    object({
      hash: string,
      message: string,
      date: string,
      author: object({ raw: string }),
    }),
  ),
})

/** The REST API of Bitbucket Cloud, version 2.0. */
export function createBitbucketClient(openApi: OpenRepositoryApi): GitHostClient {
  const open = (...[repository, signal]: Parameters<GitHostClient['listBranches']>) =>
    openApi(repository, `/repositories/${segments(repository.path)}`, signal)
  return {
    createWebhook(repository, { url, secret }, signal) {
      const api = open(repository, signal)
      return replaceWebhook(url, {
        async list() {
          const { values } = await api.get('/hooks?pagelen=100', hooks)
          return values.map(({ uuid, ...each }) => ({ id: uuid, url: each.url }))
        },
        remove: (id) => api.send('DELETE', `/hooks/${segments(id)}`),
        async create() {
          const body = { description: 'Berth', url, active: true, secret, events }
          return (await api.post('/hooks', body, object({ uuid: string }))).uuid
        },
      })
    },
    async removeWebhook(repository, id, signal) {
      await undefinedIfMissing(open(repository, signal).send('DELETE', `/hooks/${segments(id)}`))
    },
    setCommitStatus: (repository, commit, { state, context, description, url }, signal) =>
      open(repository, signal).send('POST', `/commit/${segments(commit)}/statuses/build`, {
        key: keyOf(context),
        name: context,
        state: states[state],
        description,
        url,
      }),
    putComment(repository, number, { text, ...comment }, signal) {
      const api = open(repository, signal)
      const comments = `/pullrequests/${number}/comments`
      const body = { content: { raw: text } }
      return editOrCreate(comment, {
        async list() {
          const { values } = await api.get(
            `${comments}?sort=created_on&pagelen=100`,
            listedComments,
          )
          return values.map(({ id, content }) => ({ id, text: content.raw }))
        },
        edit: (id) => api.send('PUT', `${comments}/${segments(id)}`, body),
        create: async () => (await api.post(comments, body, identified)).id,
      })
    },
    async findPullRequest(repository, number, signal) {
      const api = open(repository, signal)
      const found = await undefinedIfMissing(api.get(`/pullrequests/${number}`, pullRequest))
      return found && withCommit(api, found)
    },
    async listOpenPullRequests(repository, signal) {
      const api = open(repository, signal)
      const path = '/pullrequests?state=OPEN&sort=-created_on&pagelen=50'
      const { values } = await api.get(path, object({ values: array(pullRequest) }))
      const all: PullRequest[] = []
      for (const found of values) all.push(await withCommit(api, found))
      return all
    },
    async listBranches(repository, signal) {
      const names = object({ values: array(object({ name: string })) })
      const { values } = await open(repository, signal).get('/refs/branches?pagelen=100', names)
      return values.map(({ name }) => name)
    },
    async listCommits(repository, branch, signal) {
      const path = `/commits/${encodeURIComponent(branch)}?pagelen=30`
      const { values } = await open(repository, signal).get(path, listedCommits)
      return values.map(({ hash, message, date, author }) => ({
        commit: hash,
        author: author.raw.replace(/\s*<[^>]*>\s*$/, ''),
        message,
        date: Date.parse(date),
      }))
    },
    async hasDeployKey(repository, publicKey, signal) {
      const keys = object({ values: array(object({ key: string })) })
      const { values } = await open(repository, signal).get('/deploy-keys?pagelen=100', keys)
      return values.some(({ key }) => isSameKey(key, publicKey))
    },
  }
}

/** A status is told apart by a short key. */
const keyOf = (context: string): string =>
  context.length <= maxKeyLength
    ? context
    : createHash('sha256').update(context).digest('hex').slice(0, maxKeyLength)

/** A pull request has its commit in short only; its list of commits has the whole id, of the newest first. */
async function withCommit(
  api: RepositoryApi,
  { id, title, state, author, source, destination, links }: Infer<typeof pullRequest>,
): Promise<PullRequest> {
  const commits = object({ values: array(object({ hash: string })) })
  const { values } = await api.get(`/pullrequests/${id}/commits?pagelen=1`, commits)
  return {
    number: id,
    title,
    url: links.html.href,
    author: author?.nickname ?? author?.display_name ?? '',
    sourceBranch: source.branch.name,
    targetBranch: destination.branch.name,
    commit: values[0]?.hash ?? '',
    isFork: isFromFork({ repo: source.repository }, { repo: destination.repository }),
    isOpen: state === 'OPEN',
  }
}
