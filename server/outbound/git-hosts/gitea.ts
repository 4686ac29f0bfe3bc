import { array, type Infer, integer, nullable, object, string } from '#kit/schema.ts'
import type { GitHostClient } from '#platform/model/hosting/git-hosts/git-host-client.ts'
import type { PullRequest } from '#platform/model/hosting/git-hosts/pull-request.ts'
import type { OpenRepositoryApi } from './git-host-api.ts'
import { editOrCreate, readPages, replaceWebhook, undefinedIfMissing } from './repeatable.ts'
import { isFromFork, isSameKey, segments } from './wire-text.ts'

/** The most that a page has where nobody has raised it. */
const pageSize = 50
const pages = { pageSize, max: 100 }
/** Each pull request has its text, and twice the whole repository: an answer has its limit, too. */
const small = { pageSize: 10, max: 100 }
/** The plain name of pull requests would be all that happens to them: labels, reviews, comments. */
const events = ['push', 'create', 'delete', 'pull_request_only', 'pull_request_sync']

const identified = object({ id: integer })
const listedComment = object({ id: integer, body: string })
const hook = object({ id: integer, config: object({ url: string }) })
const side = object({ ref: string, sha: string, repo: nullable(object({ full_name: string })) })
const pullRequest = object({
  number: integer,
  title: string,
  html_url: string,
  state: string,
  user: nullable(object({ login: string })),
  head: side,
  base: side,
})
const listedCommit = object({
  sha: string,
  commit: object({ message: string, author: object({ name: string, date: string }) }),
})

/** The API of Gitea and Forgejo, version 1. */
export function createGiteaClient(openApi: OpenRepositoryApi): GitHostClient {
  const open = (...[repository, signal]: Parameters<GitHostClient['listBranches']>) =>
    openApi(repository, `/repos/${segments(repository.path)}`, signal)
  return {
    createWebhook(repository, { url, secret }, signal) {
      const api = open(repository, signal)
      return replaceWebhook(url, {
        async list() {
          const hooks = await api.get(`/hooks?limit=${pageSize}`, array(hook))
          return hooks.map(({ id, config }) => ({ id: String(id), url: config.url }))
        },
        remove: (id) => api.send('DELETE', `/hooks/${segments(id)}`),
        async create() {
          const config = { url, content_type: 'json', secret }
          const body = { type: repository.host.kind, active: true, events, config }
          return String((await api.post('/hooks', body, identified)).id)
        },
      })
    },
    async removeWebhook(repository, id, signal) {
      await undefinedIfMissing(open(repository, signal).send('DELETE', `/hooks/${segments(id)}`))
    },
    setCommitStatus: (repository, commit, { url, ...status }, signal) =>
      open(repository, signal).send('POST', `/statuses/${segments(commit)}`, {
        ...status,
        target_url: url,
      }),
    putComment(repository, number, { text, ...comment }, signal) {
      const api = open(repository, signal)
      const comments = `/issues/${number}/comments`
      const body = { body: text }
      return editOrCreate(comment, {
        async list() {
          const found = await api.get(`${comments}?limit=${pageSize}`, array(listedComment))
          return found.map((each) => ({ id: each.id, text: each.body }))
        },
        edit: (id) => api.send('PATCH', `/issues/comments/${segments(id)}`, body),
        create: async () => (await api.post(comments, body, identified)).id,
      })
    },
    async findPullRequest(repository, number, signal) {
      const answer = open(repository, signal).get(`/pulls/${number}`, pullRequest)
      const found = await undefinedIfMissing(answer)
      return found && toPullRequest(found)
    },
    async listOpenPullRequests(repository, signal) {
      const api = open(repository, signal)
      const path = `/pulls?state=open&limit=${small.pageSize}&page=`
      const found = await readPages((page) => api.get(`${path}${page}`, array(pullRequest)), small)
      return found.map(toPullRequest)
    },
    async listBranches(repository, signal) {
      const api = open(repository, signal)
      const path = `/branches?limit=${pageSize}&page=`
      const names = array(object({ name: string }))
      const found = await readPages((page) => api.get(`${path}${page}`, names), pages)
      return found.map(({ name }) => name)
    },
    async listCommits(repository, branch, signal) {
      const query = `sha=${encodeURIComponent(branch)}&limit=30&stat=false&files=false&verification=false`
      const found = await open(repository, signal).get(`/commits?${query}`, array(listedCommit))
      return found.map(({ sha, commit: { message, author } }) => ({
        commit: sha,
        author: author.name,
        message,
        date: Date.parse(author.date),
      }))
    },
    async hasDeployKey(repository, publicKey, signal) {
      const keys = array(object({ key: string }))
      const found = await open(repository, signal).get(`/keys?limit=${pageSize}`, keys)
      return found.some(({ key }) => isSameKey(key, publicKey))
    },
  }
}

const toPullRequest = ({
  number,
  title,
  html_url: url,
  state,
  user,
  head,
  base,
}: Infer<typeof pullRequest>): PullRequest => ({
  number,
  title,
  url,
  author: user?.login ?? '',
  sourceBranch: head.ref,
  targetBranch: base.ref,
  commit: head.sha,
  isFork: isFromFork(head, base),
  isOpen: state === 'open',
})
