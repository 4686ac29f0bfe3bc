import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'
import type { PreviewSettings } from '#platform/model/hosting/previews/preview-settings.ts'
import type {
  PreviewSettingsOfApplications,
  Previews,
} from '#platform/model/hosting/previews/preview-store.ts'
import { ownersOfQuotaAccount } from '#stores/sql/accounts/organisations.ts'
import { codec, isDone } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

const { toRow, fromRow } = codec<Preview>({
  json: ['source', 'addons'],
  boolean: ['isOutdated', 'isIsolated', 'trustsUpdates'],
})

export function sqlPreviews(db: Kysely<Tables>): Previews {
  const all = db.selectFrom('previews').selectAll().orderBy('createdAt').orderBy('id')
  const read = async (query: typeof all) => (await query.execute()).map(fromRow)
  const readOne = async (query: typeof all) => (await read(query.limit(1)))[0]
  return {
    add: (preview) =>
      isDone(
        db
          .insertInto('previews')
          .values(toRow(preview))
          .onConflict((conflict) => conflict.columns(['parentId', 'sourceKey']).doNothing()),
      ),
    find: (id) => readOne(all.where('id', '=', id)),
    findBySource: (parentId, sourceKey) =>
      readOne(all.where('parentId', '=', parentId).where('sourceKey', '=', sourceKey)),
    findByApplication: (applicationId) => readOne(all.where('applicationId', '=', applicationId)),
    listOf: (parentId) => read(all.where('parentId', '=', parentId)),
    listOfOwner: (ownerId) => read(all.where('ownerId', '=', ownerId)),
    listOfQuotaAccount: (accountId) =>
      read(all.where('ownerId', 'in', ownersOfQuotaAccount(db, accountId))),
    listAll: () => read(all),
    change: (id, from, change) =>
      isDone(
        db
          .updateTable('previews')
          .set(toRow(change))
          .where('id', '=', id)
          .where('state', 'in', [...from]),
      ),
    async remove(id) {
      await db.deleteFrom('previews').where('id', '=', id).execute()
    },
  }
}

/** Variables and the password are encrypted. */
export function sqlPreviewSettings(
  db: Kysely<Tables>,
  vault: Vault,
): PreviewSettingsOfApplications {
  const settings = codec<PreviewSettings>(
    {
      json: ['variables', 'isolatedVariables', 'addons'],
      sealed: ['variables', 'isolatedVariables', 'password'],
      boolean: ['isEnabled', 'pullRequests', 'runsCrons'],
    },
    vault,
  )
  return {
    async find(applicationId) {
      const row = await db
        .selectFrom('previewSettings')
        .selectAll()
        .where('applicationId', '=', applicationId)
        .executeTakeFirst()
      return row && settings.fromRow(row)
    },
    async put(given) {
      const { applicationId, ...fields } = settings.toRow(given)
      await db
        .insertInto('previewSettings')
        .values({ applicationId, ...fields })
        .onConflict((conflict) => conflict.column('applicationId').doUpdateSet(fields))
        .execute()
    },
  }
}
