import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { fixtureFor } from '#git/fixture.contract.ts'
import { type Listener, openSession } from '#git/git-session.ts'
import { noReplication } from '#git/replication/replication.ts'
import { headOf } from '#git/repository.ts'
import { createCommitMeasures } from '#git/trees/measure-commit.ts'
import { createWarmPool } from '#git/warm-pool.ts'
import { createKeyedLimit } from '#kit/concurrency/keyed-limit.ts'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type { ProcessResult } from '#kit/process/subprocess.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { nothing } from './push-protocol.ts'
import { deployPush } from './receive-push.ts'

const fixture = fixtureFor()
const { platform } = fixture

const ann: Caller = {
  userId: 'user_ann',
  credential: 'ssh key',
  credentialId: 'ann',
  rights: everyRight,
}

const newListener = (): Listener => ({
  folder: fixture.repositories,
  git: fixture.processes,
  measures: createCommitMeasures(),
  receivePacks: createWarmPool(),
  backend: platform.backend,
  replication: noReplication,
  limits: { pushBytes: 1, repositoryBytes: 1, connectionsPerUser: 1 },
  reportBug: String,
  withLock: createKeyedMutex(),
  underWay: new Set(),
  conversations: createKeyedSlots(),
  unpackLimit: createKeyedLimit(1),
})

test('deploy push: a push overtaken by another is not deployed', async () => {
  const application = platform.newApplication()
  const folder = await fixture.checkout()
  const overtaken = (await fixture.gitOrThrow(folder, ['rev-parse', 'HEAD'])).trim()
  await fixture.commit(folder, { 'a.txt': 'newer' })
  await fixture.gitOrThrow(folder, ['push', fixture.url('ssh', application), 'master'])
  const listener = newListener()
  const admission = await openSession(
    listener,
    { caller: ann, from: '192.0.2.1' },
    application,
    'git-receive-pack',
  )
  const update = { ref: 'refs/heads/master', from: nothing, to: overtaken }
  await assert.rejects(
    deployPush(listener, admission, update),
    /Another push to master came at the same moment and is deployed instead/,
  )
  assert.equal(platform.pushesOf(application).length, 1)
})

test('deploy push: the rollback of a refused push keeps later pushes', async () => {
  const application = platform.newApplication()
  const folder = await fixture.checkout()
  const url = fixture.url('ssh', application)
  const first = await fixture.commit(folder, { 'a.txt': 'first' })
  const second = await fixture.commit(folder, { 'a.txt': 'second' })
  const head = () =>
    headOf({ folder: fixture.repositories, git: fixture.processes }, application, 'master')
  let newer: Promise<ProcessResult> | undefined
  platform.onReceive = async ({ commit }) => {
    if (commit !== first) return
    newer = fixture.git(folder, ['push', url, 'master'])
    const what = 'the newer push'
    await until(async () => (await head()) === second, { timeout: 300_000, what })
    throw new Refusal('conflict', 'No')
  }
  const refused = await fixture.git(folder, ['push', url, `${first}:refs/heads/master`])
  assert.equal(refused.code, 1)
  assert.equal((await newer)?.code, 0)
  assert.equal(await head(), second)
  assert.deepEqual(
    platform.pushesOf(application).map(({ commit }) => commit),
    [second],
  )
})

test('git sessions: their total number is limited', async () => {
  const listener = newListener()
  for (let count = 0; count < 101; count += 1) listener.underWay.add(Promise.resolve())
  await assert.rejects(
    openSession(
      listener,
      { caller: ann, from: '192.0.2.1' },
      platform.newApplication(),
      'git-upload-pack',
    ),
    /Too many others are pushing or fetching/,
  )
})

test('git sessions: the number per user is limited, and a finished one frees its slot', async () => {
  const listener = newListener()
  const application = platform.newApplication()
  const enter = () =>
    openSession(listener, { caller: ann, from: '192.0.2.1' }, application, 'git-upload-pack')
  const places = await Promise.all(Array.from({ length: 16 }, enter))
  await assert.rejects(enter(), /You are pushing or fetching 16 times at once already/)
  places[0]?.[Symbol.dispose]()
  const again = await enter()
  for (const place of [again, ...places.slice(1)]) place[Symbol.dispose]()
  assert.equal(listener.conversations.size, 0)
})

test('git sessions: the repository of an application deleted during the access check is not recreated', async () => {
  const application = platform.newApplication()
  let asked = 0
  const listener = {
    ...newListener(),
    backend: {
      ...platform.backend,
      async openSession() {
        asked += 1
        if (asked > 1) throw new Refusal('missing', 'There is no such application')
        return { branch: 'master' }
      },
    },
  }
  const entering = openSession(
    listener,
    { caller: ann, from: '192.0.2.1' },
    application,
    'git-receive-pack',
  )
  await assert.rejects(entering, /There is no such application/)
  const left = await readdir(fixture.repositories)
  assert.deepEqual(
    left.filter((name) => name.includes(application) || name.startsWith('.')),
    [],
  )
  assert.equal(listener.conversations.size, 0)
})

test('keyed mutex: calls with one key run in sequence, even after a failure', async () => {
  const withLock = createKeyedMutex()
  const order: string[] = []
  const act = (name: string, isBad = false) =>
    withLock('x', async () => {
      order.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`${name} ends`)
      if (isBad) throw new Error(name)
    })
  const outcomes = await Promise.allSettled([act('a'), act('b', true), act('c')])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(order, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})
