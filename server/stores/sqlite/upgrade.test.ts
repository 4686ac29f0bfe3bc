import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createVault } from '#kit/crypto/vault.ts'
import { platformOwner } from '#platform/access/consumers/consumer.ts'
import { everyRight } from '#platform/access/rights.ts'
import { emptyProfile } from '#platform/accounts/users/user.ts'
import { migrate } from '#stores/migrations/migrate.ts'
import { migrations } from '#stores/migrations/migrations.ts'
import { Kysely, SqliteDialect } from '#stores/sql/kysely.ts'
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
