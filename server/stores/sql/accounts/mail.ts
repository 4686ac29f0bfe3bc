import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Outbox, QueuedEmail } from '#platform/model/events/email.ts'
import type { MailedKeys } from '#platform/model/identity/accounts/account-store.ts'
import type { MailedKey } from '#platform/model/identity/accounts/email-token.ts'
import { codec, whole } from '#stores/sql/codec.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlMailedKeys(db: Kysely<Tables>, vault: Vault): MailedKeys {
  const { toRow, fromRow } = codec<MailedKey>({ json: ['keeps'], sealed: ['keeps'] }, vault)
  const find = async (from: Kysely<Tables>, digest: string, purpose: MailedKey['purpose']) => {
    const row = await from
      .selectFrom('mailedKeys')
      .selectAll()
      .where('digest', '=', digest)
      .where('purpose', '=', purpose)
      .executeTakeFirst()
    return row && fromRow(row)
  }
  return {
    async add(key) {
      await db.insertInto('mailedKeys').values(toRow(key)).execute()
    },
    find: (digest, purpose) => find(db, digest, purpose),
    take: (digest, purpose) =>
      whole(db, async (inside) => {
        const key = await find(inside, digest, purpose)
        if (!key) return undefined
        await inside
          .deleteFrom('mailedKeys')
          .where('email', '=', key.email)
          .where('purpose', '=', purpose)
          .where('userId', key.userId === null ? 'is' : '=', key.userId)
          .execute()
        return key
      }),
    async listOf(userId, purpose) {
      const rows = await db
        .selectFrom('mailedKeys')
        .selectAll()
        .where('userId', '=', userId)
        .where('purpose', '=', purpose)
        .orderBy('createdAt', 'desc')
        .execute()
      return rows.map(fromRow)
    },
    async removeOf(userId, purpose) {
      await db
        .deleteFrom('mailedKeys')
        .where('userId', '=', userId)
        .where('purpose', '=', purpose)
        .execute()
    },
  }
}

export function sqlOutbox(db: Kysely<Tables>, vault: Vault): Outbox {
  const { toRow, fromRow } = codec<QueuedEmail>({ json: ['knows'], sealed: ['knows'] }, vault)
  return {
    async add(posting) {
      await db.insertInto('outbox').values(toRow(posting)).execute()
    },
    async findNext() {
      const row = await db.selectFrom('outbox').selectAll().orderBy('dueAt').executeTakeFirst()
      return row && fromRow(row)
    },
    async postpone(id, dueAt) {
      await db
        .updateTable('outbox')
        .set({ dueAt, attempts: sql<number>`attempts + 1` })
        .where('id', '=', id)
        .execute()
    },
    async remove(id) {
      await db.deleteFrom('outbox').where('id', '=', id).execute()
    },
  }
}
