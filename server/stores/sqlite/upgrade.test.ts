import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createVault } from '#kit/crypto/vault.ts'
import { amountOf } from '#platform/model/billing/amount.ts'
import { platformOwner } from '#platform/model/identity/access/consumer.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { emptyProfile } from '#platform/model/identity/accounts/user.ts'
import { checkSchema, migrate } from '#stores/migrations/migrate.ts'
import { migrations } from '#stores/migrations/migrations.ts'
import { Kysely, SqliteDialect, sql } from '#stores/sql/kysely.ts'
import { createSqlStore } from '#stores/sql/sql-store.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { openSqliteDatabase } from './sqlite-database.ts'

test('upgrade: accounts and tokens of the first version keep working', async () => {
  const vault = createVault(randomBytes(32))
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  await migrate(db, migrations.slice(0, 1))
  const run = (sql: string, ...values: unknown[]) => database.prepare(sql).run(values)
  run(`insert into users values ('user_1', 'a@x.test', 'a', 'hash', 1)`)
  run(`insert into organisations values ('orga_1', 'o', 1)`)
  run(`insert into members values ('orga_1', 'user_1', 'ADMIN')`)
  run(`insert into consumers values ('key', ?, 'tools', 'orga_1', 1)`, vault.seal('cs'))
  run(`insert into "accessTokens" values ('t', ?, 'key', 'user_1', 1, 2)`, vault.seal('ts'))

  await migrate(db)
  const store = createSqlStore(db, vault)
  const user = await store.users.findByEmail('a@x.test')
  assert.deepEqual([user?.id, user?.profile], ['user_1', emptyProfile])
  assert.deepEqual((await store.organisations.find('orga_1'))?.details.contacts, [])
  const [consumer] = await store.consumers.listOf(platformOwner)
  assert.deepEqual([consumer?.key, consumer?.secret, consumer?.rights], ['key', 'cs', everyRight])
  assert.equal(consumer?.acceptsUnsignedQuery, false)
  const token = await store.accessTokens.find('t')
  assert.deepEqual([token?.secret, token?.rights], ['ts', everyRight])
  await store.close()
})

test('upgrade: existing organisations count against their first administrator, or themselves', async () => {
  const vault = createVault(randomBytes(32))
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  await migrate(db, migrations.slice(0, 1))
  const run = (sql: string) => database.prepare(sql).run([])
  for (const user of ['user_z', 'user_b', 'user_a']) {
    run(`insert into users values ('${user}', '${user}@x.test', 'a', 'hash', 1)`)
    for (const place of ['orga_1', 'orga_2']) {
      run(`insert or ignore into organisations values ('${place}', 'o', 1)`)
      const role = user === 'user_z' || place === 'orga_2' ? 'DEVELOPER' : 'ADMIN'
      run(`insert into members values ('${place}', '${user}', '${role}')`)
    }
  }
  await migrate(db)
  const store = createSqlStore(db, vault)
  assert.equal((await store.organisations.find('orga_1'))?.quotaAccountId, 'user_b')
  assert.equal((await store.organisations.find('orga_2'))?.quotaAccountId, 'orga_2')
  await store.close()
})

test('upgrade: consumptions of providers become exact decimals', async () => {
  const vault = createVault(randomBytes(32))
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  await migrate(db, migrations.slice(0, 8))
  for (const [id, cost] of Object.entries({ a: 0.1, b: 99_999.99, c: 3, d: 0.000_000_1, e: 0 })) {
    const values = [`consumption_${id}`, cost]
    const insert = `insert into consumptions values (?, 'addon_1', 'orga_1', 'pigeon', ?, 5)`
    database.prepare(insert).run(values)
  }
  await migrate(db)
  const store = createSqlStore(db, vault)
  const kept = await store.consumptions.listOf('orga_1', { from: 0, to: 9 })
  assert.deepEqual(
    kept.map(({ cost, state }) => `${amountOf(cost).toFixed()} ${state}`),
    ['0.1 accepted', '99999.99 accepted', '3 accepted', '0 accepted', '0 accepted'],
  )
  await store.close()
})

test('upgrade: domains without a path lead to the whole host, and are found by their parents', async () => {
  const vault = createVault(randomBytes(32))
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  await migrate(db, migrations.slice(0, 9))
  database.prepare('pragma foreign_keys = OFF').run([])
  const insert = database.prepare('insert into domains values (?, ?, ?)')
  insert.run(['app-1.apps.test', 'app_1', 1])
  insert.run(['app-2.apps.test', 'app_1', 0])
  await migrate(db)
  const store = createSqlStore(db, vault)
  assert.deepEqual(await store.domains.listOf('app_1'), [
    { host: 'app-1.apps.test', path: '/', applicationId: 'app_1', favourite: true },
    { host: 'app-2.apps.test', path: '/', applicationId: 'app_1', favourite: false },
  ])
  const reversed = await db.selectFrom('domains').select('reversedHost').orderBy('host').execute()
  assert.equal(reversed[0]?.reversedHost, 'tset.sppa.1-ppa')
  await store.close()
})

test('upgrade: applications run at their minimum, and a size of builds that was chosen stays', async () => {
  const vault = createVault(randomBytes(32))
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  const before = migrations.filter(({ name }) => name < '0012')
  await migrate(db, before)
  const columns = database.prepare('pragma table_info(applications)').all([]) as {
    name: string
    type: string
  }[]
  for (const [id, fields] of Object.entries({
    app_1: { minInstances: 3, maxInstances: 5, minFlavor: 'S', buildFlavor: 'M' },
    app_2: { minInstances: 1, maxInstances: 1, minFlavor: 'pico', buildFlavor: 'XL' },
  })) {
    const known: Record<string, unknown> = { id, number: Number(id.slice(-1)), ...fields }
    const values = columns.map(({ name, type }) => known[name] ?? (type === 'integer' ? 0 : name))
    const places = columns.map(() => '?').join(', ')
    database.prepare(`insert into applications values (${places})`).run(values)
  }
  await migrate(db)
  const store = createSqlStore(db, vault)
  const all = await store.applications.listAll()
  assert.deepEqual(
    all.map(({ currentInstances, currentFlavor, separateBuild }) => [
      currentInstances,
      currentFlavor,
      separateBuild,
    ]),
    [
      [3, 'S', false],
      [1, 'pico', true],
    ],
  )
  await store.close()
})

test('upgrade: times of renewals that were fractions become whole milliseconds', async () => {
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  const before = migrations.filter(({ name }) => name < '0025')
  await migrate(db, before)
  await sql`insert into "certificateOrders" ("host", "ownerId", "dueAt", "failures")
    values ('shop.test', 'orga_1', 1900061332333.3333, 0)`.execute(db)
  await migrate(db)
  const store = createSqlStore(db, createVault(randomBytes(32)))
  assert.equal((await store.certificateOrders.find('shop.test'))?.dueAt, 1_900_061_332_333)
  await store.close()
})

test('upgrade: where a migration fails, none is done, and the version before still starts', async () => {
  const before = migrations.slice(0, 9)
  const failing = {
    name: '9999-failing',
    compatibleWith: null,
    statements: async () => ['create table broken ('],
  }
  const database = openSqliteDatabase(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  await migrate(db, before)
  await assert.rejects(migrate(db, [...migrations, failing]), /incomplete input/)
  await migrate(db, before)
  await migrate(db)
  await checkSchema(db)
})
