import { type HostPull, type HostState, type HostWire, nextId, removeById } from './host-state.ts'

const list = (values: unknown[]) => ({ status: 200, body: { pagelen: values.length, values } })

export const bitbucketWire: HostWire = {
  prefix: (path) => `/repositories/${path}`,
  answer(state, { method, path, body }) {
    const [, kind = '', rawId = '', part = '', more = ''] = path.split('/')
    const id = decodeURIComponent(rawId)
    const call = `${method} ${kind}`
    if (call === 'GET hooks') return list(state.hooks.map(hookToWire))
    if (call === 'POST hooks') {
      const { url, secret, events } = body
      const hook = { id: `{${nextId()}}`, url, secret, events }
      state.hooks.push(hook)
      return { status: 201, body: hookToWire(hook) }
    }
    if (call === 'DELETE hooks') return { status: removeById(state.hooks, id) ? 204 : 404 }
    if (call === 'POST commit' && part === 'statuses' && more === 'build') {
      const { state: status, key, name: context, description, url } = body
      const isState = ['INPROGRESS', 'SUCCESSFUL', 'FAILED', 'STOPPED'].includes(status)
      if (!isState || key.length > 40) return { status: 400 }
      state.statuses.push({ commit: id, state: status, context, description, url })
      return { status: 201, body: { key, state: status } }
    }
    if (kind === 'pullrequests' && part === 'comments')
      return comments(state, method, id, more, body)
    if (call === 'GET pullrequests' && part === 'commits') {
      const found = state.pulls.find(({ number }) => number === Number(id))
      return list(found ? [{ hash: found.commit }] : [])
    }
    if (call === 'GET pullrequests' && id === '') {
      return list(state.pulls.filter(({ isOpen }) => isOpen).map((each) => pull(state, each)))
    }
    if (call === 'GET pullrequests') {
      const found = state.pulls.find(({ number }) => number === Number(id))
      return found ? { status: 200, body: pull(state, found) } : { status: 404 }
    }
    if (call === 'GET refs') return list(state.branches.map((name) => ({ name, type: 'branch' })))
    if (call === 'GET commits') {
      if (!state.branches.includes(id)) return { status: 404 }
      const commits = state.commits.map(({ commit: hash, author, message, date }) => ({
        hash,
        author: { raw: `${author} <a@example.org>` },
        message,
        date,
      }))
      return list(commits)
    }
    if (call === 'GET deploy-keys')
      return list(state.keys.map((key, index) => ({ id: index, key })))
    return undefined
  },
}

function comments(
  state: HostState,
  method: string,
  id: string,
  commentId: string,
  sent: { content: { raw: string } } | undefined,
) {
  if (method === 'GET') {
    const found = state.comments.filter(({ number }) => number === Number(id))
    return list(found.map((each) => ({ id: Number(each.id), content: { raw: each.text } })))
  }
  const { content } = sent ?? { content: { raw: '' } }
  if (method === 'POST') {
    const comment = { id: nextId(), number: Number(id), text: content.raw }
    state.comments.push(comment)
    return { status: 201, body: { id: Number(comment.id), content } }
  }
  const comment = state.comments.find((each) => each.id === commentId)
  if (!comment) return { status: 404 }
  comment.text = content.raw
  return { status: 200, body: { id: Number(comment.id), content } }
}

const hookToWire = ({ id, url, events }: HostState['hooks'][number]) => ({
  uuid: id,
  url,
  events,
  active: true,
})

/** Commits of pull requests are in short. */
const pull = ({ path }: HostState, one: HostPull) => ({
  id: one.number,
  title: one.title,
  state: one.isOpen ? 'OPEN' : 'DECLINED',
  author: one.author === '' ? null : { nickname: one.author, display_name: one.author },
  source: {
    branch: { name: one.branch },
    commit: { hash: one.commit.slice(0, 12) },
    repository: one.from === '' ? null : { full_name: one.from },
  },
  destination: { branch: { name: one.target }, repository: { full_name: path } },
  links: { html: { href: `https://host.test/${path}/pull-requests/${one.number}` } },
})
