import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Consent, Consumer, RequestToken } from '#platform/model/identity/access/consumer.ts'
import type {
  Consents,
  Consumers,
  RequestTokens,
} from '#platform/model/identity/access/credential-store.ts'
import { countOfQuotaAccount, ownersSeenBy } from '#stores/sql/accounts/organisations.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlConsumers(db: Kysely<Tables>, vault: Vault): Consumers {
  const { toRow, fromRow } = codec<Consumer>(
    { json: ['rights'], sealed: ['secret'], boolean: ['acceptsUnsignedQuery'] },
    vault,
  )
  const all = db.selectFrom('consumers').selectAll()
  return {
    async add(consumer) {
      await db.insertInto('consumers').values(toRow(consumer)).execute()
    },
    async find(key) {
      const row = await all.where('key', '=', key).executeTakeFirst()
      return row && fromRow(row)
    },
    countOfQuotaAccount: (accountId) => countOfQuotaAccount(db, 'consumers', accountId),
    async listOf(ownerId) {
      const rows = await all.where('ownerId', '=', ownerId).orderBy('name').execute()
      return rows.map(fromRow)
    },
    listSeenBy: (userId) =>
      db
        .selectFrom('consumers')
        .select(['ownerId', 'key', 'name', 'picture', 'url'])
        .where('ownerId', 'in', ownersSeenBy(db, userId))
        .orderBy('name')
        .execute(),
    async change(key, change) {
      if (Object.keys(change).length === 0) return
      await db.updateTable('consumers').set(toRow(change)).where('key', '=', key).execute()
    },
    async remove(key) {
      await db.deleteFrom('consumers').where('key', '=', key).execute()
    },
  }
}

export function sqlRequestTokens(db: Kysely<Tables>, vault: Vault): RequestTokens {
  const { toRow, fromRow } = codec<RequestToken>({ json: ['agreement'], sealed: ['secret'] }, vault)
  return {
    async add(token) {
      await db.insertInto('requestTokens').values(toRow(token)).execute()
    },
    async find(token) {
      const row = await db
        .selectFrom('requestTokens')
        .selectAll()
        .where('token', '=', token)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    agree: (token, agreement) =>
      isDone(
        db
          .updateTable('requestTokens')
          .set(toRow({ agreement }))
          .where('token', '=', token)
          .where('agreement', 'is', null),
      ),
    async take(token) {
      const row = await db
        .deleteFrom('requestTokens')
        .where('token', '=', token)
        .returningAll()
        .executeTakeFirst()
      return row && fromRow(row)
    },
  }
}

export function sqlConsents(db: Kysely<Tables>): Consents {
  const { toRow, fromRow } = codec<Consent>({ json: ['offered', 'granted'] })
  return {
    async put(consent) {
      const row = toRow(consent)
      await db
        .insertInto('consents')
        .values(row)
        .onConflict((conflict) => conflict.columns(['userId', 'consumerKey']).doUpdateSet(row))
        .execute()
    },
    async find(userId, consumerKey) {
      const row = await db
        .selectFrom('consents')
        .selectAll()
        .where('userId', '=', userId)
        .where('consumerKey', '=', consumerKey)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    async listOf(userId) {
      const rows = await db
        .selectFrom('consents')
        .selectAll()
        .where('userId', '=', userId)
        .orderBy('createdAt', 'desc')
        .execute()
      return rows.map(fromRow)
    },
    async remove(userId, consumerKey) {
      await db
        .deleteFrom('consents')
        .where('userId', '=', userId)
        .where('consumerKey', '=', consumerKey)
        .execute()
    },
    async removeOf(userId) {
      await db.deleteFrom('consents').where('userId', '=', userId).execute()
    },
  }
}
