import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createVault } from '#kit/crypto/vault.ts'
import { freePort } from '#kit/net/free-port.ts'
import { checkSchema, migrate, NewerStoreError } from '#stores/migrations/migrate.ts'
import { type Migration, migrations } from '#stores/migrations/migrations.ts'
import { Kysely } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { addApplication } from '#stores/store.contract.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { earlierHistories } from '#tests/support/stores/earlier-histories.ts'
import { postgresqlMigrations } from './dialect.ts'
import { openPool } from './pool.ts'
import { postgresqlDialect } from './postgresql-driver.ts'
import { openPostgresqlStore } from './postgresql-store.ts'
import { rehearseOnPostgresql } from './rehearse-migrations.ts'
import { UnusableDatabaseError } from './unusable-database.ts'

const vault = createVault(randomBytes(32))
let server: PostgresqlServer

before(async () => {
  server = await openPostgresqlServer()
})
after(() => server[Symbol.asyncDispose]())

const nameOf = (url: URL) => url.pathname.slice(1)

test('PostgreSQL store: servers that start at once migrate once, and all have the data', async () => {
  const url = await server.createDatabase()
  const stores = await Promise.all([1, 2, 3].map(() => openPostgresqlStore(url, vault)))
  const [first, second, third] = stores
  assert.ok(first && second && third)
  const done = await server.run(nameOf(url), 'select name from migrations order by name')
  assert.deepEqual(
    done.map(({ name }) => name),
    migrations.map(({ name }) => name),
  )
  const { id } = await addApplication(first)
  await second.variables.set(id, 'A', '1')
  assert.deepEqual(await third.variables.of(id), { A: '1' })
  await Promise.all(stores.map((store) => store.close()))
})

test('PostgreSQL store: a server hears of what another one writes', async () => {
  const url = await server.createDatabase()
  const [one, other] = [
    await openPostgresqlStore(url, vault),
    await openPostgresqlStore(url, vault),
  ]
  let heard = 0
  other.watch('events', () => {
    heard += 1
  })
  await one.events.add({
    ownerId: 'orga_1',
    date: 1,
    name: 'ADDON_CREATION',
    subjectId: 'addon_1',
    visibility: 'see',
    data: {},
  })
  await until(() => heard > 0, { timeout: 300_000, what: 'the notification' })
  await one.close()
  await other.close()
})

test('PostgreSQL store: data of a newer version is refused, and left unchanged', async () => {
  const url = await server.createDatabase()
  await (await openPostgresqlStore(url, vault)).close()
  await server.run(
    nameOf(url),
    `insert into migrations (name, date) values ('9999-from-the-future', 1)`,
  )
  await assert.rejects(openPostgresqlStore(url, vault), NewerStoreError)
  await assert.rejects(openPostgresqlStore(url, vault), /newer version.*9999-from-the-future/)
})

test('PostgreSQL store: tables of a newer version that this one can go on with are opened, and the log says so', async () => {
  const url = await server.createDatabase()
  await (await openPostgresqlStore(url, vault)).close()
  const mark = `'9999-from-the-future', 1, '${migrations.at(-1)?.name}'`
  await server.run(nameOf(url), `insert into migrations values (${mark})`)
  const said: string[] = []
  const store = await openPostgresqlStore(url, vault, undefined, (line) => void said.push(line))
  await store.close()
  assert.match(said.join('\n'), /changed the tables \(9999-from-the-future\)/)
})

test('PostgreSQL store: migrations are rehearsed while a server runs, and nothing of them stays', async () => {
  const url = await server.createDatabase()
  const store = await openPostgresqlStore(url, vault)
  const step = (...statements: string[]): readonly Migration[] => [
    ...migrations,
    { name: '9001-next', compatibleWith: null, statements: async () => statements },
  ]
  const good = step('create table "next" ("id" text primary key)', 'drop table "avatars"')
  const { pending, isRehearsed } = await rehearseOnPostgresql(url, good)
  assert.deepEqual([pending.map(({ name }) => name), isRehearsed], [['9001-next'], true])
  await assert.rejects(rehearseOnPostgresql(url, step('drop table "nothing"')), /nothing/)
  const { id } = await addApplication(store)
  assert.equal((await store.applications.find(id))?.id, id)
  const left = await server.run(nameOf(url), `select name from migrations where name > '9'`)
  assert.deepEqual(left, [])
  await store.close()
})

test('PostgreSQL store: a database that ran an earlier form of a migration becomes equal to a new one', async () => {
  const fresh = await contentAfter(migrations)
  for (const { what, history } of earlierHistories) {
    assert.deepEqual(await contentAfter(history), fresh, what)
  }
})

/** Columns and indexes after a history that was run before today's. */
async function contentAfter(history: readonly Migration[]) {
  const url = await server.createDatabase()
  const db = new Kysely<Tables>({ dialect: postgresqlDialect(openPool(url.href), () => {}) })
  await migrate(db, history, postgresqlMigrations)
  await migrate(db, migrations, postgresqlMigrations)
  await checkSchema(db, postgresqlMigrations)
  const columns = [...(await postgresqlMigrations.readColumns(db))].sort()
  await db.destroy()
  const indexes = `select indexname from pg_indexes where schemaname = 'public' order by 1`
  return { columns, indexes: await server.run(nameOf(url), indexes) }
}

/** The one sentence that an operator gets. */
async function refusalOf(url: URL): Promise<string> {
  const error = await openPostgresqlStore(url, vault).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof UnusableDatabaseError, String(error))
  assert.doesNotMatch(error.message, /a-password-nobody-may-read|\n/)
  return error.message
}

test('PostgreSQL store: a database that cannot be used is refused in one sentence without the password', async () => {
  const url = await server.createDatabase()
  const name = nameOf(url)
  const changed = (change: Partial<Pick<URL, 'pathname' | 'port' | 'username' | 'search'>>) =>
    Object.assign(new URL(url), change)
  assert.match(
    await refusalOf(changed({ pathname: '/nowhere' })),
    /has no database nowhere: make it with createdb/,
  )
  const port = String(await freePort())
  assert.match(await refusalOf(changed({ port: port })), /cannot be reached/)
  assert.match(
    await refusalOf(changed({ search: 'sslmode=verify-full' })),
    /does not speak TLS, which sslmode=verify-full asks for/,
  )
  await server.run('postgres', `create role guest login; create role locked login password 'x'`)
  assert.match(
    await refusalOf(changed({ username: 'guest' })),
    /guest may not make tables in database .*make guest the owner/,
  )
  await server.run(
    'postgres',
    `create database ascii encoding 'SQL_ASCII' template template0 locale 'C'`,
  )
  assert.match(
    await refusalOf(changed({ pathname: '/ascii' })),
    /encoding of the database is SQL_ASCII/,
  )
  await server.requirePasswords()
  assert.match(await refusalOf(changed({ username: 'locked' })), /refuses the password of locked/)
  assert.equal(
    (await server.run(name, `select 1 from pg_tables where schemaname = 'public'`)).length,
    0,
  )
})
