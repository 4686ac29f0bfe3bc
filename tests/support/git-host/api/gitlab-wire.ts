import { type HostPull, type HostState, type HostWire, nextId, removeById } from './host-state.ts'

export const gitlabWire: HostWire = {
  prefix: (path) => `/projects/${encodeURIComponent(path)}`,
  answer(state, { method, path, query, body }) {
    const [, kind = '', id = '', part = '', noteId = ''] = path.split('/')
    const call = `${method} ${kind}`
    if (call === 'GET hooks') return { status: 200, body: state.hooks.map(hookToWire) }
    if (call === 'POST hooks') {
      const events = ['push_events', 'tag_push_events', 'merge_requests_events']
      const wanted = events.filter((event) => body[event] === true)
      const hook = { id: nextId(), url: body.url, secret: body.token, events: wanted }
      state.hooks.push(hook)
      return { status: 201, body: hookToWire(hook) }
    }
    if (call === 'DELETE hooks') return { status: removeById(state.hooks, id) ? 204 : 404 }
    if (call === 'POST statuses') {
      const { state: status, name: context, description, target_url: url } = body
      if (!['pending', 'running', 'success', 'failed', 'canceled'].includes(status)) {
        return { status: 400 }
      }
      const before = state.statuses.findLast((each) => each.commit === id)
      if (before?.state === 'pending' && status === 'pending') {
        return {
          status: 400,
          body: { message: 'Cannot transition status via :enqueue from :pending' },
        }
      }
      state.statuses.push({ commit: id, state: status, context, description, url })
      return { status: 201, body: { id: 1, sha: id, name: context, status } }
    }
    if (kind === 'merge_requests' && part === 'notes') return notes(state, method, id, noteId, body)
    if (call === 'GET merge_requests' && id === '') {
      const open = state.pulls.filter(({ isOpen }) => isOpen)
      return { status: 200, body: open.map((each) => mergeRequest(state, each)) }
    }
    if (call === 'GET merge_requests') {
      const found = state.pulls.find(({ number }) => number === Number(id))
      return found ? { status: 200, body: mergeRequest(state, found) } : { status: 404 }
    }
    if (call === 'GET repository' && id === 'branches') {
      return { status: 200, body: state.branches.map((name) => ({ name, merged: false })) }
    }
    if (call === 'GET repository' && id === 'commits') {
      if (!state.branches.includes(query.get('ref_name') ?? '')) return { status: 404 }
      const commits = state.commits.map(({ commit, author, message, date }) => ({
        id: commit,
        author_name: author,
        message,
        authored_date: date,
      }))
      return { status: 200, body: commits }
    }
    if (call === 'GET deploy_keys') {
      return { status: 200, body: state.keys.map((key, index) => ({ id: index, key })) }
    }
    return undefined
  },
}

function notes(
  state: HostState,
  method: string,
  id: string,
  noteId: string,
  sent: { body: string } | undefined,
) {
  if (method === 'GET') {
    const found = state.comments.filter(({ number }) => number === Number(id))
    return { status: 200, body: found.map((each) => ({ id: Number(each.id), body: each.text })) }
  }
  const { body } = sent ?? { body: '' }
  if (method === 'POST') {
    const comment = { id: nextId(), number: Number(id), text: body }
    state.comments.push(comment)
    return { status: 201, body: { id: Number(comment.id), body } }
  }
  const comment = state.comments.find((each) => each.id === noteId)
  if (!comment) return { status: 404 }
  comment.text = body
  return { status: 200, body: { id: Number(comment.id), body } }
}

const hookToWire = ({ id, url, events }: HostState['hooks'][number]) => ({
  id: Number(id),
  url,
  ...Object.fromEntries(events.map((event) => [event, true])),
})

const mergeRequest = ({ path }: HostState, one: HostPull) => ({
  id: 5000 + one.number,
  iid: one.number,
  state: one.isOpen ? 'opened' : 'closed',
  title: one.title,
  web_url: `https://host.test/${path}/-/merge_requests/${one.number}`,
  author: one.author === '' ? null : { username: one.author },
  source_branch: one.branch,
  target_branch: one.target,
  sha: one.commit,
  source_project_id: one.from === path ? 7 : one.from === '' ? null : 8,
  target_project_id: 7,
})
