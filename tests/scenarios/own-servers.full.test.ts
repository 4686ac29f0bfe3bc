import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { runProgram } from '#providers/kit/process/run-program.ts'
import { findPrograms } from '#providers/postgresql/server/programs.ts'
import { isReachable } from '#tests/support/engine/recorded-instances.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** A customer's database when the platform ends, in every possible way. */
let berth: TestBerth
let config: Record<string, string>

before(async () => {
  berth = await TestBerth.start()
})
after(() => berth?.[Symbol.asyncDispose]())

async function ask(statement: string): Promise<string> {
  const { POSTGRESQL_ADDON_PORT: port = '', POSTGRESQL_ADDON_PASSWORD: PGPASSWORD = '' } = config
  const { POSTGRESQL_ADDON_USER: user = '', POSTGRESQL_ADDON_DB: name = '' } = config
  const psql = join(await findPrograms(), 'psql')
  const where = ['--host', '127.0.0.1', '--port', port, '--username', user, '--dbname', name]
  const told = await runProgram([psql, '--no-psqlrc', '--quiet', '--tuples-only', ...where], {
    input: statement,
    network: 'host',
    env: { PGPASSWORD, PGCONNECT_TIMEOUT: '10' },
  })
  return told.trim()
}
const read = () => ask('select word from words;')
const isServing = () =>
  isReachable({ host: '127.0.0.1', port: Number(config.POSTGRESQL_ADDON_PORT) }, 60_000)
/**
 * Reads the table once the database answers; an open port alone proves little, because the search for a free port opens
 * it.
 */
const readAgain = () =>
  until(() => read().catch(() => undefined), { timeout: 300_000, what: 'the database' })

test('database server: is ordered and written to', async () => {
  const { client, admin } = berth
  const { id, realId } = await client.addons.order(admin.organisationId, {
    name: 'db',
    providerId: 'postgresql-addon',
    plan: 'dev',
    region: 'par',
  })
  assert.match(realId, /^postgresql_[0-9a-f-]{36}$/)
  const variables = await client.addons.variables({ id, ownerId: admin.organisationId })
  config = Object.fromEntries(variables.map(({ name, value }) => [name, value]))
  await ask(`create table words (word text); insert into words values ('kept');`)
})

test('database server: survives kill -9 of the platform, and the next server adopts it', async () => {
  await berth.signal('SIGKILL')
  assert.equal(await read(), 'kept')
  await berth.start()
  assert.equal(await read(), 'kept')
})

test('database server: Ctrl-C ends it, and the next start restores it on the same port', async () => {
  await berth.signal('SIGINT')
  assert.equal(await isServing(), false)
  await berth.start()
  assert.equal(await readAgain(), 'kept')
})

test('--stop-all: ends the database server that a killed platform left running', async () => {
  await berth.signal('SIGKILL')
  assert.equal(await isServing(), true)
  await berth.stopAll()
  assert.match(berth.output, /the servers of add-ons were stopped/)
  assert.equal(await isServing(), false)
})
