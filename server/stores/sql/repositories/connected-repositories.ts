import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type {
  ConnectedRepositories,
  ConnectedRepository,
} from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { codec } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

/** Deploy keys and tokens are in the access, so that it is encrypted. */
export function sqlConnectedRepositories(db: Kysely<Tables>, vault: Vault): ConnectedRepositories {
  const { toRow, fromRow } = codec<ConnectedRepository>(
    { json: ['access', 'paths', 'tags'], sealed: ['access'] },
    vault,
  )
  const all = db.selectFrom('connectedRepositories').selectAll()
  return {
    async find(applicationId) {
      const row = await all.where('applicationId', '=', applicationId).executeTakeFirst()
      return row && fromRow(row)
    },
    async listAll() {
      return (await all.orderBy('dueAt').orderBy('applicationId').execute()).map(fromRow)
    },
    async put(repository) {
      const { applicationId, ...fields } = toRow(repository)
      await db
        .insertInto('connectedRepositories')
        .values({ applicationId, ...fields })
        .onConflict((conflict) => conflict.column('applicationId').doUpdateSet(fields))
        .execute()
    },
    async change(applicationId, change) {
      await db
        .updateTable('connectedRepositories')
        .set(toRow(change))
        .where('applicationId', '=', applicationId)
        .execute()
    },
    async changeSince({ applicationId, dueAt }, change) {
      const { numUpdatedRows } = await db
        .updateTable('connectedRepositories')
        .set(toRow(change))
        .where('applicationId', '=', applicationId)
        .where('dueAt', '=', dueAt)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },
    async remove(applicationId) {
      await db
        .deleteFrom('connectedRepositories')
        .where('applicationId', '=', applicationId)
        .execute()
    },
  }
}
