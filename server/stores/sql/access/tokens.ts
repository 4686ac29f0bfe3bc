import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { AccessToken } from '#platform/model/identity/access/consumer.ts'
import type {
  AccessTokens,
  ApiTokens,
  CliLogins,
} from '#platform/model/identity/access/credential-store.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlAccessTokens(db: Kysely<Tables>, vault: Vault): AccessTokens {
  const { toRow, fromRow } = codec<AccessToken>({ json: ['rights'], sealed: ['secret'] }, vault)
  const all = db.selectFrom('accessTokens').selectAll()
  return {
    async add(token) {
      await db.insertInto('accessTokens').values(toRow(token)).execute()
    },
    async find(token) {
      const row = await all.where('token', '=', token).executeTakeFirst()
      return row && fromRow(row)
    },
    async listOf(userId) {
      const rows = await all.where('userId', '=', userId).orderBy('createdAt', 'desc').execute()
      return rows.map(fromRow)
    },
    async noteUse(token, lastUsedAt) {
      await db.updateTable('accessTokens').set({ lastUsedAt }).where('token', '=', token).execute()
    },
    async remove(token) {
      await db.deleteFrom('accessTokens').where('token', '=', token).execute()
    },
    async removeOf(userId, kept = '') {
      await db
        .deleteFrom('accessTokens')
        .where('userId', '=', userId)
        .where('token', '!=', kept)
        .execute()
    },
  }
}

export const sqlApiTokens = (db: Kysely<Tables>): ApiTokens => ({
  async add(token) {
    await db.insertInto('apiTokens').values(token).execute()
  },
  findByDigest: (digest) =>
    db.selectFrom('apiTokens').selectAll().where('digest', '=', digest).executeTakeFirst(),
  listOf: (userId) =>
    db
      .selectFrom('apiTokens')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .execute(),
  async noteUse(id, lastUsedAt) {
    await db.updateTable('apiTokens').set({ lastUsedAt }).where('id', '=', id).execute()
  },
  rename: (userId, id, name, description) =>
    isDone(
      db
        .updateTable('apiTokens')
        .set({ name, description })
        .where('userId', '=', userId)
        .where('id', '=', id),
    ),
  remove: (userId, id) =>
    isDone(db.deleteFrom('apiTokens').where('userId', '=', userId).where('id', '=', id)),
  async removeOf(userId) {
    await db.deleteFrom('apiTokens').where('userId', '=', userId).execute()
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
