import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDelivery } from './parse-delivery.ts'

const commit = 'ec26c3e57ca3a959ca5aad62de7213c562f8c821'

/** As GitHub sends it, without the long descriptions of people and repositories. */
const github = (action: string) => ({
  action,
  number: 2,
  pull_request: {
    url: 'https://api.github.com/repos/Codertocat/Hello-World/pulls/2',
    id: 279147437,
    html_url: 'https://github.com/Codertocat/Hello-World/pull/2',
    number: 2,
    state: 'open',
    title: 'Update the README with new information.',
    user: { login: 'Codertocat', id: 21031067, type: 'User' },
    head: { label: 'Codertocat:changes', ref: 'changes', sha: commit, repo: { id: 186853002 } },
    base: { label: 'Codertocat:master', ref: 'master', repo: { id: 186853002 } },
  },
  repository: { id: 186853002, full_name: 'Codertocat/Hello-World' },
  sender: { login: 'Codertocat' },
})

const gitlab = (action: string) => ({
  object_kind: 'merge_request',
  event_type: 'merge_request',
  user: { id: 1, name: 'Administrator', username: 'root' },
  project: { id: 1, path_with_namespace: 'gitlabhq/gitlab-test', default_branch: 'master' },
  object_attributes: {
    id: 99,
    iid: 1,
    target_branch: 'master',
    source_branch: 'ms-viewport',
    source_project_id: 14,
    target_project_id: 14,
    title: 'MS-Viewport',
    state: 'opened',
    last_commit: { id: commit, message: 'fixed readme' },
    action,
  },
  labels: [],
  changes: {},
})

const gitea = (action: string) => ({
  action,
  number: 3,
  pull_request: {
    id: 7,
    number: 3,
    user: { id: 2, login: 'ada' },
    title: 'Say hello',
    state: 'open',
    head: { label: 'hello', ref: 'hello', sha: commit, repo_id: 1, repo: { id: 1 } },
    base: { label: 'main', ref: 'main', repo_id: 1 },
  },
  requested_reviewer: null,
  repository: { id: 1, full_name: 'ada/shop' },
  sender: { id: 2, login: 'ada' },
  commit_id: '',
  review: null,
})

const bitbucket = {
  actor: { type: 'user', nickname: 'evzijst' },
  repository: { type: 'repository', full_name: 'bitbucket/geordi' },
  pullrequest: {
    id: 4,
    title: 'Title of pull request',
    state: 'OPEN',
    source: { branch: { name: 'branch2' }, commit: { hash: 'd3022fc0ca3d' } },
    destination: { branch: { name: 'master' }, commit: { hash: 'ce5965ddd289' } },
  },
}

const parse = (headers: Record<string, string>, body: unknown) =>
  parseDelivery({
    from: '127.0.0.1',
    header: (name) => headers[name],
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  })

test('pull request events: each host names the number, and whether it was closed', () => {
  const events: [Record<string, string>, unknown, number, boolean][] = [
    ...['opened', 'reopened', 'synchronize', 'edited'].map(
      (action): [Record<string, string>, unknown, number, boolean] => [
        { 'x-github-event': 'pull_request' },
        github(action),
        2,
        false,
      ],
    ),
    [{ 'x-github-event': 'pull_request' }, github('closed'), 2, true],
    [{ 'x-gitlab-event': 'Merge Request Hook' }, gitlab('open'), 1, false],
    [{ 'x-gitlab-event': 'Merge Request Hook' }, gitlab('update'), 1, false],
    [{ 'x-gitlab-event': 'Merge Request Hook' }, gitlab('reopen'), 1, false],
    [{ 'x-gitlab-event': 'Merge Request Hook' }, gitlab('close'), 1, true],
    [{ 'x-gitlab-event': 'Merge Request Hook' }, gitlab('merge'), 1, true],
    [
      { 'x-gitea-event': 'pull_request', 'x-github-event': 'pull_request' },
      gitea('opened'),
      3,
      false,
    ],
    [{ 'x-gitea-event': 'pull_request' }, gitea('synchronized'), 3, false],
    [{ 'x-gitea-event': 'pull_request' }, gitea('closed'), 3, true],
    [
      { 'x-forgejo-event': 'pull_request', 'x-gitea-event': 'pull_request' },
      gitea('reopened'),
      3,
      false,
    ],
    [{ 'x-event-key': 'pullrequest:created' }, bitbucket, 4, false],
    [{ 'x-event-key': 'pullrequest:updated' }, bitbucket, 4, false],
    [{ 'x-event-key': 'pullrequest:fulfilled' }, bitbucket, 4, true],
    [{ 'x-event-key': 'pullrequest:rejected' }, bitbucket, 4, true],
  ]
  for (const [headers, body, number, isClosed] of events) {
    const event = parse(headers, body)
    assert.deepEqual(event.pullRequest, { number, isClosed }, JSON.stringify(headers))
    assert.deepEqual(event.moved, [])
  }
})

test('pull request events: others about pull requests are ignored, and what names none is refused', () => {
  for (const event of ['pull_request_review', 'issue_comment', 'pull_request_approved']) {
    assert.equal(parse({ 'x-github-event': event }, 'not even JSON').pullRequest, undefined)
  }
  assert.equal(
    parse({ 'x-event-key': 'pullrequest:comment_created' }, bitbucket).pullRequest,
    undefined,
  )
  assert.equal(parse({ 'x-gitlab-event': 'Note Hook' }, {}).pullRequest, undefined)
  const refused: unknown[] = [
    'nonsense',
    [],
    {},
    null,
    { number: '2' },
    { number: 0 },
    { number: -1 },
    { number: 1.5 },
    { number: 2 ** 40 },
    { number: { toString: 'x' } },
    { number: 2, action: ['closed'] },
  ]
  for (const body of refused) {
    assert.throws(
      () => parse({ 'x-github-event': 'pull_request' }, body),
      /not JSON|does not name a pull request/,
      JSON.stringify(body),
    )
  }
  const noNumber = { object_attributes: { id: 99, iid: null } }
  assert.throws(
    () => parse({ 'x-gitlab-event': 'Merge Request Hook' }, noNumber),
    /does not name a pull request/,
  )
  assert.throws(
    () => parse({ 'x-event-key': 'pullrequest:created' }, { pullrequest: {} }),
    /does not name a pull request/,
  )
})
