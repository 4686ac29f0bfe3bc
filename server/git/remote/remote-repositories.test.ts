import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createGit } from '#git/git.ts'
import { noReplication } from '#git/replication/replication.ts'
import { headOf, repositoryPath } from '#git/repository.ts'
import { newId } from '#kit/text/ids.ts'
import { createRedirectFinder } from '#outbound/repositories/find-redirect.ts'
import { createRemoteAddresses } from '#outbound/repositories/remote-addresses.ts'
import type { RemoteRepository } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import { type GitHost, openGitHost } from '#tests/support/git-host/git-host.ts'
import { openGitConfinement } from '#wiring/git/git-confinement.ts'
import { createRemoteRepositories, type RemoteRepositoriesOptions } from './remote-repositories.ts'

const pushBytes = 300_000
let folder: string
let host: GitHost
let confinement: ReturnType<typeof openGitConfinement>
const application = newId('app')
const remoteOf = (name: string): RemoteRepository => ({
  url: host.urlOf(name),
  access: { by: 'nobody' },
  hostKeys: '',
})
const remotes = (options: Partial<RemoteRepositoriesOptions> = {}) =>
  createRemoteRepositories({
    folder,
    git: createGit(confinement),
    replication: noReplication,
    limits: { pushBytes, repositoryBytes: 10 * pushBytes },
    ...createRemoteAddresses({ allowed: 'loopback', isRegistered: async () => false }),
    findRedirect: createRedirectFinder(() => ''),
    authorities: () => '',
    ...options,
  })

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-remotes-'))
  host = await openGitHost()
  confinement = openGitConfinement(folder, { log: () => {}, endsLeftovers: true })
})
after(async () => {
  await confinement.close()
  await host[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

test('remote repository: its branches are listed and fetched from within the sandbox of git', async () => {
  const first = await host.create('shop', { 'a.txt': 'a' })
  const next = await host.commit('shop', { 'b.txt': 'b' }, { branch: 'next', message: 'Say ü' })
  const heads = await remotes().listHeads(remoteOf('shop'))
  assert.deepEqual(Object.fromEntries(heads.branches), { main: first, next })
  assert.equal(heads.defaultBranch, 'main')
  const { commit, author, message } = await remotes().fetch(
    application,
    remoteOf('shop'),
    'refs/heads/next',
  )
  assert.deepEqual([commit, author, message], [next, 'Ada', 'Say ü'])
  assert.deepEqual(await remotes().changedPaths(application, first, next), ['b.txt'])
  const here = () => headOf({ folder, git: createGit(confinement) }, application, 'next')
  assert.equal(await here(), undefined, 'a recovery takes a branch for a push that was missed')
  await remotes().setBranch(application, 'next', next)
  assert.equal(await here(), next)
  await remotes().setBranch(application, 'next/one', next)
  assert.equal(await remotes().changedPaths(application, 'f'.repeat(40), next), undefined)
  const left = (await readdir(folder)).filter((name) => name.startsWith('.'))
  assert.deepEqual(left, [], 'nothing is left of the commands')
})

test('remote repository: the refs of pull requests are listed, and nothing that only looks like them', async () => {
  const main = await host.create('pulls', { 'a.txt': 'a' })
  const change = await host.commit('pulls', { 'b.txt': 'b' }, { branch: 'change' })
  const push = (...refs: string[]) => host.git('pulls', 'push', '--quiet', 'origin', ...refs)
  await push(`${change}:refs/pull/12/head`, `${main}:refs/pull/12/merge`)
  await push(`${main}:refs/merge-requests/7/head`, `${main}:refs/pull/007/head`)
  await push(`${main}:refs/pull/x/head`, `${main}:refs/heads/refs/pull/3/head`)
  const heads = await remotes().listPullRequestHeads(remoteOf('pulls'))
  assert.deepEqual(Object.fromEntries(heads), {
    7: { commit: main, ref: 'refs/merge-requests/7/head' },
    12: { commit: change, ref: 'refs/pull/12/head' },
  })
})

test('remote repository: one that is larger than a push is refused, and nothing of it is kept', async () => {
  await host.create('large', { 'a.bin': randomBytes(4 * pushBytes).toString('base64') })
  await assert.rejects(
    remotes().fetch(application, remoteOf('large'), 'refs/heads/main'),
    /larger than a push may be/,
  )
  const packs = join(repositoryPath(folder, application), 'objects', 'pack')
  const parts = (await readdir(packs)).filter((name) => name.startsWith('tmp_'))
  assert.deepEqual(parts, [])
})

test('remote repository: a branch that is gone, and objects that git finds damaged, are told', async () => {
  await host.create('odd', { a: 'a' })
  await assert.rejects(
    remotes().fetch(application, remoteOf('odd'), 'refs/heads/none'),
    /no such branch/,
  )
  const tree = (await host.git('odd', 'rev-parse', 'HEAD^{tree}')).trim()
  const bad = `tree ${tree}\nauthor Ada 1 +0000\ncommitter Ada 1 +0000\n\nno e-mail\n`
  const id = await host.store('odd', 'commit', bad)
  await host.git('odd', 'push', '--quiet', 'origin', `${id}:refs/heads/bad`)
  await assert.rejects(
    remotes().fetch(application, remoteOf('odd'), 'refs/heads/bad'),
    /finds damaged/,
  )
})

test('remote repository: a date that no calendar has is kept within what a date may be', async () => {
  await host.create('late', { a: 'a' })
  const tree = (await host.git('late', 'rev-parse', 'HEAD^{tree}')).trim()
  const who = 'Ada <ada@example.test> 9000000000000000 +0000'
  const id = await host.store(
    'late',
    'commit',
    `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nLate\n`,
  )
  await host.git('late', 'push', '--quiet', 'origin', `${id}:refs/heads/late`)
  const { date } = await remotes().fetch(application, remoteOf('late'), 'refs/heads/late')
  assert.equal(new Date(date).getTime(), 8_640_000_000_000_000)
})

test('remote repository: one that is itself a shallow clone is fetched, and of many branches one is listed', async () => {
  await host.create('deep', { a: '1' })
  const commit = await host.commit('deep', { a: '2' })
  await host.git('deep', 'push', '--quiet', 'origin', 'HEAD:refs/heads/other')
  await host.cut('deep', commit)
  assert.equal(
    (await remotes().fetch(application, remoteOf('deep'), 'refs/heads/main')).commit,
    commit,
  )
  const { branches } = await remotes().listHeads(remoteOf('deep'), { refs: ['refs/heads/other'] })
  assert.deepEqual([...branches.keys()], ['other'])
})

test('remote repository: a host that does not answer, to the first request or a later one, is given up at the timeout', async () => {
  await host.create('slow', { a: 'a' })
  const slow = remotes({ timeouts: { list: 2000, fetch: 2000 } })
  const isTransient = { message: '127.0.0.1 answers too slowly.', isTransient: true }
  host.intercept = () => new Promise(() => {})
  await assert.rejects(slow.listHeads(remoteOf('slow')), isTransient)
  host.intercept = ({ method }) => (method === 'POST' ? new Promise(() => {}) : undefined)
  await assert.rejects(slow.fetch(application, remoteOf('slow'), 'refs/heads/main'), isTransient)
  host.intercept = () => undefined
  assert.equal((await remotes().listHeads(remoteOf('slow'))).defaultBranch, 'main')
  const left = (await readdir(folder)).filter((name) => name.startsWith('.'))
  assert.deepEqual(left, [], 'nothing is left of the commands')
})
