import type { Kysely } from 'kysely'
import type { Vault } from '#kit/vault.ts'
import type { AccessTokens, CliLogins, Consumers } from '#platform/store.ts'
import type { Tables } from './tables.ts'

export const sqlConsumers = (db: Kysely<Tables>, vault: Vault): Consumers => ({
  async add(consumer) {
    await db
      .insertInto('consumers')
      .values({ ...consumer, secret: vault.seal(consumer.secret) })
      .execute()
  },
  async find(key) {
    const row = await db
      .selectFrom('consumers')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirst()
    return row && { ...row, secret: vault.open(row.secret) }
  },
})

export const sqlAccessTokens = (db: Kysely<Tables>, vault: Vault): AccessTokens => ({
  async add(token) {
    await db
      .insertInto('accessTokens')
      .values({ ...token, secret: vault.seal(token.secret) })
      .execute()
  },
  async find(token) {
    const row = await db
      .selectFrom('accessTokens')
      .selectAll()
      .where('token', '=', token)
      .executeTakeFirst()
    return row && { ...row, secret: vault.open(row.secret) }
  },
})

export const sqlCliLogins = (db: Kysely<Tables>): CliLogins => ({
  async add(login) {
    await db.insertInto('cliLogins').values(login).execute()
  },
  take: (cliToken) =>
    db.deleteFrom('cliLogins').where('cliToken', '=', cliToken).returningAll().executeTakeFirst(),
  async removeOlderThan(date) {
    await db.deleteFrom('cliLogins').where('createdAt', '<', date).execute()
  },
})
