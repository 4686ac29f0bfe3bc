import {
  type HostPull,
  type HostState,
  type HostWire,
  nextId,
  pageOf,
  removeById,
} from './host-state.ts'

/** GitHub, and Gitea and Forgejo, whose API has the same shape where Berth uses it. */
export const githubWire = (pageSize: 'per_page' | 'limit'): HostWire => ({
  prefix: (path) => `/repos/${path}`,
  answer(state, { method, path, query, body }) {
    const [, kind = '', id = '', part = '', more = ''] = path.split('/')
    const call = `${method} ${kind}`
    if (call === 'GET hooks') return { status: 200, body: state.hooks.map(hookToWire) }
    if (call === 'POST hooks') {
      const { url, secret } = body.config
      if (body.config.content_type !== 'json' || body.active !== true) return { status: 422 }
      const hook = { id: nextId(), url, secret, events: body.events }
      state.hooks.push(hook)
      return { status: 201, body: hookToWire(hook) }
    }
    if (call === 'DELETE hooks') return { status: removeById(state.hooks, id) ? 204 : 404 }
    if (call === 'POST statuses') {
      const { state: status, context, description, target_url: url } = body
      if (!['pending', 'success', 'failure', 'error'].includes(status)) return { status: 422 }
      state.statuses.push({ commit: id, state: status, context, description, url })
      return { status: 201, body: { id: 1, context, state: status } }
    }
    if (call === 'GET issues' && part === 'comments') {
      const found = state.comments.filter(({ number }) => number === Number(id))
      const body = pageOf(found, query, pageSize)
      return { status: 200, body: body.map((each) => ({ id: Number(each.id), body: each.text })) }
    }
    if (call === 'POST issues' && part === 'comments') {
      const comment = { id: nextId(), number: Number(id), text: body.body }
      state.comments.push(comment)
      return { status: 201, body: { id: Number(comment.id), body: comment.text } }
    }
    if (call === 'PATCH issues' && id === 'comments' && more === '') {
      const comment = state.comments.find((each) => each.id === part)
      if (!comment) return { status: 404 }
      comment.text = body.body
      return { status: 200, body: { id: Number(comment.id), body: comment.text } }
    }
    if (call === 'GET pulls' && id === '') {
      const open = state.pulls.filter(({ isOpen }) => isOpen)
      return { status: 200, body: pageOf(open, query, pageSize).map((each) => pull(state, each)) }
    }
    if (call === 'GET pulls') {
      const found = state.pulls.find(({ number }) => number === Number(id))
      return found ? { status: 200, body: pull(state, found) } : { status: 404 }
    }
    if (call === 'GET branches') {
      const names = pageOf(state.branches, query, pageSize)
      return { status: 200, body: names.map((name) => ({ name, protected: false })) }
    }
    if (call === 'GET commits') {
      if (!state.branches.includes(query.get('sha') ?? '')) return { status: 404 }
      const commits = state.commits.map(({ commit: sha, author: name, message, date }) => ({
        sha,
        commit: { message, author: { name, email: 'a@example.org', date } },
      }))
      return { status: 200, body: commits }
    }
    if (call === 'GET keys') {
      return { status: 200, body: state.keys.map((key, index) => ({ id: index, key })) }
    }
    return undefined
  },
})

const hookToWire = ({ id, url, events }: HostState['hooks'][number]) => ({
  id: Number(id),
  type: 'Repository',
  name: 'web',
  active: true,
  events,
  config: { url, content_type: 'json' },
})

const pull = ({ path }: HostState, one: HostPull) => ({
  id: 5000 + one.number,
  number: one.number,
  state: one.isOpen ? 'open' : 'closed',
  title: one.title,
  html_url: `https://host.test/${path}/pull/${one.number}`,
  user: one.author === '' ? null : { login: one.author },
  head: {
    ref: one.branch,
    sha: one.commit,
    repo: one.from === '' ? null : { full_name: one.from },
  },
  base: { ref: one.target, sha: 'b'.repeat(40), repo: { full_name: path } },
})
