import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Cron } from '#platform/model/hosting/crons/cron.ts'
import type { CronCursors, CronPauses, Crons } from '#platform/model/hosting/crons/cron-store.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { codec, isDone, whole } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

/** Commands may contain secrets, so they are encrypted. */
export function sqlCrons(db: Kysely<Tables>, vault: Vault): Crons {
  const { toRow, fromRow } = codec<Cron>({ sealed: ['command'] }, vault)
  return {
    add: (cron) =>
      isDone(
        db
          .insertInto('crons')
          .values(toRow(cron))
          .onConflict((conflict) => conflict.columns(['applicationId', 'name']).doNothing()),
      ),
    async list(applicationId) {
      const rows = await db
        .selectFrom('crons')
        .selectAll()
        .$if(applicationId !== undefined, (query) =>
          query.where('applicationId', '=', applicationId as ApplicationId),
        )
        .orderBy('applicationId')
        .orderBy('name')
        .execute()
      return rows.map(fromRow)
    },
    change: (id, change) =>
      whole(db, async (inside) => {
        const own = await inside
          .selectFrom('crons')
          .select('applicationId')
          .where('id', '=', id)
          .executeTakeFirst()
        const taken =
          own &&
          (await inside
            .selectFrom('crons')
            .select('id')
            .where('applicationId', '=', own.applicationId)
            .where('name', '=', change.name)
            .where('id', '!=', id)
            .executeTakeFirst())
        if (!own || taken) return false
        return isDone(inside.updateTable('crons').set(toRow(change)).where('id', '=', id))
      }),
    remove: (id) =>
      whole(db, async (inside) => {
        await inside.deleteFrom('cronRuns').where('cronId', '=', id).execute()
        await inside.deleteFrom('cronPauses').where('cronId', '=', id).execute()
        await inside.deleteFrom('crons').where('id', '=', id).execute()
      }),
  }
}

export const sqlCronPauses = (db: Kysely<Tables>): CronPauses => ({
  async list(applicationId) {
    const rows = await db
      .selectFrom('cronPauses')
      .selectAll()
      .$if(applicationId !== undefined, (query) =>
        query.where('applicationId', '=', applicationId as ApplicationId),
      )
      .execute()
    return rows.map((row) => ({ ...row }))
  },
  async put({ pausedAt, resumedAt, ...key }) {
    await db
      .insertInto('cronPauses')
      .values({ ...key, pausedAt, resumedAt })
      .onConflict((conflict) =>
        conflict.columns(['applicationId', 'cronId']).doUpdateSet({ pausedAt, resumedAt }),
      )
      .execute()
  },
})

export const sqlCronCursors = (db: Kysely<Tables>): CronCursors => ({
  async listAll() {
    const rows = await db.selectFrom('cronCursors').selectAll().execute()
    return new Map(rows.map(({ applicationId, followedUntil }) => [applicationId, followedUntil]))
  },
  async put(applicationId, followedUntil) {
    await db
      .insertInto('cronCursors')
      .values({ applicationId, followedUntil })
      .onConflict((conflict) => conflict.column('applicationId').doUpdateSet({ followedUntil }))
      .execute()
  },
  async remove(applicationId) {
    await db.deleteFrom('cronCursors').where('applicationId', '=', applicationId).execute()
  },
})
