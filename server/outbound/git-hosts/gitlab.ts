import { array, type Infer, integer, nullable, object, string } from '#kit/schema.ts'
import {
  type GitHostClient,
  GitHostError,
} from '#platform/model/hosting/git-hosts/git-host-client.ts'
import type { PullRequest } from '#platform/model/hosting/git-hosts/pull-request.ts'
import type { OpenRepositoryApi } from './git-host-api.ts'
import { editOrCreate, replaceWebhook, undefinedIfMissing } from './repeatable.ts'
import { isSameKey, segments } from './wire-text.ts'

const states = { pending: 'pending', success: 'success', failure: 'failed' } as const

const identified = object({ id: integer })
const listedNote = object({ id: integer, body: string })
const hook = object({ id: integer, url: string })
const mergeRequest = object({
  iid: integer,
  title: string,
  web_url: string,
  state: string,
  author: nullable(object({ username: string })),
  source_branch: string,
  target_branch: string,
  sha: nullable(string),
  source_project_id: nullable(integer),
  target_project_id: integer,
})
const listedCommit = object({
  id: string,
  author_name: string,
  message: string,
  authored_date: string,
})

/** The REST API of GitLab, version 4. */
export function createGitlabClient(openApi: OpenRepositoryApi): GitHostClient {
  const open = (...[repository, signal]: Parameters<GitHostClient['listBranches']>) =>
    openApi(repository, `/projects/${encodeURIComponent(repository.path)}`, signal)
  return {
    createWebhook(repository, { url, secret }, signal) {
      const api = open(repository, signal)
      return replaceWebhook(url, {
        async list() {
          const hooks = await api.get('/hooks?per_page=100', array(hook))
          return hooks.map(({ id, ...each }) => ({ id: String(id), url: each.url }))
        },
        remove: (id) => api.send('DELETE', `/hooks/${segments(id)}`),
        async create() {
          const body = {
            url,
            token: secret,
            push_events: true,
            tag_push_events: true,
            merge_requests_events: true,
            enable_ssl_verification: true,
          }
          return String((await api.post('/hooks', body, identified)).id)
        },
      })
    },
    async removeWebhook(repository, id, signal) {
      await undefinedIfMissing(open(repository, signal).send('DELETE', `/hooks/${segments(id)}`))
    },
    async setCommitStatus(repository, commit, { state, context, description, url }, signal) {
      const body = { state: states[state], name: context, description, target_url: url }
      const path = `/statuses/${segments(commit)}`
      try {
        await open(repository, signal).send('POST', path, body)
      } catch (error) {
        // It refuses to make a status pending that is already.
        const isRefusal = error instanceof GitHostError && error.problem === 'refused'
        if (!isRefusal || state !== 'pending') throw error
      }
    },
    putComment(repository, number, { text, ...comment }, signal) {
      const api = open(repository, signal)
      const notes = `/merge_requests/${number}/notes`
      return editOrCreate(comment, {
        async list() {
          const query = 'sort=asc&order_by=created_at&per_page=100'
          const found = await api.get(`${notes}?${query}`, array(listedNote))
          return found.map(({ id, body }) => ({ id, text: body }))
        },
        edit: (id) => api.send('PUT', `${notes}/${segments(id)}`, { body: text }),
        create: async () => (await api.post(notes, { body: text }, identified)).id,
      })
    },
    async findPullRequest(repository, number, signal) {
      const answer = open(repository, signal).get(`/merge_requests/${number}`, mergeRequest)
      const found = await undefinedIfMissing(answer)
      return found && toPullRequest(found)
    },
    async listOpenPullRequests(repository, signal) {
      const path = '/merge_requests?state=opened&order_by=created_at&sort=desc&per_page=100'
      const found = await open(repository, signal).get(path, array(mergeRequest))
      return found.map(toPullRequest)
    },
    async listBranches(repository, signal) {
      const names = array(object({ name: string }))
      const found = await open(repository, signal).get('/repository/branches?per_page=100', names)
      return found.map(({ name }) => name)
    },
    async listCommits(repository, branch, signal) {
      const path = `/repository/commits?ref_name=${encodeURIComponent(branch)}&per_page=30`
      const found = await open(repository, signal).get(path, array(listedCommit))
      return found.map(({ id, author_name: author, message, authored_date: date }) => ({
        commit: id,
        author,
        message,
        date: Date.parse(date),
      }))
    },
    async hasDeployKey(repository, publicKey, signal) {
      const keys = array(object({ key: string }))
      const found = await open(repository, signal).get('/deploy_keys?per_page=100', keys)
      return found.some(({ key }) => isSameKey(key, publicKey))
    },
  }
}

const toPullRequest = (found: Infer<typeof mergeRequest>): PullRequest => ({
  number: found.iid,
  title: found.title,
  url: found.web_url,
  author: found.author?.username ?? '',
  sourceBranch: found.source_branch,
  targetBranch: found.target_branch,
  // Null while the host still prepares it.
  commit: found.sha ?? '',
  isFork: found.source_project_id !== found.target_project_id,
  isOpen: found.state === 'opened',
})
