import type { Kysely } from 'kysely'
import type { BackupCopies, BackupCopy } from '#platform/model/marketplace/backup-copy.ts'
import { codec } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlBackupCopies(db: Kysely<Tables>): BackupCopies {
  const { fromRow } = codec<BackupCopy>({})
  const all = db.selectFrom('backupCopies').selectAll()
  return {
    async listOf(addonId) {
      const rows = await all
        .where('addonId', '=', addonId)
        .orderBy('date', 'desc')
        .orderBy('backupId')
        .execute()
      return rows.map(fromRow)
    },
    async find({ addonId, backupId }) {
      const row = await all
        .where('addonId', '=', addonId)
        .where('backupId', '=', backupId)
        .executeTakeFirst()
      return row && fromRow(row)
    },
    async listOrphaned(limit) {
      const rows = await all
        .where(({ not, exists, selectFrom }) => {
          const addon = selectFrom('addons').select('id')
          return not(exists(addon.whereRef('addons.id', '=', 'backupCopies.addonId')))
        })
        .orderBy('addonId')
        .orderBy('backupId')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },
    async add(copy) {
      await db
        .insertInto('backupCopies')
        .values(copy)
        .onConflict((conflict) => conflict.columns(['addonId', 'backupId']).doNothing())
        .execute()
    },
    async change({ addonId, backupId }, change) {
      await db
        .updateTable('backupCopies')
        .set(change)
        .where('addonId', '=', addonId)
        .where('backupId', '=', backupId)
        .execute()
    },
    async remove({ addonId, backupId }) {
      await db
        .deleteFrom('backupCopies')
        .where('addonId', '=', addonId)
        .where('backupId', '=', backupId)
        .execute()
    },
  }
}
