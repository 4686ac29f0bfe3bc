import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GitHostKind } from '#platform/model/hosting/git-hosts/git-host.ts'
import type {
  GitHostClient,
  HostRepository,
} from '#platform/model/hosting/git-hosts/git-host-client.ts'
import type { PullRequest } from '#platform/model/hosting/git-hosts/pull-request.ts'
import { findByApi, findByRefs } from './find-pull-requests.ts'

const pullRequest = (number: number, isOpen = true): PullRequest => ({
  number,
  title: '',
  url: '',
  author: 'ada',
  sourceBranch: 'change',
  targetBranch: 'main',
  commit: 'c'.repeat(40),
  isFork: false,
  isOpen,
})
const repository: HostRepository = {
  host: { kind: 'gitea', name: 'Gitea', url: '', apiUrl: '', sshPort: 22 },
  isRegistered: true,
  path: 'a/b',
  token: null,
}
const { signal } = new AbortController()

/** A host that lists these, and knows others. */
function hostWith(listed: PullRequest[], others: PullRequest[] = []) {
  const asked: number[] = []
  const client: Pick<GitHostClient, 'listOpenPullRequests' | 'findPullRequest'> = {
    listOpenPullRequests: async () => listed,
    async findPullRequest(_, number) {
      asked.push(number)
      return others.find((each) => each.number === number)
    },
  }
  return { host: { client: client as GitHostClient, repository }, asked }
}

test('pull requests by API: those of the list are open, and the host is asked about others before they count as closed', async () => {
  const others = [pullRequest(1, false), pullRequest(2)]
  const { host, asked } = hostWith([pullRequest(9), pullRequest(8)], others)
  const interesting = { asked: [1, 2, 3, 8, 1], seen: [1, 7, 8] }
  const { open, closed } = await findByApi(host, interesting, signal)
  assert.deepEqual(
    open.map(({ number }) => number),
    [9, 8, 2],
  )
  assert.deepEqual([...closed].sort(), [1, 3, 7])
  assert.deepEqual(asked, [1, 2, 3])
})

test('pull requests by API: beyond a full list nothing is closed that was not asked about, and few are asked about', async () => {
  const listed = Array.from({ length: 100 }, (_, index) => pullRequest(1000 - index))
  const { host, asked } = hostWith(listed)
  const many = Array.from({ length: 500 }, (_, index) => index + 1)
  const { closed } = await findByApi(host, { asked: [], seen: [1, 2] }, signal)
  assert.deepEqual([...closed], [])
  await findByApi(host, { asked: many, seen: [] }, signal)
  assert.equal(asked.length, 50)
})

test('pull requests by API: what git fetches depends on the kind of host, and forks at Bitbucket cannot be fetched', async () => {
  const refOf = async (kind: GitHostKind, isFork: boolean) => {
    const { host } = hostWith([{ ...pullRequest(4), isFork }])
    const there = { ...host, repository: { ...repository, host: { ...repository.host, kind } } }
    const { open } = await findByApi(there, { asked: [], seen: [] }, signal)
    return open[0]?.ref
  }
  assert.equal(await refOf('github', true), 'refs/pull/4/head')
  assert.equal(await refOf('forgejo', false), 'refs/pull/4/head')
  assert.equal(await refOf('gitlab', true), 'refs/merge-requests/4/head')
  assert.equal(await refOf('bitbucket', false), 'refs/heads/change')
  assert.equal(await refOf('bitbucket', true), null)
})

test('pull requests by refs: announced and new ones are open, as ones of strangers; refs that were there say nothing', () => {
  const headOf = (number: number) => ({
    commit: `commit ${number}`,
    ref: `refs/pull/${number}/head`,
  })
  const heads = new Map([1, 2, 3, 7].map((number) => [number, headOf(number)]))
  const first = findByRefs({ heads, previewed: [], announced: [], highest: null })
  assert.deepEqual([first.open, first.highest], [[], 7])
  const announced = [
    { number: 2, isClosed: false },
    { number: 5, isClosed: false },
  ]
  const next = findByRefs({
    heads: new Map([...heads, [8, headOf(8)]]),
    previewed: [1, 4],
    announced,
    highest: 7,
  })
  assert.deepEqual(
    next.open.map(({ number, commit, isFork }) => [number, commit, isFork]),
    [
      [8, 'commit 8', true],
      [2, 'commit 2', true],
      [1, 'commit 1', true],
    ],
  )
  assert.deepEqual([[...next.closed], next.highest], [[4], 8], 'its ref has gone')
  const closed = findByRefs({
    heads,
    previewed: [1],
    announced: [{ number: 1, isClosed: true }],
    highest: 7,
  })
  assert.deepEqual([closed.open, [...closed.closed]], [[], [1]])
})
