import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { AcmeAccount } from '#platform/model/hosting/certificate.ts'
import type { AcmeAccounts, AcmeAttempts } from '#platform/model/hosting/certificate-store.ts'
import { codec } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export const sqlAcmeAccounts = (db: Kysely<Tables>, vault: Vault): AcmeAccounts => {
  const { toRow, fromRow } = codec<AcmeAccount>({ sealed: ['key'] }, vault)
  return {
    async find(directory) {
      const row = await db
        .selectFrom('acmeAccounts')
        .selectAll()
        .where('directory', '=', directory)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    async put(account) {
      const { key, url } = toRow(account)
      await db
        .insertInto('acmeAccounts')
        .values({ directory: account.directory, key, url })
        .onConflict((conflict) => conflict.column('directory').doUpdateSet({ key, url }))
        .execute()
    },
  }
}

export const sqlAcmeAttempts = (db: Kysely<Tables>): AcmeAttempts => ({
  async add({ accountId, host, startedAt }) {
    await db.insertInto('acmeAttempts').values({ accountId, host, startedAt, failed: 0 }).execute()
  },
  async setFailed(host, startedAt) {
    await db
      .updateTable('acmeAttempts')
      .set({ failed: 1 })
      .where('host', '=', host)
      .where('startedAt', '=', startedAt)
      .execute()
  },
  countSince: (time) =>
    db
      .selectFrom('acmeAttempts')
      .select('accountId')
      .select(({ fn }) => [
        fn.countAll<number>().as('attempts'),
        fn.sum<number>('failed').as('failures'),
        fn.max('startedAt').as('startedAt'),
      ])
      .where('startedAt', '>', time)
      .groupBy('accountId')
      .execute(),
  async removeUntil(time) {
    await db.deleteFrom('acmeAttempts').where('startedAt', '<=', time).execute()
  },
  async moveBack(now) {
    await db
      .updateTable('acmeAttempts')
      .set({ startedAt: now })
      .where('startedAt', '>', now)
      .execute()
  },
})
