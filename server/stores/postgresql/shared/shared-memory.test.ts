import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { createVault } from '#kit/crypto/vault.ts'
import { createSharedChallenges } from '#platform/hosting/certificates/acme/shared-challenges.ts'
import { createAttempts } from '#platform/identity/access/limits/create-attempts.ts'
import { createSharedNonces } from '#platform/identity/access/oauth1/create-nonces.ts'
import type { AcmeChallenge } from '#platform/model/hosting/deployments/traffic.ts'
import type { SharedMemory } from '#platform/model/hosting/placement/shared-memory.ts'
import type { Store } from '#platform/model/store.ts'
import type { Platform } from '#platform/platform.ts'
import { openPool } from '#stores/postgresql/pool.ts'
import { openPostgresqlStore } from '#stores/postgresql/postgresql-store.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { askOf } from './ask.ts'
import { prune } from './shared-memory.ts'

const vault = createVault(Buffer.alloc(32))
const limited = { kind: 'limited' }
let server: PostgresqlServer
let url: URL
let stores: Store[] = []
let one: SharedMemory
let other: SharedMemory

before(async () => {
  server = await openPostgresqlServer()
  url = await server.createDatabase()
  stores = [
    await openPostgresqlStore(url, vault, { serverId: 'one' }),
    await openPostgresqlStore(url, vault, { serverId: 'other' }),
  ]
  ;[one, other] = stores.map(({ shared }) => shared ?? assert.fail()) as [
    SharedMemory,
    SharedMemory,
  ]
})
after(async () => {
  for (const store of stores) await store.close()
  await server[Symbol.asyncDispose]()
})

test('several servers: a nonce is accepted by one of them, once', async () => {
  const now = Date.now()
  const clock = () => now
  const [here, there] = [
    createSharedNonces(clock, one.nonces),
    createSharedNonces(clock, other.nonces),
  ]
  const time = Math.floor(now / 1000)
  assert.equal(await here.accept('key token', 'a', time), true)
  assert.equal(await there.accept('key token', 'a', time), false)
  assert.equal(await here.accept('key token', 'a', time), false)
  assert.equal(await there.accept('key token', 'a', time - 1), true, 'another timestamp')
  const names = Array.from({ length: 50 }, (_, at) => `rush ${at}`)
  const both = [
    ...names.map((name) => [here, name]),
    ...names.reverse().map((name) => [there, name]),
  ]
  const answers = await Promise.all(
    both.map(([nonces, name]) => (nonces as typeof here).accept('key token', name as string, time)),
  )
  assert.equal(answers.filter(Boolean).length, names.length)
})

test('several servers: failed attempts count together, those of one address leave the account to others', async () => {
  const [here, there] = [
    createAttempts(Date.now, one.attempts),
    createAttempts(Date.now, other.attempts),
  ]
  const guesser = { account: 'ada@example.test', from: '192.0.2.1' }
  for (let time = 0; time < 5; time += 1) {
    await here.count('login', guesser)
    await there.count('login', guesser)
  }
  for (let time = 0; time < 15; time += 1) {
    await assert.rejects(async () => here.count('login', guesser), limited)
  }
  await there.count('login', { ...guesser, from: '192.0.2.2' })
  await here.count('login', { ...guesser, account: 'eve@example.test' })
  await here.forgive('login', guesser)
  await assert.rejects(async () => there.count('login', guesser), limited, 'fifteen were refused')
})

test('several servers: a success is forgiven, and recognised at the other server', async () => {
  const [here, there] = [
    createAttempts(Date.now, one.attempts),
    createAttempts(Date.now, other.attempts),
  ]
  const owner = { account: 'grace@example.test', from: '198.51.100.1' }
  for (let time = 0; time < 30; time += 1) {
    await here.count('login', owner)
    await there.forgive('login', owner)
  }
  await here.recognise(owner)
  for (let time = 0; time < 100; time += 1) {
    await here.count('login', { ...owner, from: `203.0.113.${time}` })
  }
  await assert.rejects(async () => there.count('login', { ...owner, from: '192.0.2.99' }), limited)
  await there.count('login', owner)
})

test('several servers: a tool that waits at one can be cancelled at the other', async () => {
  const tool = { machine: 'lap\x1btop', address: '192.0.2.1' }
  await one.waitingLogins.note('token', tool)
  await other.waitingLogins.note('token', { machine: 'another', address: '192.0.2.2' })
  const found = await other.waitingLogins.find('token')
  assert.deepEqual(
    [found?.machine, found?.address, found?.isCancelled],
    ['laptop', '192.0.2.1', false],
  )
  await other.waitingLogins.cancel('token')
  assert.equal((await one.waitingLogins.find('token'))?.isCancelled, true)
  assert.equal(await one.waitingLogins.find('unknown'), undefined)
  await one.waitingLogins.cancel('early')
  await other.waitingLogins.note('early', tool)
  assert.equal((await other.waitingLogins.find('early'))?.isCancelled, true)
})

test('several servers: what has expired counts no more, and is removed', async () => {
  const here = createAttempts(Date.now, one.attempts)
  const guesser = { account: 'alan@example.test', from: '192.0.2.50' }
  for (let time = 0; time < 10; time += 1) await here.count('login', guesser)
  await assert.rejects(async () => here.count('login', guesser), limited)
  const name = url.pathname.slice(1)
  for (const table of ['nonces', '"attemptCounts"', '"waitingLogins"'])
    await server.run(name, `update ${table} set "expiresAt" = 1`)
  await here.count('login', guesser)
  assert.equal(await one.waitingLogins.find('token'), undefined)
  const pool = openPool(url.href)
  await prune(askOf(pool))
  await pool.end()
  const left = await server.run(
    name,
    `select (select count(*) from nonces) + (select count(*) from "waitingLogins") as short,
       (select count(*) from "attemptCounts") as counts`,
  )
  assert.deepEqual(left, [{ short: '0', counts: '4' }])
})

const where = {
  api: 'https://a',
  bridge: 'https://b',
  git: 'g',
  cluster: 'swarm',
  routedCluster: 'swarm',
}
const application = 'app_7f5cbf5e-9b0e-4b0c-8d5a-0f6f2f0c9a11'
const ageOf = (serverId: string, milliseconds: number) =>
  server.run(
    url.pathname.slice(1),
    `update servers set "seenAt" = (extract(epoch from clock_timestamp()) * 1000)::bigint - ${milliseconds} where "id" = '${serverId}'`,
  )

test('several servers: an application moves from a server that is lost, under its claim, and only once', async () => {
  await one.membership.join(where)
  await other.membership.join({ ...where, cluster: '' })
  const seen = await other.membership.list()
  assert.deepEqual(seen.map(({ id, cluster }) => `${id} ${cluster}`).sort(), [
    'one swarm',
    'other ',
  ])
  await one.placement.assign(application)
  const [, store = assert.fail()] = stores
  const take = () =>
    store.claims.during(application, () => other.placement.takeOver(application, 'one'))
  assert.deepEqual(await take(), { result: false }, 'it is there')
  await ageOf('one', 20_000)
  assert.deepEqual(await take(), { result: false }, 'away, but not lost')
  await ageOf('one', 40_000)
  assert.equal(await other.placement.takeOver(application, 'one'), false, 'without the claim')
  assert.deepEqual(await take(), { result: true })
  assert.equal(await other.placement.isLocal(application), true)
  assert.equal((await one.placement.remoteServerOf(application))?.id, 'other')
  assert.deepEqual(await take(), { result: false }, 'it is assigned to another server')
})

test('several servers: one that works for an application keeps it, whenever it was seen', async () => {
  await other.placement.unassign(application)
  await one.placement.assign(application)
  await ageOf('one', 40_000)
  const [first = assert.fail(), second = assert.fail()] = stores
  await first.claims.during(application, async () => {
    const take = () => other.placement.takeOver(application, 'one')
    assert.equal(await second.claims.during(application, take), undefined)
  })
  await one.membership.heartbeat()
  const take = () => other.placement.takeOver(application, 'one')
  assert.deepEqual(await second.claims.during(application, take), { result: false }, 'seen again')
})

const challenge = (token: string): AcmeChallenge => ({
  type: 'http-01',
  host: 'shop.test',
  token,
  answer: `${token}.answer`,
})

test('several servers: a challenge is at the routers of all servers that are there before it is verified', async () => {
  const told: AcmeChallenge[][] = []
  const traffic = { setChallenges: async (all: AcmeChallenge[]) => void told.push(all) }
  const platform = { traffic, routeLock: createKeyedMutex() } as unknown as Platform
  await one.membership.join(where)
  await other.membership.join(where)
  const pending = createSharedChallenges(() => platform, one)
  const [first, second] = [pending.ofOneOrder(), pending.ofOneOrder()]
  let isVerified = false
  const adding = first.add(challenge('first')).then(() => {
    isVerified = true
  })
  await until(async () => (await other.challenges.list()).length === 1, {
    timeout: 300_000,
    what: 'the challenge at the other server',
  })
  assert.equal(isVerified, false)
  const follow = async () => {
    await other.routeAcks.ack(await other.membership.time(), [])
    return isVerified
  }
  await until(follow, { timeout: 300_000, what: 'the followed challenge' })
  await adding
  assert.deepEqual(told.at(-1), [challenge('first')])

  await ageOf('other', 40_000)
  await second.add(challenge('second'))
  await first.remove()
  assert.deepEqual(
    await other.challenges.list(),
    [challenge('second')],
    'that of another order stays',
  )
  await second.remove()
  assert.deepEqual([told.at(-1), await other.challenges.list()], [[], []])
})

test('several servers: one that is away, or does not follow for long, is waited for no longer, until it returns', async () => {
  const name = url.pathname.slice(1)
  const ackTimeout = 120_000
  await one.membership.join(where)
  await other.membership.join(where)
  const route = async () => ({
    applicationId: application,
    cluster: 'swarm',
    since: await one.routeAcks.barrier(),
  })
  const isFollowed = async (stored: Awaited<ReturnType<typeof route>>) =>
    one.routeAcks.allAcked(stored, ackTimeout)
  await other.routeAcks.ack(await other.membership.time(), [])
  const stored = await route()
  assert.equal(await isFollowed(stored), false)
  await other.routeAcks.ack(await other.membership.time(), [application])
  assert.equal(await isFollowed(stored), false, 'the router did not confirm this route')
  assert.equal(await isFollowed({ ...stored, applicationId: 'app_other' }), true)
  await other.routeAcks.ack(await other.membership.time(), [])
  assert.equal(await isFollowed(stored), true)

  const later = await route()
  assert.equal(await isFollowed({ ...later, cluster: 'another' }), true)
  await server.run(name, `update servers set "followedAt" = "followedAt" - ${2 * ackTimeout}`)
  assert.equal(await isFollowed(later), true, 'its router has not followed for long')
  await ageOf('other', 20_000)
  await other.membership.heartbeat()
  assert.equal(await isFollowed(await route()), false, 'it has returned')
})

test('several servers: an instance is drained when all that have followed have noted it', async () => {
  await other.membership.join(where)
  const [first, second] = [randomUUID(), randomUUID()]
  const stored = {
    applicationId: application,
    cluster: 'swarm',
    since: await one.routeAcks.barrier(),
  } as const
  const areDrained = () => one.routeAcks.allDrained(stored, [first, second])
  assert.equal(await areDrained(), true, 'nobody has followed yet')
  await other.routeAcks.ack(await other.membership.time(), [])
  assert.equal(await areDrained(), false)
  await other.routeAcks.ackDrained([first])
  assert.equal(await areDrained(), false)
  await other.routeAcks.ackDrained([first, second])
  assert.equal(await areDrained(), true)
})
