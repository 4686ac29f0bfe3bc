import assert from 'node:assert/strict'
import { copyFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { migrations } from '#stores/migrations/migrations.ts'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import {
  addMigration,
  breakStart,
  changeRouter,
  type StagedReleases,
  stageReleases,
} from '#tests/support/machines/staged-releases.ts'
import { InstalledBerth } from '#tests/support/platform/installed-berth.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { keepVisiting, visit } from '#tests/support/visitors/visit.ts'

/** Two servers on one PostgreSQL database, upgraded one after the other, with an application that reads databases at each request. */
let releases: StagedReleases
let database: PostgresqlServer
let url: URL
let first: InstalledBerth
let second: InstalledBerth
let application: PushedApplication<InstalledBerth>

const last = migrations.at(-1)?.name ?? ''
const path = '/visits'
const counted = JSON.stringify({ postgresql: 1, redis: 1 })

/** Migrates the database as a start does, and ends. */
const migrateAndEnd = `
import { randomBytes } from 'node:crypto'
import { resolveOwnModules } from '${'..'}/kit/process/module-resolution.ts'
resolveOwnModules()
const { createVault } = await import('#kit/crypto/vault.ts')
const { openPostgresqlStore } = await import('#stores/postgresql/postgresql-store.ts')
const store = await openPostgresqlStore(new URL(process.env.BERTH_STORE), createVault(randomBytes(32)))
await store.close()
process.exit(2)
`

before(async () => {
  database = await openPostgresqlServer()
  url = await database.createDatabase()
  releases = await stageReleases('1.0.0')
  await releases.next('1.0.0', '1.1.0', async (release) => {
    await changeRouter(release)
    const text = 'alter table users add column "nickname" text;\n'
    await addMigration(release, { name: '9001-nicknames', compatibleWith: last, text })
  })
  await releases.next('1.1.0', '1.2.0', async (release) => {
    const text = 'create table "drafts" ("id" text primary key);\n'
    await addMigration(release, { name: '9002-drafts', compatibleWith: '9001-nicknames', text })
    await breakStart(release, migrateAndEnd)
  })
  await releases.next('1.1.0', '1.3.0', async (release) => {
    const text = 'insert into users values (1);\n'
    await addMigration(release, { name: '9003-impossible', compatibleWith: null, text })
  })
  const settings = { BERTH_STORE: url.href, BERTH_SERVER_HOST: '127.0.0.1' }
  first = await InstalledBerth.install(releases.of('1.0.0'), settings)
  second = await InstalledBerth.install(releases.of('1.0.0'), settings, async (data) => {
    for (const name of ['secret.key', 'admin.json'])
      await copyFile(join(first.data, name), join(data, name))
  })
  application = await PushedApplication.ofExample(first, await openExample('linked-databases'))
  for (const providerId of ['postgresql-addon', 'redis-addon']) {
    const order = { name: providerId, providerId, region: 'par' }
    const addon = await first.client.addons.order(first.admin.organisationId, order)
    await first.client.addons.link(application.record, addon.id)
  }
  assert.equal((await application.deploy({})).state, 'OK')
  await visit(first.addresses.visitors.http, application.host, { path, method: 'POST' })
})
after(async () => {
  await second?.[Symbol.asyncDispose]()
  await first?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  await releases?.[Symbol.asyncDispose]()
})

const running = (berth: InstalledBerth) => readlink(join(berth.home, 'current'))
const visiting = () => keepVisiting(first.addresses.visitors.http, application.host, 2, path)
const done = async () =>
  (await database.run(url.pathname.slice(1), `select name from migrations where name > '9'`)).map(
    ({ name }) => name,
  )

/** What each server answers about the application of the first one, passed on where it is asked elsewhere. */
async function readFromBoth(): Promise<void> {
  for (const { client, admin } of [first, second]) {
    const found = await until(
      () => client.applications.list(admin.organisationId).catch(() => undefined),
      { timeout: 120_000, every: 200, what: 'the applications' },
    )
    assert.deepEqual(
      found.map(({ id }) => id),
      [application.record.id],
    )
    const up = await until(
      async () => {
        const all = await client.instances.list(application.record).catch(() => [])
        return all.some(({ state }) => state === 'UP')
      },
      { timeout: 120_000, every: 200, what: 'an instance that is up' },
    )
    assert.ok(up)
  }
}

test('upgrade on PostgreSQL: a migration that fails on these facts stops it before the server ends', async () => {
  const { code, stdout } = await first.activate(releases.of('1.3.0'))
  assert.equal(code, 1, stdout)
  assert.match(
    stdout,
    /migrations of the new version fail.*Nothing was changed, and 1\.0\.0 runs on/,
  )
  assert.doesNotMatch(stdout, /Starting 1\.3\.0/)
  assert.deepEqual(await done(), [])
  await readFromBoth()
})

test('upgrade on PostgreSQL: of two servers one follows the other, and both go on in between', async () => {
  await using asking = visiting()
  const { code, stdout, stderr } = await first.activate(releases.of('1.1.0'))
  assert.equal(code, 0, stdout + stderr)
  assert.doesNotMatch(stdout, /will need your back-up/)
  await first.connect()
  assert.deepEqual(await done(), ['9001-nicknames'])
  await readFromBoth()
  // A change at the older server, which passes it on to the newer one.
  await second.client.environment.set(application.record, { name: 'GREETING', value: 'hello' })
  const variables = await first.client.environment.list(application.record)
  assert.equal(variables.find(({ name }) => name === 'GREETING')?.value, 'hello')

  const next = await second.activate(releases.of('1.1.0'))
  assert.equal(next.code, 0, next.stdout + next.stderr)
  await second.connect()
  await readFromBoth()
  const { failures, bodies } = await asking.stop()
  assert.deepEqual([failures, bodies], [[], [counted]])
  assert.deepEqual([await running(first), await running(second)], Array(2).fill('versions/1.1.0'))
})

test('upgrade on PostgreSQL: a release that has migrated and cannot start goes back, because its migration is marked', async () => {
  await using asking = visiting()
  const { code, stdout } = await first.activate(releases.of('1.2.0'))
  assert.equal(code, 1, stdout)
  assert.match(stdout, /did not start.*going back to 1\.1\.0/)
  assert.match(stdout, /1\.1\.0 runs again\./)
  assert.equal(await running(first), 'versions/1.1.0')
  assert.deepEqual(await done(), ['9001-nicknames', '9002-drafts'])
  await first.connect()
  await readFromBoth()
  const { failures, bodies } = await asking.stop()
  assert.deepEqual([failures, bodies], [[], [counted]])
})

test('upgrade on PostgreSQL: an earlier version that cannot go on with the tables is refused', async () => {
  const server = join(first.home, 'current/bin/berth-server')
  const { code, stdout } = await first.run([server, 'activate', '1.0.0'])
  assert.equal(code, 1, stdout)
  assert.match(stdout, /9002-drafts.*nothing was changed/i)
  assert.equal(await running(first), 'versions/1.1.0')
  await readFromBoth()
})
