import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProviderClient } from '#outbound/providers/provider-client.ts'
import type { GitHostKind } from '#platform/model/hosting/git-hosts/git-host.ts'
import {
  GitHostError,
  type HostRepository,
} from '#platform/model/hosting/git-hosts/git-host-client.ts'
import { openGitHostApi } from '#tests/support/git-host/api/git-host-api.ts'
import type { HostPull } from '#tests/support/git-host/api/host-state.ts'
import { createGitHostClients } from './git-host-clients.ts'

const commit = 'a'.repeat(40)
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI'
const nobody = createProviderClient({ allowed: 'none', authorities: [] })
const clients = createGitHostClients(nobody, [])

const pull = (number: number, change: Partial<HostPull> = {}): HostPull => ({
  number,
  title: `Change ${number}`,
  author: 'ada',
  branch: 'feature/x',
  target: 'main',
  commit,
  from: 'team/shop',
  isOpen: true,
  ...change,
})

async function open(kind: Exclude<GitHostKind, 'git'>) {
  const api = await openGitHostApi(kind)
  const host = { kind, name: 'test', url: 'https://host.test', apiUrl: api.url, sshPort: 22 }
  const repository: HostRepository = {
    host,
    isRegistered: true,
    path: 'team/shop',
    token: api.state.token,
  }
  const client = clients.of(kind) ?? assert.fail()
  return { api, client, repository, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => assert.fail('it has worked'),
    (error) => {
      assert.ok(error instanceof GitHostError, String(error))
      assert.doesNotMatch(error.message, /s3cret|wrong/)
      return error
    },
  )

test('Git host clients: git has none', () => assert.equal(clients.of('git'), undefined))

for (const kind of ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket'] as const) {
  test(`Git host client of ${kind}: makes one webhook for a URL, however often, and removes it`, async () => {
    await using scene = await open(kind)
    const { client, repository, api } = scene
    const wanted = { url: 'https://berth.test/hook', secret: 'first' }
    const first = await client.createWebhook(repository, wanted)
    await client.createWebhook(repository, { ...wanted, url: 'https://berth.test/other' })
    const second = await client.createWebhook(repository, { ...wanted, secret: 'second' })
    assert.notEqual(second, first)
    const ours = api.state.hooks.filter(({ url }) => url === wanted.url)
    assert.deepEqual([ours.length, ours[0]?.secret, ours[0]?.id], [1, 'second', second])
    assert.ok(ours[0]?.events.some((event) => /push/.test(event)))
    assert.ok(ours[0]?.events.some((event) => /pull|merge/.test(event)))
    await client.removeWebhook(repository, second)
    await client.removeWebhook(repository, second)
    assert.deepEqual(
      api.state.hooks.map(({ url }) => url),
      ['https://berth.test/other'],
    )
  })

  test(`Git host client of ${kind}: sets statuses of a commit`, async () => {
    await using scene = await open(kind)
    const { client, repository, api } = scene
    const status = {
      context: `berth/${'shop'.repeat(20)}`,
      description: 'Deployment 1 is running.',
      url: 'https://berth.test/1',
    }
    for (const state of ['pending', 'pending', 'success', 'failure'] as const) {
      await client.setCommitStatus(repository, commit, { ...status, state })
    }
    const [first] = api.state.statuses
    assert.deepEqual(
      [first?.commit, first?.context, first?.description, first?.url],
      [commit, status.context, status.description, status.url],
    )
    const states = [...new Set(api.state.statuses.map(({ state }) => state))]
    assert.equal(states.length, 3)
  })

  test(`Git host client of ${kind}: writes one comment and edits it, and another when it is gone`, async () => {
    await using scene = await open(kind)
    const { client, repository, api } = scene
    const put = (text: string, id: string | null) =>
      client.putComment(repository, 7, { text, id, mark: '[a-mark]' })
    api.state.comments.push({ id: '7', number: 8, text: 'of another request, with [a-mark]' })
    const id = await put('Building', null)
    assert.equal(await put('Ready', id), id)
    api.state.comments.shift()
    assert.deepEqual(api.state.comments, [{ id, number: 7, text: 'Ready' }])
    api.state.comments.length = 0
    const other = await put('Gone [a-mark]', id)
    assert.deepEqual(api.state.comments, [{ id: other, number: 7, text: 'Gone [a-mark]' }])
    api.state.comments.push({ id: '9000', number: 7, text: 'A copy of [a-mark]' })
    assert.equal(await put('Found', null), other, 'the answer to the first attempt was lost')
    assert.deepEqual(
      api.state.comments.map(({ text }) => text),
      ['Found', 'A copy of [a-mark]'],
    )
  })

  test(`Git host client of ${kind}: finds pull requests, and which are of forks`, async () => {
    await using scene = await open(kind)
    const { client, repository, api } = scene
    api.state.pulls = [
      ...[pull(3), pull(4, { from: 'mallory/shop' }), pull(5, { from: '', author: '' })],
      pull(6, { isOpen: false }),
    ]
    const found = (await client.findPullRequest(repository, 3)) ?? assert.fail()
    assert.match(found.url, /^https:\/\/host\.test\/team\/shop\/.*\/3$/)
    assert.deepEqual(
      { ...found, url: '' },
      {
        number: 3,
        title: 'Change 3',
        url: '',
        author: 'ada',
        sourceBranch: 'feature/x',
        targetBranch: 'main',
        commit,
        isFork: false,
        isOpen: true,
      },
    )
    assert.equal((await client.findPullRequest(repository, 6))?.isOpen, false)
    assert.equal(await client.findPullRequest(repository, 9), undefined)
    const all = await client.listOpenPullRequests(repository)
    assert.deepEqual(
      all.map(({ number, isFork, author }) => [number, isFork, author]),
      [
        [3, false, 'ada'],
        [4, true, 'ada'],
        [5, true, ''],
      ],
    )
  })

  test(`Git host client of ${kind}: lists branches, commits and deploy keys`, async () => {
    await using scene = await open(kind)
    const { client, repository, api } = scene
    api.state.branches = ['main', 'feature/x']
    const date = '2026-01-02T03:04:05Z'
    api.state.commits = [{ commit, author: 'Ada', message: 'Say\n\nit', date }]
    api.state.keys = [`${key} other name`]
    assert.deepEqual(await client.listBranches(repository), ['main', 'feature/x'])
    assert.deepEqual(await client.listCommits(repository, 'feature/x'), [
      { commit, author: 'Ada', message: 'Say\n\nit', date: Date.parse(date) },
    ])
    assert.equal((await problemOf(client.listCommits(repository, 'none'))).problem, 'missing')
    assert.equal(await client.hasDeployKey(repository, `${key} berth app_1`), true)
    assert.equal(await client.hasDeployKey(repository, `${key}x`), false)
  })

  test(`Git host client of ${kind}: says what went wrong, without the token that the host repeats`, async () => {
    await using scene = await open(kind)
    const { client, repository, api } = scene
    const ask = (change: Partial<HostRepository> = {}) =>
      problemOf(client.listBranches({ ...repository, ...change }))
    assert.equal((await ask({ token: 'wrong' })).problem, 'forbidden')
    assert.equal((await ask({ token: null })).problem, 'forbidden')
    assert.equal((await ask({ path: 'team/none' })).problem, 'missing')
    assert.equal((await ask({ path: '../../admin' })).problem, 'missing')
    for (const [status, problem] of [
      [302, 'refused'],
      [422, 'refused'],
      [429, 'unavailable'],
      [500, 'unavailable'],
    ] as const) {
      api.intercept = () => ({ status, body: { message: 'token s3cret' } })
      assert.equal((await ask()).problem, problem, String(status))
    }
    for (const body of ['text', [{ id: 'x' }], { values: [{}] }, 'x'.repeat(2 ** 20)]) {
      api.intercept = () => ({ status: 200, body })
      assert.equal((await ask()).problem, 'refused')
    }
    // Loopback is for registered hosts only: the client for others may not go there.
    const { requests } = api
    const count = requests.length
    assert.equal((await ask({ isRegistered: false })).problem, 'unavailable')
    assert.equal(requests.length, count)
  })
}
