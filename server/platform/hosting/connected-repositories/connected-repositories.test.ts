import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { holdFetch, openConnectedScene } from '#tests/support/git-host/connected-scene.ts'
import type { WantedRepository } from './connect.ts'

const timeout = 120_000
const files = { 'package.json': '{}', 'docs/a.md': 'a' }

test('connected repository: its default branch is deployed, and again when it moves', async () => {
  await using scene = await openConnectedScene()
  const first = await scene.host.create('shop', files)
  await scene.connect()
  const [deployment] = await scene.seen(first)
  assert.deepEqual(
    [deployment?.commit, deployment?.state, deployment?.cause, deployment?.authorId],
    [first, 'live', 'Git', ''],
  )
  assert.equal((await scene.platform.store.applications.find(scene.application.id))?.branch, 'main')
  const second = await scene.host.commit('shop', { 'docs/a.md': 'b' }, { message: 'Say b\n\nMore' })
  await scene.check()
  assert.deepEqual(
    (await scene.seen(second)).map(({ commit }) => commit),
    [first, second],
  )
  const summary = await scene.platform.store.commitSummaries.find(scene.application.id, second)
  assert.deepEqual([summary?.author, summary?.message], ['Ada', 'Say b\n\nMore'])
  const { id, ownerId } = scene.application
  const audit = await scene.platform.store.audit.listOf(ownerId, { limit: 10 })
  const entries = audit.filter(({ action }) => action === 'application.deploy-commit')
  assert.deepEqual(
    entries.map((entry) => [entry.target, entry.userId, entry.credential, entry.credentialId]),
    [second, first].map((commit) => [
      `${id} ${commit}`,
      '',
      'connected repository',
      scene.host.urlOf('shop'),
    ]),
  )
  await scene.check()
  await until(async () => (await scene.stored()).dueAt > scene.platform.clock() + 1000, {
    timeout,
    what: 'a look without news',
  })
  assert.equal((await scene.seen(second)).length, 2)
})

test('connected repository: a branch that was rewritten is deployed as it is now', async () => {
  await using scene = await openConnectedScene()
  await scene.host.create('shop', files)
  await scene.connect()
  await scene.seen(await scene.host.commit('shop', { a: '1' }))
  await scene.host.git('shop', 'reset', '--quiet', '--hard', 'HEAD~1')
  const rewritten = await scene.host.commit('shop', { a: '2' })
  await scene.check()
  assert.equal((await scene.seen(rewritten)).at(-1)?.commit, rewritten)
})

test('connected repository: [skip deploy] and commits outside the paths are left out', async () => {
  await using scene = await openConnectedScene()
  await scene.host.create('shop', files)
  await scene.connect({ paths: ['/services/shop/', 'package.json'] })
  const first = await scene.host.commit('shop', { 'services/shop/a': '1' })
  await scene.check()
  await scene.seen(first)
  const outside = await scene.host.commit('shop', { 'services/shopping/a': '1', 'docs/a.md': '2' })
  await scene.check()
  const before = (await scene.seen(outside)).length
  const skipped = await scene.host.commit(
    'shop',
    { 'package.json': '{ }' },
    { message: 'x [Skip Deploy]' },
  )
  await scene.check()
  assert.equal((await scene.seen(skipped)).length, before)
  const lines = await scene.lines(scene.application.id)
  assert.ok(lines.some((line) => line.includes('changes nothing in services/shop, package.json')))
  assert.ok(lines.some((line) => line.includes('its message says [skip deploy]')))
  const inside = await scene.host.commit('shop', { 'services/shop/a': '2' })
  await scene.check()
  assert.equal((await scene.seen(inside)).length, before + 1)
})

test('connected repository: a token is sent as the password, and what is wrong is said before anything is stored', async () => {
  await using scene = await openConnectedScene()
  await scene.host.create('shop', files)
  const right = `Basic ${Buffer.from('x-access-token:s3cret').toString('base64')}`
  scene.host.intercept = ({ headers }) =>
    headers.authorization === right
      ? undefined
      : { status: 401, headers: { 'www-authenticate': 'Basic realm="git"' } }
  await assert.rejects(scene.connect(), /does not exist, or is private/)
  const wrong = { by: 'token', token: 'wrong' } as const
  await assert.rejects(scene.connect({ access: wrong }), /the token may not read it/)
  assert.equal(
    await scene.platform.store.connectedRepositories.find(scene.application.id),
    undefined,
  )
  const connected = await scene.connect({ access: { by: 'token', token: 's3cret' } })
  await until(async () => (await scene.stored()).head !== null, { timeout, what: 'the first look' })
  assert.equal(connected.access.by, 'token')
})

test('connected repository: what cannot be read is refused with a sentence', async () => {
  await using scene = await openConnectedScene()
  await scene.host.create('shop', files)
  const refused: [Partial<WantedRepository>, RegExp][] = [
    [{ url: scene.host.urlOf('none') }, /does not exist, or is private/],
    [{ branch: 'next' }, /has no branch next\. It has main\./],
    [{ url: 'file:///etc' }, /is not the URL of a repository/],
    [{ url: '/srv/repository' }, /is not the URL of a repository/],
    [{ url: 'ext::sh -c id' }, /is not the URL of a repository/],
    [{ url: 'http://10.0.0.1/a/b' }, /must not connect to/],
    [{ url: 'https://169.254.169.254/latest' }, /must not connect to/],
    [{ url: 'http://git.example.org/a/b' }, /HTTPS or SSH only/],
    [{ url: 'https://a:b@git.example.org/a/b' }, /contains a password/],
    [{ url: 'git@127.0.0.1:a/b.git' }, /with a deploy key/],
    [{ url: "ssh://git@host/a';id;'" }, /has no valid path/],
    [{ url: 'ssh://-oProxyCommand=id/a' }, /valid|is not the URL/],
    [{ paths: ['../x'] }, /is not a path/],
    [{ access: { by: 'token', token: 'a\r\nX: y' } }, /is not valid/],
  ]
  for (const [wanted, sentence] of refused) {
    await assert.rejects(scene.connect(wanted), sentence, JSON.stringify(wanted))
  }
})

test('connected repository: one that fails is told, tried again later, and deployed when it is back', async () => {
  await using scene = await openConnectedScene()
  const first = await scene.host.create('shop', files)
  await scene.connect()
  await scene.seen(first)
  scene.host.intercept = () => ({ status: 503 })
  await scene.check()
  await scene.failed(/answered with an error of its own/)
  const { attempts, dueAt, head } = await scene.stored()
  assert.deepEqual([attempts, head], [1, first])
  assert.ok(dueAt >= scene.platform.clock() + 30_000)
  scene.host.intercept = () => undefined
  await scene.host.git('shop', 'push', '--quiet', 'origin', ':main', 'HEAD:refs/heads/next')
  await scene.check()
  await scene.failed(/has no branch main/)
  const second = await scene.host.commit('shop', { a: '2' })
  await scene.check()
  assert.equal((await scene.seen(second)).at(-1)?.commit, second)
  await until(async () => (await scene.stored()).lastError === '', {
    timeout,
    what: 'the end of the look',
  })
})

test('connected repository: one with a deploy key is connected before its host has the key', async () => {
  await using scene = await openConnectedScene()
  const wanted = { url: 'https://127.0.0.1/team/shop', access: { by: 'deploy-key' } } as const
  const connected = await scene.connect(wanted)
  assert.equal(connected.url, 'ssh://git@127.0.0.1/team/shop.git')
  const { access } = connected
  assert.ok(access.by === 'deploy-key' && access.publicKey.startsWith('ssh-ed25519 '))
  assert.notEqual(connected.lastError, '')
  const again = await scene.connect(wanted)
  assert.deepEqual(again.access, access, 'the key that the host has stays')
})

test('connected repository: what is announced during a look is found by another one', async () => {
  await using scene = await openConnectedScene()
  const first = await scene.host.create('shop', files)
  await scene.connect()
  await scene.seen(first)
  const held = holdFetch(scene)
  await scene.host.commit('shop', { a: '1' })
  await scene.check()
  await held.reached
  const newest = await scene.host.commit('shop', { a: '2' })
  await scene.check()
  held.release()
  assert.equal((await scene.seen(newest)).at(-1)?.commit, newest)
})

test('connected repository: a look deploys nothing of a repository that was disconnected or replaced meanwhile', async () => {
  await using scene = await openConnectedScene()
  const first = await scene.host.create('shop', files)
  const other = await scene.host.create('other', { ...files, other: '1' })
  await scene.connect()
  await scene.seen(first)
  const held = holdFetch(scene)
  const stale = await scene.host.commit('shop', { a: '1' })
  await scene.check()
  await held.reached
  const replacing = scene.connect({ url: scene.host.urlOf('other') })
  scene.host.intercept = () => undefined
  await replacing
  held.release()
  const commits = (await scene.seen(other)).map(({ commit }) => commit)
  assert.deepEqual(commits, [first, other])
  assert.ok(!commits.includes(stale))
})

test('connected repository: of tags the highest version is deployed, when it appears', async () => {
  await using scene = await openConnectedScene()
  const { host } = scene
  const tag = async (name: string, commit: string) => {
    await host.git('shop', 'tag', '--force', name, commit)
    await host.git('shop', 'push', '--quiet', '--force', 'origin', `refs/tags/${name}`)
  }
  const first = await host.create('shop', files)
  await scene.connect({ tags: ['v*'] })
  const idle = async () => (await scene.stored()).checkedAt !== null
  await until(idle, { timeout, what: 'a look without a tag' })
  assert.equal((await scene.stored()).lastError, '')
  await tag('v1.0.0', first)
  await scene.check()
  assert.deepEqual(
    (await scene.seen(first)).map(({ commit }) => commit),
    [first],
  )
  await host.commit('shop', { a: 'a branch that moves' })
  const second = await host.commit('shop', { a: '2' })
  await tag('v2.0.0-rc.1', second)
  await tag('v0.9.1', second)
  const third = await host.commit('shop', { a: '3' })
  await tag('v1.0.1', third)
  await scene.check()
  assert.deepEqual(
    (await scene.seen(third)).map(({ commit }) => commit),
    [first, third],
  )
  assert.equal((await scene.stored()).headBranch, 'v1.0.1')
  const moved = await host.commit('shop', { a: '4' })
  await tag('v1.0.1', moved)
  await scene.check()
  assert.equal((await scene.seen(moved)).at(-1)?.commit, moved)
  await assert.rejects(scene.connect({ tags: ['v*', '--upload-pack=id'] }), /is not a tag/)
})
