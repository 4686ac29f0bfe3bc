import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, afterEach, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createVault } from '#kit/crypto/vault.ts'
import { ClaimLostError } from '#platform/model/claims.ts'
import type { Store } from '#platform/model/store.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { openPostgresqlStore } from './postgresql-store.ts'

const holder = new URL('../../../tests/support/servers/claim-holder-main.ts', import.meta.url)
const vault = createVault(Buffer.alloc(32))
const lease = 1500
let server: PostgresqlServer
let url: URL

before(async () => {
  server = await openPostgresqlServer()
  url = await server.createDatabase()
})
after(() => server[Symbol.asyncDispose]())

const opened: Store[] = []
const open = async (serverId: string, given = lease) => {
  const store = await openPostgresqlStore(url, vault, { serverId, lease: given })
  opened.push(store)
  return store
}
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})
const done = async () => 'done'
/** Takes the claim over as soon as it is free. */
const takeOver = (store: Store, name: string) =>
  until(() => store.claims.lead(name, done), { timeout: 300_000, what: `the claim ${name}` })

test('PostgreSQL claims: one server has a claim until it closes', async () => {
  const [one, other] = [await open('one'), await open('other')]
  assert.deepEqual(await one.claims.lead('mail', done), { result: 'done' })
  assert.equal(await other.claims.lead('mail', done), undefined)
  assert.deepEqual(await other.claims.lead('billing', done), { result: 'done' })
  assert.deepEqual(await one.claims.lead('mail', done), { result: 'done' }, 'its own again')
  await one.close()
  assert.deepEqual(await other.claims.lead('mail', done), { result: 'done' })
})

test('PostgreSQL claims: a claim is held during the work only, renewed, and given up after an error', async () => {
  const [one, other] = [await open('one'), await open('other')]
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const working = one.claims.during('app_1', async () => {
    begin()
    await new Promise((resolve) => setTimeout(resolve, 2 * lease))
    await one.eventCursors.move('renewed', 1)
    throw new Error('no')
  })
  working.catch(() => {})
  await begun
  assert.equal(await other.claims.during('app_1', done), undefined)
  await assert.rejects(working, /^Error: no$/)
  assert.equal(await other.eventCursors.position('renewed'), 1)
  assert.deepEqual(await other.claims.during('app_1', done), { result: 'done' })
  assert.deepEqual(await one.claims.during('app_1', done), { result: 'done' })
})

test('PostgreSQL claims: of many servers that ask at once, one gets it', async () => {
  const stores = await Promise.all(Array.from({ length: 6 }, (_, at) => open(`server ${at}`)))
  const got = await Promise.all(stores.map((store) => store.claims.lead('rush', done)))
  assert.equal(got.filter(Boolean).length, 1)
})

test('PostgreSQL claims: a restarted server takes its own claims at once', async () => {
  const [former, restarted] = [await open('same', 60_000), await open('same', 60_000)]
  await former.claims.lead('tidy', done)
  assert.deepEqual(await restarted.claims.lead('tidy', done), { result: 'done' })
  await assert.rejects(
    former.claims.lead('tidy', () => former.eventCursors.move('tidy', 1)),
    ClaimLostError,
  )
  assert.equal(await restarted.eventCursors.position('tidy'), 0)
})

async function startHolder(): Promise<ChildProcess> {
  const child = fork(holder, [url.href, String(lease)], { execPath: process.execPath })
  const [message] = await once(child, 'message')
  assert.equal(message, 'holds')
  return child
}

test('PostgreSQL claims: a server that was killed loses its claim', async () => {
  const child = await startHolder()
  const store = await open('successor')
  assert.equal(await store.claims.lead('writing', done), undefined)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await takeOver(store, 'writing')
})

test('PostgreSQL claims: a server that was stopped for longer than its lease writes nothing after it goes on', async () => {
  const child = await startHolder()
  const store = await open('successor')
  child.kill('SIGSTOP')
  await takeOver(store, 'writing')
  await store.claims.lead('writing', () => store.eventCursors.move('last writer', 1))
  const ended = once(child, 'message')
  child.kill('SIGCONT')
  assert.deepEqual((await ended)[0], 'lost')
  assert.equal(await store.eventCursors.position('last writer'), 1)
  await once(child, 'exit')
})

/** What the rows look like after the clock of the database was set by this many milliseconds. */
const setDatabaseClock = (milliseconds: number) =>
  server.run(
    url.pathname.slice(1),
    `update claims set "expiresAt" = greatest(1, "expiresAt" - (${milliseconds}))`,
  )

test('PostgreSQL claims: after the clock of the database was set back, a killed server loses its claim as soon as ever', async () => {
  const child = await startHolder()
  const store = await open('successor')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await setDatabaseClock(-3_600_000)
  await takeOver(store, 'writing')
})

test('PostgreSQL claims: after the clock of the database was set forward, a holder keeps its claim', async () => {
  const [one, other] = [await open('one', 60_000), await open('other', 60_000)]
  await one.claims.lead('mail of today', async () => {
    await setDatabaseClock(3_600_000)
    assert.equal(await other.claims.lead('mail of today', done), undefined)
    await one.eventCursors.move('of today', 1)
  })
  assert.equal(await other.eventCursors.position('of today'), 1)
})
